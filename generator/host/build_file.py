"""Which entry of a module or an extension is its build file, and what may be in that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from generator.errors import InputError
from generator.host.archive import EXTENSION, MODULE, Archive
from generator.host.metadata import EXTENSION_DATA, MODULE_DATA, Metadata, read_metadata
from generator.host.parse import RootError

Kind: TypeAlias = Literal["module", "extension"]

BUILD_FILE = "buildFile.xml"
OLD_BUILD_FILE = "buildFile"
"""Before VASSAL 3.5."""
_SAVED_GAME = "savedGame"

MAX_BUILD_FILE = 256 * 1024 * 1024
"""Bytes of a build file; the largest in use have some ten million."""
MAX_COMPONENTS = 1_000_000
MAX_DEPTH = 200
"""Elements within elements; folders within folders reach some twenty."""

_ROOTS: Mapping[str, Kind] = {
    "VASSAL.build.GameModule": "module",
    "VASSAL.launch.BasicModule": "module",
    "VASSAL.build.module.ModuleExtension": "extension",
}
WANTED: Mapping[Kind, str] = {"module": MODULE, "extension": EXTENSION}
"""What people are told to give."""
_METADATA: Mapping[Kind, str] = {"module": MODULE_DATA, "extension": EXTENSION_DATA}


def metadata_of(archive: Archive, kind: Kind, notes: list[str]) -> Metadata | None:
    """Return the metadata of a module or an extension; None, and a note, if it has none to read."""
    entry = _METADATA[kind]
    if entry not in archive:
        notes.append(f"{entry} is missing")
        return None
    try:
        return read_metadata(archive, entry)
    except InputError as error:
        notes.append(str(error).removeprefix(f"{archive.path}: "))
        return None


def build_file_of(archive: Archive, metadata: Metadata | None, notes: list[str]) -> str:
    """Return the build file that the engine takes (GameModule.build), or the one there is.

    Raises:
        InputError: there is none.
    """
    there = [name for name in (BUILD_FILE, OLD_BUILD_FILE) if name in archive]
    if not there:
        raise InputError(f"{archive.path}: {_no_build_file(archive)}")
    if metadata is None or not metadata.engine_version:
        return there[0]
    taken = OLD_BUILD_FILE if before_3_5(metadata.engine_version) else BUILD_FILE
    if taken not in there:
        notes.append(
            f"{metadata.entry} says VASSAL {metadata.engine_version}, whose build file is {taken};"
            f" there is {there[0]} instead, which the engine does not find"
        )
        return there[0]
    if len(there) > 1:
        notes.append(f"there are {' and '.join(there)}; the engine reads {taken}")
    return taken


def check_root(path: Path, tag: str, kind: Kind) -> None:
    """Check the root of a build file.

    Raises:
        InputError: it is that of the other kind.
        RootError: it is none of a build file.
    """
    found = _ROOTS.get(tag)
    if found is None:
        raise RootError(f"is not a build file: its root is {tag[:80]}; give {WANTED[kind]}")
    if found != kind:
        raise InputError(f"{path}: is {_a(found)}; give {WANTED[kind]}")


def before_3_5(version: str) -> bool:
    """Is it an engine whose build file is ``buildFile``; not if the version cannot be read."""
    parts = [part for part in version.split(".")[:2] if part.isascii() and part.isdecimal()]
    return len(parts) == 2 and [int(part[:6]) for part in parts] < [3, 5]


def _no_build_file(archive: Archive) -> str:
    if _SAVED_GAME in archive:
        return f"is a saved game; give {archive.wanted}"
    for name in archive.names:
        if name.rpartition("/")[2] in (BUILD_FILE, OLD_BUILD_FILE):
            return (
                f"has no {BUILD_FILE} at its top, only {name}: give or pack what is in that folder"
            )
    return (
        f"has no {BUILD_FILE} and no {OLD_BUILD_FILE}, so it is neither a module nor an extension; "
        f"give {archive.wanted}"
    )


def _a(kind: Kind) -> str:
    return "a module" if kind == "module" else "an extension"
