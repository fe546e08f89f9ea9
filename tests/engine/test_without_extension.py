"""A player who has not installed the extension, beside those who have.

Nothing breaks for him: he reads the chat. But his client throws away every value of ours, so what
he undoes is undone in the chat only, and what he saves or logs has none of our state. These are
facts of the engine (a command that no component decodes is dropped); the README says what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from generator.extension.names import public_names
from generator.rules import Rules
from tests.interface import POWERS

from .harness import Engine
from .homes import EngineHome
from .sharing import CALLABLE, deliver, enter, go_to, ours, step_through

SHEET = "Congress of Peace"


@pytest.fixture(scope="module")
def player_without(home: EngineHome, host: Path) -> Iterator[Engine]:
    with Engine(home, host, [], player="Without") as engine:
        yield engine


@pytest.fixture
def having(engine: Engine) -> Engine:
    """Who has the extension, as Austria in a new game."""
    return engine


@pytest.fixture
def lacking(player_without: Engine) -> Engine:
    """Who has not, as Britain in a game that began without it."""
    player_without.new_game("Britain")
    player_without.clear()
    return player_without


def undone(lines: list[str]) -> list[str]:
    return [f"* UNDO: {line}" for line in reversed(lines)]


def test_he_reads_all_and_can_press_nothing(having: Engine, lacking: Engine) -> None:
    enter(having)
    for key in ("CoP_Call", "CoP_Winds", "CoP_Penalties", "CoP_Record", "CoP_Resend", "CoP_Reset"):
        having.press(key)
    deliver(having, lacking)
    assert lacking.chat() == having.chat()
    assert ours(lacking) == {}
    for key in ("CoP_Call", "CoP_Reset"):
        lacking.press(key)
    assert lacking.outgoing() == []
    assert lacking.problems() == []


def test_his_undo_is_printed_at_all_and_undoes_nothing(having: Engine, lacking: Engine) -> None:
    before = go_to(having, "idle", lacking)
    having.press("CoP_Call")
    deliver(having, lacking)
    called = ours(having)
    said = having.chat()
    lacking.clear()
    assert lacking.can_undo
    lacking.undo()
    assert deliver(lacking, having) == 1
    assert lacking.chat() == undone(said)
    assert having.chat() == undone(said)
    assert ours(having) == called
    # The player with the extension takes that Undo back first, then his command.
    having.undo()
    assert ours(having) == called
    having.undo()
    assert ours(having) == before
    deliver(having, lacking)
    assert having.chat() == lacking.chat()
    assert having.problems() + lacking.problems() == []


def test_record_tells_the_values_that_his_undo_left(having: Engine, lacking: Engine) -> None:
    go_to(having, "called", lacking)
    having.press("CoP_Winds")
    deliver(having, lacking)
    vp = having.prop("CoP_VP_Austria")
    lacking.undo()
    deliver(lacking, having)
    having.clear()
    having.press("CoP_Record")
    (austria,) = (part for part in having.chat()[-1].split(" | ") if part.startswith("Austria"))
    assert f"now {vp};" in austria


def test_pieces_of_ours_on_the_hosts_map(having: Engine, lacking: Engine) -> None:
    """He has them without their pictures, which the engine misses when it paints them."""
    having.place_piece("cop:3", "Main Map", 100, 100)
    having.place_piece("cop:2", SHEET, 340, 170)
    deliver(having, lacking)
    assert {piece.gpid for piece in lacking.pieces("Main Map")} == {"1", "cop:3"}
    problems: list[str] = []
    deadline = monotonic() + 10
    while not problems and monotonic() < deadline:
        problems = lacking.problems()
    assert len(problems) == 1
    assert "cop_issue.svg Error: Image not found" in problems[0]
    issue = lacking.find_piece("Main Map", gpid="cop:3")
    lacking.move_piece(issue.id, "Main Map", 200, 150)
    deliver(lacking, having)
    assert having.find_piece("Main Map", gpid="cop:3").x == 200
    assert having.problems() == []


@pytest.mark.parametrize("phase", ["idle", "called"])
def test_he_opens_our_save(
    home: EngineHome, having: Engine, lacking: Engine, tmp_path: Path, phase: str
) -> None:
    """The engine names what he lacks; the host's own pieces are there.

    Engines before 3.7 also miss the map of the stack that they have made of the sheet.
    """
    go_to(having, phase)
    having.save(tmp_path / "ours.vsav")
    lacking.load(tmp_path / "ours.vsav", "Britain")
    problems, said = lacking.problems(), lacking.chat()
    bad = [line for line in said if "Bad Data in Module" in line]
    assert len(problems) == len(bad) == (home.name == "registry")
    for each in (*problems, *bad):
        assert f"Source: {SHEET} Error: Could not find map." in each
    (missing,) = (line for line in said if "do not have this extension loaded" in line)
    assert "extension 'Congress_of_Peace'" in missing
    assert lacking.dialogs() == []
    assert [piece.name for piece in lacking.pieces("Main Map")] == ["Token"]


def test_he_opens_our_save_of_a_game_begun_without_the_extension(
    having: Engine, lacking: Engine, tmp_path: Path
) -> None:
    """There is no sheet in it, so only the extension is missed."""
    lacking.save(tmp_path / "begun.vsav")
    having.load(tmp_path / "begun.vsav", "Austria")
    go_to(having, "called")
    having.save(tmp_path / "ours.vsav")
    lacking.clear()
    lacking.load(tmp_path / "ours.vsav", "Britain")
    assert lacking.problems() == []
    said = lacking.chat()
    assert not any("Bad Data" in line for line in said)
    assert sum("do not have this extension loaded" in line for line in said) == 1


def test_his_save_loses_all_that_is_ours(
    having: Engine, lacking: Engine, tmp_path: Path, rules: Rules
) -> None:
    """Values and what is on our sheet; pieces of ours on the host's maps stay."""
    initial = ours(having)
    go_to(having, "closed")
    having.place_piece("cop:3", "Main Map", 100, 100)
    having.place_piece("cop:4", SHEET, 100, 100)
    played = ours(having)
    having.save(tmp_path / "ours.vsav")
    lacking.load(tmp_path / "ours.vsav", "Britain")
    lacking.save(tmp_path / "his.vsav")
    having.clear()
    having.load(tmp_path / "his.vsav", "Austria")
    assert ours(having) == initial
    public = set(public_names(rules))
    lost = {name for name in public if played[name] != initial[name]}
    assert lost > {f"CoP_{name}_{power}" for name in ("VP", "Start") for power in POWERS}
    assert lost > {"CoP_Phase", "CoP_Seat", "CoP_Last", "CoP_Metternich", "CoP_IssueWinner"}
    assert {piece.gpid for piece in having.pieces("Main Map")} == {"1", "cop:3"}
    assert having.pieces(SHEET) == []
    # nobody is warned …
    assert not any("extension" in line for line in having.chat())
    assert having.problems() == []
    # … and what the README advises works: enter again, the sheet's table from the palette
    having.place_piece("cop:2", SHEET, 340, 170)
    having.set_props({f"CoP_VP_{power}": 20 for power in POWERS}, CoP_IssueWinner="France")
    having.press("CoP_Call")
    assert having.prop("CoP_Phase") == "called"
    assert having.problems() == []


