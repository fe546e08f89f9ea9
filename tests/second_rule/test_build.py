"""The made-up rule goes through loading, rendering, checks and packing; each fault is named."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from generator.build import build_declared, packed
from generator.buildfile.check import CheckError
from generator.cli import main
from generator.compare.compare import compare
from generator.declared.assemble import assemble_declared
from generator.declared.load import load_declared
from generator.errors import GeneratorError, InputError
from generator.host.read import read_extension
from tests.host.builder import el, map_window, module, prop, properties, write_module

RULE = Path(__file__).with_name("rule")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RULE, tmp_path / "rule"))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_it_builds_the_same_twice_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in ("one", "two"):
        assert main(["build", "--declared", str(RULE), "--output", str(tmp_path / part)]) == 0
    assert main(["build", "--declared", str(RULE), "--lang", "de", "--output", str(tmp_path)]) == 0
    first, again = (tmp_path / part / "Blockade.vmdx" for part in ("one", "two"))
    assert first.read_bytes() == again.read_bytes()
    assert "version  0.3.0" in capsys.readouterr().out
    with zipfile.ZipFile(first) as archive:
        names = archive.namelist()
        build_file = archive.read("buildFile.xml").decode()
    assert names[:2] == ["buildFile.xml", "extensiondata"]
    assert all(name.startswith("images/blk_") for name in names[2:])
    assert 'extensionId="blk"' in build_file
    assert 'gpid="blk:1"' in build_file
    assert "CoP_" not in build_file
    assert not re.search(r"\bcop[._:]", build_file.lower())
    with zipfile.ZipFile(tmp_path / "de" / "Blockade.vmdx") as archive:
        assert "Geleitzug" in archive.read("buildFile.xml").decode()


def test_diff_serves_it(folder: Path, tmp_path: Path) -> None:
    change(folder / "rule.toml", "escort = 3", "escort = 2")
    old = build_declared(RULE, tmp_path / "old", environment={})[0].path
    new = build_declared(folder, tmp_path / "new", environment={})[0].path
    assert not compare(old, old).changes
    assert compare(old, new).changes


def test_check_serves_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built = build_declared(RULE, tmp_path, environment={})[0].path
    free = write_module(tmp_path / "free.vmod", module(map_window(), properties(prop("Tension"))))
    assert main(["check", str(built), "--module", str(free)]) == 0
    assert f"{built} fits Host 1.0" in capsys.readouterr().out
    root = module(
        map_window(),
        properties(prop("Blk_Tension"), prop("CoP_Phase")),
        el("module.DoActionButton", name="Theirs", hotkey="57348,0,blk.refresh"),
    )
    images = {"images/blk_icon.svg": b"<svg/>"}
    taken = write_module(tmp_path / "taken.vmod", root, more=images)
    assert main(["check", str(built), "--module", str(taken)]) == 2
    _, *told = capsys.readouterr().err.splitlines()
    assert [each.split(":")[0].strip() for each in told] == [
        'property "Blk_Tension"',
        'named key "blk.refresh"',
        'image "blk_icon.svg"',
    ]


def test_reads_as_an_extension_for_any_module(tmp_path: Path) -> None:
    found = read_extension(build_declared(RULE, tmp_path, environment={})[0].path)
    assert found.universal


FAULTS = {
    "unknown key": ("most = 3", "mots = 3", r"inputs\.Escorts\.mots: unknown key"),
    "missing": ('rule = "97.4"\n', "", r"release\.rule: is missing; give a text"),
    "type": ("width = 440", 'width = "440"', r"sheet\.width: is \"440\"; must be a whole number"),
    "version": ('version = "0.3.0"', 'version = "new"', r"release\.version: is \"new\"; allowed"),
    "prefix": ('prefix = "Blk_"', 'prefix = "CoP_"', r"identity\.prefix: .*must be \"blk_\""),
    "file": ("Blockade.vmdx", "Blockade.zip", r"identity\.file: .*then \.vmdx"),
    "property": ("{ Weather = ", "{ Wether = ", r"commands\.Sail\.steps\[1\]: .*mean Weather\?"),
    "fires": ('fire = "round"', 'fire = "rond"', r"steps\[1\]\.fire: .*did you mean round\?"),
    "command": ('command = "Pursue"', 'command = "Chase"', r"menu\[3\]\.command: unknown key"),
    "gate": ('gate = "NoRound"', 'gate = "NoRond"', r"menu\[4\]\.gate: .*did you mean NoRound\?"),
    "two things": ('{ say = "reset" }', '{ say = "reset", fire = "round" }', "does one of set"),
    "no thing": ('{ say = "reset" }', "{ }", "does one of set"),
    "picture": ('"sea_levant"]', '"sea_levnt"]', r"layers\[1\]\.pictures: .*mean sea_levant\?"),
    "box": ("box = [20, 142, 94, 34]", "box = [20, 142]", r"spots\[6\]\.box: holds 2 numbers"),
    "input": ("least = 0\nmost = 3", "least = 3\nmost = 3", r"inputs\.Escorts\.choices: give"),
    "slots": ("palette = 2", "palette = 1", r"sheet\.slots: must be two numbers"),
    "icon": ("icon = {}\n", "", r"pictures\.icon: is missing"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_of_the_file_is_one_line(folder: Path, name: str) -> None:
    old, new, message = FAULTS[name]
    change(folder / "rule.toml", old, new)
    with pytest.raises(InputError, match=message) as caught:
        load_declared(folder)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(folder / "rule.toml"))


def test_no_rule_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--declared", str(tmp_path), "--output", str(tmp_path / "out")]) == 2
    assert "there is no such rule file" in capsys.readouterr().err
    assert main(["build", "--declared", str(RULE), "--rules", "errata.toml"]) == 2
    assert "--declared builds another rule" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("expressions/lost.bsh.j2", "{{ constants.ship }}", "{{ constants.ship ", "lost.bsh.j2, l"),
        ("expressions/lost.bsh.j2", "constants.ship }}", "constans.ship }}", "'constans' is undef"),
        ("images/sea.svg.j2", "spots[command]", "spts[command]", r"sea\.svg\.j2: 'spts' is undef"),
        ("rule.toml", 'say = "pursued"', 'say = "chased"', "chat/chased.bsh.j2: there is no such"),
        ("rule.toml", 'needs = ["round"]', 'needs = ["rond"]', "has no reasons.rond"),
        ("texts/de.toml", 'sail = "Auslaufen"\npursue', "pursue", "sail: is missing; en.toml says"),
    ],
)
def test_a_faulty_template_or_text_is_named(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    change(folder / file, old, new)
    with pytest.raises(GeneratorError, match=message) as caught:
        packed(assemble_declared(load_declared(folder), "de"), {})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("expressions/losses.bsh.j2", "Blk_Lost", "Blk_Loss", "property Blk_Loss is used, but not"),
        ("images/sea.svg.j2", "</svg>", "", "line [0-9]+"),
    ],
)
def test_the_checks_serve_it(folder: Path, file: str, old: str, new: str, message: str) -> None:
    change(folder / file, old, new)
    with pytest.raises(CheckError, match=message):
        packed(assemble_declared(load_declared(folder)), {})
