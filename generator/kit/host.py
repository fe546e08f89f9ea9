"""What a bound build must know of its module."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.binding.model import Binding
from generator.kit.extension import VASSAL_VERSION, Module


@dataclass(frozen=True)
class Host:
    """A module that keeps numbers of the rule itself."""

    binding: Binding
    property_targets: Mapping[str, str]
    """Where an extension reaches each of the module's global properties."""
    vassal_version: str
    """The engine that the module needs."""

    @property
    def module(self) -> Module:
        """Return what the extension says that it is for."""
        return Module(self.binding.module, self.binding.version)

    @property
    def least_version(self) -> str:
        """Return the engine version to declare: the module's, but none below ours."""
        return max(VASSAL_VERSION, self.vassal_version, key=version_order)


def version_order(version: str) -> tuple[int, ...]:
    """Return what orders versions of the engine: their numbers, without "-beta1" and the like."""
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("-")[0])[:3])
