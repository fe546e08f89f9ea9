"""Exact chances of a congress, every dice outcome enumerated; fractions, nothing is sampled."""

from __future__ import annotations

import difflib
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.errors import InputError
from generator.play import steps
from generator.play.congress import NOBODY
from generator.play.winds import MASKS, Winds
from generator.rules import Amount, Rules


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


# Asking and telling


def parse_vp(rules: Rules, words: Sequence[str]) -> steps.VP:
    """Read ``Austria=20 Britain=15 …`` into VP in the rule's order.

    Raises:
        InputError: a word is not NAME=NUMBER, a power is unknown, named twice or missing.
    """
    found: dict[str, int] = {}
    for word in words:
        name, equals, number = word.partition("=")
        if not equals:
            word = " ".join(word.split())
            example = f"{rules.powers[0]}=20"
            raise InputError(f'--vp: "{word}" is not NAME=NUMBER; write for example {example}')
        power = parse_power(rules, name, "--vp")
        if power in found:
            raise InputError(f"--vp: {power} is given twice; give each power once")
        if re.fullmatch(r"[+-]?[0-9]{1,7}", number) is None:
            number = " ".join(number.split())
            raise InputError(
                f'--vp: the VP of {power} are "{number}"; '
                "must be a whole number of at most seven digits"
            )
        found[power] = int(number)
    missing = [power for power in rules.powers if power not in found]
    if missing:
        raise InputError(f"--vp: no VP for {', '.join(missing)}; give all four powers")
    return tuple(found[power] for power in rules.powers)


def parse_power(rules: Rules, name: str, option: str) -> str:
    """Return the power of that name, whatever its case.

    Raises:
        InputError: there is none.
    """
    for power in rules.powers:
        if power.lower() == name.lower():
            return power
    close = difflib.get_close_matches(name.capitalize(), rules.powers, 1)
    hint = f", did you mean {close[0]}" if close else ""
    name = " ".join(name.split())
    powers = ", ".join(rules.powers)
    raise InputError(f'{option}: unknown power "{name}"{hint}; the powers are {powers}')


def format_odds(found: Odds, *, issue_winner: str | None, diplomacy_winner: str | None) -> str:
    """Return the chances as a text of at most 80 columns.

    Args:
        found: the chances.
        issue_winner: a power, or None: not given, losses are shown for every role.
        diplomacy_winner: a power, NOBODY, or None: not given.
    """
    rules = found.rules
    lines = [
        f"{rules.release.title}, rule {rules.release.rule}, version {rules.release.version}",
        "VP: " + ", ".join(map("{} {}".format, rules.powers, found.vp)),
    ]
    if found.metternich:
        amount = rules.metternich.bonus
        lines.append(
            f"Metternich: {rules.metternich.power} gains {_span(amount)} before Step 1, "
            "enumerated below"
        )
    lines.append("")
    lines += _chances(found)
    if found.failure:
        lines += ["", *_losses(found, issue_winner, diplomacy_winner)]
    return "\n".join([*lines, "", *_choice(found, issue_winner, diplomacy_winner)])


def _span(amount: Amount) -> str:
    values = amount.values()
    return f"{values[0]}" if min(values) == max(values) else f"{min(values)} to {max(values)}"


def _chances(found: Odds) -> list[str]:
    rows = [("Success", found.success)]
    order = found.rules.powers.index
    ranked = sorted(found.victors, key=lambda who: (len(who), [order(power) for power in who]))
    for who in ranked:
        name = f"{who[0]} wins" if len(who) == 1 else f"{', '.join(who)} tied"
        rows.append((f"  {name}", found.victors[who]))
    rows.append(("Failure", found.failure))
    if found.fiasco:
        rows.append(("  of which fiasco (Step 1)", found.fiasco))
    width = max(len(label) for label, _ in rows)
    return [f"{label:<{width}}  {chance!s:>9}  {_percent(chance):>8}" for label, chance in rows]


def _percent(chance: Fraction) -> str:
    return f"{_decimal(chance * 100)} %"


def _decimal(value: Fraction) -> str:
    """Return two decimals of a number, 0 or more; a half upwards."""
    hundredths = math.floor(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _losses(found: Odds, issue_winner: str | None, diplomacy_winner: str | None) -> list[str]:
    rules = found.rules
    if issue_winner is not None and diplomacy_winner is not None:
        nobody = diplomacy_winner == NOBODY
        losses = found.expected_losses(issue_winner, None if nobody else diplomacy_winner)
        title = (
            f"Expected loss if it fails (VP); Issue: {issue_winner}, "
            f"Diplomacy Phase: {'nobody' if nobody else diplomacy_winner}"
        )
        return [title, *(f"  {power:<12}{_number(losses[power])}" for power in rules.powers)]
    lines = [
        "Expected loss if it fails (VP), by what the power has won",
        f"  {'':<12}{'neither':>12}{'Issue':>12}{'Diplomacy':>12}{'both':>12}",
    ]
    for power in rules.powers:
        other, another = [each for each in rules.powers if each != power][:2]
        roles = ((other, another), (power, other), (other, power), (power, power))
        cells = [found.expected_losses(*winners)[power] for winners in roles]
        lines.append(f"  {power:<12}" + "".join(f"{_short(cell):>12}" for cell in cells))
    if rules.rulings.penalty_order == "sequential":
        lines.append("  Sequential penalties (ruling 7): give both winners to be exact.")
    return lines


def _choice(found: Odds, issue_winner: str | None, diplomacy_winner: str | None) -> list[str]:
    """Tell the caller what either decision costs."""
    rules = found.rules
    caller = issue_winner or "the Issue's winner"
    lines = [f"Declining costs {caller} {-rules.activation.decline_vp} VP for certain."]
    if issue_winner is not None and diplomacy_winner is not None:
        loss = Fraction(0)
        if found.failure:
            nobody = diplomacy_winner == NOBODY
            losses = found.expected_losses(issue_winner, None if nobody else diplomacy_winner)
            loss = found.failure * losses[issue_winner]
        lines.append(f"Calling costs it on average {_number(loss)} VP in Step 4.")
    if found.metternich:
        gain = f"Metternich's bonus ({_span(rules.metternich.bonus)} VP) comes on top"
        both = rules.rulings.metternich_when == "activation"
        lines.append(f"{gain}, {'either way' if both else 'only if the congress is called'}.")
    return lines


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value} = {_decimal(value)}"


def _short(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else _decimal(value)
