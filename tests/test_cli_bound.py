"""``generator build --module M --binding B`` and ``generator check EXTENSION --module M``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.load import load_binding
from generator.binding.model import Binding
from generator.build import build, build_bound
from generator.cli import main
from generator.extension.names import keyboard_commands
from generator.fit import binding as fit
from generator.fit.check import binding_of
from generator.host.read import read_extension
from generator.host.signs import Surroundings
from generator.rules import Rules, load_rules
from tests.host.builder import (
    POWERS,
    el,
    extension,
    map_window,
    module,
    palette,
    prop,
    properties,
    prototype,
    slot,
    write_module,
    write_zip,
    xml,
)

ROOT = Path(__file__).parents[1]
CAPTURE = pytest.CaptureFixture[str]
NAME = 'Congrès: "Vienne" / R&D'
VERSION = "2.0 β"
BUILT = Path("build/cov/en/Congress_of_Peace.vmdx")


def host_root(
    *more: etree._Element,
    name: str = NAME,
    version: str = VERSION,
    engine: str = "3.7.5",
    powers: Sequence[str] = POWERS,
) -> etree._Element:
    return module(
        map_window(),
        properties(*[prop(f"VP {power}") for power in powers]),
        *more,
        name=name,
        version=version,
        engine=engine,
    )


def binding_text(name: str = NAME, version: str = VERSION, powers: Sequence[str] = POWERS) -> str:
    quoted = name.replace('"', '\\"')
    tables = "".join(
        f'[powers.{power}.{table}]\nkind = "property"\nproperty = "VP {power}"\n'
        for power in powers
        for table in ("read", "write")
    )
    return f'[module]\nname = "{quoted}"\nversion = "{version}"\n{tables}'


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture(scope="session")
def built(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build for a module once."""
    folder = tmp_path_factory.mktemp("bound")
    host = write_module(folder / "CoV.vmod", host_root())
    (folder / "cov.toml").write_text(binding_text(), "utf-8")
    return build_bound(rules, host, folder / "cov.toml", folder / "build").path


