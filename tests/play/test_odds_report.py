"""Odds on the command line: what is asked, and the text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import InputError
from generator.play.congress import NOBODY
from generator.play.odds import Odds, odds
from generator.play.odds_report import format_odds, parse_power, parse_vp
from generator.rules import Rules
from tests.play.strategies import rules as any_rules
from tests.play.strategies import scores

Ruled = Callable[[str], Rules]

# Reading


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
    assert parse_power(rules, "none", "--diplomacy-winner", or_nobody=True) == NOBODY
    with pytest.raises(InputError, match=r"nobody.*Austria, Britain, France, Russia, or None"):
        parse_power(rules, "nobody", "--diplomacy-winner", or_nobody=True)


# Telling


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
    assert cells(report, "Success") == ["0", "0", "%"]
    assert cells(report, "of which fiasco (Step 1)") == ["1", "100", "%"]


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


def test_report_without_the_winner_of_the_phase_shows_each_that_may_be(rules: Rules) -> None:
    report = text(odds(rules, (40, 30, 28, 25)), "Britain")
    assert "Issue: Britain; by who won the Diplomacy Phase" in report
    losses = report[report.index("Expected loss") :]
    assert cells(losses, "nobody") == ["Austria", "Britain", "France", "Russia"]
    assert cells(losses, "Austria") == ["2", "4", "2", "2", "2"]
    assert cells(losses, "Britain") == ["2", "2", "4", "2", "2"]
    assert cells(losses, "Russia") == ["0", "0", "0", "0", "2"]
    assert "Declining costs Britain 2 VP" in report
    assert (
        "Calling costs it on average 7/9 = 0.78 VP in Step 4,\n"
        "or 14/9 = 1.56 VP if it won the Diplomacy Phase too." in report
    )


def test_report_without_the_winner_of_the_issue_shows_each_that_may_be(rules: Rules) -> None:
    report = text(odds(rules, (40, 30, 28, 25)), None, "Russia")
    assert "Diplomacy Phase: Russia; by who won the Issue" in report
    losses = report[report.index("France      Russia") :]
    assert cells(losses, "Austria   ") == ["4", "2", "2", "2"]
    assert cells(losses, "Russia   ") == ["2", "2", "2", "4"]
    assert "Declining costs the Issue's winner 2 VP" in report
    assert "Calling costs" not in report


def test_report_gives_the_range_where_the_winner_of_the_phase_changes_who_is_highest(
    ruled: Ruled,
) -> None:
    rules = ruled('rulings.penalty_order.value = "sequential"')
    report = text(odds(rules, (56, 55, 20, 15)), "Britain")
    assert "Calling costs it on average 2 to 4 VP in Step 4." in report


def test_report_says_when_roles_alone_are_not_exact(rules: Rules, ruled: Ruled) -> None:
    hint = "give both winners to be exact"
    sequential = ruled('rulings.penalty_order.value = "sequential"')
    assert hint in text(odds(sequential, (40, 30, 28, 25)))
    assert hint not in text(odds(sequential, (40, 30, 28, 25)), "Britain", NOBODY)
    assert hint not in text(odds(rules, (40, 30, 28, 25)))


def test_report_leaves_losses_out_where_nothing_can_fail(rules: Rules) -> None:
    report = text(odds(rules, (35, 30, 25, 20)), "Austria", "Russia")
    assert cells(report, "Failure") == ["0", "0", "%"]
    assert "Expected loss" not in report
    assert "Calling costs it on average 0 VP" in report


def test_report_tells_what_metternich_brings(rules: Rules, ruled: Ruled) -> None:
    found = odds(rules, (30, 30, 28, 25), metternich=True)
    assert "Austria gains 1 to 3" in text(found)
    assert "only if it calls" in text(found)
    either = ruled('rulings.metternich_when.value = "activation"')
    assert "either way" in text(odds(either, (30, 30, 28, 25), metternich=True))
    assert "Metternich" not in text(odds(rules, (30, 30, 28, 25)))


def test_report_follows_the_rule_data(ruled: Ruled) -> None:
    report = text(odds(ruled("activation.decline_vp = -1"), (40, 30, 28, 25)))
    assert "Declining costs the Issue's winner 1 VP" in report


@settings(deadline=None)
@given(any_rules(most_sides=4), scores(), *[st.booleans()] * 3)
def test_report_fits_80_columns(
    rules: Rules, vp: tuple[int, ...], metternich: bool, issue: bool, diplomacy: bool
) -> None:
    winners = (rules.powers[0] if issue else None, rules.powers[1] if diplomacy else None)
    report = text(odds(rules, vp, metternich=metternich), *winners)
    assert max(map(len, report.splitlines())) <= 80
    assert report == "\n".join(line.rstrip() for line in report.splitlines())
