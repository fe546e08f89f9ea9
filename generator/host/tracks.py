"""Tracks: places of one board whose names differ by a number only, on which a marker can stand."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from generator.host.inventory import Board, Grid, Inventory, Map, Zone

LEAST_STEPS = 8
"""Places that make a track."""
_LEAST_FILLED = 0.5
"""How many of the numbers between the lowest and the highest must be there."""
_NUMBER = re.compile(r"(?<![\d.])((?:(?<=\s)|^)-)?[0-9]{1,6}(?![\d.])")
_MOST_CORNERS = 1_000

_Place: TypeAlias = tuple[str, str, int, int]
"""LocationName there, the place's own name, and where it is."""


@dataclass(frozen=True)
class Track:
    """Numbered places of a board."""

    map: str
    board: str
    zone: str
    """Empty: outside zones, or each zone is a place."""
    kind: str
    """``regions``, ``zones`` or ``grid`` (numbered by its rows or columns)."""
    pattern: str
    """LocationName with ``{n}`` for the number."""
    own_pattern: str
    """The same for the names that the regions or zones have themselves; of a grid, LocationName."""
    places: Mapping[int, tuple[int, int]]
    """Where each number is, pixels on the board."""
    doubled: tuple[int, ...]
    """Numbers that more than one place has."""
    padded: str
    """A place's own name that has zeros in front of its number; empty: none has."""

    @property
    def lowest(self) -> int:
        """The least number."""
        return min(self.places)

    @property
    def highest(self) -> int:
        """The greatest number."""
        return max(self.places)

    @property
    def missing(self) -> list[int]:
        """Numbers in between that no place has."""
        return [each for each in range(self.lowest, self.highest) if each not in self.places]

    @property
    def spacing(self) -> tuple[int, int] | None:
        """Pixels to the right and downwards from each number to the next, if always the same."""
        ordered = [self.places[number] for number in sorted(self.places)]
        steps = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(ordered)}
        return steps.pop() if len(steps) == 1 and not self.missing else None

    @property
    def title(self) -> str:
        """A name for people."""
        where = f'zone "{self.zone}"' if self.zone else f'board "{self.board}"'
        return f'{where} of map "{self.map}" ("{self.pattern}", {self.lowest} to {self.highest})'

    def number(self, location: str) -> int | None:
        """Return the number that a location's name gives; None: it is not of this track."""
        before, _, after = self.pattern.partition("{n}")
        text = location[len(before) : len(location) - len(after)]
        if location != before + text + after or not re.fullmatch(r"-?[0-9]{1,6}", text):
            return None
        return int(text) if int(text) in self.places else None


@dataclass(frozen=True)
class Surface:
    """A part of a board with a regular grid whose places have no usable names (square or hex)."""

    map: str
    board: str
    zone: str
    grid: Grid

    @property
    def title(self) -> str:
        """A name for people."""
        where = f'zone "{self.zone}"' if self.zone else f'board "{self.board}"'
        return f'the {self.grid.kind} grid of {where} of map "{self.map}"'


