"""What may stand beside the extension: a second copy of it, a host that uses our names."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from generator.extension.names import odds_names, public_names, record_names
from generator.rules import Rules
from tests.interface import COMMANDS, POWERS

from .harness import Engine
from .host import write_host
from .neighbour import button, write_extension

START = Callable[..., Engine]


def test_two_copies_do_nothing_and_say_why(
    start: START, extension: Path, tmp_path: Path, rules: Rules
) -> None:
    copy = tmp_path / "Congress_of_Peace (1).vmdx"
    shutil.copy(extension, copy)
    engine = start(extensions=[extension, copy])
    engine.new_game("Austria")
    inputs = {"CoP_VP_Austria": "40", "CoP_IssueWinner": "Austria", "CoP_DiplomacyWinner": "France"}
    for phase in ("idle", "called", "failed"):
        engine.set_props(**inputs, CoP_Phase=phase)
        before = engine.props(*public_names(rules))
        for key in COMMANDS:
            engine.clear()
            engine.press(key)
            said = engine.chat()
            assert said, key
            assert all(
                "this extension is loaded 2 times, so nothing is done" in line for line in said
            )
            assert engine.props(*public_names(rules)) == before, key
            assert engine.dice_calls() == []
    assert engine.do("dialogs") == []
    assert engine.problems() == []


OTHERS = "another extension uses names of this one"


def test_another_extension_with_a_property_of_ours(
    start: START, extension: Path, tmp_path: Path
) -> None:
    """The one loaded last is read, the engine says nothing; we do, and undo takes all back."""
    other = write_extension(
        tmp_path / "Zzz.vmdx", name="zzz", properties={"CoP_Phase": "idle", "CoP_Gap": ""}
    )
    engine = start(extensions=[extension, other])
    engine.new_game("Austria")
    engine.set_props(CoP_VP_Austria="3", CoP_IssueWinner="Austria")
    engine.clear()
    engine.press("CoP_Call")
    assert OTHERS in engine.chat()[-1]
    engine.undo()
    assert engine.prop("CoP_VP_Austria") == "3"


def _congress(engine: Engine) -> Iterator[str]:
    """Enter all, play a whole congress, abandon one, decline one; yield the chat as it comes."""
    for power, vp in zip(POWERS, ("34", "24", "23", "22"), strict=True):
        yield from _said(engine, f"AskVP_{power}", vp)
    yield from _said(engine, "AskIssueWinner", "Austria")
    yield from _said(engine, "AskDiplomacyWinner", "Britain")
    engine.force_dice(2, 3, 1, 4, 5, 6)
    for key in ("ToggleMetternich", "Call", "Winds", "Penalties", "Reset"):
        yield from _said(engine, key)
    for power, vp in zip(POWERS, ("34", "34", "33", "32"), strict=True):
        yield from _said(engine, f"AskVP_{power}", vp)
    yield from _said(engine, "AskIssueWinner", "Russia")
    for key in ("Call", "Winds", "Reset"):
        yield from _said(engine, key)
    yield from _said(engine, "AskIssueWinner", "Britain")
    yield from _said(engine, "Decline")


def _said(engine: Engine, key: str, *answers: str) -> list[str]:
    if answers:
        engine.do("answers_left")
        engine.answer(*answers)
    engine.press(f"CoP_{key}")
    return engine.chat()


def test_every_name_of_ours_taken_by_another(engine: Engine, rules: Rules) -> None:
    """Whatever name is taken, by an empty value or by some other, the chat tells."""
    assert not [line for line in _congress(engine) if OTHERS in line]
    of_one = [
        name
        for name in dict.fromkeys((*public_names(rules), *record_names(rules), "CoP_Act"))
        if not name.endswith(POWERS) or name.endswith("_Britain") or name == "CoP_VP_Russia"
    ]
    untold = []
    for name in of_one:
        if name in ("CoP_Standing_Britain", "CoP_TopBefore"):
            continue  # of a ruling that the shipped build does not use
        if name.startswith("CoP_Loss") or name in odds_names(POWERS):
            continue  # shown, and nothing of a congress is made with it
        for value in ("", "7") if name in public_names(rules) else ("",):
            engine.new_game("Austria")
            engine.clear()
            engine.do("shadow", property=name, value=value)
            told = any(
                said in line
                for line in _congress(engine)
                for said in (OTHERS, "not done", "loaded")
            )
            engine.do("unshadow")
            if not told:
                untold.append((name, value))
    engine.new_game("Austria")
    engine.clear()
    assert untold == []


def test_copies_are_counted_anew(engine: Engine) -> None:
    engine.set_props(CoP_Copies="7", CoP_IssueWinner="Austria")
    engine.press("CoP_Decline")
    assert engine.prop("CoP_Phase") == "declined"
    assert engine.prop("CoP_Copies") == "1"


def test_undo_twice_and_after_loading(start: START, tmp_path: Path) -> None:
    engine = start()
    engine.new_game("Austria")
    engine.set_props(CoP_VP_Austria="10", CoP_IssueWinner="Austria")
    start_values = engine.all_props()
    engine.press("CoP_Call")
    called = engine.all_props()
    engine.press("CoP_Winds")
    engine.undo()
    assert engine.all_props() == called
    engine.undo()
    assert engine.prop("CoP_Phase") == "idle"
    assert engine.prop("CoP_VP_Austria") == start_values["CoP_VP_Austria"]
    engine.press("CoP_Call")
    save = tmp_path / "game.vsav"
    engine.do("save", path=str(save))
    engine.do("load", path=str(save), side="Austria")
    assert not engine.do("can_undo")
    engine.press("CoP_Winds")
    engine.undo()
    assert engine.prop("CoP_Phase") == "called"
    assert not engine.do("can_undo")
    assert engine.problems() == []


def test_host_that_defines_one_of_our_properties(start: START, tmp_path: Path) -> None:
    """In play all is well; the engine gives the value back to the host's on loading.

    Engine-wide: the first property of a name takes the command of a save (GlobalProperty.decode).
    What is lost is told when a command is pressed, and Reset starts anew.
    """
    module = write_host(tmp_path / "host.vmod", properties={"CoP_Phase": "the host's"})
    engine = start(module)
    engine.new_game("Austria")
    engine.set_props(CoP_VP_Austria="3", CoP_IssueWinner="Austria")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Phase") == "called"
    save = tmp_path / "game.vsav"
    engine.do("save", path=str(save))
    engine.do("load", path=str(save), side="Austria")
    assert engine.prop("CoP_Phase") == "idle"
    engine.clear()
    engine.press("CoP_Call")
    assert (
        "if its phase was lost on loading, another part of the module uses our names"
        in engine.chat()[0]
    )
    assert engine.prop("CoP_Start_Austria") == "3"
    engine.press("CoP_Reset")
    engine.set_props(CoP_IssueWinner="Austria")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Phase") == "called"
    assert engine.problems() == []


def test_host_that_uses_a_key_and_an_image_of_ours(start: START, tmp_path: Path) -> None:
    listens = button("host", "CoP_Call", report="the host heard it")
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    module = write_host(tmp_path / "host.vmod", images={"cop_icon.svg": picture}, extra=[listens])
    engine = start(module)
    engine.new_game("Austria")
    engine.set_props(CoP_VP_Austria="3", CoP_IssueWinner="Austria")
    engine.clear()
    engine.press("CoP_Call")
    assert "* the host heard it" in engine.chat()
    assert engine.prop("CoP_Phase") == "called"
    engine.press("CoP_Winds")
    assert engine.prop("CoP_Phase") == "success"
    assert engine.problems() == []
