"""What a binding says: the module, and for each Major Power how its VP are read and written back.

A binding is small enough to be corrected by hand; ``load`` reads it, ``text`` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from generator.vassal.strokes import Stroke

NUMBER = "{n}"
"""Stands for the number in a pattern of location names, such as ``VP {n}``."""


def piece_title(name: str, gpid: str) -> str:
    """Call a piece, for people: by its name, or by the number of its slot."""
    if name:
        return f'piece "{name}"'
    return f"the piece with gpid {gpid}" if gpid else "a piece with neither name nor gpid"


@dataclass(frozen=True)
class Marker:
    """The piece that shows a power's VP, found anew on every press."""

    map: str
    """Name of the map window it lies on."""
    name: str = ""
    """BasicName: the piece's own name, which no trait changes."""
    gpid: str = ""
    """Number of its piece slot; for a piece without a name, or that shares it with another."""

    def __post_init__(self) -> None:
        if bool(self.name) == bool(self.gpid):
            raise ValueError("a marker is found by its name or by its gpid, not by both or neither")

    @property
    def title(self) -> str:
        """A name for people."""
        return piece_title(self.name, self.gpid)


@dataclass(frozen=True)
class Track:
    """The numbers that a track has room for; a marker that would leave it stays on the last."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if self.first >= self.last:
            raise ValueError("a track's first number is less than its last")


@dataclass(frozen=True)
class PropertyRead:
    """A global property of the module holds the VP."""

    property: str
    track: Track | None = None
    """Room of the track on which a marker follows the property, if one does."""


@dataclass(frozen=True)
class LocationRead:
    """The marker's location (or zone) is named after the VP."""

    marker: Marker
    track: Track
    pattern: str = NUMBER
    """Name of a location with ``{n}`` for the number, which may be negative."""
    by: Literal["LocationName", "CurrentZone"] = "LocationName"
    """Property of the piece to look at: the region's name, or the zone's."""


@dataclass(frozen=True)
class PiecePropertyRead:
    """A property of the marker holds the VP: a dynamic property, or a layer's ``<name>_Level``."""

    marker: Marker
    property: str
    track: Track
    offset: int = 0
    """Added to the property: a layer's first level is 1, which may stand for 0 VP."""


@dataclass(frozen=True)
class GridRead:
    """The marker lies on evenly spaced points without names, in one row or column of one board."""

    marker: Marker
    track: Track
    axis: Literal["x", "y"]
    start: int
    """Pixels from the map's edge to the track's first number."""
    step: int
    """Pixels from one number to the next; negative if the numbers fall."""
    across: tuple[int, int] | None = None
    """Pixels of the other axis between which the row lies, both included; None for anywhere."""

    def __post_init__(self) -> None:
        if self.step == 0:
            raise ValueError("a grid's step cannot be 0")
        if self.across is not None and self.across[0] > self.across[1]:
            raise ValueError("a row cannot end before it begins")


Read: TypeAlias = PropertyRead | LocationRead | PiecePropertyRead | GridRead


@dataclass(frozen=True)
class PropertyWrite:
    """The module's global property is set; then the marker is sent a key, if there is one.

    The key sends the marker to the location that the property names (Send to Location).
    """

    property: str
    marker: Marker | None = None
    key: str = ""
    """Named key that the marker listens to."""

    def __post_init__(self) -> None:
        if (self.marker is None) != (not self.key):
            raise ValueError("a marker and its key go together")


@dataclass(frozen=True)
class StepWrite:
    """The marker is sent a key as often as its VP rise or fall."""

    marker: Marker
    up: str
    """Named key that adds 1."""
    down: str
    """Named key that takes 1 away."""


@dataclass(frozen=True)
class ByHand:
    """Nothing moves the marker: the chat says which one to move, and where."""

    marker: Marker | None = None
    """Needed only where a property is read, which the module sets when a hand moves the marker."""


Write: TypeAlias = PropertyWrite | StepWrite | ByHand


@dataclass(frozen=True)
class PowerBinding:
    """How one Major Power's VP are read and written back."""

    read: Read
    write: Write = ByHand()

    def __post_init__(self) -> None:
        if self.marker is not None and self.track is None:
            raise ValueError(
                "first and last are missing; must be the least and the greatest number of the "
                "marker's track"
            )
        if isinstance(self.write, StepWrite) and isinstance(self.read, PropertyRead):
            raise ValueError("a marker that is moved by steps must be read itself")
        if not isinstance(self.read, PropertyRead) and self.write.marker not in (
            None,
            self.read.marker,
        ):
            raise ValueError("the marker that is moved must be the one that is read")

    @property
    def marker(self) -> Marker | None:
        """The marker that shows the VP, if there is one."""
        return self.write.marker if isinstance(self.read, PropertyRead) else self.read.marker

    @property
    def track(self) -> Track | None:
        """The numbers there is room for; None: any."""
        return self.read.track


@dataclass(frozen=True)
class Binding:
    """One module, and how it keeps the VP of each power."""

    name: str
    """Short name of the binding, a folder under ``build/``; that of its file."""
    module: str
    """The module's name, to the byte: the engine refuses any other (ModuleExtension)."""
    version: str
    """The module's version that the binding was made for."""
    powers: dict[str, PowerBinding]
    """By Major Power, in the rule's order."""
    keys: Mapping[str, Stroke] = field(default_factory=dict)
    """Real keys of commands, by the command's name."""
