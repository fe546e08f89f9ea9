"""Whose keys reach a marker, and which triggers pass a key on."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.binding.model import (
    Binding,
    LocationRead,
    PiecePropertyRead,
    PropertyWrite,
    StepWrite,
)
from generator.fit.check import check_binding
from generator.host.read import read_module
from generator.vassal.sequence import encode
from tests.engine.tracks.traits import Trait, dynamic, send_to_region, set_global
from tests.host.builder import board, map_window, row, slot, stack, write_module, zone, zoned

from .test_check import BY_HAND, MAP, TRACK, bound, host_root, named

AUSTRIA = named("Austria")
SENT = bound(LocationRead(AUSTRIA, TRACK), PropertyWrite("VP_Austria", AUSTRIA, "send"))
STEPPED = bound(PiecePropertyRead(AUSTRIA, "Points", TRACK), StepWrite(AUSTRIA, "up", "down"))
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
