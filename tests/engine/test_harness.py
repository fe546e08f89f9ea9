"""The harness itself, on each engine: what the other tests rely on when they are green."""

from __future__ import annotations

import os
import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from .harness import CANCEL, CLOSE_WINDOW, Dialog, Engine, EngineError, receive, shoot
from .homes import EngineHome, EngineSetupError, engine_homes
from .host import AWKWARD_NAME, write_host

PAWN = "+/null/delete;Remove;57348,0,bench.remove\tpiece;;;;Pawn/\tnull;0;0;2;0"


def changers(name: str, numeric: bool, **by_key: str) -> etree._Element:
    """Return a global property with a button, of no text, for each changer."""
    prefix = "VASSAL.build.module.properties."
    element = etree.Element(
        f"{prefix}GlobalProperty",
        name=name,
        initialValue="0",
        isNumeric=str(numeric).lower(),
        min="-99",
        max="99",
        wrap="false",
        description="",
    )
    for key, changer in by_key.items():
        etree.SubElement(
            element,
            f"{prefix}ChangePropertyButton",
            text="",
            tooltip="",
            icon="",
            hotkey=f"57348,0,bench.{key}",
            canDisable="false",
            propertyGate="",
            reportFormat="",
            propChanger=changer,
        )
    return element


def action(text: str, key: str, report: str, *keys: str) -> etree._Element:
    """Return a button that prints a report and fires keys."""
    return etree.Element(
        "VASSAL.build.module.DoActionButton",
        name=text,
        text=text,
        tooltip=f"does {text}",
        icon="",
        hotkey=f"57348,0,bench.{key}",
        canDisable="false",
        propertyGate="",
        doReport="true",
        reportFormat=report,
        doHotkey="true",
        hotkeys=",".join(f"57348\\,0\\,bench.{each}" for each in keys),
        doSound="false",
        doLoop="false",
    )


def write_bench(path: Path) -> Path:
    menu = etree.Element(
        "VASSAL.build.module.ToolbarMenu",
        name="Bench",
        text="Bench",
        tooltip="",
        icon="",
        hotkey="",
        canDisable="false",
        propertyGate="",
        description="",
        menuItems="Roll",
    )
    return write_host(
        path,
        pieces=[PAWN],
        property_elements=[
            changers("Count", True, five="P,5", die="P,{Random(6)}", ask="R,How many?"),
            changers("Word", False, pick="E,Which?,one\\,two\\,three", bad="P,{nope(1)}"),
        ],
        extra=[
            action("Chain", "chain", "$PlayerName$ <b>chains</b> 1 < 2", "five", "die"),
            action("Roll", "roll", "$PlayerName$ rolls", "die"),
            menu,
        ],
    )


@pytest.fixture(scope="module")
def bench_module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bench(tmp_path_factory.mktemp("bench") / "bench.vmod")


@pytest.fixture(scope="module")
def shared_bench(home: EngineHome, bench_module: Path) -> Iterator[Engine]:
    with Engine.open(home, bench_module) as engine:
        assert engine.problems() == []
        yield engine


@pytest.fixture
def bench(shared_bench: Engine) -> Iterator[Engine]:
    shared_bench.new_game("France")
    shared_bench.clear()
    yield shared_bench
    shared_bench.strict_dice(False)


def test_boots_and_knows_its_version(bench: Engine, home: EngineHome) -> None:
    assert bench.version[:2] == "3."
    assert bench.log_tail().count(bench.version) == 1 or bench.version in bench.log_tail()
    assert bench.extensions() == []
    texts = [button.text for button in bench.toolbar()]
    assert "Chain" in texts
    assert "Retire" in texts


def test_awkward_name_opens_silently(home: EngineHome, tmp_path: Path) -> None:
    module = write_host(tmp_path / "a.vmod", name=AWKWARD_NAME, map_names=("One", "Two"))
    with Engine.open(home, module) as engine:
        engine.new_game("Russia")
        assert engine.problems() == []
        assert engine.chat()[0] == f"- {AWKWARD_NAME} version 1.0"
        assert engine.side() == "Russia"
        assert engine.pieces("Two") == []


def test_press_is_one_undo_and_one_message(bench: Engine) -> None:
    assert not bench.can_undo
    bench.force_dice(3)
    bench.press("bench.chain")
    assert bench.prop("Count") == "3"
    assert bench.can_undo
    assert len(bench.outgoing()) == 1
    bench.undo()
    assert bench.prop("Count") == "0"
    assert len(bench.outgoing()) == 1
    assert not bench.can_undo
    with pytest.raises(EngineError, match="nothing to undo"):
        bench.undo()


