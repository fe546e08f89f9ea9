"""The odds of a congress as properties, and CoP_Odds that tells them.

A table made with the build is looked up once for the VP, or once for each value of Metternich's
bonus where that is due. What was found stays until what it depends on changes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from generator.extension.commands import CongressCommands
from generator.extension.identity import ACT, REFRESH_KEY, stem_of
from generator.extension.names import odds_names, sheet_odds_names, together
from generator.kit import bsh
from generator.kit.chain import Block, Fire, Say, Set, Step, verdict
from generator.kit.commands import Requirement
from generator.kit.identity import snake
from generator.play.table import OddsTable, make_table
from generator.play.winds import MASKS, Outcomes, Winds
from generator.rules import POWER_COUNT, Amount, Recipient, Rules
from generator.texts import Texts

KEY = "CoP_Odds"
_STEM = stem_of(KEY)
_BONUS = "bonus "
"""Verdict of CoP_OddsDo: the table is to be looked up with the bonus that stands behind."""
_KEY = (
    "(CoP_OddsFirst*(CoP_OddsFirst+1)*(CoP_OddsFirst+2)/6"
    "+CoP_OddsSecond*(CoP_OddsSecond+1)/2+CoP_OddsThird)"
)
"""Number of a key of the table, as ``table.keys`` has it."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LETTERS = "abcde"
"""Begins a row: how many powers roll. A text of digits alone would be a number to the engine."""
_FIASCO = (Outcomes(0, (0,) * len(MASKS)), 1)
"""Row of Step 1's fiasco, the first: one outcome, which fails."""
_MOST_ROLLS = 100
"""Rolls before the highest is looked up, that one expression goes through."""
_MOST_DIGITS = 9
"""Of a number that the engine counts with."""


@dataclass(frozen=True)
class _Victors:
    """Who comes out of Step 3 as victor, one or several tied."""

    powers: tuple[str, ...]
    shared_by: tuple[tuple[str, ...], ...]
    """Who has the highest adjusted VP then."""


def add_odds(commands: CongressCommands) -> None:
    """Add CoP_Odds, and let the odds follow VP, phase and inputs."""
    table = make_table(commands.rules)
    rolls, digits = len(_earlier_rolls(commands.rules)), _digits(commands.rules)
    if table is None or rolls > _MOST_ROLLS or digits > _MOST_DIGITS:
        never = commands.need("odds_told")
        commands.guarded(KEY, "odds", commands.rules.release.rule, [never], [Block("tell", ())])
        return
    words = _words(commands, table)
    _follow(commands, words)
    _tell(commands, words)


def _follow(commands: CongressCommands, words: Mapping[str, Any]) -> None:
    """Look the table up when what it is looked up for has changed; forget it if there is nothing.

    ``CoP_OddsDo`` says what is to be done, and each part ends with setting it: if it does not take
    its value, since a neighbour has a property of that name, nothing is done. All are emptied
    first, so that all are sent: players who pressed at once have the same again.
    """
    powers = commands.rules.powers
    follow, clear, look, end = (f"{_STEM}.{name}" for name in ("follow", "clear", "look", "end"))

    def one(name: str, template: str = "") -> Set:
        return Set(f"CoP_{name}", commands.express.calculation(template or snake(name), **words))

    def each(name: str, template: str) -> list[Set]:
        return [
            Set(f"CoP_{name}_{power}", commands.express.calculation(template, power, **words))
            for power in powers
        ]

    def loop(key: str, condition: str, *stages: Sequence[Set]) -> None:
        keys = []
        for number, stage in enumerate(stages, 1):
            commands.chains.listen(f"{key}.{number}", *stage)
            keys.append(Fire(f"{key}.{number}"))
        commands.chains.loop(key, condition, *keys)

    done = Set("CoP_OddsDo", '""')
    told = (*odds_names(powers), *sheet_odds_names(powers))
    emptied = [Set(name, '""') for name in (*told, "CoP_OddsOf")]
    commands.chains.listen(follow, one("OddsDo"))
    loop(
        clear,
        bsh.same("CoP_OddsDo", "clear"),
        [*emptied, done],
    )
    loop(
        look,
        f'{bsh.text("CoP_OddsDo")}.startsWith("{_BONUS}")',
        [one("OddsStep"), *each("OddsVP", "odds_vp")],
        [*map(one, ("OddsFirst", "OddsSecond", "OddsThird")), *each("OddsBit", "odds_bit")],
        [one("OddsAt"), one("OddsWeight")],
        [one("OddsRow")],
        [one("OddsSum"), one("OddsDo", "odds_next")],
    )
    loop(
        end,
        bsh.same("CoP_OddsDo", "end"),
        emptied,
        [
            one("ChanceOf"),
            *each("Chance", "chance_alone"),
            *each("ChanceTied", "chance_tied"),
        ],
        [one("Chance"), *each("Cost", "cost"), *map(one, ("OddsAlone", "OddsTied", "OddsOf"))],
        [
            *each("ChanceShown", "chance_shown"),
            *each("TieShown", "tie_shown"),
            *each("CostShown", "cost_shown"),
            *map(one, ("Outlook", "Choice", "ChoiceCost")),
            done,
        ],
    )
    commands.chains.fire(REFRESH_KEY, follow, clear, look, end)


