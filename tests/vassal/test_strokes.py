"""Strokes: read, written, judged and proposed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.extension.names import keyboard_commands
from generator.vassal.strokes import (
    FREE,
    RESERVED,
    Stroke,
    decode_stroke,
    parse_stroke,
    propose,
    unfit,
)
from tests.interface import POWERS

MODIFIERS = ("Ctrl", "Alt", "AltGr", "Meta", "Shift")
STROKES = st.builds(Stroke, st.integers(1, 0xDFFF), st.frozensets(st.sampled_from(MODIFIERS)))
COMMANDS = keyboard_commands(POWERS)


def both(key: str) -> Stroke:
    return Stroke(ord(key), frozenset({"Ctrl", "Shift"}))


@pytest.mark.parametrize(
    ("text", "stroke", "encoded", "shown"),
    [
        ("Ctrl+Shift+C", both("C"), "67,195", "Ctrl+Shift+C"),
        ("shift + ctrl + c", both("C"), "67,195", "Ctrl+Shift+C"),
        ("Ctrl+Shift+1", both("1"), "49,195", "Ctrl+Shift+1"),
        ("V", Stroke(86), "86,0", "V"),
        ("Ctrl+key 112", Stroke(112, frozenset({"Ctrl"})), "112,130", "Ctrl+key 112"),
        ("Alt+W", Stroke(87, frozenset({"Alt"})), "87,520", "Alt+W"),
    ],
)
def test_text_and_code(text: str, stroke: Stroke, encoded: str, shown: str) -> None:
    assert parse_stroke(text) == stroke
    assert (stroke.encoded, str(stroke)) == (encoded, shown)
    assert decode_stroke(encoded) == stroke


@pytest.mark.parametrize("bits", [3, 192, 195, 67, 130])
def test_old_bits_and_new_ones(bits: int) -> None:
    """VASSAL 3.4 and older wrote one bit of each (java.awt.event.InputEvent)."""
    stroke = decode_stroke(f"67,{bits}")
    assert stroke is not None
    assert (stroke == both("C")) == (bits != 130)


@pytest.mark.parametrize(
    "text", ["", "Ctrl+", "+", "Ctrl", "Strg+C", "Ctrl+Ctrl+C", "C+Ctrl", "CC"]
)
def test_what_is_no_stroke(text: str) -> None:
    assert parse_stroke(text) is None


@pytest.mark.parametrize("text", ["", "67", "57348,0", "57348,0,Name", "67,195,x", "x,1"])
def test_what_is_no_code(text: str) -> None:
    assert decode_stroke(text) is None


@given(STROKES)
def test_there_and_back(stroke: Stroke) -> None:
    assert decode_stroke(stroke.encoded) == stroke
    if "key" in stroke.key or stroke.key.isalnum():
        assert parse_stroke(str(stroke)) == stroke


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("C", "types a character in the chat"),
        ("Shift+C", "types a character in the chat"),
        ("Ctrl+C", "edits the text in the chat, or is a piece's"),
        ("Alt+C", "types a character on a Mac"),
        ("Ctrl+Alt+C", "Ctrl+Alt is AltGr"),
        ("AltGr+C", "Ctrl+Alt is AltGr"),
        ("Ctrl+Alt+Shift+C", "Ctrl+Alt is AltGr"),
        ("Meta+C", "is the system's on Windows"),
        ("Ctrl+Shift+key 37", "moves the cursor"),
        ("key 112", "the focus or a window"),
        *((f"Ctrl+Shift+{key}", why) for key, why in RESERVED.items()),
    ],
)
def test_unfit(text: str, why: str) -> None:
    stroke = parse_stroke(text)
    assert stroke is not None
    assert why in unfit(stroke)
    assert stroke not in FREE


def test_what_is_free_is_fit() -> None:
    assert [unfit(each) for each in FREE] == [""] * 26
    assert len(FREE) + len(RESERVED) == 36


def test_proposed_for_a_module_without_keys() -> None:
    proposed = propose(COMMANDS, [])
    assert list(proposed) == list(COMMANDS)
    assert {command: proposed[command].key for command in COMMANDS[:10]} == {
        "CoP_Sheet": "S",
        "CoP_Call": "C",
        "CoP_Decline": "D",
        "CoP_NoResource": "N",
        "CoP_Winds": "I",
        "CoP_Penalties": "P",
        "CoP_AskVP_Austria": "A",
        "CoP_AskVP_Britain": "B",
        "CoP_AskVP_France": "F",
        "CoP_AskVP_Russia": "R",
    }


@given(st.sets(st.sampled_from(FREE)))
def test_proposed_beside_any_module(used: set[Stroke]) -> None:
    proposed = propose(COMMANDS, used)
    assert len({*proposed.values()}) == len(proposed)
    assert {*proposed.values()} <= {*FREE} - used
    count = min(len(COMMANDS), len(FREE) - len(used))
    assert tuple(proposed) == COMMANDS[:count]
    assert propose(COMMANDS, sorted(used)) == proposed
