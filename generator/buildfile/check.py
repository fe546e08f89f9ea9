"""Judges rendered entries before they are packed: what the engine would swallow silently.

Reads the XML back with lxml, so that what is checked is what the engine will read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from lxml import etree

from generator.buildfile.check_page import page_faults
from generator.buildfile.schema import ELEMENTS, EXTENSION_ELEMENT, ROOT
from generator.errors import GeneratorError
from generator.kit.identity import Identity
from generator.vassal.beanshell import fault
from generator.vassal.keys import named_key
from generator.vassal.sequence import decode
from generator.vassal.strokes import Stroke, decode_stroke, unfit

BUILD_FILE = "buildFile.xml"
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)

ENGINE_PROPERTIES = frozenset({"PlayerName", "PlayerSide"})
"""Properties that every module has and we use (VASSAL.build.module.GlobalOptions)."""

_ENGINE_FUNCTIONS = frozenset(
    {"Random", "Math", "Integer", "String", "java", "Sum", "Count", "GetProperty"}
)
_OWN_WORDS = frozenset({"true", "false"})
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_SLOT = "VASSAL.build.widget.PieceSlot"
_EXPRESSION = re.compile(r"\{((?:[^{}]|\{[^{}]*\})*)\}")
_DOLLAR = re.compile(r"\$(\w+)\$")
_ACTION = "VASSAL.build.module.DoActionButton"
_NAMED_KEY = re.compile(r"57348,0,([^,]+)")


class CheckError(GeneratorError):
    """What we rendered is wrong; every fault found, one to a line and each once."""


def check_files(files: Mapping[str, bytes], identity: Identity, kept: Collection[str] = ()) -> None:
    """Check all entries of a .vmdx.

    Args:
        files: the entries, by name.
        identity: whose they are.
        kept: names of images that only saved games use.

    Raises:
        CheckError: with every fault that was found.
    """
    faults = list(dict.fromkeys(_faults(files, identity, kept)))
    if faults:
        raise CheckError(
            "the rendered extension is faulty:\n" + "\n".join(f"  {each}" for each in faults)
        )


def expressions(root: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield every BeanShell expression of a build file without its braces, and where it stands."""
    for element in root.iter():
        place = f"{_short(element)} {element.get('name') or element.get('hotkey') or ''}".strip()
        for attribute in ("reportFormat", "whileExpression", "untilExpression"):
            value = element.get(attribute, "")
            if value.startswith("{"):
                yield f"{place} {attribute}", value[1:-1]
        changer = element.get("propChanger")
        if changer is not None:
            kind, value, *_ = decode(changer, ",")
            if kind == "P" and value.startswith("{"):
                yield f"{place} propChanger", value[1:-1]
        if element.tag == _SLOT:
            for each in _EXPRESSION.findall(element.text or ""):
                yield f"piece {element.get('entryName')}", each


def parse(content: bytes, name: str = BUILD_FILE) -> etree._Element:
    """Parse an entry as XML, without entities from outside.

    Raises:
        CheckError: it is not well-formed.
    """
    try:
        return etree.fromstring(content, _PARSER)
    except etree.XMLSyntaxError as error:
        message = " ".join(error.msg.split())  # libxml2's can hold a line break
        raise CheckError(f"{name}: line {error.lineno}: {message}") from None


def _faults(files: Mapping[str, bytes], identity: Identity, kept: Collection[str]) -> Iterator[str]:
    root = parse(files[BUILD_FILE])
    yield from _structure(root)
    yield from _gpids(root)
    yield from _names(root, identity)
    yield from _keys(root, identity)
    yield from _expressions(root)
    yield from _entries(root, files, identity, kept)


def _structure(root: etree._Element) -> Iterator[str]:
    if root.tag != ROOT:
        yield f"root is {root.tag}, must be {ROOT}"
    for element in root.iter():
        known = ELEMENTS.get(str(element.tag))
        if known is None:
            yield f"line {element.sourceline}: unknown component {element.tag}"
            continue
        for attribute in map(str, element.attrib):
            if attribute not in known.attributes:
                yield f"line {element.sourceline}: {_short(element)} has no attribute {attribute}"
        for child in element:
            if child.tag in ELEMENTS and child.tag not in known.children:
                yield f"line {child.sourceline}: {_short(child)} cannot stand in {_short(element)}"
            if (child.tail or "").strip():
                yield f"line {child.sourceline}: {_short(element)} holds text"
        if not known.text and (element.text or "").strip():
            yield f"line {element.sourceline}: {_short(element)} holds text"
        if element.tag == EXTENSION_ELEMENT and len(element) != 1:
            yield (
                f"line {element.sourceline}: an ExtensionElement holds {len(element)} components;"
                " the engine builds the first only"
            )


def _gpids(root: etree._Element) -> Iterator[str]:
    prefix = f"{root.get('extensionId')}:"
    next_slot = int(root.get("nextPieceSlotId", "0"))
    slots = list(root.iter(_SLOT))
    for gpid, count in Counter(slot.get("gpid", "") for slot in slots).items():
        number = gpid.removeprefix(prefix)
        if count > 1:
            yield f"gpid {gpid} is used {count} times"
        if not gpid.startswith(prefix) or not number.isdigit() or int(number) >= next_slot:
            yield f"gpid {gpid}: must be {prefix}n with n below {next_slot}"
    for slot in slots:
        parts = decode((slot.text or "").strip(), "/")
        state = parts[-1]
        while "\t" in state:
            state = decode(state, "\t")[-1]
        if decode(state, ";")[3:4] != [slot.get("gpid")]:
            yield f"gpid {slot.get('gpid')} is not the one in its piece's own state"


