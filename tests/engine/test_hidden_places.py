"""What the engine finds where places, properties and boards lie over or beside each other.

The checks of a binding (generator.fit) say the same of a module before it is played.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import GridRead, Marker, Track
from generator.fit.grid import on_grid
from generator.host.read import read_module
from generator.host.signs import Surroundings
from generator.vassal.keys import named_key
from generator.vassal.sequence import encode
from tests.host.builder import definition, el, prop, regions, write_zip, zone, zoned

from .harness import Engine
from .homes import EngineHome
from .host import Ground, StartPiece, write_host
from .tracks.traits import Trait, dynamic, layer, set_global

MAP = "Main Map"
LEFT = 500
"""Width of the board beside that of the track."""
HOOK = (100, 200)
"""The middle of a zone's bounds, which is not in the zone."""


def _module(path: Path) -> Path:
    """Write a track with a zone over its 0, and a place on the pixel of its 2."""
    hook = zone(name="Hook", form="$name$")
    hook.set("path", "0,100;200,100;200,120;20,120;20,300;0,300")
    names = {"0": (50, 50), "1": (150, 50), "2": (250, 50), "Box": (250, 50)}
    grid = zoned(
        zone(name="Over", box=(0, 0, 100, 100), form="$name$"),
        zone(regions(names), name="Track", box=(0, 0, 400, 100)),
        hook,
    )
    kind, state = layer("Level", 20, 10, "next", "back")
    follows = kind.replace(";Level;;;false;;1;", ";Level;;;true;Host_Value;5;")
    assert follows != kind
    to_zone = ["sendto", "", named_key("corner"), MAP, "", "0", "0", "", "", "0", "0", "0", "0"]
    traits = [
        (follows, state),
        set_global("VP", "keep", "12"),
        (encode([*to_zone, "", "Z", "Hook", "", "", ""], ";"), ";;"),
    ]
    marker = StartPiece("Marker", "2", definition("Marker", *traits, gpid="2"), 150, 50)
    write_host(
        path,
        ground=Ground(400, 300, grid, left=LEFT),
        at_start=[marker],
        properties={"VP": "7", "Turns": "20"},
        extra=[
            el(
                "module.turn.TurnTracker",
                el("module.turn.CounterTurnLevel", property="Turns", start="3", incr="1"),
                name="Turn",
            )
        ],
    )
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    root = etree.fromstring(entries["buildFile.xml"])
    own = root.find("VASSAL.build.module.Map/VASSAL.build.module.properties.GlobalProperties")
    assert own is not None
    own.append(prop("VP", "5"))
    return write_zip(path, {**entries, "buildFile.xml": etree.tostring(root)})


