"""The command ``generator inspect``."""

from __future__ import annotations

import io
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from generator.cli import main

from .builder import (
    POWERS,
    board,
    el,
    extension,
    map_window,
    metadata,
    module,
    palette,
    prop,
    properties,
    roster,
    row,
    slot,
    stack,
    write_module,
    write_zip,
    xml,
    zone,
    zoned,
)

CAPTURE = pytest.CaptureFixture[str]


def whole_module() -> etree._Element:
    markers = [stack(slot(f"{power} VP", gpid=str(n)), x=50) for n, power in enumerate(POWERS)]
    return module(
        roster(*POWERS),
        map_window(board(zoned(zone(row("{}", range(40)), name="VP"))), inside=markers),
        properties(prop("Host_Value")),
        palette(slot("Corps", gpid="9")),
        el("module.DoActionButton", name="Do", hotkey="57348,0,Go"),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_module(tmp_path / "m.vmod", whole_module(), more={"images/a.png": b""})


def run(capsys: CAPTURE, *arguments: str) -> str:
    assert main(["inspect", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_text(path: Path, capsys: CAPTURE) -> None:
    out = run(capsys, str(path))
    for line in (
        "module        Host, version 1.0",
        "VASSAL        3.7.5, buildFile.xml",
        "maps          1: Main Map",
        "zones         1: VP",
        "grids         1: 1 irregular with 40 regions",
        "sides         4: Austria, Britain, France, Russia",
        "properties    1: Host_Value",
        "named keys    1: Go",
        "pieces        5: 1 in palettes, 4 at the start",
        "images        1",
        '  1. piece "Austria VP", a marker on numbered places',
        '     read   kind = "location", map = "Main Map", marker = "Austria VP", first = 0, '
        "last = 39",
        '     write  kind = "none"',
    ):
        assert line in out.splitlines()
    assert [power for power in POWERS if power in out.splitlines()] == list(POWERS)


def test_json_is_everything(path: Path, capsys: CAPTURE) -> None:
    document = json.loads(run(capsys, str(path), "--json"))
    assert document["schema"] == 1
    assert document["name"] == "Host"
    assert len(document["components"]) == 61
    assert len(document["maps"][0]["boards"][0]["zones"][0]["grid"]["regions"]) == 40
    assert [each["gpid"] for each in document["pieces"]] == ["0", "1", "2", "3", "9"]
    best = document["candidates"]["France"][0]
    assert best["pattern"] == "A"
    assert best["read"] == {
        "kind": "LocationRead",
        "marker": {"map": "Main Map", "name": "France VP", "gpid": ""},
        "track": {"first": 0, "last": 39},
        "pattern": "{n}",
        "by": "LocationName",
    }
    assert document["named_keys"] == {"Go": {"count": 1, "places": ['DoActionButton "Do"']}}
    assert document["images"] == ["a.png"]


def test_powers_can_be_named(path: Path, capsys: CAPTURE) -> None:
    out = run(capsys, str(path), "--json", "--power", "France", "--power", "Prussia")
    document = json.loads(out)
    assert list(document["candidates"]) == ["France", "Prussia"]
    assert document["candidates"]["France"]
    assert document["candidates"]["Prussia"] == []


def test_module_with_sides_of_its_own(tmp_path: Path, capsys: CAPTURE) -> None:
    path = write_module(tmp_path / "m.vmod", module(roster("Aesir", "Jotun")))
    lines = run(capsys, str(path)).splitlines()
    assert lines[-2:] == [
        "Nothing that keeps VP was found for Aesir, Jotun.",
        "`generator build` alone makes the extension in which players enter the VP.",
    ]
    one = module(roster("Aesir", "Jotun"), properties(prop("VP_Jotun")))
    lines = run(capsys, str(write_module(tmp_path / "one.vmod", one))).splitlines()
    assert lines[-8:-4] == ["Aesir", "  nothing found", "", "Jotun"]


def test_no_line_is_too_long(tmp_path: Path, capsys: CAPTURE) -> None:
    names = [f"A name that is rather long, number {n} of them" for n in range(40)]
    children = [map_window(name=name) for name in names]
    children += [properties(*map(prop, names)), roster(*names), palette(slot("x" * 300))]
    path = write_module(tmp_path / "m.vmod", module(*children))
    assert max(map(len, run(capsys, str(path)).splitlines())) <= 100


def test_names_do_not_move_the_cursor(tmp_path: Path, capsys: CAPTURE) -> None:
    odd = "\x9b2J\u202eodd\u2028\tVP"
    root = module(map_window(name=odd), properties(prop(f"{odd} France")), name=odd)
    out = run(capsys, str(write_module(tmp_path / "m.vmod", root)))
    assert all(each.isprintable() for each in out.splitlines())
    assert len(out.splitlines()) == len(out.split("\n")) - 1
    assert "odd" in out


@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_terminal_that_cannot_show_a_name(
    flag: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    path = write_module(tmp_path / "m.vmod", module(map_window(name="Übersicht")))
    assert main(["inspect", str(path), *flag]) == 0


BAD = {
    "missing": "there is no such file; give the path of a module (.vmod)",
    "text": "is not a zip file; give a module (.vmod)",
    "empty": "is empty; give a module (.vmod)",
    "cut": "is a damaged zip file, perhaps cut short; get it anew",
    "damaged": "buildFile.xml is damaged; get the file anew",
    "extension": "is an extension; give a module (.vmod)",
    "saved game": "is a saved game; give a module (.vmod)",
    "folder": "has no buildFile.xml and no buildFile, so it is neither a module nor an extension; "
    "give a module (.vmod)",
    "no build file": "has no buildFile.xml and no buildFile, so it is neither a module nor an "
    "extension; give a module (.vmod)",
    "malformed": "buildFile.xml: line 3, column 5: </c> ends <VASSAL.build.GameModule> of line 1; "
    "get the file anew, or mend it there in a text editor",
    "other xml": "buildFile.xml: line 3, column 2: is not a build file: its root is html; "
    "give a module (.vmod)",
    "other xml in another encoding": "buildFile.xml: is not a build file: its root is html",
    "empty build file": "buildFile.xml: line 1, column 1: is empty; get",
    "entities": "has a DTD",
    "broken encoding": "buildFile.xml: line 2, column 7: bytes that are none of the encoding",
}


def write_bad(name: str, path: Path) -> None:
    match name:
        case "text":
            path.write_text("text")
        case "empty":
            path.write_bytes(b"")
        case "cut":
            write_module(path, whole_module())
            path.write_bytes(path.read_bytes()[:-60])
        case "damaged":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("buildFile.xml", b"<a/>")
            path.write_bytes(path.read_bytes().replace(b"<a/>", b"<b/>", 1))
        case "extension":
            write_zip(path, {"buildFile.xml": xml(extension()), "extensiondata": b"<data/>"})
        case "saved game":
            write_zip(path, {"savedGame": b"!VCSK", "moduledata": metadata()})
        case "folder":
            (path / "images").mkdir(parents=True)
        case "no build file":
            write_zip(path, {"moduledata": metadata()})
        case "malformed":
            write_module(path, b"<VASSAL.build.GameModule>\n<b/>\n</c>\n")
        case "other xml":
            write_module(path, b"<?xml version='1.0'?>\n<!-- <a> -->\n <html/>")
        case "other xml in another encoding":
            write_module(path, "<?xml version='1.0' encoding='UTF-16'?><html/>".encode("utf-16"))
        case "empty build file":
            write_module(path, b"")
        case "entities":
            write_module(path, b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>")
        case "broken encoding":
            write_module(path, b"<?xml version='1.0' encoding='UTF-8'?>\n<a b='\xe9'/>")
        case _:
            pass


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_bad_module_is_one_line(
    name: str, flag: list[str], tmp_path: Path, capsys: CAPTURE
) -> None:
    path = tmp_path / "bad.vmod"
    write_bad(name, path)
    before = sorted(tmp_path.rglob("*"))
    assert main(["inspect", str(path), *flag]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith(f"generator: {path}: ")
    assert BAD[name] in line
    assert "; " in line
    assert "an extension (.vmdx)" not in line
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["inspect", ""],
        ["inspect", "m.vmod", "--bind", ""],
        ["build", "--module", "", "--binding", ""],
        ["check", "", "--module", "m.vmod"],
    ],
)
def test_empty_path_is_not_the_folder_one_is_in(
    arguments: list[str], path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked = path.parent / "unpacked"
    zipfile.ZipFile(path).extractall(unpacked)
    monkeypatch.chdir(unpacked)
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "generator: a path is empty, as of a shell's variable that is not set; give a path\n"
    )


def test_help_has_an_example(capsys: CAPTURE) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["inspect", "--help"])
    assert caught.value.code == 0
    assert "example: generator inspect" in capsys.readouterr().out


def test_nothing_is_written(path: Path, capsys: CAPTURE) -> None:
    before = sorted(path.parent.rglob("*"))
    content = path.read_bytes()
    run(capsys, str(path))
    assert sorted(path.parent.rglob("*")) == before
    assert path.read_bytes() == content


def corpus() -> list[Path]:
    """Return the real modules outside the project, an extra for those who have some."""
    folder = os.environ.get("COP_MODULE_CORPUS")
    return sorted(path.parent for path in Path(folder).glob("*/moduledata")) if folder else []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", corpus(), ids=lambda path: path.name)


@pytest.mark.corpus
def test_real_module(folder: Path, capsys: CAPTURE) -> None:
    out = run(capsys, str(folder))
    assert max(map(len, out.splitlines())) <= 100
    document = json.loads(run(capsys, str(folder), "--json"))
    root = etree.parse(folder / document["build_file"]).getroot()
    classes = [str(each.tag) for each in root.iterdescendants(etree.Element) if "." in each.tag]
    assert len(document["components"]) == len(classes)
    slots = [each for each in classes if each.endswith(("PieceSlot", "CardSlot"))]
    assert len(document["pieces"]) == len(slots)
    assert document["notes"] == []


WANTED = {
    "bushido": {"Player1": ("F", "183"), "Player2": ("F", "184")},
    "ragnarok": {},
    "module-template": {},
    "hex-counters-template": {},
}
"""Pattern and gpid of the best candidate for each power that has one, in modules that we know."""


@pytest.mark.corpus
def test_candidates_of_a_real_module(folder: Path, capsys: CAPTURE) -> None:
    if folder.name not in WANTED:
        pytest.skip("nobody has said where this module keeps VP")
    document = json.loads(run(capsys, str(folder), "--json"))
    found = {
        power: (each[0]["pattern"], each[0]["read"]["marker"]["gpid"])
        for power, each in document["candidates"].items()
        if each
    }
    assert found == WANTED[folder.name]


COUNTERS = {
    "bushido": (
        {"gpid": "183", "property": "VPs", "last": 3},
        {"gpid": "184", "property": "VPs", "last": 3},
        {"marker": "P1SPs", "property": "SPs", "last": 20},
        {"marker": "P2SPs", "property": "SPs", "last": 20},
    ),
}
"""Four numbers that pieces keep, with and without a name, in modules that we know."""


@pytest.mark.corpus
def test_real_module_is_bound_in_three_commands(
    folder: Path, tmp_path: Path, capsys: CAPTURE
) -> None:
    """None of them has the rule's powers: the draft says what to fill in, and then it builds."""
    draft, out = tmp_path / "cov.toml", tmp_path / "build"
    run(capsys, str(folder), "--bind", str(draft))
    build = ["build", "--module", str(folder), "--binding", str(draft), "--output", str(out)]
    assert main(build) == 2
    assert "powers.Austria.read (map, " in capsys.readouterr().err
    assert not out.exists()
    text = draft.read_text("utf-8")
    for power, counter in zip(POWERS, COUNTERS.get(folder.name, ()), strict=False):
        table = {"kind": "piece-property", "map": "Main Table", "first": 0, **counter}
        lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
        head = f"[powers.{power}.read]\n"
        empty = text.partition(head)[2].partition("\n[")[0]
        text = text.replace(f"{head}{empty}", f"{head}{lines}", 1)
    draft.write_text(text, "utf-8")
    bound = folder.name in COUNTERS
    assert main(build) == (0 if bound else 2)
    built = out / "cov" / "en" / "Congress_of_Peace.vmdx"
    assert built.is_file() == bound
    if bound:
        assert main(["check", str(built), "--module", str(folder)]) == 0
