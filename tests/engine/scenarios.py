"""Congresses to play in an engine and in the reference play, command by command."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.extension.names import public_names
from generator.play.congress import Congress, Refused
from generator.rules import PATTERNS, Rules
from tests.interface import POWERS

from .expected_odds import odds_properties
from .harness import Engine

SIDE = "Austria"


@dataclass(frozen=True)
class Scenario:
    """A game's inputs and the commands that follow; dice are drawn from ``seed``."""

    vp: tuple[int, ...]
    commands: tuple[str, ...]
    issue_winner: str = "Austria"
    diplomacy_winner: str = "Britain"
    metternich: bool = False
    seed: int = 1
    dice: tuple[int, ...] = field(default=())
    """Faces to roll first."""


WHOLE = ("odds", "call", "winds", "penalties", "reset")


def vp_of_pattern(pattern: str, base: int, gap: int) -> tuple[int, ...]:
    """Return VP from the highest down with these ties, neighbours ``gap`` apart."""
    vp: list[int] = []
    value = base
    for size in map(int, pattern):
        vp += [value] * size
        value -= gap
    return tuple(vp)


def scenarios() -> list[Scenario]:
    """Return the fixed set that CI plays: 200 and more."""
    found: list[Scenario] = []
    chance = random.Random(156)
    # each pattern of ties, in each of several orders of the powers
    for pattern in PATTERNS:
        for gap in (1, 2, 4):
            for _ in range(3):
                shuffled = list(vp_of_pattern(pattern, 30, gap))
                chance.shuffle(shuffled)
                found.append(Scenario(tuple(shuffled), WHOLE, seed=chance.randrange(10**6)))
    # both sides of 15/16
    for gap in (14, 15, 16, 17, 40):
        for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)):
            sorted_vp = (15 + gap, 20, 18, 15)
            ordered = tuple(sorted_vp[index] for index in order)
            found.append(Scenario(ordered, WHOLE, seed=chance.randrange(10**6)))
    # both sides of 5/6: first loses 1, second keeps, third gains the same
    for second in range(24, 33):
        found.append(Scenario((36, second, 23, 22), WHOLE, dice=(1, 1), seed=second))
    # every die face of first and third
    for losing, gaining in itertools.product(range(1, 7), repeat=2):
        found.append(Scenario((33, 25, 24, 20), ("call", "winds", "reset"), dice=(losing, gaining)))
    # each penalty combination, in a fiasco and after failed winds
    for issue, diplomacy in itertools.product(POWERS, (*POWERS, "None")):
        found.append(
            Scenario(
                (40, 20, 21, 22),
                ("call", "penalties", "reset"),
                issue_winner=issue,
                diplomacy_winner=diplomacy,
                seed=chance.randrange(10**6),
            )
        )
        found.append(
            Scenario(
                (30, 30, 17, 30) if issue < diplomacy else (34, 24, 22, 20),
                WHOLE,
                issue_winner=issue,
                diplomacy_winner=diplomacy,
                seed=chance.randrange(10**6),
            )
        )
    # tied for highest in a fiasco
    for vp in ((40, 40, 20, 10), (40, 40, 40, 20), (20, 40, 10, 40)):
        found.append(Scenario(vp, ("call", "penalties"), seed=chance.randrange(10**6)))
    # Metternich: due, not his power, over a limit because of him
    for die in range(1, 7):
        found.append(Scenario((30, 17, 20, 22), WHOLE, metternich=True, dice=(die,), seed=die))
        found.append(Scenario((78, 77, 76, 75), WHOLE, metternich=True, dice=(die,), seed=die))
        found.append(Scenario((30, 17, 20, 22), WHOLE, "France", metternich=True, seed=die))
    # declining, no Resource, abandoning, and commands out of phase
    for issue in POWERS:
        for metternich in (False, True):
            for first in ("decline", "no_resource"):
                found.append(
                    Scenario(
                        (30, 20, 0, -1),
                        (first, "winds", "penalties", "call", "reset"),
                        issue,
                        metternich=metternich,
                        seed=3,
                    )
                )
            found.append(
                Scenario((30, 20, 19, 18), ("call", "reset", "winds"), issue, metternich=metternich)
            )
            found.append(
                Scenario((50, 20, 19, 18), ("call", "reset"), issue, metternich=metternich)
            )
    # missing inputs
    found.append(
        Scenario((30, 20, 19, 18), ("call", "decline", "no_resource", "release"), issue_winner="")
    )
    found.append(Scenario((50, 20, 19, 18), ("call", "penalties", "winds"), diplomacy_winner=""))
    # odd VP
    for vp in ((0, 0, 0, 0), (-5, -3, 0, 2), (85, 80, 79, 81), (1000000, 999999, 1000000, 999990)):
        found.append(Scenario(vp, WHOLE, seed=chance.randrange(10**6)))
    # and whatever chance brings
    for _ in range(40):
        drawn = tuple(chance.randrange(-2, 17) + 20 for _ in POWERS)
        found.append(
            Scenario(
                drawn,
                WHOLE,
                chance.choice(POWERS),
                chance.choice((*POWERS, "None")),
                chance.random() < 0.5,
                chance.randrange(10**6),
            )
        )
    return found


