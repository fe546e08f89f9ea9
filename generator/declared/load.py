"""Loads a declared rule, and sees that all that it names is there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from generator.declared.fill import fill
from generator.declared.model import DeclaredRule, Rule
from generator.declared.names import Fault, name_faults
from generator.declared.source import Source
from generator.templating import shared_folder

FILE = "rule.toml"
ALWAYS_DRAWN = ("icon", "board", "sheet")
"""Pictures that every rule has."""


def load_declared(folder: Path) -> DeclaredRule:
    """Load the rule of a folder.

    Raises:
        InputError: the file cannot be read or is not TOML, a key is unknown or missing, a value is
            impossible, or a name is not one of the rule's; one line says where and what to do.
    """
    source = Source(folder / FILE)
    declared = DeclaredRule(folder, fill(source, Rule, source.table))
    names = name_faults(declared, shared_folder())
    for key, message in chain(names, _undrawn(declared.rule), _misplaced(declared.rule)):
        raise source.fault(key, message)
    return declared


def _undrawn(rule: Rule) -> Iterator[Fault]:
    for name in ALWAYS_DRAWN:
        if name not in rule.pictures:
            yield f"pictures.{name}", "is missing; every rule has that picture"


def _misplaced(rule: Rule) -> Iterator[Fault]:
    """What does not lie on the sheet."""
    sheet = rule.sheet
    for key, box in (
        *((f"spots[{n}]", each.box) for n, each in enumerate(sheet.spots, 1)),
        *((f"layers[{n}]", each.box) for n, each in enumerate(sheet.layers, 1)),
    ):
        at = f"sheet.{key}.box"
        if len(box) != 4:
            yield at, f"holds {len(box)} numbers; must be 4: left, top, width, height"
            continue
        left, top, width, height = box
        if width < 1 or height < 1:
            yield at, f"is {width} wide and {height} high; each must be 1 or more"
        if left < 0 or top < 0 or left + width > sheet.width or top + height > sheet.height:
            yield (
                at,
                (
                    f"lies at {left} to {left + width} across, {top} to {top + height} down; the "
                    f"sheet is {sheet.width} by {sheet.height}"
                ),
            )
    for number, label in enumerate(sheet.labels, 1):
        at = f"sheet.labels[{number}].at"
        if len(label.at) != 2:
            yield at, f"holds {len(label.at)} numbers; must be 2: the middle of the text"
        elif not (0 <= label.at[0] <= sheet.width and 0 <= label.at[1] <= sheet.height):
            yield (
                at,
                f"is {list(label.at)}, outside the sheet, which is {sheet.width} by {sheet.height}",
            )
