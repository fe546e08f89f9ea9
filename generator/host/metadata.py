"""``moduledata`` and ``extensiondata``: what the Module Manager reads instead of the build file.

Format: VASSAL.build.module.metadata.AbstractMetaData and its subclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.host.archive import Archive
from generator.host.parse import parse

MODULE_DATA = "moduledata"
EXTENSION_DATA = "extensiondata"
_MAX_SIZE = 1024 * 1024
"""Bytes; real ones have some hundred."""


@dataclass(frozen=True)
class Metadata:
    """What one of the two entries says; an element that is missing is empty."""

    entry: str
    name: str
    """The module's name; an extension's metadata has none."""
    version: str
    engine_version: str
    texts: Mapping[str, str]
    """All of its elements, by name; translations are left out."""


def read_metadata(archive: Archive, entry: str) -> Metadata:
    """Read one of the two entries.

    Raises:
        InputError: it cannot be read, or is not well-formed.
    """
    handler = _Handler()
    parse(archive, entry, _MAX_SIZE, handler)
    found = handler.found
    return Metadata(
        entry,
        found.get("name", ""),
        found.get("version", ""),
        found.get("VassalVersion", ""),
        found,
    )


@dataclass
class _Handler:
    """Keeps the text of the elements right below the root; translated ones are others."""

    found: dict[str, str] = field(default_factory=dict)
    _depth: int = 0
    _name: str = ""
    _texts: list[str] = field(default_factory=list)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        self._name = tag if self._depth == 2 and "lang" not in attributes else ""
        self._texts.clear()

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._name:
            self.found.setdefault(self._name, "".join(self._texts).strip())
        self._name = ""

    def data(self, text: str) -> None:
        if self._name:
            self._texts.append(text)
