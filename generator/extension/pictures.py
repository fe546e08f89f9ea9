"""The extension's pictures: which there are, and what each is drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from generator.extension.layout import SCALE_END
from generator.extension.names import together
from generator.kit.extension import Picture
from generator.rules import Rules

ICON = "cop_icon.svg"
BOARD = "cop_board.svg"
ISSUE = "cop_issue.svg"
METTERNICH = "cop_metternich.svg"
METTERNICH_USED = "cop_metternich_used.svg"
FORMER_SHEET = "cop_table.svg"
"""The sheet of builds before this one: it lies in games that began with them."""
KEPT = (FORMER_SHEET,)
"""Pictures that only saved games use."""
SHEET = "cop_sheet.svg"
CHECK = "cop_check.svg"

POWER_COLORS = ("#c98a14", "#a5362f", "#27598f", "#2a8068")
"""In the order of the powers; told apart by people who see colours differently, and never the only
sign: each power has its name and its device."""

STATIONS = ("decide", "gap", "winds", "verdict", "penalties")
"""The ribbon's steps of a congress, from the left."""


@dataclass(frozen=True)
class Stage:
    """A stage of play as the sheet shows it."""

    name: str
    station: int = -1
    """Which of the ribbon's steps it is at, or ended at."""
    passed: int = 0
    """How many of the first were passed on the way."""
    failed: bool = False
    """The congress failed in the last of them."""
    ends: int = 4
    """Which of the ribbon's steps is the last that there is."""
    next: str = ""
    """Button, or column of the table, that is to be clicked next."""
    ready: tuple[str, ...] = ()
    """Other buttons that do something now."""
    inputs: bool = False
    """VP, the Issue's winner and Metternich's part can be entered."""
    diplomacy: bool = False
    """Who won the Diplomacy Phase can be entered."""
    odds: bool = False
    """The odds can be told."""

    @property
    def discarded(self) -> bool:
        """Were the winds blown in vain: does what they made of the VP count no more?"""
        return self.failed and self.passed == len(STATIONS) - 1

    @property
    def choice(self) -> tuple[str, ...]:
        """Return the buttons of which one is to be clicked, if there are several."""
        return (self.next, *self.ready) if self.next == "call" else ()

    @property
    def under_way(self) -> bool:
        """Does Reset abandon a congress?"""
        return "release" in self.ready


STAGES = (
    Stage("enter", 0, next="issue", inputs=True, diplomacy=True, odds=True),
    Stage(
        "decide",
        0,
        next="call",
        ready=("decline", "no_resource"),
        inputs=True,
        diplomacy=True,
        odds=True,
    ),
    Stage("called", 2, 2, next="winds", ready=("release",), diplomacy=True, odds=True),
    Stage("failed_enter", 4, 4, True, next="diplomacy", ready=("release",), diplomacy=True),
    Stage("failed", 4, 4, True, next="penalties", ready=("release",), diplomacy=True),
    Stage("success", 3, 3, ends=3, ready=("reset",)),
    Stage("declined", passed=1, ends=0, next="reset"),
    Stage("unpaid", passed=1, ends=0, next="reset"),
    Stage("closed", 4, 4, True, next="reset"),
    Stage("unknown", -1, next="reset"),
    Stage("fiasco_enter", 4, 2, True, next="diplomacy", ready=("release",), diplomacy=True),
    Stage("fiasco", 4, 2, True, next="penalties", ready=("release",), diplomacy=True),
    Stage("fiasco_closed", 4, 2, True, next="reset"),
    Stage("enter_vp", 0, next="vp", inputs=True, diplomacy=True),
)
"""By the value of ``CoP_SheetStage``, from 1: a new one comes last."""


def die(face: int) -> str:
    """Return the picture of a die's face; 0: no roll."""
    return f"cop_die_{face}.svg"


def place(number: int) -> str:
    """Return the picture of an acting place and what it does in the winds."""
    return f"cop_place_{number}.svg"


def seal(row: int) -> str:
    """Return the picture of a seal in a row of a column of the table."""
    return f"cop_seal_{row}.svg"


def victor(number: int) -> str:
    """Return the picture that lies over the rows of victors, by their number in ``together``."""
    return f"cop_victor_{number}.svg"


def stage(name: str) -> str:
    """Return the picture that lies over the sheet at a stage."""
    return f"cop_stage_{name}.svg"


def scale(step: int) -> str:
    """Return the picture of a scale's pointer at a step."""
    return f"cop_scale_{step}.svg"


def pictures(rules: Rules) -> tuple[Picture, ...]:
    """Return all pictures, in the order in which they are packed."""
    plain = (
        BOARD,
        CHECK,
        ICON,
        ISSUE,
        METTERNICH,
        METTERNICH_USED,
        SHEET,
        FORMER_SHEET,
    )
    return (
        *(Picture(name, f"{name}.j2") for name in plain),
        *(Picture(die(face), "die.svg.j2", {"face": face}) for face in faces(rules)),
        *(
            Picture(place(number), "place.svg.j2", {"number": number, "effect": effect})
            for number, effect in sorted(rules.winds.places.items())
        ),
        *(Picture(seal(row), "seal.svg.j2", {"row": row}) for row in range(len(rules.powers) + 1)),
        *(
            Picture(victor(number), "victor.svg.j2", {"victors": powers})
            for number, powers in enumerate(together(rules.powers), 1)
        ),
        *(Picture(stage(each.name), "stage.svg.j2", {"stage": each}) for each in STAGES),
        *(
            Picture(scale(step), "scale.svg.j2", {"step": step, "beyond": step == SCALE_END})
            for step in range(SCALE_END + 1)
        ),
    )


def faces(rules: Rules) -> range:
    """Return the faces that the winds' die can show, 0 for no roll."""
    return range(rules.winds.sides + 1)
