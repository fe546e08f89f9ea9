"""Reads the rule's TOML into ``generator.rules.model``, with a partial errata file laid over it.

Every fault is the input's and is told in one line: the file that holds the value, the dotted key,
what is wrong and what is allowed.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from generator.errors import InputError
from generator.kit.release import ImpossibleValueError
from generator.rules.layers import Layers, Table, read_layers
from generator.rules.model import (
    OWN_KEYS,
    PATTERNS,
    POWER_COUNT,
    SWITCHES,
    Rules,
    Rulings,
)
from generator.tomlfile import TYPES, reserved, shown, unknown_key

SHIPPED = Path(__file__).with_name("rule-15.6.toml")
"""The rule as this release plays it."""


def load_rules(errata: Path | None = None, *, shipped: Path = SHIPPED) -> Rules:
    """Load the rule, with the keys of ``errata`` in place of the shipped ones.

    Raises:
        InputError: a file cannot be read or is not TOML, a key is unknown or missing, a value has
            the wrong type or is impossible; and as ``read_layers``.
    """
    return load_with_sources(errata, shipped=shipped)[0]


def load_with_sources(
    errata: Path | None = None, *, shipped: Path = SHIPPED
) -> tuple[Rules, Layers]:
    """Load the rule, and what stands in which of its files.

    Raises:
        InputError: as ``load_rules``.
    """
    layers = read_layers(errata, shipped)
    return _Loader(layers).rules(), layers


class _Loader:
    """Turns tables into model classes, and knows which file to blame for a key."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers

    def rules(self) -> Rules:
        flat = dict(self._layers.table)
        if "rulings" in flat:
            flat["rulings"] = self._rulings(self._table(flat["rulings"], "rulings"))
        if "ties" in flat:
            flat["ties"] = self._ties(self._table(flat["ties"], "ties"))
        result = self._build(Rules, flat, "")
        assert isinstance(result, Rules)
        return result

    def _fail(self, key: str, message: str, cause: str | None = None) -> InputError:
        return self._layers.fault(key, message, cause)

    def _table(self, value: object, key: str) -> Table:
        if not isinstance(value, dict):
            raise self._fail(key, f"is {shown(value)}; must be a table [{key}]")
        return value

    def _check_keys(self, table: Table, allowed: Mapping[str, object], prefix: str) -> None:
        for key in table:
            if key not in allowed:
                raise self._fail(f"{prefix}{key}", unknown_key(key, allowed))
        for key in allowed:
            if key not in table:
                raise self._fail(f"{prefix}{key}", "is missing; the rule file must have it")

    def _ties(self, table: Table) -> Table:
        self._check_keys(table, dict.fromkeys(PATTERNS), "ties.")
        return {
            pattern: {**self._table(table[pattern], f"ties.{pattern}"), "pattern": pattern}
            for pattern in PATTERNS
        }

    def _rulings(self, table: Table) -> Table:
        self._check_keys(table, SWITCHES, "rulings.")
        sources: Table = {}
        values: Table = {"sources": sources}
        hints = get_type_hints(Rulings)
        for name, known in SWITCHES.items():
            key = f"rulings.{name}"
            ruling = self._table(table[name], key)
            allowed = ["ruling", "paragraph", "value", "alternatives"]
            if name in OWN_KEYS:
                allowed.append(OWN_KEYS[name][0])
            self._check_keys(ruling, dict.fromkeys(allowed), f"{key}.")
            if name in OWN_KEYS:
                own, field = OWN_KEYS[name]
                self._value(hints[field], ruling[own], f"{key}.{own}")
                values[field] = ruling[own]
            sources[name] = {
                "number": self._value(int, ruling["ruling"], f"{key}.ruling"),
                "paragraph": self._value(str, ruling["paragraph"], f"{key}.paragraph"),
            }
            if ruling["alternatives"] != list(known):
                raise self._fail(
                    f"{key}.alternatives",
                    f"lists what can be played, so it is fixed; allowed: {shown(list(known))}",
                )
            values[name] = self._value(str, ruling["value"], f"{key}.value")
            if values[name] not in known:
                raise self._fail(
                    f"{key}.value", f'is "{values[name]}"; allowed: {", ".join(known)}'
                )
        return values

    def _build(self, cls: type, table: Table, prefix: str) -> object:
        hints = get_type_hints(cls)
        names = {field.name: None for field in fields(cls)}
        self._check_keys(table, names, prefix)
        values = {name: self._value(hints[name], table[name], f"{prefix}{name}") for name in names}
        try:
            return cls(**values)
        except ImpossibleValueError as error:
            raise self._fail(f"{prefix}{error.key}", error.message, error.cause) from None

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
            raise self._fail(key, f"is {shown(value)}; must be {TYPES[hint]}")
        if isinstance(value, str) and not (value.strip() and value.isprintable()):
            raise self._fail(key, f"is {shown(value)}; must be a text of one line, not empty")
        if isinstance(value, str) and (why := reserved(value)):
            raise self._fail(key, f"is {shown(value)}; {why}")
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
