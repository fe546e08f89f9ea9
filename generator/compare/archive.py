"""What differs beside the components: the root, the metadata, tables, pictures and pages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.compare.change import ADDED, CHANGED, REMOVED, RENAMED, Change, Group
from generator.compare.element import Written
from generator.tomlfile import shown

OTHER_EXTENSION = "saved games and other players know it by this"
OTHER_MODULE = "the module that it was for refuses it"
PICTURE = "pieces placed before may still show it"

_IMAGES = "images/"
_HELP = "help/"
_RULE, _BINDING, _RELEASE = "rule.toml", "binding.toml", "release."
_VERSION = "release.version"
_SAID_TWICE = ("version", "description")
"""Attributes of the root that the metadata repeats."""
_UNIVERSAL = "anyModule"


def compare_root(old: Written, new: Written) -> Iterator[Change]:
    """Yield what differs in the file's name, the root's attributes and the metadata.

    The module's name and version say nothing in an extension for any module: the editor writes
    those of the module that was open (ModuleExtension.getAttributeValueString).
    """
    if old.path.stem != new.path.stem:
        yield _metadata("file name", old.path.stem, new.path.stem, OTHER_EXTENSION)
    both_for_any = all(each.root.get(_UNIVERSAL) == "true" for each in (old, new))
    for name, reason in (
        ("extensionId", OTHER_EXTENSION),
        ("version", ""),
        ("description", ""),
        (_UNIVERSAL, OTHER_MODULE if new.root.get(_UNIVERSAL) != "true" else ""),
        *(() if both_for_any else (("module", OTHER_MODULE), ("moduleVersion", ""))),
        ("nextPieceSlotId", ""),
    ):
        was, now = old.root.get(name, ""), new.root.get(name, "")
        if was != now:
            yield _metadata(name, was, now, reason)
    for name in _SAID_TWICE:
        was, now = _in_metadata(old, name), _in_metadata(new, name)
        if was != now and (was, now) != (old.root.get(name, ""), new.root.get(name, "")):
            yield _metadata(f"extensiondata: {name}", was, now)


def _metadata(name: str, old: str, new: str, breaks: str = "") -> Change:
    return Change(Group.METADATA, "", name, CHANGED, old, new, breaks)


def _in_metadata(written: Written, name: str) -> str:
    return written.metadata.texts.get(name, "") if written.metadata is not None else ""


def saved_with(written: Written) -> str:
    """Return with what and when a file was saved; that alone makes no difference."""
    version = written.root.get("vassalVersion", "")
    millis = _in_metadata(written, "dateSaved")
    try:
        day = f"{dt.datetime.fromtimestamp(int(millis) / 1000, tz=dt.UTC):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        day = "unknown day"
    return f"VASSAL {version or '?'}, {day}"


def compare_tables(old: Written, new: Written) -> Iterator[Change]:
    """Yield what differs in what the extensions were built from, where both say it."""
    for name in sorted({*old.tables, *new.tables}):
        was, now = old.tables.get(name), new.tables.get(name)
        if was is None or now is None:
            yield Change(Group.FILES, "", name, ADDED if was is None else REMOVED)
            continue
        flat_was, flat_now = dict(_flat(was)), dict(_flat(now))
        for key in {**flat_was, **flat_now}:
            before, after = flat_was.get(key, "none"), flat_now.get(key, "none")
            if before != after and key != _VERSION:
                yield Change(_group_of_table(name, key), "", key, CHANGED, before, after)


def _group_of_table(name: str, key: str) -> Group:
    if key.startswith(_RELEASE):
        return Group.METADATA
    if name.endswith(_RULE):
        return Group.RULE
    return Group.BINDING if name.endswith(_BINDING) else Group.FILES


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", _value(value)


def _value(value: object) -> str:
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list) else shown(value)


def compare_entries(old: Written, new: Written) -> Iterator[Change]:
    """Yield which pictures, pages and other entries differ; one moved to another name is known."""
    removed = [name for name in old.entries if name not in new.entries]
    added = [name for name in new.entries if name not in old.entries]
    renamed = _renamed(old, new, removed, added)
    for name in old.entries:
        if name in renamed:
            yield _entry(name, RENAMED, name, renamed[name], breaks=_missed(name))
        elif name not in new.entries:
            yield _entry(name, REMOVED, breaks=_missed(name))
        elif old.entries[name] != new.entries[name]:
            yield _entry(name, CHANGED)
    for name in added:
        if name not in renamed.values():
            yield _entry(name, ADDED)


def _renamed(
    old: Written, new: Written, removed: Sequence[str], added: Sequence[str]
) -> dict[str, str]:
    by_digest = {new.entries[name]: name for name in reversed(added)}
    found = {}
    for name in removed:
        now = by_digest.pop(old.entries[name], None)
        if now is not None:
            found[name] = now
    return found


def _entry(name: str, what: str, old: str = "", new: str = "", breaks: str = "") -> Change:
    group = Group.HELP if name.startswith(_HELP) else Group.FILES
    kind = "picture" if name.startswith(_IMAGES) else "page" if group is Group.HELP else "entry"
    return Change(group, kind, name, what, old, new, breaks)


def _missed(name: str) -> str:
    return PICTURE if name.startswith(_IMAGES) else ""
