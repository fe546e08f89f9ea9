"""What is told of a binding that fits, for it may be meant so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import (
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PropertyRead,
    PropertyWrite,
    Read,
    StepWrite,
    Track,
    Write,
)
from generator.fit.check import check_binding
from generator.host.read import read_module
from generator.vassal.sequence import encode
from tests.engine.tracks.traits import layer, send_to_region, set_global
from tests.host.builder import (
    board,
    el,
    map_window,
    palette,
    prop,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

from .test_check import BY_HAND, MAP, bound, host_root, named

TRACK = Track(0, 19)
AUSTRIA = named("Austria")
LOCATION = LocationRead(AUSTRIA, TRACK, "VP {n}")
STEPS = StepWrite(AUSTRIA, "up", "down")


def notes(
    folder: Path, on: etree._Element, read: Read, *more: etree._Element, write: Write = BY_HAND
) -> list[str]:
    """Return the notes on how Austria's VP are kept."""
    path = write_module(folder / "m.vmod", host_root(*more, on=on))
    binding = bound(read, write)
    told = check_binding(binding, read_module(path), Path("cov.toml"))
    assert all(each.startswith("powers.Austria.") for each in told)
    return [each.removeprefix("powers.Austria.") for each in told]


def track_map(*pieces: etree._Element) -> etree._Element:
    field = board(zoned(zone(row("VP {}", range(20)), name="Track")))
    return map_window(field, inside=[stack(each, x=1050, y=50) for each in pieces])


def test_property_that_begins_empty(tmp_path: Path) -> None:
    host = host_root(props=[prop("Points", " ")])
    path = write_module(tmp_path / "m.vmod", host)
    told = check_binding(bound(PropertyRead("Points")), read_module(path), Path("cov.toml"))
    assert told == (
        'powers.Austria.read.property: "Points" begins empty: it is read only when the module has '
        "set it to a number",
    )


def test_property_that_begins_empty_beside_its_marker(tmp_path: Path) -> None:
    """A module may set it when a game begins."""
    traits = set_global("Points", "moved", "{LocationName}"), send_to_region(MAP, "s", "$Points$")
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    piece = stack(slot("Austria VP", *traits), x=1050, y=50)
    on = map_window(field, inside=[piece], moveKey="57348,0,moved")
    read, write = PropertyRead("Points", TRACK), PropertyWrite("Points", AUSTRIA, "s")
    for initial, told in (("", True), ("10", False)):
        host = host_root(on=on, props=[prop("Points", initial)])
        path = write_module(tmp_path / "m.vmod", host)
        found = check_binding(bound(read, write), read_module(path), Path("cov.toml"))
        assert [each.partition(" begins ")[2] for each in found] == [
            "empty: it is read only when the module has set it to a number"
        ] * told


# Where the marker begins


def test_marker_that_begins_on_its_track_needs_no_note(tmp_path: Path) -> None:
    assert notes(tmp_path, track_map(slot("Austria VP")), LOCATION) == []


def test_marker_that_begins_on_no_map(tmp_path: Path) -> None:
    in_palette = palette(slot("Austria VP"))
    told = (
        'read.marker: piece "Austria VP" does not begin on the map "Main Map": it is read only '
        "when a player has put it there"
    )
    assert notes(tmp_path, track_map(), LOCATION, in_palette) == [told]
    renamed = track_map(slot("Austrian VP", gpid="2"), slot("Anything", gpid="3"))
    assert notes(tmp_path, renamed, LOCATION, in_palette) == [
        f'{told}; is it "Austrian VP", which does?'
    ]


def test_marker_that_begins_on_another_map(tmp_path: Path) -> None:
    other = map_window(board(), name="Other", inside=[stack(slot("Austria VP", gpid="7"))])
    (told,) = notes(tmp_path, track_map(), replace(LOCATION, marker=Marker(MAP, gpid="7")), other)
    assert told.startswith(
        'read.gpid: the piece with gpid 7 does not begin on the map "Main Map", but on "Other": it'
    )


def test_marker_that_begins_beside_its_board(tmp_path: Path) -> None:
    field = board(zoned(zone(row("VP {}", range(20)), name="Track")))
    for x, y, off in ((2000, 1000, False), (0, 0, False), (2001, 50, True), (50, -1, True)):
        for owner in ({}, {"owningBoard": "Board"}):
            piece = stack(slot("Austria VP"), x=x, y=y, **owner)
            on = map_window(field, inside=[piece])
            where = 'the board "Board"' if owner else "every board"
            assert (
                notes(tmp_path, on, LOCATION)
                == [
                    f'read.marker: piece "Austria VP" begins at {x}, {y}, outside {where} (2000 by '
                    "1000 pixels): it is off the track until it is moved; mend that in the module"
                ]
                * off
            )


