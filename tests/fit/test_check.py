"""Does an extension fit a module? Each fault is made, and found, and told on a line of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from generator.errors import InputError
from generator.fit.check import MisfitError, binding_of, check_binding, check_fit
from generator.fit.words import nearest
from generator.host.inventory import Inventory
from generator.host.read import read_extension, read_module
from generator.vassal.sequence import encode
from tests.engine.tracks.traits import dynamic, layer, send_to_region, set_global, trigger
from tests.host.builder import (
    POWERS,
    board,
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
    row,
    slot,
    stack,
    write_module,
    write_zip,
    xml,
    zone,
    zoned,
)

MAP = "Main Map"
GLOBALS = "VASSAL.build.module.properties.GlobalProperties"
PROPERTY = "VASSAL.build.module.properties.GlobalProperty"
TRACK = Track(0, 19)
BY_HAND = ByHand()


def named(power: str) -> Marker:
    return Marker(MAP, name=f"{power} VP")


def marker(
    power: str, name: str | None = None, *, gpid: str = "1", place: str = "VP $VP_{}$"
) -> etree._Element:
    traits = [
        dynamic("Points", 10, "plus", "minus"),
        layer("Level", 20, 10, "next", "back"),
        send_to_region(MAP, "send", place.format(power)),
    ]
    return stack(slot(f"{power} VP" if name is None else name, *traits, gpid=gpid), x=1050, y=50)


def main_map(
    *more: etree._Element,
    numbers: Iterable[int] = range(20),
    pattern: str = "VP {}",
    name: str = MAP,
    **attributes: str,
) -> etree._Element:
    field = board(zoned(zone(row(pattern, numbers), name="Track")))
    inside = [marker(power, gpid=f"1{n}") for n, power in enumerate(POWERS)]
    return map_window(field, inside=[*inside, *more], name=name, **attributes)


def host_root(
    *more: etree._Element,
    on: etree._Element | None = None,
    props: Iterable[etree._Element] = (),
    **attributes: str,
) -> etree._Element:
    """Make a module that keeps VP in more than one way; ``on`` instead of its map."""
    return module(
        main_map() if on is None else on,
        properties(*[prop(f"VP_{power}", "10") for power in POWERS], *props),
        *more,
        **attributes,
    )


def part(target: str, component: etree._Element) -> etree._Element:
    return el("module.ExtensionElement", component, target=target)


def extension_root(*more: etree._Element, **attributes: str) -> etree._Element:
    """Make a small extension with one element of each kind."""
    return extension(
        part(GLOBALS, prop("CoP_Phase")),
        part(GLOBALS, prop("CoP_Act")),
        part("", el("module.DoActionButton", name="Do", hotkey="57348,0,CoP_Call")),
        part("", prototype("CoP Piece")),
        part("", map_window(board(), name="Congress of Peace")),
        part("", palette(slot("CoP sheet", gpid="cop:1"))),
        *more,
        **{"extensionId": "cop", **attributes},
    )


def written_extension(
    folder: Path, root: etree._Element, more: Mapping[str, bytes] | None = None
) -> Inventory:
    entries = {
        "buildFile.xml": xml(root),
        "extensiondata": extension_data(),
        "images/cop_board.svg": b"",
    }
    entries |= more or {}
    return read_extension(write_zip(folder / "e.vmdx", entries))


def extension_data(engine: str = "3.7.5") -> bytes:
    return f"<data><version>2.0</version><VassalVersion>{engine}</VassalVersion></data>".encode()


def faults(error: MisfitError, first: str) -> list[str]:
    """Return the faults that are told below the first line, which says what does not fit what."""
    head, *lines = str(error).splitlines()
    assert head == first
    assert all(line.startswith("  ") for line in lines)
    return [line.strip() for line in lines]


def misfits(
    folder: Path,
    host: etree._Element,
    own: etree._Element | None = None,
    *,
    images: Iterable[str] = (),
    binding: Binding | None = None,
    data: bytes | None = None,
) -> list[str]:
    """Return what is told of an extension and a module; it is bound unless it is for any."""
    built = written_extension(folder, extension_root() if own is None else own)
    if binding is None and not built.universal:
        binding = bound(PropertyRead("VP_Austria"))
    more = {f"images/{each}": b"" for each in images}
    path = write_module(folder / "m.vmod", host, more=more, data=data)
    try:
        check_fit(built, read_module(path), binding)
    except MisfitError as error:
        return faults(error, f"{built.path} does not fit {path}:")
    return []


def bound(read: Read, write: Write = BY_HAND, **powers: PowerBinding) -> Binding:
    """Bind Austria in one way, and the other powers to their properties."""
    others = {power: PowerBinding(PropertyRead(f"VP_{power}")) for power in POWERS[1:]}
    return Binding("cov", "Host", "1.0", {"Austria": PowerBinding(read, write), **others, **powers})


def unbound(folder: Path, host: etree._Element, binding: Binding) -> list[str]:
    """Return what is told of a binding file and a module."""
    path = write_module(folder / "m.vmod", host)
    try:
        check_binding(binding, read_module(path), Path("cov.toml"))
    except MisfitError as error:
        return faults(error, f"cov.toml does not fit {path}:")
    return []


def notes(
    folder: Path, host: etree._Element, binding: Binding, data: bytes | None = None
) -> list[str]:
    """Return what is told of an extension, and a module that it fits."""
    built = written_extension(folder, extension_root())
    path = write_module(folder / "m.vmod", host, data=data)
    return [*check_fit(built, read_module(path), binding)]


# What fits


def test_extension_that_fits(tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root()) == []


@pytest.mark.parametrize(
    ("read", "write"),
    [
        (PropertyRead("VP_Austria"), ByHand()),
        (PropertyRead("VP_Austria"), PropertyWrite("VP_Austria")),
        (
            PropertyRead("VP_Austria", TRACK),
            PropertyWrite("VP_Austria", named("Austria"), "send"),
        ),
        (
            LocationRead(named("Austria"), TRACK, "VP {n}"),
            PropertyWrite("VP_Austria", named("Austria"), "send"),
        ),
        (LocationRead(Marker(MAP, gpid="10"), TRACK, "VP {n}"), ByHand()),
        (
            PiecePropertyRead(named("Austria"), "Points", TRACK),
            StepWrite(named("Austria"), "plus", "minus"),
        ),
        (
            PiecePropertyRead(named("Austria"), "Level_Level", TRACK, -1),
            StepWrite(named("Austria"), "next", "back"),
        ),
        (GridRead(named("Austria"), TRACK, "x", 50, 100), ByHand()),
    ],
)
def test_binding_that_fits(read: Read, write: Write, tmp_path: Path) -> None:
    assert unbound(tmp_path, host_root(), bound(read, write)) == []
    assert misfits(tmp_path, host_root(), binding=bound(read, write)) == []


def test_binding_to_zones_that_fits(tmp_path: Path) -> None:
    zones = [zone(name=f"VP {n}", box=(n * 100, 0, n * 100 + 100, 100)) for n in range(12)]
    on = map_window(board(zoned(*zones)), inside=[marker("Austria")])
    read = LocationRead(named("Austria"), Track(0, 11), "VP {n}", "CurrentZone")
    assert unbound(tmp_path, host_root(on=on), bound(read)) == []


def test_marker_may_lie_once_in_a_palette_too(tmp_path: Path) -> None:
    read = LocationRead(named("Austria"), TRACK, "VP {n}")
    host = host_root(palette(slot("Austria VP", gpid="99")))
    assert unbound(tmp_path, host, bound(read)) == []


# Targets


@pytest.mark.parametrize(
    "target",
    [
        f"{GLOBALS}/{PROPERTY}:VP_Spain",
        f"{GLOBALS}/{PROPERTY}:vp_France",
        f"{GLOBALS}/{PROPERTY}",
        f"VASSAL.build.module.Map:Main Mop/{PROPERTY}:VP_France",
    ],
)
def test_target_whose_end_is_wrong(target: str, tmp_path: Path) -> None:
    own = extension_root(part(target, el("module.properties.ChangePropertyButton")))
    (told,) = misfits(tmp_path, host_root(), own)
    assert told.startswith(f'target "{target}": the module has none; the nearest is "{GLOBALS}/')


def test_nearest_target_is_the_likeliest_of_its_kind(tmp_path: Path) -> None:
    target = f"{GLOBALS}/{PROPERTY}:VP_Frence"
    own = extension_root(part(target, el("module.properties.ChangePropertyButton")))
    (told,) = misfits(tmp_path, host_root(), own)
    what = "build anew for this module"
    assert told.endswith(f'the nearest is "{GLOBALS}/{PROPERTY}:VP_France": {what}')


def test_property_that_moved_into_a_folder_is_told_as_a_target(tmp_path: Path) -> None:
    target = f"{GLOBALS}/{PROPERTY}:VP_Moved"
    own = extension_root(part(target, el("module.properties.ChangePropertyButton")))
    folder = el("module.folder.GlobalPropertySubFolder", prop("VP_Moved"), name="Folder")
    binding = bound(PropertyRead("VP_Moved"))
    (told,) = misfits(tmp_path, host_root(props=[folder]), own, binding=binding)
    assert told.startswith(f'target "{target}": the module has none; the nearest is ')
    assert told.endswith(f'Folder/{PROPERTY}:VP_Moved": build anew for this module')


def test_property_that_is_gone_is_told_once(tmp_path: Path) -> None:
    target = f"{GLOBALS}/{PROPERTY}:VP_Gone"
    own = extension_root(part(target, el("module.properties.ChangePropertyButton")))
    (told,) = misfits(tmp_path, host_root(), own, binding=bound(PropertyRead("VP_Gone")))
    assert told.startswith("powers.Austria.read.property: ")


def test_target_of_a_class_that_the_module_has_not(tmp_path: Path) -> None:
    own = extension_root(part("VASSAL.build.module.ChessClock:Clock", el("module.X", name="x")))
    (told,) = misfits(tmp_path, host_root(), own)
    assert told == (
        'target "VASSAL.build.module.ChessClock:Clock": the module has none; there is no '
        "ChessClock at all: build anew for this module"
    )


def test_target_that_is_there_twice(tmp_path: Path) -> None:
    target = f"{GLOBALS}/{PROPERTY}:VP_France"
    button = part(target, el("module.properties.ChangePropertyButton"))
    host = host_root(props=[prop("VP_France")])
    assert misfits(tmp_path, host, extension_root(button, anyModule="true")) == [
        f'target "{target}": the module has 2 of them, must be one: rename the others in the module'
    ]
    (told,) = misfits(tmp_path, host, extension_root(button))
    assert told.startswith("powers.France.read.property: the module has 2 global properties")


def test_target_within_the_extension_itself_is_no_fault(tmp_path: Path) -> None:
    window = map_window(board(), name="Ours", inside=[stack(slot("CoP sheet", gpid="cop:2"))])
    assert misfits(tmp_path, host_root(), extension_root(part("", window))) == []


def test_target_that_the_engine_always_has_is_no_fault(tmp_path: Path) -> None:
    own = extension_root(
        part("VASSAL.build.module.Documentation", el("module.documentation.HelpFile", title="CoP"))
    )
    assert misfits(tmp_path, host_root(), own) == []


# Names that both use


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            el("module.DoActionButton", name="Host's", hotkey="57348,0,CoP_Call"),
            'named key "CoP_Call": the module has one of that name too: change the module\'s',
        ),
        (
            prototype("CoP Piece"),
            'prototype "CoP Piece": the module has one of that name too: change the module\'s',
        ),
        (
            map_window(board(), name="Congress of Peace"),
            'map "Congress of Peace": the module has one of that name too: change the module\'s',
        ),
        (
            palette(slot("Anything", gpid="cop:1")),
            'gpid "cop:1": the module has one of that name too: change the module\'s',
        ),
    ],
)
def test_name_that_both_use(more: etree._Element, told: str, tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root(more)) == [told]


@pytest.mark.parametrize(
    "more",
    [
        el("module.DoActionButton", name="Do", hotkey="67,130"),
        prototype("CoP piece"),
        palette(slot("CoP sheet", gpid="cop:11")),
        map_window(
            board(),
            name="congress of peace",
            inside=[properties(prop("Phase"), prop("CoP_phase", cls="ZoneProperty"))],
        ),
    ],
)
def test_name_that_is_only_alike_is_no_fault(more: etree._Element, tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root(more)) == []


def test_property_that_both_use(tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root(props=[prop("CoP_Phase")])) == [
        'property "CoP_Phase": the module has one of that name too: change the module\'s'
    ]
    assert misfits(tmp_path, host_root(props=[prop("cop_phase"), prop("CoP_Phase2")])) == []


def test_property_that_a_map_or_a_zone_has_too(tmp_path: Path) -> None:
    """The engine looks there first, for what is on that map (Zone.getProperty, Map.getProperty)."""
    own = prop("CoP_Phase", cls="ZoneProperty")
    track = zone(row("VP {}", range(20)), own, name="Track")
    inside = [properties(prop("CoP_Phase")), *(marker(power) for power in POWERS)]
    on = map_window(board(zoned(track)), inside=inside)
    assert misfits(tmp_path, host_root(on=on)) == [
        f'property "CoP_Phase": the {where} of the module has one of that name too, which wins '
        "there over ours: rename that"
        for where in ('zone "Track"', f'map "{MAP}"')
    ]


@pytest.mark.parametrize("image", ["cop_board.svg", "CoP_Board.svg", "COP_BOARD.SVG"])
def test_image_in_any_case(image: str, tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root(), images=["other.png", image]) == [
        f'image "cop_board.svg": the module has "{image}", which wins over ours: rename it'
    ]


def test_image_of_ours_in_another_case(tmp_path: Path) -> None:
    built = written_extension(tmp_path, extension_root(), {"images/CoP_Icon.svg": b""})
    path = write_module(tmp_path / "m.vmod", host_root(), more={"images/cop_icon.SVG": b""})
    with pytest.raises(MisfitError, match=r'"CoP_Icon\.svg": the module has "cop_icon\.SVG"'):
        check_fit(built, read_module(path), bound(PropertyRead("VP_Austria")))


def test_key_of_the_module_is_its_own_business_unless_we_are_bound_to_it(tmp_path: Path) -> None:
    command = part("", el("module.GlobalKeyCommand", name="x", hotkey="57348,0,send"))
    told = ['named key "send": the module has one of that name too: change the module\'s']
    assert misfits(tmp_path, host_root(), extension_root(command, anyModule="true")) == told
    assert misfits(tmp_path, host_root(), extension_root(command)) == []


# What the extension is made for


def test_module_of_another_name(tmp_path: Path) -> None:
    binding = bound(PropertyRead("VP_Austria"))
    assert misfits(tmp_path, host_root(name="Host 2"), binding=binding) == [
        'it is made for the module "Host", version "1.0", this one is "Host 2", version "1.0"; the '
        "engine would refuse it: put that name and version into the binding and build anew"
    ]
    (told,) = misfits(tmp_path, host_root(name="Host 2", version="1.1"), binding=binding)
    assert 'this one is "Host 2", version "1.1"; the engine would refuse it: ' in told


def test_module_of_another_version(tmp_path: Path) -> None:
    """It fits if nothing else differs; the engine loads it too."""
    binding = bound(PropertyRead("VP_Austria"))
    says = 'it is made for version "1.0" of the module, this is "1.1"'
    host = host_root(version="1.1")
    assert misfits(tmp_path, host, binding=binding) == []
    assert notes(tmp_path, host, binding) == [
        (f"{says}; put that version into the binding and build anew")
    ]
    binding = bound(PropertyRead("VP_Prussia"))
    first, second = misfits(tmp_path, host, binding=binding)
    assert first == f"{says}; mend the binding, put that version there and build anew"
    assert second.startswith("powers.Austria.read.property: ")


@pytest.mark.parametrize("engine", ["3.7.6", "3.8.0-beta1", "3.10.0", "4.0"])
def test_module_of_a_newer_engine(engine: str, tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root(engine=engine)) == [
        f"the module needs VASSAL {engine}, the extension says 3.7.5; build it anew for this module"
    ]


def test_engine_that_only_one_of_the_two_names(tmp_path: Path) -> None:
    """The engine refuses a module by its moduledata and warns by its build file."""
    host, data = host_root(), metadata(engine="3.8.0")
    assert misfits(tmp_path, host, data=data) == [
        "the module needs VASSAL 3.8.0 (moduledata), the extension says 3.7.5; build it anew for "
        "this module"
    ]
    newer = host_root(engine="3.9")
    assert misfits(tmp_path, newer, data=data) == [
        "the module needs VASSAL 3.9 (build file), the extension says 3.7.5; build it anew for "
        "this module"
    ]
    binding = bound(PropertyRead("VP_Austria"))
    older = metadata(engine="3.6.19")
    told = [
        "moduledata says VASSAL 3.6.19, the build file 3.7.5: the newer counts, 3.7.5; save the "
        "module in VASSAL's editor, and both agree"
    ]
    assert notes(tmp_path, host, binding, older) == told
    path = write_module(tmp_path / "m.vmod", host, data=older)
    assert [*check_binding(binding, read_module(path), Path("cov.toml"))] == told


@pytest.mark.parametrize("engine", ["3.7.5", "3.7.5-beta2", "3.7", "3.6.19", "3.1.20", ""])
def test_module_of_an_engine_that_is_not_newer(engine: str, tmp_path: Path) -> None:
    assert misfits(tmp_path, host_root(engine=engine)) == []


def test_extension_for_any_module_fits_any_name_version_and_engine(tmp_path: Path) -> None:
    own = extension_root(anyModule="true")
    host = host_root(name="Host 2", version="9", engine="3.9.0")
    assert misfits(tmp_path, host, own) == []


def test_binding_file_for_another_name_and_version(tmp_path: Path) -> None:
    host = host_root(name="Host 2", version="1.1")
    assert unbound(tmp_path, host, bound(PropertyRead("VP_Austria"))) == [
        'module.name: is "Host", the module is "Host 2": put that, or give the other module',
        'module.version: is "1.0", the module is "1.1": put that; all else fits',
    ]


# What a binding names: (read, write, key that is named, what the line says)

MEND = ": mend the binding or the module"
KIND = ": mend that in the module, or take kind none"
LOCATION = LocationRead(named("Austria"), TRACK, "VP {n}")
POINTS = PiecePropertyRead(named("Austria"), "Points", TRACK)
LOST = [
    (
        PropertyRead("VP_Austira"),
        ByHand(),
        "read.property",
        'the module has no global property "VP_Austira"; the nearest is "VP_Austria"' + MEND,
    ),
    (
        PropertyRead("VP_Austria"),
        PropertyWrite("VP Austria"),
        "write.property",
        'the module has no global property "VP Austria"; the nearest is "VP_Austria"' + MEND,
    ),
    (
        replace(LOCATION, marker=Marker("Main map", name="Austria VP")),
        ByHand(),
        "read.map",
        'the module has no map "Main map"; the nearest is "Main Map"' + MEND,
    ),
    (
        replace(LOCATION, marker=Marker(MAP, name="Austria")),
        ByHand(),
        "read.marker",
        'the module has no piece "Austria"; the nearest is "Austria VP"' + MEND,
    ),
    (
        replace(LOCATION, marker=Marker(MAP, gpid="100")),
        ByHand(),
        "read.gpid",
        'the module has no piece slot with gpid 100; the nearest is "10"' + MEND,
    ),
    (
        PropertyRead("VP_Austria", TRACK),
        PropertyWrite("VP_Austria", Marker(MAP, name="Austrian VP"), "send"),
        "write.marker",
        'the module has no piece "Austrian VP"; the nearest is "Austria VP"' + MEND,
    ),
    (
        LOCATION,
        PropertyWrite("VP_Austria", named("Austria"), "Send"),
        "write.key",
        'piece "Austria VP" does not listen to the named key "Send"; the nearest is "send"' + MEND,
    ),
    (
        POINTS,
        StepWrite(named("Austria"), "Plus", "minus"),
        "write.up",
        'piece "Austria VP" does not listen to the named key "Plus"; the nearest is "plus"' + MEND,
    ),
    (
        POINTS,
        StepWrite(named("Austria"), "plus", "minos"),
        "write.down",
        'piece "Austria VP" does not listen to the named key "minos"; the nearest is "minus"'
        + MEND,
    ),
    (
        replace(POINTS, property="Point"),
        ByHand(),
        "read.property",
        'piece "Austria VP" has no property "Point"; the nearest is "Points"' + MEND,
    ),
    (
        replace(POINTS, property="Level"),
        ByHand(),
        "read.property",
        'piece "Austria VP" has no property "Level"; the nearest is "Level_Level"' + MEND,
    ),
    (
        replace(LOCATION, pattern="Vp {n}"),
        ByHand(),
        "read.pattern",
        'no places of the map "Main Map" are a track called "Vp {n}"; the nearest is "VP {n}"'
        + MEND,
    ),
    (
        replace(LOCATION, by="CurrentZone"),
        ByHand(),
        "read.pattern",
        'no zones of the map "Main Map" are a track called "VP {n}"; there is no track of '
        "zones at all" + MEND,
    ),
    (
        replace(LOCATION, track=Track(0, 21)),
        ByHand(),
        "read.pattern",
        'zone "Track" of map "Main Map" ("VP {n}", 0 to 19) has no place for 20, 21: mend first '
        "and last",
    ),
    (
        replace(LOCATION, track=Track(0, 29)),
        ByHand(),
        "read.pattern",
        'zone "Track" of map "Main Map" ("VP {n}", 0 to 19) has no place for 20, 21, 22, 23, 24 '
        "and 5 more: mend first and last",
    ),
    (
        replace(LOCATION, track=Track(2, 19)),
        ByHand(),
        "read.pattern",
        'zone "Track" of map "Main Map" ("VP {n}", 0 to 19) has places outside first and last: '
        "0, 1; mend them",
    ),
    (
        GridRead(named("Austria"), TRACK, "x", 150, 100),
        ByHand(),
        "read.step",
        "0 to 19 would be at 150 to 2050 pixels, outside every board (0 to 2000): mend start, "
        "step, first and last",
    ),
    (
        GridRead(named("Austria"), TRACK, "y", 50, 100),
        ByHand(),
        "read.step",
        "0 to 19 would be at 50 to 1950 pixels, outside every board (0 to 1000): mend start, "
        "step, first and last",
    ),
    (
        GridRead(named("Austria"), TRACK, "x", 1800, -100),
        ByHand(),
        "read.step",
        "0 to 19 would be at 1800 to -100 pixels, outside every board (0 to 2000): mend start, "
        "step, first and last",
    ),
    (
        GridRead(named("Austria"), TRACK, "x", 50, 100, (990, 1010)),
        ByHand(),
        "read.across_last",
        "the row would be at 990 to 1010 pixels of the other axis, outside every board "
        "(up to 1000): mend across_first and across_last",
    ),
]


@pytest.mark.parametrize(("read", "write", "key", "told"), LOST)
def test_name_of_a_binding_that_the_module_has_not(
    read: Read, write: Write, key: str, told: str, tmp_path: Path
) -> None:
    found = unbound(tmp_path, host_root(), bound(read, write))
    assert found == [f"powers.Austria.{key}: {told}"]
    assert misfits(tmp_path, host_root(), binding=bound(read, write)) == found


KEPT = PropertyRead("VP_Austria", TRACK)
SENT = PropertyWrite("VP_Austria", named("Austria"), "send")
STEPS = StepWrite(named("Austria"), "next", "back")
LEVEL = PiecePropertyRead(named("Austria"), "Level_Level", TRACK, -1)
ONE_TYPO: list[tuple[Read, Write, str]] = [
    (LOCATION, replace(SENT, property="VP_Austrai"), "powers.Austria.write.property"),
    (LOCATION, replace(SENT, property="VP_AUSTRIA"), "powers.Austria.write.property"),
    (LOCATION, replace(SENT, property="VP_Britain"), "powers.Austria.write.property"),
    (LOCATION, replace(SENT, key="sned"), "powers.Austria.write.key"),
    (replace(LOCATION, pattern="VP{n}"), SENT, "powers.Austria.read.pattern"),
    (replace(LOCATION, track=Track(0, 20)), SENT, "powers.Austria.read.pattern"),
    (KEPT, replace(SENT, property="VP_Austrai"), "powers.Austria.write.property"),
    (replace(KEPT, property="VP_Austrai"), SENT, "powers.Austria.read.property"),
    (KEPT, replace(SENT, marker=Marker("Mian Map", "Austria VP")), "powers.Austria.write.map"),
    (KEPT, replace(SENT, marker=Marker(MAP, "Austrai VP")), "powers.Austria.write.marker"),
    (replace(KEPT, track=Track(0, 20)), SENT, "powers.Austria.read.last"),
    (replace(LEVEL, property="Level"), STEPS, "powers.Austria.read.property"),
    (replace(LEVEL, offset=0), STEPS, "powers.Austria.read.last"),
    (LEVEL, replace(STEPS, up="nxet"), "powers.Austria.write.up"),
]


@pytest.mark.parametrize(("read", "write", "where"), ONE_TYPO)
def test_one_typo_is_one_line(read: Read, write: Write, where: str, tmp_path: Path) -> None:
    """What follows from the first fault is not told; without the typo each of these fits."""
    host = host_root(on=main_map(moveKey="57348,0,moved"))
    ways: tuple[Read, ...] = LOCATION, KEPT, LEVEL
    fits = next(each for each in ways if type(each) is type(read))
    assert unbound(tmp_path, host, bound(fits, STEPS if fits == LEVEL else SENT)) == []
    (told,) = unbound(tmp_path, host, bound(read, write))
    assert told.startswith(f"{where}: ")


def test_marker_of_another_power_is_one_line(tmp_path: Path) -> None:
    britain = Marker(MAP, "Britain VP")
    for other in (britain, Marker(MAP, gpid="11")):
        read = replace(LOCATION, marker=other)
        write = replace(SENT, marker=other)
        own = PowerBinding(
            replace(LOCATION, marker=britain), PropertyWrite("VP_Britain", britain, "send")
        )
        (told,) = unbound(tmp_path, host_root(), bound(read, write, Britain=own))
        assert told.startswith("powers: ")
        assert told.endswith("the marker of Austria and Britain; each needs its own")


def test_property_that_is_read_and_written_is_told_once(tmp_path: Path) -> None:
    binding = bound(PropertyRead("VP_Austrai"), PropertyWrite("VP_Austrai"))
    (told,) = unbound(tmp_path, host_root(), binding)
    assert told.startswith("powers.Austria.read.property: ")


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    binding = bound(
        replace(LOCATION, marker=Marker(MAP, name="Mork"), pattern="{n}"),
        PropertyWrite("Nothing", Marker(MAP, name="Mork"), "send"),
        Britain=PowerBinding(replace(LOCATION, marker=Marker("Mop", name="Britain VP"))),
    )
    told = unbound(tmp_path, host_root(name="Other"), binding)
    assert [each.partition(": ")[0] for each in told] == [
        "module.name",
        "powers.Austria.read.marker",
        "powers.Austria.read.pattern",
        "powers.Austria.write.property",
        "powers.Britain.read.map",
    ]


def test_place_missing_from_the_middle_of_a_track(tmp_path: Path) -> None:
    on = main_map(numbers=[*range(7), *range(8, 20)])
    (told,) = unbound(tmp_path, host_root(on=on), bound(LOCATION))
    assert told.startswith("powers.Austria.read.pattern: ")
    assert told.endswith(
        'has no place for 7: name the place "VP 7" in the module, or mend first and last'
    )


def test_longest_of_two_tracks_of_one_pattern_counts_on_boards_to_choose_from(
    tmp_path: Path,
) -> None:
    short = board(zoned(zone(row("VP {}", range(8)), name="Track")), name="Short")
    long = board(zoned(zone(row("VP {}", range(20)), name="Track")), name="Long")
    for laid_out in ((), ("Long",)):
        on = map_window(short, long, inside=[marker("Austria")], laid_out=laid_out)
        assert unbound(tmp_path, host_root(on=on), bound(LOCATION)) == []


@pytest.mark.parametrize("write", [ByHand(), PropertyWrite("VP_Austria", named("Austria"), "send")])
def test_boards_side_by_side_whose_places_have_the_same_names(write: Write, tmp_path: Path) -> None:
    boards = [
        board(zoned(zone(row("VP {}", range(20)), name="Track")), name=name)
        for name in ("Left", "A/B")
    ]
    on = map_window(*boards, inside=[marker("Austria")], laid_out=["Left", r"A\/B"])
    assert unbound(tmp_path, host_root(on=on), bound(LOCATION, write)) == [
        'powers.Austria.read.pattern: zone "Track" of map "Main Map" ("VP {n}", 0 to 19) on board '
        '"Left" and zone "Track" of map "Main Map" ("VP {n}", 0 to 19) on board "A/B" have places '
        "of the same names: rename those of one in the module"
    ]


BARE = PropertyWrite("VP_Austria", named("Austria"), "send")
"""Sends to a region that is called as the number."""


def two_tracks(turns: Iterable[int], pattern: str = "{}") -> etree._Element:
    short = zone(row(pattern, turns, y=950), name="Turns", box=(0, 900, 2000, 1000))
    long = zone(row("{}", range(20)), name="Track", box=(0, 0, 2000, 100))
    return map_window(board(zoned(short, long)), inside=[marker("Austria", place="$VP_{}$")])


@pytest.mark.parametrize("last", [3, 12])
@pytest.mark.parametrize(
    ("read", "write", "key"),
    [
        (replace(LOCATION, pattern="{n}"), ByHand(), "read.pattern"),
        (replace(LOCATION, pattern="{n}"), BARE, "read.pattern"),
        (PropertyRead("VP_Austria", TRACK), BARE, "write.key"),
    ],
)
def test_two_tracks_of_one_board_whose_places_have_the_same_names(
    read: Read, write: Write, key: str, last: int, tmp_path: Path
) -> None:
    host = host_root(on=two_tracks(range(1, last + 1)))
    assert unbound(tmp_path, host, bound(read, write)) == [
        f'powers.Austria.{key}: zone "Turns" of map "Main Map" ("{{n}}", 1 to {last}) and zone '
        '"Track" of map "Main Map" ("{n}", 0 to 19) have places of the same names: rename those of '
        "one in the module"
    ]
    renamed = host_root(on=two_tracks(range(1, last + 1), "Turn {}"))
    assert unbound(tmp_path, renamed, bound(read, write)) == []


def test_two_tracks_outside_zones(tmp_path: Path) -> None:
    both = row("{}", range(20))
    both.extend(row("{}", range(1, 7), y=950))
    on = map_window(board(both), inside=[marker("Austria")])
    read = replace(LOCATION, pattern="{n}")
    (told,) = unbound(tmp_path, host_root(on=on), bound(read))
    assert told.startswith("powers.Austria.read.pattern: ")
    assert "has more than one place for 1, 2, 3, 4, 5 and 1 more: rename" in told


# What the marker's own keys and bounds do


def sent_to(place: str) -> etree._Element:
    """Make a map whose places are 00 to 19, and a marker that a key sends to one."""
    traits = [send_to_region(MAP, "send", place), send_to_region(MAP, "up", "{Next}")]
    piece = slot("Austria VP", *traits, dynamic("Points", 1, "more", "up"), gpid="10")
    field = board(zoned(zone(row("{:02}", range(20)), name="Track")))
    return map_window(field, inside=[stack(piece, x=1050, y=50)])


@pytest.mark.parametrize(
    "read", [PropertyRead("VP_Austria", TRACK), replace(LOCATION, pattern="{n}")]
)
@pytest.mark.parametrize("place", ["$VP_Austria$", "{VP_Austria}"])
def test_marker_is_not_sent_to_places_with_zeros_in_front(
    place: str, read: Read, tmp_path: Path
) -> None:
    assert unbound(tmp_path, host_root(on=sent_to(place)), bound(read, BARE)) == [
        f'powers.Austria.write.key: sends to "{place}", but zone "Track" of map "Main Map" '
        '("{n}", 0 to 19) has "00" with a zero in front, and the property has none: rename such '
        "places or take kind none"
    ]
    assert unbound(tmp_path, host_root(on=sent_to(place)), bound(read)) == []


def test_marker_is_not_stepped_to_places_with_zeros_in_front(tmp_path: Path) -> None:
    read, write = replace(LOCATION, pattern="{n}"), StepWrite(named("Austria"), "up", "send")
    told = unbound(tmp_path, host_root(on=sent_to("{Last}")), bound(read, write))
    assert [each.partition(": ")[0] for each in told] == [
        "powers.Austria.write.up",
        "powers.Austria.write.down",
    ]


def test_place_whose_expression_puts_the_zero_in_front_fits(tmp_path: Path) -> None:
    on = sent_to('{VP_Austria<10 ? "0"+VP_Austria : VP_Austria}')
    read = replace(LOCATION, pattern="{n}")
    assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == []


@pytest.mark.parametrize("read", [LOCATION, PropertyRead("VP_Austria", TRACK)])
def test_key_that_moves_nothing(read: Read, tmp_path: Path) -> None:
    write = PropertyWrite("VP_Austria", named("Austria"), "plus")
    assert unbound(tmp_path, host_root(), bound(read, write)) == [
        'powers.Austria.write.key: piece "Austria VP" listens to the named key "plus", but that '
        "moves it nowhere: take another"
    ]


def test_key_that_changes_neither_place_nor_property(tmp_path: Path) -> None:
    piece = slot("Austria VP", dynamic("Points", 1, "a", "b"), trigger("idle", "nothing"))
    on = map_window(board(), inside=[stack(piece)])
    write = PropertyWrite("VP_Austria", named("Austria"), "idle")
    assert unbound(tmp_path, host_root(on=on), bound(POINTS, write)) == [
        'powers.Austria.write.key: piece "Austria VP" listens to the named key "idle", but that '
        "changes neither its place nor a property: take another"
    ]
    step = PropertyWrite("VP_Austria", named("Austria"), "a")
    assert unbound(tmp_path, host_root(on=on), bound(POINTS, step)) == [
        'powers.Austria.write.key: the key "a" changes "Points" by +1, must set it to what is '
        "written: take another key, or kind none"
    ]


def test_key_that_a_trigger_turns_into_another_that_moves(tmp_path: Path) -> None:
    traits = [trigger("first", "then"), trigger("then", "send"), send_to_region(MAP, "send", "$x$")]
    field = board(zoned(zone(row("VP {}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(slot("Austria VP", *traits), x=50, y=50)])
    write = PropertyWrite("VP_Austria", named("Austria"), "first")
    assert unbound(tmp_path, host_root(on=on), bound(LOCATION, write)) == []


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (replace(POINTS, track=Track(-99, 99)), ""),
        (replace(POINTS, track=Track(0, 100)), "-99 to 99, first and last from 0 to 100"),
        (
            replace(POINTS, track=Track(0, 99), offset=1),
            "",
        ),
        (
            replace(POINTS, track=Track(0, 99), offset=-1),
            "-99 to 99, first and last less offset -1 from 1 to 100",
        ),
        (replace(POINTS, property="Level_Level", track=Track(1, 20)), ""),
        (
            replace(POINTS, property="Level_Level", track=Track(0, 19)),
            "1 to 20, first and last from 0 to 19: put offset = -1, unless first and last are "
            "wrong",
        ),
        (
            replace(POINTS, property="Level_Level", track=Track(0, 20), offset=-1),
            "1 to 20, first and last less offset -1 from 1 to 21",
        ),
    ],
)
def test_bounds_of_the_marker_s_property(
    read: PiecePropertyRead, told: str, tmp_path: Path
) -> None:
    found = unbound(tmp_path, host_root(), bound(read))
    if told:
        advised = "" if "offset =" in told else ": mend them"
        told = f'powers.Austria.read.last: "{read.property}" goes from {told}{advised}'
    assert found == [told] * bool(told)


@pytest.mark.parametrize(
    ("track", "key", "lacks"),
    [
        (Track(0, 20), "read.last", "20"),
        (Track(-2, 19), "read.first", "-2, -1"),
        (Track(5, 15), "", ""),
    ],
)
@pytest.mark.parametrize("place", ["VP $VP_Austria$", "$Elsewhere$"])
def test_track_of_the_marker_that_follows_a_property(
    place: str, track: Track, key: str, lacks: str, tmp_path: Path
) -> None:
    piece = slot("Austria VP", send_to_region(MAP, "send", place))
    field = board(zoned(zone(row("VP {}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(piece, x=1050, y=50)])
    told = unbound(tmp_path, host_root(on=on), bound(PropertyRead("VP_Austria", track), BARE))
    line = (
        f'powers.Austria.{key}: zone "Track" of map "Main Map" ("VP {{n}}", 0 to 19), the '
        f"marker's track, has no place for {lacks}: mend first and last"
    )
    assert told == [line] * bool(key)


MOVED = "57348,0,moved"


def kept_in_step(
    *more: tuple[str, str],
    names: str = "{}",
    sent: str = "$VP_Austria$",
    value: str = "{LocationName}",
    **attributes: str,
) -> etree._Element:
    """Make a map on which a property is kept in step with Austria's marker, as pattern A does."""
    traits = [set_global("VP_Austria", "moved", value), send_to_region(MAP, "send", sent)]
    piece = slot("Austria VP", *traits, *more, gpid="10")
    field = board(zoned(zone(row(names, range(20)), name="Track")))
    return map_window(field, inside=[stack(piece, x=1050, y=50)], **attributes)


