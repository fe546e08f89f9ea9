"""How large words can be drawn where there is only so much room, and how many letters have it."""

from __future__ import annotations

import unicodedata

_WIDTHS = {
    0.3: "ijlIJ'",
    0.35: ".,:; \N{NO-BREAK SPACE}’/",
    0.4: "ft()-",
    0.45: "r!",
    0.5: "–",
    0.55: "csz?",
    0.6: "kvxyFL",
    0.65: "abdeghnopquEPSTYß",
    0.7: "ABCKRVXZ",
    0.75: "NU",
    0.8: "DGHOQ",
    0.85: "w−=+→",
    0.9: "M",
    0.95: "%",
}
"""Widths of DejaVu Sans in its size, the widest of the fonts that Java comes upon, rounded up."""
_ADVANCE = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_DIGIT = 0.65
_OTHER = 1.0
_BOLD = 1.15
"""How much wider bold words are."""

_ROUNDED = {
    4: "- .,:;/ft()!\N{NO-BREAK SPACE}",  # the - comes first in a regular expression's class
    3: "ijlIJ'’",
    6: "rczkç?–",
    7: "abdeghnopqsuvxyàáâäèéêëñòóôöùúûüß0123456789AEFKLPRTVXYÀÄÉ",
    9: "wBCDGHMNOQSUWZÖÜ+=→−",
}
"""Widths of DejaVu Sans as a label of Java's is drawn at 11 pixels: whole ones, measured."""
_WIDEST = 12
_PAD = "\N{ZERO WIDTH SPACE}"


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> float:
    """Return the font size, ``size`` at most, at which ``text`` is not wider than ``width`` pixels.

    Pictures are drawn with whatever sans-serif font a player's machine has.
    """
    ems = sum(map(_advance, text)) * (_BOLD if bold else 1)
    return size if ems * size <= width else int(10 * width / ems) / 10


def cut(text: str, width: int) -> str:
    """Return BeanShell for a text expression, with an ellipsis where it is too wide for a label.

    The label's letters are of 11 pixels. What is cut off must be the same for all players, whatever
    fonts their machines have: so each letter is counted, followed by as much padding as it is wide.
    """
    known = "".join(_ROUNDED.values())
    padded = "".join(
        f'.replaceAll("(?<=[{letters}])","{_PAD * (pixels - 1)}")'
        for pixels, letters in {**_ROUNDED, _WIDEST: f"^{known}{_PAD}"}.items()
    )
    kept, rest = f"{{{width - _WIDEST}}}", f"{{{_WIDEST + 1},}}"
    return f'({text}){padded}.replaceAll("(?<=^.{kept}).{rest}","…").replace("{_PAD}","")'


def _advance(letter: str) -> float:
    if letter.isdigit():
        return _DIGIT
    return _ADVANCE.get(unicodedata.normalize("NFD", letter)[0], _OTHER)
