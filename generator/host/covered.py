"""Places of a track at which the engine finds another: zones and regions that lie over each other.

ZonedGrid.findZone takes the first zone whose polygon holds a point. RegionGrid.addRegion keeps one
region for each point, the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from generator.binding.model import NUMBER
from generator.host.inventory import Board, Grid, Map, Zone
from generator.host.tracks import Track, corners, inside, zone_at

_SAMPLES = 5, 40
"""Points along each side of a zone that are looked at; more if none of the first is inside."""
_MOST = 200_000
"""Places times zones of a board that are looked at; real ones are some thousand at most."""
_NOTABLE = 0.25
"""A zone that lies under others to this share is told of."""


def covered(track: Track, on: Map) -> Mapping[int, str]:
    """Return the numbers whose place the engine does not find, and what it finds; with advice.

    Args:
        track: numbered places.
        on: their map.
    """
    board = _board(track, on)
    found: dict[int, str] = {}
    if len(track.places) * len(board.zones) > _MOST:
        return found
    if track.kind == "zones":
        for number, zone in _zones(track, board):
            share, other = _under(zone, board)
            if share == 1:
                found[number] = (
                    _first_zone(other)
                    if other
                    else ("nothing, for that zone has no area: mend its path in the module")
                )
        return found
    under = dict(_under_regions(track, board)) if track.kind == "regions" else {}
    for number, (x, y) in track.places.items():
        there = zone_at(board, x, y)
        if (there.name if there else "") != track.zone:
            found[number] = (
                _first_zone(there.name)
                if there
                else ("no zone: make that zone larger in the module")
            )
        elif number in under:
            found[number] = (
                f'the place "{under[number]}", which lies on the same pixel: move one of them in '
                "the module"
            )
    return found


def partly_covered(track: Track, on: Map) -> Mapping[int, str]:
    """Return the numbers whose zones lie under others in part, and under which."""
    board = _board(track, on)
    found = {}
    for number, zone in _zones(track, board) if track.kind == "zones" else ():
        share, other = _under(zone, board)
        if _NOTABLE <= share < 1:
            found[number] = other
    return found


def off_middle(track: Track, on: Map) -> Mapping[int, str]:
    """Return the numbers of zones whose middle is not theirs, and the zone that is there, or none.

    A piece is sent to the middle of a zone's bounds (SendToLocation.getSendLocation).
    """
    board = _board(track, on)
    found = {}
    for number, zone in _zones(track, board) if track.kind == "zones" else ():
        left, top, right, bottom = _bounds(zone)
        there = zone_at(board, left + (right - left) // 2, top + (bottom - top) // 2)
        if there is None or there.name != zone.name:
            found[number] = "" if there is None else there.name
    return found


def _first_zone(name: str) -> str:
    return (
        f'the zone "{name}", which comes first: put that behind in the module, or make it smaller'
    )


def _board(track: Track, on: Map) -> Board:
    return next(each for each in on.boards if each.name == track.board)


def _zones(track: Track, board: Board) -> Iterator[tuple[int, Zone]]:
    """Yield the zones that are places of a track themselves; of too many zones none."""
    for zone in board.zones if len(track.places) * len(board.zones) <= _MOST else ():
        number = track.number(zone.name)
        if zone.grid is None and number is not None:
            yield number, zone


def _under(zone: Zone, board: Board) -> tuple[float, str]:
    """Return the share of a zone, 0 to 1, that lies under earlier ones, and the first of those."""
    left, top, right, bottom = _bounds(zone)
    earlier = []
    for each in board.zones:
        if each is zone:
            break
        box = _bounds(each)
        if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]:
            earlier.append((each, box))
    for samples in _SAMPLES:
        points = [
            (
                left + (2 * i + 1) * (right - left) // (2 * samples),
                top + (2 * j + 1) * (bottom - top) // (2 * samples),
            )
            for i in range(samples)
            for j in range(samples)
        ]
        own = [point for point in points if inside(zone, *point)]
        if own:
            over = [
                next(
                    (
                        each.name
                        for each, box in earlier
                        if box[0] <= x < box[2] and box[1] <= y < box[3] and inside(each, x, y)
                    ),
                    None,
                )
                for x, y in own
            ]
            names = [name for name in over if name is not None]
            return len(names) / len(own), names[0] if names else ""
    return 1, ""


def _bounds(zone: Zone) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom."""
    return _box(corners(zone))


@lru_cache(maxsize=4096)
def _box(edge: tuple[tuple[int, int], ...]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in edge] or [0], [y for _, y in edge] or [0]
    return min(xs), min(ys), max(xs), max(ys)


def _under_regions(track: Track, board: Board) -> Iterator[tuple[int, str]]:
    """Yield the numbers whose region another has taken the point of, and that one's name."""
    before, _, after = track.own_pattern.partition(NUMBER)
    own = re.compile(rf"{re.escape(before)}(-?\d{{1,6}}){re.escape(after)}")
    for grid in _grids(track, board):
        last = {(each.x, each.y): each.name for each in grid.regions}
        for each in grid.regions:
            match, there = own.fullmatch(each.name), last[each.x, each.y]
            if match is None or track.places.get(int(match[1])) != (each.x, each.y):
                continue
            if there != each.name:
                yield int(match[1]), there


def _grids(track: Track, board: Board) -> Iterator[Grid]:
    if not track.zone and board.grid is not None:
        yield board.grid
    for zone in board.zones:
        grid = board.grid if zone.uses_parent_grid else zone.grid
        if track.zone and zone.name == track.zone and grid is not None:
            yield grid