IN_STEP = PropertyRead("VP_Austria", TRACK)


@pytest.mark.parametrize(
    "write", [BARE, ByHand(named("Austria"))], ids=["sent by a key", "moved by hand"]
)
def test_property_in_step_with_its_marker(write: Write, tmp_path: Path) -> None:
    on = kept_in_step(moveKey=MOVED)
    assert unbound(tmp_path, host_root(on=on), bound(IN_STEP, write)) == []
    no_key = unbound(tmp_path, host_root(on=kept_in_step()), bound(IN_STEP, write))
    assert no_key == [
        'powers.Austria.read.property: nothing sets "VP_Austria" when the marker is moved by hand: '
        'the map "Main Map" sends it no key (moveKey) then; mend that in the module, or read the '
        'place itself (kind "location")'
    ]
    other_key = kept_in_step(moveKey="57348,0,shifted")
    (told,) = unbound(tmp_path, host_root(on=other_key), bound(IN_STEP, write))
    assert 'sends it "shifted" then' in told
    renamed = kept_in_step(names="VP {}", sent="VP $VP_Austria$", moveKey=MOVED)
    assert unbound(tmp_path, host_root(on=renamed), bound(IN_STEP, write)) == [
        'powers.Austria.read.property: "VP_Austria" becomes the name of the place, which is no '
        'number on zone "Track" of map "Main Map" ("VP {n}", 0 to 19): read the place itself '
        '(kind "location")'
    ]


