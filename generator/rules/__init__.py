"""The rule as data: a TOML file, the typed model it is loaded into, and the loader."""

from generator.rules.load import load_rules
from generator.rules.model import (
    PATTERNS,
    POWER_COUNT,
    SWITCHES,
    Action,
    Amount,
    Place,
    Recipient,
    Rules,
    TieRow,
)

__all__ = [
    "PATTERNS",
    "POWER_COUNT",
    "SWITCHES",
    "Action",
    "Amount",
    "Place",
    "Recipient",
    "Rules",
    "TieRow",
    "load_rules",
]
