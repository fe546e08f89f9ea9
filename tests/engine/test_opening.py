"""The extension opens beside any module: no warning, no dialog, nothing of the host lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from .harness import Engine
from .host import AWKWARD_NAME, wrap_module, write_host

START = Callable[..., Engine]
LOADED = "- Extension Congress_of_Peace v1.0.0 loaded"


def components_of(start: START, module: Path, extensions: list[Path] | None) -> list[str]:
    engine = start(module, extensions)
    found = list(engine.do("components"))
    engine.close()
    return found


def test_opens_without_a_word(start: START, host: Path) -> None:
    engine = start()
    assert engine.chat() == ["- Test Host version 1.0", LOADED]
    engine.new_game("Austria")
    assert engine.problems() == []
    assert engine.do("dialogs") == []


def test_opens_beside_an_awkward_name(start: START, tmp_path: Path) -> None:
    module = write_host(tmp_path / "awkward.vmod", name=AWKWARD_NAME)
    engine = start(module)
    assert LOADED in engine.chat()
    engine.new_game("Russia")
    engine.set_props(CoP_IssueWinner="Russia")
    engine.press("CoP_Decline")
    assert engine.prop("CoP_VP_Russia") == "-2"
    assert engine.problems() == []


def test_nothing_of_the_host_is_lost(start: START, host: Path) -> None:
    alone = components_of(start, host, [])
    beside = components_of(start, host, None)
    rest = list(beside)
    for component in alone:
        rest.remove(component)
    assert rest
    assert [line for line in alone if line not in beside] == []


@pytest.mark.parametrize("language", ["es", "fr", "de"])
def test_opens_in_another_language(start: START, language: str) -> None:
    engine = start(jvm_args=(f"-Duser.language={language}",))
    engine.new_game("Austria")
    engine.set_props(CoP_IssueWinner="Austria")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Phase") == "called"
    assert engine.problems() == []


def test_module_that_keeps_leading_zeros(start: START, tmp_path: Path) -> None:
    module = write_host(tmp_path / "zeros.vmod", leading_zeros=True)
    engine = start(module)
    engine.new_game("Austria")
    engine.set_props(CoP_VP_Austria="007", CoP_VP_Britain="08", CoP_IssueWinner="Austria")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Gap") == "8"
    assert engine.prop("CoP_Start_Austria") == "7"
    assert engine.problems() == []


def corpus() -> list[Path]:
    """Return the real modules outside the project, an extra for those who have some."""
    folder = os.environ.get("COP_MODULE_CORPUS")
    found = [path.parent for path in Path(folder).glob("*/moduledata")] if folder else []
    assert found or not folder, f"COP_MODULE_CORPUS: no modules in {folder}"
    return sorted(found)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", corpus(), ids=lambda path: path.name)


@pytest.mark.corpus
def test_opens_beside_a_real_module(start: START, tmp_path: Path, folder: Path) -> None:
    """Pictures are not in the corpus, so what the module says alone is what it may say with us."""
    module = wrap_module(folder, tmp_path / "module.vmod")
    alone = start(module, [])
    alone.new_game()
    said = set(alone.problems())
    parts = list(alone.do("components"))
    alone.close()
    engine = start(module)
    engine.new_game()
    assert set(engine.problems()) <= said
    beside = list(engine.do("components"))
    assert [part for part in parts if part not in beside] == []
    engine.clear()
    engine.set_props(CoP_VP_Austria=20, CoP_VP_Britain=15, CoP_IssueWinner="Britain")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Phase") == "failed"
    assert engine.problems() == []


def test_menu_has_text_and_icon(engine: Engine) -> None:
    button = next(each for each in engine.do("toolbar") if each["text"] == "Congress of Peace")
    assert button["icon"]
    assert button["visible"]
    assert [each["text"] for each in engine.do("toolbar") if each["visible"]].count(
        "CoP: sheet"
    ) == 0


def gates_work(engine: Engine) -> bool:
    """Gates came in 3.6.0-beta7; the registry's 3.6.0-SNAPSHOT knows none."""
    return not engine.version.startswith("3.6.0-SNAPSHOT")


def test_menu_greys_what_cannot_be_done(engine: Engine) -> None:
    menu = engine.menu("Congress of Peace")
    assert len(menu) == 20
    if not gates_work(engine):
        assert all(menu.values())
        return
    assert not menu["CoP: call the congress"]
    assert not menu["CoP: roll the political winds"]
    assert menu["CoP: print the record"]
    engine.answer("France")
    engine.press("CoP_AskIssueWinner")
    menu = engine.menu("Congress of Peace")
    assert menu["CoP: call the congress"]
    assert engine.click("CoP: call the congress")
    menu = engine.menu("Congress of Peace")
    assert not menu["CoP: call the congress"]
    assert menu["CoP: roll the political winds"]
    engine.undo()
    assert engine.menu("Congress of Peace")["CoP: call the congress"]


def test_click_in_the_menu_is_the_command(engine: Engine) -> None:
    engine.set_props(CoP_IssueWinner="France")
    engine.press("CoP_Winds")  # refused, but the gates follow what was written from outside
    engine.clear()
    assert engine.click("CoP: call the congress")
    assert engine.prop("CoP_Phase") == "called"
    assert len(engine.outgoing()) == 1


def test_help_opens(engine: Engine) -> None:
    assert "Congress of Peace (15.6)" in engine.do("help_menu")
    page = engine.open_help("Congress of Peace (15.6)")
    assert "with a d6:" in page
    assert "If that is more than 15, the congress is a fiasco" in page
    for section, heading in (
        ("rule", "The rule in our words"),
        ("trouble", "When something is wrong"),
        ("old", "Did your game begin without this extension?"),
        ("ruling-margin", "4\N{NO-BREAK SPACE}(15.6.3)\nWhat is the difference in Step 3"),
    ):
        assert engine.follow_link("Congress of Peace (15.6)", f"#{section}").startswith(heading)
    engine.close_window("Congress of Peace (15.6)")
    assert engine.problems() == []


def test_sheet_and_pieces(engine: Engine) -> None:
    before = engine.do("windows")
    engine.press("CoP_Sheet")
    assert "Congress of Peace" in set(engine.do("windows")) - set(before)
    assert engine.chat() == []
    assert engine.outgoing() == []
    pieces = engine.do("pieces", map="Congress of Peace")
    assert [piece["gpid"] for piece in pieces] == ["cop:1"]
    engine.press("CoP_Sheet")
    assert "Congress of Peace" not in engine.do("windows")
    for gpid in ("cop:2", "cop:3", "cop:4"):
        engine.do("place_piece", gpid=gpid, map="Main Map", x=100, y=100)
    metternich = next(
        piece for piece in engine.do("pieces", map="Main Map") if piece["gpid"] == "cop:4"
    )
    assert engine.do("piece_key", id=metternich["id"], key="cop.piece.turn")
    turned = next(
        piece for piece in engine.do("pieces", map="Main Map") if piece["gpid"] == "cop:4"
    )
    assert turned["name"] == "Metternich (used in the Peace Congress)"
    assert engine.problems() == []
