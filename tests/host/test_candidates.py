"""One host module for each way of keeping VP that real modules have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

import pytest
from lxml import etree

from generator.binding.model import (
    ByHand,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    StepWrite,
    Track,
)
from generator.host.candidate import Candidate
from generator.host.candidates import Candidates, find_candidates, powers_of
from generator.host.read import read_module
from generator.vassal.sequence import encode

from .builder import (
    POWERS,
    board,
    el,
    map_window,
    module,
    palette,
    prop,
    properties,
    prototype,
    regions,
    roster,
    row,
    slot,
    stack,
    write_module,
    zone,
    zoned,
)

Find = Callable[..., Candidates]
Trait = tuple[str, str]


@pytest.fixture
def find(tmp_path: Path) -> Find:
    def look(*children: etree._Element, powers: Iterable[str] = POWERS) -> Candidates:
        found = read_module(write_module(tmp_path / "m.vmod", module(*children)))
        assert all("gpids" in note for note in found.notes)
        candidates = find_candidates(found, tuple(powers))
        for each in [*candidates.others, *chain(*candidates.powers.values())]:
            assert (each.read is None) == (each.write is None)
            if each.read is not None and each.write is not None:
                PowerBinding(each.read, each.write)  # a pair that a binding takes
        return candidates

    return look


def first(found: Candidates, power: str) -> Candidate:
    """Return a power's best candidate; each must have one."""
    assert set(found.powers) == set(POWERS)
    assert all(found.powers.values())
    return found.powers[power][0]


def send(key: str, region: str) -> Trait:
    """Send to Location, to a region."""
    fields = ["sendto", "", key, "Main Map", "", "0", "0", "", "", "0", "0", "0", "0", "", "R"]
    return encode([*fields, "", region, "", ""], ";"), ""


def commands(*given: tuple[str, str]) -> str:
    each = [encode(["", key, changer], ":") for key, changer in given]
    return encode(each, ",") if each else ""


def sets(name: str, key: str, value: str = "{LocationName}") -> Trait:
    """Set Global Property."""
    each = commands((key, encode(["P", value], ",")))
    return encode(["setprop", name, "true,0,80,false", each, "", "", ""], ";"), ""


def dynamic(name: str, *given: tuple[str, str], bounds: str = "true,0,80,false") -> Trait:
    return encode(["PROP", name, bounds, commands(*given), ""], ";"), "0"


def track_module(
    names: str,
    traits: Callable[[str], list[Trait]] = lambda _: [],
    *,
    called: str = "{} VP",
    zone_name: str = "VP Track",
    more: Iterable[etree._Element] = (),
) -> list[etree._Element]:
    """Make a map with one track, a marker for each power on it, and a property for each."""
    markers = [
        stack(slot(called.format(power), *traits(power), gpid=str(n)), x=1050, y=50)
        for n, power in enumerate(POWERS)
    ]
    field = board(zoned(zone(row(names, range(20)), name=zone_name)))
    return [map_window(field, inside=markers, moveKey="57348,0,Moved"), *more]


def in_step(power: str) -> list[Trait]:
    name = f"VP_{power}"
    return [sets(name, "57348,0,Moved"), send("57348,0,ToPlace", f"${name}$")]


GLOBALS = properties(*[prop(f"VP_{power}") for power in POWERS])


def test_a_bare_numbers_with_a_property_in_step(find: Find) -> None:
    found = first(find(*track_module("{}", in_step, more=[GLOBALS])), "France")
    marker = Marker("Main Map", name="France VP")
    assert found.pattern == "A"
    assert found.element == 'piece "France VP"'
    assert found.read == LocationRead(marker, Track(0, 19))
    assert found.write == PropertyWrite("VP_France", marker, "ToPlace")
    told = " / ".join(found.evidence)
    assert "it starts on 10 of zone" in told
    assert 'it sets the property "VP_France" when it is moved' in told
    assert 'key ToPlace sends it to the place that "VP_France" names' in told
    assert found.doubts == ()


