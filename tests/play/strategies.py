"""Rules as errata may make them, and situations at the table."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from hypothesis import strategies as st

from generator.rules import PATTERNS, SWITCHES, Action, Amount, Rules, TieRow, load_rules

SHIPPED = load_rules()
RECIPIENTS = SHIPPED.penalties.order


def amounts(most_sides: int = 8) -> st.SearchStrategy[Amount]:
    return st.builds(
        Amount,
        roll=st.sampled_from(("die", "flat")),
        sides=st.integers(2, most_sides),
        divisor=st.integers(1, 3),
        flat=st.integers(0, 4),
    )


def _row(row: TieRow) -> st.SearchStrategy[TieRow]:
    readings = [row.places, *row.alternatives]
    return st.sampled_from([replace(row, places=places) for places in readings])


@st.composite
def rules(draw: st.DrawFn, most_sides: int = 8) -> Rules:
    """Draw the shipped rule, or any other that the model admits in what is played."""
    if draw(st.integers(0, 2)) == 0:
        return SHIPPED
    powers = tuple(draw(st.permutations(SHIPPED.powers)))
    switches = {name: draw(st.sampled_from(known)) for name, known in SWITCHES.items()}
    rows = {pattern: draw(_row(SHIPPED.ties[pattern])) for pattern in PATTERNS}
    actions: st.SearchStrategy[Action] = st.sampled_from(("lose", "none", "gain"))
    places = {place: draw(actions) for place in SHIPPED.winds.places}
    if draw(st.booleans()):
        places = dict(SHIPPED.winds.places)
    order = draw(st.lists(st.sampled_from(RECIPIENTS), min_size=1, max_size=3, unique=True))
    return replace(
        SHIPPED,
        powers=powers,
        activation=replace(SHIPPED.activation, decline_vp=draw(st.integers(-4, 0))),
        metternich=replace(
            SHIPPED.metternich,
            power=draw(st.sampled_from(powers)),
            bonus=draw(amounts(most_sides)),
        ),
        fiasco=replace(SHIPPED.fiasco, limit=draw(st.integers(0, 20))),
        winds=replace(
            SHIPPED.winds,
            sides=draw(st.integers(2, most_sides)),
            places=MappingProxyType(places),
        ),
        ties=MappingProxyType(rows),
        success=replace(SHIPPED.success, margin=draw(st.integers(0, 7))),
        penalties=replace(SHIPPED.penalties, order=tuple(order), amount=draw(amounts(most_sides))),
        rulings=replace(
            SHIPPED.rulings,
            **switches,  # type: ignore[arg-type]  # each value is one of its switch
            tie_order=tuple(draw(st.permutations(powers))),
            floor=draw(st.integers(-5, 30)),
        ),
    )


def scores() -> st.SearchStrategy[tuple[int, ...]]:
    """Draw VP of four powers, often tied, often near the limits, sometimes negative."""
    spread = st.sampled_from((0, 1, 3, 8, 17))
    return st.tuples(st.integers(-10, 90), spread).flatmap(
        lambda low: st.tuples(*[st.integers(low[0], low[0] + low[1])] * 4)
    )
