"""Exact chances: the rule's check values, the reference play thrown through every die."""

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

from generator.play.congress import NOBODY, Congress
from generator.play.odds import odds
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


def test_odds_import_neither_xml_nor_templates() -> None:
    code = (
        "import sys, generator.play.odds_report, generator.rules\n"
        "print([name for name in ('lxml', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
