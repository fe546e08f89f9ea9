"""``generator diff OLD.vmdx NEW.vmdx``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from generator.build import build
from generator.cli import main
from generator.rules import load_rules
from generator.texts import languages
from tests.host.builder import el, palette, slot
from tests.rules.test_load import VARIANT_2019

from .extension import action, at, prop, sets, write

ROOT = Path(__file__).parents[2]
CAPTURE = pytest.CaptureFixture[str]


def diff(capture: CAPTURE, old: Path, new: Path, *options: str) -> tuple[int, str]:
    code = main(["diff", str(old), str(new), *options])
    return code, capture.readouterr().out


def two(folder: Path, old: list[etree._Element], new: list[etree._Element]) -> tuple[Path, Path]:
    return write(folder / "old" / "x.vmdx", *old), write(folder / "new" / "x.vmdx", *new)


def test_no_difference_is_one_line(tmp_path: Path, capsys: CAPTURE) -> None:
    built = build(load_rules(), tmp_path, {}).path
    assert diff(capsys, built, built, "--strict") == (0, "no difference\n")


def test_groups_lines_and_marks(tmp_path: Path, capsys: CAPTURE) -> None:
    files = two(
        tmp_path,
        [prop("A", sets("go", "{1}")), prop("B", sets("go", "{1}")), prop("C")],
        [prop("A", sets("go", "{2}")), prop("B", sets("go", "{2}"))],
    )
    expected = (
        "properties\n"
        "! GlobalProperty C: removed (its value in saved games is lost)\n"
        "\n"
        "expressions\n"
        "  ChangePropertyButton A on go, B on go, propChanger: P,{1} -> P,{2}\n"
        "\n"
        "3 differences, 1 (!) for saved games or other players' copies\n"
    )
    assert diff(capsys, *files) == (0, expected)
    assert diff(capsys, *files, "--strict") == (1, expected)
    assert diff(capsys, files[1], files[0], "--strict")[0] == 0


def test_long_lists_are_summed_up(tmp_path: Path, capsys: CAPTURE) -> None:
    new = [prop(f"P_{number}") for number in range(800)]
    old = [prop(f"P_{number}", initialValue=f"{number}") for number in range(1, 21)]
    files = two(tmp_path, old, new)
    assert diff(capsys, *files)[1].splitlines() == [
        "properties",
        "  GlobalProperty P_0, P_21, P_22, P_23 and 776 more: added",
        *(f"  GlobalProperty P_{n}, initialValue: {n} -> 0" for n in range(1, 5)),
        "  … 16 more of this kind: GlobalProperty initialValue (--all shows them)",
        "",
        "800 differences",
    ]
    everything = diff(capsys, *files, "--all")[1]
    assert "more" not in everything
    assert all(f"P_{number}" in everything for number in range(800))


def test_json_has_everything_whole(tmp_path: Path, capsys: CAPTURE) -> None:
    long = "x" * 3000
    files = two(tmp_path, [action("B", tooltip=long)], [action("B", tooltip=f"{long}y")])
    found = json.loads(diff(capsys, *files, "--json")[1])
    assert (found["old"], found["new"]) == tuple(map(str, files))
    assert found["breaking"] == 0
    assert found["changes"] == [
        {
            "group": "texts",
            "kind": "DoActionButton",
            "subject": "B",
            "what": "tooltip",
            "old": long,
            "new": f"{long}y",
            "breaks": "",
        }
    ]


def test_a_long_expression_is_shown_where_it_differs(tmp_path: Path, capsys: CAPTURE) -> None:
    files = two(
        tmp_path,
        [action("B", reportFormat=f"{{{'a+' * 999}cost{'+b' * 999}}}")],
        [action("B", reportFormat=f"{{{'a+' * 999}price{'+b' * 999}}}")],
    )
    (line,) = [each for each in diff(capsys, *files)[1].splitlines() if "B" in each]
    assert len(line) < 140
    assert "+cost+b" in line
    assert "+price+b" in line


def test_a_text_stays_in_its_line(tmp_path: Path, capsys: CAPTURE) -> None:
    files = two(tmp_path, [action("B", tooltip="a")], [action("B", tooltip="a\nb\u202e")])
    assert r"a -> a\nb\u202e" in diff(capsys, *files)[1]


def test_the_player_aid_of_2019_differs_in_three_constants_and_their_texts(
    tmp_path: Path, capsys: CAPTURE
) -> None:
    default = build(load_rules(), tmp_path / "default", {}).path
    variant = build(load_rules(VARIANT_2019), tmp_path / "variant", {}).path
    code, out = diff(capsys, default, variant, "--strict")
    assert code == 0
    groups = {part.splitlines()[0]: part.splitlines()[1:] for part in out.split("\n\n")}
    assert groups["rule"] == [
        '  activation.order: "last" -> "first"',
        "  activation.decline_vp: -2 -> -1",
        '  metternich.bonus.roll: "die" -> "flat"',
    ]
    assert groups.keys() - {"rule"} - {out.splitlines()[-1]} == {"expressions", "texts", "help"}
    assert groups["help"] == ["  page help/cop_rules.html: changed"]


@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
def test_another_language_harms_nothing(language: str, tmp_path: Path, capsys: CAPTURE) -> None:
    """Players of different languages share a game."""
    english = build(load_rules(), tmp_path, {}).path
    other = build(load_rules(), tmp_path, {}, language).path
    code, out = diff(capsys, english, other, "--json", "--strict")
    found = json.loads(out)
    groups = {each["group"] for each in found["changes"] if each["kind"] != "inner key"}
    assert groups.isdisjoint({"rule", "metadata", "keys"})
    assert {each["what"] for each in found["changes"] if each["group"] == "properties"} <= {
        "added",
        "initialValue",
    }
    assert "pieces" in groups
    assert (code, [each for each in found["changes"] if each["breaks"]]) == (0, [])


def _module(folder: Path) -> Path:
    path = folder / "bad.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", '<VASSAL.build.GameModule name="M"/>')
        archive.writestr("moduledata", "<data/>")
    return path


def _cut(folder: Path) -> Path:
    path = write(folder / "bad.vmdx", prop("A"))
    path.write_bytes(path.read_bytes()[:-40])
    return path


def _no_zip(folder: Path) -> Path:
    (folder / "bad.vmdx").write_text("not a zip file")
    return folder / "bad.vmdx"


def _bad_xml(folder: Path) -> Path:
    path = folder / "bad.vmdx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.build.module.ModuleExtension><a></b>")
    return path


def _empty(folder: Path) -> Path:
    path = folder / "bad.vmdx"
    zipfile.ZipFile(path, "w").close()
    return path


BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "module": (_module, "is a module; give an extension (.vmdx)"),
    "cut short": (_cut, "is a damaged zip file, perhaps cut short"),
    "no zip file": (_no_zip, "is not a zip file; give an extension (.vmdx)"),
    "missing": (lambda folder: folder / "bad.vmdx", "there is no such file; give the path"),
    "bad XML": (_bad_xml, "buildFile.xml: line 1, column"),
    "empty": (_empty, "has no buildFile.xml"),
}


@pytest.mark.parametrize("second", [False, True], ids=["old", "new"])
@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_code_2(
    name: str, second: bool, tmp_path: Path, capsys: CAPTURE
) -> None:
    make, message = BAD[name]
    bad, good = make(tmp_path), write(tmp_path / "good.vmdx", prop("A"))
    files = [good, bad] if second else [bad, good]
    assert main(["diff", *map(str, files)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith(f"generator: {bad}")
    assert message in err


def test_what_is_odd_is_noted(tmp_path: Path, capsys: CAPTURE) -> None:
    old = write(tmp_path / "old" / "x.vmdx", data=None)
    new = write(tmp_path / "new" / "x.vmdx")
    assert f"note: {old}: extensiondata is missing\n" in diff(capsys, old, new)[1]


def test_a_table_that_cannot_be_read_is_any_entry(tmp_path: Path, capsys: CAPTURE) -> None:
    old = write(tmp_path / "old" / "x.vmdx", prop("A"), more={"x.toml": b"a = 1"})
    new = write(tmp_path / "new" / "x.vmdx", more={"x.toml": b"a = ="})
    assert diff(capsys, old, new)[1].splitlines() == [
        f"note: {new}: x.toml: is not TOML: Invalid value (at line 1, column 5); "
        "compared as any other entry",
        "",
        "properties",
        "! GlobalProperty A: removed (its value in saved games is lost)",
        "",
        "files",
        "  entry x.toml: changed",
        "",
        "2 differences, 1 (!) for saved games or other players' copies",
    ]
    assert "difference" in diff(capsys, new, new)[1].splitlines()[0]


def test_a_newer_engine_is_told(tmp_path: Path, capsys: CAPTURE) -> None:
    old = write(tmp_path / "old" / "x.vmdx", vassalVersion="3.5.0")
    new = write(tmp_path / "new" / "x.vmdx", vassalVersion="3.10.0")
    assert diff(capsys, old, new, "--strict") == (
        0,
        "no difference\nsaved: VASSAL 3.5.0, 2020-09-13 -> VASSAL 3.10.0, 2020-09-13 (no "
        "difference by itself; a VASSAL older than 3.10.0 warns its player when it loads the "
        "file)\n",
    )
    assert "(no difference by itself)" in diff(capsys, new, old)[1]


UNREAD: dict[str, tuple[Callable[[str, bytes], tuple[str, bytes] | None], str]] = {
    "other build file": (
        lambda name, content: (name.removesuffix(".xml"), content),
        "VASSAL looks for buildFile.xml and loads nothing",
    ),
    "metadata of an old engine": (
        lambda name, content: (name, content.replace(b"3.6.0</Vassal", b"3.4.9</Vassal")),
        "VASSAL looks for buildFile and loads nothing",
    ),
    "metadata without a version": (
        lambda name, content: (name, content.replace(b"Vassal", b"V")),
        "VASSAL looks for buildFile and loads nothing",
    ),
    "no metadata": (
        lambda name, content: (name, content) if name != "extensiondata" else None,
        "without extensiondata no module opens",
    ),
    "metadata of a module": (
        lambda name, content: (name.replace("extensiond", "moduled"), content),
        "without extensiondata VASSAL passes over the file",
    ),
}


@pytest.mark.parametrize("name", UNREAD)
def test_a_file_that_the_engine_does_not_read_is_marked(
    name: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    change, why = UNREAD[name]
    good = write(tmp_path / "good" / "x.vmdx", prop("A"))
    bad = tmp_path / "bad" / "x.vmdx"
    bad.parent.mkdir()
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(bad, "w") as new:
        for entry in old.namelist():
            made = change(entry, old.read(entry))
            if made is not None:
                new.writestr(*made)
    line = f"! build file: VASSAL reads it -> {why} (no player gets it so)"
    code, out = diff(capsys, good, bad, "--strict")
    assert (code, line in out.splitlines()) == (1, True)
    assert f"! build file: {why} -> the same" in diff(capsys, bad, bad)[1]
    code, out = diff(capsys, bad, good, "--strict")
    assert (code, f"  build file: {why} -> VASSAL reads it" in out.splitlines()) == (0, True)


def test_pieces_that_are_odd_are_noted(tmp_path: Path, capsys: CAPTURE) -> None:
    good = slot("P", ("mark;A", ""), gpid="abc:1")
    odd = slot("P", ("mark;A", ""), ("unheard;B", ""), gpid="abc:1")
    cut = slot("Q", ("mark;A", ""), gpid="abc:2")
    cut.text = str(cut.text)[:-30]
    files = two(tmp_path, [at("", palette(good))], [at("", palette(odd, cut))])
    assert diff(capsys, *files)[1].splitlines() == [
        f"note: {files[1]}: VASSAL knows no trait 'unheard': P",
        f"note: {files[1]}: a definition cannot be read: Q",
        "",
        "pieces",
        "! PieceSlot Q (abc:2): added (VASSAL makes no such piece of it)",
        "! PieceSlot P (abc:1), trait unheard: nothing -> unheard;B (pieces placed before keep the "
        "old ones)",
        "",
        "2 differences, 2 (!) for saved games or other players' copies",
    ]


def test_the_output_does_not_depend_on_hashing(tmp_path: Path) -> None:
    old = [prop(f"P{n}", sets(f"k{n}", f"{{{n}}}")) for n in range(30)]
    new = [prop(f"P{n}", sets(f"k{n + 1}", f"{{{n % 7}}}")) for n in range(3, 33)]
    keys = el("module.GlobalKeyCommand", buttonHotkey="57348,0,a", hotkey="57348,0,b")
    files = two(tmp_path, [*old, at("", keys)], new)
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "generator", "diff", "--all", *map(str, files)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
