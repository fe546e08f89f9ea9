"""Whose keys reach a marker?

Restricted Access, Mask, Invisible and Restrict Commands keep a key from the traits inside of them
(keyEvent of Restricted, Obscurable, Hideable, RestrictCommands). The marker then stays where it is,
and the extension asks for a move by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.binding.model import PowerBinding, PropertyRead
from generator.fit.steps import acts_at_times, write_keys
from generator.fit.words import READ_THE_PLACE, listed
from generator.host.inventory import Piece
from generator.host.piece import Trait
from generator.host.sending import hearing, same_key
from generator.host.signs import Surroundings
from generator.vassal.sequence import decode


def access_notes(
    bound: PowerBinding, piece: Piece, around: Surroundings
) -> Iterator[tuple[str, str]]:
    """Yield which traits may keep a key of the binding from the marker, once each."""
    traits = around.inventory.traits(piece)
    told: set[str] = set()
    for where, key in write_keys(bound).items():
        acting = hearing(traits, key)
        for index, trait in enumerate(traits):
            kept = _kept_from(trait, key)
            if kept in told or not kept or not _any_inside(traits[index + 1 :], acting):
                continue
            told.add(kept)
            then = (
                f"nothing in play tells that it stays; {READ_THE_PLACE}"
                if isinstance(bound.read, PropertyRead)
                else "chat asks to move it by hand"
            )
            yield (
                where,
                f'{piece.title} has the trait {kept}: the key "{key}" does not reach it then, and '
                f"{then}",
            )
    yield from _not_kept(bound, piece, around)


def _not_kept(bound: PowerBinding, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield which traits may keep the map's key from those that set the property that is read."""
    on = around.maps.get(bound.marker.map) if bound.marker is not None else None
    if not isinstance(bound.read, PropertyRead) or on is None or not on.move_key:
        return
    traits, name = around.inventory.traits(piece), bound.read.property
    heard = hearing(traits, on.move_key)
    setting = [each for each in heard if each.id == "setprop" and each.fields[0] == name]
    for index, trait in enumerate(traits):
        kept = _kept_from(trait, on.move_key)
        if kept and _any_inside(traits[index + 1 :], setting):
            yield (
                "read.property",
                f'{piece.title} has the trait {kept}: "{name}" does not follow it then when a hand '
                f"moves it; {READ_THE_PLACE}",
            )
    if setting and acts_at_times(traits, on.move_key):
        yield (
            "read.property",
            f'"{name}" is set through a trigger with a condition or a loop when {piece.title} is '
            f"moved by hand: whether it follows cannot be told here; try it, or {READ_THE_PLACE}",
        )


def _any_inside(inside: Sequence[Trait], acting: Sequence[Trait]) -> bool:
    return any(each is one for each in inside for one in acting)


def _kept_from(trait: Trait, key: str) -> str:
    """Name a trait that may keep a key from those inside of it, and when; empty: it does not."""
    fields = [*trait.fields, "", "", "", ""]
    match trait.id:
        case "restrict":
            sides = [each for each in decode(fields[0], ",") if each]
            who = f"only {listed(sides)} may use it" if sides else "no side may use it"
            if fields[1] == "true":
                others = f" and {listed(sides)}" if sides else ""
                who = f"only the player who took it first{others} may use it"
            return f"Restricted Access ({who}), and another presses"
        case "obs":
            return "Mask, and another player masks it"
        case "hide":
            return "Invisible, and another player hides it"
        case "hideCmd" if same_key(key) in map(same_key, decode(fields[3], ",")):
            return "Restrict Commands, and its expression is true"
    return ""
