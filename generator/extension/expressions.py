"""Renders the BeanShell templates with the rule and the words of ``bsh``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.extension import bsh
from generator.extension.names import NOBODY, STATUS_IDLE, record_names
from generator.rules import Recipient, Rules
from generator.templating import render_expression

_FAR_BELOW = -99_999_999
"""Less than any VP can be; stands for "not in question" where the greatest is sought."""


class Expressions:
    """The calculations of one rule, as BeanShell without braces."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._context = self._words(rules)

    def calculation(self, name: str, power: str = "", **more: Any) -> str:
        """Render ``templates/expressions/<name>.bsh.j2``, for one power if it is about one."""
        return self._render(f"expressions/{name}", power, more)

    def chat(self, name: str, power: str = "", **more: Any) -> str:
        """Render a chat line, ``templates/chat/<name>.bsh.j2``."""
        return self._render(f"chat/{name}", power, more)

    def requirement(self, name: str, **more: Any) -> str:
        """Render a condition or its reason, ``templates/requirements/<name>.bsh.j2``."""
        return self._render(f"requirements/{name}", "", more)

    def track(self, name: str, power: str = "", **more: Any) -> str:
        """Render what a bound build reads or writes, ``templates/track/<name>.bsh.j2``."""
        return self._render(f"track/{name}", power, more)

    def _render(self, path: str, power: str, more: Mapping[str, Any]) -> str:
        return render_expression(path, **self._context, power=power, **more)

    def running_vp(self, recipient: Recipient) -> dict[str, str]:
        """Return each power's VP as they stand when it is ``recipient``'s turn in Step 4.

        Ruling 7: as before all penalties, or less those that came before it.
        """
        order = self._rules.penalties.order
        earlier = order[: order.index(recipient)]
        if self._rules.rulings.penalty_order == "noted-before":
            earlier = ()
        return {
            power: f"(CoP_Was_{power}"
            + "".join(f"-{self._loss(other, power)}" for other in earlier)
            + ")"
            for power in self._rules.powers
        }

    def losses(self, power: str) -> tuple[str, ...]:
        """Return what a power loses by each penalty of Step 4, 0 where it is not struck."""
        return tuple(self._loss(recipient, power) for recipient in self._rules.penalties.order)

    def _loss(self, recipient: Recipient, power: str) -> str:
        amount = self._rules.penalties.amount
        if recipient == "highest":
            return bsh.points(amount, f"CoP_DieHighest_{power}")
        name, die = {
            "diplomacy-winner": ("CoP_DiplomacyWinner", "CoP_DieDiplomacy"),
            "issue-winner": ("CoP_IssueWinner", "CoP_DieIssue"),
        }[recipient]
        return f"({bsh.same(name, power)} ? {bsh.points(amount, die)} : 0)"

    def _words(self, rules: Rules) -> dict[str, Any]:
        powers = rules.powers
        resources = rules.activation.resources
        return {
            "rules": rules,
            "powers": powers,
            "nobody": NOBODY,
            "record_properties": record_names(rules),
            "status_idle": STATUS_IDLE,
            "resources": "1 Resource" if resources == 1 else f"{resources} Resources",
            "bonus_with_activation": rules.rulings.metternich_when == "activation",
            "rolling_places": rules.winds.places_that("lose", "gain"),
            "gaining_places": rules.winds.places_that("gain"),
            "losing_places": rules.winds.places_that("lose"),
            "far_below": _FAR_BELOW,
            "text": bsh.text,
            "literal": bsh.literal,
            "same": bsh.same,
            "empty": bsh.empty,
            "whole": bsh.whole,
            "number": bsh.number,
            "phase_in": bsh.phase_in,
            "any_of": bsh.any_of,
            "greatest": bsh.greatest,
            "least": bsh.least,
            "second": bsh.second,
            "join_powers": bsh.join_powers,
            "roll": bsh.roll,
            "points": bsh.points,
            "chat_safe": bsh.chat_safe,
            "names": lambda prefix: [f"{prefix}{power}" for power in powers],
            "numbers": lambda prefix: [bsh.number(f"{prefix}{power}") for power in powers],
            "by_power": lambda prefix: {power: f"{prefix}{power}" for power in powers},
            "floored": self._floored,
            "begin": lambda paragraph: f'"CoP {paragraph}: "+{bsh.person()}+": "',
            "vp_list": lambda prefix: ", ".join(f'{power} "+{prefix}{power}+"' for power in powers),
            "vp_readable": lambda: ", ".join(
                f'{power} "+{bsh.readable(f"CoP_VP_{power}")}+"' for power in powers
            ),
            "readable": bsh.readable,
            "die_text": self._die_text,
            "step4_next": self._step4_next(),
        }

    def _floored(self, value: str) -> str:
        rulings = self._rules.rulings
        return f"Math.max({value},{rulings.floor})" if rulings.vp_floor == "floor" else value

    def _die_text(self, die: str) -> str:
        return f' die "+{die}+",' if self._rules.penalties.amount.rolls else ""

    def _step4_next(self) -> str:
        """Return what comes next, to stand within a chat line's text."""
        missing = bsh.empty("CoP_DiplomacyWinner")
        enter = '"enter who won the Diplomacy Phase, then roll the penalties."'
        return f'Step 4 follows: "+({missing} ? {enter} : "roll the penalties.")+"'
