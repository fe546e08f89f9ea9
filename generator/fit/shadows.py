"""Does a marker see the module's property, or another of the same name?

A piece looks for a property among its traits first, outermost first (Decorator.getProperty), then
for what it knows of itself, then in the zone and on the map on which it lies, and only then in the
module (BasicPiece.getProperty); it also sets the first that it finds
(SetGlobalProperty.myKeyEvent). A bound build reads and writes the module's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.binding.model import (
    GridRead,
    LocationRead,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    StepWrite,
)
from generator.host.inventory import GlobalProperty, Inventory, Piece
from generator.host.piece import Trait
from generator.host.traits import layers, markers, properties

_TRAITS = {
    "mark": "Marker",
    "PROP": "Dynamic Property",
    "calcProp": "Calculated Property",
    "basicName": "Basic Name",
    "emb2": "Layer",
}
"""As the editor calls the traits that give a piece a property of its own."""
_READ_AS_OWN = ("PROP", "emb2")
_PIXELS = ("CurrentX", "CurrentY")


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
    for piece in pieces[:1]:
        traits = host.traits(piece)
        if isinstance(bound.write, PropertyWrite) and any(
            bound.write.property in _given(each) for each in traits
        ):
            yield (
                "write.property",
                f'"{bound.write.property}" is a property of {piece.title} itself too, which it '
                "takes instead of the module's: rename it in the module",
            )
        yield from _hidden(bound, piece, traits)


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


def _hidden(
    bound: PowerBinding, piece: Piece, traits: Sequence[Trait]
) -> Iterator[tuple[str, str]]:
    """Yield what a trait of the marker hides of that by which it is found and read."""
    for key, name, value in _asked(bound):
        first = next((each for each in traits if name in _given(each)), None)
        own = isinstance(bound.read, PiecePropertyRead) and name == bound.read.property
        if first is None or (own and first.id in _READ_AS_OWN):
            continue
        if value is not None and _given(first)[name] == value:
            continue
        by = "read" if key in ("read.pattern", "read.axis") else "found"
        hides = "the one that is read" if own else f"the engine's, by which it is {by}"
        yield (
            key,
            f'{piece.title} has the property "{name}" from its trait {_TRAITS[first.id]}, which '
            f"hides {hides}: rename it in the module",
        )


def _asked(bound: PowerBinding) -> Iterator[tuple[str, str, str | None]]:
    """Yield the properties that a marker is asked for, where that is said, and what must be."""
    marker, read, write = bound.marker, bound.read, bound.write
    if marker is None:
        return
    at = "write" if isinstance(read, PropertyRead) else "read"
    if marker.name:  # nothing hides PieceId, the gpid, from a filter
        yield f"{at}.marker", "BasicName", marker.name
    if isinstance(write, PropertyWrite | StepWrite) and write.marker is not None:
        yield f"{at}.map", "CurrentMap", marker.map
    match read:
        case LocationRead():
            yield "read.pattern", read.by, None
        case GridRead():
            for name in _PIXELS if read.across is not None else (f"Current{read.axis.upper()}",):
                yield "read.axis", name, None
        case PiecePropertyRead():
            yield "read.property", read.property, None


def _given(trait: Trait) -> Mapping[str, str | None]:
    """Return the properties that a trait gives a piece, with their values where they are fixed."""
    match trait.id:
        case "mark":
            return dict(markers([trait]))
        case "PROP":
            return {each.name: None for each in properties([trait], "PROP")}
        case "calcProp":
            return {(trait.fields or [""])[0]: None}
        case "basicName":
            return {"BasicName": (trait.fields or [""])[0]}
        case "emb2":
            return {f"{each.name}_Level": None for each in layers([trait])}
    return {}
