"""The words of the rule that its BeanShell templates are written with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.extension.amounts import points, roll
from generator.extension.identity import IDENTITY
from generator.extension.layout import (
    NAME_LETTERS,
    RECORD_LINES,
    SCALE_END,
    SCALE_LIMIT,
    SheetLayout,
)
from generator.extension.names import NOBODY, record_names
from generator.extension.pictures import STAGES
from generator.kit import bsh
from generator.kit.express import Expressions
from generator.kit.lettering import cut
from generator.rules import Recipient, Rules
from generator.templating import shipped
from generator.texts import Constant, Texts, Value

_FAR_BELOW = -99_999_999
"""Less than any VP can be; stands for "not in question" where the greatest is sought."""


class CongressExpressions(Expressions):
    """The calculations of one rule and its chat lines in one language, as BeanShell."""

    def __init__(self, rules: Rules, texts: Texts) -> None:
        self._rules = rules
        self.texts = texts
        super().__init__(IDENTITY, shipped(), texts, self._words(rules))

    def chance(self, part: str, whole: str) -> str:
        """Return a chance for the chat: percent, and the exact fraction if it is not certain."""
        say = self.texts.expression
        exact = say("chat.odds_exact", fraction=bsh.fraction(part, whole))
        percent = self.percent(part, whole)
        part, whole = bsh.atom(part), bsh.atom(whole)
        return f'{percent}+({part}==0 || {part}=={whole} ? "" : " "+{exact})'

    def percent(self, part: str, whole: str) -> str:
        """Return a chance as percent, with two decimals unless it is impossible or certain."""
        mark = self.texts.plain("chat.decimal_mark")
        between = bsh.decimal(part, whole, mark, factor=100)
        part, whole = bsh.atom(part), bsh.atom(whole)
        percent = f'{part}==0 ? "0" : {part}=={whole} ? "100" : {between}'
        return self.texts.expression("chat.odds_percent", percent=percent)

    def quantity(self, part: str, whole: str) -> str:
        """Return a number of VP for the chat: a whole one, or with decimals and exactly."""
        value = bsh.decimal(part, whole, self.texts.plain("chat.decimal_mark"))
        exact = self.texts.expression("chat.odds_exact", fraction=bsh.fraction(part, whole))
        part, whole = bsh.atom(part), bsh.atom(whole)
        return f'{part}%{whole}==0 ? String.valueOf({part}/{whole}) : {value}+" "+{exact}'

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
            return points(amount, f"CoP_DieHighest_{power}")
        name, die = {
            "diplomacy-winner": ("CoP_DiplomacyWinner", "CoP_DieDiplomacy"),
            "issue-winner": ("CoP_IssueWinner", "CoP_DieIssue"),
        }[recipient]
        return f"({bsh.same(name, power)} ? {points(amount, die)} : 0)"

    def _words(self, rules: Rules) -> dict[str, Any]:
        powers = rules.powers
        texts = self.texts
        room = SheetLayout().record_line(0).width
        return {
            "rules": rules,
            "paragraph": rules.release.rule,
            "powers": powers,
            "nobody": NOBODY,
            "record_properties": record_names(rules),
            "title": Constant(texts.name(rules.release.title)),
            "version": Constant(rules.release.version),
            "resources": Constant(self._resources()),
            "bonus_with_activation": rules.rulings.metternich_when == "activation",
            "rolling_places": rules.winds.places_that("lose", "gain"),
            "gaining_places": rules.winds.places_that("gain"),
            "losing_places": rules.winds.places_that("lose"),
            "far_below": _FAR_BELOW,
            "percent": self.percent,
            "decimal": lambda part, whole: bsh.decimal(
                part, whole, texts.plain("chat.decimal_mark")
            ),
            "stages": {each.name: number for number, each in enumerate(STAGES, 1)},
            "bar": " | ",
            "colon": texts.plain("chat.colon"),
            "semicolon": texts.plain("chat.semicolon"),
            "record_lines": RECORD_LINES,
            "cut_to_record": lambda line: cut(line, room),
            "name_letters": NAME_LETTERS,
            "scale_limit": SCALE_LIMIT,
            "scale_end": SCALE_END,
            "phase_in": phase_in,
            "join_powers": bsh.joined,
            "roll": roll,
            "points": points,
            "names": lambda prefix: [f"{prefix}{power}" for power in powers],
            "numbers": lambda prefix: [bsh.number(f"{prefix}{power}") for power in powers],
            "by_power": lambda prefix: {power: f"{prefix}{power}" for power in powers},
            "floored": self._floored,
            "begin_record": self.begin(texts.plain("chat.record", paragraph=rules.release.rule)),
            "step_of": lambda paragraph, number: texts.plain(
                "chat.step", paragraph=paragraph, number=number
            ),
            "vp_list": lambda prefix: self._vp_list(lambda power: f"{prefix}{power}"),
            "vp_known": lambda: self._vp_list(lambda power: bsh.known(f"CoP_VP_{power}")),
            "vp_readable": lambda: self._vp_list(lambda power: bsh.readable(f"CoP_VP_{power}")),
            "change": self._change,
            "changed_winner": self._changed_winner(),
            "named": self._named,
            "somebody": self._somebody,
            "tied": lambda name: f'{bsh.text(name)}.contains(",")',
            "rolled": lambda die: (
                f"{die}==0 ? {texts.expression('chat.no_roll')} : "
                f"{texts.expression('chat.die', die=die)}"
            ),
            "bonus_line": self._bonus_line,
            "step4_next": self._step4_next(),
        }

    def _floored(self, value: str) -> str:
        rulings = self._rules.rulings
        return f"Math.max({value},{rulings.floor})" if rulings.vp_floor == "floor" else value

    def _resources(self) -> str:
        count = self._rules.activation.resources
        if count == 1:
            return self.texts.plain("chat.one_resource")
        return self.texts.plain("chat.resources", count=count)

    def _vp_list(self, value: Callable[[str], str]) -> str:
        return '+", "+'.join(
            f'"{self.texts.name(power)} "+{value(power)}' for power in self._rules.powers
        )

    def _change(self, power: str, before: str, after: str) -> str:
        """Return a change of a power's VP."""
        return self.texts.expression(
            "chat.change", who=Constant(self.texts.name(power)), before=before, after=after
        )

    def _changed_winner(self) -> str:
        """Return the change of the Issue's winner."""
        *others, last = self._rules.powers

        def said(power: str) -> str:
            return self._change(power, f"CoP_Was_{power}", f"CoP_VP_{power}")

        return "".join(
            f"{bsh.same('CoP_IssueWinner', each)} ? {said(each)} : " for each in others
        ) + said(last)

    def _named(self, name: str) -> str:
        """Return powers, one or several, as the language names them."""
        value = bsh.text(name)
        renamed = self._renamed(value)
        return name if renamed == value else renamed

    def _renamed(self, value: str) -> str:
        """Return a text expression with the powers in it as the language names them."""
        renamed = self.texts.renamed(self._rules.powers)
        return value + "".join(f'.replace("{old}","{new}")' for old, new in renamed.items())

    def _somebody(self, name: str, shown: Callable[[str], str] = bsh.chat_safe) -> str:
        """Return a power, that it is nobody, or that it was not entered."""
        say, named = self.texts.expression, self._renamed(shown(name))
        return (
            f"{bsh.empty(name)} ? {say('chat.not_entered')} : "
            f"{bsh.same(name, NOBODY)} ? {say('chat.nobody')} : {named}"
        )

    def _bonus_line(self, change: Value) -> str:
        """Return Metternich's bonus; ``change``: what follows it."""
        bonus = self._rules.metternich.bonus
        values: dict[str, Value] = {
            "power": Constant(self.texts.name(self._rules.metternich.power)),
            "bonus": points(bonus, "CoP_BonusDie"),
            "change": change,
        }
        if bonus.rolls:
            return self.texts.expression("chat.bonus_rolled", die="CoP_BonusDie", **values)
        return self.texts.expression("chat.bonus_flat", **values)

    def _step4_next(self) -> str:
        """Return what comes next."""
        say = self.texts.expression
        missing = bsh.empty("CoP_DiplomacyWinner")
        return f"{missing} ? {say('chat.next_enter')} : {say('chat.next_roll')}"


def phase_in(*phases: str) -> str:
    """Is the congress in one of these phases?"""
    return " || ".join(bsh.same("CoP_Phase", phase) for phase in phases)
