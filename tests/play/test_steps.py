"""Steps 1 to 4 (15.6.3), with values worked out by hand from the rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.play import steps
from generator.rules import Rules
from tests.play.strategies import SHIPPED, scores
from tests.play.strategies import rules as any_rules

Ruled = Callable[[str], Rules]

# Step 1


@pytest.mark.parametrize(
    ("vp", "gap", "fiasco"),
    [
        ((35, 30, 25, 20), 15, False),
        ((36, 30, 25, 20), 16, True),
        ((20, 25, 30, 36), 16, True),
        ((7, 7, 7, 7), 0, False),
        ((-10, 0, 5, 5), 15, False),
        ((-11, 0, 5, 5), 16, True),
    ],
)
def test_fiasco_is_more_than_fifteen(
    rules: Rules, vp: tuple[int, ...], gap: int, fiasco: bool
) -> None:
    assert steps.gap(vp) == gap
    assert steps.is_fiasco(rules, vp) is fiasco


# Step 2: places


@pytest.mark.parametrize(
    ("vp", "pattern", "places"),
    [
        ((40, 30, 20, 10), "1111", (1, 2, 3, 4)),
        ((10, 20, 30, 40), "1111", (4, 3, 2, 1)),
        ((20, 40, 10, 30), "1111", (3, 1, 4, 2)),
        ((40, 30, 20, 20), "112", (1, 2, 3, 3)),
        ((20, 30, 20, 40), "112", (3, 2, 3, 1)),
        ((40, 30, 30, 20), "121", (1, 2, 2, 3)),
        ((30, 20, 40, 30), "121", (2, 3, 1, 2)),
        ((40, 40, 30, 20), "211", (1, 1, 2, 3)),
        ((20, 40, 30, 40), "211", (3, 1, 2, 1)),
        ((40, 30, 30, 30), "13", (1, 2, 2, 2)),
        ((30, 30, 40, 30), "13", (2, 2, 1, 2)),
        ((40, 40, 40, 30), "31", (1, 1, 1, 2)),
        ((30, 40, 40, 40), "31", (2, 1, 1, 1)),
        ((40, 40, 30, 30), "22", (1, 1, 2, 2)),
        ((30, 40, 30, 40), "22", (2, 1, 2, 1)),
        ((0, 0, 0, 0), "4", (1, 1, 1, 1)),
        ((-3, -1, -2, -1), "211", (3, 1, 2, 1)),
    ],
)
def test_places_of_each_pattern(
    rules: Rules, vp: tuple[int, ...], pattern: str, places: tuple[int, ...]
) -> None:
    assert steps.pattern(vp) == pattern
    assert steps.acting_places(rules, vp) == places


@pytest.mark.parametrize(
    ("pattern", "row", "vp", "rollers"),
    [
        ("112", "[1, 2, 4, 4]", (40, 30, 20, 20), (True, False, False, False)),
        ("121", "[1, 2, 2, 4]", (40, 30, 30, 20), (True, False, False, False)),
        ("121", "[1, 3, 3, 4]", (40, 30, 30, 20), (True, True, True, False)),
        ("13", "[1, 3, 3, 3]", (40, 30, 30, 30), (True, True, True, True)),
        ("22", "[1, 1, 3, 3]", (40, 40, 30, 30), (True, True, True, True)),
        ("4", "[4, 4, 4, 4]", (40, 40, 40, 40), (False, False, False, False)),
    ],
)
def test_other_reading_of_a_row_changes_who_rolls(
    rules: Rules,
    ruled: Ruled,
    pattern: str,
    row: str,
    vp: tuple[int, ...],
    rollers: tuple[bool, ...],
) -> None:
    changed = ruled(f"ties.{pattern}.places = {row}")
    assert steps.rollers(changed, steps.acting_places(changed, vp)) == rollers
    assert steps.rollers(rules, steps.acting_places(rules, vp)) != rollers


@given(scores())
def test_shipped_places_are_the_dense_rank(vp: tuple[int, ...]) -> None:
    rank = tuple(1 + len({other for other in vp if other > value}) for value in vp)
    assert steps.acting_places(SHIPPED, vp) == rank


@given(any_rules(), scores(), st.permutations(range(4)))
def test_places_follow_the_powers_wherever_they_sit(
    rules: Rules, vp: tuple[int, ...], seats: list[int]
) -> None:
    places = steps.acting_places(rules, vp)
    moved = tuple(vp[seat] for seat in seats)
    assert steps.acting_places(rules, moved) == tuple(places[seat] for seat in seats)


def test_winds_take_from_the_first_and_give_to_the_third(rules: Rules) -> None:
    after = steps.adjusted(rules, (40, 30, 28, 25), (1, 2, 3, 4), (6, 0, 5, 0))
    assert after == (34, 30, 33, 25)


# Step 3


@pytest.mark.parametrize(
    ("after", "margin", "success"),
    [
        ((35, 30, 0, 0), 5, True),
        ((36, 30, 0, 0), 6, False),
        ((0, 30, 0, 36), 6, False),
        ((36, 36, 30, 0), 0, True),
        ((9, 9, 9, 9), 0, True),
    ],
)
def test_success_is_at_most_five_between_the_two_best(
    rules: Rules, after: tuple[int, ...], margin: int, success: bool
) -> None:
    assert steps.margin(rules, after) == margin
    assert steps.is_success(rules, after) is success


@pytest.mark.parametrize(
    ("after", "margin"), [((36, 36, 30, 0), 6), ((9, 9, 9, 9), 0), ((36, 31, 31, 0), 5)]
)
def test_distinct_scores_leave_the_tie_out(
    ruled: Ruled, after: tuple[int, ...], margin: int
) -> None:
    assert steps.margin(ruled('rulings.margin.value = "distinct-scores"'), after) == margin


def test_tie_for_victory_is_left_to_the_table(rules: Rules) -> None:
    assert steps.victors(rules, (40, 30, 35, 20), (35, 30, 35, 20)) == ("Austria", "France")
    assert steps.victors(rules, (40, 30, 35, 20), (34, 30, 35, 20)) == ("France",)


def test_tie_for_victory_broken_by_an_order(ruled: Ruled) -> None:
    rules = ruled(
        '[rulings.tie_break]\nvalue = "order"\norder = ["Russia", "France", "Britain", "Austria"]'
    )
    assert steps.victors(rules, (40, 30, 35, 20), (35, 30, 35, 20)) == ("France",)
    assert steps.victors(rules, (40, 30, 35, 20), (36, 30, 35, 20)) == ("Austria",)


def test_tie_for_victory_broken_by_vp_before_the_rolls(ruled: Ruled) -> None:
    rules = ruled('rulings.tie_break.value = "before-then-table"')
    assert steps.victors(rules, (40, 30, 35, 20), (35, 30, 35, 20)) == ("Austria",)
    both = steps.victors(rules, (40, 50, 40, 20), (35, 30, 35, 20))
    assert both == ("Austria", "France")


# Step 4


def strike(
    rules: Rules,
    vp: tuple[int, ...],
    dice: list[int],
    *,
    diplomacy: str | None = "Russia",
    issue: str = "Britain",
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Return who was highest, the penalties, and how many dice were left."""
    faces = iter(dice)
    result = steps.penalties(rules, vp, diplomacy_winner=diplomacy, issue_winner=issue, dice=faces)
    return result.highest, result.penalties, len(list(faces))