def test_property_that_another_trait_may_keep_in_step(tmp_path: Path) -> None:
    elsewhere = "globalkey;;57348,0,moved;57348,0,keep;;false;false;0", ""
    on = kept_in_step(elsewhere, moveKey="57348,0,other")
    (told,) = unbound(tmp_path, host_root(on=on), bound(IN_STEP, BARE))
    assert "nothing sets" in told
    elsewhere = "globalkey;;57348,0,other;57348,0,keep;;false;false;0", ""
    on = kept_in_step(elsewhere, moveKey="57348,0,other")
    assert unbound(tmp_path, host_root(on=on), bound(IN_STEP, BARE)) == []


def test_property_that_begins_out_of_step(tmp_path: Path) -> None:
    host = host_root(on=kept_in_step(moveKey=MOVED))
    for each in host.iter(PROPERTY):
        each.set("initialValue", "7")
    assert unbound(tmp_path, host, bound(IN_STEP, BARE)) == [
        'powers.Austria.read.property: "VP_Austria" begins as "7", but piece "Austria VP" begins '
        'on 10 of zone "Track" of map "Main Map" ("{n}", 0 to 19): read the place itself (kind '
        '"location")'
    ]
    assert unbound(tmp_path, host, bound(replace(LOCATION, pattern="{n}"), BARE)) == []


