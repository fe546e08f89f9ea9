"""The file of a declared rule, which tells on which line a fault stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from generator.errors import InputError
from generator.tomlfile import parse_toml, read_text, toml_error
from generator.tomllines import item_lines


class Source:
    """A TOML file and what it says."""

    def __init__(self, path: Path) -> None:
        """Read it.

        Raises:
            InputError: it cannot be read, is not UTF-8 or not TOML.
        """
        self.path = path
        self._text = read_text(path, "rule file")
        self.table: dict[str, Any] = parse_toml(self._text, path)

    def fault(self, key: str, message: str) -> InputError:
        """Return the error about a dotted key, items of lists counted from 1.

        It bears the line of the key, or that of the table around one that is missing.
        """
        lines, there = item_lines(self._text), key
        while there and there not in lines:
            there = re.sub(r"\.?[^.\[]*$|\[[0-9]+\]$", "", there)
        return toml_error(self.path, f"{key}: {message}", lines.get(there))