@pytest.mark.parametrize(("face", "loss"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_penalty_is_a_halved_die(rules: Rules, face: int, loss: int) -> None:
    _, sums, _ = strike(rules, (40, 30, 20, 10), [1, 1, face])
    assert sums == (-1, -loss, 0, -1)


def test_penalties_are_rolled_in_order(rules: Rules) -> None:
    assert strike(rules, (40, 30, 20, 10), [1, 3, 5]) == (("Austria",), (-2, -3, 0, -1), 0)


def test_penalties_of_one_power_add_up(rules: Rules) -> None:
    highest, sums, left = strike(
        rules, (10, 30, 20, 10), [6, 5, 6], diplomacy="Britain", issue="Britain"
    )
    assert (highest, sums, left) == (("Britain",), (0, -9, 0, 0), 0)


def test_nobody_won_the_diplomacy_phase(rules: Rules) -> None:
    assert strike(rules, (40, 30, 20, 10), [3, 5], diplomacy=None) == (
        ("Austria",),
        (-2, -3, 0, 0),
        0,
    )


TIED = (40, 10, 40, 10)


@pytest.mark.parametrize(
    ("ruling", "sums", "left"),
    [
        ("each", (-2, -3, -3, -1), 0),
        ("one-for-all", (-2, -3, -2, -1), 1),
        ("none", (0, -2, 0, -1), 2),
    ],
)
def test_tied_highest(ruled: Ruled, ruling: str, sums: tuple[int, ...], left: int) -> None:
    rules = ruled(f'rulings.tied_highest.value = "{ruling}"')
    highest = ("Austria", "France")
    assert strike(rules, TIED, [1, 3, 6, 5]) == (highest, sums, left)


def test_ruling_none_spares_only_ties(ruled: Ruled) -> None:
    rules = ruled('rulings.tied_highest.value = "none"')
    assert strike(rules, (40, 30, 20, 10), [1, 3, 5])[1] == (-2, -3, 0, -1)


def test_sequential_penalties_can_change_who_is_highest(rules: Rules, ruled: Ruled) -> None:
    vp, dice = (40, 39, 20, 10), [3, 5, 1]
    assert strike(rules, vp, dice, diplomacy="Austria", issue="Russia") == (
        ("Austria",),
        (-5, 0, 0, -1),
        0,
    )
    sequential = ruled('rulings.penalty_order.value = "sequential"')
    assert strike(sequential, vp, dice, diplomacy="Austria", issue="Russia") == (
        ("Britain",),
        (-2, -3, 0, -1),
        0,
    )


def test_sequential_looks_only_at_earlier_penalties(ruled: Ruled) -> None:
    rules = ruled(
        'penalties.order = ["highest", "diplomacy-winner", "issue-winner"]\n'
        'rulings.penalty_order.value = "sequential"'
    )
    highest, _, _ = strike(rules, (40, 39, 20, 10), [5, 5, 5], diplomacy="Austria")
    assert highest == ("Austria",)


def test_penalties_that_errata_leave_out(ruled: Ruled) -> None:
    rules = ruled('penalties.order = ["issue-winner"]')
    assert strike(rules, (40, 30, 20, 10), [5]) == ((), (0, -3, 0, 0), 0)


def test_flat_penalties_take_no_die(ruled: Ruled) -> None:
    rules = ruled('[penalties.amount]\nroll = "flat"\nflat = 4')
    assert strike(rules, (40, 30, 20, 10), []) == (("Austria",), (-4, -4, 0, -4), 0)


@given(scores(), st.lists(st.integers(1, 6), min_size=6, max_size=6))
def test_what_is_taken_is_what_was_rolled(vp: tuple[int, ...], dice: list[int]) -> None:
    highest, sums, left = strike(SHIPPED, vp, dice)
    rolled = dice[: len(dice) - left]
    assert len(rolled) == 2 + len(highest)
    assert -sum(sums) == sum((face + 1) // 2 for face in rolled)
