"""Reads a module or an extension into an inventory, in one pass over its build file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from generator.errors import InputError, one_line
from generator.host.archive import open_archive
from generator.host.build_file import (
    MAX_BUILD_FILE,
    MAX_COMPONENTS,
    MAX_DEPTH,
    WANTED,
    Kind,
    build_file_of,
    check_root,
    metadata_of,
)
from generator.host.component import EXTENSION_ELEMENT, MAPS, Component, component_at, name_of
from generator.host.inventory import (
    Board,
    Deck,
    GlobalProperty,
    Grid,
    Inventory,
    KeyUse,
    LaidOut,
    Map,
    Numbering,
    Piece,
    Placement,
    PropertyButton,
    Prototype,
    Region,
    Zone,
)
from generator.host.keys import named_key_of, named_keys, strokes
from generator.host.metadata import MODULE_DATA, Metadata
from generator.host.parse import parse
from generator.host.piece import Definition, PieceError, Trait, read_definition
from generator.vassal.sequence import decode

MAX_KEYS = 50_000
"""Keys that are kept; the engine itself ends at 6,399 named ones (NamedKeyManager)."""
_MAX_NOTES = 50
_KEY_PLACES = 3
_IMAGES = "images/"
_PIXELS = re.compile(r"[+-]?\d{1,9}")
_CORNER = re.compile(r"\s*[+-]?\d{1,9}\s*,\s*[+-]?\d{1,9}\s*")

_SLOTS = ("PieceSlot", "CardSlot")
_PROPERTIES = ("GlobalProperty", "ZoneProperty")
_GRIDS = {"RegionGrid": "regions", "SquareGrid": "square", "HexGrid": "hex"}
_STACKS = {"SetupStack": "stack", "DrawPile": "deck"}
_KEY = "key"
"""In the name of each attribute and option that holds keys, in small letters."""


def read_module(path: Path) -> Inventory:
    """Read a module (``.vmod``) or the folder it was unpacked into.

    Raises:
        InputError: it is none, or it is broken so that nothing can be said about it.
    """
    return _read(path, "module")


def read_extension(path: Path) -> Inventory:
    """Read an extension (``.vmdx``) or the folder it was unpacked into.

    Raises:
        InputError: it is none, or it is broken so that nothing can be said about it.
    """
    return _read(path, "extension")


def _read(path: Path, kind: Kind) -> Inventory:
    with open_archive(path, WANTED[kind]) as archive:
        notes: list[str] = []
        metadata = metadata_of(archive, kind, notes)
        told = len(notes)
        build_file = build_file_of(archive, metadata, notes)
        odd = notes[told:]
        reader = _Reader(archive.path, build_file, kind)
        parse(archive, build_file, MAX_BUILD_FILE, reader)
        notes += archive.notes
        images = tuple(
            name.removeprefix(_IMAGES) for name in archive.names if name.startswith(_IMAGES)
        )
        return reader.inventory(images, metadata, notes, odd)


@dataclass(slots=True)
class _Frame:
    """An element that has begun and not ended."""

    tag: str
    attributes: Mapping[str, str]
    component: Component | None
    """None: the module itself, or what is no component."""
    texts: list[str] | None = None
    """Pieces of its text, where it matters."""
    parts: list[object] = field(default_factory=list)
    """What the elements inside it came to."""

    @property
    def short(self) -> str:
        return self.tag.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class _Setup:
    """The boards that a new game of a map begins with."""

    boards: tuple[LaidOut, ...]


class _Reader:
    """Hears a build file and keeps what the inventory is made of."""

    def __init__(self, path: Path, build_file: str, kind: Kind) -> None:
        self._path = path
        self._build_file = build_file
        self._kind = kind
        self._root: Mapping[str, str] = {}
        self._frames: list[_Frame] = []
        self._texts: list[str] | None = None
        self._components: list[Component] = []
        self._maps: list[Map] = []
        self._other_maps: set[int] = set()
        """Ids of map components of a module's own classes."""
        self._sides: list[str] = []
        self._saves: list[str] = []
        self._other_properties: list[tuple[str, str]] = []
        self._properties: list[GlobalProperty] = []
        self._prototypes: list[Prototype] = []
        self._pieces: list[Piece] = []
        self._decks: list[Deck] = []
        self._named_keys: dict[str, KeyUse] = {}
        self._strokes: dict[str, KeyUse] = {}
        self._traits: dict[tuple[str, str], Trait] = {}
        self._trait_keys: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """Named and plain keys of each trait."""
        self._unread: list[str] = []
        self._unread_more = 0
        self._more_keys = False
        self._foreign: dict[str, int] = {}

    # What the parser calls

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._frames:
            self._start_root(tag, attributes)
            return
        if len(self._frames) == MAX_DEPTH:
            raise InputError(
                one_line(
                    f"{self._path}: {self._build_file}: elements are nested deeper than "
                    f"{MAX_DEPTH}, down to <{tag}>, which VASSAL never writes; get the file anew, "
                    "or take them out there in a text editor"
                )
            )
        above = self._frames[-1]
        frame = _Frame(tag, attributes, above.component)
        if "." in tag and tag != EXTENSION_ELEMENT:
            if len(self._components) == MAX_COMPONENTS:
                raise InputError(
                    f"{self._path}: {self._build_file}: has more than {MAX_COMPONENTS} components, "
                    "which no module has; get the file anew"
                )
            frame.component = Component(tag, name_of(tag, attributes), above.component)
            self._components.append(frame.component)
            short = frame.short
            if "mapName" in attributes:
                self._other_maps.add(id(frame.component))
            if short in _SLOTS or short == "PrototypeDefinition":
                frame.texts = []
        elif tag == EXTENSION_ELEMENT:
            frame.component = component_at(attributes.get("target", ""))
        elif above.short == "PlayerRoster" or tag in ("option", "setup"):
            frame.texts = []
        self._frames.append(frame)
        self._texts = frame.texts

    def data(self, text: str) -> None:
        if self._texts is not None:
            self._texts.append(text)

    def end(self, tag: str) -> None:
        frame = self._frames.pop()
        self._texts = None
        if not self._frames:
            return
        above = self._frames[-1]
        short = frame.short
        self._keep_other_property(frame)
        if short in _SLOTS:
            self._end_slot(frame, above)
            return
        if tag == EXTENSION_ELEMENT:
            return
        if tag == "option":
            name, value = frame.attributes.get("name", ""), "".join(frame.texts or ())
            self._keys_of(frame.component, {name: value.strip()})
            return
        self._keys_of(frame.component, frame.attributes)
        match short:
            case "PrototypeDefinition":
                self._end_prototype(frame)
            case "ChangePropertyButton":
                above.parts.append(
                    PropertyButton(
                        named_key_of(frame.attributes.get("hotkey", "")),
                        frame.attributes.get("propChanger", ""),
                    )
                )
            case "PredefinedSetup":
                self._end_setup(frame)
            case "Region":
                above.parts.append(
                    Region(
                        frame.attributes.get("name", ""),
                        self._pixels(frame, "originx"),
                        self._pixels(frame, "originy"),
                    )
                )
            case "Zone":
                self._end_zone(frame, above)
            case "ZonedGrid":
                above.parts += frame.parts
            case "Board":
                self._end_board(frame, above)
            case "BoardPicker":
                above.parts += frame.parts
            case "setup":
                above.parts.append(_laid_out("".join(frame.texts or ())))
            case "SetupStack" | "DrawPile":
                self._end_stack(frame)
            case _ if short in _PROPERTIES:
                self._end_property(frame)
            case _ if short in _GRIDS:
                self._end_grid(frame, above)
            case _ if short.endswith("GridNumbering"):
                above.parts.append(_numbering(frame.attributes))
            case _ if short in MAPS or "mapName" in frame.attributes:
                self._end_map(frame)
            case _ if frame.texts is not None:
                self._sides.append("".join(frame.texts).strip())
            case _ if short.endswith("Grid") and frame.component is not None:
                self._note(f"{frame.component.title}: a grid of an unknown kind")
                above.parts += frame.parts
        if "." in tag and not tag.startswith("VASSAL."):
            self._foreign[tag] = self._foreign.get(tag, 0) + 1

    # One kind of element each

    def _start_root(self, tag: str, attributes: Mapping[str, str]) -> None:
        check_root(self._path, tag, self._kind)
        self._root = dict(attributes)
        self._frames.append(_Frame(tag, self._root, None))

    def _end_slot(self, frame: _Frame, above: _Frame) -> None:
        component = frame.component
        assert component is not None
        gpid = frame.attributes.get("gpid", "")
        definition = self._definition(frame, f"{component.title} (gpid {gpid or 'none'})")
        if definition is None:
            return
        if not component.name:
            component.name = definition.name
        entry_name = frame.attributes.get("entryName", "")
        self._pieces.append(Piece(component, entry_name, gpid, definition, self._placement(above)))
        self._trait_uses(definition.traits, component)
        if above.short in _STACKS:
            above.parts.append(component)

    def _keep_other_property(self, frame: _Frame) -> None:
        """Keep what sets a property of the module besides its Global Properties.

        TurnLevel, ScenarioPropertiesOptionTab's parts, DiceButton, SpecialDiceButton and
        DoActionButton make a MutableProperty each.
        """
        short, given = frame.short, frame.attributes
        if short.endswith("ScenarioProperty"):
            name, what = given.get("name", ""), "scenario option"
        elif short.endswith("TurnLevel"):
            name, what = given.get("property", ""), "turn counter"
        elif short in ("DiceButton", "SpecialDiceButton"):
            name, what = f"{given.get('name', '')}_result", "die"
        elif short == "DoActionButton" and given.get("index") == "true":
            name, what = given.get("indexProperty", ""), "button's index"
        else:
            return
        if name:
            self._other_properties.append((name, what))

    def _end_setup(self, frame: _Frame) -> None:
        """Keep the game that a setup begins, if that is a save (PredefinedSetup.launch)."""
        given = frame.attributes
        menu, used = given.get("isMenu") == "true", given.get("useFile", "true") == "true"
        if used and not menu and given.get("file"):
            self._saves.append(given.get("name", ""))

    def _end_prototype(self, frame: _Frame) -> None:
        assert frame.component is not None
        definition = self._definition(frame, frame.component.title)
        if definition is not None:
            name = frame.component.name or ""
            self._prototypes.append(Prototype(frame.component, name, definition.traits))
            self._trait_uses(definition.traits, frame.component)

    def _definition(self, frame: _Frame, place: str) -> Definition | None:
        text = "".join(frame.texts or ()).strip()
        if not text:
            self._note(f"{place}: is empty")
            return None
        try:
            return read_definition(text, self._traits)
        except PieceError as error:
            self._note(f"{place}: {error}")
            return None

    def _placement(self, above: _Frame) -> Placement:
        kind = _STACKS.get(above.short)
        if kind is None:
            return Placement("palette", above.component, self._map_name())
        attributes = above.attributes
        by_name = attributes.get("useGridLocation") == "true"
        return Placement(
            kind,
            above.component,
            self._map_name(),
            attributes.get("owningBoard", ""),
            _whole(attributes.get("x", "")),
            _whole(attributes.get("y", "")),
            attributes.get("location", "") if by_name else "",
        )

    def _end_stack(self, frame: _Frame) -> None:
        component = frame.component
        assert component is not None
        if frame.short == "DrawPile":
            name = frame.attributes.get("name", "")
            self._decks.append(Deck(component, name, self._map_name(), len(frame.parts)))
            return
        # SetupStack.getConfigureName: its name, the first piece's, and where it stands
        first = next(
            (each.name for each in frame.parts if isinstance(each, Component) and each.name), ""
        )
        attributes = frame.attributes
        if attributes.get("useGridLocation") == "true":
            place = attributes.get("location")
        else:
            place = f"({self._pixels(frame, 'x')},{self._pixels(frame, 'y')})"
        names = [each for each in (attributes.get("name"), first) if each]
        component.name = " - ".join([*names, *([] if place is None else [place])])

    def _end_zone(self, frame: _Frame, above: _Frame) -> None:
        assert frame.component is not None
        attributes = frame.attributes
        for corner in attributes.get("path", "").split(";"):
            if corner and not _CORNER.fullmatch(corner):
                self._note(f'{frame.component.title}: "{corner}" in its path is no corner')
                break
        above.parts.append(
            Zone(
                frame.component,
                frame.component.name or "",
                attributes.get("path", ""),
                attributes.get("locationFormat", "$name$"),
                attributes.get("useParentGrid") == "true",
                next((each for each in frame.parts if isinstance(each, Grid)), None),
            )
        )

    def _end_board(self, frame: _Frame, above: _Frame) -> None:
        assert frame.component is not None
        attributes = frame.attributes
        above.parts.append(
            Board(
                frame.component,
                attributes.get("name", ""),
                self._pixels(frame, "width"),
                self._pixels(frame, "height"),
                attributes.get("image", ""),
                next((each for each in frame.parts if isinstance(each, Grid)), None),
                tuple(each for each in frame.parts if isinstance(each, Zone)),
            )
        )

    def _end_map(self, frame: _Frame) -> None:
        component = frame.component
        if component is None:
            return
        attributes = frame.attributes
        self._maps.append(
            Map(
                component,
                component.name or "",
                tuple(each for each in frame.parts if isinstance(each, Board)),
                self._pixels(frame, "edgeWidth"),
                self._pixels(frame, "edgeHeight"),
                attributes.get("moveKey", ""),
                next((each.boards for each in frame.parts if isinstance(each, _Setup)), ()),
            )
        )

    def _end_grid(self, frame: _Frame, above: _Frame) -> None:
        assert frame.component is not None
        attributes = frame.attributes
        above.parts.append(
            Grid(
                frame.component,
                _GRIDS[frame.short],
                x0=_number(attributes.get("x0", "")),
                y0=_number(attributes.get("y0", "")),
                dx=_number(attributes.get("dx", "")),
                dy=_number(attributes.get("dy", "")),
                numbering=next((each for each in frame.parts if isinstance(each, Numbering)), None),
                regions=tuple(each for each in frame.parts if isinstance(each, Region)),
                snaps=attributes.get("snapTo", attributes.get("snapto")) != "false",
                parts=_parts(attributes),
                sideways=attributes.get("sideways") == "true",
            )
        )

    def _end_property(self, frame: _Frame) -> None:
        component = frame.component
        assert component is not None
        attributes = frame.attributes
        level, owner = self._level(component)
        self._properties.append(
            GlobalProperty(
                component,
                attributes.get("name", ""),
                attributes.get("initialValue", ""),
                attributes.get("isNumeric") == "true",
                attributes.get("min", ""),
                attributes.get("max", ""),
                level,
                owner,
                tuple(each for each in frame.parts if isinstance(each, PropertyButton)),
            )
        )

    def _level(self, component: Component) -> tuple[str, str]:
        for each in component.upward():
            if each.short == "Zone":
                return "zone", each.name or ""
            if self._is_map(each):
                return "map", each.name or ""
        return "module", ""

    def _map_name(self) -> str:
        component = self._frames[-1].component
        for each in component.upward() if component else ():
            if self._is_map(each):
                return each.name or ""
        return ""

    def _is_map(self, component: Component) -> bool:
        return component.short in MAPS or id(component) in self._other_maps

    def _pixels(self, frame: _Frame, attribute: str) -> int:
        """Return an attribute in pixels; what is no number is noted, and is 0."""
        text = frame.attributes.get(attribute, "")
        if text and not _PIXELS.fullmatch(text):
            title = frame.component.title if frame.component else frame.short
            self._note(f'{title}: {attribute} is "{text}", which is no whole number')
        return _whole(text)

    # Keys

    def _keys_of(self, component: Component | None, attributes: Mapping[str, str]) -> None:
        for attribute, value in attributes.items():
            if "," not in value:
                continue
            for name in named_keys(value):
                self._use(self._named_keys, name, component)
            if _KEY in attribute.lower():
                for stroke in strokes(value):
                    self._use(self._strokes, stroke, component)

    def _trait_uses(self, traits: tuple[Trait, ...], component: Component) -> None:
        for trait in traits:
            keys = self._trait_keys.get(trait.type_text)
            if keys is None:
                keys = tuple(trait.named_keys()), tuple(trait.strokes())
                self._trait_keys[trait.type_text] = keys
            for name in keys[0]:
                self._use(self._named_keys, name, component)
            for stroke in keys[1]:
                self._use(self._strokes, stroke, component)

    def _use(self, uses: dict[str, KeyUse], name: str, component: Component | None) -> None:
        use = uses.get(name)
        if use is None:
            if len(uses) == MAX_KEYS:
                self._more_keys = True
                return
            use = uses[name] = KeyUse()
        use.count += 1
        if len(use.places) < _KEY_PLACES:
            place = component.title if component else "the module"
            if place not in use.places:
                use.places.append(place)

    # What the inventory needs at the end

    def _note(self, note: str) -> None:
        if len(self._unread) < _MAX_NOTES:
            self._unread.append(one_line(note)[:300])
        else:
            self._unread_more += 1

    def inventory(
        self,
        images: tuple[str, ...],
        metadata: Metadata | None,
        notes: list[str],
        odd: Sequence[str],
    ) -> Inventory:
        """Return all that was heard; ``odd``: what is so about the build file itself."""
        root = self._root
        written_name = root.get("module" if self._kind == "extension" else "name", "")
        name = written_name.strip()
        engine_version = root.get("vassalVersion", root.get("VassalVersion", ""))
        version = root.get("version", "").strip()
        if name != written_name:
            notes.append("the name has blanks around it, which the engine leaves out")
        if metadata is None:
            broken = (each for each in notes if each.startswith(f"{MODULE_DATA}: "))
            contradictions = {MODULE_DATA: next(broken, "")}
        else:
            found = _contradictions(metadata, name, version, engine_version, self._kind)
            contradictions = dict(found)
            notes += contradictions.values()
        if odd:
            contradictions["build file"] = "; ".join(odd)
        notes += self._duplicates()
        notes += [
            f"{count} of class {cls}, which is not VASSAL's own"
            for cls, count in sorted(self._foreign.items())
        ]
        if self._more_keys:
            notes.append(f"there are more than {MAX_KEYS} keys; the rest is left out")
        notes += self._unread
        if self._unread_more:
            notes.append(f"{self._unread_more} more notes of that kind")
        return Inventory(
            path=self._path,
            kind=self._kind,
            build_file=self._build_file,
            name=name,
            version=version,
            engine_version=engine_version,
            metadata_engine=metadata.engine_version if metadata is not None else "",
            contradictions=contradictions,
            extension_id=root.get("extensionId", ""),
            module_version=root.get("moduleVersion", ""),
            universal=root.get("anyModule") == "true",
            components=tuple(self._components),
            maps=tuple(self._maps),
            sides=tuple(self._sides),
            properties=tuple(self._properties),
            prototypes=tuple(self._prototypes),
            pieces=tuple(self._pieces),
            decks=tuple(self._decks),
            named_keys=self._named_keys,
            strokes=self._strokes,
            images=images,
            other_properties=tuple(self._other_properties),
            saves=tuple(self._saves),
            notes=tuple(notes),
        )

    def _duplicates(self) -> Iterator[str]:
        seen: dict[tuple[str, str, str], int] = {}
        for each in self._properties:
            key = (each.name, each.level, each.owner)
            seen[key] = seen.get(key, 0) + 1
        for (name, level, owner), count in seen.items():
            if count > 1:
                where = f'{level} "{owner}"' if owner else f"the {level}"
                yield f'property "{name}" is defined {count} times in {where}'
        for map_name, count in Counter(each.name for each in self._maps).items():
            if count > 1:
                yield f'{count} maps are called "{map_name}"'
        gpids: dict[str, int] = {}
        for piece in self._pieces:
            gpids[piece.gpid] = gpids.get(piece.gpid, 0) + 1
        without = gpids.pop("", 0)
        twice = [gpid for gpid, count in gpids.items() if count > 1]
        if without:
            yield f"{without} piece slots have no gpid"
        if twice:
            yield f"{len(twice)} gpids are used more than once, the first is {twice[0]}"