def test_marker_that_begins_beside_boards_that_lie_side_by_side(tmp_path: Path) -> None:
    boards = [board(name=name) for name in ("Left", "Right")]
    read = GridRead(AUSTRIA, TRACK, "x", 25, 25)
    for x, owner, off in ((3900, "", False), (4100, "", True), (2100, "Left", True)):
        given = {"owningBoard": owner} if owner else {}
        piece = stack(slot("Austria VP"), x=x, y=50, **given)
        on = map_window(*boards, inside=[piece], laid_out=["Left", "Right"])
        told = [each for each in notes(tmp_path, on, read) if ", outside " in each]
        assert len(told) == off
        assert all("it is off the track until it is moved; mend" in each for each in told)


def test_marker_of_a_board_that_no_game_has(tmp_path: Path) -> None:
    """The engine does not lay it out (SetupStack.isOwningBoardActive)."""
    field = board(zoned(zone(row("VP {}", range(20)), name="Track")))
    spare = board(name="Spare")
    for owner, laid_out, told in (
        ("Bord", (), ['the nearest is "Board"']),
        ("Spare", ("Board",), ['there is only "Board"']),
        ("Spare", (), []),
        ("Board", ("Board",), []),
    ):
        piece = stack(slot("Austria VP"), x=50, y=50, owningBoard=owner)
        on = map_window(field, spare, inside=[piece], laid_out=laid_out)
        assert notes(tmp_path, on, LOCATION) == [
            f'read.marker: piece "Austria VP" begins on the board "{owner}", which the map '
            f'"{MAP}" has not in a new game, so that it is not laid out: it is read only when a '
            f"player has put it there; {each}: mend that in the module"
            for each in told
        ]


# The property's own bounds


@pytest.mark.parametrize(
    ("initial", "track", "least", "most", "what"),
    [
        ("10", None, "0", "10", ""),
        ("11", None, "0", "10", "it begins as 11"),
        ("-1", None, "0", "10", "it begins as -1"),
        ("", None, "5", "10", ""),
        ("11", None, "0", "{Most}", ""),
        ("5", Track(0, 10), "0", "10", ""),
        ("5", Track(0, 11), "0", "10", "first and last are 0 and 11"),
        ("5", Track(-1, 10), "0", "10", "first and last are -1 and 10"),
    ],
)
def test_own_bounds_of_a_property(
    initial: str, track: Track | None, least: str, most: str, what: str, tmp_path: Path
) -> None:
    """They hold for buttons and prompts (IncrementProperty), not for what sets it."""
    own = prop("Points", initial)
    own.set("min", least)
    own.set("max", most)
    for numeric in ("true", "false"):
        own.set("isNumeric", numeric)
        path = write_module(tmp_path / "m.vmod", host_root(props=[own]))
        told = check_binding(bound(PropertyRead("Points", track)), read_module(path), Path("b"))
        assert [each for each in told if "begins empty" not in each] == [
            'powers.Austria.read.property: the module\'s own buttons change "Points" from '
            f"{least} to {most} only, but {what}: mend its minimum and maximum in the module, so "
            "that players can correct it"
        ] * (bool(what) and numeric == "true")


# A row of pixels

ROW = GridRead(AUSTRIA, TRACK, "x", 25, 25, (138, 162))
NOT_HELD = (
    "read.start: nothing holds a marker to these pixels ({}): one beside them is off the track"
)


def squares(x: int = 525, y: int = 150, edge: int = 0, **attributes: str) -> etree._Element:
    grid = {"dx": "25", "dy": "25", "x0": "25", "y0": "0", **attributes}
    field = board(el("module.map.boardPicker.board.SquareGrid", **grid))
    piece = stack(slot("Austria VP"), x=x, y=y)
    return map_window(field, inside=[piece], edgeWidth=f"{edge}", edgeHeight=f"{edge}")


def test_row_on_a_grid_needs_no_note(tmp_path: Path) -> None:
    for read in (ROW, replace(ROW, start=500, step=-25)):
        assert notes(tmp_path, squares(x=500), read) == []
    edged = replace(ROW, start=35, across=(148, 172))
    assert notes(tmp_path, squares(x=500, edge=10), edged) == []


def test_row_on_no_grid(tmp_path: Path) -> None:
    bare = map_window(board(), inside=[stack(slot("Austria VP"), x=500, y=150)])
    assert notes(tmp_path, bare, ROW) == [NOT_HELD.format("no grid is there")]
    loose = squares(x=500, snapTo="false")
    grid = 'the square grid of board "Board" of map "Main Map"'
    assert notes(tmp_path, loose, ROW) == [NOT_HELD.format(f"{grid} does not snap")]


