"""Has a hex grid a place where a binding reads one?

A hex grid holds a piece to the centre of a hex (HexGrid.snapToHex): columns lie ``dx`` apart, the
hexes of a column ``dy``, every other column half of that lower; turned sideways, x and y change
places, and the origin with them. Centres are cut to whole pixels (HexGrid.hexPoint).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from generator.binding.model import GridRead
from generator.fit.pixels import last_place, turned
from generator.host.inventory import Grid
from generator.host.tracks import Surface


def off_hexes(
    read: GridRead, surface: Surface, origin: tuple[int, int]
) -> Iterator[tuple[str, str]]:
    """Yield the first place that is read where the grid has no hex.

    Args:
        read: the row.
        surface: its grid, of hexes.
        origin: where the row's board begins, along the row and across it.
    """
    hexes = _Row(read, surface.grid, origin)
    for place in range(last_place(read) + 1):
        along = read.start + place * read.step
        if hexes.at(along):
            continue
        if hexes.at(along, anywhere=True):
            yield (
                "read.across_first",
                f"to across_last are {hexes.across[0]} to {hexes.across[1]} pixels, between which "
                f"{surface.title} has no place at {along} pixels: mend them, or start and step",
            )
        elif place:
            yield (
                "read.step",
                f"is {read.step} pixels, but {surface.title} has no place at {along} pixels, where "
                f"{read.track.first + place} would be, the nearest is at {hexes.nearest(along)}: "
                "mend it, and start",
            )
        else:
            yield (
                "read.start",
                f"is {along} pixels, but {surface.title} has no place there, the nearest is at "
                f"{hexes.nearest(along)}: mend it",
            )
        return


def hexes_of_a_place(read: GridRead, surface: Surface, origin: tuple[int, int]) -> int:
    """Return how many hexes are read as the first place; arguments as ``off_hexes``."""
    return len(_Row(read, surface.grid, origin).at(read.start))


class _Row:
    """The hexes of a row, in pixels of the map along it and across it."""

    def __init__(self, read: GridRead, grid: Grid, origin: tuple[int, int]) -> None:
        self.across = read.across or (origin[1], origin[1])
        self._anywhere = read.across is None
        self._grid = grid
        self._origin = origin
        self._by_column = grid.sideways == (read.axis == "y")
        """Do the places of the row lie in one column each?"""
        self._first = turned(read, (grid.y0, grid.x0) if grid.sideways else (grid.x0, grid.y0))

    def at(self, along: int, *, anywhere: bool = False) -> list[int]:
        """Return the hexes at a pixel along the row, by their pixel across it.

        With ``anywhere``, or for a row of which it is not said where it lies: one or none.
        """
        anywhere = anywhere or self._anywhere
        low, high = (0, 0) if anywhere else self.across
        found = {
            across
            for index, odd in self._near(along)
            if self._along(index, odd=odd) == along
            for across in self._crossing(index, odd, low, high)
            if anywhere or low <= across <= high
        }
        return sorted(found)[:1] if anywhere else sorted(found)

    def nearest(self, along: int) -> int:
        """Return the pixel along the row nearest to another at which there are hexes."""
        return min(
            (self._along(index, odd=odd) for index, odd in self._near(along)),
            key=lambda each: (abs(each - along), each),
        )

    def _near(self, along: int) -> Iterator[tuple[int, bool]]:
        """Yield columns near a pixel; or the places in a column, of both kinds of columns."""
        spacing = self._grid.dx if self._by_column else self._grid.dy
        near = floor((along - self._origin[0] - self._first[0]) / spacing)
        for index in range(near - 1, near + 3):
            for odd in (index % 2 == 1,) if self._by_column else (False, True):
                yield index, odd

    def _along(self, index: int, *, odd: bool) -> int:
        return self._origin[0] + self._pixel(0, index, odd=odd, column=self._by_column)

    def _crossing(self, index: int, odd: bool, low: int, high: int) -> Iterator[int]:
        """Yield the hexes between two pixels across the row, and some beside."""
        spacing = self._grid.dy if self._by_column else self._grid.dx
        first, last = (
            floor((each - self._origin[1] - self._first[1]) / spacing) for each in (low, high)
        )
        for other in range(first - 1, last + 3):
            if self._by_column:
                odd = index % 2 == 1
            elif (other % 2 == 1) != odd:
                continue
            yield self._origin[1] + self._pixel(1, other, odd=odd, column=not self._by_column)

    def _pixel(self, axis: int, index: int, *, odd: bool, column: bool) -> int:
        grid = self._grid
        if column:
            return int(grid.dx * index + self._first[axis])
        return int(grid.dy * index + (int(grid.dy / 2) if odd else 0) + self._first[axis])
