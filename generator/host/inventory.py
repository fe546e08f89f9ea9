"""What a module or an extension consists of, as typed data; names are VASSAL's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from generator.binding.model import piece_title
from generator.host.component import Component
from generator.host.piece import Definition, Trait
from generator.vassal.strokes import Stroke, decode_stroke

ALWAYS_THERE = frozenset(
    (
        "VASSAL.build.module.BasicCommandEncoder",
        "VASSAL.build.module.Chatter",
        "VASSAL.build.module.Documentation",
        "VASSAL.build.module.GlobalOptions",
        "VASSAL.build.module.KeyNamer",
        "VASSAL.build.module.PlayerRoster",
        "VASSAL.build.module.PrototypesContainer",
        "VASSAL.build.module.properties.GlobalProperties",
        "VASSAL.build.module.properties.GlobalTranslatableMessages",
        "VASSAL.i18n.Language",
    )
)
"""Components that the engine adds where a module has none (GameModule.build, ensureComponent)."""

_MOST_TRAITS = 2_000
"""Steps in looking up the traits of a piece and of its prototypes, which can hold prototypes."""


@dataclass(frozen=True, slots=True)
class Region:
    """A named point of an irregular grid (VASSAL.build.module.map.boardPicker.board.Region)."""

    name: str
    x: int
    """Pixels from the board's left edge."""
    y: int
    """Pixels from the board's top edge."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a square or hex grid names its cells (…board.mapgrid.RegularGridNumbering)."""

    first: str
    """``H``: the column's name comes first; ``V``: the row's."""
    separator: str
    h_type: str
    """``N``: columns are numbers; ``A``: letters."""
    v_type: str
    h_offset: int
    v_offset: int
    h_leading: int
    """Least digits of a column's number, less one."""
    v_leading: int
    h_descending: bool
    v_descending: bool
    location_format: str
    """Uses ``$gridLocation$``, ``$row$`` and ``$column$``."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of a board or zone (…board.RegionGrid, SquareGrid, HexGrid)."""

    component: Component
    kind: str
    """``regions``, ``square`` or ``hex``."""
    x0: float = 0
    """Pixels: the centre of the first cell."""
    y0: float = 0
    dx: float = 0
    """Pixels from one column to the next."""
    dy: float = 0
    """Pixels from one row to the next."""
    numbering: Numbering | None = None
    regions: tuple[Region, ...] = ()
    snaps: bool = True
    """Does a piece that is moved by hand go to the nearest place?"""
    parts: int = 1
    """Places in a cell, along either axis: with edges or corners 2, or as the grid's scale says."""
    sideways: bool = False
    """Are the x and y of a hex grid, those of its origin too, exchanged?"""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a board (…board.mapgrid.Zone)."""

    component: Component
    name: str
    path: str
    """Corners as ``x,y;x,y;…``, pixels."""
    location_format: str
    """Uses ``$name$`` and ``$gridLocation$``; what LocationName is inside the zone."""
    uses_parent_grid: bool
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class Board:
    """A board (VASSAL.build.module.map.boardPicker.Board)."""

    component: Component
    name: str
    width: int
    """Pixels; 0 where the image gives it."""
    height: int
    image: str
    grid: Grid | None
    """The grid outside zones."""
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A board of every game, and where it lies among others (BoardPicker's default setup)."""

    board: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Map:
    """A map window (VASSAL.build.module.Map, PrivateMap, PlayerHand)."""

    component: Component
    name: str
    boards: tuple[Board, ...]
    edge_width: int
    """Pixels left of the boards, which count in a piece's CurrentX."""
    edge_height: int
    move_key: str
    """The key that pieces get when they are moved on it, as encoded; empty: none."""
    layout: tuple[LaidOut, ...] = ()
    """The boards of every game, where the module fixes them."""

    @property
    def laid_out(self) -> tuple[str, ...]:
        """The names of the boards of every game, where the module fixes them."""
        return tuple(each.board for each in self.layout)

    def together(self, one: str, other: str) -> bool:
        """Do two boards lie on it at once for sure, or are they one?"""
        return one == other or {one, other} <= {*self.laid_out}

    def origin(self, board: str) -> tuple[int, int] | None:
        """Return where a board's left and top edges lie, in pixels of the map (Map.getLocation).

        With an empty name: where they do for a stack that has no board of its own. None: boards are
        chosen when a game begins, or their pictures alone tell their sizes.
        """
        if not board or (not self.layout and len(self.boards) == 1):
            return self.edge_width, self.edge_height
        sizes = {each.name: (each.width, each.height) for each in self.boards}
        there = [each for each in self.layout if each.board in sizes]
        places = [each for each in there if each.board == board]
        if len(places) != 1:
            return None
        (at,) = places
        left = [sizes[o.board][0] for o in there if o.row == at.row and o.column < at.column]
        above = [sizes[o.board][1] for o in there if o.column == at.column and o.row < at.row]
        if not all((*left, *above)):
            return None
        return self.edge_width + sum(left), self.edge_height + sum(above)

    def board_at(self, x: int, y: int) -> Board | None:
        """Return the board at a point of the map; None: there is none, or it cannot be told."""
        there = [each for each in self.boards if not self.layout or each.name in self.laid_out]
        for each in there:
            origin = self.origin(each.name)
            if origin is None:
                continue
            if len(there) == 1 and not (each.width and each.height):
                return each
            right, bottom = origin[0] + each.width, origin[1] + each.height
            if origin[0] <= x < right and origin[1] <= y < bottom:
                return each
        return None