@pytest.mark.parametrize("read", [IN_STEP, replace(LOCATION, pattern="VP {n}")])
def test_places_that_were_renamed_are_told(read: Read, tmp_path: Path) -> None:
    """The engine says so in play only: Bad Data in Module."""
    on = kept_in_step(names="VP {}", value="{LocationName.substring(3)}", moveKey=MOVED)
    assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == [
        'powers.Austria.write.key: sends it to "$VP_Austria$", but no places of the map "Main Map" '
        'are a track called "{n}"; the nearest is "VP {n}"' + KIND
    ]


def test_marker_that_is_sent_off_the_track_it_is_read_on(tmp_path: Path) -> None:
    short = zone(row("VP {}", range(20), y=950), name="Turns", box=(0, 900, 2000, 1000))
    long = zone(row("{}", range(20)), name="Track", box=(0, 0, 2000, 100))
    on = map_window(board(zoned(short, long)), inside=[marker("Austria")])
    read = replace(LOCATION, pattern="{n}")
    assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == [
        'powers.Austria.write.key: sends it to zone "Turns" of map "Main Map" ("VP {n}", 0 to 19), '
        'but it is read on places called "{n}": mend one of them'
    ]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (
            "$VP_France$",
            'sends it where the property "VP_France" says, not "VP_Austria", which is written: '
            "take another key, or write the other property",
        ),
        (
            "{VP_Russia+1}",
            'sends it where the property "VP_Russia" says, not "VP_Austria", which is written: '
            "take another key, or write the other property",
        ),
        (
            "5",
            'moves it to the same place whatever the property "VP_Austria" is: take another '
            "key, or kind none",
        ),
    ],
)
def test_key_that_does_not_follow_the_property(place: str, told: str, tmp_path: Path) -> None:
    kept = set_global("VP_Austria", "send", "{LocationName}")  # which says nothing of where to
    on = kept_in_step(kept, sent=place, moveKey=MOVED)
    for read in (IN_STEP, replace(LOCATION, pattern="{n}")):
        found = unbound(tmp_path, host_root(on=on), bound(read, BARE))
        assert found == [f"powers.Austria.write.key: {told}"]


