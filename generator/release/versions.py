"""Versions of a release, and what orders them."""

from __future__ import annotations

import re

_NUMBER = "(?:0|[1-9][0-9]{0,8})"
FORM = re.compile(rf"{_NUMBER}(\.{_NUMBER}){{1,3}}")
"""What a release is named: numbers with dots. With words behind them (``1.0.1-beta``) engines of
different age would not agree on what is newer (engine: VersionUtils)."""


def order(version: str) -> tuple[int, ...]:
    """Return the numbers that a version begins with, without zeros at the end."""
    found = re.match(r"[0-9]{1,9}(\.[0-9]{1,9})*", version)
    numbers = [int(each) for each in found[0].split(".")] if found else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
