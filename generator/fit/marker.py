"""Does what a binding says of a marker hold: its own bounds, its track, the property it keeps?"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.binding.model import (
    NUMBER,
    ByHand,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
)
from generator.fit.words import READ_THE_PLACE, listed, numbers
from generator.host.expression import value_of
from generator.host.inventory import Map, Piece
from generator.host.piece import Trait
from generator.host.sending import ELSEWHERE, fired, hearing, names_in, same_key
from generator.host.signs import Surroundings
from generator.host.tracks import Track, names_beside
from generator.host.traits import key_name, layers, properties
from generator.host.wholes import of_module

_FEW = 3
"""So many names of places that have no number are told."""


def bounds(read: PiecePropertyRead, traits: Sequence[Trait]) -> Iterator[str]:
    """Does the marker's property go as far as first and last say?"""
    wanted = read.track.first - read.offset, read.track.last - read.offset
    held = _bounds(read.property, traits)
    if held is None or (held[0] <= wanted[0] and wanted[1] <= held[1]):
        return
    less = f" less offset {read.offset}" if read.offset else ""
    advised = "mend them"
    if wanted[1] - wanted[0] == held[1] - held[0]:
        offset = read.track.first - held[0]
        advised = f"put offset = {offset}, unless first and last are wrong"
    yield (
        f'"{read.property}" goes from {held[0]} to {held[1]}, first and last{less} from '
        f"{wanted[0]} to {wanted[1]}: {advised}"
    )


def _bounds(name: str, traits: Sequence[Trait]) -> tuple[int, int] | None:
    for each in properties(traits, "PROP"):
        if each.name == name:
            least, most = of_module(each.minimum), of_module(each.maximum)
            if least is None or most is None or not each.numeric:
                return None
            return least, most
    for layer in layers(traits):
        if f"{layer.name}_Level" == name:
            return 1, len(layer.levels)
    return None


def first_level(bound: PowerBinding, traits: Sequence[Trait]) -> Iterator[str]:
    """Is a layer read as the property that it follows (Embellishment.checkPropertyLevel)?"""
    read, write = bound.read, bound.write
    if not isinstance(read, PiecePropertyRead) or not isinstance(write, PropertyWrite):
        return
    for layer in layers(traits):
        right = layer.first - 1
        if (f"{layer.name}_Level", write.property) != (read.property, layer.follows):
            continue
        if read.offset != right:
            yield (
                f'the first level of "{layer.name}" is {layer.first} of "{layer.follows}", but is '
                f"read as {1 + read.offset}: put offset = {right}"
            )


def twice(tracks: Iterable[Track], maps: Mapping[str, Map]) -> str:
    """Say that places of boards that lie on a map at once have the same names; empty: no."""
    found = list(tracks)
    for track in found:
        on = maps[track.map]
        same = [
            each for each in found if each.map == track.map and on.together(each.board, track.board)
        ]
        if len(same) > 1:
            boards = len({each.board for each in same}) > 1
            titles = " and ".join(
                f'{each.title} on board "{each.board}"' if boards else each.title for each in same
            )
            return f"{titles} have places of the same names: rename those of one in the module"
        if track.doubled:
            lacks = f", and none for {numbers(track.missing)}" if track.missing else ""
            return (
                f"{track.title} has more than one place for {numbers(track.doubled)}{lacks}: "
                "rename those of one in the module"
            )
    return ""


def widest(wanted: range, tracks: Iterable[Track]) -> tuple[Track, list[int]]:
    """Return which of some tracks has most of the numbers, and those that it has no place for."""
    track = max(tracks, key=lambda each: len(set(wanted) & each.places.keys()))
    return track, [number for number in wanted if number not in track.places]


def property_in_step(
    bound: PowerBinding, piece: Piece, around: Surroundings, on_tracks: Sequence[Track]
) -> Iterator[tuple[str, str]]:
    """Does the property that is read follow the marker: in a new game, and when a hand moves it?

    Args:
        bound: reads a property, and names the marker.
        piece: the marker.
        around: the module.
        on_tracks: the tracks of the marker.
    """
    assert isinstance(bound.read, PropertyRead)
    assert bound.marker is not None
    name, stand = bound.read.property, around.stand(piece)
    on = around.maps.get(bound.marker.map)
    if on is not None:
        yield from _set_when_moved(bound, around.inventory.traits(piece), on, stand)
    initial = around.globals[name].initial if name in around.globals else ""
    if stand is not None and initial.strip() not in ("", str(stand[1])):
        yield (
            "read.property",
            f'"{name}" begins as "{initial}", but {piece.title} begins on {stand[1]} of '
            f"{stand[0].title}: {READ_THE_PLACE}",
        )
    yield from _off_track(bound, on_tracks, around)


