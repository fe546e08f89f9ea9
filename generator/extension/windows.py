"""What players see: the toolbar menu, the sheet, the palette and the help page's menu entry."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from generator.rules import Rules
from generator.texts import Texts
from generator.vassal.components import (
    Board,
    Component,
    DoActionButton,
    HelpFile,
    MapWindow,
    PieceSlot,
    PieceWindow,
    SetupStack,
    ToolbarMenu,
)
from generator.vassal.traits import Deletable, Layer, NonMoving, Piece, TextLabel, Trait

EXTENSION_ID = "cop"

ICON = "cop_icon.svg"
TABLE = "cop_table.svg"
BOARD = "cop_board.svg"
ISSUE = "cop_issue.svg"
METTERNICH = "cop_metternich.svg"
METTERNICH_USED = "cop_metternich_used.svg"
IMAGES = (BOARD, ICON, ISSUE, METTERNICH, METTERNICH_USED, TABLE)
"""Every image of the extension, each a template in ``templates/images``."""

HELP_PAGE = "cop_rules.html"


@dataclass(frozen=True)
class Column:
    """A column of the sheet's table."""

    heading: str
    property: str
    """Name of the property that it shows, ``{}`` for the power."""
    width: int
    """Pixels."""
    bold: bool = False


@dataclass(frozen=True)
class SheetLayout:
    """Geometry of the sheet's table in pixels, shared by its image and its labels."""

    width: int = 640
    height: int = 300
    margin: int = 20
    """Of the board around the table."""
    columns: tuple[Column, ...] = (
        Column("VP", "CoP_VP_{}", 70, bold=True),
        Column("Place", "CoP_Place_{}", 70),
        Column("Before", "CoP_Before_{}", 80),
        Column("Die", "CoP_Die_{}", 60),
        Column("Adjusted", "CoP_After_{}", 90, bold=True),
        Column("Result", "CoP_Result_{}", 110),
    )
    left: int = 140
    """Where the first column begins, after the powers' names."""
    first_row: int = 104
    """Middle of the first power's row."""
    row_height: int = 36
    status_line: int = 254
    """Middle of the line that says what comes next."""
    detail_line: int = 280

    def row(self, index: int) -> int:
        """Return the middle of a power's row."""
        return self.first_row + index * self.row_height

    @property
    def row_width(self) -> int:
        """Return the width of all columns."""
        return sum(column.width for column in self.columns)

    def headings(self) -> list[tuple[str, int]]:
        """Return each column's heading and its middle."""
        places = []
        left = self.left
        for column in self.columns:
            places.append((column.heading, left + column.width // 2))
            left += column.width
        return places


LAYOUT = SheetLayout()


def menu(rules: Rules, texts: Texts, *, reads_vp: bool) -> tuple[Component, ...]:
    """Return the toolbar menu and the buttons that it takes in, in its order.

    ``reads_vp``: the module keeps VP, and they can be read anew.

    Each button only fires the command's key, so that a greyed one does not silence the command.
    """
    title = texts.name(rules.release.title)
    words = {"title": title, "nobody": texts.plain("prompts.nobody")}

    def button(
        key: str, entry: str, gate: str, power: str = "", paragraph: str = ""
    ) -> DoActionButton:
        fill = {**words, "power": texts.name(power), "paragraph": paragraph}
        return DoActionButton(
            name=f"{key} button",
            text=texts.plain(f"menu.{entry}", **fill),
            tooltip=texts.plain(f"tips.{entry}", **fill),
            gate=gate,
            keys=(key,),
        )

    activation = rules.activation.paragraph
    buttons = (
        *([button("CoP_ReadVP", "read_vp", "CoP_NoInput")] if reads_vp else []),
        *(button(f"CoP_AskVP_{power}", "vp", "CoP_NoInput", power) for power in rules.powers),
        button("CoP_AskIssueWinner", "issue", "CoP_NoInput"),
        button("CoP_ToggleMetternich", "metternich", "CoP_NoInput"),
        button("CoP_AskDiplomacyWinner", "diplomacy", "CoP_NoDiplomacy"),
        button("CoP_StopEarly", "stop_early", "", paragraph=rules.stop_early.paragraph),
        button("CoP_Call", "call", "CoP_NoDecide", paragraph=activation),
        button("CoP_Decline", "decline", "CoP_NoDecide", paragraph=activation),
        button("CoP_NoResource", "no_resource", "CoP_NoDecide", paragraph=activation),
        button("CoP_Winds", "winds", "CoP_NoWinds", paragraph=rules.winds.paragraph),
        button(
            "CoP_Penalties", "penalties", "CoP_NoPenalties", paragraph=rules.penalties.paragraph
        ),
        button("CoP_Record", "record", ""),
        button("CoP_Release", "release", "CoP_NoRelease"),
        button("CoP_Resend", "resend", ""),
        button("CoP_Reset", "reset", ""),
    )
    entries = (
        texts.plain("menu.sheet"),
        *(each.text for each in buttons),
        texts.plain("menu.pieces"),
    )
    return (
        *buttons,
        ToolbarMenu(
            name=f"{rules.release.title} menu",
            text=title,
            tooltip=texts.plain("menu.tip", rule=rules.release.rule),
            icon=ICON,
            items=entries,
        ),
    )


def windows(rules: Rules, texts: Texts) -> tuple[Component, ...]:
    """Return the sheet, the palette and the help entry.

    Maps and boards are known by their names in saves and between players: those stay the same in
    all languages.
    """
    slots = _slots(rules, texts)
    title = texts.name(rules.release.title)
    width, height = LAYOUT.width + 2 * LAYOUT.margin, LAYOUT.height + 2 * LAYOUT.margin
    sheet = MapWindow(
        name=rules.release.title,
        button_text=texts.plain("menu.sheet"),
        tooltip=texts.plain("tips.sheet"),
        key="CoP_Sheet",
        board=Board("CoP sheet", BOARD, width, height, "233,225,205"),
        stacks=(SetupStack("CoP table", width // 2, height // 2, (slots["sheet_at_start"],)),),
    )
    palette = PieceWindow(
        name=texts.plain("pieces.window", title=title),
        button_text=texts.plain("menu.pieces"),
        tooltip=texts.plain("tips.pieces"),
        slots=(slots["issue_marker"], slots["metternich"], slots["sheet_palette"]),
    )
    return (sheet, palette, HelpFile(f"{title} ({rules.release.rule})", HELP_PAGE))


def _slots(rules: Rules, texts: Texts) -> dict[str, PieceSlot]:
    numbers = _numbers()

    def name(key: str) -> str:
        return texts.plain(f"pieces.{key}")

    delete = Deletable(name("delete"), "cop.piece.delete")
    sheet_traits = (*_labels(rules), NonMoving())
    pieces = {
        "sheet_at_start": Piece(name("sheet"), TABLE, numbers["sheet_at_start"], sheet_traits),
        "sheet_palette": Piece(
            name("sheet"),
            TABLE,
            numbers["sheet_palette"],
            (delete, *sheet_traits),
        ),
        "issue_marker": Piece(
            name("issue"),
            ISSUE,
            numbers["issue_marker"],
            (delete,),
        ),
        "metternich": Piece(
            name("metternich"),
            METTERNICH,
            numbers["metternich"],
            (
                delete,
                Layer(
                    name("metternich_side"),
                    (METTERNICH, METTERNICH_USED),
                    ("+", f"+ ({name('metternich_used')})"),
                    name("turn"),
                    "cop.piece.turn",
                ),
            ),
        ),
    }
    sizes = {
        "sheet_at_start": (LAYOUT.width, LAYOUT.height),
        "sheet_palette": (LAYOUT.width, LAYOUT.height),
    }
    return {name: PieceSlot(piece, *sizes.get(name, (75, 75))) for name, piece in pieces.items()}


def _labels(rules: Rules) -> tuple[Trait, ...]:
    """Return one label a line; an HTML table in it keeps the columns.

    Not one a cell: Labeler.getShape asks the trait within it twice, so that the cost of painting
    doubles with every label of a piece (engine 3.6.0-SNAPSHOT stood still with 26).
    """
    middle_x, middle_y = LAYOUT.width // 2, LAYOUT.height // 2
    rows = [
        TextLabel(
            _row(power),
            LAYOUT.left + LAYOUT.row_width // 2 - middle_x,
            LAYOUT.row(index) - middle_y,
            size=15,
        )
        for index, power in enumerate(rules.powers)
    ]
    status = TextLabel("$CoP_Status$", 0, LAYOUT.status_line - middle_y, size=15, bold=True)
    detail = TextLabel(
        "Issue: $CoP_IssueWinner$ | Diplomacy Phase: $CoP_DiplomacyWinner$"
        " | Step 1 gap: $CoP_Gap$ | Step 3 margin: $CoP_Margin$",
        0,
        LAYOUT.detail_line - middle_y,
        size=12,
    )
    return (*rows, status, detail)


def _row(power: str) -> str:
    cells = []
    for column in LAYOUT.columns:
        value = f"${column.property.format(power)}$"
        shown = f"<b>{value}</b>" if column.bold else value
        cells.append(f'<td width="{column.width}" align="center">{shown}</td>')
    return f'<html><table cellpadding="0" cellspacing="0"><tr>{"".join(cells)}</tr></table></html>'


def gpid_numbers() -> tuple[dict[str, int], int]:
    """Return the number of each piece slot, and the next free one."""
    table = tomllib.loads(Path(__file__).with_name("gpids.toml").read_text("utf-8"))
    return dict(table["slots"]), int(table["next"])


def _numbers() -> dict[str, str]:
    return {name: f"{EXTENSION_ID}:{number}" for name, number in gpid_numbers()[0].items()}