def test_a_through_a_trigger(find: Find) -> None:
    def traits(power: str) -> list[Trait]:
        trigger = encode(
            ["macro", "", "", "57348,0,Moved", "", "", r"57348\,0\,Keep", "false"], ";"
        )
        return [(trigger, ""), sets(f"VP_{power}", "57348,0,Keep")]

    found = first(find(*track_module("{}", traits, more=[GLOBALS])), "Russia")
    assert 'it sets the property "VP_Russia" when it is moved' in found.evidence
    assert found.read == LocationRead(Marker("Main Map", name="Russia VP"), Track(0, 19))
    assert found.write == ByHand()


def test_a_property_that_is_not_kept_when_moved(find: Find) -> None:
    def traits(power: str) -> list[Trait]:
        return [sets(f"VP_{power}", "57348,0,OnlyWhenAsked")]

    found = first(find(*track_module("{}", traits, more=[GLOBALS])), "Austria")
    assert 'it sets the property "VP_Austria"' in found.evidence
    assert found.read == LocationRead(Marker("Main Map", name="Austria VP"), Track(0, 19), "{n}")


def test_traits_of_a_prototype_count(find: Find) -> None:
    given = track_module("{}", lambda power: [(f"prototype;Mark {power}", "")], more=[GLOBALS])
    protos = [prototype(f"Mark {power}", *in_step(power)) for power in POWERS]
    found = first(find(*given, *protos), "Britain")
    marker = Marker("Main Map", name="Britain VP")
    assert found.write == PropertyWrite("VP_Britain", marker, "ToPlace")


@pytest.mark.parametrize(
    ("names", "place", "fits"),
    [
        ("{}", "$VP_France$", True),
        ("{}", "{VP_France}", True),
        ("VP {}", "VP $VP_France$", True),
        ("VP {}", '{"VP " + VP_France}', True),
        ("{} VP", '{VP_France+" VP"}', True),
        ("VP {}", "$VP_France$", False),
        ("{}", "{VP_France*2}", False),
        ("{}", "{VP_France+1}", False),
        ("{}", "5", False),
    ],
)
def test_key_that_sends_a_marker_where_a_number_says(
    names: str, place: str, fits: bool, find: Find
) -> None:
    given = track_module(names, lambda _: [send("57348,0,To", place)], more=[GLOBALS])
    found = first(find(*given), "France")
    marker = Marker("Main Map", name="France VP")
    assert found.write == (PropertyWrite("VP_France", marker, "To") if fits else ByHand())


@pytest.mark.parametrize(
    ("names", "value"),
    [
        ("{}", "{LocationName}"),
        ("VP {}", "{LocationName}"),
        ("VP {}", "{Integer.parseInt(LocationName.substring(3))}"),
    ],
)
def test_place_is_read_whatever_property_is_in_step(names: str, value: str, find: Find) -> None:
    """The property follows only as long as the module sees to it; players see the place."""

    def traits(power: str) -> list[Trait]:
        return [sets(f"VP_{power}", "57348,0,Moved", value)]

    found = first(find(*track_module(names, traits, more=[GLOBALS])), "France")
    assert isinstance(found.read, LocationRead)


def test_zone_that_adds_its_name_to_the_places(find: Find) -> None:
    field = board(zoned(zone(row("{}", range(20)), name="VP", form="$name$ $gridLocation$")))
    markers = [stack(slot(f"{p} VP", *in_step(p)), x=50, y=50) for p in POWERS]
    found = first(find(map_window(field, inside=markers), GLOBALS), "France")
    marker = Marker("Main Map", name="France VP")
    assert found.read == LocationRead(marker, Track(0, 19), "VP {n}")
    assert found.write == PropertyWrite("VP_France", marker, "ToPlace")


def test_plain_key_cannot_be_sent(find: Find) -> None:
    given = track_module("{}", lambda power: [send("65,130", f"$VP_{power}$")], more=[GLOBALS])
    found = first(find(*given), "France")
    assert found.write == ByHand()
    assert any("no named key" in doubt for doubt in found.doubts)