def send(destination: str, place: str, *, zone: str = "", x: str = "0") -> tuple[str, str]:
    """Send to Location, with a region's name that only destination R uses."""
    head = ["sendto", "", "57348,0,send", MAP, "", x, "0", "", "", "0", "0", "0", "0", ""]
    return encode([*head, destination, zone, place, "", ""], ";"), ";;"


@pytest.mark.parametrize(
    "trait",
    [send("L", "$VP_Austria$"), send("Z", "$VP_Austria$"), send("G", "$VP_Austria$")],
    ids=["a point", "a zone without a name", "a grid's location without a name"],
)
@pytest.mark.parametrize("read", [IN_STEP, replace(LOCATION, pattern="{n}")])
def test_name_that_the_destination_does_not_use(
    read: Read, trait: tuple[str, str], tmp_path: Path
) -> None:
    piece = slot("Austria VP", set_global("VP_Austria", "moved", "{LocationName}"), trait)
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(piece, x=1050, y=50)], moveKey=MOVED)
    assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == [
        "powers.Austria.write.key: moves it to the same place whatever the property "
        '"VP_Austria" is: '
        "take another key, or kind none"
    ]


def test_zones_to_which_it_is_sent(tmp_path: Path) -> None:
    piece = slot("Austria VP", send("Z", "", zone="{VP_Austria}"))
    read = replace(LOCATION, pattern="{n}")
    track = zone(row("{}", range(20)), name="Track")
    on = map_window(board(zoned(track)), inside=[stack(piece, x=1050, y=50)])
    assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == [
        'powers.Austria.write.key: sends it to "{VP_Austria}", but no zones of the map "Main Map" '
        'are a track called "{n}"; there is no track of zones at all' + KIND
    ]
    boxes = [
        zone(row(f"{n}", [n]), name=f"{n}", box=(n * 100, 0, n * 100 + 100, 100)) for n in range(20)
    ]
    on = map_window(board(zoned(*boxes)), inside=[stack(piece, x=1050, y=50)])
    told = unbound(tmp_path, host_root(on=on), bound(PropertyRead("VP_Austria", TRACK), BARE))
    assert told == []


