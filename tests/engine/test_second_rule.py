"""The made-up rule of tests/second_rule in a real engine: alone, and beside 15.6 in one module."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.build import packed
from generator.buildfile.check import expressions
from generator.declared.assemble import assemble_declared
from generator.declared.load import load_declared
from generator.declared.model import box_of
from tests.second_rule.play import Convoy

from . import built
from .cases import Case, Chain, Part, compare, split
from .harness import Engine
from .homes import EngineHome

RULE = load_declared(Path(__file__).parents[1] / "second_rule" / "rule")
CONSTANTS = RULE.rule.constants
SHEET = "Blockade"
TOLD = (*Convoy().properties(), "Blk_Act")


@pytest.fixture(scope="module")
def blockade(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("second") / "Blockade.vmdx"
    path.write_bytes(packed(assemble_declared(RULE), {}))
    return path


@pytest.fixture(scope="module")
def by_itself(home: EngineHome, host: Path, blockade: Path) -> Iterator[Engine]:
    with Engine(home, host, [blockade], strict=True) as engine:
        yield engine


@pytest.fixture
def alone(by_itself: Engine) -> Engine:
    by_itself.new_game("Austria")
    by_itself.clear()
    return by_itself


@pytest.fixture(scope="module")
def shared(home: EngineHome, host: Path, extension: Path, blockade: Path) -> Iterator[Engine]:
    """An engine with both extensions."""
    with Engine(home, host, [extension, blockade], strict=True) as engine:
        yield engine


@pytest.fixture
def both(shared: Engine) -> Engine:
    shared.new_game("Austria")
    shared.clear()
    return shared


def of(engine: Engine, prefix: str) -> dict[str, str]:
    """Return the properties of one extension."""
    return {name: value for name, value in engine.all_props().items() if name.startswith(prefix)}


def stands(engine: Engine, convoy: Convoy) -> None:
    """See that the engine is where the reference play is."""
    wanted = convoy.properties()
    assert engine.props(*wanted) == wanted


def cases(constants: Mapping[str, Any]) -> Iterator[tuple[Convoy, str, int, Convoy]]:
    """Yield every case of a round: before it, its command, its die and what comes of it."""
    tensions = range(constants["most_tension"] + 1)
    for sea, tension, die in product(
        constants["watch"], tensions, range(1, constants["weather"] + 1)
    ):
        before = Convoy(
            sea=sea,
            escorts=die % 4,
            tension=tension,
            losses=tension,
            voyages=die,
            points=(-tension, 5 * die),
        )
        yield before, "Blk_Sail", die, before.sail(constants, die)
    for escorts, tension, die in product(range(4), tensions, range(1, constants["pursuit"] + 1)):
        before = Convoy(
            phase="chased",
            sea="Levant",
            escorts=escorts,
            weather=1,
            tension=tension,
            losses=die,
            voyages=1,
            points=(die - 3, tension),
        )
        yield before, "Blk_Pursue", die, before.pursue(constants, die)


def part_of(command: str, constants: Mapping[str, Any]) -> Part:
    """Return every case of a round: as it begins, its die, what comes of it, and taken back."""
    die_of = {"Blk_Sail": "Blk_Weather", "Blk_Pursue": "Blk_Pursuit"}[command]
    found = []
    for before, played, die, after in cases(constants):
        if played == command:
            back = Case((), as_told(after.take_back()))
            taken_back = Part((), ("take back",), TOLD, (back,))
            rolled = Case((str(die),), as_told(after), (taken_back,))
            rounds = Part((die_of,), (f"{command} rolled",), TOLD, (rolled,))
            found.append(Case(tuple(before.properties().values()), (), (rounds,)))
    return Part(tuple(Convoy().properties()), (f"{command} begins",), (), tuple(found))


def as_told(convoy: Convoy) -> tuple[str, ...]:
    """Return what the engine must tell, and that no property was lost (``kept``)."""
    return (*convoy.properties().values(), "")


def chains_of(extension: Path) -> dict[str, Chain]:
    root = built.read(extension)
    found: dict[str, Chain] = {"take back": built.chain(root, "blk.takeback.go")}
    for command, die in (("Blk_Sail", "Blk_Weather"), ("Blk_Pursue", "Blk_Pursuit")):
        stem = RULE.rule.identity.identity().stem(command)
        begins, (_, *rolled) = split(built.chain(root, f"{stem}.go"), die)
        found |= {f"{command} begins": begins, f"{command} rolled": rolled}
    return found


def test_every_case_is_as_in_the_reference_play(alone: Engine, blockade: Path) -> None:
    chains = chains_of(blockade)
    parts = [part_of(command, CONSTANTS) for command in ("Blk_Sail", "Blk_Pursue")]
    tally = compare(alone, chains, parts)
    assert tally.cases == 3 * 10 * 8 + 4 * 10 * 10
    assert not tally.wrong, tally.first
    other = compare(alone, chains, [part_of("Blk_Pursue", {**CONSTANTS, "escort": 2})])
    assert 0 < other.wrong < other.cases
    assert "Blk_Lost: engine" in other.first
    assert alone.problems() == []


def test_a_press_is_one_of_these_cases(alone: Engine) -> None:
    """By its key, with the engine's dice, taken back and undone."""
    engine = alone
    for before, command, die, after in list(cases(CONSTANTS))[::40]:
        wanted = after.properties()
        *_, got, dice = engine.batch(
            [
                {"do": "dice_calls"},
                {"do": "set_props", "values": before.properties()},
                {"do": "force_dice", "faces": [die]},
                {"do": "press", "key": command},
                {"do": "props", "names": list(wanted)},
                {"do": "dice_calls"},
            ]
        )
        assert got == wanted, (before, command, die)
        sides = CONSTANTS["weather" if command == "Blk_Sail" else "pursuit"]
        assert dice == [[sides, die]]
        engine.press("Blk_TakeBack")
        stands(engine, after.take_back())
        engine.undo()
        stands(engine, after)
        engine.undo()
        stands(engine, before)
    assert engine.problems() == []


