"""What players see: the toolbar menu, the sheet, the palette and the help page's menu entry."""

from __future__ import annotations

import tomllib
from pathlib import Path

from generator.extension.identity import IDENTITY
from generator.extension.pictures import BOARD, ICON, ISSUE, METTERNICH, METTERNICH_USED, SHEET
from generator.extension.sheet import LAYOUT, sheet_traits
from generator.kit.windows import menu_button, palette, sheet_window
from generator.rules import Rules
from generator.texts import Texts
from generator.vassal.components import Component, DoActionButton, HelpFile, PieceSlot, ToolbarMenu
from generator.vassal.piece import Piece
from generator.vassal.traits import Deletable, Layer, NonMoving

HELP_PAGE = IDENTITY.entry("rules.html")
SHEET_MAP = "Congress of Peace"
"""The sheet's map, which saved games know by it, whatever the title and the language are."""


def menu(rules: Rules, texts: Texts, *, reads_vp: bool) -> tuple[Component, ...]:
    """Return the toolbar menu and the buttons that it takes in, in its order.

    ``reads_vp``: the module keeps VP, and they can be read anew.
    """
    title = texts.name(rules.release.title)
    words = {"title": title, "nobody": texts.plain("prompts.nobody")}

    def button(
        key: str, entry: str, gate: str, power: str = "", paragraph: str = ""
    ) -> DoActionButton:
        fill = {**words, "power": texts.name(power), "paragraph": paragraph}
        return menu_button(texts, key, entry, gate, fill)

    activation = rules.activation.paragraph
    buttons = (
        *([button("CoP_ReadVP", "read_vp", "CoP_NoInput")] if reads_vp else []),
        *(button(f"CoP_AskVP_{power}", "vp", "CoP_NoInput", power) for power in rules.powers),
        button("CoP_AskIssueWinner", "issue", "CoP_NoInput"),
        button("CoP_ToggleMetternich", "metternich", "CoP_NoInput"),
        button("CoP_AskDiplomacyWinner", "diplomacy", "CoP_NoDiplomacy"),
        button("CoP_StopEarly", "stop_early", "", paragraph=rules.stop_early.paragraph),
        button("CoP_Odds", "odds", ""),
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


def windows(rules: Rules, texts: Texts, *, reads_vp: bool) -> tuple[Component, ...]:
    """Return the sheet, the palette and the help entry; ``reads_vp`` as for the menu."""
    slots = _slots(rules, texts, reads_vp=reads_vp)
    title = texts.name(rules.release.title)
    sheet = sheet_window(
        texts,
        LAYOUT.canvas,
        name=SHEET_MAP,
        board="CoP sheet",
        picture=BOARD,
        stack="CoP table",
        at=slots["sheet_at_start"],
    )
    pieces = palette(
        texts,
        texts.plain("pieces.window", title=title),
        [slots["sheet_palette"], slots["issue_marker"], slots["metternich"]],
    )
    return (sheet, pieces, HelpFile(f"{title} ({rules.release.rule})", HELP_PAGE))


def _slots(rules: Rules, texts: Texts, *, reads_vp: bool) -> dict[str, PieceSlot]:
    numbers = _numbers()

    def name(key: str) -> str:
        return texts.plain(f"pieces.{key}")

    delete = Deletable(name("delete"), IDENTITY.key("piece", "delete"))
    traits = sheet_traits(rules, reads_vp=reads_vp)
    pieces = {
        "sheet_at_start": Piece(
            name("sheet"), SHEET, numbers["sheet_at_start"], (*traits, NonMoving())
        ),
        "sheet_palette": Piece(
            name("sheet"),
            SHEET,
            numbers["sheet_palette"],
            (delete, LAYOUT.canvas.homing(), *traits, NonMoving(unless_shift=True)),
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
                    IDENTITY.key("piece", "turn"),
                ),
            ),
        ),
    }
    sizes = {
        "sheet_at_start": (LAYOUT.width, LAYOUT.height),
        "sheet_palette": (LAYOUT.width, LAYOUT.height),
    }
    return {name: PieceSlot(piece, *sizes.get(name, (75, 75))) for name, piece in pieces.items()}


def gpid_numbers() -> tuple[dict[str, int], int]:
    """Return the number of each piece slot, and the next free one."""
    table = tomllib.loads(Path(__file__).with_name("gpids.toml").read_text("utf-8"))
    return dict(table["slots"]), int(table["next"])


def _numbers() -> dict[str, str]:
    return {name: IDENTITY.gpid(number) for name, number in gpid_numbers()[0].items()}
