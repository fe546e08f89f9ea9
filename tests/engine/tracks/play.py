"""What a host shows of its track in an engine, and what a hand does there."""

from __future__ import annotations

from generator.binding.model import ByHand, PropertyWrite
from tests.engine.harness import Engine

from .track import MAP, Track


def marker_ids(engine: Engine, track: Track) -> dict[str, str]:
    """Return the id of each power's marker."""
    gpids = track.gpids
    on_map = {piece.gpid: piece.id for piece in engine.pieces(MAP)}
    return {power: on_map[gpids[power]] for power in track.markers if gpids[power] in on_map}


def shown(engine: Engine, track: Track) -> dict[str, int]:
    """Return the VP that the module shows; asks its markers and properties, which must agree."""
    in_properties = {power: int(engine.prop(name)) for power, name in track.properties.items()}
    if not track.markers:
        return in_properties
    found = {}
    for power, piece in marker_ids(engine, track).items():
        if track.point is None:
            value = engine.piece_props(piece, "VP", "VP_Level")
            found[power] = int(value["VP"] or str(int(value["VP_Level"]) - 1))
            continue
        where = engine.piece_props(piece, "CurrentX", "CurrentY")
        spot = int(where["CurrentX"]), int(where["CurrentY"])
        room = track.bindings[power].track
        assert room is not None
        numbers = range(room.first, room.last + 1)
        found[power] = next(number for number in numbers if track.at(number) == spot)
        write = track.bindings[power].write
        if isinstance(write, PropertyWrite):
            assert in_properties[power] == found[power], power
    return found


def by_hand(track: Track) -> bool:
    return any(isinstance(each.write, ByHand) for each in track.bindings.values())


def put(engine: Engine, track: Track, power: str, value: int) -> None:
    """Move a power's marker by hand, or set its property where it has none."""
    if not track.markers:
        engine.set_prop(track.properties[power], value)
        return
    marker = marker_ids(engine, track)[power]
    if track.point is not None:
        engine.move_piece(marker, MAP, *track.at(value))
        return
    bound = track.bindings[power].write
    up, down = getattr(bound, "up", ""), getattr(bound, "down", "")
    now = shown(engine, track)[power]
    for _ in range(abs(value - now)):
        engine.piece_key(marker, up if value > now else down)
