"""What leaves one engine and reaches another: saves, logs, a second player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator.build import build
from generator.extension.names import public_names
from generator.rules import Rules, load_rules

from .harness import Engine
from .sharing import deliver, enter, exchange, join, ours, step_through

START = Callable[..., Engine]


def test_save_made_before_the_extension(start: START, tmp_path: Path) -> None:
    save = tmp_path / "before.vsav"
    without = start(extensions=[])
    without.new_game("Austria")
    without.do("save", path=str(save))
    without.close()
    engine = start()
    engine.do("load", path=str(save), side="Austria")
    assert engine.prop("CoP_Phase") == "idle"
    engine.clear()
    enter(engine, (40, 20, 21, 22), metternich=False)
    for key, phase in (
        ("CoP_ToggleMetternich", "idle"),
        ("CoP_Call", "failed"),
        ("CoP_Penalties", "closed"),
        ("CoP_Record", "closed"),
        ("CoP_Resend", "closed"),
        ("CoP_Reset", "idle"),
    ):
        engine.press(key)
        assert engine.prop("CoP_Phase") == phase
    for command, phase in (("CoP_Decline", "declined"), ("CoP_NoResource", "unpaid")):
        engine.answer("France")
        engine.press("CoP_AskIssueWinner")
        engine.press(command)
        assert engine.prop("CoP_Phase") == phase
        engine.press("CoP_Reset")
    engine.set_props(CoP_IssueWinner="France", CoP_VP_Austria=20)
    engine.press("CoP_Call")
    engine.press("CoP_Release")
    engine.press("CoP_Winds")
    assert engine.prop("CoP_Phase") == "success"
    engine.answer("4", "1")
    engine.press("CoP_StopEarly")
    engine.press("CoP_Sheet")
    assert engine.do("pieces", map="Congress of Peace") == []
    engine.do("place_piece", gpid="cop:2", map="Congress of Peace", x=340, y=170)
    assert engine.problems() == []


def test_save_in_mid_congress_goes_on_where_it_was(
    start: START, tmp_path: Path, rules: Rules
) -> None:
    keys = {
        "idle": (),
        "called": ("CoP_Call",),
        "failed": ("CoP_Call", "CoP_Winds"),
        "closed": ("CoP_Call", "CoP_Winds", "CoP_Penalties"),
    }
    engine = start()
    other = start()
    for phase, pressed in keys.items():
        engine.new_game("Austria")
        enter(engine, (34, 24, 22, 20), metternich=False)
        engine.force_dice(1, 1)
        for key in pressed:
            engine.press(key)
        engine.clear()
        assert engine.prop("CoP_Phase") == phase
        saved = ours(engine)
        save = tmp_path / f"{phase}.vsav"
        engine.do("save", path=str(save))
        for where in (engine, other):
            where.do("load", path=str(save), side="Austria")
            assert ours(where) == saved
            assert where.problems() == []
        other.clear()
        for key in ("CoP_Call", "CoP_Winds", "CoP_Penalties"):
            for where in (engine, other):
                where.do("seed", seed=5)
                where.press(key)
            assert ours(engine) == ours(other)
        assert engine.prop("CoP_Phase") in ("closed", "success")
        other.new_game("Britain")
        initial = other.props(*public_names(rules))
        assert initial["CoP_Phase"] == "idle"
        assert initial["CoP_VP_Austria"] == "0"


def test_second_player_sees_the_same_and_never_rolls(start: START, tmp_path: Path) -> None:
    first, second = start(player="First"), start(player="Second")
    join(first, tmp_path / "game.vsav", (second, "Britain"))

    def pass_on(source: Engine, target: Engine) -> None:
        deliver(source, target)
        assert target.outgoing() == []
        assert ours(source) == ours(target)
        assert source.chat() == target.chat()
        assert target.dice_calls() == []

    enter(first, (34, 24, 22, 20), metternich=False)
    pass_on(first, second)
    for key in ("CoP_ToggleMetternich", "CoP_Call", "CoP_Winds", "CoP_Penalties", "CoP_Record"):
        first.press(key)
        first.dice_calls()
        pass_on(first, second)
    for _ in range(3):
        first.undo()
        pass_on(first, second)
    second.undo()
    pass_on(second, first)
    second.press("CoP_Resend")
    pass_on(second, first)
    assert first.problems() + second.problems() == []


def test_player_without_the_extension(start: START) -> None:
    first, second = start(player="First"), start(extensions=[], player="Second")
    first.new_game("Austria")
    second.new_game("Britain")
    for engine in (first, second):
        engine.clear()
    enter(first, (34, 24, 22, 20), metternich=False)
    for key in ("CoP_Call", "CoP_Winds", "CoP_Penalties"):
        first.press(key)
    deliver(first, second)
    assert second.chat() == first.chat()
    assert second.problems() == []


def test_log_of_a_congress_with_an_undo(start: START, tmp_path: Path) -> None:
    log = tmp_path / "congress.vlog"
    engine = start()
    engine.new_game("Austria")
    engine.do("begin_log", path=str(log))
    engine.clear()
    enter(engine, (34, 24, 22, 20), metternich=False)
    engine.press("CoP_Call")
    engine.press("CoP_Winds")
    engine.undo()
    engine.press("CoP_Winds")
    engine.press("CoP_Penalties")
    engine.press("CoP_Record")
    engine.do("end_log")
    said = engine.chat()
    reader = start(player="Reader")
    assert step_through(reader, log, "Britain") == 12
    assert reader.dice_calls() == []
    assert ours(reader) == ours(engine)
    assert [line for line in reader.chat() if "CoP" in line] == said
    assert reader.problems() == []


def pair(start: START, tmp_path: Path) -> tuple[Engine, Engine]:
    """Return two players of one game, Austria and Britain, who have just heard all."""
    first, second = start(player="First"), start(player="Second")
    join(first, tmp_path / "pair.vsav", (second, "Britain"))
    for engine in (first, second):
        engine.set_props(CoP_VP_Austria=34, CoP_VP_Britain=24, CoP_VP_France=23, CoP_VP_Russia=22)
        engine.set_props(CoP_IssueWinner="Austria", CoP_Metternich="true")
        engine.clear()
    return first, second


def test_presses_at_once_are_seen_and_repaired(start: START, tmp_path: Path) -> None:
    first, second = pair(start, tmp_path)
    first.force_dice(1)
    second.force_dice(5)
    for engine in (first, second):
        engine.press("CoP_Call")
    exchange(first, second)
    assert ours(first) != ours(second)
    for engine in (first, second):
        engine.clear()
        engine.press("CoP_Record")
    records = [engine.chat()[0].partition(": ")[2] for engine in (first, second)]
    assert records[0] != records[1]
    assert {"Action 1 by First." in each for each in records} == {True, False}
    for engine in (first, second):
        engine.outgoing()
    first.press("CoP_Resend")
    exchange(first, second)
    assert ours(first) == ours(second)
    assert first.problems() + second.problems() == []


def test_seat_keeps_two_from_rolling_at_once(start: START, tmp_path: Path) -> None:
    first, second = pair(start, tmp_path)
    first.press("CoP_Call")
    exchange(first, second)
    first.clear()
    second.clear()
    for engine in (first, second):
        engine.press("CoP_Winds")
    assert second.dice_calls() == []
    assert len(first.dice_calls()) == 2
    exchange(first, second)
    assert ours(first) == ours(second)
    assert first.problems() + second.problems() == []


def test_two_players_of_one_side(start: START, tmp_path: Path) -> None:
    """A side is all that the lock knows: either of its players may roll, one after the other."""
    first, second = pair(start, tmp_path)
    second.do("set_side", side="Austria")
    first.press("CoP_Call")
    exchange(first, second)
    second.press("CoP_Winds")
    exchange(first, second)
    assert first.prop("CoP_Phase") in ("success", "failed")
    first.clear()
    first.press("CoP_Winds")
    assert "not done" in first.chat()[0]
    assert ours(first) == ours(second)


def test_saves_of_the_previous_build_and_of_the_next(
    start: START, extension: Path, tmp_path: Path
) -> None:
    """The file's name is the same, so the engine takes the state over, either way."""
    errata = tmp_path / "errata.toml"
    errata.write_text(
        "[release]\nversion = '0.9.0'\ndate = 2026-11-01\n[activation]\ndecline_vp = -1\n", "utf-8"
    )
    previous = build(load_rules(errata), tmp_path / "previous", {}).path
    old, new = start(extensions=[previous]), start(extensions=[extension])
    for source, target in ((old, new), (new, old)):
        for keys, phase in (
            ((), "idle"),
            (("CoP_Call",), "called"),
            (("CoP_Call", "CoP_Winds"), "failed"),
            (("CoP_Call", "CoP_Winds", "CoP_Penalties"), "closed"),
            (("CoP_Decline",), "declined"),
            (("CoP_NoResource",), "unpaid"),
        ):
            source.new_game("Austria")
            enter(source, (34, 24, 22, 20), metternich=False)
            source.do("forced_left")
            source.force_dice(1, 1)
            for key in keys:
                source.press(key)
            assert source.prop("CoP_Phase") == phase
            save = tmp_path / f"{phase}.vsav"
            source.do("save", path=str(save))
            source.clear()
            target.do("load", path=str(save), side="Austria")
            assert ours(target) == ours(source)
            target.clear()
            for key in ("CoP_Winds", "CoP_Penalties", "CoP_Reset"):
                target.press(key)
            assert target.prop("CoP_Phase") == "idle"
            assert target.problems() == []
            target.do("forced_left")
