"""The traits we use, in the text form that each one's class reads (VASSAL.counters)."""

from __future__ import annotations

from dataclasses import dataclass
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
    """A text drawn on the piece (VASSAL.counters.Labeler), placed from the piece's centre.

    It bears a key of its own that nobody fires: Labeler.getShape asks the trait within it twice
    when it has none, so that the cost of painting doubles with every label of a piece (engine
    3.6.0-SNAPSHOT stood still with 26).
    """

    text: str
    """What is shown; ``$name$`` stands for the value of a property; a ``{BeanShell}`` expression
    for its own."""
    x: int
    """Pixels right of the centre, of the text's own anchor."""
    y: int
    """Pixels below the centre."""
    key: str
    """Named key that nobody fires."""
    size: int = 14
    """Font size in points."""
    bold: bool = False
    color: str = "43,33,21"
    """Red, green, blue."""
    justify: str = "c"
    """Which part of the text lies on x: ``l``, ``c`` or ``r``."""
    family: str = "SansSerif"
    """Font family; one that Java has everywhere."""

    def type_text(self) -> str:
        """Return Labeler.myGetType's text."""
        return encode(
            [
                "label",
                named_key(self.key),
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
                self.family,
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


_UNUSED_MODIFIERS = "128"


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
        """Return Embellishment.myGetType's text."""
        return _layer_text(
            self.name,
            self.images,
            self.level_names,
            up=(self.next_text, named_key(self.next_key)),
        )

    def state_text(self) -> str:
        """Return the first level, active."""
        return "1"


@dataclass(frozen=True)
class FollowingLayer:
    """Images of which a value shows one (VASSAL.counters.Embellishment, "follow expression").

    They must lie within the piece's own image: Embellishment.getShape makes a new area otherwise,
    with every painting.
    """

    name: str
    images: tuple[str, ...]
    """By level; an empty name shows nothing."""
    follows: str
    """Name of a property, or a ``{BeanShell}`` expression, which costs every painting more. Empty
    is the first level, a number beyond the levels the nearest. Anything else is told as "Bad Data
    in Module"."""
    x: int = 0
    """Pixels from the piece's centre to the middle of the images."""
    y: int = 0
    first: int = 1
    """The number that shows the first level."""

    def type_text(self) -> str:
        """Return Embellishment.myGetType's text."""
        return _layer_text(
            self.name,
            self.images,
            ("",) * len(self.images),
            at=(self.x, self.y),
            follows=self.follows,
            first=self.first,
        )

    def state_text(self) -> str:
        """Return the first level, active."""
        return "1"


def _layer_text(
    name: str,
    images: tuple[str, ...],
    level_names: tuple[str, ...],
    *,
    up: tuple[str, str] = ("", ""),
    at: tuple[int, int] = (0, 0),
    follows: str = "",
    first: int = 1,
) -> str:
    """Return the text of an Embellishment of version 1 (key strokes by name)."""
    up_text, up_key = up
    return encode(
        [
            "emb2",
            "",
            _UNUSED_MODIFIERS,
            "A",
            up_text,
            _UNUSED_MODIFIERS,
            "",
            "",
            _UNUSED_MODIFIERS,
            "",
            "",
            "",
            "1",
            "false",
            str(at[0]),
            str(at[1]),
            encode(images, ","),
            encode(level_names, ","),
            "true",
            name,
            "",
            "",
            "true" if follows else "false",
            follows,
            str(first),
            "1",
            "true",
            "",
            up_key,
            "",
            "",
            "1.0",
        ],
        ";",
    )


@dataclass(frozen=True)
class ActionButton:
    """A part of the piece that can be clicked (VASSAL.counters.ActionButton)."""

    key: str
    """Named key that the piece gets."""
    x: int
    """Pixels from the piece's centre to the left edge."""
    y: int
    """Pixels from the piece's centre to the upper edge."""
    width: int
    height: int
    description: str

    def type_text(self) -> str:
        """Return ActionButton.myGetType's text, without the polygon of later engines."""
        place = (self.x, self.y, self.width, self.height)
        return encode(["button", named_key(self.key), *map(str, place), self.description], ";")

    def state_text(self) -> str:
        """Return the empty state."""
        return ""


@dataclass(frozen=True)
class GlobalHotKey:
    """Fires a key of the whole module when the piece gets one (VASSAL.counters.GlobalHotKey)."""

    key: str
    """Named key that the piece gets."""
    fires: str
    """Named key of the module."""

    def type_text(self) -> str:
        """Return GlobalHotKey.myGetType's text."""
        return encode(["globalhotkey", "", named_key(self.key), named_key(self.fires), ""], ";")

    def state_text(self) -> str:
        """Return the empty state."""
        return ""


@dataclass(frozen=True)
class NonMoving:
    """Is not selected, does not move and does not stack (VASSAL.counters.Immobilized).

    Not stacking matters to an ActionButton in an at-start stack: it hears clicks once it was told
    its map, and engines before 3.6.19 do not tell the pieces of a stack (SetupStack.setup).
    """

    unless_shift: bool = False
    """A click with the shift key selects it, and selected it can be dragged."""

    def type_text(self) -> str:
        """Return Immobilized.myGetType's text."""
        select, move = ("giZ", "I") if self.unless_shift else ("gnZ", "V")
        return encode(["immob", select, move, "R", ""], ";")

    def state_text(self) -> str:
        """Return the empty state."""
        return ""


@dataclass(frozen=True)
class SendToLocation:
    """Goes to a place of the map that it is on (VASSAL.counters.SendToLocation)."""

    key: str
    """Named key that sends it."""
    x: int
    """Pixels from the map's left edge to where its centre goes."""
    y: int
    """Pixels from the map's upper edge."""

    def type_text(self) -> str:
        """Return SendToLocation.myGetType's text: without menu, board, way back, steps."""
        key, place = named_key(self.key), (str(self.x), str(self.y))
        steps, described, destination = ("0",) * 4, "", "L"
        where = ("",) * 4
        return encode(
            ["sendto", "", key, "", "", *place, "", "", *steps, described, destination, *where], ";"
        )

    def state_text(self) -> str:
        """Return that there is no way back."""
        return ";;"


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