def test_point_that_the_property_gives_fits(tmp_path: Path) -> None:
    piece = slot("Austria VP", send("L", "", x="{50+100*VP_Austria}"))
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(piece, x=1050, y=50)], moveKey=MOVED)
    read = replace(LOCATION, pattern="{n}")
    assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == []


@pytest.mark.parametrize(
    ("place", "fits"),
    [
        ("{VP_Austria+1}", False),
        ("{1 + VP_Austria - 2}", False),
        ("{2*VP_Austria}", False),
        ("{VP_Austria+VP_Austria}", False),
        ('{"" + (VP_Austria+1)}', False),
        ("{VP_Austria+1-1}", True),
        ("{(VP_Austria)}", True),
        ('{""+VP_Austria}', True),
    ],
)
def test_key_that_sends_to_another_number(place: str, fits: bool, tmp_path: Path) -> None:
    on = kept_in_step(sent=place, moveKey=MOVED)
    told = (
        f'powers.Austria.write.key: sends it to "{place}", which is another number than that of '
        'the property "VP_Austria": mend that in the module, or take kind none'
    )
    for read in (IN_STEP, replace(LOCATION, pattern="{n}")):
        assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == [told] * (not fits)


@pytest.mark.parametrize(
    ("place", "some", "at"),
    [
        ("{VP_Austria>15?15:VP_Austria}", "16, 17, 18, 19", '16 it is "15"'),
        ("{Math.min(VP_Austria, 18)}", "19", '19 it is "18"'),
        ("{VP_Austria%10}", "10, 11, 12, 13, 14 and 5 more", '10 it is "0"'),
        ("{VP_Austria<3 ? VP_Austria : VP_Austria+1}", "3, 4, 5, 6, 7 and 12 more", '3 it is "4"'),
        ("{VP_Austria>99?99:VP_Austria}", "", ""),
        ("{Math.min(VP_Austria, 19)}", "", ""),
        ("{VP_Austria>Cap?Cap:VP_Austria}", "", ""),
    ],
)
def test_key_that_sends_to_another_number_at_times(
    place: str, some: str, at: str, tmp_path: Path
) -> None:
    on = kept_in_step(sent=place, moveKey=MOVED)
    told = (
        f'powers.Austria.write.key: sends it to "{place}", which is no place of that number at '
        f"{some}: at {at}; mend that in the module, or take kind none"
    )
    for read in (IN_STEP, replace(LOCATION, pattern="{n}")):
        assert unbound(tmp_path, host_root(on=on), bound(read, BARE)) == [told] * bool(some)


def test_key_that_sends_to_a_place_without_a_number(tmp_path: Path) -> None:
    """The property may be set to 0 there; a place that is read must say the number."""
    on = kept_in_step(sent='{VP_Austria==0 ? "None" : VP_Austria}', moveKey=MOVED)
    assert unbound(tmp_path, host_root(on=on), bound(IN_STEP, BARE)) == []
    read = replace(LOCATION, pattern="{n}")
    (told,) = unbound(tmp_path, host_root(on=on), bound(read, BARE))
    assert 'no place of that number at 0: at 0 it is "None"; mend' in told


def test_words_of_the_key_s_expression_are_those_of_the_place(tmp_path: Path) -> None:
    words = kept_in_step(names="VP {} +", value='{""+VP_Austria}', sent='{"VP " + VP_Austria+" +"}')
    read = replace(LOCATION, pattern="VP {n} +")
    assert unbound(tmp_path, host_root(on=words), bound(read, BARE)) == []


@pytest.mark.parametrize(
    ("read", "up", "down"),
    [
        ("Points", "plus", "minus"),
        ("Level_Level", "next", "back"),
        ("places", "on", "off"),
        ("pixels", "on", "off"),
    ],
)
def test_up_and_down_swapped(read: str, up: str, down: str, tmp_path: Path) -> None:
    moves = [
        (f"translate;;57348,0,{key};{dx};0;false", "") for key, dx in ((up, 100), (down, -100))
    ]
    traits = [dynamic("Points", 10, "plus", "minus"), layer("Level", 20, 10, "next", "back")]
    piece = slot("Austria VP", *(moves if up == "on" else traits), gpid="10")
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    host = host_root(on=map_window(field, inside=[stack(piece, x=1050, y=50)]))
    reads: dict[str, Read] = {
        "places": LocationRead(named("Austria"), TRACK),
        "pixels": GridRead(named("Austria"), TRACK, "x", 50, 100),
    }
    how = reads.get(read, PiecePropertyRead(named("Austria"), read, Track(1, 20)))
    right, wrong = (StepWrite(named("Austria"), *keys) for keys in ((up, down), (down, up)))
    assert unbound(tmp_path, host, bound(how, right)) == []
    assert unbound(tmp_path, host, bound(how, wrong)) == [
        f'powers.Austria.write.up: the key "{down}" changes it by -1, must be +1; up and down are '
        "swapped",
        f'powers.Austria.write.down: the key "{up}" changes it by +1, must be -1; up and down are '
        "swapped",
    ]


def test_up_and_down_swapped_where_a_property_is_counted_and_the_marker_sent(
    tmp_path: Path,
) -> None:
    count = encode(
        [
            encode(["", f"57348,0,{key}", encode(["I", by], ",")], ":")
            for key, by in (("on", "1"), ("off", "-1"))
        ],
        ",",
    )
    traits = [
        (encode(["setprop", "VP_Austria", "true,0,80,false", count, "", "", ""], ";"), ""),
        send_to_region(MAP, "send", "{VP_Austria}"),
        trigger("on", "send"),
        trigger("off", "send"),
    ]
    field = board(zoned(zone(row("{}", range(20)), name="Track")))
    on = map_window(field, inside=[stack(slot("Austria VP", *traits), x=1050, y=50)])
    read = LocationRead(named("Austria"), TRACK)
    right, wrong = (StepWrite(named("Austria"), *keys) for keys in (("on", "off"), ("off", "on")))
    assert unbound(tmp_path, host_root(on=on), bound(read, right)) == []
    told = unbound(tmp_path, host_root(on=on), bound(read, wrong))
    assert [each.partition("must")[2] for each in told] == [
        " be +1; up and down are swapped",
        " be -1; up and down are swapped",
    ]


def test_key_that_changes_vp_by_more_than_one(tmp_path: Path) -> None:
    name, state = dynamic("Points", 10, "plus", "minus")
    piece = slot("Austria VP", (name.replace("I\\,1", "I\\,5"), state))
    host = host_root(on=map_window(board(), inside=[stack(piece)]))
    write = StepWrite(named("Austria"), "plus", "minus")
    assert unbound(tmp_path, host, bound(POINTS, write)) == [
        'powers.Austria.write.up: the key "plus" changes it by +5, must be +1: take another key'
    ]


def test_track_of_another_map_does_not_count(tmp_path: Path) -> None:
    on = map_window(board(), inside=[marker("Austria")])
    (told,) = unbound(tmp_path, host_root(main_map(name="Second"), on=on), bound(LOCATION))
    assert 'no places of the map "Main Map"' in told


@pytest.mark.parametrize(
    ("initial", "fits"),
    [
        ("ten", False),
        ("1.5", False),
        ("-3", True),
        ("", True),
        ("+3", True),
        ("0000000020", True),
        (" 20 ", False),
        ("1_0", False),
        ("\uff12\uff10", False),
        ("99999999", False),
    ],
)
def test_property_that_begins_as_no_number(initial: str, fits: bool, tmp_path: Path) -> None:
    binding = bound(PropertyRead("Points"))
    told = (
        f'powers.Austria.read.property: "Points" begins as "{initial}", which is no whole number '
        "of at most 7 digits: mend that in the module, or read another"
    )
    host = host_root(props=[prop("Points", initial)])
    assert unbound(tmp_path, host, binding) == [told] * (not fits)


def test_property_that_is_there_twice(tmp_path: Path) -> None:
    host = host_root(props=[prop("VP_Austria")])
    assert unbound(tmp_path, host, bound(PropertyRead("VP_Austria"))) == [
        'powers.Austria.read.property: the module has 2 global properties "VP_Austria", must '
        "be one: rename "
        "the others in the module"
    ]


def test_property_of_a_map_is_none_of_the_module(tmp_path: Path) -> None:
    on = main_map(properties(prop("Score")))
    (told,) = unbound(tmp_path, host_root(on=on), bound(PropertyRead("Score")))
    assert 'has no global property "Score"' in told


def test_two_markers_at_the_start(tmp_path: Path) -> None:
    on = main_map(marker("Austria", gpid="55"))
    assert unbound(tmp_path, host_root(on=on), bound(LOCATION)) == [
        'powers.Austria.read.marker: piece "Austria VP" begins 2 times on the map "Main Map", must '
        "be once; give the gpid of one instead"
    ]


