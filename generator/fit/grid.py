"""Are the pixels of a binding those of the module's boards and grids?

They are read to the pixel, so that a marker beside a place is off the track.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.binding.model import GridRead
from generator.fit.pieces import begins_on
from generator.host.inventory import Inventory, Map, Piece
from generator.host.piece import Trait
from generator.host.signs import Surroundings
from generator.host.tracks import Surface


def on_board(read: GridRead, host: Inventory) -> Iterator[tuple[str, str]]:
    """Does the row fit on the boards? Where a board's size is not known, nothing is said."""
    end = _end(read)
    along = min(read.start, end), max(read.start, end)
    for each in host.maps:
        if each.name != read.marker.map:
            continue
        boards = [board for board in each.boards if board.name in _boards(each)]
        widths = each.edge_width, [board.width for board in boards]
        heights = each.edge_height, [board.height for board in boards]
        one, other = (widths, heights) if read.axis == "x" else (heights, widths)
        if not _within(along, *one) or (all(one[1]) and along[0] < one[0]):
            yield (
                "read.step",
                f"{read.track.first} to {read.track.last} would be at {read.start} to {end} "
                f"pixels, outside every board ({one[0]} to {sum(one[1]) + one[0]}"
                f"{_counted(one[0])}): mend start, step, first and last",
            )
        if read.across is not None and not _within(read.across, *other):
            yield (
                "read.across_last",
                f"the row would be at {read.across[0]} to {read.across[1]} pixels of the other "
                f"axis, outside every board (up to {sum(other[1]) + other[0]}"
                f"{_counted(other[0])}): mend across_first and across_last",
            )


def on_grid(read: GridRead, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Are the places that are read those of the grid that holds markers to its own?

    Where several boards lie side by side, their sizes shift the pixels: only steps are compared.
    """
    on = around.maps[read.marker.map]
    if _ignores_grids(around.inventory.traits(piece)):
        return
    if len(_boards(on)) != 1:
        holding = [each for each in around.surfaces_of(on.name) if _holds(each)]
        boards = {each.board for each in holding}
        fits = any(_off(read.step, _unit(read, each)) == 0 for each in holding)
        if not fits and boards >= {*_boards(on)}:
            yield "read.step", _other_step(read, holding[0])
        return
    place = _place(read, piece, on)
    surface = around.surface_at(on.name, _boards(on)[0], *place) if place else None
    if surface is None or not _holds(surface):
        return
    unit = _unit(read, surface)
    if _off(read.step, unit) > 0:
        yield "read.step", _other_step(read, surface)
        return
    grid = surface.grid
    edge = _edges(read, on)[0]
    first = edge + (grid.x0 if read.axis == "x" else grid.y0)
    if _off(read.start - first, unit) > 0.5:  # SquareGrid.snapTo rounds
        near = round(first + round((read.start - first) / unit) * unit)
        yield (
            "read.start",
            f"is {read.start} pixels, but {surface.title} has no place there, the nearest is at "
            f"{near}{_counted(edge)}: mend it",
        )


def grid_notes(read: GridRead, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield what a maintainer should know of the row, though it may be meant so."""
    on = around.maps.get(read.marker.map)
    if on is None or len(_boards(on)) != 1:
        return
    at = _place(read, piece, on)
    surface = around.surface_at(on.name, _boards(on)[0], *at) if at else None
    what = ""
    if _ignores_grids(around.inventory.traits(piece)):
        what = f"{piece.title} ignores grids"
    elif at and surface is None:
        what = "no grid is there"
    elif surface is not None and not surface.grid.snaps:
        what = f"{surface.title} does not snap"
    if what:
        yield (
            "read.start",
            f"nothing holds a marker to these pixels ({what}): one beside them is off the track",
        )
    if begins_on(read.marker, piece) and not piece.placement.location:
        along, across = _begins(read, piece, on)
        place = divmod(along - read.start, read.step)
        in_row = read.across is None or read.across[0] <= across <= read.across[1]
        if not in_row or place[1] or not 0 <= place[0] <= read.track.last - read.track.first:
            x, y = (along, across) if read.axis == "x" else (across, along)
            yield (
                "read.start",
                f"{piece.title} begins at {x}, {y} (with the map's edge), which is none of the "
                "places that are read: it is off the track until it is moved",
            )


def _place(read: GridRead, piece: Piece, on: Map) -> tuple[int, int] | None:
    """Return a place of the row, pixels of the board: the marker's own, or else the first.

    None: the marker begins elsewhere, and any row will do.
    """
    edge, other_edge = _edges(read, on)
    along, across = read.start, None if read.across is None else sum(read.across) // 2
    if begins_on(read.marker, piece) and not piece.placement.location:
        begins = _begins(read, piece, on)
        if read.across is None or read.across[0] <= begins[1] <= read.across[1]:
            along, across = begins
    if across is None:
        return None
    place = along - edge, across - other_edge
    return place if read.axis == "x" else place[::-1]


def _boards(on: Map) -> tuple[str, ...]:
    """Return the boards that can lie on a map."""
    return on.laid_out or tuple(each.name for each in on.boards)


def _edges(read: GridRead, on: Map) -> tuple[int, int]:
    """Return the map's border along the row, and across it."""
    edges = on.edge_width, on.edge_height
    return edges if read.axis == "x" else edges[::-1]


def _begins(read: GridRead, piece: Piece, on: Map) -> tuple[int, int]:
    """Return the pixels at which a piece begins, along the row and across it."""
    place = piece.placement.x + on.edge_width, piece.placement.y + on.edge_height
    return place if read.axis == "x" else place[::-1]


def _ignores_grids(traits: Sequence[Trait]) -> bool:
    """Has a piece the trait Does Not Stack that lets it ignore grids (Immobilized.mySetType)?"""
    return any(each.id == "immob" and "g" in (each.fields or [""])[0] for each in traits)


def _holds(surface: Surface) -> bool:
    """Does a grid hold pieces to places in straight rows and columns?"""
    grid = surface.grid
    return grid.kind == "square" and grid.snaps and min(grid.dx, grid.dy) >= 1


def _unit(read: GridRead, surface: Surface) -> float:
    """Return the pixels from one legal place to the next, along the row."""
    grid = surface.grid
    return (grid.dx if read.axis == "x" else grid.dy) / (2 if grid.halves else 1)


def _other_step(read: GridRead, surface: Surface) -> str:
    return (
        f"is {read.step} pixels, but the places of {surface.title} are "
        f"{_unit(read, surface):g} apart: mend it, and start"
    )


def _off(pixels: float, unit: float) -> float:
    """Return how far pixels are from a multiple of a unit."""
    return abs(pixels - round(pixels / unit) * unit)


def _counted(edge: int) -> str:
    return f", with the map's edge of {edge}" if edge else ""


def _end(read: GridRead) -> int:
    return read.start + read.step * (read.track.last - read.track.first)


def _within(span: tuple[int, int], edge: int, sizes: Sequence[int]) -> bool:
    """Is it on boards of these sizes, side by side, or not to be said?"""
    return not sizes or not all(sizes) or 0 <= span[0] <= span[1] <= sum(sizes) + edge
