"""How large words can be drawn where there is only so much room."""

from __future__ import annotations

_NARROW = frozenset("ijltfrI.,:;'|! ()[]")
_WIDE = frozenset("mwMW@%")


def fitted(text: str, width: float, size: float) -> float:
    """Return the font size, ``size`` at most, at which ``text`` is not wider than ``width`` pixels.

    Pictures are drawn with whatever sans-serif font a player's machine has; the widths are those
    of DejaVu Sans, the widest of those that Java comes upon.
    """
    ems = sum(0.4 if each in _NARROW else 1.0 if each in _WIDE else 0.66 for each in text)
    return size if ems * size <= width else round(width / ems, 1)
