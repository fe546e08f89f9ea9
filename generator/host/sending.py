"""Which keys a marker gets after another, and where Send to Location sends it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.binding.model import NUMBER
from generator.host.keys import named_key_of
from generator.host.piece import Trait
from generator.host.tracks import Track
from generator.host.traits import SendToLocation
from generator.vassal.sequence import decode

PLACES_BY_NAME = "GRZ"
"""Destinations of Send to Location that have names."""
ELSEWHERE = ("globalkey", "globalhotkey", "placemark", "replace")
"""Traits that have something done elsewhere: whether that moves or sets anything cannot be said."""


def names_in(text: str) -> list[str]:
    """Return the properties that a text with ``$…$`` or an expression may use, in order."""
    if text.startswith("{"):
        return re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", text))
    return re.findall(r"\$([^$]+)\$", text)


def place_pattern(send: SendToLocation, name: str) -> str | None:
    """Return what it sends to, with ``{n}`` for the property; None: that is not so plain."""
    place = send.place
    if place.startswith("{"):
        parts = [part.strip() for part in place.strip("{} ").split("+")]
        if not all(part == name or re.fullmatch(r'"[^"]*"', part) for part in parts):
            return None
        return "".join(NUMBER if part == name else part.strip('"') for part in parts)
    return None if names_in(place.replace(f"${name}$", "")) else place.replace(f"${name}$", NUMBER)


def names_place(send: SendToLocation, name: str, track: Track) -> bool:
    """Does what it sends to become a place of the track if the property is a number?"""
    wanted = track.pattern if send.destination == "G" else track.own_pattern
    return place_pattern(send, name) == wanted


def mentions(trait: Trait, name: str) -> bool:
    """Does a trait use a property in any of its fields?"""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", trait.type_text) is not None


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
