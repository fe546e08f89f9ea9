"""Whose keys reach a marker, and which triggers pass a key on."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.binding.model import (
    Binding,
    LocationRead,
    PiecePropertyRead,
    PropertyRead,
    PropertyWrite,
    StepWrite,
)
from generator.fit.check import check_binding
from generator.host.read import read_module
from generator.vassal.sequence import encode
from tests.engine.tracks.traits import Trait, dynamic, send_to_region, set_global
from tests.host.builder import board, map_window, row, slot, stack, write_module, zone, zoned

from .test_check import BY_HAND, MAP, TRACK, bound, host_root, named, unbound

AUSTRIA = named("Austria")
SENT = bound(LocationRead(AUSTRIA, TRACK), PropertyWrite("VP_Austria", AUSTRIA, "send"))
STEPPED = bound(PiecePropertyRead(AUSTRIA, "Points", TRACK), StepWrite(AUSTRIA, "up", "down"))
FOLLOWED = bound(PropertyRead("VP_Austria", TRACK), PropertyWrite("VP_Austria", AUSTRIA, "send"))
"""The property is read, so that nothing tells where the marker is."""
READ_THE_PLACE = 'read the place itself (kind "location")'
UNSEEN = f", and nothing in play tells: try it in the module, or {READ_THE_PLACE}"
RESTRICT: Trait = ("restrict;Austria;false;", "")


def noted(folder: Path, binding: Binding, *traits: Trait) -> list[str]:
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(slot("Austria VP", *traits), x=1050, y=50)])
    on.set("moveKey", "57348,0,moved")
    path = write_module(folder / "m.vmod", host_root(on=on))
    return list(check_binding(binding, read_module(path), Path("cov.toml")))


def sent(*before: Trait, key: str = "send") -> tuple[Trait, ...]:
    """Make a marker that is sent, with traits around those that hear keys."""
    keep = set_global("VP_Austria", "moved", "{LocationName}")
    return (*before, keep, send_to_region(MAP, key, "{VP_Austria}"))


@pytest.mark.parametrize(
    ("trait", "said"),
    [
        (RESTRICT, "Restricted Access (only Austria may use it), and another presses"),
        (
            ("restrict;Austria,Russia;false;", ""),
            "Restricted Access (only Austria and Russia may use it), and another presses",
        ),
        (
            ("restrict;;true;", ""),
            "Restricted Access (only the player who took it first may use it), and another presses",
        ),
        (
            ("restrict;Russia;true;", ""),
            "Restricted Access (only the player who took it first and Russia may use it), and "
            "another presses",
        ),
        (
            ("restrict;;false;", ""),
            "Restricted Access (no side may use it), and another presses",
        ),
        (("obs;73,130;m.svg;Unknown;I;;;", "null"), "Mask, and another player masks it"),
        (("hide;73,130;Hide;", "null"), "Invisible, and another player hides it"),
        (
            ("hideCmd;;Hide;{Turn==1};57348\\,0\\,send", ""),
            "Restrict Commands, and its expression is true",
        ),
    ],
)
def test_key_that_a_trait_may_keep_from_the_marker(trait: Trait, said: str, tmp_path: Path) -> None:
    assert noted(tmp_path, SENT, *sent(trait)) == [
        f'powers.Austria.write.key: piece "Austria VP" has the trait {said}: the key "send" does '
        "not reach it then, and chat asks to move it by hand"
    ]


def test_keys_of_a_step_are_told_of_once(tmp_path: Path) -> None:
    (told,) = noted(tmp_path, STEPPED, RESTRICT, dynamic("Points", 5, "up", "down"))
    assert told.startswith('powers.Austria.write.up: piece "Austria VP" has the trait Restricted')


def test_trait_that_keeps_nothing_from_the_marker(tmp_path: Path) -> None:
    other = ("hideCmd;;Hide;{Turn==1};57348\\,0\\,other", "")
    assert noted(tmp_path, SENT, *sent(other)) == []
    assert noted(tmp_path, SENT, *sent(), RESTRICT) == []
    by_hand = bound(LocationRead(AUSTRIA, TRACK), BY_HAND)
    assert noted(tmp_path, by_hand, *sent(RESTRICT)) == []


@pytest.mark.parametrize(
    ("condition", "loop", "told"),
    [("", "false", False), ("{Turn==1}", "false", True), ("", "true", True)],
)
def test_send_through_a_trigger(condition: str, loop: str, told: bool, tmp_path: Path) -> None:
    watch, fire = "57348,0,send", "57348,0,go"
    fields = ["macro", "", "", "", condition, watch, fire, loop, "", "", "counted", "", "", "5"]
    traits = sent((encode(fields, ";"), ""), key="go")
    assert (
        noted(tmp_path, SENT, *traits)
        == [
            'powers.Austria.write.key: the key "send" acts through a trigger with a condition or '
            "a loop: whether it moves the marker to what is written cannot be told here; try it in "
            "the module"
        ]
        * told
    )


@pytest.mark.parametrize(
    ("trait", "does"),
    [
        (
            ("globalkey;;57348,0,send;57348,0,other;;false;false;0", ""),
            "sends a key to other pieces",
        ),
        (("globalhotkey;;57348,0,send;57348,0,other;", ""), "presses a hotkey of the module"),
        (("clone;Clone;57348,0,send;", ""), "clones it"),
        (("delete;Delete;57348,0,send;", ""), "deletes it"),
        (("translate;;57348,0,send;20;0;false;0;0;0;0;", ""), "moves it by some pixels"),
    ],
)
def test_key_that_does_more_than_send(trait: Trait, does: str, tmp_path: Path) -> None:
    told = f'powers.Austria.write.key: the key "send" also {does}: whether the marker ends as it '
    for binding, seen in ((SENT, "; try it in the module"), (FOLLOWED, UNSEEN)):
        assert noted(tmp_path, binding, *sent(trait)) == [f"{told}should cannot be told here{seen}"]


def test_key_that_does_more_than_step(tmp_path: Path) -> None:
    other = ("globalkey;;57348,0,up;57348,0,other;;false;false;0", "")
    assert noted(tmp_path, STEPPED, other, dynamic("Points", 5, "up", "down")) == [
        'powers.Austria.write.up: the key "up" also sends a key to other pieces: whether the '
        "marker ends as it should cannot be told here; try it in the module"
    ]


@pytest.mark.parametrize(
    ("old", "new", "does"),
    [
        (
            ";0;0;0;0;;R;",
            ";20;0;1;0;;R;",
            "beside a place, by 20 times 1 pixels and 0 times 0 pixels",
        ),
        (
            ";0;0;0;0;;R;",
            ";0;{Turn};0;9;;R;",
            "beside a place, by 0 times 0 pixels and {Turn} times 9",
        ),
        (
            ";0;0;;;0;0;0;0;;R;;{VP_Austria};",
            ";{VP_Austria*9};0;;;0;0;0;0;;L;;;",
            "to pixels that an",
        ),
        (";0;0;0;0;;R;", ";5;0;0;0;;R;", ""),
    ],
)
def test_key_that_sends_beside_the_place(old: str, new: str, does: str, tmp_path: Path) -> None:
    keep, (kind, state) = sent()
    assert old in kind
    for binding in (SENT, FOLLOWED):
        told = noted(tmp_path, binding, keep, (kind.replace(old, new), state))
        start = f'powers.Austria.write.key: the key "send" sends it {does}'
        assert [each.startswith(start) for each in told] == [True] * bool(does)


def test_marker_that_others_keys_do_not_reach_and_whose_property_is_read(tmp_path: Path) -> None:
    who = "Restricted Access (only Austria may use it), and another presses"
    assert noted(tmp_path, FOLLOWED, *sent(RESTRICT)) == [
        f'powers.Austria.write.key: piece "Austria VP" has the trait {who}: the key "send" does '
        f"not reach it then, and nothing in play tells that it stays; {READ_THE_PLACE}",
        f'powers.Austria.read.property: piece "Austria VP" has the trait {who}: "VP_Austria" does '
        f"not follow it then when a hand moves it; {READ_THE_PLACE}",
    ]


def test_property_that_is_set_at_times(tmp_path: Path) -> None:
    fields = ["macro", "", "", "", "{Turn==1}", "57348,0,moved", "57348,0,keep", "false", "", ""]
    at_times = (encode([*fields, "counted", "", "", "5"], ";"), "")
    traits = (
        set_global("VP_Austria", "keep", "{LocationName}"),
        send_to_region(MAP, "send", "{VP_Austria}"),
    )
    assert noted(tmp_path, FOLLOWED, at_times, *traits) == [
        'powers.Austria.read.property: "VP_Austria" is set through a trigger with a condition or a '
        'loop when piece "Austria VP" is moved by hand: whether it follows cannot be told here; '
        f"try it, or {READ_THE_PLACE}"
    ]


@pytest.mark.parametrize(
    ("value", "becomes"),
    [("{LocationName}", ""), ("$LocationName$", ""), ("{LocationName+1}", "1"), ("5", "5")],
)
def test_property_that_is_set_to_another_number(value: str, becomes: str, tmp_path: Path) -> None:
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    traits = (
        set_global("VP_Austria", "moved", value),
        send_to_region(MAP, "send", "{VP_Austria}"),
    )
    on = map_window(field, inside=[stack(slot("Austria VP", *traits), x=1050, y=50)])
    on.set("moveKey", "57348,0,moved")
    told = (
        f'"VP_Austria" becomes "{becomes}" when the marker is moved by hand to 0 of zone "Track" '
        f'of map "{MAP}" ("{{n}}", 0 to 19)'
    )
    assert unbound(tmp_path, host_root(on=on), FOLLOWED) == [
        f"powers.Austria.read.property: {told}: mend that in the module, or {READ_THE_PLACE}"
    ] * bool(becomes)
    assert noted(tmp_path, SENT, *traits) == [
        f"powers.Austria.write.property: {told}: the property is not that of the place then; mend "
        "that in the module"
    ] * bool(becomes)
