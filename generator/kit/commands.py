"""Commands that run if all that they need is met, and say in one line what is missing if not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.kit.chain import Block, Chains, Say, verdict
from generator.kit.express import Expressions
from generator.kit.identity import Identity


@dataclass(frozen=True)
class Requirement:
    """A condition that a command needs, and the chat's words if it is not met."""

    test: str
    reason: str
    before: tuple[str, ...] = ()
    """Keys to fire before it can be judged."""


class Commands:
    """Takes in the commands of one rule."""

    def __init__(self, identity: Identity, express: Expressions) -> None:
        self.identity = identity
        self.express = express
        self.texts = express.texts
        self.chains = Chains(identity, express.chat("twice"), express.chat("stray"))

    def need(self, name: str) -> Requirement:
        """Need what the template of this name in ``requirements`` tests."""
        return Requirement(
            self.express.requirement(name), self.express.requirement(f"{name}_reason")
        )

    def guarded(
        self,
        key: str,
        wish: str,
        paragraph: str,
        requirements: Sequence[Requirement],
        blocks: Sequence[Block],
        *,
        then: str = "",
        said: Mapping[str, str] | None = None,
    ) -> None:
        """Add a command that runs if all requirements are met.

        Args:
            key: its key.
            wish: key in ``[wishes]``: what the player wanted.
            paragraph: what its chat lines cite.
            requirements: what it needs; without any it is never refused.
            blocks: what it can come to.
            then: the verdict if all is met; on the first block if not given.
            said: what stands in the places of the wish.
        """
        stem = self.identity.stem(key)
        met = " && ".join(f"({each.test})" for each in requirements)
        then = then or f'"{verdict(stem, blocks[0].name)}"'
        if not requirements:
            self.chains.command(key, then, blocks)
            return
        self.chains.command(
            key,
            f'{met} ? {then} : "{verdict(stem, "refused")}"',
            (*blocks, self.refused(wish, paragraph, requirements, said)),
            before=list(dict.fromkeys(key for each in requirements for key in each.before)),
        )

    def refused(
        self,
        wish: str,
        paragraph: str,
        requirements: Sequence[Requirement],
        said: Mapping[str, str] | None = None,
    ) -> Block:
        """Say in one line which requirement is not met; arguments as ``guarded``."""
        line = self.express.chat(
            "refused",
            paragraph=paragraph,
            wish=self.texts.plain(f"wishes.{wish}", **(said or {})),
            requirements=requirements,
        )
        return Block("refused", (Say(line),))
