"""A build of a later release, which has more in it than ours."""

from __future__ import annotations

import zipfile
from copy import deepcopy
from pathlib import Path

from lxml import etree

from .built import PROPERTY, read

SLOT = "VASSAL.build.widget.PieceSlot"


def later_build(extension: Path, path: Path) -> Path:
    """Write a build with an envoy in the palette, one more on the sheet of a new game, a property.

    It is made from the built XML; the new slots have the next two numbers, the property is the
    first of the new build and ``waiting``.
    """
    root = read(extension)
    root.set("version", "9.0.0")
    number = int(root.get("nextPieceSlotId", ""))
    root.set("nextPieceSlotId", str(number + 2))

    palette = next(root.iter("VASSAL.build.module.PieceWindow"))
    slot = next(palette.iter(SLOT))
    _parent(slot).append(_renumbered(slot, number))

    stack = next(root.iter("VASSAL.build.module.map.SetupStack"))
    another = deepcopy(stack)
    another.set("name", "Envoy")
    old = next(another.iter(SLOT))
    another.replace(old, _renumbered(old, number + 1))
    _parent(stack).append(another)

    phase = next(each for each in root.iter(PROPERTY) if each.get("name") == "CoP_Phase")
    added = deepcopy(_parent(phase))
    envoy = next(added.iter(PROPERTY))
    envoy.set("name", "CoP_Envoy")
    envoy.set("initialValue", "waiting")
    for button in list(envoy):
        envoy.remove(button)
    root.insert(0, added)

    return rebuilt(extension, root, path)


def rebuilt(extension: Path, root: etree._Element, path: Path) -> Path:
    """Write the build again with another build file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(extension) as former, zipfile.ZipFile(path, "w") as archive:
        for name in former.namelist():
            content = etree.tostring(root) if name == "buildFile.xml" else former.read(name)
            archive.writestr(name, content)
    return path


def _renumbered(slot: etree._Element, number: int) -> etree._Element:
    """Return another slot with a copy of the piece under a new gpid."""
    gpid, text = slot.get("gpid", ""), slot.text or ""
    assert text.count(gpid) == 1
    new = deepcopy(slot)
    new.set("entryName", "Envoy")
    new.set("gpid", f"cop:{number}")
    new.text = text.replace(gpid, f"cop:{number}")
    return new


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    assert parent is not None
    return parent
