"""What differs is found, named, and marked where saved games or other players suffer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
from lxml import etree

from generator.compare.change import Change, Group
from generator.compare.compare import compare
from generator.vassal.keys import key_list
from tests.host.builder import el, map_window, palette, prototype, slot, stack

from .extension import DATA, action, at, changes, named, prop, sets, write

Elements: TypeAlias = list[etree._Element]
Found: TypeAlias = tuple[Group, str, str, str, str, bool]
"""Group, subject, what, old, new, and whether it breaks anything."""

_MARK = ("mark;Country", "France")
_PROPERTIES = "VASSAL.build.module.properties.GlobalProperties"


def pieces(*slots: etree._Element) -> etree._Element:
    return at("", palette(*slots))


def sends(key: str, to_pieces: str) -> etree._Element:
    return at(
        "",
        el(
            "module.GlobalKeyCommand",
            name=key,
            buttonHotkey=named(key),
            hotkey=named(f"piece.{to_pieces}"),
        ),
    )


def fires(*keys: str) -> str:
    return key_list(keys)


def seen(found: Sequence[Change]) -> list[Found]:
    return [
        (each.group, each.subject, each.what, each.old, each.new, bool(each.breaks))
        for each in found
    ]


CASES: dict[str, tuple[Callable[[], tuple[Elements, Elements]], list[Found]]] = {
    "property added": (
        lambda: ([], [prop("A")]),
        [(Group.PROPERTIES, "A", "added", "", "", False)],
    ),
    "property removed": (
        lambda: ([prop("A")], []),
        [(Group.PROPERTIES, "A", "removed", "", "", True)],
    ),
    "property renamed": (
        lambda: (
            [prop("Count", sets("go", "{Count+1}"), initialValue="7")],
            [prop("Number", sets("go", "{Number+1}"), initialValue="7")],
        ),
        [
            (Group.PROPERTIES, "Count", "renamed", "Count", "Number", True),
            (
                Group.EXPRESSIONS,
                "Number on go",
                "propChanger",
                "P,{Count+1}",
                "P,{Number+1}",
                False,
            ),
        ],
    ),
    "initial value": (
        lambda: ([prop("A")], [prop("A", initialValue="5")]),
        [(Group.PROPERTIES, "A", "initialValue", "0", "5", False)],
    ),
    "kind of property": (
        lambda: ([prop("A")], [prop("A", isNumeric="true")]),
        [(Group.PROPERTIES, "A", "isNumeric", "", "true", False)],
    ),
    "property attached elsewhere": (
        lambda: (
            [prop("A")],
            [at("VASSAL.build.module.Map:Main", prop("A")[0])],
        ),
        [
            (
                Group.PROPERTIES,
                "A",
                "attached to",
                _PROPERTIES,
                "VASSAL.build.module.Map:Main",
                True,
            )
        ],
    ),
    "expression": (
        lambda: ([prop("A", sets("go", "{1}"))], [prop("A", sets("go", "{2}"))]),
        [(Group.EXPRESSIONS, "A on go", "propChanger", "P,{1}", "P,{2}", False)],
    ),
    "prompt": (
        lambda: (
            [prop("A", sets("go", "", propChanger="R,How many?"))],
            [prop("A", sets("go", "", propChanger="R,Wie viele?"))],
        ),
        [(Group.TEXTS, "A on go", "propChanger", "R,How many?", "R,Wie viele?", False)],
    ),
    "inner key renumbered": (
        lambda: (
            [
                prop("A", sets("in.1", "{1}"), sets("in.2", "{2}")),
                action("go", hotkeys=fires("in.1", "in.2")),
            ],
            [
                prop("A", sets("in.2", "{1}"), sets("in.3", "{2}")),
                action("go", hotkeys=fires("in.2", "in.3")),
            ],
        ),
        [
            (Group.KEYS, "in.1", "renamed", "in.1", "in.2", False),
            (Group.KEYS, "in.2", "renamed", "in.2", "in.3", False),
        ],
    ),
    "step that is another one, and one more before it": (
        lambda: (
            [
                prop("A", sets("in.1", "{1}"), sets("in.2", "{A+B+1}")),
                action("go", hotkeys=fires("in.1", "in.2")),
                action("in.3", hotkey=named("in.3"), hotkeys=fires("in.1")),
                action("then", hotkeys=fires("in.3")),
            ],
            [
                prop("A", sets("in.2", "{1}"), sets("in.3", "{A+B+2}")),
                prop("B", sets("in.1", "{0}")),
                action("go", hotkeys=fires("in.1", "in.2", "in.3")),
                action("in.4", hotkey=named("in.4"), hotkeys=fires("in.2")),
                action("then", hotkeys=fires("in.4")),
            ],
        ),
        [
            (Group.PROPERTIES, "B", "added", "", "", False),
            (Group.KEYS, "in.1", "renamed", "in.1", "in.2", False),
            (Group.KEYS, "in.2", "renamed", "in.2", "in.3", False),
            (Group.KEYS, "in.3", "renamed", "in.3", "in.4", False),
            (Group.COMMANDS, "go", "hotkeys", "in.2,in.3", "in.1,in.2,in.3", False),
            (
                Group.EXPRESSIONS,
                "A on in.3",
                "propChanger",
                "P,{A+B+1}",
                "P,{A+B+2}",
                False,
            ),
        ],
    ),
    "step that sends to pieces": (
        lambda: (
            [sends("in.1", "in.1"), action("go", hotkeys=fires("in.1"))],
            [sends("in.2", "in.1"), action("go", hotkeys=fires("in.2"))],
        ),
        [(Group.KEYS, "in.1", "renamed", "in.1", "in.2", False)],
    ),
    "command's key renamed": (
        lambda: (
            [action("B", text="Go", hotkey=named("Go_Now"))],
            [action("B", text="Go", hotkey=named("Go_Later"))],
        ),
        [
            (Group.KEYS, "Go_Now", "renamed", "Go_Now", "Go_Later", True),
            (Group.COMMANDS, "B", "hotkey", "Go_Now", "Go_Later", False),
        ],
    ),
    "command removed": (
        lambda: ([action("B", hotkey=named("Go"))], []),
        [
            (Group.KEYS, "Go", "removed", "", "", True),
            (Group.COMMANDS, "B", "removed", "", "", False),
        ],
    ),
    "key that a placed piece still sends": (
        lambda: (
            [
                action("B", hotkey=named("Go")),
                action("C", hotkeys=r"57348\,0\,Go"),
                pieces(slot("P", ("button;57348,0,Go;0;0;9;9;Go;false", ""), gpid="abc:1")),
            ],
            [
                action("B", hotkey=named("Went")),
                action("C", hotkeys=r"57348\,0\,Went"),
                pieces(slot("P", ("button;57348,0,Went;0;0;9;9;Go;false", ""), gpid="abc:1")),
            ],
        ),
        [
            (Group.KEYS, "Go", "renamed", "Go", "Went", True),
            (Group.COMMANDS, "B", "hotkey", "Go", "Went", False),
            (Group.COMMANDS, "C", "hotkeys", "Go", "Went", False),
            (Group.PIECES, "P (abc:1)", "trait Action Button", "Go", "Went", True),
        ],
    ),
    "key added": (
        lambda: ([], [at("", el("module.GlobalKeyCommand", name="G", buttonHotkey=named("Go")))]),
        [
            (Group.KEYS, "Go", "added", "", "", False),
            (Group.COMMANDS, "G", "added", "", "", False),
        ],
    ),
    "text of a button": (
        lambda: ([action("B", text="Go")], [action("B", text="Los")]),
        [(Group.TEXTS, "B", "text", "Go", "Los", False)],
    ),
    "name of a button": (
        lambda: ([action("Before", text="Go")], [action("After", text="Go")]),
        [(Group.COMMANDS, "Before", "renamed", "Before", "After", False)],
    ),
    "condition of a loop": (
        lambda: (
            [action("B", whileExpression="{A<3}")],
            [action("B", whileExpression="{A<4}")],
        ),
        [(Group.EXPRESSIONS, "B", "whileExpression", "{A<3}", "{A<4}", False)],
    ),
    "piece added": (
        lambda: (
            [pieces(slot("P", gpid="abc:1"))],
            [pieces(slot("P", gpid="abc:1"), slot("Q", gpid="abc:2"))],
        ),
        [(Group.PIECES, "Q (abc:2)", "added", "", "", False)],
    ),
    "piece removed": (
        lambda: (
            [pieces(slot("P", gpid="abc:1"), slot("Q", gpid="abc:2"))],
            [pieces(slot("P", gpid="abc:1"))],
        ),
        [(Group.PIECES, "Q (abc:2)", "removed", "", "", True)],
    ),
    "gpid": (
        lambda: (
            [pieces(slot("P", _MARK, gpid="abc:1"))],
            [pieces(slot("P", _MARK, gpid="abc:7"))],
        ),
        [(Group.PIECES, "P (abc:1)", "gpid", "abc:1", "abc:7", True)],
    ),
    "gpids exchanged": (
        lambda: (
            [pieces(slot("P", _MARK, gpid="abc:1"), slot("Q", gpid="abc:2"))],
            [pieces(slot("P", _MARK, gpid="abc:2"), slot("Q", gpid="abc:1"))],
        ),
        [
            (Group.PIECES, "P (abc:1)", "entryName", "P", "Q", False),
            (Group.PIECES, "P (abc:1)", "trait Basic Piece", "P", "Q", True),
            (Group.PIECES, "P (abc:1)", "trait Marker", "mark;Country", "", True),
            (Group.PIECES, "Q (abc:2)", "entryName", "Q", "P", False),
            (Group.PIECES, "Q (abc:2)", "trait Basic Piece", "Q", "P", True),
            (Group.PIECES, "Q (abc:2)", "trait Marker", "", "mark;Country", True),
        ],
    ),
    "state of a trait": (
        lambda: (
            [pieces(slot("P", _MARK, gpid="abc:1"))],
            [pieces(slot("P", ("mark;Country", "Spain"), gpid="abc:1"))],
        ),
        [(Group.PIECES, "P (abc:1)", "state of trait Marker", "France", "Spain", True)],
    ),
    "order of traits": (
        lambda: (
            [pieces(slot("P", _MARK, ("prototype;X", ""), gpid="abc:1"))],
            [pieces(slot("P", ("prototype;X", ""), _MARK, gpid="abc:1"))],
        ),
        [
            (
                Group.PIECES,
                "P (abc:1)",
                "order of traits",
                "Marker Country, Prototype X",
                "Prototype X, Marker Country",
                True,
            )
        ],
    ),
    "piece in another place": (
        lambda: (
            [pieces(slot("P", gpid="abc:1")), at("", map_window(inside=[stack()]))],
            [pieces(), at("", map_window(inside=[stack(slot("P", gpid="abc:1"))]))],
        ),
        [
            (
                Group.PIECES,
                "P (abc:1)",
                "stands in",
                "PieceWindow:Pieces/ListWidget:Counters",
                "Map:Main Map/SetupStack",
                False,
            )
        ],
    ),
    "prototype changed": (
        lambda: (
            [at("", prototype("X", _MARK))],
            [at("", prototype("X", ("mark;Land", "France")))],
        ),
        [(Group.PROTOTYPES, "X", "trait Marker", "Country", "Land", True)],
    ),
    "prototype renamed": (
        lambda: ([at("", prototype("Xeno", _MARK))], [at("", prototype("Yves", _MARK))]),
        [(Group.PROTOTYPES, "Xeno", "renamed", "Xeno", "Yves", True)],
    ),
    "map renamed": (
        lambda: (
            [at("", map_window(name="Main"))],
            [at("", map_window(name="Other"))],
        ),
        [(Group.WINDOWS, "Main", "renamed", "Main", "Other", True)],
    ),
    "page of help": (
        lambda: (
            [at("", el("module.documentation.HelpFile", title="Rules", fileName="a.html"))],
            [at("", el("module.documentation.HelpFile", title="Rules", fileName="b.html"))],
        ),
        [(Group.HELP, "Rules", "fileName", "a.html", "b.html", False)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_difference(name: str, tmp_path: Path) -> None:
    both, expected = CASES[name]
    assert seen(changes(tmp_path, *both())) == expected


def test_root_and_metadata(tmp_path: Path) -> None:
    old = write(tmp_path / "Before.vmdx")
    new = write(
        tmp_path / "After.vmdx",
        extensionId="xyz",
        version="1.1",
        description="More",
        anyModule="false",
        module="CoV",
        nextPieceSlotId="12",
    )
    assert seen(compare(old, new).changes) == [
        (Group.METADATA, "file name", "changed", "Before", "After", True),
        (Group.METADATA, "extensionId", "changed", "abc", "xyz", True),
        (Group.METADATA, "version", "changed", "1.0", "1.1", False),
        (Group.METADATA, "description", "changed", "An extension", "More", False),
        (Group.METADATA, "anyModule", "changed", "true", "false", True),
        (Group.METADATA, "module", "changed", "", "CoV", True),
        (Group.METADATA, "nextPieceSlotId", "changed", "9", "12", False),
    ]


def test_a_lower_next_number_is_marked(tmp_path: Path) -> None:
    old = write(tmp_path / "old" / "x.vmdx", nextPieceSlotId="9")
    new = write(tmp_path / "new" / "x.vmdx", nextPieceSlotId="odd")
    (found,) = compare(old, new).changes
    assert (found.subject, bool(found.breaks)) == ("nextPieceSlotId", True)


def test_what_only_the_metadata_says_is_compared(tmp_path: Path) -> None:
    data = DATA.replace("</data>", "<universal>true</universal><extra1>a</extra1></data>")
    old = write(tmp_path / "old" / "x.vmdx", data=data)
    new = write(tmp_path / "new" / "x.vmdx", data=data.replace("true", "false").replace("a<", "b<"))
    assert seen(compare(old, new).changes) == [
        (Group.METADATA, "extensiondata: extra1", "changed", "a", "b", False),
        (Group.METADATA, "extensiondata: universal", "changed", "true", "false", False),
    ]
    none = write(tmp_path / "none" / "x.vmdx", data=None)
    assert (Group.METADATA, "extensiondata", "removed", "", "", False) in seen(
        compare(old, none).changes
    )


def test_files(tmp_path: Path) -> None:
    names = ("images/same.png", "images/gone.png", "images/other.png", "images/moved.png")
    old = {name: name.encode() for name in names} | {"help/a.html": b"1"}
    new = {
        "images/new.png": b"new",
        "images/into.png": old["images/moved.png"],
        "images/other.png": b"another",
        "images/same.png": old["images/same.png"],
        "help/a.html": b"2",
    }
    files = (
        write(tmp_path / "old" / "x.vmdx", more=old),
        write(tmp_path / "new" / "x.vmdx", more=new),
    )
    assert seen(compare(*files).changes) == [
        (Group.HELP, "help/a.html", "changed", "", "", False),
        (Group.FILES, "images/gone.png", "removed", "", "", True),
        (
            Group.FILES,
            "images/moved.png",
            "renamed",
            "images/moved.png",
            "images/into.png",
            True,
        ),
        (Group.FILES, "images/other.png", "changed", "", "", False),
        (Group.FILES, "images/new.png", "added", "", "", False),
    ]


def test_tables_of_what_it_was_built_from(tmp_path: Path) -> None:
    old = {
        "x_rule.toml": b"a = 1\nlist = [1, [2]]\n[release]\nversion = '1'\ndate = 2026-01-02",
        "x_binding.toml": b"[powers.Austria]\nkind = 'none'",
    }
    new = {
        "x_rule.toml": b"a = 2\nlist = [1, [3]]\n[release]\nversion = '2'\ndate = 2026-02-02",
        "x_binding.toml": b"[powers.Austria]\nkind = 'keys'\nup = 'u'",
        "x_more.toml": b"",
    }
    files = (
        write(tmp_path / "old" / "x.vmdx", more=old),
        write(tmp_path / "new" / "x.vmdx", more=new),
    )
    assert seen(compare(*files).changes) == [
        (Group.RULE, "a", "changed", "1", "2", False),
        (Group.RULE, "list", "changed", "[1, [2]]", "[1, [3]]", False),
        (Group.BINDING, "powers.Austria.kind", "changed", '"none"', '"keys"', False),
        (Group.BINDING, "powers.Austria.up", "changed", "none", '"u"', False),
        (Group.METADATA, "release.date", "changed", "2026-01-02", "2026-02-02", False),
        (Group.FILES, "x_more.toml", "added", "", "", False),
    ]
