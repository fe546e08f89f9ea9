"""Finds for each of the old the new one that it has become, in linear time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Matched(Generic[T]):
    """What has become what."""

    pairs: list[tuple[T, T]] = field(default_factory=list)
    """In the order of the old."""
    removed: list[T] = field(default_factory=list)
    added: list[T] = field(default_factory=list)


def match(old: Sequence[T], new: Sequence[T], *keys: Callable[[T], Hashable | None]) -> Matched[T]:
    """Pair what has the same key: first by the first key, the rest by the next, and so on.

    Where several have one key they are paired in their order. None as a key is like no other.
    """
    partner: dict[int, int] = {}
    free_old, free_new = list(range(len(old))), list(range(len(new)))
    for key in keys:
        if not free_old or not free_new:
            break
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for index in reversed(free_new):
            found = key(new[index])
            if found is not None:
                waiting[found].append(index)
        taken: set[int] = set()
        rest = []
        for index in free_old:
            found = key(old[index])
            there = waiting.get(found) if found is not None else None
            if there:
                partner[index] = there.pop()
                taken.add(partner[index])
            else:
                rest.append(index)
        free_old = rest
        free_new = [index for index in free_new if index not in taken]
    return Matched(
        [(old[index], new[partner[index]]) for index in sorted(partner)],
        [old[index] for index in free_old],
        [new[index] for index in free_new],
    )
