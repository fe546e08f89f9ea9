"""What the chat makes of markup: nothing, in the default of every version that we support."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lxml import etree

from tests.interface import POWERS

from .harness import Engine
from .host import write_host

START = Callable[..., Engine]


def test_markup_in_a_report_is_read_as_it_stands(start: START, tmp_path: Path) -> None:
    """So names and numbers are not bold in our lines (engine: Chatter, chatterHTMLSupport)."""
    button = etree.Element(
        "VASSAL.build.module.DoActionButton",
        name="bold",
        text="",
        hotkey="57348,0,bold",
        doReport="true",
        reportFormat="a <b>bold</b> word",
        doHotkey="false",
    )
    engine = start(write_host(tmp_path / "host.vmod", extra=[button]))
    engine.new_game("Austria")
    engine.clear()
    engine.press("bold")
    assert "a <b>bold</b> word" in engine.chat()[-1]


def test_lines_of_a_congress_hold_no_markup(engine: Engine) -> None:
    for power, vp in zip(POWERS, (36, 25, 24, 22), strict=True):
        engine.answer(str(vp))
        engine.press(f"CoP_AskVP_{power}")
    engine.force_dice(1, 1, 1, 2, 6, 5)
    for key in (
        *("CoP_SetIssueWinner_Austria", "CoP_SetDiplomacyWinner_France", "CoP_ToggleMetternich"),
        *("CoP_Odds", "CoP_Call", "CoP_Winds", "CoP_Penalties", "CoP_Record", "CoP_Reset"),
    ):
        engine.press(key)
    lines = [line for line in engine.chat() if line.startswith("* CoP")]
    assert len(lines) > 15
    assert not [line for line in lines if set(line) & set("<>&")]