@pytest.fixture(scope="session")
def universal(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build for any module once."""
    return build(rules, tmp_path_factory.mktemp("universal")).path


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a module and its binding."""
    write_module(tmp_path / "CoV.vmod", host_root())
    (tmp_path / "cov.toml").write_text(binding_text(), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str | Path) -> int:
    return main([str(each) for each in arguments])


def build_here() -> int:
    return run("build", "--module", "CoV.vmod", "--binding", "cov.toml")


def files_of(folder: Path) -> set[str]:
    return {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()}


# build


def test_build_for_a_module(here: Path, capsys: CAPTURE) -> None:
    assert build_here() == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert Path(lines["file"]) == BUILT
    assert set(lines) == {"file", "size", "sha256", "version"}
    assert files_of(here) == {"CoV.vmod", "cov.toml", str(BUILT)}
    root = etree.fromstring(zipfile.ZipFile(BUILT).read("buildFile.xml"))
    assert root.get("anyModule") == "false"
    assert root.get("module") == NAME
    assert root.get("moduleVersion") == VERSION
    assert root.get("vassalVersion") == "3.7.5"
    bound = binding_of(read_extension(BUILT))
    assert bound is not None
    assert (bound.module, bound.version, tuple(bound.powers)) == (NAME, VERSION, POWERS)


def test_build_for_any_module_stays_as_it_was(universal: Path) -> None:
    with zipfile.ZipFile(universal) as archive:
        root = etree.fromstring(archive.read("buildFile.xml"))
        assert root.get("anyModule") == "true"
        assert "cop_binding.toml" not in archive.namelist()


def test_french_signs_do_not_part_from_their_words_in_the_chat(here: Path) -> None:
    """What templates put between texts of the catalogue, such as markers that a hand must move."""
    by_hand = re.sub(r"\[powers\.\w+\.write]\n.*\n.*\n", "", binding_text())
    (here / "cov.toml").write_text(by_hand, "utf-8")
    assert run("build", "--module", "CoV.vmod", "--binding", "cov.toml", "--lang", "fr") == 0
    file = zipfile.ZipFile(BUILT.parents[1] / "fr" / BUILT.name).read("buildFile.xml").decode()
    assert "déplacez" in file
    root = etree.fromstring(file.encode())
    said = [str(text) for each in root.iter() for text in each.values() if "{" in text]
    assert not [text for text in said if re.search(r'["\w][;!] |"[;:?!] ', text)]
    between = "\N{NO-BREAK SPACE}; "
    asked = [text for text in said if between in text and "déplacez" in text]
    assert any(f".substring({len(between)})" in text for text in asked)


@pytest.mark.parametrize(("engine", "declared"), [("3.4.13", "3.5.0"), ("3.10.1", "3.10.1")])
def test_engine_that_is_declared_is_the_module_s_if_newer(
    engine: str, declared: str, here: Path
) -> None:
    write_module(here / "CoV.vmod", host_root(engine=engine))
    assert build_here() == 0
    root = etree.fromstring(zipfile.ZipFile(BUILT).read("buildFile.xml"))
    assert root.get("vassalVersion") == declared


def test_same_input_same_bytes(here: Path) -> None:
    assert build_here() == 0
    first = BUILT.read_bytes()
    BUILT.unlink()
    assert build_here() == 0
    assert BUILT.read_bytes() == first


def test_output_folder_and_name_of_the_binding(here: Path) -> None:
    (here / "cov.toml").rename(here / "vienna 2.toml")
    options = ["--module", "CoV.vmod", "--binding", "vienna 2.toml", "--output", "out"]
    assert run("build", *options) == 0
    assert (here / "out" / "vienna 2" / "en" / "Congress_of_Peace.vmdx").is_file()


def test_errata_and_binding_together(here: Path) -> None:
    (here / "errata.toml").write_text("release.version = '1.0.1'\n")
    options = ["--module", "CoV.vmod", "--binding", "cov.toml", "--rules", "errata.toml"]
    assert run("build", *options) == 0
    root = etree.fromstring(zipfile.ZipFile(BUILT).read("buildFile.xml"))
    assert root.get("version") == "1.0.1"


def test_unpacked_module(here: Path) -> None:
    zipfile.ZipFile(here / "CoV.vmod").extractall(here / "unpacked")
    assert run("build", "--module", "unpacked", "--binding", "cov.toml") == 0
    assert BUILT.is_file()


def complaints(err: str) -> list[str]:
    """Return the faults, one to a line, below what does not fit."""
    head, *lines = err.splitlines()
    assert head.startswith("generator: ")
    assert "does not fit" in head
    assert all(line.startswith("  ") for line in lines)
    return [line.strip() for line in lines]


def test_binding_that_does_not_fit_writes_nothing(here: Path, capsys: CAPTURE) -> None:
    write_module(here / "CoV.vmod", host_root(version="2.1", powers=POWERS[1:]))
    assert build_here() == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("generator: cov.toml does not fit CoV.vmod:\n")
    assert [line.partition(": ")[0] for line in complaints(captured.err)] == [
        "module.version",
        "powers.Austria.read.property",
    ]
    assert files_of(here) == {"CoV.vmod", "cov.toml"}


def test_name_that_both_use_writes_nothing(here: Path, capsys: CAPTURE) -> None:
    more = {"images/COP_board.svg": b""}
    write_module(here / "CoV.vmod", host_root(palette(slot("x", gpid="cop:1"))), more=more)
    assert build_here() == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("generator: the extension does not fit CoV.vmod:\n")
    assert [line.partition(": ")[0] for line in complaints(captured.err)] == [
        'gpid "cop:1"',
        'image "cop_board.svg"',
    ]
    assert files_of(here) == {"CoV.vmod", "cov.toml"}


def test_extension_of_before_is_kept_when_the_new_one_does_not_fit(here: Path) -> None:
    assert build_here() == 0
    before = BUILT.read_bytes()
    write_module(here / "CoV.vmod", host_root(version="2.1"))
    assert build_here() == 2
    assert BUILT.read_bytes() == before
    assert files_of(here) == {"CoV.vmod", "cov.toml", str(BUILT)}


def test_binding_is_checked_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Binding] = []
    keeping = fit._keeping_vp

    def counted(binding: Binding, around: Surroundings) -> Iterator[str]:
        checked.append(binding)
        return keeping(binding, around)

    monkeypatch.setattr(fit, "_keeping_vp", counted)
    assert build_here() == 0
    assert len(checked) == 1


