"""The whole extension as data: its root, its components in order, its images and help page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.binding.model import Binding
from generator.extension.commands import Commands
from generator.extension.congress import add_congress
from generator.extension.expressions import Expressions
from generator.extension.inputs import add_inputs
from generator.extension.names import properties
from generator.extension.odds import add_odds
from generator.extension.pictures import Picture, pictures
from generator.extension.track import TrackCommands
from generator.extension.upkeep import add_upkeep
from generator.extension.windows import (
    EXTENSION_ID,
    HELP_PAGE,
    gpid_numbers,
    keyboard,
    menu,
    windows,
)
from generator.rules import Rules
from generator.texts import Texts, load_texts
from generator.vassal.components import Component


@dataclass(frozen=True)
class Extension:
    """An extension that can be written: what stands in it, not how it is written."""

    rules: Rules
    texts: Texts
    extension_id: str
    """Prefix of every gpid."""
    next_slot: int
    """Number for the next new piece slot."""
    vassal_version: str
    """Least engine version that the build file names; no engine that we try complains about it."""
    components: tuple[Component, ...]
    """In build order: properties before what is gated by them, buttons before the menu."""
    images: tuple[Picture, ...]
    help_pages: tuple[str, ...]
    binding: Binding | None = None
    """The module that it is for; None: any."""


@dataclass(frozen=True)
class Host:
    """What a bound build must know of its module."""

    binding: Binding
    property_targets: Mapping[str, str]
    """Where an extension reaches each of the module's global properties."""
    vassal_version: str
    """The engine that the module needs."""


VASSAL_VERSION = "3.5.0"
"""The registry's engine (3.6.0-SNAPSHOT) asks for an upgrade if "3.6.0" stands here; below 3.5 the
engine reads the old entry ``buildFile`` (engine: ExtensionsLoader, GameModule)."""


def assemble(rules: Rules, host: Host | None = None, texts: Texts | None = None) -> Extension:
    """Make the extension for one rule, for one module or for any, in one language.

    ``texts``: English if not given.
    """
    texts = texts or load_texts()
    bare = properties(rules, texts)
    express = Expressions(rules, texts)
    if host is None:
        commands, track = Commands(rules, express), None
    else:
        track = TrackCommands(rules, express, host.binding, host.property_targets)
        commands = track
        bare += track.properties()
    add_congress(commands)
    add_upkeep(commands, [each.name for each in bare])
    add_inputs(commands)
    add_odds(commands)
    if track is not None:
        track.add_read_vp()
    chains = commands.chains
    return Extension(
        rules=rules,
        texts=texts,
        extension_id=EXTENSION_ID,
        next_slot=gpid_numbers()[1],
        vassal_version=VASSAL_VERSION if host is None else _newer(host.vassal_version),
        components=(
            *chains.attach(bare),
            *(track.foreign if track else ()),
            *(track.keys if track else ()),
            *chains.actions,
            *windows(rules, texts, reads_vp=track is not None),
            *menu(rules, texts, reads_vp=track is not None),
            *keyboard(host.binding.keys if host else {}),
        ),
        images=pictures(rules),
        help_pages=(HELP_PAGE,),
        binding=host.binding if host else None,
    )


def _newer(version: str) -> str:
    """Return the engine version to declare: the module's, but none below ours."""
    return max(VASSAL_VERSION, version, key=version_order)


def version_order(version: str) -> tuple[int, ...]:
    """Return what orders versions of the engine: their numbers, without "-beta1" and the like."""
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("-")[0])[:3])
