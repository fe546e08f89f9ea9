"""The draft of a binding file, and ``generator inspect MODULE --bind FILE``."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.load import load_binding
from generator.binding.model import (
    ByHand,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    StepWrite,
    Track,
)
from generator.cli import main
from generator.errors import InputError
from generator.host.candidate import PATTERNS
from generator.vassal.sequence import encode
from tests.engine.tracks.traits import Trait, dynamic, layer, send_to_region, set_global, trigger

from .builder import (
    POWERS,
    board,
    el,
    map_window,
    module,
    prop,
    properties,
    roster,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

CAPTURE = pytest.CaptureFixture[str]
MAP = "Main Map"
MOVED = "57348,0,moved"


def markers(
    traits: Callable[[str], list[Trait]] = lambda _: [], *, x: int = 1050, nameless: str = ""
) -> list[etree._Element]:
    """Make a marker of each power at one place; one of them may have no name of its own."""
    return [
        stack(
            slot(
                "" if power == nameless else f"{power} VP",
                *traits(power),
                entry=f"{power} marker",
                gpid=str(n),
            ),
            x=x,
            y=50,
        )
        for n, power in enumerate(POWERS, 1)
    ]


def named(power: str) -> Marker:
    return Marker(MAP, name=f"{power} VP")


def pattern_a() -> etree._Element:
    def traits(power: str) -> list[Trait]:
        name = f"VP_{power}"
        return [
            trigger("moved", "keep"),
            set_global(name, "keep", "{LocationName}"),
            send_to_region(MAP, "send", f"${name}$"),
        ]

    field = board(zoned(zone(row("{}", range(20)), name="VP Track")))
    return module(
        map_window(field, inside=markers(traits), moveKey=MOVED),
        properties(*[prop(f"VP_{power}") for power in POWERS]),
    )


def pattern_b() -> etree._Element:
    field = board(zoned(zone(row("VP {}", range(-5, 15)), name="Track")))
    return module(map_window(field, inside=markers()))


def pattern_e() -> etree._Element:
    zones = [
        zone(name=f"VP {n}", box=(n * 100, 0, n * 100 + 100, 100), form="$name$") for n in range(12)
    ]
    return module(map_window(board(zoned(*zones)), inside=markers()))


def pattern_f() -> etree._Element:
    def traits(power: str) -> list[Trait]:
        return [dynamic("VP", 10, "plus", "minus"), ("mark;Nation", power)]

    return module(map_window(board(), inside=markers(traits, nameless="Russia")))


def pattern_g() -> etree._Element:
    grid = el("module.map.boardPicker.board.SquareGrid", x0="50", y0="50", dx="100", dy="100")
    field = board(zoned(zone(grid, name="VP", box=(0, 0, 2000, 100))))
    return module(map_window(field, inside=markers()))


def pattern_h() -> etree._Element:
    return module(map_window(board()), properties(*[prop(f"VP_{power}") for power in POWERS]))


def counted(up: str = "next") -> Trait:
    """Make a layer whose levels are called 0 to 40."""
    kind, state = layer("VP", 41, 11, up, "back")
    blank, called = encode([""] * 41, ","), encode([str(each) for each in range(41)], ",")
    return kind.replace(f"{blank};{blank}", f"{blank};{called}"), state


def pattern_l() -> etree._Element:
    levels = counted()
    return module(map_window(board(), inside=markers(lambda _: [levels])))


EXPECTED: dict[str, tuple[Callable[[], etree._Element], Callable[[str], PowerBinding]]] = {
    "A": (
        pattern_a,
        lambda power: PowerBinding(
            LocationRead(named(power), Track(0, 19)),
            PropertyWrite(f"VP_{power}", named(power), "send"),
        ),
    ),
    "B": (
        pattern_b,
        lambda power: PowerBinding(LocationRead(named(power), Track(-5, 14), "VP {n}"), ByHand()),
    ),
    "E": (
        pattern_e,
        lambda power: PowerBinding(
            LocationRead(named(power), Track(0, 11), "VP {n}", "CurrentZone"), ByHand()
        ),
    ),
    "F": (
        pattern_f,
        lambda power: PowerBinding(
            PiecePropertyRead(
                Marker(MAP, gpid="4") if power == "Russia" else named(power), "VP", Track(-99, 99)
            ),
            StepWrite(
                Marker(MAP, gpid="4") if power == "Russia" else named(power), "plus", "minus"
            ),
        ),
    ),
    "G": (
        pattern_g,
        lambda power: PowerBinding(
            GridRead(named(power), Track(0, 19), "x", 50, 100, (0, 100)), ByHand()
        ),
    ),
    "H": (
        pattern_h,
        lambda power: PowerBinding(PropertyRead(f"VP_{power}"), PropertyWrite(f"VP_{power}")),
    ),
    "L": (
        pattern_l,
        lambda power: PowerBinding(
            PiecePropertyRead(named(power), "VP_Level", Track(0, 40), -1),
            StepWrite(named(power), "next", "back"),
        ),
    ),
}


def bind(folder: Path, root: etree._Element, *more: str) -> Path:
    """Write a module and draft its binding; return that."""
    path = folder / "cov.toml"
    host = write_module(folder / "CoV.vmod", root)
    assert main(["inspect", str(host), "--bind", str(path), *more]) == 0
    return path


@pytest.mark.parametrize("letter", EXPECTED)
def test_each_pattern_is_drafted_as_it_is(letter: str, tmp_path: Path, capsys: CAPTURE) -> None:
    root, expected = EXPECTED[letter]
    found = load_binding(bind(tmp_path, root()), POWERS)
    assert (found.name, found.module, found.version) == ("cov", "Host", "1.0")
    assert found.powers == {power: expected(power) for power in POWERS}
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert captured.err == ""
    assert [line for line in lines[len(POWERS) : -2] if not line.startswith("check    ")] == []
    for power, line in zip(POWERS, lines, strict=False):
        assert line.startswith(f"{power}: ")
        assert line.endswith(PATTERNS[letter] or f'global property "VP_{power}"')


@pytest.mark.parametrize("letter", EXPECTED)
def test_each_draft_builds_as_it_is(letter: str, tmp_path: Path) -> None:
    """A draft of what was found in a module fits that module."""
    path = bind(tmp_path, EXPECTED[letter][0]())
    module_path = str(tmp_path / "CoV.vmod")
    options = ["--module", module_path, "--binding", str(path), "--output", str(tmp_path / "out")]
    assert main(["build", *options]) == 0
    built = tmp_path / "out" / "cov" / "en" / "Congress_of_Peace.vmdx"
    assert main(["check", str(built), "--module", module_path]) == 0


def test_evidence_and_doubts_stand_above_the_tables(tmp_path: Path) -> None:
    lines = bind(tmp_path, pattern_g()).read_text("utf-8").splitlines()
    above = lines[: lines.index("[powers.Austria.read]")]
    told = " ".join(line.removeprefix("#").strip() for line in above)
    assert 'Austria: piece "Austria VP"' in told
    assert "To check: that the first place is 0 is a guess" in told


def test_next_command_is_printed_as_it_is_typed(tmp_path: Path, capsys: CAPTURE) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    path = bind(folder, pattern_h())
    *_, file, told = capsys.readouterr().out.splitlines()
    assert file == f"file     {path}"
    assert told == (
        "next     check every line, then: generator build "
        f"--module '{folder / 'CoV.vmod'}' --binding '{path}'"
    )


def test_next_command_of_paths_that_a_shell_reads_otherwise(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_module(tmp_path / "-$HOME.vmod", pattern_h())
    assert main(["inspect", "./-$HOME.vmod", "--bind", "it's.toml"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    _, _, command = told.partition("generator ")
    assert shlex.split(command) == ["build", "--module", "./-$HOME.vmod", "--binding", "it's.toml"]
    assert main(shlex.split(command)) == 0


def test_doubts_and_notes_are_on_screen(tmp_path: Path, capsys: CAPTURE) -> None:
    path = tmp_path / "cov.toml"
    host = write_module(tmp_path / "CoV.vmod", pattern_g(), data=b"<data>")
    assert main(["inspect", str(host), "--bind", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        "check    Austria, Britain, France, Russia: that the first place is 0 is a guess: check "
        "first, last and start"
    ) in lines
    (note,) = [line for line in lines if line.startswith("note ")]
    assert note.startswith("note     moduledata: line 1")


def test_powers_that_are_no_sides_are_told(tmp_path: Path, capsys: CAPTURE) -> None:
    host = write_module(tmp_path / "m.vmod", module(roster("Aesir", "Jotun"), map_window(board())))
    assert main(["inspect", str(host), "--bind", str(tmp_path / "cov.toml")]) == 0
    note = "note     none of these powers is a side of the module; --rules changes the powers"
    assert note in capsys.readouterr().out.splitlines()
    told = "None of the rule's powers is a side of this module; its sides are looked for instead."
    assert main(["inspect", str(host)]) == 0
    assert told in capsys.readouterr().out
    assert main(["inspect", str(host), "--power", "Austria"]) == 0
    assert told not in capsys.readouterr().out


@pytest.mark.parametrize("power", ["", " "])
def test_power_without_a_name(power: str, tmp_path: Path, capsys: CAPTURE) -> None:
    host = write_module(tmp_path / "m.vmod", pattern_h())
    assert main(["inspect", str(host), "--power", power]) == 2
    assert capsys.readouterr().err == "generator: --power: is empty; give the name of a power\n"


# Names that no binding can hold


@pytest.mark.parametrize(
    ("name", "version", "why"),
    [
        ("", "1.0", "the module's name is empty"),
        ("a\nb", "1.0", 'the module\'s name "a\\nb" must be a text of one line'),
        ("a\u009b31m", "1.0", 'the module\'s name "a\\u009b31m" must be a text of one line'),
        ("Host", "1\t0", 'the module\'s version "1\\t0" must be a text of one line'),
    ],
)
def test_module_that_cannot_be_bound(
    name: str, version: str, why: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    root = pattern_h()
    root.set("name", name)
    root.set("version", version)
    host, path = write_module(tmp_path / "m.vmod", root), tmp_path / "cov.toml"
    told = f"cannot be bound: {why}; mend that in VASSAL's editor"
    assert main(["inspect", str(host), "--bind", str(path)]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"generator: {host}: {told}\n")
    assert not path.exists()
    assert main(["inspect", str(host)]) == 0
    assert f"This module {told}." in capsys.readouterr().out.replace("\n", " ")
    assert main(["inspect", str(host), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unbound"] == told


RESERVED = "must not hold any of \\ { } $, which VASSAL's expressions read as their own"


@pytest.mark.parametrize("sign", ["$", "{", "}", "\\"])
def test_property_that_no_binding_can_hold(sign: str, tmp_path: Path, capsys: CAPTURE) -> None:
    names = [f"VP{sign}{power}" for power in POWERS[:1]] + [f"VP_{power}" for power in POWERS[1:]]
    path = bind(tmp_path, module(properties(*map(prop, names))))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Austria: nothing was found that can be bound; fill it in by hand"
    assert lines[1] == (
        f'check    Austria: global property "{names[0]}"; cannot be bound: "{names[0]}" {RESERVED}'
    )
    assert lines[2] == 'Britain: global property "VP_Britain"'
    assert names[0] not in [line for line in path.read_text().splitlines() if line[:1] != "#"]
    assert main(["inspect", str(tmp_path / "CoV.vmod")]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f'check cannot be bound: "{names[0]}" {RESERVED} Britain' in told


def test_map_that_no_binding_can_hold(tmp_path: Path, capsys: CAPTURE) -> None:
    root = pattern_b()
    (on,) = root.iter("VASSAL.build.module.Map")
    on.set("mapName", "Main {1}")
    bind(tmp_path, root)
    assert capsys.readouterr().out.count("nothing was found that can be bound") == len(POWERS)


def test_key_that_no_binding_can_hold_leaves_the_rest(tmp_path: Path) -> None:
    levels = counted("next$")
    path = bind(tmp_path, module(map_window(board(), inside=markers(lambda _: [levels]))))
    found = load_binding(path, POWERS).powers["France"]
    assert found == PowerBinding(EXPECTED["L"][1]("France").read, ByHand())
    assert f'written by hand: "next$" {RESERVED}' in path.read_text().replace("\n#   ", " ")


def test_first_level_that_nothing_tells_is_left_to_fill_in(tmp_path: Path, capsys: CAPTURE) -> None:
    levels = layer("VP", 41, 11, "next", "back")
    path = bind(tmp_path, module(map_window(board(), inside=markers(lambda _: [levels]))))
    told = capsys.readouterr().out.splitlines()
    assert 'Austria: piece "Austria VP", a level of its layer; fill in offset, first, last' in told
    assert (
        "check    Austria, Britain, France, Russia: that its first level is 0 VP is a guess: fill "
        "in offset, first and last (-1, 0 and 40 if it is right)"
    ) in told
    assert told[-2].startswith("next     fill in what is empty, check every line, then: generator")
    with pytest.raises(InputError) as caught:
        load_binding(path, POWERS)
    tables = [f"powers.{power}.read (offset, first, last)" for power in POWERS]
    assert str(caught.value) == f"{path}: still to be filled in: {', '.join(tables)}"
    left, right = 'offset = ""\nfirst = 0\nlast = 0\n', "offset = -1\nfirst = 0\nlast = 40\n"
    path.write_text(path.read_text("utf-8").replace(left, right), "utf-8")
    filled = load_binding(path, POWERS).powers
    assert filled == {power: EXPECTED["L"][1](power) for power in POWERS}


@pytest.mark.parametrize("name", ["VP|1", " VP", "VP<"])
def test_property_of_a_piece_that_no_filter_can_hold(
    name: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    trait = dynamic(name, 10, "plus", "minus")
    bind(tmp_path, module(map_window(board(), inside=markers(lambda _: [trait]))))
    assert capsys.readouterr().out.count("nothing was found that can be bound") == len(POWERS)


def test_blanks_that_cannot_be_seen_are_escaped_in_the_file(tmp_path: Path) -> None:
    path = bind(tmp_path, module(properties(prop("VP_\u200bFrance\u00a0"))))
    assert 'property = "VP_\\u200bFrance\\u00a0"' in path.read_text("utf-8")


def test_module_that_keeps_no_score(tmp_path: Path, capsys: CAPTURE) -> None:
    path = bind(tmp_path, module(roster(*POWERS), map_window(board())))
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].startswith("next     fill in what is empty, check every line, then: generator")
    assert lines[-1] == "or       without a binding players enter the VP: generator build"
    for power, line in zip(POWERS, lines, strict=False):
        assert line == f"{power}: nothing was found that can be bound; fill it in by hand"
    with pytest.raises(InputError) as caught:
        load_binding(path, POWERS)
    tables = [f"powers.{power}.read (map, marker, first, last)" for power in POWERS]
    assert str(caught.value) == f"{path}: still to be filled in: {', '.join(tables)}"


def test_other_scores_stand_in_the_file_where_a_power_has_none(
    tmp_path: Path, capsys: CAPTURE
) -> None:
    root = module(map_window(board()), properties(prop("VP_France"), prop("Victory Points")))
    text = bind(tmp_path, root).read_text("utf-8")
    table = '# kind = "property"\n# property = "Victory Points"\n'
    assert f'#\n# Global property "Victory Points".\n{table}' in text
    assert text.count('[powers.France.read]\nkind = "property"') == 1
    assert text.count("Nothing was found that keeps the VP of this power") == 3
    assert "named in the file" in capsys.readouterr().out


def test_what_cannot_be_bound_is_a_remark(tmp_path: Path) -> None:
    decks = [el("module.map.DrawPile", slot("Card"), name=f"VP {power}") for power in POWERS]
    text = bind(tmp_path, module(map_window(inside=decks))).read_text("utf-8")
    assert '# Found: deck "VP Russia" of map "Main Map"; cannot be bound: VP as the count' in text


def test_powers_are_the_rule_s_even_where_the_sides_are_others(tmp_path: Path) -> None:
    root = module(roster("Aesir", "Jotun"), properties(prop("VP_Aesir"), prop("VP_France")))
    text = bind(tmp_path, root).read_text("utf-8")
    assert [line for line in text.splitlines() if line.endswith(".read]") and line[0] == "["] == [
        f"[powers.{power}.read]" for power in POWERS
    ]
    assert '[powers.France.read]\nkind = "property"\nproperty = "VP_France"' in text
    assert '# kind = "property"\n# property = "VP_Aesir"\n' in text


NAMES = ['the "old" {} VP', "R&D: {} VP", "{} VP / réserve", "<{}> VP"]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_come_through_to_the_file(name: str, tmp_path: Path) -> None:
    pieces = [stack(slot(name.format(power)), x=50, y=50) for power in POWERS]
    field = board(zoned(zone(row("VP {}", range(20)), name='"R&D": é/è')))
    root = module(
        map_window(field, inside=pieces, name='L\'été: "R&D" / <1>'),
        name='Vienne: "l\'été" / R&D',
        version="1.0 β",
    )
    found = load_binding(bind(tmp_path, root), POWERS)
    assert (found.module, found.version) == ('Vienne: "l\'été" / R&D', "1.0 β")
    markers = {power: each.marker for power, each in found.powers.items()}
    where = 'L\'été: "R&D" / <1>'
    assert markers == {power: Marker(where, name=name.format(power)) for power in POWERS}


def test_dynamic_property_without_bounds_loads(tmp_path: Path) -> None:
    trait = encode(["PROP", "VP", "false,0,0,false", "", ""], ";"), "0"
    root = module(map_window(board(), inside=markers(lambda _: [trait])))
    found = load_binding(bind(tmp_path, root), POWERS)
    assert found.powers["France"].track == Track(-999, 999)


def test_what_is_known_of_a_grid_is_drafted(tmp_path: Path, capsys: CAPTURE) -> None:
    grid = el("module.map.boardPicker.board.SquareGrid", x0="50", y0="50", dx="100", dy="100")
    field = board(grid, width="0", height="0", image="map.png")
    path = bind(tmp_path, module(map_window(field, inside=markers())))
    assert 'Austria VP", a marker on places that only pixels tell; fill in what is 0' in (
        capsys.readouterr().out
    )
    text = path.read_text("utf-8")
    with pytest.raises(InputError, match=r"read\.last: is 0; must be more than first"):
        load_binding(path, POWERS)
    path.write_text(text.replace("last = 0", "last = 30"), "utf-8")
    assert load_binding(path, POWERS).powers == {
        power: PowerBinding(GridRead(named(power), Track(0, 30), "x", 50, 100, (0, 100)))
        for power in POWERS
    }


def test_blanks_of_names_are_shown_as_they_are(tmp_path: Path) -> None:
    """Two names that differ in a blank only do not look alike."""
    seen: set[str] = set()
    for folder, blank in enumerate((" ", "  ", "\u00a0")):
        here = tmp_path / str(folder)
        here.mkdir()
        root = module(properties(prop(f"VP{blank}France")))
        seen.update(
            line for line in bind(here, root).read_text().splitlines() if "# France:" in line
        )
    assert len(seen) == 3
    assert any("VP\\u00a0France" in line for line in seen)


# What --bind must not do


def test_existing_file_is_not_overwritten(tmp_path: Path, capsys: CAPTURE) -> None:
    path = tmp_path / "cov.toml"
    path.write_text("mine")
    host = write_module(tmp_path / "CoV.vmod", pattern_h())
    assert main(["inspect", str(host), "--bind", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"generator: {path}: is there already; remove it or give another name\n"
    assert path.read_text() == "mine"


def test_folder_is_not_replaced(tmp_path: Path, capsys: CAPTURE) -> None:
    host = write_module(tmp_path / "CoV.vmod", pattern_h())
    (tmp_path / "cov").mkdir()
    assert main(["inspect", str(host), "--bind", str(tmp_path / "cov")]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "cov").is_dir()


def test_same_module_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    texts = {bind(tmp_path / name, pattern_f()).read_bytes() for name in ("one", "two")}
    assert len(texts) == 1


def test_nothing_is_left_when_writing_fails(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    host = write_module(tmp_path / "CoV.vmod", pattern_h())
    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "cov.toml"
    assert main(["inspect", str(host), "--bind", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        f"generator: {path}: was not written: No space left on device; "
        "make room on that disk, or write to another\n"
    )
    assert [each.name for each in tmp_path.iterdir()] == ["CoV.vmod"]


def test_folder_that_cannot_be_made(tmp_path: Path, capsys: CAPTURE) -> None:
    host = write_module(tmp_path / "CoV.vmod", pattern_h())
    (tmp_path / "file").write_text("kept")
    assert main(["inspect", str(host), "--bind", str(tmp_path / "file" / "cov.toml")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        f"generator: {tmp_path / 'file'}: cannot be written: it is not a folder; give a folder "
        "that can be written to\n"
    )
    assert (tmp_path / "file").read_text() == "kept"


def test_path_that_cannot_be_written(tmp_path: Path, capsys: CAPTURE) -> None:
    host = write_module(tmp_path / "CoV.vmod", pattern_h())
    path = tmp_path / ("x" * 300)
    assert main(["inspect", str(host), "--bind", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        f"generator: {path}: cannot be written: File name too long; give another path\n"
    )


def test_module_that_cannot_be_read_writes_nothing(tmp_path: Path, capsys: CAPTURE) -> None:
    (tmp_path / "CoV.vmod").write_bytes(b"no zip")
    path = tmp_path / "cov.toml"
    assert main(["inspect", str(tmp_path / "CoV.vmod"), "--bind", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not path.exists()


def test_powers_of_a_draft_are_those_of_the_rule(tmp_path: Path, capsys: CAPTURE) -> None:
    host = str(write_module(tmp_path / "CoV.vmod", properties_of("Prussia")))
    bind_to = ["--bind", str(tmp_path / "cov.toml")]
    assert main(["inspect", host, "--power", "Prussia", *bind_to]) == 2
    assert capsys.readouterr().err == (
        "generator: --power and --bind do not go together: a binding is for the powers of the "
        "rule, which --rules can change; leave out --power\n"
    )
    errata = tmp_path / "errata.toml"
    errata.write_text(
        'powers = ["Prussia", "Britain", "France", "Russia"]\n[metternich]\npower = "Prussia"\n'
        '[rulings.tie_break]\norder = ["Prussia", "Britain", "France", "Russia"]\n'
    )
    assert main(["inspect", host, "--rules", str(errata), *bind_to]) == 0
    assert '[powers.Prussia.read]\nkind = "property"' in (tmp_path / "cov.toml").read_text()
    capsys.readouterr()
    assert main(["inspect", host, "--rules", str(errata)]) == 0
    assert "\nPrussia\n  1. global property" in capsys.readouterr().out


def properties_of(*powers: str) -> etree._Element:
    return module(map_window(board()), properties(*[prop(f"VP_{power}") for power in powers]))


def test_json_and_bind_do_not_go_together(tmp_path: Path, capsys: CAPTURE) -> None:
    host = write_module(tmp_path / "CoV.vmod", pattern_h())
    path = tmp_path / "cov.toml"
    assert main(["inspect", str(host), "--json", "--bind", str(path)]) == 2
    assert "--json and --bind do not go together" in capsys.readouterr().err
    assert not path.exists()


def test_name_that_the_terminal_cannot_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = [stack(slot(f"{power} VP \u03a9"), x=50, y=50) for power in POWERS]
    field = board(zoned(zone(row("VP {}", range(20)), name="VP")))
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    path = bind(tmp_path, module(map_window(field, inside=pieces)))
    assert isinstance(out.buffer, io.BytesIO)
    assert b'piece "France VP ?"' in out.buffer.getvalue()
    assert load_binding(path, POWERS).powers["France"].marker == Marker(
        MAP, name="France VP \u03a9"
    )


def test_places_with_zeros_in_front_are_written_by_hand(tmp_path: Path) -> None:
    """A key that sends to what a property holds would send to ``8``, where ``08`` is."""

    def sent(power: str) -> list[Trait]:
        return [send_to_region(MAP, "send", f"$VP_{power}$")]

    field = board(zoned(zone(row("{:02}", range(20)), name="VP Track")))
    root = module(
        map_window(field, inside=markers(sent)),
        properties(*[prop(f"VP_{power}") for power in POWERS]),
    )
    path = bind(tmp_path, root)
    assert load_binding(path, POWERS).powers == {
        power: PowerBinding(LocationRead(named(power), Track(0, 19)), ByHand()) for power in POWERS
    }
    assert "zeros in front there" in path.read_text("utf-8").replace("\n#   ", " ")


@pytest.mark.parametrize(("turns", "pattern"), [(12, "{}"), (6, "{}"), (12, "Turn {}")])
def test_second_track_whose_places_have_the_same_names_is_a_doubt(
    turns: int, pattern: str, tmp_path: Path
) -> None:
    field = board(
        zoned(
            zone(row(pattern, range(1, turns + 1), y=950), name="Turns", box=(0, 900, 2000, 1000)),
            zone(row("{}", range(20)), name="VP Track", box=(0, 0, 2000, 100)),
        )
    )
    path = bind(tmp_path, module(map_window(field, inside=markers())))
    text = " ".join(line.removeprefix("#").strip() for line in path.read_text("utf-8").splitlines())
    doubt = (
        f'To check: places of zone "Turns" of map "Main Map" ("{{n}}", 1 to {turns}) have the same '
        "names, so that the marker may be read or sent there: rename them in the module."
    )
    assert text.count(doubt) == (len(POWERS) if pattern == "{}" else 0)


def test_remarks_are_sentences(tmp_path: Path) -> None:
    text = bind(tmp_path, pattern_b()).read_text("utf-8")
    assert re.search(
        r'^# Austria: piece "Austria VP", a marker on [a-z ]+\. [A-Z]', text, re.MULTILINE
    )
