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


def item_lines(text: str) -> Mapping[str, int]:
    """Return the line of each dotted key of valid TOML, items of lists counted from 1.

    Such as ``menu[2].command``, and ``steps[3]`` of a list that is written over several lines.
    """
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for line, statement, parsed in _statements(text):
        if statement.lstrip().startswith("["):
            table = ""
            for key, value in _down(parsed):
                dotted = _dotted(table, key)
                counts[dotted] = counts.get(dotted, 0) + isinstance(value, list)
                table = f"{dotted}[{counts[dotted]}]" if counts[dotted] else dotted
                found.setdefault(dotted, line)
                found.setdefault(table, line)
        else:
            for key, inner in _places(parsed, table):
                found.setdefault(key, line + (_line_of(statement, inner) if inner else 0))
    return found


def _down(table: object) -> Iterator[tuple[str, object]]:
    """Yield what a header names, from the outermost table."""
    while isinstance(table, dict) and table:
        ((key, value),) = table.items()
        yield key, value
        table = value


def _places(value: object, prefix: str, item: int = 0) -> Iterator[tuple[str, int]]:
    """Yield each key in a value, and in the item of which number of the outermost list it is."""
    if isinstance(value, list):
        for number, each in enumerate(value, 1):
            yield f"{prefix}[{number}]", item or number
            yield from _places(each, f"{prefix}[{number}]", item or number)
    if isinstance(value, dict):
        for key, each in value.items():
            yield _dotted(prefix, key), item
            yield from _places(each, _dotted(prefix, key), item)


def _line_of(statement: str, item: int) -> int:
    """Return how many lines below its first an item of a list stands."""
    lines = statement.rstrip("\n").split("\n")
    begins = 0
    for number in range(len(lines) - 1):
        try:
            parsed = tomllib.loads("\n".join((*lines[: number + 1], "]")))
        except tomllib.TOMLDecodeError:
            continue
        (*_, (_, items)) = _down(parsed)
        if isinstance(items, list) and len(items) >= item:
            return begins
        begins = number + 1
    return begins


def _dotted(prefix: str, key: str) -> str:
    return f"{prefix}.{key}" if prefix else key


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
