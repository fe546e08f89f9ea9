"""A bound build in a real engine: VP are read from the module's track and written back to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.binding.load import load_binding
from generator.binding.model import ByHand, Marker, PowerBinding, PropertyRead
from generator.binding.text import binding_text
from generator.build import build_bound
from generator.cli import main
from generator.extension.sheet import spots
from generator.kit.bsh import literal
from generator.rules import Rules, load_rules
from generator.vassal.filters import equals
from tests.host.builder import definition
from tests.interface import POWERS

from .harness import Engine
from .homes import EngineHome
from .host import StartPiece, write_host
from .tracks import (
    HOSTS,
    MAP,
    Track,
    bare_regions,
    binding,
    by_hand,
    dynamic_property,
    marker_ids,
    pixels,
    put,
    shown,
    worded_regions,
    zones,
)

START = Callable[..., Engine]
CALLED_BY = {"CoP_IssueWinner": "Austria", "CoP_DiplomacyWinner": "France"}


def extension_for(track: Track, rules: Rules, folder: Path) -> Path:
    """Build the extension for a host module, with the draft that ``inspect --bind`` writes.

    A binding that a maintainer has corrected is there already; what a draft leaves empty as the
    layer's levels have no names, he fills in.
    """
    file = folder / "track.toml"
    if not file.exists():
        assert main(["inspect", str(track.module), "--bind", str(file)]) == 0
        empty, filled = 'offset = ""\nfirst = 0\nlast = 0\n', "offset = -1\nfirst = 0\nlast = 40\n"
        file.write_text(file.read_text("utf-8").replace(empty, filled), "utf-8")
        assert dict(load_binding(file, POWERS).powers) == dict(track.bindings)
    return build_bound(rules, track.module, file, folder, {}).path


def correct(track: Track, folder: Path) -> None:
    """Write the binding file that ``extension_for`` takes instead of the draft."""
    bound = binding(track)
    text = binding_text(bound.module, bound.version, dict(bound.powers), {})
    (folder / "track.toml").write_text(text, "utf-8")


def by_property(track: Track, *, sent: bool) -> Track:
    """Return pattern A with the property read that its markers set when they are moved."""
    return replace(
        track,
        bindings={
            power: PowerBinding(
                PropertyRead(f"VP_{power}", bound.track),
                bound.write if sent else ByHand(bound.marker),
            )
            for power, bound in track.bindings.items()
        },
    )


def begin(start: START, track: Track, rules: Rules, folder: Path, **more: str) -> Engine:
    """Start a new game of a host with the extension for it, as Austria."""
    engine = start(track.module, [extension_for(track, rules, folder)], **more)
    engine.new_game("Austria")
    engine.clear()
    engine.set_props(CALLED_BY)
    return engine


def vp(engine: Engine) -> dict[str, int]:
    """Return the extension's VP."""
    return {power: int(engine.prop(f"CoP_VP_{power}")) for power in POWERS}


def everything(engine: Engine, track: Track) -> tuple[object, ...]:
    """Return all that one Undo must bring back: every property, every marker's place and value."""
    names = ("CurrentX", "CurrentY", "VP", "VP_Level")
    markers = marker_ids(engine, track)
    pieces = {power: engine.piece_props(piece, *names) for power, piece in markers.items()}
    return engine.all_props(), pieces


def settle(engine: Engine, track: Track) -> None:
    """Do what the chat asked for: move every marker that nothing else moves."""
    for power, value in vp(engine).items():
        if shown(engine, track)[power] != value:
            assert by_hand(track)
            put(engine, track, power, value)