def test_two_pieces_of_one_gpid_at_the_start(tmp_path: Path) -> None:
    on = main_map(marker("", "", gpid="55"), marker("", "", gpid="55"))
    read = replace(LOCATION, marker=Marker(MAP, gpid="55"))
    assert unbound(tmp_path, host_root(on=on), bound(read)) == [
        'powers.Austria.read.gpid: the piece with gpid 55 begins 2 times on the map "Main Map", '
        "must be once: mend that in the module"
    ]


def test_same_marker_on_another_map_is_no_fault(tmp_path: Path) -> None:
    second = map_window(board(), name="Second", inside=[marker("Austria", gpid="55")])
    assert unbound(tmp_path, host_root(second), bound(LOCATION)) == []


def test_one_marker_for_two_powers(tmp_path: Path) -> None:
    binding = bound(LOCATION, Britain=PowerBinding(LOCATION))
    assert unbound(tmp_path, host_root(), binding) == [
        'powers: piece "Austria VP" is the marker of Austria and Britain; each needs its own'
    ]


def test_one_property_for_two_powers(tmp_path: Path) -> None:
    binding = bound(PropertyRead("VP_France"))
    assert unbound(tmp_path, host_root(), binding) == [
        'powers: the property "VP_France" is read for Austria and France; each needs its own'
    ]


def test_one_piece_by_name_and_by_gpid_for_two_powers(tmp_path: Path) -> None:
    same = PowerBinding(replace(LOCATION, marker=Marker(MAP, gpid="10")))
    assert unbound(tmp_path, host_root(), bound(LOCATION, Britain=same)) == [
        'powers: piece "Austria VP" and the piece with gpid 10 are one piece, the marker of '
        "Austria and Britain; each needs its own"
    ]
    other = PowerBinding(replace(LOCATION, marker=Marker(MAP, gpid="11")))
    assert unbound(tmp_path, host_root(), bound(LOCATION, Britain=other)) == []


def test_one_property_written_for_two_powers(tmp_path: Path) -> None:
    write = PropertyWrite("VP_Austria")
    two = PowerBinding(PropertyRead("VP_Britain"), write)
    binding = bound(PropertyRead("VP_Austria"), write, Britain=two)
    assert unbound(tmp_path, host_root(), binding) == [
        'powers: the property "VP_Austria" is written for Austria and Britain; each needs its own'
    ]


def test_property_written_for_one_power_and_read_for_another(tmp_path: Path) -> None:
    binding = bound(PropertyRead("VP_Austria"), PropertyWrite("VP_France"))
    assert unbound(tmp_path, host_root(), binding) == [
        'powers.Austria.write.property: "VP_France" is what France reads; each power needs its own'
    ]


@pytest.mark.parametrize(
    "read", [LOCATION, POINTS, GridRead(named("Austria"), TRACK, "x", 50, 100)]
)
def test_property_is_written_but_no_key_moves_the_marker(read: Read, tmp_path: Path) -> None:
    assert unbound(tmp_path, host_root(), bound(read, PropertyWrite("VP_Austria"))) == [
        'powers.Austria.write.key: "VP_Austria" is set, but nothing moves piece "Austria VP", '
        "which is read: give the key that sends it there, or take kind none"
    ]


def test_layer_that_follows_the_property_needs_no_key(tmp_path: Path) -> None:
    kind, state = layer("Level", 20, 10, "next", "back")
    follows = kind.replace(";Level;;;false;;", ";Level;;;true;VP_Austria;")
    assert follows != kind
    on = map_window(board(), inside=[stack(slot("Austria VP", (follows, state)))])
    read = replace(POINTS, property="Level_Level", track=Track(1, 20))
    binding = bound(read, PropertyWrite("VP_Austria"))
    assert unbound(tmp_path, host_root(on=on), binding) == []


@pytest.mark.parametrize(
    ("write", "more"),
    [
        (BY_HAND, ""),
        (PropertyWrite("VP_Austria"), ", key, which sends it there,"),
    ],
)
def test_marker_that_sets_the_property_is_to_be_named(
    write: Write, more: str, tmp_path: Path
) -> None:
    on = kept_in_step(moveKey=MOVED)
    binding = bound(PropertyRead("VP_Austria"), write)
    assert unbound(tmp_path, host_root(on=on), binding) == [
        'powers.Austria.write.marker: piece "Austria VP" sets "VP_Austria" from its place, but is '
        f"not named: give map and marker here{more} and first and last in the read table"
    ]
    fixed = host_root(on=kept_in_step(value="5", moveKey=MOVED))
    assert unbound(tmp_path, fixed, binding) == []


def test_traits_of_a_prototype_are_the_piece_s(tmp_path: Path) -> None:
    keys = [dynamic("Points", 10, "plus", "minus")]
    on = map_window(board(), inside=[stack(slot("Austria VP", ("prototype;Marker", "")))])
    steps = StepWrite(named("Austria"), "plus", "minus")
    host = host_root(prototype("Marker", *keys), on=on)
    assert unbound(tmp_path, host, bound(POINTS, steps)) == []
    (told, *_) = unbound(tmp_path, host_root(on=on), bound(POINTS, steps))
    assert told == (
        'powers.Austria.read.property: piece "Austria VP" has no property "Points"; there is no '
        "property of its own at all" + MEND
    )


def test_edge_of_the_map_counts_for_pixels(tmp_path: Path) -> None:
    read = GridRead(named("Austria"), TRACK, "x", 150, 100)
    assert unbound(tmp_path, host_root(on=main_map(edgeWidth="50")), bound(read)) == []


def on_squares(dx: int = 25, x0: int = 25, edge: int = 0, **attributes: str) -> etree._Element:
    """Make a map whose board has a square grid, and Austria's marker on it."""
    field = board(
        el(
            "module.map.boardPicker.board.SquareGrid",
            **{"dx": f"{dx}", "dy": "25", "x0": f"{x0}", "y0": "0", **attributes},
        )
    )
    piece = slot("Austria VP", gpid="10")
    edges = {"edgeWidth": str(edge), "edgeHeight": str(edge)}
    return map_window(field, inside=[stack(piece, x=525, y=150)], **edges)


SQUARES = 'the square grid of board "Board" of map "Main Map"'
ON_SQUARES = GridRead(named("Austria"), TRACK, "x", 25, 25, (138, 162))


@pytest.mark.parametrize(
    ("on", "read", "told"),
    [
        (on_squares(), ON_SQUARES, []),
        (
            on_squares(),
            replace(ON_SQUARES, start=26),
            [
                f"read.start: is 26 pixels, but {SQUARES} has no place there, the nearest is "
                f"at 25: "
                "mend it"
            ],
        ),
        (on_squares(), replace(ON_SQUARES, start=500, step=-25), []),
        (on_squares(edge=7), replace(ON_SQUARES, start=32, across=(145, 169)), []),
        (
            on_squares(),
            replace(ON_SQUARES, step=20),
            [
                f"read.step: is 20 pixels, but the places of {SQUARES} are 25 apart: mend it, and "
                "start"
            ],
        ),
        (
            on_squares(dx=30, x0=25),
            ON_SQUARES,
            [
                f"read.step: is 25 pixels, but the places of {SQUARES} are 30 apart: mend it, and "
                "start"
            ],
        ),
        (
            on_squares(x0=35),
            ON_SQUARES,
            [
                f"read.start: is 25 pixels, but {SQUARES} has no place there, the nearest is "
                f"at 35: "
                "mend it"
            ],
        ),
        (
            on_squares(edge=10),
            ON_SQUARES,
            [
                f"read.start: is 25 pixels, but {SQUARES} has no place there, the nearest is "
                f"at 35, "
                "with the map's edge of 10: mend it"
            ],
        ),
        (
            on_squares(edge=50),
            ON_SQUARES,
            [
                "read.step: 0 to 19 would be at 25 to 500 pixels, outside every board (50 to "
                "2050, with the map's edge of 50): mend start, step, first and last"
            ],
        ),
        (on_squares(), replace(ON_SQUARES, across=(10, 30)), []),  # it may begin beside the row
        (on_squares(), replace(ON_SQUARES, step=50), []),
        (on_squares(snapTo="false"), replace(ON_SQUARES, step=20), []),
        (on_squares(edgesLegal="true"), replace(ON_SQUARES, start=38), []),
        (on_squares(cornersLegal="true"), replace(ON_SQUARES, start=38), []),
        (on_squares(dx=40, snapscale="2"), replace(ON_SQUARES, start=45, step=10), []),
        (
            on_squares(dx=40, snapscale="2", edgesLegal="true"),
            replace(ON_SQUARES, start=45, step=10),
            [
                f"read.step: is 10 pixels, but the places of {SQUARES} are 20 apart: mend it, and "
                "start"
            ],
        ),
    ],
)
def test_pixels_are_those_of_the_grid(
    on: etree._Element, read: GridRead, told: list[str], tmp_path: Path
) -> None:
    found = unbound(tmp_path, host_root(on=on), bound(read))
    assert found == [f"powers.Austria.{each}" for each in told]


