"""Names of the built extension: properties that others rely on, and our internal ones.

The public ones are an interface: they stay the same across releases.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from generator.extension.identity import IDENTITY
from generator.extension.layout import RECORD_LINES
from generator.rules import Rules
from generator.texts import Texts
from generator.vassal.components import GlobalProperty

RULE_ENTRY = IDENTITY.rule_entry

PHASES = ("idle", "called", "success", "failed", "declined", "unpaid", "closed")
"""Every value of ``CoP_Phase``."""

VP_RANGE = (-999, 999)
"""Least and greatest VP that can be typed in; written from outside they may have seven digits."""

NOBODY = "None"
"""Value of ``CoP_DiplomacyWinner`` when nobody won the Diplomacy Phase (ruling 9)."""

RECORD_BY_POWER = ("Start", "Place", "Before", "Die", "After", "Penalty")
RECORD = ("Bonus", "Gap", "Margin", "Victor", "Highest")
"""The public record of a congress, empty in ``idle``."""

WORK_BY_POWER = (
    *("Higher", "Was", "DieHighest", "Standing"),
    *("LossDiplomacy", "LossHighest", "LossIssue"),
)
WORK = (
    "BonusDie",
    "Pattern",
    "Places",
    "Best",
    "TopBefore",
    "Top",
    "DieDiplomacy",
    "DieIssue",
)
"""Steps on the way to the record, cleared with it."""

FILLED = (
    *("Bonus", "Gap", "Margin", "Place", "Before", "Die", "After", "Start", "Penalty", "Was"),
    *("Higher", "Pattern", "Places", "Best", "Top", "Highest", "Roller", "Presses", "Version"),
    *("BonusDie", "DieDiplomacy", "DieIssue", "DieHighest"),
)
"""Whatever a command sets of these is not empty afterwards, whoever's the power."""

ODDS = ("ChanceOf", "Chance")
ODDS_BY_POWER = ("Chance", "ChanceTied", "Cost")
"""The odds of a congress as it stands: outcomes, those that succeed, and of them those in which a
power is the only victor or tied for it; and what a failure is expected to cost it in Step 4.

They are exact: ``Chance`` of ``ChanceOf`` equally likely outcomes, a cost as ``a/b`` or a whole
number of VP. Costs are empty while it is not known who won the Issue, and if it cannot fail."""

SHEET_ODDS_BY_POWER = ("ChanceShown", "TieShown", "CostShown")
"""The odds as the sheet shows them, rounded."""

GATES = ("NoDecide", "NoWinds", "NoPenalties", "NoInput", "NoDiplomacy", "NoRelease")
"""``true`` while a button that needs it is greyed."""


def keyboard_commands(powers: Sequence[str]) -> tuple[str, ...]:
    """Return the commands of a bound build that can have a key; those pressed most come first."""
    return (
        *("CoP_Sheet", "CoP_Call", "CoP_Decline", "CoP_NoResource", "CoP_Winds", "CoP_Penalties"),
        *(f"CoP_AskVP_{power}" for power in powers),
        *("CoP_AskIssueWinner", "CoP_AskDiplomacyWinner", "CoP_ToggleMetternich", "CoP_ReadVP"),
        *("CoP_Odds", "CoP_Record", "CoP_StopEarly", "CoP_Reset", "CoP_Release", "CoP_Resend"),
    )


def record_names(rules: Rules) -> tuple[str, ...]:
    """Return every property, public or not, that a new congress or a Reset empties."""
    by_power = [
        f"CoP_{name}_{power}" for name in RECORD_BY_POWER + WORK_BY_POWER for power in rules.powers
    ]
    return tuple(by_power + [f"CoP_{name}" for name in RECORD + WORK])


