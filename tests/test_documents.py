"""Every command that README and ``docs/`` show is run; what they picture is there."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import unescape

import pytest

from generator.build import build, build_bound
from generator.cli import main
from generator.extension.expressions import CongressExpressions
from generator.rules import load_rules
from generator.rules.load import SHIPPED
from generator.texts import load_texts
from tests.documents import (
    DOCUMENTS,
    LANGUAGE,
    RELEASE,
    ROOT,
    Command,
    blocks,
    chapter,
    chapters,
    commands,
    read,
)
from tests.engine.tracks import bare_regions
from tests.interface import LANGUAGES
from tests.release.tree import copied_tree

REALLY = ("vmdx", "docs")
"""Targets of make that are made; of all others a dry run is enough here: CI makes them."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with the files that the documents speak of."""
    tree = copied_tree(tmp_path_factory.mktemp("tree"))
    (errata,) = (each.text for each in blocks(chapter("Errata day")) if each.kind == "toml")
    (tree / "errata.toml").write_text(errata, "utf-8")
    build(load_rules(), tree / "old", {})
    for name in ("CoV.vmod", "CoV-2.vmod"):
        bare_regions(tree / name)
    return tree


def run(tree: Path, command: str, **environment: str) -> str:
    """Run a command as it stands there; return what it prints.

    A path to an engine leads to one that cannot be started: tests are only collected.
    """
    line = command.replace("\\", "/").replace("/Scripts/", "/bin/").replace("/path/to", f"{tree}")
    for name in re.findall(r"/(VASSAL-[\d.]+)", line):
        (tree / name / "lib").mkdir(parents=True, exist_ok=True)
        (tree / name / "lib/Vengine.jar").touch()
    target = re.search(r"\bmake (\w+)", line)
    if target is not None and target[1] not in REALLY:
        line = line.replace("make ", "make --dry-run ")
    own = {
        "PYTHONPATH": str(tree),
        "PATH": f"{tree / '.venv/bin'}{os.pathsep}{os.environ['PATH']}",
        **environment,
    }
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=tree,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    assert done.stdout + done.stderr, command
    return done.stdout


def errata_are_built(folder: Path) -> None:
    with zipfile.ZipFile(folder / "Congress_of_Peace.vmdx") as archive:
        assert "0 to 4: success" in archive.read("buildFile.xml").decode()
    assert "From 0 to 4 the" in (folder / "docs/en/index.html").read_text("utf-8")


def bound_is_built(folder: Path) -> None:
    assert (folder / "cov/en/Congress_of_Peace.vmdx").is_file()


LEADS_TO: Mapping[str, Callable[[Path], None]] = {
    "Errata day": errata_are_built,
    "Maintainers: bind it to a module's VP track": bound_is_built,
}
"""What is there when all commands of a chapter are run."""


@pytest.mark.skipif(os.name == "nt", reason="the commands are for sh and make")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_command_is_run(tree: Path, document: Path) -> None:
    """In the order they stand in; where the document says what it prints, it does."""
    for heading, text in chapters(read(document)).items():
        if heading in (RELEASE, LANGUAGE):
            continue
        for command in commands(text):
            printed = run(tree, command.line)
            assert command.shown in ("", printed), command.line
            if "pytest" in command.line and "VASSAL_HOME" in command.line:
                assert "[VASSAL-3.8.0" in printed
        if heading in LEADS_TO:
            LEADS_TO[heading](tree / "build")


def test_the_commands_are_found() -> None:
    """Those that other tests lead through as well."""
    lines = [command.line for each in DOCUMENTS for command in commands(read(each))]
    assert len(lines) > 20
    for heading in (RELEASE, LANGUAGE):
        own = [command.line for command in commands(chapter(heading))]
        assert own
        assert set(own) < set(lines)
    fenced = [each for document in DOCUMENTS for each in blocks(read(document))]
    assert {each.kind for each in fenced} == {
        "",
        "bat",
        "bsh",
        "jinja",
        "sh",
        "text",
        "toml",
        "xml",
    }
    text = "```sh\n# no heading\n```"
    assert commands("```sh\n# only this\nmake vmdx    # makes it\n```") == [Command("make vmdx")]
    assert list(chapters(f"# One\n{text}\n```\n# in it\n```\n## Two\n")) == ["One", "Two"]


