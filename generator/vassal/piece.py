"""A piece in the text form of AddPiece (VASSAL BasicCommandEncoder).

It is ``+/null/TYPE/STATE``. TYPE and STATE hold the traits, outermost first, each nested in the one
before with a tab as delimiter; the fields within a trait are separated by ``;``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from generator.vassal.sequence import encode
from generator.vassal.traits import Trait


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
