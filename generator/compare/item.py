"""An extension as it is meant: what two files must have in common to be alike to the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from generator.compare.defaults import IMPLIED, meant, meant_state, meant_type, name_assumed
from generator.compare.element import Element, Written
from generator.host.piece import PieceError, read_definition
from generator.vassal.sequence import decode

Content: TypeAlias = tuple[object, ...]
"""Everything about an item that counts, without where it stands."""

_SLOTS = ("PieceSlot", "CardSlot")
DEFINED = (*_SLOTS, "PrototypeDefinition")
"""Components that define a piece."""
_PLACING = ("placemark", "replace")
"""Traits that hold the definition of a piece (VASSAL.counters.PlaceMarker)."""
_MAX_PLACED = 5
"""Pieces that place pieces that place pieces: how far down those are read."""
_ORDERED = ("SetupStack", "DrawPile")
_IN_TURN = ("TurnTracker", "TurnLevel")
"""The levels of a turn are known by their order (TurnTracker.getState)."""
_NAMED_CODE = re.compile(r"(?<!\d)(?:5[789]|6[0-3])\d{3}(?=\\*,0\\*,[^\s,;:|\\])")
_ANY_CODE = "57348"


@dataclass(frozen=True, slots=True)
class TraitItem:
    """One trait, its fields decoded."""

    id: str
    fields: tuple[str, ...]
    """Of its type, the id included, without what the engine assumes at the end."""
    state: tuple[str, ...]


@dataclass(slots=True)
class Item:
    """One component."""

    tag: str
    """Full name of its Java class."""
    short: str
    """The same without the package."""
    name: str
    """What tells it from others of its class; empty: nothing does."""
    attributes: Mapping[str, str]
    """Those that say something."""
    text: str = ""
    """What stands in it, other than a piece."""
    traits: tuple[TraitItem, ...] = ()
    """Of a piece or prototype, outermost first; the BasicPiece is the last."""
    children: list[Item] = field(default_factory=list)
    """Without slots."""
    slots: list[Item] = field(default_factory=list)
    """Slots right inside it, in their order."""
    place: str = ""
    """The target of an extension element; of a slot, the components that it stands in."""
    holder: Item | None = None
    """What a slot stands right in."""
    _content: Content | None = None

    @property
    def ordered(self) -> bool:
        """Does the order of its slots mean anything, as in a stack?"""
        return self.short in _ORDERED

    @property
    def content(self) -> Content:
        """Everything that counts but the place; the order of children does not."""
        if self._content is None:
            self._content = (
                self.tag,
                tuple(self.attributes.items()),
                self.text,
                tuple((each.fields, each.state) for each in self.traits),
                self._children(),
                self.gpids,
            )
        return self._content

    @property
    def unreadable(self) -> bool:
        """Should it define a piece, and does not?"""
        return self.short in DEFINED and not self.traits

    def forget(self) -> None:
        """Let the content be what it is now, after a change."""
        self._content = None

    def _children(self) -> tuple[Content, ...]:
        found = [each.content for each in self.children]
        if self.short.endswith(_IN_TURN):
            return tuple(found)
        return tuple(sorted(found, key=repr) if len(found) > 1 else found)

    @property
    def gpids(self) -> tuple[str, ...]:
        """The slots inside it."""
        found = [each.attributes.get("gpid", "") for each in self.slots]
        return tuple(found if self.ordered else sorted(found))

    def all_slots(self) -> Iterator[Item]:
        """Yield the slots at any depth."""
        yield from self.slots
        for child in self.children:
            yield from child.all_slots()

    def walk(self) -> Iterator[Item]:
        """Yield itself and all within it but slots."""
        yield self
        for child in self.children:
            yield from child.walk()


def items_of(written: Written) -> list[Item]:
    """Return the components of an extension, each with its target as its place."""
    found = []
    for element in written.elements:
        target = element.attributes.get("target", "")
        for child in element.children[:1]:  # the engine builds the first only
            item = _item(child, f"{target}/" if target else "")
            item.place = target
            found.append(item)
    return found


def _item(element: Element, above: str) -> Item:
    short = element.tag.rpartition(".")[2]
    attributes = {
        name: canonical(value) for name, value in meant(element.tag, element.attributes).items()
    }
    item = Item(element.tag, short, _name(element, short, attributes), attributes)
    if short in DEFINED:
        item.text, item.traits = _definition(element.text)
    else:
        item.text = element.text
    inside = f"{above}{short}:{item.name}/" if item.name else f"{above}{short}/"
    implied = IMPLIED.get(short, ())
    for child in element.children:
        found = _item(child, inside)
        if found.short in _SLOTS:
            found.place, found.holder = inside.removesuffix("/"), item
            item.slots.append(found)
        elif found.short not in implied or found.attributes or found.children:
            item.children.append(found)
    return item


def _name(element: Element, short: str, attributes: Mapping[str, str]) -> str:
    if short in _SLOTS:
        return element.attributes.get("gpid", "")
    if short == "ChangePropertyButton":
        return element.attributes.get("text", "") or attributes.get("hotkey", "")
    return name_assumed(element.tag, element.attributes) or ""


def canonical(text: str) -> str:
    """Write named keys alike: their codes are those that the engine had for them when it saved."""
    return _NAMED_CODE.sub(_ANY_CODE, text) if ",0" in text else text


def _definition(text: str) -> tuple[str, tuple[TraitItem, ...]]:
    """Return a piece's traits; where they cannot be read, its text instead."""
    try:
        found = read_definition(text)
    except PieceError:
        return text, ()
    traits = [_trait(each.type_text, each.state_text) for each in found.traits]
    traits.append(TraitItem("piece", ("piece", found.name, found.image), ()))
    return "", tuple(traits)


@lru_cache(maxsize=65_536)
def _trait(kind: str, state: str, depth: int = 0) -> TraitItem:
    fields = meant_type(decode(canonical(kind), ";"))
    if fields[0] in _PLACING and depth < _MAX_PLACED:
        fields = tuple(_placed(each, depth) if each.startswith("+/") else each for each in fields)
    return TraitItem(fields[0], fields, meant_state(fields[0], decode(state, ";")))


def _placed(text: str, depth: int) -> str:
    """Write the piece that a trait places without what the engine assumes."""
    try:
        found = read_definition(text)
    except PieceError:
        return text
    traits = [_trait(each.type_text, each.state_text, depth + 1) for each in found.traits]
    parts = [";".join((*each.fields, *each.state)) for each in traits]
    return " / ".join([*parts, f"piece;{found.name};{found.image}"])


def slots_of(items: Iterable[Item]) -> list[Item]:
    """Return every slot of an extension."""
    return [slot for item in items for slot in item.all_slots()]
