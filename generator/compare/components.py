"""What differs between the components of two extensions."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence

from generator.compare.change import ADDED, REMOVED, RENAMED, Change, Group
from generator.compare.item import DEFINED, Item, slots_of
from generator.compare.match import match
from generator.compare.saved import BY_NUMBER, Saved, is_numbered, is_property, saved_of
from generator.compare.shown import Expressions, is_text
from generator.compare.traits import compare_traits
from generator.vassal.sequence import decode
from generator.vassal.strokes import decode_stroke

OLD_TRAITS = "pieces placed before keep the old ones"
OLD_DECK = "decks in saved games keep the old ones"
NO_PIECE = "VASSAL makes no such piece of it"
LOST_PIECE = "pieces of it in saved games cannot be refreshed"
ELSEWHERE = "where that is missing, the extension is refused"

_EXPRESSIONS = frozenset({"propChanger"})
_ASKS = ("R,", "E,")
_READABLE, _UNREADABLE = "can be read", "cannot be read"
_PLACE_OF_DECK = ("owningBoard", "x", "y")
_KEY = re.compile(r"57348\\*,0\\*,")
_CLASS = r"VASSAL\.[\w.$]+"
_LEAST_NAME = 3


def compare_components(old: Sequence[Item], new: Sequence[Item]) -> Iterator[Change]:
    """Yield what differs, without the order of what has none."""
    comparison = _Comparison(saved_of(old), saved_of(new), Expressions(old, new))
    yield from comparison.compare(old, new, None)
    yield from comparison.pieces(slots_of(old), slots_of(new))


def _own_key(item: Item) -> Hashable | None:
    key = item.attributes.get("buttonHotkey") or item.attributes.get("hotkey")
    return (item.place, item.tag, key) if key else None


def _nameless(item: Item) -> Hashable | None:
    """Return its content, without the name but in classes; None: it has none to miss."""
    if len(item.name) < _LEAST_NAME:
        return None
    found = re.sub(
        rf"{_CLASS}|{re.escape(item.name)}",
        lambda match: match[0] if match[0].startswith("VASSAL.") else "\0",
        repr(item.content),
    )
    return (item.place, found)


def _by_name(item: Item) -> Hashable | None:
    return None if item.short == "ChangePropertyButton" else (item.place, item.tag, item.name)


def _held(item: Item) -> Hashable | None:
    """Return the pieces that stand in it."""
    found = tuple(sorted(slot.name for slot in item.all_slots()))
    return (item.tag, found) if found else None


_KEYS: tuple[Callable[[Item], Hashable | None], ...] = (
    lambda each: (each.place, each.name, each.content),
    _by_name,
    lambda each: (each.name, each.content),
    lambda each: (each.tag, each.name) if _by_name(each) and each.name else None,
    _nameless,
    _own_key,
    _held,
    lambda each: (each.place, each.tag) if is_numbered(each) else None,
)
"""What has become what: what is alike, has the same name, stands elsewhere, is another in its name
only, hears the same key, holds the same pieces, or has the next number. A property's button is
what it does, not its key: that comes last."""


class _Comparison:
    """Compares components, and keeps which has become which for the pieces in them."""

    def __init__(self, old: Saved, new: Saved, expressions: Expressions) -> None:
        self._old, self._new = old, new
        self._expressions = expressions
        self._became: dict[int, int] = {}
        """By the id of an old item."""

    def compare(
        self, old: Sequence[Item], new: Sequence[Item], above: Item | None
    ) -> Iterator[Change]:
        matched = match(old, new, *_KEYS)
        for item in matched.removed:
            breaks = self._old.lost(item, self._new)
            yield Change(group_of(item), item.short, label(item, above), REMOVED, breaks=breaks)
        for item in matched.added:
            yield Change(group_of(item), item.short, label(item, above), ADDED)
        for was, now in matched.pairs:
            yield from self._compare_two(was, now, above)

    def _compare_two(self, was: Item, now: Item, above: Item | None) -> Iterator[Change]:
        self._became[id(was)] = id(now)
        group, subject = group_of(was), label(was, above)
        numbers = self._old.numbers.get(id(was)), self._new.numbers.get(id(now))
        if numbers[0] != numbers[1]:
            old, new = map(str, numbers)
            yield Change(group, was.short, subject, "number", old, new, BY_NUMBER)
        if was.place == now.place and was.content == now.content and not [*was.all_slots()]:
            return
        if was.place != now.place:
            old, new = was.place or "the module", now.place or "the module"
            reason = (is_property(was) and self._old.lost(was, self._new)) or ELSEWHERE
            yield Change(group, was.short, subject, "attached to", old, new, reason)
        for name, old, new in _attributes(was, now):
            if was.short != "ChangePropertyButton" and (was.name, now.name) == (old, new):
                breaks = "" if is_numbered(was) else self._old.lost(was, self._new)
                yield Change(group, was.short, subject, RENAMED, old, new, breaks)
            else:
                about = _group_of_value(group, name, old, new)
                breaks = _kept(was, name, old, new) if about is not Group.TEXTS else ""
                yield Change(about, was.short, subject, name, old, new, breaks)
        if was.short not in DEFINED and was.text != now.text:
            yield Change(group, was.short, subject, "text", was.text, now.text)
        yield from self._definition(was, now, group, subject)
        if was.ordered:
            yield from _order(was, now, subject)
        yield from self.compare(was.children, now.children, now)

    def pieces(self, old: Sequence[Item], new: Sequence[Item]) -> Iterator[Change]:
        matched = match(old, new, *_PIECE_KEYS)
        for item in matched.removed:
            yield Change(Group.PIECES, item.short, label(item, None), REMOVED, breaks=LOST_PIECE)
        for item in matched.added:
            breaks = NO_PIECE if item.unreadable else ""
            yield Change(Group.PIECES, item.short, label(item, None), ADDED, breaks=breaks)
        for was, now in matched.pairs:
            if was.content != now.content:
                yield from self._compare_pieces(was, now)
            if self._became.get(id(was.holder)) != id(now.holder):
                yield Change(
                    Group.PIECES, was.short, label(was, None), "stands in", was.place, now.place
                )

    def _compare_pieces(self, was: Item, now: Item) -> Iterator[Change]:
        subject = label(was, None)
        for name, old, new in _attributes(was, now):
            reason = LOST_PIECE if name == "gpid" else ""
            yield Change(Group.PIECES, was.short, subject, name, old, new, reason)
        yield from self._definition(was, now, Group.PIECES, subject)

    def _definition(self, was: Item, now: Item, group: Group, subject: str) -> Iterator[Change]:
        """Yield what differs in the definition of a piece or a prototype.

        A piece that is placed holds the traits of its prototypes from then on
        (PieceCloner.clonePiece, UsePrototype.getExpandedInner).
        """
        if was.unreadable or now.unreadable:
            if was.text != now.text or was.unreadable != now.unreadable:
                old, new = (_UNREADABLE if e.unreadable else _READABLE for e in (was, now))
                breaks = NO_PIECE if now.unreadable else ""
                yield Change(group, was.short, subject, "definition", old, new, breaks)
            return
        for each in compare_traits(was.traits, now.traits, self._expressions):
            breaks = "" if each.shown else OLD_TRAITS
            old, new = shown(each.old), shown(each.new)
            yield Change(group, was.short, subject, each.what, old, new, breaks)


def _attributes(was: Item, now: Item) -> Iterator[tuple[str, str, str]]:
    for name in sorted({*was.attributes, *now.attributes}):
        old, new = was.attributes.get(name, ""), now.attributes.get(name, "")
        stroke = decode_stroke(old)
        if old == new or (stroke is not None and stroke == decode_stroke(new)):
            continue
        # a slot without one is named as its piece, and the editor writes that name
        if name != "entryName" or (old and new):
            yield name, shown(old), shown(new)


def _order(was: Item, now: Item, subject: str) -> Iterator[Change]:
    both = {*was.gpids} & {*now.gpids}
    old, new = ([each for each in item.gpids if each in both] for item in (was, now))
    if old != new:
        yield Change(
            group_of(was), was.short, subject, "order of pieces", ", ".join(old), ", ".join(new)
        )


def _piece(item: Item) -> Hashable:
    """Return a piece's content without its gpid."""
    named = item.attributes.get("entryName", "")
    return (item.tag, named, item.text, item.traits)


