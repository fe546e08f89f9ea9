"""How a ChangePropertyButton changes its property (VASSAL PropertyChangerConfigurer)."""

from __future__ import annotations

from collections.abc import Iterable

from generator.vassal.sequence import encode


def set_to(value: str) -> str:
    """Set the property to ``value``, a text or a ``{BeanShell}`` expression."""
    return encode(["P", value], ",")


def ask_number(prompt: str) -> str:
    """Ask for a whole number within the property's own min and max (the property is numeric)."""
    return encode(["R", prompt], ",")


def ask_choice(prompt: str, choices: Iterable[str]) -> str:
    """Ask for one of ``choices`` from a list."""
    return encode(["E", prompt, encode(choices, ",")], ",")
