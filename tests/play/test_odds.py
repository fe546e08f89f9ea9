"""Exact chances: the rule's check values, the reference play thrown through every die, the text."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import InputError
from generator.play.congress import NOBODY, Congress
from generator.play.odds import Odds, format_odds, odds, parse_power, parse_vp
from generator.rules import Rules
from tests.play.strategies import rules as any_rules
from tests.play.strategies import scores

Ruled = Callable[[str], Rules]
P1, P3 = "Austria", "France"

# The rule's check values


@pytest.mark.parametrize(
    ("vp", "outcomes", "success", "wins", "tied"),
    [
        ((35, 30, 25, 20), 36, 36, None, None),
        ((40, 34, 30, 26), 36, 36, {P1: 27, P3: 3}, 6),
        ((40, 30, 28, 25), 36, 22, {P1: 21}, 1),
        ((30, 20, 20, 20), 6, 2, {P1: 2}, 0),
    ],
)
def test_check_values_of_the_rule(
    rules: Rules,
    vp: tuple[int, ...],
    outcomes: int,
    success: int,
    wins: dict[str, int] | None,
    tied: int | None,
) -> None:
    found = odds(rules, vp)
    assert found.success == Fraction(success, outcomes)
    assert found.failure == 1 - found.success
    assert found.fiasco == 0
    if wins is not None:
        alone = {who[0]: chance for who, chance in found.victors.items() if len(who) == 1}
        assert alone == {power: Fraction(count, outcomes) for power, count in wins.items()}
        shared = sum(chance for who, chance in found.victors.items() if len(who) > 1)
        assert shared == Fraction(tied or 0, outcomes)


@pytest.mark.parametrize("vp", [(55, 25, 20, 15), (36, 30, 25, 20)])
def test_fiasco_is_certain(rules: Rules, vp: tuple[int, ...]) -> None:
    found = odds(rules, vp)
    assert found.fiasco == 1
    assert found.success == 0
    assert not found.victors


def test_fifteen_is_no_fiasco(rules: Rules) -> None:
    assert odds(rules, (35, 30, 25, 20)).fiasco == 0


def test_chance_that_the_bonus_brings_the_fiasco(rules: Rules) -> None:
    assert odds(rules, (38, 30, 28, 25), metternich=True).fiasco == Fraction(1, 3)
    assert odds(rules, (38, 30, 28, 25)).fiasco == 0


def test_flat_bonus(ruled: Ruled) -> None:
    rules = ruled('metternich.bonus.roll = "flat"')
    assert odds(rules, (38, 30, 28, 25), metternich=True).fiasco == 1
    assert odds(rules, (37, 30, 28, 25), metternich=True).fiasco == 0


# Against the reference play, thrown through every die


def throws(
    play: Callable[[Iterator[int]], Congress], sides: int
) -> Iterator[tuple[Fraction, Congress]]:
    """Yield every end of a command with its chance, feeding dice until it has enough."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        rolled = waiting.pop()
        try:
            yield Fraction(1, sides ** len(rolled)), play(_and_no_more(rolled))
        except IndexError:
            waiting += [(*rolled, face) for face in range(1, sides + 1)]


def _and_no_more(rolled: Sequence[int]) -> Iterator[int]:
    for index in itertools.count():
        yield rolled[index]


def whole_congress(ready: Congress) -> Iterator[tuple[Fraction, Congress]]:
    """Yield every end of calling and the winds with its chance."""
    for chance, called in throws(partial(ready.call, ""), ready.rules.metternich.bonus.sides):
        if called.phase == "failed":
            yield chance, called
        else:
            for part, rolled in throws(partial(called.winds, ""), ready.rules.winds.sides):
                yield chance * part, rolled


@settings(max_examples=150, deadline=None, derandomize=True)
@given(any_rules(most_sides=3), scores(), st.booleans(), st.data())
def test_odds_are_those_of_the_reference_play(
    rules: Rules, vp: tuple[int, ...], metternich: bool, data: st.DataObject
) -> None:
    rules = replace(rules, winds=replace(rules.winds, sides=min(rules.winds.sides, 4)))
    if rules.penalties.amount.sides > 3:
        rules = replace(
            rules,
            penalties=replace(
                rules.penalties, amount=replace(rules.penalties.amount, sides=3, divisor=2)
            ),
        )
    caller = data.draw(st.sampled_from(rules.powers))
    diplomacy = data.draw(st.sampled_from((*rules.powers, NOBODY)))
    due = metternich and caller == rules.metternich.power
    found = odds(rules, vp, metternich=due)
    fiasco = failure = Fraction(0)
    victors: dict[tuple[str, ...], Fraction] = {}
    losses = dict.fromkeys(rules.powers, Fraction(0))
    for chance, end in whole_congress(Congress(rules, vp, caller, diplomacy, metternich)):
        if end.record.victor is not None:
            victors[end.record.victor] = victors.get(end.record.victor, Fraction(0)) + chance
            continue
        failure += chance
        fiasco += chance if end.record.die is None else 0
        for weight, closed in throws(partial(end.penalties, ""), rules.penalties.amount.sides):
            for power, loss in zip(rules.powers, closed.record.penalty or (), strict=True):
                losses[power] -= loss * chance * weight
    assert (found.fiasco, found.failure) == (fiasco, failure)
    assert found.success == sum(victors.values())
    assert found.victors == victors
    assert sum(found.failures.values()) == found.failure
    if found.failure:
        expected = found.expected_losses(caller, None if diplomacy == NOBODY else diplomacy)
        assert {power: loss * found.failure for power, loss in expected.items()} == losses