def together(powers: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return all who can win together, alone first, each in the order of the powers."""
    return tuple(
        several for count in range(1, len(powers) + 1) for several in combinations(powers, count)
    )


def odds_names(powers: Sequence[str]) -> tuple[str, ...]:
    """Return the public properties of the odds, empty but in ``idle`` and ``called``."""
    by_power = [f"CoP_{name}_{power}" for name in ODDS_BY_POWER for power in powers]
    return (*(f"CoP_{name}" for name in ODDS), *by_power)


def sheet_odds_names(powers: Sequence[str]) -> tuple[str, ...]:
    """Return what the sheet shows of the odds, empty as they are."""
    return (
        "CoP_Outlook",
        "CoP_Choice",
        "CoP_ChoiceCost",
        *(f"CoP_{name}_{power}" for name in SHEET_ODDS_BY_POWER for power in powers),
    )


def public_names(rules: Rules) -> tuple[str, ...]:
    """Return every property of the public interface, in the order of its table."""
    by_power = {
        name: [f"CoP_{name}_{power}" for power in rules.powers] for name in ("VP", *RECORD_BY_POWER)
    }
    return (
        *by_power["VP"],
        "CoP_IssueWinner",
        "CoP_DiplomacyWinner",
        "CoP_Metternich",
        "CoP_Phase",
        "CoP_Seat",
        *by_power["Start"],
        "CoP_Bonus",
        "CoP_Gap",
        *by_power["Place"],
        *by_power["Before"],
        *by_power["Die"],
        *by_power["After"],
        "CoP_Margin",
        "CoP_Victor",
        "CoP_Highest",
        *by_power["Penalty"],
        "CoP_Last",
        *odds_names(rules.powers),
    )


def properties(rules: Rules, texts: Texts) -> tuple[GlobalProperty, ...]:
    """Return every property of the extension with its initial value, without buttons."""
    described = {
        "VP": ("0", "VP of {} as they stand"),
        "Start": ("", "VP of {} before the call"),
        "Place": ("", "acting place of {} in Step 2"),
        "Before": ("", "VP of {} before Step 2's dice"),
        "Die": ("", "Step 2's die of {}, 0: none"),
        "After": ("", "adjusted VP of {} after Step 2"),
        "Penalty": ("", "sum of Step 4's penalties of {}"),
        "Higher": ("", "work: how many powers stand higher than {}"),
        "Was": ("", "work: VP of {} before the command under way"),
        "DieHighest": ("", "work: Step 4's die of {} for the highest VP"),
        "Standing": ("", "work: VP of {} before the dice if tied for first"),
        "ChanceShown": ("", "sheet: chance that {} alone wins"),
        "TieShown": ("", "sheet: chance that {} is tied for victory"),
        "CostShown": ("", "sheet: VP that a failure is expected to cost {}"),
        "LossDiplomacy": ("", "sheet: what {} lost as winner of the Diplomacy Phase"),
        "LossHighest": ("", "sheet: what {} lost for the highest VP"),
        "LossIssue": ("", "sheet: what {} lost as winner of the Issue"),
        "Result": ("", "sheet of former builds: outcome for {}"),
        "Chance": ("", "odds: outcomes that {} alone wins"),
        "ChanceTied": ("", "odds: outcomes in which {} is tied for victory"),
        "Cost": ("", "odds: VP that a failure is expected to cost {}"),
        "OddsVP": ("", "work: VP of {} with the bonus that is looked at"),
        "OddsBit": ("", "work: 1, 2, 4 or 8 for the rank of {}"),
        "AskVP": ("0", "prompt: VP of {}"),
    }
    numeric = ("VP", "AskVP")
    by_power = [
        GlobalProperty(
            f"CoP_{name}_{power}",
            initial,
            text.format(power),
            numeric=name in numeric,
            minimum=VP_RANGE[0],
            maximum=VP_RANGE[1],
        )
        for name, (initial, text) in described.items()
        for power in rules.powers
    ]
    single = {
        "IssueWinner": ("", "who won the Congress of Peace Issue"),
        "DiplomacyWinner": ("", "who won this turn's Diplomacy Phase, or None"),
        "Metternich": ("false", "Metternich negotiated or debated the Issue"),
        "Phase": ("idle", "how far the congress is"),
        "Seat": ("", "side of the player who called"),
        "Bonus": ("", "Metternich's gain"),
        "Gap": ("", "Step 1: highest less lowest VP"),
        "Margin": ("", "Step 3: difference of the two best"),
        "Victor": ("", "Step 3: who wins"),
        "Highest": ("", "Step 4: who has the actual highest VP"),
        "Last": ("", "side record of the latest finished congress"),
        "ChanceOf": ("", "odds: how many outcomes"),
        "Chance": ("", "odds: outcomes that succeed"),
        "OddsDo": ("", "work: what the odds wait for"),
        "OddsOf": ("", "work: what the odds are for"),
        "OddsStep": ("", "work: Metternich's bonus that is looked at"),
        "OddsFirst": ("", "work: first in VP less last; -1: fiasco"),
        "OddsSecond": ("", "work: second in VP less last"),
        "OddsThird": ("", "work: third in VP less last"),
        "OddsAt": ("", "work: number of the row in the table of odds"),
        "OddsRow": ("", "work: that row"),
        "OddsWeight": ("", "work: what an outcome of that row counts"),
        "OddsAlone": ("", "work: outcomes that the winner of the Issue alone wins"),
        "OddsTied": ("", "work: outcomes in which he is tied for victory"),
        "OddsSum": ("", "work: outcomes by victor, and penalties"),
        "BonusDie": ("", "work: die of Metternich's bonus, 0: none"),
        "Pattern": ("", "work: pattern of ties"),
        "Places": ("", "work: acting places of that pattern"),
        "Best": ("", "work: highest adjusted VP"),
        "TopBefore": ("", "work: highest VP before the dice of those tied for first"),
        "Top": ("", "work: actual highest VP"),
        "DieDiplomacy": ("", "work: Step 4's die of the Diplomacy Phase's winner"),
        "DieIssue": ("", "work: Step 4's die of the Issue's winner"),
        "Act": ("", "work: the command under way"),
        "Pick": ("", "work: what was clicked on the sheet"),
        "Roller": ("", "record: player who let the congress go on last"),
        "Presses": ("0", "record: how many times a congress went on in this game"),
        "Version": ("", "record: version of the extension with which it went on last"),
        "Copies": ("1", "work: how many files of the extension are loaded"),
        "AskIssueWinner": ("", "prompt: who won the Issue"),
        "AskDiplomacyWinner": ("", "prompt: who won the Diplomacy Phase"),
        "NoDecide": ("true", "gate: nothing to decide"),
        "NoWinds": ("true", "gate: no winds to roll"),
        "NoPenalties": ("true", "gate: no penalties to roll"),
        "NoInput": ("false", "gate: inputs are closed"),
        "NoDiplomacy": ("false", "gate: the Diplomacy Phase's winner cannot be entered"),
        "NoRelease": ("true", "gate: no seat to release"),
        "Status": (texts.plain("sheet.enter"), "sheet: what can be done next"),
        "Outlook": ("", "sheet: chance of success, and of each failure"),
        "Choice": ("", "sheet: what calling means for the winner of the Issue"),
        "ChoiceCost": ("", "sheet: what either decision costs him"),
        "RecordShown": ("", "sheet: the record of the congress, or of the last one"),
        "SheetStage": ("1", "sheet: the stage of play, by its number"),
        "GapShown": ("0", "sheet: highest less lowest VP"),
        "GapStep": ("2", "sheet: where the pointer of the gap stands"),
        "MarginStep": ("1", "sheet: where the pointer of the margin stands"),
    }
    single |= {
        f"LastLine{number}": ("", "sheet: a line of the record")
        for number in range(1, RECORD_LINES + 1)
    }
    others = [GlobalProperty(f"CoP_{name}", *value) for name, value in single.items()]
    asked = [
        GlobalProperty(
            "CoP_CardValue", "", "prompt: value of the card", numeric=True, minimum=1, maximum=99
        ),
        GlobalProperty(
            "CoP_Moved", "", "prompt: spaces moved", numeric=True, minimum=0, maximum=99
        ),
    ]
    return (*by_power, *others, *asked)
