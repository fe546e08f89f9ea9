"""A sheet's parts: what is shown on its piece, and what can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.kit import bsh
from generator.kit.identity import Identity
from generator.vassal.traits import (
    ActionButton,
    FollowingLayer,
    GlobalHotKey,
    SendToLocation,
    TextLabel,
    Trait,
)


@dataclass(frozen=True)
class Box:
    """A rectangle of the sheet."""

    left: int
    top: int
    width: int
    height: int

    @property
    def x(self) -> int:
        """Its middle."""
        return self.left + self.width // 2

    @property
    def y(self) -> int:
        """Its middle."""
        return self.top + self.height // 2

    @property
    def right(self) -> int:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """Its lower edge."""
        return self.top + self.height

    def part(self, index: int, count: int, gap: int = 0) -> Box:
        """Return one of ``count`` equal parts side by side."""
        width = (self.width - gap * (count - 1)) // count
        return Box(self.left + index * (width + gap), self.top, width, self.height)

    def inner(self, across: int, down: int) -> Box:
        """Return it without so many pixels at its sides, and at its upper and lower edge."""
        return Box(
            self.left + across,
            self.top + down,
            self.width - 2 * across,
            self.height - 2 * down,
        )


@dataclass(frozen=True)
class Canvas:
    """The piece that a sheet is; what lies on it is placed by pixels from its upper left corner."""

    identity: Identity
    width: int
    height: int

    @property
    def board(self) -> Box:
        """Return the board that the piece lies on.

        The engine makes the window as large as the board before it shows the toolbar (Map.setup,
        PositionOption): the room that is lost, and that of the scroll bars which then come, is
        beside the sheet. Some of it may be seen: the board should look as the sheet's edge does.
        """
        return Box(0, 0, self.width + 18, self.height + 52)

    @property
    def centre(self) -> tuple[int, int]:
        """Return where the piece's centre lies on the board."""
        return self.width // 2, self.height // 2

    @property
    def drop_key(self) -> str:
        """Return the key that the sheet's map gives to what is dropped on it."""
        return self.identity.key("piece", "dropped")

    def homing(self) -> SendToLocation:
        """Return what lays a piece that is dropped on the sheet's map where the sheet belongs.

        A grid would move the module's pieces as well, and name its places in their properties.
        """
        return SendToLocation(self.drop_key, *self.centre)

    def clickable(self, spots: Sequence[tuple[str, Box]]) -> Iterable[Trait]:
        """Return what lets a click on each box give its command: clicks first, then what they fire.

        Several boxes may give one command.
        """
        for key, box in spots:
            x, y = self._right(box.left), self._down(box.top)
            yield ActionButton(key, x, y, box.width, box.height, description=key)
        for key in dict.fromkeys(key for key, _ in spots):
            yield GlobalHotKey(key, key)

    def label(
        self,
        text: str,
        x: int,
        y: int,
        *,
        size: int,
        bold: bool = False,
        family: str = "SansSerif",
        justify: str = "c",
    ) -> TextLabel:
        """Return a text at a place; ``$name$`` in it is the value of a property."""
        return TextLabel(
            text,
            self._right(x),
            self._down(y),
            self.identity.key("piece", "label"),
            size=size,
            bold=bold,
            family=family,
            justify=justify,
        )

    def layer(
        self, name: str, box: Box, follows: str, images: tuple[str, ...], *, first: int = 1
    ) -> FollowingLayer:
        """Return pictures around the middle of a box, of which a value shows one.

        ``first``: the number that shows the first of them.
        """
        return FollowingLayer(name, images, follows, self._right(box.x), self._down(box.y), first)

    def _right(self, x: int) -> int:
        """Return pixels from the piece's centre."""
        return x - self.width // 2

    def _down(self, y: int) -> int:
        """Return pixels from the piece's centre."""
        return y - self.height // 2


def when(condition: str) -> str:
    """Return the second level if a condition holds, else the first, which shows nothing."""
    return f"{{{condition} ? 2 : 1}}"


def which(name: str, values: Sequence[str]) -> str:
    """Return the level after the first of a property that is one of some texts; 1 if it is none."""
    cases = (f"{bsh.same(name, each)} ? {level} : " for level, each in enumerate(values, 2))
    return f"{{{bsh.empty(name)} ? 1 : {''.join(cases)}1}}"
