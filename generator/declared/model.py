"""What ``rule.toml`` says, one class a table. Names in it are without the extension's prefix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import InputError
from generator.kit.identity import Identity
from generator.kit.release import Release, require
from generator.kit.sheet import Box

MOST = 9_999_999
"""Of a number that is entered (``generator.kit.bsh.WHOLE_NUMBER``)."""
TRACK_STEPS = ("read", "write", "warn")


@dataclass(frozen=True)
class Names:
    """``[identity]``: as ``generator.kit.identity`` has it."""

    id: str
    prefix: str
    file: str

    def __post_init__(self) -> None:
        self.identity()

    def identity(self) -> Identity:
        """Return them as one."""
        return Identity(self.id, self.prefix, self.file)


@dataclass(frozen=True)
class Property:
    """``[properties.NAME]``."""

    about: str
    """What it is, for whoever opens the extension in the engine's editor."""
    initial: str = ""
    mirrors: str = ""
    """Template in ``expressions`` that it follows after every command."""


@dataclass(frozen=True)
class Input:
    """``[inputs.NAME]``: the command ``AskNAME`` for the property NAME, and clicks.

    Each choice has the command ``SetNAME_CHOICE``; a number has ``RaiseNAME`` and ``LowerNAME``.
    """

    paragraph: str
    needs: str
    """Requirement."""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        if self.choices:
            alone = self.least == self.most == 0
            require(alone, "choices", "is there beside least and most; give one or the other")
            return
        given = bool(self.least or self.most)
        require(given, "choices", "is missing; give choices, or least and most of a number")
        for key, value in (("least", self.least), ("most", self.most)):
            require(
                abs(value) <= MOST,
                key,
                f"is {value}; allowed: -{MOST} to {MOST}, numbers of at most seven digits",
            )
        require(
            self.least < self.most,
            "most",
            f"is {self.most}, and least is {self.least}; must be more than least",
        )

    def commands(self, name: str) -> tuple[str, ...]:
        """Return the commands of the input of this name."""
        clicks = [f"Set{name}_{choice}" for choice in self.choices]
        return (f"Ask{name}", *(clicks or (f"Raise{name}", f"Lower{name}")))


@dataclass(frozen=True)
class Step:
    """One step of a command; it does one of these, property by property."""

    set: Mapping[str, str] = field(default_factory=dict)
    """To a text as it stands here."""
    calculate: Mapping[str, str] = field(default_factory=dict)
    """To what a template in ``expressions`` gives."""
    copy: Mapping[str, str] = field(default_factory=dict)
    """To the value of another property."""
    say: str = ""
    """A chat line, template in ``chat``."""
    fire: str = ""
    """A key of ``[clears]``."""
    track: str = ""
    """In a bound build only: ``read`` the numbers of ``[track]`` anew, ``write`` them back, or
    ``warn`` of what was moved since they were read, before it is set back."""

    def __post_init__(self) -> None:
        does = (self.set, self.calculate, self.copy, self.say, self.fire, self.track)
        require(
            len(list(filter(None, does))) == 1,
            "",
            "each step does one thing: set, calculate, copy, say, fire or track",
        )
        require(
            self.track in ("", *TRACK_STEPS),
            "track",
            f'is "{self.track}"; allowed: {", ".join(TRACK_STEPS)}',
        )


@dataclass(frozen=True)
class Command:
    """``[commands.NAME]``: what it needs, and what it does then, all at one press."""

    paragraph: str
    steps: tuple[Step, ...]
    needs: tuple[str, ...] = ()
    """Conditions, templates in ``requirements``; ``reasons.<name>`` is said if one is not met."""
    kept: tuple[str, ...] = ()
    """Conditions that hold at the end, unless another extension has properties of our names.

    What ``set`` gives is looked at without them; they are for what is calculated.
    """

    def __post_init__(self) -> None:
        require(bool(self.steps), "steps", "is an empty list; give at least one step")


