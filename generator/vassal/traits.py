"""Pieces and the traits we use, in the text form of AddPiece (VASSAL BasicCommandEncoder).

A piece is ``+/null/TYPE/STATE``. TYPE and STATE hold the traits, outermost first, each nested in
the one before with a tab as delimiter; the fields within a trait are separated by ``;``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from generator.vassal.keys import named_key
from generator.vassal.sequence import encode


class Trait(Protocol):
    """One trait: its type (fixed at build time) and the state a new piece starts with."""

    def type_text(self) -> str:
        """Return the trait's type as the engine's ``myGetType`` writes it."""
        ...

    def state_text(self) -> str:
        """Return the trait's initial state as the engine's ``myGetState`` writes it."""
        ...


@dataclass(frozen=True)
class TextLabel:
    """A text drawn on the piece (VASSAL.counters.Labeler), placed from the piece's centre."""

    text: str
    """What is shown; ``$name$`` stands for the value of a property."""
    x: int
    """Pixels right of the centre, of the text's own anchor."""
    y: int
    """Pixels below the centre."""
    size: int = 14
    """Font size in points."""
    bold: bool = False
    color: str = "43,33,21"
    """Red, green, blue."""
    justify: str = "c"
    """Which part of the text lies on x: ``l``, ``c`` or ``r``."""

    def type_text(self) -> str:
        """Return Labeler.myGetType's text."""
        return encode(
            [
                "label",
                "",
                "",
                str(self.size),
                "",
                self.color,
                "c",
                str(self.y),
                "c",
                str(self.x),
                "c",
                self.justify,
                "$pieceName$",
                "SansSerif",
                "1" if self.bold else "0",
                "0",
                "TextLabel",
                "",
            ],
            ";",
        )

    def state_text(self) -> str:
        """Return the label's text."""
        return self.text


@dataclass(frozen=True)
class Layer:
    """Images of which one is shown (VASSAL.counters.Embellishment), always active, looping."""

    name: str
    images: tuple[str, ...]
    level_names: tuple[str, ...]
    """A name per level, as in the engine's editor; a leading ``+`` appends it to the piece's."""
    next_text: str
    """Menu text of the command that shows the next level."""
    next_key: str
    """Named key of that command."""

    def type_text(self) -> str:
        """Return Embellishment.myGetType's text, version 1 (key strokes by name)."""
        unused_modifiers = "128"
        return encode(
            [
                "emb2",
                "",
                unused_modifiers,
                "A",
                self.next_text,
                unused_modifiers,
                "",
                "",
                unused_modifiers,
                "",
                "",
                "",
                "1",
                "false",
                "0",
                "0",
                encode(self.images, ","),
                encode(self.level_names, ","),
                "true",
                self.name,
                "",
                "",
                "false",
                "",
                "1",
                "1",
                "true",
                "",
                named_key(self.next_key),
                "",
                "",
                "1.0",
            ],
            ";",
        )

    def state_text(self) -> str:
        """Return the first level, active."""
        return "1"


@dataclass(frozen=True)
class NonMoving:
    """Never moves, is never selected, does not stack (VASSAL.counters.Immobilized)."""

    def type_text(self) -> str:
        """Return Immobilized.myGetType's text: select g,n,Z; move N; stacking L."""
        return encode(["immob", "gnZ", "N", "L", ""], ";")

    def state_text(self) -> str:
        """Return the empty state."""
        return ""


@dataclass(frozen=True)
class Deletable:
    """A Delete command in the piece's menu (VASSAL.counters.Delete)."""

    text: str
    key: str

    def type_text(self) -> str:
        """Return Delete.myGetType's text."""
        return encode(["delete", self.text, named_key(self.key), ""], ";")

    def state_text(self) -> str:
        """Return the empty state."""
        return ""


@dataclass(frozen=True)
class Piece:
    """A piece definition: traits, outermost first, around a BasicPiece."""

    name: str
    image: str
    gpid: str
    """``extensionId:n``; the engine keeps it in BasicPiece's state as well as in the slot."""
    traits: tuple[Trait, ...] = ()

    def definition(self) -> str:
        """Return the AddPiece text that a PieceSlot holds."""
        basic_type = encode(["piece", "", "", self.image, self.name], ";")
        basic_state = encode(["null", "0", "0", self.gpid, "0"], ";")
        types = [trait.type_text() for trait in self.traits]
        states = [trait.state_text() for trait in self.traits]
        return encode(["+", "null", _nest(types, basic_type), _nest(states, basic_state)], "/")


def _nest(outer_to_inner: Sequence[str], basic: str) -> str:
    return reduce(
        lambda inner, outer: encode([outer, inner], "\t"), reversed(outer_to_inner), basic
    )
