"""What in a piece speaks for its showing VP, and for which power."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.host.candidate import ABBREVIATED, HELD, MARKED, NAMED, names_power
from generator.host.component import Component
from generator.host.covered import covered
from generator.host.inventory import Board, GlobalProperty, Inventory, Map, Piece
from generator.host.names import PowerNames, score_strength, words
from generator.host.piece import Trait
from generator.host.tracks import LEAST_STEPS, Surface, Track, surfaces, tracks, zone_at
from generator.host.traits import (
    Layer,
    PropertyTrait,
    SendToLocation,
    layers,
    markers,
    properties,
    sends,
)

_NEAR = 60
"""Pixels from a place at which a marker still stands on it."""
_SCORE_LETTERS = ("vp", "victory", "score", "point", "pts")
"""Found in all that ``score_strength`` knows, and in more."""
_VALUE_TRAITS = ("PROP", "setprop", "emb2")
_TENS = frozenset({"tens", "10s", "x10", "10x", "zehner"})
_UNITS = frozenset({"units", "unit", "ones", "1s", "x1", "1x", "einer"})


class Surroundings:
    """The module around its pieces: what is the same for all of them."""

    def __init__(self, inventory: Inventory, powers: Sequence[str]) -> None:
        """Find the tracks, and what else is looked up for each piece."""
        self.inventory = inventory
        self.powers = tuple(dict.fromkeys(powers))
        self.names = PowerNames(self.powers)
        self.places = tracks(inventory, 1)
        """Numbered places of any count; those of a track are many."""
        self.tracks = [each for each in self.places if len(each.places) >= LEAST_STEPS]
        self._surfaces = list(surfaces(inventory))
        self.maps: dict[str, Map] = {each.name: each for each in inventory.maps}
        self.globals: dict[str, GlobalProperty] = {}
        """By name; the module's before those of maps and zones."""
        for each in sorted(inventory.properties, key=lambda each: each.level != "module"):
            self.globals.setdefault(each.name, each)
        self.defined = Counter(each.name for each in inventory.properties)
        """How many properties have a name."""
        self.started = Counter(
            each.name for each in inventory.pieces if each.placement.kind != "palette"
        )
        """How many pieces of a new game have a name."""
        self._speaking: dict[str, bool] = {}
        self._speaking_prototypes = self._prototypes_that_speak()
        self._containers: dict[int, int] = {}
        self._covered: dict[int, Mapping[int, str]] = {}

    @cached_property
    def setters(self) -> Mapping[str, list[Piece]]:
        """The pieces that a new game begins with, by the global properties that they set."""
        found: dict[str, list[Piece]] = {}
        for piece in self.inventory.pieces:
            if piece.placement.kind == "stack":
                for each in properties(self.inventory.traits(piece), "setprop"):
                    found.setdefault(each.name, []).append(piece)
        return found

    def of_module(self, name: str) -> bool:
        """Is it a property of the module itself, and the only one of that name?"""
        return self.globals[name].level == "module" and self.defined[name] == 1

    def covered(self, track: Track) -> Mapping[int, str]:
        """Return the numbers of a track whose place the engine does not find, and what it finds."""
        found = self._covered.get(id(track))
        if found is None:
            found = self._covered[id(track)] = covered(track, self.map_of(track))
        return found

    def map_of(self, track: Track) -> Map:
        """Return the map of a track; of several of one name that which has the board."""
        return next(
            each
            for each in self.inventory.maps
            if each.name == track.map and any(one.name == track.board for one in each.boards)
        )

    def board(self, map_name: str, board_name: str) -> Board | None:
        """Return a board by the names of its map and itself."""
        boards = self.maps[map_name].boards if map_name in self.maps else ()
        return next((each for each in boards if each.name == board_name), None)

    def relevant(self, piece: Piece) -> bool:
        """Is the piece worth a closer look?"""
        return (
            _may_speak(piece.name)
            or _may_speak(piece.entry_name)
            or any(self._speaks(trait) for trait in piece.definition.traits)
            or self.container_score(piece) > 0
            or (piece.placement.kind == "stack" and self.stand(piece) is not None)
        )

    def container_score(self, piece: Piece) -> int:
        """Return how clearly the names of what the piece is kept in speak of VP."""
        container = piece.placement.container
        found = self._containers.get(id(container))
        if found is None:
            found = max((score_strength(each.name or "") for each in kept_in(piece)), default=0)
            self._containers[id(container)] = found
        return found

    def stand(self, piece: Piece) -> tuple[Track, int] | None:
        """Return the place of a track on which a piece stands in a new game."""
        placement = piece.placement
        nearest: tuple[int, int, Track, int] | None = None
        for position, track in enumerate(self.tracks):
            if track.map != placement.map or placement.board not in ("", track.board):
                continue
            zone = self._zone_name(track.map, track.board, placement.x, placement.y)
            name = placement.location or (zone if track.kind == "zones" else "")
            number = track.number(name) if name else None
            if number is not None:
                return track, number
            if name or (track.zone and track.zone != zone):
                continue
            distance, number = min(
                ((x - placement.x) ** 2 + (y - placement.y) ** 2, number)
                for number, (x, y) in track.places.items()
            )
            if distance <= _NEAR**2 and (nearest is None or (distance, position) < nearest[:2]):
                nearest = distance, position, track, number
        return nearest[2:] if nearest else None

    def started_on(self, surface: Surface) -> list[tuple[int, int]]:
        """Return where pieces stand in a new game that speak of VP and begin on a grid."""
        return self._started_on[id(surface)]

    @cached_property
    def _started_on(self) -> Mapping[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {id(each): [] for each in self._surfaces}
        for piece in self.inventory.pieces:
            if score_strength(piece.name) or score_strength(piece.entry_name):
                surface = self.surface(piece)
                if surface is not None:
                    found[id(surface)].append((piece.placement.x, piece.placement.y))
        return found

    def surface(self, piece: Piece) -> Surface | None:
        """Return the regular grid on which a piece stands in a new game."""
        placement = piece.placement
        if placement.kind != "stack" or placement.location:
            return None
        return self.surface_at(placement.map, placement.board, placement.x, placement.y)

    def surface_at(self, map_name: str, board_name: str, x: int, y: int) -> Surface | None:
        """Return the regular grid at a point of a board; with an empty name of any board."""
        for surface in self._surfaces:
            if surface.map != map_name or board_name not in ("", surface.board):
                continue
            if self._zone_name(map_name, surface.board, x, y) == surface.zone:
                return surface
        return None

    def surfaces_of(self, map_name: str) -> list[Surface]:
        """Return the regular grids of a map's boards and zones."""
        return [each for each in self._surfaces if each.map == map_name]

    def _zone_name(self, map_name: str, board_name: str, x: int, y: int) -> str:
        board = self.board(map_name, board_name)
        zone = zone_at(board, x, y) if board else None
        return zone.name if zone else ""

    def _speaks(self, trait: Trait) -> bool:
        text = trait.type_text
        known = self._speaking.get(text)
        if known is None:
            if trait.id == "prototype":
                known = (trait.fields or [""])[0] in self._speaking_prototypes
            else:
                known = trait.id in _VALUE_TRAITS and _may_speak(text)
            self._speaking[text] = known
        return known

    def _prototypes_that_speak(self) -> set[str]:
        """Return those that hold a value named after VP, or use one that does."""
        found: set[str] = set()
        users: dict[str, list[str]] = {}
        for each in self.inventory.prototypes:
            for trait in each.traits:
                if trait.id == "prototype":
                    users.setdefault((trait.fields or [""])[0], []).append(each.name)
                elif trait.id in _VALUE_TRAITS and _may_speak(trait.type_text):
                    found.add(each.name)
        todo = list(found)
        while todo:
            for user in users.get(todo.pop(), ()):
                if user not in found:
                    found.add(user)
                    todo.append(user)
        return found


class Signs:
    """What a relevant piece shows, whatever the power; looked up when it is asked for."""

    def __init__(self, surroundings: Surroundings, piece: Piece) -> None:
        """Look up nothing yet."""
        self.piece = piece
        self._surroundings = surroundings

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        """Its traits, those of its prototypes included."""
        return self._surroundings.inventory.traits(self.piece)

    @cached_property
    def dynamic(self) -> list[PropertyTrait]:
        """Its dynamic properties."""
        return properties(self.traits, "PROP")

    @cached_property
    def sets(self) -> list[PropertyTrait]:
        """The global properties that it sets."""
        return properties(self.traits, "setprop")

    @cached_property
    def sends(self) -> list[SendToLocation]:
        """Its Send to Location traits."""
        return sends(self.traits)

    @cached_property
    def layers(self) -> list[Layer]:
        """Its layers."""
        return layers(self.traits)

    @cached_property
    def stand(self) -> tuple[Track, int] | None:
        """The place of a track on which it stands in a new game."""
        if self.piece.placement.kind != "stack":
            return None
        return self._surroundings.stand(self.piece)

    @cached_property
    def surface(self) -> Surface | None:
        """The regular grid on which it stands in a new game."""
        return self._surroundings.surface(self.piece)

    @property
    def on_no_grid(self) -> bool:
        """Does it start at pixels of a map that has no track, and on no grid?"""
        placement = self.piece.placement
        return (
            placement.kind == "stack"
            and not placement.location
            and self.surface is None
            and all(each.map != placement.map for each in self._surroundings.tracks)
        )

    @cached_property
    def own_score(self) -> int:
        """0 to 2: how clearly its names speak of VP."""
        return max(score_strength(self.piece.name), score_strength(self.piece.entry_name))

    @cached_property
    def score(self) -> int:
        """The same, or 1 if what it is kept in speaks of VP."""
        return self.own_score or min(1, self._surroundings.container_score(self.piece))

    @cached_property
    def digits(self) -> str:
        """``tens`` or ``units`` if its name says that it counts those; else empty."""
        names = f"{self.piece.name} {self.piece.entry_name}"
        spoken = {*words(names), *re.findall(r"[a-z0-9]+", names.lower())}
        if spoken & _TENS:
            return "tens"
        return "units" if spoken & _UNITS else ""

    def owners(self) -> dict[str, tuple[int, str]]:
        """Return the powers that it can belong to: what that is worth, and why.

        The first name that names any power decides.
        """
        for text, worth, why in self._telling():
            named = self._surroundings.names.named(text) if text else {}
            if named:
                speaks = worth in (NAMED, HELD) and score_strength(text) > 0
                return {
                    power: (
                        worth if strength == 2 else min(worth, ABBREVIATED),
                        names_power(why, strength, speaks=speaks),
                    )
                    for power, strength in named.items()
                }
        return {}

    def _telling(self) -> Iterator[tuple[str, int, str]]:
        """Yield names that may name a power, what that is worth, and why."""
        piece = self.piece
        yield piece.name, NAMED, "its name"
        yield piece.entry_name, NAMED, f'its slot "{piece.entry_name}"'
        for name, value in markers(self.traits):
            yield value, MARKED, f'its marker trait {name} = "{value}"'
        for each in (*self.sets, *self.dynamic):
            yield each.name, MARKED, f'its property "{each.name}"'
        nameless = not (piece.name or piece.entry_name)  # its title says what it is kept in
        for holder in kept_in(piece):
            held = "what it is kept in" if nameless else f"{holder_title(holder)}, which holds it,"
            yield holder.name or "", HELD, held


def _may_speak(text: str) -> bool:
    """Is it worth while to look at a text's words? Much faster than that."""
    text = text.lower()
    for letters in _SCORE_LETTERS:  # noqa: SIM110 - a generator takes twice as long
        if letters in text:
            return True
    return False


def holder_title(holder: Component) -> str:
    """Call what a piece is kept in, for people."""
    kind = {"SetupStack": "at-start stack", "DrawPile": "deck"}.get(holder.short, "palette")
    return f'the {kind} "{holder.name or ""}"'


def kept_in(piece: Piece) -> list[Component]:
    """Return what may say what a piece is for: its at-start stack, or the palette's folders."""
    container = piece.placement.container
    if container is None:
        return []
    return [container] if piece.placement.kind != "palette" else list(container.upward())
