"""Rows of a hex grid: columns 25 apart, hexes 30 apart, every other column half of that lower."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import GridRead, Track
from generator.fit.check import check_binding
from generator.host.candidates import find_candidates
from generator.host.read import read_module
from tests.host.builder import board, el, map_window, slot, stack, write_module

from .test_check import MAP, bound, host_root, named, unbound

GRID = f'the hex grid of board "Board" of map "{MAP}"'
ZIGZAG = GridRead(named("Austria"), Track(0, 19), "x", 25, 25, (138, 170))
"""Its columns in turn: 25, 150; 50, 165; …"""
COLUMN = GridRead(named("Austria"), Track(0, 8), "y", 30, 30, (20, 30))
"""Its first column: 25, 30; 25, 60; …"""
STRAIGHT = GridRead(named("Austria"), Track(0, 9), "x", 25, 50, (145, 155))
"""Every other column: 25, 150; 75, 150; …"""


def hexes(edge: int = 0, **attributes: str) -> etree._Element:
    given = {"dx": "25", "dy": "30", "x0": "25", "y0": "0", **attributes}
    field = board(el("module.map.boardPicker.board.HexGrid", **given), width="1000", height="1000")
    piece = stack(slot("Austria VP"), x=25, y=150)
    return map_window(field, inside=[piece], edgeWidth=f"{edge}", edgeHeight=f"{edge}")


def turned(read: GridRead) -> GridRead:
    return replace(read, axis="y" if read.axis == "x" else "x")


SIDEWAYS = hexes(sideways="true")
"""Its x and y are exchanged, those of the origin too."""


@pytest.mark.parametrize("read", [ZIGZAG, COLUMN, STRAIGHT])
def test_row_of_hexes(read: GridRead, tmp_path: Path) -> None:
    assert unbound(tmp_path, host_root(on=hexes()), bound(read)) == []
    assert unbound(tmp_path, host_root(on=SIDEWAYS), bound(turned(read))) == []
    assert len(unbound(tmp_path, host_root(on=SIDEWAYS), bound(read))) == 1
    assert len(unbound(tmp_path, host_root(on=hexes()), bound(turned(read)))) == 1
    across = read.across and (read.across[0] + 7, read.across[1] + 7)
    edged = replace(read, start=read.start + 7, across=across)
    assert unbound(tmp_path, host_root(on=hexes(7)), bound(edged)) == []
    anywhere = replace(read, across=None)
    assert unbound(tmp_path, host_root(on=hexes()), bound(anywhere)) == []


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (
            replace(ZIGZAG, start=30),
            f"read.start: is 30 pixels, but {GRID} has no place there, the nearest is at 25: "
            "mend it",
        ),
        (
            replace(ZIGZAG, step=20),
            f"read.step: is 20 pixels, but {GRID} has no place at 45 pixels, where 1 would be, the "
            "nearest is at 50: mend it, and start",
        ),
        (
            replace(COLUMN, step=25),
            f"read.step: is 25 pixels, but {GRID} has no place at 55 pixels, where 1 would be, the "
            "nearest is at 60: mend it, and start",
        ),
        (
            replace(STRAIGHT, step=25),
            f"read.across_first: to across_last are 145 to 155 pixels, between which {GRID} has no "
            "place at 50 pixels: mend them, or start and step",
        ),
        (
            replace(COLUMN, start=45),
            f"read.across_first: to across_last are 20 to 30 pixels, between which {GRID} has no "
            "place at 45 pixels: mend them, or start and step",
        ),
    ],
)
def test_row_beside_hexes(read: GridRead, told: str, tmp_path: Path) -> None:
    found = unbound(tmp_path, host_root(on=hexes()), bound(read))
    assert found == [f"powers.Austria.{told}"]
    found = unbound(tmp_path, host_root(on=SIDEWAYS), bound(turned(read)))
    assert found == [f"powers.Austria.{told}"]
    assert unbound(tmp_path, host_root(on=hexes(snapTo="false")), bound(read)) == []


def test_hexes_of_parts_of_pixels(tmp_path: Path) -> None:
    """Their centres are cut to whole pixels, so that no step is right for long."""
    on = hexes(dx="25.5")
    short = replace(STRAIGHT, step=51)
    assert unbound(tmp_path, host_root(on=on), bound(short)) == []
    (told,) = unbound(tmp_path, host_root(on=on), bound(ZIGZAG))
    assert told.startswith("powers.Austria.read.step: is 25 pixels, but ")
    assert " has no place at 75 pixels, where 2 would be, the nearest is at 76" in told


def test_several_hexes_of_one_place(tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", host_root(on=hexes()))
    read = replace(ZIGZAG, across=(115, 185))
    (told,) = check_binding(bound(read), read_module(path), Path("cov.toml"))
    assert told == (
        f"powers.Austria.read.across_first: between 115 and 185 pixels {GRID} has 3 places at 25: "
        "a marker on any of them is read"
    )


@pytest.mark.parametrize("on", [hexes(edgesLegal="true"), hexes(cornersLegal="true")])
def test_edges_and_corners_of_hexes_are_not_known(on: etree._Element, tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", host_root(on=on))
    told = check_binding(bound(replace(ZIGZAG, step=20)), read_module(path), Path("cov.toml"))
    assert (
        f"powers.Austria.read.step: {GRID} holds markers to edges or corners too: whether these "
        "pixels are places cannot be told here; try it in the module" in told
    )


def test_hexes_are_not_drafted(tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", host_root(on=hexes()))
    found = find_candidates(read_module(path), ["Austria"]).powers["Austria"]
    (grid,) = [each for each in found if each.pattern == "G"]
    assert (grid.read, grid.doubts) == (
        None,
        (
            "is not drafted: its hexes lie in no straight rows and columns; write its read table "
            'by hand (kind = "grid")',
        ),
    )