def test_dice_of_many_sides_are_no_burden(ruled: Ruled) -> None:
    """All four lose a die; it fails if the least loss is more than 5 below the next."""
    sides = 60
    rules = ruled(
        f"winds.sides = {sides}\npenalties.amount.sides = {sides}\npenalties.amount.divisor = 1"
    )
    found = odds(rules, (20, 20, 20, 20))
    apart = sum(4 * (sides - 5 - least) ** 3 for least in range(1, sides - 5))
    assert found.failure == Fraction(apart, sides**4)
    mean = Fraction(sides + 1, 2)
    assert found.expected_losses("Austria", "Britain") == {
        "Austria": 2 * mean,
        "Britain": 2 * mean,
        "France": mean,
        "Russia": mean,
    }


# What a failure costs


def test_expected_losses_by_role(rules: Rules) -> None:
    found = odds(rules, (55, 25, 20, 15))
    assert found.expected_losses("Russia", "Britain") == {
        "Austria": 2,
        "Britain": 2,
        "France": 0,
        "Russia": 2,
    }
    assert found.expected_losses("Austria", "Austria")["Austria"] == 6
    assert found.expected_losses("Russia", None)["Britain"] == 0


def test_expected_losses_where_an_earlier_penalty_changes_who_is_highest(ruled: Ruled) -> None:
    rules = ruled('rulings.penalty_order.value = "sequential"')
    found = odds(rules, (56, 55, 20, 15))
    losses = found.expected_losses("Russia", "Austria")
    # Austria loses 1: tied, both roll; 2 or 3: Britain alone is highest
    assert losses["Austria"] == 2 + Fraction(1, 3) * 2
    assert losses["Britain"] == 2


# Reading the words of the command line


def test_vp_in_any_order_and_case(rules: Rules) -> None:
    words = ["russia=-25", "Austria=20", "FRANCE=+30", "Britain=015"]
    assert parse_vp(rules, words) == (20, 15, 30, -25)


