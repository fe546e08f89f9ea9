"""What all commands are made with: setters for each power, requirements, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.extension import bsh
from generator.extension.chain import (
    ACT,
    REFRESH_KEY,
    Block,
    Chains,
    Say,
    Set,
    Step,
    stem_of,
    verdict,
)
from generator.extension.expressions import Expressions
from generator.extension.layout import RECORD_LINES
from generator.extension.names import FILLED, GATES, record_names
from generator.rules import Rules

CLEAR_KEY = "cop.clear"
"""Empties the record of a congress."""

_RECORD_KEY = "cop.record_lines"
"""Breaks the record that the sheet shows into lines."""

_DOUBT = "doubt"

LOOK_KEYS = tuple(f"cop.track.look.{name}" for name in ("seen", "at", "read", "stood"))
"""Let a bound build look at the module's VP, before a command is judged."""


@dataclass(frozen=True)
class Requirement:
    """A condition that a command needs, and the chat's words if it is not met."""

    test: str
    reason: str
    looks_at_the_module: bool = False
    """It can be judged only after a look at the module's VP."""


class Commands:
    """Takes in the commands of one rule."""

    look_first: tuple[str, ...] = ()
    """Keys of a look at the module's VP; none where VP are entered by hand."""

    def __init__(self, rules: Rules, express: Expressions) -> None:
        self.rules = rules
        self.express = express
        self.texts = express.texts
        self.chains = Chains(express.chat("twice"), express.chat("stray"))
        self.clear_and_refresh()

    def clear_and_refresh(self) -> None:
        """Let the record be emptied by one key, and what mirrors the state follow by another."""
        self.chains.listen(CLEAR_KEY, *(Set(name, '""') for name in record_names(self.rules)))
        calculate = self.express.calculation
        gates = {name: calculate(f"gate_{snake(name)}") for name in GATES}
        self.chains.listen(
            REFRESH_KEY, *(Set(f"CoP_{name}", value) for name, value in gates.items())
        )
        self.chains.listen(
            REFRESH_KEY, *self.each("Result", "result"), Set("CoP_Status", calculate("status"))
        )
        self.chains.listen(
            REFRESH_KEY,
            *map(self.one, ("SheetStage", "GapShown", "GapStep", "MarginStep", "RecordShown")),
        )
        self.chains.listen(
            _RECORD_KEY,
            *(
                Set(f"CoP_LastLine{index + 1}", calculate("record_line", index=index))
                for index in range(RECORD_LINES)
            ),
        )
        self.chains.fire(REFRESH_KEY, _RECORD_KEY, name="cop.record_shown")

    def each(self, prefix: str, calculation: str) -> list[Set]:
        """Set one property of each power."""
        return [
            Set(f"CoP_{prefix}_{power}", self.express.calculation(calculation, power))
            for power in self.rules.powers
        ]

    def one(self, name: str, calculation: str | None = None) -> Set:
        """Set one property; its calculation bears its name unless another is given."""
        return Set(f"CoP_{name}", self.express.calculation(calculation or snake(name)))

    def phase(self, *phases: str, hint: str) -> Requirement:
        """Need one of these phases; ``hint`` of ``[reasons]`` says what is the matter if not."""
        return Requirement(
            self.in_phase(*phases),
            self.express.requirement("phase_reason", hint=hint),
        )

    def idle(self) -> Requirement:
        """Need the phase in which everything is entered and a congress is called."""
        return self.phase("idle", hint="not_idle")

    def need(self, name: str) -> Requirement:
        """Need what the template of this name in ``templates/requirements`` tests."""
        return Requirement(
            self.express.requirement(name), self.express.requirement(f"{name}_reason")
        )

    def vp_readable(self) -> list[Requirement]:
        """Need what a command reads VP from that begins a congress or goes on with it."""
        return [self.need("vp")]

    def vp_writable(self) -> list[Requirement]:
        """Need VP, and what is written when they change."""
        return [self.need("vp")]

    def pressed(self) -> list[Step]:
        """Let the record tell who pressed last: who pressed at once can see that they differ.

        The name is emptied first, for a value that does not change is not sent.
        """
        return [Set("CoP_Roller", '""'), self.one("Roller"), self.one("Presses")]

    def read_anew(self) -> list[Step]:
        """Return the steps that take over VP from where they are kept."""
        return []

    def warn_of_moves(self) -> list[Step]:
        """Return the steps that tell what was moved since the VP were read, where they are kept."""
        return []

    def write_back(self) -> list[Step]:
        """Return the steps that bring changed VP to where they are kept."""
        return []

    def guarded(
        self,
        key: str,
        wish: str,
        paragraph: str,
        requirements: Sequence[Requirement],
        blocks: Sequence[Block],
        *,
        power: str = "",
        doubts: bool = False,
        then: str = "",
    ) -> None:
        """Add a command that runs if all requirements are met.

        ``then``: the verdict if so; on the first block if not given.
        ``doubts``: it goes on with what is recorded, and says so first if that is not coherent.
        """
        refused = self.refused(wish, paragraph, requirements, power)
        looks = any(each.looks_at_the_module for each in requirements)
        stem = stem_of(key)
        met = " && ".join(f"({requirement.test})" for requirement in requirements)
        then = f"({then})" if then else f'"{verdict(stem, blocks[0].name)}"'
        first = self.doubting(stem, then) if doubts else then
        self.chains.command(
            key,
            f'{met} ? {first} : "{verdict(stem, "refused")}"',
            (*([self.doubt(then)] if doubts else []), *blocks, refused),
            before=LOOK_KEYS if looks else (),
        )

    def doubting(self, stem: str, then: str) -> str:
        """Return the verdict ``then``, or the one on ``doubt`` if the record is not coherent."""
        coherent = self.express.calculation("coherent", called=self.vp_are("vp_called"))
        return f'({coherent}) ? {then} : "{verdict(stem, _DOUBT)}"'

    def doubt(self, then: str) -> Block:
        """Say that the record is not coherent, and go on with the verdict ``then``."""
        return Block(_DOUBT, (Say(self.express.chat("doubt")), Set(ACT, then)), goes_on=True)

    def kept(self, steps: Sequence[Step], *conditions: str) -> str:
        """Have all that ``steps`` set taken its value? What is to be filled is, and more holds."""
        set_here = dict.fromkeys(step.property for step in steps if isinstance(step, Set))
        filled = [name for name in set_here if name.split("_")[1] in FILLED]
        tests = [*(f"!{bsh.empty(name)}" for name in filled), *conditions]
        return " && ".join(f"({test})" for test in tests)

    def in_phase(self, *phases: str) -> str:
        """Is the congress in one of these phases?"""
        return self.express.requirement("phase", phases=phases)

    def vp_are(self, calculation: str, **more: Any) -> str:
        """Are the VP what they should be after the command?"""
        return " && ".join(
            f"{bsh.text(f'CoP_VP_{power}')}.equals(String.valueOf("
            f"{self.express.calculation(calculation, power, **more)}))"
            for power in self.rules.powers
        )

    def refused(
        self,
        wish: str,
        paragraph: str,
        requirements: Sequence[Requirement],
        power: str = "",
    ) -> Block:
        """Say in one line which requirement is not met; ``wish``: key in ``[wishes]``."""
        line = self.express.chat(
            "refused",
            paragraph=paragraph,
            wish=self.texts.plain(f"wishes.{wish}", power=self.texts.name(power)),
            requirements=requirements,
        )
        return Block("refused", (Say(line),))


def snake(name: str) -> str:
    """Return ``NoWinds`` as ``no_winds``."""
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")
