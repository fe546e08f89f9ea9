"""What a release was made from, copied into it: the rule's files, raised, and the bindings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from generator.errors import GeneratorError
from generator.package import write
from generator.release.bump import raised
from generator.rules import Rules
from generator.rules.layers import Layers
from generator.rules.load import load_with_sources

_FOLDER = "sources"


def keep_rule(staged: Path, layers: Layers, rules: Rules) -> tuple[bytes, Layers]:
    """Copy the rule's files, the uppermost one with version and date of ``rules``.

    Errata stand to each other as they did, so that ``base`` leads on.

    Returns:
        The uppermost file's new content, and the rule as it was read from the copies.

    Raises:
        GeneratorError: the copies are not that rule, or cannot be written.
    """
    shipped, *errata = (layer.path for layer in layers.files)
    folder = staged / _FOLDER
    copies = [folder / shipped.name]
    if errata:
        paths = [path.resolve() for path in errata]
        top = os.path.commonpath([path.parent for path in paths])
        copies += [folder / "errata" / path.relative_to(top) for path in paths]
    for source, copy in zip((shipped, *errata), copies, strict=True):
        content = source.read_bytes()
        if copy is copies[-1]:
            content = raised(content, rules.release.version, rules.release.date)
        write(copy, content)
    read, copied = load_with_sources(copies[-1] if errata else None, shipped=copies[0])
    if read != rules:
        raise GeneratorError(f"{layers.files[-1].path}: has changed meanwhile; release again")
    return content, copied


def keep_bindings(staged: Path, bindings: Sequence[Path]) -> None:
    """Copy the binding files.

    Raises:
        GeneratorError: they cannot be written.
    """
    for path in bindings:
        write(staged / _FOLDER / "bindings" / path.name, path.read_bytes())