def _properties(root: etree._Element) -> list[str]:
    return [
        str(each.get("name")) for each in root.iter("VASSAL.build.module.properties.GlobalProperty")
    ]


def _names(root: etree._Element, identity: Identity) -> Iterator[str]:
    for name, count in Counter(_properties(root)).items():
        if count > 1:
            yield f"property {name} is defined {count} times"
        if not (name.isascii() and name.startswith(identity.prefix)):
            yield f"property {name}: must be ASCII and begin with {identity.prefix}"
    texts = [each.get("text", "") for each in root.iter(_ACTION)]
    texts += [each.get("text", "") for each in root.iter("VASSAL.build.module.PieceWindow")]
    texts += [each.get("buttonName", "") for each in root.iter("VASSAL.build.module.Map")]
    for menu in root.iter("VASSAL.build.module.ToolbarMenu"):
        for item in decode(menu.get("menuItems", ""), ","):
            if texts.count(item) != 1:
                yield f'menu item "{item}": {texts.count(item)} buttons have that text, must be one'


def _keys(root: etree._Element, identity: Identity) -> Iterator[str]:
    ours = identity.ours
    heard: set[str] = set()
    fired: set[str] = set()
    strokes: Counter[Stroke] = Counter()
    for element in root.iter():
        # a GlobalKeyCommand's "hotkey" is what it sends to the module's pieces
        own = "buttonHotkey" if element.get("buttonHotkey") else "hotkey"
        if element.get(own):
            match = _NAMED_KEY.fullmatch(element.get(own, ""))
            stroke = decode_stroke(element.get(own, ""))
            if match is not None:
                heard.add(match[1])
            elif stroke is None:
                yield f"line {element.sourceline}: {element.get(own)} is not a key"
            else:
                strokes[stroke] += 1
                yield from _real_key(element, stroke, identity)
        if element.get("hotkeys"):
            for key in decode(element.get("hotkeys", ""), ","):
                match = _NAMED_KEY.fullmatch(key)
                if match is None:
                    yield f"line {element.sourceline}: {key} is not a named key"
                else:
                    fired.add(match[1])
    for stroke, count in strokes.items():
        if count > 1:
            yield f"{stroke} is the key of {count} buttons"
    for key in sorted(fired - heard):
        yield f"key {key} is fired, but nothing listens to it"
    for key in sorted(heard - fired):
        if not key.startswith(identity.prefix):
            yield f"key {key} is listened to, but nothing fires it"
    for key in sorted(heard):
        if not (key.isascii() and key.startswith(ours)):
            yield f"key {key}: must be ASCII and begin with {' or '.join(ours)}"


def _real_key(element: etree._Element, stroke: Stroke, identity: Identity) -> Iterator[str]:
    """Yield what is wrong with a button that has a real key: only commands may, and never greyed.

    A greyed button hears no key, so that the command could not say why it does not run.
    """
    place = f"line {element.sourceline}: {stroke}"
    fired = decode(element.get("hotkeys", ""), ",")
    command = named_key(identity.prefix)
    if element.tag != _ACTION or len(fired) != 1 or not fired[0].startswith(command):
        yield f"{place} must be the key of a DoActionButton that fires one command"
    if element.get("text") or element.get("propertyGate"):
        yield f"{place} must be the key of a button without text and gate"
    if unfit(stroke):
        yield f"{place} {unfit(stroke)}"


def _expressions(root: etree._Element) -> Iterator[str]:
    defined = set(_properties(root)) | ENGINE_PROPERTIES
    for place, expression in expressions(root):
        why = fault(expression)
        if why:
            yield f"{place}: {why}"
        code = _STRING.sub('""', expression)
        if "$" in expression:
            yield f"{place}: a $ inside an expression is replaced before it is evaluated"
        for name in sorted(set(_NAME.findall(code)) - _ENGINE_FUNCTIONS - _OWN_WORDS):
            if name not in defined:
                yield f"{place}: property {name} is used, but not defined"
    for element in root.iter():
        gate = element.get("propertyGate")
        if gate and gate not in defined:
            yield f"line {element.sourceline}: gate {gate} is not defined"
    for slot in root.iter(_SLOT):
        for name in _DOLLAR.findall(slot.text or ""):
            if name not in defined and name != "pieceName":
                yield f"piece {slot.get('entryName')}: property {name} is shown, but not defined"


def _entries(
    root: etree._Element, files: Mapping[str, bytes], identity: Identity, kept: Collection[str]
) -> Iterator[str]:
    present = {name for name in files if name.startswith("images/")}
    used = {f"images/{name}" for name in _images(root)}
    for name in sorted(used - present):
        yield f"{name} is used, but missing"
    for name in sorted(present - used - {f"images/{name}" for name in kept}):
        yield f"{name} is not used"
    pages = {
        str(each.get("fileName"))
        for each in root.iter("VASSAL.build.module.documentation.HelpFile")
    }
    for name in sorted(pages - files.keys()):
        yield f"{name} is used, but missing"
    prefix = identity.entry("")
    for name in files:
        base = name.rpartition("/")[2]
        if "/" in name and not re.fullmatch(rf"{prefix}[a-z0-9_]+\.(svg|html)", base):
            yield f"{name}: must be lower-case ASCII and begin with {prefix}"
        if name.endswith(".svg"):
            parse(files[name], name)
        if name.endswith(".html"):
            yield from page_faults(name, files[name])


def _images(root: etree._Element) -> Iterable[str]:
    for element in root.iter():
        for attribute in ("icon", "image"):
            if element.get(attribute):
                yield str(element.get(attribute))
        if element.tag == _SLOT:
            yield from re.findall(r"[\w.]+\.(?:svg|png|gif|jpe?g)", element.text or "")


def _short(element: etree._Element) -> str:
    return str(element.tag).rpartition(".")[2]
