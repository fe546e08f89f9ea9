"""A congress played command by command, as the extension does it.

A ``Congress`` is the state that the extension keeps in its public properties; each method is one of
its commands and returns the next state, or raises ``Refused`` and leaves all as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Literal, TypeAlias

from generator.play import steps
from generator.rules import Rules

Phase: TypeAlias = Literal["idle", "called", "success", "failed", "declined", "unpaid", "closed"]
Reason: TypeAlias = Literal["phase", "seat", "issue-winner", "diplomacy-winner", "free-seat"]
NOBODY = "None"


class Refused(Exception):  # noqa: N818  (an outcome of play, not an error of the program)
    """A command cannot run; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Record:
    """What a congress has come to so far; None until it is known."""

    start: steps.VP | None = None
    """VP before the call, before Metternich's bonus."""
    bonus: int | None = None
    gap: int | None = None
    place: tuple[int, ...] | None = None
    before: steps.VP | None = None
    die: tuple[int, ...] | None = None
    """Step 2's dice; 0: did not roll."""
    after: steps.VP | None = None
    margin: int | None = None
    victor: tuple[str, ...] | None = None
    highest: tuple[str, ...] | None = None
    penalty: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Congress:
    """The state of rule 15.6 in a game."""

    rules: Rules
    vp: steps.VP
    issue_winner: str = ""
    diplomacy_winner: str = ""
    """A power, ``None`` for nobody, or empty: not entered."""
    metternich: bool = False
    phase: Phase = "idle"
    seat: str = ""
    """Side that called; empty: any side may roll."""
    record: Record = Record()

    # Inputs

    def enter_vp(self, power: str, value: int) -> Congress:
        """Enter the VP of a power; in idle."""
        self._require_phase("idle")
        vp = list(self.vp)
        vp[self.rules.powers.index(power)] = value
        return replace(self, vp=tuple(vp))

    def enter_issue_winner(self, power: str) -> Congress:
        """Enter who won the Issue; in idle."""
        self._require_phase("idle")
        return replace(self, issue_winner=power)

    def enter_diplomacy_winner(self, power: str) -> Congress:
        """Enter who won the Diplomacy Phase, a power or ``None``; until Step 4 is done."""
        self._require_phase("idle", "called", "failed")
        return replace(self, diplomacy_winner=power)

    def toggle_metternich(self) -> Congress:
        """Enter, or take back, that Metternich took part in the Issue; in idle."""
        self._require_phase("idle")
        return replace(self, metternich=not self.metternich)

    # 15.6.2

    def call(self, side: str, dice: Iterable[int]) -> Congress:
        """Pay and call: Metternich's bonus if due, Step 1.

        Args:
            side: side of the player who calls; empty for an observer.
            dice: the faces that will be rolled.
        """
        self._require_phase("idle")
        self._require_issue_winner()
        bonus = self._bonus(iter(dice))
        vp = self._with_bonus(bonus)
        record = Record(start=self.vp, bonus=bonus, gap=steps.gap(vp))
        phase: Phase = "failed" if steps.is_fiasco(self.rules, vp) else "called"
        return replace(self, vp=vp, phase=phase, seat=side, record=record)

    def decline(self, dice: Iterable[int] = ()) -> Congress:
        """Pay and decline (ruling 1); with ruling 2's alternative the bonus comes with paying."""
        self._require_phase("idle")
        self._require_issue_winner()
        bonus = 0
        if self.rules.rulings.metternich_when == "activation":
            bonus = self._bonus(iter(dice))
        return self._declined(self._with_bonus(bonus))

    def no_resource(self) -> Congress:
        """Do without the Resource (ruling 1): not activated, or it counts as declining.

        Nothing was paid, so nothing was activated, and Metternich's bonus is never due.
        """
        self._require_phase("idle")
        self._require_issue_winner()
        if self.rules.rulings.no_resource == "declines":
            return self._declined(self.vp)
        return replace(self, phase="unpaid", record=Record())

    def _declined(self, vp: steps.VP) -> Congress:
        at = self.rules.powers.index(self.issue_winner)
        changed = tuple(
            value + (self.rules.activation.decline_vp if index == at else 0)
            for index, value in enumerate(vp)
        )
        return replace(self, vp=changed, phase="declined", record=Record())

    def _bonus(self, dice: Iterator[int]) -> int:
        power = self.rules.metternich.power
        if not (self.metternich and self.issue_winner == power):
            return 0
        return steps.throw(self.rules.metternich.bonus, dice)

    def _with_bonus(self, bonus: int) -> steps.VP:
        at = self.rules.powers.index(self.rules.metternich.power)
        return tuple(value + (bonus if index == at else 0) for index, value in enumerate(self.vp))

    # 15.6.3

    def winds(self, side: str, dice: Iterable[int]) -> Congress:
        """Roll the political winds: Steps 2 and 3."""
        self._require_phase("called")
        self._require_seat(side)
        rules, faces = self.rules, iter(dice)
        places = steps.acting_places(rules, self.vp)
        die = tuple(next(faces) if rolls else 0 for rolls in steps.rollers(rules, places))
        after = steps.adjusted(rules, self.vp, places, die)
        record = replace(
            self.record,
            place=places,
            before=self.vp,
            die=die,
            after=after,
            margin=steps.margin(rules, after),
        )
        if not steps.is_success(rules, after):
            return replace(self, phase="failed", record=record)
        record = replace(record, victor=steps.victors(rules, self.vp, after))
        return replace(self, phase="success", vp=steps.floored(rules, after), record=record)

    def penalties(self, side: str, dice: Iterable[int]) -> Congress:
        """Roll Step 4's penalties."""
        self._require_phase("failed")
        self._require_seat(side)
        if self.diplomacy_winner not in (*self.rules.powers, NOBODY):
            raise Refused("diplomacy-winner")
        self._require_issue_winner()
        winner = None if self.diplomacy_winner == NOBODY else self.diplomacy_winner
        result = steps.penalties(
            self.rules,
            self.vp,
            diplomacy_winner=winner,
            issue_winner=self.issue_winner,
            dice=iter(dice),
        )
        vp = tuple(value + loss for value, loss in zip(self.vp, result.penalties, strict=True))
        record = replace(self.record, highest=result.highest, penalty=result.penalties)
        return replace(self, phase="closed", vp=steps.floored(self.rules, vp), record=record)

    # Around it

    def reset(self) -> Congress:
        """Go back to idle; a congress under way is abandoned, VP are as before its call."""
        abandoned = self.phase in ("called", "failed") and self.record.start is not None
        vp = self.record.start if abandoned and self.record.start is not None else self.vp
        return Congress(self.rules, vp)

    def release(self) -> Congress:
        """Free the seat, so that any side may roll."""
        self._require_phase("called", "failed")
        if not self.seat:
            raise Refused("free-seat")
        return replace(self, seat="")

    def _require_phase(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise Refused("phase")

    def _require_seat(self, side: str) -> None:
        if self.seat and self.seat != side:
            raise Refused("seat")

    def _require_issue_winner(self) -> None:
        if self.issue_winner not in self.rules.powers:
            raise Refused("issue-winner")

    def properties(self) -> dict[str, str]:
        """Return the extension's public properties for this state, but for ``CoP_Last``."""
        values = {
            "CoP_IssueWinner": self.issue_winner,
            "CoP_DiplomacyWinner": self.diplomacy_winner,
            "CoP_Metternich": str(self.metternich).lower(),
            "CoP_Phase": self.phase,
            "CoP_Seat": self.seat,
        }
        by_power: dict[str, tuple[int, ...] | None] = {"VP": self.vp}
        for field in fields(Record):
            value = getattr(self.record, field.name)
            name = field.name.capitalize()
            if field.name in ("start", "place", "before", "die", "after", "penalty"):
                by_power[name] = value
            elif isinstance(value, tuple):
                values[f"CoP_{name}"] = ", ".join(value)
            else:
                values[f"CoP_{name}"] = "" if value is None else str(value)
        for name, numbers in by_power.items():
            for index, power in enumerate(self.rules.powers):
                values[f"CoP_{name}_{power}"] = "" if numbers is None else str(numbers[index])
        return values
