"""Which texts of a module are whole numbers to the engine, and to a bound extension."""

from __future__ import annotations

import re

MOST_DIGITS = 7
"""Digits of a number that an extension reads (generator.kit.bsh.WHOLE_NUMBER)."""
NO_NUMBER = f"which is no whole number of at most {MOST_DIGITS} digits"

_WHOLE = re.compile(rf"[+-]?0*[0-9]{{1,{MOST_DIGITS}}}")


def of_module(text: str) -> int | None:
    """Return the number that a global property is; None: it is none.

    Where it is read the engine makes a number of its text, without blanks (Integer.parseInt).
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def of_piece(text: str) -> int | None:
    """Return the number that a dynamic property is; None: it is none.

    The engine evaluates its text when it is set, without blanks around (DynamicProperty.setValue).
    """
    return of_module(text.strip())
