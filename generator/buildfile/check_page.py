"""Judges a help page before it is packed: what Swing, which shows it, would swallow silently."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

_NAMES = (
    "a address applet area b base basefont big blockquote body br caption center cite code dd dfn "
    "dir div dl dt em font form frame frameset h1 h2 h3 h4 h5 h6 head hr html i img input isindex "
    "kbd li link map menu meta nobr noframes object ol option p param pre samp script select small "
    "span strike s strong style sub sup table td textarea th title tr tt u ul var"
)
TAGS = frozenset(_NAMES.split())
"""Every tag that Swing shows (javax.swing.text.html.HTML.getAllTags, Java 17)."""

_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)


def page_faults(name: str, content: bytes) -> Iterator[str]:
    """Yield what is wrong with the help page ``name``.

    Only ASCII means the same to every engine: Swing reads a page in the encoding of the system
    (JEditorPane.read). A link that leads nowhere does nothing (JEditorPane.scrollToReference, which
    knows ``<a name>`` only).
    """
    if not content.isascii():
        yield f"{name}: must be ASCII, with references for all other characters"
    try:
        root = etree.fromstring(content, _PARSER)
    except etree.XMLSyntaxError as error:
        yield f"{name}: line {error.lineno}: {' '.join(error.msg.split())}"
        return
    anchors = {f"#{each.get('name')}" for each in root.iter("a") if each.get("name")}
    for element in root.iter():
        if element.tag not in TAGS:
            yield f"{name}: line {element.sourceline}: Swing does not know <{element.tag}>"
        href = element.get("href")
        if href is not None and href not in anchors:
            yield f"{name}: line {element.sourceline}: the link {href} leads nowhere"
