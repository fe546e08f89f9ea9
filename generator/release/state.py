"""Is the tree that the generator stands in as it was committed?"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path

from generator.errors import InputError, one_line

_READ = ("generator/", "templates/", "tests/")
"""Where a file that git does not know counts too: the build and its proof may read it."""
_SHOWN = 3
_TOLD = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""By which git's hooks tell of their own tree."""


def require_clean(package: Path, given: Collection[Path]) -> None:
    """See that nothing is changed; a package that git does not keep has no such state.

    Args:
        package: folder of the generator's package.
        given: resolved paths that may differ, for the release keeps a copy of them.

    Raises:
        InputError: something is changed and not committed, or git cannot tell.
    """
    kept = _git(package, "ls-files", "--error-unmatch", "__init__.py")
    if kept is None or kept.returncode not in (0, 1):
        if any((folder / ".git").exists() for folder in package.parents):
            why = "is not installed" if kept is None else _said(kept)
            raise InputError(f"git: {why}; it must tell whether the tree is as committed")
        return
    if kept.returncode == 1:
        return
    top = _git(package, "rev-parse", "--show-toplevel")
    status = _git(package, "status", "--porcelain", "-z", "--untracked-files=all")
    if top is None or status is None or top.returncode or status.returncode:
        raise InputError("git: cannot tell whether the tree is as committed; try: git status")
    root = Path(top.stdout.rstrip("\n"))
    changed = [path for path in _changed(status.stdout) if (root / path).resolve() not in given]
    if changed:
        more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
        raise InputError(
            one_line(
                f"{root}: is not as committed: {', '.join(changed[:_SHOWN])}{more}; "
                "look at `git status`, then `git commit` or `git stash` that"
            )
        )


def _changed(status: str) -> Iterator[str]:
    """Yield the paths of ``git status --porcelain -z``."""
    entries = iter(status.split("\0"))
    for entry in entries:
        kind, path = entry[:2], entry[3:]
        if "R" in kind or "C" in kind:
            next(entries)  # where it was
        if path and (kind != "??" or path.startswith(_READ)):
            yield path


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str] | None:
    told = {key: value for key, value in os.environ.items() if key not in _TOLD}
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments],
            env={**told, "LC_ALL": "C"},
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
        )
    except FileNotFoundError:
        return None


def _said(done: subprocess.CompletedProcess[str]) -> str:
    lines = done.stderr.splitlines() or ["failed"]
    return one_line(lines[0].removeprefix("fatal: "))
