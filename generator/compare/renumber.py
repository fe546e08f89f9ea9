"""Keys of an extension's own steps that only have other numbers now, as after one more step.

Where ``x.go.5`` does what ``x.go.4`` did, the old extension is told in the new one's numbers, so
that nothing else of it differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.compare.change import RENAMED, Change, Group
from generator.compare.item import Item
from generator.compare.keys import NAMED, keys_of, own_key
from generator.compare.match import match

_NUMBER = re.compile(r"\d+$")
_BEFORE = " (before)"
"""Added to an old key that is another one's now, and that nothing has become of."""


@dataclass(frozen=True)
class _Step:
    """A key of an extension's own, and what hears it."""

    key: str
    deed: tuple[object, ...]
    """What the hearers do, without any number of a step."""
    chain: tuple[object, ...]
    """The key without its number, and who hears it."""


def renumber(old: Sequence[Item], new: Sequence[Item]) -> list[Change]:
    """Give old steps the keys that they have now, in place; return which those are."""
    found = match(
        _steps(old),
        _steps(new),
        lambda each: (each.key, each.deed),
        lambda each: each.deed,
        lambda each: each.key,
        lambda each: each.chain,
    )
    names = {was.key: now.key for was, now in found.pairs if was.key != now.key}
    if not names:
        return []
    taken = {*names.values()}
    lost = {step.key: f"{step.key}{_BEFORE}" for step in found.removed if step.key in taken}
    for item in old:
        _rename(item, {**names, **lost})
    return [Change(Group.KEYS, "inner key", key, RENAMED, key, now) for key, now in names.items()]


def _steps(items: Sequence[Item]) -> list[_Step]:
    inside = keys_of(items).inside
    hearers: dict[str, list[tuple[str, Item]]] = {}
    for above, item in _with_above(items):
        key = own_key(item)
        if key in inside:
            hearers.setdefault(key, []).append((above, item))
    return [
        _Step(
            key,
            tuple((above, *_deed(item, key, inside)) for above, item in found),
            (_NUMBER.sub("", key), *((above, item.tag) for above, item in found)),
        )
        for key, found in hearers.items()
    ]


def _with_above(items: Sequence[Item], above: str = "") -> Iterator[tuple[str, Item]]:
    for item in items:
        yield above or item.place, item
        yield from _with_above(item.children, item.name or item.short)


def _deed(item: Item, key: str, inside: set[str]) -> tuple[object, ...]:
    def masked(value: str) -> str:
        return NAMED.sub(lambda found: "" if found[1] in inside else found[0], value)

    values = tuple((n, masked(v)) for n, v in item.attributes.items() if v != key)
    return (item.tag, values, item.text, tuple(each.content for each in item.children))


def _rename(item: Item, names: Mapping[str, str]) -> None:
    key = own_key(item)
    if key in names and item.name.endswith(key):
        item.name = item.name.removesuffix(key) + names[key]
    # a step is often named as its key
    item.attributes = {
        name: names[key] if key in names and value == key else _renamed(value, names)
        for name, value in item.attributes.items()
    }
    item.forget()
    for child in item.children:
        _rename(child, names)


def _renamed(value: str, names: Mapping[str, str]) -> str:
    return NAMED.sub(
        lambda found: found[0].removesuffix(found[1]) + names.get(found[1], found[1]), value
    )