GOOD = ["Austria=20", "Britain=15", "France=30"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*GOOD, "Rusia=1"], 'unknown power "Rusia", did you mean Russia'),
        ([*GOOD, "Prussia=1"], 'unknown power "Prussia"'),
        ([*GOOD, "Turkey=1"], "the powers are Austria, Britain, France, Russia"),
        ([*GOOD, "=1"], 'unknown power ""'),
        ([*GOOD, "Rus\nsia=1"], 'unknown power "Rus sia"'),
        ([*GOOD, "Russia"], '"Russia" is not NAME=NUMBER'),
        ([*GOOD, "Russia=ten"], 'the VP of Russia are "ten"'),
        ([*GOOD, "Russia="], 'the VP of Russia are ""'),
        ([*GOOD, "Russia=1.5"], "must be a whole number"),
        ([*GOOD, "Russia=1_0"], "must be a whole number"),
        ([*GOOD, "Russia=²"], "must be a whole number"),
        ([*GOOD, "Russia=٣"], "must be a whole number"),
        ([*GOOD, "Russia=1\n"], "must be a whole number"),
        ([*GOOD, "Russia=12345678"], "at most seven digits"),
        ([*GOOD, "Russia=" + "9" * 5000], "at most seven digits"),
        ([*GOOD, "Russia=1", "Austria=2"], "Austria is given twice"),
        (GOOD, "no VP for Russia"),
        ([], "no VP for Austria, Britain, France, Russia"),
    ],
)
def test_wrong_vp_are_refused_in_one_line(rules: Rules, words: list[str], says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_vp(rules, words)
    message = str(caught.value)
    assert message.startswith("--vp: ")
    assert says in message
    assert len(message.splitlines()) == 1


def test_unknown_power_names_the_option_and_the_closest(rules: Rules) -> None:
    assert parse_power(rules, "france", "--issue-winner") == "France"
    with pytest.raises(InputError, match=r"--issue-winner: .*\"Frnace\", did you mean France"):
        parse_power(rules, "Frnace", "--issue-winner")


# The text


def text(found: Odds, issue: str | None = None, diplomacy: str | None = None) -> str:
    return format_odds(found, issue_winner=issue, diplomacy_winner=diplomacy)


def cells(report: str, label: str) -> list[str]:
    """Return what stands behind a label of the report."""
    lines = [line for line in report.splitlines() if line.strip().startswith(label)]
    assert len(lines) == 1
    return lines[0].strip().removeprefix(label).split()


def test_report_has_every_chance_as_fraction_and_per_cent(rules: Rules) -> None:
    report = text(odds(rules, (40, 30, 28, 25)))
    assert cells(report, "Success") == ["11/18", "61.11", "%"]
    assert cells(report, "Austria wins") == ["7/12", "58.33", "%"]
    assert cells(report, "Austria, France tied") == ["1/36", "2.78", "%"]
    assert cells(report, "Failure") == ["7/18", "38.89", "%"]
    assert "fiasco" not in report


def test_report_of_a_fiasco(rules: Rules) -> None:
    report = text(odds(rules, (55, 25, 20, 15)))
    assert cells(report, "Success") == ["0", "0.00", "%"]
    assert cells(report, "of which fiasco (Step 1)") == ["1", "100.00", "%"]


def test_report_shows_losses_of_every_role_if_no_winner_is_given(rules: Rules) -> None:
    report = text(odds(rules, (40, 30, 28, 25)))
    table = report[report.index("Expected loss") :]
    assert cells(table, "neither") == ["Issue", "Diplomacy", "both"]
    assert cells(table, "Austria") == ["2", "4", "4", "6"]
    assert cells(table, "Britain") == ["0", "2", "2", "4"]
    assert "Declining costs the Issue's winner 2 VP for certain." in report
    assert "Calling costs" not in report


def test_report_sets_the_caller_s_choices_side_by_side(rules: Rules) -> None:
    report = text(odds(rules, (40, 30, 28, 25)), "Britain", NOBODY)
    losses = report[report.index("Expected loss") :]
    assert "Issue: Britain, Diplomacy Phase: nobody" in losses
    assert cells(losses, "Austria") == ["2"]
    assert cells(losses, "Britain") == ["2"]
    assert cells(losses, "Russia") == ["0"]
    assert "Declining costs Britain 2 VP for certain." in report
    assert "Calling costs it on average 7/9 = 0.78 VP in Step 4." in report


def test_report_with_one_winner_alone_still_shows_every_role(rules: Rules) -> None:
    report = text(odds(rules, (40, 30, 28, 25)), "Britain")
    assert cells(report[report.index("Expected loss") :], "Austria") == ["2", "4", "4", "6"]
    assert "Declining costs Britain 2 VP" in report
    assert "Calling costs" not in report


def test_report_says_when_roles_alone_are_not_exact(rules: Rules, ruled: Ruled) -> None:
    hint = "give both winners to be exact"
    sequential = ruled('rulings.penalty_order.value = "sequential"')
    assert hint in text(odds(sequential, (40, 30, 28, 25)))
    assert hint not in text(odds(sequential, (40, 30, 28, 25)), "Britain", NOBODY)
    assert hint not in text(odds(rules, (40, 30, 28, 25)))


def test_report_leaves_losses_out_where_nothing_can_fail(rules: Rules) -> None:
    report = text(odds(rules, (35, 30, 25, 20)), "Austria", "Russia")
    assert cells(report, "Failure") == ["0", "0.00", "%"]
    assert "Expected loss" not in report
    assert "Calling costs it on average 0 VP" in report


def test_report_tells_what_metternich_brings(rules: Rules, ruled: Ruled) -> None:
    found = odds(rules, (30, 30, 28, 25), metternich=True)
    assert "Austria gains 1 to 3" in text(found)
    assert "only if the congress is called" in text(found)
    either = ruled('rulings.metternich_when.value = "activation"')
    assert "either way" in text(odds(either, (30, 30, 28, 25), metternich=True))
    assert "Metternich" not in text(odds(rules, (30, 30, 28, 25)))


def test_report_follows_the_rule_data(ruled: Ruled) -> None:
    report = text(odds(ruled("activation.decline_vp = -1"), (40, 30, 28, 25)))
    assert "Declining costs the Issue's winner 1 VP" in report


@settings(deadline=None)
@given(any_rules(most_sides=4), scores(), st.booleans(), st.booleans())
def test_report_fits_80_columns(
    rules: Rules, vp: tuple[int, ...], metternich: bool, given_winners: bool
) -> None:
    winners = rules.powers[:2] if given_winners else (None, None)
    report = text(odds(rules, vp, metternich=metternich), *winners)
    assert max(map(len, report.splitlines())) <= 80
    assert report == "\n".join(line.rstrip() for line in report.splitlines())


def test_odds_import_neither_xml_nor_templates() -> None:
    code = (
        "import sys, generator.play.odds, generator.rules\n"
        "print([name for name in ('lxml', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
