"""Shows two long texts by the part in which they differ."""

from __future__ import annotations

_LONG = 60
"""Characters up to which a value is shown whole."""
_LONGEST = 100
"""Characters of the part that differs, before its middle is left out."""
_AROUND = 16
_CUT = "…"


def apart(old: str, new: str) -> tuple[str, str]:
    """Return two texts, or of long ones the words that differ and a little of what is around."""
    if len(old) <= _LONG and len(new) <= _LONG:
        return old, new
    start, end = _common(old, new)
    around = max(0, start - _AROUND)
    after = max(0, end - _AROUND)
    return _part(old, around, after), _part(new, around, after)


def signature(old: str, new: str) -> tuple[str, str]:
    """Return the words that differ: alike for two pairs that were changed in the same way."""
    start, end = _common(old, new)
    return old[start : len(old) - end], new[start : len(new) - end]


def _common(old: str, new: str) -> tuple[int, int]:
    """Return how many characters are the same at the start and the end, in whole words."""
    least = min(len(old), len(new))
    start = _same(old, new, least)
    end = _same(old[::-1], new[::-1], least - start)
    while start and _in_word(old[start - 1]):
        start -= 1
    while end and _in_word(old[len(old) - end]):
        end -= 1
    return start, end


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _same(old: str, new: str, most: int) -> int:
    """Return how many characters at the start are the same, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _part(text: str, start: int, end: int) -> str:
    part = text[start : len(text) - end]
    if len(part) > _LONGEST:
        half = _LONGEST // 2
        part = f"{part[:half]} {_CUT} {part[-half:]}"
    return f"{_CUT if start else ''}{part}{_CUT if end else ''}"
