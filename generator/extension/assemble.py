"""The whole extension as data: its root, its components in order, its images and help page."""

from __future__ import annotations

from dataclasses import dataclass

from generator.extension.commands import Commands
from generator.extension.congress import add_congress
from generator.extension.expressions import Expressions
from generator.extension.inputs import add_inputs
from generator.extension.names import properties
from generator.extension.upkeep import add_upkeep
from generator.extension.windows import (
    EXTENSION_ID,
    HELP_PAGE,
    IMAGES,
    gpid_numbers,
    menu,
    windows,
)
from generator.rules import Rules
from generator.vassal.components import Component


@dataclass(frozen=True)
class Extension:
    """An extension that can be written: what stands in it, not how it is written."""

    rules: Rules
    extension_id: str
    """Prefix of every gpid."""
    next_slot: int
    """Number for the next new piece slot."""
    vassal_version: str
    """Least engine version that the build file names; no engine that we try complains about it."""
    components: tuple[Component, ...]
    """In build order: properties before what is gated by them, buttons before the menu."""
    images: tuple[str, ...]
    help_pages: tuple[str, ...]


VASSAL_VERSION = "3.5.0"
"""The registry's engine (3.6.0-SNAPSHOT) asks for an upgrade if "3.6.0" stands here; below 3.5 the
engine reads the old entry ``buildFile`` (engine: ExtensionsLoader, GameModule)."""


def assemble(rules: Rules) -> Extension:
    """Make the extension for one rule."""
    bare = properties(rules)
    commands = Commands(rules, Expressions(rules))
    add_congress(commands)
    add_upkeep(commands, [each.name for each in bare])
    add_inputs(commands)
    chains = commands.chains
    return Extension(
        rules=rules,
        extension_id=EXTENSION_ID,
        next_slot=gpid_numbers()[1],
        vassal_version=VASSAL_VERSION,
        components=(*chains.attach(bare), *chains.actions, *windows(rules), *menu(rules)),
        images=IMAGES,
        help_pages=(HELP_PAGE,),
    )
