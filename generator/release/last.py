"""The release before: where it is, its version, date and files."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.compare.element import read_written
from generator.errors import InputError
from generator.extension.identity import IDENTITY
from generator.extension.names import RULE_ENTRY
from generator.release.versions import FORM, order

SUMS = "SHA256SUMS"


@dataclass(frozen=True)
class Last:
    """A release that players have."""

    folder: Path
    version: str
    date: dt.date
    """Of the newest entry in its English file, which pictures are kept by."""
    files: tuple[str, ...]
    """Its extensions, from its folder, with slashes."""
    rule: bytes
    """What it was built from, as TOML; empty if it does not say."""


def find_last(output: Path) -> Path | None:
    """Return the folder of the greatest version in ``output``, if there is any."""
    if not output.is_dir():
        return None
    names = [each.name for each in output.iterdir() if FORM.fullmatch(each.name)]
    found = [output / name for name in names if (output / name / IDENTITY.file_name).is_file()]
    return max(found, key=lambda each: order(each.name), default=None)


def read_last(folder: Path) -> Last:
    """Read a release, or the folder of a build.

    Raises:
        InputError: the English extension is not there or broken, or a file is not as its sum.
    """
    main = folder / IDENTITY.file_name
    if not main.is_file():
        raise InputError(
            f"{folder}: has no {IDENTITY.file_name}; give the folder of the last release"
        )
    _check_sums(folder)
    written = read_written(main)
    if written.unread or RULE_ENTRY in written.odd_tables:
        what = written.unread or f"its {RULE_ENTRY} cannot be read"
        raise InputError(f"{main}: is broken, {what}; get that release anew")
    with zipfile.ZipFile(main) as archive:
        dates = list(_dates(archive))
        rule = archive.read(RULE_ENTRY) if RULE_ENTRY in written.tables else b""
    if not dates or not order(written.root.get("version", "")):
        raise InputError(f"{main}: does not say its version and date; give another --last")
    return Last(
        folder=folder,
        version=written.root["version"],
        date=max(dates),
        files=tuple(sorted(extensions_in(folder))),
        rule=rule,
    )


def extensions_in(folder: Path) -> Iterator[str]:
    """Yield the extensions of a release's folder, from there, with slashes; of no release in it."""
    for path in folder.rglob(IDENTITY.file_name):
        relative = path.relative_to(folder)
        if not any(part.startswith(".") or FORM.fullmatch(part) for part in relative.parts):
            yield relative.as_posix()


def _dates(archive: zipfile.ZipFile) -> Iterator[dt.date]:
    for entry in archive.infolist():
        try:
            yield dt.date(*entry.date_time[:3])
        except ValueError:
            continue  # a day that there is not, as other tools write


def _check_sums(folder: Path) -> None:
    path = folder / SUMS
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text("utf-8", errors="replace").split("\n"), 1):
        digest, _, name = line.partition("  ")
        if not line:
            continue
        if not name or not re.fullmatch(r"[0-9a-f]{64}", digest):
            raise InputError(f"{path}:{number}: is no sum and file; get that release again")
        try:
            content = (folder / name).read_bytes()
        except (OSError, ValueError):  # a name that no file can have
            content = b""
        if hashlib.sha256(content).hexdigest() != digest:
            raise InputError(f"{folder / name}: is not what {SUMS} says; get that release again")
