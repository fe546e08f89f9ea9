"""Does a marker see the module's property, or another of the same name?

A piece looks for a property among its traits first, then in the zone and on the map on which it
lies, and only then in the module (BasicPiece.getProperty); it also sets the first that it finds
(SetGlobalProperty.myKeyEvent). A bound build reads and writes the module's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.binding.model import PowerBinding, PropertyRead, PropertyWrite
from generator.host.inventory import GlobalProperty, Inventory, Piece
from generator.host.traits import markers, properties


def shadow_faults(
    bound: PowerBinding, pieces: Sequence[Piece], host: Inventory
) -> Iterator[tuple[str, str]]:
    """Yield the properties which the marker does not see, and where the binding names them."""
    marker = bound.marker
    for key, name in _named(bound):
        for each, on in _others(name, host) if marker is not None else ():
            if marker is not None and on == marker.map:
                yield (
                    key,
                    f'"{name}" is a property of {_owner(each)} too, which {marker.title} takes '
                    "there instead of the module's: rename it in the module",
                )
    if isinstance(bound.write, PropertyWrite):
        for piece in pieces[:1]:
            if bound.write.property in _own(piece, host):
                yield (
                    "write.property",
                    f'"{bound.write.property}" is a property of {piece.title} itself too, which it '
                    "takes instead of the module's: rename it in the module",
                )


def shadow_notes(bound: PowerBinding, host: Inventory) -> Iterator[tuple[str, str]]:
    """Yield the properties that others may set in place of those that are read."""
    for key, name in _named(bound) if bound.marker is None else ():
        for each, _ in _others(name, host):
            yield (
                key,
                f'"{name}" is a property of {_owner(each)} too: pieces there show and set that '
                "one, not the module's, which is read",
            )


def _named(bound: PowerBinding) -> Iterator[tuple[str, str]]:
    """Yield the properties of a power, each once, and where they are named."""
    read = bound.read.property if isinstance(bound.read, PropertyRead) else ""
    if read:
        yield "read.property", read
    if isinstance(bound.write, PropertyWrite) and bound.write.property != read:
        yield "write.property", bound.write.property


def _others(name: str, host: Inventory) -> Iterator[tuple[GlobalProperty, str]]:
    """Yield the properties of that name that are not the module's, and their maps."""
    maps = {id(each.component): each.name for each in host.maps}
    for each in host.properties:
        if each.name == name and each.level != "module":
            yield each, next((maps[id(up)] for up in each.component.upward() if id(up) in maps), "")


def _owner(each: GlobalProperty) -> str:
    return f'the {each.level} "{each.owner}"'


def _own(piece: Piece, host: Inventory) -> set[str]:
    """Return the names of a piece's properties (Marker, DynamicProperty, CalculatedProperty)."""
    traits = host.traits(piece)
    return {
        *(name for name, _ in markers(traits)),
        *(each.name for each in properties(traits, "PROP")),
        *((each.fields or [""])[0] for each in traits if each.id == "calcProp"),
    }
