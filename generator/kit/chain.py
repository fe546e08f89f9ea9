"""Chains: what one press does, step by step, as keys that buttons listen to.

A command is a DoActionButton that fires a list of keys. The first sets a property to the verdict:
which of the command's blocks is to run. Each block is a DoActionButton that loops *while* that
verdict stands, so it runs once or not at all on every engine, and its last step ends the verdict.
Gates and counted loops would do it on newer engines only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from generator.kit import bsh
from generator.kit.identity import Identity
from generator.vassal.changers import set_to
from generator.vassal.components import ChangePropertyButton, DoActionButton, GlobalProperty


@dataclass(frozen=True)
class Set:
    """Set a property to the value of an expression (BeanShell without braces)."""

    property: str
    value: str


@dataclass(frozen=True)
class Ask:
    """Ask the player for a property's value; a cancelled answer leaves it as it is."""

    property: str
    changer: str


@dataclass(frozen=True)
class Say:
    """Print one chat line, the value of an expression."""

    line: str


@dataclass(frozen=True)
class Fire:
    """Fire a key that several buttons may listen to."""

    key: str


Step: TypeAlias = Set | Ask | Say | Fire


@dataclass(frozen=True)
class Block:
    """Steps that run if the verdict is on this block.

    Unless the steps give a new verdict themselves, the block ends the command.
    """

    name: str
    steps: tuple[Step, ...]
    goes_on: bool = False
    """The last step sets the next verdict."""
    kept: str = ""
    """Condition that holds at the end if every property has taken its value."""


class KeyTwiceError(ValueError):
    """Two things of one extension would hear, or set, the same; says which key."""


