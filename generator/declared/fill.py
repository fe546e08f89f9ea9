"""Fills dataclasses from TOML; whatever does not fit is one line that names file and key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from generator.declared.source import Source
from generator.kit.release import ImpossibleValueError
from generator.tomlfile import TYPES, reserved, shown, toml, unknown_key

_T = TypeVar("_T")


def fill(source: Source, cls: type[_T], table: Mapping[str, Any], key: str = "") -> _T:
    """Return an instance of a dataclass.

    Args:
        source: the file, for errors.
        cls: the class; fields without a default must be in the table.
        table: what the file says.
        key: dotted key of the table, empty for the whole file.

    Raises:
        InputError: a key is unknown or missing, a value has the wrong type or is impossible.
    """
    hints, known = get_type_hints(cls), {each.name: each for each in fields(cls)}  # type: ignore[arg-type]
    for name in table:
        if name not in known:
            raise source.fault(_dotted(key, name), unknown_key(name, known))
    for name, each in known.items():
        needed = each.default is MISSING and each.default_factory is MISSING
        if needed and name not in table:
            raise source.fault(_dotted(key, name), f"is missing; give {_form(hints[name])}")
    values = {
        name: _value(source, hints[name], value, _dotted(key, name))
        for name, value in table.items()
    }
    try:
        return cls(**values)
    except ImpossibleValueError as error:
        raise source.fault(_dotted(key, error.key), error.message) from None


def _value(source: Source, hint: Any, value: Any, key: str) -> Any:
    if hint is Any:
        _texts(source, value, key)
        return value
    if is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, dict):
            raise source.fault(key, f"is {shown(value)}; must be {_form(hint)}")
        return fill(source, hint, value, key)
    origin, items = get_origin(hint), get_args(hint)
    if origin is tuple:
        if not isinstance(value, list):
            raise source.fault(key, f"is {shown(value)}; must be {_form(hint)}")
        return tuple(
            _value(source, items[0], each, f"{key}[{number}]")
            for number, each in enumerate(value, 1)
        )
    if origin is Mapping:
        if not isinstance(value, dict):
            raise source.fault(key, f"is {shown(value)}; must be {_form(hint)}")
        _texts(source, list(value), key)
        return {
            name: _value(source, items[1], each, f"{key}.{name}") for name, each in value.items()
        }
    if type(value) is not hint:
        quoted = hint is str and isinstance(value, int | float)
        hint_of_it = f', in quotes: "{toml(value)}"' if quoted else ""
        raise source.fault(key, f"is {shown(value)}; must be {_form(hint)}{hint_of_it}")
    _texts(source, value, key)
    return value


def _texts(source: Source, value: object, key: str) -> None:
    """See that a value, and each key and value within it, can stand in the chat and expressions."""
    if isinstance(value, dict):
        _texts(source, list(value), key)
        for name, each in value.items():
            _texts(source, each, f"{key}.{name}")
    elif isinstance(value, list):
        for each in value:
            _texts(source, each, key)
    elif isinstance(value, str):
        why = reserved(value) if value.isprintable() else "must be a text of one line"
        if why:
            raise source.fault(key, f"is {shown(value)}; {why}")


def _form(hint: Any) -> str:
    """Return what a value must be, in words."""
    if get_origin(hint) is tuple:
        return "a list [ … ]"
    return TYPES.get(hint, "a table")


def _dotted(key: str, name: str) -> str:
    return ".".join(filter(None, (key, name)))