def test_one_who_kept_playing_repairs_who_opened_his_save(
    having: Engine, lacking: Engine, two_players: tuple[Engine, Engine], tmp_path: Path
) -> None:
    """As long as one client has the state, it can be sent to those who lost it."""
    state = go_to(having, "failed", lacking)
    lacking.save(tmp_path / "his.vsav")
    other, _ = two_players
    other.load(tmp_path / "his.vsav", "France")
    assert ours(other) != state
    other.clear()
    having.press("CoP_Resend")
    deliver(having, other)
    assert ours(other) == ours(having) == state
    assert other.problems() == []


def test_his_log_has_our_chat_and_none_of_our_values(
    having: Engine, lacking: Engine, tmp_path: Path
) -> None:
    initial = ours(having)
    go_to(having, "idle")
    lacking.begin_log(tmp_path / "his.vlog")
    lacking.clear()
    for key in ("CoP_Call", "CoP_Winds"):
        having.press(key)
    having.undo()
    having.press("CoP_Winds")
    deliver(having, lacking)
    lacking.end_log()
    said = lacking.chat()
    assert said == having.chat()
    assert any("UNDO" in line for line in said)
    having.new_game("Austria")
    having.dice_calls()
    assert step_through(having, tmp_path / "his.vlog", "France") == 4
    assert having.chat() == said
    assert ours(having) == initial
    assert having.dice_calls() == []
    assert having.problems() == []


def test_he_steps_through_our_log(having: Engine, lacking: Engine, tmp_path: Path) -> None:
    having.begin_log(tmp_path / "ours.vlog")
    having.clear()
    enter(having, CALLABLE)
    having.press("CoP_Call")
    having.undo()
    having.end_log()
    said = having.chat()
    assert step_through(lacking, tmp_path / "ours.vlog", "France") == 9
    assert lacking.chat() == said
    assert lacking.problems() == []
