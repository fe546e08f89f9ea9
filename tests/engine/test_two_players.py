"""Two players of one game: all that either does is the same at the other, and only he does it."""

from __future__ import annotations

import random

import pytest

from generator.extension.names import PHASES
from tests.interface import COMMANDS, POWERS

from .harness import Engine
from .sharing import ANSWERS, go_to, join, ours

ROLLING = ("CoP_Winds", "CoP_Penalties")
"""What only the side rolls that called."""
INPUTS = tuple(key for key in COMMANDS if key.startswith(("CoP_Ask", "CoP_Toggle")))
CHANGING = {
    "idle": (*INPUTS, "CoP_Call", "CoP_Decline", "CoP_NoResource", "CoP_Reset"),
    "called": ("CoP_AskDiplomacyWinner", "CoP_Winds", "CoP_Release", "CoP_Reset"),
    "failed": ("CoP_AskDiplomacyWinner", "CoP_Penalties", "CoP_Release", "CoP_Reset"),
    **dict.fromkeys(("success", "declined", "unpaid", "closed"), ("CoP_Reset",)),
}
"""What changes something in each phase."""
SAME_ELSEWHERE = ("CoP_StopEarly", *(f"CoP_AskVP_{power}" for power in POWERS[1:]))
"""Not tried anew in all phases but idle: it does the same, or is refused like the first power's."""


class Table:
    """Two players who hear everything at once, so that they may never differ."""

    def __init__(self, first: Engine, second: Engine) -> None:
        self.players = first, second

    def state(self) -> dict[str, str]:
        """Return what both have."""
        first, second = map(ours, self.players)
        assert first == second
        return first

    def pass_on(self, actor: Engine) -> list[str]:
        """Deliver what one did, one command; return what both print. The other does nothing."""
        (other,) = (engine for engine in self.players if engine is not actor)
        (command,), said = actor.batch([{"do": "outgoing"}, {"do": "chat"}])
        _, heard, *did = other.batch(
            [
                {"do": "receive", "command": command},
                {"do": "chat"},
                *({"do": what} for what in ("outgoing", "dice_calls", "dialogs")),
            ]
        )
        assert did == [[], [], []]
        assert heard == said
        return list(said)

    def press(self, actor: Engine, key: str) -> list[str]:
        actor.batch(
            [
                {"do": "answers", "answers": ANSWERS.get(key, ())},
                {"do": "press", "key": key},
                # what a command that was refused did not ask for, and what is the actor's own
                *({"do": what} for what in ("answers_left", "dice_calls", "dialogs")),
            ]
        )
        return self.pass_on(actor)

    def undo(self, actor: Engine) -> list[str]:
        actor.undo()
        assert actor.dice_calls() == []
        return self.pass_on(actor)


@pytest.fixture(scope="module")
def table(two_players: tuple[Engine, Engine], tmp_path_factory: pytest.TempPathFactory) -> Table:
    first, second = two_players
    join(first, tmp_path_factory.mktemp("table") / "game.vsav", (second, "Britain"))
    return Table(first, second)


@pytest.mark.parametrize("number", [0, 1], ids=["caller", "other"])
@pytest.mark.parametrize("phase", PHASES)
def test_every_command_of_either(table: Table, phase: str, number: int) -> None:
    """Undone by the one who pressed it, and by the one who heard of it."""
    actor, other = table.players[number], table.players[1 - number]
    before = go_to(table.players[0], phase, table.players[1])
    assert table.state() == before
    changed = set()
    keys = [key for key in COMMANDS if phase == "idle" or key not in SAME_ELSEWHERE]
    if number and CHANGING[phase] == ("CoP_Reset",):
        keys = ["CoP_Reset", "CoP_Resend", "CoP_Record", "CoP_Call"]  # the rest is refused to both
    for key in keys:
        said = table.press(actor, key)
        after = table.state()
        assert said, key
        undone = table.undo(actor)
        assert undone == [f"* UNDO: {line}" for line in reversed(said)], key
        assert table.state() == before, key
        if after == before:
            continue
        changed.add(key)
        table.press(actor, key)
        after = table.state()
        table.undo(other)
        assert table.state() == before, key
        # who undoes an Undo has the command back, with the dice that were rolled
        table.undo(actor)
        assert table.state() == after, key
        table.undo(actor)
        assert table.state() == before, key
    assert changed == set(CHANGING[phase]) - (set(ROLLING) if number and phase != "idle" else set())
    assert [problem for engine in table.players for problem in engine.problems()] == []


@pytest.mark.parametrize("seed", range(1, 3))
def test_any_order_of_presses_and_undos(table: Table, seed: int) -> None:
    """Also Undo by one of what the other has undone, several times in a row."""
    chance = random.Random(seed)
    go_to(table.players[0], "idle", table.players[1])
    quick = [key for key in COMMANDS if key not in ANSWERS]
    undone = 0
    phases = set()
    for _ in range(40):
        actor = chance.choice(table.players)
        if chance.random() < 0.4 and actor.can_undo:
            table.undo(actor)
            undone += 1
        else:
            table.press(actor, chance.choice(quick))
        phases.add(table.state()["CoP_Phase"])
        if table.state()["CoP_IssueWinner"] == "":
            for engine in table.players:
                engine.set_props(CoP_IssueWinner="Austria", CoP_DiplomacyWinner="Russia")
    assert undone > 5
    assert len(phases) > 2
    assert [problem for engine in table.players for problem in engine.problems()] == []
