"""Two and three files of the extension beside a module, such as a browser's "(1)", and their saves.

Nothing is done while they are there, but opening a good save is enough to lose its state: of the
commands in it the copy that was loaded first takes all, and the one loaded last is read
(GlobalProperty.decode, GameModule.addMutableProperty).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from .harness import Engine
from .homes import EngineHome
from .sharing import deliver, go_to, ours, told

KEYS = ("CoP_Winds", "CoP_Reset", "CoP_Resend", "CoP_Record")
"""Each would change, send or print something."""
NAMES = ("Congress_of_Peace (1)", "Congress_of_Peace (2)")
"""Of the copies; the engine loads them before the original."""


@dataclass(frozen=True)
class Copies:
    """An engine with several files, and how many."""

    engine: Engine
    number: int


@pytest.fixture(scope="module", params=[2, 3])
def copies(
    home: EngineHome,
    host: Path,
    extension: Path,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Copies]:
    folder = tmp_path_factory.mktemp("copies")
    files = [extension]
    for name in NAMES[: request.param - 1]:
        files.append(folder / f"{name}.vmdx")
        shutil.copy(extension, files[-1])
    with Engine(home, host, files) as engine:
        yield Copies(engine, request.param)


def values(engine: Engine) -> dict[str, str]:
    """Return the state, without how many files every command counts."""
    return {name: value for name, value in told(engine).items() if name != "CoP_Copies"}


def refuses(copies: Copies) -> None:
    """Every press changes nothing and says how many there are; every copy of a line is the same."""
    engine = copies.engine
    for key in KEYS:
        before = values(engine)
        engine.clear()
        engine.press(key)
        said = engine.chat()
        assert said
        assert len(set(said)) == 1
        assert f"loaded {copies.number} times" in said[0]
        assert values(engine) == before
        assert engine.dice_calls() == []
        assert engine.dialogs() == []


def test_nothing_is_done_before_and_after_saving(copies: Copies, tmp_path: Path) -> None:
    engine = copies.engine
    engine.new_game("Austria")
    initial = values(engine)
    refuses(copies)
    engine.set_props(CoP_VP_Austria="30", CoP_Phase="called")
    refuses(copies)
    engine.save(tmp_path / "game.vsav")
    engine.load(tmp_path / "game.vsav", "Austria")
    # what was written is lost, and nothing is done after that either
    assert values(engine) == initial
    refuses(copies)
    assert engine.problems() == []


def test_undo_of_what_was_not_done(copies: Copies) -> None:
    """Each copy's refusal is an Undo step of its own; all of them change nothing."""
    engine = copies.engine
    engine.new_game("Austria")
    engine.clear()
    state = values(engine)
    engine.press("CoP_Call")
    lines = len(engine.chat())
    assert len(engine.outgoing()) == copies.number
    for _ in range(copies.number):
        engine.undo()
        assert values(engine) == state
    assert len(engine.chat()) == lines
    assert not engine.can_undo
    assert engine.problems() == []


def test_save_of_one_file_opened_with_several(
    copies: Copies, engine: Engine, tmp_path: Path
) -> None:
    """The copies' owner has lost the state, and so have all who open what he saves after that.

    What they are told then is the engine's advice to get the copy too; ours is to take it away.
    """
    state = go_to(engine, "closed")
    good, bad = tmp_path / "good.vsav", tmp_path / "bad.vsav"
    engine.save(good)
    several = copies.engine
    several.clear()
    several.load(good, "Austria")
    lost = values(several)
    assert lost["CoP_Phase"] == "idle"
    assert lost["CoP_VP_Austria"] == "0"
    assert lost["CoP_Last"] == lost["CoP_Start_Austria"] == ""
    refuses(copies)
    several.save(bad)
    engine.clear()
    engine.load(bad, "Austria")
    assert engine.prop("CoP_Phase") == "idle"
    assert engine.prop("CoP_VP_Austria") == "0"
    advice = [line for line in engine.chat() if "do not have this extension loaded" in line]
    assert len(advice) == copies.number - 1
    assert all("Congress_of_Peace (" in line for line in advice)
    # with one file again all works, and the good save is as good as ever
    engine.press("CoP_Record")
    assert engine.prop("CoP_Copies") == "1"
    engine.load(good, "Austria")
    assert ours(engine) == state
    assert engine.problems() + several.problems() == []


def test_copies_at_one_player_disturb_no_other(copies: Copies, engine: Engine) -> None:
    """He hears what the others play, and what he presses is refused at all of them."""
    several = copies.engine
    several.new_game("Britain")
    go_to(engine, "called")
    state = values(engine)
    several.clear()
    several.press("CoP_Release")
    assert several.prop("CoP_Phase") == "idle"
    several.clear()
    engine.press("CoP_Resend")
    deliver(engine, several)
    assert values(several) == values(engine)
    for key in ("CoP_Release", "CoP_Reset", "CoP_Winds"):
        several.clear()
        engine.clear()
        several.press(key)
        deliver(several, engine)
        assert engine.chat() == several.chat()
        assert values(engine) == state
    engine.press("CoP_Winds")
    assert engine.prop("CoP_Copies") == "1"
    assert engine.prop("CoP_Phase") in ("success", "failed")
    deliver(engine, several)
    assert values(several) == values(engine)
    assert engine.problems() + several.problems() == []
