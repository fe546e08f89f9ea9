"""What players see of an extension: the toolbar menu, the sheet's window, the palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.kit.sheet import Canvas
from generator.texts import Texts
from generator.vassal.components import (
    Board,
    DoActionButton,
    MapWindow,
    PieceSlot,
    PieceWindow,
    SetupStack,
    Zoomer,
)
from generator.vassal.strokes import Stroke

_ZOOMS = (0.75, 1.0, 1.25, 1.5, 2.0)
_BOARD_COLOR = "233,225,205"


def menu_button(
    texts: Texts, command: str, name: str, gate: str = "", said: Mapping[str, str] | None = None
) -> DoActionButton:
    """Return the button of a menu's entry: ``menu.<name>``, explained by ``tips.<name>``.

    It only fires the command's key, so that a greyed one does not silence the command.
    """
    places = said or {}
    return DoActionButton(
        name=f"{command} button",
        text=texts.plain(f"menu.{name}", **places),
        tooltip=texts.plain(f"tips.{name}", **places),
        gate=gate,
        keys=(command,),
    )


def keyboard(keys: Mapping[str, Stroke]) -> tuple[DoActionButton, ...]:
    """Return a button for each command that has a real key.

    They are without a text, and apart from those of the menu: a greyed button hears no key, and a
    command that cannot run must say why.
    """
    return tuple(
        DoActionButton(name=f"{command} key", stroke=stroke.encoded, keys=(command,))
        for command, stroke in keys.items()
    )


def sheet_window(
    texts: Texts, canvas: Canvas, *, name: str, board: str, picture: str, stack: str, at: PieceSlot
) -> MapWindow:
    """Return the window of the sheet, closed at first.

    Maps, boards and stacks are known by their names in saves and between players: those stay the
    same in all languages.

    Args:
        texts: its words are ``menu.sheet``, ``tips.sheet`` and ``tips.zoom_…``.
        canvas: the sheet.
        name: of the map.
        board: name of its board.
        picture: image of its board.
        stack: name of the stack that holds the sheet in every new game.
        at: the sheet's slot in it.
    """
    return MapWindow(
        name=name,
        button_text=texts.plain("menu.sheet"),
        tooltip=texts.plain("tips.sheet"),
        key=canvas.identity.name("Sheet"),
        drop_key=canvas.drop_key,
        zoomer=Zoomer(
            _ZOOMS,
            len(_ZOOMS) - _ZOOMS.index(1.0),
            *(texts.plain(f"tips.zoom_{what}") for what in ("in", "pick", "out")),
        ),
        board=Board(board, picture, canvas.board.width, canvas.board.height, _BOARD_COLOR),
        stacks=(SetupStack(stack, *canvas.centre, (at,)),),
    )


def palette(texts: Texts, name: str, slots: Sequence[PieceSlot]) -> PieceWindow:
    """Return the window of the pieces; its words are ``menu.pieces`` and ``tips.pieces``."""
    return PieceWindow(
        name=name,
        button_text=texts.plain("menu.pieces"),
        tooltip=texts.plain("tips.pieces"),
        slots=tuple(slots),
    )
