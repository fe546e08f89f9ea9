"""What has a name that a binding uses: twice, another power's, no number, hidden by another."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import (
    Binding,
    ByHand,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    Read,
    StepWrite,
    Track,
    Write,
)
from generator.fit.check import check_binding
from generator.host.read import read_module
from tests.engine.tracks.traits import Trait, dynamic, layer, send_to_region, set_global
from tests.host.builder import (
    board,
    el,
    map_window,
    metadata,
    palette,
    prop,
    properties,
    prototype,
    regions,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

from .test_check import BY_HAND, MAP, TRACK, bound, host_root, main_map, misfits, named, unbound

AUSTRIA = named("Austria")
PLACES = LocationRead(AUSTRIA, TRACK)
SENT = PropertyWrite("VP_Austria", AUSTRIA, "send")


def noted(folder: Path, host: etree._Element, binding: Binding) -> list[str]:
    path = write_module(folder / "m.vmod", host)
    return list(check_binding(binding, read_module(path), Path("cov.toml")))


def test_two_maps_of_one_name(tmp_path: Path) -> None:
    read = LocationRead(AUSTRIA, TRACK, "VP {n}")
    for boards in ([], [board()], [board(name="Other")]):
        second = map_window(*boards, name=MAP)
        told = unbound(tmp_path, host_root(second), bound(read))
        assert told[0] == (
            f'powers.Austria.read.map: the module has 2 maps "{MAP}", must be one: rename the '
            "others in the module"
        )
    assert unbound(tmp_path, host_root(map_window(board(), name="Main map")), bound(read)) == []


# Properties that begin as no number


@pytest.mark.parametrize(
    ("initial", "fits"),
    [("none", False), ("9.5", False), ("-3", True), ("03", True), ("+3", True), (" 4 ", True)],
)
def test_property_of_the_piece_that_begins_as_no_number(
    initial: str, fits: bool, tmp_path: Path
) -> None:
    kind, _ = dynamic("Points", 0, "plus", "minus")
    on = map_window(board(), inside=[stack(slot("Austria VP", ("prototype;Marker", "")))])
    host = host_root(prototype("Marker", (kind, initial)), on=on)
    read = PiecePropertyRead(AUSTRIA, "Points", TRACK)
    told = (
        f'powers.Austria.read.property: "Points" of piece "Austria VP" begins as "{initial}", '
        "which is no whole number of at most 7 digits: mend that in the module, or read another"
    )
    write = StepWrite(AUSTRIA, "plus", "minus")
    assert unbound(tmp_path, host, bound(read, write)) == [told] * (not fits)


def test_property_of_the_piece_that_begins_empty(tmp_path: Path) -> None:
    kind, _ = dynamic("Points", 0, "plus", "minus")
    on = map_window(board(), inside=[stack(slot("Austria VP", (kind, "")))])
    read = PiecePropertyRead(AUSTRIA, "Points", TRACK)
    assert noted(tmp_path, host_root(on=on), bound(read)) == [
        'powers.Austria.read.property: "Points" of piece "Austria VP" begins empty: it is read '
        "only when it is a number"
    ]


# The nearest is no other power's


@pytest.mark.parametrize(
    ("there", "says"),
    [
        (["Russia VP", "Prussia VP"], "none of the others is like it"),
        (["Russia VP", "Austrian VP"], 'the nearest is "Austrian VP"'),
        (["Russia VP", "Austira VP", "Prussia VP", "Britain VP"], 'the nearest is "Austira VP"'),
    ],
)
def test_nearest_piece_is_no_other_power_s(there: list[str], says: str, tmp_path: Path) -> None:
    pieces = [slot(name, gpid=f"{n}") for n, name in enumerate(there)]
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(each, x=1050, y=50) for each in pieces])
    others = {
        power: PowerBinding(replace(PLACES, marker=Marker(MAP, name=name)))
        for power, name in (("Britain", "Prussia VP"), ("Russia", "Russia VP"))
        if name in there
    }
    (told,) = unbound(tmp_path, host_root(on=on), bound(PLACES, BY_HAND, **others))
    assert told.startswith('powers.Austria.read.marker: the module has no piece "Austria VP"; ')
    assert says in told


def test_nearest_gpid_is_no_other_power_s(tmp_path: Path) -> None:
    pieces = palette(slot("Russia VP", gpid="101"), slot("Token", gpid="901"))
    read = LocationRead(Marker(MAP, gpid="100"), TRACK, "VP {n}")
    (told,) = unbound(tmp_path, host_root(pieces), bound(read))
    assert told.endswith(
        'the module has no piece slot with gpid 100; the nearest is "10": mend the binding or the '
        "module"
    )


def test_nearest_property_is_no_other_power_s(tmp_path: Path) -> None:
    host = host_root()
    for each in host.iter("VASSAL.build.module.properties.GlobalProperty"):
        if each.get("name") == "VP_Austria":
            each.set("name", "VP_Vienna")
    for write in (ByHand(), PropertyWrite("VP_Austria")):
        for told in unbound(tmp_path, host, bound(PropertyRead("VP_Austria"), write)):
            assert "none of the others is like it" in told
    host = host_root(props=[prop("VP_Austira")])
    (told,) = unbound(tmp_path, host, bound(PropertyRead("VP_Austirra")))
    assert told.endswith('the nearest is "VP_Austira": mend the binding or the module')


def test_piece_that_begins_there_is_no_other_power_s(tmp_path: Path) -> None:
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(slot("Russia VP", gpid="8"), x=1050, y=50)])
    (told,) = noted(tmp_path, host_root(palette(slot("Austria VP")), on=on), bound(PLACES))
    assert told.endswith("it is read only when a player has put it there")


# A property that the marker does not see


def kept(*more: Trait, in_zone: bool = False, on_map: bool = False) -> etree._Element:
    """Make a map as pattern A has it, with a property of the module's name on it or in its zone."""
    own = prop("VP_Austria", "5", "ZoneProperty" if in_zone else "GlobalProperty")
    traits = [set_global("VP_Austria", "moved", "{LocationName}"), *more]
    piece = slot("Austria VP", *traits, send_to_region(MAP, "send", "{VP_Austria}"))
    inside = [own] if in_zone else []
    field = board(zoned(zone(row("{}", range(20)), *inside, name="Track")))
    parts = [stack(piece, x=1050, y=50), *([properties(own)] if on_map else [])]
    return map_window(field, inside=parts, moveKey="57348,0,moved")


