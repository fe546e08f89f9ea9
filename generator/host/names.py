"""Names in a module compared with what is looked for: a power, or a word for a score."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

_WORD = re.compile(r"VPs(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""A word, also within ``VP_France``, ``FrenchVP`` and ``vpFrance2``."""
_PLAIN = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "AE"})

_SCORE = frozenset({"vp", "vps", "victory", "score", "scores"})
_POINTS = frozenset({"point", "points", "pts"})

_NEUTRAL = frozenset(
    ("marker", "markers", "counter", "token", "piece", "track", "level", "box", "of", "the", "for")
)

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
_MOST_KNOWN = 50_000
"""Texts whose powers are kept in mind."""


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
        self._by_word: dict[str, list[str]] = {}
        self._by_words: list[tuple[tuple[str, ...], str]] = []
        for power in self._powers:
            own = words(power)
            if len(own) == 2 and own[1].isdecimal():  # Player 1 is P1
                self._by_words.append(((own[0][0], own[1]), power))
            if len(own) > 1:
                self._by_words.append((own, power))
            for word in own if len(own) == 1 else ():
                others = _OTHER_NAMES.get(word, (f"{word}n", f"{word}s"))
                for each in (word, *others):
                    self._by_word.setdefault(each, []).append(power)
        self._abbreviations: dict[str, str] = {}
        self._known: dict[str, Mapping[str, int]] = {}

    def named(self, text: str) -> Mapping[str, int]:
        """Return the powers that a text names: 2 if it does, 1 if a word may abbreviate the name.

        An abbreviation is the beginning of the power's name, of two to four letters, with which no
        other power's begins.
        """
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[text] = self._named(words(text))
        return known

    def _named(self, found: tuple[str, ...]) -> Mapping[str, int]:
        strengths: dict[str, int] = {}
        for word in found:
            for power in self._by_word.get(word, ()) or self._glued(word):
                strengths[power] = 2
        for form, power in self._by_words:
            if _within(form, found):
                strengths[power] = 2
        for word in found:
            power = self._abbreviated(word)
            if power:
                strengths.setdefault(power, 1)
        return {power: strengths[power] for power in self._powers if power in strengths}

    def _glued(self, word: str) -> list[str]:
        """Return the powers named by a word that is glued to a score, as in VPFRANCE."""
        for part in _SCORE:
            if word.startswith(part) or word.endswith(part):
                rest = word.removeprefix(part) if word.startswith(part) else word.removesuffix(part)
                if rest in self._by_word:
                    return self._by_word[rest]
        return []

    def _abbreviated(self, word: str) -> str:
        """Return the power whose name a word abbreviates; empty: none."""
        if not 2 <= len(word) <= 4 or not word.isalpha():
            return ""
        known = self._abbreviations.get(word)
        if known is None:
            begun = [each for each in self._powers if "".join(words(each)).startswith(word)]
            known = begun[0] if len(begun) == 1 else ""
            if len(self._abbreviations) < _MOST_KNOWN:
                self._abbreviations[word] = known
        return known

    def other_words(self, power: str, text: str) -> int:
        """Return how many words say more than the power, a score, a number or a marker."""
        own = {*words(power)}
        return sum(
            word not in own
            and word not in _SCORE
            and word not in _POINTS
            and word not in _NEUTRAL
            and not word.isdecimal()
            and power not in self._by_word.get(word, ())
            and self._abbreviated(word) != power
            for word in words(text)
        )


def _within(form: tuple[str, ...], found: tuple[str, ...]) -> bool:
    """Do the words of one stand in the other, one after the other?"""
    return any(
        found[start : start + len(form)] == form for start in range(len(found) - len(form) + 1)
    )
