"""Two reference plays, written apart, agree after every command, refused ones included."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.play.congress import NOBODY, Congress, Refused
from generator.rules import Rules, load_rules
from tests.play.oracle import Oracle
from tests.play.strategies import rules, scores

SIDES = ("Alice's side", "Bob's side", "")
ROLLING = ("call", "decline", "winds", "penalties")


@dataclass(frozen=True)
class Press:
    """A command, with everything that it may need."""

    command: str
    side: str
    power: str
    nobody: bool
    vp: int
    luck: tuple[int, ...]

    def dice(self, rules: Rules) -> list[int]:
        """Return faces that the command's die has."""
        sides = {
            "winds": rules.winds.sides,
            "penalties": rules.penalties.amount.sides,
        }.get(self.command, rules.metternich.bonus.sides)
        return [1 + number % sides for number in self.luck]


@st.composite
def presses(draw: st.DrawFn, command: str, powers: tuple[str, ...]) -> Press:
    return Press(
        command,
        draw(st.sampled_from(SIDES)),
        draw(st.sampled_from(powers)),
        draw(st.booleans()),
        draw(st.integers(-20, 95)),
        tuple(draw(st.lists(st.integers(0, 839), min_size=8, max_size=8))),
    )


COMMANDS = (
    "enter_vp",
    "enter_issue_winner",
    "enter_diplomacy_winner",
    "toggle_metternich",
    "call",
    "decline",
    "no_resource",
    "winds",
    "penalties",
    "reset",
    "release",
)
USUAL = ("enter_issue_winner", "enter_diplomacy_winner", "call", "release", "winds", "penalties")


@st.composite
def games(draw: st.DrawFn) -> tuple[Rules, tuple[int, ...], list[Press]]:
    """Draw a game that goes its usual way with other commands strewn in."""
    rule = draw(rules())
    names: list[str] = []
    for usual in USUAL:
        names += draw(st.lists(st.sampled_from(COMMANDS), max_size=1))
        names += [usual] * draw(st.sampled_from((1, 1, 1, 0)))
    names += draw(st.lists(st.sampled_from(COMMANDS), max_size=4))
    return rule, draw(scores()), [draw(presses(name, rule.powers)) for name in names]


def press_first(congress: Congress, press: Press, dice: Iterator[int]) -> Congress:
    answer = NOBODY if press.nobody else press.power
    commands: dict[str, Callable[[], Congress]] = {
        "enter_vp": lambda: congress.enter_vp(press.power, press.vp),
        "enter_issue_winner": lambda: congress.enter_issue_winner(press.power),
        "enter_diplomacy_winner": lambda: congress.enter_diplomacy_winner(answer),
        "toggle_metternich": congress.toggle_metternich,
        "call": lambda: congress.call(press.side, dice),
        "decline": lambda: congress.decline(dice),
        "no_resource": congress.no_resource,
        "winds": lambda: congress.winds(press.side, dice),
        "penalties": lambda: congress.penalties(press.side, dice),
        "reset": congress.reset,
        "release": congress.release,
    }
    return commands[press.command]()


def press_second(oracle: Oracle, press: Press, dice: Iterator[int]) -> str | None:
    answer = NOBODY if press.nobody else press.power
    commands: dict[str, Callable[[], str | None]] = {
        "enter_vp": lambda: oracle.enter_vp(press.power, press.vp),
        "enter_issue_winner": lambda: oracle.enter_issue_winner(press.power),
        "enter_diplomacy_winner": lambda: oracle.enter_diplomacy_winner(answer),
        "toggle_metternich": oracle.toggle_metternich,
        "call": lambda: oracle.call(press.side, dice),
        "decline": lambda: oracle.decline(dice),
        "no_resource": oracle.no_resource,
        "winds": lambda: oracle.winds(press.side, dice),
        "penalties": lambda: oracle.penalties(press.side, dice),
        "reset": oracle.reset,
        "release": oracle.release,
    }
    return commands[press.command]()


def told(vp: tuple[int, ...], *commands: str) -> tuple[Rules, tuple[int, ...], list[Press]]:
    """Return a game that is told, not drawn; ``!`` marks a command of the other side."""
    moves = [
        Press(
            command.removeprefix("!"),
            SIDES[command.startswith("!")],
            "Austria",
            nobody=False,
            vp=0,
            luck=(0,) * 8,
        )
        for command in commands
    ]
    return load_rules(), vp, moves


reached: Counter[str] = Counter()
"""Phases that the drawn games came to, and reasons of refusal."""


@settings(max_examples=400, deadline=None, derandomize=True)
@example(told((30, 25, 28, 20), "call", "enter_issue_winner", "call", "winds"))
@example(told((40, 25, 28, 30), "enter_issue_winner", "call", "!winds", "winds", "penalties"))
@example(
    told(
        (60, 20, 19, 18),
        *("enter_issue_winner", "call", "penalties", "release", "release"),
        *("enter_diplomacy_winner", "!penalties", "reset"),
    )
)
@example(told((30, 25, 28, 20), "enter_issue_winner", "decline", "winds"))
@example(told((30, 25, 28, 20), "enter_issue_winner", "no_resource"))
@given(games())
def compare(game: tuple[Rules, tuple[int, ...], list[Press]]) -> None:
    rule, vp, moves = game
    congress = Congress(rule, vp)
    oracle = Oracle(rule, dict(zip(rule.powers, vp, strict=True)))
    for press in moves:
        first, second = iter(press.dice(rule)), iter(press.dice(rule))
        reason: str | None = None
        try:
            congress = press_first(congress, press, first)
        except Refused as refused:
            reason = refused.reason
        assert press_second(oracle, press, second) == reason
        assert congress.properties() == oracle.text
        assert len(list(first)) == len(list(second))
        reached[congress.phase] += 1
        reached[reason or "done"] += 1
        if reason is None and press.command in ROLLING:
            reached[f"{press.command}: {congress.phase}"] += 1


def test_agree_after_every_command() -> None:
    reached.clear()
    compare()
    phases = {"idle", "called", "success", "failed", "declined", "unpaid", "closed"}
    reasons = {"phase", "seat", "issue-winner", "diplomacy-winner", "free-seat"}
    rolled = {
        "call: called",
        "call: failed",
        "decline: declined",
        "winds: success",
        "winds: failed",
        "penalties: closed",
    }
    assert set(reached) == phases | reasons | rolled | {"done"}


def test_agree_on_every_difference_of_vp_and_every_die(rules: Rules) -> None:
    """All differences of VP up to the limit and one beyond, each with several throws."""
    reach = range(rules.fiasco.limit + 2)
    luck = itertools.cycle(
        itertools.product(range(1, rules.winds.sides + 1), repeat=len(rules.powers))
    )
    compared = 0
    for vp in itertools.product(reach, repeat=len(rules.powers)):
        if min(vp) != 0:
            continue
        congress = Congress(rules, vp, issue_winner=rules.powers[0]).call("", [])
        oracle = Oracle(rules, dict(zip(rules.powers, vp, strict=True)))
        oracle.enter_issue_winner(rules.powers[0])
        oracle.call("", iter(()))
        assert congress.properties() == oracle.text
        if congress.phase == "called":
            dice = next(luck)
            oracle.winds("", iter(dice))
            assert congress.winds("", dice).properties() == oracle.text
            compared += 1
    assert compared > 10_000
