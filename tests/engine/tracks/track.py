"""What a test needs to know of a host that keeps VP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.binding import model
from tests.interface import POWERS

MAP = "Main Map"


@dataclass(frozen=True)
class Track:
    """A host module: how it keeps the VP of each power, and how they stand in a new game."""

    module: Path
    bindings: Mapping[str, model.PowerBinding]
    """How each power's VP are read and written; what the module cannot do for us is ByHand."""
    start: Mapping[str, int]
    properties: Mapping[str, str] = field(default_factory=dict)
    """Global properties with the VP of each power, bound or not; empty if it has none."""
    point: Callable[[int], tuple[int, int]] | None = None
    """The place of a value on the track's board; None if no place shows it."""
    left: int = 0
    """Width of another board to the left of the track's."""
    edge: int = 0
    """Width of the border around the boards."""

    @property
    def markers(self) -> dict[str, model.Marker]:
        """The marker of each power; empty if there are none."""
        found = {power: binding.marker for power, binding in self.bindings.items()}
        return {power: marker for power, marker in found.items() if marker is not None}

    @property
    def gpids(self) -> dict[str, str]:
        """Gpid of each power's slot among the at-start stacks."""
        return {power: str(6 + place) for place, power in enumerate(POWERS)}

    @property
    def copies(self) -> dict[str, str]:
        """Gpid of each power's slot in the palette, which holds the same piece once more."""
        return {power: str(2 + place) for place, power in enumerate(POWERS)}

    def at(self, value: int) -> tuple[int, int]:
        """Return where on the map a marker shows a value."""
        if self.point is None:
            raise ValueError("this host shows no VP by a marker's place")
        x, y = self.point(value)
        return self.edge + self.left + x, self.edge + y
