"""Which parts of a trait players only see: pieces placed before may keep the old ones unharmed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest

from generator.compare.item import Item, TraitItem

TEXTS = ("tooltip", "text", "desc", "description", "format", "buttonname", "entryname", "title")
"""How the names of attributes end that players read."""

_SHOWN: Mapping[str, tuple[int, ...]] = {
    "AreaOfEffect": (5, 10, 12, 14),
    "button": (6,),
    "clone": (1, 3),
    "cmt": (1,),
    "delete": (1, 3),
    "deselect": (1, 3),
    "emb2": (1, 4, 7, 10, 21, 30),
    "footprint": (2, 16),
    "globalhotkey": (1, 4),
    "globalkey": (1, 10),
    "hide": (2, 6),
    "label": (2, 17),
    "macro": (1, 2),
    "menuSeparator": (1,),
    "obs": (3, 7, 8),
    "pivot": (1, 7, 8),
    "placemark": (1, 9),
    "playSound": (2, 5),
    "replace": (1, 9),
    "return": (1, 4, 5),
    "sendto": (1, 7, 13),
    "submenu": (1, 2, 3),
    "translate": (1, 10),
}
"""Commands of the menu and descriptions: the fields' places in ``myGetType`` of VASSAL.counters."""
_NAMED = ("piece", "basicName")
_NAME = 1
_LAYER, _LEVEL_NAMES, _LAYER_NAME = "emb2", 17, 19
_REPORT = "report"
_MAKES_NAMES: Mapping[str, tuple[int, ...]] = {_LAYER: (_LEVEL_NAMES, _LAYER_NAME), "label": (12,)}
"""What makes a piece's name, and reads none."""

_READ = re.compile(r"(?:basic|piece)name", re.IGNORECASE)
_COMPARED = re.compile(r'(?:basic|piece)name\s*[!=]=\s*\\*"([^"\\]*)\\*"', re.IGNORECASE)


class Expressions:
    """What the expressions of two extensions read; what makes a text for players does not count."""

    def __init__(self, old: Sequence[Item], new: Sequence[Item]) -> None:
        """Read nothing yet."""
        self._tops = (*old, *new)
        self._old = old

    def read_name(self, names: Iterable[str]) -> bool:
        """May one of the expressions find pieces by one of these names, or a part of one?"""
        compared = {each for value in self._names for each in _COMPARED.findall(value)}
        rest = (_COMPARED.sub("", value) for value in self._names)
        return any(name in each for name in names for each in compared) or any(
            map(_READ.search, rest)
        )

    @cached_property
    def old_names(self) -> frozenset[str]:
        """What the old pieces are called."""
        pieces = (slot for item in self._old for slot in item.all_slots())
        named = (trait for piece in pieces for trait in piece.traits if trait.id in _NAMED)
        return frozenset(field for trait in named for field in trait.fields[_NAME : _NAME + 1])

    def read_layer(self, names: Iterable[str]) -> bool:
        """May one of them read a layer of one of these names (``_Level``, ``_Name``)?"""
        return any(f"{name}_" in value for name in names for value in self._values)

    @cached_property
    def _names(self) -> list[str]:
        return [value for value in self._values if _READ.search(value)]

    @cached_property
    def _values(self) -> list[str]:
        items = (item for top in self._tops for item in _all(top))
        return sorted({value for item in items for value in _values(item)})


def _all(item: Item) -> Iterator[Item]:
    yield from item.walk()
    yield from item.all_slots()


def _values(item: Item) -> Iterator[str]:
    yield from (value for name, value in item.attributes.items() if not is_text(name))
    for trait in item.traits:
        if trait.id not in (*_NAMED, _REPORT):
            shown = (*_SHOWN.get(trait.id, ()), *_MAKES_NAMES.get(trait.id, ()))
            yield from (value for n, value in enumerate(trait.fields) if n not in shown)
            yield from trait.state


def is_text(attribute: str) -> bool:
    """Do players read the values of this attribute?"""
    return attribute.lower().endswith(TEXTS)


def is_comment(trait: TraitItem) -> bool:
    """Is it for maintainers only, left out of what is placed (PieceCloner.clonePiece)?"""
    return trait.id == "cmt"


def only_shown(was: TraitItem, now: TraitItem, expressions: Expressions) -> bool:
    """Do two traits of a kind differ only in what players see, which nothing reads?"""
    if was.state != now.state:
        return False
    pairs = enumerate(zip_longest(was.fields, now.fields, fillvalue=""))
    return all(_is_shown(was, n, pair, expressions) for n, pair in pairs if pair[0] != pair[1])


def _is_shown(trait: TraitItem, n: int, both: tuple[str, str], expressions: Expressions) -> bool:
    if trait.id in _NAMED and n == _NAME:
        # under the name of another one it may be that one now, as with exchanged gpids
        return both[1] not in expressions.old_names and not expressions.read_name(both)
    if trait.id == _LAYER and n == _LAYER_NAME:
        return not expressions.read_layer(both)
    if trait.id == _LAYER and n == _LEVEL_NAMES:
        # a level's name is a part of the piece's (Embellishment.getName)
        names = (trait.fields[_LAYER_NAME],) if len(trait.fields) > _LAYER_NAME else ("",)
        return not expressions.read_layer(names) and not expressions.read_name(())
    return n in _SHOWN.get(trait.id, ())
