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
    if _ESCAPE not in text:
        return [_unquote(element) for element in text.split(delimiter)]
    elements: list[str] = []
    current = ""
    for part in text.split(delimiter):
        if part.endswith(_ESCAPE):
            current += part[:-1] + delimiter
        else:
            elements.append(_unquote(current + part))
            current = ""
    if current:  # the last part ends in a backslash, which escapes nothing
        elements.append(_unquote(current[: -len(delimiter)] + _ESCAPE))
    return elements


def _unquote(element: str) -> str:
    if len(element) > 1 and element[0] == _QUOTE and element[-1] == _QUOTE:
        return element[1:-1]
    return element
