"""The sheet's piece: what it shows, and what a click on it does.

Its words are in its pictures, which a later build renews by their names; a placed piece keeps its
traits. So a trait holds no word, no constant of the rule and no calculation that an erratum could
change: those are properties, kept by the commands.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from generator.extension.layout import ODDS_SIZE, RECORD_LINES, RECORD_SIZE, SCALE_END, SheetLayout
from generator.extension.names import NOBODY, together
from generator.extension.pictures import (
    CHECK,
    POWER_COLORS,
    STAGES,
    STATIONS,
    die,
    faces,
    place,
    scale,
    seal,
    stage,
    victor,
)
from generator.kit import bsh
from generator.kit.lettering import fitted
from generator.kit.sheet import Box, when, which
from generator.rules import Amount, Rules
from generator.texts import Texts
from generator.vassal.traits import Trait

LAYOUT = SheetLayout()
_clickable, _label, _layer = LAYOUT.canvas.clickable, LAYOUT.canvas.label, LAYOUT.canvas.layer

BUTTONS = {
    "call": "CoP_Call",
    "decline": "CoP_Decline",
    "no_resource": "CoP_NoResource",
    "winds": "CoP_Winds",
    "penalties": "CoP_Penalties",
    "reset": "CoP_Reset",
}
"""The buttons that lead through a congress, from the left, and their commands."""

TOOLS = {
    "odds": "CoP_Odds",
    "record": "CoP_Record",
    "stop_early": "CoP_StopEarly",
    "release": "CoP_Release",
    "resend": "CoP_Resend",
}
"""The buttons below them, and their commands."""

PLAIN_LETTERS = 4
"""Letters of a number, its sign among them, that have room in a cell at their own size."""
SCALE_LETTERS = 3
"""The same beside a scale, where they are larger."""
SMALL_LETTERS = 6
"""Letters that have room at HTML's size 3, 12 pixels; more are drawn at size 2, 10 pixels."""

_ROWS_OF_A_SLIP = 3

READ_VP = {"read_vp": "CoP_ReadVP"}
"""The button besides of a build that is bound to a module."""

LOSSES = {
    "penalty_diplomacy": "CoP_LossDiplomacy",
    "penalty_highest": "CoP_LossHighest",
    "penalty_issue": "CoP_LossIssue",
}
"""Columns of Step 4's penalties by recipient, and what they show."""


def tools(*, reads_vp: bool) -> dict[str, str]:
    """Return the lower buttons and their commands."""
    return {**TOOLS, **(READ_VP if reads_vp else {})}


def places_of(names: dict[str, str], row: Box) -> dict[str, Box]:
    """Return where each button of a row stands."""
    return {name: row.part(index, len(names), 8) for index, name in enumerate(names)}


def drawn_with(rules: Rules, texts: Texts, *, reads_vp: bool) -> dict[str, Any]:
    """Return what the templates of all pictures are given."""
    return {
        "rules": rules,
        "texts": texts,
        "layout": LAYOUT,
        "colors": POWER_COLORS,
        "stations": STATIONS,
        "buttons": places_of(BUTTONS, LAYOUT.buttons),
        "tools": places_of(tools(reads_vp=reads_vp), LAYOUT.tools),
        "fitted": fitted,
        "by_loss": by_loss,
    }


def by_loss(amount: Amount) -> list[tuple[str, int]]:
    """Return the faces of a die that give the same VP, and those; no faces where none is rolled.

    Nothing if there are too many for a slip.
    """
    if not amount.rolls:
        return [("", amount.flat)]
    faces = range(1, amount.sides + 1)
    found = []
    for points, group in groupby(faces, amount.of):
        first, *_, last = [*group] * 2
        found.append((f"{first}" if first == last else f"{first}–{last}", points))
    return found if len(found) <= _ROWS_OF_A_SLIP else []


def sheet_traits(rules: Rules, *, reads_vp: bool) -> tuple[Trait, ...]:
    """Return what the sheet shows and hears, outermost first.

    So that painting costs little: what reckons is outermost, for it looks for the outermost trait
    each time (Decorator.getOutermost); labels are within the layers, for one that changes asks all
    within it for their shape, and a Layer's answer reckons (Labeler.getLabelPosition,
    Embellishment.getShape). Each look at a property asks every trait, a Layer the slowest
    (Embellishment.getProperty): so one Layer shows a whole column's seal, and all who win.
    """
    return (
        *_pictures(rules),
        *_numbers(rules),
        *_clickable(spots(rules, reads_vp=reads_vp)),
    )


