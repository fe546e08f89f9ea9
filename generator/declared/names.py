"""Sees that every name in a declared rule is its own, and that none is the same in another case.

Keys inside an extension are without regard to case (``Naming.stem``), as file names are for some
systems: names that differ in case only would do each other's work.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from generator.binding.names import is_device
from generator.declared.model import DeclaredRule, Rule, Step
from generator.extension.identity import IDENTITY
from generator.kit.identity import snake
from generator.rules import load_rules

Fault: TypeAlias = tuple[str, str]
"""Dotted key in ``rule.toml``, and what is wrong."""

_KINDS = {
    "expressions": ".bsh.j2",
    "requirements": ".bsh.j2",
    "chat": ".bsh.j2",
    "images": ".svg.j2",
}
"""Folders of templates, and how the files end."""
_EVERY = "every rule"
_WORD = r"[A-Za-z][A-Za-z0-9_]*", "letters, digits and _"
_PICTURE = r"[a-z0-9_]+", "lower-case letters, digits and _"


def name_faults(declared: DeclaredRule, shared: Path) -> Iterator[Fault]:
    """Yield what is wrong with names, best told first.

    Args:
        declared: the rule.
        shared: folder of the templates that every rule shares.
    """
    rule = declared.rule
    yield from _taken(rule)
    yield from _misshapen(rule)
    yield from _alike(rule)
    yield from _unknown(rule)
    yield from _without_template(declared, shared)


def _taken(rule: Rule) -> Iterator[Fault]:
    """Names by which the engine and other players know rule 15.6."""
    ours = load_rules().release
    for key, name, theirs in (
        ("identity.id", rule.identity.id, IDENTITY.extension_id),
        ("identity.file", rule.identity.file, IDENTITY.file_name),
        ("release.title", rule.release.title, ours.title),
    ):
        if name.lower() == theirs.lower():
            yield key, f'"{name}" is that of rule {ours.rule}; give another'
    if is_device(rule.identity.file):
        yield "identity.file", f'"{rule.identity.file}" is a device of Windows; give another'


def _misshapen(rule: Rule) -> Iterator[Fault]:
    for key, names in (
        ("properties", rule.properties),
        ("commands", rule.commands),
        ("clears", rule.clears),
        ("track.numbers", rule.track.numbers),
    ):
        for name in names:
            yield from _misfit(f"{key}.{name}", name, *_WORD)
    if rule.track.command:
        yield from _misfit("track.command", rule.track.command, *_WORD)
    for name, each in rule.inputs.items():
        for number, choice in enumerate(each.choices, 1):
            yield from _misfit(f"inputs.{name}.choices[{number}]", choice, *_WORD)
    for name in rule.pictures:
        yield from _misfit(f"pictures.{name}", name, *_PICTURE)


def _misfit(key: str, name: str, pattern: str, form: str) -> Iterator[Fault]:
    if not re.fullmatch(pattern, name):
        yield key, f'"{name}" must be {form}'


def _alike(rule: Rule) -> Iterator[Fault]:
    """Names of one kind that differ in case only, or that stand for the same key or text."""
    commands = list(_commands(rule))
    layers = [(f"sheet.layers[{n}].name", each.name) for n, each in enumerate(rule.sheet.layers, 1)]
    yield from _same(commands, "command", str.lower)
    yield from _same(commands, "command", snake, "have the same texts")
    yield from _same(_properties(rule), "property", str.lower)
    yield from _same([(f"clears.{name}", name) for name in rule.clears], "key", str.lower)
    yield from _same(layers, "layer", str.lower)
    choices: dict[str, str] = {}
    for name, each in rule.inputs.items():
        for number, choice in enumerate(each.choices, 1):
            other = choices.setdefault(choice.lower(), choice)
            if other != choice:
                key = f"inputs.{name}.choices[{number}]"
                yield key, f'"{choice}" and "{other}" differ in case only; write both alike'


def _same(
    names: Iterable[tuple[str, str]], what: str, form: Callable[[str], str], why: str = ""
) -> Iterator[Fault]:
    seen: dict[str, tuple[str, str]] = {}
    for key, name in names:
        other_key, other = seen.setdefault(form(name), (key, name))
        if other_key == key:
            continue
        if name == other:
            yield key, f'"{name}" is a {what} already, of {other_key}; rename one'
        else:
            yield key, f'"{name}" and "{other}" {why or "differ in case only"}; rename one'


def _commands(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield the key and the name of every command that a press or a click can give."""
    yield _EVERY, "Sheet"
    for name in rule.commands:
        yield f"commands.{name}", name
    if rule.track.command:
        yield "track.command", rule.track.command
    for name, each in rule.inputs.items():
        for command in each.commands(name):
            yield f"inputs.{name}", command


def _properties(rule: Rule) -> Iterator[tuple[str, str]]:
    for name in ("Act", "Pick", "Copies", *(["Told"] if rule.track.numbers else ())):
        yield _EVERY, name
    for name in rule.properties:
        yield f"properties.{name}", name
    for name in rule.inputs:
        yield f"inputs.{name}", f"Ask{name}"
    for name in rule.track.numbers:
        for work in ("Seen", "At", "Read", "Stood"):
            yield f"track.numbers.{name}", f"{work}_{name}"