@pytest.mark.parametrize(
    ("names", "letter", "pattern"),
    [
        ("{}", "A", "{n}"),
        ("VP {}", "B", "VP {n}"),
        ("{} VP", "B", "{n} VP"),
        ("Turn {} Victory Points", "C", "Turn {n} Victory Points"),
    ],
)
def test_a_b_c_by_the_words_around_the_number(
    names: str, letter: str, pattern: str, find: Find
) -> None:
    found = first(find(*track_module(names)), "Austria")
    assert found.pattern == letter
    assert found.read == LocationRead(
        Marker("Main Map", name="Austria VP"), Track(0, 19), pattern, "LocationName"
    )
    assert found.write == ByHand()
    assert any("written by hand" in doubt for doubt in found.doubts)


def test_b_one_signed_property_names_no_power(find: Find) -> None:
    field = board(zoned(zone(row("VP {}", range(-10, 11)), name="Track")))
    value = '{Integer.parseInt(LocationName.replace("VP ",""))}'
    marker = stack(slot("VP", sets("VP", "57348,0,Moved", value)), x=50, y=50)
    found = find(
        map_window(field, inside=[marker], moveKey="57348,0,Moved"), properties(prop("VP"))
    )
    assert not any(found.powers.values())
    assert [each.pattern for each in found.others] == ["B", "H"]
    assert found.others[0].read == LocationRead(
        Marker("Main Map", name="VP"), Track(-10, 10), "VP {n}"
    )


def test_c_half_points_in_a_doubled_property(find: Find) -> None:
    def traits(power: str) -> list[Trait]:
        name = f"VP_{power}_doubled"
        return [sets(name, "57348,0,Moved"), send("57348,0,To", f"${name}$")]

    more = [properties(*[prop(f"VP_{power}_doubled") for power in POWERS])]
    found = first(find(*track_module("Turn {} Victory Points", traits, more=more)), "France")
    assert found.pattern == "C"
    assert isinstance(found.read, LocationRead)
    assert found.write == ByHand()
    assert any("twice" in doubt for doubt in found.doubts)


@pytest.mark.parametrize("digits", ["x10", "tens", "units", "x1"])
def test_d_tens_and_units_cannot_be_bound(digits: str, find: Find) -> None:
    given = track_module("{}", called=f"{{}} VP {digits}")
    found = first(find(*given), "France")
    assert found.pattern == "D"
    assert found.read is None
    assert found.write is None
    assert any("cannot be bound" in doubt for doubt in found.doubts)


def test_e_a_zone_for_each_value(find: Find) -> None:
    zones = [
        zone(name=f"VP {n}", box=(n * 100, 0, n * 100 + 100, 100), form="$name$") for n in range(12)
    ]
    markers = [stack(slot(f"VP {power}"), x=350, y=50) for power in POWERS]
    found = first(find(map_window(board(zoned(*zones)), inside=markers)), "Britain")
    assert found.pattern == "E"
    assert found.read == LocationRead(
        Marker("Main Map", name="VP Britain"), Track(0, 11), "VP {n}", "CurrentZone"
    )
    assert "it starts on 3 of" in " ".join(found.evidence)


STEPS = (("57348,0,Up", "I,1"), ("57348,0,Down", "I,-1"))


def test_f_dynamic_property(find: Find) -> None:
    markers = [stack(slot(f"{power} marker", dynamic("VP", *STEPS))) for power in POWERS]
    found = first(find(map_window(board(), inside=markers)), "Austria")
    marker = Marker("Main Map", name="Austria marker")
    assert found.pattern == "F"
    assert found.read == PiecePropertyRead(marker, "VP", Track(0, 80))
    assert found.write == StepWrite(marker, "Up", "Down")


@pytest.mark.parametrize(
    ("up", "down"), [("P,{VP+1}", "P,{VP-1}"), ("P,{ VP + 1 }", "P,{VP - 1}"), ("I,1", "I,-1")]
)
def test_f_steps_by_any_way_of_counting(up: str, down: str, find: Find) -> None:
    trait = dynamic("VP", ("57348,0,More", up), ("57348,0,Less", down))
    markers = [stack(slot(power, trait)) for power in POWERS]
    found = first(find(map_window(board(), inside=markers)), "Russia")
    assert found.write == StepWrite(Marker("Main Map", name="Russia"), "More", "Less")


