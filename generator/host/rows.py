"""A row or column of a regular grid as a track: where its places are, in pixels of the map.

What is not known is guessed as a person would, and the guesses are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.host.inventory import Map, Piece
from generator.host.tracks import Surface, corners

Axis = Literal["x", "y"]


@dataclass(frozen=True)
class Row:
    """Evenly spaced places in one row (axis x) or column (axis y)."""

    axis: Axis
    start: int
    """Pixels from the map's edge to the first place."""
    step: int
    """Pixels from one place to the next."""
    count: int | None
    """Places; None: the board's picture alone knows how many."""
    across: tuple[int, int]
    """Pixels of the other axis between which the row lies."""
    doubts: tuple[str, ...]


def row_of(surface: Surface, on: Map, piece: Piece, others: Sequence[tuple[int, int]]) -> Row | str:
    """Return the row in which a piece stands, or why there is none.

    Args:
        surface: the grid it stands on.
        on: the map of that.
        piece: the marker.
        others: where the markers stand that share the track, this one included.
    """
    grid, place = surface.grid, (piece.placement.x, piece.placement.y)
    board = next(each for each in on.boards if each.name == surface.board)
    zone = next((each for each in board.zones if each.name == surface.zone), None)
    area = (
        corners(zone)
        if zone is not None and surface.zone
        else [(0, 0), (board.width, board.height)]
    )
    if not area:
        return "its zone has no corners"
    spans = [_Span(*_ends(area, axis)) for axis in (0, 1)]
    spacing, origin = (grid.dx, grid.dy), (grid.x0, grid.y0)
    if min(spacing) < 1:
        return "its grid has no spacing"
    counts = [span.count(each) for span, each in zip(spans, spacing, strict=True)]
    doubts = []
    along = _along(counts, others)
    if along is None:
        along = 0 if counts[0] is None or (counts[1] or 0) <= counts[0] else 1
        doubts.append(
            "that the track is a row and no column is a guess"
            if along == 0
            else "that the track is a column and no row is a guess"
        )
    step = spacing[along]
    if step != int(step):
        return f"its places are {step:g} pixels apart, must be a whole number"
    edges = on.edge_width, on.edge_height
    first = spans[along].first(origin[along], step)
    count = spans[along].places(first, step)
    across = _across(spans[1 - along], counts[1 - along], place[1 - along], spacing[1 - along])
    other = edges[1 - along]
    if len(on.laid_out or on.boards) > 1:
        doubts.append(
            f'pixels are those of a map with the board "{board.name}" alone or leftmost and '
            "topmost; boards side by side shift them"
        )
    return Row(
        "x" if along == 0 else "y",
        round(first) + edges[along],
        int(step),
        count,
        (across[0] + other, across[1] + other),
        tuple(doubts),
    )


@dataclass(frozen=True)
class _Span:
    """What a zone or board covers of one axis; without an end where its picture gives it."""

    low: int
    high: int | None

    def count(self, step: float) -> float | None:
        return None if self.high is None else (self.high - self.low) / step

    def first(self, origin: float, step: float) -> float:
        """Return the centre of the first place that lies within whole."""
        half = step / 2
        return self.low + half + (origin - self.low - half) % step

    def places(self, first: float, step: float) -> int | None:
        """Return how many places lie within whole."""
        return None if self.high is None else int((self.high - step / 2 - first) // step) + 1


def _ends(area: Sequence[tuple[int, int]], axis: int) -> tuple[int, int | None]:
    numbers = [corner[axis] for corner in area]
    return min(numbers), max(numbers) or None


def _along(counts: Sequence[float | None], others: Sequence[tuple[int, int]]) -> int | None:
    """Return the axis along which the track goes; None: nothing says."""
    columns, rows = counts
    if rows is not None and rows < 2 and (columns is None or columns >= 2):
        return 0
    if columns is not None and columns < 2 and (rows is None or rows >= 2):
        return 1
    different = [len({place[axis] for place in others}) for axis in (0, 1)]
    if min(different) == 1 < max(different):
        return different.index(max(different))
    return None


def _across(span: _Span, count: float | None, place: int, spacing: float) -> tuple[int, int]:
    """Return between which pixels of the other axis the row lies: its zone's, or around a place."""
    if count is not None and count < 2 and span.high is not None:
        return span.low, span.high
    half = int(spacing) // 2
    return max(0, place - half), place + half
