"""The names that others rely on, written down once more: a release must not lose one."""

from __future__ import annotations

POWERS = ("Austria", "Britain", "France", "Russia")
LANGUAGES = ("de", "en", "es", "fr")
FOREIGN = tuple(each for each in LANGUAGES if each != "en")

PROPERTIES_BY_POWER = ("VP", "Start", "Place", "Before", "Die", "After", "Penalty")
PROPERTIES = (
    *(f"CoP_{name}_{power}" for name in PROPERTIES_BY_POWER for power in POWERS),
    "CoP_IssueWinner",
    "CoP_DiplomacyWinner",
    "CoP_Metternich",
    "CoP_Phase",
    "CoP_Seat",
    "CoP_Bonus",
    "CoP_Gap",
    "CoP_Margin",
    "CoP_Victor",
    "CoP_Highest",
    "CoP_Last",
    "CoP_ChanceOf",
    "CoP_Chance",
    *(f"CoP_{name}_{power}" for name in ("Chance", "ChanceTied", "Cost") for power in POWERS),
)
COMMANDS = (
    "CoP_Call",
    "CoP_Decline",
    "CoP_NoResource",
    "CoP_Winds",
    "CoP_Penalties",
    "CoP_Reset",
    "CoP_Release",
    "CoP_Resend",
    "CoP_Record",
    "CoP_Odds",
    "CoP_StopEarly",
    *(f"CoP_AskVP_{power}" for power in POWERS),
    "CoP_AskIssueWinner",
    "CoP_ToggleMetternich",
    "CoP_AskDiplomacyWinner",
)
"""All but ``CoP_Sheet``, which only shows a window."""

CLICKS = (
    *(f"CoP_{change}VP_{power}" for change in ("Raise", "Lower") for power in POWERS),
    *(f"CoP_SetIssueWinner_{power}" for power in POWERS),
    *(f"CoP_SetDiplomacyWinner_{winner}" for winner in (*POWERS, "None")),
)
"""What a click on the sheet does that the menu asks for."""
