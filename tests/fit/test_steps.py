"""What the keys of a binding do to VP: one step, another, a question, or what cannot be known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import (
    Binding,
    LocationRead,
    PiecePropertyRead,
    PropertyWrite,
    StepWrite,
    Track,
)
from generator.fit.check import check_binding
from generator.host.read import read_module
from generator.vassal.sequence import encode
from tests.engine.tracks.traits import Trait, dynamic, layer, send_to_region, trigger
from tests.host.builder import (
    board,
    map_window,
    prototype,
    regions,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

from .test_check import MAP, bound, host_root, named, unbound

AUSTRIA = named("Austria")
POINTS = PiecePropertyRead(AUSTRIA, "Points", Track(0, 20))
LEVEL = PiecePropertyRead(AUSTRIA, "Level_Level", Track(1, 20))
ANOTHER = "take another key, or kind none"
ELSEWHERE: Trait = ("globalkey;;57348,0,up;57348,0,other;;false;false;0", "")
UNKNOWN = (
    'powers.Austria.write.up: the key "up" {}: whether that changes it by +1 cannot be told here; '
    "try it in the module"
)


def counted(up: str, *, key: str = "up", name: str = "Points") -> Trait:
    """Make a dynamic property that ``key`` changes so, and another key takes 1 away from."""
    pairs = ((key, up.split(",", 1)), ("down", ["I", "-1"]))
    changes = encode(
        [encode(["", f"57348,0,{each}", encode(change, ",")], ":") for each, change in pairs], ","
    )
    return encode(["PROP", name, "true,-99,99,false", changes, ""], ";"), "5"


def on_track(*traits: Trait) -> etree._Element:
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    return map_window(field, inside=[stack(slot("Austria VP", *traits), x=1050, y=50)])


def noted(folder: Path, on: etree._Element, binding: Binding) -> list[str]:
    path = write_module(folder / "m.vmod", host_root(on=on))
    return list(check_binding(binding, read_module(path), Path("cov.toml")))


STEPS = StepWrite(AUSTRIA, "up", "down")


@pytest.mark.parametrize(
    ("change", "does"),
    [
        ("P,7", 'sets "Points" to "7"'),
        ("P,{7}", 'sets "Points" to "7"'),
        ('P,{"none"}', 'sets "Points" to "none"'),
        ("P,Points + 1", 'sets "Points" to "Points + 1"'),
        ("P,", 'sets "Points" to ""'),
        ("R,How many?", 'asks a player for "Points"'),
        ("E,Which?,1,2", 'asks a player for "Points"'),
    ],
)
def test_key_that_is_known_to_make_no_step(change: str, does: str, tmp_path: Path) -> None:
    host = host_root(on=on_track(counted(change)))
    assert unbound(tmp_path, host, bound(POINTS, STEPS)) == [
        f'powers.Austria.write.up: the key "up" {does}, must change it by +1: {ANOTHER}'
    ]


def test_step_that_is_none(tmp_path: Path) -> None:
    told = f"must change it by +1: {ANOTHER}"
    for traits in ([counted("I,0")], [counted("I,1", key="x"), counted("I,1", name="Other")]):
        assert unbound(tmp_path, host_root(on=on_track(*traits)), bound(POINTS, STEPS)) == [
            f'powers.Austria.write.up: the key "up" does not change "Points", {told}'
        ]


@pytest.mark.parametrize(
    "change", ["I,1", "I,{1}", "P,{Points+1}", 'P,{GetProperty("Points") + 1}', "P,{$Points$ + 1}"]
)
def test_step_of_one(change: str, tmp_path: Path) -> None:
    assert noted(tmp_path, on_track(counted(change)), bound(POINTS, STEPS)) == []


@pytest.mark.parametrize(
    ("traits", "does"),
    [
        ([counted("I,{Turn}")], 'changes "Points" through "{Turn}"'),
        ([counted("I,$Turn$")], 'changes "Points" through "$Turn$"'),
        ([counted("P,{Points>9 ? Points : Points+1}")], 'changes "Points" through "{Points>9'),
        (
            [counted("I,1", key="one"), trigger("up", "one"), trigger("up", "down")],
            'changes "Points" more than once',
        ),
        ([counted("I,1", key="x"), ELSEWHERE], "has another trait do something"),
    ],
)
def test_key_of_which_nothing_is_known_is_noted(
    traits: list[Trait], does: str, tmp_path: Path
) -> None:
    (told,) = noted(tmp_path, on_track(*traits), bound(POINTS, STEPS))
    head, _, tail = UNKNOWN.format("|").partition("|")
    assert told.startswith(head + does)
    assert told.endswith(tail)


@pytest.mark.parametrize(
    ("condition", "loop", "told"),
    [("", "false", False), ("{Turn==1}", "false", True), ("", "true", True)],
)
def test_step_through_a_trigger(condition: str, loop: str, told: bool, tmp_path: Path) -> None:
    watch, fire = "57348,0,up", "57348,0,one"
    fields = ["macro", "", "", "", condition, watch, fire, loop, "", "", "counted", "", "", "5"]
    traits = counted("I,1", key="one"), (encode(fields, ";"), "")
    assert (
        noted(tmp_path, on_track(*traits), bound(POINTS, STEPS))
        == [UNKNOWN.format("changes it by +1 through a trigger with a condition or a loop")] * told
    )


def test_prompt_of_a_prototype(tmp_path: Path) -> None:
    on = on_track(("prototype;Marker", ""))
    host = host_root(prototype("Marker", counted("R,How many?")), on=on)
    (told,) = unbound(tmp_path, host, bound(POINTS, STEPS))
    assert 'asks a player for "Points"' in told


# Layers


def levels(**keys: str) -> Trait:
    """Make a layer whose other keys are given by the number of their field, as ``f10``."""
    kind, state = layer("Level", 20, 10, "up", "down")
    fields = kind.split(";")
    for field, value in keys.items():
        fields[int(field[1:]) + 1] = value
    return ";".join(fields), state


FOLLOWS = {"f21": "true", "f22": "VP_Austria"}


def test_layer_that_follows_a_property_has_no_keys(tmp_path: Path) -> None:
    told = (
        'powers.Austria.write.{0}: the key "{0}" does nothing, for the layer "Level" follows {2}, '
        'must change it by {1}: write that property (kind "property"), or take kind none'
    )
    followed = {'the property "VP_Austria"': FOLLOWS, "a property, or is to": {"f21": "true"}}
    for what, fields in followed.items():
        host = host_root(on=on_track(levels(**fields)))
        assert unbound(tmp_path, host, bound(LEVEL, STEPS)) == [
            told.format("up", "+1", what),
            told.format("down", "-1", what),
        ]
    written = bound(LEVEL, PropertyWrite("VP_Austria"))
    assert noted(tmp_path, on_track(levels(**FOLLOWS)), written) == []


@pytest.mark.parametrize(
    "keys",
    [
        {"f10": "57348,0,up"},
        {"f19": "57348,0,up"},
        {"f25": "false", "f26": "57348,0,up"},
    ],
    ids=["reset", "random", "activate"],
)
def test_key_that_does_more_to_a_layer(keys: dict[str, str], tmp_path: Path) -> None:
    host = host_root(on=on_track(levels(**keys)))
    assert unbound(tmp_path, host, bound(LEVEL, STEPS)) == [
        'powers.Austria.write.up: the key "up" resets or switches the layer "Level" or shows any '
        f"level of it, must change it by +1: {ANOTHER}"
    ]
    unused = host_root(on=on_track(levels(f26="57348,0,up")))
    assert unbound(tmp_path, unused, bound(LEVEL, STEPS)) == []


@pytest.mark.parametrize(("first", "offset"), [(1, 0), (0, -1), (5, 4)])
def test_first_level_of_a_layer_that_follows_a_property(
    first: int, offset: int, tmp_path: Path
) -> None:
    """Embellishment.checkPropertyLevel: the level is the property less the first, plus 1."""
    host = host_root(on=on_track(levels(**FOLLOWS, f23=str(first))))
    write = PropertyWrite("VP_Austria")
    for given in (-1, 0, 4):
        read = replace(LEVEL, track=Track(1 + given, 20 + given), offset=given)
        told = (
            f'powers.Austria.read.offset: the first level of "Level" is {first} of "VP_Austria", '
            f"but is read as {1 + given}: put offset = {offset}"
        )
        assert unbound(tmp_path, host, bound(read, write)) == [told] * (given != offset)


# Places


def moving(x: int) -> Trait:
    return f"translate;;57348,0,up;{x};0;false", ""


DOWN: Trait = ("translate;;57348,0,down;-100;0;false", "")
PLACES = LocationRead(AUSTRIA, Track(0, 19))


def test_move_along_a_track(tmp_path: Path) -> None:
    assert noted(tmp_path, on_track(moving(100), DOWN), bound(PLACES, STEPS)) == []
    (told,) = noted(tmp_path, on_track(moving(90), DOWN), bound(PLACES, STEPS))
    assert told == UNKNOWN.format("moves it by 90, 0 pixels")


def test_move_along_a_track_that_bends(tmp_path: Path) -> None:
    places = {f"{n}": (50 + 100 * (n % 10), 50 + 100 * (n // 10)) for n in range(20)}
    field = board(zoned(zone(regions(places), name="Track")))
    on = map_window(field, inside=[stack(slot("Austria VP", moving(100), DOWN), x=50, y=50)])
    up, down = noted(tmp_path, on, bound(PLACES, STEPS))
    assert up == UNKNOWN.format("moves it by 100, 0 pixels")
    assert down.startswith("powers.Austria.write.down: ")


def test_key_that_sends_to_one_place(tmp_path: Path) -> None:
    fixed = on_track(send_to_region(MAP, "up", "5"), DOWN)
    assert unbound(tmp_path, host_root(on=fixed), bound(PLACES, STEPS)) == [
        'powers.Austria.write.up: the key "up" sends it to the same place at any time, must change '
        f"it by +1: {ANOTHER}"
    ]
    next_one = on_track(send_to_region(MAP, "up", "{Next}"), DOWN)
    assert noted(tmp_path, next_one, bound(PLACES, STEPS)) == [
        UNKNOWN.format('sends it to "{Next}"')
    ]


# A key that sets the marker's property to what is written


@pytest.mark.parametrize(
    ("change", "fault", "note"),
    [
        ("P,{VP_Austria}", "", ""),
        ("P,$VP_Austria$", "", ""),
        ("R,How many?", 'asks a player for "Points"', ""),
        ("P,7", 'sets "Points" to "7"', ""),
        ("I,1", 'changes "Points" by +1', ""),
        ("P,{Other}", "", 'changes "Points" through "{Other}"'),
    ],
)
def test_key_that_sets_the_property(change: str, fault: str, note: str, tmp_path: Path) -> None:
    binding = bound(POINTS, PropertyWrite("VP_Austria", AUSTRIA, "up"))
    on = on_track(counted(change), dynamic("Unused", 1, "a", "b"))
    assert unbound(tmp_path, host_root(on=on), binding) == [
        f'powers.Austria.write.key: the key "up" {fault}, must set it to what is written: {ANOTHER}'
    ] * bool(fault)
    if not fault:
        assert noted(tmp_path, on, binding) == [
            f'powers.Austria.write.key: the key "up" {note}: whether that sets it to what is '
            "written cannot be told here; try it in the module"
        ] * bool(note)