class Chains:
    """Collects the buttons of all chains."""

    def __init__(self, identity: Identity, twice: str, stray: str) -> None:
        """Begin with what all commands share.

        Args:
            identity: whose commands they are.
            twice: the chat line for a second copy.
            stray: the chat line for values that do not come back as they were set.
        """
        self.identity = identity
        key = identity.key
        self._done, self._unpicked, self._stray = key("done"), key("unpicked"), key("stray")
        self._uncounted, self._count = key("copies", "none"), key("copies", "count")
        self._twice, self._lost = key("twice"), key("lost")
        self.actions: list[DoActionButton] = []
        self._buttons: dict[str, list[ChangePropertyButton]] = defaultdict(list)
        self._picks: dict[str, str] = {}
        self._own: set[str] = set()
        self._shared: set[str] = set()
        self.listen(self._done, Set(identity.act, '""'))
        self.listen(self._unpicked, Set(identity.pick, '""'))
        self._census(twice)
        self._strangers(stray)

    def _census(self, twice: str) -> None:
        """Let copies be counted, such as a "(1)" that a browser made of a second download.

        A key is heard by every copy. So each copy fires "one more", and each copy's property counts
        all of them; with more than one, the verdict of every command is to do nothing.
        """
        copies, one_more = self.identity.copies, self.identity.key("copies", "more")
        self.listen(self._uncounted, Set(copies, "0"))
        self.fire(self._count, one_more)
        self.listen(one_more, Set(copies, f"{copies}+1"))
        self._block(self._twice, Block("", (Say(twice),)))

    def _strangers(self, stray: str) -> None:
        """Let it be said when another extension has a property of one of our names.

        The engine reads the one that was loaded last (GameModule.addMutableProperty), while our
        buttons set ours: the verdict of a command may be lost, or what a block has set. An empty
        report would still print its star, so each is a loop that runs once.
        """
        self._block(self._stray, Block("", (Say(stray),)))
        say = self._step(f"{self._lost}.1", Say(stray))
        ours, act = self.identity.key(""), bsh.text(self.identity.act)
        self.actions.append(
            DoActionButton(
                name=self._lost,
                key=self._owned(self._lost),
                keys=(say, self._uncounted),
                loop_while=f'{{{self.identity.copies}==1 && !{act}.startsWith("{ours}")}}',
            )
        )

    def listen(self, key: str, *steps: Set) -> None:
        """Let each property change when ``key`` is fired; they must not depend on each other.

        Raises:
            KeyTwiceError: it is the key of something else.
        """
        for step in steps:
            change = ChangePropertyButton(self._heard(key), set_to(f"{{{step.value}}}"))
            self._buttons[step.property].append(change)

    def _heard(self, key: str) -> str:
        """Return a key that several may hear."""
        if key in self._own:
            raise KeyTwiceError(key)
        self._shared.add(key)
        return key

    def _owned(self, key: str) -> str:
        """Return a key that nothing else must hear."""
        if key in self._own | self._shared:
            raise KeyTwiceError(key)
        self._own.add(key)
        return key

    def loop(self, key: str, condition: str, *steps: Step) -> None:
        """Let ``key`` run the steps as long as the condition holds; they must end it."""
        keys = [self._step(f"{key}.{number}", step) for number, step in enumerate(steps, 1)]
        self.actions.append(
            DoActionButton(
                name=key, key=self._owned(key), keys=tuple(keys), loop_while=f"{{{condition}}}"
            )
        )

    def fire(self, key: str, *keys: str, name: str = "") -> None:
        """Let ``key`` fire others, one after the other; ``name``: of the button, else the key.

        Raises:
            KeyTwiceError: it is the key of something else.
        """
        self.actions.append(DoActionButton(name=name or key, key=self._heard(key), keys=keys))

    def command(
        self, key: str, judgement: str, blocks: Sequence[Block], before: Sequence[str] = ()
    ) -> None:
        """Add a command.

        Args:
            key: its key.
            judgement: an expression that gives the verdict on one block.
            blocks: what it can come to.
            before: keys that are fired before it is judged.

        Raises:
            KeyTwiceError: its key, or one of its parts, is that of something else.
        """
        stem = self.identity.stem(key)
        one_only = f'{self.identity.copies}!=1 ? "{self._twice}" : {judgement}'
        judge = self._step(f"{stem}.judge", Set(self.identity.act, one_only))
        keys = [self._uncounted, self._count, *before, judge, self._lost, self._twice]
        for block in blocks:
            self._block(verdict(stem, block.name), block)
            keys.append(verdict(stem, block.name))
        keys.append(self._stray)
        self.actions.append(DoActionButton(name=key, key=self._owned(key), keys=tuple(keys)))

    def picked(self, key: str, value: str, command: str) -> None:
        """Let ``key`` give a command with ``Identity.pick`` at ``value`` as long as it runs.

        Raises:
            KeyTwiceError: the key is that of something else, or a value differs in case only.
        """
        pick = self.identity.key("pick", value.lower())
        if pick not in self._picks:
            self._picks[pick] = value
            self.listen(pick, Set(self.identity.pick, f'"{value}"'))
        elif self._picks[pick] != value:
            raise KeyTwiceError(pick)
        self.actions.append(
            DoActionButton(name=key, key=self._owned(key), keys=(pick, command, self._unpicked))
        )

    def _block(self, key: str, block: Block) -> None:
        keys = [self._step(f"{key}.{number}", step) for number, step in enumerate(block.steps, 1)]
        if block.kept:
            check = Set(self.identity.act, f'{block.kept} ? "" : "{self._stray}"')
            keys += [self.identity.refresh, self._step(f"{key}.kept", check)]
        elif not block.goes_on:
            keys += [self.identity.refresh, self._done]
        self.actions.append(
            DoActionButton(
                name=key,
                key=self._owned(key),
                keys=tuple(keys),
                loop_while=f"{{{bsh.same(self.identity.act, key)}}}",
            )
        )

    def _step(self, key: str, step: Step) -> str:
        match step:
            case Fire():
                return step.key
            case Set():
                change = ChangePropertyButton(self._owned(key), set_to(f"{{{step.value}}}"))
                self._buttons[step.property].append(change)
            case Ask():
                self._owned(key)
                self._buttons[step.property].append(ChangePropertyButton(key, step.changer))
            case Say():
                line = f"{{{step.line}}}"
                self.actions.append(DoActionButton(name=key, key=self._owned(key), report=line))
        return key

    def attach(self, properties: Iterable[GlobalProperty]) -> tuple[GlobalProperty, ...]:
        """Return the properties with their buttons."""
        return tuple(
            replace(each, buttons=tuple(self._buttons.pop(each.name, ()))) for each in properties
        )


def verdict(stem: str, block: str) -> str:
    """Return the key of a command's block, and the value of ``Identity.act`` that lets it run."""
    return f"{stem}.{block}"