def test_two_copies_do_nothing(
    home: EngineHome, host: Path, blockade: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "Blockade (1).vmdx"
    shutil.copy(blockade, copy)
    with Engine(home, host, [blockade, copy]) as engine:
        engine.new_game("Austria")
        state = of(engine, "Blk_")
        for key in ("Blk_Sail", "Blk_SetSea_Baltic", "Blk_AskEscorts", "Blk_Reset", "Blk_Record"):
            engine.clear()
            engine.press(key)
            assert engine.dice_calls() == []
            (line,) = set(engine.chat())
            assert "this extension is loaded 2 times, so nothing is done" in line
            assert of(engine, "Blk_") == state | {"Blk_Copies": "2"}
        assert engine.problems() == []


def test_the_engine_takes_each_expression(alone: Engine, blockade: Path) -> None:
    found = dict(expressions(built.read(blockade)))
    verdicts = alone.validate_expressions(found.values())
    wrong = [place for place, each in zip(found, verdicts, strict=True) if not each.ok]
    assert found
    assert not wrong


def test_three_turns_and_their_undo(alone: Engine, tmp_path: Path) -> None:
    """Inputs, rounds, both ways to take back, what lasts, refusals, a save: one game."""
    engine = alone
    convoy = Convoy()
    stands(engine, convoy)
    for key, reason in (
        ("Blk_Sail", "choose the sea first."),
        ("Blk_Pursue", "no convoy is chased."),
        ("Blk_TakeBack", "there is no round to take back."),
    ):
        engine.press(key)
        (line,) = engine.chat()
        assert line.endswith(reason), line
        stands(engine, convoy)
    for turn, (sea, die) in enumerate((("Channel", 3), ("Baltic", 8), ("Levant", 7)), 1):
        engine.answer(sea, "2")
        engine.press("Blk_AskSea")
        engine.press("Blk_AskEscorts")
        convoy = replace(convoy, sea=sea, escorts=2)
        stands(engine, convoy)
        engine.force_dice(die)
        engine.press("Blk_Sail")
        sailed = convoy.sail(CONSTANTS, die)
        stands(engine, sailed)
        if sailed.phase == "chased":
            engine.force_dice(10)
            engine.press("Blk_Pursue")
            stands(engine, sailed.pursue(CONSTANTS, 10))
            engine.press("Blk_TakeBack")
            stands(engine, replace(sailed, was=None))
            engine.force_dice(9)
            engine.press("Blk_Pursue")
            sailed = replace(sailed, was=None).pursue(CONSTANTS, 9)
            stands(engine, sailed)
        save = tmp_path / f"turn{turn}.vsav"
        engine.save(save)
        engine.press("Blk_TakeBack")
        engine.load(save, "Austria")
        stands(engine, sailed)
        engine.press("Blk_Reset")
        convoy = sailed.reset()
        stands(engine, convoy)
    assert (convoy.voyages, convoy.tension > 0, convoy.losses > 0) == (3, True, True)
    assert engine.problems() == []


def test_sheet_is_made_of_the_same_parts(both: Engine, tmp_path: Path) -> None:
    both.press("Blk_Sheet")
    both.clear()

    def click(command: str) -> None:
        (spot,) = (each for each in RULE.rule.sheet.spots if each.command == command)
        both.click_map(SHEET, box_of(spot.box).x, box_of(spot.box).y)

    empty = tmp_path / "empty.png"
    both.map_picture(SHEET, empty)
    for command in ("SetSea_Levant", "RaiseEscorts", "RaiseEscorts", "LowerEscorts"):
        click(command)
    assert both.props("Blk_Sea", "Blk_Escorts", "Blk_SeaMark") == {
        "Blk_Sea": "Levant",
        "Blk_Escorts": "1",
        "Blk_SeaMark": "4",
    }
    both.force_dice(5)
    click("Sail")
    assert both.props("Blk_Phase", "Blk_Stage") == {"Blk_Phase": "chased", "Blk_Stage": "2"}
    chased = tmp_path / "chased.png"
    both.map_picture(SHEET, chased)
    assert empty.read_bytes() != chased.read_bytes()
    click("LowerEscorts")
    assert both.prop("Blk_Escorts") == "1"
    click("TakeBack")
    assert both.prop("Blk_Phase") == "port"
    both.press("Blk_Sheet")
    assert both.problems() == []


def test_beside_the_congress_neither_disturbs_the_other(both: Engine, tmp_path: Path) -> None:
    both.set_props(CoP_VP_Austria=33, CoP_VP_Britain=24, CoP_IssueWinner="Britain")
    both.set_props(Blk_Sea="Channel", Blk_Escorts=1)
    presses: list[tuple[str, str, list[int]]] = [
        ("CoP_", "CoP_Call", []),
        ("Blk_", "Blk_Sail", [2]),
        ("CoP_", "CoP_ToggleMetternich", []),
        ("CoP_", "CoP_Release", []),
        ("Blk_", "Blk_Pursue", [7]),
        ("Blk_", "Blk_TakeBack", []),
        ("CoP_", "CoP_Resend", []),
        ("CoP_", "CoP_Reset", []),
        ("Blk_", "Blk_Reset", []),
        ("Blk_", "Blk_Record", []),
    ]
    both.press("CoP_Odds")  # whatever mirrors the state has been refreshed
    both.press("Blk_Record")
    prefixes = {"CoP_": "Blk_", "Blk_": "CoP_"}
    for own, key, dice in presses:
        other = prefixes[own]
        untouched, before = of(both, other), both.all_props()
        both.clear()
        both.force_dice(*dice)
        both.press(key)
        lines = both.chat()
        assert lines, key
        assert not any("loaded" in line or "another extension" in line for line in lines), lines
        assert of(both, other) == untouched, key
        assert both.props("CoP_Copies", "Blk_Copies", "CoP_Act", "Blk_Act") == {
            "CoP_Copies": "1",
            "Blk_Copies": "1",
            "CoP_Act": "",
            "Blk_Act": "",
        }
        after: dict[str, Any] = both.all_props()
        both.undo()
        assert both.all_props() == before, key
        both.clear()
        both.force_dice(*dice)
        both.press(key)
        assert both.all_props() == after, key
    save = tmp_path / "both.vsav"
    both.set_prop("Blk_Sea", "Baltic")
    both.force_dice(8)
    both.press("Blk_Sail")
    both.press("CoP_ToggleMetternich")
    both.save(save)
    state = both.all_props()
    both.new_game("Austria")
    assert both.all_props() != state
    both.load(save, "Austria")
    assert both.all_props() == state
    names = {each.name: each.id for each in both.extensions()}
    assert names == {"Congress_of_Peace": "cop", "Blockade": "blk"}
    assert both.problems() == []
