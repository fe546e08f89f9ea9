"""Odds on the command line: reading what is asked, and telling what was found."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from generator.errors import InputError
from generator.play import steps
from generator.play.congress import NOBODY
from generator.play.odds import Odds
from generator.rules import Amount, Rules


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


def parse_power(rules: Rules, name: str, option: str, *, or_nobody: bool = False) -> str:
    """Return the power of that name, whatever its case; NOBODY too if that may be.

    Raises:
        InputError: there is none.
    """
    known = (*rules.powers, *([NOBODY] if or_nobody else []))
    for each in known:
        if each.lower() == name.lower():
            return each
    close = difflib.get_close_matches(name.capitalize(), known, 1)
    hint = f", did you mean {close[0]}" if close else ""
    name = " ".join(name.split())
    powers = ", ".join(rules.powers) + (f", or {NOBODY}" if or_nobody else "")
    raise InputError(f'{option}: unknown power "{name}"{hint}; the powers are {powers}')


def format_odds(found: Odds, *, issue_winner: str | None, diplomacy_winner: str | None) -> str:
    """Return the chances as a text of at most 80 columns.

    Args:
        found: the chances.
        issue_winner: a power, or None: not given.
        diplomacy_winner: a power, NOBODY, or None: not given.

    Losses are shown for each power that may have won what is not given.
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
            "counted in below"
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
    """Return a chance with two decimals unless it is impossible or certain, as the sheet does."""
    return f"{chance * 100 if chance in (0, 1) else _decimal(chance * 100)} %"


def _decimal(value: Fraction) -> str:
    """Return two decimals of a number, 0 or more; a half upwards."""
    hundredths = math.floor(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _losses(found: Odds, issue_winner: str | None, diplomacy_winner: str | None) -> list[str]:
    title = "Expected loss if it fails (VP)"
    powers = found.rules.powers
    if issue_winner is None and diplomacy_winner is None:
        return _losses_by_role(found, title)
    if diplomacy_winner is None:
        assert issue_winner is not None
        title += f"; Issue: {issue_winner}; by who won the Diplomacy Phase"
        by = {
            _said(each): found.expected_losses(issue_winner, _power(each)) for each in _any(powers)
        }
        return [title, *_table(powers, by)]
    phase = f"Diplomacy Phase: {_said(diplomacy_winner)}"
    winner = _power(diplomacy_winner)
    if issue_winner is None:
        by = {each: found.expected_losses(each, winner) for each in powers}
        return [f"{title}; {phase}; by who won the Issue", *_table(powers, by)]
    losses = found.expected_losses(issue_winner, winner)
    lines = [f"  {power:<12}{_number(losses[power])}" for power in powers]
    return [f"{title}; Issue: {issue_winner}, {phase}", *lines]


def _losses_by_role(found: Odds, title: str) -> list[str]:
    powers = found.rules.powers
    by: dict[str, dict[str, Fraction]] = {"neither": {}, "Issue": {}, "Diplomacy": {}, "both": {}}
    for power in powers:
        other, another = [each for each in powers if each != power][:2]
        roles = ((other, another), (power, other), (other, power), (power, power))
        for column, winners in zip(by.values(), roles, strict=True):
            column[power] = found.expected_losses(*winners)[power]
    lines = [f"{title}, by what the power has won", *_table(powers, by)]
    if found.rules.rulings.penalty_order == "sequential":
        lines.append("  Sequential penalties (ruling 7): give both winners to be exact.")
    return lines


def _table(
    powers: Sequence[str],
    columns: Mapping[str, Mapping[str, Fraction]],
) -> list[str]:
    return [
        f"  {'':<12}" + "".join(f"{name:>12}" for name in columns),
        *(
            f"  {power:<12}"
            + "".join(f"{_short(column[power]):>12}" for column in columns.values())
            for power in powers
        ),
    ]


def _any(powers: Sequence[str]) -> tuple[str, ...]:
    """Return who can have won the Diplomacy Phase."""
    return (NOBODY, *powers)


def _power(diplomacy_winner: str) -> str | None:
    return None if diplomacy_winner == NOBODY else diplomacy_winner


def _said(diplomacy_winner: str) -> str:
    return "nobody" if diplomacy_winner == NOBODY else diplomacy_winner


def _choice(found: Odds, issue_winner: str | None, diplomacy_winner: str | None) -> list[str]:
    """Tell the caller what either decision costs."""
    rules = found.rules
    caller = issue_winner or "the Issue's winner"
    lines = [f"Declining costs {caller} {-rules.activation.decline_vp} VP for certain."]
    if issue_winner is not None:
        lines += _calling(found, issue_winner, diplomacy_winner)
    if found.metternich:
        bonus = f"Metternich's bonus ({_span(rules.metternich.bonus)} VP)"
        gain = f"{rules.metternich.power} gains {bonus} besides"
        both = rules.rulings.metternich_when == "activation"
        lines.append(f"{gain}, {'either way' if both else 'only if it calls'}.")
    return lines


def _calling(found: Odds, caller: str, diplomacy_winner: str | None) -> list[str]:
    def cost(winner: str) -> Fraction:
        if not found.failure:
            return Fraction(0)
        return found.failure * found.expected_losses(caller, _power(winner))[caller]

    said = "Calling costs it on average"
    if diplomacy_winner is not None:
        return [f"{said} {_number(cost(diplomacy_winner))} VP in Step 4."]
    others = [cost(each) for each in _any(found.rules.powers) if each != caller]
    least, most = min(others), max(others)
    lines = [
        f"{said} {_number(least)} VP in Step 4"
        if least == most
        else f"{said} {_short(least)} to {_short(most)} VP in Step 4"
    ]
    if cost(caller) == most:
        return [f"{lines[0]}."]
    return [f"{lines[0]},", f"or {_number(cost(caller))} VP if it won the Diplomacy Phase too."]


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{value} = {_decimal(value)}"


def _short(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else _decimal(value)
