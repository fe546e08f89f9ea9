"""Amounts and places of the model."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules import Amount, Rules


@given(st.integers(2, 100), st.integers(1, 100))
def test_divided_die_has_its_fractions_up(sides: int, divisor: int) -> None:
    amount = Amount("die", sides, divisor, 7)
    exact = [math.ceil(face / divisor) for face in range(1, sides + 1)]
    assert list(amount.values()) == exact
    assert [amount.of(face) for face in range(1, sides + 1)] == exact
    assert amount.rolls


@given(st.integers(1, 100))
def test_flat_amount_ignores_the_die(face: int) -> None:
    amount = Amount("flat", 6, 2, 3)
    assert amount.values() == (3,)
    assert amount.of(face) == 3
    assert not amount.rolls


def test_places_that_do_something(rules: Rules) -> None:
    assert rules.winds.places_that("lose", "gain") == (1, 3)
    assert rules.winds.places_that("none") == (2, 4)


def test_rules_cannot_be_changed(rules: Rules) -> None:
    with pytest.raises(FrozenInstanceError):
        rules.fiasco.limit = 16  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.ties["4"] = rules.ties["31"]  # type: ignore[index]
