"""Are the pixels of a binding those of the module's boards and grids?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.binding.model import GridRead
from generator.host.inventory import Inventory, Piece
from generator.host.signs import Surroundings


def on_board(read: GridRead, host: Inventory) -> Iterator[tuple[str, str]]:
    """Does the row fit on a board? Where no board's size is known, nothing is said."""
    end = read.start + read.step * (read.track.last - read.track.first)
    along = min(read.start, end), max(read.start, end)
    for each in host.maps:
        if each.name != read.marker.map:
            continue
        widths = each.edge_width, [board.width for board in each.boards]
        heights = each.edge_height, [board.height for board in each.boards]
        one, other = (widths, heights) if read.axis == "x" else (heights, widths)
        if not _within(along, *one) or (all(one[1]) and along[0] < one[0]):
            yield (
                "read.step",
                f"{read.track.first} to {read.track.last} would be at {read.start} to {end} "
                f"pixels, outside every board ({one[0]} to {max(one[1]) + one[0]})",
            )
        if read.across is not None and not _within(read.across, *other):
            yield (
                "read.across_last",
                f"the row would be at {read.across[0]} to {read.across[1]} pixels of the other "
                f"axis, outside every board (up to {max(other[1]) + other[0]})",
            )


def _within(span: tuple[int, int], edge: int, sizes: Sequence[int]) -> bool:
    return not sizes or not all(sizes) or 0 <= span[0] <= span[1] <= max(sizes) + edge


def on_grid(read: GridRead, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Are the places that are read those of the grid on which the marker begins?

    Where several boards lie side by side, their sizes shift the pixels: only steps are compared.
    """
    surface, on = around.surface(piece), around.maps.get(read.marker.map)
    if surface is None or on is None or surface.map != on.name:
        return
    grid, along_x = surface.grid, read.axis == "x"
    spacing, origin = (grid.dx, grid.x0) if along_x else (grid.dy, grid.y0)
    edges = on.edge_width, on.edge_height
    edge, other_edge = edges if along_x else edges[::-1]
    if spacing < 1:
        return
    if _off(read.step, spacing) > 0:
        yield (
            "read.step",
            f"is {read.step} pixels, but the places of {surface.title} are {spacing:g} apart: mend "
            "it, and start",
        )
    if len(on.laid_out or on.boards) > 1:
        return
    first = edge + origin
    off = _off(read.start - first, spacing)
    if off > 1:
        near = round(first + round((read.start - first) / spacing) * spacing)
        yield (
            "read.start",
            f"is {read.start} pixels, but {surface.title} has no place there, the nearest is at "
            f"{near} (with the map's edge of {edge}): mend it",
        )
    begins = (piece.placement.y if along_x else piece.placement.x) + other_edge
    if read.across is not None and not read.across[0] <= begins <= read.across[1]:
        yield (
            "read.across_first",
            f"the row would be at {read.across[0]} to {read.across[1]} pixels of the other axis, "
            f"but {piece.title} begins at {begins} (with the map's edge of {other_edge}): mend "
            "across_first and across_last",
        )


def _off(pixels: float, spacing: float) -> float:
    """Return how far pixels are from a multiple of a spacing."""
    return abs(pixels - round(pixels / spacing) * spacing)
