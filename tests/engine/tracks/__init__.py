"""Hosts that keep VP, each in a way that real modules do."""

from .hosts import (
    HOSTS,
    START,
    bare_regions,
    binding,
    dynamic_property,
    layer_level,
    pixels,
    properties_only,
    worded_regions,
    zones,
)
from .track import MAP, Track

__all__ = [
    "HOSTS",
    "MAP",
    "START",
    "Track",
    "bare_regions",
    "binding",
    "dynamic_property",
    "layer_level",
    "pixels",
    "properties_only",
    "worded_regions",
    "zones",
]