@pytest.fixture(scope="module")
def game(home: EngineHome, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    module = _module(tmp_path_factory.mktemp("hidden") / "host.vmod")
    with Engine.open(home, module) as engine:
        engine.new_game("Austria")
        yield engine


def test_places_under_others(game: Engine) -> None:
    piece = game.find_piece(MAP, name="Marker").id
    found = []
    for x in (50, 150, 250):
        game.move_piece(piece, MAP, LEFT + x, 50)
        seen = game.piece_props(piece, "LocationName", "CurrentX")
        found.append((seen["LocationName"], int(seen["CurrentX"]) - LEFT))
    assert found == [("Over", 50), ("1", 150), ("Box", 250)]
    game.piece_key(piece, "corner")
    seen = game.piece_props(piece, "CurrentZone", "CurrentX", "CurrentY")
    assert seen == {"CurrentZone": "", "CurrentX": f"{LEFT + HOOK[0]}", "CurrentY": f"{HOOK[1]}"}
    assert game.problems() == []


def test_property_of_the_map_hides_the_module_s(game: Engine) -> None:
    piece = game.find_piece(MAP, name="Marker").id
    assert (game.prop("VP"), game.piece_props(piece, "VP")) == ("7", {"VP": "5"})
    game.piece_key(piece, "keep")
    assert (game.prop("VP"), game.piece_props(piece, "VP")) == ("7", {"VP": "12"})


def test_turn_counter_takes_a_property_of_its_name(game: Engine) -> None:
    assert game.prop("Turns") == "3"


def test_layer_that_follows_a_property_hears_no_key(game: Engine) -> None:
    piece = game.find_piece(MAP, name="Marker").id
    for key in ("next", "back", "next"):
        game.piece_key(piece, key)
        assert game.piece_props(piece, "Level_Level") == {"Level_Level": "3"}  # 7 less 5, plus 1


# Hexes, and traits that hide or keep things from others


def _hex_grid(**attributes: str) -> etree._Element:
    return el("module.map.boardPicker.board.HexGrid", dx="25.5", dy="31", **attributes)


def _guarded(path: Path) -> Path:
    """Write a board of two zones of hexes, the second one's turned, and markers with traits."""
    grid = zoned(
        zone(_hex_grid(x0="20", y0="7"), name="Plain", box=(0, 0, 200, 300)),
        zone(_hex_grid(x0="11", y0="3", sideways="true"), name="Turned", box=(200, 0, 400, 300)),
    )
    kind, _ = layer("Level", 20, 10, "next", "back")
    points, _ = dynamic("Points", 5, "up", "down")
    traits: dict[str, list[Trait]] = {
        "Loose": [(kind, "-7"), (points, " 4 ")],
        "Hiding": [
            ("mark;LocationName,CurrentMap", "7,Elsewhere"),
            ("calcProp;Points;{9}", ""),
            ("basicName;Vienna;", ""),
            (points, "5"),
            ("mark;Points", "3"),
        ],
        "Restricted": [("restrict;Austria;false;;", ""), (points, "5")],
        "Commanded": [("hideCmd;;Hide;{1==1};57348\\,0\\,up;", ""), (points, "5")],
    }
    at_start = [
        StartPiece(name, f"{gpid}", definition(name, *own, gpid=f"{gpid}"), 50, 50)
        for gpid, (name, own) in enumerate(traits.items(), 2)
    ]
    return write_host(path, ground=Ground(400, 300, grid, left=LEFT), at_start=at_start)


@pytest.fixture(scope="module")
def guarded(
    home: EngineHome, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, Path]]:
    module = _guarded(tmp_path_factory.mktemp("guarded") / "host.vmod")
    with Engine.open(home, module) as engine:
        engine.new_game("Austria")
        yield engine, module


def test_hexes_are_where_the_check_of_a_row_says(guarded: tuple[Engine, Path]) -> None:
    game, module = guarded
    inventory = read_module(module)
    around, marker = Surroundings(inventory, ()), Marker(MAP, "Loose")
    (piece,) = (each for each in inventory.pieces if each.name == "Loose")

    def told(x: int, y: int) -> list[tuple[str, str]]:
        step = 51 if x < LEFT + 200 else 31  # from one hex to the next of that row
        read = GridRead(marker, Track(0, 1), "x", x, step, (y, y))
        return list(on_grid(read, piece, around))

    found = game.find_piece(MAP, name="Loose").id
    beside = 0
    for x in (*range(LEFT + 40, LEFT + 160, 17), *range(LEFT + 240, LEFT + 360, 17)):
        for y in range(60, 240, 37):
            game.move_piece(found, MAP, x, y)
            at = game.piece_props(found, "CurrentX", "CurrentY")
            there = int(at["CurrentX"]), int(at["CurrentY"])
            assert told(*there) == []
            if there != (x, y):
                beside += 1
                assert len(told(x, y)) == 1
    assert beside > 50


def test_traits_that_hide_what_is_asked_for(guarded: tuple[Engine, Path]) -> None:
    game, _ = guarded
    (piece,) = (each.id for each in game.pieces(MAP) if "basicName" in each.type)
    asked = {
        "LocationName": "7",
        "CurrentMap": "Elsewhere",
        "BasicName": "Vienna",
        "Points": "9",
    }
    assert game.piece_props(piece, *asked) == asked


def test_what_pieces_begin_with(guarded: tuple[Engine, Path]) -> None:
    """A layer that is switched off has a level below 0; a property's text is made a number."""
    game, _ = guarded
    loose = game.find_piece(MAP, name="Loose").id
    begun = {"Level_Level": "-7", "Points": "4"}
    assert game.piece_props(loose, *begun) == begun


def test_keys_that_do_not_reach_a_marker(guarded: tuple[Engine, Path]) -> None:
    game, _ = guarded
    for side, restricted in (("Austria", "6"), ("Britain", "6"), ("Austria", "7")):
        game.set_side(side)
        for name, points in (("Restricted", restricted), ("Commanded", "5")):
            piece = game.find_piece(MAP, name=name).id
            game.piece_key(piece, "up")
            assert game.piece_props(piece, "Points") == {"Points": points}
    assert game.problems() == []
