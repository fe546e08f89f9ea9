"""Two players who press at once, each before the other's command has arrived.

Engine-wide: a command only sets values, so each client ends with the other's (MutableProperty's
SetGlobalProperty). That must be seen, and there are two ways back: each takes his own press back,
or one sends his state.
"""

from __future__ import annotations

from itertools import product

import pytest

from .harness import Engine
from .sharing import FOLLOWING, exchange, go_to, join, ours, told

INPUTS = (
    "CoP_AskVP_Austria",
    "CoP_AskIssueWinner",
    "CoP_ToggleMetternich",
    "CoP_AskDiplomacyWinner",
)
RUNNING = {
    "idle": (*INPUTS, "CoP_Call", "CoP_Decline", "CoP_NoResource", "CoP_Reset"),
    "called": ("CoP_AskDiplomacyWinner", "CoP_Winds", "CoP_Release", "CoP_Reset"),
    "failed": ("CoP_AskDiplomacyWinner", "CoP_Penalties", "CoP_Release", "CoP_Reset"),
    "success": ("CoP_Reset", "CoP_Resend"),
    "closed": ("CoP_Reset", "CoP_Resend"),
    "declined": ("CoP_Reset", "CoP_Resend"),
    "unpaid": ("CoP_Reset", "CoP_Resend"),
}
"""What runs in each phase and changes something."""
ANSWERS = {
    "CoP_AskVP_Austria": ("31", "47"),
    "CoP_AskIssueWinner": ("Britain", "Russia"),
    "CoP_AskDiplomacyWinner": ("France", "None"),
}
"""What each of the two answers."""


class Table:
    """Two players of one side, so that no seat keeps either from rolling."""

    def __init__(self, first: Engine, second: Engine) -> None:
        self.players = first, second

    def put(self, state: dict[str, str]) -> None:
        """Bring both to a state, with nothing under way between them."""
        for engine in self.players:
            engine.set_props(**state)
            engine.clear()

    def exchange(self) -> None:
        exchange(*self.players)

    def press_at_once(self, *keys: str) -> None:
        for number, (engine, key) in enumerate(zip(self.players, keys, strict=True)):
            if key in ANSWERS:
                engine.answer(ANSWERS[key][number])
            engine.press(key)
        self.exchange()

    def differ(self) -> bool:
        first, second = self.players
        return told(first) != told(second)

    def odds(self) -> list[dict[str, str]]:
        """Return the odds that each has."""
        return [
            {name: value for name, value in ours(engine).items() if name.startswith(FOLLOWING)}
            for engine in self.players
        ]

    def tell_odds(self) -> None:
        """Let each ask for the odds, one after the other."""
        for engine in self.players:
            engine.press("CoP_Odds")
            self.exchange()

    def records(self) -> list[list[str]]:
        """Return what each reads who presses CoP_Record, without who presses."""
        found = []
        for engine in self.players:
            engine.clear()
            engine.press("CoP_Record")
            found.append([line.split(": ", 2)[2] for line in engine.chat()])
            engine.outgoing()
        return found


@pytest.fixture(scope="module")
def table(two_players: tuple[Engine, Engine], tmp_path_factory: pytest.TempPathFactory) -> Table:
    first, second = two_players
    join(first, tmp_path_factory.mktemp("table") / "game.vsav", (second, "Austria"))
    return Table(first, second)


@pytest.fixture(scope="module")
def states(table: Table) -> dict[str, dict[str, str]]:
    """A state of each phase, reached by pressing."""
    first, second = table.players
    found = {}
    for phase in RUNNING:
        go_to(first, phase, second)
        found[phase] = told(first)
    return found


@pytest.mark.parametrize("phase", RUNNING)
def test_a_difference_is_seen_and_repaired(
    table: Table, states: dict[str, dict[str, str]], phase: str
) -> None:
    differed = 0
    for pair in product(RUNNING[phase], repeat=2):
        table.put(states[phase])
        table.press_at_once(*pair)
        if table.differ():
            differed += 1
            first, second = table.records()
            assert first != second, pair
        else:
            table.tell_odds()
            odds, others = table.odds()
            assert odds == others, pair
        table.players[0].press("CoP_Resend")
        table.exchange()
        assert not table.differ(), pair
    assert differed > 0 or phase not in ("idle", "called", "failed")
    assert table.players[0].problems() + table.players[1].problems() == []


@pytest.mark.parametrize("phase", RUNNING)
def test_each_takes_his_own_press_back(
    table: Table, states: dict[str, dict[str, str]], phase: str
) -> None:
    for pair in product(RUNNING[phase], repeat=2):
        table.put(states[phase])
        table.press_at_once(*pair)
        for engine in table.players:
            engine.undo()
        table.exchange()
        for engine in table.players:
            assert told(engine) == states[phase], pair
    assert table.players[0].problems() + table.players[1].problems() == []


@pytest.mark.parametrize(
    ("phase", "pair", "then"),
    [
        ("failed", ("CoP_Penalties", "CoP_Reset"), ("CoP_Record", "CoP_Resend", "CoP_Reset")),
        ("called", ("CoP_Winds", "CoP_Reset"), ("CoP_Record", "CoP_Resend", "CoP_Reset")),
        ("idle", ("CoP_Call", "CoP_Reset"), ("CoP_Winds",)),
        ("idle", ("CoP_Call", "CoP_NoResource"), ("CoP_Record", "CoP_Reset")),
    ],
)
def test_values_that_do_not_belong_together_are_told(
    table: Table,
    states: dict[str, dict[str, str]],
    phase: str,
    pair: tuple[str, str],
    then: tuple[str, ...],
) -> None:
    """By one of the two at least, before anything else."""
    for key in then:
        table.put(states[phase])
        table.press_at_once(*pair)
        doubted = 0
        for engine in table.players:
            engine.clear()
            engine.press(key)
            lines = engine.chat()
            doubted += any("do not belong together" in line for line in lines)
            assert not any("do not belong together" in line for line in lines[1:])
        assert doubted >= 1, key
        table.players[0].press("CoP_Reset")
        table.exchange()


def test_vp_that_changed_within_a_congress_are_told(
    table: Table, states: dict[str, dict[str, str]]
) -> None:
    first = table.players[0]
    for phase, key in (("called", "CoP_Winds"), ("failed", "CoP_Penalties")):
        table.put(states[phase])
        first.press("CoP_Record")
        assert not any("belong" in line for line in first.chat())
        first.set_props(CoP_VP_France="30")
        first.clear()
        first.press(key)
        lines = first.chat()
        assert "France has 30 VP, not 23 as after Step 1. " in lines[0]
        assert "Austria has" not in lines[0]
        assert len(lines) == 3
        first.undo()
        assert first.prop("CoP_Phase") == phase