@dataclass(frozen=True, slots=True)
class PropertyButton:
    """A button that changes a property (VASSAL.build.module.properties.ChangePropertyButton)."""

    key: str
    """Its named key; empty: none, or a plain one."""
    changer: str
    """As PropertyChangerConfigurer encodes it, for example ``I,1``."""


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """A property of the module, a map or a zone (…properties.GlobalProperty, ZoneProperty)."""

    component: Component
    name: str
    initial: str
    numeric: bool
    minimum: str
    """Bounds of prompts and increments, as written."""
    maximum: str
    level: str
    """``module``, ``map`` or ``zone``."""
    owner: str
    """The map's or zone's name; empty for the module."""
    buttons: tuple[PropertyButton, ...]


@dataclass(frozen=True, slots=True)
class Prototype:
    """Traits that pieces share (VASSAL.build.module.PrototypeDefinition)."""

    component: Component
    name: str
    traits: tuple[Trait, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """What holds a piece when no game runs."""

    kind: str
    """``palette``, ``stack`` (at-start) or ``deck``."""
    container: Component | None
    map: str = ""
    board: str = ""
    """Empty: any board."""
    x: int = 0
    """Pixels on the board, for stacks and decks."""
    y: int = 0
    location: str = ""
    """The location's name, where it is used instead of x and y."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece slot (VASSAL.build.widget.PieceSlot, CardSlot)."""

    component: Component
    entry_name: str
    """What the palette shows; can be empty."""
    gpid: str
    definition: Definition
    placement: Placement

    @property
    def name(self) -> str:
        """Its BasicName: what every such piece on a map is called whatever its traits show."""
        return self.definition.name

    @property
    def title(self) -> str:
        """A name for people."""
        return piece_title(self.name or self.entry_name, self.gpid)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck (VASSAL.build.module.map.DrawPile)."""

    component: Component
    name: str
    map: str
    cards: int


@dataclass(slots=True)
class KeyUse:
    """How often a key is used or listened to, and where."""

    count: int = 0
    places: list[str] = field(default_factory=list)
    """The first few components."""


@dataclass(frozen=True)
class Inventory:
    """All of a module or an extension."""

    path: Path
    kind: str
    """``module`` or ``extension``."""
    build_file: str
    """The entry's name."""
    name: str
    """The module's name as the engine compares it, without blanks around; of an extension, the name
    of the module it is made for."""
    version: str
    engine_version: str
    """The engine that wrote it (VassalVersion), as its build file says."""
    metadata_engine: str
    """The same as its moduledata or extensiondata says; empty: it has none."""
    contradictions: Mapping[str, str]
    """Where the two differ, said in a line each: of the name, version and VASSAL version; or why
    ``moduledata`` cannot be read."""
    extension_id: str
    """Empty for a module."""
    module_version: str
    """For an extension: the version of the module it is made for."""
    universal: bool
    """For an extension: it is for any module."""
    components: tuple[Component, ...]
    """All in the order of the build file, the module itself excepted."""
    maps: tuple[Map, ...]
    sides: tuple[str, ...]
    properties: tuple[GlobalProperty, ...]
    prototypes: tuple[Prototype, ...]
    pieces: tuple[Piece, ...]
    decks: tuple[Deck, ...]
    named_keys: Mapping[str, KeyUse]
    strokes: Mapping[str, KeyUse]
    """Plain keys, ``code,modifiers``: of toolbars and pieces, and those that are fired."""
    images: tuple[str, ...]
    """Entries under ``images/``, without that."""
    other_properties: tuple[tuple[str, str], ...]
    """Names of the module's properties that are no Global Property, and what has each: a scenario
    option, a turn counter, a die, a button's index."""
    saves: tuple[str, ...]
    """The games that the module offers as saves (Predefined Setup), by their names."""
    notes: tuple[str, ...]
    """What could not be read or is odd, one line each."""

    @cached_property
    def by_target(self) -> Mapping[str, Component]:
        """Components by the target that reaches exactly them: the first of equal ones."""
        found: dict[str, Component] = {}
        for component in self.components:
            found.setdefault(component.target, component)
        return found

    def exists(self, target: str) -> bool:
        """Does a target reach the component that it names, and not just one of the same class?"""
        return not target or target in self.by_target or target in ALWAYS_THERE

    @cached_property
    def by_stroke(self) -> Mapping[Stroke, tuple[str, ...]]:
        """The first few components that use each plain key, however it is encoded."""
        found: dict[Stroke, tuple[str, ...]] = {}
        for encoded, use in self.strokes.items():
            stroke = decode_stroke(encoded)
            if stroke is not None:
                found[stroke] = (*found.get(stroke, ()), *use.places)
        return found

    @cached_property
    def by_prototype(self) -> Mapping[str, Prototype]:
        """Prototypes by name; of equal ones the last, as in PrototypesContainer."""
        return {each.name: each for each in self.prototypes}

    def traits(self, piece: Piece) -> tuple[Trait, ...]:
        """Return a piece's traits, outermost first, those of its prototypes in their place.

        A prototype that contains itself, or that is not there, adds nothing.
        """
        if not any(trait.id == "prototype" for trait in piece.definition.traits):
            return piece.definition.traits
        found: list[Trait] = []
        inside = [""]
        todo = [iter(piece.definition.traits)]
        for _ in range(_MOST_TRAITS):
            trait = next(todo[-1], None)
            if trait is None:
                todo.pop()
                inside.pop()
                if not todo:
                    break
            elif trait.id != "prototype":
                found.append(trait)
            else:
                name = (trait.fields or [""])[0]
                prototype = self.by_prototype.get(name)
                if prototype is not None and name not in inside:
                    todo.append(iter(prototype.traits))
                    inside.append(name)
        return tuple(found)
