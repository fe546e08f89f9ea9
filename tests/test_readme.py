from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

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


def test_the_example_errata_is_valid(tmp_path: Path) -> None:
    (errata,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "errata.toml"
    path.write_text(errata, "utf-8")
    rules = load_rules(path)
    assert rules.release.version == tomllib.loads(errata)["release"]["version"]
    assert rules.activation.decline_vp == -1


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


def test_what_the_tree_names_is_there() -> None:
    tree = README.partition("## The tree")[2].partition("```")[2].partition("```")[0]
    for name in re.findall(r"^(\S+) ", tree, re.MULTILINE):
        assert (ROOT / name).exists(), name


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)]+)\)", README):
        assert (ROOT / target).exists(), target
