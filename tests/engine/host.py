"""Small host modules of the tests' own, and real build files wrapped into modules."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from lxml import etree

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
) -> Path:
    """Write a module with maps, player sides and, if wanted, a palette.

    A "Token" (gpid 1) is on the first map at the start. The palette holds another one (gpid 0) and
    ``pieces``, whose definitions get the gpids from 2 up.
    ``properties`` are global properties and their values; ``property_elements`` are whole ones.
    """
    root = etree.Element(
        "VASSAL.build.GameModule",
        name=name,
        version="1.0",
        VassalVersion=vassal_version,
        description="",
        nextPieceSlotId=str(2 + len(pieces)),
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
        host_map = _add_map(root, map_name, launch=not first)
        if first:
            _add_token(host_map)
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


def _add_map(root: etree._Element, name: str, *, launch: bool) -> etree._Element:
    host_map = _add(
        root,
        "Map",
        mapName=name,
        launch=str(launch).lower(),
        buttonName=name if launch else "",
        allowMultiple="false",
    )
    picker = _add(host_map, "map.BoardPicker", title="Boards")
    _add(
        picker,
        "map.boardPicker.Board",
        name="Board",
        width="400",
        height="300",
        color="200,220,240",
        reversible="false",
    )
    etree.SubElement(picker, "setup").text = f"{name}BoardPicker\tBoard\t0\t0"
    for part in _MAP_PARTS:
        _add(host_map, part)
    return host_map


def _add_token(host_map: etree._Element) -> None:
    stack = _add(
        host_map,
        "map.SetupStack",
        name="Start",
        owningBoard="Board",
        x="50",
        y="50",
        useGridLocation="false",
        location="",
    )
    _add_slot(stack, "Token", "1", _token("1"))


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
