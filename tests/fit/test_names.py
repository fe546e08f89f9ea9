"""What has a name that a binding uses: twice, another power's, no number, hidden by another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import (
    Binding,
    ByHand,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    Read,
    StepWrite,
    Write,
)
from generator.fit.check import check_binding
from generator.host.read import read_module
from tests.engine.tracks.traits import Trait, dynamic, send_to_region, set_global
from tests.host.builder import (
    board,
    map_window,
    palette,
    prop,
    properties,
    prototype,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

from .test_check import BY_HAND, MAP, TRACK, bound, host_root, main_map, named, unbound

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
    [("none", False), ("9.5", False), ("-3", True), ("+3", True), (" 4 ", True)],
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
        "which is no whole number: mend that in the module, or read another"
    )
    write = StepWrite(AUSTRIA, "plus", "minus")
    assert unbound(tmp_path, host, bound(read, write)) == [told] * (not fits)


def test_property_of_the_piece_that_begins_empty(tmp_path: Path) -> None:
    kind, _ = dynamic("Points", 0, "plus", "minus")
    on = map_window(board(), inside=[stack(slot("Austria VP", (kind, "")))])
    read = PiecePropertyRead(AUSTRIA, "Points", TRACK)
    assert noted(tmp_path, host_root(on=on), bound(read)) == [
        'powers.Austria.read.property: "Points" of piece "Austria VP" begins empty: VP are read '
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
    assert told.endswith("VP are read only when a player has put it there")


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
