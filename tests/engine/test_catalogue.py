"""Players of one game whose extensions speak two languages: the congress is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.build import build
from generator.rules import Rules

from .harness import Engine
from .homes import EngineHome
from .sharing import CALLABLE, deliver, join, ours

UNDONE = "* UNDO: "


@pytest.fixture(scope="module")
def players(
    home: EngineHome,
    host: Path,
    extension: Path,
    rules: Rules,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Engine, Engine]]:
    """One with the Spanish build, one with the English."""
    spanish = build(rules, tmp_path_factory.mktemp("spanish"), {}, language="es").path
    with (
        Engine(home, host, [spanish], player="Primera") as es,
        Engine(home, host, [extension], player="Second") as en,
    ):
        yield es, en


@pytest.fixture
def game(players: tuple[Engine, Engine], tmp_path: Path) -> tuple[Engine, Engine]:
    """One game, in which they sit on the same side: either may roll."""
    es, en = players
    join(es, tmp_path / "game.vsav", (en, "Austria"))
    for engine in players:
        engine.do("forced_left")
        engine.dice_calls()
    assert ours(es) == {**ours(en), "CoP_Status": ours(es)["CoP_Status"]}
    return es, en


def press(source: Engine, target: Engine, key: str, *answers: str) -> list[str]:
    """Press on one, let it arrive at the other, see that both are the same; return the chat."""
    source.answer(*answers)
    source.press(key)
    deliver(source, target)
    assert target.outgoing() == []
    assert ours(source) == ours(target), key
    said = source.chat()
    assert target.chat() == said, key
    assert target.dice_calls() == []
    source.dice_calls()
    for engine in (source, target):
        engine.clear()
    return said


def enter(es: Engine, en: Engine, vp: tuple[int, ...] = CALLABLE) -> list[list[str]]:
    """Enter everything, alternately: the first line is Spanish, the next English."""
    first, second, third, fourth = map(str, vp)
    return [
        press(es, en, "CoP_AskVP_Austria", first),
        press(en, es, "CoP_AskVP_Britain", second),
        press(es, en, "CoP_AskVP_France", third),
        press(en, es, "CoP_AskVP_Russia", fourth),
        press(es, en, "CoP_AskIssueWinner", "Gran Bretaña"),
        press(en, es, "CoP_AskDiplomacyWinner", "Russia"),
    ]


def test_whole_congress_pressed_by_either(game: tuple[Engine, Engine]) -> None:
    es, en = game
    said = enter(es, en)
    assert "Austria 0 → 34 PV." in said[0][0]
    assert "Britain 0 → 24 VP." in said[1][0]
    assert "Gran Bretaña ganó el Asunto Congreso de Paz" in said[4][0]
    assert "Russia won the Diplomacy Phase" in said[5][0]
    for engine in game:
        assert engine.prop("CoP_IssueWinner") == "Britain"
        assert engine.prop("CoP_DiplomacyWinner") == "Russia"
    assert es.prop("CoP_Status") == en.prop("CoP_Status")

    (line, step1) = press(es, en, "CoP_Call")
    assert "Gran Bretaña gasta 1 Recurso y convoca el Congreso de Paz" in line
    assert "Paso 1" in step1
    en.force_dice(1, 1)
    (step2, step3) = press(en, es, "CoP_Winds")
    assert "political winds" in step2
    assert "the congress fails" in step3
    es.force_dice(3, 5, 6)
    (step4, vp) = press(es, en, "CoP_Penalties")
    assert "penalizaciones: " in step4
    assert "ganador del Asunto: Gran Bretaña dado 6, -3" in step4
    assert "Gran Bretaña 24 → 21" in vp
    assert en.props("CoP_Phase", "CoP_VP_Britain") == {
        "CoP_Phase": "closed",
        "CoP_VP_Britain": "21",
    }
    (record,) = press(en, es, "CoP_Record")
    assert "failed, penalties taken" in record
    (record,) = press(es, en, "CoP_Record")
    assert "fracaso, penalizaciones aplicadas" in record
    press(en, es, "CoP_Reset")
    assert es.prop("CoP_Phase") == "idle"
    assert "Asunto para Gran Bretaña" in es.prop("CoP_Last")
    assert es.problems() + en.problems() == []


def test_prompts_give_what_the_rule_says(game: tuple[Engine, Engine]) -> None:
    es, en = game
    for shown, value in (
        ("Gran Bretaña", "Britain"),
        ("Francia", "France"),
        ("Rusia", "Russia"),
        ("Austria", "Austria"),
    ):
        press(es, en, "CoP_AskIssueWinner", shown)
        assert en.prop("CoP_IssueWinner") == value
        press(es, en, "CoP_AskDiplomacyWinner", shown)
        assert en.prop("CoP_DiplomacyWinner") == value
    (line,) = press(es, en, "CoP_AskDiplomacyWinner", "Ninguna")
    assert "nadie" in line
    assert en.prop("CoP_DiplomacyWinner") == "None"
    (line,) = press(en, es, "CoP_AskDiplomacyWinner", "None")
    assert "unchanged, nobody stays" in line
    (line,) = press(es, en, "CoP_AskDiplomacyWinner", "Ninguna")
    assert "sin cambios, sigue nadie" in line
    assert es.problems() + en.problems() == []


def undo(source: Engine, target: Engine, state: dict[str, str], lines: list[str]) -> None:
    """Undo on one what either said in ``lines``: both are in ``state`` again."""
    source.undo()
    deliver(source, target)
    assert ours(source) == state
    assert ours(target) == state
    assert source.chat() == target.chat() == [f"{UNDONE}{line}" for line in reversed(lines)]
    for engine in (source, target):
        engine.clear()


def test_help_in_either_language(players: tuple[Engine, Engine]) -> None:
    for engine, title, said in (
        (players[0], "Congreso de Paz (15.6)", "¿La partida empezó sin esta extensión?"),
        (players[1], "Congress of Peace (15.6)", "Did your game begin without this extension?"),
    ):
        assert said in engine.open_help(title)
        assert engine.follow_link(title, "#old").startswith(said)
        engine.close_window(title)
        assert engine.problems() == []


def test_undo_by_either(game: tuple[Engine, Engine]) -> None:
    es, en = game
    said = enter(es, en)
    states = [ours(es)]
    for source, target, key, dice in (
        (es, en, "CoP_Call", ()),
        (en, es, "CoP_Winds", (1, 1)),
        (es, en, "CoP_Penalties", (3, 5, 6)),
    ):
        source.force_dice(*dice)
        said.append(press(source, target, key))
        states.append(ours(es))
    for state, lines in zip(states[-2::-1], said[::-1], strict=False):
        undo(es, en, state, lines)
    lines = press(es, en, "CoP_Call")
    undo(en, es, states[0], lines)
    (line, _) = press(en, es, "CoP_Call")
    assert "calls the Congress of Peace" in line
    assert es.prop("CoP_Phase") == "called"
    assert es.problems() + en.problems() == []
