"""What players only see of a piece is not marked, what something reads is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from lxml import etree

from generator.vassal.sequence import encode
from tests.host.builder import palette, prototype, slot

from .extension import action, at, changes, prop, sets

Traits: TypeAlias = tuple[tuple[str, str], ...]
Elements: TypeAlias = list[etree._Element]
OLD, NEW = "Sheet", "Hoja"


def piece(*traits: tuple[str, str], name: str = "P") -> etree._Element:
    return at("", palette(slot(name, *traits, gpid="abc:1", entry="E")))


def shared(*traits: tuple[str, str]) -> etree._Element:
    return at("", prototype("X", *traits))


def layer(
    name: str = "Side", levels: str = "a", images: str = "a.png", up: str = "Up"
) -> tuple[str, str]:
    start = ["emb2", "", "128", "A", up, "128", "", "", "128", "", "", "", "1", "false", "0", "0"]
    rest = ["", "", "false", "", "1", "1", "true", "", "", "", "", "1.0"]
    return encode([*start, images, levels, "true", name, *rest], ";"), "1"


def one(kind: str) -> Traits:
    return ((kind, ""),)


def reads(expression: str) -> etree._Element:
    return action("B", whileExpression=f"{{{expression}}}")


def named(name: str, *others: etree._Element) -> Elements:
    return [piece(name=name), *others]


TRAITS: dict[str, tuple[Traits, Traits, bool]] = {
    "command of the menu": (one("delete;Delete;68,130;"), one("delete;Borrar;68,130;"), False),
    "and its key": (one("delete;Delete;68,130;"), one("delete;Borrar;69,130;"), True),
    "part that is described": (
        one("button;57348,0,a;0;0;9;9;Go;false"),
        one("button;57348,0,a;0;0;9;9;Ir;false"),
        False,
    ),
    "command of a layer": ((layer(up="Up"),), (layer(up="Arriba"),), False),
    "names of levels": ((layer(levels="a"),), (layer(levels="b"),), False),
    "name of a layer": ((layer(name="Side"),), (layer(name="Lado"),), False),
    "pictures of a layer": ((layer(images="a.png"),), (layer(images="b.png"),), True),
    "marker": ((("mark;A", "1"),), (("mark;A", "2"),), True),
    "comment": (one("cmt;a"), one("cmt;b"), False),
    "comment more": ((), one("cmt;b"), False),
    "trait more": ((), one("mark;A"), True),
}


@pytest.mark.parametrize("of", [piece, shared])
@pytest.mark.parametrize("name", TRAITS)
def test_a_trait(of: Callable[..., etree._Element], name: str, tmp_path: Path) -> None:
    old, new, marked = TRAITS[name]
    (found,) = changes(tmp_path, [of(*old)], [of(*new)])
    assert bool(found.breaks) == marked


READ: dict[str, tuple[Callable[[str], Elements], bool]] = {
    "nothing reads the name": (named, False),
    "another name is asked for": (lambda n: named(n, reads('BasicName=="Marker"')), False),
    "it is asked for": (lambda n: named(n, reads('X && BasicName == "Sheet"')), True),
    "it is asked for with quotes": (
        lambda n: named(n, reads('Sum("X","{BasicName==\\"Sheet\\"}")')),
        True,
    ),
    "a part of it is asked for": (lambda n: named(n, reads('PieceName=="Sheet (2)"')), True),
    "the new one is asked for": (lambda n: named(n, reads('PieceName!="Hoja"')), True),
    "some name is read": (lambda n: named(n, reads("BasicName==Wanted")), True),
    "a text for players has it": (
        lambda n: named(n, action("B", reportFormat="$PieceName$")),
        False,
    ),
    "another piece had the new name": (
        lambda n: [
            at("", palette(slot(n, gpid="abc:1", entry="E"), slot(NEW, gpid="abc:2", entry="F")))
        ],
        True,
    ),
    "names of a layer's levels": (lambda n: [piece(layer(levels=n))], False),
    "names of levels that are read": (
        lambda n: [piece(layer(levels=n)), reads('Side_Name=="Front"')],
        True,
    ),
    "names of levels where names are read": (
        lambda n: [piece(layer(levels=n)), reads("PieceName==Wanted")],
        True,
    ),
    "name of a layer that is read": (
        lambda n: [piece(layer(name=n)), prop("A", sets("go", "{Sheet_Level}"))],
        True,
    ),
}


@pytest.mark.parametrize("name", READ)
def test_a_name(name: str, tmp_path: Path) -> None:
    make, marked = READ[name]
    (found,) = changes(tmp_path, make(OLD), make(NEW))
    assert bool(found.breaks) == marked


def test_traits_that_moved_are_told_apart(tmp_path: Path) -> None:
    first, second, third = (("mark;Land", "a"), ("mark;Side", "b"), ("mark;Rank", "c"))
    (found,) = changes(tmp_path, [piece(first, second, third)], [piece(first, third, second)])
    assert (found.old, found.new) == (
        "Marker Side, Marker Rank",
        "Marker Rank, Marker Side",
    )


def test_traits_that_begin_alike_are_told_whole(tmp_path: Path) -> None:
    first, second = (("report;71,130;a", ""), ("report;71,130;b", ""))
    (found,) = changes(tmp_path, [piece(first, second)], [piece(second, first)])
    assert (found.old, found.new) == (
        "Report Action 71,130;a, Report Action 71,130;b",
        "Report Action 71,130;b, Report Action 71,130;a",
    )
