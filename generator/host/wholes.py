"""Which texts of a module are whole numbers to the engine, and to a bound extension."""

from __future__ import annotations

import re

MOST_DIGITS = 7
"""Digits of a number that an extension reads (generator.kit.bsh.WHOLE_NUMBER)."""
NO_NUMBER = f"which is no whole number of at most {MOST_DIGITS} digits"

_OF_MODULE = re.compile(rf"[+-]?0*[0-9]{{1,{MOST_DIGITS}}}")
"""The engine makes a number of a global property's text (Integer.parseInt): no blanks."""
_OF_PIECE = re.compile(rf"-?0*[0-9]{{1,{MOST_DIGITS}}}")
"""A piece's property is compared as text, by a filter of pieces."""


def of_module(text: str) -> int | None:
    """Return the number that a global property is; None: it is none."""
    return int(text) if _OF_MODULE.fullmatch(text) else None


def of_piece(text: str) -> int | None:
    """Return the number that a property of a piece is; None: it is none."""
    return int(text) if _OF_PIECE.fullmatch(text) else None
