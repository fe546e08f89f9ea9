"""Writes the rule that an extension plays, so that it can be read back from the built file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TypeAlias, cast

from generator.rules import Rules
from generator.rules.model import OWN_KEYS, SWITCHES, Rulings
from generator.tomlfile import toml_tables

_HEAD = """\
# The rule that this extension plays: every constant and every ruling, as the generator had them.
# It can be laid over the shipped one: generator build --rules THIS_FILE
"""
_Table: TypeAlias = Mapping[str, object]


def rule_text(rules: Rules) -> str:
    """Return the rule as TOML, with the tables and keys of ``rule-15.6.toml``."""
    table = dict(cast(_Table, _plain(rules)))
    table["rulings"] = dict(_rulings(rules.rulings))
    return _HEAD + toml_tables(table)


def _rulings(rulings: Rulings) -> Iterator[tuple[str, _Table]]:
    for name, alternatives in SWITCHES.items():
        source = rulings.sources[name]
        table = {
            "ruling": source.number,
            "paragraph": source.paragraph,
            "value": getattr(rulings, name),
            "alternatives": alternatives,
        }
        if name in OWN_KEYS:
            key, field = OWN_KEYS[name]
            table[key] = getattr(rulings, field)
        yield name, table


def _plain(value: object) -> object:
    if hasattr(value, "__dataclass_fields__"):
        # a row of ties has its pattern as the name of its table
        names = [field.name for field in fields(value) if field.name != "pattern"]  # type: ignore[arg-type]
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return value
