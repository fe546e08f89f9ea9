"""The sheet in a real engine: every spot of it, clicked as a player clicks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from generator.extension.layout import RECORD_LINES
from generator.extension.names import VP_RANGE
from generator.extension.sheet import LAYOUT, spots
from generator.rules import load_rules
from tests.interface import CLICKS, COMMANDS, POWERS

from .former import former_build
from .harness import Engine
from .picture import assert_approved

START = Callable[..., Engine]
SHEET = "Congress of Peace"
SPOTS = dict(spots(load_rules(), reads_vp=False))
WINDOW = (0, 0, 1040, 780)
MIDDLE = (LAYOUT.width // 2, LAYOUT.height // 2)
ASKING = {"CoP_StopEarly": ["5", "2"], **{f"CoP_AskVP_{power}": ["31"] for power in POWERS}}


def show(engine: Engine) -> None:
    if SHEET not in engine.windows():
        engine.press("CoP_Sheet")
    engine.clear()


@pytest.fixture
def shown(engine: Engine) -> Engine:
    show(engine)
    return engine


def click(engine: Engine, key: str) -> None:
    box = SPOTS[key]
    engine.click_map(SHEET, box.x, box.y)


def test_each_command_has_a_spot_and_no_two_overlap() -> None:
    asked = {"CoP_AskIssueWinner", "CoP_AskDiplomacyWinner"}
    assert set(SPOTS) == {*COMMANDS, *CLICKS} - asked
    boxes = list(SPOTS.items())
    for number, (key, box) in enumerate(boxes):
        assert min(box.left, box.top) >= 0, key
        assert box.right <= LAYOUT.width, key
        assert box.bottom <= LAYOUT.height, key
        for other, beside in boxes[number + 1 :]:
            apart = (
                box.right <= beside.left
                or beside.right <= box.left
                or box.bottom <= beside.top
                or beside.bottom <= box.top
            )
            assert apart, (key, other)


@pytest.mark.parametrize("phase", ["idle", "failed"])
def test_a_click_is_the_press_of_its_key(shown: Engine, phase: str) -> None:
    values = {f"CoP_VP_{power}": vp for power, vp in zip(POWERS, (40, 24, 23, 22), strict=True)}
    shown.set_props(values, CoP_IssueWinner="Austria", CoP_DiplomacyWinner="Russia")
    if phase == "failed":
        shown.press("CoP_Call")
    before = shown.all_props()
    for key in SPOTS:
        after = []
        for give in (shown.press, partial(click, shown)):
            shown.clear()
            shown.seed(7)
            shown.answer(*ASKING.get(key, []))
            give(key)
            assert len(shown.outgoing()) == 1, key
            after.append((shown.all_props(), shown.chat()))
            shown.undo()
            assert shown.all_props() == before, key
            assert shown.problems() == [], key
        assert after[0] == after[1], key
        assert after[0][1] != [], key


def test_a_congress_from_the_sheet_alone(shown: Engine) -> None:
    for key, answer in (
        ("CoP_AskVP_Austria", "33"),
        ("CoP_AskVP_Britain", "24"),
        ("CoP_AskVP_France", "23"),
        ("CoP_AskVP_Russia", "22"),
    ):
        shown.answer(answer)
        click(shown, key)
    click(shown, "CoP_RaiseVP_Austria")
    click(shown, "CoP_LowerVP_Russia")
    click(shown, "CoP_SetIssueWinner_Britain")
    click(shown, "CoP_SetIssueWinner_Austria")
    click(shown, "CoP_ToggleMetternich")
    assert [shown.prop(f"CoP_VP_{power}") for power in POWERS] == ["34", "24", "23", "21"]
    assert shown.prop("CoP_IssueWinner") == "Austria"
    shown.force_dice(1)
    click(shown, "CoP_Call")
    assert shown.prop("CoP_Phase") == "called"
    shown.force_dice(1, 1)
    click(shown, "CoP_Winds")
    assert shown.prop("CoP_Phase") == "failed"
    click(shown, "CoP_SetDiplomacyWinner_None")
    shown.force_dice(6, 5)
    click(shown, "CoP_Penalties")
    assert [shown.prop(f"CoP_VP_{power}") for power in POWERS] == ["29", "24", "23", "21"]
    losses = [shown.prop(f"CoP_Loss{of}_Austria") for of in ("Diplomacy", "Highest", "Issue")]
    assert losses == ["", "−3", "−3"]
    click(shown, "CoP_Reset")
    assert shown.prop("CoP_Phase") == "idle"
    assert "Issue won by Austria" in shown.prop("CoP_Last")
    assert shown.problems() == []


def test_a_click_gives_no_vp_that_nobody_can_type(shown: Engine) -> None:
    least, most = VP_RANGE
    for vp, key, after in (
        (most - 1, "CoP_RaiseVP_Austria", most),
        (most, "CoP_RaiseVP_Austria", most),
        (most + 9, "CoP_RaiseVP_Austria", most + 9),
        (most + 9, "CoP_LowerVP_Austria", most + 8),
        (least, "CoP_LowerVP_Austria", least),
        (least, "CoP_RaiseVP_Austria", least + 1),
    ):
        shown.set_props(CoP_VP_Austria=vp)
        shown.clear()
        click(shown, key)
        assert shown.prop("CoP_VP_Austria") == str(after)
        assert len(shown.chat()) == 1
    assert shown.problems() == []


def test_the_record_runs_along_and_stays_after_reset(shown: Engine, tmp_path: Path) -> None:
    def lines() -> list[str]:
        return [shown.prop(f"CoP_LastLine{number}") for number in range(1, RECORD_LINES + 1)]

    shown.set_props({f"CoP_VP_{power}": 20 for power in POWERS}, CoP_VP_Austria=36)
    click(shown, "CoP_SetIssueWinner_Austria")
    assert lines() == [""] * RECORD_LINES
    click(shown, "CoP_ToggleMetternich")
    shown.force_dice(2)
    click(shown, "CoP_Call")
    assert lines() == [
        "Issue won by Austria: failed, penalties to be rolled",
        "Austria 36 +1, now 37; Britain 20, now 20",
        "France 20, now 20; Russia 20, now 20",
        "gap 17, Metternich die 2: Austria +1. Action 1 by Tester.",
    ]
    click(shown, "CoP_SetDiplomacyWinner_None")
    shown.force_dice(6, 5)
    click(shown, "CoP_Penalties")
    closed = lines()
    assert closed[1] == "Austria 36 +1, penalty -6, now 31; Britain 20, penalty 0, now 20"
    assert closed[3] == (
        "gap 17, Metternich die 2: Austria +1; actual highest: Austria. Action 2 by Tester."
    )
    assert shown.prop("CoP_Last") == " | ".join(closed)
    click(shown, "CoP_Reset")
    assert lines() == [f"last: {closed[0]}", *closed[1:]]
    lengths, room, edge = [], LAYOUT.record_line(0), LAYOUT.record.right
    for letter in "WOAnsfl":
        shown.set_props(CoP_Last="x" + letter * 300)
        click(shown, "CoP_Record")
        line, *others = lines()
        assert line == f"last: x{letter * 300}"[: len(line) - 1] + "…"
        assert others == ["", "", ""]
        lengths.append(len(line))
        shown.map_picture(SHEET, tmp_path / "line.png")
        picture = Image.open(tmp_path / "line.png").convert("L")
        beyond = picture.crop((edge - 4, room.top, edge - 1, room.bottom))
        assert min(beyond.tobytes()) > 200, letter
        within = picture.crop((room.right - 200, room.top, room.right, room.bottom))
        assert min(within.tobytes()) < 100, letter
    assert lengths == sorted(lengths)
    assert lengths[0] * 2 < lengths[-1]
    assert shown.problems() == []


def test_one_drag_brings_the_sheet_into_a_game_begun_without_it(
    start: START, host: Path, tmp_path: Path
) -> None:
    save = tmp_path / "begun.vsav"
    without = start(extensions=[])
    without.new_game("Austria")
    without.place_piece("0", "Main Map", 50, 50)
    without.save(save)
    without.close()
    engine = start()
    engine.load(save, "Austria")
    assert engine.pieces(SHEET) == []
    show(engine)
    engine.place_window(SHEET, *WINDOW)
    engine.place_piece("cop:2", SHEET, 40, 560)
    assert len(engine.outgoing()) == 1
    engine.undo()
    assert engine.pieces(SHEET) == []
    sheet = engine.place_piece("cop:2", SHEET, 40, 560)
    dropped = engine.pieces(SHEET)
    assert [(each.basic_name, each.x, each.y) for each in dropped] == [("CoP sheet", *MIDDLE)]
    engine.move_piece(sheet, SHEET, LAYOUT.width - 1, 0)
    assert engine.pieces(SHEET) == dropped
    marker = engine.place_piece("0", SHEET, 40, 560)
    assert [(each.x, each.y) for each in engine.pieces(SHEET) if each.id == marker] == [(40, 560)]
    engine.remove_piece(marker)
    for power, vp in zip(POWERS, (34, 24, 23, 22), strict=True):
        engine.answer(str(vp))
        click(engine, f"CoP_AskVP_{power}")
    engine.map_picture(SHEET, tmp_path / "placed.png")
    assert_approved(tmp_path / "placed.png", "enter", (LAYOUT.width, LAYOUT.height))
    click(engine, "CoP_SetIssueWinner_France")
    engine.save(save)
    engine.load(save, "Austria")
    show(engine)
    assert engine.prop("CoP_IssueWinner") == "France"
    click(engine, "CoP_Call")
    assert engine.prop("CoP_Phase") == "called"
    assert engine.problems() == []


def test_a_sheet_on_another_map_works_there_and_goes_again(shown: Engine) -> None:
    """It stays where it was dropped, takes nothing with it, and is one Undo or Delete away."""
    shown.place_piece("0", "Main Map", 350, 260)
    others = shown.pieces("Main Map")
    shown.clear()
    sheet = shown.place_piece("cop:2", "Main Map", 350, 260)
    assert len(shown.outgoing()) == 1
    shown.undo()
    assert shown.pieces("Main Map") == others
    sheet = shown.place_piece("cop:2", "Main Map", 350, 260)
    (lies,) = (piece for piece in shown.pieces("Main Map") if piece.id == sheet)
    assert (lies.x, lies.y) == (350, 260)
    won = SPOTS["CoP_SetIssueWinner_France"]
    left, top = lies.x - MIDDLE[0], lies.y - MIDDLE[1]
    shown.click_map("Main Map", left + won.x, top + won.y)
    assert shown.prop("CoP_IssueWinner") == "France"
    shown.piece_command(sheet, "Delete")
    assert shown.pieces("Main Map") == others
    assert [piece.gpid for piece in shown.pieces(SHEET)] == ["cop:1"]
    assert shown.problems() == []


def test_sheet_of_a_former_build_goes_on(start: START, extension: Path, tmp_path: Path) -> None:
    """It shows what it showed; the new one comes into the game with one drag."""
    save = tmp_path / "former.vsav"
    former = start(extensions=[former_build(extension, tmp_path / "former" / extension.name)])
    former.new_game("Austria")
    former.set_props(CoP_VP_Austria=9, CoP_IssueWinner="Austria")
    former.press("CoP_Call")
    former.save(save)
    former.close()
    engine = start()
    engine.load(save, "Austria")
    show(engine)
    (sheet,) = engine.pieces(SHEET)
    assert "cop_table.svg" in sheet.type
    labels = engine.piece_props(sheet.id, "TextLabel")["TextLabel"]
    assert "9" in labels
    engine.place_piece("cop:2", SHEET, 3, 3)
    engine.force_dice(4)
    click(engine, "CoP_Winds")
    assert engine.prop("CoP_Phase") == "success"
    engine.undo()
    assert engine.prop("CoP_Phase") == "called"
    engine.screenshot(tmp_path / "shown.png", SHEET)
    assert engine.problems() == []


def test_menu_of_the_sheet_holds_nothing_but_delete(shown: Engine) -> None:
    (at_start,) = shown.pieces(SHEET)
    assert shown.piece_menu(at_start.id) == {}
    placed = shown.place_piece("cop:2", SHEET, *MIDDLE)
    assert shown.piece_menu(placed) == {"Delete": True}
    shown.piece_command(placed, "Delete")
    assert [piece.id for piece in shown.pieces(SHEET)] == [at_start.id]
    assert shown.problems() == []
