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
from .play import by_hand, marker_ids, put, shown
from .track import MAP, Track

__all__ = [
    "HOSTS",
    "MAP",
    "START",
    "Track",
    "bare_regions",
    "binding",
    "by_hand",
    "dynamic_property",
    "layer_level",
    "marker_ids",
    "pixels",
    "properties_only",
    "put",
    "shown",
    "worded_regions",
    "zones",
]
