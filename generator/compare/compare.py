"""The whole comparison of two extensions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.compare.archive import (
    compare_entries,
    compare_root,
    compare_tables,
    saved_with,
    warned,
)
from generator.compare.change import Change, Group
from generator.compare.components import compare_components
from generator.compare.element import Written, read_written
from generator.compare.item import Item, items_of
from generator.compare.keys import compare_keys
from generator.compare.renumber import renumber
from generator.compare.traits import odd_pieces


@dataclass(frozen=True)
class Comparison:
    """How two extensions differ."""

    old: Path
    new: Path
    saved: tuple[str, str]
    """With which engine and on which day each was saved, which alone is no difference."""
    warned: str
    """Whom the engine warns of the new file because of that; empty: nobody."""
    changes: Sequence[Change]
    """In the order of the report."""
    notes: tuple[str, ...]
    """What was odd about either, one line each."""

    @property
    def breaking(self) -> int:
        """How many of the changes harm saved games or other players' copies."""
        return sum(bool(each.breaks) for each in self.changes)


def compare(old: Path, new: Path) -> Comparison:
    """Compare two extensions.

    Raises:
        InputError: one of them is none, or is broken so that nothing can be said about it.
    """
    was, now = read_written(old), read_written(new)
    old_items, new_items = items_of(was), items_of(now)
    changes = [
        *compare_tables(was, now),
        *compare_root(was, now),
        *compare_keys(old_items, new_items),
        *renumber(old_items, new_items),
        *compare_components(old_items, new_items),
        *compare_entries(was, now),
    ]
    order = {group: place for place, group in enumerate(Group)}
    return Comparison(
        old,
        new,
        (saved_with(was), saved_with(now)),
        warned(was, now),
        sorted(changes, key=lambda each: order[each.group]),
        (*_notes(was, old_items), *_notes(now, new_items)),
    )


def _notes(written: Written, items: Sequence[Item]) -> Iterator[str]:
    for note in (*written.notes, *odd_pieces(items)):
        yield f"{written.path}: {note}"
