"""Key strokes found in the texts of a module, named and plain.

Format: ``code,modifiers`` or ``code,modifiers,name`` (VASSAL.configure.NamedHotKeyConfigurer), by
itself, in lists, or as a field of a trait.
"""

from __future__ import annotations

import re
from functools import lru_cache

from generator.vassal.sequence import decode
from generator.vassal.strokes import NAMED_CODES, decode_stroke

_NAMED_SOMEWHERE = re.compile(r"(?:5[789]|6[0-3])\d{3}\\*,")
_STROKE_SOMEWHERE = re.compile(r"(?<!\d)(?!(?:5[789]|6[0-3])\d{3}\\*,)\d{1,5}\\*,\d")
_LISTS = (",", ":")
"""Delimiters from the outside in, within a field: keys or commands, parts of a command."""


def named_key_of(text: str) -> str:
    """Return the name of an encoded key; empty for a plain or missing one."""
    code, _, rest = text.partition(",")
    parts = rest.split(",")
    if len(parts) < 2 or not code.isdecimal() or int(code[:6]) not in NAMED_CODES:
        return ""
    return parts[1]


def stroke_of(text: str) -> str:
    """Return ``code,modifiers`` of an encoded plain key; empty for a named or missing one."""
    return text if decode_stroke(text) is not None else ""


def named_keys(text: str) -> list[str]:
    """Return the name of every named key in an attribute or in a trait's type, with repeats."""
    if _NAMED_SOMEWHERE.search(text) is None:
        return []
    name = named_key_of(text)
    if name:
        return [name]
    found: list[str] = []
    for field in decode(text, ";"):
        if "," in field:
            found += _in_field(field, _LISTS)
    return found


@lru_cache(maxsize=16_384)
def _in_field(text: str, lists: tuple[str, ...]) -> tuple[str, ...]:
    if _NAMED_SOMEWHERE.search(text) is None:
        return ()
    name = named_key_of(text)
    if name:
        return (name,)
    if not lists:
        return ()
    return tuple(name for part in decode(text, lists[0]) for name in _in_field(part, lists[1:]))


def strokes(text: str) -> list[str]:
    """Return ``code,modifiers`` of every plain key in an attribute or in a trait's type.

    Two numbers that look like one, such as a point's, are taken for one too.
    """
    if _STROKE_SOMEWHERE.search(text) is None:
        return []
    if stroke_of(text):
        return [text]
    return [
        stroke
        for field in decode(text, ";")
        if "," in field
        for stroke in _strokes_in_field(field, _LISTS)
    ]


@lru_cache(maxsize=16_384)
def _strokes_in_field(text: str, lists: tuple[str, ...]) -> tuple[str, ...]:
    if _STROKE_SOMEWHERE.search(text) is None:
        return ()
    if stroke_of(text):
        return (text,)
    if not lists:
        return ()
    return tuple(
        stroke for part in decode(text, lists[0]) for stroke in _strokes_in_field(part, lists[1:])
    )