def _set_when_moved(
    bound: PowerBinding, traits: Sequence[Trait], on: Map, stand: tuple[Track, int] | None
) -> Iterator[tuple[str, str]]:
    """Is the property set when the marker is moved by hand, and to a number?"""
    assert isinstance(bound.read, PropertyRead)
    name = bound.read.property
    own = [each for each in properties(traits, "setprop") if each.name == name]
    acting = hearing(traits, on.move_key) if on.move_key else []
    set_by = set_when_moved(name, traits, on.move_key)
    from_place = any(_from_place(cmd.changer) for each in own for cmd in each.commands)
    elsewhere = any(each.id in ELSEWHERE for each in acting)
    if (from_place or isinstance(bound.write, ByHand)) and not set_by and not elsewhere:
        key = f'sends it "{key_name(on.move_key)}"' if on.move_key else "sends it no key (moveKey)"
        yield (
            "read.property",
            f'nothing sets "{name}" when the marker is moved by hand: the map "{on.name}" {key} '
            f"then; mend that in the module, or {READ_THE_PLACE}",
        )
    elif stand is not None and stand[0].pattern == NUMBER and set_by:
        otherwise = set_otherwise(name, set_by, stand[0])
        if otherwise:
            yield (
                "read.property",
                f"{otherwise}: mend that in the module, or {READ_THE_PLACE}",
            )
    elif stand is not None and stand[0].pattern != NUMBER and any(map(_is_place, set_by)):
        yield (
            "read.property",
            f'"{name}" becomes the name of the place, which is no number on {stand[0].title}: '
            f"{READ_THE_PLACE}",
        )


def set_otherwise(name: str, set_by: Sequence[str], track: Track) -> str:
    """Say that a property becomes another number than that of the place; empty: it does not.

    Only of places that are numbers, and of what can be reckoned here.
    """
    for changer in set_by if track.pattern == NUMBER else ():
        kind, _, text = changer.partition(",")
        for number in sorted(track.places)[:_FEW] if kind == "P" else ():
            value = value_of(text.replace("\\,", ","), "LocationName", number)
            if value is not None and value.strip() != str(number):
                return (
                    f'"{name}" becomes "{value}" when the marker is moved by hand to {number} of '
                    f"{track.title}"
                )
    return ""


def set_when_moved(name: str, traits: Sequence[Trait], move_key: str) -> list[str]:
    """Return what a marker sets a property to after a hand has moved it."""
    heard = fired(traits, move_key) if move_key else set()
    return [
        command.changer
        for each in properties(traits, "setprop")
        if each.name == name
        for command in each.commands
        if same_key(command.key) in heard
    ]


def unmoved(
    bound: PowerBinding, pieces: Sequence[Piece], around: Surroundings
) -> Iterator[tuple[str, str]]:
    """Is a property written, or read, of which a marker is the other half that no key moves?"""
    write, read = bound.write, bound.read
    if isinstance(read, PropertyRead):
        setter = next(_setters(read.property, around), None) if bound.marker is None else None
        if setter is not None:
            yield (
                "write.marker",
                f'{setter.title} sets "{read.property}" from its place, but is not named: give map '
                "and marker here"
                + (", key, which sends it there," if isinstance(write, PropertyWrite) else "")
                + " and first and last in the read table",
            )
    elif isinstance(write, PropertyWrite) and write.marker is None:
        followed = isinstance(read, PiecePropertyRead) and any(
            write.property in (each.follows, *names_in(each.follows))
            for piece in pieces
            for each in layers(around.inventory.traits(piece))
            if f"{each.name}_Level" == read.property
        )
        if not followed:
            yield (
                "write.key",
                f'"{write.property}" is set, but nothing moves {read.marker.title}, which is read: '
                "give the key that sends it there, or take kind none",
            )


def _setters(name: str, around: Surroundings) -> Iterator[Piece]:
    """Yield the pieces that set a property from the place at which they are."""
    for piece in around.setters.get(name, ()):
        for each in properties(around.inventory.traits(piece), "setprop"):
            if each.name == name and any(_from_place(cmd.changer) for cmd in each.commands):
                yield piece


def _from_place(changer: str) -> bool:
    return any(each in changer for each in ("LocationName", "CurrentZone", "CurrentX", "CurrentY"))


def _is_place(changer: str) -> bool:
    """Does a property become the name of the place, as it is?"""
    return changer.partition(",")[2].strip("{}$ ") in ("LocationName", "CurrentZone")


def _off_track(
    bound: PowerBinding, tracks: Sequence[Track], around: Surroundings
) -> Iterator[tuple[str, str]]:
    """Has the marker's track a place for every number from first to last?"""
    if tracks and bound.track is not None:
        wanted = range(bound.track.first, bound.track.last + 1)
        track, missing = widest(wanted, tracks)
        if missing:
            yield (
                "read.last" if missing[0] > track.lowest else "read.first",
                f"{track.title}, the marker's track, has no place for {numbers(missing)}: "
                + advice(track, missing, around),
            )
        yield from (("read.first", each) for each in unfound(track, wanted, around))


def unfound(track: Track, wanted: Iterable[int], around: Surroundings) -> Iterator[str]:
    """Say at which of some numbers the engine finds another place than the track's."""
    lost = around.covered(track)
    told: dict[str, list[int]] = {}
    for number in wanted:
        if number in lost:
            told.setdefault(lost[number], []).append(number)
    for what, some in told.items():
        yield f"at {numbers(some)} of {track.title} the engine finds {what}"


def advice(track: Track, missing: Sequence[int], around: Surroundings) -> str:
    """Say what to do where a track has no place for some numbers: at its ends, or in between."""
    inside = [each for each in missing if track.lowest < each < track.highest]
    if not inside:
        return "mend first and last"
    wanted = track.pattern.replace(NUMBER, str(inside[0]))
    beside = names_beside(track, around.maps[track.map])
    if len(beside) > _FEW:
        beside = difflib.get_close_matches(wanted, beside, _FEW)
    others = listed([f'"{each}"' for each in beside])
    asked = f"is it {others}? " if beside else ""
    return f'{asked}name the place "{wanted}" in the module, or mend first and last'