def test_f_nameless_pieces_are_found_by_gpid(find: Find) -> None:
    markers = [
        stack(slot("", dynamic("VPs", ("86,130", "I,1")), ("mark;Nation", power), gpid=f"1{n}"))
        for n, power in enumerate(POWERS)
    ]
    found = first(find(map_window(board(), inside=markers)), "France")
    assert found.element == 'the piece with gpid 12 in the at-start stack "(0,0)"'
    assert found.read == PiecePropertyRead(Marker("Main Map", gpid="12"), "VPs", Track(0, 80))
    assert found.write == ByHand()
    assert any("only Ctrl+V" in doubt for doubt in found.doubts)


def test_f_without_bounds(find: Find) -> None:
    trait = dynamic("Score", bounds="false,0,0,false")
    found = first(find(map_window(inside=[stack(slot(p, trait)) for p in POWERS])), "France")
    assert isinstance(found.read, PiecePropertyRead)
    assert found.read.track.first < 0
    assert found.read.track.last > 80


@pytest.mark.parametrize(
    ("begins", "fits"), [("none", False), ("9.5", False), ("-3", True), ("", True)]
)
def test_f_property_that_begins_as_no_number_cannot_be_bound(
    begins: str, fits: bool, find: Find
) -> None:
    kind, _ = dynamic("VP", *STEPS)
    on = map_window(board(), inside=[stack(slot(f"{each} VP", (kind, begins))) for each in POWERS])
    found = first(find(on), "Austria")
    told = f'its dynamic property "VP" begins as "{begins}"'
    assert (found.read is not None, told in found.evidence) == (fits, fits)
    assert (
        f"cannot be bound: {told}, which is no whole number of at most 7 digits" in found.doubts
    ) == (not fits)


@pytest.mark.parametrize(("begins", "fits"), [("nine", False), ("9.5", False), ("", True)])
def test_h_property_that_begins_as_no_number_cannot_be_bound(
    begins: str, fits: bool, find: Find
) -> None:
    found = first(find(properties(*[prop(f"VP_{power}", begins) for power in POWERS])), "Austria")
    assert (found.read is not None) == fits
    told = f'cannot be bound: it begins as "{begins}", which is no whole number of at most 7 digits'
    assert (told in found.doubts) == (not fits)


def test_f_without_name_or_gpid_cannot_be_found(find: Find, tmp_path: Path) -> None:
    piece = stack(slot("", dynamic("VP"), ("mark;Nation", "France"), gpid=""))
    path = write_module(tmp_path / "m.vmod", module(map_window(inside=[piece])))
    (found,) = find_candidates(read_module(path), ["France"]).powers["France"]
    assert found.read is None
    assert any("cannot be found" in doubt for doubt in found.doubts)


def square(**given: str) -> etree._Element:
    place = {"x0": "50", "y0": "50", "dx": "100", "dy": "100"}
    return el("module.map.boardPicker.board.SquareGrid", **{**place, **given})


def grid_module(
    box: tuple[int, int, int, int],
    *more: etree._Element,
    place: Callable[[int], tuple[int, int]] = lambda _: (50, 50),
    traits: Iterable[Trait] = (),
    laid_out: Iterable[str] = (),
) -> etree._Element:
    """Make a map with a square grid in a zone, and markers at places counted from its corner."""
    field = board(zoned(zone(square(), name="VP", box=box)))
    markers = [
        stack(slot(f"{power} VP", *traits), x=box[0] + place(n)[0], y=box[1] + place(n)[1])
        for n, power in enumerate(POWERS)
    ]
    edges = {"edgeWidth": "7", "edgeHeight": "9"}
    return map_window(field, *more, inside=markers, laid_out=laid_out, **edges)


@pytest.mark.parametrize(
    ("box", "axis", "start", "count", "across"),
    [
        ((200, 0, 1200, 100), "x", 257, 10, (9, 109)),
        ((0, 300, 100, 800), "y", 359, 5, (7, 107)),
        ((230, 0, 1230, 100), "x", 357, 9, (9, 109)),  # half a place at either end is none
    ],
)
def test_g_regular_grid(
    box: tuple[int, int, int, int],
    axis: str,
    start: int,
    count: int,
    across: tuple[int, int],
    find: Find,
) -> None:
    found = first(find(grid_module(box)), "France")
    marker = Marker("Main Map", name="France VP")
    assert found.pattern == "G"
    assert isinstance(found.read, GridRead)
    assert found.read.axis == axis
    assert (found.read.marker, found.read.track) == (marker, Track(0, count - 1))
    assert (found.read.start, found.read.step, found.read.across) == (start, 100, across)
    assert found.write == ByHand()
    assert any("a guess" in doubt for doubt in found.doubts)


