"""Loads a declared rule, and sees that every name in it is one of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.declared.fill import fill
from generator.declared.model import DeclaredRule, Rule
from generator.tomlfile import read_toml, toml_error, unknown_key

FILE = "rule.toml"
ALWAYS_DRAWN = ("icon", "board", "sheet")
"""Pictures that every rule has."""


def load_declared(folder: Path) -> DeclaredRule:
    """Load the rule of a folder.

    Raises:
        InputError: the file cannot be read or is not TOML, a key is unknown or missing, a value is
            impossible, or a name is not one of the rule's; one line says where and what to do.
    """
    path = folder / FILE
    rule = fill(path, Rule, read_toml(path, "rule file"))
    for key, name, pattern, form in _named(rule):
        if not re.fullmatch(pattern, name):
            raise toml_error(path, f'{key}: "{name}" must be {form}')
    for key, name, known in _references(rule):
        if name not in known:
            raise toml_error(path, f"{key}: {unknown_key(name, dict.fromkeys(known))}")
    for key, count, numbers in _places(rule):
        if len(numbers) != count:
            raise toml_error(path, f"{key}: holds {len(numbers)} numbers; must be {count}")
    for name in ALWAYS_DRAWN:
        if name not in rule.pictures:
            raise toml_error(path, f"pictures.{name}: is missing; every rule has that picture")
    return DeclaredRule(folder, rule)


def _named(rule: Rule) -> Iterator[tuple[str, str, str, str]]:
    """Yield every name that the file gives: its key, it, and of which form it must be."""
    for key, names in (
        ("properties", rule.properties),
        ("commands", rule.commands),
        ("clears", rule.clears),
        ("track.numbers", rule.track.numbers),
        ("track.command", [rule.track.command] if rule.track.command else ()),
        *((f"inputs.{name}.choices", each.choices) for name, each in rule.inputs.items()),
    ):
        for name in names:
            yield key, name, r"[A-Za-z][A-Za-z0-9_]*", "letters, digits and _"
    for name in rule.pictures:
        yield "pictures", name, r"[a-z0-9_]+", "lower-case letters, digits and _"


def _references(rule: Rule) -> Iterator[tuple[str, str, Iterable[str]]]:
    """Yield every name that stands for something else in the file: its key, it, what there is."""
    properties, commands = rule.properties, rule.command_names()
    for name in rule.inputs:
        yield f"inputs.{name}", name, properties
    for key, names in rule.clears.items():
        for name in names:
            yield f"clears.{key}", name, properties
    for key, name in rule.track.numbers.items():
        yield f"track.numbers.{key}", name, properties
    for command, each in rule.commands.items():
        for index, step in enumerate(each.steps):
            at = f"commands.{command}.steps[{index}]"
            for name in (*step.set, *step.calculate, *step.copy, *step.copy.values()):
                yield at, name, properties
            if step.fire:
                yield f"{at}.fire", step.fire, rule.clears
    for index, entry in enumerate(rule.menu):
        yield f"menu[{index}].command", entry.command, commands
        if entry.gate:
            yield f"menu[{index}].gate", entry.gate, properties
    for index, spot in enumerate(rule.sheet.spots):
        always = [each for each in commands if each != rule.track.command]
        yield f"sheet.spots[{index}].command", spot.command, always
    for index, label in enumerate(rule.sheet.labels):
        yield f"sheet.labels[{index}].shows", label.shows, properties
    for index, layer in enumerate(rule.sheet.layers):
        yield f"sheet.layers[{index}].follows", layer.follows, properties
        for picture in filter(None, layer.pictures):
            yield f"sheet.layers[{index}].pictures", picture, rule.pictures


def _places(rule: Rule) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    for index, spot in enumerate(rule.sheet.spots):
        yield f"sheet.spots[{index}].box", 4, spot.box
    for index, label in enumerate(rule.sheet.labels):
        yield f"sheet.labels[{index}].at", 2, label.at
    for index, layer in enumerate(rule.sheet.layers):
        yield f"sheet.layers[{index}].box", 4, layer.box
