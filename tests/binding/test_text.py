"""What is written as a binding file is what is loaded from it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.binding.load import load_binding, read_binding
from generator.binding.model import (
    Binding,
    ByHand,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    Read,
    StepWrite,
    Track,
    Write,
)
from generator.binding.text import NOTHING_KNOWN, Table, binding_text
from generator.errors import InputError
from generator.vassal.strokes import FREE, Stroke
from tests.interface import POWERS

MARKER = Marker("Main Map", name="VP")
NAMELESS = Marker("Main Map", gpid="ext:12")
TRACK = Track(-5, 80)
READS: list[Read] = [
    PropertyRead("VP"),
    PropertyRead("VP", TRACK),
    LocationRead(MARKER, TRACK),
    LocationRead(NAMELESS, TRACK, "VP {n}"),
    LocationRead(MARKER, TRACK, "{n} VP", "CurrentZone"),
    PiecePropertyRead(MARKER, "VP", TRACK),
    PiecePropertyRead(NAMELESS, "VP_Level", TRACK, -1),
    GridRead(MARKER, TRACK, "x", 0, 25),
    GridRead(NAMELESS, TRACK, "y", 400, -25, (10, 40)),
]


def writes(read: Read) -> list[Write]:
    """Return every kind of write that goes with a read."""
    found: list[Write] = [ByHand(), PropertyWrite("VP")]
    if not isinstance(read, PropertyRead):
        found += [StepWrite(read.marker, "Up", "Down"), PropertyWrite("VP", read.marker, "Send")]
    elif read.track is not None:
        found += [PropertyWrite("VP", MARKER, "Send"), PropertyWrite("VP", NAMELESS, "Send")]
        found += [ByHand(MARKER), ByHand(NAMELESS)]
    return found


PAIRS = [PowerBinding(read, write) for read in READS for write in writes(read)]


def there_and_back(folder: Path, binding: Binding) -> Binding:
    path = folder / f"{binding.name}.toml"
    text = binding_text(binding.module, binding.version, binding.powers, {}, binding.keys)
    path.write_bytes(text.encode())
    return load_binding(path, list(binding.powers))


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_every_kind_comes_back(pair: PowerBinding, tmp_path: Path) -> None:
    binding = Binding("cov", "Host", "1.0", dict.fromkeys(POWERS, pair))
    assert there_and_back(tmp_path, binding) == binding


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1),
        st.sampled_from(FREE) | st.just(Stroke(112, frozenset({"Alt", "Meta"}))),
    )
)
def test_keys_come_back(keys: dict[str, Stroke]) -> None:
    binding = Binding("cov", "Host", "1.0", {"France": PAIRS[0]}, keys)
    text = binding_text("Host", "1.0", binding.powers, {}, keys)
    found = read_binding(tomllib.loads(text), Path("cov.toml"), "cov")
    assert found == binding
    assert list(found.keys) == list(keys)


NAMES = [
    'the "old" one',
    "'quoted'",
    '"""',
    "Fish & Chips <b>",
    "Überfall à Ligny",
    "VP: France / Austria",
    "a # b = c [d]",
    "no\u00a0break\u3000blank",
    "  blanks  ",
    "ends in a blank ",
    "𝄞 clef",
    "1",
]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_comes_back(name: str, tmp_path: Path) -> None:
    marker, pattern = Marker(name, name=name), f"{name}{{n}}{name}"
    binding = Binding(
        "cov",
        name,
        name,
        {
            "Austria": PowerBinding(
                LocationRead(marker, TRACK, pattern), PropertyWrite(name, marker, name)
            ),
            "Britain": PowerBinding(
                PiecePropertyRead(marker, "VP", TRACK), StepWrite(marker, name, f"{name}2")
            ),
            "France": PowerBinding(
                PropertyRead(name, TRACK), PropertyWrite(name, Marker(name, gpid=name), name)
            ),
            name: PowerBinding(PropertyRead(name)),
        },
    )
    assert there_and_back(tmp_path, binding) == binding


