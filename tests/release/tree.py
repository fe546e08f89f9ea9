"""A tree of the generator that git keeps, apart from the one that is worked on."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def git(folder: Path, *arguments: str) -> None:
    name = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)


def committed_tree(folder: Path) -> Path:
    """Copy what a release is made from, and commit it."""
    for name in ("generator", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "README.md").write_text("Read me.\n", "utf-8")
    (folder / ".gitignore").write_text("__pycache__/\n/build/\n", "utf-8")
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def copied_tree(folder: Path) -> Path:
    """Copy all that is worked on, with a ``.venv`` that leads to the Python of this test.

    There pytest only collects, and pip only says what it would do.
    """
    ours = shutil.ignore_patterns(".*", "__pycache__", "build", "dist")
    shutil.copytree(ROOT, folder, ignore=ours, dirs_exist_ok=True)
    programs = {
        "py": "-m venv --without-pip .venv #",
        "python": "",
        "generator": "-m generator",
        "pytest": "-m pytest --collect-only -q",
        "pip": "-m pip --quiet install --dry-run --no-deps --no-build-isolation . #",
    }
    (folder / ".venv/bin").mkdir(parents=True)
    for name, leads_to in programs.items():
        program = folder / ".venv/bin" / name
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {leads_to} "$@"\n')
        program.chmod(0o755)
    (folder / ".venv/installed").touch()
    return folder


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "As it is")


def generator(tree: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the generator of a tree."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
