"""All that Steps 2 and 3 can come to, for every difference of VP: the odds where nothing computes.

A key is the three gaps between neighbours in VP. That is enough: Step 2 moves VP by places, and
places, the two best and the ties between them depend on differences alone. Step 1 bounds their sum.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from generator.play.winds import MASKS, Gaps, Outcomes, Winds
from generator.rules import POWER_COUNT, Rules

MOST_KEYS = 20_000
MOST_OUTCOMES = 10_000_000
"""More than these, of keys or of outcomes with Metternich's die, is no table that anyone wants."""


@dataclass(frozen=True)
class OddsTable:
    """Rows by key; the keys of ``keys`` in their order."""

    reach: int
    """A gap of more counts as this."""
    span: int
    """Greatest sum of three gaps that count like this, 0 or more."""
    index: tuple[int, ...]
    """Each key's row."""
    rows: tuple[Outcomes, ...]
    """Every row once; outcomes are given to those that ruling 5 lets share the victory by rank."""


def make_table(rules: Rules) -> OddsTable | None:
    """Return the table of one rule; None if it would have more than MOST_KEYS or MOST_OUTCOMES."""
    reach, span = _reach(rules)
    outcomes = rules.winds.sides**POWER_COUNT * rules.metternich.bonus.sides
    if (span + 1) * (span + 2) * (span + 3) // 6 > MOST_KEYS or outcomes > MOST_OUTCOMES:
        return None
    winds = Winds(rules)
    before = rules.rulings.tie_break == "before-then-table"
    rows: dict[Outcomes, int] = {}
    index = []
    for gaps in keys(span):
        if max(gaps) > reach:
            index.append(0)  # never looked up
            continue
        found = winds.outcomes(gaps)
        if before:
            found = _decided_before(gaps, found)
        index.append(rows.setdefault(found, len(rows)))
    return OddsTable(reach, span, tuple(index), tuple(rows))


def keys(span: int) -> Iterator[Gaps]:
    """Yield every key whose gaps add up to ``span`` at most.

    In the order of what the first, the second and the third have more than the last: their key is
    number a(a+1)(a+2)/6 + b(b+1)/2 + c.
    """
    for first in range(span + 1):
        for second in range(first + 1):
            for third in range(second + 1):
                yield first - second, second - third, third


def _reach(rules: Rules) -> tuple[int, int]:
    """Return beyond which gap nothing changes any more, and what gaps can add up to.

    Dice bring neighbours closer by their sides for the one that loses and for the one that gains.
    Beyond these and the margin, who is above stays so, and is the margin ahead whatever is rolled.
    """
    actions = set(rules.winds.places.values())
    closer = rules.winds.sides * (("lose" in actions) + ("gain" in actions))
    reach = min(closer + rules.success.margin + 1, rules.fiasco.limit)
    return reach, min(rules.fiasco.limit, reach * (POWER_COUNT - 1))


def _decided_before(gaps: Gaps, found: Outcomes) -> Outcomes:
    """Let those who are tied for victory be reduced to the highest VP before the dice."""
    below = list(itertools.accumulate(gaps, initial=0))
    groups = [sum(1 << rank for rank, each in enumerate(below) if each == value) for value in below]
    shared = [0] * len(MASKS)
    for mask, count in zip(MASKS, found.shared, strict=True):
        highest = (mask & -mask).bit_length() - 1
        shared[(mask & groups[highest]) - 1] += count
    return found._replace(shared=tuple(shared))
