"""Which keys a marker gets after another, and where Send to Location sends it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.binding.model import NUMBER
from generator.host.keys import named_key_of
from generator.host.piece import Trait
from generator.host.tracks import Track
from generator.host.traits import SendToLocation, sends
from generator.vassal.sequence import decode

PLACES_BY_NAME = "GRZ"
"""Destinations of Send to Location that have names."""
_LONGEST = 200
"""Characters of an expression that is looked into."""
ELSEWHERE = ("globalkey", "globalhotkey", "placemark", "replace")
"""Traits that have something done elsewhere: whether that moves or sets anything cannot be said."""


def names_in(text: str) -> list[str]:
    """Return the properties that a text with ``$…$`` or an expression may use, in order."""
    if text.startswith("{"):
        return re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", text))
    return re.findall(r"\$([^$]+)\$", text)


@dataclass(frozen=True)
class Named:
    """What a text names if a property is the number n: ``pattern`` with times·n + plus in it."""

    pattern: str
    times: int = 1
    plus: int = 0

    @property
    def plain(self) -> bool:
        """Is it the number itself that stands in the name?"""
        return (self.times, self.plus) == (1, 0)


def place_named(send: SendToLocation, name: str) -> Named | None:
    """Return what it sends to, with ``{n}`` for the property; None: that cannot be said."""
    place = send.place
    if not place.startswith("{"):
        other = names_in(place.replace(f"${name}$", ""))
        return None if other else Named(place.replace(f"${name}$", NUMBER))
    if len(place) > _LONGEST or "\\" in place:
        return None
    try:
        return _value(ast.parse(place.strip("{} "), mode="eval").body, name)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _value(node: ast.expr, name: str) -> Named | None:
    """Evaluate sums, differences and products, whose syntax BeanShell and Python share."""
    match node:
        case ast.Constant(value=str(text)):
            return Named(text, 0)
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return Named(NUMBER, 0, number)
        case ast.Name(id=used) if used == name:
            return Named(NUMBER)
        case ast.BinOp(left=left, op=op, right=right):
            one, other = _value(left, name), _value(right, name)
            return None if one is None or other is None else _combined(one, op, other)
    return None


def _combined(one: Named, op: ast.operator, other: Named) -> Named | None:
    numbers = one.pattern == other.pattern == NUMBER
    match op:
        case ast.Add() if numbers:
            return Named(NUMBER, one.times + other.times, one.plus + other.plus)
        case ast.Sub() if numbers:
            return Named(NUMBER, one.times - other.times, one.plus - other.plus)
        case ast.Mult() if numbers and 0 in (one.times, other.times):
            times = one.times * other.plus + other.times * one.plus
            return Named(NUMBER, times, one.plus * other.plus)
        case ast.Add():
            return _joined(one, other)
    return None


def _joined(one: Named, other: Named) -> Named | None:
    """Return one text after the other; None: the property is in both."""
    one, other = _told(one), _told(other)
    if one.times and other.times:
        return None
    number = one if one.times else other
    return Named(one.pattern + other.pattern, number.times, number.plus)


def _told(value: Named) -> Named:
    """Return a number that does not depend on the property as a text."""
    fixed = value.pattern == NUMBER and not value.times
    return Named(str(value.plus), 0) if fixed else value


def names_place(send: SendToLocation, name: str, track: Track) -> bool:
    """Does what it sends to become a place of the track if the property is a number?"""
    kind = {"Z": "zones", "R": "regions"}.get(send.destination, track.kind)
    named = place_named(send, name) if kind == track.kind else None
    wanted = track.pattern if send.destination == "G" else track.own_pattern
    return named is not None and named.plain and named.pattern == wanted


def deciding(trait: Trait) -> Sequence[str]:
    """Return the fields that decide what a trait does: of Send to Location those in use."""
    return next((each.deciding for each in sends([trait])), trait.fields)


def mentions(trait: Trait, name: str) -> bool:
    """Does what a trait does depend on a property?"""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(word.search(each) for each in deciding(trait))


def same_key(key: str) -> str:
    """Return what makes two keys the same: the name, or code and modifiers."""
    return named_key_of(key) or key


def hearing(traits: Sequence[Trait], key: str) -> list[Trait]:
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


def fired(traits: Sequence[Trait], key: str) -> set[str]:
    """Return the keys that a piece gets after ``key``: that one, and those of its triggers.

    The fields of a trigger are those of VASSAL.counters.TriggerAction.
    """
    triggers = []
    for trait in traits:
        fields = trait.fields if trait.id == "macro" else []
        if len(fields) > 5:
            heard = {same_key(each) for each in (fields[2], *decode(fields[4], ","))}
            triggers.append((heard, [same_key(each) for each in decode(fields[5], ",")]))
    found: set[str] = set()
    todo = [same_key(key)]
    while todo:
        here = todo.pop()
        if here and here not in found:
            found.add(here)
            todo += [each for heard, actions in triggers if here in heard for each in actions]
    return found
