"""The pieces of a module that a binding's marker can be."""

from __future__ import annotations

from generator.binding.model import Marker
from generator.host.inventory import Inventory, Piece


def laid_out(marker: Marker, pieces: list[Piece]) -> Piece:
    """Return the piece that begins on the marker's map, or any."""
    return next((each for each in pieces if begins_on(marker, each)), pieces[0])


def begins_on(marker: Marker, piece: Piece) -> bool:
    """Does a new game lay the piece out on the marker's map?"""
    return piece.placement.kind == "stack" and piece.placement.map == marker.map


def lies_on(marker: Marker, piece: Piece) -> bool:
    """Is the piece on the marker's map in a new game, in a deck there too?

    Sum and Count see pieces of a deck as on its map (Map.getPieces).
    """
    return piece.placement.kind in ("stack", "deck") and piece.placement.map == marker.map


def pieces_of(marker: Marker, host: Inventory) -> list[Piece]:
    """Return the module's slots that a marker can be, those that begin on its map first."""
    found = [
        each
        for each in host.pieces
        if (each.name == marker.name if marker.name else each.gpid == marker.gpid)
    ]
    return sorted(found, key=lambda each: not begins_on(marker, each))
