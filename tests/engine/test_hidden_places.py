"""What the engine finds where places, properties and boards lie over or beside each other.

The checks of a binding (generator.fit) say the same of a module before it is played.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from generator.vassal.keys import named_key
from generator.vassal.sequence import encode
from tests.host.builder import definition, prop, regions, write_zip, zone, zoned

from .harness import Engine
from .homes import EngineHome
from .host import Ground, StartPiece, write_host
from .tracks.traits import layer, set_global

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
        properties={"VP": "7"},
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


def test_layer_that_follows_a_property_hears_no_key(game: Engine) -> None:
    piece = game.find_piece(MAP, name="Marker").id
    for key in ("next", "back", "next"):
        game.piece_key(piece, key)
        assert game.piece_props(piece, "Level_Level") == {"Level_Level": "3"}  # 7 less 5, plus 1
