from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
import zipfile
from pathlib import Path

from generator.build import build
from generator.rules import load_rules
from tests.engine.tracks import bare_regions

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_of_the_odds_is_what_is_printed() -> None:
    command, shown = re.findall(r"\$ \.venv/bin/(generator odds .*)\n((?:.*\n)*?)```", README)[0]
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == shown


def test_errata_day_leads_to_a_file(tmp_path: Path) -> None:
    """Each command is run in the order it stands in, beside the file that is shown."""
    chapter = README.partition("### Errata day")[2].partition("\n##")[0]
    found = re.findall(r"```(\w*)\n(.*?)```", chapter, re.DOTALL)
    blocks = [(kind, textwrap.dedent(text)) for kind, text in found]
    (errata,) = (text for kind, text in blocks if kind == "toml")
    (tmp_path / "errata.toml").write_text(errata, "utf-8")
    session = "".join(text for kind, text in blocks if kind != "toml")
    session = re.sub(r"^\.venv", "$ .venv", session, flags=re.MULTILINE)
    parts = re.split(r"^\$ \.venv/bin/(generator .*)\n", session, flags=re.MULTILINE)[1:]
    printed = {}
    for command, shown in zip(parts[::2], parts[1::2], strict=True):
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert shown in ("", done.stdout), command
        printed[command] = done.stdout
    assert tomllib.loads(errata) == {"success": {"margin": 4}}
    assert "success.margin = 5 " in printed["generator rules"]
    assert list(printed)[1] == "generator rules --diff errata.toml"
    with zipfile.ZipFile(tmp_path / "build/Congress_of_Peace.vmdx") as archive:
        built = archive.read("buildFile.xml").decode()
        assert "0 to 4: success" in built
    assert "From 0 to 4 the" in (tmp_path / "build/docs/en/index.html").read_text("utf-8")


def test_the_three_commands_lead_from_a_module_to_a_bound_extension(tmp_path: Path) -> None:
    bare_regions(tmp_path / "CoV.vmod")
    shutil.copy(tmp_path / "CoV.vmod", tmp_path / "CoV-2.vmod")
    chapter = README.partition("bind it to a module's VP track")[2].partition("\n## ")[0]
    commands = re.findall(r"^\.venv/bin/(generator [^#\n]*)", chapter, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
    assert (tmp_path / "build/cov/en/Congress_of_Peace.vmdx").is_file()


def test_the_command_that_compares(tmp_path: Path) -> None:
    (command,) = re.findall(r"^\.venv/bin/(generator diff .*)$", README, re.MULTILINE)
    _, _, old, new, *_ = shlex.split(command)
    build(load_rules(), (tmp_path / old).parent, {})
    build(load_rules(), (tmp_path / new).parent, {})
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "no difference\n"


def test_what_the_tree_names_is_there() -> None:
    tree = README.partition("## The tree")[2].partition("```")[2].partition("```")[0]
    for name in re.findall(r"^(\S+) ", tree, re.MULTILINE):
        assert (ROOT / name).exists(), name


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)]+)\)", README):
        assert (ROOT / target).exists(), target
