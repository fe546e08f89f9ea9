"""Are the pixels of a binding those of the module's boards and grids?

They are read to the pixel, so that a marker beside a place is off the track. They count from the
map's edge: boards to the left of a board, or above it, shift its pixels (Map.getLocation).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, floor

from generator.binding.model import GridRead
from generator.fit.hexes import hexes_of_a_place, off_hexes
from generator.fit.pixels import (
    axis_of,
    begins_at,
    board_of,
    boards_of,
    counted,
    end_of,
    extent,
    in_row,
    laid_out_anyhow,
    last_place,
    turned,
)
from generator.host.inventory import Board, Inventory, Map, Piece
from generator.host.piece import Trait
from generator.host.signs import Surroundings
from generator.host.tracks import Surface


def on_board(read: GridRead, host: Inventory) -> Iterator[tuple[str, str]]:
    """Does the row fit on the boards? Where a board's size is not known, nothing is said."""
    along = min(read.start, end_of(read)), max(read.start, end_of(read))
    axis = axis_of(read)
    for each in host.maps:
        if each.name != read.marker.map:
            continue
        edge, other_edge = turned(read, (each.edge_width, each.edge_height))
        end, other_end = extent(each, axis), extent(each, 1 - axis)
        if along[0] < (0 if end is None else edge) or (end is not None and along[1] > end):
            upto = "" if end is None else f" ({edge} to {end}{counted(edge)})"
            yield (
                "read.step",
                f"{read.track.first} to {read.track.last} would be at {read.start} to "
                f"{end_of(read)} pixels, outside every board{upto}: mend start, step, first and "
                "last",
            )
        if (
            read.across is not None
            and other_end is not None
            and not (0 <= read.across[0] <= read.across[1] <= other_end)
        ):
            yield (
                "read.across_last",
                f"the row would be at {read.across[0]} to {read.across[1]} pixels of the other "
                f"axis, outside every board (up to {other_end}{counted(other_edge)}): mend "
                "across_first and across_last",
            )


