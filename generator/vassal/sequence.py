"""The engine's way of putting a list of texts into one text (VASSAL.tools.SequenceEncoder).

Elements are joined by one delimiter; a delimiter inside an element gets a backslash in front.
Backslashes themselves are not doubled, so nesting adds one backslash per level, and an element
that *ends* in a backslash cannot be told from an escaped delimiter: the engine writes it and reads
something else. ``encode`` refuses such an element instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.errors import GeneratorError

_ESCAPE = "\\"
_QUOTE = "'"


class SequenceError(GeneratorError):
    """A list that the engine's SequenceEncoder cannot carry unharmed."""


def encode(elements: Iterable[str], delimiter: str) -> str:
    r"""Join ``elements`` with ``delimiter`` as the engine does.

    An element that begins with a backslash, or that is enclosed in single quotes, is put between
    single quotes (SequenceEncoder.append). Example: ``encode(["a", "b,c"], ",") == r"a,b\,c"``.

    Raises:
        SequenceError: the list is empty, the delimiter is not one plain character, or an element
            ends in a backslash and is not quoted.
    """
    if len(delimiter) != 1 or delimiter in (_ESCAPE, _QUOTE):
        raise SequenceError(
            f"a delimiter is one character, not a quote or a backslash: {delimiter!r}"
        )
    parts = [_encode_element(element, delimiter) for element in elements]
    if not parts:
        raise SequenceError("an empty list cannot be told from a list of one empty text")
    return delimiter.join(parts)


def _encode_element(element: str, delimiter: str) -> str:
    if not element:
        return ""
    escaped = element.replace(delimiter, _ESCAPE + delimiter)
    quoted = element[0] == _ESCAPE or (element[0] == _QUOTE and element[-1] == _QUOTE)
    if quoted:
        return f"{_QUOTE}{escaped}{_QUOTE}"
    if element[-1] == _ESCAPE:
        raise SequenceError(f"an element cannot end in a backslash: {element!r}")
    return escaped


def decode(text: str, delimiter: str) -> list[str]:
    """Take ``text`` apart as SequenceEncoder.Decoder does; the inverse of ``encode``."""
    parts = text.split(delimiter)
    if _ESCAPE + delimiter in text:
        parts = _joined(parts, delimiter)
    return [_unquote(part) for part in parts] if _QUOTE in text else parts


def _joined(parts: list[str], delimiter: str) -> list[str]:
    """Put parts together again that an escaped delimiter separates."""
    elements: list[str] = []
    current: list[str] = []
    for part in parts[:-1]:
        if part.endswith(_ESCAPE):
            current += (part[:-1], delimiter)
        else:
            current.append(part)
            elements.append("".join(current))
            current.clear()
    current.append(parts[-1])
    elements.append("".join(current))
    return elements


def _unquote(element: str) -> str:
    if len(element) > 1 and element[0] == _QUOTE and element[-1] == _QUOTE:
        return element[1:-1]
    return element