_PIECE_KEYS: tuple[Callable[[Item], Hashable | None], ...] = (
    lambda each: (each.name, each.place) if each.name else None,
    lambda each: each.name or None,
    lambda each: (each.place, _piece(each)),
    _piece,
    lambda each: (each.place, each.tag, each.attributes.get("entryName", "")),
)


def _kept(item: Item, name: str, old: str, new: str) -> str:
    """Say what goes wrong with saved games when a value of a component, not its name, differs.

    A property is as saved, even out of the bounds of today (SetGlobalProperty.executeCommand). A
    deck keeps its settings in its own type (DrawPile.getDeckType); where it stands is where a new
    game lays it out, as with a stack. A turn's level keeps the place in its list
    (ListTurnLevel.getState).
    """
    if item.short == "DrawPile":
        return OLD_DECK if name not in _PLACE_OF_DECK else ""
    if item.short == "ListTurnLevel" and name == "list":
        before, after = decode(old, ","), decode(new, ",")
        return BY_NUMBER if after[: len(before)] != before else ""
    return ""


def group_of(item: Item) -> Group:
    """Return what a component is about."""
    short = item.short
    if short in ("PieceSlot", "CardSlot"):
        return Group.PIECES
    if short == "PrototypeDefinition":
        return Group.PROTOTYPES
    if short == "ChangePropertyButton" or short.endswith("Property"):
        return Group.PROPERTIES
    if item.tag.startswith("VASSAL.build.module.documentation."):
        return Group.HELP
    if short.endswith(("KeyCommand", "Button")) or short == "ToolbarMenu":
        return Group.COMMANDS
    return Group.WINDOWS


def _group_of_value(group: Group, name: str, old: str, new: str) -> Group:
    if name in _EXPRESSIONS:
        asked = all(each.startswith(_ASKS) for each in (old, new))
        return Group.TEXTS if asked else Group.EXPRESSIONS
    if is_text(name):
        return Group.TEXTS
    return Group.EXPRESSIONS if old.startswith("{") or new.startswith("{") else group


def label(item: Item, above: Item | None) -> str:
    """Return which one of its class a component is, for people."""
    if item.short in ("PieceSlot", "CardSlot"):
        return f"{item.attributes.get('entryName', '')} ({item.name or 'no gpid'})".strip()
    name = shown(item.name)
    if above is None:
        return name or shown(item.attributes.get("hotkey", "")) or item.place or "(no name)"
    if item.short == "ChangePropertyButton":
        return f"{above.name} on {name or 'no key'}"
    return f"{name} in {above.name or above.short}".lstrip()


def shown(value: str) -> str:
    """Return a value for people: named keys by their names."""
    return _KEY.sub("", value)