def test_marker_that_ignores_grids(tmp_path: Path) -> None:
    on = squares(x=510)
    for each in on.iter("VASSAL.build.widget.PieceSlot"):
        each.text = slot("Austria VP", ("immob;g;N;N;", "")).text
    assert notes(tmp_path, on, replace(ROW, start=130, step=20)) == [
        NOT_HELD.format('piece "Austria VP" ignores grids')
    ]


@pytest.mark.parametrize(("x", "y"), [(525, 150), (500, 170), (510, 150), (0, 150)])
def test_marker_that_begins_off_the_row(x: int, y: int, tmp_path: Path) -> None:
    assert notes(tmp_path, squares(x, y), ROW) == [
        f'read.start: piece "Austria VP" begins at {x}, {y} (with the map\'s edge), which is none '
        "of the places that are read: it is off the track until it is moved"
    ]


def test_grid_of_another_zone_is_no_matter(tmp_path: Path) -> None:
    """A marker may begin in a box with a grid of its own."""

    def grid(spacing: int) -> etree._Element:
        return el(
            "module.map.boardPicker.board.SquareGrid",
            dx=f"{spacing}",
            dy=f"{spacing}",
            x0="25",
            y0="0",
        )

    zones = [
        zone(grid(25), name="Track", box=(0, 100, 2000, 200)),
        zone(grid(30), name="Box", box=(0, 500, 2000, 600)),
    ]
    on = map_window(board(zoned(*zones)), inside=[stack(slot("Austria VP"), x=525, y=550)])
    (told,) = notes(tmp_path, on, ROW)
    assert "begins at 525, 550" in told
    (missing, *more) = notes(tmp_path, on, replace(ROW, across=None, step=30, track=Track(0, 9)))
    assert missing.startswith("read.across_first: is missing")
    assert ["begins at 525, 550" in each for each in more] == [True]


def test_layer_that_begins_switched_off(tmp_path: Path) -> None:
    kind, state = layer("Level", 20, 6, "up", "down")
    read, write = PiecePropertyRead(AUSTRIA, "Level_Level", Track(1, 20)), STEPS
    told = (
        'read.property: the layer "Level" of piece "Austria VP" begins switched off: it is read '
        "only when a player has switched it on"
    )
    for begins, found in ((state, []), (f"-{state}", [told])):
        on = map_window(board(), inside=[stack(slot("Austria VP", (kind, begins)))])
        assert notes(tmp_path, on, read, write=write) == found


# First and last, and offset


def test_places_beyond_first_and_last_of_a_property(tmp_path: Path) -> None:
    traits = [
        set_global("VP_Austria", "moved", "{LocationName.substring(3)}"),
        send_to_region(MAP, "send", "VP $VP_Austria$"),
    ]
    on = track_map(slot("Austria VP", *traits))
    on.set("moveKey", "57348,0,moved")
    write = PropertyWrite("VP_Austria", AUSTRIA, "send")
    assert notes(tmp_path, on, PropertyRead("VP_Austria", TRACK), write=write) == []
    where = 'zone "Track" of map "Main Map" ("VP {n}", 0 to 19), the marker\'s track'
    assert notes(tmp_path, on, PropertyRead("VP_Austria", Track(2, 19)), write=write) == [
        f"read.first: {where}, has places outside first and last: 0, 1; the marker would stay on 2 "
        "or 19"
    ]
    (told,) = notes(tmp_path, on, PropertyRead("VP_Austria", Track(0, 12)), write=write)
    assert told.startswith("read.last: ")


@pytest.mark.parametrize(
    ("names", "offset", "told"),
    [
        (range(41), -1, []),
        (range(41), 0, [(0, 1, -1)]),
        (range(1, 42), -1, [(1, 0, 0)]),
        (range(1, 42), 0, []),
        ([""] * 41, 0, []),
        ([*range(40), "x"], 0, []),
    ],
)
def test_names_of_levels_that_say_another_number(
    names: Iterable[object], offset: int, told: list[tuple[int, int, int]], tmp_path: Path
) -> None:
    kind, state = layer("Level", 41, 11, "next", "back")
    blank, called = encode([""] * 41, ","), encode([str(each) for each in names], ",")
    head, _, tail = kind.rpartition(f"{blank};{blank}")
    assert tail
    trait = f"{head}{blank};{called}{tail}", state
    read = PiecePropertyRead(AUSTRIA, "Level_Level", Track(1 + offset, 41 + offset), offset)
    on = map_window(board(), inside=[stack(slot("Austria VP", trait))])
    write = StepWrite(AUSTRIA, "next", "back")
    assert notes(tmp_path, on, read, write=write) == [
        f'read.offset: the first level of "Level" is called {name}, but is read as {vp}; '
        f"offset = {right} reads it as {name}"
        for name, vp, right in told
    ]