def inline() -> Iterator[str]:
    for document in DOCUMENTS:
        text = re.sub(r"^ *```.*?^ *```$", "", read(document), flags=re.MULTILINE | re.DOTALL)
        for span in re.findall(r"`([^`]+)`", text):
            yield " ".join(span.split())


def test_commands_within_a_sentence_are_the_generators(capsys: pytest.CaptureFixture[str]) -> None:
    """Their options too; and what make is asked for."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    asked = 0
    for span in inline():
        words = span.removeprefix(".venv/bin/").split()
        if words[0] == "generator" and len(words) > 1:
            with pytest.raises(SystemExit, match="0"):
                main([words[1], "--help"])
            said = capsys.readouterr().out
            for option in (each for each in words if each.startswith("--")):
                assert re.search(rf"{option}\b", said), span
                asked += 1
        elif words[0] == "make" and len(words) > 1:
            assert re.search(rf"^{words[1]}:", makefile, re.MULTILINE), span
            for name in re.findall(r"([A-Z]+)=", span):
                assert f"$({name})" in makefile, span
                asked += 1
    assert asked > 3


@pytest.mark.skipif(os.name == "nt", reason="the commands are for sh")
def test_a_language_is_added_as_the_document_says(tmp_path: Path) -> None:
    """A made-up one; pictures are only collected, for they need an engine."""
    tree = copied_tree(tmp_path / "tree")
    lines = [command.line for command in commands(chapter(LANGUAGE))]
    copies = [line for line in lines if line.startswith("cp ")]
    for line in copies:
        subprocess.run(line.split(), cwd=tree, check=True)
        translate(tree / line.split()[-1])
    interface = tree / "tests/interface.py"
    listed = f"LANGUAGES = {LANGUAGES!r}".replace("'", '"')
    assert listed in interface.read_text("utf-8")
    more = listed.replace(")", ', "it")')
    interface.write_text(interface.read_text("utf-8").replace(listed, more), "utf-8")
    (tree / ".venv/bin/pytest").write_text(
        (tree / ".venv/bin/pytest").read_text().replace("--collect-only", "")
    )
    pictures = lines[-1]
    for line in lines[len(copies) : -1]:
        run(tree, line, PYTEST_ADDOPTS="-k '[it] and (english or room or logic)'")
    assert "[it-none]" in run(tree, pictures, PYTEST_ADDOPTS="--collect-only", VASSAL_HOME="")
    with zipfile.ZipFile(tree / "build/it/Congress_of_Peace.vmdx") as archive:
        assert 'name="Àùstrìà"' not in archive.read("buildFile.xml").decode()
        assert "Cöngréss öf Péàcé" in archive.read("buildFile.xml").decode()
    assert "it/index.html" in (tree / "build/docs/index.html").read_text("utf-8")


def translate(path: Path) -> None:
    """Give each text other letters, and the powers names."""

    def other(text: str) -> str:
        parts = re.split(r"(\{\w+\})", text)
        accents = str.maketrans("aeio", "àéìö")
        return "".join(each if each[:1] == "{" else each.translate(accents) for each in parts)

    lines = path.read_text("utf-8").splitlines()
    for at, line in enumerate(lines):
        key, is_text, text = line.partition(' = "')
        if is_text and not line.startswith("#"):
            lines[at] = f"{key}{is_text}{other(text)}"
        if line == "[names]":
            rules = load_rules()
            named = (*rules.powers, rules.release.title)
            lines[at] += "".join(f'\n"{each}" = "{other(each)}"' for each in named)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", read(document)):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_files_that_are_named_are_there() -> None:
    """Those of the made-up language are not."""
    ours = re.compile(r"(generator|templates|tests|docs)/[\w./-]*")
    named = [each for each in inline() if ours.fullmatch(each) and "/it." not in each]
    assert len(named) > 15
    for each in named:
        assert (ROOT / each).exists(), each


# The tree


def pictures() -> tuple[str, str]:
    picture, listing = (each.text for each in blocks(chapter("The tree in one picture")))
    return picture, listing


def parts() -> set[str]:
    """Return the folders of the generator, and its files that import some of them."""
    folders = {path.parent.name for path in (ROOT / "generator").glob("*/__init__.py")}
    return folders | {"package.py", "build.py", "cli.py"}


def test_the_picture_has_every_folder() -> None:
    picture, listing = pictures()
    text = chapter("The tree in one picture")
    drawn = re.findall(r"generator/([\w.]+)", picture)
    listed = re.findall(r"^generator/([\w.]+)", listing, re.MULTILINE)
    assert sorted(drawn) == sorted(parts() - {"build.py", "cli.py"})
    assert sorted(listed) == sorted(parts())
    ours = {
        path.relative_to(ROOT).parts[0]
        for kind in ("py", "j2", "md")
        for path in ROOT.glob(f"*/**/*.{kind}")
    }
    top = {".ci", *(name for name in ours if not name.startswith("."))}
    assert {"docs", "generator", "templates", "tests"} < top
    for name in top - {"generator"}:
        assert f"`{name}/`" in text, name


def test_each_part_uses_only_what_stands_above_it() -> None:
    _, listing = pictures()
    order = re.findall(r"^generator/([\w.]+)", listing, re.MULTILINE)
    for part in order:
        path = ROOT / "generator" / part
        allowed = order[: order.index(part) + 1]
        for source in [path] if path.is_file() else sorted(path.glob("*.py")):
            for used in imported(source):
                assert used in allowed or used not in order, f"{source}: {used}"


def imported(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator."):
            name = str(node.module).split(".")[1]
            yield name if (ROOT / "generator" / name).is_dir() else f"{name}.py"


# What is read and written


def test_every_entry_of_an_extension_is_named(tmp_path: Path) -> None:
    text = chapter("What is read and written")
    bare_regions(tmp_path / "CoV.vmod")
    binding = tmp_path / "cov.toml"
    assert main(["inspect", str(tmp_path / "CoV.vmod"), "--bind", str(binding)]) == 0
    built = build_bound(load_rules(), tmp_path / "CoV.vmod", binding, tmp_path, {})
    with zipfile.ZipFile(built.path) as archive:
        entries = {re.sub("/.*", "/", name) for name in archive.namelist()}
    named = set(re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| … .*", text, re.MULTILINE))))
    assert entries <= named
    assert {"SHA256SUMS", "NOTES.md"} <= named


# From template to engine


def test_the_example_is_what_the_code_makes(tmp_path: Path) -> None:
    margin, template, rendered, setter, pointer, field = (
        each.text.strip() for each in blocks(chapter("From template to engine"))
    )
    rules = load_rules()
    assert tomllib.loads(margin) == {"margin": rules.success.margin}
    shipped = SHIPPED.read_text("utf-8").partition("[success]\n")[2].partition("\n[")[0]
    assert re.search(rf"^{margin}\b", shipped, re.MULTILINE)
    assert template in (ROOT / "templates/expressions/phase_winds.bsh.j2").read_text("utf-8")
    express = CongressExpressions(rules, load_texts())
    assert express.calculation("phase_winds") == rendered
    with zipfile.ZipFile(build(rules, tmp_path, {}).path) as archive:
        built = archive.read("buildFile.xml").decode()
    for line in (setter, pointer, field):
        assert line in built
    assert f"P,{{{rendered}}}" in unescape(setter, {"&#34;": '"'})
    assert express.calculation("margin_step") in unescape(pointer, {"&#34;": '"'}).replace(
        "\\,", ","
    )
    layers = {each for each in built.split("\t") if field in each}
    assert {each.count("cop_scale_") for each in layers} == {25}