WAYS: list[tuple[Read, Write, str]] = [
    (PLACES, SENT, "write"),
    (PropertyRead("VP_Austria", TRACK), SENT, "read"),
    (PropertyRead("VP_Austria", TRACK), ByHand(AUSTRIA), "read"),
]


@pytest.mark.parametrize(("read", "write", "table"), WAYS)
def test_property_that_the_map_or_the_zone_hides(
    read: Read, write: Write, table: str, tmp_path: Path
) -> None:
    told = (
        f'powers.Austria.{table}.property: "VP_Austria" is a property of the {{}} too, which piece '
        '"Austria VP" takes there instead of the module\'s: rename it in the module'
    )
    assert unbound(tmp_path, host_root(on=kept()), bound(read, write)) == []
    for on, owner in ((kept(on_map=True), f'map "{MAP}"'), (kept(in_zone=True), 'zone "Track"')):
        assert unbound(tmp_path, host_root(on=on), bound(read, write)) == [told.format(owner)]


def test_property_of_another_map_hides_nothing(tmp_path: Path) -> None:
    other = map_window(board(), name="Other", inside=[properties(prop("VP_Austria", "5"))])
    assert noted(tmp_path, host_root(other, on=kept()), bound(PLACES, SENT)) == []


def test_property_without_a_marker_that_a_map_has_too(tmp_path: Path) -> None:
    host = host_root(on=main_map(properties(prop("VP_Austria", "x"))))
    binding = bound(PropertyRead("VP_Austria"), PropertyWrite("VP_Austria"))
    assert noted(tmp_path, host, binding) == [
        f'powers.Austria.read.property: "VP_Austria" is a property of the map "{MAP}" too: pieces '
        "there show and set that one, not the module's, which is read"
    ]


@pytest.mark.parametrize(
    "own",
    [
        ("mark;VP_Austria", "5"),
        ("calcProp;VP_Austria;{5}", ""),
        dynamic("VP_Austria", 5, "a", "b"),
    ],
)
def test_property_that_the_marker_hides_itself(own: Trait, tmp_path: Path) -> None:
    host = host_root(on=kept(own))
    assert unbound(tmp_path, host, bound(PLACES, SENT)) == [
        'powers.Austria.write.property: "VP_Austria" is a property of piece "Austria VP" itself '
        "too, which it takes instead of the module's: rename it in the module"
    ]
    read = PropertyRead("VP_Austria", TRACK)
    assert unbound(tmp_path, host, bound(read, ByHand(AUSTRIA))) == []


# What a trait of the marker hides of that by which it is found and read


