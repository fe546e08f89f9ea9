"""Which names of a module can be a power's, where one that is bound to it is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.binding.model import Binding, PowerBinding, PropertyRead, PropertyWrite
from generator.host.names import PowerNames


class Owners:
    """Knows the powers of a binding, and what is bound to each."""

    def __init__(self, binding: Binding) -> None:
        """Take the names of all powers."""
        self._names = PowerNames(tuple(binding.powers))
        self._bound = {power: set(_names(bound)) for power, bound in binding.powers.items()}

    def free_for(self, power: str) -> Callable[[str], bool]:
        """Return whether a name can be the power's: it is not of another, and bound to none."""
        taken = {name for other, names in self._bound.items() if other != power for name in names}

        def free(name: str) -> bool:
            named = self._names.named(name)
            return name not in taken and (not named or power in named)

        return free


def _names(bound: PowerBinding) -> Iterator[str]:
    """Yield the pieces and properties of a power."""
    if bound.marker is not None and bound.marker.name:
        yield bound.marker.name
    for each in (bound.read, bound.write):
        if isinstance(each, PropertyRead | PropertyWrite):
            yield each.property
