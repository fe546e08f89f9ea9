"""Keys of the keyboard in a real engine: they run their command once, and none while typing."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.binding.load import load_binding
from generator.build import build_bound
from generator.cli import main
from generator.extension.names import keyboard_commands
from generator.rules import Rules
from generator.texts import load_texts
from generator.vassal.strokes import FREE, RESERVED, Stroke, decode_stroke
from tests.interface import COMMANDS, POWERS

from .harness import Engine
from .homes import EngineHome
from .test_opening import gates_work
from .tracks import MAP, bare_regions

SHEET = "Congress of Peace"
SHIFT, CTRL = 64, 128
ANSWERS = {
    "CoP_StopEarly": ["5", "2"],
    "CoP_AskIssueWinner": ["Britain"],
    "CoP_AskDiplomacyWinner": ["Russia"],
    **{f"CoP_AskVP_{power}": ["31"] for power in POWERS},
}
READY = {"CoP_IssueWinner": "Austria"}
"""A congress can be called; there are no winds, no penalties and no seat yet."""
PRINTED = "".join(sign for sign in string.printable if sign.isprintable())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


@pytest.fixture(scope="module")
def keys(folder: Path) -> dict[str, Stroke]:
    """What ``inspect --bind`` proposes for a module."""
    bare_regions(folder / "host.vmod")
    assert main(["inspect", str(folder / "host.vmod"), "--bind", str(folder / "host.toml")]) == 0
    return dict(load_binding(folder / "host.toml", POWERS).keys)


@pytest.fixture(scope="module")
def with_keys(
    home: EngineHome, rules: Rules, folder: Path, keys: dict[str, Stroke]
) -> Iterator[Engine]:
    built = build_bound(rules, folder / "host.vmod", folder / "host.toml", folder, {})
    with Engine.open(home, folder / "host.vmod", [built.path]) as engine:
        yield engine


@pytest.fixture
def game(with_keys: Engine) -> Engine:
    with_keys.new_game("Austria")
    with_keys.set_props(READY)
    with_keys.clear()
    return with_keys


def strike(engine: Engine, stroke: Stroke, where: str | None) -> None:
    engine.focus(where)
    engine.strike(stroke.code, SHIFT | CTRL)


def done(
    engine: Engine, command: str, stroke: Stroke | None = None, where: str | None = None
) -> list[object]:
    """Run a command; return what it changed, told, sent and asked. One Undo takes it back."""
    before = engine.all_props()
    engine.force_dice(2, 3, 4, 5)
    engine.queue_answers(ANSWERS.get(command, []))
    if stroke is None:
        engine.press(command)
    else:
        strike(engine, stroke, where)
    lines = engine.chat()
    told: list[object] = [lines, engine.all_props(), len(engine.outgoing())]
    told += [engine.dialogs(), engine.dice_calls()]
    engine.undo()
    assert engine.all_props() == before, command
    assert engine.chat() == [f"* UNDO: {line}" for line in reversed(lines)]
    assert engine.typed() == "", command
    assert engine.problems() == [], command
    engine.clear()
    return told


def test_key_runs_its_command_once(game: Engine, keys: dict[str, Stroke]) -> None:
    """In the chat, on the map and on the sheet, and a greyed command says why it does not run."""
    assert set(keys) == {*COMMANDS, "CoP_Sheet", "CoP_ReadVP"}
    commands = sorted(set(keys) - {"CoP_Sheet"})
    pressed = {command: done(game, command) for command in commands}
    assert {each[2] for each in pressed.values()} == {1}
    refused = [command for command in commands if "not done" in str(pressed[command][0])]
    assert refused == ["CoP_Penalties", "CoP_Release", "CoP_Winds"]
    greyed = {text for text, enabled in game.menu("Congress of Peace").items() if not enabled}
    if gates_work(game):
        entries = ("penalties", "release", "winds")
        assert {load_texts().plain(f"menu.{entry}") for entry in entries} <= greyed
    for command in commands:
        for where in (None, MAP):
            assert done(game, command, keys[command], where) == pressed[command]
    if SHEET not in game.windows():
        game.press("CoP_Sheet")
    for command in ("CoP_Call", "CoP_Winds", "CoP_AskVP_France"):
        assert done(game, command, keys[command], SHEET) == pressed[command]


@pytest.mark.parametrize("where", [None, MAP])
def test_key_of_the_sheet(where: str | None, game: Engine, keys: dict[str, Stroke]) -> None:
    before = SHEET in game.windows()
    for shown in (not before, before):
        strike(game, keys["CoP_Sheet"], where)
        assert (SHEET in game.windows()) == shown
    assert (game.chat(), game.can_undo, game.typed()) == ([], False, "")


def test_typing_in_the_chat_fires_nothing(game: Engine) -> None:
    before = game.all_props()
    game.focus(None)
    game.type(PRINTED)
    assert game.typed() == PRINTED
    assert {*string.ascii_letters, *string.digits} < {*PRINTED}
    assert (game.all_props(), game.can_undo) == (before, False)
    assert (game.chat(), game.outgoing(), game.dialogs()) == ([], [], [])


def test_chat_has_no_use_of_its_own_for_what_can_be_a_key(game: Engine) -> None:
    own = {*map(decode_stroke, game.chat_keys())}
    assert not own & {*FREE}
    assert Stroke(ord("O"), frozenset({"Ctrl", "Shift"})) in own
    assert {"O"} <= {*RESERVED}


def test_default_build_has_no_keys(engine: Engine, keys: dict[str, Stroke]) -> None:
    assert set(keys.values()) < set(FREE)
    windows, before = engine.windows(), engine.all_props()
    for where in (None, "Main Map"):
        for stroke in FREE:
            strike(engine, stroke, where)
    assert engine.typed() == ""
    assert (engine.windows(), engine.all_props(), engine.can_undo) == (windows, before, False)
    assert (engine.chat(), engine.outgoing(), engine.dialogs()) == ([], [], [])


def test_all_commands_can_have_a_key(keys: dict[str, Stroke]) -> None:
    assert set(keys) == set(keyboard_commands(POWERS))