def _unknown(rule: Rule) -> Iterator[Fault]:
    """Names that stand for something else in the file, which is not there."""
    for key, name, what, known in _references(rule):
        if name not in known:
            yield key, f'"{name}" is no {what}{_near(name, known)}'
    entries: set[str] = set()
    for number, entry in enumerate(rule.menu, 1):
        if entry.command in entries:
            yield f"menu[{number}].command", f'"{entry.command}" is in the menu already'
        entries.add(entry.command)


def _references(rule: Rule) -> Iterator[tuple[str, str, str, Iterable[str]]]:
    """Yield their key, the name, what it must be, and which of those there are."""
    commands = rule.command_names()
    for key, name in _used_properties(rule):
        yield key, name, "property", rule.properties
    for at, step in _steps(rule):
        if step.fire:
            yield f"{at}.fire", step.fire, "key of [clears]", rule.clears
    for number, entry in enumerate(rule.menu, 1):
        yield f"menu[{number}].command", entry.command, "command", commands
    always = [each for each in commands if each != rule.track.command]
    for number, spot in enumerate(rule.sheet.spots, 1):
        yield f"sheet.spots[{number}].command", spot.command, "command for a click", always
    for number, layer in enumerate(rule.sheet.layers, 1):
        for index, picture in enumerate(layer.pictures, 1):
            if picture:
                key = f"sheet.layers[{number}].pictures[{index}]"
                yield key, picture, "picture", rule.pictures


def _used_properties(rule: Rule) -> Iterator[tuple[str, str]]:
    for name in rule.inputs:
        yield f"inputs.{name}", name
    for key, names in rule.clears.items():
        for number, name in enumerate(names, 1):
            yield f"clears.{key}[{number}]", name
    for key, name in rule.track.numbers.items():
        yield f"track.numbers.{key}", name
    for at, step in _steps(rule):
        for does in ("set", "calculate", "copy"):
            for name in getattr(step, does):
                yield f"{at}.{does}.{name}", name
        for name, other in step.copy.items():
            yield f"{at}.copy.{name}", other
    for number, entry in enumerate(rule.menu, 1):
        if entry.gate:
            yield f"menu[{number}].gate", entry.gate
    for number, label in enumerate(rule.sheet.labels, 1):
        yield f"sheet.labels[{number}].shows", label.shows
    for number, layer in enumerate(rule.sheet.layers, 1):
        yield f"sheet.layers[{number}].follows", layer.follows


def _steps(rule: Rule) -> Iterator[tuple[str, Step]]:
    for name, command in rule.commands.items():
        for number, step in enumerate(command.steps, 1):
            yield f"commands.{name}.steps[{number}]", step


def _near(name: str, known: Iterable[str]) -> str:
    """Say which of what there is may be meant, and what there is."""
    there = list(known)
    if not there:
        return "; there is none"
    folded = {each.lower(): each for each in there}
    close = difflib.get_close_matches(name.lower(), folded, 1)
    hint = f"; did you mean {folded[close[0]]}?" if close else ""
    return f"{hint} (there are: {', '.join(there)})" if hint else f"; there are: {', '.join(there)}"


def _without_template(declared: DeclaredRule, shared: Path) -> Iterator[Fault]:
    """Names of templates that are neither in the rule's folder nor in the shared one."""
    there: Mapping[str, list[str]] = {
        kind: sorted(_templates(declared.folder / kind, end)) for kind, end in _KINDS.items()
    }
    for key, kind, name in _named_templates(declared.rule):
        if name in there[kind] or name in _templates(shared / kind, _KINDS[kind]):
            continue
        yield (
            key,
            f'"{name}": there is no {kind}/{name}{_KINDS[kind]}; write it, or mend the name'
            f"{_near(name, there[kind])}",
        )


def _templates(folder: Path, end: str) -> Iterator[str]:
    for path in folder.rglob(f"*{end}"):
        name = path.relative_to(folder).as_posix().removesuffix(end)
        if not name.startswith("_"):
            yield name


def _named_templates(rule: Rule) -> Iterator[tuple[str, str, str]]:
    """Yield the key of each, its folder and its name."""
    for name, each in rule.properties.items():
        if each.mirrors:
            yield f"properties.{name}.mirrors", "expressions", each.mirrors
    for name, entered in rule.inputs.items():
        yield f"inputs.{name}.needs", "requirements", entered.needs
    for number, need in enumerate(rule.track.needs, 1):
        yield f"track.needs[{number}]", "requirements", need
    for name, command in rule.commands.items():
        for key, conditions in (("needs", command.needs), ("kept", command.kept)):
            for number, need in enumerate(conditions, 1):
                yield f"commands.{name}.{key}[{number}]", "requirements", need
    for at, step in _steps(rule):
        for name, template in step.calculate.items():
            yield f"{at}.calculate.{name}", "expressions", template
        if step.say:
            yield f"{at}.say", "chat", step.say
    for name, picture in rule.pictures.items():
        yield f"pictures.{name}", "images", picture.template or name
