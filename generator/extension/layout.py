"""Geometry of the sheet in pixels, shared by its pictures and by the traits of its piece.

A placed piece keeps its traits and looks its pictures up by name: once a release is out, other
numbers need other names of pictures, and the former ones are kept (``pictures.KEPT``).
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.extension.identity import IDENTITY
from generator.kit.sheet import Box, Canvas

SCALE_LIMIT = 18
"""Step of a scale that stands for the rule's limit."""
SCALE_END = 24
"""Last step of a scale; what is greater stays there."""

RECORD_LINES = 4
"""Lines of the record."""
RECORD_SIZE = 11
"""Size of their letters."""
ODDS_SIZE = 12
"""Size of the letters of the odds below the table."""
NAME_LETTERS = 24
"""Letters of a player's name; wide ones may not have room in the last of the lines."""


COLUMNS = {
    "power": 183,
    "vp": 119,
    "issue": 60,
    "diplomacy": 69,
    "chance": 70,
    "cost": 64,
    "place": 67,
    "before": 55,
    "die": 44,
    "after": 73,
    "penalty_diplomacy": 48,
    "penalty_highest": 48,
    "penalty_issue": 48,
}
"""Columns of the table and their widths."""


@dataclass(frozen=True)
class SheetLayout:
    """Where everything stands on the sheet."""

    width: int = 996
    height: int = 632
    margin: int = 24
    title_line: int = 44
    """Base line of the title."""
    ribbon: Box = Box(24, 58, 948, 28)
    """The steps of a congress."""
    status: Box = Box(24, 92, 948, 30)
    """What can be done next."""
    head: Box = Box(24, 128, 948, 38)
    """The table's headings."""
    row_height: int = 44
    scales: Box = Box(24, 378, 948, 64)
    outlook: Box = Box(24, 446, 948, 22)
    """The odds in one line."""
    limit_step: int = SCALE_LIMIT
    scale_step: int = 14
    """Width of a scale's step."""
    buttons: Box = Box(24, 474, 948, 34)
    tools: Box = Box(24, 514, 948, 24)
    """Buttons for what is seldom wanted."""
    record: Box = Box(24, 546, 948, 60)

    @property
    def canvas(self) -> Canvas:
        """Return what the sheet's parts are placed on."""
        return Canvas(IDENTITY, self.width, self.height)

    @property
    def board(self) -> Box:
        """Return the sheet's board."""
        return self.canvas.board

    @property
    def stage(self) -> Box:
        """Return what the pictures of a stage lie over: from the ribbon to the lower buttons."""
        top = self.ribbon.top - 2
        return Box(self.ribbon.left - 6, top, self.ribbon.width + 12, self.tools.bottom + 2 - top)

    def column(self, name: str) -> Box:
        """Return a column of the table: from its headings to the last power's row."""
        left = self.head.left
        for each, width in COLUMNS.items():
            if each == name:
                height = self.head.height + 4 * self.row_height
                return Box(left, self.head.top, width, height)
            left += width
        raise KeyError(name)

    def row(self, index: int) -> Box:
        """Return a power's row."""
        top = self.head.bottom + index * self.row_height
        return Box(self.head.left, top, self.head.width, self.row_height)

    @property
    def rows(self) -> Box:
        """Return the rows of all powers."""
        first = self.row(0)
        return Box(first.left, first.top, first.width, 4 * first.height)

    def cell(self, name: str, index: int) -> Box:
        """Return a power's cell in a column."""
        column, row = self.column(name), self.row(index)
        return Box(column.left, row.top, column.width, row.height)

    def seals(self, name: str) -> Box:
        """Return where the pictures of a column's seal lie: its rows, and the one for nobody."""
        column = self.column(name)
        top = self.row(0).top
        return Box(column.left, top, column.width, self.row(3).bottom + 34 - top)

    @property
    def nobody(self) -> Box:
        """Where nobody wins the Diplomacy Phase."""
        column, last = self.column("diplomacy"), self.row(3)
        return Box(column.left, last.bottom, column.width, 28)

    @property
    def nobody_plate(self) -> Box:
        """Return the plate of that spot and its words."""
        spot = self.nobody
        return Box(spot.left - 290, spot.top + 3, spot.right - 4 - (spot.left - 290), 24)

    def choice(self, line: int) -> Box:
        """Return where the odds say what calling and declining mean, in two lines: beside that."""
        left = self.nobody.right + 8
        top = self.nobody.top + 2 + 16 * line
        return Box(left, top, self.head.right - left, 16)

    @property
    def winds(self) -> Box:
        """Return the slip that says what the winds do, where later their record stands."""
        first, last = self.column("place"), self.column("die")
        rows = self.rows
        return Box(first.left, rows.top, last.right - first.left, rows.height).inner(3, 6)

    @property
    def losses(self) -> Box:
        """Return the slip that says what Step 4 takes, where before the call the odds stand."""
        first, last = self.column("chance"), self.column("cost")
        rows = self.rows
        return Box(first.left, rows.top, last.right - first.left, rows.height).inner(3, 6)

    def metternich(self, index: int) -> Box:
        """Return the box that says whether Metternich took part, in his power's row."""
        cell = self.cell("power", index)
        return Box(cell.left + 46, cell.bottom - 19, cell.width - 50, 16)

    def lower(self, index: int) -> Box:
        """Return the spot that takes one VP away."""
        cell = self.cell("vp", index)
        return Box(cell.left + 2, cell.y - 12, 22, 24)

    def higher(self, index: int) -> Box:
        """Return the spot that gives one VP."""
        cell = self.cell("vp", index)
        return Box(cell.right - 24, cell.y - 12, 22, 24)

    def typed(self, index: int) -> Box:
        """Return the spot that asks for VP."""
        cell = self.cell("vp", index)
        return Box(cell.left + 26, cell.y - 14, cell.width - 52, 28)

    def scale(self, index: int) -> Box:
        """Return the bar of a scale; its steps are ``scale_step`` wide."""
        panel = self.scales.part(index, 2, 16)
        return Box(panel.left + 84, panel.top + 32, self.scale_step * (SCALE_END + 1), 12)

    def pointer(self, index: int) -> Box:
        """Return where the pictures of a scale's pointer lie: around its bar."""
        bar = self.scale(index)
        return Box(bar.left - 10, bar.top - 4, bar.width + 20, bar.height + 18)

    def record_line(self, index: int) -> Box:
        """Return a line of the record."""
        left = self.record.left + 92
        return Box(left, self.record.top + 4 + 13 * index, self.record.right - left - 12, 13)

    def scale_number(self, index: int) -> Box:
        """Return where a scale's number stands."""
        panel = self.scales.part(index, 2, 16)
        return Box(panel.left + 6, panel.top + 22, 72, 34)
