"""Host modules, one for each way in which real modules keep VP.

Any further arguments of each are those of ``write_host``, or ``left`` and ``edge`` of ``Ground``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lxml import etree

from generator.binding.model import (
    Binding,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    StepWrite,
)
from generator.binding.model import Track as Room
from tests.engine.host import Ground, StartPiece, write_host
from tests.host.builder import definition, el, regions, zone, zoned
from tests.interface import POWERS

from .track import MAP, Track
from .traits import Trait, dynamic, label, layer, send_to_region, set_global, trigger

START = {"Austria": 20, "Britain": 12, "France": 15, "Russia": 9}
"""The VP of a new game."""

_NAMED = {power: Marker(MAP, name=f"{power} VP") for power in POWERS}
_PICTURE = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">'
    b'<circle cx="8" cy="8" r="7" fill="#a33"/></svg>'
)


def bare_regions(path: Path, *, start: Mapping[str, int] = START, **more: Any) -> Track:
    """A: regions ``0`` to ``80``; a property follows the marker, a key sends the marker."""
    point = _rows(0)
    grid = zoned(zone(_regions("{n}", range(81), point), name="VP Track", box=(0, 80, 460, 220)))
    track = Track(
        path,
        {
            power: PowerBinding(
                LocationRead(marker, Room(0, 80)), PropertyWrite(f"VP_{power}", marker, "sendVP")
            )
            for power, marker in _NAMED.items()
        },
        start,
        {power: f"VP_{power}" for power in POWERS},
        point,
    )
    traits = {
        power: [
            trigger("moved", "keepVP"),
            set_global(name, "keepVP", "{LocationName}"),
            send_to_region(MAP, "sendVP", f"{{{name}}}"),
        ]
        for power, name in track.properties.items()
    }
    return _write(track, traits, Ground(460, 300, grid, move_key="moved"), **more)


def worded_regions(
    path: Path,
    *,
    pattern: str = "VP {n}",
    markers: Mapping[str, Marker] = _NAMED,
    start: Mapping[str, int] = START,
    **more: Any,
) -> Track:
    """B: regions ``VP -10`` to ``VP 90``; nothing keeps the signed properties in step."""
    room, point = Room(-10, 90), _rows(-10)
    track = Track(
        path,
        {
            power: PowerBinding(LocationRead(marker, room, pattern))
            for power, marker in markers.items()
        },
        start,
        {power: f"Score_{power}" for power in POWERS},
        point,
    )
    return _write(track, {}, Ground(460, 300, _regions(pattern, range(-10, 91), point)), **more)


def zones(
    path: Path, *, pattern: str = "{n}", start: Mapping[str, int] = START, **more: Any
) -> Track:
    """E: a zone for each value from 0 to 40, without a grid of its own, and no property."""
    point = _rows(0, width=11, across=40, down=40)
    cells = [
        zone(
            name=pattern.replace("{n}", str(n)), box=(x - 20, y - 20, x + 20, y + 20), form="$name$"
        )
        for n in range(41)
        for x, y in [point(n)]
    ]
    bindings = {
        power: PowerBinding(LocationRead(marker, Room(0, 40), pattern, "CurrentZone"))
        for power, marker in _NAMED.items()
    }
    return _write(
        Track(path, bindings, start, point=point), {}, Ground(460, 300, zoned(*cells)), **more
    )


def dynamic_property(path: Path, *, start: Mapping[str, int] = START, **more: Any) -> Track:
    """F: a number on the marker, shown beside its name; Russia's marker has no name."""
    track = Track(path, {}, start)
    markers = {**_NAMED, "Russia": Marker(MAP, gpid=track.gpids["Russia"])}
    bindings = {
        power: PowerBinding(
            PiecePropertyRead(marker, "VP", Room(-99, 99)), StepWrite(marker, "plus", "minus")
        )
        for power, marker in markers.items()
    }
    traits = {
        power: [label("$VP$"), dynamic("VP", value, "plus", "minus")]
        for power, value in start.items()
    }
    return _write(replace(track, bindings=bindings), traits, Ground(), **more)


