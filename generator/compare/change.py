"""One difference between two extensions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Group(Enum):
    """What a difference is about, in the order of the report."""

    RULE = "rule"
    BINDING = "binding"
    METADATA = "metadata"
    PROPERTIES = "properties"
    KEYS = "keys"
    COMMANDS = "commands"
    EXPRESSIONS = "expressions"
    TEXTS = "texts"
    PIECES = "pieces"
    PROTOTYPES = "prototypes"
    WINDOWS = "windows and others"
    HELP = "help"
    FILES = "files"


@dataclass(frozen=True)
class Change:
    """One difference."""

    group: Group
    kind: str
    """Class of component, or kind of thing, for people; may be empty."""
    subject: str
    """Which one."""
    what: str
    """``added``, ``removed``, ``changed``, or the part of it that is another one."""
    old: str = ""
    new: str = ""
    breaks: str = ""
    """Why saved games or other players' copies suffer; empty: they do not."""


ADDED, REMOVED, CHANGED, RENAMED = "added", "removed", "changed", "renamed"
