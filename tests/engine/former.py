"""A build of a former release, whose sheet was another piece."""

from __future__ import annotations

from pathlib import Path

from .built import read
from .later import SLOT, rebuilt

FORMER_SHEET = Path(__file__).with_name("former_sheet.txt")
"""The sheet of a new game as a build of December 2026 had it: a table of labels."""


def former_build(extension: Path, path: Path) -> Path:
    """Write a build whose at-start sheet is the former one, on a board of its former size."""
    root = read(extension)
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
    return rebuilt(extension, root, path)
