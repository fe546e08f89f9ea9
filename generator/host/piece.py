"""A piece's definition taken apart: the traits and the BasicPiece (VASSAL BasicCommandEncoder).

A definition is ``+/null/TYPE/STATE``; TYPE and STATE hold the traits outermost first, each nested
in the one before with a tab, which gets one more backslash on each level.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from generator.host.keys import named_keys, strokes
from generator.vassal.sequence import decode

MAX_TRAITS = 500
"""Traits of one piece; the engine itself, which nests them, ends at some thousands."""
MAX_DEFINITION = 4 * 1024 * 1024
"""Characters of one definition."""

_TAB = re.compile(r"(\\*)\t")
_LADDER = ["\\" * level for level in range(MAX_TRAITS + 1)]
_MAX_QUOTED = 64 * 1024
"""Characters up to which an oddly quoted definition is taken apart level by level."""
_MAX_PLACED = 5
"""Pieces that place pieces that place pieces: how far down their keys are looked for."""
_MARKER_TRAITS = ("placemark", "replace")
_LAYER = "emb2"
_BASIC_NAME = "basicName"
_MOST_SIGNS = 50
"""Keys of one command of an old layer that are looked at."""


class PieceError(ValueError):
    """Not the definition of a piece; the message says why."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait of a piece or prototype (VASSAL.counters.Decorator), or its BasicPiece."""

    type_text: str
    """What ``myGetType`` gives: the trait's id and its fields."""
    state_text: str
    """What ``myGetState`` gave when the module was saved."""

    @property
    def id(self) -> str:
        """The word before the first ``;``, for example ``mark``, ``PROP``, ``sendto``."""
        return self.type_text.partition(";")[0]

    @property
    def fields(self) -> list[str]:
        """Its fields without the id, decoded."""
        return decode(self.type_text, ";")[1:]

    def named_keys(self) -> list[str]:
        """Return the named keys that it uses or listens to, those of pieces it places included."""
        return list(self._keys(named_keys, _MAX_PLACED))

    def strokes(self) -> list[str]:
        """Return the plain keys likewise, as ``code,modifiers``."""
        return list(self._keys(strokes, _MAX_PLACED))

    def _keys(self, find: Callable[[str], Sequence[str]], depth: int) -> Iterator[str]:
        if self.id not in _MARKER_TRAITS:
            yield from find(self.type_text)
            if find is strokes and self.id == _LAYER:
                yield from self._signs_of_layer()
            return
        for field in self.fields:
            if not field.startswith("+/"):
                yield from find(field)
            elif depth:
                try:
                    placed = read_definition(field)
                except PieceError:
                    continue
                for trait in placed.traits:
                    yield from trait._keys(find, depth - 1)

    def _signs_of_layer(self) -> Iterator[str]:
        """Yield the keys of a layer from before VASSAL 3.2: modifiers, then a sign for each key."""
        fields = self.fields
        for modifiers, signs in zip(fields[1:8:3], fields[2:9:3], strict=False):
            if modifiers.isdecimal():
                yield from (f"{ord(sign)},{int(modifiers[:5])}" for sign in signs[:_MOST_SIGNS])


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece or prototype: its traits, outermost first, and what its BasicPiece says."""

    traits: tuple[Trait, ...]
    """Without the BasicPiece."""
    name: str
    """The property BasicName of every such piece on a map: of its own trait, or BasicPiece's."""
    image: str
    gpid: str
    """The id in the piece's own state; empty in old modules."""


def read_definition(text: str, traits: dict[tuple[str, str], Trait] | None = None) -> Definition:
    """Take a definition apart; ``traits`` are those met before, so that equal ones are one.

    Raises:
        PieceError: it is none, or is too large.
    """
    if len(text) > MAX_DEFINITION:
        raise PieceError(f"its definition is longer than {MAX_DEFINITION} characters")
    parts = decode(text, "/")
    if len(parts) < 4 or parts[0] != "+":
        raise PieceError("its definition is not that of a piece")
    types, states = nested(parts[2]), nested(parts[3])
    states += [""] * (len(types) - len(states))
    found = {} if traits is None else traits
    read = []
    for pair in zip(types[:-1], states, strict=False):
        trait = found.get(pair)
        if trait is None:
            trait = found[pair] = Trait(*pair)
        read.append(trait)
    basic = decode(types[-1], ";")
    state = decode(states[len(types) - 1], ";")
    if basic[0] != "piece":
        raise PieceError("its innermost part is not a BasicPiece")
    basic += [""] * (5 - len(basic))
    named = next(((each.fields or [""])[0] for each in read if each.id == _BASIC_NAME), basic[4])
    return Definition(tuple(read), named, basic[3], state[3] if len(state) > 3 else "")


def nested(text: str) -> list[str]:
    r"""Take traits that are nested with tabs apart, outermost first.

    The same as ``decode(text, "\t")`` on each level, in time that does not grow with the depth.

    Raises:
        PieceError: there are more than ``MAX_TRAITS``, or they are oddly quoted and long.
    """
    if text.startswith("'") or "\t'" in text:
        return _nested_level_by_level(text)
    plain = _nested_plainly(text)
    if plain is not None:
        return plain
    found: list[str] = []
    start = 0
    escaped = False
    for tab in _TAB.finditer(text):
        level = len(found)
        depth = len(tab[1])
        if depth > level:
            escaped = True
        elif depth == level:
            found.append(
                _unescaped(text[start : tab.start()], level)
                if escaped
                else text[start : tab.start()]
            )
            start = tab.end()
            escaped = False
            if level == MAX_TRAITS:
                raise _too_many()
        else:  # a third element of an outer level, which the engine ignores
            found.append(_unescaped(text[start : tab.start()], level))
            return found
    found.append(_unescaped(text[start:], len(found)) if escaped else text[start:])
    return found


def _nested_plainly(text: str) -> list[str] | None:
    """Take traits apart that hold no tabs themselves, as nearly all; None: some do."""
    parts = text.split("\t")
    last = len(parts) - 1
    if last > MAX_TRAITS:
        return None
    for level in range(1, last):
        part = parts[level]
        if not part.endswith(_LADDER[level]):
            return None
        parts[level] = part[:-level]
    # a backslash that is left over escapes the tab after it
    return None if any(part.endswith("\\") for part in parts[:last]) else parts


def _unescaped(text: str, level: int) -> str:
    """Take away the backslashes that tabs inside a trait got on the levels it passed."""
    return _TAB.sub(lambda tab: tab[1][level + 1 :] + "\t", text)


def _nested_level_by_level(text: str) -> list[str]:
    if len(text) > _MAX_QUOTED:
        raise PieceError("its definition is oddly quoted and long")
    found: list[str] = []
    while True:
        parts = decode(text, "\t")
        found.append(parts[0])
        if len(parts) == 1:
            return found
        if len(found) > MAX_TRAITS:
            raise _too_many()
        text = parts[1]


def _too_many() -> PieceError:
    return PieceError(f"it has more than {MAX_TRAITS} traits")