KEYS = {
    "odds": "CoP_Odds",
    "call": "CoP_Call",
    "decline": "CoP_Decline",
    "no_resource": "CoP_NoResource",
    "winds": "CoP_Winds",
    "penalties": "CoP_Penalties",
    "reset": "CoP_Reset",
    "release": "CoP_Release",
}


class Counted:
    """Dice that know how many of them were taken."""

    def __init__(self, faces: Iterator[int]) -> None:
        self._faces = faces
        self.taken: list[int] = []

    def __iter__(self) -> Counted:
        return self

    def __next__(self) -> int:
        self.taken.append(next(self._faces))
        return self.taken[-1]


def faces(scenario: Scenario, sides: int) -> Iterator[int]:
    """Return the scenario's endless dice."""
    chance = random.Random(scenario.seed)
    return itertools.chain(scenario.dice, iter(lambda: chance.randint(1, sides), None))


def expected(rules: Rules, scenario: Scenario) -> list[tuple[str, dict[str, str], list[int]]]:
    """Return, for each command, its key, the properties after it and the dice that it took."""
    congress = Congress(
        rules,
        scenario.vp,
        issue_winner=scenario.issue_winner,
        diplomacy_winner=scenario.diplomacy_winner,
        metternich=scenario.metternich,
    )
    dice = faces(scenario, rules.winds.sides)
    seen = []
    for command in scenario.commands:
        counted = Counted(dice)
        arguments: tuple[Any, ...] = {
            "call": (SIDE, counted),
            "winds": (SIDE, counted),
            "penalties": (SIDE, counted),
            "decline": (counted,),
        }.get(command, ())
        try:
            if command != "odds":  # tells, and changes nothing
                congress = getattr(congress, command)(*arguments)
        except Refused:
            assert not counted.taken
        properties = congress.properties()
        odds = odds_properties(rules, properties)
        if command != "odds" and _untouched(properties):
            odds = dict.fromkeys(odds, "")
        seen.append((KEYS[command], properties | odds, counted.taken))
    return seen


def _untouched(properties: Mapping[str, str]) -> bool:
    """Is it as if nothing was entered yet? Then no odds are looked up before they are asked for."""
    return (properties["CoP_Phase"], properties["CoP_IssueWinner"]) == ("idle", "") and all(
        properties[f"CoP_VP_{power}"] == "0" for power in POWERS
    )


def play(engine: Engine, rules: Rules, scenario: Scenario) -> list[str]:
    """Play a scenario in an engine; return every difference from the reference play."""
    want = expected(rules, scenario)
    names = [name for name in public_names(rules) if name != "CoP_Last"]
    inputs = {
        f"CoP_VP_{power}": str(value) for power, value in zip(POWERS, scenario.vp, strict=True)
    }
    inputs |= {
        "CoP_IssueWinner": scenario.issue_winner,
        "CoP_DiplomacyWinner": scenario.diplomacy_winner,
        "CoP_Metternich": str(scenario.metternich).lower(),
    }
    commands: list[dict[str, Any]] = [
        {"do": "press", "key": "CoP_Reset"},
        {"do": "set_props", "values": inputs},
        {"do": "dice_calls"},
    ]
    for key, _, dice in want:
        commands += [
            {"do": "force_dice", "faces": dice},
            {"do": "press", "key": key},
            {"do": "props", "names": names},
            {"do": "dice_calls"},
            {"do": "forced_left"},
        ]
    answers = engine.batch(commands)[3:]
    differences = []
    for index, (key, properties, dice) in enumerate(want):
        _, _, got, calls, left = answers[5 * index : 5 * index + 5]
        if [face for _, face in calls] != dice or left:
            differences.append(f"{scenario} {key}: dice {calls}, expected {dice}")
        differences += [
            f"{scenario} {key}: {name} is {got[name]!r}, expected {properties[name]!r}"
            for name in names
            if got[name] != properties[name]
        ]
    return differences
