"""The traits that can hold VP or move a marker, with their fields by name.

Only what candidates need is read; field orders are those of each class's ``mySetType``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.host.keys import named_key_of
from generator.host.piece import Trait
from generator.vassal.sequence import decode
from generator.vassal.strokes import decode_stroke

_INCREMENT = "I"
_SET = "P"
_ASK = "RE"
"""A prompt, and a choice from a list (PropertyChangerConfigurer)."""
_ALWAYS_DECIDING = 2, 8, 9, 10, 11
"""Fields of Send to Location: map, and how often and by how much the place is shifted."""
_DECIDING = {"L": (3, 4, 5), "G": (3, 17), "Z": (14,), "R": (15,), "A": (16,)}
"""The same by destination: board, x and y; grid's location; zone; region; filter of pieces."""


@dataclass(frozen=True)
class PropertyCommand:
    """A command of a trait that changes a property (VASSAL.counters.DynamicProperty)."""

    key: str
    """As encoded: a named key or a plain one."""
    changer: str
    """As PropertyChangerConfigurer encodes it."""

    def step(self, name: str) -> int | None:
        """Return by how much it raises the property ``name``; None: it does something else."""
        value = self.value.strip("{}").strip()
        if self._kind == _SET and self.value.startswith("{"):  # without, it is text: "VP+1"
            own = re.escape(name)
            plain = re.fullmatch(
                rf'(?:\$?{own}\$?|GetProperty\("{own}"\))\s*([+-])\s*([0-9]{{1,6}})', value
            )
            return int(plain[1] + plain[2]) if plain else None
        if self._kind == _INCREMENT and re.fullmatch(r"[+-]?[0-9]{1,6}", value):
            return int(value)
        return None

    @property
    def value(self) -> str:
        """What it sets or adds, a text or an expression in braces; of a prompt what it asks."""
        return self.changer.partition(",")[2].replace("\\,", ",").strip()

    @property
    def asks(self) -> bool:
        """Does it ask a player?"""
        return self._kind in _ASK

    @property
    def fixed(self) -> str | None:
        """The text that it sets in any case; None: it does something else, or may do so."""
        value = self.value
        braced = re.fullmatch(r'\{\s*(-?[0-9]+|"[^"\\]*")\s*\}', value)
        if self._kind != _SET or (not braced and ("$" in value or value.startswith("{"))):
            return None
        return braced[1].strip('"') if braced else value

    @property
    def _kind(self) -> str:
        """Its code (PropertyChangerConfigurer), a plain setter if there is none."""
        return self.changer.partition(",")[0][:1] or _SET


@dataclass(frozen=True)
class PropertyTrait:
    """A dynamic property (``PROP``), or a global property that is set (``setprop``)."""

    name: str
    numeric: bool
    minimum: str
    maximum: str
    commands: tuple[PropertyCommand, ...]
    initial: str
    """Of a dynamic property."""

    def step_keys(self) -> tuple[str, str]:
        """Return the named keys that add 1 and take 1 away; empty where there is none."""
        up = down = ""
        for command in self.commands:
            step = command.step(self.name)
            if step == 1:
                up = up or named_key_of(command.key)
            elif step == -1:
                down = down or named_key_of(command.key)
        return up, down


@dataclass(frozen=True)
class SendToLocation:
    """A command that moves the piece (VASSAL.counters.SendToLocation)."""

    key: str
    map: str
    zone: str
    region: str
    grid_location: str
    destination: str
    """``L`` a point, ``G`` a grid's location, ``Z`` a zone, ``R`` a region, ``A`` another piece."""
    shifted: str
    """How far beside it sends to (index times offset), as it is written; empty: not at all."""
    deciding: tuple[str, ...]
    """The fields that decide where it sends to; other destinations leave theirs behind."""

    @property
    def place(self) -> str:
        """Where it sends to, if that has a name."""
        return {"G": self.grid_location, "Z": self.zone, "R": self.region}.get(self.destination, "")


@dataclass(frozen=True)
class MoveFixedDistance:
    """A command that moves the piece by pixels (VASSAL.counters.Translate)."""

    key: str
    dx: str
    dy: str
    """Upwards, where pixels of a board count downwards (Translate.translate)."""

    @property
    def pixels(self) -> tuple[int, int] | None:
        """Pixels to the right and downwards; None: an expression says how many."""
        if not all(re.fullmatch(r"[+-]?[0-9]{1,6}|", each.strip()) for each in (self.dx, self.dy)):
            return None
        return int(self.dx.strip() or 0), -int(self.dy.strip() or 0)


