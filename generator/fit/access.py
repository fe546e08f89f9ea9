"""Whose keys reach a marker?

Restricted Access, Mask, Invisible and Restrict Commands keep a key from the traits inside of them
(keyEvent of Restricted, Obscurable, Hideable, RestrictCommands). The marker then stays where it is,
and the extension asks for a move by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.binding.model import PowerBinding, PropertyWrite, StepWrite
from generator.fit.words import listed
from generator.host.inventory import Piece
from generator.host.piece import Trait
from generator.host.sending import hearing, same_key
from generator.host.signs import Surroundings
from generator.vassal.sequence import decode


def write_keys(bound: PowerBinding) -> dict[str, str]:
    """Return the marker's keys that a binding writes with, by their place in it."""
    match bound.write:
        case PropertyWrite(marker=marker, key=key) if marker is not None:
            return {"write.key": key}
        case StepWrite(up=up, down=down):
            return {"write.up": up, "write.down": down}
    return {}


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
            yield (
                where,
                f'{piece.title} has the trait {kept}: the key "{key}" does not reach it then, and '
                "chat asks to move it by hand",
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
