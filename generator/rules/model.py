"""The rule as typed, frozen data: what ``rule-15.6.toml`` holds, one class per table.

Each class checks its own values when it is made and raises ``ImpossibleValueError`` with the key
and a text of the form "what is wrong; what is allowed"; the loader puts the file in front.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from generator.kit.release import Release, require
from generator.tomlfile import shown

POWER_COUNT = 4
"""Major Powers in the game; the tie table, and everything else, is about four."""

PATTERNS: tuple[str, ...] = ("1111", "112", "121", "211", "13", "31", "22", "4")
"""Every way four powers can be tied, as group sizes from the highest VP down (15.6.3)."""

Place = int
"""A place in Step 2: 1 (first in VP) to 4 (last)."""

Action = Literal["lose", "none", "gain"]
"""What a place does with its die in Step 2."""

Recipient = Literal["diplomacy-winner", "highest", "issue-winner"]
"""Who suffers one of Step 4's penalties."""

ACTIONS: tuple[str, ...] = get_args(Action)
RECIPIENTS: tuple[str, ...] = get_args(Recipient)


@dataclass(frozen=True)
class Range:
    """The whole numbers that a value can be."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least} to {self.most}"


Sides: TypeAlias = Annotated[int, Range(2, 100)]
"""Of a die."""
Points: TypeAlias = Annotated[int, Range(0, 1000)]
"""VP."""
FLOOR = Range(-1000, 1000)
"""Of the least VP."""


def _require_in(key: str, value: int, allowed: Range) -> None:
    require(allowed.least <= value <= allowed.most, key, f"is {value}; allowed: {allowed}")


def _require_one_of(key: str, value: str, allowed: tuple[str, ...]) -> None:
    require(value in allowed, key, f'is "{value}"; allowed: {", ".join(allowed)}')


def allowed_values(cls: type) -> Mapping[str, Range | tuple[str, ...]]:
    """Return what each field of a class can be, where its annotation says so."""
    hints: Mapping[str, Any] = get_type_hints(cls, include_extras=True)
    found: dict[str, Range | tuple[str, ...]] = {}
    for name, hint in hints.items():
        if get_origin(hint) is Annotated:
            found[name] = hint.__metadata__[0]
        elif get_origin(hint) is Literal:
            found[name] = get_args(hint)
    return MappingProxyType(found)


class _Checked:
    """Refuses what ``allowed_values`` does not have."""

    def __post_init__(self) -> None:
        for name, allowed in allowed_values(type(self)).items():
            value = getattr(self, name)
            if isinstance(allowed, Range):
                _require_in(name, value, allowed)
            else:
                _require_one_of(name, value, allowed)


@dataclass(frozen=True)
class StopEarly:
    """15.6.1: stopping the Issue's marker early."""

    paragraph: str
    allowed: bool
    """May the player of a card stop the marker early?"""
    like_paragraph: str
    """The paragraph that it works like."""


@dataclass(frozen=True)
class Activation(_Checked):
    """15.6.2: paying for the Issue and deciding."""

    paragraph: str
    order: Literal["last", "first"]
    """When the Issue is resolved among the Issues won."""
    resources: Annotated[int, Range(1, 9)]
    """Resources to pay."""
    first_spent: bool
    """Must they be the first that the winner spends?"""
    decline_vp: Annotated[int, Range(-1000, 0)]
    """VP change of a winner who declines."""


