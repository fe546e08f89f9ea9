"""The module's own VP track in a bound build: what of ``generator.kit.track`` each command asks."""

from __future__ import annotations

from collections.abc import Mapping

from generator.binding.model import Binding
from generator.extension.commands import CongressCommands
from generator.extension.expressions import CongressExpressions, phase_in
from generator.kit.chain import Step
from generator.kit.commands import Requirement
from generator.kit.track import Track, Tracked
from generator.rules import Rules


class TrackCommands(CongressCommands):
    """CongressCommands of a build that is bound to a module which keeps VP itself."""

    def __init__(
        self,
        rules: Rules,
        express: CongressExpressions,
        binding: Binding,
        property_targets: Mapping[str, str],
    ) -> None:
        """Add reading and writing; ``property_targets`` are those of the module's properties."""
        super().__init__(rules, express)
        numbers = [
            Tracked(power, f"CoP_VP_{power}", f"VP of {power}", self.texts.name(power), bound)
            for power, bound in binding.powers.items()
        ]
        self.track = Track(self, numbers, property_targets, may_read=phase_in("idle"))
        self.look_first = self.track.look

    def vp_readable(self) -> list[Requirement]:
        """Need the VP that the module shows, and no marker that waits to be moved by hand."""
        return self.track.readable()

    def vp_writable(self) -> list[Requirement]:
        """Need VP, and what must be there so that they can be written back."""
        return [self.need("vp"), self.track.shown()]

    def read_anew(self) -> list[Step]:
        """Take over what the module shows, and say so if it differs."""
        return [self.track.read_anew]

    def warn_of_moves(self) -> list[Step]:
        """Tell which markers the congress sets back to its own VP."""
        return [self.track.warn_of_moves]

    def write_back(self) -> list[Step]:
        """Write VP to the module where it shows others; say what only a hand can do."""
        return [self.track.write_back]

    def add_read_vp(self) -> None:
        """Add CoP_ReadVP."""
        self.track.add_read("CoP_ReadVP", "read_vp", self.rules.release.rule, [self.idle()])