def _tell(commands: CongressCommands, words: Mapping[str, Any]) -> None:
    chat = commands.express.chat
    idle = commands.in_phase("idle")

    def to(name: str) -> str:
        return f'"{verdict(_STEM, name)}"'

    failing = "CoP_Chance!=CoP_ChanceOf"
    deciding = f"({idle}) && !{bsh.empty('CoP_IssueWinner')}"
    choice = f'({deciding} ? {to("choice")} : "")'
    cost = f"({failing} ? {to('cost')} : {choice})"
    requirements = [
        commands.phase("idle", "called", hint="no_odds"),
        commands.need("vp"),
        *(_in_idle(idle, each) for each in commands.vp_readable()),
    ]
    steps: list[tuple[str, str, str]] = [
        ("tell", "odds", f"CoP_Chance!=0 ? {to('victors')} : {cost}"),
        ("victors", "odds_victors", cost),
        ("cost", "odds_cost", choice),
        ("choice", "odds_choice", '""'),
    ]
    anew: list[Step] = [Set("CoP_OddsOf", '""'), Fire(REFRESH_KEY)]
    reading: tuple[Block, ...] = ()
    if commands.look_first:
        reading = (
            Block("first", (Set(ACT, f"({idle}) ? {to('read')} : {to('tell')}"),), goes_on=True),
            Block("read", (*commands.read_anew(), Set(ACT, to("tell"))), goes_on=True),
        )
    commands.guarded(
        KEY,
        "odds",
        commands.rules.release.rule,
        requirements,
        [
            *reading,
            *(
                Block(
                    name,
                    (
                        *(anew if name == "tell" else []),
                        Say(chat(line, **words)),
                        Set(ACT, then),
                    ),
                    goes_on=True,
                )
                for name, line, then in steps
            ),
        ],
    )


def _in_idle(idle: str, needed: Requirement) -> Requirement:
    """Need it before a congress only: one that is under way goes on with its own VP."""
    return replace(needed, test=f"!({idle}) || ({needed.test})")


