"""Sees that each text of a declared rule is used: one that is not has a wrong name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from generator.declared.model import DeclaredRule
from generator.kit.extension import Extension
from generator.kit.identity import snake
from generator.texts import Texts
from generator.tomlfile import toml_error
from generator.tomllines import key_lines

_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


def check_used(declared: DeclaredRule, texts: Texts, extension: Extension) -> None:
    """See that what is assembled and drawn has asked for every text.

    Raises:
        InputError: a text is not used, nor named in any template; or a picture cannot be drawn.
    """
    for image in extension.images:  # pictures ask for texts as well
        values = {**extension.drawn_with, **image.values}
        extension.templates.markup(f"images/{image.template}", values)
    later, named = {*_may_wait(declared)}, _named(declared.folder)
    unused = [
        key
        for key in texts.unused()
        if not {key, key.partition(".")[0]} & later and key.removeprefix("names.") not in named
    ]
    if not unused:
        return
    path = declared.folder / "texts" / f"{texts.language}.toml"
    lines = {".".join(each): line for each, line in key_lines(path.read_text("utf-8")).items()}
    them, names = ("it", "name") if len(unused) == 1 else ("them", "names")
    raise toml_error(
        path,
        f"{', '.join(unused)}: nothing uses {them}; mend the {names}, or take out what "
        "is left over",
        lines.get(unused[0]),
    )


def _named(folder: Path) -> set[str]:
    """Return what stands in quotes in a template, also where a build does not come by."""
    return {
        found[1:-1]
        for path in folder.rglob("*.j2")
        for found in _QUOTED.findall(path.read_text("utf-8", "replace"))
    }


def _may_wait(declared: DeclaredRule) -> Iterator[str]:
    """Yield keys, and tables, that not every build asks for: their names are right."""
    rule = declared.rule
    for command in rule.command_names():
        for table in ("wishes", "menu", "tips"):
            yield f"{table}.{snake(command)}"
    for path in (declared.folder / "requirements").glob("*.bsh.j2"):
        yield f"reasons.{snake(path.name.removesuffix('.bsh.j2'))}"
    if rule.track.numbers:  # a bound build has them
        yield from ("track", "chat.change", "chat.semicolon")
        for name in rule.track.numbers:
            yield f"names.{name}"