# keys


KEYED_HOST = (
    el("module.DoActionButton", name="Do", hotkey="68,3"),
    prototype("Counter", ("delete;Delete;78,195;", "")),
)


def keys_here(folder: Path, **keys: str) -> None:
    table = "".join(f'CoP_{command} = "{stroke}"\n' for command, stroke in keys.items())
    (folder / "cov.toml").write_text(f"{binding_text()}[keys]\n{table}", "utf-8")


def real_keys(extension: Path) -> dict[str, str]:
    root = etree.fromstring(zipfile.ZipFile(extension).read("buildFile.xml"))
    return {
        each.get("hotkeys", "").rpartition(",")[2]: each.get("hotkey", "")
        for each in root.iter("VASSAL.build.module.DoActionButton")
        if each.get("hotkey", "").count(",") == 1
    }


def test_keys_are_built_and_carried(here: Path, universal: Path, built: Path) -> None:
    keys_here(here, Call="Ctrl+Shift+C", Sheet="Ctrl+Shift+7", ReadVP="Ctrl+Shift+V")
    assert build_here() == 0
    assert real_keys(BUILT) == {"CoP_Call": "67,195", "CoP_Sheet": "55,195", "CoP_ReadVP": "86,195"}
    carried = binding_of(read_extension(BUILT))
    assert carried is not None
    assert {command: str(stroke) for command, stroke in carried.keys.items()} == {
        "CoP_Call": "Ctrl+Shift+C",
        "CoP_Sheet": "Ctrl+Shift+7",
        "CoP_ReadVP": "Ctrl+Shift+V",
    }
    assert real_keys(universal) == real_keys(built) == {}


def test_keys_that_cannot_be_are_named_at_once(here: Path, capsys: CAPTURE) -> None:
    write_module(here / "CoV.vmod", host_root(*KEYED_HOST))
    keys_here(
        here,
        Cal="Ctrl+Shift+A",
        Call="C",
        Winds="Ctrl+C",
        Odds="Ctrl+Shift+O",
        Decline="Ctrl+Shift+D",
        NoResource="Ctrl+Shift+N",
        Record="Ctrl+Shift+R",
        Reset="shift+ctrl+r",
    )
    assert build_here() == 2
    other = "; take Ctrl+Shift with another letter or digit"
    assert complaints(capsys.readouterr().err) == [
        'keys.CoP_Cal: there is no such command; the nearest is "CoP_Call": mend the name',
        f"keys.CoP_Call: C types a character in the chat{other}",
        f"keys.CoP_Winds: Ctrl+C edits the text in the chat, or is a piece's{other}",
        "keys.CoP_Odds: Ctrl+Shift+O turns the writing direction of a text field (Swing), and "
        f"opens VASSAL's overview of a map (VASSAL.build.module.map.GlobalMap){other}",
        f'keys.CoP_Decline: the module uses Ctrl+Shift+D, in DoActionButton "Do"{other}',
        "keys.CoP_NoResource: the module uses Ctrl+Shift+N, in PrototypeDefinition "
        f'"Counter"{other}',
        f"keys.CoP_Reset: Ctrl+Shift+R is the key of CoP_Record already{other}",
    ]
    assert files_of(here) == {"CoV.vmod", "cov.toml"}


