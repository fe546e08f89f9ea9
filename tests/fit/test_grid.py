"""Pixels of a row where boards lie side by side, and those across it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from lxml import etree

from generator.binding.model import GridRead, Track
from generator.fit.check import check_binding
from generator.host.read import read_module
from generator.vassal.sequence import encode
from tests.host.builder import board, el, map_window, slot, stack, write_module

from .test_check import MAP, bound, host_root, named, unbound

ROW = GridRead(named("Austria"), Track(0, 19), "x", 25, 25, (138, 162))
"""As it is on a board that lies at the map's edge."""
GRID = f'the square grid of board "Board" of map "{MAP}"'
BESIDE = '"Board", which lies 1000, 0 pixels from it'


def squares(**attributes: str) -> etree._Element:
    given = {"dx": "25", "dy": "25", "x0": "25", "y0": "0"}
    return el("module.map.boardPicker.board.SquareGrid", **{**given, **attributes})


def two_boards(
    *on_left: etree._Element,
    setup: Iterable[object] = ("Left", 0, 0, "Board", 1, 0),
    left: str = "1000",
    edge: int = 0,
    y: int = 150,
) -> etree._Element:
    """Make a map of two boards; Austria's marker begins on the one called Board, at 500."""
    boards = [
        board(*on_left, name="Left", width=left, height="300"),
        board(squares(), name="Board", width="1050", height="300"),
    ]
    piece = stack(slot("Austria VP"), x=500, y=y, owningBoard="Board")
    edges = {"edgeWidth": str(edge), "edgeHeight": str(edge)}
    on = map_window(*boards, inside=[piece], **edges)
    if setup:
        text = encode(["Main MapBoardPicker", *map(str, setup)], "\t")
        etree.SubElement(on[0], "setup").text = text
    return on


def noted(folder: Path, on: etree._Element, read: GridRead) -> list[str]:
    path = write_module(folder / "m.vmod", host_root(on=on))
    return list(check_binding(bound(read), read_module(path), Path("cov.toml")))


def test_row_on_the_second_of_two_boards(tmp_path: Path) -> None:
    assert noted(tmp_path, two_boards(), replace(ROW, start=1025)) == []
    reversed_ = two_boards(setup=("Left/rev", 0, 0, "Board", 1, 0))
    assert noted(tmp_path, reversed_, replace(ROW, start=1025)) == []
    shifted = replace(ROW, start=1035, across=(148, 172))
    assert noted(tmp_path, two_boards(edge=10), shifted) == []
    below = two_boards(setup=("Left", 0, 0, "Board", 0, 1))
    assert noted(tmp_path, below, replace(ROW, across=(438, 462))) == []


@pytest.mark.parametrize("start", [25, 500])
def test_row_that_is_read_as_if_its_board_lay_at_the_edge(start: int, tmp_path: Path) -> None:
    read = replace(ROW, start=start, step=25 if start == 25 else -25)
    assert unbound(tmp_path, host_root(on=two_boards()), bound(read)) == [
        f'powers.Austria.read.start: is {start} pixels from the map\'s edge, on the board "Left", '
        f'but piece "Austria VP" begins on {BESIDE}: put start = {start + 1000}'
    ]


def test_row_that_crosses_from_board_to_board(tmp_path: Path) -> None:
    longer = replace(ROW, track=Track(0, 40))
    (told,) = unbound(tmp_path, host_root(on=two_boards()), bound(longer))
    assert told.endswith(f"begins on {BESIDE}: put start = 1025")
    across = replace(ROW, start=975)
    for on in (two_boards(squares()), two_boards(squares(), y=10)):
        assert unbound(tmp_path, host_root(on=on), bound(across)) == [
            'powers.Austria.read.start: the row would begin on the board "Left" and end on '
            '"Board": mend start and step'
        ]