def marked(*traits: Trait, zones: bool = False) -> etree._Element:
    boxes = [zone(name=f"{n}", box=(n * 100, 0, n * 100 + 99, 100)) for n in range(20)]
    track = [zone(row("{}", range(20)), name="Track")]
    field = board(zoned(*(boxes if zones else track)))
    return map_window(field, inside=[stack(slot("Austria VP", *traits, gpid="9"), x=1050, y=50)])


POINTS = dynamic("Points", 5, "up", "down")
LEVELS = layer("Level", 20, 6, "up", "down")
BY_POINTS = bound(PiecePropertyRead(AUSTRIA, "Points", TRACK), StepWrite(AUSTRIA, "up", "down"))
BY_LEVEL = bound(
    PiecePropertyRead(AUSTRIA, "Level_Level", Track(1, 20)), StepWrite(AUSTRIA, "up", "down")
)
BY_PLACE = bound(PLACES)
BY_ZONE = bound(LocationRead(AUSTRIA, TRACK, by="CurrentZone"))
BY_GPID = bound(LocationRead(Marker(MAP, gpid="9"), TRACK))
BY_PIXELS = bound(GridRead(AUSTRIA, TRACK, "x", 50, 100, (40, 60)))


@pytest.mark.parametrize(
    ("binding", "trait", "key", "hides"),
    [
        (BY_POINTS, ("mark;Points", "7"), "read.property", "the one that is read"),
        (BY_POINTS, ("calcProp;Points;{7}", ""), "read.property", "the one that is read"),
        (BY_LEVEL, ("mark;Level_Level", "7"), "read.property", "the one that is read"),
        (BY_POINTS, ("mark;CurrentMap", "Foo"), "read.map", "found"),
        (BY_POINTS, ("mark;Other,BasicName", "a,Foo"), "read.marker", "found"),
        (BY_PLACE, ("mark;LocationName", "7"), "read.pattern", "read"),
        (BY_PLACE, ("calcProp;LocationName;{7}", ""), "read.pattern", "read"),
        (BY_ZONE, ("PROP;CurrentZone;false,0,0,false;;", "7"), "read.pattern", "read"),
        (BY_PIXELS, ("mark;CurrentX", "7"), "read.axis", "read"),
        (BY_PIXELS, ("mark;CurrentY", "7"), "read.axis", "read"),
    ],
)
def test_trait_that_hides_what_is_asked_for(
    binding: Binding, trait: Trait, key: str, hides: str, tmp_path: Path
) -> None:
    own = [LEVELS] if binding is BY_LEVEL else [POINTS]
    hidden = hides if " " in hides else f"the engine's, by which it is {hides}"
    traits = {"mark": "Marker", "calcProp": "Calculated Property", "PROP": "Dynamic Property"}
    kind = traits[trait[0].partition(";")[0]]
    on = marked(trait, *own, zones=binding is BY_ZONE)
    (told,) = unbound(tmp_path, host_root(on=on), binding)
    assert told.startswith(f"powers.Austria.{key}: ")
    assert f"from its trait {kind}, which hides {hidden}: " in told
    assert told.endswith("rename it in the module")


@pytest.mark.parametrize("binding", [BY_POINTS, BY_PLACE, BY_GPID])
def test_trait_that_hides_nothing(binding: Binding, tmp_path: Path) -> None:
    """It comes after, or says the same, or is not asked for."""
    same = ("mark;BasicName,CurrentX,PieceId", "Austria VP,7,7")
    on = marked(same, POINTS, ("mark;Points", "7"))
    assert unbound(tmp_path, host_root(on=on), binding) == []


def test_piece_is_called_what_its_trait_basic_name_says(tmp_path: Path) -> None:
    on = marked(("basicName;Vienna", ""), POINTS)
    (told,) = unbound(tmp_path, host_root(on=on), BY_POINTS)
    assert 'the module has no piece "Austria VP"' in told
    vienna = Marker(MAP, "Vienna")
    read = PiecePropertyRead(vienna, "Points", TRACK)
    assert unbound(tmp_path, host_root(on=on), bound(read)) == []


def test_place_whose_digits_are_of_another_script(tmp_path: Path) -> None:
    """The engine's filters know ASCII's digits only."""
    names = {f"{n}": (n * 100, 50) for n in range(20) if n != 5} | {"\uff15": (500, 50)}
    field = board(zoned(zone(regions(names), name="Track")))
    on = map_window(field, inside=[stack(slot("Austria VP"), x=1000, y=50)])
    (told,) = unbound(tmp_path, host_root(on=on), BY_PLACE)
    assert "has no place for 5: " in told


# Who names the module, and what its games begin with


