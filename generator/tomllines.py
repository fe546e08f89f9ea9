"""On which line of a TOML file a key stands; no library that is kept tells (tomllib, tomlkit)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Key: TypeAlias = tuple[str, ...]
"""A key with those of the tables around it."""

_LONGEST = 200
"""Lines of one value; behind a longer one no lines are told, for each is parsed with all before."""

_DEEPEST = 50
"""Tables within each other; of keys deeper down no lines are told, and no file of ours has any."""


def key_lines(text: str) -> Mapping[Key, int]:
    """Return the line, from 1, on which each key and each table of valid TOML first stands.

    A document is a row of statements, each valid by itself: lines are taken together until
    tomllib reads them.
    """
    found: dict[Key, int] = {}
    table: Key = ()
    for line, statement, parsed in _statements(text):
        header = statement.lstrip().startswith("[")
        if header:
            table = ()
        for key in _keys(parsed):
            found.setdefault((*table, *key), line)
        if header:
            table = max(_keys(parsed), key=len)
    return found


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    statement = ""
    start = 1
    for number, line in enumerate(text.split("\n"), 1):
        statement += f"{line}\n"
        try:
            parsed = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            if number - start >= _LONGEST:
                return
            continue
        yield start, statement, parsed
        statement, start = "", number + 1


def _keys(value: object) -> Iterator[Key]:
    """Yield every key in a value, and those of the tables around it first."""
    todo: list[tuple[object, Key]] = [(value, ())]
    while todo:
        here, prefix = todo.pop()
        if len(prefix) == _DEEPEST:
            continue
        if isinstance(here, list):
            todo += ((each, prefix) for each in reversed(here))
        if isinstance(here, dict):
            yield from ((*prefix, key) for key in here)
            todo += ((inner, (*prefix, key)) for key, inner in reversed(here.items()))
