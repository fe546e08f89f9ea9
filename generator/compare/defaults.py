"""What the engine assumes where a build file says nothing, and its editor writes out.

``defaults.json`` holds what engine 3.7.26 writes for a new component or a trait without fields,
and what 3.6.0-SNAPSHOT has beyond that; tests/engine/test_editor.py compares it with the engine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generator.vassal.sequence import decode

FILE = Path(__file__).with_name("defaults.json")
_NONE: Mapping[str, str] = {}
_TARGET = "target"
_UNSAID = frozenset({"", "false"})
"""What an attribute without a known default means by it, as one of a newer engine."""
_SLOTS = ("PieceSlot", "CardSlot")

IMPLIED = {"Map": ("HighlightLastMoved", "Flare")}
"""Children that a component gets where it has none of the class (VASSAL.build.module.Map.build)."""


@dataclass(frozen=True)
class Defaults:
    """What stands for nothing; empty texts are left out."""

    components: Mapping[str, Mapping[str, str]]
    """Values of attributes, by class and name."""
    traits: Mapping[str, tuple[Sequence[str], Sequence[str]]]
    """Fields of the type and of the state, by trait id."""


@lru_cache(maxsize=1)
def defaults() -> Defaults:
    """Return the engine's defaults."""
    known = json.loads(FILE.read_bytes())
    return Defaults(
        known["components"],
        {
            each: (decode(kind, ";"), decode(state, ";"))
            for each, (kind, state) in known["traits"].items()
        },
    )


def meant(tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes that say something, by name in alphabetical order.

    Left out is what the engine assumes anyway, and what it works out by itself: the size of a slot
    (PieceSlot.getPreferredSize), and of a board that has a picture (Board's getAttributeValueString
    ). A key command's target loses the empty fields at its end, of which newer engines have more
    (GlobalCommandTarget.encode).
    """
    known = defaults().components.get(tag, _NONE)
    short = tag.rpartition(".")[2]
    found = {}
    for name in sorted(attributes):
        value, default = attributes[name], known.get(name)
        if default is None:
            assumed = value in _UNSAID
        elif name == _TARGET:
            assumed = value.rstrip("|") == default.rstrip("|")
        else:
            assumed = value == default
        if not assumed:
            found[name] = value.rstrip("|") if name == _TARGET else value
    if short in _SLOTS:
        _drop(found, "width", "height")
    if short == "Board" and found.get("image"):
        _drop(found, "width", "height", "color")
    return found


def _drop(attributes: dict[str, str], *names: str) -> None:
    for name in names:
        attributes.pop(name, None)


def meant_fields(trait: str, fields: Sequence[str], *, state: bool = False) -> tuple[str, ...]:
    """Return a trait's fields without those at the end that the engine would assume by itself.

    The flags of Does Not Stack are letters in any order (Immobilized.mySetType).
    """
    assumed = defaults().traits.get(trait, ((), ()))[1 if state else 0]
    if trait == "button" and not state:
        fields = _without_outline(fields)
    if trait == "immob" and not state and len(fields) > 1:
        fields = [fields[0], "".join(sorted(fields[1])), *fields[2:]]
    end = len(fields)
    least = 0 if state else 1
    while end > least and fields[end - 1] == (assumed[end - 1] if end <= len(assumed) else ""):
        end -= 1
    return tuple(fields[:end])


def _without_outline(fields: Sequence[str]) -> Sequence[str]:
    """Leave out the outline of an Action Button that is its rectangle (ActionButton.mySetType)."""
    try:
        x, y, width, height = map(int, fields[2:6])
    except ValueError:
        return fields
    right, below = x + width, y + height
    outline = [x, y, right, y, right, below, x, below]
    if list(fields[8:]) == ["false", "1", "4", *map(str, outline)]:
        return fields[:8]
    return fields