@dataclass(frozen=True)
class Layer:
    """Images of which one is shown (VASSAL.counters.Embellishment, version 1)."""

    name: str
    levels: tuple[str, ...]
    """Names of the levels; those without a name are empty."""
    increase: str
    """As encoded."""
    decrease: str
    others: tuple[str, ...]
    """The keys, as encoded, that switch it on or off, reset it, or show any level."""
    keyless: bool
    """Does its level follow a property? Then all keys but the first of ``others`` do nothing."""
    follows: str
    """The property that sets the level, or an expression; empty: none."""
    first: int
    """What the property is at the first level."""
    active: bool = True
    """Does it begin switched on? Its level is below 0 otherwise (Embellishment.mySetState)."""


def properties(traits: Sequence[Trait], trait_id: str) -> list[PropertyTrait]:
    """Return the traits with the id ``PROP`` or ``setprop``."""
    return [_property(trait) for trait in traits if trait.id == trait_id]


def _property(trait: Trait) -> PropertyTrait:
    name, constraints, commands = _padded(trait.fields, 3)
    numeric, minimum, maximum = _padded(decode(constraints, ","), 3)
    found = []
    for command in decode(commands, ",") if commands else ():
        _, key, changer = _padded(decode(command, ":"), 3)
        found.append(PropertyCommand(key, changer))
    return PropertyTrait(name, numeric == "true", minimum, maximum, tuple(found), trait.state_text)


def sends(traits: Sequence[Trait]) -> list[SendToLocation]:
    """Return the Send to Location traits."""
    found = []
    for trait in traits:
        if trait.id == "sendto":
            fields = _padded(trait.fields, 18)
            destination = fields[13][:1] or "L"
            own = _DECIDING.get(destination, ())
            found.append(
                SendToLocation(
                    key=fields[1],
                    map=fields[2],
                    zone=fields[14],
                    region=fields[15],
                    grid_location=fields[17],
                    destination=destination,
                    shifted=_shifted(fields),
                    deciding=tuple(fields[each] for each in (*_ALWAYS_DECIDING, *own)),
                )
            )
    return found


def _shifted(fields: Sequence[str]) -> str:
    """Return how far a place is shifted, right and downwards; empty: each is nothing times some.

    The fields are xIndex, yIndex, xOffset, yOffset.
    """
    pairs = [(fields[8], fields[10]), (fields[9], fields[11])]
    if all(any(each.strip() in ("", "0") for each in pair) for pair in pairs):
        return ""
    return " and ".join(f"{count or 0} times {pixels or 0} pixels" for count, pixels in pairs)


def moves(traits: Sequence[Trait]) -> list[MoveFixedDistance]:
    """Return the Move Fixed Distance traits."""
    found = []
    for trait in traits:
        if trait.id == "translate":
            _, key, dx, dy = _padded(trait.fields, 4)
            found.append(MoveFixedDistance(key, dx, dy))
    return found


def layers(traits: Sequence[Trait]) -> list[Layer]:
    """Return the layers; those before VASSAL 3.2 have no named keys."""
    found = []
    for trait in traits:
        if trait.id == "emb2":
            fields = _padded(trait.fields, 29)
            images = decode(fields[15], ",")
            found.append(
                Layer(
                    name=fields[18],
                    levels=tuple(_padded(decode(fields[16], ","), len(images))),
                    increase=fields[27],
                    decrease=fields[28],
                    others=(fields[26] if fields[25] != "true" else "", fields[10], fields[19]),
                    keyless=fields[21] == "true",
                    follows=fields[22] if fields[21] == "true" else "",
                    active=not trait.state_text.startswith("-"),
                    first=int(fields[23]) if re.fullmatch(r"-?[0-9]{1,6}", fields[23]) else 1,
                )
            )
    return found


def markers(traits: Sequence[Trait]) -> list[tuple[str, str]]:
    """Return the names and values of the Marker traits (VASSAL.counters.Marker)."""
    found: list[tuple[str, str]] = []
    for trait in traits:
        if trait.id == "mark":
            names = decode(trait.type_text.partition(";")[2], ",")
            found += zip(names, _padded(decode(trait.state_text, ","), len(names)), strict=True)
    return found


def key_name(key: str) -> str:
    """Return a key for people: its name, or as it is typed (java.awt.event.KeyEvent)."""
    stroke = decode_stroke(key)
    return named_key_of(key) if stroke is None else str(stroke)


def _padded(fields: list[str], count: int) -> list[str]:
    """Return exactly so many fields; absent ones are empty."""
    return [*fields[:count], *[""] * (count - len(fields))]
