"""Exact chances of a congress, every dice outcome enumerated; fractions, nothing is sampled."""

from __future__ import annotations

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.errors import InputError
from generator.play import steps
from generator.rules import Amount, Rules

MOST_VP = 9_999_999
"""Largest VP that can be asked about, either sign; the extension takes as many digits."""

NOBODY = "None"


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

    def expected_losses(self, issue_winner: str, diplomacy_winner: str | None) -> dict[str, Fraction]:
        """Return the VP that a failure is expected to cost each power in Step 4.

        Args:
            issue_winner: who won the Issue, and calls.
            diplomacy_winner: who won the Diplomacy Phase; None: nobody.
        """
        losses = dict.fromkeys(self.rules.powers, Fraction(0))
        for vp, chance in self.failures.items():
            for weight, sums in _penalties(self.rules, vp, issue_winner, diplomacy_winner):
                for power, loss in zip(self.rules.powers, sums, strict=True):
                    losses[power] -= loss * weight * chance / self.failure
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
    places = steps.acting_places(rules, vp)
    faces = [range(1, rules.winds.sides + 1) if rolls else (0,) for rolls in steps.rollers(rules, places)]
    won: Counter[tuple[str, ...]] = Counter()
    total = 0
    for dice in itertools.product(*faces):
        total += 1
        after = steps.adjusted(rules, vp, places, dice)
        if steps.is_success(rules, after):
            won[steps.victors(rules, vp, after)] += 1
    return {who: Fraction(count, total) for who, count in won.items()}


class _MoreDiceError(Exception):
    """The dice so far are not enough."""


def _dice(faces: Sequence[int]) -> Iterator[int]:
    yield from faces
    raise _MoreDiceError


def _penalties(
    rules: Rules, vp: steps.VP, issue_winner: str, diplomacy_winner: str | None
) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Yield every outcome of Step 4 with its chance; faces that are worth the same count as one."""
    amount = rules.penalties.amount
    faces = {amount.of(face): face for face in range(1, amount.sides + 1)}
    weights = _weighted(amount.values())
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, rolled = waiting.pop()
        try:
            result = steps.penalties(
                rules,
                vp,
                diplomacy_winner=diplomacy_winner,
                issue_winner=issue_winner,
                dice=_dice(rolled),
            )
        except _MoreDiceError:
            waiting += [(chance * weights[value], (*rolled, face)) for value, face in faces.items()]
        else:
            yield chance, result.penalties


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
            raise InputError(f'--vp: "{word}" is not NAME=NUMBER; write for example {rules.powers[0]}=20')
        power = parse_power(rules, name, "--vp")
        if power in found:
            raise InputError(f"--vp: {power} is given twice; give each power once")
        if re.fullmatch(r"[+-]?[0-9]+", number, re.ASCII) is None or abs(int(number)) > MOST_VP:
            raise InputError(
                f'--vp: the VP of {power} are "{number}"; must be a whole number, at most seven digits'
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
    raise InputError(f'{option}: unknown power "{name}"{hint}; the powers are {", ".join(rules.powers)}')


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
        "VP: " + ", ".join(f"{power} {value}" for power, value in zip(rules.powers, found.vp, strict=True)),
    ]
    if found.metternich:
        amount = rules.metternich.bonus
        lines.append(
            f"Metternich: {rules.metternich.power} gains {_span(amount)} before Step 1, enumerated below"
        )
    lines.append("")
    lines += _chances(found)
    if found.failure:
        lines += ["", *_losses(found, issue_winner, diplomacy_winner)]
    lines += ["", f"Declining costs the Issue's winner {-rules.activation.decline_vp} VP for certain."]
    return "\n".join(lines)


def _span(amount: Amount) -> str:
    values = amount.values()
    return f"{values[0]}" if min(values) == max(values) else f"{min(values)} to {max(values)}"


def _chances(found: Odds) -> list[str]:
    rows = [("Success", found.success)]
    order = found.rules.powers.index
    by_size = sorted(found.victors.items(), key=lambda each: (len(each[0]), [order(p) for p in each[0]]))
    for who, chance in by_size:
        name = f"{who[0]} wins" if len(who) == 1 else f"{', '.join(who)} tied"
        rows.append((f"  {name}", chance))
    rows.append(("Failure", found.failure))
    if found.fiasco:
        rows.append(("  of which fiasco (Step 1)", found.fiasco))
    width = max(len(label) for label, _ in rows)
    return [f"{label:<{width}}  {chance!s:>9}  {_percent(chance):>8}" for label, chance in rows]


def _percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.2f} %"


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
        cells = [
            found.expected_losses(issue, diplomacy)[power]
            for issue, diplomacy in ((other, another), (power, other), (other, power), (power, power))
        ]
        lines.append(f"  {power:<12}" + "".join(f"{_number(cell):>12}" for cell in cells))
    if rules.rulings.penalty_order == "sequential":
        lines.append("Penalties are sequential: give --issue-winner and --diplomacy-winner to be exact.")
    return lines


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value} = {float(value):.2f}"
