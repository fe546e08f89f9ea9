"""Do the keys of a binding move the marker as it says?

A key that moves nothing, or the wrong way, or sends to a place that is not there, is told by the
engine in the game only, if at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from generator.binding.model import (
    NUMBER,
    LocationRead,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
)
from generator.fit.marker import twice
from generator.fit.steps import step_faults, write_keys
from generator.fit.words import nearest, numbers
from generator.host.covered import off_middle
from generator.host.expression import value_of
from generator.host.inventory import Piece
from generator.host.piece import Trait
from generator.host.sending import (
    ELSEWHERE,
    PLACES_BY_NAME,
    deciding,
    hearing,
    mentions,
    names_in,
    names_place,
    place_named,
)
from generator.host.signs import Surroundings
from generator.host.tracks import Track
from generator.host.traits import SendToLocation, sends

_MOST_NUMBERS = 2_000
"""Numbers of a track for which an expression is looked at."""
_MOVE = ("sendto", "translate", "return", "pivot")
"""Traits that change a piece's place."""
_CHANGE = ("PROP", "emb2")
"""Traits that change a piece's own property."""

_TODO = "mend that in the module, or take kind none"


def keys_of(bound: PowerBinding, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the keys of a binding, and with which."""
    traits, write = around.inventory.traits(piece), bound.write
    heard = [name for each in traits for name in each.named_keys()]
    told = set()
    for where, key in write_keys(bound).items():
        acting = hearing(traits, key)
        faults: list[str] = []
        if key in heard:
            faults += _idle(bound, piece, key, acting)
        if isinstance(write, PropertyWrite):
            faults += _follows(write.property, acting, around)
        faults += _sent(bound, sends(acting), around)
        told |= {where} if faults else set()
        yield from ((where, each) for each in faults)
    yield from (each for each in step_faults(bound, piece, around) if each[0] not in told)


def _idle(bound: PowerBinding, piece: Piece, key: str, acting: Iterable[Trait]) -> Iterator[str]:
    changes = _CHANGE if isinstance(bound.read, PiecePropertyRead) else ()
    if not any(each.id in (*_MOVE, *ELSEWHERE, *changes) for each in acting):
        what = "changes neither its place nor a property" if changes else "moves it nowhere"
        yield f'{piece.title} listens to the named key "{key}", but that {what}: take another'


def _follows(name: str, acting: Sequence[Trait], around: Surroundings) -> Iterator[str]:
    """Is it the property which is written that says where the marker goes?

    A property of the piece's own, such as a calculated one, may stand in between.
    """
    moving = [each for each in acting if each.id in _MOVE]
    if (
        not moving
        or any(each.id in ELSEWHERE for each in acting)
        or any(mentions(each, name) for each in moving)
    ):
        return
    used = dict.fromkeys(
        each for trait in moving for text in deciding(trait) for each in names_in(text)
    )
    others = [each for each in used if each in around.globals]
    if len(others) < len(used) and any(mentions(each, name) for each in acting):
        return
    if others:
        yield (
            f'sends it where the property "{others[0]}" says, not "{name}", which is written: take '
            "another key, or write the other property"
        )
    elif not used:
        yield (
            f'moves it to the same place whatever the property "{name}" is: take another key, or '
            "kind none"
        )


# Sends


def marker_tracks(bound: PowerBinding, piece: Piece, around: Surroundings) -> list[Track]:
    """Return the tracks of a marker: those that its key sends it to, or that it begins on."""
    key = bound.write.key if isinstance(bound.write, PropertyWrite) else ""
    sent = sends(hearing(around.inventory.traits(piece), key)) if key else []
    stand = around.stand(piece)
    return _reached(bound, sent, around.places) or ([stand[0]] if stand is not None else [])


def _reached(
    bound: PowerBinding, sent: Iterable[SendToLocation], known: Iterable[Track]
) -> list[Track]:
    """Return the tracks to whose places the property that is written sends the marker."""
    write, marker = bound.write, bound.marker
    if not isinstance(write, PropertyWrite) or marker is None:
        return []
    tracks = list(known)
    return [
        each
        for send in sent
        if send.destination in PLACES_BY_NAME
        for each in tracks
        if each.map == (send.map or marker.map) and names_place(send, write.property, each)
    ]


def _sent(
    bound: PowerBinding, sent: Sequence[SendToLocation], around: Surroundings
) -> Iterator[str]:
    """Is each place that the marker is sent to there, there once, and one that it is read on?"""
    known = around.places
    there, read = _reached(bound, sent, known), bound.read
    yield from _nowhere(bound, sent, there, around)
    shown = list(there)
    if isinstance(read, LocationRead):
        own = [
            each for each in known if each.map == read.marker.map and each.pattern == read.pattern
        ]
        shown += own
        if there and own and not any(each in own for each in there):
            yield (
                f'sends it to {there[0].title}, but it is read on places called "{read.pattern}": '
                "mend one of them"
            )
            return
    if not isinstance(read, LocationRead) or any(each.pattern != read.pattern for each in there):
        doubled = twice(there, around.maps)
        if doubled:
            yield doubled
    if any(each.destination == "Z" for each in sent):
        for track in there:
            yield from _off_middle(track, around)
    padded = next((each for each in shown if each.padded), None)
    for send in sent:
        by_number = send.destination in PLACES_BY_NAME and names_in(send.place)
        if padded is not None and by_number and '"0' not in send.place:
            yield (
                f'sends to "{send.place}", but {padded.title} has "{padded.padded}" with a zero in '
                "front, and the property has none: rename such places or take kind none"
            )
            return


def _off_middle(track: Track, around: Surroundings) -> Iterator[str]:
    """Is the middle of a zone, to which a piece is sent, another's?"""
    told: dict[str, list[int]] = {}
    for number, other in off_middle(track, around.map_of(track)).items():
        if number not in around.covered(track):
            told.setdefault(other, []).append(number)
    for other, some in told.items():
        where = f'in the zone "{other}"' if other else "outside it"
        yield (
            f"sends it to the middle of a zone, which at {numbers(some)} of {track.title} lies "
            f"{where}: mend that in the module, or take kind none"
        )


def _nowhere(
    bound: PowerBinding,
    sent: Iterable[SendToLocation],
    there: Sequence[Track],
    around: Surroundings,
) -> Iterator[str]:
    """Is a place that the property names on no map, or another's? Said where it can be told."""
    write, marker = bound.write, bound.marker
    if there or not isinstance(write, PropertyWrite) or marker is None:
        return
    for send in sent:
        named = place_named(send, write.property) if send.destination in PLACES_BY_NAME else None
        if named is None and send.destination in PLACES_BY_NAME:
            yield from _other_numbers(bound, send, write.property)
        if named is None or NUMBER not in named.pattern or not named.times:
            continue
        if not named.plain:
            if isinstance(bound.read, LocationRead | PropertyRead):
                yield (
                    f'sends it to "{send.place}", which is another number than that of the '
                    f'property "{write.property}": mend that in the module, or take kind none'
                )
            continue
        wanted, on = named.pattern, send.map or marker.map
        if on not in around.maps:
            if on != marker.map:  # which is told of the map itself
                yield (
                    f'sends it to the map "{on}", which the module has not; '
                    f"{nearest(on, around.maps, 'map', _TODO)}"
                )
            continue
        by_zone = send.destination == "Z"
        if by_zone and _zones(wanted, on, around):
            continue
        names = (
            each.pattern if send.destination == "G" else each.own_pattern
            for each in around.tracks
            if each.map == on and (each.kind == "zones") == by_zone
        )
        what = "zones" if by_zone else "places"
        yield (
            f'sends it to "{send.place}", but no {what} of the map "{on}" are a track called '
            f'"{wanted}"; {nearest(wanted, names, f"track of {what}", _TODO)}'
        )
        return


def _other_numbers(bound: PowerBinding, send: SendToLocation, name: str) -> Iterator[str]:
    """Does an expression, such as one with a choice, name another number than the property?"""
    read = bound.read
    if not isinstance(read, LocationRead | PropertyRead) or read.track is None:
        return
    wanted = range(read.track.first, read.track.last + 1)[:_MOST_NUMBERS]
    wrong: dict[int, str] = {}
    for number in wanted:
        place = value_of(send.place, name, number)
        if place is None:
            return
        there = {int(each) for each in re.findall(r"-?[0-9]{1,9}", place)}
        unsaid = isinstance(read, PropertyRead) and not there
        if not unsaid and number not in (there | {abs(each) for each in there}):
            wrong[number] = place
    if wrong:
        first = min(wrong)
        yield (
            f'sends it to "{send.place}", which is no place of that number at '
            f'{numbers([*wrong])}: at {first} it is "{wrong[first]}"; mend that in the module, or '
            "take kind none"
        )


def _zones(pattern: str, on: str, around: Surroundings) -> bool:
    """Has a map zones of such names? Those with places in them are no track themselves."""
    numbered = re.compile(r"-?\d+".join(map(re.escape, pattern.split(NUMBER))))
    boards = around.maps[on].boards if on in around.maps else ()
    return any(numbered.fullmatch(zone.name) for board in boards for zone in board.zones)
