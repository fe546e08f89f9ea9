"""Which pieces are meant: property match expressions (VASSAL.counters.PropertiesPieceFilter).

The engine's older way to filter pieces, and its quick one: a BeanShell filter is interpreted anew
for every piece of a map. Clauses, ``property = text`` or ``property =~ regular expression``, are
split at ``&&``, ``||`` and the comparison signs wherever they stand, so that a text with such a
sign is written as a regular expression without it. What does not parse matches every piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.errors import GeneratorError

_PLAIN = re.compile(r"[^\W_](?:[\w .,'():/-]*[\w.,'():/-])?")
"""Texts that a clause can hold as they are."""
_SIGNS = frozenset("!<>=~&|$")
_WORDS = ("true", "false")
"""Compared otherwise than other texts."""


def equals(name: str, value: str) -> str:
    """Has the piece's property exactly this value?"""
    if _PLAIN.fullmatch(value) and value not in _WORDS:
        return f"{_property(name)} = {value}"
    return f"{_property(name)} =~ {_escaped(value)}"


def numbered(name: str, before: str, numbers: Iterable[int], after: str) -> str:
    """Is the property one of these numbers between two texts? Zeros may stand in front of it."""
    digits = "|".join(f"-0*{-number}" if number < 0 else f"0*{number}" for number in numbers)
    return f"{_property(name)} =~ {_escaped(before)}(?:{digits}){_escaped(after)}"


def both(*clauses: str) -> str:
    """Do all clauses hold?"""
    return " && ".join(clauses)


def _property(name: str) -> str:
    if name.strip() != name or set(name) & _SIGNS:
        raise GeneratorError(f'the property "{name}" cannot stand in a filter of pieces')
    return name


def _escaped(text: str) -> str:
    """Return a regular expression for the text without signs or blanks of its own."""
    return "".join(
        each if each.isalnum() or not each.isascii() else f"\\x{ord(each):02x}" for each in text
    )