def test_key_that_nothing_hears_changes_nothing(bench: Engine) -> None:
    bench.press("bench.nothing")
    assert (bench.chat(), bench.outgoing(), bench.problems()) == ([], [], [])


def test_chat_is_as_shown_and_as_written(bench: Engine) -> None:
    bench.force_dice(1)
    bench.press("bench.chain")
    (line,) = bench.chat()
    (html,) = bench.chat_html()
    assert line == "* Tester <b>chains</b> 1 < 2"
    assert "&lt;b&gt;chains&lt;/b&gt; 1 &lt; 2" in html
    assert bench.chat() == []


def test_buttons_are_clicked(bench: Engine) -> None:
    bench.force_dice(2, 4)
    assert bench.click("Chain")
    assert bench.prop("Count") == "2"
    assert bench.menu("Bench") == {"Roll": True}
    assert bench.click_menu("Bench", "Roll")
    assert bench.prop("Count") == "4"
    with pytest.raises(EngineError, match="no toolbar button Nowhere"):
        bench.click("Nowhere")


def test_dice_are_forced_counted_and_seeded(bench: Engine) -> None:
    bench.force_dice([6, 1])
    bench.press("bench.die")
    bench.press("bench.die")
    assert bench.dice_calls() == [(6, 6), (6, 1)]
    assert bench.prop("Count") == "1"
    rolls = []
    for seed in (7, 7, 8):
        bench.seed(seed)
        for _ in range(12):
            bench.press("bench.die")
        rolls.append([face for _, face in bench.dice_calls()])
    assert rolls[0] == rolls[1] != rolls[2]
    assert set(rolls[0] + rolls[2]) <= set(range(1, 7))
    assert bench.problems() == []
    bench.strict_dice()
    bench.press("bench.die")
    assert [problem[:22] for problem in bench.problems()] == ["unforced roll of a d6:"]
    bench.force_dice(7)
    bench.press("bench.die")
    assert "forced value 7 for a d6" in str(bench.problems())


def test_prompts_are_answered(bench: Engine) -> None:
    bench.queue_answers(["twelve", "12"])
    bench.press("bench.ask")
    assert bench.prop("Count") == "12"
    assert bench.dialogs() == [Dialog("", "How many?", "0", ())] * 2
    bench.answer("two")
    bench.press("bench.pick")
    assert bench.prop("Word") == "two"
    assert [dialog.choices for dialog in bench.dialogs()] == [("one", "two", "three")]
    for answer in (CANCEL, CLOSE_WINDOW):
        bench.answer(answer)
        bench.press("bench.ask")
        assert bench.prop("Count") == "12"
    assert bench.problems() == []


def test_unexpected_dialog_is_a_problem(bench: Engine) -> None:
    bench.press("bench.ask")
    (problem,) = bench.problems()
    assert "unexpected dialog" in problem
    assert "How many?" in problem
    assert bench.prop("Count") == "0"
    bench.answer("four")
    bench.press("bench.pick")
    (problem,) = bench.problems()
    assert "no choice four" in problem
    assert bench.prop("Word") == "0"


def test_message_arrives_during_a_prompt(bench: Engine) -> None:
    bench.press("bench.five")
    (five,) = bench.outgoing()
    bench.undo()
    bench.answer(receive(five), CANCEL)
    bench.press("bench.ask")
    assert bench.prop("Count") == "5"
    assert len(bench.dialogs()) == 1
    assert bench.problems() == []


def test_picture_of_an_open_prompt(bench: Engine, tmp_path: Path) -> None:
    bench.screenshot(tmp_path / "before.png")
    bench.answer(shoot(tmp_path / "prompt.png"), "3")
    bench.press("bench.ask")
    assert bench.prop("Count") == "3"
    assert len(bench.dialogs()) == 1
    assert colours(tmp_path / "prompt.png") - colours(tmp_path / "before.png")
    assert bench.problems() == []


def test_bad_data_is_a_problem_each_time(bench: Engine) -> None:
    for _ in range(2):
        bench.press("bench.bad")
        assert "nope" in str(bench.problems())
        assert "Bad Data in Module" in str(bench.chat())


