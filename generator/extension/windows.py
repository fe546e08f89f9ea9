"""What players see: the toolbar menu, the sheet, the palette and the help page's menu entry."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from generator.extension.names import NOBODY
from generator.rules import Rules
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


def menu(rules: Rules, *, reads_vp: bool) -> tuple[Component, ...]:
    """Return the toolbar menu and the buttons that it takes in, in its order.

    ``reads_vp``: the module keeps VP, and they can be read anew.

    Each button only fires the command's key, so that a greyed one does not silence the command.
    """
    read_vp = ("CoP_ReadVP", "CoP: read the VP", "Read the VP from the module", "CoP_NoInput")
    items: list[tuple[str, str, str, str]] = [
        *([read_vp] if reads_vp else []),
        *(
            (
                f"CoP_AskVP_{power}",
                f"CoP: VP of {power}…",
                f"Enter the VP of {power}",
                "CoP_NoInput",
            )
            for power in rules.powers
        ),
        (
            "CoP_AskIssueWinner",
            "CoP: winner of the Issue…",
            f"Enter who won the {rules.release.title} Issue",
            "CoP_NoInput",
        ),
        (
            "CoP_ToggleMetternich",
            "CoP: Metternich on/off",
            "Metternich negotiated or debated the Issue, or not",
            "CoP_NoInput",
        ),
        (
            "CoP_AskDiplomacyWinner",
            "CoP: winner of the Diplomacy Phase…",
            f"Enter who won this turn's Diplomacy Phase ({NOBODY}: nobody)",
            "CoP_NoDiplomacy",
        ),
        (
            "CoP_StopEarly",
            "CoP: stop the Issue early…",
            f"{rules.stop_early.paragraph}: report the points given up",
            "",
        ),
        (
            "CoP_Call",
            "CoP: call the congress",
            f"{rules.activation.paragraph} and Step 1: pay and call",
            "CoP_NoDecide",
        ),
        (
            "CoP_Decline",
            "CoP: decline",
            f"{rules.activation.paragraph}: pay and decline",
            "CoP_NoDecide",
        ),
        (
            "CoP_NoResource",
            "CoP: no Resource",
            f"{rules.activation.paragraph}: the winner cannot pay",
            "CoP_NoDecide",
        ),
        (
            "CoP_Winds",
            "CoP: roll the political winds",
            f"{rules.winds.paragraph}: Steps 2 and 3",
            "CoP_NoWinds",
        ),
        (
            "CoP_Penalties",
            "CoP: roll the penalties",
            f"{rules.penalties.paragraph}: Step 4",
            "CoP_NoPenalties",
        ),
        ("CoP_Record", "CoP: print the record", "Print the congress's record in the chat", ""),
        (
            "CoP_Release",
            "CoP: release the seat",
            "Let any player roll: the one who called has left",
            "CoP_NoRelease",
        ),
        ("CoP_Resend", "CoP: send my state to all", "Repairs players whose values differ", ""),
        ("CoP_Reset", "CoP: reset", "Empty the record and the inputs; VP are kept", ""),
    ]
    buttons = [
        DoActionButton(name=f"{key} button", text=text, tooltip=tooltip, gate=gate, keys=(key,))
        for key, text, tooltip, gate in items
    ]
    title = rules.release.title
    return (
        *buttons,
        ToolbarMenu(
            name=f"{title} menu",
            text=title,
            tooltip=f"Rule {rules.release.rule}: what can be done now",
            icon=ICON,
            items=(_SHEET_BUTTON, *(button.text for button in buttons), _PALETTE_BUTTON),
        ),
    )


_SHEET_BUTTON = "CoP: sheet"
_PALETTE_BUTTON = "CoP: pieces"


def windows(rules: Rules) -> tuple[Component, ...]:
    """Return the sheet, the palette and the help entry."""
    slots = _slots(rules)
    title = rules.release.title
    width, height = LAYOUT.width + 2 * LAYOUT.margin, LAYOUT.height + 2 * LAYOUT.margin
    sheet = MapWindow(
        name=title,
        button_text=_SHEET_BUTTON,
        tooltip="Show or hide the sheet",
        key="CoP_Sheet",
        board=Board("CoP sheet", BOARD, width, height, "233,225,205"),
        stacks=(SetupStack("CoP table", width // 2, height // 2, (slots["sheet_at_start"],)),),
    )
    palette = PieceWindow(
        name=f"{title} pieces",
        button_text=_PALETTE_BUTTON,
        tooltip="Show or hide the pieces of the Congress of Peace",
        slots=(slots["issue_marker"], slots["metternich"], slots["sheet_palette"]),
    )
    return (sheet, palette, HelpFile(f"{title} ({rules.release.rule})", HELP_PAGE))


def _slots(rules: Rules) -> dict[str, PieceSlot]:
    numbers = _numbers()
    sheet_traits = (*_labels(rules), NonMoving())
    pieces = {
        "sheet_at_start": Piece("CoP sheet", TABLE, numbers["sheet_at_start"], sheet_traits),
        "sheet_palette": Piece(
            "CoP sheet",
            TABLE,
            numbers["sheet_palette"],
            (Deletable("Delete", "cop.piece.delete"), *sheet_traits),
        ),
        "issue_marker": Piece(
            "CoP Issue",
            ISSUE,
            numbers["issue_marker"],
            (Deletable("Delete", "cop.piece.delete"),),
        ),
        "metternich": Piece(
            "Metternich",
            METTERNICH,
            numbers["metternich"],
            (
                Deletable("Delete", "cop.piece.delete"),
                Layer(
                    "Metternich side",
                    (METTERNICH, METTERNICH_USED),
                    ("+", "+ (used in the Peace Congress)"),
                    "Turn over",
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
