"""Exact chances of a congress, every dice outcome enumerated; fractions, nothing is sampled."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.play import steps
from generator.play.winds import MASKS, Winds
from generator.rules import Rules


@dataclass(frozen=True)
class Odds:
    """What may come of calling a congress, seen before the call."""

    rules: Rules
    vp: steps.VP
    """VP before the call."""
    metternich: bool
    """Is Metternich's bonus due?"""
    fiasco: Fraction
    """Chance that Step 1 ends it."""
    success: Fraction
    victors: Mapping[tuple[str, ...], Fraction]
    """Chance of each victor and of each tie; they add up to ``success``."""
    failures: Mapping[steps.VP, Fraction]
    """Chance of failing at these VP, fiasco included; they add up to ``failure``."""

    @property
    def failure(self) -> Fraction:
        """Chance of failing, fiasco included."""
        return 1 - self.success

    def expected_losses(
        self, issue_winner: str, diplomacy_winner: str | None
    ) -> dict[str, Fraction]:
        """Return the VP that a failure is expected to cost each power in Step 4.

        These are penalties as rolled: a floor (ruling 10) may soften what they do to VP.

        Args:
            issue_winner: who won the Issue, and calls.
            diplomacy_winner: who won the Diplomacy Phase; None: nobody.
        """
        losses = dict.fromkeys(self.rules.powers, Fraction(0))
        for vp, chance in self.failures.items():
            for power, loss in _penalties(self.rules, vp, issue_winner, diplomacy_winner):
                losses[power] += loss * chance / self.failure
        return losses


def odds(rules: Rules, vp: Sequence[int], *, metternich: bool = False) -> Odds:
    """Enumerate a congress called at ``vp``, one number for each power in the rule's order."""
    at = rules.powers.index(rules.metternich.power)
    bonuses = rules.metternich.bonus.values() if metternich else (0,)
    fiasco = success = Fraction(0)
    victors: dict[tuple[str, ...], Fraction] = {}
    failures: dict[steps.VP, Fraction] = {}
    for bonus, weight in _weighted(bonuses).items():
        now = tuple(value + (bonus if index == at else 0) for index, value in enumerate(vp))
        failed = weight
        if steps.is_fiasco(rules, now):
            fiasco += weight
        else:
            for who, chance in _winds(rules, now).items():
                victors[who] = victors.get(who, Fraction(0)) + weight * chance
                success += weight * chance
                failed -= weight * chance
        if failed:
            failures[now] = failed
    return Odds(rules, tuple(vp), metternich, fiasco, success, victors, failures)


def _weighted(values: Sequence[int]) -> dict[int, Fraction]:
    return {value: Fraction(count, len(values)) for value, count in Counter(values).items()}


def _winds(rules: Rules, vp: steps.VP) -> dict[tuple[str, ...], Fraction]:
    """Return the chance of each victor in Steps 2 and 3; what is missing to 1 is failure."""
    ranked = sorted(range(len(vp)), key=lambda index: -vp[index])
    gaps = tuple(vp[high] - vp[low] for high, low in itertools.pairwise(ranked))
    found = Winds(rules).outcomes(gaps)
    won: Counter[tuple[str, ...]] = Counter()
    for mask, count in zip(MASKS, found.shared, strict=True):
        best = [0] * len(vp)
        for rank, index in enumerate(ranked):
            best[index] = mask >> rank & 1
        won[steps.victors(rules, vp, best)] += count
    outcomes = rules.winds.sides**found.rolling
    return {who: Fraction(count, outcomes) for who, count in won.items() if count}


def _penalties(
    rules: Rules, vp: steps.VP, issue_winner: str, diplomacy_winner: str | None
) -> Iterator[tuple[str, Fraction]]:
    """Yield powers and what they are expected to lose in Step 4, a power as often as it is struck.

    Whom a penalty strikes depends on dice only in ruling 7's "sequential", and there only on those
    before the highest power is looked up: these are enumerated, any other counts as its average.
    """
    amount = rules.penalties.amount
    worth = amount.values()
    average = Fraction(sum(worth), len(worth))
    faces = {amount.of(face): face for face in range(1, amount.sides + 1)}
    weights = _weighted(worth)
    for values in itertools.product(faces, repeat=_dice_before_highest(rules, diplomacy_winner)):
        weight = math.prod((weights[value] for value in values), start=Fraction(1))
        result = steps.penalties(
            rules,
            vp,
            diplomacy_winner=diplomacy_winner,
            issue_winner=issue_winner,
            dice=itertools.chain((faces[value] for value in values), itertools.repeat(1)),
        )
        for roll in result.rolls:
            for power, _ in roll.struck:
                yield power, weight * average


def _dice_before_highest(rules: Rules, diplomacy_winner: str | None) -> int:
    """Return how many dice can change who is highest."""
    order = rules.penalties.order
    if rules.rulings.penalty_order != "sequential" or "highest" not in order:
        return 0
    earlier = order[: order.index("highest")]
    return len(earlier) - (diplomacy_winner is None and "diplomacy-winner" in earlier)
