from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from generator.binding.model import Binding, PowerBinding, PropertyRead
from generator.build import complete
from generator.buildfile.check import CheckError, check_files, expressions, parse
from generator.buildfile.render import render_files
from generator.extension.assemble import assemble
from generator.extension.identity import IDENTITY
from generator.extension.pictures import KEPT
from generator.kit.host import Host
from generator.rules import load_rules
from generator.vassal.strokes import propose
from tests.interface import POWERS


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return render_files(complete(assemble(load_rules())), saved=0)


def changed(
    files: dict[str, bytes], old: str, new: str, entry: str = "buildFile.xml"
) -> dict[str, bytes]:
    text = files[entry].decode()
    assert old in text, old
    return {**files, entry: text.replace(old, new, 1).encode()}


def in_page(files: dict[str, bytes], *replaced: str) -> dict[str, bytes]:
    """Return the files with every old text in the help page, and the new one that follows it."""
    page = files["help/cop_rules.html"].decode()
    for old, new in zip(replaced[::2], replaced[1::2], strict=True):
        assert old in page
        page = page.replace(old, new)
    return files | {"help/cop_rules.html": page.encode()}


def test_what_we_render_passes(files: dict[str, bytes]) -> None:
    check_files(files, IDENTITY, KEPT)


BUTTON = "VASSAL.build.module.DoActionButton "
EMPTY = (
    '  <VASSAL.build.module.ExtensionElement target=""/>\n</VASSAL.build.module.ModuleExtension>'
)

FAULTS: dict[str, tuple[str, str, str]] = {
    "component": (f"<{BUTTON}", f"<{BUTTON.strip()}X ", "unknown component .*DoActionButtonX"),
    "attribute": (
        f"<{BUTTON}",
        f'<{BUTTON}colour="red" ',
        "DoActionButton has no attribute colour",
    ),
    "empty element": ("</VASSAL.build.module.ModuleExtension>", EMPTY, "holds 0 components"),
    "wrong parent": (
        "<VASSAL.build.module.map.Scroller/>",
        "<VASSAL.build.module.map.BoardPicker/><setup/>",
        "setup cannot stand in Map",
    ),
    "text": (
        "<VASSAL.build.module.map.Scroller/>",
        "oops<VASSAL.build.module.map.Scroller/>",
        "Map holds text",
    ),
    "gpid twice": ('gpid="cop:3"', 'gpid="cop:4"', "gpid cop:4 is used 2 times"),
    "gpid too high": ('gpid="cop:3"', 'gpid="cop:9"', "must be cop:n with n below 5"),
    "gpid differs": (
        "null;0;0;cop:3;0",
        "null;0;0;cop:1;0",
        "not the one in its piece's own state",
    ),
    "property twice": (
        'name="CoP_Gap"',
        'name="CoP_Bonus"',
        "property CoP_Bonus is defined 2 times",
    ),
    "property prefix": ('name="CoP_Gap"', 'name="Gap"', "property Gap: must be ASCII and begin"),
    "property undefined": (
        "String.valueOf(CoP_Seat)",
        "String.valueOf(CoP_Sat)",
        "CoP_Sat is used",
    ),
    "no expression": (
        "String.valueOf(CoP_Seat)",
        "String.valueOf(CoP_Seat",
        r"ChangePropertyButton .* propChanger: \) is missing for a \( before",
    ),
    "gate undefined": (
        'propertyGate="CoP_NoWinds"',
        'propertyGate="CoP_Nix"',
        "gate CoP_Nix is not",
    ),
    "label undefined": ("$CoP_Status$", "$CoP_State$", "CoP_State is shown, but not defined"),
    "key unheard": (
        "57348\\,0\\,cop.done",
        "57348\\,0\\,cop.gone",
        "cop.gone is fired, but nothing",
    ),
    "key unfired": (
        'hotkey="57348,0,cop.call.go.2"',
        'hotkey="57348,0,cop.call.go.x"',
        "cop.call.go.x is listened to, but nothing fires it",
    ),
    "key of the keyboard": (
        'hotkey="57348,0,CoP_Sheet"',
        'hotkey="65,128"',
        "Ctrl\\+A must be the key of",
    ),
    "dollar": ("String.valueOf(CoP_Seat)", "$CoP_Seat$", "a \\$ inside an expression"),
    "image missing": (
        'icon="cop_icon.svg"',
        'icon="cop_ikon.svg"',
        "images/cop_ikon.svg is used, but",
    ),
    "help missing": (
        "help/cop_rules.html",
        "help/cop_rule.html",
        "help/cop_rule.html is used, but",
    ),
    "menu item": ('text="CoP: reset"', 'text="CoP: rest"', 'menu item "CoP: reset": 0 buttons'),
    "not XML": ("</VASSAL.build.module.ModuleExtension>", "", "buildFile.xml: line"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found(files: dict[str, bytes], name: str) -> None:
    old, new, message = FAULTS[name]
    with pytest.raises(CheckError) as caught:
        check_files(changed(files, old, new), IDENTITY, KEPT)
    assert re.search(message, str(caught.value)), str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda files: files | {"images/cop_more.svg": b"<svg/>"},
            "images/cop_more.svg is not used",
        ),
        (lambda files: files | {"images/Cop_X.svg": b"<svg/>"}, "must be lower-case ASCII"),
        (lambda files: {k: v for k, v in files.items() if "icon" not in k}, "is used, but missing"),
        (lambda files: files | {"images/cop_icon.svg": b"<svg>"}, "line 1"),
        (lambda files: in_page(files, "<p>", "<p><b>"), "cop_rules.html: line [0-9]+: .*mismatch"),
        (lambda files: in_page(files, "<ol>", "<nav>", "</ol>", "</nav>"), "not know <nav>"),
        (lambda files: in_page(files, 'name="rule"', 'name="rules"'), "link #rule leads nowhere"),
        (lambda files: in_page(files, "#rule", "http://x.org"), "link http://x.org leads nowhere"),
        (lambda files: in_page(files, "15.6", "15,6 \u00a7"), "must be ASCII"),
    ],
)
def test_faulty_entries_are_found(
    files: dict[str, bytes], change: Callable[[dict[str, bytes]], dict[str, bytes]], message: str
) -> None:
    with pytest.raises(CheckError, match=message):
        check_files(change(files), IDENTITY, KEPT)