@pytest.mark.parametrize(
    ("laid_out", "start", "doubted"),
    [
        ((), 57, True),
        (("Board", "Second"), 57, False),
        (("Second", "Board"), 2057, False),
        (("Picture", "Board"), 57, True),
        (("Board", "Picture"), 57, False),
        (("Gone", "Board"), 57, False),
        (("Board",), 57, False),
        (("Board", "Board"), 57, True),
    ],
)
def test_g_boards_side_by_side(
    laid_out: Iterable[str], start: int, doubted: bool, find: Find
) -> None:
    """Map.getLocation: the boards to the left of one shift it by their widths."""
    others = board(name="Second"), board(name="Picture", width="0", height="0", image="b.png")
    on = grid_module((0, 0, 1000, 100), *others, laid_out=laid_out)
    for each in on.iter("VASSAL.build.module.map.SetupStack"):
        each.set("owningBoard", "Board")
    found = first(find(on), "France")
    assert isinstance(found.read, GridRead)
    assert (found.read.start, found.read.across) == (start, (9, 109))
    assert any("boards side by side" in doubt for doubt in found.doubts) == doubted


@pytest.mark.parametrize(
    ("laid_out", "told"),
    [
        ((), "have the same names: boards to choose from may have them"),
        (("One", "Two"), "have the same names, so that the marker may be read or sent there"),
        (("One",), ""),
    ],
)
def test_same_names_on_two_boards(laid_out: Iterable[str], told: str, find: Find) -> None:
    boards = [
        board(zoned(zone(row("{}", range(20)), name=f"VP {name}")), name=name)
        for name in ("One", "Two")
    ]
    markers = [stack(slot(f"{power} VP"), x=1050, y=50, owningBoardName="One") for power in POWERS]
    found = first(find(map_window(*boards, inside=markers, laid_out=laid_out)), "France")
    assert any("have the same names" in doubt for doubt in found.doubts) == bool(told)
    assert any(told in doubt for doubt in found.doubts)


@pytest.mark.parametrize(
    ("place", "axis", "start", "across", "guessed"),
    [
        (lambda n: (150 + 100 * n, 250), "x", 57, (209, 309), False),
        (lambda n: (250, 150 + 100 * n), "y", 59, (207, 307), False),
        (lambda _: (150, 250), "x", 57, (209, 309), True),
        (lambda n: (150 + 100 * n, 150 + 100 * n), "x", 57, (309, 409), True),
    ],
)
def test_g_one_of_many_rows(
    place: Callable[[int], tuple[int, int]],
    axis: str,
    start: int,
    across: tuple[int, int],
    guessed: bool,
    find: Find,
) -> None:
    """The markers of one track stand in one row; where they do not say which, that is a guess."""
    found = first(find(grid_module((0, 0, 1000, 800), place=place)), "France")
    assert isinstance(found.read, GridRead)
    assert (found.read.axis, found.read.start, found.read.across) == (axis, start, across)
    assert found.read.track == Track(0, 9 if axis == "x" else 7)
    assert any("that the track is a row" in doubt for doubt in found.doubts) == guessed


def test_g_one_of_many_rows_is_less_than_a_property(find: Find) -> None:
    found = find(grid_module((0, 0, 1000, 800)), GLOBALS)
    assert [each.pattern for each in found.powers["France"]] == ["H", "G"]
    found = find(grid_module((0, 0, 1000, 100)), GLOBALS)
    assert [each.pattern for each in found.powers["France"]] == ["G", "H"]


