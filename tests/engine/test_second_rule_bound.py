"""The made-up rule bound to a module's track, by a binding of two of its four powers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from generator.binding.load import load_binding
from generator.build import build_bound, build_declared
from generator.cli import main
from generator.declared.load import load_declared
from generator.rules import Rules
from tests.second_rule.play import Convoy

from .harness import Engine
from .homes import EngineHome
from .tracks import HOSTS, Track, by_hand, marker_ids, put, shown

RULE = Path(__file__).parents[1] / "second_rule" / "rule"
CONSTANTS = load_declared(RULE).rule.constants
SIDES = ("Britain", "France")
TRACKS = {
    "a property and a key": "A",
    "by hand": "B",
    "steps": "F",
}


@dataclass(frozen=True)
class Bound:
    """An engine with a host, and the rule bound to it; beside 15.6, if the host moves markers."""

    engine: Engine
    track: Track
    convoy: Convoy

    @property
    def beside(self) -> bool:
        return "CoP_Phase" in self.engine.all_props()


@pytest.fixture(scope="module", params=TRACKS)
def loaded(
    home: EngineHome,
    rules: Rules,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Engine, Track]]:
    folder = tmp_path_factory.mktemp("bound")
    track = HOSTS[TRACKS[request.param]](folder / "host.vmod")
    file, module = folder / "two.toml", str(track.module)
    assert main(["inspect", module, "--declared", str(RULE), "--bind", str(file)]) == 0
    assert load_binding(file, SIDES).powers == {side: track.bindings[side] for side in SIDES}
    bound, _ = build_declared(RULE, folder, environment={}, bound=(track.module, file))
    assert bound.path == folder / "two" / "en" / "Blockade.vmdx"
    assert main(["check", str(bound.path), "--module", module]) == 0
    files = [bound.path]
    if not by_hand(track):
        four = folder / "four.toml"
        assert main(["inspect", module, "--bind", str(four)]) == 0
        files.append(build_bound(rules, track.module, four, folder, {}).path)
    with Engine(home, track.module, files, strict=True) as engine:
        yield engine, track


@pytest.fixture
def bound(loaded: tuple[Engine, Track]) -> Bound:
    """A new game, before anything was read."""
    engine, track = loaded
    engine.new_game("Austria")
    engine.clear()
    return Bound(engine, track, Convoy())


def on_track(bound: Bound) -> tuple[int, int]:
    there = shown(bound.engine, bound.track)
    return there["Britain"], there["France"]


def everything(bound: Bound) -> tuple[object, object, object]:
    """Return all that one Undo must bring back."""
    names = ("CurrentX", "CurrentY", "VP")
    markers = marker_ids(bound.engine, bound.track).values()
    pieces = [bound.engine.piece_props(piece, *names) for piece in markers]
    return bound.engine.all_props(), pieces, on_track(bound)


def stands(engine: Engine, convoy: Convoy) -> None:
    wanted: Mapping[str, str] = convoy.properties()
    assert engine.props(*wanted) == wanted


def press(bound: Bound, key: str, after: Convoy, *dice: int) -> list[str]:
    """Press, undo and press again; then move by hand what the chat says. Return the chat."""
    engine, before = bound.engine, everything(bound)
    stood = on_track(bound)
    for undone in (True, False):
        engine.clear()
        engine.force_dice(*dice)
        engine.press(key)
        stands(engine, after)
        assert on_track(bound) == (stood if by_hand(bound.track) else after.points), key
        if undone:
            engine.undo()
            assert everything(bound) == before, key
    said = engine.chat()
    told = any("in the module move" in line for line in said)
    assert told == (by_hand(bound.track) and stood != after.points), said
    settle(bound, after)
    return said


def settle(bound: Bound, after: Convoy) -> None:
    for side, wanted, there in zip(SIDES, after.points, on_track(bound), strict=True):
        if wanted != there:
            assert by_hand(bound.track)
            put(bound.engine, bound.track, side, wanted)
    assert on_track(bound) == after.points


def test_points_are_read_and_written(bound: Bound) -> None:
    """Rounds, an input, what is taken back and set back: one game."""
    engine, track, convoy = bound.engine, bound.track, bound.convoy
    start = track.start["Britain"], track.start["France"]
    convoy = replace(convoy, points=start)
    said = press(bound, "Blk_ReadPoints", convoy)
    assert said[-1].endswith(
        f"points read from the module: Britain 0 → {start[0]}, France 0 → {start[1]}."
    )
    put(engine, track, "France", 13)
    convoy = replace(convoy, points=(start[0], 13), sea="Baltic")
    engine.set_prop("Blk_Sea", "Baltic")
    said = press(bound, "Blk_Sail", convoy.sail(CONSTANTS, 8), 8)
    assert any("points read from the module: France 15 → 13." in line for line in said), said
    press(bound, "Blk_TakeBack", convoy)
    engine.set_prop("Blk_Sea", "Levant")
    chased = replace(convoy, sea="Levant").sail(CONSTANTS, 1)
    press(bound, "Blk_Sail", chased, 1)
    engine.clear()
    engine.press("Blk_ReadPoints")
    assert engine.chat()[-1].endswith("reading the points: not done, the convoy is not in port.")
    caught = chased.pursue(CONSTANTS, 10)
    assert caught.points == (start[0] + 3 * CONSTANTS["prize"], 13)
    press(bound, "Blk_Pursue", caught, 10)
    put(engine, track, "Britain", 5)
    said = press(bound, "Blk_TakeBack", replace(chased, was=None))
    assert any("Britain 18 → 5 since the points" in line for line in said) != by_hand(track), said
    engine.press("Blk_Reset")
    engine.clear()
    engine.answer("17")
    engine.press("Blk_AskPointsBritain")
    convoy = replace(chased, was=None).reset()
    convoy = replace(convoy, points=(17, 13))
    stands(engine, convoy)
    settle(bound, convoy)
    if bound.beside:
        engine.press("CoP_ReadVP")
        assert engine.props("CoP_VP_Britain", "CoP_VP_France") == {
            "CoP_VP_Britain": "17",
            "CoP_VP_France": "13",
        }
    assert engine.problems() == []


def test_what_cannot_be_read_is_said(bound: Bound) -> None:
    engine, track = bound.engine, bound.track
    engine.press("Blk_ReadPoints")
    engine.press("Blk_SetSea_Baltic")
    if by_hand(track):
        engine.force_dice(8)
        engine.press("Blk_Sail")
        engine.press("Blk_Reset")
        engine.press("Blk_SetSea_Baltic")
        wanted = "move first the marker France VP from 15 to 16; or, if the module is right, read"
    else:
        engine.remove_piece(marker_ids(engine, track)["France"])
        wanted = "the marker France VP is not on Main Map: put it on its track."
    before = engine.all_props()
    engine.clear()
    engine.dice_calls()
    engine.press("Blk_Sail")
    (line,) = engine.chat()
    assert "sailing: not done, " in line
    assert wanted in line
    assert engine.dice_calls() == []
    after = engine.all_props()
    changed = {name for name in after if after[name] != before[name]}
    assert all(name.startswith(("Blk_Seen_", "Blk_At_", "Blk_Read_")) for name in changed), changed
    assert engine.problems() == []
