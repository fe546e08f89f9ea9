"""The components that we write, with the attributes that the engine knows for each.

Source: ``getAttributeNames`` of each class, engines 3.6.0-SNAPSHOT and 3.7.26. The engine ignores
an unknown attribute silently, and skips an unknown class with a bug dialog.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Element:
    """One XML element of a build file."""

    attributes: frozenset[str]
    children: frozenset[str] = frozenset()
    text: bool = False
    """May it hold text?"""


def _element(attributes: str = "", children: str = "", *, text: bool = False) -> Element:
    return Element(frozenset(attributes.split()), frozenset(children.split()), text)


_BUTTON = "text tooltip icon hotkey canDisable propertyGate"
_MAP_PARTS = """VASSAL.build.module.map.StackMetrics VASSAL.build.module.map.ForwardToKeyBuffer
 VASSAL.build.module.map.Scroller VASSAL.build.module.map.ForwardToChatter
 VASSAL.build.module.map.MenuDisplayer VASSAL.build.module.map.MapCenterer
 VASSAL.build.module.map.StackExpander VASSAL.build.module.map.PieceMover
 VASSAL.build.module.map.KeyBufferer VASSAL.build.module.properties.GlobalProperties
 VASSAL.build.module.map.SelectionHighlighters"""

ROOT = "VASSAL.build.module.ModuleExtension"
EXTENSION_ELEMENT = "VASSAL.build.module.ExtensionElement"

ELEMENTS: Mapping[str, Element] = {
    ROOT: _element(
        "anyModule description extensionId module moduleVersion nextPieceSlotId vassalVersion "
        "version",
        EXTENSION_ELEMENT,
    ),
    EXTENSION_ELEMENT: _element(
        "target",
        """VASSAL.build.module.properties.GlobalProperty VASSAL.build.module.DoActionButton
        VASSAL.build.module.properties.ChangePropertyButton VASSAL.build.module.GlobalKeyCommand
        VASSAL.build.module.ToolbarMenu VASSAL.build.module.documentation.HelpFile
        VASSAL.build.module.Map VASSAL.build.module.PieceWindow""",
    ),
    "VASSAL.build.module.properties.GlobalProperty": _element(
        "name initialValue description isNumeric min max wrap",
        "VASSAL.build.module.properties.ChangePropertyButton",
    ),
    "VASSAL.build.module.properties.ChangePropertyButton": _element(
        f"{_BUTTON} reportFormat propChanger"
    ),
    "VASSAL.build.module.DoActionButton": _element(
        f"name {_BUTTON} doReport reportFormat doSound soundClip doHotkey hotkeys doLoop loopType "
        "loopCount whileExpression untilExpression preLoopKey postLoopKey index indexProperty "
        "indexStart indexStep"
    ),
    "VASSAL.build.module.GlobalKeyCommand": _element(
        "name buttonText tooltip icon buttonHotkey hotkey filter reportFormat reportSingle "
        "deckCount"
    ),
    "VASSAL.build.module.ToolbarMenu": _element(f"description {_BUTTON} menuItems"),
    "VASSAL.build.module.documentation.HelpFile": _element("title fileName fileType"),
    "VASSAL.build.module.Map": _element(
        "mapName launch buttonName tooltip icon hotkey allowMultiple backgroundcolor color "
        "thickness edgeHeight edgeWidth markMoved markUnmovedIcon markUnmovedText "
        "markUnmovedTooltip moveKey moveToFormat moveWithinFormat createFormat changeFormat "
        "showKey hideKey",
        "VASSAL.build.module.map.BoardPicker VASSAL.build.module.map.SetupStack "
        f"VASSAL.build.module.map.Zoomer {_MAP_PARTS}",
    ),
    "VASSAL.build.module.map.Zoomer": _element(
        "zoomStart zoomLevels inTooltip inButtonText inIconName zoomInKey pickTooltip "
        "pickButtonText pickIconName zoomPickKey outTooltip outButtonText outIconName zoomOutKey"
    ),
    "VASSAL.build.module.map.BoardPicker": _element(
        "title addColumnText addRowText boardPrompt slotHeight slotScale slotWidth",
        "VASSAL.build.module.map.boardPicker.Board setup",
    ),
    "VASSAL.build.module.map.boardPicker.Board": _element(
        "name image width height color reversible"
    ),
    "setup": _element(text=True),
    "VASSAL.build.module.map.SetupStack": _element(
        "name owningBoard x y useGridLocation location", "VASSAL.build.widget.PieceSlot"
    ),
    "VASSAL.build.module.PieceWindow": _element(
        "name text tooltip icon hotkey hidden scale defaultWidth", "VASSAL.build.widget.ListWidget"
    ),
    "VASSAL.build.widget.ListWidget": _element(
        "entryName divider width height scale", "VASSAL.build.widget.PieceSlot"
    ),
    "VASSAL.build.widget.PieceSlot": _element("entryName gpid width height", text=True),
    "VASSAL.build.module.map.StackMetrics": _element(
        "bottom disabled down exSepX exSepY top unexSepX unexSepY up"
    ),
    **{
        part: _element()
        for part in _MAP_PARTS.split()
        if part != "VASSAL.build.module.map.StackMetrics"
    },
}
