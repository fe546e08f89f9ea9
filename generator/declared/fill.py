"""Fills dataclasses from TOML; whatever does not fit is one line that names file and key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from generator.errors import InputError
from generator.kit.release import ImpossibleValueError
from generator.tomlfile import TYPES, reserved, shown, toml_error, unknown_key

_T = TypeVar("_T")


def fill(path: Path, cls: type[_T], table: Mapping[str, Any], key: str = "") -> _T:
    """Return an instance of a dataclass.

    Args:
        path: the file, for errors.
        cls: the class; fields without a default must be in the table.
        table: what the file says.
        key: dotted key of the table, empty for the whole file.

    Raises:
        InputError: a key is unknown or missing, a value has the wrong type or is impossible.
    """
    hints, known = get_type_hints(cls), {each.name: each for each in fields(cls)}  # type: ignore[arg-type]
    for name in table:
        if name not in known:
            raise _error(path, _dotted(key, name), unknown_key(name, known))
    for name, each in known.items():
        needed = each.default is MISSING and each.default_factory is MISSING
        if needed and name not in table:
            raise _error(path, _dotted(key, name), f"is missing; give {_form(hints[name])}")
    values = {
        name: _value(path, hints[name], value, _dotted(key, name)) for name, value in table.items()
    }
    try:
        return cls(**values)
    except ImpossibleValueError as error:
        raise _error(path, _dotted(key, error.key), error.message) from None


def _value(path: Path, hint: Any, value: Any, key: str) -> Any:
    if hint is Any:
        _texts(path, value, key)
        return value
    if is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, dict):
            raise _error(path, key, f"is {shown(value)}; must be {_form(hint)}")
        return fill(path, hint, value, key)
    origin, items = get_origin(hint), get_args(hint)
    if origin is tuple:
        if not isinstance(value, list):
            raise _error(path, key, f"is {shown(value)}; must be {_form(hint)}")
        return tuple(
            _value(path, items[0], each, f"{key}[{index}]") for index, each in enumerate(value)
        )
    if origin is Mapping:
        if not isinstance(value, dict):
            raise _error(path, key, f"is {shown(value)}; must be {_form(hint)}")
        _texts(path, list(value), key)
        return {name: _value(path, items[1], each, f"{key}.{name}") for name, each in value.items()}
    if type(value) is not hint:
        raise _error(path, key, f"is {shown(value)}; must be {_form(hint)}")
    _texts(path, value, key)
    return value


def _texts(path: Path, value: object, key: str) -> None:
    """See that a value, and each key and value within it, can stand in the chat and expressions."""
    if isinstance(value, dict):
        _texts(path, list(value), key)
        for name, each in value.items():
            _texts(path, each, f"{key}.{name}")
    elif isinstance(value, list):
        for each in value:
            _texts(path, each, key)
    elif isinstance(value, str):
        why = reserved(value) if value.isprintable() else "must be a text of one line"
        if why:
            raise _error(path, key, f"is {shown(value)}; {why}")


def _form(hint: Any) -> str:
    """Return what a value must be, in words."""
    if get_origin(hint) is tuple:
        return "a list [ … ]"
    return TYPES.get(hint, "a table")


def _dotted(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _error(path: Path, key: str, message: str) -> InputError:
    return toml_error(path, f"{key}: {message}")
