"""Named key strokes and lists of them (VASSAL.tools.NamedKeyStroke, NamedHotKeyConfigurer).

Real keys are in ``strokes``: only a bound build has any, and only those that its binding gives to
commands, for a player's keyboard is the module's.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.vassal.sequence import encode

_NAMED_KEY_CODE = 57348
"""First private-use code point that NamedKeyManager gives to keys known by name (0xE004)."""


def named_key(name: str) -> str:
    """Encode a key known by its name alone; an empty name is no key."""
    return f"{_NAMED_KEY_CODE},0,{name}" if name else ""


def key_list(names: Iterable[str]) -> str:
    r"""Encode the ``hotkeys`` of a DoActionButton: a ``,`` sequence, inner commas escaped."""
    keys = [named_key(name) for name in names]
    return encode(keys, ",") if keys else ""
