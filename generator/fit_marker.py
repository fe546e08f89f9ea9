"""Does what a binding says of a marker hold: its own bounds, its track, and where its keys send it?

A key that moves nothing, or sends to a place that is not there, is told by the engine in the game
only, if at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.binding.model import (
    ByHand,
    LocationRead,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
)
from generator.host.inventory import Piece
from generator.host.piece import Trait
from generator.host.sending import PLACES_BY_NAME, fired, names_in, names_place, same_key
from generator.host.signs import Surroundings
from generator.host.tracks import Track
from generator.host.traits import SendToLocation, layers, properties, sends

_MOVE = ("sendto", "translate", "return", "pivot")
"""Traits that change a piece's place."""
_MAY_MOVE = ("globalkey", "globalhotkey", "placemark", "replace")
"""Traits that have something done elsewhere, which may be the same."""
_CHANGE = ("PROP", "emb2")
"""Traits that change a piece's own property."""


def bounds(read: PiecePropertyRead, traits: Sequence[Trait]) -> Iterator[str]:
    """Does the marker's property go as far as first and last say?"""
    wanted = read.track.first - read.offset, read.track.last - read.offset
    held = _bounds(read.property, traits)
    if held is not None and not (held[0] <= wanted[0] and wanted[1] <= held[1]):
        less = f" less offset {read.offset}" if read.offset else ""
        yield (
            f'"{read.property}" goes from {held[0]} to {held[1]}, first and last{less} from '
            f"{wanted[0]} to {wanted[1]}: mend them"
        )


def _bounds(name: str, traits: Sequence[Trait]) -> tuple[int, int] | None:
    for each in properties(traits, "PROP"):
        if each.name == name:
            try:
                return (int(each.minimum), int(each.maximum)) if each.numeric else None
            except ValueError:
                return None
    for layer in layers(traits):
        if f"{layer.name}_Level" == name:
            return 1, len(layer.levels)
    return None


def twice(tracks: Iterable[Track]) -> str:
    """Say that places of one board have the same names; empty: they have not."""
    found = list(tracks)
    for track in found:
        same = [each for each in found if each.board == track.board]
        if len(same) > 1:
            titles = " and ".join(each.title for each in same)
            return f"{titles} have places of the same names: rename those of one in the module"
        if track.doubled:
            return (
                f"{track.title} has more than one place for {numbers(track.doubled)}: rename "
                "those of one in the module"
            )
    return ""


def widest(wanted: range, tracks: Iterable[Track]) -> tuple[Track, list[int]]:
    """Return which of some tracks has most of the numbers, and those that it has no place for."""
    track = max(tracks, key=lambda each: len(set(wanted) & each.places.keys()))
    return track, [number for number in wanted if number not in track.places]


def moved(bound: PowerBinding, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Do the keys of a binding move the marker, and to places that are there?"""
    traits, known = around.inventory.traits(piece), around.places
    write = bound.write
    if isinstance(write, ByHand):
        return
    keys = (
        {"key": write.key}
        if isinstance(write, PropertyWrite)
        else {"up": write.up, "down": write.down}
    )
    for name, key in keys.items():
        hearing = _hearing(traits, key)
        if key and key in (heard for each in traits for heard in each.named_keys()):
            yield from ((f"write.{name}", each) for each in _idle(bound, piece, key, hearing))
        yield from _sent(bound, f"write.{name}", sends(hearing), known)
    if isinstance(bound.read, PropertyRead) and bound.track is not None:
        assert isinstance(write, PropertyWrite)
        reached = _reached(bound, sends(_hearing(traits, write.key)), known)
        yield from _off_track(bound, piece, around, list(reached))


def _hearing(traits: Sequence[Trait], key: str) -> list[Trait]:
    """Return the traits that act on a key, or on one that it triggers."""
    keys = fired(traits, key)
    return [
        trait
        for trait in traits
        if trait.id != "macro"
        and (
            any(same_key(each) in keys for each in trait.fields)
            or not keys.isdisjoint(trait.named_keys())
        )
    ]


def _idle(bound: PowerBinding, piece: Piece, key: str, hearing: Iterable[Trait]) -> Iterator[str]:
    changes = _CHANGE if isinstance(bound.read, PiecePropertyRead) else ()
    if not any(each.id in (*_MOVE, *_MAY_MOVE, *changes) for each in hearing):
        what = "changes neither its place nor a property" if changes else "moves it nowhere"
        yield f'{piece.title} listens to the named key "{key}", but that {what}'


def _reached(
    bound: PowerBinding, sent: Iterable[SendToLocation], known: Iterable[Track]
) -> Iterator[Track]:
    """Yield the tracks to whose places the property that is written sends the marker."""
    write, marker = bound.write, bound.marker
    if not isinstance(write, PropertyWrite) or marker is None:
        return
    tracks = list(known)
    for send in sent:
        if send.destination in PLACES_BY_NAME:
            yield from (
                each
                for each in tracks
                if each.map == (send.map or marker.map) and names_place(send, write.property, each)
            )


def _sent(
    bound: PowerBinding,
    where: str,
    sent: Sequence[SendToLocation],
    known: Sequence[Track],
) -> Iterator[tuple[str, str]]:
    """Is each place that the marker is sent to there, and there once?"""
    reached, read = list(_reached(bound, sent, known)), bound.read
    shown = list(reached)
    if isinstance(read, LocationRead):
        shown += [
            each for each in known if each.map == read.marker.map and each.pattern == read.pattern
        ]
    if not isinstance(read, LocationRead) or any(each.pattern != read.pattern for each in reached):
        doubled = twice(reached)
        if doubled:
            yield where, doubled
    padded = next((each for each in shown if each.padded), None)
    for send in sent:
        by_number = send.destination in PLACES_BY_NAME and names_in(send.place)
        if padded is not None and by_number and '"0' not in send.place:
            yield (
                where,
                f'sends to "{send.place}", but {padded.title} writes small numbers with zeros in '
                "front, so that such a place is not there: rename the places or take kind none",
            )
            return


def _off_track(
    bound: PowerBinding, piece: Piece, around: Surroundings, reached: Sequence[Track]
) -> Iterator[tuple[str, str]]:
    """Has the marker's track a place for every number from first to last?"""
    assert bound.track is not None
    wanted = range(bound.track.first, bound.track.last + 1)
    stand = None if reached else around.stand(piece)
    tracks = [stand[0]] if stand is not None else reached
    if tracks:
        track, missing = widest(wanted, tracks)
        if missing:
            yield (
                "read.last" if missing[0] > track.lowest else "read.first",
                f"{track.title}, the marker's track, has no place for {numbers(missing)}: "
                "mend first and last",
            )


def numbers(some: Sequence[int]) -> str:
    """Name the first few numbers."""
    shown = ", ".join(map(str, sorted(some)[:5]))
    return f"{shown} and {len(some) - 5} more" if len(some) > 5 else shown
