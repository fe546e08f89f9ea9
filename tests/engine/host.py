"""Small host modules of the tests' own, and real build files wrapped into modules."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
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
    properties: Mapping[str, str] | None = None,
    images: Mapping[str, bytes] | None = None,
    extra: Sequence[etree._Element] = (),
) -> Path:
    """Write a module with a map, a palette, player sides and a global property of its own."""
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
    holder = add("VASSAL.build.module.properties.GlobalProperties")
    for property_name, value in {"Host_Value": "7", **(properties or {})}.items():
        etree.SubElement(
            holder,
            "VASSAL.build.module.properties.GlobalProperty",
            name=property_name,
            initialValue=value,
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
    entries = {"buildFile.xml": etree.tostring(root, xml_declaration=True, encoding="UTF-8")}
    entries |= {f"images/{image}": content for image, content in (images or {}).items()}
    _write(path, entries, name, vassal_version)
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


def wrap_module(folder: Path, path: Path) -> Path:
    """Pack a folder with a build file and moduledata, as the corpus has them, into a module."""
    with zipfile.ZipFile(path, "w") as archive:
        for entry in sorted(folder.iterdir()):
            archive.write(entry, entry.name)
    return path
