"""VASSAL in another language: its own words change, the congress does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .harness import Engine
from .homes import EngineHome
from .sharing import deliver, enter, join, ours

START = Callable[..., Engine]
UNDO = {"es": "DESHACER", "fr": "Annulation", "de": "UNDO"}
"""What the engine puts before a line that is undone."""


@pytest.fixture(scope="module", params=UNDO)
def foreign(
    home: EngineHome, host: Path, extension: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[Engine, str]]:
    language = request.param
    with Engine(
        home,
        host,
        [extension],
        player="Tester",
        jvm_args=(f"-Duser.language={language}", f"-Duser.country={language.upper()}"),
    ) as engine:
        yield engine, UNDO[language]


def test_whole_congress_and_its_undo(
    foreign: tuple[Engine, str], engine: Engine, tmp_path: Path
) -> None:
    """Beside a player whose VASSAL speaks English."""
    other, word = foreign
    join(engine, tmp_path / "game.vsav", (other, "Britain"))
    other.set_side("Austria")
    states = [ours(other)]
    lines = []
    other.force_dice(2, 1, 1, 3, 5, 6)
    enter(other)
    deliver(other, engine)
    assert ours(engine) == ours(other) != states[0]
    lines += other.chat()
    states.append(ours(other))
    for key, phase in (
        ("CoP_Call", "called"),
        ("CoP_Winds", "failed"),
        ("CoP_Penalties", "closed"),
        ("CoP_Reset", "idle"),
    ):
        other.press(key)
        assert other.prop("CoP_Phase") == phase
        deliver(other, engine)
        assert ours(engine) == ours(other), key
        lines += other.chat()
        states.append(ours(other))
    assert len(other.dice_calls()) == 6
    assert engine.chat() == lines
    for state in reversed(states[1:-1]):
        other.undo()
        assert ours(other) == state
    while other.can_undo:
        other.undo()
    assert ours(other) == states[0]
    deliver(other, engine)
    assert ours(engine) == states[0]
    undone = [f"* {word}: {line}" for line in reversed(lines)]
    assert other.chat() == undone
    assert engine.chat() == undone
    assert other.dice_calls() == engine.dice_calls() == []
    assert other.problems() + engine.problems() == []


def test_observer_takes_no_seat(foreign: tuple[Engine, str]) -> None:
    """His side's name is never translated."""
    other, _ = foreign
    other.new_game(None)
    other.set_props(CoP_IssueWinner="Austria", CoP_VP_Austria=9)
    other.press("CoP_Call")
    assert other.props("CoP_Phase", "CoP_Seat") == {"CoP_Phase": "called", "CoP_Seat": ""}
    other.press("CoP_Winds")
    assert other.prop("CoP_Phase") != "called"
    assert other.problems() == []
