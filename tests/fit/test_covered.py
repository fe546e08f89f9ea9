"""Zones over zones, regions on one pixel, places outside their zone: the engine finds another."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import (
    Binding,
    ByHand,
    LocationRead,
    PropertyRead,
    PropertyWrite,
    Read,
    Track,
)
from generator.fit.check import check_binding
from generator.host.candidates import find_candidates
from generator.host.read import read_module
from tests.engine.tracks.traits import Trait, set_global
from tests.host.builder import (
    board,
    map_window,
    module,
    regions,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

from .test_check import MAP, TRACK, bound, host_root, named, send, unbound

AUSTRIA = named("Austria")
PLACES = LocationRead(AUSTRIA, TRACK)
TRACK_TITLE = f'zone "Track" of map "{MAP}" ("{{n}}", 0 to 19)'
Box = tuple[int, int, int, int]


def noted(folder: Path, on: etree._Element, binding: Binding) -> list[str]:
    path = write_module(folder / "m.vmod", host_root(on=on))
    return list(check_binding(binding, read_module(path), Path("cov.toml")))


def on_zones(*zones: etree._Element, traits: Iterable[Trait] = ()) -> etree._Element:
    kept = set_global("VP_Austria", "moved", "{LocationName}")
    piece = stack(slot("Austria VP", kept, *traits), x=1050, y=50)
    return map_window(board(zoned(*zones)), inside=[piece], moveKey="57348,0,moved")


def track(box: Box = (0, 0, 2000, 100)) -> etree._Element:
    return zone(row("{}", range(20)), name="Track", box=box)


FIRST = 'the zone "Over", which comes first: put that behind in the module, or make it smaller'


@pytest.mark.parametrize(
    ("read", "write", "key"),
    [
        (PLACES, ByHand(), "read.pattern"),
        (PropertyRead("VP_Austria", TRACK), ByHand(AUSTRIA), "read.first"),
    ],
)
def test_zone_over_the_track(read: Read, write: ByHand, key: str, tmp_path: Path) -> None:
    on = on_zones(zone(name="Over", box=(0, 0, 2000, 300), form="$name$"), track())
    told = unbound(tmp_path, host_root(on=on), bound(PLACES))
    assert told == [
        f"powers.Austria.read.pattern: at 0, 1, 2, 3, 4 and 15 more of {TRACK_TITLE} the engine "
        f"finds {FIRST}"
    ]
    for first in (True, False):
        some = zone(name="Over", box=(1200, 0, 1300, 300))
        on = on_zones(some, track()) if first else on_zones(track(), some)
        told = unbound(tmp_path, host_root(on=on), bound(read, write))
        line = f"powers.Austria.{key}: at 12 of {TRACK_TITLE} the engine finds {FIRST}"
        assert told == [line] * first


def test_place_beside_its_zone(tmp_path: Path) -> None:
    on = on_zones(track((0, 0, 1800, 100)))
    assert unbound(tmp_path, host_root(on=on), bound(PLACES)) == [
        f"powers.Austria.read.pattern: at 18, 19 of {TRACK_TITLE} the engine finds no zone: make "
        "that zone larger in the module"
    ]
    edge = on_zones(track((50, 50, 1951, 51)))  # the first and the last just inside
    assert unbound(tmp_path, host_root(on=edge), bound(PLACES)) == []


@pytest.mark.parametrize("last", [True, False])
def test_two_places_on_one_pixel(last: bool, tmp_path: Path) -> None:
    names = {f"{n}": (50 + 100 * n, 50) for n in range(20)}
    names = {**names, "Box": (750, 50)} if last else {"Box": (750, 50), **names}
    on = on_zones(zone(regions(names), name="Track"))
    assert (
        unbound(tmp_path, host_root(on=on), bound(PLACES))
        == [
            f'powers.Austria.read.pattern: at 7 of {TRACK_TITLE} the engine finds the place "Box", '
            "which lies on the same pixel: move one of them in the module"
        ]
        * last
    )


def test_two_numbers_on_one_pixel_outside_zones(tmp_path: Path) -> None:
    names = {f"{n}": (50 + 100 * n, 50) for n in range(20)} | {"3": (950, 50)}
    piece = stack(slot("Austria VP"), x=1050, y=50)
    on = map_window(board(regions(names)), inside=[piece])
    (told,) = unbound(tmp_path, host_root(on=on), bound(PLACES))
    assert 'at 3 of board "Board"' in told
    assert 'the engine finds the place "9", which' in told


# A zone for each number

IN_ZONES = LocationRead(AUSTRIA, Track(0, 11), "{n}", "CurrentZone")


def boxes(*, without: Iterable[int] = (), size: int = 100) -> list[etree._Element]:
    return [
        zone(name=f"{n}", box=(n * 100, 0, n * 100 + size, 100))
        for n in range(12)
        if n not in without
    ]


def test_zone_over_zones(tmp_path: Path) -> None:
    first = zone(name="0", box=(0, 0, 400, 100))
    on = on_zones(first, *boxes(without=[0]))
    assert unbound(tmp_path, host_root(on=on), bound(IN_ZONES)) == [
        f'powers.Austria.read.pattern: at 1, 2, 3 of board "Board" of map "{MAP}" ("{{n}}", 0 to '
        '11) the engine finds the zone "0", which comes first: put that behind in the module, or '
        "make it smaller"
    ]
    last = on_zones(*boxes(without=[0]), zone(name="0", box=(0, 0, 400, 100)))
    assert unbound(tmp_path, host_root(on=last), bound(IN_ZONES)) == []


@pytest.mark.parametrize("box", [(500, 0, 500, 100), (500, 0, 600, 0), (500, 20, 500, 20)])
def test_zone_without_an_area(box: Box, tmp_path: Path) -> None:
    on = on_zones(*boxes(without=[5]), zone(name="5", box=box))
    (told,) = unbound(tmp_path, host_root(on=on), bound(IN_ZONES))
    assert told.startswith("powers.Austria.read.pattern: at 5 of ")
    assert told.endswith("finds nothing, for that zone has no area: mend its path in the module")


def test_zone_that_is_a_narrow_strip(tmp_path: Path) -> None:
    strip = zone(name="5")
    strip.set("path", "500,0;502,0;600,100;598,100")
    on = on_zones(*boxes(without=[5]), strip)
    assert unbound(tmp_path, host_root(on=on), bound(IN_ZONES)) == []


@pytest.mark.parametrize(("size", "told"), [(110, False), (160, True)])
def test_zones_that_lie_over_the_next_in_part(size: int, told: bool, tmp_path: Path) -> None:
    assert (
        noted(tmp_path, on_zones(*boxes(size=size)), bound(IN_ZONES))
        == [
            "powers.Austria.read.pattern: zones that come before lie over 1, 2, 3, 4, 5 and 6 more "
            f'of board "Board" of map "{MAP}" ("{{n}}", 0 to 11) in part, as "0" over 1: a marker '
            "there is in that zone"
        ]
        * told
    )


def test_marker_is_sent_to_the_middle_of_a_zone(tmp_path: Path) -> None:
    hook = zone(name="5")  # an L, the middle of whose bounds is not in it
    hook.set("path", "500,0;600,0;600,20;520,20;520,100;500,100")
    write = PropertyWrite("VP_Austria", AUSTRIA, "send")
    key = send("Z", "", zone="{VP_Austria}")
    told = (
        "powers.Austria.write.key: sends it to the middle of a zone, which at 5 of board "
        f'"Board" of map "{MAP}" ("{{n}}", 0 to 11) lies WHERE: mend that in the module, or take '
        "kind none"
    )
    on = on_zones(*boxes(without=[5]), hook, traits=[key])
    assert unbound(tmp_path, host_root(on=on), bound(IN_ZONES, write)) == [
        told.replace("WHERE", "outside it")
    ]
    assert unbound(tmp_path, host_root(on=on), bound(IN_ZONES)) == []
    over = zone(name="Hole", box=(540, 40, 560, 60))
    on = on_zones(over, *boxes(), traits=[key])
    assert unbound(tmp_path, host_root(on=on), bound(IN_ZONES, write)) == [
        told.replace("WHERE", 'in the zone "Hole"')
    ]


def test_inspect_doubts_places_that_the_engine_does_not_find(tmp_path: Path) -> None:
    numbers = zone(row("{}", range(20)), name="VP")
    for box, told in (
        ((0, 0, 2000, 300), f"at 0 and others, 20 in all, the engine finds {FIRST}"),
        ((1200, 0, 1300, 300), f"at 12 the engine finds {FIRST}"),
    ):
        zones = zone(name="Over", box=box), numbers
        keys = [send("R", "{VP_Austria}")]
        piece = stack(slot("Austria VP", *keys), x=50, y=150)
        root = module(map_window(board(zoned(*zones)), inside=[piece]))
        path = write_module(tmp_path / "m.vmod", root)
        (found, *_) = find_candidates(read_module(path), ["Austria"]).powers["Austria"]
        assert told in found.doubts
