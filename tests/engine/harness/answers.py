"""Answers to the engine's modal dialogs, besides plain texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

Answer: TypeAlias = str | Mapping[str, str]
"""A text to type, to choose or to click, or one of the constants below."""

CANCEL: Final[Answer] = {"how": "cancel"}
"""The Cancel button."""

CLOSE_WINDOW: Final[Answer] = {"how": "close"}
"""The window is closed."""

CLOSE: Final[Answer] = CLOSE_WINDOW


def receive(command: str) -> Answer:
    """Another player's command arrives while the dialog is open; the next answer follows."""
    return {"how": "receive", "command": command}


def shoot(path: Path) -> Answer:
    """A picture of the screen is taken while the dialog is open; the next answer follows."""
    return {"how": "shoot", "path": str(path)}
