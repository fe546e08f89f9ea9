"""The components of a buildFile that the extension is made of, one class each.

A class holds what differs between two of its kind; what is always the same stands in
``templates/components.xml.j2``, which renders them. Attribute names are the engine's
(``getAttributeNames`` of the class that each docstring names).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from generator.vassal.piece import Piece


@dataclass(frozen=True)
class ChangePropertyButton:
    """Changes the property it stands under (VASSAL.build.module.properties.ChangePropertyButton).

    Always without text or icon: players never see it, a named key fires it.
    """

    key: str
    changer: str
    """From ``generator.vassal.changers``."""


@dataclass(frozen=True)
class GlobalProperty:
    """A property of the whole module (VASSAL.build.module.properties.GlobalProperty)."""

    target: ClassVar[str] = "VASSAL.build.module.properties.GlobalProperties"
    macro: ClassVar[str] = "global_property"

    name: str
    initial: str
    description: str
    buttons: tuple[ChangePropertyButton, ...] = ()
    numeric: bool = False
    minimum: int = -999
    """Least answer that a prompt takes; does not bind what is set."""
    maximum: int = 999
    """Greatest answer that a prompt takes; does not bind what is set."""


@dataclass(frozen=True)
class ForeignPropertyButton:
    """A ChangePropertyButton of ours under a property of the module."""

    macro: ClassVar[str] = "foreign_property_button"

    target: str
    """The path of the module's property, as an ExtensionElement names it."""
    key: str
    changer: str
    """From ``generator.vassal.changers``."""


@dataclass(frozen=True)
class GlobalKeyCommand:
    """Sends a named key to pieces (VASSAL.build.module.GlobalKeyCommand)."""

    target: ClassVar[str] = ""
    macro: ClassVar[str] = "global_key_command"

    key: str
    piece_key: str
    """What the pieces get."""
    filter: str
    """From ``generator.vassal.filters``."""


@dataclass(frozen=True)
class DoActionButton:
    """Reports and fires keys, once or while something holds (VASSAL.build.module.DoActionButton).

    The engine prints a button's own report before it fires its keys.
    """

    target: ClassVar[str] = ""
    macro: ClassVar[str] = "do_action_button"

    name: str
    key: str = ""
    stroke: str = ""
    """A real key as encoded, instead of a named one."""
    keys: tuple[str, ...] = ()
    report: str = ""
    """A ``{BeanShell}`` expression, or empty: no report."""
    loop_while: str = ""
    """A ``{BeanShell}`` expression; empty: runs once. False at the start: does not run at all."""
    text: str = ""
    tooltip: str = ""
    gate: str = ""
    """Name of a property; while it is ``true`` the button is greyed (engines from 3.6.4)."""


@dataclass(frozen=True)
class ToolbarMenu:
    """A button whose menu takes in others by their text (VASSAL.build.module.ToolbarMenu)."""

    target: ClassVar[str] = ""
    macro: ClassVar[str] = "toolbar_menu"

    name: str
    text: str
    tooltip: str
    icon: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class HelpFile:
    """An entry of the Help menu (VASSAL.build.module.documentation.HelpFile)."""

    target: ClassVar[str] = "VASSAL.build.module.Documentation"
    macro: ClassVar[str] = "help_file"

    title: str
    file: str


@dataclass(frozen=True)
class PieceSlot:
    """A piece in a palette or in an at-start stack (VASSAL.build.widget.PieceSlot)."""

    piece: Piece
    width: int
    height: int


@dataclass(frozen=True)
class SetupStack:
    """A stack that stands on the map in every new game (VASSAL.build.module.map.SetupStack)."""

    name: str
    x: int
    y: int
    slots: tuple[PieceSlot, ...]


@dataclass(frozen=True)
class Board:
    """A board with an image (VASSAL.build.module.map.boardPicker.Board); sizes in pixels."""

    name: str
    image: str
    width: int
    height: int
    color: str


@dataclass(frozen=True)
class Zoomer:
    """Buttons that show a map smaller or larger (VASSAL.build.module.map.Zoomer), without keys."""

    levels: tuple[float, ...]
    """Growing factors."""
    start: int
    """Which of them is shown at first, counted from the largest, 1 (Zoomer.setAttribute)."""
    in_tip: str
    pick_tip: str
    out_tip: str


@dataclass(frozen=True)
class MapWindow:
    """A map in its own window, closed at first (VASSAL.build.module.Map)."""

    target: ClassVar[str] = ""
    macro: ClassVar[str] = "map_window"

    name: str
    button_text: str
    tooltip: str
    key: str
    drop_key: str
    """Named key that a piece gets when it was dropped here."""
    zoomer: Zoomer
    board: Board
    stacks: tuple[SetupStack, ...]


@dataclass(frozen=True)
class PieceWindow:
    """A palette of pieces in its own window (VASSAL.build.module.PieceWindow)."""

    target: ClassVar[str] = ""
    macro: ClassVar[str] = "piece_window"

    name: str
    button_text: str
    tooltip: str
    slots: tuple[PieceSlot, ...]


Component: TypeAlias = (
    GlobalProperty
    | ForeignPropertyButton
    | GlobalKeyCommand
    | DoActionButton
    | ToolbarMenu
    | HelpFile
    | MapWindow
    | PieceWindow
)
