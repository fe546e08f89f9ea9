"""Small host modules of the tests' own, and real build files wrapped into modules."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

from lxml import etree

AWKWARD_NAME = 'L\'Aigle & "Co": ünï/code'
POWERS = ("Austria", "Britain", "France", "Russia")


def write_host(
    path: Path,
    *,
    name: str = "Test Host",
    sides: Sequence[str] = POWERS,
    vassal_version: str = "3.5.0",
    leading_zeros: bool = False,
    extra: Sequence[etree._Element] = (),
) -> Path:
    """Write a module with a map, a palette and player sides."""
    root = etree.Element(
        "VASSAL.build.GameModule",
        name=name,
        version="1.0",
        VassalVersion=vassal_version,
        description="",
        nextPieceSlotId="2",
        ModuleOther1="",
        ModuleOther2="",
    )
    add = _adder(root)
    add("VASSAL.build.module.BasicCommandEncoder")
    add("VASSAL.build.module.Documentation")
    roster = add(
        "VASSAL.build.module.PlayerRoster",
        buttonText="Retire",
        buttonToolTip="Switch sides",
        buttonKeyStroke="",
    )
    for side in sides:
        entry = etree.SubElement(roster, "entry")
        etree.SubElement(entry, "side").text = side
    add(
        "VASSAL.build.module.GlobalOptions",
        autoReport="Always",
        playerIdFormat="$PlayerName$",
        storeLeadingZeroIntegersAsStrings=str(leading_zeros).lower(),
    )
    main_map = add(
        "VASSAL.build.module.Map", mapName="Main Map", launch="false", allowMultiple="false"
    )
    picker = etree.SubElement(main_map, "VASSAL.build.module.map.BoardPicker", title="Boards")
    etree.SubElement(
        picker,
        "VASSAL.build.module.map.boardPicker.Board",
        name="Board",
        width="400",
        height="300",
        color="200,220,240",
        reversible="false",
    )
    etree.SubElement(picker, "setup").text = "Main MapBoardPicker\tBoard\t0\t0"
    for part in (
        "map.StackMetrics",
        "map.ForwardToKeyBuffer",
        "map.Scroller",
        "map.ForwardToChatter",
        "map.MenuDisplayer",
        "map.PieceMover",
        "map.KeyBufferer",
        "properties.GlobalProperties",
        "map.SelectionHighlighters",
    ):
        etree.SubElement(main_map, f"VASSAL.build.module.{part}")
    stack = etree.SubElement(
        main_map,
        "VASSAL.build.module.map.SetupStack",
        name="Start",
        owningBoard="Board",
        x="50",
        y="50",
        useGridLocation="false",
        location="",
    )
    _token(stack, "1")
    properties = add("VASSAL.build.module.properties.GlobalProperties")
    etree.SubElement(
        properties,
        "VASSAL.build.module.properties.GlobalProperty",
        name="Host_Value",
        initialValue="7",
        isNumeric="false",
        min="0",
        max="100",
        wrap="false",
        description="",
    )
    add("VASSAL.build.module.PrototypesContainer")
    palette = add("VASSAL.build.module.PieceWindow", name="Pieces", text="Pieces", hidden="false")
    widget = etree.SubElement(palette, "VASSAL.build.widget.ListWidget", entryName="Counters")
    _token(widget, "0")
    for element in extra:
        root.append(element)
    add("VASSAL.build.module.Chatter")
    add("VASSAL.build.module.KeyNamer")
    add("VASSAL.i18n.Language")
    _write(
        path,
        "buildFile.xml",
        etree.tostring(root, xml_declaration=True, encoding="UTF-8"),
        name,
        vassal_version,
    )
    return path


def _token(parent: etree._Element, gpid: str) -> None:
    slot = etree.SubElement(
        parent,
        "VASSAL.build.widget.PieceSlot",
        entryName="Token",
        gpid=gpid,
        width="40",
        height="40",
    )
    slot.text = f"+/null/piece;;;;Token/null;0;0;{gpid};0"


def _adder(root: etree._Element):  # type: ignore[no-untyped-def]
    def add(tag: str, **attributes: str) -> etree._Element:
        return etree.SubElement(root, tag, attributes)

    return add


def _write(path: Path, build_name: str, build_file: bytes, name: str, version: str) -> None:
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
        archive.writestr(build_name, build_file)
        archive.writestr("moduledata", etree.tostring(data, xml_declaration=True, encoding="UTF-8"))


def wrap_module(folder: Path, path: Path) -> Path:
    """Pack a folder with a build file and moduledata, as the corpus has them, into a module."""
    with zipfile.ZipFile(path, "w") as archive:
        for entry in sorted(folder.iterdir()):
            archive.write(entry, entry.name)
    return path
