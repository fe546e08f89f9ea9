"""Writes the rule that an extension plays, so that it can be read back from the built file."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TypeAlias, cast

from generator.rules import Rules
from generator.rules.model import SWITCHES, Rulings

_HEAD = """\
# The rule that this extension plays: every constant and every ruling, as the generator had them.
# It can be laid over the shipped one: generator build --rules THIS_FILE
"""
_Table: TypeAlias = Mapping[str, object]


def rule_text(rules: Rules) -> str:
    """Return the rule as TOML, with the tables and keys of ``rule-15.6.toml``."""
    table = dict(cast(_Table, _plain(rules)))
    table["rulings"] = dict(_rulings(rules.rulings))
    return _HEAD + "".join(_tables("", table))


def _rulings(rulings: Rulings) -> Iterator[tuple[str, _Table]]:
    own: Mapping[str, _Table] = {
        "tie_break": {"order": rulings.tie_order},
        "vp_floor": {"floor": rulings.floor},
    }
    for name, alternatives in SWITCHES.items():
        source = rulings.sources[name]
        yield (
            name,
            {
                "ruling": source.number,
                "paragraph": source.paragraph,
                "value": getattr(rulings, name),
                "alternatives": alternatives,
                **own.get(name, {}),
            },
        )


def _plain(value: object) -> object:
    if hasattr(value, "__dataclass_fields__"):
        # a row of ties has its pattern as the name of its table
        names = [field.name for field in fields(value) if field.name != "pattern"]  # type: ignore[arg-type]
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return value


def _tables(prefix: str, table: _Table) -> Iterator[str]:
    values = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    if prefix and values:
        yield f"\n[{prefix}]\n"
    for key, value in values.items():
        yield f"{key} = {_value(value)}\n"
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _tables(f"{prefix}.{key}" if prefix else key, value)


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, dt.date)):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