def inside(zone: Zone, x: int, y: int) -> bool:
    """Is the point in the zone's polygon (java.awt.Polygon.contains, even-odd)?"""
    edge = corners(zone)
    found = False
    for (x1, y1), (x2, y2) in zip(edge, edge[1:] + edge[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


def zone_at(board: Board, x: int, y: int) -> Zone | None:
    """Return the zone of a point on a board; the first of several, as ZonedGrid.findZone."""
    return next((zone for zone in board.zones if inside(zone, x, y)), None)


def tracks(inventory: Inventory, least: int = LEAST_STEPS) -> list[Track]:
    """Return all tracks of so many places, in the order of the module's build file."""
    return [
        track
        for each in inventory.maps
        for board in each.boards
        for track in _of(each, board)
        if len(track.places) >= least
    ]


def surfaces(inventory: Inventory) -> Iterator[Surface]:
    """Yield the regular grids of all boards and zones."""
    for each in inventory.maps:
        for board in each.boards:
            for zone in board.zones:
                if zone.grid is not None and zone.grid.kind != "regions":
                    yield Surface(each.name, board.name, zone.name, zone.grid)
            if board.grid is not None and board.grid.kind != "regions":
                yield Surface(each.name, board.name, "", board.grid)


def names_beside(track: Track, on: Map) -> list[str]:
    """Return the names of a board's other places, where the numbers of a track are."""
    return [
        name
        for board in on.boards
        if board.name == track.board
        for zone, kind, places in _places(board)
        if (zone, kind) == (track.zone, track.kind)
        for name, *_ in places
        if track.number(name) is None
    ]


def _of(each: Map, board: Board) -> Iterator[Track]:
    for zone, kind, places in _places(board):
        yield from _numbered(each, board, zone, kind, places)


def _places(board: Board) -> Iterator[tuple[str, str, Iterable[_Place]]]:
    """Yield the places of a board by zone and kind, as ``Track`` has them."""
    yield (
        "",
        "zones",
        [(zone.name, zone.name, *_centre(zone)) for zone in board.zones if zone.grid is None],
    )
    outside: list[_Place] = []
    for region in board.grid.regions if board.grid else ():
        zone = zone_at(board, region.x, region.y)
        if zone is None:
            outside.append((region.name, region.name, region.x, region.y))
    yield "", "regions", outside
    for zone in board.zones:
        grid = board.grid if zone.uses_parent_grid else zone.grid
        if grid is None:
            continue
        if grid.kind == "regions":
            found = [
                (_formatted(zone, region.name), region.name, region.x, region.y)
                for region in grid.regions
                if not zone.uses_parent_grid or zone_at(board, region.x, region.y) is zone
            ]
            yield zone.name, "regions", found
        elif grid.kind == "square" and grid.numbering is not None:
            yield zone.name, "grid", _cells(zone, grid)


def _numbered(
    each: Map, board: Board, zone: str, kind: str, named: Iterable[_Place]
) -> Iterator[Track]:
    groups: dict[tuple[str, str], list[tuple[str, int, int]]] = defaultdict(list)
    for name, own, x, y in named:
        for match in _NUMBER.finditer(name):
            pattern = f"{name[: match.start()]}{{n}}{name[match.end() :]}"
            groups[pattern, own.replace(match[0], "{n}", 1)].append((match[0], x, y))
    for (pattern, own), found in groups.items():
        places: dict[int, tuple[int, int]] = {}
        doubled: dict[int, None] = {}
        for text, x, y in found:
            if places.setdefault(int(text), (x, y)) != (x, y):
                doubled[int(text)] = None
        span = max(places) - min(places) + 1
        if len(places) < span * _LEAST_FILLED:
            continue
        zeros = next((text for text, _, _ in found if re.match("-?0[0-9]", text)), "")
        padded = own.replace("{n}", zeros) if zeros else ""
        yield Track(each.name, board.name, zone, kind, pattern, own, places, tuple(doubled), padded)


def _formatted(zone: Zone, grid_location: str) -> str:
    """Return LocationName inside a zone (Zone.locationName)."""
    return zone.location_format.replace("$name$", zone.name).replace(
        "$gridLocation$", grid_location
    )


def _cells(zone: Zone, grid: Grid) -> Iterator[_Place]:
    """Yield the cells of a square grid of one row or one column (SquareGridNumbering)."""
    numbering = grid.numbering
    edge = corners(zone)
    if numbering is None or not edge or grid.dx < 1 or grid.dy < 1:
        return
    if numbering.h_type != "N" or numbering.v_type != "N":
        return
    if numbering.h_descending or numbering.v_descending:
        return  # counted from the board's far edge, which the picture alone knows
    columns = _lines(min(x for x, _ in edge), max(x for x, _ in edge), grid.x0, grid.dx)
    rows = _lines(min(y for _, y in edge), max(y for _, y in edge), grid.y0, grid.dy)
    if len(columns) * len(rows) > 10_000:
        return
    for row in rows:
        for column in columns:
            names = {
                "row": _cell_name(row + numbering.v_offset, numbering.v_leading),
                "column": _cell_name(column + numbering.h_offset, numbering.h_leading),
            }
            both = (names["column"], names["row"])
            both = both if numbering.first == "H" else both[::-1]
            names["gridLocation"] = numbering.separator.join(both)
            name = numbering.location_format
            for key, value in names.items():
                name = name.replace(f"${key}$", value)
            x, y = int(grid.x0 + column * grid.dx), int(grid.y0 + row * grid.dy)
            if inside(zone, x, y):
                location = _formatted(zone, name)
                yield location, location, x, y


def _lines(low: float, high: float, origin: float, step: float) -> range:
    """Return the rows or columns whose centres lie between two edges."""
    first = int((low - origin) // step)
    return range(first, first + min(int((high - low) // step) + 2, 10_001))


def _cell_name(number: int, leading: int) -> str:
    """Name a row or column (RegularGridNumbering.getName)."""
    digits = str(abs(number))
    # a negative number of digits, as the engine has it, writes none
    width = min(leading, 8) + 1 if leading > 0 else 0
    return ("-" if number < 0 else "") + digits.rjust(width, "0")


def corners(zone: Zone) -> tuple[tuple[int, int], ...]:
    """Return the corners of a zone, pixels on the board."""
    return _corners(zone.path)


@lru_cache(maxsize=4096)
def _corners(path: str) -> tuple[tuple[int, int], ...]:
    found = []
    for corner in path.split(";")[:_MOST_CORNERS]:
        x, _, y = corner.partition(",")
        try:
            found.append((int(x), int(y)))
        except ValueError:
            continue
    return tuple(found)


def _centre(zone: Zone) -> tuple[int, int]:
    found = corners(zone) or ((0, 0),)
    return sum(x for x, _ in found) // len(found), sum(y for _, y in found) // len(found)
