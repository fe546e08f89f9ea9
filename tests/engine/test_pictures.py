"""The sheet as players see it, at each stage of play, beside pictures that were looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from generator.build import build
from generator.extension.pictures import STAGES
from generator.extension.sheet import LAYOUT
from generator.rules import Rules
from tests.interface import LANGUAGES, POWERS

from .harness import Engine
from .homes import EngineHome
from .picture import APPROVED, MOST, assert_approved, differing

SHEET = "Congress of Peace"
WINDOW = (0, 0, 1040, 780)
LONG_NAME = "W" * 99
SIZE = (LAYOUT.width, LAYOUT.height)
PLAYED: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]] = {
    "enter": ((34, 24, 23, 22), (), ()),
    "decide": ((36, 25, 24, 23), (), ("CoP_SetIssueWinner_Austria", "CoP_ToggleMetternich")),
    "called": ((31, 24, 23, 22), (), ("CoP_SetIssueWinner_Russia", "CoP_Call")),
    "fiasco": ((40, 24, -3, 22), (), ("CoP_SetIssueWinner_France", "CoP_Call")),
    "failed_enter": (
        (36, 24, 24, 22),
        (1, 3),
        ("CoP_SetIssueWinner_Britain", "CoP_Call", "CoP_Winds"),
    ),
    "failed": (
        (36, 25, 24, 22),
        (1, 4),
        (
            *("CoP_SetIssueWinner_Britain", "CoP_SetDiplomacyWinner_None"),
            *("CoP_Call", "CoP_Winds"),
        ),
    ),
    "success": (
        (30, 28, 26, 22),
        (5, 4),
        ("CoP_SetIssueWinner_Britain", "CoP_Call", "CoP_Winds"),
    ),
    "tied": (
        (30, 30, 22, 20),
        (3, 3, 1),
        ("CoP_SetIssueWinner_Russia", "CoP_Call", "CoP_Winds"),
    ),
    "fiasco_closed": (
        (40, 24, 25, 22),
        (6, 3, 4),
        (
            *("CoP_SetIssueWinner_Britain", "CoP_SetDiplomacyWinner_Austria"),
            *("CoP_Call", "CoP_Penalties"),
        ),
    ),
    "far_below": (
        (-976, -985, -986, -990),
        (1, 3, 6, 5, 4),
        (
            *("CoP_SetIssueWinner_Austria", "CoP_SetDiplomacyWinner_Austria"),
            *("CoP_Call", "CoP_Winds", "CoP_Penalties"),
        ),
    ),
    "declined": ((30, 28, 26, 22), (), ("CoP_SetIssueWinner_Austria", "CoP_Decline")),
    "unpaid": ((30, 28, 26, 22), (), ("CoP_SetIssueWinner_Austria", "CoP_NoResource")),
    "closed": (
        (36, 25, 24, 22),
        (1, 2, 6, 5, 2),
        (
            *("CoP_SetIssueWinner_Austria", "CoP_SetDiplomacyWinner_France"),
            *("CoP_Call", "CoP_Winds", "CoP_Penalties"),
        ),
    ),
}
"""VP, dice and commands by the name of the picture."""
STAGE_NUMBERS = {stage.name: number for number, stage in enumerate(STAGES, 1)}
SHOWS = {"fiasco": "fiasco_enter", "tied": "success", "far_below": "closed"}
"""Stage of a picture of another name."""


def play(engine: Engine, name: str) -> None:
    vp, dice, keys = PLAYED[name]
    engine.new_game("Austria")
    if SHEET not in engine.windows():
        engine.press("CoP_Sheet")
    engine.place_window(SHEET, *WINDOW)
    for power, value in zip(POWERS, vp, strict=True):
        engine.answer(str(value))
        engine.press(f"CoP_AskVP_{power}")
    engine.strict_dice()
    engine.force_dice(*dice)
    for key in keys:
        engine.press(key)
    assert engine.do("forced_left") == 0
    engine.strict_dice(False)
    assert engine.prop("CoP_SheetStage") == str(STAGE_NUMBERS[SHOWS.get(name, name)])


@pytest.mark.parametrize("name", PLAYED)
def test_each_stage_of_play(engine: Engine, tmp_path: Path, name: str) -> None:
    play(engine, name)
    engine.map_picture(SHEET, tmp_path / f"{name}.png")
    assert_approved(tmp_path / f"{name}.png", name, SIZE)
    assert engine.problems() == []


def test_what_was_written_from_outside_has_room(engine: Engine, tmp_path: Path) -> None:
    """Nothing is offered that would be refused, once a command has looked at it."""
    play(engine, "decide")
    engine.set_props(CoP_VP_Austria=-1234567, CoP_VP_Britain="12a", CoP_VP_France="a word")
    engine.press("CoP_Call")
    assert engine.prop("CoP_SheetStage") == str(STAGE_NUMBERS["enter_vp"])
    engine.map_picture(SHEET, tmp_path / "outside.png")
    assert_approved(tmp_path / "outside.png", "outside", SIZE)
    engine.set_props(CoP_VP_Britain=7654321, CoP_VP_France=1)
    engine.press("CoP_Call")
    assert engine.prop("CoP_SheetStage") == str(STAGE_NUMBERS["fiasco_enter"])
    assert engine.problems() == []


def test_a_number_of_any_length_has_air_in_its_cell(engine: Engine, tmp_path: Path) -> None:
    play(engine, "enter")
    for prefix, numbers in (
        ("VP", (-12345, 123456, -1234, -990)),
        ("Before", (-12345, 12345, -1234, -990)),
        ("After", (-12345, 123456, -1234, -990)),
    ):
        for power, number in zip(POWERS, numbers, strict=True):
            engine.set_prop(f"CoP_{prefix}_{power}", number)
    engine.set_props(CoP_GapShown=123456, CoP_Margin=999)
    engine.map_picture(SHEET, tmp_path / "lengths.png")
    assert_approved(tmp_path / "lengths.png", "lengths", SIZE)
    shown = Image.open(tmp_path / "lengths.png").convert("L")
    for box in (
        *map(LAYOUT.typed, range(4)),
        *(LAYOUT.cell("after", index).inner(2, 6) for index in range(4)),
        *map(LAYOUT.scale_number, range(2)),
    ):
        for x in (box.left + 2, box.right - 5):
            beside = shown.crop((x, box.top + 4, x + 3, box.bottom - 4))
            assert min(beside.tobytes()) > 200, box
    assert engine.problems() == []


def test_twice_as_large(engine: Engine, tmp_path: Path) -> None:
    play(engine, "success")
    engine.zoom(SHEET, 200)
    engine.map_picture(SHEET, tmp_path / "large.png")
    engine.zoom(SHEET, 100)
    assert_approved(tmp_path / "large.png", "large")


@pytest.fixture(scope="module", params=LANGUAGES)
def long_named(
    request: pytest.FixtureRequest,
    home: EngineHome,
    host: Path,
    rules: Rules,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, Engine]]:
    """A language and a player of it, whose name is too long for the record."""
    folder = tmp_path_factory.mktemp(request.param)
    extension = build(rules, folder, {}, request.param).path
    with Engine(home, host, [extension], player=LONG_NAME) as engine:
        yield request.param, engine


def assert_first_window(engine: Engine, picture: Path) -> None:
    """The engine opens it with scroll bars, but nothing is hidden, and around the sheet is none."""
    engine.map_picture(SHEET, picture)
    first = Image.open(picture).convert("RGB")
    assert all(shown >= wanted for shown, wanted in zip(first.size, SIZE, strict=True))
    ground = first.getpixel((2, 2))
    assert first.getpixel((first.width - 1, 2)) == first.getpixel((2, first.height - 1)) == ground


def test_each_language(long_named: tuple[str, Engine], tmp_path: Path) -> None:
    """The odds of who must decide, all of a failed congress, and the longest of banners."""
    language, engine = long_named
    engine.new_game("Austria")
    engine.press("CoP_Sheet")
    assert_first_window(engine, tmp_path / "first.png")
    last_lines = []
    for name, vp, dice, keys in (
        (
            "decide",
            (36, 25, 24, 23),
            (),
            ("CoP_SetIssueWinner_Austria", "CoP_ToggleMetternich"),
        ),
        (
            "closed",
            (36, 25, 24, 23),
            (2, 1, 2, 6, 5, 2),
            (
                *("CoP_SetIssueWinner_Austria", "CoP_ToggleMetternich"),
                *("CoP_SetDiplomacyWinner_Britain", "CoP_Call", "CoP_Winds", "CoP_Penalties"),
            ),
        ),
        (
            "four_tied",
            (24, 24, 24, 24),
            (3, 3, 3, 3),
            ("CoP_SetIssueWinner_Britain", "CoP_Call", "CoP_Winds"),
        ),
    ):
        picture = f"{language}_{name}"
        engine.press("CoP_Reset")
        engine.set_props({f"CoP_VP_{power}": each for power, each in zip(POWERS, vp, strict=True)})
        engine.force_dice(*dice)
        for key in keys:
            engine.press(key)
        engine.place_window(SHEET, *WINDOW)
        engine.map_picture(SHEET, tmp_path / f"{picture}.png")
        assert_approved(tmp_path / f"{picture}.png", picture, SIZE)
        last_lines.append(engine.prop("CoP_LastLine4"))
    assert ["…" in each for each in last_lines] == [False, True, True]
    assert engine.problems() == []


def test_a_missing_number_and_a_shifted_one_are_seen() -> None:
    approved = Image.open(APPROVED / "success.png").convert("RGB")
    cell = LAYOUT.cell("before", 1)
    box = (cell.left + 4, cell.top + 8, cell.right - 4, cell.bottom - 8)
    missing, shifted = approved.copy(), approved.copy()
    ground = approved.getpixel((cell.left + 6, cell.top + 6))
    ImageDraw.Draw(missing).rectangle(box, fill=ground)
    shifted.paste(missing.crop(box), box)
    shifted.paste(approved.crop(box), (box[0] + 5, box[1]))
    assert differing(approved, approved) == 0
    assert differing(approved, missing) > MOST
    assert differing(approved, shifted) > MOST
