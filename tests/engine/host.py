"""Small host modules of the tests' own, and real build files wrapped into modules."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from generator.vassal.keys import named_key
from tests.interface import POWERS

AWKWARD_NAME = 'L\'Aigle & "Co": ünï/code'

_PICTURE = re.compile(r"[^/\\;,|\t\"<>&=]+\.(?:png|gif|jpe?g|svg)", re.IGNORECASE)
_PIXEL = bytes.fromhex("47494638396101000100800000c8c8c8ffffff2c00000000010001000002024401003b")
_DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
_MAP_PARTS = (
    "map.StackMetrics",
    "map.ForwardToKeyBuffer",
    "map.Scroller",
    "map.ForwardToChatter",
    "map.MenuDisplayer",
    "map.PieceMover",
    "map.KeyBufferer",
    "properties.GlobalProperties",
    "map.SelectionHighlighters",
)


@dataclass(frozen=True)
class StartPiece:
    """A piece that is on the first map of a new game; ``x`` and ``y`` count from its board."""

    entry: str
    gpid: str
    definition: str
    x: int
    y: int


@dataclass(frozen=True)
class Ground:
    """What the pieces of the first map lie on."""

    width: int = 400
    height: int = 300
    grid: etree._Element | None = None
    left: int = 0
    """Width of a second board to the left of the first; 0: there is none."""
    edge: int = 0
    """Width of the border around the boards."""
    move_key: str = ""
    """Named key that every piece gets after it was moved."""


def write_host(
    path: Path,
    *,
    name: str = "Test Host",
    sides: Sequence[str] = POWERS,
    map_names: Sequence[str] = ("Main Map",),
    palette: bool = True,
    vassal_version: str = "3.5.0",
    leading_zeros: bool = False,
    pieces: Sequence[str] = (),
    properties: Mapping[str, str] | None = None,
    property_elements: Sequence[etree._Element] = (),
    images: Mapping[str, bytes] | None = None,
    extra: Sequence[etree._Element] = (),
    ground: Ground = Ground(),
    at_start: Sequence[StartPiece] = (),
) -> Path:
    """Write a module with maps, player sides and, if wanted, a palette.

    A "Token" (gpid 1) is on the first map at the start, and ``at_start``. The palette holds another
    one (gpid 0) and ``pieces``, whose definitions get the gpids from 2 up.
    ``properties`` are global properties and their values; ``property_elements`` are whole ones.
    """
    root = etree.Element(
        "VASSAL.build.GameModule",
        name=name,
        version="1.0",
        VassalVersion=vassal_version,
        description="",
        nextPieceSlotId=str(2 + len(pieces) + len(at_start)),
        ModuleOther1="",
        ModuleOther2="",
    )
    _add(root, "BasicCommandEncoder")
    _add(root, "Documentation")
    roster = _add(
        root,
        "PlayerRoster",
        buttonText="Retire",
        buttonToolTip="Switch sides",
        buttonKeyStroke="",
    )
    for side in sides:
        etree.SubElement(roster, "entry").text = side
    _add(
        root,
        "GlobalOptions",
        autoReport="Always",
        playerIdFormat="$PlayerName$",
        storeLeadingZeroIntegersAsStrings=str(leading_zeros).lower(),
    )
    for map_name in map_names:
        first = map_name == map_names[0]
        host_map = _add_map(root, map_name, ground if first else Ground(), launch=not first)
        if first:
            token = StartPiece("Token", "1", _token("1"), 50, 50)
            for place, piece in enumerate((token, *at_start)):
                _add_stack(host_map, f"Start {place}" if place else "Start", piece)
    container = _add(root, "properties.GlobalProperties")
    for property_name, value in {"Host_Value": "7", **(properties or {})}.items():
        _add(
            container,
            "properties.GlobalProperty",
            name=property_name,
            initialValue=value,
            isNumeric="false",
            min="0",
            max="100",
            wrap="false",
            description="",
        )
    container.extend(property_elements)
    _add(root, "PrototypesContainer")
    if palette:
        _add_palette(root, pieces)
    root.extend(extra)
    _add(root, "Chatter")
    _add(root, "KeyNamer")
    etree.SubElement(root, "VASSAL.i18n.Language")
    entries = {"buildFile.xml": etree.tostring(root, xml_declaration=True, encoding="UTF-8")}
    entries |= {f"images/{image}": content for image, content in (images or {}).items()}
    _write(path, entries, name, vassal_version)
    return path


def _add(parent: etree._Element, cls: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, f"VASSAL.build.module.{cls}", attributes)


def _add_map(root: etree._Element, name: str, ground: Ground, *, launch: bool) -> etree._Element:
    host_map = _add(
        root,
        "Map",
        mapName=name,
        launch=str(launch).lower(),
        buttonName=name if launch else "",
        allowMultiple="false",
        edgeWidth=str(ground.edge),
        edgeHeight=str(ground.edge),
        moveKey=named_key(ground.move_key),
    )
    picker = _add(host_map, "map.BoardPicker", title="Boards")
    board = _add_board(picker, "Board", ground.width, ground.height)
    if ground.grid is not None:
        board.append(ground.grid)
    places = ["Board\t0\t0"]
    if ground.left:
        _add_board(picker, "Left", ground.left, ground.height)
        places = ["Left\t0\t0", "Board\t1\t0"]
    etree.SubElement(picker, "setup").text = "\t".join([f"{name}BoardPicker", *places])
    for part in _MAP_PARTS:
        _add(host_map, part)
    return host_map


def _add_board(picker: etree._Element, name: str, width: int, height: int) -> etree._Element:
    return _add(
        picker,
        "map.boardPicker.Board",
        name=name,
        width=str(width),
        height=str(height),
        color="200,220,240",
        reversible="false",
    )


def _add_stack(host_map: etree._Element, name: str, piece: StartPiece) -> None:
    stack = _add(
        host_map,
        "map.SetupStack",
        name=name,
        owningBoard="Board",
        x=str(piece.x),
        y=str(piece.y),
        useGridLocation="false",
        location="",
    )
    _add_slot(stack, piece.entry, piece.gpid, piece.definition)


def _add_palette(root: etree._Element, pieces: Sequence[str]) -> None:
    window = _add(root, "PieceWindow", name="Pieces", text="Pieces", hidden="false")
    widget = etree.SubElement(window, "VASSAL.build.widget.ListWidget", entryName="Counters")
    _add_slot(widget, "Token", "0", _token("0"))
    for gpid, piece in enumerate(pieces, 2):
        _add_slot(widget, f"Piece {gpid}", str(gpid), piece)


def _add_slot(parent: etree._Element, name: str, gpid: str, piece: str) -> None:
    slot = etree.SubElement(
        parent, "VASSAL.build.widget.PieceSlot", entryName=name, gpid=gpid, width="40", height="40"
    )
    slot.text = piece


def _token(gpid: str) -> str:
    return f"+/null/piece;;;;Token/null;0;0;{gpid};0"


def _write(path: Path, entries: Mapping[str, bytes], name: str, version: str) -> None:
    data = etree.Element("data", version="1")
    for tag, value in (
        ("version", "1.0"),
        ("extra1", ""),
        ("extra2", ""),
        ("VassalVersion", version),
        ("dateSaved", "1700000000000"),
        ("description", ""),
        ("name", name),
    ):
        etree.SubElement(data, tag).text = value
    with zipfile.ZipFile(path, "w") as archive:
        for entry, content in entries.items():
            archive.writestr(entry, content)
        archive.writestr("moduledata", etree.tostring(data, xml_declaration=True, encoding="UTF-8"))


def wrap_module(folder: Path, path: Path, *, placeholders: bool = False) -> Path:
    """Pack a folder with a build file and moduledata into a module.

    ``placeholders`` are tiny pictures of the names that the build file uses and the folder lacks.
    """
    with zipfile.ZipFile(path, "w") as archive:
        for entry in sorted(folder.rglob("*")):
            if entry.is_file():
                archive.write(entry, entry.relative_to(folder).as_posix())
        if placeholders:
            there = set(archive.namelist())
            for picture in sorted(_pictures(folder) - there):
                drawn = picture.lower().endswith(".svg")
                archive.writestr(picture, _DRAWING if drawn else _PIXEL)
    return path


def _pictures(folder: Path) -> set[str]:
    found: set[str] = set()
    for build_file in (folder / "buildFile.xml", folder / "buildFile"):
        if build_file.is_file():
            root = etree.parse(build_file).getroot()
            for element in root.iter(etree.Element):
                for text in (element.text or "", *map(str, element.attrib.values())):
                    found |= {f"images/{name.strip()}" for name in _PICTURE.findall(text)}
    return found
