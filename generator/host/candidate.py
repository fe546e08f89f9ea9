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
TWICE = -4
MARKER_TOO = -2
OTHER_WORD = -3
"""A word in the name that says something else, as in ``VP_France_max``."""
MOST_OTHER_WORDS = 3
"""So many are counted."""


@dataclass(frozen=True)
class Candidate:
    """One place where a power's VP may be kept."""

    pattern: str
    """A letter, see the module's own text."""
    title: str
    """The element, for people."""
    target: str
    """The element's target path; of a piece, that of its slot."""
    score: int
    """How much speaks for it; compares candidates of one module only."""
    evidence: tuple[str, ...]
    """What speaks for it, in plain words."""
    doubts: tuple[str, ...]
    """What to check, and why it cannot be read or written."""
    read: model.Read | None
    """None: it cannot be bound."""
    write: model.Write | None
    """None where it cannot be bound; ByHand where nothing moves the marker."""