def test_moduledata_of_another_name_or_version(tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", host_root(), data=metadata(name="Old", version="0.9"))
    told = check_binding(bound(PropertyRead("VP_Austria")), read_module(path), Path("cov.toml"))
    rest = (
        ": the engine compares the build file's with an extension's; save the module in VASSAL's "
        "editor, and both agree"
    )
    assert told == (
        f'moduledata says name "Old", the build file "Host"{rest}',
        f'moduledata says version "0.9", the build file "1.0"{rest}',
    )


def test_moduledata_that_cannot_be_read(tmp_path: Path) -> None:
    path = write_module(tmp_path / "m.vmod", host_root(), data=b"<data>")
    (told,) = check_binding(bound(PropertyRead("VP_Austria")), read_module(path), Path("cov.toml"))
    assert told.startswith("moduledata: line 1, column ")
    assert told.endswith(
        ": the Module Manager lists the module by it; save the module in VASSAL's editor, which "
        "writes it anew"
    )


def test_games_that_begin_from_saves(tmp_path: Path) -> None:
    def setup(name: str, **attributes: str) -> etree._Element:
        given = {"name": name, "file": "a.vsav", "useFile": "true", "isMenu": "false"}
        return el("module.PredefinedSetup", **{**given, **attributes})

    none = [setup("A", useFile="false"), setup("B", isMenu="true"), setup("C", file="")]
    binding = bound(PropertyRead("VP_Austria"))
    assert noted(tmp_path, host_root(*none), binding) == []
    for count, said in ((1, '"1812"'), (5, '"1812", "1813", "1814" and 2 more')):
        setups = [setup(str(1812 + n)) for n in range(count)]
        assert noted(tmp_path, host_root(*none, *setups), binding) == [
            f"the module begins {said} from saves: their markers are those of the save, and the "
            "extension's pieces are not in them until a player drags them in from the palette, or "
            "the save is made anew with the extension"
        ]


# What else has a property's name, and a marker's


OTHERS = [
    (el("module.properties.NumberScenarioProperty", name="{}"), "scenario option"),
    (el("module.properties.ListScenarioProperty", name="{}"), "scenario option"),
    (el("module.turn.CounterTurnLevel", property="{}"), "turn counter"),
    (el("module.turn.ListTurnLevel", property="{}"), "turn counter"),
    (el("module.DoActionButton", index="true", indexProperty="{}"), "button's index"),
]


def called(element: etree._Element, name: str) -> etree._Element:
    found = deepcopy(element)
    for key, value in found.attrib.items():
        found.set(str(key), str(value).replace("{}", name))
    return found


@pytest.mark.parametrize(("element", "what"), OTHERS)
def test_other_owner_of_a_property(element: etree._Element, what: str, tmp_path: Path) -> None:
    host = host_root(called(element, "VP_Austria"))
    for read, write, key in (
        (PropertyRead("VP_Austria"), PropertyWrite("VP_Austria"), "read"),
        (PLACES, SENT, "write"),
    ):
        on = host if key == "read" else host_root(called(element, "VP_Austria"), on=kept())
        assert unbound(tmp_path, on, bound(read, write)) == [
            f'powers.Austria.{key}.property: "VP_Austria" is a {what} of the module too, and the '
            "one that comes last wins: rename that in the module"
        ]
    assert misfits(tmp_path, host_root(called(element, "CoP_Phase"))) == [
        f'property "CoP_Phase": a {what} of the module has that name too: rename it there'
    ]
    assert misfits(tmp_path, host_root(called(element, "Anything"))) == []


def test_die_has_a_property_of_its_result(tmp_path: Path) -> None:
    host = host_root(el("module.DiceButton", name="VP"), props=[prop("VP_result", "1")])
    (told,) = unbound(tmp_path, host, bound(PropertyRead("VP_result"), PropertyWrite("VP_result")))
    assert '"VP_result" is a die of the module too' in told


def test_piece_of_the_marker_s_name_in_a_deck(tmp_path: Path) -> None:
    """Pieces in a deck are on its map to the engine."""
    deck = el("module.map.DrawPile", slot("Austria VP", gpid="77"), name="Deck")
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    for first in (True, False):
        inside = [stack(slot("Austria VP", POINTS, gpid="9"), x=1050, y=50)]
        inside.insert(0 if first else 1, deepcopy(deck))
        (told,) = unbound(tmp_path, host_root(on=map_window(field, inside=inside)), BY_POINTS)
        assert told == (
            f'powers.Austria.read.marker: piece "Austria VP" begins 2 times on the map "{MAP}", '
            "must be once; give the gpid of one instead"
        )
