"""Steps 1 to 4 of 15.6.3 as plain functions of VP and dice.

VP and dice are tuples with one entry for each power, in the order of ``Rules.powers``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.rules import Amount, Place, Recipient, Rules

VP = tuple[int, ...]
"""VP of the four powers; any whole number, also negative (ruling 10)."""


def gap(vp: Sequence[int]) -> int:
    """Return Step 1's difference: highest less lowest VP."""
    return max(vp) - min(vp)


def is_fiasco(rules: Rules, vp: Sequence[int]) -> bool:
    """Is the gap more than the limit, so that the congress fails at once (Step 1)?"""
    return gap(vp) > rules.fiasco.limit


def pattern(vp: Sequence[int]) -> str:
    """Return the pattern of ties: sizes of the groups of equal VP, highest first."""
    return "".join(str(list(vp).count(value)) for value in sorted(set(vp), reverse=True))


def acting_places(rules: Rules, vp: Sequence[int]) -> tuple[Place, ...]:
    """Return the place that each power acts as in Step 2, by the tie table."""
    row = rules.ties[pattern(vp)].places
    ranking = sorted(vp, reverse=True)
    return tuple(row[ranking.index(value)] for value in vp)


def rollers(rules: Rules, places: Sequence[Place]) -> tuple[bool, ...]:
    """Tell which powers roll in Step 2."""
    return tuple(rules.winds.places[place] != "none" for place in places)


def adjusted(rules: Rules, vp: Sequence[int], places: Sequence[Place], dice: Sequence[int]) -> VP:
    """Return VP after Step 2's dice; a die of 0 belongs to a power that does not roll."""
    sign = {"lose": -1, "none": 0, "gain": 1}
    return tuple(
        value + sign[rules.winds.places[place]] * die
        for value, place, die in zip(vp, places, dice, strict=True)
    )


def margin(rules: Rules, after: Sequence[int]) -> int:
    """Return Step 3's difference between the two best (ruling 4)."""
    ranking = sorted(after, reverse=True)
    if rules.rulings.margin == "distinct-scores":
        ranking = sorted(set(after), reverse=True)
    return ranking[0] - ranking[1] if len(ranking) > 1 else 0


def is_success(rules: Rules, after: Sequence[int]) -> bool:
    """Does the congress succeed (Step 3)?"""
    return margin(rules, after) <= rules.success.margin


def victors(rules: Rules, before: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
    """Return who wins a congress that succeeded; several are tied for it (ruling 5)."""
    score = dict(zip(rules.powers, after, strict=True))
    tied = [power for power in rules.powers if score[power] == max(after)]
    match rules.rulings.tie_break:
        case "order":
            tied = [min(tied, key=rules.rulings.tie_order.index)]
        case "before-then-table":
            earlier = dict(zip(rules.powers, before, strict=True))
            tied = [
                power for power in tied if earlier[power] == max(earlier[each] for each in tied)
            ]
    return tuple(tied)


def floored(rules: Rules, vp: Sequence[int]) -> VP:
    """Return VP raised to the floor, if one is played (ruling 10)."""
    if rules.rulings.vp_floor == "none":
        return tuple(vp)
    return tuple(max(value, rules.rulings.floor) for value in vp)


@dataclass(frozen=True)
class PenaltyRoll:
    """Penalties of one recipient in Step 4."""

    recipient: Recipient
    struck: tuple[tuple[str, int], ...]
    """Each power that is struck, and the VP it loses (0 or more)."""


@dataclass(frozen=True)
class PenaltyResult:
    """Step 4's outcome."""

    highest: tuple[str, ...]
    """Who was found to have the actual highest VP; empty if the rule has no such penalty."""
    rolls: tuple[PenaltyRoll, ...]
    penalties: tuple[int, ...]
    """Sum for each power, 0 or less."""


def penalties(
    rules: Rules,
    vp: Sequence[int],
    *,
    diplomacy_winner: str | None,
    issue_winner: str,
    dice: Iterator[int],
) -> PenaltyResult:
    """Roll Step 4's penalties.

    Args:
        rules: the rule.
        vp: VP as they stand, Step 2 undone.
        diplomacy_winner: who won the Diplomacy Phase; None: nobody, no penalty (ruling 9).
        issue_winner: who won the Issue.
        dice: faces of the dice, in the order in which they are rolled.
    """
    standing = dict(zip(rules.powers, vp, strict=True))
    running = dict(standing)
    highest: tuple[str, ...] = ()
    rolls: list[PenaltyRoll] = []
    for recipient in rules.penalties.order:
        match recipient:
            case "diplomacy-winner":
                struck = _each(rules, [diplomacy_winner] if diplomacy_winner else [], dice)
            case "issue-winner":
                struck = _each(rules, [issue_winner], dice)
            case "highest":
                seen = running if rules.rulings.penalty_order == "sequential" else standing
                highest = tuple(
                    power for power in rules.powers if seen[power] == max(seen.values())
                )
                struck = _highest(rules, highest, dice)
        for power, loss in struck:
            running[power] -= loss
        rolls.append(PenaltyRoll(recipient, struck))
    sums = tuple(running[power] - standing[power] for power in rules.powers)
    return PenaltyResult(highest, tuple(rolls), sums)


def _each(rules: Rules, powers: Sequence[str], dice: Iterator[int]) -> tuple[tuple[str, int], ...]:
    return tuple((power, throw(rules.penalties.amount, dice)) for power in powers)


def _highest(
    rules: Rules, powers: Sequence[str], dice: Iterator[int]
) -> tuple[tuple[str, int], ...]:
    """Strike the highest; several are tied (ruling 8)."""
    match rules.rulings.tied_highest:
        case "none" if len(powers) > 1:
            return ()
        case "one-for-all":
            loss = throw(rules.penalties.amount, dice)
            return tuple((power, loss) for power in powers)
        case _:
            return _each(rules, powers, dice)


def throw(amount: Amount, dice: Iterator[int]) -> int:
    """Return the VP of an amount; takes a die only if the amount has one."""
    return amount.of(next(dice)) if amount.rolls else amount.of(0)
