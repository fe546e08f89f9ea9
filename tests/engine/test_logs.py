"""A log of two players' game with several Undos in it, stepped on a third client."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from .harness import Engine
from .sharing import deliver, join, ours, step_through


@dataclass(frozen=True)
class Game:
    """What was played and logged."""

    logs: dict[str, Path]
    """By who kept it."""
    said: list[str]
    state: dict[str, str]
    turns: int
    dice: int
    """How many were rolled while the logs were kept."""


TURNS = (
    ("First", "CoP_AskIssueWinner", "Austria"),
    ("Second", "CoP_ToggleMetternich"),
    ("First", "CoP_Call"),
    ("Second", "UNDO"),  # of what the first has pressed
    ("First", "UNDO"),  # of that Undo: called again, with the die that was rolled
    ("Second", "CoP_Winds"),  # refused, for the first has the seat
    ("First", "CoP_Winds"),
    ("First", "UNDO"),
    ("Second", "CoP_AskDiplomacyWinner", "None"),
    ("First", "CoP_Winds"),
    ("Second", "CoP_AskDiplomacyWinner", "France"),
    ("First", "CoP_Penalties"),
    ("First", "UNDO"),
    ("First", "UNDO"),
    ("Second", "UNDO"),
    ("First", "CoP_Winds"),
    ("Second", "CoP_Release"),
    ("Second", "CoP_Penalties"),
    ("First", "CoP_Record"),
    ("Second", "CoP_Resend"),
)
DICE = (2, 1, 1, 1, 2, 1, 3, 4, 5, 6, 2, 3)


@pytest.fixture(scope="module")
def engines(two_players: tuple[Engine, Engine], shared_engine: Engine) -> dict[str, Engine]:
    first, second = two_players
    return {"First": first, "Second": second, "Reader": shared_engine}


@pytest.fixture(scope="module")
def game(engines: dict[str, Engine], tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("logs")
    first, second = engines["First"], engines["Second"]
    join(first, folder / "game.vsav", (second, "Britain"))
    vp = {"CoP_VP_Austria": 34, "CoP_VP_Britain": 24, "CoP_VP_France": 23, "CoP_VP_Russia": 22}
    for engine in (first, second):
        engine.set_props(vp)
    logs = {name: folder / f"{name}.vlog" for name in ("First", "Second")}
    for name, log in logs.items():
        engines[name].begin_log(log)
        engines[name].clear()
    for engine in (first, second):
        engine.force_dice(*DICE)
    for name, key, *answers in TURNS:
        actor, other = (first, second) if name == "First" else (second, first)
        if key == "UNDO":
            actor.undo()
        else:
            actor.answer(*answers)
            actor.press(key)
        assert deliver(actor, other) == 1, key
        assert ours(first) == ours(second), key
    said = first.chat()
    assert second.chat() == said
    for name in logs:
        engines[name].end_log()
    dice = len(first.dice_calls()) + len(second.dice_calls())
    assert first.prop("CoP_Phase") == "closed"
    assert first.problems() + second.problems() == []
    return Game(logs, said, ours(first), len(TURNS), dice)


def test_what_was_logged_has_everything_in_it(game: Game) -> None:
    assert game.dice >= 1 + 3 * 2 + 3
    assert sum(line.startswith("* UNDO:") for line in game.said) >= 6
    assert any("not done" in line for line in game.said)
    assert any("UNDO: * UNDO:" in line for line in game.said)


@pytest.mark.parametrize("keeper", ["First", "Second"])
@pytest.mark.parametrize("side", ["Austria", "France", "<observer>"])
def test_third_client_sees_the_same_and_never_rolls(
    engines: dict[str, Engine], game: Game, keeper: str, side: str
) -> None:
    """Whoever kept the log, and whoever steps through it."""
    reader = engines["Reader"]
    reader.clear()
    assert step_through(reader, game.logs[keeper], side) == game.turns
    assert reader.chat() == game.said
    assert ours(reader) == game.state
    assert reader.dice_calls() == []
    assert reader.dialogs() == []
    assert reader.problems() == []


def test_stepping_back_and_forth(engines: dict[str, Engine], game: Game) -> None:
    """Undo takes a step of the log back, which can then be taken again."""
    reader = engines["Reader"]
    reader.load(game.logs["First"], "Russia")
    reader.clear()
    seen = [ours(reader)]
    for _ in range(3):
        reader.step()
        seen.append(ours(reader))
    assert len({tuple(state.items()) for state in seen}) == 4
    for _ in range(2):
        reader.undo()
        assert ours(reader) == seen[2]
        reader.step()
        assert ours(reader) == seen[3]
    while reader.do("can_step"):
        reader.step()
    assert ours(reader) == game.state
    assert reader.dice_calls() == []
    assert reader.problems() == []


def test_log_stepped_in_company(engines: dict[str, Engine], game: Game) -> None:
    """The engine sends each step to those who are at the same table with the log."""
    reader, other = engines["Reader"], engines["Second"]
    other.load(game.logs["First"], "Britain")
    other.clear()
    reader.clear()
    step_through(reader, game.logs["First"], "France")
    assert deliver(reader, other) == game.turns
    assert ours(other) == game.state
    assert other.chat() == game.said
    assert other.dice_calls() == []
    assert other.problems() == []


def test_game_that_goes_on_after_a_log(engines: dict[str, Engine], game: Game) -> None:
    reader = engines["Reader"]
    step_through(reader, game.logs["Second"], "Austria")
    state = ours(reader)
    reader.press("CoP_Reset")
    assert reader.prop("CoP_Phase") == "idle"
    assert reader.prop("CoP_VP_Austria") == state["CoP_VP_Austria"]
    reader.undo()
    assert ours(reader) == state
