"""The rule's amounts of VP as BeanShell."""

from __future__ import annotations

from generator.rules import Amount


def roll(amount: Amount) -> str:
    """Return one roll of an amount's die; 1 stands for an amount that needs none."""
    return f"Random({amount.sides})" if amount.roll == "die" else "1"


def points(amount: Amount, die: str) -> str:
    """Return the VP that a die of ``roll`` is worth, fractions up; 0 for a die of 0."""
    if amount.roll == "die":
        return f"(({die}+{amount.divisor - 1})/{amount.divisor})"
    return f"({amount.flat}*{die})"
