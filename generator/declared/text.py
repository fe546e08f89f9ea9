"""Writes what a declared rule's extension says of its rule, so that ``generator diff`` tells it."""

from __future__ import annotations

from dataclasses import asdict

from generator.declared.model import Rule
from generator.tomlfile import toml_tables

_HEAD = """\
# The rule that this extension plays, as it was built: its names and all of its numbers. Its
# commands and templates are in the build file.
"""


def binding_first(rule: Rule) -> str:
    """Return what a binding file of the rule begins with."""
    return f"""\
# Where this module keeps the numbers of {rule.release.title}, each in the table of a "power"; made
# by `generator inspect --bind`. Check every line. Then:
#   generator build --declared RULE --module MODULE.vmod --binding THIS_FILE
"""


def rule_text(rule: Rule) -> str:
    """Return the tables of ``rule.toml`` that say what is played, as TOML."""
    return _HEAD + toml_tables(
        {
            "identity": asdict(rule.identity),
            "release": asdict(rule.release),
            "track": asdict(rule.track) if rule.track.numbers else {},
            "constants": rule.constants,
        }
    )
