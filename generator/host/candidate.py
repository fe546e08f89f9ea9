"""One candidate for where a power's VP are kept, and what its signs are worth."""

from __future__ import annotations

from dataclasses import dataclass

from generator.binding import model

# What a sign is worth; only the order of candidates comes of it.
NAMED = 10
"""The element's own name names the power."""
MARKED = 8
"""A value or property of it does."""
ABBREVIATED = 4
HELD = 3
"""What it is kept in names the power."""
SCORE_OF_OWN = 4
"""Times 1 for "points", times 2 for "VP" and the like, in its own name."""
SCORE_OF_PLACE = 3
"""The same in the name of its track or owner."""
ON_TRACK = 6
IN_STEP = 5
"""A property is kept in step with it."""
WRITABLE = 3
AT_START = 2
WHOLE_MODULE = 2
NUMERIC = 1
NOT_READABLE = -5
GUESSED = -1
"""Pixels that may be anything: less than a property of the same name."""
TWICE = -4
MARKER_TOO = -2
OTHER_WORD = -3
"""A word in the name that says something else, as in ``VP_France_max``."""
MOST_OTHER_WORDS = 3
"""So many are counted."""


PATTERNS = {
    "A": "a marker on numbered places",
    "B": "a marker on places with a word and a number",
    "C": "a marker on places with words around a number, or with half points",
    "D": "one of two markers for tens and units",
    "E": "a marker on zones, one for each number",
    "F": "a number kept on the piece",
    "G": "a marker on places that only pixels tell",
    "H": "",
    "K": "",
    "L": "a level of its layer",
}
"""What each pattern is, for people, after a candidate's title; empty where that says it."""


@dataclass(frozen=True)
class Candidate:
    """One place where a power's VP may be kept."""

    pattern: str
    """A letter of ``PATTERNS``."""
    element: str
    """What it is about, for people."""
    target: str
    """The element's target path; of a piece, that of its slot."""
    score: int
    """How much speaks for it; compares candidates of one module only."""
    evidence: tuple[str, ...]
    """What speaks for it, in plain words."""
    doubts: tuple[str, ...]
    """What to check, and why it cannot be read or written."""
    read: model.Read | None
    """None: it cannot be bound, or not before more is known."""
    write: model.Write | None
    """None where it cannot be bound; ByHand where nothing moves the marker."""
    known: tuple[tuple[str, str | int], ...] = ()
    """Where ``read`` is None only because a number is not known: keys of its table as far as known,
    with 0 for what a maintainer must fill in."""
    guessed: tuple[str, ...] = ()
    """Keys of ``read``'s table whose values nothing in the module says; a draft has them empty."""

    @property
    def title(self) -> str:
        """The element, and how it keeps VP."""
        pattern = PATTERNS[self.pattern]
        return f"{self.element}, {pattern}" if pattern else self.element


def names_power(what: str, strength: int, *, speaks: bool) -> str:
    """Say that a name names the power, and perhaps speaks of VP; strength 1 is an abbreviation."""
    abbreviated = " (abbreviated)" if strength == 1 else ""
    return f"{what} names the power{abbreviated}{' and speaks of VP' if speaks else ''}"
