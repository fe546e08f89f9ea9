"""The chains of a built extension, read back from its file."""

from __future__ import annotations

import zipfile
from pathlib import Path

from lxml import etree

from generator.buildfile.check import parse
from generator.vassal.sequence import decode

PROPERTY = "VASSAL.build.module.properties.GlobalProperty"
CHANGER = "VASSAL.build.module.properties.ChangePropertyButton"
ACTION = "VASSAL.build.module.DoActionButton"


def read(extension: Path) -> etree._Element:
    """Return the build file of a .vmdx."""
    with zipfile.ZipFile(extension) as archive:
        return parse(archive.read("buildFile.xml"))


def chain(root: etree._Element, name: str) -> list[tuple[str, str]]:
    """Return the setters of a block in order: property and ``{expression}``."""
    setters: dict[str, list[tuple[str, str]]] = {}
    for button in root.iter(CHANGER):
        kind, value, *_ = decode(button.get("propChanger", ""), ",")
        if kind == "P":
            owner = button.getparent()
            assert owner is not None
            setters.setdefault(button.get("hotkey", ""), []).append((str(owner.get("name")), value))
    (block,) = (each for each in root.iter(ACTION) if each.get("name") == name)
    keys = decode(block.get("hotkeys", ""), ",")
    return [setter for key in keys for setter in setters.get(key, [])]
