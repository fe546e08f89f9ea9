"""README and ``docs/``, read: what they show is held by tests."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
RELEASE = "Release"
"""Chapter that a test of its own leads through, with an engine."""
LANGUAGE = "Add a language"
"""Likewise, with a translation between its commands."""

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_SHELLS = ("sh", "bat")


@dataclass(frozen=True)
class Block:
    """What stands between two fences."""

    kind: str
    text: str


@dataclass(frozen=True)
class Command:
    """A line that a reader is to type."""

    line: str
    shown: str = ""
    """What it prints as the document says, if it says so."""


def read(document: Path) -> str:
    return document.read_text("utf-8")


def chapters(text: str) -> Mapping[str, str]:
    """Return what stands under each heading, by its words."""
    masked = _FENCE.sub(lambda found: found[0].replace("#", "\0"), text)
    parts = re.split(r"^#+ (.*)\n", masked, flags=re.MULTILINE)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return {heading: part.replace("\0", "#") for heading, part in pairs}


def chapter(heading: str) -> str:
    """Return the chapter of that heading, which one document has."""
    (found,) = (part[heading] for part in map(chapters, map(read, DOCUMENTS)) if heading in part)
    return found


def blocks(text: str) -> list[Block]:
    return [Block(kind, textwrap.dedent(body)) for _, kind, body in _FENCE.findall(text)]


def commands(text: str) -> list[Command]:
    """Return each command of the shell's blocks, and of sessions with a prompt."""
    found = []
    for block in blocks(text):
        if block.kind in _SHELLS:
            lines = (line.partition("  #")[0].strip() for line in block.text.splitlines())
            found += [Command(line) for line in lines if line and not line.startswith("#")]
        elif not block.kind:
            parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)[1:]
            found += map(Command, parts[::2], parts[1::2])
    return found