@pytest.fixture(scope="module", params=HOSTS)
def track(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Track:
    return HOSTS[request.param](tmp_path_factory.mktemp("track") / "host.vmod")


@pytest.fixture(scope="module")
def bound_engine(
    home: EngineHome, track: Track, rules: Rules, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    extension = extension_for(track, rules, tmp_path_factory.mktemp("bound"))
    with Engine(home, track.module, [extension]) as engine:
        yield engine


@pytest.fixture
def engine(bound_engine: Engine) -> Engine:
    """A new game of the host with the extension for it, as Austria, who won the Issue."""
    bound_engine.new_game("Austria")
    bound_engine.clear()
    bound_engine.set_props(CALLED_BY)
    return bound_engine


def press(engine: Engine, track: Track, key: str, *dice: int, after: dict[str, int]) -> None:
    """Press, undo and press again: track and properties are equal after each."""
    before, stood = everything(engine, track), shown(engine, track)
    for undone in (True, False):
        engine.clear()
        engine.force_dice(*dice)
        engine.press(key)
        engine.do("forced_left")
        assert vp(engine) == after, key
        assert shown(engine, track) == (stood if by_hand(track) else after), key
        if undone:
            engine.undo()
            assert everything(engine, track) == before, key
    said = " ".join(engine.chat())
    moved = any(stood[power] != after[power] for power in POWERS)
    assert ("in the module move" in said) == (moved and by_hand(track)), said
    settle(engine, track)
    assert shown(engine, track) == vp(engine) == after


def test_a_congress_that_fails(engine: Engine, track: Track) -> None:
    """Bonus, failed winds, penalties."""
    engine.press("CoP_ReadVP")
    engine.set_props(CoP_Metternich="true")
    with_bonus = {"Austria": 22, "Britain": 12, "France": 15, "Russia": 9}
    press(engine, track, "CoP_Call", 3, after=with_bonus)
    press(engine, track, "CoP_Winds", 1, 1, after=with_bonus)
    penalties = {"Austria": 19, "Britain": 12, "France": 12, "Russia": 9}
    press(engine, track, "CoP_Penalties", 6, 4, 1, after=penalties)
    assert engine.prop("CoP_Phase") == "closed"
    assert engine.problems() == []


def test_a_congress_that_succeeds(engine: Engine, track: Track) -> None:
    engine.press("CoP_Call")
    # Austria 20 - 5, France stays at 15, Britain 12 + 2
    after = {"Austria": 15, "Britain": 14, "France": 15, "Russia": 9}
    press(engine, track, "CoP_Winds", 5, 2, after=after)
    assert engine.prop("CoP_Phase") == "success"
    assert engine.problems() == []


def test_a_congress_that_is_declined(engine: Engine, track: Track) -> None:
    engine.press("CoP_ReadVP")
    press(engine, track, "CoP_Decline", after={**track.start, "Austria": 18})
    assert engine.prop("CoP_Phase") == "declined"
    assert engine.problems() == []


def test_declining_and_abandoning(engine: Engine, track: Track) -> None:
    engine.press("CoP_Decline")
    settle(engine, track)
    assert shown(engine, track) == vp(engine) == {**track.start, "Austria": 18}
    engine.press("CoP_Reset")
    engine.set_props(CALLED_BY, CoP_Metternich="true")
    engine.force_dice(6)
    engine.press("CoP_Call")
    settle(engine, track)
    assert shown(engine, track) == vp(engine) == {**track.start, "Austria": 21}
    engine.press("CoP_Reset")
    settle(engine, track)
    assert shown(engine, track) == vp(engine) == {**track.start, "Austria": 18}
    assert engine.problems() == []


def test_read_vp(engine: Engine, track: Track) -> None:
    engine.press("CoP_ReadVP")
    assert vp(engine) == track.start
    assert "Austria 0 → 20" in engine.chat()[-1]
    put(engine, track, "France", 13)
    engine.clear()
    engine.press("CoP_ReadVP")
    assert engine.chat() == ["* CoP 15.6: Tester: VP read from the module: France 15 → 13."]
    engine.press("CoP_ReadVP")
    assert "VP are as in the module" in engine.chat()[0]
    engine.undo()
    engine.press("CoP_Call")
    engine.clear()
    engine.press("CoP_ReadVP")
    assert "not done" in engine.chat()[0]
    assert engine.problems() == []


def test_property_out_of_step_with_its_marker(engine: Engine, track: Track) -> None:
    """The marker is what players see: what is written next puts the property in step with it."""
    if not track.point or by_hand(track):
        return
    engine.set_prop(track.properties["France"], 3)
    before = everything(engine, track)
    engine.press("CoP_Decline")
    assert engine.prop(track.properties["France"]) == "15"
    assert shown(engine, track) == vp(engine) == {**track.start, "Austria": 18}
    engine.undo()
    assert everything(engine, track) == before
    assert engine.problems() == []


def test_odds_read_the_vp_first(engine: Engine, track: Track) -> None:
    """Before the call; a congress under way has its own VP."""
    engine.press("CoP_Odds")
    assert vp(engine) == track.start
    read, first, *_ = engine.chat()
    assert "Austria 0 → 20" in read
    assert "Austria 20, Britain" in first
    engine.undo()
    assert set(vp(engine).values()) == {0}
    engine.press("CoP_Call")
    put(engine, track, "France", 13)
    engine.clear()
    engine.press("CoP_Odds")
    assert vp(engine) == track.start
    assert "15.6 odds: " in engine.chat()[0]
    assert engine.problems() == []


def test_two_powers_on_one_space(engine: Engine, track: Track) -> None:
    """A tie is a main case of the rule: neither marker takes the other along."""
    put(engine, track, "Britain", 20)
    put(engine, track, "France", 20)
    engine.force_dice(1, 2, 3)
    engine.press("CoP_Call")
    engine.clear()
    engine.force_dice(1, 2, 3)
    engine.press("CoP_Winds")
    after = {"Austria": 19, "Britain": 18, "France": 17, "Russia": 9}
    assert vp(engine) == after
    settle(engine, track)
    assert shown(engine, track) == after
    assert engine.problems() == []


def test_entered_by_hand(engine: Engine, track: Track) -> None:
    """VP that a player enters go to the track too."""
    engine.press("CoP_ReadVP")
    engine.clear()
    engine.answer("17")
    engine.press("CoP_AskVP_Russia")
    assert vp(engine)["Russia"] == 17
    assert any("move" in line for line in engine.chat()) == by_hand(track)
    settle(engine, track)
    assert shown(engine, track)["Russia"] == 17
    assert engine.problems() == []


def test_entering_one_power_leaves_the_others(engine: Engine, track: Track) -> None:
    """The first command of a game; the prompt shows what the module does, one Undo is enough."""
    engine.answer("17")
    engine.press("CoP_AskVP_Britain")
    assert engine.do("dialogs")[0]["initial"] == "12"
    assert vp(engine) == {**track.start, "Britain": 17}
    settle(engine, track)
    assert shown(engine, track) == vp(engine)
    put(engine, track, "Austria", 19)
    engine.clear()
    engine.answer("16")
    engine.press("CoP_AskVP_Britain")
    assert "Austria 20 → 19" in engine.chat()[0]
    settle(engine, track)
    assert shown(engine, track) == vp(engine) == {**track.start, "Austria": 19, "Britain": 16}
    if not by_hand(track):
        engine.undo()
        assert vp(engine) == {**track.start, "Britain": 17}
        assert shown(engine, track) == {**track.start, "Britain": 17, "Austria": 19}
    assert engine.problems() == []


def test_a_click_on_the_sheet_moves_the_marker(engine: Engine, track: Track) -> None:
    """Up and down, from what the module shows at that moment."""
    up, down = {**track.start, "France": 16}, {**track.start, "France": 14}
    press(engine, track, "CoP_RaiseVP_France", after=up)
    engine.press("CoP_ReadVP")
    put(engine, track, "France", 15)
    press(engine, track, "CoP_LowerVP_France", after=down)
    engine.press("CoP_Sheet")
    box = dict(spots(load_rules(), reads_vp=True))["CoP_ReadVP"]
    engine.clear()
    engine.click_map("Congress of Peace", box.x, box.y)
    engine.press("CoP_Sheet")
    assert len(engine.chat()) == 1
    assert vp(engine) == shown(engine, track)
    assert engine.problems() == []


def test_reset_leaves_markers_that_are_not_there_once(engine: Engine, track: Track) -> None:
    """Reset gives back the VP whatever the module shows, and says what to set right."""
    if not track.markers:
        return
    engine.set_props(CoP_Metternich="true")
    engine.force_dice(6)
    engine.press("CoP_Call")
    settle(engine, track)
    x, y = track.at(30) if track.point else (200, 250)
    engine.place_piece(track.copies["Austria"], MAP, x, y)
    stood = {
        piece.id: engine.piece_props(piece.id, "CurrentX", "CurrentY", "VP", "VP_Level")
        for piece in engine.pieces(MAP)
    }
    engine.clear()
    engine.press("CoP_Reset")
    assert vp(engine) == track.start
    assert engine.prop("CoP_Phase") == "idle"
    said = engine.chat()[-1]
    assert "Austria has 20 VP: " in said
    assert "set it right" in said
    for piece, where in stood.items():
        assert engine.piece_props(piece, "CurrentX", "CurrentY", "VP", "VP_Level") == where
    assert engine.problems() == []


def test_a_marker_moved_before_the_winds_is_told(engine: Engine, track: Track) -> None:
    """Nothing is read between a roll and its result: what was moved is set back, and said."""
    engine.set_props(CoP_Metternich="true")
    engine.force_dice(3)
    engine.press("CoP_Call")
    settle(engine, track)
    put(engine, track, "Russia", 14)
    engine.clear()
    engine.force_dice(1, 1)
    engine.press("CoP_Winds")
    assert engine.prop("CoP_Phase") == "failed"
    told = [line for line in engine.chat() if "Russia 9 → 14" in line]
    assert len(told) == (0 if by_hand(track) else 1)
    assert vp(engine) == {**track.start, "Austria": 22}
    if not by_hand(track):
        assert shown(engine, track) == vp(engine)
        engine.undo()
        assert shown(engine, track)["Russia"] == 14
    assert engine.problems() == []


def test_game_begun_before_the_extension(
    start: START, track: Track, rules: Rules, tmp_path: Path
) -> None:
    save = tmp_path / "before.vsav"
    without = start(track.module, [])
    without.new_game("Austria")
    put(without, track, "Britain", 16)
    without.save(save)
    without.close()
    engine = start(track.module, [extension_for(track, rules, tmp_path)])
    engine.load(save, "Austria")
    engine.set_props(CALLED_BY)
    engine.force_dice(1, 1)
    engine.press("CoP_Decline")
    assert vp(engine) == {**track.start, "Britain": 16, "Austria": 18}
    settle(engine, track)
    assert shown(engine, track) == vp(engine)
    assert engine.problems() == []


def test_missing_and_doubled_marker(engine: Engine, track: Track) -> None:
    if not track.markers:
        engine.set_prop(track.properties["France"], "many")
        refused(engine, "the property VP_France is not a whole number")
        return
    x, y = track.at(30) if track.point else (200, 250)
    second = engine.place_piece(track.copies["Austria"], MAP, x, y)
    engine.clear()
    name = track.markers["Austria"].name
    refused(engine, f"there are 2 of the marker {name} on {MAP}: leave one.")
    engine.do("remove_piece", id=second)
    engine.do("remove_piece", id=marker_ids(engine, track)["Britain"])
    name = track.markers["Britain"].name
    refused(engine, f"the marker {name} is not on {MAP}: put it on its track.")


def refused(engine: Engine, reason: str) -> None:
    """Every command that would read or write VP changes nothing and says why."""
    before = engine.props(*(f"CoP_VP_{power}" for power in POWERS), "CoP_Start_Austria")
    for phase, keys in (
        ("idle", ("CoP_ReadVP", "CoP_Call", "CoP_Decline", "CoP_AskVP_France")),
        ("called", ("CoP_Winds",)),
        ("failed", ("CoP_Penalties",)),
    ):
        engine.set_props(CoP_Phase=phase)
        for key in keys:
            engine.clear()
            engine.press(key)
            assert [reason in line and "not done" in line for line in engine.chat()] == [True], key
            assert engine.prop("CoP_Phase") == phase
            assert engine.dice_calls() == []
    engine.set_props(CoP_Phase="idle")
    assert engine.props(*before) == before
    assert engine.do("dialogs") == []
    assert engine.problems() == []


def test_off_the_track(engine: Engine, track: Track) -> None:
    """A marker beside its track, or one whose value is beyond what was bound."""
    room = track.bindings["Austria"].track
    if room is None:
        return
    if track.point is None:
        put(engine, track, "Austria", room.last + 1)
        if shown(engine, track)["Austria"] == room.last:
            return  # a layer has no level beyond its last
    else:
        marker = marker_ids(engine, track)["Austria"]
        engine.move_piece(marker, MAP, 400, 20)
        location = engine.piece_props(marker, "LocationName")["LocationName"]
        if location.startswith("VP "):
            # regions without a zone around them name every place of their board: no place is off
            engine.press("CoP_ReadVP")
            assert location == f"VP {vp(engine)['Austria']}"
            return
    refused(engine, f"is not on a space of its track ({room.first} to {room.last})")


def test_beyond_the_track(engine: Engine, track: Track) -> None:
    """Ruling 10: the marker stays on the last space, the chat says by how much; VP are kept."""
    room = track.bindings["Austria"].track
    if room is None:
        return
    for power, less in zip(POWERS, (1, 3, 4, 5), strict=True):
        put(engine, track, power, room.last - less)
    engine.set_props(CoP_Metternich="true")
    engine.force_dice(6)
    engine.clear()
    engine.force_dice(6)
    engine.press("CoP_Call")
    assert vp(engine)["Austria"] == room.last + 2
    said = " ".join(engine.chat())
    beyond = f"Austria has {room.last + 2} VP, 2 beyond the track"
    assert beyond in said
    if by_hand(track):
        put(engine, track, "Austria", room.last)
    assert shown(engine, track)["Austria"] == room.last
    engine.set_props(CoP_Phase="idle")
    engine.clear()
    engine.press("CoP_ReadVP")
    assert beyond in engine.chat()[0]
    engine.set_props(CoP_Phase="failed")
    engine.clear()
    engine.force_dice(1, 1, 1)
    engine.press("CoP_Penalties")
    assert not [line for line in engine.chat() if "read from" in line]
    assert vp(engine)["Austria"] == room.last
    engine.undo()
    assert vp(engine)["Austria"] == room.last + 2
    assert engine.problems() == []


def test_a_marker_that_a_hand_has_not_moved(start: START, rules: Rules, tmp_path: Path) -> None:
    """To read it would take the bonus back: the penalties wait, and the chat says for what."""
    track = zones(tmp_path / "host.vmod")
    engine = begin(start, track, rules, tmp_path)
    engine.set_props(CoP_Metternich="true")
    engine.force_dice(3)
    engine.press("CoP_Call")
    engine.set_props(CoP_Phase="failed")
    engine.clear()
    engine.press("CoP_Penalties")
    assert engine.chat()[0].endswith(
        "move first the marker Austria VP from 20 to 22; or Reset, which abandons the congress."
    )
    assert engine.prop("CoP_Phase") == "failed"
    put(engine, track, "Austria", 22)
    engine.clear()
    engine.force_dice(1, 1, 1)
    engine.press("CoP_Penalties")
    assert engine.prop("CoP_Phase") == "closed"
    # declined, the marker left where it is: the module may be right all the same
    engine.new_game("Austria")
    engine.set_props(CALLED_BY)
    engine.press("CoP_Decline")
    engine.press("CoP_Reset")
    engine.set_props(CALLED_BY)
    engine.clear()
    engine.press("CoP_Call")
    assert (
        "move first the marker Austria VP from 20 to 18; or, if the module is right, read"
        in (engine.chat()[0])
    )
    engine.press("CoP_ReadVP")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Start_Austria") == "20"
    assert engine.problems() == []


def test_property_whose_marker_a_hand_moves(start: START, rules: Rules, tmp_path: Path) -> None:
    """The property is what is read, the marker what the chat speaks of; the module joins them."""
    track = by_property(bare_regions(tmp_path / "host.vmod"), sent=False)
    correct(track, tmp_path)
    engine = begin(start, track, rules, tmp_path)
    engine.press("CoP_Decline")
    assert engine.chat()[-1].endswith("in the module move the marker Austria VP to 18.")
    put(engine, track, "Austria", 18)
    assert engine.prop("VP_Austria") == "18"
    engine.press("CoP_Reset")
    engine.press("CoP_ReadVP")
    assert "VP are as in the module" in engine.chat()[-1]
    second = engine.place_piece(track.copies["Austria"], MAP, *track.at(18))
    engine.clear()
    engine.press("CoP_ReadVP")
    assert "there are 2 of the marker Austria VP on Main Map" in engine.chat()[0]
    engine.do("remove_piece", id=second)
    engine.press("CoP_ReadVP")
    assert vp(engine) == {**track.start, "Austria": 18}
    assert engine.problems() == []


def test_property_whose_marker_a_key_sends(start: START, rules: Rules, tmp_path: Path) -> None:
    track = by_property(bare_regions(tmp_path / "host.vmod"), sent=True)
    correct(track, tmp_path)
    engine = begin(start, track, rules, tmp_path)
    engine.press("CoP_Call")
    # Austria 20 - 5, France stays at 15, Britain 12 + 2
    after = {"Austria": 15, "Britain": 14, "France": 15, "Russia": 9}
    press(engine, track, "CoP_Winds", 5, 2, after=after)
    engine.press("CoP_Reset")
    put(engine, track, "Russia", 11)
    engine.press("CoP_ReadVP")
    assert vp(engine) == shown(engine, track) == {**after, "Russia": 11}
    assert engine.problems() == []


def test_second_player_and_log(start: START, track: Track, rules: Rules, tmp_path: Path) -> None:
    """The other client gets the marker's moves in the same message, and never looks by itself."""
    extension = extension_for(track, rules, tmp_path)
    first = start(track.module, [extension], player="First")
    second = start(track.module, [extension], player="Second")
    first.new_game("Austria")
    save, log = tmp_path / "game.vsav", tmp_path / "congress.vlog"
    first.save(save)
    second.load(save, "Britain")
    for engine in (first, second):
        engine.clear()
    first.set_props(CALLED_BY, CoP_Metternich="true")
    second.set_props(CALLED_BY, CoP_Metternich="true")
    first.begin_log(log)
    first.clear()
    for key in ("CoP_Call", "CoP_Winds", "undo", "CoP_Winds", "CoP_Reset"):
        first.force_dice(1, 1)
        first.undo() if key == "undo" else first.press(key)
        first.do("forced_left")
        sent = first.outgoing()
        assert len(sent) == 1, key
        second.receive(sent[0])
        assert vp(second) == vp(first)
        assert shown(second, track) == shown(first, track)
        assert second.chat() == first.chat()
        assert second.dice_calls() == []
        first.dice_calls()
    first.end_log()
    reader = start(track.module, [extension], player="Reader")
    reader.load(log, "France")
    while reader.do("can_step"):
        reader.step()
    assert shown(reader, track) == shown(first, track)
    assert vp(reader) == vp(first)
    assert first.problems() + second.problems() + reader.problems() == []


def test_engine_that_does_not_see_pieces(start: START, rules: Rules, tmp_path: Path) -> None:
    """The registry's engine by itself has no Sum and Count at the module's level: it says no."""
    track = dynamic_property(tmp_path / "host.vmod")
    extension = extension_for(track, rules, tmp_path)
    engine = start(track.module, [extension], jvm_args=("-Dharness.bare=true",))
    engine.new_game("Austria")
    engine.clear()
    engine.set_props(CALLED_BY)
    if engine.version.startswith("3.6.0"):
        refused(engine, "is not on Main Map")
    else:
        engine.press("CoP_Decline")
        assert vp(engine) == {**track.start, "Austria": 18}


def test_a_board_that_was_put_to_the_left(start: START, rules: Rules, tmp_path: Path) -> None:
    """Pixels count from the map's edge, so a track that was shifted is refused."""
    made = pixels(tmp_path / "host.vmod")
    extension = extension_for(made, rules, tmp_path)
    shifted = pixels(tmp_path / "shifted.vmod", left=made.at(40)[0] + 35)
    engine = start(shifted.module, [extension])
    engine.new_game("Austria")
    engine.clear()
    engine.set_props(CALLED_BY)
    refused(engine, "is not on a space of its track (0 to 40)")


AWKWARD = (
    *("VP", "VP 1", "VP = 1", "a && b", "a || b", "<VP>", "!VP", "VP=~.*", "true", "12", " VP "),
    *('VP "Austria"', "VP's", "L'Étoile (VP) {1}", "back\\slash", "3.5*", "a;b,c/d", "Österreich"),
)
"""Names of pieces that mean something else to a filter, to a literal or to an expression."""


def test_filters_find_exactly_one_piece_whatever_its_name(start: START, tmp_path: Path) -> None:
    """A filter that does not parse would match every piece, in silence."""
    pieces = [
        StartPiece(f"Piece {place}", str(place), definition(name, gpid=str(place)), 9 * place, 99)
        for place, name in enumerate(AWKWARD, 2)
    ]
    engine = start(write_host(tmp_path / "host.vmod", at_start=pieces), [])
    engine.new_game("Austria")
    engine.clear()
    filters = [equals("BasicName", name) for name in AWKWARD]
    filters += [equals("PieceId", piece.gpid) for piece in pieces]
    for written in filters:
        text = literal(written)
        counted = engine.evaluate(
            f'{{Count({text},"{MAP}")}}', f'{{Sum("PieceId",{text},"{MAP}")}}'
        )
        place = filters.index(written) % len(AWKWARD) + 2
        assert counted == ["1", str(place)], written
    assert engine.problems() == []


@pytest.mark.parametrize("pattern", ["<VP> = {n} && ($x$)", '{x} {n} "V\\P"', "Étape {n}: l'or"])
def test_awkward_names(pattern: str, start: START, rules: Rules, tmp_path: Path) -> None:
    names = ('VP "A" & <B> {1}', "$PlayerName$", "back\\slash", "Österreich = true")
    markers = {power: Marker(MAP, name) for power, name in zip(POWERS, names, strict=True)}
    track = worded_regions(tmp_path / "host.vmod", pattern=pattern, markers=markers)
    correct(track, tmp_path)
    engine = begin(start, track, rules, tmp_path)
    engine.press("CoP_ReadVP")
    assert vp(engine) == track.start
    engine.clear()
    engine.press("CoP_Decline")
    assert engine.chat()[-1].endswith('in the module move the marker VP "A" & <B> {1} to 18.')
    engine.press("CoP_Reset")
    engine.do("remove_piece", id=marker_ids(engine, track)["Britain"])
    engine.clear()
    engine.press("CoP_ReadVP")
    assert "the marker $PlayerName$ is not on Main Map" in engine.chat()[0]
    assert engine.problems() == []
