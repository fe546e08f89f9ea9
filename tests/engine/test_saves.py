"""Saves, also of phases in which test_sharing.py makes none, and a later build that opens them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .harness import Engine
from .later import later_build
from .sharing import deliver, go_to, ours

START = Callable[..., Engine]


@pytest.mark.parametrize("phase", ["called", "success", "declined", "unpaid"])
def test_save_goes_on_where_it_was(
    two_players: tuple[Engine, Engine], tmp_path: Path, phase: str
) -> None:
    """At whoever opens it; nothing from before can be undone, and the congress ends as ever."""
    first, second = two_players
    first.new_game("Austria")
    state = go_to(first, phase)
    save = tmp_path / "game.vsav"
    first.save(save)
    first.press("CoP_Reset")
    assert ours(first) != state
    for engine, side in ((first, "Austria"), (second, "Britain")):
        engine.load(save, side)
        assert ours(engine) == state
        assert not engine.can_undo
        assert engine.problems() == []
        assert [piece.gpid for piece in engine.pieces("Congress of Peace")] == ["cop:1"]
        engine.clear()
    first.force_dice(2, 6, 1)
    for key in ("CoP_Call", "CoP_Winds", "CoP_Penalties", "CoP_Record", "CoP_Reset"):
        first.press(key)
        deliver(first, second)
        assert ours(first) == ours(second)
    assert first.chat() == second.chat()
    assert first.prop("CoP_Phase") == "idle"
    assert second.dice_calls() == []
    for _ in range(5):
        first.undo()
    deliver(first, second)
    assert ours(first) == ours(second) == state
    assert first.problems() + second.problems() == []


def test_record_of_a_success_is_in_its_save(
    two_players: tuple[Engine, Engine], tmp_path: Path
) -> None:
    """A new congress in the same game needs Reset first, also after loading."""
    first, second = two_players
    first.new_game("Austria")
    go_to(first, "success")
    first.save(tmp_path / "game.vsav")
    first.press("CoP_Record")
    record = first.chat()[-1].split(": ", 2)[2]
    second.load(tmp_path / "game.vsav", "Britain")
    second.clear()
    second.press("CoP_Record")
    assert second.chat()[-1].split(": ", 2)[2] == record
    before = ours(second)
    for key in ("CoP_Call", "CoP_Decline", "CoP_Winds", "CoP_Penalties"):
        second.press(key)
        assert ours(second) == before
    second.press("CoP_Reset")
    second.press("CoP_Record")
    assert before["CoP_Last"] in second.chat()[-1]


def test_save_over_a_game_that_is_open(two_players: tuple[Engine, Engine], tmp_path: Path) -> None:
    """Nothing of the game that was open is left; a new game begins with nothing of either."""
    first, _ = two_players
    first.new_game("Austria")
    initial = ours(first)
    first.save(tmp_path / "new.vsav")
    played = go_to(first, "closed")
    first.save(tmp_path / "played.vsav")
    first.load(tmp_path / "new.vsav", "Austria")
    assert ours(first) == initial
    first.load(tmp_path / "played.vsav", "Austria")
    assert ours(first) == played
    first.new_game("Austria")
    assert ours(first) == initial


def test_new_piece_and_property_of_a_later_build_in_an_old_save(
    two_players: tuple[Engine, Engine], start: START, extension: Path, tmp_path: Path
) -> None:
    first, _ = two_players
    later = start(extensions=[later_build(extension, tmp_path / "later" / extension.name)])
    slots = later.slots()
    new = set(slots) - set(first.slots())
    assert new == {"cop:5", "cop:6"}
    for phase in ("called", "success"):
        first.new_game("Austria")
        state = go_to(first, phase)
        old_save, new_save = tmp_path / f"{phase}.vsav", tmp_path / f"{phase}-later.vsav"
        first.save(old_save)
        later.load(old_save, "Austria")
        assert ours(later) == state | {"CoP_Envoy": "waiting"}
        # what stands on the sheet of a new game is missing; the palette has it
        assert [piece.gpid for piece in later.pieces("Congress of Peace")] == ["cop:1"]
        later.place_piece("cop:5", "Main Map", 100, 100)
        later.place_piece("cop:5", "Congress of Peace", 100, 100)
        later.clear()
        later.press("CoP_Winds")
        later.undo()
        later.set_props(CoP_Envoy="sent")
        later.save(new_save)
        later.load(new_save, "Austria")
        assert ours(later) == state | {"CoP_Envoy": "sent"}
        assert len(later.pieces("Main Map")) == len(later.pieces("Congress of Peace")) == 2
        # and back: the former build keeps the state and the piece, not the new property
        first.load(new_save, "Austria")
        assert ours(first) == state
        assert first.find_piece("Main Map", gpid="cop:5")
        assert first.problems() + later.problems() == []
    later.new_game("Austria")
    assert {piece.gpid for piece in later.pieces("Congress of Peace")} == {"cop:1", "cop:6"}