def test_g_moved_by_its_own_keys(find: Find) -> None:
    """Translate counts upwards, pixels downwards."""
    moves = [
        (encode(["translate", "", f"57348,0,{key}", "0", dy, "false"], ";"), "")
        for key, dy in (("On", "-100"), ("Back", "100"))
    ]
    found = first(find(grid_module((0, 300, 100, 800), traits=moves)), "France")
    assert found.write == StepWrite(Marker("Main Map", name="France VP"), "On", "Back")


def test_g_on_a_board_whose_size_only_its_picture_tells(find: Find) -> None:
    field = board(square(), width="0", height="0", image="map.png")
    markers = [stack(slot(f"{power} VP"), x=150 + 100 * n, y=250) for n, power in enumerate(POWERS)]
    found = first(find(map_window(field, inside=markers)), "France")
    assert found.read is None
    assert dict(found.known) == {
        "kind": "grid",
        "map": "Main Map",
        "marker": "France VP",
        "axis": "x",
        "start": 50,
        "step": 100,
        "across_first": 200,
        "across_last": 300,
        "first": 0,
        "last": 0,
    }
    assert "how far the track goes is not known: fill in last" in found.doubts


def test_g_without_any_grid(find: Find) -> None:
    markers = [stack(slot(f"{power} VP"), x=150, y=250) for power in POWERS]
    found = first(find(map_window(board(), inside=markers, edgeWidth="7")), "Austria")
    assert found.read is None
    known = dict(found.known)
    assert (known["kind"], known["marker"], known["start"], known["step"]) == (
        "grid",
        "Austria VP",
        157,
        0,
    )


def test_g_places_between_pixels_cannot_be_bound(find: Find) -> None:
    field = board(square(dx="34.64"), width="1000", height="30")
    markers = [stack(slot(f"{power} VP"), x=50, y=10) for power in POWERS]
    found = first(find(map_window(field, inside=markers)), "France")
    assert (found.read, found.known) == (None, ())
    assert found.doubts == (
        "is not drafted: its places are 34.64 pixels apart, must be a whole number",
    )


def test_h_properties_only(find: Find) -> None:
    found = first(find(GLOBALS), "Austria")
    assert found.pattern == "H"
    assert found.element == 'global property "VP_Austria"'
    assert found.target.endswith("GlobalProperty:VP_Austria")
    assert found.read == PropertyRead("VP_Austria")
    assert found.write == PropertyWrite("VP_Austria")


def test_h_property_that_a_turn_counter_has_too_cannot_be_bound(find: Find) -> None:
    turns = el("module.turn.CounterTurnLevel", property="VP_Austria", start="1")
    found = first(find(GLOBALS, el("module.turn.TurnTracker", turns, name="Turn")), "Austria")
    assert found.read is None
    assert "cannot be bound: a turn counter of the module has that name too" in found.doubts


def test_h_property_of_a_map_cannot_be_bound(find: Find) -> None:
    given = properties(*[prop(f"VP {power}") for power in POWERS])
    found = first(find(map_window(inside=[given])), "Austria")
    assert found.read is None
    assert any("not of the module" in doubt for doubt in found.doubts)


def test_h_property_that_a_marker_sets_is_second(find: Find) -> None:
    found = find(*track_module("{}", in_step, more=[GLOBALS])).powers["France"]
    assert [each.pattern for each in found] == ["A", "H"]
    assert found[1].write == ByHand()
    assert any("would not follow" in doubt for doubt in found[1].doubts)


def test_h_of_two_the_plainer_name_is_better(find: Find) -> None:
    given = properties(prop("VP_France_before_the_last_turn"), prop("VP_France"))
    found = find(given).powers["France"]
    assert [each.title for each in found] == [
        'global property "VP_France"',
        'global property "VP_France_before_the_last_turn"',
    ]


def layer(*levels: str, follows: str = "") -> Trait:
    fields = ["emb2", *[""] * 15, encode([f"{n}.png" for n in levels], ",")]
    fields += [encode(levels, ","), "true", "VP", "", ""]
    fields += ["true" if follows else "false", follows, "1", "1", "true"]
    return encode([*fields, "", "57348,0,Next", "57348,0,Back", "", "1.0"], ";"), "1"


