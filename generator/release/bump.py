"""Writes version and date into the text of a rule or errata file; all else stays as it was."""

from __future__ import annotations

import datetime as dt
import tomllib
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from generator.errors import GeneratorError

_TABLE = "release"


def raised(content: bytes, version: str, date: dt.date) -> bytes:
    """Return a TOML file with ``release.version`` and ``release.date``.

    Args:
        content: the file, known to be valid.
        version: of numbers with dots.
        date: of the release.

    Raises:
        GeneratorError: the text is written so that it cannot be changed.
    """
    text = content.decode("utf-8-sig")
    values = {"version": version, "date": date}
    wanted = tomllib.loads(text)
    before = dict(wanted)
    wanted[_TABLE] = {**wanted.get(_TABLE, {}), **values}
    if wanted == before:
        return content
    mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
    crlf = text.count("\r\n") == text.count("\n") > 0
    plain = text.replace("\r\n", "\n") if crlf else text
    edited = _edited(plain, values)
    if tomllib.loads(edited) != wanted:
        raise GeneratorError(f"release.version cannot be written; write a table [{_TABLE}] for it")
    return mark + (edited.replace("\n", "\r\n") if crlf else edited).encode()


def _edited(text: str, values: dict[str, Any]) -> str:
    if _TABLE not in tomllib.loads(text):
        lines = [f"{key} = {tomlkit.item(value).as_string()}" for key, value in values.items()]
        return "\n".join([text.rstrip(), "", f"[{_TABLE}]", *lines, ""])
    try:
        document = tomlkit.parse(text)
        table: Any = document[_TABLE]
        for key, value in values.items():
            table[key] = value
        return tomlkit.dumps(document)
    except TOMLKitError as error:
        raise GeneratorError(f"release.version cannot be written: {error}") from None
