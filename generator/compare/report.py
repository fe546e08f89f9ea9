"""A comparison for people, and as JSON for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.compare.change import ADDED, CHANGED, REMOVED, RENAMED, Change
from generator.compare.compare import Comparison
from generator.compare.shorten import apart, signature
from generator.errors import one_line

_MANY = 12
"""Lines of one kind, above which only the first ones are shown."""
_FIRST = 4
"""Names, and lines of one kind, that are shown of many."""
_WHOLE = (ADDED, REMOVED, CHANGED)


def as_text(found: Comparison, *, everything: bool = False) -> str:
    """Return the report; ``everything``: long lists are not summed up."""
    lines = [f"note: {note}" for note in found.notes]
    if found.saved[0] != found.saved[1]:
        warned = f"; {found.warned}" if found.warned else ""
        lines.append(
            f"saved: {found.saved[0]} -> {found.saved[1]} (no difference by itself{warned})"
        )
    if not found.changes:
        return "\n".join(one_line(line) for line in ["no difference", *lines]) + "\n"
    for group, changes in groupby(found.changes, lambda each: each.group):
        lines += ["", group.value]
        lines += _lines([*changes], everything=everything)
    lines += ["", _sum(found)]
    return "\n".join(one_line(line) for line in lines).lstrip() + "\n"


def _sum(found: Comparison) -> str:
    count = len(found.changes)
    line = f"{count} difference{'' if count == 1 else 's'}"
    if found.breaking:
        line += f", {found.breaking} (!) for saved games or other players' copies"
    return line


def _lines(changes: Sequence[Change], *, everything: bool) -> Iterator[str]:
    by_kind: dict[tuple[str, str, str], list[Change]] = {}
    for change in changes:
        by_kind.setdefault((change.kind, change.what, change.breaks), []).append(change)
    for alike in by_kind.values():
        lines = list(_told(alike, everything=everything))
        if everything or len(lines) <= _MANY:
            yield from (line for line, _ in lines)
            continue
        yield from (line for line, _ in lines[:_FIRST])
        left = sum(count for _, count in lines[_FIRST:])
        mark = "!" if alike[0].breaks else " "
        yield f"{mark} … {left} more of this kind: {_which(alike[0])} (--all shows them)"


def _told(alike: Sequence[Change], *, everything: bool) -> Iterator[tuple[str, int]]:
    """Yield a line for all that changed in the same way, and how many those are."""
    same: dict[tuple[str, str], list[Change]] = {}
    for change in alike:
        renamed = change.what == RENAMED
        edit = (change.old, change.new) if renamed else signature(change.old, change.new)
        same.setdefault(edit, []).append(change)
    for changes in same.values():
        first = changes[0]
        names = [each.subject for each in changes]
        shown = ", ".join(names if everything else names[:_FIRST])
        if not everything and len(names) > _FIRST:
            shown += f" and {len(names) - _FIRST} more"
        mark = "!" if first.breaks else " "
        kind = f"{first.kind} " if first.kind else ""
        reason = f" ({first.breaks})" if first.breaks else ""
        yield f"{mark} {kind}{shown}{_how(first)}{reason}", len(changes)


def _which(change: Change) -> str:
    return f"{change.kind} {change.what}".strip()


def _how(change: Change) -> str:
    if change.what == RENAMED:
        return f": renamed to {change.new}"
    if change.what in _WHOLE and not change.old and not change.new:
        return f": {change.what}"
    old, new = apart(change.old, change.new)
    part = "" if change.what == CHANGED else f", {change.what}"
    return f"{part}: {old or 'nothing'} -> {new or 'nothing'}"


def as_json(found: Comparison) -> str:
    """Return everything, nothing shortened."""
    return (
        json.dumps(
            {
                "old": str(found.old),
                "new": str(found.new),
                "saved": {"old": found.saved[0], "new": found.saved[1]},
                "warned": found.warned,
                "notes": found.notes,
                "breaking": found.breaking,
                "changes": [
                    {
                        "group": each.group.value,
                        "kind": each.kind,
                        "subject": each.subject,
                        "what": each.what,
                        "old": each.old,
                        "new": each.new,
                        "breaks": each.breaks,
                    }
                    for each in found.changes
                ],
            },
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )
