"""Errata, proof and release as README leads: its own commands, a real engine, git's own tree."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from generator.build import build
from generator.rules import load_rules
from tests.documents import RELEASE, chapter, commands
from tests.release.tree import ROOT, committed_tree, generator

from .homes import EngineHome

ERRATA = "[success]\nmargin = 4\n[fiasco]\nlimit = 0  # so that every case is played in seconds\n"


def test_the_release_that_readme_leads_to(home: EngineHome, tmp_path: Path) -> None:
    proof, release = (shlex.split(each.line) for each in commands(chapter(RELEASE)))
    assert (proof[:2], release[:2]) == (["make", "proof"], [".venv/bin/generator", "release"])
    tree = committed_tree(tmp_path / "tree")
    (tree / "errata.toml").write_text(ERRATA)
    build(load_rules(), tree / "old", {})
    refused = generator(tree, tree, *release[1:])
    assert refused.returncode == 2
    assert refused.stderr.endswith(f"; {shlex.join(proof)}\n")
    make = subprocess.run(
        ["make", "--dry-run", *proof[1:]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    # under `make test` it also tells of its folder, so the line is not the last one
    called = re.search(r" -m tests\.engine\.proof (.*)", make.stdout)
    assert called
    others = "" if home.name == "registry" else str(home.path)
    proven = subprocess.run(
        [sys.executable, "-m", "tests.engine.proof", *shlex.split(called[1]), "--engines", "1"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}", "VASSAL_HOME": others},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (proven.returncode, proven.stderr) == (0, "")
    lines = proven.stdout.splitlines()
    cases = [int(line.split(":")[1].split()[0]) for line in lines if line.startswith("engine ")]
    assert len(cases) == (1 if home.name == "registry" else 2)
    assert lines[-1] == f"{sum(cases)} cases, 0 wrong"
    done = generator(tree, tree, *release[1:])
    assert (done.returncode, done.stderr) == (0, "")
    folder = tree / "build/release/1.0.1"
    notes = (folder / "NOTES.md").read_text("utf-8")
    assert "- In Step 3, the congress succeeds up to a difference of 4 VP instead of 5." in notes
    proven_on = re.findall(r"of the odds, ([0-9,]+) in all, was as the rule says\.\n", notes)
    assert proven_on == [f"{each:,}" for each in cases]
    summed = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=folder, capture_output=True, check=False
    )
    assert summed.returncode == 0
    (tree / "errata.toml").write_text(ERRATA.replace("4", "3"))
    refused = generator(tree, tree, "release", "1.0.2", *release[3:5], "--date", "2100-01-01")
    assert "is the proof of another state of the rule" in refused.stderr
