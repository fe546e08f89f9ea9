"""What a maintainer should know of a binding that fits: it may be meant so, and it may be not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from generator.binding.model import (
    Binding,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
)
from generator.fit.access import access_notes
from generator.fit.grid import grid_notes
from generator.fit.keys import marker_tracks
from generator.fit.marker import set_otherwise, set_when_moved, widest
from generator.fit.owners import Owners
from generator.fit.pieces import begins_on, laid_out, pieces_of
from generator.fit.shadows import shadow_notes
from generator.fit.steps import step_notes
from generator.fit.words import alike, by_power, nearest, numbers
from generator.host.covered import partly_covered
from generator.host.inventory import Inventory, Map, Piece
from generator.host.signs import Surroundings
from generator.host.traits import layers, properties
from generator.host.wholes import of_module

_FEW = 3


def notes_of(binding: Binding, around: Surroundings) -> Iterator[str]:
    """Yield notes, one line each, on a binding that fits."""
    owners = Owners(binding)
    yield from by_power(
        (power, where, note)
        for power, bound in binding.powers.items()
        for where, note in _power(bound, around, owners.free_for(power))
    )


def begun_from_saves(host: Inventory) -> Iterator[str]:
    """Say which games hold what was laid out when they were saved, and no sheet."""
    if host.saves:
        shown = ", ".join(f'"{each}"' for each in host.saves[:_FEW])
        more = f" and {len(host.saves) - _FEW} more" if len(host.saves) > _FEW else ""
        yield (
            f"the module begins {shown}{more} from saves: their markers are those of the save, and "
            "the extension's pieces are not in them until a player drags them in from the palette, "
            "or the save is made anew with the extension"
        )


def _power(
    bound: PowerBinding, around: Surroundings, free: Callable[[str], bool]
) -> Iterator[tuple[str, str]]:
    if isinstance(bound.read, PropertyRead):
        yield from _empty(bound.read.property, around)
        yield from _own_range(bound.read, around)
    yield from shadow_notes(bound, around.inventory)
    marker = bound.marker
    pieces = [] if marker is None else pieces_of(marker, around.inventory)
    if marker is None or not pieces:
        return
    piece = laid_out(marker, pieces)
    at = "write" if isinstance(bound.read, PropertyRead) else "read"
    key = "marker" if marker.name else "gpid"
    beside: list[str] = []
    if not begins_on(marker, piece):
        yield f"{at}.{key}", _begins_elsewhere(marker, piece, around.inventory, free)
    elif marker.map in around.maps:
        beside = list(_off_boards(piece, around.maps[marker.map]))
    yield from ((f"{at}.{key}", each) for each in beside)
    match bound.read:
        case GridRead() as read if not beside:
            yield from grid_notes(read, piece, around)
        case LocationRead() as read:
            yield from _under_zones(read, around)
            yield from _written_otherwise(bound, piece, around)
        case PiecePropertyRead() as read:
            yield from _levels(read, piece, around.inventory)
            yield from _switched_off(read, piece, around.inventory)
            yield from _empty_of_its_own(read.property, piece, around.inventory)
        case PropertyRead():
            yield from _beyond(bound, piece, around)
    yield from step_notes(bound, piece, around)
    yield from access_notes(bound, piece, around)


def _empty(name: str, around: Surroundings) -> Iterator[tuple[str, str]]:
    if not around.globals[name].initial.strip():
        yield (
            "read.property",
            f'"{name}" begins empty: it is read only when the module has set it to a number',
        )


def _own_range(read: PropertyRead, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Do the property's own bounds, which hold for buttons and prompts only, leave numbers out?"""
    own = around.globals[read.property]
    least, most = of_module(own.minimum), of_module(own.maximum)
    if least is None or most is None or not own.numeric:
        return  # none, or an expression
    begins = of_module(own.initial)
    begins = least if begins is None else begins
    wanted = begins, begins
    what = f"it begins as {begins}"
    if read.track is not None:
        wanted = read.track.first, read.track.last
        what = f"first and last are {wanted[0]} and {wanted[1]}"
    if wanted[0] < least or most < wanted[1]:
        yield (
            "read.property",
            f'the module\'s own buttons change "{read.property}" from {least} to {most} only, but '
            f"{what}: mend its minimum and maximum in the module, so that players can correct it",
        )


