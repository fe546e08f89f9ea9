"""Small modules of the tests' own: elements, pieces, and how they are packed."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from functools import reduce
from pathlib import Path
from xml.sax.saxutils import escape

from lxml import etree

from generator.vassal.sequence import encode

POWERS = ("Austria", "Britain", "France", "Russia")


def el(cls: str, *children: etree._Element, text: str = "", **attributes: str) -> etree._Element:
    """Make a component; ``cls`` is its class below ``VASSAL.build``, ``module.`` for most."""
    found = etree.Element(f"VASSAL.build.{cls}", attributes)
    found.text = text or None
    found.extend(children)
    return found


def definition(
    name: str = "Piece",
    *traits: tuple[str, str],
    gpid: str = "1",
    image: str = "",
) -> str:
    """Write a piece's definition; traits are types and states, outermost first."""
    types = [each for each, _ in traits]
    states = [each for _, each in traits]
    basic = encode(["piece", "", "", image, name], ";")
    state = encode(["null", "0", "0", gpid, "0"], ";")
    return encode(["+", "null", _nested(types, basic), _nested(states, state)], "/")


def _nested(outer: Iterable[str], inner: str) -> str:
    return reduce(lambda found, each: encode([each, found], "\t"), reversed([*outer]), inner)


def slot(
    name: str = "Piece", *traits: tuple[str, str], entry: str | None = None, gpid: str = "1"
) -> etree._Element:
    """Make a piece slot."""
    return el(
        "widget.PieceSlot",
        text=definition(name, *traits, gpid=gpid),
        entryName=name if entry is None else entry,
        gpid=gpid,
        width="40",
        height="40",
    )


def stack(*slots: etree._Element, x: int = 0, y: int = 0, **attributes: str) -> etree._Element:
    """Make an at-start stack on any board."""
    return el("module.map.SetupStack", *slots, x=str(x), y=str(y), name="", **attributes)


def board(*grids: etree._Element, name: str = "Board", **attributes: str) -> etree._Element:
    """Make a board."""
    size = {"width": "2000", "height": "1000"}
    return el("module.map.boardPicker.Board", *grids, **{**size, "name": name, **attributes})


def zone(
    *children: etree._Element,
    name: str,
    box: tuple[int, int, int, int] = (0, 0, 2000, 1000),
    form: str = "$gridLocation$",
) -> etree._Element:
    """Make a rectangular zone."""
    left, top, right, bottom = box
    path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
    return el(
        "module.map.boardPicker.board.mapgrid.Zone",
        *children,
        name=name,
        path=path,
        locationFormat=form,
        useParentGrid="false",
    )


def zoned(*zones: etree._Element) -> etree._Element:
    """Make a multi-zoned grid."""
    return el("module.map.boardPicker.board.ZonedGrid", *zones)


def regions(names: Mapping[str, tuple[int, int]]) -> etree._Element:
    """Make an irregular grid."""
    return el(
        "module.map.boardPicker.board.RegionGrid",
        *(
            el("module.map.boardPicker.board.Region", name=name, originx=str(x), originy=str(y))
            for name, (x, y) in names.items()
        ),
    )


def row(pattern: str, numbers: Iterable[int], *, step: int = 100, y: int = 50) -> etree._Element:
    """Make a row of regions, the first at half a step, named by ``pattern.format(n)``."""
    return regions(
        {pattern.format(n): (step // 2 + place * step, y) for place, n in enumerate(numbers)}
    )


def map_window(
    *boards: etree._Element,
    name: str = "Main Map",
    inside: Iterable[etree._Element] = (),
    laid_out: Iterable[str] = (),
    **attributes: str,
) -> etree._Element:
    """Make a map; ``inside`` are its stacks, decks and properties.

    ``laid_out`` are the boards that every game has, one beside the other.
    """
    picker = el("module.map.BoardPicker", *boards)
    places = [part for n, each in enumerate(laid_out) for part in (each, str(n), "0")]
    if places:
        etree.SubElement(picker, "setup").text = encode([f"{name}BoardPicker", *places], "\t")
    return el(
        "module.Map",
        picker,
        *inside,
        **{"mapName": name, **attributes},
    )


def prop(name: str, initial: str = "0", cls: str = "GlobalProperty") -> etree._Element:
    """Make a property."""
    return el(
        f"module.properties.{cls}",
        name=name,
        initialValue=initial,
        isNumeric="true",
        min="0",
        max="100",
    )


def properties(*props: etree._Element) -> etree._Element:
    """Make a container of properties."""
    return el("module.properties.GlobalProperties", *props)


def roster(*sides: str) -> etree._Element:
    """Make the player roster."""
    found = el("module.PlayerRoster")
    for side in sides:
        etree.SubElement(found, "entry").text = side
    return found


def palette(*slots: etree._Element, name: str = "Counters") -> etree._Element:
    """Make a palette with one list."""
    return el("module.PieceWindow", el("widget.ListWidget", *slots, entryName=name), name="Pieces")


def prototype(name: str, *traits: tuple[str, str]) -> etree._Element:
    """Make a prototype."""
    return el("module.PrototypeDefinition", text=definition("", *traits), name=name, description="")


def module(
    *children: etree._Element,
    name: str = "Host",
    version: str = "1.0",
    engine: str = "3.7.5",
) -> etree._Element:
    """Make the root of a module."""
    return el("GameModule", *children, name=name, version=version, VassalVersion=engine)


def extension(*children: etree._Element, **attributes: str) -> etree._Element:
    """Make the root of an extension; children are pairs of a target and a component."""
    given = {
        "module": "Host",
        "moduleVersion": "1.0",
        "version": "2.0",
        "vassalVersion": "3.7.5",
        "extensionId": "ext",
        "anyModule": "false",
    }
    return el("module.ModuleExtension", *children, **{**given, **attributes})


def metadata(*, name: str = "Host", version: str = "1.0", engine: str = "3.7.5") -> bytes:
    """Write moduledata."""
    return (
        f"<data version='1'><version>{version}</version><VassalVersion>{engine}</VassalVersion>"
        f"<name>{name}</name></data>"
    ).encode()


def metadata_of(root: etree._Element) -> bytes:
    """Write the moduledata of a module."""
    return metadata(
        name=escape(root.get("name", "").strip()),
        version=escape(root.get("version", "").strip()),
        engine=root.get("VassalVersion", ""),
    )


def xml(root: etree._Element) -> bytes:
    """Write a build file."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def write_zip(path: Path, entries: Mapping[str, bytes]) -> Path:
    """Pack entries as they are."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def write_module(
    path: Path,
    root: etree._Element | bytes,
    *,
    entry: str = "buildFile.xml",
    data: bytes | None = None,
    more: Mapping[str, bytes] | None = None,
) -> Path:
    """Pack a module; without ``data`` its moduledata agrees with it, or with a ``module()``."""
    content = root if isinstance(root, bytes) else xml(root)
    if data is None:
        data = metadata() if isinstance(root, bytes) else metadata_of(root)
    given = {entry: content, "moduledata": data}
    return write_zip(path, {**given, **(more or {})})
