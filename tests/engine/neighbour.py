"""Somebody else's extension, as little of it as a test needs."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from lxml import etree

from generator.vassal.keys import key_list, named_key


def write_extension(
    path: Path,
    *,
    name: str = "other",
    properties: Mapping[str, str] | None = None,
    buttons: Iterable[etree._Element] = (),
) -> Path:
    """Write an extension with global properties and buttons.

    ``name`` is its id. The engine loads extensions in the order of their files' names.
    """
    root = etree.Element(
        "VASSAL.build.module.ModuleExtension",
        anyModule="true",
        version="1",
        description="",
        extensionId=name,
        module="",
        moduleVersion="",
        vassalVersion="3.5.0",
        nextPieceSlotId="0",
    )
    for property_name, value in (properties or {}).items():
        _extend(root, "VASSAL.build.module.properties.GlobalProperties").append(
            etree.Element(
                "VASSAL.build.module.properties.GlobalProperty",
                name=property_name,
                initialValue=value,
                description="",
                isNumeric="false",
                wrap="false",
            )
        )
    for button in buttons:
        _extend(root, "").append(button)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", etree.tostring(root))
        archive.writestr(
            "extensiondata",
            '<data version="1"><version>1</version><VassalVersion>3.5.0</VassalVersion>'
            "<universal>true</universal></data>",
        )
    return path


def _extend(root: etree._Element, target: str) -> etree._Element:
    return etree.SubElement(root, "VASSAL.build.module.ExtensionElement", target=target)


def button(text: str, key: str, *, report: str = "", fires: Iterable[str] = ()) -> etree._Element:
    """Return a button that a key presses; it prints a line and fires other keys."""
    keys = key_list(fires)
    return etree.Element(
        "VASSAL.build.module.DoActionButton",
        name=text,
        text=text,
        hotkey=named_key(key),
        doReport=str(bool(report)).lower(),
        reportFormat=report,
        doHotkey=str(bool(keys)).lower(),
        hotkeys=keys,
    )
