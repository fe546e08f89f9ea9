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
    single: bool
    """Its zone or board has no other row or column."""
    doubts: tuple[str, ...]


def row_of(surface: Surface, on: Map, piece: Piece, others: Sequence[tuple[int, int]]) -> Row | str:
    """Return the row in which a piece stands, or why there is none.

    Args:
        surface: the grid it stands on.
        on: the map of that.
        piece: the marker.
        others: where the markers stand that share the track, this one included.
    """
    grid = surface.grid
    if grid.kind == "hex":
        return (
            "its hexes lie in no straight rows and columns; write its read table by hand "
            '(kind = "grid")'
        )
    spans, spacing = _spans(surface, on), (grid.dx, grid.dy)
    if not spans:
        return "its zone has no corners"
    if min(spacing) < 1:
        return "its grid has no spacing"
    counts = [span.count(each) for span, each in zip(spans, spacing, strict=True)]
    single = _single(counts)
    along = single if single is not None else _apart(others)
    doubts = []
    if along is None:
        along = 0 if counts[0] is None or (counts[1] or 0) <= counts[0] else 1
        doubts.append(
            f"that the track is a {('row and no column', 'column and no row')[along]} is a guess"
        )
    step = spacing[along]
    if step != int(step):
        return f"its places are {step:g} pixels apart, must be a whole number"
    origin = on.origin(surface.board)
    if origin is None:
        doubts.append(shifted(surface.board))
    other, edges = 1 - along, origin or (on.edge_width, on.edge_height)
    first = spans[along].first((grid.x0, grid.y0)[along], step)
    place = (piece.placement.x, piece.placement.y)[other]
    across = spans[other].row(place, counts[other], spacing[other])
    return Row(
        "x" if along == 0 else "y",
        round(first) + edges[along],
        int(step),
        spans[along].places(first, step),
        (across[0] + edges[other], across[1] + edges[other]),
        single is not None,
        tuple(doubts),
    )


def shifted(board: str) -> str:
    """Say that other boards, which are not known, may shift a board's pixels."""
    return (
        f'pixels are those of a map with the board "{board}" alone or leftmost and topmost; boards '
        "side by side shift them"
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

    def row(self, place: int, count: float | None, spacing: float) -> tuple[int, int]:
        """Return where the row of a place begins and ends: all of it if there is one row only."""
        if self.high is not None and count is not None and count < 2:
            return self.low, self.high
        half = int(spacing) // 2
        return max(0, place - half), place + half


def _spans(surface: Surface, on: Map) -> list[_Span]:
    """Return what a grid's zone, or its board, covers of either axis; empty without a shape."""
    board = next(each for each in on.boards if each.name == surface.board)
    if not surface.zone:
        return [_Span(0, board.width or None), _Span(0, board.height or None)]
    zone = next(each for each in board.zones if each.name == surface.zone)
    along = list(zip(*corners(zone), strict=True))
    return [_Span(min(numbers), max(numbers)) for numbers in along]


def _single(counts: Sequence[float | None]) -> int | None:
    """Return the axis along which a grid of one row or column goes; None: it has more."""
    columns, rows = counts
    if rows is not None and rows < 2 and (columns is None or columns >= 2):
        return 0
    if columns is not None and columns < 2 and (rows is None or rows >= 2):
        return 1
    return None


def _apart(others: Sequence[tuple[int, int]]) -> int | None:
    """Return the axis along which markers stand in one line; None: they do not say."""
    different = [len({place[axis] for place in others}) for axis in (0, 1)]
    return different.index(max(different)) if min(different) == 1 < max(different) else None
