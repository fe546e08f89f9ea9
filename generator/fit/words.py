"""How what the module has is named to people."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def numbers(some: Sequence[int]) -> str:
    """Name the first few numbers."""
    shown = ", ".join(map(str, sorted(some)[:5]))
    return f"{shown} and {len(some) - 5} more" if len(some) > 5 else shown


def nearest(name: str, there: Iterable[str]) -> str:
    """Say what the module has that is most like a name which it has not."""
    known = sorted(set(there))
    if not known:
        return "there is none at all"
    close = difflib.get_close_matches(name, known, 1, 0)
    return f'the nearest is "{close[0]}"'
