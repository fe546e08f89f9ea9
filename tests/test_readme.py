from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from generator.rules import load_rules

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


def test_what_the_tree_names_is_there() -> None:
    tree = README.partition("## The tree")[2].partition("```")[2].partition("```")[0]
    for name in re.findall(r"^(\S+) ", tree, re.MULTILINE):
        assert (ROOT / name).exists(), name


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!http)([^)]+)\)", README):
        assert (ROOT / target).exists(), target
