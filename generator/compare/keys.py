"""The named keys by which others reach an extension, and which of them nothing hears any more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from generator.compare.change import ADDED, REMOVED, RENAMED, Change, Group
from generator.compare.item import Item, slots_of
from generator.vassal.strokes import decode_stroke

UNHEARD = "players, other extensions or placed pieces may still send it"

NAMED = re.compile(r"57348\\*,0\\*,([^,;:|\\]+)")
_SENDERS = ("GlobalKeyCommand", "MassKeyCommand", "StartupGlobalKeyCommand", "DeckGlobalKeyCommand")
"""Whose ``hotkey`` is what they send; they hear their ``buttonHotkey``."""


@dataclass
class Keys:
    """What an extension hears and sends."""

    heard: dict[str, list[Item]] = field(default_factory=dict)
    """Who hears a key."""
    inside: set[str] = field(default_factory=set)
    """Keys that only its own steps send, as in a chain of actions."""


def keys_of(items: Sequence[Item]) -> Keys:
    """Return the named keys of an extension.

    A key is for others if a piece has it (placed ones go on sending it), if a button that players
    see or a key of the keyboard sends or has it, or if nothing of the extension's own sends it.
    """
    found = Keys()
    sent: set[str] = set()
    others: set[str] = set()
    for item in (each for top in items for each in top.walk()):
        heard, fired = _of(item)
        for key in sorted(heard):
            found.heard.setdefault(key, []).append(item)
        sent |= fired
        if _for_players(item):
            others |= heard | fired
        for trait in item.traits:
            others |= _in_fields(trait.fields)
    for slot in slots_of(items):
        for trait in slot.traits:
            others |= _in_fields(trait.fields)
    found.inside = (found.heard.keys() & sent) - others
    return found


def own_key(item: Item) -> str:
    """Return the name of the key that a component hears; empty: it hears none, or a plain one."""
    attribute = "buttonHotkey" if item.short in _SENDERS else "hotkey"
    found = NAMED.fullmatch(item.attributes.get(attribute, ""))
    return found[1] if found is not None else ""


def _of(item: Item) -> tuple[set[str], set[str]]:
    """Return what a component hears and what it sends."""
    heard: set[str] = set()
    fired: set[str] = set()
    own = "buttonhotkey" if item.short in _SENDERS else "hotkey"
    for name, value in item.attributes.items():
        if "57348" in value:
            keys = set(NAMED.findall(value))
            if name.lower().endswith(own):
                heard |= keys
            else:
                fired |= keys
    return heard, fired


def _in_fields(fields: Sequence[str]) -> set[str]:
    return {key for each in fields if "57348" in each for key in NAMED.findall(each)}


def _for_players(item: Item) -> bool:
    seen = ("text", "icon", "buttonText", "buttonIcon", "buttonName")
    return any(item.attributes.get(each) for each in seen) or (
        decode_stroke(item.attributes.get("hotkey", "")) is not None
    )


def compare_keys(old: Sequence[Item], new: Sequence[Item]) -> Iterator[Change]:
    """Yield the keys for others that nothing hears any more, or only now."""
    was, now = keys_of(old), keys_of(new)
    lost = [key for key in was.heard if key not in now.heard and key not in was.inside]
    gained = [key for key in now.heard if key not in was.heard and key not in now.inside]
    renamed = dict(_renamed(was, now, lost, gained))
    for key in lost:
        if key in renamed:
            yield Change(Group.KEYS, "key", key, RENAMED, key, renamed[key], UNHEARD)
        else:
            yield Change(Group.KEYS, "key", key, REMOVED, breaks=UNHEARD)
    for key in gained:
        if key not in renamed.values():
            yield Change(Group.KEYS, "key", key, ADDED)


def _renamed(
    was: Keys, now: Keys, lost: Sequence[str], gained: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield keys whose hearers do what those of another one did."""
    by_deed = {_deed(now.heard[key], key): key for key in reversed(gained)}
    for key in lost:
        new = by_deed.pop(_deed(was.heard[key], key), None)
        if new is not None:
            yield key, new


def _deed(hearers: Sequence[Item], key: str) -> tuple[str, ...]:
    return tuple(repr((each.place, each.content)).replace(key, "\0") for each in hearers)
