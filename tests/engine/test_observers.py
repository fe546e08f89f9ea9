"""What each button does for those who have no side: an observer, and one who is no player at all.

All that it does for a player, with two exceptions: they take no seat when they call, and they do
not roll while a side has it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.extension.names import PHASES
from tests.interface import COMMANDS, POWERS

from .harness import Engine
from .sharing import ANSWERS, deliver, go_to, join, ours

OBSERVER = "<observer>"
STRANGERS = (OBSERVER, None)
"""Who retired to the observer's place, and who is not in the game's list of players."""
ROLLED_BY_THE_SEAT = {"called": "CoP_Winds", "failed": "CoP_Penalties"}
SEAT = ("CoP_Seat", "CoP_NoRelease", "CoP_Status")
"""What tells who has the seat, and what mirrors it."""


Outcome = tuple[dict[str, str], list[str], list[Any]]
"""State, chat and dice after a key was pressed."""


def press_each(
    engine: Engine, keys: list[str], side: str | None, state: dict[str, str]
) -> dict[str, Outcome]:
    """Let one of this side press each key in this state."""
    engine.set_side(side)
    outcomes = {}
    for key in keys:
        engine.set_props(state)
        engine.seed(7)
        engine.clear()
        engine.queue_answers(ANSWERS.get(key, ()))
        engine.press(key)
        after = ours(engine)
        chat, dice, sent, _ = engine.batch(
            {"do": what} for what in ("chat", "dice_calls", "outgoing", "answers_left")
        )
        assert len(sent) == 1, key
        outcomes[key] = after, chat, dice
    return outcomes


@pytest.mark.parametrize("phase", PHASES)
def test_what_each_button_does(engine: Engine, phase: str) -> None:
    state = go_to(engine, phase)
    keys = [key for key in COMMANDS if not key.startswith("CoP_AskVP_") or key.endswith(POWERS[0])]
    if phase != "idle":
        keys.remove("CoP_StopEarly")  # the same everywhere, and slow
    players = press_each(engine, keys, "Austria", state)
    for stranger in STRANGERS if phase in ("idle", *ROLLED_BY_THE_SEAT) else STRANGERS[:1]:
        for key, (after, said, dice) in press_each(engine, keys, stranger, state).items():
            player = players[key]
            if key == ROLLED_BY_THE_SEAT.get(phase):
                assert after == state
                assert len(said) == 1
                assert "not done" in said[0]
                assert "Austria" in said[0]
                assert dice == []
                assert len(player[2]) >= 2
            elif (phase, key) == ("idle", "CoP_Call"):
                assert player[0]["CoP_Seat"] == "Austria"
                assert after["CoP_Seat"] == ""
                assert after == player[0] | {name: after[name] for name in SEAT}
                assert (said, dice) == player[1:]
            else:
                assert (after, said, dice) == player, (key, stranger)
    assert engine.problems() == []


@pytest.mark.parametrize("stranger", STRANGERS)
def test_whole_congress_without_a_side(engine: Engine, stranger: str | None) -> None:
    """Called by one without a side it is everybody's, also of those without."""
    state = go_to(engine, "idle")
    engine.set_side(stranger)
    engine.force_dice(2, 1, 1, 3, 5, 6)
    for key, phase in (
        ("CoP_Call", "called"),
        ("CoP_Winds", "failed"),
        ("CoP_Penalties", "closed"),
        ("CoP_Reset", "idle"),
    ):
        engine.press(key)
        assert engine.props("CoP_Phase", "CoP_Seat") == {"CoP_Phase": phase, "CoP_Seat": ""}
    for _ in range(4):
        engine.undo()
    assert ours(engine) == state
    assert engine.problems() == []


@pytest.mark.parametrize("stranger", STRANGERS)
def test_seat_that_is_released_by_one_without_a_side(engine: Engine, stranger: str | None) -> None:
    go_to(engine, "called")
    engine.set_side(stranger)
    engine.press("CoP_Winds")
    assert engine.dice_calls() == []
    engine.press("CoP_Release")
    assert engine.prop("CoP_Seat") == ""
    engine.press("CoP_Winds")
    assert len(engine.dice_calls()) == 2
    assert engine.prop("CoP_Phase") in ("success", "failed")


def test_table_with_an_observer(
    engine: Engine, two_players: tuple[Engine, Engine], tmp_path: Path
) -> None:
    """What the observer presses reaches the players, and a player may go on."""
    observer, _ = two_players
    join(engine, tmp_path / "game.vsav", (observer, OBSERVER))
    go_to(engine, "idle", observer)
    observer.press("CoP_Call")
    deliver(observer, engine)
    assert ours(engine) == ours(observer)
    assert engine.prop("CoP_Seat") == ""
    assert engine.chat() == observer.chat()
    engine.set_side("Britain")
    engine.press("CoP_Winds")
    deliver(engine, observer)
    assert engine.prop("CoP_Phase") != "called"
    assert ours(engine) == ours(observer)
    observer.dice_calls()
    observer.undo()
    deliver(observer, engine)
    assert engine.prop("CoP_Phase") == "called"
    assert ours(engine) == ours(observer)
    assert observer.dice_calls() == []
    assert engine.problems() + observer.problems() == []
