"""By what saved games, logs and other players' copies know components, and what is lost of those.

Read from ``getRestoreCommand``, ``encode`` and ``decode`` of each GameComponent and CommandEncoder
of engine 3.7.26; those that save nothing, such as buttons and stacks, are not named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from generator.compare.item import Item
from generator.host.component import MAPS, component_at

Key: TypeAlias = tuple[str, ...]

LOST_VALUE = "its value in saved games is lost"
LOST_NAME = "saved games know it by its name"
LOST_TURN = "its turn in saved games is lost"
BY_NUMBER = "saved games know it by its number"
NO_PROTOTYPE = "other extensions, and what placed pieces place, may still ask for it"
_OLD_LOGS = "logs and players with the old file know it by its name"

_PLACES = (*MAPS, "Board", "Zone")
_LOST = {
    # Map.getIdentifier in a piece's state, BoardPicker.encode, Deck.mySetType
    **dict.fromkeys((*_PLACES, "DrawPile"), LOST_NAME),
    # placed pieces hold the traits (PieceCloner.clonePiece), a Place Marker in them a definition
    # that is expanded later (PlaceMarker.createMarker)
    "PrototypeDefinition": NO_PROTOTYPE,
    "ScenarioPropertiesOptionTab": "that it is locked in saved games is lost",
    "ChessClock": "its time in saved games is lost",
    "ChessClockControl": "the times in saved games are lost",
    "NotesWindow": "the notes in saved games are lost",
    "TurnTracker": LOST_TURN,
    # only what they roll is sent and logged: SpecialDiceButton.encode, and as the property
    # "…_result" of that name (DiceButton.DR, ChangePropertyCommandEncoder.decode)
    **dict.fromkeys(
        ("SpecialDiceButton", "DiceButton", "RandomTextButton", "InternetDiceButton"), _OLD_LOGS
    ),
}
_NAMELESS = ("ChessClockControl", "NotesWindow")
"""Whose commands name none."""
_NUMBERED = ("TurnTracker", "StartupGlobalKeyCommand")
"""Known by their place among those of their class (UniqueIdManager), whatever their names."""
_LEVEL = "TurnLevel"


def is_property(item: Item) -> bool:
    """Has it a value of its own, as GlobalProperty and what extends it?"""
    return item.short.endswith("Property")


def is_numbered(item: Item) -> bool:
    """Is it known by its place among others, whatever its name is?"""
    return item.short in _NUMBERED or item.short.endswith(_LEVEL)


def lost(item: Item) -> str:
    """Say what is lost when saved games know it by something that is gone; empty: nothing."""
    if is_property(item):
        return LOST_VALUE
    return LOST_TURN if item.short.endswith(_LEVEL) else _LOST.get(item.short, "")


@dataclass
class Saved:
    """What saved games know the components of an extension by."""

    keys: dict[int, Key] = field(default_factory=dict)
    """Of a component, by its id; one that is known by its number has none."""
    numbers: dict[int, int] = field(default_factory=dict)
    """From 1; by the component's id."""

    def lost(self, item: Item, now: Saved) -> str:
        """Say what is lost when an item of these is removed or renamed; empty: nothing."""
        key = self.keys.get(id(item))
        return "" if key is not None and key in now.all_keys else lost(item)

    @cached_property
    def all_keys(self) -> frozenset[Key]:
        """All of them, once they are complete."""
        return frozenset(self.keys.values())


def saved_of(items: Sequence[Item]) -> Saved:
    """Return by what saved games know the components."""
    found = Saved()
    count = dict.fromkeys(_NUMBERED, 0)
    for item, where in _with_where(items):
        if item.short in count:
            count[item.short] += 1
            found.numbers[id(item)] = count[item.short]
        elif not item.short.endswith(_LEVEL) and lost(item):
            kind = "Property" if is_property(item) else item.short
            name = () if item.short in _NAMELESS else (item.name, *where)
            found.keys[id(item)] = (kind, *name)
        levels = [each for each in item.children if each.short.endswith(_LEVEL)]
        found.numbers |= {id(each): number for number, each in enumerate(levels, 1)}
    return found


def _with_where(items: Sequence[Item]) -> Iterator[tuple[Item, Key]]:
    """Yield all components with the map, board and zone that each stands in."""
    for top in items:
        place = component_at(top.place)
        above = reversed([*place.upward()]) if place is not None else ()
        yield from _below(top, tuple(each.name or "" for each in above if each.short in _PLACES))


def _below(item: Item, where: Key) -> Iterator[tuple[Item, Key]]:
    # decks, prototypes and the others are found by their names wherever they stand
    yield item, where if is_property(item) or item.short in _PLACES else ()
    inside = (*where, item.name) if item.short in _PLACES else where
    for child in item.children:
        yield from _below(child, inside)