def test_l_layer_is_more_than_pixels(find: Find) -> None:
    levels = layer(*map(str, range(41)))
    markers = [stack(slot(f"{power} VP", levels), x=50, y=50) for power in POWERS]
    found = find(map_window(board(), inside=markers))
    assert [each.pattern for each in found.powers["France"]] == ["L"]


def test_l_layer(find: Find) -> None:
    levels = layer(*map(str, range(9)))
    markers = [stack(slot(f"{power} score", levels)) for power in POWERS]
    found = first(find(map_window(inside=markers)), "Britain")
    marker = Marker("Main Map", name="Britain score")
    assert found.pattern == "L"
    assert found.read == PiecePropertyRead(marker, "VP_Level", Track(0, 8), offset=-1)
    assert found.write == StepWrite(marker, "Next", "Back")


@pytest.mark.parametrize(
    ("levels", "offset", "guessed"),
    [
        (("1", "2", "3", "4", "5"), 0, False),
        (("+10", "+11", "+12", "+13", "+14"), 9, False),
        (("a", "b", "c", "d", "e"), -1, True),
        (("1", "3", "5", "7", "9"), -1, True),
    ],
)
def test_l_first_level(levels: tuple[str, ...], offset: int, guessed: bool, find: Find) -> None:
    markers = [stack(slot(f"{power} score", layer(*levels))) for power in POWERS]
    found = first(find(map_window(inside=markers)), "Britain")
    assert isinstance(found.read, PiecePropertyRead)
    assert found.read.offset == offset
    assert any("a guess" in doubt for doubt in found.doubts) == guessed


def test_l_layer_that_follows_nothing_yet_has_no_keys(find: Find) -> None:
    """Embellishment.myKeyEvent looks at the switch only."""
    kind, state = layer(*map(str, range(20)))
    fields = kind.split(";")
    fields[22] = "true"
    pieces = [stack(slot(f"{power} VP", (";".join(fields), state))) for power in POWERS]
    found = first(find(map_window(board(), inside=pieces)), "Austria")
    assert found.pattern == "L"
    assert found.write == ByHand()


def test_l_layer_that_follows_a_property(find: Find) -> None:
    levels = layer(*map(str, range(9)), follows="VP_Shown")
    markers = [stack(slot(f"{power} score", levels)) for power in POWERS]
    found = first(find(map_window(inside=markers)), "Britain")
    assert found.write == ByHand()
    assert any('"VP_Shown"' in doubt for doubt in found.doubts)


def test_k_deck_cannot_be_bound(find: Find) -> None:
    decks = [el("module.map.DrawPile", slot("Card"), name=f"VP {power}") for power in POWERS]
    found = first(find(map_window(inside=decks)), "Russia")
    assert found.pattern == "K"
    assert found.read is None


def test_marker_moved_along_the_track_by_its_own_keys(find: Find) -> None:
    def traits(_: str) -> list[Trait]:
        move = ["false", "0", "0", "0", "0", ""]
        return [
            (encode(["translate", "On", "57348,0,On", "100", "0", *move], ";"), ""),
            (encode(["translate", "Back", "57348,0,Back", "-100", "0", *move], ";"), ""),
        ]

    found = first(find(*track_module("{}", traits)), "Russia")
    assert found.write == StepWrite(Marker("Main Map", name="Russia VP"), "On", "Back")


def test_marker_that_is_stepped_is_read_itself(find: Find) -> None:
    def traits(power: str) -> list[Trait]:
        move = [
            (encode(["translate", "", f"57348,0,{key}", dx, "0", "false"], ";"), "")
            for key, dx in (("On", "100"), ("Back", "-100"))
        ]
        return [sets(f"VP_{power}", "57348,0,Moved"), *move]

    found = first(find(*track_module("{}", traits, more=[GLOBALS])), "Russia")
    assert isinstance(found.write, StepWrite)
    assert isinstance(found.read, LocationRead)


