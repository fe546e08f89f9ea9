"""A build of a former release, whose sheet was another piece."""

from __future__ import annotations

import zipfile
from pathlib import Path

from lxml import etree

from generator.buildfile.check import parse

from .later import SLOT

FORMER_SHEET = Path(__file__).with_name("former_sheet.txt")
"""The sheet of a new game as a build of December 2026 had it: a table of labels."""


def former_build(extension: Path, path: Path) -> Path:
    """Write a build whose at-start sheet is the former one, on a board of its former size."""
    with zipfile.ZipFile(extension) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    root = parse(entries["buildFile.xml"])
    root.set("version", "0.9.0")
    (slot,) = (each for each in root.iter(SLOT) if each.get("gpid") == "cop:1")
    slot.text = FORMER_SHEET.read_text("utf-8").removesuffix("\n")
    stack = slot.getparent()
    assert stack is not None
    stack.set("x", "340")
    stack.set("y", "170")
    board = next(root.iter("VASSAL.build.module.map.boardPicker.Board"))
    board.set("width", "680")
    board.set("height", "340")
    entries["buildFile.xml"] = etree.tostring(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path
