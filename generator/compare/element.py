"""An extension as it is written: its build file as a tree, its other entries, its metadata."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import InputError, one_line
from generator.host.archive import EXTENSION, Archive, open_archive, read
from generator.host.build_file import (
    BUILD_FILE,
    MAX_BUILD_FILE,
    MAX_COMPONENTS,
    MAX_DEPTH,
    OLD_BUILD_FILE,
    before_3_5,
    build_file_of,
    check_root,
    metadata_of,
)
from generator.host.metadata import EXTENSION_DATA, MODULE_DATA, Metadata
from generator.host.parse import parse
from generator.tomlfile import decode_toml

_MAX_ENTRY = 512 * 1024 * 1024
"""Bytes of an image or another entry."""
_MAX_TABLE = 1024 * 1024
_OF_THE_FORMAT = frozenset({BUILD_FILE, OLD_BUILD_FILE, EXTENSION_DATA, MODULE_DATA})
"""The editor adds the module's ``moduledata`` to what it saves (ExtensionMetaData.save)."""


@dataclass(slots=True)
class Element:
    """One element of a build file."""

    tag: str
    attributes: Mapping[str, str]
    text: str = ""
    """Without blanks around it."""
    children: list[Element] = field(default_factory=list)


@dataclass(frozen=True)
class Written:
    """All that a .vmdx holds."""

    path: Path
    root: Mapping[str, str]
    elements: tuple[Element, ...]
    """The extension elements, each around one component."""
    metadata: Metadata | None
    entries: Mapping[str, str]
    """A digest of every image, help page, table and other entry, by name."""
    tables: Mapping[str, Mapping[str, Any]]
    """TOML at the archive's top: what a generator wrote of what it built from."""
    unread: str
    """Why the engine does not get to its build file; empty: it does."""
    notes: tuple[str, ...]
    """What was odd, one line each."""

    @property
    def odd_tables(self) -> frozenset[str]:
        """Entries that are named as tables and cannot be read as such."""
        return frozenset(each for each in self.entries if _is_table(each)) - self.tables.keys()


def read_written(path: Path) -> Written:
    """Read an extension (``.vmdx``) or the folder it was unpacked into.

    Raises:
        InputError: it is none, or it is broken so that nothing can be said about it.
    """
    with open_archive(path, EXTENSION) as archive:
        notes: list[str] = []
        metadata = metadata_of(archive, "extension", notes)
        build_file = build_file_of(archive, metadata, notes)
        reader = _Reader(path)
        parse(archive, build_file, MAX_BUILD_FILE, reader)
        others = [name for name in archive.names if name not in _OF_THE_FORMAT]
        tables = _tables(archive, filter(_is_table, others), notes)
        return Written(
            path=path,
            root=reader.root.attributes,
            elements=tuple(reader.root.children),
            metadata=metadata,
            entries={name: _digest(archive, name) for name in others},
            tables=tables,
            unread=_unread(archive, metadata),
            notes=(*notes, *archive.notes),
        )


def _is_table(name: str) -> bool:
    return name.endswith(".toml") and "/" not in name


def _tables(
    archive: Archive, names: Iterable[str], notes: list[str]
) -> dict[str, Mapping[str, Any]]:
    """Return the tables that can be read, and note the others, which the engine ignores as well."""
    found: dict[str, Mapping[str, Any]] = {}
    for name in names:
        try:
            found[name] = decode_toml(read(archive, name, _MAX_TABLE), archive.path / name, name)
        except InputError as error:
            what, _, _ = str(error).removeprefix(f"{archive.path / name}: ").partition(";")
            notes.append(f"{name}: {what}; compared as any other entry")
    return found


def _unread(archive: Archive, metadata: Metadata | None) -> str:
    """Say why the engine does not get to the build file; empty: it does.

    It passes over a file that is a module by its metadata, and without any reads that of the old
    build file (ExtensionsManager.getExtensions, MetaDataFactory, ExtensionMetaData.read). The
    version of the metadata says which build file it takes, a missing one is taken for an old one
    (ModuleExtension.build); where that is not there, it loads nothing of the extension.
    """
    if EXTENSION_DATA not in archive:
        if MODULE_DATA in archive:
            return f"without {EXTENSION_DATA} VASSAL passes over the file"
        return "" if OLD_BUILD_FILE in archive else f"without {EXTENSION_DATA} no module opens"
    version = metadata.engine_version if metadata is not None else ""
    taken = OLD_BUILD_FILE if not version or before_3_5(version) else BUILD_FILE
    return "" if taken in archive else f"VASSAL looks for {taken} and loads nothing"


def _digest(archive: Archive, name: str) -> str:
    digest = hashlib.sha256()
    for chunk in archive.chunks(name, _MAX_ENTRY):
        digest.update(chunk)
    return digest.hexdigest()


class _Reader:
    """Hears a build file and keeps it as a tree."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._count = 0
        self.root = Element("", {})

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Hear an element's beginning."""
        if not self._open:
            check_root(self._path, tag, "extension")
        if len(self._open) == MAX_DEPTH:
            raise InputError(
                one_line(
                    f"{self._path}: elements are nested deeper than {MAX_DEPTH}, down to <{tag}>, "
                    "which VASSAL never writes; get the file anew, or take them out in a text "
                    "editor"
                )
            )
        self._count += 1
        if self._count > MAX_COMPONENTS:
            raise InputError(
                f"{self._path}: has more than {MAX_COMPONENTS} components, which no extension has; "
                "get the file anew"
            )
        element = Element(tag, dict(attributes))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._texts.append([])

    def data(self, text: str) -> None:
        """Hear text."""
        self._texts[-1].append(text)

    def end(self, tag: str) -> None:
        """Hear an element's end."""
        self._open.pop().text = "".join(self._texts.pop()).strip()