def pixels(
    path: Path, *, start: Mapping[str, int] = START, left: int = 0, edge: int = 0, **more: Any
) -> Track:
    """G: a square grid without numbers; one row of it is the track from 0 to 40."""
    step = 25
    grid = el(
        "module.map.boardPicker.board.SquareGrid",
        x0=str(step),
        y0="0",
        dx=str(step),
        dy=str(step),
        snapTo="true",
        edgesLegal="false",
        cornersLegal="false",
        visible="false",
    )
    row = edge + 138, edge + 162
    bindings = {
        power: PowerBinding(GridRead(marker, Room(0, 40), "x", edge + left + step, step, row))
        for power, marker in _NAMED.items()
    }
    track = Track(path, bindings, start, point=lambda value: (step + step * value, 150))
    return _write(track, {}, Ground(1050, 300, grid), left=left, edge=edge, **more)


def properties_only(path: Path, *, start: Mapping[str, int] = START, **more: Any) -> Track:
    """H: four properties, no marker."""
    names = {power: f"VP_{power}" for power in POWERS}
    bindings = {
        power: PowerBinding(PropertyRead(name), PropertyWrite(name))
        for power, name in names.items()
    }
    return _write(Track(path, bindings, start, names), {}, Ground(), **more)


def layer_level(path: Path, *, start: Mapping[str, int] = START, **more: Any) -> Track:
    """L: a layer of 41 levels, the first of which is 0 VP."""
    bindings = {
        power: PowerBinding(
            PiecePropertyRead(marker, "VP_Level", Room(0, 40), offset=-1),
            StepWrite(marker, "next", "previous"),
        )
        for power, marker in _NAMED.items()
    }
    traits = {
        power: [layer("VP", 41, value + 1, "next", "previous")] for power, value in start.items()
    }
    return _write(Track(path, bindings, start), traits, Ground(), **more)


HOSTS: dict[str, Callable[..., Track]] = {
    "A": bare_regions,
    "B": worded_regions,
    "E": zones,
    "F": dynamic_property,
    "G": pixels,
    "H": properties_only,
    "L": layer_level,
}


def _rows(
    first: int, *, width: int = 21, across: int = 20, down: int = 30
) -> Callable[[int], tuple[int, int]]:
    """Places of numbers from ``first`` up, row by row."""

    def point(value: int) -> tuple[int, int]:
        row, column = divmod(value - first, width)
        return 20 + across * column, 100 + down * row

    return point


def _regions(
    pattern: str, numbers: Iterable[int], point: Callable[[int], tuple[int, int]]
) -> etree._Element:
    grid = regions({pattern.replace("{n}", str(n)): point(n) for n in numbers})
    grid.set("snapto", "true")
    return grid


def _write(
    track: Track,
    traits: Mapping[str, Sequence[Trait]],
    ground: Ground,
    *,
    left: int = 0,
    edge: int = 0,
    **more: Any,
) -> Track:
    # the displayed name of a marker changes with its place, as many a module's does
    named = [label("$LocationName$")] if track.point else []

    def piece(power: str, gpid: str) -> str:
        name = track.markers[power].name
        return definition(name, *named, *traits.get(power, ()), gpid=gpid, image="marker.svg")

    at_start = []
    for place, power in enumerate(track.markers):
        value = track.start[power]
        x, y = track.point(value) if track.point else (100 + 60 * place, 200)
        gpid = track.gpids[power]
        at_start.append(StartPiece(f"{power} marker", gpid, piece(power, gpid), x, y))
    write_host(
        track.module,
        pieces=[piece(power, track.copies[power]) for power in track.markers],
        at_start=at_start,
        properties={name: str(track.start[power]) for power, name in track.properties.items()},
        images={"marker.svg": _PICTURE},
        ground=replace(ground, left=left, edge=edge),
        **more,
    )
    return replace(track, left=left, edge=edge)


def binding(track: Track, name: str = "host") -> Binding:
    """Return the whole binding of a host that has the module's usual name."""
    return Binding(name, "Test Host", "1.0", dict(track.bindings))
