"""A second reference play, written from the rule alone and on purpose unlike the first.

It keeps nothing but the public properties, as texts, and reads what it needs back from them, as the
engine does. Where it and ``generator.play`` agree, two readings of the rule agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.rules import Amount, Rules

ONCE = ("Bonus", "Gap", "Margin", "Victor", "Highest")
EACH = ("Start", "Place", "Before", "Die", "After", "Penalty")
INPUTS = ("IssueWinner", "DiplomacyWinner", "Seat")


def worth(amount: Amount, dice: Iterator[int]) -> int:
    """Roll a halved die, or whatever the amount is."""
    if amount.roll == "flat":
        return amount.flat
    face = next(dice)
    return face // amount.divisor + (1 if face % amount.divisor else 0)


class Oracle:
    """One table's congress."""

    def __init__(self, rules: Rules, vp: dict[str, int]) -> None:
        self.rules = rules
        self.text: dict[str, str] = {}
        self._clear()
        for power in rules.powers:
            self.text[f"CoP_VP_{power}"] = str(vp[power])

    def _clear(self) -> None:
        self.text["CoP_Phase"] = "idle"
        self.text["CoP_Metternich"] = "false"
        for name in (*INPUTS, *ONCE):
            self.text[f"CoP_{name}"] = ""
        for name in EACH:
            for power in self.rules.powers:
                self.text[f"CoP_{name}_{power}"] = ""

    def _is(self, name: str) -> str:
        return self.text[f"CoP_{name}"]

    def _numbers(self, name: str) -> dict[str, int]:
        return {power: int(self.text[f"CoP_{name}_{power}"]) for power in self.rules.powers}

    def _put(self, name: str, value: object) -> None:
        self.text[f"CoP_{name}"] = str(value)

    def _put_each(self, name: str, values: dict[str, int]) -> None:
        for power, value in values.items():
            self.text[f"CoP_{name}_{power}"] = str(value)

    # Commands: each says why it cannot run, or returns None

    def enter_vp(self, power: str, value: int) -> str | None:
        if self._is("Phase") != "idle":
            return "phase"
        self._put(f"VP_{power}", value)
        return None

    def enter_issue_winner(self, power: str) -> str | None:
        if self._is("Phase") != "idle":
            return "phase"
        self._put("IssueWinner", power)
        return None

    def enter_diplomacy_winner(self, power: str) -> str | None:
        if self._is("Phase") not in {"idle", "called", "failed"}:
            return "phase"
        self._put("DiplomacyWinner", power)
        return None

    def toggle_metternich(self) -> str | None:
        if self._is("Phase") != "idle":
            return "phase"
        self._put("Metternich", "false" if self._is("Metternich") == "true" else "true")
        return None

    def _bonus_due(self) -> bool:
        hero = self.rules.metternich.power
        return self._is("IssueWinner") == hero and self._is("Metternich") == "true"

    def call(self, side: str, dice: Iterator[int]) -> str | None:
        if self._is("Phase") != "idle":
            return "phase"
        if self._is("IssueWinner") == "":
            return "issue-winner"
        self._put_each("Start", self._numbers("VP"))
        bonus = worth(self.rules.metternich.bonus, dice) if self._bonus_due() else 0
        self._put("Bonus", bonus)
        hero = f"VP_{self.rules.metternich.power}"
        self._put(hero, int(self._is(hero)) + bonus)
        ranking = sorted(self._numbers("VP").values())
        self._put("Gap", ranking[-1] - ranking[0])
        self._put("Seat", side)
        self._put("Phase", "failed" if int(self._is("Gap")) > self.rules.fiasco.limit else "called")
        return None

    def decline(self, dice: Iterator[int]) -> str | None:
        if self._is("Phase") != "idle":
            return "phase"
        caller = self._is("IssueWinner")
        if caller == "":
            return "issue-winner"
        left = int(self._is(f"VP_{caller}")) + self.rules.activation.decline_vp
        if self.rules.rulings.metternich_when == "activation" and self._bonus_due():
            left += worth(self.rules.metternich.bonus, dice)
        self._put(f"VP_{caller}", left)
        self._put("Phase", "declined")
        return None

    def no_resource(self) -> str | None:
        if self._is("Phase") != "idle":
            return "phase"
        caller = self._is("IssueWinner")
        if caller == "":
            return "issue-winner"
        if self.rules.rulings.no_resource == "not-activated":
            self._put("Phase", "unpaid")
            return None
        self._put(f"VP_{caller}", int(self._is(f"VP_{caller}")) + self.rules.activation.decline_vp)
        self._put("Phase", "declined")
        return None

    def _seat_is_anothers(self, side: str) -> bool:
        return self._is("Seat") not in {"", side}

    def winds(self, side: str, dice: Iterator[int]) -> str | None:
        if self._is("Phase") != "called":
            return "phase"
        if self._seat_is_anothers(side):
            return "seat"
        before = self._numbers("VP")
        groups: dict[int, list[str]] = {}
        for power, vp in before.items():
            groups.setdefault(vp, []).append(power)
        falling = [groups[vp] for vp in sorted(groups, reverse=True)]
        row = list(self.rules.ties["".join(str(len(group)) for group in falling)].places)
        place: dict[str, int] = {}
        for group in falling:
            for power in group:
                place[power] = row.pop(0)
        die, after = dict.fromkeys(before, 0), dict(before)
        for power in self.rules.powers:
            action = self.rules.winds.places[place[power]]
            if action == "none":
                continue
            die[power] = next(dice)
            if action == "lose":
                after[power] = before[power] - die[power]
            else:
                after[power] = before[power] + die[power]
        best = sorted(after.values(), reverse=True)
        if self.rules.rulings.margin == "distinct-scores":
            best = sorted(set(best), reverse=True)
            best.append(best[0] if len(best) == 1 else best[1])
        for name, values in (("Place", place), ("Before", before), ("Die", die), ("After", after)):
            self._put_each(name, values)
        self._put("Margin", best[0] - best[1])
        if best[0] - best[1] > self.rules.success.margin:
            self._put("Phase", "failed")
            return None
        self._put("Phase", "success")
        self._put("Victor", ", ".join(self._victors(before, after)))
        self._put_each("VP", self._not_below_floor(after))
        return None

    def _victors(self, before: dict[str, int], after: dict[str, int]) -> list[str]:
        top = max(after.values())
        first = [power for power in self.rules.powers if after[power] == top]
        if self.rules.rulings.tie_break == "order":
            return [power for power in self.rules.rulings.tie_order if power in first][:1]
        if self.rules.rulings.tie_break == "before-then-table":
            was = max(before[power] for power in first)
            return [power for power in first if before[power] == was]
        return first

    def _not_below_floor(self, vp: dict[str, int]) -> dict[str, int]:
        if self.rules.rulings.vp_floor == "none":
            return vp
        floor = self.rules.rulings.floor
        return {power: floor if value < floor else value for power, value in vp.items()}

    def penalties(self, side: str, dice: Iterator[int]) -> str | None:
        if self._is("Phase") != "failed":
            return "phase"
        if self._seat_is_anothers(side):
            return "seat"
        if self._is("DiplomacyWinner") == "":
            return "diplomacy-winner"
        restored = self._numbers("VP")
        loss = dict.fromkeys(restored, 0)
        self._put("Highest", "")
        for recipient in self.rules.penalties.order:
            if recipient == "diplomacy-winner" and self._is("DiplomacyWinner") != "None":
                loss[self._is("DiplomacyWinner")] += worth(self.rules.penalties.amount, dice)
            if recipient == "issue-winner":
                loss[self._is("IssueWinner")] += worth(self.rules.penalties.amount, dice)
            if recipient == "highest":
                seen = dict(restored)
                if self.rules.rulings.penalty_order == "sequential":
                    seen = {power: restored[power] - loss[power] for power in restored}
                highest = [p for p in self.rules.powers if seen[p] == max(seen.values())]
                self._put("Highest", ", ".join(highest))
                self._strike_highest(highest, loss, dice)
        self._put_each("Penalty", {power: -lost for power, lost in loss.items()})
        left = {power: restored[power] - loss[power] for power in restored}
        self._put_each("VP", self._not_below_floor(left))
        self._put("Phase", "closed")
        return None

    def _strike_highest(
        self, highest: list[str], loss: dict[str, int], dice: Iterator[int]
    ) -> None:
        if len(highest) > 1 and self.rules.rulings.tied_highest == "none":
            return
        if self.rules.rulings.tied_highest == "one-for-all":
            lost = worth(self.rules.penalties.amount, dice)
            for power in highest:
                loss[power] += lost
            return
        for power in highest:
            loss[power] += worth(self.rules.penalties.amount, dice)

    def reset(self) -> str | None:
        abandoned = self._is("Phase") in {"called", "failed"}
        vp = self._numbers("Start" if abandoned else "VP")
        self._clear()
        self._put_each("VP", vp)
        return None

    def release(self) -> str | None:
        if self._is("Phase") not in {"called", "failed"}:
            return "phase"
        if self._is("Seat") == "":
            return "free-seat"
        self._put("Seat", "")
        return None