def test_key_that_a_new_version_of_the_module_uses(here: Path, capsys: CAPTURE) -> None:
    keys_here(here, Call="Ctrl+Shift+C", Decline="Ctrl+Shift+D", NoResource="Ctrl+Shift+N")
    assert build_here() == 0
    assert run("check", BUILT, "--module", "CoV.vmod") == 0
    capsys.readouterr()
    write_module(here / "new.vmod", host_root(*KEYED_HOST))
    assert run("check", BUILT, "--module", "new.vmod") == 2
    assert [line.partition(": ")[0] for line in complaints(capsys.readouterr().err)] == [
        "keys.CoP_Decline",
        "keys.CoP_NoResource",
    ]


def test_what_is_proposed_fits(here: Path, capsys: CAPTURE) -> None:
    write_module(here / "CoV.vmod", host_root(*KEYED_HOST))
    assert run("inspect", "CoV.vmod", "--bind", "drafted.toml") == 0
    drafted = load_binding(here / "drafted.toml", POWERS)
    assert set(drafted.keys) == set(keyboard_commands(POWERS))
    assert not {"Ctrl+Shift+D", "Ctrl+Shift+N"} & {*map(str, drafted.keys.values())}
    assert run("build", "--module", "CoV.vmod", "--binding", "drafted.toml") == 0
    carried = binding_of(read_extension(here / "build/drafted/en/Congress_of_Peace.vmdx"))
    assert carried is not None
    assert carried.keys == drafted.keys


# check


def test_extension_that_fits(here: Path, built: Path, capsys: CAPTURE) -> None:
    assert run("check", built, "--module", "CoV.vmod") == 0
    captured = capsys.readouterr()
    assert captured.out == f"{built} fits {NAME} {VERSION}\n"
    assert captured.err == ""


@pytest.mark.parametrize(
    "root",
    [host_root(), module(), module(name="Another", version="", engine="3.9.0")],
    ids=["its own", "empty", "newer"],
)
def test_extension_for_any_module(
    root: etree._Element, universal: Path, tmp_path: Path, capsys: CAPTURE
) -> None:
    path = write_module(tmp_path / "m.vmod", root)
    assert run("check", universal, "--module", path) == 0
    assert capsys.readouterr().err == ""


def test_extension_that_does_not_fit_the_new_version(
    here: Path, built: Path, capsys: CAPTURE
) -> None:
    clock = el("module.DoActionButton", name="Do", hotkey="57348,0,CoP_Call")
    root = host_root(clock, version="3.0", engine="3.8.0", powers=[*POWERS[:3], "Russie"])
    write_module(here / "new.vmod", root)
    assert run("check", built, "--module", "new.vmod") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    told = complaints(captured.err)
    starts = [
        'it is made for version "2.0 β" of the module, this is "3.0"',
        "the module needs VASSAL 3.8.0, the extension says 3.7.5",
        'named key "CoP_Call": the module has one of that name too',
        'powers.Russia.read.property: the module has no global property "VP Russia"',
    ]
    assert len(told) == len(starts)
    for line, start in zip(told, starts, strict=True):
        assert line.startswith(start)
    assert 'the nearest is "VP Russie"' in told[-1]


def test_extension_for_any_module_collides(here: Path, universal: Path, capsys: CAPTURE) -> None:
    write_module(here / "new.vmod", host_root(map_window(name="Congress of Peace")))
    assert run("check", universal, "--module", "new.vmod") == 2
    assert complaints(capsys.readouterr().err) == [
        'map "Congress of Peace": the module has one of that name too: change the module\'s'
    ]


# One clear line for what cannot be read: (arguments, what the line says)

