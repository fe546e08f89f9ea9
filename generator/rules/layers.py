"""The files that a rule is read from: the shipped one, and errata laid over each other.

An errata file holds the keys that change. With ``base = "other.toml"``, a path from its own folder,
it is laid over that file instead of over the shipped one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from generator.errors import InputError
from generator.tomlfile import parse_toml, read_text, shown, toml_error, unknown_key
from generator.tomllines import key_lines

BASE = "base"
"""The key that names the errata file which one builds on."""

Table: TypeAlias = dict[str, Any]
_WHAT = "rule file"


def located(file: Path | str, line: int | None) -> str:
    """Return ``file:line``, or the file if the line cannot be told."""
    return str(file) if line is None else f"{file}:{line}"


class Layer:
    """One file of the rule."""

    def __init__(self, path: Path, text: str) -> None:
        """Parse the file's text.

        Raises:
            InputError: it is not TOML.
        """
        self.path = path
        self.table: Table = parse_toml(text, path)
        self._text = text

    @cached_property
    def _lines(self) -> Mapping[str, int]:
        lines: dict[str, int] = {}
        for key, line in key_lines(self._text).items():
            lines.setdefault(".".join(key), line)
        return lines

    def line(self, key: str) -> int | None:
        """Return the line of a dotted key, if it can be told."""
        return self._lines.get(key)

    def place(self, key: str) -> str:
        """Return ``file:line`` of a dotted key."""
        return located(self.path, self.line(key))

    def fault(self, key: str, message: str) -> InputError:
        """Return the error about a dotted key."""
        return toml_error(self.path, f"{key}: {message}", self.line(key))


class Layers:
    """What all files together say, and which of them says it."""

    def __init__(self, files: Sequence[Layer]) -> None:
        """Lay each file over those before it.

        Raises:
            InputError: a key is not one of the first file, or a value is no table as it is there.
        """
        self.files = tuple(files)
        """From the shipped one upwards."""
        shipped, *errata = self.files
        self.table: Table = _copy(shipped.table)
        self.origins: dict[str, Layer] = dict.fromkeys(_leaves(self.table), shipped)
        """The file of each dotted key that is no table."""
        for layer in errata:
            values = {key: value for key, value in layer.table.items() if key != BASE}
            self._lay_over(self.table, values, layer, "")

    def _lay_over(self, base: Table, over: Table, layer: Layer, prefix: str) -> None:
        for key, value in over.items():
            dotted = f"{prefix}{key}"
            if key not in base:
                known = base if prefix else {**base, BASE: None}
                raise layer.fault(dotted, unknown_key(key, known, self.origins))
            if isinstance(base[key], dict):
                if not isinstance(value, dict):
                    raise layer.fault(dotted, f"is {shown(value)}; must be a table [{dotted}]")
                self._lay_over(base[key], value, layer, f"{dotted}.")
            else:
                base[key] = value
                self.origins[dotted] = layer

    def origin(self, key: str) -> Layer:
        """Return the file to look into for a dotted key: the uppermost that has a part of it."""
        inside = {layer for each, layer in self.origins.items() if f"{each}.".startswith(f"{key}.")}
        return max(inside, key=self.files.index, default=self.files[0])

    def fault(self, key: str, message: str, cause: str | None = None) -> InputError:
        """Return the error about a dotted key, in the file that has it.

        ``cause`` is a key that it must agree with: if a file further up has that, it is blamed.
        """
        layer = self.origin(key)
        if cause is not None:
            above = self.origin(cause)
            if self.files.index(above) > self.files.index(layer):
                return above.fault(
                    cause, f"does not go with {key}, which {message}; change {key} too"
                )
        return layer.fault(key, message)


def read_layers(errata: Path | None, shipped: Path) -> Layers:
    """Read the shipped rule, and an errata file with those that it builds on.

    Raises:
        InputError: a file cannot be read, is not TOML or holds no key, its base is missing or goes
            round in a circle; and as ``Layers``.
    """
    upwards = [Layer(shipped, read_text(shipped, _WHAT))]
    if errata is not None:
        upwards += reversed(_errata(errata))
    return Layers(upwards)


def _errata(path: Path) -> list[Layer]:
    """Return an errata file and its bases, downwards."""
    found = [_layer(path)]
    seen = [path.resolve()]
    while BASE in found[-1].table:
        layer = found[-1]
        base = _base(layer)
        found.append(_layer(base))
        seen.append(base.resolve())
        if seen[-1] in seen[:-1]:
            circle = found[seen.index(seen[-1]) :]
            raise layer.fault(
                BASE,
                f"goes round in a circle: {' → '.join(each.path.name for each in circle)}; "
                "one of them must be without",
            )
    return found


def _layer(path: Path) -> Layer:
    layer = Layer(path, read_text(path, _WHAT))
    if not layer.table:
        raise toml_error(path, "holds no key; write those that change, such as: success.margin = 4")
    return layer


def _base(layer: Layer) -> Path:
    value = layer.table[BASE]
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise layer.fault(BASE, f"is {shown(value)}; must be the path of an errata file")
    path = layer.path.parent / value
    try:
        there = path.is_file()
    except OSError:
        there = False
    if not there:
        raise layer.fault(
            BASE, f'there is no file "{value}" beside this one; give a path from its folder'
        )
    return path


def _copy(table: Table) -> Table:
    return {key: _copy(each) if isinstance(each, dict) else each for key, each in table.items()}


def _leaves(table: Table, prefix: str = "") -> list[str]:
    found = []
    for key, value in table.items():
        found += _leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else [prefix + key]
    return found
