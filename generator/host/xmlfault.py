"""What is wrong with XML, said to people; libxml2's own words are for programmers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

_AND = 'a bare & stands there (write "&amp;")'
_LESS = 'a bare < stands there (write "&lt;")'
_PLACE = re.compile(r",? ?line \d+, column \d+$")
_CODES: Mapping[int, str] = {
    etree.ErrorTypes.ERR_ENTITYREF_SEMICOL_MISSING: _AND,
    etree.ErrorTypes.ERR_LT_IN_ATTRIBUTE: _LESS,
    etree.ErrorTypes.ERR_ATTRIBUTE_NOT_STARTED: "an attribute's value has no quotes around it",
    etree.ErrorTypes.ERR_ATTRIBUTE_NOT_FINISHED: "an attribute's value does not end",
    etree.ErrorTypes.ERR_SPACE_REQUIRED: "a blank is missing between two attributes",
    etree.ErrorTypes.ERR_DOCUMENT_END: "something follows after the end of the first element",
    etree.ErrorTypes.ERR_INVALID_CHAR: "a character that XML does not allow",
    etree.ErrorTypes.ERR_INVALID_ENCODING: (
        "bytes that are none of the encoding that the first line names (UTF-8 if none)"
    ),
    etree.ErrorTypes.ERR_GT_REQUIRED: "a tag does not end",
    etree.ErrorTypes.ERR_CDATA_NOT_FINISHED: "a CDATA section does not end",
    etree.ErrorTypes.ERR_COMMENT_NOT_FINISHED: "a comment does not end",
    etree.ErrorTypes.ERR_HYPHEN_IN_COMMENT: "two hyphens stand in a comment",
    etree.ErrorTypes.ERR_RESERVED_XML_NAME: "<?xml ...?> does not stand at the very beginning",
    etree.ErrorTypes.ERR_RESOURCE_LIMIT: "a name, a text or the nesting is far too long",
}
_WORDS = (
    (r"xmlParseEntityRef: no name", _AND),
    (r"StartTag: invalid element name", _LESS),
    (r"Entity '(.{1,80})' not defined", r"XML knows no &\1; (for a bare & write " + '"&amp;")'),
    (
        r"Opening and ending tag mismatch: (\S{1,200}) line (\d+) and (\S{1,200})",
        r"</\3> ends <\1> of line \2",
    ),
    (r"Premature end of data in tag (\S{1,200}) line (\d+)", r"it ends within <\1> of line \2"),
    (r"Specification mandates value for attribute (\S{1,200})", r"attribute \1 has no value"),
    (r"Attribute (\S{1,200}) redefined", r"attribute \1 stands twice in one tag"),
    (
        r"Unsupported encoding:? ?(.{0,80})",
        r"the encoding \1 is unknown, UTF-8 is what VASSAL writes",
    ),
    (r"Document is empty|no element found", "is empty"),
    (r"Start tag expected, '<' not found", "no XML begins there"),
)


def worded(error: etree.XMLSyntaxError) -> str:
    """Return what is wrong, without its place."""
    said = _PLACE.sub("", " ".join((error.msg or "").split()))
    for theirs, ours in _WORDS:
        found = re.match(theirs, said)
        if found:
            return found.expand(ours)
    return _CODES.get(getattr(error, "code", 0), "is not well-formed XML")