def test_row_of_a_board_below_another(tmp_path: Path) -> None:
    on = two_boards(setup=("Left", 0, 0, "Board", 0, 1))
    (told,) = unbound(tmp_path, host_root(on=on), bound(ROW))
    assert told.endswith(
        'begins on "Board", which lies 0, 300 pixels from it: put start = 25, across_first = 438, '
        "across_last = 462"
    )


def test_row_on_a_board_on_which_the_marker_does_not_begin(tmp_path: Path) -> None:
    """It may begin in a box beside the map's board, where a grid holds it too."""
    (told,) = noted(tmp_path, two_boards(squares()), ROW)
    assert 'piece "Austria VP" begins at 1500, 150' in told


def test_start_beside_the_places_of_the_second_board(tmp_path: Path) -> None:
    assert unbound(tmp_path, host_root(on=two_boards()), bound(replace(ROW, start=1035))) == [
        f"powers.Austria.read.start: is 1035 pixels, but {GRID} has no place there, the nearest is "
        "at 1025, where its board begins at 1000: mend it"
    ]


@pytest.mark.parametrize(
    ("setup", "left"), [((), "1000"), (("Left", 0, 0, "Board", 1, 0), "0")], ids=["any", "picture"]
)
def test_boards_of_which_it_is_not_known_where_they_lie(
    setup: Iterable[object], left: str, tmp_path: Path
) -> None:
    on = two_boards(setup=setup, left=left)
    for start in (25, 1025):
        assert noted(tmp_path, on, replace(ROW, start=start)) == [
            "powers.Austria.read.start: boards to choose from, or whose sizes only their pictures "
            f'tell, lie on "{MAP}" and may shift pixels: see in a game that start counts from the '
            "map's edge"
        ]


# Across the row


def one_board(**attributes: str) -> etree._Element:
    piece = stack(slot("Austria VP"), x=525, y=150)
    return map_window(board(squares(**attributes)), inside=[piece])


@pytest.mark.parametrize(
    ("attributes", "across", "near"),
    [
        ({}, (138, 162), None),
        ({"y0": "12"}, (138, 162), None),
        ({"y0": "12", "dy": "50"}, (138, 162), None),
        ({"y0": "0.4"}, (150, 151), None),
        ({"y0": "0", "dy": "100"}, (138, 162), 200),
        ({"y0": "12", "dy": "100"}, (138, 162), 112),
        ({"y0": "12", "dy": "100", "edgesLegal": "true"}, (138, 162), None),
        ({"dy": "40"}, (140, 150), 160),
    ],
)
def test_row_lies_on_places_of_the_grid(
    attributes: dict[str, str], across: tuple[int, int], near: int | None, tmp_path: Path
) -> None:
    told = (
        f"powers.Austria.read.across_first: to across_last are {across[0]} to {across[1]} pixels, "
        f"between which {GRID} has no place, the nearest is at {near}: mend them"
    )
    host = host_root(on=one_board(**attributes))
    found = unbound(tmp_path, host, bound(replace(ROW, across=across)))
    assert found == [told] * (near is not None)


@pytest.mark.parametrize(
    ("axis", "across", "what"), [("x", (130, 180), "rows"), ("y", (515, 560), "columns")]
)
def test_row_is_not_the_only_one(
    axis: Literal["x", "y"], across: tuple[int, int], what: str, tmp_path: Path
) -> None:
    on = one_board()
    read = replace(ROW, axis=axis, across=across, start=25 if axis == "x" else 0)
    assert noted(tmp_path, on, read)[0] == (
        f"powers.Austria.read.across_first: between {across[0]} and {across[1]} pixels {GRID} has "
        f"2 {what}: a marker on any of them is read"
    )


@pytest.mark.parametrize(("axis", "where"), [("x", "above or below"), ("y", "left or right of")])
def test_row_that_may_be_any(axis: Literal["x", "y"], where: str, tmp_path: Path) -> None:
    read = replace(ROW, axis=axis, across=None, start=25)
    assert noted(tmp_path, one_board(), read)[0] == (
        f"powers.Austria.read.across_first: is missing: a marker anywhere {where} these places is "
        "read as on them; give across_first and across_last"
    )
