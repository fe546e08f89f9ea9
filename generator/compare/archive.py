"""What differs beside the components: the root, the metadata, tables, pictures and pages."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.compare.change import ADDED, CHANGED, REMOVED, RENAMED, Change, Group
from generator.compare.element import Written
from generator.host.metadata import EXTENSION_DATA
from generator.tomlfile import shown

OTHER_EXTENSION = "saved games and other players know it by this"
OTHER_MODULE = "the module that it was for refuses it"
NUMBERS_AGAIN = "its editor may give new pieces the numbers of pieces that saved games have"
NOT_LOADED = "no player gets it so"
PICTURE = "pieces placed before may still show it"

_IMAGES = "images/"
_HELP = "help/"
_RULE, _BINDING, _RELEASE = "rule.toml", "binding.toml", "release."
_VERSION = "release.version"
_UNIVERSAL = "anyModule"
_NEXT_NUMBER = "nextPieceSlotId"
_SAID_TWICE = {"version": "version", "description": "description", "universal": _UNIVERSAL}
"""Elements of the metadata, and the attributes of the root that they repeat."""
_OF_SAVING = frozenset({"VassalVersion", "dateSaved"})


def compare_root(old: Written, new: Written) -> Iterator[Change]:
    """Yield what differs in the file's name, the root's attributes and the metadata.

    The module's name and version say nothing in an extension for any module: the editor writes
    those of the module that was open (ModuleExtension.getAttributeValueString). The editor counts
    on from the next number, and raises it only over the pieces that are there
    (ModuleExtension.generateGpId, GpIdChecker.fixErrors).
    """
    if new.unread:
        now = "the same" if old.unread == new.unread else new.unread
        yield _metadata("build file", old.unread or "VASSAL reads it", now, NOT_LOADED)
    elif old.unread:
        yield _metadata("build file", old.unread, "VASSAL reads it")
    if old.path.stem != new.path.stem:
        yield _metadata("file name", old.path.stem, new.path.stem, OTHER_EXTENSION)
    both_for_any = all(each.root.get(_UNIVERSAL) == "true" for each in (old, new))
    for name, reason in (
        ("extensionId", OTHER_EXTENSION),
        ("version", ""),
        ("description", ""),
        (_UNIVERSAL, OTHER_MODULE if new.root.get(_UNIVERSAL) != "true" else ""),
        *(() if both_for_any else (("module", OTHER_MODULE), ("moduleVersion", ""))),
        (_NEXT_NUMBER, NUMBERS_AGAIN if _number(new) < _number(old) else ""),
    ):
        was, now = old.root.get(name, ""), new.root.get(name, "")
        if was != now:
            yield _metadata(name, was, now, reason)
    yield from _compare_metadata(old, new)


def _number(written: Written) -> int:
    """Return the next number, 0 where it is none (ModuleExtension.setAttribute)."""
    try:
        return int(written.root.get(_NEXT_NUMBER, ""))
    except ValueError:
        return 0


def _compare_metadata(old: Written, new: Written) -> Iterator[Change]:
    if old.metadata is None or new.metadata is None:
        if old.metadata is not new.metadata:
            what = ADDED if old.metadata is None else REMOVED
            yield Change(Group.METADATA, "entry", EXTENSION_DATA, what)
        return
    names = {**old.metadata.texts, **new.metadata.texts}.keys() - _OF_SAVING
    for name in sorted(names):
        in_root = [each.root.get(_SAID_TWICE.get(name, ""), "") for each in (old, new)]
        # what is left out there the editor writes as the root has it (ExtensionMetaData)
        was, now = _in_metadata(old, name) or in_root[0], _in_metadata(new, name) or in_root[1]
        if was != now and [was, now] != in_root:
            yield _metadata(f"{EXTENSION_DATA}: {name}", was, now)


def _metadata(name: str, old: str, new: str, breaks: str = "") -> Change:
    return Change(Group.METADATA, "", name, CHANGED, old, new, breaks)


def _in_metadata(written: Written, name: str) -> str:
    return written.metadata.texts.get(name, "") if written.metadata is not None else ""


def warned(old: Written, new: Written) -> str:
    """Return whom the engine warns of the new file and not of the old one; empty: nobody.

    It does where it is older than what the file was saved with (ModuleExtension.setAttribute).
    """
    was, now = (each.root.get("vassalVersion", "") for each in (old, new))
    if _release(now) <= _release(was):
        return ""
    return f"a VASSAL older than {now} warns its player when it loads the file"


def _release(version: str) -> list[int]:
    return [int(part[:9]) for part in re.findall(r"[0-9]+", version.partition("-")[0])]


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
    for name in sorted(_both_tables(old, new)):
        was, now = old.tables.get(name), new.tables.get(name)
        if was is None or now is None:
            yield Change(Group.FILES, "", name, ADDED if was is None else REMOVED)
            continue
        flat_was, flat_now = dict(_flat(was)), dict(_flat(now))
        for key in {**flat_was, **flat_now}:
            before, after = flat_was.get(key, "none"), flat_now.get(key, "none")
            if before != after and key != _VERSION:
                yield Change(_group_of_table(name, key), "", key, CHANGED, before, after)


def _both_tables(old: Written, new: Written) -> frozenset[str]:
    """Return which entries are tables, as far as they can be read on both sides."""
    return frozenset({*old.tables, *new.tables}) - old.odd_tables - new.odd_tables


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
    tables = _both_tables(old, new)
    removed = [name for name in old.entries if name not in new.entries and name not in tables]
    added = [name for name in new.entries if name not in old.entries and name not in tables]
    renamed = _renamed(old, new, removed, added)
    for name in (each for each in old.entries if each not in tables):
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
