"""What is written in another way and means the same makes no difference."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from generator.build import build
from generator.compare.compare import compare
from generator.rules import load_rules
from generator.vassal.sequence import encode
from tests.host.builder import definition, el, map_window, palette, slot, stack

from .extension import DATA, action, at, changes, named, prop, sets, with_attributes, write

Elements = list[etree._Element]
_LAYER = "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png,b.png;,;true;Side;;;false;;1;1;true;"


def piece(*traits: tuple[str, str], gpid: str = "abc:1", **attributes: str) -> etree._Element:
    found = slot("Marker", *traits, gpid=gpid)
    return at("", palette(with_attributes(found, **attributes)))


def trait(kind: str, state: str = "") -> etree._Element:
    return piece((kind, state))


def places(kind: str) -> str:
    """Write a trait that places a piece with another one."""
    return encode(["placemark", "Place", named("Put"), definition("M", (kind, "1"))], ";")


ALIKE: dict[str, Callable[[], tuple[Elements, Elements]]] = {
    "order of elements": lambda: ([prop("A"), action("B")], [action("B"), prop("A")]),
    "order of children": lambda: (
        [prop("A", sets("x", "{1}"), sets("y", "{2}"))],
        [prop("A", sets("y", "{2}"), sets("x", "{1}"))],
    ),
    "order of attributes": lambda: (
        [action("B", text="T", tooltip="I")],
        [at("", with_attributes(el("module.DoActionButton"), tooltip="I", text="T", name="B"))],
    ),
    "defaults of a component": lambda: (
        [action("B")],
        [action("B", doReport="false", loopType="counted", loopCount="1", text="", index="false")],
    ),
    "what a newer engine knows": lambda: ([action("B")], [action("B", newer="false", also="")]),
    "codes of named keys": lambda: (
        [action("B", hotkey="57348,0,go", hotkeys=r"57348\,0\,a,57348\,0\,b")],
        [action("B", hotkey="57344,0,go", hotkeys=r"57401\,0\,a,63000\,0\,b")],
    ),
    "bits of a real key": lambda: ([action("B", hotkey="67,130")], [action("B", hotkey="67,2")]),
    "a slot's size": lambda: ([piece()], [piece(width="99", height="1")]),
    "a board's size where a picture has it": lambda: (
        [at("", map_window(el("module.map.boardPicker.Board", name="B", image="b.png")))],
        [
            at(
                "",
                map_window(
                    el(
                        "module.map.boardPicker.Board",
                        name="B",
                        image="b.png",
                        width="4",
                        height="4",
                    )
                ),
            )
        ],
    ),
    "what a map gets by itself": lambda: (
        [at("", map_window())],
        [
            at(
                "",
                map_window(
                    inside=[
                        el("module.map.Flare", flareName="Map Flare", circleSize="100"),
                        el("module.map.HighlightLastMoved", enabled="true", color="255,0,0"),
                    ]
                ),
            )
        ],
    ),
    "defaults of a trait": lambda: (
        [trait(f"{_LAYER};57348,0,Turn;", "1")],
        [trait(f"{_LAYER};60000,0,Turn;;;1.0;;true", "1")],
    ),
    "an outline that is the rectangle": lambda: (
        [trait("button;57348,0,a;-5;-6;10;20;Go;false")],
        [trait("button;57399,0,a;-5;-6;10;20;Go;false;false;1;4;-5;-6;5;-6;5;14;-5;14")],
    ),
    "order of flags": lambda: ([trait("immob;gnZ;V")], [trait("immob;ngZ;V")]),
    "an older outline": lambda: ([trait("nonRect;m,1,2,c")], [trait("nonRect2;1.0;m,1,2,c")]),
    "empty fields of a target": lambda: (
        [trait("globalkey;Go;71,130;75,130;;false;1;true;true;;;-1;MODULE|false|MAP|||||0|0")],
        [trait("globalkey;Go;71,130;75,130;;false;1;true;true;;;-1;MODULE|false|MAP|||||0|0||")],
    ),
    "defaults of a trait of a placed piece": lambda: (
        [trait(places(f"{_LAYER};57348,0,Turn;"))],
        [trait(places(f"{_LAYER};60000,0,Turn;;;1.0;;true"))],
    ),
    "order of pieces in a palette": lambda: (
        [at("", palette(slot("A", gpid="abc:1"), slot("B", gpid="abc:2")))],
        [at("", palette(slot("B", gpid="abc:2"), slot("A", gpid="abc:1")))],
    ),
    "a slot that is named as its piece": lambda: ([piece()], [piece(entryName="")]),
}


@pytest.mark.parametrize("name", ALIKE)
def test_it_makes_no_difference(name: str, tmp_path: Path) -> None:
    old, new = ALIKE[name]()
    assert changes(tmp_path, old, new) == []
    old, new = ALIKE[name]()
    assert changes(tmp_path, new, old) == []


def test_a_placed_piece_that_is_another_one_is_a_difference(tmp_path: Path) -> None:
    old, new = trait(places("mark;A")), trait(places("mark;B"))
    (found,) = changes(tmp_path, [old], [new])
    assert (found.what, found.old, found.new) == (
        "trait Place Marker",
        "mark;A;1 / piece;M;",
        "mark;B;1 / piece;M;",
    )


def test_an_outline_of_another_form_is_a_difference(tmp_path: Path) -> None:
    old = trait("button;57348,0,a;-5;-6;10;20;Go;false")
    new = trait("button;57348,0,a;-5;-6;10;20;Go;false;false;1;3;-5;-6;5;-6;5;14")
    assert len(changes(tmp_path, [old], [new])) == 1


def test_archive_order_time_and_compression_make_no_difference(tmp_path: Path) -> None:
    built = build(load_rules(), tmp_path / "old", {}).path
    again = tmp_path / "new" / built.name
    again.parent.mkdir()
    with zipfile.ZipFile(built) as old, zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as new:
        for name in reversed(old.namelist()):
            new.writestr(zipfile.ZipInfo(name, (2031, 1, 2, 3, 4, 6)), old.read(name))
        new.writestr("moduledata", "<data/>")
    assert compare(built, again).changes == []


def test_an_unpacked_folder_is_the_same(tmp_path: Path) -> None:
    built = build(load_rules(), tmp_path, {}).path
    with zipfile.ZipFile(built) as archive:
        archive.extractall(tmp_path / "unpacked" / built.stem)
    assert compare(built, tmp_path / "unpacked" / built.stem).changes == []


def test_what_saving_stamps_is_told_and_no_difference(tmp_path: Path) -> None:
    old = write(tmp_path / "old" / "x.vmdx")
    new = write(
        tmp_path / "new" / "x.vmdx",
        data=DATA.replace("16000", "17000"),
        vassalVersion="3.7.26",
        module="The module that was open",
        moduleVersion="4",
    )
    found = compare(old, new)
    assert found.changes == []
    assert found.saved == ("VASSAL 3.6.0, 2020-09-13", "VASSAL 3.7.26, 2023-11-14")
    assert found.warned == "a VASSAL older than 3.7.26 warns its player when it loads the file"
    assert compare(new, old).warned == ""


def test_what_the_metadata_leaves_out_is_as_in_the_root(tmp_path: Path) -> None:
    more = DATA.replace("</data>", "<universal>true</universal></data>")
    old = write(tmp_path / "old" / "x.vmdx")
    new = write(tmp_path / "new" / "x.vmdx", data=more)
    assert compare(old, new).changes == []
    assert compare(new, old).changes == []


def test_a_definition_that_cannot_be_read_is_compared_as_it_is(tmp_path: Path) -> None:
    def odd(text: str) -> etree._Element:
        return at("", palette(el("widget.PieceSlot", text=text, gpid="abc:1", entryName="M")))

    assert changes(tmp_path, [odd("+/null/odd")], [odd("+/null/odd")]) == []
    good = definition("M", ("mark;A", "1"), gpid="abc:1")
    (found,) = changes(tmp_path, [odd("+/null/odd")], [odd(good)])
    told = (found.what, found.old, found.new, bool(found.breaks))
    assert told == ("definition", "cannot be read", "can be read", False)
    for bad in ("", good[:9], good[:-30], "+/null/odd"):
        (found,) = changes(tmp_path, [odd(good)], [odd(bad)])
        told = (found.what, found.old, found.new, bool(found.breaks))
        assert told == ("definition", "can be read", "cannot be read", True)
    (found,) = changes(tmp_path, [odd("+/null/odd")], [odd("+/null/other")])
    assert (found.old, found.new, bool(found.breaks)) == ("cannot be read", "cannot be read", True)
    (found, *_) = changes(tmp_path, [], [odd("+/null/odd")])
    assert (found.what, bool(found.breaks)) == ("added", True)


def test_a_stack_is_the_same_with_its_pieces_in_their_order(tmp_path: Path) -> None:
    def two(first: str, second: str) -> etree._Element:
        return at(
            "", map_window(inside=[stack(slot(first, gpid=first), slot(second, gpid=second))])
        )

    assert changes(tmp_path, [two("a", "b")], [two("a", "b")]) == []
    (found,) = changes(tmp_path, [two("a", "b")], [two("b", "a")])
    assert (found.what, found.old, found.new) == ("order of pieces", "a, b", "b, a")
