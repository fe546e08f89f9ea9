"""What all commands are made with: setters for each power, requirements, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.extension.expressions import CongressExpressions
from generator.extension.identity import ACT, IDENTITY, REFRESH_KEY, stem_of
from generator.extension.layout import RECORD_LINES
from generator.extension.names import FILLED, GATES, record_names
from generator.kit import bsh
from generator.kit.chain import Block, Say, Set, Step, verdict
from generator.kit.commands import Commands, Requirement
from generator.kit.identity import snake
from generator.rules import Rules

CLEAR_KEY = IDENTITY.key("clear")
"""Empties the record of a congress."""

_RECORD_KEY = IDENTITY.key("record_lines")
"""Breaks the record that the sheet shows into lines."""

_DOUBT = "doubt"


class CongressCommands(Commands):
    """Takes in the commands of rule 15.6."""

    express: CongressExpressions

    look_first: tuple[str, ...] = ()
    """Keys of a look at the module's VP; none where VP are entered by hand."""

    def __init__(self, rules: Rules, express: CongressExpressions) -> None:
        super().__init__(IDENTITY, express)
        self.rules = rules
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
        self.chains.fire(REFRESH_KEY, _RECORD_KEY, name=IDENTITY.key("record_shown"))

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
        """Need one of these phases; ``hint`` of ``[reasons]`` says what is the matter if not.

        With the hint ``next`` it is what comes next in the congress under way.
        """
        return Requirement(
            self.in_phase(*phases),
            self.express.requirement("phase_reason", hint=hint),
        )

    def idle(self) -> Requirement:
        """Need the phase in which everything is entered and a congress is called."""
        return self.phase("idle", hint="next")

    def vp_readable(self) -> list[Requirement]:
        """Need what a command reads VP from that begins a congress or goes on with it."""
        return [self.need("vp")]

    def vp_writable(self) -> list[Requirement]:
        """Need VP, and what is written when they change."""
        return [self.need("vp")]

    def pressed(self) -> list[Step]:
        """Let the record tell who pressed last: who pressed at once can see that they differ.

        The name is emptied first, for a value that does not change is not sent. His version is
        for the next one to compare: the engine says nothing if players have different ones.
        """
        version = Set("CoP_Version", bsh.literal(f"v{self.rules.release.version}"))
        return [Set("CoP_Roller", '""'), self.one("Roller"), self.one("Presses"), version]

    def read_anew(self) -> list[Step]:
        """Return the steps that take over VP from where they are kept."""
        return []

    def warn_of_moves(self) -> list[Step]:
        """Return the steps that tell what was moved since the VP were read, where they are kept."""
        return []

    def write_back(self) -> list[Step]:
        """Return the steps that bring changed VP to where they are kept."""
        return []

    def doubtful(
        self,
        key: str,
        wish: str,
        paragraph: str,
        requirements: Sequence[Requirement],
        block: Block,
    ) -> None:
        """Add a guarded command that goes on with what is recorded.

        It says so first if that is not coherent.
        """
        stem = stem_of(key)
        then = f'"{verdict(stem, block.name)}"'
        blocks = [self.doubt(then), block]
        first = self.doubting(stem, then)
        self.guarded(key, wish, paragraph, requirements, blocks, then=first)

    def doubting(self, stem: str, then: str) -> str:
        """Return the verdict ``then``, or the one on ``doubt``.

        There is doubt if the record is not coherent, or by another version of the extension.
        """
        coherent = self.express.calculation("coherent", called=self.vp_are("vp_called"))
        same = self.express.requirement("version")
        return f'({same}) && ({coherent}) ? {then} : "{verdict(stem, _DOUBT)}"'

    def doubt(self, then: str) -> Block:
        """Say what is doubtful, and go on with the verdict ``then``."""
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