def _contradictions(
    metadata: Metadata, name: str, version: str, engine_version: str, kind: str
) -> Iterator[tuple[str, str]]:
    pairs = [
        ("version", metadata.version, version),
        ("VASSAL version", metadata.engine_version, engine_version),
    ]
    if kind == "module":
        pairs.insert(0, ("name", metadata.name, name))
    for what, said, built in pairs:
        if said.strip() != built:
            yield what, f'{metadata.entry} says {what} "{said}", the build file "{built}"'


def _numbering(attributes: Mapping[str, str]) -> Numbering:
    """Read a RegularGridNumbering; absent attributes have that class's defaults."""
    return Numbering(
        first=attributes.get("first", "H"),
        separator=attributes.get("sep", ""),
        h_type=attributes.get("hType", "N"),
        v_type=attributes.get("vType", "N"),
        h_offset=_whole(attributes.get("hOff", "1")),
        v_offset=_whole(attributes.get("vOff", "1")),
        h_leading=_whole(attributes.get("hLeading", "1")),
        v_leading=_whole(attributes.get("vLeading", "1")),
        h_descending=attributes.get("hDescend") == "true",
        v_descending=attributes.get("vDescend") == "true",
        location_format=attributes.get("locationFormat", "$gridLocation$"),
    )


def _parts(attributes: Mapping[str, str]) -> int:
    """Return how many places a square grid has along a cell (SquareGrid.snapTo)."""
    if "true" in (attributes.get("edgesLegal"), attributes.get("cornersLegal")):
        return 2
    return max(1, 2 * min(_whole(attributes.get("snapscale", "")), 1000))


def _laid_out(text: str) -> _Setup:
    """Read the boards of BoardPicker's default setup: names, each with its column and row."""
    parts = decode(text.strip(), "\t")[1:]
    return _Setup(
        tuple(
            LaidOut(decode(name, "/")[0], _whole(column), _whole(row))
            for name, column, row in zip_longest(parts[::3], parts[1::3], parts[2::3], fillvalue="")
        )
    )


def _whole(text: str) -> int:
    """Return a whole number, 0 for anything else, as the engine's Integer attributes do."""
    return int(_number(text))


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if abs(number) < 1e9 else 0.0
