"""Names of ours that the host or another extension has too, and what the engine makes of it.

A property: all read and set the one that was added last (GameModule.addMutableProperty), so beside
one that was there *before* ours all is well in play. But of a save's commands, one for each of the
two, the one that was added first takes both (GlobalProperty.decode): ours begins anew. A neighbour
that comes *after* ours is told of by the chat (test_neighbours.py).

A key: everybody hears it, and what each does is a command and an Undo step of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import etree

from .harness import Engine
from .homes import EngineHome
from .host import write_host
from .neighbour import button, write_extension
from .sharing import deliver, go_to, join, ours, step_through, told

START = Callable[..., Engine]
OF_THE_HOST = {"CoP_VP_Austria": "7"}
OF_ANOTHER = {"CoP_Metternich": "other"}
"""What the host and an extension loaded before ours have too, and its value there."""
INITIAL = {"CoP_VP_Austria": "0", "CoP_Metternich": "false"}
"""Of ours."""


class Beside:
    """Two players whose module has names of ours before our extension is loaded."""

    def __init__(self, first: Engine, second: Engine, folder: Path) -> None:
        self.first, self.second, self.folder = first, second, folder


@pytest.fixture(scope="module")
def beside(
    home: EngineHome, extension: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Beside]:
    folder = tmp_path_factory.mktemp("taken")
    module = write_host(folder / "host.vmod", properties=OF_THE_HOST)
    other = write_extension(folder / "Aaa.vmdx", properties=OF_ANOTHER)
    with (
        Engine(home, module, [other, extension], player="Tester") as first,
        Engine(home, module, [other, extension], player="Second") as second,
    ):
        join(first, folder / "game.vsav", (second, "Britain"))
        yield Beside(first, second, folder)


def test_in_play_all_is_as_it_is_alone(beside: Beside, engine: Engine) -> None:
    first, second = beside.first, beside.second
    for each in (first, second):
        assert each.props(*INITIAL) == INITIAL
    for each in (first, engine):
        each.new_game("Austria")
        go_to(each, "idle")
        each.force_dice(2, 1, 1, 3, 5, 6)
    first.press("CoP_Resend")
    deliver(first, second)
    before = ours(first)
    for each in (first, second, engine):
        each.chat()
    for key in ("CoP_Call", "CoP_Winds", "CoP_Penalties", "CoP_Record", "CoP_Reset"):
        for each in (first, engine):
            each.press(key)
        assert told(first) == told(engine), key
        deliver(first, second)
        assert ours(second) == ours(first), key
    assert first.chat() == engine.chat() == second.chat()
    for _ in range(5):
        first.undo()
    deliver(first, second)
    assert ours(first) == ours(second) == before
    assert second.dice_calls() == []
    assert first.problems() + second.problems() == []


@pytest.mark.parametrize("phase", ["idle", "called", "closed"])
def test_loading_gives_back_all_but_what_is_taken(beside: Beside, phase: str) -> None:
    first, second = beside.first, beside.second
    state = go_to(first, phase, second)
    for name, value in INITIAL.items():
        assert state[name] != value
    save = beside.folder / f"{phase}.vsav"
    first.save(save)
    first.load(save, "Austria")
    assert ours(first) == state | INITIAL
    assert first.problems() == []
    # whoever has not loaded has it still, and can send it
    second.press("CoP_Resend")
    deliver(second, first)
    assert ours(first) == ours(second) == state


def test_vp_that_were_lost_while_a_congress_waits_are_told(beside: Beside) -> None:
    """The first command says one line more than it would."""
    first, second = beside.first, beside.second
    go_to(first, "called", second)
    first.save(beside.folder / "called.vsav")
    first.load(beside.folder / "called.vsav", "Austria")
    for engine in (first, second):
        engine.clear()
        engine.press("CoP_Record")
    assert len(first.chat()) == len(second.chat()) + 1
    first.press("CoP_Reset")
    assert first.prop("CoP_VP_Austria") == "34"


def test_log_gives_back_all_that_was_pressed_in_it(beside: Beside) -> None:
    """Its steps are as in play; only what was there when it began is lost."""
    first, second = beside.first, beside.second
    go_to(first, "idle", second)
    state = told(first)
    log = beside.folder / "game.vlog"
    first.begin_log(log)
    first.press("CoP_ToggleMetternich")
    first.press("CoP_ToggleMetternich")
    first.answer("31")
    first.press("CoP_AskVP_Austria")
    first.end_log()
    assert step_through(second, log, "Britain") == 3
    changed = {"CoP_VP_Austria": "31", "CoP_AskVP_Austria": "31"}
    assert told(second) == state | changed
    join(first, beside.folder / "again.vsav", (second, "Britain"))


def buttons(name: str) -> list[etree._Element]:
    """Return one that hears a command, one that fires a command, one that hears an inner key."""
    return [
        button(f"{name} call", "CoP_Call", report=f"{name} heard the call"),
        button(f"{name} chain", "", report=f"{name} fires the winds", fires=["CoP_Winds"]),
        button(f"{name} end", "cop.done", report=f"{name} heard an inner key"),
    ]


def test_other_extensions_that_hear_and_fire_our_keys(
    start: START, extension: Path, tmp_path: Path
) -> None:
    """One before ours and one after it."""
    others = [
        write_extension(tmp_path / f"{name}.vmdx", name=name, buttons=buttons(name))
        for name in ("Aaa", "Zzz")
    ]
    engine = start(extensions=[extension, *others])
    engine.new_game("Austria")
    idle = go_to(engine, "idle")
    engine.press("CoP_Call")
    called = ours(engine)
    assert called["CoP_Phase"] == "called"
    said = engine.chat()
    assert said[0] == "* Aaa heard the call"
    assert said[-1] == "* Zzz heard the call"
    # a command for each of the three, and an Undo; ours is taken back whole
    assert len(engine.outgoing()) == 3
    states = []
    for _ in range(3):
        engine.undo()
        states.append(ours(engine))
    assert states == [called, idle, idle]
    for name in ("Aaa", "Zzz"):
        engine.press("CoP_Call")
        called = ours(engine)
        engine.clear()
        assert engine.click(f"{name} chain")
        assert engine.prop("CoP_Phase") in ("success", "failed")
        assert engine.chat()[0] == f"* {name} fires the winds"
        assert len(engine.outgoing()) == 1
        assert len(engine.dice_calls()) == 2
        engine.undo()
        assert ours(engine) == called
        engine.press("CoP_Reset")
        engine.set_props(CoP_IssueWinner="Austria")
    assert engine.problems() == []
