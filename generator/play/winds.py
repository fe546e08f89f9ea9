"""Steps 2 and 3 counted: how many outcomes of the dice leave whom at the highest adjusted VP.

They depend on the gaps between neighbours in VP alone. Powers stand here by rank, 0 the highest
before the dice; a set of ranks is a bit mask, rank 0 its lowest bit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from generator.play import steps
from generator.rules import POWER_COUNT, Rules

MASKS = range(1, 1 << POWER_COUNT)
"""Every set of powers that can share the highest adjusted VP."""

Gaps = tuple[int, ...]
"""VP of first less second, second less third, third less fourth; 0 for a tie."""


class Outcomes(NamedTuple):
    """Equally likely outcomes of Step 2's dice."""

    rolling: int
    """How many powers roll; there are ``winds.sides`` to that power of outcomes."""
    shared: tuple[int, ...]
    """For each of ``MASKS``, outcomes that succeed with just these at the highest adjusted VP."""


class Winds:
    """Counts the outcomes of one rule."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        sides = rules.winds.sides
        self._dice = {"lose": (-sides, sides), "none": (0, 1), "gain": (1, sides)}
        """The least change of VP by an action, and of how many values in a row it is one."""
        self._distinct = rules.rulings.margin == "distinct-scores"
        self._known: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        self._acting: dict[tuple[bool, ...], tuple[tuple[int, int], ...]] = {}

    def outcomes(self, gaps: Gaps) -> Outcomes:
        """Count what can come of these gaps; Step 1 is not looked at."""
        acting = self._acting_at(gaps)
        value = 0
        spans = []
        for gap, (least, count) in zip((0, *gaps), acting, strict=True):
            value -= gap
            spans.append((value + least, count))
        form = self._normal(spans)
        found = self._known.get(form)
        if found is None:
            found = self._known[form] = self._count(form)
        return Outcomes(sum(count > 1 for _, count in acting), found)

    def _acting_at(self, gaps: Gaps) -> tuple[tuple[int, int], ...]:
        ties = tuple(gap == 0 for gap in gaps)
        acting = self._acting.get(ties)
        if acting is None:
            vp = [-sum(not tie for tie in ties[:rank]) for rank in range(POWER_COUNT)]
            places = steps.acting_places(self._rules, vp)
            acting = tuple(self._dice[self._rules.winds.places[place]] for place in places)
            self._acting[ties] = acting
        return acting

    def _normal(self, spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Return adjusted VP counted from a base, alike for all that come to the same.

        The second best is never below the second greatest of the least values. Who cannot reach
        that (or is out of the margin even then, where it is the next lower score that counts)
        changes nothing, however far below.
        """
        base = sorted(least for least, _ in spans)[-2]
        floor = base - (self._rules.success.margin if self._distinct else 0)
        far = floor - base - self._rules.winds.sides - 1
        return tuple(
            (least - base if least + count > floor else far, count) for least, count in spans
        )

    def _count(self, spans: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """Count for each best value who can be there while the others are below.

        One alone must not be too far ahead: less the outcomes in which all others are. Several at
        the best are 0 apart, unless the next lower score counts.
        """
        margin = self._rules.success.margin
        counts = [0] * (MASKS.stop)
        highest = max(least + count for least, count in spans)
        for best in range(max(least for least, _ in spans), highest):
            below = [min(max(best - least, 0), count) for least, count in spans]
            beaten = [min(max(best - margin - least, 0), count) for least, count in spans]
            here = sum(
                1 << rank
                for rank, (least, count) in enumerate(spans)
                if least <= best < least + count
            )
            mask = here
            while mask:
                others = [rank for rank in range(POWER_COUNT) if not mask >> rank & 1]
                number = math.prod([below[rank] for rank in others])
                if number and others and (self._distinct or len(others) == POWER_COUNT - 1):
                    number -= math.prod([beaten[rank] for rank in others])
                counts[mask] += number
                mask = (mask - 1) & here
        return tuple(counts[1:])
