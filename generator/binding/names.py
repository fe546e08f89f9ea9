"""Which names can stand in a binding file, and can be its own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

_NOT_OF_ONE_LINE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode's categories of control characters, halves of characters, and ends of lines."""
_RESERVED = "\\{}$"
_SIGNS = "!<>=~&|"
_ANY = ("marker", "gpid", "pattern", "kind")
"""Keys whose texts are compared as they are, or quoted where they stand."""


def flaw(text: str, *, plain: bool) -> str:
    """Say what a text must be or not hold; empty: it can stand in a binding.

    ``plain``: it goes into VASSAL's expressions, which read some characters as their own.
    """
    if any(unicodedata.category(each) in _NOT_OF_ONE_LINE for each in text):
        return "must be a text of one line"
    if plain and set(text) & set(_RESERVED):
        return (
            f"must not hold any of {' '.join(_RESERVED)}, which VASSAL's expressions read as their "
            "own"
        )
    return ""


def is_device(name: str) -> bool:
    """Has no file or folder this name on Windows, whatever stands after its first point?"""
    return (
        re.fullmatch(r"con|prn|aux|nul|(com|lpt)[0-9]", name.partition(".")[0].lower()) is not None
    )


def flaw_in_filters(name: str) -> str:
    """Say the same of a property of a piece, which stands in a filter (PropertyExpression)."""
    if name.strip() != name or set(name) & set(_SIGNS):
        return (
            f"must not hold any of {' '.join(_SIGNS)}, nor blanks at its ends: VASSAL's filters of "
            "pieces split there"
        )
    return ""


def flaws(table: Mapping[str, str | int]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a read or write table that cannot stand there, and why."""
    for key, text in table.items():
        if isinstance(text, str):
            why = flaw(text, plain=key not in _ANY)
            if not why and (table.get("kind"), key) == ("piece-property", "property"):
                why = flaw_in_filters(text)
            if why:
                yield text, why
