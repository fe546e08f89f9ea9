"""The made-up rule played in Python: what the engine is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Convoy:
    """How things stand; dice that were not rolled are None."""

    phase: str = "port"
    sea: str = ""
    escorts: int = 0
    weather: int | None = None
    pursuit: int | None = None
    lost: int | None = None
    tension: int = 0
    losses: int = 0
    voyages: int = 0
    points: tuple[int, int] = (0, 0)
    """Of Britain and of France."""
    was: Convoy | None = None
    """Before the last round, if that can be taken back."""

    def sail(self, constants: Mapping[str, Any], die: int) -> Convoy:
        """97.4.2, 97.4.5."""
        seen = die <= constants["watch"][self.sea]
        return replace(
            self,
            phase="chased" if seen else "home",
            weather=die,
            tension=self.tension if seen else max(0, self.tension - 1),
            voyages=self.voyages + 1,
            points=(self.points[0], self.points[1] + (0 if seen else constants["unseen"])),
            was=self,
        )

    def pursue(self, constants: Mapping[str, Any], die: int) -> Convoy:
        """97.4.3, 97.4.5."""
        beyond = max(0, die + self.tension - constants["escort"] * self.escorts)
        lost = -(-beyond // constants["ship"])
        tension = self.tension + (2 if lost else 1)
        return replace(
            self,
            phase="home",
            pursuit=die,
            lost=lost,
            losses=self.losses + lost,
            tension=min(constants["most_tension"], tension),
            points=(self.points[0] + constants["prize"] * lost, self.points[1]),
            was=self,
        )

    def take_back(self) -> Convoy:
        """97.4.4."""
        assert self.was is not None
        return replace(self.was, was=None)

    def reset(self) -> Convoy:
        """The next convoy; what lasts over turns stays."""
        return Convoy(
            tension=self.tension, losses=self.losses, voyages=self.voyages, points=self.points
        )

    def properties(self) -> dict[str, str]:
        """Return what the extension's properties are, without those that mirror others."""
        return {
            "Blk_Sea": self.sea,
            "Blk_Escorts": str(self.escorts),
            **{f"Blk_{name}": value for name, value in self._rounds().items()},
            **{
                f"Blk_Was{name}": value
                for name, value in (
                    self.was._rounds() if self.was else dict.fromkeys(self._rounds(), "")
                ).items()
            },
        }

    def _rounds(self) -> dict[str, str]:
        values = {
            "Phase": self.phase,
            "Weather": self.weather,
            "Pursuit": self.pursuit,
            "Lost": self.lost,
            "Tension": self.tension,
            "Losses": self.losses,
            "Voyages": self.voyages,
            "PointsBritain": self.points[0],
            "PointsFrance": self.points[1],
        }
        return {name: "" if value is None else str(value) for name, value in values.items()}