def wait_for_problem(engine: Engine) -> str:
    """Wait for a dialog that the engine shows from a thread of its own."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if problems := engine.problems():
            return str(problems)
        time.sleep(0.05)
    return ""


def test_save_load_and_close(bench: Engine, tmp_path: Path) -> None:
    save = tmp_path / "game.vsav"
    bench.press("bench.five")
    bench.save(save)
    bench.set_prop("Count", 8)
    assert bench.load(save) == "France"
    assert bench.prop("Count") == "5"
    bench.close_game()
    assert bench.side() is None
    assert bench.load(save) == "France"
    assert bench.load(save, side="Russia") == "Russia"
    assert bench.prop("PlayerSide") == "Russia"
    assert bench.prop("Count") == "5"
    assert (bench.problems(), bench.dialogs()) == ([], [])
    with pytest.raises(EngineError, match="FileNotFound"):
        bench.load(tmp_path / "nothing.vsav")
    save.write_bytes(b"not a save")
    with pytest.raises(EngineError, match="not loaded"):
        bench.load(save)
    assert "unexpected dialog" in wait_for_problem(bench)


def test_log_is_replayed_without_dice(bench: Engine, tmp_path: Path) -> None:
    log = tmp_path / "game.vlog"
    bench.begin_log(log)
    bench.force_dice(6)
    bench.press("bench.die")
    bench.press("bench.five")
    bench.end_log()
    bench.new_game("France")
    assert bench.prop("Count") == "0"
    bench.dice_calls()
    assert bench.open_log(log)
    assert bench.step()
    assert bench.prop("Count") == "6"
    assert not bench.step()
    assert bench.prop("Count") == "5"
    assert bench.dice_calls() == []
    assert (bench.problems(), bench.dialogs()) == ([], [])
    with pytest.raises(EngineError, match="Step is greyed"):
        bench.step()


def test_two_engines_exchange(home: EngineHome, bench: Engine, bench_module: Path) -> None:
    with Engine.open(home, bench_module, player="Second", strict=True) as second:
        second.new_game("Britain")
        second.clear()
        bench.force_dice(2)
        bench.press("bench.chain")
        for command in bench.outgoing():
            second.receive(command)
        assert second.prop("Count") == "2"
        assert second.chat() == bench.chat()
        assert second.outgoing() == []
        second.undo()
        for command in second.outgoing():
            bench.receive(command)
        assert bench.prop("Count") == "0"
        assert second.problems() == []


def test_sides(bench: Engine) -> None:
    assert bench.prop("PlayerSide") == "France"
    bench.set_side("Britain")
    assert (bench.side(), bench.prop("PlayerSide")) == ("Britain", "Britain")
    bench.set_side(None)
    assert bench.side() is None
    bench.new_game()
    assert bench.side() == "<observer>"
    with pytest.raises(EngineError, match="Prussia"):
        bench.set_side("Prussia")
    with pytest.raises(EngineError, match="Prussia"):
        bench.new_game("Prussia")


def test_pieces_are_dragged_and_commanded(bench: Engine) -> None:
    assert bench.slots() == {"0": "Token", "1": "Token", "2": "Piece 2"}
    (token,) = bench.pieces("Main Map")
    pawn = bench.place_piece("2", "Main Map", 100, 120)
    assert len(bench.outgoing()) == 1

    def placed() -> list[tuple[str, str, str, int, int]]:
        pieces = [piece for piece in bench.pieces("Main Map") if piece != token]
        return [(piece.id, piece.name, piece.gpid, piece.x, piece.y) for piece in pieces]

    assert placed() == [(pawn, "Pawn", "2", 100, 120)]
    bench.move_piece(pawn, "Main Map", 200, 60)
    assert bench.piece_props(pawn, "CurrentX", "CurrentY") == {"CurrentX": "200", "CurrentY": "60"}
    bench.undo()
    assert placed() == [(pawn, "Pawn", "2", 100, 120)]
    assert bench.piece_menu(pawn) == {"Remove": True}
    bench.piece_command(pawn, "Remove")
    assert placed() == []
    bench.undo()
    assert placed() == [(pawn, "Pawn", "2", 100, 120)]
    assert bench.piece_key(pawn, "bench.remove")
    assert placed() == []
    assert not bench.piece_key(token.id, "bench.remove")
    assert bench.problems() == []


def test_components(bench: Engine) -> None:
    found = bench.components()
    assert {each.extension for each in found} == {""}
    names = {each.name for each in found if each.cls.endswith(".GlobalProperty")}
    assert names == {"Host_Value", "Count", "Word"}
    assert set(bench.all_props()) == names


def test_texts(bench: Engine) -> None:
    bench.set_props({"Count": 4}, Word="tea")
    assert bench.evaluate("{Count*2}", "$Word$ time", "{Word+1}") == ["8", "tea time", "tea1"]
    good, bad = bench.validate_expressions(["Count > Random(6)", "Count = "])
    assert (good.ok, good.variables, good.methods) == (True, ("Count",), ("Random",))
    assert not bad.ok
    assert bad.error
    assert bench.decode_sequence("a;b\\;c", ";") == ["a", "b;c"]
    assert bench.encode_sequence(["a", "b;c"], ";") == "a;b\\;c"
    with pytest.raises(EngineError, match="no global property Nothing"):
        bench.set_prop("Nothing", 1)
    assert bench.props("Nothing", "Word") == {"Nothing": "", "Word": "tea"}


def colours(png: Path) -> set[bytes]:
    """Return the distinct triples of bytes of a PNG: its colours, roughly."""
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    body, place = b"", 8
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place : place + 8])
        if kind == b"IDAT":
            body += data[place + 8 : place + 8 + size]
        place += size + 12
    raw = zlib.decompress(body)
    return {raw[index : index + 3] for index in range(0, len(raw) - 3, 3)}


def test_windows_and_screenshots(bench: Engine, tmp_path: Path) -> None:
    assert any("Test Host" in title for title in bench.windows())
    bench.screenshot(tmp_path / "window.png", "Test Host")
    bench.screenshot(tmp_path / "screen.png")
    assert len(colours(tmp_path / "window.png")) > 20
    assert (tmp_path / "screen.png").read_bytes() != (tmp_path / "window.png").read_bytes()
    with pytest.raises(EngineError, match="no window Nowhere"):
        bench.screenshot(tmp_path / "no.png", "Nowhere")
    item = bench.help_menu()[-1]
    assert "VASSAL" in item


def test_batch_keeps_order_and_names_what_failed(bench: Engine) -> None:
    presses: list[dict[str, Any]] = [
        {"do": "force_dice", "faces": [6, 5]},
        {"do": "press", "key": "bench.die"},
        {"do": "props", "names": ["Count"]},
        {"do": "press", "key": "bench.die"},
        {"do": "props", "names": ["Count"]},
    ]
    answers = bench.batch(presses)
    assert [answers[2], answers[4]] == [{"Count": "6"}, {"Count": "5"}]
    with pytest.raises(EngineError, match=r"'do': 'juggle'.*no command juggle"):
        bench.batch([{"do": "chat"}, {"do": "juggle"}, {"do": "press", "key": "bench.five"}])
    assert bench.prop("Count") == "5"
    assert bench.batch([]) == []


def test_another_language(home: EngineHome, bench_module: Path) -> None:
    with Engine.open(home, bench_module, jvm_args=["-Duser.language=de"]) as engine:
        engine.new_game("France")
        assert "Undo letzten Zug" in str(engine.toolbar())
        engine.answer(CANCEL, "9")
        engine.press("bench.ask")
        engine.press("bench.ask")
        assert engine.prop("Count") == "9"
        assert engine.problems() == []
        # what it does when it is silent for too long
        with pytest.raises(EngineError, match=r'in 0 s: chat\n"AWT-EventQueue.*\n +java.lang'):
            engine.batch([{"do": "chat"}], seconds=-0.25)


def test_death_is_an_error_and_close_leaves_nothing(home: EngineHome, bench_module: Path) -> None:
    engine = Engine.open(home, bench_module)
    os.kill(engine.pid, 9)
    started = time.monotonic()
    with pytest.raises(EngineError, match=r"engine (died|is gone)"):
        engine.chat()
    assert time.monotonic() - started < 20
    engine.close()
    engine.close()
    assert not engine.folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(engine.pid, 0)


def test_engine_that_does_not_start_says_why(home: EngineHome, tmp_path: Path) -> None:
    broken = tmp_path / "broken.vmod"
    broken.write_bytes(b"not a zip")
    with pytest.raises(EngineError, match=r"died: start(.|\n)*unknown type"):
        Engine.open(home, broken)


def test_folder_without_engine_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VASSAL_HOME", str(tmp_path))
    with pytest.raises(EngineSetupError, match=r"no lib/Vengine\.jar"):
        engine_homes()


def test_several_engines_may_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "lib").mkdir(parents=True)
        (tmp_path / name / "lib" / "Vengine.jar").touch()
    monkeypatch.setenv(
        "VASSAL_HOME", os.pathsep.join(str(tmp_path / each) for each in ("one", "two"))
    )
    assert [home.name for home in engine_homes()][-2:] == ["one", "two"]
