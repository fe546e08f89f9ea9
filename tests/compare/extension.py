"""Small extensions of the tests' own."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from lxml import etree

from generator.compare.change import Change
from generator.compare.compare import compare
from tests.host.builder import el

PROPERTIES = "VASSAL.build.module.properties.GlobalProperties"
ROOT = {
    "anyModule": "true",
    "description": "An extension",
    "extensionId": "abc",
    "module": "",
    "moduleVersion": "",
    "nextPieceSlotId": "9",
    "vassalVersion": "3.6.0",
    "version": "1.0",
}
DATA = (
    '<data version="1"><version>{version}</version><VassalVersion>3.6.0</VassalVersion>'
    "<dateSaved>1600000000000</dateSaved><description>An extension</description></data>"
)
NOTHING: Mapping[str, bytes] = MappingProxyType({})


def at(target: str, component: etree._Element) -> etree._Element:
    """Attach a component to the target."""
    return el("module.ExtensionElement", component, target=target)


def prop(name: str, *buttons: etree._Element, **attributes: str) -> etree._Element:
    """Attach a global property to the module."""
    return at(
        PROPERTIES,
        el(
            "module.properties.GlobalProperty",
            *buttons,
            **{"name": name, "initialValue": "0", **attributes},
        ),
    )


def sets(key: str, expression: str, **attributes: str) -> etree._Element:
    """Make a button of a property."""
    return with_attributes(
        el("module.properties.ChangePropertyButton"),
        **{"hotkey": named(key), "propChanger": f"P,{expression}", "text": "", **attributes},
    )


def action(name: str, **attributes: str) -> etree._Element:
    """Attach an action button to the module."""
    return at("", with_attributes(el("module.DoActionButton", name=name), **attributes))


def with_attributes(component: etree._Element, **attributes: str) -> etree._Element:
    """Return the component with more attributes, ``text`` as well."""
    for name, value in attributes.items():
        component.set(name, value)
    return component


def named(key: str) -> str:
    """Encode a named key."""
    return f"57348,0,{key}"


def write(
    path: Path,
    *elements: etree._Element,
    more: Mapping[str, bytes] = NOTHING,
    data: str | None = DATA,
    **root: str,
) -> Path:
    """Write an extension; ``root`` are attributes that differ from ROOT, ``more`` other entries."""
    attributes = {**ROOT, **root}
    top = el("module.ModuleExtension", *elements, **attributes)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", etree.tostring(top))
        if data is not None:
            archive.writestr("extensiondata", data.format(version=attributes["version"]))
        for name, content in more.items():
            archive.writestr(name, content)
    return path


def changes(folder: Path, old: list[etree._Element], new: list[etree._Element]) -> list[Change]:
    """Return how two lists of elements differ, in extensions that are alike else."""
    files = (write(folder / "old" / "x.vmdx", *old), write(folder / "new" / "x.vmdx", *new))
    return [*compare(*files).changes]
