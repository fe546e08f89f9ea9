"""Where a component stands in its module, and the path by which an extension reaches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.vassal.sequence import decode

EXTENSION_ELEMENT = "VASSAL.build.module.ExtensionElement"

MAPS = ("Map", "PrivateMap", "PlayerHand")
"""Classes of map windows, without their package."""

_NAME_ATTRIBUTES = {
    **dict.fromkeys(MAPS, "mapName"),
    **dict.fromkeys(("ToolbarMenu", "MultiActionButton", "CounterDetailViewer"), "description"),
    **dict.fromkeys(("HelpFile", "AboutScreen", "BrowserHelpFile", "BrowserPDFFile"), "title"),
    **dict.fromkeys(
        ("PieceSlot", "CardSlot", "ListWidget", "PanelWidget", "TabWidget", "BoxWidget"),
        "entryName",
    ),
    **dict.fromkeys(("Chart", "HtmlChart"), "chartName"),
    **dict.fromkeys(("ChangePropertyButton", "SpecialDieFace"), "text"),
    **dict.fromkeys(("DeckSendKeyCommand", "DeckSortKeyCommand"), "menuText"),
    "MapWidget": "entryName",
    "Flare": "flareName",
    "ChessClock": "side",
    "LOS_Thread": "threadName",
}
"""The attribute that ``getConfigureName`` gives, for classes where it is not ``name``."""
_NAMED_FROM_THE_START = frozenset({"Zone", "Region", "ZoneHighlight", "GamePieceImage"})
"""Classes whose constructor gives them an empty name."""


@dataclass(eq=False, slots=True)
class Component:
    """One element of a build file (VASSAL.build.Configurable)."""

    cls: str
    """Full name of its Java class."""
    name: str | None
    """What ``getConfigureName`` returns; None where the class has no name."""
    parent: Component | None
    """None for what stands directly under the module."""

    @property
    def short(self) -> str:
        """Its class without the package."""
        return self.cls.rpartition(".")[2]

    @property
    def segment(self) -> str:
        """One step of a target: class and, where there is one, name."""
        return self.cls if self.name is None else f"{self.cls}:{_escaped(self.name, ':')}"

    @property
    def target(self) -> str:
        """The path as ExtensionElement writes it (VASSAL.tools.ComponentPathBuilder.getId)."""
        return "/".join(_escaped(each.segment, "/") for each in reversed(list(self.upward())))

    @property
    def title(self) -> str:
        """Class and name, for people."""
        return f'{self.short} "{self.name}"' if self.name else self.short

    def upward(self) -> Iterator[Component]:
        """Yield itself, its parent, and so on up to what stands directly under the module."""
        here: Component | None = self
        while here is not None:
            yield here
            here = here.parent


def name_of(cls: str, attributes: Mapping[str, str]) -> str | None:
    """Return what ``getConfigureName`` of a component with these attributes returns."""
    short = cls.rpartition(".")[2]
    attribute = "mapName" if "mapName" in attributes else _NAME_ATTRIBUTES.get(short, "name")
    name = attributes.get(attribute)
    return "" if name is None and short in _NAMED_FROM_THE_START else name


def component_at(target: str) -> Component | None:
    """Return the component that a target names, with its parents; None is the module itself.

    Nothing is looked up: whether there is such a component is not known.
    """
    here: Component | None = None
    for step in decode(target, "/") if target else ():
        cls, *name = decode(step, ":")
        here = Component(cls, name[0] if name else None, here)
    return here


def _escaped(text: str, delimiter: str) -> str:
    r"""Escape one element as SequenceEncoder.append does, even one that ends in a backslash."""
    if text[:1] == "\\" or (text[:1] == "'" and text[-1:] == "'"):
        return f"'{text.replace(delimiter, chr(92) + delimiter)}'"
    return text.replace(delimiter, f"\\{delimiter}")
