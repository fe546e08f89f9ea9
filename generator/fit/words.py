"""How what the module has is named to people."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence

READ_THE_PLACE = 'read the place itself (kind "location")'
_ALIKE = 0.6
"""Names are alike from here on (difflib's own default)."""
_FEW = 3


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def numbers(some: Sequence[int]) -> str:
    """Name the first few numbers."""
    shown = ", ".join(map(str, sorted(some)[:5]))
    return f"{shown} and {len(some) - 5} more" if len(some) > 5 else shown


def nearest(
    name: str,
    there: Iterable[str],
    noun: str,
    todo: str = "mend the binding or the module",
    free: Callable[[str], bool] = lambda _: True,
) -> str:
    """Say what there is that is most like a name which the module has not, and what to do.

    Args:
        name: what was sought.
        there: what there is of its kind.
        noun: the kind, in the singular.
        todo: what to do.
        free: which of those can be meant.
    """
    return f"{_nearest(name, sorted(set(there)), noun, free)}: {todo}"


def _nearest(name: str, known: Sequence[str], noun: str, free: Callable[[str], bool]) -> str:
    if not known:
        return f"there is no {noun} at all"
    close = alike(name, filter(free, known))
    if close:
        return f'the nearest is "{close}"'
    if len(known) <= _FEW and all(map(free, known)):
        return "there is only " + listed([f'"{each}"' for each in known])
    return "none of the others is like it (`generator inspect --json` prints all)"


def alike(name: str, there: Iterable[str]) -> str:
    """Return the name that is most like another, in the same case or not; empty: none is."""
    known = sorted(set(there))
    close = difflib.get_close_matches(name, known, 1, _ALIKE)
    if not close:
        folded = {each.casefold(): each for each in reversed(known)}
        close = difflib.get_close_matches(name.casefold(), folded, 1, _ALIKE)
        close = [folded[each] for each in close]
    return next(iter(close), "")


def by_power(found: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield lines of what was found, a power, a key and a text each; once for powers alike.

    Those whose texts differ by their own names only are alike; the first one's is told.
    """
    told: dict[tuple[str, str], tuple[str, list[str]]] = {}
    for power, key, text in found:
        told.setdefault((key, text.replace(power, "")), (text, []))[1].append(power)
    for (key, _), (text, (first, *others)) in told.items():
        too = f" ({listed(others)} too)" if others else ""
        yield f"powers.{first}.{key}{too}: {text}"