def test_all_faults_are_told_at_once(files: dict[str, bytes]) -> None:
    broken = changed(files, 'icon="cop_icon.svg"', 'icon="cop_ikon.svg"')
    broken = changed(broken, 'gpid="cop:3"', 'gpid="cop:9"')
    with pytest.raises(CheckError) as caught:
        check_files(broken, IDENTITY, KEPT)
    assert str(caught.value).count("\n") >= 3


def test_expressions_are_found_where_they_stand(files: dict[str, bytes]) -> None:
    found = dict(expressions(parse(files["buildFile.xml"])))
    assert any(place.endswith("whileExpression") for place in found)
    assert any(place.endswith("reportFormat") for place in found)
    assert any(place.endswith("propChanger") for place in found)
    assert all("{#" not in text and "\n" not in text for text in found.values())


def test_external_entities_are_not_read() -> None:
    hostile = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    assert "root" not in (parse(hostile).text or "")


def test_fuzzed_a_character_that_xml_cannot_hold() -> None:
    with pytest.raises(CheckError) as caught:
        parse(b"<a>\x00&#0;</a>")
    assert "\n" not in str(caught.value)


# Keys of the keyboard


@pytest.fixture(scope="module")
def with_keys() -> dict[str, bytes]:
    read = {power: PowerBinding(PropertyRead(f"VP_{power}")) for power in POWERS}
    binding = Binding("b", "Module", "1", read, propose(["CoP_Call", "CoP_Sheet"], []))
    return render_files(complete(assemble(load_rules(), Host(binding, {}, "3.7.4"))), saved=0)


def test_keys_of_commands_pass(with_keys: dict[str, bytes]) -> None:
    check_files(with_keys, IDENTITY, KEPT)
    assert (
        b'hotkey="67,195" doHotkey="true" hotkeys="57348\\,0\\,CoP_Call"/>'
        in (with_keys["buildFile.xml"])
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('hotkey="83,195"', 'hotkey="67,192"', "Ctrl\\+Shift\\+C is the key of 2 buttons"),
        ('hotkey="67,195"', 'hotkey="67,130"', "Ctrl\\+C edits the text in the chat"),
        ('hotkey="67,195"', 'hotkey="67"', "line [0-9]+: 67 is not a key"),
        (
            'hotkey="67,195"',
            'canDisable="true" propertyGate="CoP_NoDecide" hotkey="67,195"',
            "must be the key of a button without text and gate",
        ),
        (
            'hotkeys="57348\\,0\\,CoP_Call"/>',
            'hotkeys="57348\\,0\\,cop.done"/>',
            "must be the key of a DoActionButton that fires one command",
        ),
    ],
)
def test_faulty_keys_are_found(
    with_keys: dict[str, bytes], old: str, new: str, message: str
) -> None:
    text = with_keys["buildFile.xml"].decode()
    at = text.rindex(old)
    broken = f"{text[:at]}{new}{text[at + len(old) :]}".encode()
    with pytest.raises(CheckError, match=message):
        check_files({**with_keys, "buildFile.xml": broken}, IDENTITY, KEPT)