def test_marker_that_starts_beside_the_track(find: Find) -> None:
    """As in a box of what is not in play yet."""
    track = row("{}", range(20), y=950)
    box = zone(track, name="VP Track", box=(0, 900, 2000, 1000))
    turns = zone(row("{}", range(20)), name="Turns", box=(0, 0, 2000, 100))
    markers = [stack(slot(f"{power} VP"), x=500, y=500) for power in POWERS]
    found = first(find(map_window(board(zoned(box, turns)), inside=markers)), "France")
    assert found.read == LocationRead(Marker("Main Map", name="France VP"), Track(0, 19))
    assert any("it starts beside zone" in each for each in found.evidence)
    two = zone(row("{}", range(20), y=450), name="Victory", box=(0, 400, 2000, 480))
    none = find(map_window(board(zoned(box, two)), inside=markers))
    assert none.powers["France"] == ()


def test_two_markers_of_one_name_are_told(find: Find) -> None:
    given = track_module("{}")
    given[0].append(stack(slot("France VP"), x=50, y=50))
    found = find(*given)
    assert any("2 pieces of a new game" in doubt for doubt in found.powers["France"][0].doubts)
    assert found.powers["France"][0].score < found.powers["Russia"][0].score


def test_faults_of_the_track_are_told(find: Find) -> None:
    names = {f"VP {n:02}": (50 + 100 * n, 50) for n in range(12) if n != 4}
    field = board(zoned(zone(regions(names), name="Track")))
    markers = [stack(slot(f"{power} VP"), x=50, y=50) for power in POWERS]
    doubts = first(find(map_window(field, inside=markers)), "France").doubts
    assert any("no place for 4" in doubt for doubt in doubts)
    assert any("zeros in front" in doubt for doubt in doubts)


def test_pieces_in_a_palette_only(find: Find) -> None:
    pieces = palette(*[slot(f"{power} VP", dynamic("VP", *STEPS)) for power in POWERS])
    found = first(find(map_window(board()), pieces), "France")
    assert found.read == PiecePropertyRead(Marker("Main Map", name="France VP"), "VP", Track(0, 80))
    assert any("in a palette" in doubt for doubt in found.doubts)


def test_module_without_maps(find: Find) -> None:
    found = first(find(palette(*[slot(f"{p} VP", dynamic("VP")) for p in POWERS])), "France")
    assert found.read is None
    assert any("no map" in doubt for doubt in found.doubts)


def test_markers_named_by_adjectives_on_a_general_track(find: Find) -> None:
    names = ("Austrian", "British", "French", "Russian")
    markers = [stack(slot(f"{name} VP"), x=250, y=50) for name in names]
    field = board(zoned(zone(row("{}", range(30)), name="General Records Track")))
    found = first(find(map_window(field, inside=markers)), "Britain")
    assert found.element == 'piece "British VP"'
    assert found.pattern == "A"


def test_units_are_no_candidates(find: Find) -> None:
    pieces = [slot(f"{power} Corps {n}", gpid=f"{n}") for power in POWERS for n in range(5)]
    found = find(palette(*pieces), properties(prop("France_Resources"), prop("Turn")))
    assert not any(found.powers.values())
    assert found.others == ()


def test_property_in_step_is_worth_more_than_a_name_alone(find: Find) -> None:
    given = track_module("{}", in_step, more=[GLOBALS])
    stray = palette(slot("France VP extra", dynamic("VP")))
    found = find(*given, stray).powers["France"]
    assert found[0].element == 'piece "France VP"'


def test_same_module_same_order(find: Find) -> None:
    given = track_module("{}", in_step, more=[GLOBALS])
    extra = [palette(*[slot(f"France VP {n}", dynamic("VP"), gpid=f"{n}") for n in range(9)])]
    assert find(*given, *extra) == find(*given, *extra)


def test_equal_candidates_are_shown_once(find: Find) -> None:
    pieces = [slot("France VP", dynamic("VP"), gpid=f"{n}") for n in range(9)]
    found = find(map_window(board()), palette(*pieces)).powers["France"]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("sides", "powers"),
    [
        ((), POWERS),
        (("French", "Coalition"), POWERS),
        (("Aesir", "Jotun"), ("Aesir", "Jotun")),
        (("Prussia",), ("Prussia",)),
    ],
)
def test_powers_that_are_looked_for(
    sides: tuple[str, ...], powers: tuple[str, ...], tmp_path: Path
) -> None:
    found = read_module(write_module(tmp_path / "m.vmod", module(roster(*sides))))
    assert powers_of(found, POWERS) == powers
