"""The rule in force as rows: every key, where it comes from and what else it could be."""

from __future__ import annotations

import datetime as dt
import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, get_type_hints

from generator.rules.layers import Layers, Table, located
from generator.rules.model import ACTIONS, FLOOR, SWITCHES, Range, Rules, allowed_values
from generator.rules.phrases import ABOUT_OTHERS, phrase_of
from generator.tomlfile import toml

_WIDTHS = (46, 10, 20, 21)
"""Columns of the report, which is 100 wide."""


@dataclass(frozen=True)
class Row:
    """A key of the rule."""

    key: str
    what: str
    value: Any
    """As TOML has it."""
    paragraph: str
    ruling: int | None
    """Number of our ruling, if it is one."""
    file: Path
    line: int | None
    allowed: Range | tuple[Any, ...] | None
    """What it can be; of several known readings there may be others, as ``also`` says."""
    also: str

    @property
    def cited(self) -> str:
        """Where it stands: our ruling, or the paragraph."""
        return f"ruling {self.ruling}" if self.ruling is not None else self.paragraph

    @property
    def place(self) -> str:
        """Its file, by name, and line."""
        return located(self.file.name, self.line)

    @property
    def choices(self) -> str:
        """Return what else it could be."""
        if isinstance(self.allowed, Range):
            return str(self.allowed)
        others = [toml(each) for each in self.allowed or () if each != self.value]
        return " or ".join(filter(None, [", ".join(others), self.also])) or "nothing else"


def rows(layers: Layers) -> Iterator[Row]:
    """Yield every key of the rule that has a value of its own, in the file's order."""
    for key, layer in layers.origins.items():
        if key.rpartition(".")[2] in ABOUT_OTHERS:
            continue
        value = value_of(layers.table, key)
        phrase = phrase_of(key)
        yield Row(
            key=key,
            what=phrase.what.format(name=phrase.name(key)),
            value=value,
            paragraph=paragraph_of(layers.table, key),
            ruling=ruling_of(layers.table, key),
            file=layer.path,
            line=layer.line(key),
            allowed=_allowed(layers.table, key, value),
            also=phrase.allowed,
        )


def value_of(table: Table, key: str) -> Any:
    """Return the value of a dotted key."""
    value: Any = table
    for part in key.split("."):
        value = value[part]
    return value


def paragraph_of(table: Table, key: str) -> str:
    """Return the paragraph that a dotted key stands in, or none."""
    cites = phrase_of(key).cites
    return str(value_of(table, cites)) if cites else str(_around(table, key, "paragraph") or "")


def ruling_of(table: Table, key: str) -> int | None:
    """Return the number of our ruling that a dotted key belongs to, if it does."""
    number = _around(table, key, "ruling")
    return None if number is None else int(number)


def _around(table: Table, key: str, wanted: str) -> Any:
    """Return a key of the innermost table around another that has it."""
    found = table.get(wanted)
    for part in key.split("."):
        table = table[part]
        if not isinstance(table, dict):
            break
        found = table.get(wanted, found)
    return found


def _allowed(table: Table, key: str, value: object) -> Range | tuple[Any, ...] | None:
    match key.split("."):
        case ["rulings", name, "value"]:
            return SWITCHES[name]
        case ["rulings", "vp_floor", "floor"]:
            return FLOOR
        case ["winds", "places", _]:
            return ACTIONS
        case ["ties", pattern, "places"]:
            return tuple(table["ties"][pattern]["alternatives"])
        case [*tables, name]:
            return (True, False) if isinstance(value, bool) else _of_model(tables, name)
    return None


def _of_model(tables: Sequence[str], name: str) -> Range | tuple[str, ...] | None:
    cls: Any = Rules
    for part in tables:
        cls = get_type_hints(cls).get(part)
        if not is_dataclass(cls):
            return None
    return allowed_values(cls).get(name)


def as_json(layers: Layers, rules: Rules) -> str:
    """Return the rule in force for programs."""
    found = [
        {
            "key": row.key,
            "value": plain(row.value),
            "what": row.what,
            "paragraph": row.paragraph,
            "ruling": row.ruling,
            "file": str(row.file),
            "line": row.line,
            "allowed": _allowed_plain(row),
        }
        for row in rows(layers)
    ]
    head = {"rule": rules.release.rule, "version": rules.release.version}
    files = [str(each.path) for each in layers.files]
    return json.dumps({**head, "files": files, "keys": found}, indent=2, ensure_ascii=False) + "\n"


def _allowed_plain(row: Row) -> dict[str, object]:
    found: dict[str, object] = {}
    if isinstance(row.allowed, Range):
        found = {"least": row.allowed.least, "most": row.allowed.most}
    elif row.allowed is not None:
        found = {"choices": list(row.allowed)}
    return {**found, "also": row.also} if row.also else found


def plain(value: object) -> object:
    """Return a value as JSON has it: a date as text."""
    return value.isoformat() if isinstance(value, dt.date) else value


def as_text(layers: Layers, rules: Rules) -> str:
    """Return the rule in force for people, at most 100 columns wide."""
    release = rules.release
    files = ", with ".join(each.path.name for each in layers.files)
    head = f"{release.title}, rule {release.rule}, version {release.version}: {files}"
    lines = [*textwrap.wrap(head, 100), ""]
    lines += _line(("key = value", "paragraph", "from", "could also be"))
    for _, group in groupby(rows(layers), lambda row: row.key.partition(".")[0]):
        for row in group:
            lines += _line((f"{row.key} = {toml(row.value)}", row.cited, row.place, row.choices))
            lines += textwrap.wrap(row.what, 96, initial_indent="    ", subsequent_indent="    ")
        lines.append("")
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> list[str]:
    """Return a row of the report, each cell in as many lines as it needs."""
    wrapped = [
        textwrap.wrap(
            cell, width - 1, subsequent_indent="  " if at == 0 else "", break_on_hyphens=False
        )
        for at, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
    ]
    wide = range(len(cells))
    return [
        " ".join(f"{parts[at]:<{_WIDTHS[at] - 1}}" for at in wide).rstrip()
        for parts in zip_longest(*wrapped, fillvalue="")
    ]