BAD = {
    "module without binding": (["build", "--module", "CoV.vmod"], "--module and --binding go"),
    "binding without module": (["build", "--binding", "cov.toml"], "--module and --binding go"),
    "no module to build for": (
        ["build", "--module", "no.vmod", "--binding", "cov.toml"],
        "no.vmod: there is no such file",
    ),
    "no binding": (
        ["build", "--module", "CoV.vmod", "--binding", "no.toml"],
        "no.toml: there is no such binding file",
    ),
    "module is no zip": (
        ["build", "--module", "cov.toml", "--binding", "cov.toml"],
        "cov.toml: is not a zip file",
    ),
    "module is an extension": (
        ["build", "--module", "e.vmdx", "--binding", "cov.toml"],
        "e.vmdx: is an extension; give a module (.vmod)",
    ),
    "binding is a module": (
        ["build", "--module", "CoV.vmod", "--binding", "CoV.vmod"],
        "CoV.vmod: is a zip file and no binding file; give a TOML file",
    ),
    "binding is wrong": (
        ["build", "--module", "CoV.vmod", "--binding", "wrong.toml"],
        "wrong.toml: module.nam: unknown key; did you mean name?",
    ),
    "output is a file": (
        ["build", "--module", "CoV.vmod", "--binding", "cov.toml", "--output", "cov.toml"],
        "cov.toml/cov/en: cannot be written",
    ),
    "module without a name": (
        ["build", "--module", "unnamed.vmod", "--binding", "cov.toml"],
        "unnamed.vmod: cannot be bound: the module's name is empty; mend that in VASSAL's editor",
    ),
    "check without module": (["check", "e.vmdx"], "check: lacks --module; "),
    "check of a module": (
        ["check", "CoV.vmod", "--module", "CoV.vmod"],
        "CoV.vmod: is a module; give an extension (.vmdx)",
    ),
    "check against an extension": (
        ["check", "e.vmdx", "--module", "e.vmdx"],
        "e.vmdx: is an extension; give a module (.vmod)",
    ),
    "check of no zip": (["check", "cov.toml", "--module", "CoV.vmod"], "cov.toml: is not a zip"),
    "check against no zip": (["check", "e.vmdx", "--module", "cov.toml"], "cov.toml: is not a zip"),
    "check of nothing": (["check", "no.vmdx", "--module", "CoV.vmod"], "no.vmdx: there is no such"),
    "check against nothing": (["check", "e.vmdx", "--module", "no"], "no: there is no such file"),
    "check of no build file": (["check", "none.zip", "--module", "CoV.vmod"], "none.zip: has no"),
    "check against broken XML": (["check", "e.vmdx", "--module", "bad.vmod"], "line 2"),
    "check of another's extension": (
        ["check", "other.vmdx", "--module", "CoV.vmod"],
        "other.vmdx: is an extension, but none that `generator build` made (its extensionId is "
        '"ext", and there is no property ext_Act, in any case of ext); give one of those',
    ),
    "check of a broken binding": (["check", "b.vmdx", "--module", "CoV.vmod"], "is not TOML"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_code_2(name: str, here: Path, universal: Path) -> None:
    (here / "wrong.toml").write_text(binding_text().replace("name", "nam", 1), "utf-8")
    (here / "e.vmdx").write_bytes(universal.read_bytes())
    (here / "b.vmdx").write_bytes(universal.read_bytes())
    with zipfile.ZipFile(here / "b.vmdx", "a") as archive:
        archive.writestr("cop_binding.toml", "[module")
    write_zip(here / "other.vmdx", {"buildFile.xml": xml(extension(anyModule="true"))})
    with zipfile.ZipFile(here / "none.zip", "w") as archive:
        archive.writestr("readme.txt", "nothing")
    write_module(here / "bad.vmod", b"<VASSAL.build.GameModule name='x'>\n<a></b>")
    write_module(here / "unnamed.vmod", host_root(name=""))
    before = files_of(here)
    arguments, says = BAD[name]
    done = subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (complaint,) = done.stderr.splitlines()
    assert complaint.startswith("generator: ")
    assert says in complaint
    assert files_of(here) == before


@pytest.mark.parametrize("command", ["check", "inspect"])
def test_help_has_an_example(command: str, capsys: CAPTURE) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert f"example: generator {command}" in capsys.readouterr().out