@dataclass(frozen=True)
class Numbers:
    """``[track]``: numbers that a module may keep itself; a binding says how it does."""

    numbers: Mapping[str, str] = field(default_factory=dict)
    """Properties, by the name that a binding has for each: ``[powers.NAME.read]``."""
    command: str = ""
    """Of a bound build: reads them, and trusts the module where a hand was asked to move."""
    paragraph: str = ""
    needs: tuple[str, ...] = ()
    """Conditions of that command, as a command's own."""

    def __post_init__(self) -> None:
        if self.numbers:
            require(bool(self.command), "command", "is missing; must be the command that reads")
            require(bool(self.paragraph), "paragraph", "is missing; must be that of the command")
        for what, names in (("names", self.numbers), ("properties", self.numbers.values())):
            alike = {name.lower() for name in names}
            require(
                len(alike) == len(self.numbers), "numbers", f"two {what} are the same, in any case"
            )


@dataclass(frozen=True)
class Entry:
    """``[[menu]]``: an entry of the toolbar menu."""

    command: str
    gate: str = ""
    """Property; while it is ``true`` the entry is greyed."""


@dataclass(frozen=True)
class Spot:
    """``[[sheet.spots]]``: what a click does."""

    command: str
    box: tuple[int, ...]


@dataclass(frozen=True)
class Label:
    """``[[sheet.labels]]``: a property's value, around a point."""

    shows: str
    at: tuple[int, ...]
    size: int = 14
    bold: bool = False

    def __post_init__(self) -> None:
        require(4 <= self.size <= 100, "size", f"is {self.size}; allowed: 4 to 100")


@dataclass(frozen=True)
class Following:
    """``[[sheet.layers]]``: pictures in a box, of which an expression shows one."""

    name: str
    box: tuple[int, ...]
    follows: str
    """Property that counts from 1."""
    pictures: tuple[str, ...]
    """By number; an empty name shows nothing."""


@dataclass(frozen=True)
class Sheet:
    """``[sheet]``; pixels. Its pictures are ``sheet`` and ``board``."""

    width: int
    height: int
    slots: Mapping[str, int]
    """Numbers of the piece slots, ``at_start`` and ``palette``; never changed, never used again."""
    spots: tuple[Spot, ...] = ()
    labels: tuple[Label, ...] = ()
    layers: tuple[Following, ...] = ()

    def __post_init__(self) -> None:
        for key, size in (("width", self.width), ("height", self.height)):
            require(1 <= size <= 4000, key, f"is {size}; allowed: 1 to 4000 pixels")
        numbers = {*self.slots.values()}
        require(
            sorted(self.slots) == ["at_start", "palette"]
            and len(numbers) == 2
            and min(numbers) > 0,
            "slots",
            "must be at_start and palette, with two different numbers from 1",
        )


@dataclass(frozen=True)
class Drawing:
    """``[pictures.NAME]``: a picture; its template in ``images`` is NAME if not given."""

    template: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What the template is given besides what all get."""


@dataclass(frozen=True)
class Rule:
    """The whole file."""

    identity: Names
    release: Release
    properties: Mapping[str, Property]
    commands: Mapping[str, Command]
    menu: tuple[Entry, ...]
    sheet: Sheet
    pictures: Mapping[str, Drawing]
    inputs: Mapping[str, Input] = field(default_factory=dict)
    clears: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Keys that empty properties, for the step ``fire``."""
    track: Numbers = field(default_factory=Numbers)
    constants: Mapping[str, Any] = field(default_factory=dict)
    """Whatever templates need: ``constants.<name>`` in them."""

    def __post_init__(self) -> None:
        steps = [step for each in self.commands.values() for step in each.steps]
        require(
            bool(self.track.numbers) or not any(step.track for step in steps),
            "track.numbers",
            "is missing, but a command has a step of track; give the numbers, or drop the step",
        )

    def command_names(self) -> tuple[str, ...]:
        """Return every command that a press or a click can give."""
        found = [*self.commands, "Sheet", *filter(None, [self.track.command])]
        for name, each in self.inputs.items():
            found += each.commands(name)
        return tuple(found)


@dataclass(frozen=True)
class DeclaredRule:
    """A rule and the folder that it stands in."""

    folder: Path
    rule: Rule

    def tracked(self) -> tuple[str, ...]:
        """Return the names that a binding of the rule has.

        Raises:
            InputError: it has none.
        """
        if not self.rule.track.numbers:
            raise InputError(
                f"{self.folder}: the rule has no numbers that a module keeps ([track]), so it is "
                "for any module, without a binding"
            )
        return tuple(self.rule.track.numbers)


def box_of(numbers: tuple[int, ...]) -> Box:
    """Return ``[left, top, width, height]`` as a box."""
    left, top, width, height = numbers
    return Box(left, top, width, height)
