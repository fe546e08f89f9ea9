"""What is built, and which release of it."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

_LONGEST_TITLE = 60
"""Characters that a menu and a sheet have room for."""


class ImpossibleValueError(ValueError):
    """A value that the rule cannot have."""

    def __init__(self, key: str, message: str, cause: str | None = None) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        """Key of the value within its table."""
        self.message = message
        """What is wrong and what is allowed."""
        self.cause = cause
        """Key of another value that it must agree with."""


def require(condition: bool, key: str, message: str, cause: str | None = None) -> None:
    """Refuse a value unless the condition holds; arguments as the error's.

    Raises:
        ImpossibleValueError: it does not hold.
    """
    if not condition:
        raise ImpossibleValueError(key, message, cause)


@dataclass(frozen=True)
class Release:
    """What is built, and which release of it."""

    title: str
    """Name of the procedure as players know it."""
    game: str
    """The game it belongs to."""
    rule: str
    """The rule's paragraph."""
    version: str
    """Version of the extension, shown in chat and in the engine's list of extensions."""
    date: dt.date
    """Date of every file in the .vmdx; 1980 to 2107, the range of a zip archive."""

    def __post_init__(self) -> None:
        require(
            self.title.strip() != "" and len(self.title) <= _LONGEST_TITLE,
            "title",
            f"has {len(self.title)} characters; allowed: 1 to {_LONGEST_TITLE}",
        )
        require(
            re.fullmatch(r"[0-9]+(\.[0-9]+){1,3}[A-Za-z0-9.-]*", self.version) is not None,
            "version",
            f'is "{self.version}"; allowed: numbers with dots, such as 1.0.0',
        )
        require(
            1980 <= self.date.year <= 2107, "date", f"is {self.date}; allowed: years 1980 to 2107"
        )
