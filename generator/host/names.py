"""Names in a module compared with what is looked for: a power, or a word for a score."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_WORD = re.compile(r"VPs(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""A word, also within ``VP_France``, ``FrenchVP`` and ``vpFrance2``."""
_PLAIN = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE"})

_SCORE = frozenset({"vp", "vps", "victory", "score", "scores"})
_POINTS = frozenset({"point", "points", "pts"})

_OTHER_NAMES = {
    "austria": ("austrian", "austrians", "habsburg", "osterreich", "autriche"),
    "britain": ("british", "england", "english", "uk", "gb", "grossbritannien", "angleterre"),
    "france": ("french", "frankreich", "frances"),
    "russia": ("russian", "russians", "russland", "russie", "rusia"),
    "prussia": ("prussian", "prussians", "preussen", "prusse"),
    "spain": ("spanish", "espana"),
    "sweden": ("swedish",),
    "turkey": ("turkish", "ottoman", "ottomans"),
    "germany": ("german", "germans"),
    "italy": ("italian", "italians"),
    "poland": ("polish",),
    "denmark": ("danish",),
    "netherlands": ("dutch",),
}
_ABBREVIATION = 2
"""Least letters of an abbreviation."""


@lru_cache(maxsize=65_536)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a name, in small letters, without accents."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text.translate(_PLAIN))
        text = "".join(each for each in decomposed if not unicodedata.combining(each))
    return tuple(word.lower() for word in _WORD.findall(text))


def score_strength(text: str) -> int:
    """Return 2 if the text speaks of victory points or a score, 1 if of points, 0 if of neither."""
    found = words(text)
    if not _SCORE.isdisjoint(found):
        return 2
    return 1 if not _POINTS.isdisjoint(found) else 0


class PowerNames:
    """The words by which a module may call each of some powers."""

    def __init__(self, powers: Sequence[str]) -> None:
        """Take the names of the powers, as the rule or the module's sides have them."""
        self._powers = tuple(powers)
        self._forms: dict[str, list[tuple[str, ...]]] = {}
        for power in self._powers:
            own = words(power)
            forms = [own] if own else []
            if len(own) == 2 and own[1].isdecimal():  # Player 1 is P1
                forms.append((own[0][0], own[1]))
            for word in own if len(own) == 1 else ():
                forms += [(other,) for other in _OTHER_NAMES.get(word, (f"{word}n", f"{word}s"))]
            self._forms[power] = forms

    def strength(self, power: str, text: str) -> int:
        """Return 2 if the text names the power, 1 if a word may abbreviate it, else 0.

        An abbreviation is the beginning of the power's name, of two letters or more, that no other
        power begins with.
        """
        found = words(text)
        forms = self._forms[power]
        if any(_within(form, found) for form in forms):
            return 2
        # VPFRANCE and francevp are one word each
        glued = {word.removeprefix(part) for word in found for part in _SCORE} | {
            word.removesuffix(part) for word in found for part in _SCORE
        }
        if any(len(form) == 1 and form[0] in glued for form in forms):
            return 2
        return 1 if any(self._abbreviates(power, word) for word in found) else 0

    def _abbreviates(self, power: str, word: str) -> bool:
        if len(word) < _ABBREVIATION or len(word) > 4 or not word.isalpha():
            return False
        begun = [each for each in self._powers if "".join(words(each)).startswith(word)]
        return begun == [power]

    def other_words(self, power: str, text: str) -> int:
        """Return how many words speak neither of the power nor of a score, nor are numbers."""
        own = {word for form in self._forms[power] for word in form}
        return sum(
            word not in own
            and word not in _SCORE
            and word not in _POINTS
            and not word.isdecimal()
            and not self._abbreviates(power, word)
            for word in words(text)
        )


def _within(form: tuple[str, ...], found: tuple[str, ...]) -> bool:
    """Do the words of one stand in the other, one after the other?"""
    return any(
        found[start : start + len(form)] == form for start in range(len(found) - len(form) + 1)
    )