def _words(commands: CongressCommands, table: OddsTable) -> dict[str, Any]:
    """Return what the templates of the odds are written with."""
    rules, texts = commands.rules, commands.texts
    bonus, worth = rules.metternich.bonus, rules.penalties.amount.values()
    sides = rules.winds.sides
    rows = [_FIASCO, *((each, sides**each.rolling - sum(each.shared)) for each in table.rows)]
    field = _width(max(max(failing, *each.shared) for each, failing in rows))
    at = _width(len(rows))
    victors = _victors(rules)
    outcomes = sides**POWER_COUNT * bonus.sides
    digits = _digits(rules)
    return {
        "table": table,
        "bonus": _BONUS,
        "act": ACT,
        "told_by": f"{_STEM}.",
        "key": _KEY,
        "radix": len(_DIGITS),
        "all_roll": sides**POWER_COUNT,
        "index": "".join(_text(1 + row, at) for row in table.index),
        "at_width": at,
        "rows": "".join(
            _LETTERS[each.rolling]
            + "".join(_text(count, field) for count in (failing, *each.shared))
            for each, failing in rows
        ),
        "row_width": 1 + field * (MASKS.stop),
        "field_width": field,
        "fewer_roll": [(letter, sides**n) for n, letter in enumerate(_LETTERS[:POWER_COUNT])],
        "victors": victors,
        "ties": [
            (zeros, sides ** (POWER_COUNT - rolling)) for zeros, rolling in _rolling_at_ties(rules)
        ],
        "digits": digits,
        "padding": 10**digits,
        "failing_field": len(victors),
        "fiasco_field": len(victors) + 1,
        "lost_field": {power: len(victors) + 2 + n for n, power in enumerate(rules.powers)},
        "outcomes": outcomes,
        "last_bonus": max(bonus.values()),
        "first_bonus": min(bonus.values()),
        "worth_sum": sum(worth),
        "worth_count": len(worth) ** (1 + len(_earlier(rules))),
        "earlier": _earlier(rules),
        "earlier_rolls": _earlier_rolls(rules),
        "odds_title": texts.plain("chat.odds_title", paragraph=rules.release.rule),
        "bonus_points": _points(bonus, texts),
        "listed": lambda powers: texts.listed([texts.name(power) for power in powers]),
        "middle": bsh.middle,
        "reduced": bsh.reduced,
        "chance": commands.express.chance,
        "quantity": commands.express.quantity,
    }


def _rolling_at_ties(rules: Rules) -> list[tuple[tuple[bool, ...], int]]:
    """Return which neighbours in VP are tied, every way, and how many powers roll then."""
    winds = Winds(rules)
    return [
        (ties, winds.outcomes(tuple(0 if tie else 1 for tie in ties)).rolling)
        for ties in product((True, False), repeat=POWER_COUNT - 1)
    ]


def _points(amount: Amount, texts: Texts) -> str:
    """Return the VP that an amount can be."""
    least, most = min(amount.values()), max(amount.values())
    return str(most) if least == most else texts.plain("chat.odds_points", least=least, most=most)


def _victors(rules: Rules) -> list[_Victors]:
    """Return who can be victor, in the order in which they are told."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for tied in together(rules.powers):
        who = tied
        if rules.rulings.tie_break == "order":
            who = (min(tied, key=rules.rulings.tie_order.index),)
        found.setdefault(who, []).append(tied)
    return [_Victors(who, tuple(shared_by)) for who, shared_by in found.items()]


def _earlier(rules: Rules) -> tuple[Recipient, ...]:
    """Return whose penalties can change who is highest (ruling 7)."""
    order = rules.penalties.order
    if rules.rulings.penalty_order != "sequential" or "highest" not in order:
        return ()
    return order[: order.index("highest")]


def _earlier_rolls(rules: Rules) -> list[tuple[dict[Recipient, int], int]]:
    """Return what ``_earlier`` can lose, and of how many rolls."""
    weights = Counter(rules.penalties.amount.values())
    earlier = _earlier(rules)
    return [
        (dict(zip(earlier, losses, strict=True)), math.prod(weights[loss] for loss in losses))
        for losses in product(weights, repeat=len(earlier))
    ]


def _digits(rules: Rules) -> int:
    """Return how many digits the greatest sum may have: each outcome with every penalty."""
    outcomes = rules.winds.sides**POWER_COUNT * rules.metternich.bonus.sides
    rolls = len(rules.penalties.amount.values()) ** len(_earlier(rules))
    return len(str(outcomes * len(rules.penalties.order) * rolls))


def _width(most: int) -> int:
    return len(_text(most, 1))


def _text(number: int, width: int) -> str:
    """Return a number to base 36 with zeros in front."""
    found = ""
    while number or len(found) < width:
        number, digit = divmod(number, len(_DIGITS))
        found = _DIGITS[digit] + found
    return found
