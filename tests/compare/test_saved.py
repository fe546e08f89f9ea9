"""What saved games and other players know a component by is marked when it is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from lxml import etree

from generator.compare.change import Change
from tests.host.builder import board, el, map_window, prototype, zone, zoned
from tests.host.builder import prop as bare_prop

from .extension import PROPERTIES, at, changes, named, prop

Elements: TypeAlias = list[etree._Element]
Marked: TypeAlias = tuple[str, str, str]
"""Subject, what, and the reason; empty: not marked."""

_KINDS = ("Boolean", "List", "Number", "String")


def tab(name: str, *inside: etree._Element) -> etree._Element:
    return at(PROPERTIES, el("module.properties.ScenarioPropertiesOptionTab", *inside, name=name))


def option(name: str, kind: str = "Number", **attributes: str) -> etree._Element:
    return el(f"module.properties.{kind}ScenarioProperty", name=name, **attributes)


def tracker(name: str, *levels: etree._Element) -> etree._Element:
    return at("", el("module.turn.TurnTracker", *levels, name=name))


def level(kind: str, name: str, **attributes: str) -> etree._Element:
    return el(f"module.turn.{kind}TurnLevel", property=name, turnFormat=name, **attributes)


def startup(name: str) -> etree._Element:
    return at("", el("module.StartupGlobalKeyCommand", name=name, hotkey=named(name)))


def deck(**attributes: str) -> etree._Element:
    pile = el("module.map.DrawPile", **{"name": "Draw", **attributes})
    return at("", map_window(inside=[pile]))


def zoned_map(
    of_board: str = "Board", of_zone: str = "Zone", of_property: str = "Count"
) -> etree._Element:
    inner = bare_prop(of_property, cls="ZoneProperty")
    return at("", map_window(board(zoned(zone(inner, name=of_zone)), name=of_board), name="Main"))


def clocks(*sides: str) -> etree._Element:
    inside = (el("module.chessclockcontrol.ChessClock", side=side) for side in sides)
    return at("", el("module.ChessClockControl", *inside))


def dice(name: str) -> etree._Element:
    face = el("module.SpecialDie", name="d", text="d")
    return at("", el("module.SpecialDiceButton", face, name=name, hotkey=named("Roll")))


_GONE = "its value in saved games is lost"
_NUMBER = "saved games know it by its number"
_NAME = "saved games know it by its name"
_ASKED_FOR = "other extensions, and what placed pieces place, may still ask for it"
_LOCK = "that it is locked in saved games is lost"
_LOGS = "logs and players with the old file know it by its name"

CASES: dict[str, tuple[Callable[[], tuple[Elements, Elements]], list[Marked]]] = {
    "options removed": (
        lambda: ([tab("T", *(option(each, each) for each in _KINDS))], [tab("T")]),
        [(f"{each} in T", "removed", _GONE) for each in _KINDS],
    ),
    "option renamed": (
        lambda: (
            [tab("T", option("Long", description="How long?"))],
            [tab("T", option("Short", description="How long?"))],
        ),
        [("Long in T", "renamed", _GONE)],
    ),
    "option that is another property now, of the same name": (
        lambda: ([tab("T", option("A")), tab("U")], [prop("A"), tab("T"), tab("U", option("B"))]),
        [("A", "added", ""), ("A in T", "removed", ""), ("B in U", "added", "")],
    ),
    "option in another tab": (
        lambda: ([tab("T", option("A")), tab("U")], [tab("T"), tab("U", option("A"))]),
        [("A in T", "removed", ""), ("A in U", "added", "")],
    ),
    "tab removed": (
        lambda: ([tab("T", option("A"))], []),
        [("T", "removed", _LOCK)],
    ),
    "tab renamed": (
        lambda: ([tab("Tab", option("A"))], [tab("Other", option("A"))]),
        [("Tab", "renamed", _LOCK)],
    ),
    "bounds of a property, which a saved value may break": (
        lambda: ([prop("A", min="0", max="9")], [prop("A", min="1", max="5")]),
        [("A", "max", ""), ("A", "min", "")],
    ),
    "property of a zone": (
        lambda: ([zoned_map()], [zoned_map(of_property="Number")]),
        [("Count in Zone", "renamed", _GONE)],
    ),
    "zone": (
        lambda: ([zoned_map()], [zoned_map(of_zone="Area")]),
        [("Zone in ZonedGrid", "renamed", _NAME)],
    ),
    "board": (
        lambda: ([zoned_map()], [zoned_map(of_board="Table")]),
        [("Board in BoardPicker", "renamed", _NAME)],
    ),
    "tracker that is gone": (
        lambda: ([tracker("A"), tracker("B")], [tracker("B")]),
        [("A", "removed", "its turn in saved games is lost"), ("B", "number", _NUMBER)],
    ),
    "tracker's name, which saves do not know": (
        lambda: ([tracker("A", level("List", "x"))], [tracker("B", level("List", "x"))]),
        [("A", "renamed", "")],
    ),
    "trackers that have changed places": (
        lambda: ([tracker("A"), tracker("B")], [tracker("B"), tracker("A")]),
        [("A", "number", _NUMBER), ("B", "number", _NUMBER)],
    ),
    "levels that have changed places": (
        lambda: (
            [tracker("A", level("List", "x"), level("Counter", "y"))],
            [tracker("A", level("Counter", "y"), level("List", "x"))],
        ),
        [("in A", "number", _NUMBER), ("in A", "number", _NUMBER)],
    ),
    "level that is gone": (
        lambda: ([tracker("A", level("List", "x"))], [tracker("A")]),
        [("in A", "removed", "its turn in saved games is lost")],
    ),
    "list of a level that goes on": (
        lambda: (
            [tracker("A", level("List", "x", list="a,b"))],
            [tracker("A", level("List", "x", list="a,b,c"))],
        ),
        [("in A", "list", "")],
    ),
    "list of a level that begins otherwise": (
        lambda: (
            [tracker("A", level("List", "x", list="a,b"))],
            [tracker("A", level("List", "x", list="c,a,b"))],
        ),
        [("in A", "list", _NUMBER)],
    ),
    "startup commands that have changed places": (
        lambda: ([startup("A"), startup("B")], [startup("B"), startup("A")]),
        [("A", "number", _NUMBER), ("B", "number", _NUMBER)],
    ),
    "clock of a side": (
        lambda: ([clocks("White", "Black")], [clocks("White")]),
        [("Black in Chess Clock Control", "removed", "its time in saved games is lost")],
    ),
    "notes": (
        lambda: ([at("", el("module.NotesWindow"))], []),
        [("(no name)", "removed", "the notes in saved games are lost")],
    ),
    "special dice": (
        lambda: ([dice("Battle")], [dice("Fight")]),
        [("Battle", "renamed", _LOGS)],
    ),
    "dice": (
        lambda: (
            [at("", el("module.DiceButton", name="Battle", hotkey=named("Roll")))],
            [at("", el("module.DiceButton", name="Fight", hotkey=named("Roll")))],
        ),
        [("Battle", "renamed", _LOGS)],
    ),
    "deck renamed": (
        lambda: ([deck()], [deck(name="Discards")]),
        [("Draw in Main Map", "renamed", _NAME)],
    ),
    "settings of a deck, its place, and a text of it": (
        lambda: ([deck()], [deck(shuffle="Never", x="7", shuffleReportFormat="shuffled")]),
        [
            ("Draw in Main Map", "shuffleReportFormat", ""),
            ("Draw in Main Map", "shuffle", "decks in saved games keep the old ones"),
            ("Draw in Main Map", "x", ""),
        ],
    ),
    "prototype removed": (
        lambda: ([at("", prototype("X", ("mark;A", "")))], []),
        [("X", "removed", _ASKED_FOR)],
    ),
    "prototype changed, whose traits placed pieces hold": (
        lambda: (
            [at("", prototype("X", ("mark;A", "")))],
            [at("", prototype("X", ("mark;B", "")))],
        ),
        [("X", "trait Marker", "pieces placed before keep the old ones")],
    ),
}


def marked(found: list[Change]) -> list[Marked]:
    return [(each.subject, each.what, each.breaks) for each in found if each.kind != "key"]


@pytest.mark.parametrize("name", CASES)
def test_what_is_lost(name: str, tmp_path: Path) -> None:
    both, expected = CASES[name]
    assert marked(changes(tmp_path, *both())) == expected