def spots(rules: Rules, *, reads_vp: bool) -> list[tuple[str, Box]]:
    """Return what can be clicked, and the command that it gives."""
    found: list[tuple[str, Box]] = []
    for index, power in enumerate(rules.powers):
        found += [
            (f"CoP_LowerVP_{power}", LAYOUT.lower(index)),
            (f"CoP_AskVP_{power}", LAYOUT.typed(index)),
            (f"CoP_RaiseVP_{power}", LAYOUT.higher(index)),
            (f"CoP_SetIssueWinner_{power}", LAYOUT.cell("issue", index)),
            (f"CoP_SetDiplomacyWinner_{power}", LAYOUT.cell("diplomacy", index)),
        ]
        if power == rules.metternich.power:
            found.append(("CoP_ToggleMetternich", LAYOUT.metternich(index)))
    found.append((f"CoP_SetDiplomacyWinner_{NOBODY}", LAYOUT.nobody))
    for names, row in ((BUTTONS, LAYOUT.buttons), (tools(reads_vp=reads_vp), LAYOUT.tools)):
        found += [(names[name], box) for name, box in places_of(names, row).items()]
    return found


def _fitting(name: str, letters: int = PLAIN_LETTERS) -> str:
    """Return a number as it has room: smaller if it is longer than play makes it.

    VP that are written from outside may have seven digits, or be no number: that is cut off. Each
    costs every painting some tenths of a millisecond: what only a congress sets has room for six.
    """
    shown = bsh.text(name)
    cut = f'{shown}.substring(0,{letters - 1})+"…"'
    size = f"({shown}.length()<={SMALL_LETTERS} ? 3 : 2)"
    smaller = f'"<html><font size="+{size}+">"+{shown}'
    return f"{{{shown}.length()<={letters} ? {shown} : {bsh.whole(name)} ? {smaller} : {cut}}}"


def _numbers(rules: Rules) -> list[Trait]:
    labels: list[Trait] = []
    for index, power in enumerate(rules.powers):
        for column, shown, size, bold in (
            ("vp", _fitting(f"CoP_VP_{power}"), 18, True),
            ("cost", f"$CoP_CostShown_{power}$", 13, False),
            ("before", f"$CoP_Before_{power}$", 14, False),
            ("after", f"$CoP_After_{power}$", 15, True),
            *((column, f"${name}_{power}$", 14, False) for column, name in LOSSES.items()),
        ):
            box = LAYOUT.cell(column, index)
            labels.append(_label(shown, box.x, box.y, size=size, bold=bold))
        chance = LAYOUT.cell("chance", index)
        for shown, down, size in (("ChanceShown", -7, 13), ("TieShown", 10, 11)):
            labels.append(_label(f"$CoP_{shown}_{power}$", chance.x, chance.y + down, size=size))
    for index, shown in enumerate(("CoP_GapShown", "CoP_Margin")):
        box = LAYOUT.scale_number(index)
        labels.append(_label(_fitting(shown, SCALE_LETTERS), box.x, box.y, size=24, bold=True))
    for number in range(RECORD_LINES):
        box = LAYOUT.record_line(number)
        shown = f"$CoP_LastLine{number + 1}$"
        labels.append(_label(shown, box.left, box.y, size=RECORD_SIZE, justify="l"))
    for shown, box in (
        ("CoP_Outlook", LAYOUT.outlook),
        ("CoP_Choice", LAYOUT.choice(0)),
        ("CoP_ChoiceCost", LAYOUT.choice(1)),
    ):
        labels.append(_label(f"${shown}$", box.x, box.y, size=ODDS_SIZE))
    status = LAYOUT.status
    shown = "$CoP_Status$"
    labels.append(_label(shown, status.x, status.y, size=17, bold=True, family="Serif"))
    return labels


def _pictures(rules: Rules) -> list[Trait]:
    layers: list[Trait] = []
    for index, power in enumerate(rules.powers):
        layers += [
            _layer(
                f"place {power}",
                LAYOUT.cell("place", index),
                f"CoP_Place_{power}",
                ("", *(place(each) for each in sorted(rules.winds.places))),
                first=0,
            ),
            _layer(
                f"die {power}",
                LAYOUT.cell("die", index),
                f"CoP_Die_{power}",
                ("", *(die(face) for face in faces(rules))),
                first=-1,
            ),
        ]
        if power == rules.metternich.power:
            box = LAYOUT.metternich(index)
            ticked = when(bsh.same("CoP_Metternich", "true"))
            layers.append(
                _layer(
                    "Metternich",
                    Box(box.left, box.top, box.height, box.height),
                    ticked,
                    ("", CHECK),
                )
            )
    for column, name, entered in (
        ("issue", "CoP_IssueWinner", rules.powers),
        ("diplomacy", "CoP_DiplomacyWinner", (*rules.powers, NOBODY)),
    ):
        seals = ("", *(seal(row) for row in range(len(entered))))
        layers.append(_layer(column, LAYOUT.seals(column), which(name, entered), seals))
    winners = [", ".join(each) for each in together(rules.powers)]
    frames = ("", *(victor(number) for number, _ in enumerate(winners, 1)))
    layers.append(_layer("victors", LAYOUT.rows, which("CoP_Victor", winners), frames))
    pointers = ("", *(scale(step) for step in range(SCALE_END + 1)))
    for index, name in enumerate(("Gap", "Margin")):
        layers.append(_layer(name.lower(), LAYOUT.pointer(index), f"CoP_{name}Step", pointers))
    stages = tuple(stage(each.name) for each in STAGES)
    layers.append(_layer("stage", LAYOUT.stage, "CoP_SheetStage", stages))
    return layers