def on_grid(read: GridRead, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Are the places that are read those of the grid that holds markers to its own?

    Where it is not known how boards lie side by side, only steps are compared.
    """
    on = around.maps[read.marker.map]
    if laid_out_anyhow(on):
        if not _ignores_grids(around.inventory.traits(piece)):
            yield from _other_steps(read, on, around)
        return
    strayed = _on_another_board(read, piece, around)
    if strayed:
        yield strayed
    elif not _ignores_grids(around.inventory.traits(piece)):
        found = _surface(read, piece, around)
        if found is not None:
            yield from _off_places(read, *found, on)


def grid_notes(read: GridRead, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield what a maintainer should know of the row, though it may be meant so."""
    on = around.maps.get(read.marker.map)
    if on is None:
        return
    if read.across is None:
        yield (
            "read.across_first",
            "is missing: a marker anywhere "
            f"{'above or below' if read.axis == 'x' else 'left or right of'} these places is read "
            "as on them; give across_first and across_last",
        )
    if laid_out_anyhow(on):
        yield (
            "read.start",
            f'boards to choose from, or whose sizes only their pictures tell, lie on "{on.name}" '
            "and may shift pixels: see in a game that start counts from the map's edge",
        )
        return
    found = _surface(read, piece, around)
    yield from _not_held(read, piece, found and found[0], around)
    if found is not None and _holds(found[0]):
        yield from _several_rows(read, *found)
        yield from _between_hexes(read, found[0])
    begins = begins_at(read, piece, on)
    if begins is not None:
        place = divmod(begins[0] - read.start, read.step)
        if not in_row(read, begins) or place[1] or not 0 <= place[0] <= last_place(read):
            x, y = turned(read, begins)
            yield (
                "read.start",
                f"{piece.title} begins at {x}, {y} (with the map's edge), which is none of the "
                "places that are read: it is off the track until it is moved",
            )


# Boards side by side


def _other_steps(read: GridRead, on: Map, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Compare steps only, which boards side by side do not change."""
    holding = [
        each for each in around.surfaces_of(on.name) if each.grid.kind == "square" and _holds(each)
    ]
    fits = any(_off(read.step, _unit(read, each)) == 0 for each in holding)
    if not fits and {each.board for each in holding} >= {*boards_of(on)}:
        yield "read.step", _other_step(read, holding[0])


def _on_another_board(read: GridRead, piece: Piece, around: Surroundings) -> tuple[str, str] | None:
    """Say that the row does not lie on one board, or not on that on which the marker begins."""
    on = around.maps[read.marker.map]
    first, last = board_of(read, on, read.start), board_of(read, on, end_of(read))
    shifted = _shifted(read, piece, around, first)
    if shifted or first is None or last is None or first is last:
        return shifted
    return (
        "read.start",
        f'the row would begin on the board "{first.name}" and end on "{last.name}": mend start and '
        "step",
    )


def _shifted(
    read: GridRead, piece: Piece, around: Surroundings, first: Board | None
) -> tuple[str, str] | None:
    """Say that the row is right but for the place of the board on which the marker begins.

    ``first`` is the board of the row's first place.
    """
    on = around.maps[read.marker.map]
    begins = begins_at(read, piece, on)
    own = on.board_at(*turned(read, begins)) if begins is not None else None
    origin = None if own is None else on.origin(own.name)
    if own is None or origin is None or own is first:
        return None
    shift, across = turned(read, (origin[0] - on.edge_width, origin[1] - on.edge_height))
    row = read.across and (read.across[0] + across, read.across[1] + across)
    moved = replace(read, start=read.start + shift, across=row)
    if any(board_of(moved, on, at) is not own for at in (moved.start, end_of(moved))):
        return None
    here, there = _surface(read, piece, around), _surface(moved, piece, around)
    if there is None or not _fits(moved, there, on) or (here and _fits(read, here, on)):
        return None
    also = f", across_first = {row[0]}, across_last = {row[1]}" if row and across else ""
    where = f'the board "{first.name}"' if first is not None else "no board"
    return (
        "read.start",
        f"is {read.start} pixels from the map's edge, on {where}, but {piece.title} begins on "
        f'"{own.name}", which lies {origin[0]}, {origin[1]} pixels from it: put '
        f"start = {moved.start}{also}",
    )


# Grids


def _surface(
    read: GridRead, piece: Piece, around: Surroundings
) -> tuple[Surface, tuple[int, int]] | None:
    """Return the grid of the row, and where the row's board begins along it and across it.

    It is that of the first place, or else of the marker's own on the same board.
    """
    on = around.maps[read.marker.map]
    begins = begins_at(read, piece, on)
    if begins is not None and not in_row(read, begins):
        begins = None
    row = read.across and sum(read.across) // 2
    across = row if begins is None else begins[1]
    board = None if across is None else on.board_at(*turned(read, (read.start, across)))
    origin = None if board is None else on.origin(board.name)
    if board is None or across is None or origin is None:
        return None
    for place in ((read.start, across), begins):
        x, y = turned(read, place) if place is not None else (-1, -1)
        if on.board_at(x, y) is board:
            surface = around.surface_at(on.name, board.name, x - origin[0], y - origin[1])
            if surface is not None:
                return surface, turned(read, origin)
    return None


def _off_places(
    read: GridRead, surface: Surface, origin: tuple[int, int], on: Map
) -> Iterator[tuple[str, str]]:
    """Are the places that are read those of the grid, whose board begins at ``origin``?"""
    if not _holds(surface):
        return
    if surface.grid.kind == "square":
        yield from _off_grid(read, surface, origin, on)
    elif surface.grid.parts == 1:
        yield from off_hexes(read, surface, origin)


def _off_grid(
    read: GridRead, surface: Surface, origin: tuple[int, int], on: Map
) -> Iterator[tuple[str, str]]:
    """Are step, start and the row those of a square grid?"""
    unit, other_unit = _units(read, surface)
    first, other_first = _firsts(read, surface, origin)
    edges = turned(read, (on.edge_width, on.edge_height))
    begins, other_begins = (
        counted(at) if at == edge else f", where its board begins at {at}"
        for at, edge in zip(origin, edges, strict=True)
    )
    if _off(read.step, unit) > 0:
        yield "read.step", _other_step(read, surface)
        return
    if _off(read.start - first, unit) > 0.5:  # SquareGrid.snapTo rounds
        near = round(first + round((read.start - first) / unit) * unit)
        yield (
            "read.start",
            f"is {read.start} pixels, but {surface.title} has no place there, the nearest is at "
            f"{near}{begins}: mend it",
        )
    if read.across is not None and not _rows(read.across, other_first, other_unit):
        middle = sum(read.across) / 2
        near = round(other_first + round((middle - other_first) / other_unit) * other_unit)
        yield (
            "read.across_first",
            f"to across_last are {read.across[0]} to {read.across[1]} pixels, between which "
            f"{surface.title} has no place, the nearest is at {near}{other_begins}: mend them",
        )


def _fits(read: GridRead, found: tuple[Surface, tuple[int, int]], on: Map) -> bool:
    return _holds(found[0]) and not any(_off_places(read, *found, on))


def _not_held(
    read: GridRead, piece: Piece, surface: Surface | None, around: Surroundings
) -> Iterator[tuple[str, str]]:
    what = ""
    if _ignores_grids(around.inventory.traits(piece)):
        what = f"{piece.title} ignores grids"
    elif surface is not None and not surface.grid.snaps:
        what = f"{surface.title} does not snap"
    elif surface is None and (read.across is not None or _begins_in_row(read, piece, around)):
        what = "no grid is there"
    if what:
        yield (
            "read.start",
            f"nothing holds a marker to these pixels ({what}): one beside them is off the track",
        )


def _several_rows(
    read: GridRead, surface: Surface, origin: tuple[int, int]
) -> Iterator[tuple[str, str]]:
    if read.across is None:
        return
    if surface.grid.kind == "hex":
        count, what = hexes_of_a_place(read, surface, origin), f"places at {read.start}"
    else:
        spacing = turned(read, (surface.grid.dx, surface.grid.dy))[1]
        count = _rows(read.across, _firsts(read, surface, origin)[1], spacing)
        what = "rows" if read.axis == "x" else "columns"
    if count > 1:
        yield (
            "read.across_first",
            f"between {read.across[0]} and {read.across[1]} pixels {surface.title} has {count} "
            f"{what}: a marker on any of them is read",
        )


def _between_hexes(read: GridRead, surface: Surface) -> Iterator[tuple[str, str]]:
    if surface.grid.kind == "hex" and surface.grid.parts > 1:
        yield (
            "read.step",
            f"{surface.title} holds markers to edges or corners too: whether these pixels are "
            "places cannot be told here; try it in the module",
        )


def _rows(across: tuple[int, int], first: float, spacing: float) -> int:
    """Return how many rows of a grid lie between two pixels, to which SquareGrid.snapTo rounds."""
    low, high = across[0] - 0.5 - first, across[1] + 0.5 - first
    return max(0, floor(high / spacing) - ceil(low / spacing) + 1)


def _ignores_grids(traits: Sequence[Trait]) -> bool:
    """Has a piece the trait Does Not Stack that lets it ignore grids (Immobilized.mySetType)?"""
    return any(each.id == "immob" and "g" in (each.fields or [""])[0] for each in traits)


def _holds(surface: Surface) -> bool:
    """Does a grid hold pieces to places?"""
    return surface.grid.snaps and min(surface.grid.dx, surface.grid.dy) >= 1


def _firsts(read: GridRead, surface: Surface, origin: tuple[int, int]) -> tuple[float, float]:
    """Return the pixels of a grid's first place, along the row and across it."""
    x0, y0 = turned(read, (surface.grid.x0, surface.grid.y0))
    return origin[0] + x0, origin[1] + y0


def _units(read: GridRead, surface: Surface) -> tuple[float, float]:
    """Return the pixels from one legal place to the next, along the row and across it."""
    grid = surface.grid
    return turned(read, (grid.dx / grid.parts, grid.dy / grid.parts))


def _unit(read: GridRead, surface: Surface) -> float:
    return _units(read, surface)[0]


def _other_step(read: GridRead, surface: Surface) -> str:
    return (
        f"is {read.step} pixels, but the places of {surface.title} are "
        f"{_unit(read, surface):g} apart: mend it, and start"
    )


def _off(pixels: float, unit: float) -> float:
    """Return how far pixels are from a multiple of a unit."""
    return abs(pixels - round(pixels / unit) * unit)


def _begins_in_row(read: GridRead, piece: Piece, around: Surroundings) -> bool:
    begins = begins_at(read, piece, around.maps[read.marker.map])
    return begins is not None and in_row(read, begins)
