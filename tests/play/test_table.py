"""The table of odds against the odds themselves, for every difference of VP."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.play import steps
from generator.play.odds import odds
from generator.play.table import OddsTable, keys, make_table
from generator.play.winds import MASKS
from generator.rules import Rules
from tests.play.strategies import rules as any_rules


def looked_up(
    rules: Rules, table: OddsTable, vp: tuple[int, ...]
) -> dict[tuple[str, ...], Fraction]:
    """Return the chance of each victor as the table has it."""
    ranked = sorted(range(4), key=lambda index: (-vp[index], index))
    third = min(vp[ranked[2]] - vp[ranked[3]], table.reach)
    second = third + min(vp[ranked[1]] - vp[ranked[2]], table.reach)
    first = second + min(vp[ranked[0]] - vp[ranked[1]], table.reach)
    key = first * (first + 1) * (first + 2) // 6 + second * (second + 1) // 2 + third
    row = table.rows[table.index[key]]
    found: Counter[tuple[str, ...]] = Counter()
    for mask, count in zip(MASKS, row.shared, strict=True):
        who = [rules.powers[index] for rank, index in enumerate(ranked) if mask >> rank & 1]
        if rules.rulings.tie_break == "order":
            who = [min(who, key=rules.rulings.tie_order.index)]
        found[tuple(sorted(who, key=rules.powers.index))] += count
    outcomes = rules.winds.sides**row.rolling
    return {who: Fraction(count, outcomes) for who, count in found.items() if count}


def test_every_difference_of_vp(rules: Rules) -> None:
    """The order of the powers matters as well: it is theirs among tied ones."""
    table = make_table(rules)
    assert table is not None
    assert len(table.index) == 816
    limit = rules.fiasco.limit
    every = [vp for vp in itertools.product(range(limit + 1), repeat=4) if min(vp) == 0]
    assert len(every) == 14_911
    for vp in every:
        assert looked_up(rules, table, vp) == odds(rules, vp).victors, vp


def test_each_key_is_where_its_number_says() -> None:
    numbered = {gaps: number for number, gaps in enumerate(keys(9))}
    assert len(numbered) == 220
    for gaps in itertools.product(range(10), repeat=3):
        third, second, first = gaps[2], gaps[1] + gaps[2], sum(gaps)
        if first <= 9:
            number = first * (first + 1) * (first + 2) // 6 + second * (second + 1) // 2 + third
            assert numbered[gaps] == number


@settings(deadline=None, max_examples=60)
@given(any_rules(), st.data())
def test_any_rule(rules: Rules, data: st.DataObject) -> None:
    table = make_table(rules)
    assert table is not None
    for _ in range(10):
        gaps = data.draw(st.lists(st.integers(0, rules.fiasco.limit), min_size=3, max_size=3))
        ranked = (sum(gaps), gaps[1] + gaps[2], gaps[2], 0)
        vp = tuple(data.draw(st.permutations(ranked)))
        if not steps.is_fiasco(rules, vp):
            assert looked_up(rules, table, vp) == odds(rules, vp).victors


def test_what_is_too_much_has_no_table(ruled: Callable[[str], Rules]) -> None:
    """A great limit alone is not: beyond what dice can bridge, gaps are alike."""
    table = make_table(ruled("[fiasco]\nlimit = 1000\n[winds]\nsides = 3"))
    assert table is not None
    assert (table.reach, table.span) == (12, 36)
    assert make_table(ruled("[fiasco]\nlimit = 1000\n[winds]\nsides = 20")) is None
    assert make_table(ruled("[winds]\nsides = 100")) is None
