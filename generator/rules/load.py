"""Reads the rule's TOML into ``generator.rules.model``, with a partial errata file laid over it.

Every fault is the input's and is told in one line: the file that holds the value, the dotted key,
what is wrong and what is allowed.
"""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from generator.errors import InputError
from generator.rules.model import (
    PATTERNS,
    POWER_COUNT,
    SWITCHES,
    ImpossibleValueError,
    Rules,
    Rulings,
)
from generator.tomlfile import read_toml, shown, toml_error, unknown_key

SHIPPED = Path(__file__).with_name("rule-15.6.toml")
"""The rule as this release plays it."""

_Table: TypeAlias = dict[str, Any]
_RESERVED = '"\\{}$<>&'
_TYPE_NAMES = {str: "a text", int: "a whole number", bool: "true or false", dt.date: "a date"}


def load_rules(errata: Path | None = None, *, shipped: Path = SHIPPED) -> Rules:
    """Load the rule, with the keys of ``errata`` in place of the shipped ones.

    Raises:
        InputError: a file cannot be read or is not TOML, a key is unknown or missing, a value has
            the wrong type or is impossible.
    """
    table = read_toml(shipped, "rule file")
    origins: dict[str, Path] = {}
    if errata is not None:
        _lay_over(table, read_toml(errata, "rule file"), errata, "", origins)
    return _Loader(shipped, origins).rules(table)


def _lay_over(
    base: _Table, over: _Table, file: Path, prefix: str, origins: dict[str, Path]
) -> None:
    for key, value in over.items():
        dotted = f"{prefix}{key}"
        if key not in base:
            raise toml_error(file, f"{dotted}: {unknown_key(key, base)}")
        if isinstance(base[key], dict):
            if not isinstance(value, dict):
                raise toml_error(file, f"{dotted}: is {shown(value)}; must be a table [{dotted}]")
            _lay_over(base[key], value, file, f"{dotted}.", origins)
        else:
            base[key] = value
            origins[dotted] = file


class _Loader:
    """Turns tables into model classes, and knows which file to blame for a key."""

    def __init__(self, shipped: Path, origins: Mapping[str, Path]) -> None:
        self._shipped = shipped
        self._origins = origins

    def rules(self, table: _Table) -> Rules:
        flat = dict(table)
        if "rulings" in flat:
            flat["rulings"] = self._rulings(self._table(flat["rulings"], "rulings"))
        if "ties" in flat:
            flat["ties"] = self._ties(self._table(flat["ties"], "ties"))
        result = self._build(Rules, flat, "")
        assert isinstance(result, Rules)
        return result

    def _fail(self, key: str, message: str) -> InputError:
        inside = [
            file for dotted, file in self._origins.items() if f"{dotted}.".startswith(f"{key}.")
        ]
        return toml_error((inside or [self._shipped])[0], f"{key}: {message}")

    def _table(self, value: object, key: str) -> _Table:
        if not isinstance(value, dict):
            raise self._fail(key, f"is {shown(value)}; must be a table [{key}]")
        return value

    def _check_keys(self, table: _Table, allowed: Mapping[str, object], prefix: str) -> None:
        for key in table:
            if key not in allowed:
                raise self._fail(f"{prefix}{key}", unknown_key(key, allowed))
        for key in allowed:
            if key not in table:
                raise self._fail(f"{prefix}{key}", "is missing; the rule file must have it")

    def _ties(self, table: _Table) -> _Table:
        self._check_keys(table, dict.fromkeys(PATTERNS), "ties.")
        return {
            pattern: {**self._table(table[pattern], f"ties.{pattern}"), "pattern": pattern}
            for pattern in PATTERNS
        }

    def _rulings(self, table: _Table) -> _Table:
        self._check_keys(table, SWITCHES, "rulings.")
        sources: _Table = {}
        values: _Table = {"sources": sources}
        hints = get_type_hints(Rulings)
        extra = {"tie_break": ("order", "tie_order"), "vp_floor": ("floor", "floor")}
        for name, known in SWITCHES.items():
            key = f"rulings.{name}"
            ruling = self._table(table[name], key)
            allowed = ["ruling", "paragraph", "value", "alternatives"]
            if name in extra:
                allowed.append(extra[name][0])
            self._check_keys(ruling, dict.fromkeys(allowed), f"{key}.")
            if name in extra:
                own, field = extra[name]
                self._value(hints[field], ruling[own], f"{key}.{own}")
                values[field] = ruling[own]
            sources[name] = {
                "number": self._value(int, ruling["ruling"], f"{key}.ruling"),
                "paragraph": self._value(str, ruling["paragraph"], f"{key}.paragraph"),
            }
            if ruling["alternatives"] != list(known):
                raise self._fail(
                    f"{key}.alternatives",
                    f"lists what can be played, so it is fixed; allowed: {list(known)}",
                )
            values[name] = self._value(str, ruling["value"], f"{key}.value")
            if values[name] not in known:
                raise self._fail(
                    f"{key}.value", f'is "{values[name]}"; allowed: {", ".join(known)}'
                )
        return values

    def _build(self, cls: type, table: _Table, prefix: str) -> object:
        hints = get_type_hints(cls)
        names = {field.name: None for field in fields(cls)}
        self._check_keys(table, names, prefix)
        values = {name: self._value(hints[name], table[name], f"{prefix}{name}") for name in names}
        try:
            return cls(**values)
        except ImpossibleValueError as error:
            raise self._fail(f"{prefix}{error.key}", error.message) from None

    def _value(self, hint: Any, value: object, key: str) -> Any:
        if is_dataclass(hint) and isinstance(hint, type):
            return self._build(hint, self._table(value, key), f"{key}.")
        origin = get_origin(hint)
        if origin is Literal:
            return self._value(str, value, key)
        if origin is tuple:
            return self._tuple(get_args(hint)[0], value, key)
        if origin is Mapping:
            return self._mapping(hint, value, key)
        if type(value) is not hint:
            raise self._fail(key, f"is {shown(value)}; must be {_TYPE_NAMES[hint]}")
        if isinstance(value, str) and not (value.strip() and value.isprintable()):
            raise self._fail(key, f"is {shown(value)}; must be a text of one line, not empty")
        if isinstance(value, str) and set(value) & set(_RESERVED):
            raise self._fail(
                key,
                f"is {shown(value)}; must not hold any of {' '.join(_RESERVED)}, "
                "which VASSAL's chat and expressions read as their own",
            )
        return value

    def _tuple(self, item: Any, value: object, key: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise self._fail(key, f"is {shown(value)}; must be a list [ … ]")
        return tuple(self._value(item, entry, key) for entry in value)

    def _mapping(self, hint: Any, value: object, key: str) -> Mapping[Any, Any]:
        key_type, item = get_args(hint)
        table = self._table(value, key)
        entries: dict[Any, Any] = table
        if key_type is int:
            places = {str(place): place for place in range(1, POWER_COUNT + 1)}
            self._check_keys(table, places, f"{key}.")
            entries = {places[name]: table[name] for name in places}
        return types.MappingProxyType(
            {name: self._value(item, entry, f"{key}.{name}") for name, entry in entries.items()}
        )
