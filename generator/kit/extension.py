"""The whole extension as data: what stands in it, not how it is written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.kit.identity import Identity
from generator.templating import Templates
from generator.vassal.components import Component


@dataclass(frozen=True)
class Picture:
    """A picture of the extension."""

    name: str
    """Its file name in the .vmdx."""
    template: str
    """Its template in the folder ``images``."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What the template is given besides what all get."""


@dataclass(frozen=True)
class Module:
    """The module that an extension is for."""

    name: str
    version: str


@dataclass(frozen=True)
class Extension:
    """An extension that can be written."""

    identity: Identity
    version: str
    date: dt.date
    """Of every file in the .vmdx; must grow with releases."""
    description: str
    next_slot: int
    """Number for the next new piece slot."""
    vassal_version: str
    """Least engine version that the build file names; no engine that we try complains about it."""
    components: tuple[Component, ...]
    """In build order: properties before what is gated by them, buttons before the menu."""
    templates: Templates
    images: tuple[Picture, ...]
    drawn_with: Mapping[str, Any]
    """What the templates of all pictures are given."""
    kept: tuple[str, ...] = ()
    """Pictures that only saved games use."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """Other files, by name in the .vmdx: help pages, and what the engine does not look at."""
    module: Module | None = None
    """None: any module."""


VASSAL_VERSION = "3.5.0"
"""The registry's engine (3.6.0-SNAPSHOT) asks for an upgrade if "3.6.0" stands here; below 3.5 the
engine reads the old entry ``buildFile`` (engine: ExtensionsLoader, GameModule)."""