@dataclass(frozen=True)
class Amount(_Checked):
    """A number of VP: a die divided with fractions up, or a fixed number."""

    roll: Literal["die", "flat"]
    sides: Sides
    """Sides of the die."""
    divisor: Annotated[int, Range(1, 100)]
    """The die is divided by it; 2 is a halved die."""
    flat: Points
    """VP when no die is rolled."""

    @property
    def rolls(self) -> bool:
        """Is a die rolled for it?"""
        return self.roll == "die"

    def of(self, face: int) -> int:
        """Return the VP for a die face, 1 to ``sides``; a flat amount ignores the face."""
        return -(-face // self.divisor) if self.rolls else self.flat

    def values(self) -> tuple[int, ...]:
        """Return the VP of each equally likely outcome."""
        return tuple(map(self.of, range(1, self.sides + 1))) if self.rolls else (self.flat,)


@dataclass(frozen=True)
class Metternich:
    """15.6.2: what Metternich's part in the Issue is worth."""

    paragraph: str
    power: str
    """The Major Power whose leader he is."""
    bonus: Amount


@dataclass(frozen=True)
class Fiasco(_Checked):
    """15.6.3 Step 1."""

    paragraph: str
    limit: Points
    """Highest less lowest VP; more than this is a fiasco."""


@dataclass(frozen=True)
class Winds(_Checked):
    """15.6.3 Step 2: political winds."""

    paragraph: str
    sides: Sides
    """Sides of the die."""
    not_counted: tuple[str, ...]
    """Paragraphs whose end-of-game VP are left out."""
    places: Mapping[Place, Action]
    """What each of the four places does."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for place, action in self.places.items():
            _require_one_of(f"places.{place}", action, ACTIONS)

    def places_that(self, *actions: Action) -> tuple[Place, ...]:
        """Return the places that do one of ``actions``."""
        return tuple(place for place, action in self.places.items() if action in actions)


@dataclass(frozen=True)
class TieRow:
    """15.6.3 Step 2: the acting places of one pattern of ties, from the highest power down."""

    pattern: str
    """One of PATTERNS."""
    places: tuple[Place, ...]
    alternatives: tuple[tuple[Place, ...], ...]
    """Other readings that are known."""

    def __post_init__(self) -> None:
        self._check("places", self.places)
        for row in self.alternatives:
            self._check("alternatives", row)

    def _check(self, key: str, row: tuple[Place, ...]) -> None:
        said = f"is {shown(list(row))}"
        require(
            len(row) == POWER_COUNT and all(1 <= place <= POWER_COUNT for place in row),
            key,
            f"{said}; allowed: four places from 1 to 4",
        )
        require(list(row) == sorted(row), key, f"{said}; places must not go up again further down")
        position = 0
        for size in map(int, self.pattern):
            group = row[position : position + size]
            require(
                len(set(group)) == 1,
                key,
                f"{said}; powers tied in pattern {self.pattern} must share a place",
            )
            position += size


@dataclass(frozen=True)
class Success(_Checked):
    """15.6.3 Step 3."""

    paragraph: str
    margin: Points
    """First less second adjusted VP; 0 to this is a success."""


@dataclass(frozen=True)
class Penalties:
    """15.6.3 Step 4."""

    paragraph: str
    order: tuple[Recipient, ...]
    """Who is penalised, in the order of the dice."""
    amount: Amount
    """VP lost by each."""

    def __post_init__(self) -> None:
        for recipient in self.order:
            _require_one_of("order", recipient, RECIPIENTS)
        require(
            0 < len(self.order) == len(set(self.order)),
            "order",
            f"is {shown(list(self.order))}; allowed: at least one of {', '.join(RECIPIENTS)}, each "
            "once",
        )


@dataclass(frozen=True)
class EarlyTriumph(_Checked):
    """The early end by VP, about which the chat warns."""

    paragraph: str
    vp: Annotated[int, Range(1, 1000)]


@dataclass(frozen=True)
class RulingSource:
    """Where a ruling stands."""

    number: int
    """Ours; several switches may belong to one ruling."""
    paragraph: str
    """The paragraph that is silent."""


@dataclass(frozen=True)
class Rulings:
    """What is played where the published text is silent; each field is the value of one switch."""

    no_resource: Literal["not-activated", "declines"]
    pay_first: Literal["pay-then-decide"]
    metternich_when: Literal["calling", "activation"]
    bonus: Literal["real-vp"]
    margin: Literal["positions", "distinct-scores"]
    tie_break: Literal["table", "order", "before-then-table"]
    tie_order: tuple[str, ...]
    """All four powers, the one that wins ties first; used by ``tie_break = "order"``."""
    early_triumph: Literal["warn-on-bonus"]
    penalty_order: Literal["noted-before", "sequential"]
    tied_highest: Literal["each", "one-for-all", "none"]
    diplomacy_winner: Literal["may-be-nobody"]
    vp_floor: Literal["none", "floor"]
    floor: int
    """Least VP, used by ``vp_floor = "floor"``; FLOOR bounds it."""
    places: Literal["major-powers"]
    sources: Mapping[str, RulingSource]
    """By switch, all of SWITCHES."""

    def __post_init__(self) -> None:
        _require_in("vp_floor.floor", self.floor, FLOOR)


SWITCHES: Mapping[str, tuple[str, ...]] = {
    "no_resource": ("not-activated", "declines"),
    "pay_first": ("pay-then-decide",),
    "metternich_when": ("calling", "activation"),
    "bonus": ("real-vp",),
    "margin": ("positions", "distinct-scores"),
    "tie_break": ("table", "order", "before-then-table"),
    "early_triumph": ("warn-on-bonus",),
    "penalty_order": ("noted-before", "sequential"),
    "tied_highest": ("each", "one-for-all", "none"),
    "diplomacy_winner": ("may-be-nobody",),
    "vp_floor": ("none", "floor"),
    "places": ("major-powers",),
}
"""The ruling switches that the code knows, each with everything it can play, the default first."""
OWN_KEYS: Mapping[str, tuple[str, str]] = {
    "tie_break": ("order", "tie_order"),
    "vp_floor": ("floor", "floor"),
}
"""What a switch has besides its value, by switch: the key in its table, the field of Rulings."""


@dataclass(frozen=True)
class Rules:
    """The whole rule."""

    powers: tuple[str, ...]
    """The four Major Powers in the order of dice and reports; parts of property names."""
    release: Release
    stop_early: StopEarly
    activation: Activation
    metternich: Metternich
    fiasco: Fiasco
    winds: Winds
    ties: Mapping[str, TieRow]
    """By pattern, all of PATTERNS."""
    success: Success
    penalties: Penalties
    early_triumph: EarlyTriumph
    rulings: Rulings

    def __post_init__(self) -> None:
        require(
            len(set(self.powers)) == len(self.powers) == POWER_COUNT
            and all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]{0,23}", power) for power in self.powers),
            "powers",
            f"is {shown(list(self.powers))}; allowed: four different names of at most 24 ASCII "
            "letters and digits",
        )
        require("None" not in self.powers, "powers", 'has "None", which means that nobody won')
        require(
            self.metternich.power in self.powers,
            "metternich.power",
            f'is "{self.metternich.power}"; allowed: one of powers ({", ".join(self.powers)})',
            "powers",
        )
        require(
            sorted(self.rulings.tie_order) == sorted(self.powers),
            "rulings.tie_break.order",
            f"is {shown(list(self.rulings.tie_order))}; allowed: each of {', '.join(self.powers)} "
            "once",
            "powers",
        )