def _off_boards(piece: Piece, on: Map) -> Iterator[str]:
    """Does a new game lay a piece out beside its board, or not at all (SetupStack.setup)?"""
    placement = piece.placement
    laid_out = [each for each in on.boards if each.name in (on.laid_out or [placement.board])]
    if placement.board and all(each.name != placement.board for each in laid_out):
        there = on.laid_out or [each.name for each in on.boards]
        yield (
            f'{piece.title} begins on the board "{placement.board}", which the map "{on.name}" has '
            f"not in a new game, so that it is not laid out: it is read only when a player has "
            f"put it there; {nearest(placement.board, there, 'board', 'mend that in the module')}"
        )
        return
    boards = [each for each in on.boards if each.name == placement.board] or list(on.boards)
    sized = [each for each in boards if each.width and each.height]
    if placement.location or not boards or len(sized) < len(boards):
        return
    wide, high = (
        (max(each.width for each in sized), max(each.height for each in sized))
        if placement.board
        else (sum(each.width for each in sized), sum(each.height for each in sized))
    )
    if not (0 <= placement.x <= wide and 0 <= placement.y <= high):
        where = f'the board "{placement.board}"' if placement.board else "every board"
        yield (
            f"{piece.title} begins at {placement.x}, {placement.y}, outside {where} ({wide} by "
            f"{high} pixels): it is off the track until it is moved; mend that in the module"
        )


def _empty_of_its_own(name: str, piece: Piece, host: Inventory) -> Iterator[tuple[str, str]]:
    for each in properties(host.traits(piece), "PROP"):
        if each.name == name and not each.initial.strip():
            yield (
                "read.property",
                f'"{name}" of {piece.title} begins empty: it is read only when it is a number',
            )


def _begins_elsewhere(
    marker: Marker, piece: Piece, host: Inventory, free: Callable[[str], bool]
) -> str:
    placement = piece.placement
    where = f', but on "{placement.map}"' if placement.kind == "stack" else ""
    there = {
        each.name
        for each in host.pieces
        if begins_on(marker, each) and each.name != marker.name and free(each.name)
    }
    other = alike(marker.name, filter(None, there))
    named = f'; is it "{other}", which does?' if other else ""
    return (
        f'{marker.title} does not begin on the map "{marker.map}"{where}: it is read only when a '
        f"player has put it there{named}"
    )


def _levels(read: PiecePropertyRead, piece: Piece, host: Inventory) -> Iterator[tuple[str, str]]:
    """Do the names of a layer's levels say other numbers than those that are read?"""
    for layer in layers(host.traits(piece)):
        names = [each.strip().removeprefix("+") for each in layer.levels]
        if f"{layer.name}_Level" != read.property or not names:
            continue
        if not all(re.fullmatch(r"-?[0-9]{1,6}", each) for each in names):
            continue
        offsets = {int(each) - level for level, each in enumerate(names, 1)}
        if len(offsets) == 1 and offsets != {read.offset}:
            (told,) = offsets
            yield (
                "read.offset",
                f'the first level of "{layer.name}" is called {names[0]}, but is read as '
                f"{1 + read.offset}; offset = {told} reads it as {names[0]}",
            )


def _switched_off(
    read: PiecePropertyRead, piece: Piece, host: Inventory
) -> Iterator[tuple[str, str]]:
    for layer in layers(host.traits(piece)):
        if f"{layer.name}_Level" == read.property and not layer.active:
            yield (
                "read.property",
                f'the layer "{layer.name}" of {piece.title} begins switched off: it is read only '
                "when a player has switched it on",
            )


def _written_otherwise(
    bound: PowerBinding, piece: Piece, around: Surroundings
) -> Iterator[tuple[str, str]]:
    """Does a marker whose place is read set the property that is written to another number?"""
    write, on = bound.write, around.maps.get(bound.marker.map) if bound.marker else None
    if not isinstance(write, PropertyWrite) or write.marker is None or on is None:
        return
    stand = around.stand(piece)
    set_by = set_when_moved(write.property, around.inventory.traits(piece), on.move_key)
    otherwise = set_otherwise(write.property, set_by, stand[0]) if stand is not None else ""
    if otherwise:
        yield (
            "write.property",
            f"{otherwise}: the property is not that of the place then; mend that in the module",
        )


def _under_zones(read: LocationRead, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Do zones lie over those of the track, so that a marker there is in another?"""
    for track in around.places:
        if (track.map, track.pattern, track.kind) != (read.marker.map, read.pattern, "zones"):
            continue
        over = partly_covered(track, around.map_of(track))
        for number in sorted(over)[:1]:
            yield (
                "read.pattern",
                f"zones that come before lie over {numbers([*over])} of {track.title} in part, as "
                f'"{over[number]}" over {number}: a marker there is in that zone',
            )


def _beyond(bound: PowerBinding, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Has the track of a marker that follows a property places that are never used?"""
    tracks = marker_tracks(bound, piece, around)
    if not tracks or bound.track is None:
        return
    wanted = range(bound.track.first, bound.track.last + 1)
    track, _ = widest(wanted, tracks)
    beyond = [number for number in track.places if number not in wanted]
    if beyond:
        yield (
            "read.last" if max(beyond) > bound.track.last else "read.first",
            f"{track.title}, the marker's track, has places outside first and last: "
            f"{numbers(beyond)}; the marker would stay on {bound.track.first} or "
            f"{bound.track.last}",
        )
