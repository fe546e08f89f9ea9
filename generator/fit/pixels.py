"""Pixels of a row on a map: along it and across it, and the boards on which they lie."""

from __future__ import annotations

from typing import TypeVar

from generator.binding.model import GridRead
from generator.fit.pieces import begins_on
from generator.host.inventory import Board, Map, Piece

_N = TypeVar("_N", int, float)


def axis_of(read: GridRead) -> int:
    """Return which of x and y goes along the row."""
    return 0 if read.axis == "x" else 1


def turned(read: GridRead, pair: tuple[_N, _N]) -> tuple[_N, _N]:
    """Turn x and y into what is along the row and across it, or back."""
    return pair if read.axis == "x" else (pair[1], pair[0])


def boards_of(on: Map) -> tuple[str, ...]:
    """Return the boards that can lie on a map."""
    there = tuple(each.name for each in on.boards)
    return tuple(each for each in on.laid_out if each in there) or there


def extent(on: Map, axis: int) -> int | None:
    """Return where the boards of a map end; None: their pictures alone tell."""
    boards = [each for each in on.boards if each.name in boards_of(on)]
    sizes = [(each.width, each.height)[axis] for each in boards]
    if not sizes or not all(sizes):
        return None
    origins = [on.origin(each.name) for each in boards]
    if None in origins:
        return (on.edge_width, on.edge_height)[axis] + sum(sizes)
    return max(origin[axis] + size for origin, size in zip(origins, sizes, strict=True) if origin)


def in_row(read: GridRead, place: tuple[int, int]) -> bool:
    """Does a place, along and across, lie in the row, wherever along it?"""
    return read.across is None or read.across[0] <= place[1] <= read.across[1]


def begins_at(read: GridRead, piece: Piece, on: Map) -> tuple[int, int] | None:
    """Return the pixels at which a piece begins, along the row and across it; None: elsewhere."""
    placement = piece.placement
    if not begins_on(read.marker, piece) or placement.location:
        return None
    origin = on.origin(placement.board)
    if origin is None:
        return None
    return turned(read, (placement.x + origin[0], placement.y + origin[1]))


def counted(edge: int) -> str:
    """Say that the map's edge is counted, if it has one."""
    return f", with the map's edge of {edge}" if edge else ""


def end_of(read: GridRead) -> int:
    """Return the pixels of the last place."""
    return read.start + read.step * last_place(read)


def last_place(read: GridRead) -> int:
    """Return how many places there are after the first."""
    return read.track.last - read.track.first


def laid_out_anyhow(on: Map) -> bool:
    """Is it not known where a board lies on the map?"""
    return any(on.origin(each) is None for each in boards_of(on))


def board_of(read: GridRead, on: Map, along: int) -> Board | None:
    """Return the board on which a place of the row lies; None: none does, or it cannot be told."""
    across = on.origin(boards_of(on)[0]) if boards_of(on) else None
    if read.across is not None:
        return on.board_at(*turned(read, (along, sum(read.across) // 2)))
    if across is None:
        return None
    return on.board_at(*turned(read, (along, turned(read, across)[1])))