@pytest.mark.parametrize("character", ["\\", "{", "}", "$"])
def test_module_may_be_called_what_its_pieces_may_not(character: str, tmp_path: Path) -> None:
    name = f"a{character}b"
    binding = Binding("cov", name, name, dict.fromkeys(POWERS, PAIRS[0]))
    assert there_and_back(tmp_path, binding) == binding


@settings(deadline=None)
@given(
    name=st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1),
    remark=st.text(),
)
def test_any_text_comes_back_whatever_the_remarks(name: str, remark: str) -> None:
    powers = {"Austria": PAIRS[0]}
    text = binding_text(name, "1.0", powers, {"": [remark], "Austria": [remark, remark]})
    found = read_binding(tomllib.loads(text.encode().decode()), Path("cov.toml"), "cov")
    assert found == Binding("cov", name, "1.0", powers)


def test_same_input_same_text() -> None:
    powers = dict(zip(POWERS, PAIRS, strict=False))
    remarks = {power: ["it is so", "To check: that it is."] for power in POWERS}
    texts = {binding_text("Host", "1.0", powers, remarks) for _ in range(2)}
    assert len(texts) == 1


def test_remarks_stand_above_their_power() -> None:
    powers: dict[str, PowerBinding | Table] = dict.fromkeys(POWERS, PAIRS[0])
    text = binding_text("Host", "1.0", powers, {"": ["for all"], "France": ["for\nFrance"]})
    assert "\n\n# for all\n\n[powers.Austria.read]" in text
    assert "\n\n# for\\nFrance\n[powers.France.read]\n" in text


def test_remarks_are_wrapped_and_stay_comments() -> None:
    remark = "it is a long story, " * 20
    powers: dict[str, PowerBinding | Table] = {"France": PAIRS[0]}
    lines = binding_text("Host", "1.0", powers, {"France": [remark]}).splitlines()
    told = [line for line in lines if "a long story" in line]
    assert len(told) > 1
    assert all(line.startswith("# ") and len(line) <= 100 for line in told)


@pytest.mark.parametrize("power", POWERS)
def test_power_of_which_nothing_was_found_must_be_filled_in(power: str, tmp_path: Path) -> None:
    powers: dict[str, PowerBinding | Table] = {
        **dict.fromkeys(POWERS, PAIRS[0]),
        power: NOTHING_KNOWN,
    }
    path = tmp_path / "cov.toml"
    path.write_text(binding_text("Host", "1.0", powers, {power: ["looked everywhere"]}), "utf-8")
    with pytest.raises(InputError) as caught:
        load_binding(path, POWERS)
    assert str(caught.value) == (
        f"{path}: still to be filled in: powers.{power}.read (map, marker, first, last)"
    )


def test_what_is_to_be_filled_in_loads_when_it_is(tmp_path: Path) -> None:
    powers: dict[str, PowerBinding | Table] = dict.fromkeys(POWERS, NOTHING_KNOWN)
    text = binding_text("Host", "1.0", powers, {})
    for key, value in (("map", '"Main Map"'), ("marker", '"VP"'), ("last", "80")):
        empty = 0 if key == "last" else '""'
        assert text.count(f"\n{key} = {empty}\n") == len(POWERS)
        text = text.replace(f"\n{key} = {empty}\n", f"\n{key} = {value}\n")
    path = tmp_path / "cov.toml"
    path.write_text(text, "utf-8")
    filled = PowerBinding(LocationRead(MARKER, Track(0, 80)))
    assert load_binding(path, POWERS).powers == dict.fromkeys(POWERS, filled)


@pytest.mark.parametrize("character", ["\x7f", "\x01", "\n", "\t", "\x85", "\u2028"])
def test_name_that_no_file_may_hold_is_named_by_its_key(character: str, tmp_path: Path) -> None:
    path = tmp_path / "cov.toml"
    powers = dict.fromkeys(POWERS, PAIRS[0])
    path.write_bytes(binding_text(f"a{character}b", "1.0", powers, {}).encode())
    with pytest.raises(InputError) as caught:
        load_binding(path, POWERS)
    assert str(caught.value).startswith(f"{path}: module.name: is ")
    assert "must be a text of one line" in str(caught.value)
