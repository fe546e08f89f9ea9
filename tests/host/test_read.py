from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from generator.errors import InputError
from generator.host import read
from generator.host.inventory import Inventory
from generator.host.read import read_extension, read_module
from generator.vassal.sequence import encode

from .builder import (
    board,
    definition,
    el,
    extension,
    map_window,
    metadata,
    module,
    palette,
    prop,
    properties,
    prototype,
    regions,
    roster,
    slot,
    stack,
    write_module,
    write_zip,
    xml,
    zone,
    zoned,
)

AWKWARD = 'L\'Aigle & "Co": ünï/code <1>'
FOLDER = "module.folder.ModuleSubFolder"


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    return Reading(tmp_path)


class Reading:
    """Writes a module, and reads it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "module.vmod"

    def __call__(self, *children: etree._Element, **given: str) -> Inventory:
        return self.root(module(*children, **given))

    def root(self, root: etree._Element | bytes) -> Inventory:
        return read_module(write_module(self.path, root))


def test_empty(reading: Reading) -> None:
    found = reading()
    assert (found.kind, found.name, found.version, found.engine_version) == (
        "module",
        "Host",
        "1.0",
        "3.7.5",
    )
    assert found.components == ()
    assert found.notes == ()


def test_awkward_names(reading: Reading) -> None:
    found = read_module(
        write_module(
            reading.path,
            module(
                map_window(board(name=AWKWARD), name=AWKWARD),
                properties(prop(AWKWARD)),
                roster(AWKWARD),
                palette(slot(AWKWARD)),
                prototype(AWKWARD),
                name=AWKWARD,
            ),
            data=metadata(name=AWKWARD.replace("&", "&amp;").replace("<", "&lt;")),
        )
    )
    assert found.name == AWKWARD
    assert found.maps[0].name == found.maps[0].boards[0].name == AWKWARD
    assert found.sides == (AWKWARD,)
    assert found.properties[0].name == AWKWARD
    assert found.pieces[0].name == found.pieces[0].entry_name == AWKWARD
    assert found.prototypes[0].name == AWKWARD
    assert found.notes == ()
    assert found.properties[0].component.target == (
        "VASSAL.build.module.properties.GlobalProperties/"
        "VASSAL.build.module.properties.GlobalProperty:"
        'L\'Aigle & "Co"\\\\: ünï\\/code <1>'.replace("\\\\", "\\")
    )
    assert found.by_target[found.maps[0].component.target] is found.maps[0].component


def test_name_is_without_the_blanks_around_it(reading: Reading) -> None:
    found = reading(name=" Host ")
    assert found.name == "Host"
    assert "blanks" in found.notes[0]


@pytest.mark.parametrize("depth", [1, 3, 30])
def test_folders_of_any_depth(depth: int, reading: Reading) -> None:
    map_folders = map_window(
        board(), inside=[el("module.folder.MapSubFolder", stack(slot("Deep")), name="F")]
    )
    inside = [map_folders, properties(el(f"{FOLDER[:13]}.GlobalPropertyFolder", prop("P")))]
    here = inside
    for level in range(depth):
        here = [el(FOLDER, *here, name=f"F{level}")]
    found = reading(*here)
    assert [each.name for each in found.maps] == ["Main Map"]
    assert found.maps[0].component.target.count("ModuleSubFolder:F") == depth
    assert [(each.name, each.level) for each in found.properties] == [("P", "module")]
    assert found.pieces[0].placement.map == "Main Map"
    assert found.pieces[0].placement.kind == "stack"


@pytest.mark.parametrize(
    ("target", "exists"),
    [
        ("", True),
        ("VASSAL.build.module.Map:Main Map", True),
        ("VASSAL.build.module.Map:main map", False),
        ("VASSAL.build.module.Map", False),
        ("VASSAL.build.module.Map:Main Map/VASSAL.build.module.map.BoardPicker", True),
        ("VASSAL.build.module.properties.GlobalProperties", True),
        ("VASSAL.build.module.properties.GlobalProperties:", False),
        ("VASSAL.build.module.PieceWindow:Pieces", False),
    ],
)
def test_targets_that_exist(target: str, exists: bool, reading: Reading) -> None:
    assert reading(map_window(board())).exists(target) == exists


def test_levels_of_properties(reading: Reading) -> None:
    found = reading(
        properties(prop("Everywhere", "1")),
        map_window(
            board(zoned(zone(prop("Here", "3", "ZoneProperty"), name="Track"))),
            inside=[properties(prop("There", "2"))],
        ),
    )
    assert [(each.name, each.initial, each.level, each.owner) for each in found.properties] == [
        ("Everywhere", "1", "module", ""),
        ("Here", "3", "zone", "Track"),
        ("There", "2", "map", "Main Map"),
    ]
    assert found.properties[0].numeric
    assert (found.properties[0].minimum, found.properties[0].maximum) == ("0", "100")
    assert found.properties[2].component.target == (
        "VASSAL.build.module.Map:Main Map/VASSAL.build.module.properties.GlobalProperties/"
        "VASSAL.build.module.properties.GlobalProperty:There"
    )
    assert found.notes == ()


@pytest.mark.parametrize("text", ["abc", "1.5", "", "-3", "+4", "1e3", "9" * 400])
def test_pixels_that_are_no_numbers(text: str, reading: Reading) -> None:
    fits = text in ("", "-3", "+4")
    field = board(zoned(zone(regions({"30": (5, 5)}), name="Z")), name="B", width=text)
    on = map_window(field, inside=[stack(slot("Piece"))], name="M", edgeHeight=text)
    for cls, attribute in (("Region", "originx"), ("Region", "originy"), ("SetupStack", "y")):
        for each in on.iter():
            if each.tag.endswith(f".{cls}"):
                each.set(attribute, text)
    told = f'is "{text}", which is no whole number'
    shown = [
        f'Region "30": originx {told}',
        f'Region "30": originy {told}',
        f'Board "B": width {told}',
        f"SetupStack: y {told}",
        f'Map "M": edgeHeight {told}',
    ]
    assert [*reading(on).notes] == [each[:300] for each in shown] * (not fits)


@pytest.mark.parametrize(
    ("path", "corner"),
    [
        ("0,80;x", "x"),
        ("0,80;5;9,9", "5"),
        ("0,0;1,b;c", "1,b"),
        ("0,0; 5 , 6 ;-7,8;", ""),
        ("", ""),
    ],
)
def test_corners_that_are_no_numbers(path: str, corner: str, reading: Reading) -> None:
    area = zone(name="Z")
    area.set("path", path)
    told = f'Zone "Z": "{corner}" in its path is no corner'
    assert [*reading(map_window(board(zoned(area)))).notes] == [told] * bool(corner)


def test_maps_of_one_name(reading: Reading) -> None:
    found = reading(*[map_window(name=name) for name in ("One", "Two", "One", "Two", "One")])
    assert found.notes == ('3 maps are called "One"', '2 maps are called "Two"')


def test_properties_of_one_name(reading: Reading) -> None:
    found = reading(
        properties(prop("Twice"), prop("Twice"), prop("Elsewhere")),
        map_window(inside=[properties(prop("Elsewhere"))]),
    )
    assert len(found.properties) == 4
    assert found.notes == ('property "Twice" is defined 2 times in the module',)


def test_boards_zones_and_grids(reading: Reading) -> None:
    numbering = el(
        "module.map.boardPicker.board.mapgrid.SquareGridNumbering",
        first="V",
        sep="-",
        hType="A",
        vType="N",
        hOff="1",
        vOff="-2",
        vLeading="2",
        hDescend="true",
    )
    square = el(
        "module.map.boardPicker.board.SquareGrid",
        numbering,
        x0="10",
        y0="20",
        dx="50.5",
        dy="60",
    )
    hexes = el("module.map.boardPicker.board.HexGrid", x0="0", y0="0", dx="70.0", dy="80.0")
    found = reading(
        map_window(
            board(zoned(zone(square, name="Z1"), zone(name="Z2"), hexes), name="B1", image="b.png"),
            board(regions({"1": (5, 6), "a": (7, 8)}), name="B2"),
            edgeWidth="30",
            moveKey="57348,0,Moved",
        )
    )
    first, second = found.maps[0].boards
    assert (found.maps[0].edge_width, found.maps[0].move_key) == (30, "57348,0,Moved")
    assert [each.name for each in first.zones] == ["Z1", "Z2"]
    assert first.grid is not None
    assert first.grid.kind == "hex"
    grid = first.zones[0].grid
    assert grid is not None
    assert (grid.kind, grid.x0, grid.y0, grid.dx, grid.dy) == ("square", 10, 20, 50.5, 60)
    assert grid.numbering is not None
    assert (grid.numbering.first, grid.numbering.separator) == ("V", "-")
    assert (grid.numbering.h_type, grid.numbering.v_offset) == ("A", -2)
    assert grid.numbering.h_descending
    assert first.zones[1].grid is None
    assert second.grid is not None
    assert [(each.name, each.x, each.y) for each in second.grid.regions] == [
        ("1", 5, 6),
        ("a", 7, 8),
    ]
    assert "Zone:Z1/" in grid.component.target


def test_absent_and_broken_numbers(reading: Reading) -> None:
    grid = el("module.map.boardPicker.board.SquareGrid", dx="wide", dy="1e999", x0="nan")
    found = reading(map_window(board(grid, width="", height="x")))
    found_board = found.maps[0].boards[0]
    assert (found_board.width, found_board.height) == (0, 0)
    assert found_board.grid is not None
    assert (found_board.grid.dx, found_board.grid.dy, found_board.grid.x0) == (0, 0, 0)


def test_where_pieces_are(reading: Reading) -> None:
    found = reading(
        palette(slot("Kept", gpid="3")),
        map_window(
            board(),
            inside=[
                stack(slot("Laid", gpid="4"), x=5, y=6, owningBoard="Board"),
                stack(slot("Named", gpid="5"), useGridLocation="true", location="VP 7"),
                el("module.map.DrawPile", slot("Card", gpid="6"), name="Deck"),
            ],
        ),
    )
    places = [each.placement for each in found.pieces]
    assert [each.name for each in found.pieces] == ["Kept", "Laid", "Named", "Card"]
    assert [each.gpid for each in found.pieces] == ["3", "4", "5", "6"]
    assert [each.kind for each in places] == ["palette", "stack", "stack", "deck"]
    assert [each.map for each in places] == ["", "Main Map", "Main Map", "Main Map"]
    assert (places[1].board, places[1].x, places[1].y, places[1].location) == ("Board", 5, 6, "")
    assert places[2].location == "VP 7"
    assert [(each.name, each.cards) for each in found.decks] == [("Deck", 1)]
    assert found.pieces[0].component.target == (
        "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:Counters/"
        "VASSAL.build.widget.PieceSlot:Kept"
    )


def test_target_of_a_stack_is_made_of_what_it_holds(reading: Reading) -> None:
    """As SetupStack.getConfigureName."""
    found = reading(map_window(inside=[stack(slot("Laid"), x=5, y=6)]))
    assert found.pieces[0].component.target == (
        "VASSAL.build.module.Map:Main Map/VASSAL.build.module.map.SetupStack:Laid - (5,6)/"
        "VASSAL.build.widget.PieceSlot:Laid"
    )


def test_unnamed_slots(reading: Reading) -> None:
    found = reading(palette(slot("", gpid="7"), slot("Inside", entry="", gpid="")))
    assert [(each.name, each.entry_name) for each in found.pieces] == [("", ""), ("Inside", "")]
    assert "7" in found.pieces[0].title
    assert found.pieces[1].component.name == "Inside"
    assert found.notes == ("1 piece slots have no gpid",)


def test_pieces_that_cannot_be_read_are_told(reading: Reading) -> None:
    broken = el("widget.PieceSlot", text="nonsense", entryName="Broken", gpid="8")
    empty = el("widget.CardSlot", entryName="Empty", gpid="9")
    found = reading(palette(broken, empty, slot("Fine")))
    assert [each.name for each in found.pieces] == ["Fine"]
    assert len(found.notes) == 2
    assert '"Broken" (gpid 8)' in found.notes[0]
    assert '"Empty" (gpid 9)' in found.notes[1]
    assert len(found.components) == 5


def test_notes_do_not_pile_up(reading: Reading) -> None:
    found = reading(palette(*[el("widget.PieceSlot", text="x", gpid=str(n)) for n in range(500)]))
    assert len(found.notes) < 60
    assert "more notes" in found.notes[-1]


def test_gpids_used_twice(reading: Reading) -> None:
    found = reading(palette(slot("A", gpid="1"), slot("B", gpid="1")))
    assert found.notes == ("1 gpids are used more than once, the first is 1",)


def test_traits_of_prototypes_stand_where_they_are_used(reading: Reading) -> None:
    found = reading(
        prototype("Outer", ("mark;A", "1"), ("prototype;Inner", "")),
        prototype("Inner", ("mark;B", "2")),
        palette(slot("P", ("mark;First", ""), ("prototype;Outer", ""), ("mark;Last", ""))),
    )
    traits = found.traits(found.pieces[0])
    assert [each.type_text for each in traits] == ["mark;First", "mark;A", "mark;B", "mark;Last"]


def test_prototypes_that_contain_themselves(reading: Reading) -> None:
    found = reading(
        prototype("A", ("prototype;B", ""), ("mark;A", "")),
        prototype("B", ("prototype;A", ""), ("mark;B", "")),
        palette(slot("P", ("prototype;A", ""), ("prototype;Missing", ""))),
    )
    assert [each.type_text for each in found.traits(found.pieces[0])] == ["mark;B", "mark;A"]


def test_prototypes_that_double_and_double(reading: Reading) -> None:
    doubling = [
        prototype(f"P{n}", (f"prototype;P{n + 1}", ""), (f"prototype;P{n + 1}", ""))
        for n in range(100)
    ]
    found = reading(*doubling, palette(slot("P", ("prototype;P0", ""))))
    assert found.traits(found.pieces[0]) == ()


def test_keys(reading: Reading) -> None:
    found = reading(
        el("module.DoActionButton", name="Do", hotkey="57348,0,Go", hotkeys=r"57348\,0\,Fire"),
        el("module.GlobalKeyCommand", name="G", hotkey="57348,0,Fire", buttonHotkey="65,130"),
        el("module.DiceButton", name="D", hotkey="65,130", foregroundColor="43,33,21"),
        palette(slot("P", ("macro;;Do;57348,0,Fire;;;;false", ""))),
        prototype("T", ("delete;Delete;57348,0,Gone;", "")),
    )
    assert {name: use.count for name, use in found.named_keys.items()} == {
        "Go": 1,
        "Fire": 3,
        "Gone": 1,
    }
    assert found.named_keys["Fire"].places == [
        'DoActionButton "Do"',
        'GlobalKeyCommand "G"',
        'PieceSlot "P"',
    ]
    assert found.strokes["65,130"].count == 2


def test_plain_keys_wherever_they_are(reading: Reading) -> None:
    """Toolbars and options, keys that are fired, decks, traits, placed pieces, layers of old."""
    placed = definition("Placed", ("delete;Delete;73,195;", ""), gpid="9")
    found = reading(
        el("module.DoActionButton", name="Do", hotkeys=r"65\,195,57348\,0\,Fire"),
        el("module.map.DrawPile", name="Deck", hotkeyOnEmpty="66,192", shuffleKey="67,3"),
        palette(
            slot("Two", ("macro;;Do;68,195;;;;false", ""), ("hide;69,195;Hide;;", "")),
            slot("Old", ("emb2;Show;3;FG;More;3;H;;2;;;0;0;a.gif;;false;;;;false", "")),
            slot("Placer", (f"placemark;Place;57348,0,P;{encode([placed], ';')};", "")),
        ),
        prototype("T", ("delete;Delete;74,195;", "")),
    )
    both = frozenset({"Ctrl", "Shift"})
    assert {chr(each.code): places for each, places in found.by_stroke.items()} == {
        "A": ('DoActionButton "Do"',),
        "B": ('DrawPile "Deck"',),
        "C": ('DrawPile "Deck"',),
        "D": ('PieceSlot "Two"',),
        "E": ('PieceSlot "Two"',),
        "F": ('PieceSlot "Old"',),
        "G": ('PieceSlot "Old"',),
        "H": ('PieceSlot "Old"',),
        "I": ('PieceSlot "Placer"',),
        "J": ('PrototypeDefinition "T"',),
    }
    assert {each.held for each in found.by_stroke} == {both}


def test_keys_do_not_pile_up(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_KEYS", 10)
    buttons = [el("module.DoActionButton", hotkey=f"57348,0,K{n}") for n in range(20)]
    found = reading(*buttons)
    assert len(found.named_keys) == 10
    assert found.notes == ("there are more than 10 keys; the rest is left out",)


def test_keys_of_options(reading: Reading) -> None:
    options = el("module.GlobalOptions")
    for name, value in (("newHotKey", "87,520"), ("undoHotKey", "57348,0,Back")):
        etree.SubElement(options, "option", name=name).text = value
    found = reading(options)
    assert list(found.strokes) == ["87,520"]
    assert list(found.named_keys) == ["Back"]


def test_images_are_named_and_not_read(tmp_path: Path) -> None:
    more = {"images/a.png": b"x", "images/plain": b"", "sounds/b.wav": b"", "images/": b""}
    found = read_module(write_module(tmp_path / "m.vmod", module(), more=more))
    assert found.images == ("a.png", "plain")


def test_folder_is_the_same_as_a_zip(tmp_path: Path) -> None:
    root = module(map_window(board()), roster("A"))
    packed = read_module(write_module(tmp_path / "m.vmod", root))
    folder = tmp_path / "folder"
    (folder / "images").mkdir(parents=True)
    (folder / "buildFile.xml").write_bytes(xml(root))
    (folder / "moduledata").write_bytes(metadata())
    (folder / "images" / "a.png").write_bytes(b"")
    unpacked = read_module(folder)
    assert [each.target for each in unpacked.components] == [
        each.target for each in packed.components
    ]
    assert unpacked.images == ("a.png",)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(("entry", "engine"), [("buildFile", "3.2.17"), ("buildFile.xml", "3.7.5")])
def test_forms_of_a_build_file(
    ends: str, mark: bytes, entry: str, engine: str, tmp_path: Path
) -> None:
    text = etree.tostring(module(roster("A", "B"), engine=engine), encoding="unicode")
    content = mark + text.replace("><", f">{ends}<").encode()
    path = write_module(tmp_path / "m.vmod", content, entry=entry, data=metadata(engine=engine))
    found = read_module(path)
    assert found.sides == ("A", "B")
    assert found.build_file == entry
    assert found.notes == ()


def test_root_of_old_modules(reading: Reading) -> None:
    root = etree.Element("VASSAL.launch.BasicModule", name="Host", version="1.0")
    root.set("VassalVersion", "3.7.5")
    assert reading.root(xml(root)).name == "Host"


@pytest.mark.parametrize(
    ("engine", "entry"),
    [("3.2.17", "buildFile"), ("3.5.0", "buildFile.xml"), ("", "buildFile.xml")],
)
def test_two_build_files(engine: str, entry: str, tmp_path: Path) -> None:
    """The version in moduledata decides (GameModule.build)."""
    entries = {
        "buildFile": xml(module(version="old", engine=engine)),
        "buildFile.xml": xml(module(version="new", engine=engine)),
        "moduledata": metadata(version="old" if entry == "buildFile" else "new", engine=engine),
    }
    found = read_module(write_zip(tmp_path / "m.vmod", entries))
    assert found.build_file == entry
    assert found.version == ("old" if entry == "buildFile" else "new")


def test_build_file_that_the_engine_does_not_find(tmp_path: Path) -> None:
    found = read_module(write_module(tmp_path / "m.vmod", module(), entry="buildFile"))
    assert "the engine does not find" in found.notes[0]


def test_metadata_that_contradicts(tmp_path: Path) -> None:
    data = metadata(name="Other", version="9", engine="3.6.0")
    found = read_module(write_module(tmp_path / "m.vmod", module(), data=data))
    assert found.name == "Host"
    assert [note.partition(" says ")[2] for note in found.notes] == [
        'name "Other", the build file "Host"',
        'version "9", the build file "1.0"',
        'VASSAL version "3.6.0", the build file "3.7.5"',
    ]


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (None, "moduledata is missing"),
        (b"", "moduledata: "),
        (b"<data>", "moduledata: line 1, column "),
        (b"<!DOCTYPE data><data/>", "moduledata: has a DTD"),
        (b"<data>" + b" " * 2_000_000 + b"</data>", "moduledata is larger than 1 MiB"),
    ],
)
def test_metadata_that_cannot_be_read(data: bytes | None, note: str, tmp_path: Path) -> None:
    entries = {"buildFile.xml": xml(module(roster("A")))}
    if data is not None:
        entries["moduledata"] = data
    found = read_module(write_zip(tmp_path / "m.vmod", entries))
    assert found.notes[0].startswith(note)
    assert found.sides == ("A",)


def test_translated_metadata_is_passed_over(tmp_path: Path) -> None:
    data = (
        b"<data><version>1.0</version><VassalVersion>3.7.5</VassalVersion>"
        b"<name lang='fr'>Hote</name><name>Host</name></data>"
    )
    assert read_module(write_module(tmp_path / "m.vmod", module(), data=data)).notes == ()


def test_classes_of_a_module_are_told(reading: Reading) -> None:
    odd = etree.Element("com.example.Ship", name="S")
    sea = etree.Element("com.example.ShipMap", mapName="Sea")
    sea.append(stack(slot("Ship")))
    found = reading(odd, sea)
    assert found.notes == (
        "1 of class com.example.Ship, which is not VASSAL's own",
        "1 of class com.example.ShipMap, which is not VASSAL's own",
    )
    assert [each.name for each in found.maps] == ["Sea"]
    assert found.pieces[0].placement.map == "Sea"


def test_unknown_grid_is_told(reading: Reading) -> None:
    grid = etree.Element("com.example.RoundGrid")
    found = reading(map_window(board(grid)))
    assert any("unknown kind" in note for note in found.notes)
    assert found.maps[0].boards[0].grid is None


def write_extension(path: Path, root: etree._Element) -> Path:
    data = (
        b"<data><version>2.0</version><VassalVersion>3.7.5</VassalVersion>"
        b"<universal>false</universal></data>"
    )
    return write_zip(path, {"buildFile.xml": xml(root), "extensiondata": data})


def test_extension(tmp_path: Path) -> None:
    element = "module.ExtensionElement"
    root = extension(
        el(element, map_window(name="Sheet"), target=""),
        el(element, prop("P"), target="VASSAL.build.module.properties.GlobalProperties"),
        el(element, stack(slot("S", gpid="ext:1")), target=r"VASSAL.build.module.Map:a\/b"),
    )
    found = read_extension(write_extension(tmp_path / "e.vmdx", root))
    assert (found.kind, found.name, found.version) == ("extension", "Host", "2.0")
    assert (found.extension_id, found.module_version, found.universal) == ("ext", "1.0", False)
    assert found.engine_version == "3.7.5"
    assert found.maps[0].component.target == "VASSAL.build.module.Map:Sheet"
    assert found.properties[0].component.target == (
        "VASSAL.build.module.properties.GlobalProperties/"
        "VASSAL.build.module.properties.GlobalProperty:P"
    )
    assert found.pieces[0].placement.map == "a/b"
    assert found.notes == ()


def test_kinds_are_not_mixed_up(tmp_path: Path) -> None:
    vmod = write_module(tmp_path / "m.vmod", module())
    vmdx = write_extension(tmp_path / "e.vmdx", extension())
    with pytest.raises(InputError, match=r"is an extension; give a module \(.vmod\)"):
        read_module(vmdx)
    with pytest.raises(InputError, match=r"is a module; give an extension \(.vmdx\)"):
        read_extension(vmod)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({}, "has no buildFile.xml and no buildFile"),
        ({"images/a.png": b""}, "has no buildFile.xml and no buildFile"),
        ({"BuildFile.xml": b"<a/>"}, "has no buildFile.xml and no buildFile"),
        ({"savedGame": b"!VCSK"}, "is a saved game"),
        ({"My Module/buildFile.xml": b"<a/>"}, "only My Module/buildFile.xml"),
        ({"__MACOSX/buildFile.xml": b"<a/>"}, "has no buildFile.xml and no buildFile"),
        ({"buildFile.xml": b"<html/>"}, "its root is html"),
        ({"buildFile.xml": b"<VASSAL.build.GameModule>"}, "line 1, column 26: "),
        ({"buildFile.xml": b""}, "buildFile.xml: "),
    ],
)
def test_no_module(entries: dict[str, bytes], message: str, tmp_path: Path) -> None:
    path = write_zip(tmp_path / "m.vmod", entries)
    with pytest.raises(InputError) as caught:
        read_module(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_components(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_COMPONENTS", 10)
    with pytest.raises(InputError, match="more than 10 components"):
        reading(palette(*[slot(gpid=str(n)) for n in range(11)]))


def test_too_deep(reading: Reading) -> None:
    here = el(FOLDER, name="F")
    for _ in range(250):
        here = el(FOLDER, here, name="F")
    with pytest.raises(InputError, match="nested deeper than 200"):
        reading(here)


def test_build_file_that_is_too_large(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_BUILD_FILE", 1000)
    with pytest.raises(InputError, match="larger than"):
        reading(palette(*[slot(gpid=str(n)) for n in range(20)]))


def test_text_between_elements_is_nothing(reading: Reading) -> None:
    root = module(roster("A"))
    root.text = "between"
    root[0].tail = "and after"
    root[0].text = "inside"
    assert reading.root(root).sides == ("A",)


def test_definition_in_pieces(reading: Reading) -> None:
    """A definition with entities and CDATA comes in several pieces."""
    text = definition("A & B <C>").replace("&", "]]><![CDATA[&").replace("<C", "<C")
    content = (
        "<VASSAL.build.GameModule name='Host' version='1.0' VassalVersion='3.7.5'>"
        f"<VASSAL.build.widget.PieceSlot gpid='1'>\n <![CDATA[{text}]]>\n"
        "</VASSAL.build.widget.PieceSlot></VASSAL.build.GameModule>"
    )
    assert reading.root(content.encode()).pieces[0].name == "A & B <C>"
