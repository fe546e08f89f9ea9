from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from generator.host.read import read_module
from generator.host.tracks import Track, surfaces, tracks, zone_at

from .builder import board, el, map_window, module, regions, row, write_module, zone, zoned


def found(tmp_path: Path, *boards: etree._Element) -> list[Track]:
    return tracks(read_module(write_module(tmp_path / "m.vmod", module(map_window(*boards)))))


@pytest.mark.parametrize(
    ("names", "form", "pattern"),
    [
        ("{}", "$gridLocation$", "{n}"),
        ("VP {}", "$gridLocation$", "VP {n}"),
        ("Turn {} Victory Points", "$gridLocation$", "Turn {n} Victory Points"),
        ("{}", "$name$ $gridLocation$", "Track {n}"),
        ("VP{}", "$gridLocation$ of 80", "VP{n} of 80"),
    ],
)
def test_regions_of_a_zone(names: str, form: str, pattern: str, tmp_path: Path) -> None:
    (track,) = found(tmp_path, board(zoned(zone(row(names, range(12)), name="Track", form=form))))
    assert (track.zone, track.kind, track.pattern) == ("Track", "regions", pattern)
    assert (track.lowest, track.highest, track.missing) == (0, 11, [])
    assert track.places[3] == (350, 50)
    assert track.number(pattern.replace("{n}", "7")) == 7
    assert track.number(pattern.replace("{n}", "99")) is None
    assert track.number("elsewhere") is None


def test_names_that_the_zone_hides(tmp_path: Path) -> None:
    """LocationName is what the zone's own format says, by default its name alone."""
    given = board(zoned(zone(row("{}", range(12)), name="Track", form="$name$")))
    assert found(tmp_path, given) == []


def test_regions_without_zones(tmp_path: Path) -> None:
    (track,) = found(tmp_path, board(row("VP {}", range(-5, 6))))
    assert (track.zone, track.lowest, track.highest) == ("", -5, 5)
    assert track.number("VP -5") == -5


def test_zones_as_places(tmp_path: Path) -> None:
    zones = [
        zone(name=f"Score {n}", box=(n * 100, 0, n * 100 + 100, 100), form="$name$")
        for n in range(10)
    ]
    (track,) = found(tmp_path, board(zoned(*zones)))
    assert (track.kind, track.pattern) == ("zones", "Score {n}")
    assert track.places[2] == (250, 50)


def numbered_grid(**given: str) -> etree._Element:
    numbering = {
        "first": "H",
        "sep": "",
        "hType": "N",
        "vType": "N",
        "hOff": "0",
        "vOff": "0",
        "hLeading": "0",
        "locationFormat": "$column$",
    }
    return el(
        "module.map.boardPicker.board.SquareGrid",
        el("module.map.boardPicker.board.mapgrid.SquareGridNumbering", **{**numbering, **given}),
        x0="50",
        y0="50",
        dx="100",
        dy="100",
    )


def test_numbered_row_of_a_square_grid(tmp_path: Path) -> None:
    given = zone(numbered_grid(), name="Track", box=(0, 0, 1000, 100))
    (track,) = found(tmp_path, board(zoned(given)))
    assert (track.kind, track.pattern, track.lowest, track.highest) == ("grid", "{n}", 0, 9)
    assert track.places[0] == (50, 50)


@pytest.mark.parametrize(
    "given", [{"hType": "A"}, {"hDescend": "true"}, {"locationFormat": "$gridLocation$"}]
)
def test_grid_without_plain_numbers(given: dict[str, str], tmp_path: Path) -> None:
    box = zone(numbered_grid(**given), name="Track", box=(0, 0, 1000, 1000))
    path = write_module(tmp_path / "m.vmod", module(map_window(board(zoned(box)))))
    assert tracks(read_module(path)) == []
    assert [each.zone for each in surfaces(read_module(path))] == ["Track"]


@pytest.mark.parametrize(
    "names",
    [
        {f"Area {n}": (n, 0) for n in range(5)},
        {f"Area {n * 100}": (n, 0) for n in range(20)},
        {f"{n}.5": (n, 0) for n in range(20)},
        {chr(65 + n): (n, 0) for n in range(20)},
    ],
)
def test_no_track(names: dict[str, tuple[int, int]], tmp_path: Path) -> None:
    assert found(tmp_path, board(regions(names))) == []


def test_faults_of_a_track(tmp_path: Path) -> None:
    names = {f"VP {n:02}": (n * 100, 0) for n in range(12) if n != 4} | {"VP 9": (5000, 0)}
    (track,) = found(tmp_path, board(regions(names)))
    assert track.missing == [4]
    assert track.doubled == (9,)
    assert track.padded == "VP 00"


def test_zone_at_a_point(tmp_path: Path) -> None:
    given = board(
        zoned(zone(name="Small", box=(0, 0, 100, 100)), zone(name="Large", box=(0, 0, 500, 500)))
    )
    path = write_module(tmp_path / "m.vmod", module(map_window(given)))
    (only,) = read_module(path).maps[0].boards
    at = [zone_at(only, x, x) for x in (50, 200, 700)]
    assert [each.name if each else "" for each in at] == ["Small", "Large", ""]


@pytest.mark.parametrize("path", ["", "1,2", "a,b;c", "1,2;3,4;" * 5000])
def test_odd_polygons(path: str, tmp_path: Path) -> None:
    odd = zone(row("{}", range(12)), name="Odd")
    odd.set("path", path)
    (track,) = found(tmp_path, board(zoned(odd)))
    assert track.zone == "Odd"