def test_pixels_on_a_board_whose_size_only_its_picture_tells(tmp_path: Path) -> None:
    field = board(width="0", height="0", image="board.png")
    on = map_window(field, inside=[marker("Austria")])
    read = GridRead(named("Austria"), TRACK, "x", 9000, 100)
    assert unbound(tmp_path, host_root(on=on), bound(read)) == []


def test_pixels_on_a_board_to_the_right_of_another(tmp_path: Path) -> None:
    on = map_window(
        board(name="Left"),
        board(name="Right"),
        inside=[marker("Austria")],
        laid_out=["Left", "Right"],
    )
    read = GridRead(named("Austria"), TRACK, "x", 2050, 100)
    assert unbound(tmp_path, host_root(on=on), bound(read)) == []
    (told,) = unbound(tmp_path, host_root(on=on), bound(replace(read, start=2200)))
    assert "2200 to 4100 pixels, outside every board (0 to 4000)" in told


def test_steps_on_boards_side_by_side(tmp_path: Path) -> None:
    """Their sizes shift the pixels, so that any start may be right if one is chosen in play."""
    grid = {"dx": "25", "dy": "25", "x0": "25", "y0": "0"}
    boards = [
        board(el("module.map.boardPicker.board.SquareGrid", **grid), name=name)
        for name in ("Left", "Right")
    ]
    on = map_window(*boards, inside=[marker("Austria")])
    read = GridRead(named("Austria"), TRACK, "x", 2033, 50)
    assert unbound(tmp_path, host_root(on=on), bound(read)) == []
    (told,) = unbound(tmp_path, host_root(on=on), bound(replace(read, step=30)))
    assert told.startswith("powers.Austria.read.step: is 30 pixels, but the places of the square")
    bare = map_window(boards[0], board(name="Bare"), inside=[marker("Austria")])
    assert unbound(tmp_path, host_root(on=bare), bound(replace(read, step=30))) == []


def test_map_to_which_a_key_sends_and_that_is_not_there(tmp_path: Path) -> None:
    trait = send_to_region("Mian Map", "send", "VP $VP_Austria$")
    on = main_map_with(slot("Austria VP", trait))
    told = unbound(tmp_path, host_root(on=on), bound(LOCATION, BARE))
    assert told == [
        'powers.Austria.write.key: sends it to the map "Mian Map", which the module has not; the '
        'nearest is "Main Map"' + KIND
    ]


def main_map_with(piece: etree._Element) -> etree._Element:
    field = board(zoned(zone(row("VP {}", range(20)), name="Track")))
    return map_window(field, inside=[stack(piece, x=1050, y=50)])


def test_what_is_the_same_for_powers_is_told_once(tmp_path: Path) -> None:
    on = main_map(numbers=[*range(7), *range(8, 20)])
    powers = {
        power: PowerBinding(
            replace(LOCATION, marker=named(power)),
            PropertyWrite(f"VP_{power}", named(power), "Send"),
        )
        for power in POWERS[1:]
    }
    told = unbound(tmp_path, host_root(on=on), bound(LOCATION, BY_HAND, **powers))
    assert [each.partition(": ")[0] for each in told] == [
        "powers.Austria.read.pattern (Britain, France and Russia too)",
        "powers.Britain.write.key (France and Russia too)",
    ]
    assert 'piece "Britain VP" does not listen' in told[1]


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ([], 'has no place for 7: name the place "VP 7"'),
        (["seven"], 'has no place for 7: is it "seven"? name the place "VP 7"'),
        (["Vp 7", "A", "B", "C"], 'has no place for 7: is it "Vp 7"? name the place "VP 7"'),
    ],
)
def test_places_beside_the_numbers_are_told(others: list[str], says: str, tmp_path: Path) -> None:
    names = {f"VP {n}": (50 + 100 * n, 50) for n in range(20) if n != 7}
    names |= {name: (750 + n, 50) for n, name in enumerate(others)}
    on = map_window(board(zoned(zone(regions(names), name="T"))), inside=[marker("Austria")])
    (told,) = unbound(tmp_path, host_root(on=on), bound(LOCATION))
    assert told.endswith(f"{says} in the module, or mend first and last")


def test_numbers_that_one_place_has_twice_and_another_not_at_all(tmp_path: Path) -> None:
    both = row("VP {}", range(20))
    both[7].set("name", "VP 8")
    on = map_window(board(zoned(zone(both, name="Track"))), inside=[marker("Austria")])
    (told,) = unbound(tmp_path, host_root(on=on), bound(LOCATION))
    assert "has more than one place for 8, and none for 7: rename" in told


@pytest.mark.parametrize(
    ("name", "there", "says"),
    [
        ("VP_Austria", ["Austria_VP", "Turn"], 'the nearest is "Austria_VP"'),
        ("VP_Austria", ["Turn", "Phase"], 'there is only "Phase" and "Turn"'),
        ("VP_Austria", ["Turn", "Phase", "Year", "Month"], "none of the others is like it"),
        ("VP_Austria", [], "there is no global property at all"),
    ],
)
def test_nearest_is_something_alike(name: str, there: list[str], says: str) -> None:
    assert nearest(name, there, "global property").startswith(says)


def test_names_of_the_module_make_no_second_line(tmp_path: Path) -> None:
    names = {f"VP\n{n}": (50 + 100 * n, 50) for n in range(20)}
    on = map_window(board(zoned(zone(regions(names), name="A\nB"))), inside=[marker("Austria")])
    assert len(unbound(tmp_path, host_root(on=on), bound(LOCATION))) == 1


@pytest.mark.parametrize(
    ("odd", "shown"),
    [
        ("VP\u00a0{n}", "VP\\u00a0{n}"),
        ("VP  {n}", "VP  {n}"),
        ("VP\n{n}", "VP\\n{n}"),
        ("VP\u200b {n}", "VP\\u200b {n}"),
    ],
)
def test_names_that_differ_in_blanks_only_do_not_look_alike(
    odd: str, shown: str, tmp_path: Path
) -> None:
    on = main_map(pattern=odd.replace("{n}", "{}"))
    assert unbound(tmp_path, host_root(on=on), bound(LOCATION)) == [
        f'powers.Austria.read.pattern: no places of the map "{MAP}" are a track called "VP {{n}}"; '
        f'the nearest is "{shown}"' + MEND
    ]


def test_misfit_is_the_user_s_input(tmp_path: Path) -> None:
    assert issubclass(MisfitError, InputError)
    assert MisfitError.exit_code == 2


# The binding that an extension carries


def test_extension_without_a_binding(tmp_path: Path) -> None:
    """One for any module has none; one for a module has lost it."""
    built = written_extension(tmp_path, extension_root())
    assert binding_of(built) is None
    host = read_module(write_module(tmp_path / "m.vmod", host_root()))
    with pytest.raises(InputError) as caught:
        check_fit(built, host, None)
    assert str(caught.value) == (
        f"{built.path}: is made for one module, but its entry cop_binding.toml, which says how "
        "that keeps VP, is missing; build it anew"
    )
    built = written_extension(tmp_path, extension_root(anyModule="true"))
    assert check_fit(built, host, None) == ()


def test_what_is_odd_about_an_extension_is_told(tmp_path: Path) -> None:
    entries = {"buildFile.xml": xml(extension_root(anyModule="true"))}
    host = read_module(write_module(tmp_path / "m.vmod", host_root()))
    for data, told in (
        ({}, "extensiondata is missing"),
        (
            {"extensiondata": extension_data("3.5.0")},
            'extensiondata says VASSAL version "3.5.0", the build file "3.7.5"',
        ),
    ):
        built = read_extension(write_zip(tmp_path / "e.vmdx", entries | data))
        assert check_fit(built, host, None) == (f"the extension: {told}; build it anew",)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (b"", "its entry cop_rule.toml is empty"),
        (b"# nothing", "its entry cop_rule.toml is empty"),
        (b"[rule", "cop_rule.toml: is not TOML"),
        (b"\xff", "cop_rule.toml: byte 0 is not UTF-8"),
        (b"[congress]\nlimit = 5", ""),
    ],
)
def test_rule_that_an_extension_carries(rule: bytes, told: str, tmp_path: Path) -> None:
    root = extension_root(anyModule="true")
    built = written_extension(tmp_path, root, {"cop_rule.toml": rule})
    host = read_module(write_module(tmp_path / "m.vmod", host_root()))
    found = check_fit(built, host, None)
    assert len(found) == bool(told)
    assert all(each.startswith(f"the extension: {told}") for each in found)
    assert all(each.endswith("; build it anew") for each in found)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[module", "is not TOML"),
        (b"\xff", "byte 0 is not UTF-8"),
        (b"[module]\nname = 1\n[powers]", "module.name: is 1; must be a text"),
    ],
)
def test_binding_of_an_extension_that_is_broken(content: bytes, says: str, tmp_path: Path) -> None:
    entries = {"cop_binding.toml": content}
    built = written_extension(tmp_path, extension_root(), entries)
    with pytest.raises(InputError) as caught:
        binding_of(built)
    assert str(caught.value).startswith(f"{built.path}/cop_binding.toml: ")
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
