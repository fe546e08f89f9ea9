"""The commands of the extension, each a chain of steps: the rule's procedure, 15.6.1 to 15.6.3.

Every step sets its property to a value that depends only on properties that the same step does not
change, and a die that lies is not rolled again. So a step that runs twice, as with two copies of
the extension, does no more than once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.extension import bsh
from generator.extension.chain import (
    ACT,
    REFRESH_KEY,
    Ask,
    Block,
    Chains,
    Fire,
    Say,
    Set,
    Step,
    stem_of,
    verdict,
)
from generator.extension.expressions import Expressions
from generator.extension.names import GATES, NOBODY, record_names
from generator.rules import Rules
from generator.vassal.changers import ask_choice, ask_number

_CLEAR_KEY = "cop.clear"
_RESEND_MARK = "~"


@dataclass(frozen=True)
class _Requirement:
    """A condition that a command needs, and the chat's words if it is not met."""

    test: str
    reason: str


class Procedure:
    """Builds all chains for one rule."""

    def __init__(self, rules: Rules, expressions: Expressions) -> None:
        self.chains = Chains(expressions.chat("twice"))
        self._rules = rules
        self._express = expressions

    def build(self, property_names: Sequence[str]) -> Chains:
        """Build every command; ``property_names`` are all that CoP_Resend sends."""
        self._clear_and_refresh()
        self._call()
        self._winds()
        self._penalties()
        self._decline()
        self._no_resource()
        self._reset()
        self._release()
        self._resend(property_names)
        self._record()
        self._stop_early()
        self._inputs()
        return self.chains

    # What all commands share

    def _clear_and_refresh(self) -> None:
        self.chains.listen(_CLEAR_KEY, *(Set(name, '""') for name in record_names(self._rules)))
        calculate = self._express.calculation
        gates = {name: calculate(f"gate_{_snake(name)}") for name in GATES}
        self.chains.listen(
            REFRESH_KEY, *(Set(f"CoP_{name}", value) for name, value in gates.items())
        )
        self.chains.listen(
            REFRESH_KEY, *self._each("Result", "result"), Set("CoP_Status", calculate("status"))
        )

    def _each(self, prefix: str, calculation: str) -> list[Set]:
        """Set one property of each power."""
        return [
            Set(f"CoP_{prefix}_{power}", self._express.calculation(calculation, power))
            for power in self._rules.powers
        ]

    def _one(self, name: str, calculation: str | None = None) -> Set:
        return Set(f"CoP_{name}", self._express.calculation(calculation or _snake(name)))

    def _pressed(self) -> list[Step]:
        """Let the record tell who let the congress go on, so that crossed presses can be seen."""
        return [self._one("Roller"), self._one("Presses")]

    def _last(self) -> Set:
        return self._one("Last", "record")

    def _phase(self, *phases: str, hint: str) -> _Requirement:
        return _Requirement(
            self._express.requirement("phase", phases=phases),
            self._express.requirement("phase_reason", phase_hint=f'"{hint}"'),
        )

    def _idle(self) -> _Requirement:
        return self._phase("idle", hint="a congress is under way or over, its Reset comes first")

    def _need(self, name: str) -> _Requirement:
        return _Requirement(
            self._express.requirement(name), self._express.requirement(f"{name}_reason")
        )

    def _guarded(
        self,
        key: str,
        wish: str,
        paragraph: str,
        requirements: Sequence[_Requirement],
        blocks: Sequence[Block],
    ) -> None:
        """Add a command whose first block runs if all requirements are met."""
        refused = Block(
            "refused",
            (
                Say(
                    self._express.chat(
                        "refused", paragraph=paragraph, wish=wish, requirements=requirements
                    )
                ),
            ),
        )
        self.chains.command(key, self._judge(key, requirements, blocks[0].name), (*blocks, refused))

    def _judge(self, key: str, requirements: Sequence[_Requirement], then: str) -> str:
        stem = stem_of(key)
        met = " && ".join(f"({requirement.test})" for requirement in requirements)
        return f'{met} ? "{verdict(stem, then)}" : "{verdict(stem, "refused")}"'

    # 15.6.2 and 15.6.3

    def _call(self) -> None:
        rules = self._rules
        steps: list[Step] = [
            Fire(_CLEAR_KEY),
            *self._pressed(),
            *self._each("Start", "start"),
            self._one("Seat"),
            self._one("BonusDie"),
            self._one("Bonus"),
            *self._each("VP", "vp_called"),
            self._one("Gap"),
            self._one("Phase", "phase_called"),
            Say(self._express.chat("call")),
            Say(self._express.chat("step1")),
        ]
        self._guarded(
            "CoP_Call",
            "calling the congress",
            rules.activation.paragraph,
            [self._idle(), self._need("whole"), self._need("issue_winner"), self._need("vp")],
            [Block("go", tuple(steps))],
        )

    def _winds(self) -> None:
        rules = self._rules
        steps: list[Step] = [
            *self._pressed(),
            *self._each("Before", "before"),
            *self._each("Higher", "higher"),
            self._one("Pattern"),
            self._one("Places"),
            *self._each("Place", "place"),
            *self._each("Die", "die"),
            *self._each("After", "after"),
            self._one("Best"),
        ]
        if rules.rulings.tie_break == "before-then-table":
            steps += [*self._each("Standing", "standing"), self._one("TopBefore")]
        steps += [
            self._one("Margin"),
            self._one("Phase", "phase_winds"),
            self._one("Victor"),
            *self._each("VP", "vp_winds"),
            Set("CoP_Last", self._if_phase("success", self._last().value, "CoP_Last")),
            Say(self._express.chat("step2")),
            Say(self._express.chat("step3")),
        ]
        self._guarded(
            "CoP_Winds",
            "rolling the political winds",
            f"{rules.winds.paragraph} Step 2",
            [
                self._phase("called", hint="no congress waits for its political winds"),
                self._need("seat"),
                self._need("vp"),
            ],
            [Block("go", tuple(steps))],
        )

    def _if_phase(self, phase: str, value: str, otherwise: str) -> str:
        return f"{self._express.requirement('phase', phases=[phase])} ? {value} : {otherwise}"

    def _penalties(self) -> None:
        rules = self._rules
        steps: list[Step] = [*self._pressed(), *self._each("Was", "was")]
        if rules.rulings.penalty_order == "noted-before":
            steps += self._find_highest()
        for recipient in rules.penalties.order:
            match recipient:
                case "diplomacy-winner":
                    steps.append(self._one("DieDiplomacy", "diplomacy_die"))
                case "issue-winner":
                    steps.append(self._one("DieIssue", "issue_die"))
                case "highest":
                    if rules.rulings.penalty_order == "sequential":
                        steps += self._find_highest()
                    steps += self._each("DieHighest", "highest_die")
        steps += [
            Set(
                f"CoP_Penalty_{power}",
                self._express.calculation("penalty", losses=self._express.losses(power)),
            )
            for power in rules.powers
        ]
        steps += [
            *self._each("VP", "vp_penalties"),
            Set("CoP_Phase", '"closed"'),
            self._last(),
            Say(self._express.chat("step4")),
            Say(self._express.chat("step4_vp")),
        ]
        self._guarded(
            "CoP_Penalties",
            "rolling the penalties",
            f"{rules.penalties.paragraph} Step 4",
            [
                self._phase("failed", hint="no congress has failed and waits for its penalties"),
                self._need("seat"),
                self._need("diplomacy_winner"),
                self._need("issue_winner"),
                self._need("vp"),
            ],
            [Block("go", tuple(steps))],
        )

    def _find_highest(self) -> list[Step]:
        if "highest" not in self._rules.penalties.order:
            return []
        running = self._express.running_vp("highest")
        return [
            Set("CoP_Top", self._express.calculation("top", running=running)),
            Set("CoP_Highest", self._express.calculation("highest", running=running)),
        ]

    def _declining(self, line: str, *, activated: bool) -> tuple[Step, ...]:
        steps: list[Step] = [Fire(_CLEAR_KEY), *self._pressed(), *self._each("Was", "was")]
        if activated and self._rules.rulings.metternich_when == "activation":
            steps.append(self._one("BonusDie"))
        steps += [
            *(
                Set(
                    f"CoP_VP_{power}",
                    self._express.calculation("vp_declined", power, activated=activated),
                )
                for power in self._rules.powers
            ),
            Set("CoP_Phase", '"declined"'),
            self._last(),
            Say(self._express.chat(line)),
        ]
        return tuple(steps)

    def _decline(self) -> None:
        self._guarded(
            "CoP_Decline",
            "declining the congress",
            self._rules.activation.paragraph,
            [self._idle(), self._need("whole"), self._need("issue_winner"), self._need("vp")],
            [Block("go", self._declining("decline", activated=True))],
        )

    def _no_resource(self) -> None:
        requirements = [self._idle(), self._need("whole"), self._need("issue_winner")]
        if self._rules.rulings.no_resource == "declines":
            requirements.append(self._need("vp"))
            steps = self._declining("no_resource", activated=False)
        else:
            steps = (
                Fire(_CLEAR_KEY),
                *self._pressed(),
                Set("CoP_Phase", '"unpaid"'),
                self._last(),
                Say(self._express.chat("no_resource")),
            )
        self._guarded(
            "CoP_NoResource",
            "going without a Resource",
            self._rules.activation.paragraph,
            requirements,
            [Block("go", steps)],
        )

    # Around the procedure

    def _reset(self) -> None:
        stem = stem_of("CoP_Reset")
        rest: tuple[Step, ...] = (
            Set("CoP_IssueWinner", '""'),
            Set("CoP_DiplomacyWinner", '""'),
            Set("CoP_Metternich", '"false"'),
            Set("CoP_Seat", '""'),
            Set("CoP_Phase", '"idle"'),
            Fire(_CLEAR_KEY),
        )
        self.chains.command(
            "CoP_Reset",
            f"{self._express.requirement('phase', phases=['called', 'failed'])}"
            f' ? "{verdict(stem, "abandon")}" : "{verdict(stem, "keep")}"',
            [
                Block(
                    "abandon",
                    (
                        *self._each("VP", "vp_reset"),
                        Say(self._express.chat("reset_abandon")),
                        *rest,
                    ),
                ),
                Block("keep", (Say(self._express.chat("reset_keep")), *rest)),
            ],
        )

    def _release(self) -> None:
        self._guarded(
            "CoP_Release",
            "releasing the seat",
            self._rules.release.rule,
            [
                self._phase("called", "failed", hint="no congress waits for a roll"),
                self._need("seat_taken"),
            ],
            [
                Block(
                    "go",
                    (Set("CoP_Seat", '""'), Say(self._express.chat("release"))),
                )
            ],
        )

    def _resend(self, property_names: Sequence[str]) -> None:
        """Send every property: a value that does not change is not sent, so each changes twice."""
        away, back = "cop.resend.away", "cop.resend.back"
        for name in property_names:
            if name == ACT:
                continue
            value = bsh.text(name)
            self.chains.listen(away, Set(name, f'{value}+"{_RESEND_MARK}"'))
            self.chains.listen(back, Set(name, f"{value}.substring(0,{value}.length()-1)"))
        self.chains.command(
            "CoP_Resend",
            f'"{verdict(stem_of("CoP_Resend"), "go")}"',
            [Block("go", (Fire(away), Fire(back), Say(self._express.chat("resend"))))],
        )

    def _record(self) -> None:
        line = self._express.chat("record", record=self._express.calculation("record"))
        self.chains.command(
            "CoP_Record",
            f'"{verdict(stem_of("CoP_Record"), "go")}"',
            [Block("go", (Say(line),))],
        )

    def _stop_early(self) -> None:
        stem = stem_of("CoP_StopEarly")
        clear = (Set("CoP_CardValue", '""'), Set("CoP_Moved", '""'))
        empty_card, empty_moved = bsh.empty("CoP_CardValue"), bsh.empty("CoP_Moved")
        cancelled, moved, done, too_far = (
            f'"{verdict(stem, name)}"' for name in ("cancelled", "moved", "done", "toofar")
        )
        self._guarded(
            "CoP_StopEarly",
            "stopping early",
            self._rules.stop_early.paragraph,
            [self._need("may_stop")],
            [
                Block(
                    "card",
                    (
                        *clear,
                        Ask("CoP_CardValue", ask_number("Value of the card that moves the Issue")),
                        Set(ACT, f"{empty_card} ? {cancelled} : {moved}"),
                    ),
                    goes_on=True,
                ),
                Block(
                    "moved",
                    (
                        Ask("CoP_Moved", ask_number("Spaces that the Issue has moved")),
                        Set(
                            ACT,
                            f"{empty_moved} ? {cancelled} : "
                            f"CoP_Moved>CoP_CardValue ? {too_far} : {done}",
                        ),
                    ),
                    goes_on=True,
                ),
                Block("done", (Say(self._express.chat("stop_early")), *clear)),
                Block("toofar", (Say(self._express.chat("stop_early_too_far")), *clear)),
                Block("cancelled", (Say(self._express.chat("stop_early_cancelled")), *clear)),
            ],
        )

    # Inputs

    def _inputs(self) -> None:
        rules = self._rules
        title = rules.release.title
        without = " and ".join(rules.winds.not_counted)
        for power in rules.powers:
            self._ask(
                f"CoP_AskVP_{power}",
                target=f"CoP_VP_{power}",
                changer=ask_number(f"VP of {power}, without {without}"),
                lines=("ask_vp", "ask_vp_same"),
                wish=f"entering the VP of {power}",
                paragraph=rules.release.rule,
                requirement=self._idle(),
                power=power,
            )
        self._ask(
            "CoP_AskIssueWinner",
            target="CoP_IssueWinner",
            changer=ask_choice(f"Who won the {title} Issue?", rules.powers),
            lines=("ask_issue_winner", "ask_issue_winner_same"),
            wish="entering who won the Issue",
            paragraph=rules.activation.paragraph,
            requirement=self._idle(),
        )
        self._ask(
            "CoP_AskDiplomacyWinner",
            target="CoP_DiplomacyWinner",
            changer=ask_choice(
                f"Who won the Diplomacy Phase? {NOBODY}: nobody", (*rules.powers, NOBODY)
            ),
            lines=("ask_diplomacy_winner", "ask_diplomacy_winner_same"),
            wish="entering who won the Diplomacy Phase",
            paragraph=rules.penalties.paragraph,
            requirement=self._phase(
                "idle", "called", "failed", hint="the congress is over, its Reset comes first"
            ),
        )
        self._toggle_metternich()

    def _ask(
        self,
        key: str,
        *,
        target: str,
        changer: str,
        lines: tuple[str, str],
        wish: str,
        paragraph: str,
        requirement: _Requirement,
        power: str = "",
    ) -> None:
        """Add a prompt: a copy of the property is asked for, then judged again and taken over.

        Other players' commands may arrive while the prompt is open.
        """
        stem = stem_of(key)
        copy = key
        judge_again = (
            f'!({requirement.test}) ? "{verdict(stem, "refused")}" : '
            f'{bsh.text(copy)}.equals({bsh.text(target)}) ? "{verdict(stem, "same")}" : '
            f'"{verdict(stem, "new")}"'
        )
        self._guarded(
            key,
            wish,
            paragraph,
            [requirement],
            [
                Block(
                    "ask",
                    (Set(copy, bsh.text(target)), Ask(copy, changer), Set(ACT, judge_again)),
                    goes_on=True,
                ),
                Block(
                    "new",
                    (
                        Say(self._express.chat(lines[0], power)),
                        Set(target, bsh.text(copy)),
                    ),
                ),
                Block("same", (Say(self._express.chat(lines[1], power)),)),
            ],
        )

    def _toggle_metternich(self) -> None:
        """Add the toggle; its verdict says which way, so that it is not turned back by a copy."""
        key = "CoP_ToggleMetternich"
        stem = stem_of(key)
        idle = self._idle()
        line = Say(self._express.chat("toggle_metternich"))
        refused = self._express.chat(
            "refused",
            paragraph=self._rules.metternich.paragraph,
            wish="entering Metternich's part",
            requirements=[idle],
        )
        self.chains.command(
            key,
            f'!({idle.test}) ? "{verdict(stem, "refused")}" : '
            f'{bsh.same("CoP_Metternich", "true")} ? "{verdict(stem, "off")}" : '
            f'"{verdict(stem, "on")}"',
            [
                Block("on", (Set("CoP_Metternich", '"true"'), line)),
                Block("off", (Set("CoP_Metternich", '"false"'), line)),
                Block("refused", (Say(refused),)),
            ],
        )


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip(
        "_"
    )
