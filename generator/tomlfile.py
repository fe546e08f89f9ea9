"""Reads TOML that a maintainer wrote; every fault is one line that names the file."""

from __future__ import annotations

import datetime as dt
import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.errors import InputError, one_line

_PLAIN = {
    r"Cannot declare (\(.*?\)) twice": r"\1 is there twice",
    r"Cannot mutate immutable namespace (\(.*?\))": r"\1 is complete, nothing can be added to it",
    r"Cannot overwrite a value": "a key is there twice",
    r"Illegal character '\\n'": "the line ends too early",
}
"""What tomllib says, where that speaks of itself, and what a maintainer understands."""
_MOST_MEANT = 3
"""Keys of one name that are told where it may be meant."""
_CLOSE = 0.75
"""How like (difflib's ratio) a key of another table must be to be the one that is meant."""


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Read a file; ``what`` it should be is said if it is not there.

    Raises:
        InputError: it cannot be read, is not UTF-8 or not TOML.
    """
    return parse_toml(read_text(path, what), path)


def read_text(path: Path, what: str) -> str:
    """Read a file as text, as ``read_toml`` but for what it says.

    Raises:
        InputError: it cannot be read or is not UTF-8.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise toml_error(path, "is not a regular file; give the path of a TOML file")
        content = path.read_bytes()
    except FileNotFoundError:
        raise toml_error(path, f"there is no such {what}; give the path of a TOML file") from None
    except IsADirectoryError:
        raise toml_error(path, "is a folder; give the path of a TOML file") from None
    except OSError as error:
        raise toml_error(path, f"cannot be read: {error.strerror}; check the file") from None
    return _decoded(content, path, what)


def decode_toml(content: bytes, path: Path, what: str) -> dict[str, Any]:
    """Return what TOML says.

    Raises:
        InputError: it is not UTF-8 or not TOML.
    """
    return parse_toml(_decoded(content, path, what), path)


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Return what TOML says.

    Raises:
        InputError: it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise toml_error(
            path, f"is not TOML: {_plain(error)}; mend the line or see https://toml.io"
        ) from None


def _plain(error: Exception) -> str:
    """Return what tomllib says, without Python's words."""
    if isinstance(error, RecursionError):
        return "brackets are nested too deeply"
    text = str(error)
    if "integer string conversion" in text:
        return "a number has too many digits"
    for theirs, plain in _PLAIN.items():
        text = re.sub(theirs, plain, text)
    return re.sub(r"\((?:'[^']*',? ?)+\)", _dotted, text)


def _dotted(names: re.Match[str]) -> str:
    return ".".join(re.findall(r"'([^']*)'", names[0]))


def _decoded(content: bytes, path: Path, what: str) -> str:
    if content.startswith(b"PK\x03\x04"):
        raise toml_error(path, f"is a zip file and no {what}; give a TOML file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise toml_error(
            path, f"byte {error.start} is not UTF-8 (line {line}); save the {what} as UTF-8"
        ) from None


def toml_error(path: Path, message: str, line: int | None = None) -> InputError:
    """Return the error, in one line whatever the user's texts hold."""
    place = path if line is None else f"{path}:{line}"
    return InputError(one_line(f"{place}: {message}"))


_MOST_LISTED = 40
"""Keys that are listed; a language has some three hundred texts."""


def unknown_key(key: str, known: Mapping[str, object], elsewhere: Iterable[str] = ()) -> str:
    """Say that a key is unknown, which may be meant, and which there are.

    Args:
        key: without the tables around it.
        known: what there is beside it.
        elsewhere: dotted keys of the whole file, one of which may be meant.
    """
    names: dict[str, list[str]] = {}
    for each in elsewhere:
        names.setdefault(each.rpartition(".")[2], []).append(each)
    close = (
        names.get(key, [])[:_MOST_MEANT]
        or difflib.get_close_matches(key, known, 1)
        or [names[name][0] for name in difflib.get_close_matches(key, names, 1, _CLOSE)]
    )
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    allowed = ", ".join(known) if len(known) <= _MOST_LISTED else f"{len(known)} other keys"
    return f"unknown key{hint} (allowed here: {allowed})"


TYPES = {str: "a text", int: "a whole number", bool: "true or false", dt.date: "a date"}
"""What a value of a type is called."""


_RESERVED = '"\\{}$<>&'


def reserved(text: str) -> str:
    """Say what a text of a rule's data must not hold; empty: it is fit for chat and expressions."""
    if not set(text) & set(_RESERVED):
        return ""
    return (
        f"must not hold any of {' '.join(_RESERVED)}, which VASSAL's chat and expressions read as "
        "their own"
    )


def toml(value: object) -> str:
    """Return a value as TOML writes it; texts and numbers are written as in JSON."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def toml_tables(table: Mapping[str, object]) -> str:
    """Return a whole file: values first, then each table under its own header."""
    return "".join(_tables("", table))


def _tables(prefix: str, table: Mapping[str, object]) -> Iterator[str]:
    values = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    if prefix and values:
        yield f"\n[{prefix}]\n"
    for key, value in values.items():
        yield f"{_key(key)} = {toml(value)}\n"
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _tables(f"{prefix}.{_key(key)}" if prefix else _key(key), value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def shown(value: object) -> str:
    """Return a value as the maintainer wrote it, or what it is."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]" if value else "an empty list"
    return str(value)
