"""What the engine assumes where a build file says nothing, and its editor writes out.

``defaults.json`` holds what engine 3.7.26 writes for a new component or a trait without fields,
and what 3.6.0-SNAPSHOT has beyond that; tests/engine/test_editor.py compares it with the engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generator.host.component import MAPS, name_of
from generator.vassal.sequence import decode

FILE = Path(__file__).with_name("defaults.json")
_NONE: Mapping[str, str] = {}
_TARGET = re.compile(r"[A-Z]+\|(?:true|false)\|")
_NO_FIELDS: tuple[Sequence[str], Sequence[str]] = ((), ())
_UNSAID = frozenset({"", "false"})
"""What an attribute without a known default means by it, as one of a newer engine."""
_SLOTS = ("PieceSlot", "CardSlot")

_OF_A_MAP = (
    "BoardPicker",
    "StackMetrics",
    "GlobalProperties",
    "SelectionHighlighters",
    "HighlightLastMoved",
    "Flare",
)
IMPLIED = {**dict.fromkeys(MAPS, _OF_A_MAP), "ZonedGrid": ("ZonedGridHighlighter",)}
"""Children that a component gets where it has none of the class (``build`` of Map, ZonedGrid)."""


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
    (PieceSlot.getPreferredSize), of a list in a palette as it is on the screen (ListWidget) and of
    a board with a picture (Board.getAttributeValueString), the form in which it wrote a mouse-over
    viewer (CounterDetailViewer.VERSION).
    """
    known = defaults().components.get(tag, _NONE)
    short = tag.rpartition(".")[2]
    found = {}
    for name in sorted(attributes):
        value, default = attributes[name], known.get(name)
        assumed = value in _UNSAID if default is None else _bare(value) == _bare(default)
        if not assumed:
            found[name] = _bare(value)
    if short in _SLOTS:
        _drop(found, "width", "height")
    if short == "ListWidget":
        _drop(found, "width", "height", "divider")
    if short == "CounterDetailViewer":
        _drop(found, "version")
    if short == "Board" and found.get("image"):
        _drop(found, "width", "height", "color")
    return found


def name_assumed(tag: str, attributes: Mapping[str, str]) -> str | None:
    """Return the name of a component, one that the engine assumes where none is given."""
    return name_of(tag, {**defaults().components.get(tag, _NONE), **attributes})


def _bare(value: str) -> str:
    """Return a target of a key command without the empty fields at its end.

    Newer engines have more of them (GlobalCommandTarget.encode).
    """
    return value.rstrip("|") if "|" in value and _TARGET.match(value) else value


def _drop(attributes: dict[str, str], *names: str) -> None:
    for name in names:
        attributes.pop(name, None)


def meant_type(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the fields of a trait's type, its id the first, as the engine writes them today.

    Those at the end that it would assume by itself are left out.
    """
    today = _today(fields)
    assumed, _ = defaults().traits.get(today[0], _NO_FIELDS)
    return today[:1] + _without_assumed(today[1:], assumed[1:])


def meant_state(trait: str, fields: list[str]) -> tuple[str, ...]:
    """Return the fields of a trait's state likewise."""
    if fields == [""]:
        return ()
    _, assumed = defaults().traits.get(trait, _NO_FIELDS)
    return _without_assumed(fields, assumed)


def _without_assumed(fields: Sequence[str], assumed: Sequence[str]) -> tuple[str, ...]:
    end = len(fields)
    while end and _bare(fields[end - 1]) == (
        _bare(assumed[end - 1]) if end <= len(assumed) else ""
    ):
        end -= 1
    return tuple(map(_bare, fields[:end]))


def _today(fields: Sequence[str]) -> tuple[str, ...]:
    """Put older forms right, and what has more than one.

    An older outline is one at full scale (NonRectangular.mySetType); the flags of Does Not Stack
    are letters in any order (Immobilized.mySetType).
    """
    match fields[0]:
        case "nonRect":
            return ("nonRect2", "1.0", *fields[1:])
        case "immob" if len(fields) > 1:
            return (fields[0], "".join(sorted(fields[1])), *fields[2:])
        case "button":
            return tuple(_without_outline(fields))
    return tuple(fields)


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
