"""How real modules keep VP, as hosts of our own in a real engine: what a binding is built on.

Expressions are at the module's level unless a piece is named. On the registry's engine the harness
stands in for Sum and Count there, see ``test_bare_registry_engine_sums_nothing``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.binding.model import PiecePropertyRead, PropertyWrite, StepWrite
from tests.interface import POWERS

from .harness import Engine, Piece
from .homes import EngineHome
from .tracks import HOSTS, MAP, START, Track, bare_regions, pixels, worded_regions, zones

START_ENGINE = Callable[..., Engine]


def on(patterns: str) -> pytest.MarkDecorator:
    """Run a test on the host of each of these patterns."""
    return pytest.mark.parametrize("shared", list(patterns), indirect=True)


@pytest.fixture(scope="module")
def shared(
    request: pytest.FixtureRequest, home: EngineHome, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, Track]]:
    track = HOSTS[request.param](tmp_path_factory.mktemp(request.param) / "host.vmod")
    with Engine.open(home, track.module) as engine:
        assert engine.problems() == []
        yield engine, track


@pytest.fixture
def track(shared: tuple[Engine, Track]) -> Track:
    return shared[1]


@pytest.fixture
def game(shared: tuple[Engine, Track]) -> Engine:
    """A host alone, without our extension, in a new game."""
    engine = shared[0]
    engine.clear()
    engine.new_game("Austria")
    return engine


def condition(track: Track, power: str) -> str:
    """Return the condition that only a power's marker meets."""
    marker = track.markers[power]
    return f'BasicName=="{marker.name}"' if marker.name else f'PieceId=="{marker.gpid}"'


def total(name: str, where: str, over: str = MAP) -> str:
    return f'{{Sum("{name}", "{_filter(where)}", "{over}")}}'


def count(where: str, over: str = MAP) -> str:
    return f'{{Count("{_filter(where)}", "{over}")}}'


def _filter(where: str) -> str:
    escaped = where.replace('"', '\\"')
    return f"{{{escaped}}}"


def one(engine: Engine, expression: str) -> str:
    (value,) = engine.evaluate(expression)
    return value


def marker(engine: Engine, track: Track, power: str) -> Piece:
    found = track.markers[power]
    return engine.find_piece(found.map, name=found.name, gpid=found.gpid)


def drag(engine: Engine, track: Track, power: str, value: int) -> None:
    engine.move_piece(marker(engine, track, power).id, MAP, *track.at(value))


def spot(engine: Engine, track: Track, power: str) -> tuple[int, int]:
    piece = marker(engine, track, power)
    return piece.x, piece.y


def spots(engine: Engine, track: Track) -> dict[str, tuple[int, int]]:
    return {power: spot(engine, track, power) for power in track.markers}


# The hosts


@on("ABEFGHL")
def test_host_opens_with_its_markers(game: Engine, track: Track) -> None:
    assert game.problems() == []
    assert game.dialogs() == []
    at_start = {piece.gpid for piece in game.pieces(MAP)} - {"1"}
    assert at_start == {track.gpids[power] for power in track.markers}
    for power, name in track.properties.items():
        assert game.prop(name) == str(START[power])
    if track.point is not None:
        assert spots(game, track) == {power: track.at(START[power]) for power in POWERS}


@on("AB")
def test_writing_the_property_moves_no_marker(game: Engine, track: Track) -> None:
    before = spots(game, track)
    game.set_props(dict.fromkeys(track.properties.values(), 3))
    assert spots(game, track) == before
    assert game.problems() == []


@on("ABEG")
def test_dragging_a_marker(game: Engine, track: Track) -> None:
    """The property follows in A alone; one Undo takes place and property back."""
    properties = game.all_props()
    here = spot(game, track, "Austria")
    drag(game, track, "Austria", 33)
    assert spot(game, track, "Austria") == track.at(33)
    follows = isinstance(track.bindings["Austria"].write, PropertyWrite)
    name = track.properties.get("Austria", "")
    assert game.all_props() == ({**properties, name: "33"} if follows else properties)
    game.undo()
    assert (spot(game, track, "Austria"), game.all_props()) == (here, properties)
    assert not game.can_undo
    assert game.problems() == []


@on("A")
def test_key_sends_the_marker_to_the_property(game: Engine, track: Track) -> None:
    game.set_props(VP_Austria=60)
    assert game.piece_key(marker(game, track, "Austria").id, "sendVP")
    assert spot(game, track, "Austria") == track.at(60)
    assert game.prop("VP_Austria") == "60"
    game.undo()
    assert spot(game, track, "Austria") == track.at(START["Austria"])
    # The Undo of the move does not fire the module's key for moved pieces: the property stays.
    assert game.prop("VP_Austria") == "60"
    assert game.problems() == []


@on("A")
def test_key_sends_the_marker_nowhere_without_such_a_region(game: Engine, track: Track) -> None:
    """Where the property names no region the marker stays, and the engine calls it bad data."""
    game.set_props(VP_Austria=81)
    game.piece_key(marker(game, track, "Austria").id, "sendVP")
    assert spot(game, track, "Austria") == track.at(START["Austria"])
    assert any("Region" in problem for problem in game.problems())


@on("FL")
def test_keys_step_the_value(game: Engine, track: Track) -> None:
    for power, bound in track.bindings.items():
        assert isinstance(bound.write, StepWrite)
        value = reading(track, power)
        piece = marker(game, track, power).id
        assert one(game, value) == str(START[power])
        assert game.piece_key(piece, bound.write.up)
        assert game.piece_key(piece, bound.write.up)
        assert one(game, value) == str(START[power] + 2)
        assert game.piece_key(piece, bound.write.down)
        assert one(game, value) == str(START[power] + 1)
        game.undo()
        assert one(game, value) == str(START[power] + 2)
    assert game.problems() == []


@on("L")
def test_layer_that_does_not_loop_stops_at_its_ends(game: Engine, track: Track) -> None:
    piece = marker(game, track, "Russia").id
    for _ in range(START["Russia"] + 3):
        game.piece_key(piece, "previous")
    assert one(game, reading(track, "Russia")) == "0"
    assert game.piece_props(piece, "VP_Level") == {"VP_Level": "1"}


# Reading


def reading(track: Track, power: str) -> str:
    """Return the expression that reads the value of F or L."""
    where = condition(track, power)
    read = track.bindings[power].read
    assert isinstance(read, PiecePropertyRead)
    return f"{total(read.property, where)[:-1]}+{read.offset}}}"


@on("A")
def test_sum_of_bare_locations(game: Engine, track: Track) -> None:
    for power in POWERS:
        assert one(game, total("LocationName", condition(track, power))) == str(START[power])
    drag(game, track, "Austria", 0)
    assert one(game, total("LocationName", condition(track, "Austria"))) == "0"
    assert one(game, count(condition(track, "Austria"))) == "1"


@on("A")
def test_bare_location_in_a_filter(game: Engine, track: Track) -> None:
    """It is a number that equals its text; its own methods are a text's, those of ``""+`` are not.

    What cannot be evaluated meets no condition, and is bad data.
    """
    austria = condition(track, "Austria")
    for where in (
        "LocationName==20",
        'LocationName=="20"',
        "LocationName>19",
        "LocationName+1==21",
        "LocationName.length()==2",
        "String.valueOf(LocationName).length()==2",
    ):
        assert one(game, count(f"{austria} && {where}")) == "1", where
    assert game.problems() == []
    assert one(game, count(f'{austria} && (""+LocationName).length()==2')) == "0"
    assert len(game.problems()) == 1


@on("B")
def test_number_within_words(game: Engine, track: Track) -> None:
    """Sum takes whole numbers only, silently; Count by the bits of the number reads it."""
    for value in (-10, -1, 0, 12, 90):
        drag(game, track, "Austria", value)
        austria = condition(track, "Austria")
        assert one(game, total("LocationName", austria)) == "0"
        assert one(game, count(f'{austria} && LocationName=="VP {value}"')) == "1"
        number = "(Integer.parseInt(LocationName.substring(3))+10)"
        bits = [one(game, count(f"{austria} && ({number}>>{bit})%2==1")) for bit in range(7)]
        assert sum(int(on_) << bit for bit, on_ in enumerate(bits)) - 10 == value
    assert game.problems() == []


@on("E")
def test_zone_of_a_value(game: Engine, track: Track) -> None:
    """CurrentZone is the zone's name; without a grid in the zone LocationName is what it shows."""
    piece = marker(game, track, "Austria").id
    assert game.piece_props(piece, "CurrentZone", "LocationName") == {
        "CurrentZone": "20",
        "LocationName": "20",
    }
    assert one(game, total("CurrentZone", condition(track, "Austria"))) == "20"
    x, y = track.at(31)
    game.move_piece(piece, MAP, x + 17, y - 13)
    assert spot(game, track, "Austria") == (x + 17, y - 13)
    assert one(game, total("CurrentZone", condition(track, "Austria"))) == "31"
    assert game.problems() == []


@on("G")
def test_pixels(game: Engine, track: Track) -> None:
    """A dragged piece snaps to the grid; a grid without numbers gives no location."""
    x, y = track.at(31)
    piece = marker(game, track, "Austria").id
    game.move_piece(piece, MAP, x + 6, y - 6)
    assert spot(game, track, "Austria") == (x, y)
    austria = condition(track, "Austria")
    assert one(game, f"{{({total('CurrentX', austria)[1:-1]}-25)/25}}") == "31"
    assert one(game, total("CurrentY", austria)) == "150"
    assert game.piece_props(piece, "LocationName") == {"LocationName": "offboard"}


@on("F")
def test_piece_without_a_name_is_found_by_its_gpid(
    game: Engine, track: Track, tmp_path: Path
) -> None:
    """PieceId is the gpid of the slot a piece came from; saves keep it."""
    piece = marker(game, track, "Russia")
    assert (piece.basic_name, piece.gpid) == ("", track.gpids["Russia"])
    gpid = track.gpids["Russia"]
    for where in (f'PieceId=="{gpid}"', f"PieceId=={gpid}", 'BasicName==""'):
        assert one(game, count(where)) == "1"
        assert one(game, total("VP", where)) == "9"
    game.place_piece(track.copies["Russia"], MAP, 30, 30)
    assert one(game, count(f'PieceId=="{gpid}"')) == "1"
    assert one(game, count('BasicName==""')) == "2"
    game.place_piece(gpid, MAP, 30, 60)
    assert one(game, count(f'PieceId=="{gpid}"')) == "2"
    game.save(tmp_path / "game.vsav")
    game.load(tmp_path / "game.vsav")
    assert one(game, count(f'PieceId=="{gpid}"')) == "2"
    assert game.problems() == []


@on("BF")
def test_filter_without_braces_is_a_plain_comparison(game: Engine, track: Track) -> None:
    """``name = value`` compares texts, ``=~`` a whole text with a regular expression.

    It needs no BeanShell: at 300 pieces it takes a hundredth of the time of ``{name=="value"}``.
    Blanks around name and value do not count. The filter is cut at ``||``, ``&&`` and ``=``
    wherever they stand: escape them as ``\\x3d`` in a regular expression, as the blank here is.
    """
    named = "BasicName = Austria VP"
    if track.point:
        asked = {
            f"{named} && LocationName = VP 20": "1",
            f"{named} && LocationName = 20": "0",
            f"{named} && LocationName =~ VP (16|20|24)": "1",
            f"{named} && LocationName =~ VP (2|0)": "0",
            "BasicName =~ Austria\\\\x20VP": "1",
            "LocationName = VP 20 || LocationName = VP 15": "2",
        }
    else:
        gpid = track.gpids["Russia"]
        asked = {"BasicName =": "1", f"PieceId = {gpid}": "1", "PieceId = 0": "0", "VP = 15": "1"}
        assert one(game, f'{{Sum("VP", "PieceId = {gpid}", "{MAP}")}}') == "9"
    asked |= {named: "1", "BasicName=Austria VP": "1", "BasicName = austria VP": "0"}
    for where, found in asked.items():
        assert one(game, f'{{Count("{where}", "{MAP}")}}') == found, where
    assert game.problems() == []


@on("B")
def test_every_location_by_bits_of_a_regular_expression(game: Engine, track: Track) -> None:
    """Seven plain filters read a number within words."""
    values = range(-10, 91)
    for value in (-10, -1, 0, 12, 90):
        drag(game, track, "Austria", value)
        bits = []
        for bit in range(7):
            names = "|".join(str(each) for each in values if (each + 10) >> bit & 1)
            where = f"BasicName = Austria VP && LocationName =~ VP ({names})"
            bits.append(int(one(game, f'{{Count("{where}", "{MAP}")}}')))
        assert sum(found << bit for bit, found in enumerate(bits)) - 10 == value
    assert game.problems() == []


@on("F")
def test_displayed_name_changes_and_basic_name_does_not(game: Engine, track: Track) -> None:
    piece = marker(game, track, "Austria").id
    for shown in ("Austria VP (20)", "Austria VP (21)"):
        assert game.piece_props(piece, "BasicName", "PieceName") == {
            "BasicName": "Austria VP",
            "PieceName": shown,
        }
        assert one(game, count(f'PieceName=="{shown}"')) == "1"
        game.piece_key(piece, "plus")


@on("AB")
def test_displayed_name_changes_with_the_place(game: Engine, track: Track) -> None:
    piece = marker(game, track, "Austria").id
    for value in (20, 21):
        drag(game, track, "Austria", value)
        shown = game.piece_props(piece, "BasicName", "PieceName", "LocationName")
        assert shown["BasicName"] == "Austria VP"
        assert shown["PieceName"] == f"Austria VP ({shown['LocationName']})"
        assert str(value) in shown["LocationName"]
        assert one(game, count(condition(track, "Austria"))) == "1"


@on("ABEG")
def test_two_powers_on_one_space_are_told_apart(game: Engine, track: Track) -> None:
    """A filter sees the pieces of a stack one by one, each with its own place."""
    for power in ("Britain", "France", "Austria"):
        drag(game, track, power, 25)
    x, y = track.at(25)
    for power in ("Austria", "Britain", "France"):
        where = condition(track, power)
        assert one(game, count(where)) == "1"
        assert one(game, total("CurrentX", where)) == str(x)
        assert one(game, total("CurrentY", where)) == str(y)
    assert one(game, count(f"CurrentX=={x} && CurrentY=={y}")) == "3"
    drag(game, track, "Britain", 26)
    assert spots(game, track) == {
        "Austria": track.at(25),
        "Britain": track.at(26),
        "France": track.at(25),
        "Russia": track.at(START["Russia"]),
    }
    assert game.problems() == []


@on("A")
def test_marker_off_the_track(game: Engine, track: Track) -> None:
    """Off any zone the location is a word, Sum gives 0 and A's own property becomes that word."""
    piece = marker(game, track, "Austria").id
    austria = condition(track, "Austria")
    for x, y in ((200, 40), (4000, 4000)):
        game.move_piece(piece, MAP, x, y)
        assert game.piece_props(piece, "LocationName", "CurrentZone") == {
            "LocationName": "offboard",
            "CurrentZone": "",
        }
        assert one(game, total("LocationName", austria)) == "0"
        assert one(game, count(f'{austria} && CurrentZone==""')) == "1"
        assert one(game, count(f'{austria} && CurrentZone=="VP Track"')) == "0"
        assert game.prop("VP_Austria") == "offboard"
    assert game.problems() == []


@on("A")
def test_any_point_of_a_zone_belongs_to_the_nearest_region(game: Engine, track: Track) -> None:
    x, y = track.at(33)
    game.move_piece(marker(game, track, "Austria").id, MAP, x + 8, y + 8)
    assert spot(game, track, "Austria") == (x, y)
    assert one(game, total("LocationName", condition(track, "Austria"))) == "33"


@on("AF")
def test_missing_and_doubled_markers(game: Engine, track: Track) -> None:
    """Sum cannot tell: Count first."""
    name = "LocationName" if track.point else "VP"
    where = condition(track, "Austria")
    piece = marker(game, track, "Austria").id
    x, y = track.at(20) if track.point else (50, 100)
    second = game.place_piece(track.copies["Austria"], MAP, x, y)
    assert game.evaluate(count(where), total(name, where)) == ["2", "40"]
    game.remove_piece(second)
    game.remove_piece(piece)
    assert game.evaluate(count(where), total(name, where)) == ["0", "0"]
    game.undo()
    assert game.evaluate(count(where), total(name, where)) == ["1", "20"]
    assert game.problems() == []


@on("A")
def test_map_that_is_not_there(game: Engine, track: Track) -> None:
    where = condition(track, "Austria")
    assert game.evaluate(count(where, "Main"), total("LocationName", where, "Main")) == ["0", "0"]
    assert game.problems() == []


@on("A")
@pytest.mark.parametrize("where", ["bad((", 'BasicName=="Austria VP', "nope(1)==1"])
def test_filter_that_cannot_be_evaluated_takes_no_piece(
    game: Engine, track: Track, where: str
) -> None:
    """The engine calls it bad data."""
    assert game.evaluate(count(where), total("LocationName", where)) == ["0", "0"]
    assert len(game.problems()) == 1


@on("A")
@pytest.mark.parametrize("text", ["", "{bad(("])
def test_filter_without_its_braces_takes_every_piece(game: Engine, track: Track, text: str) -> None:
    """Silently: the pieces of the map are the four markers and the Token."""
    every = game.evaluate(
        f'{{Count("{text}", "{MAP}")}}', f'{{Sum("LocationName", "{text}", "{MAP}")}}'
    )
    assert every == ["5", str(sum(START.values()))]
    assert game.problems() == []


@pytest.mark.parametrize("write", [worded_regions, zones, pixels])
def test_boards_beside_and_a_border_shift_pixels_alone(
    start: START_ENGINE, tmp_path: Path, write: Callable[..., Track]
) -> None:
    """CurrentX counts from the edge of the map: its border and the boards to the left are in it."""
    track = write(tmp_path / "host.vmod", left=300, edge=70)
    engine = start(track.module, [])
    engine.new_game("Austria")
    x, y = track.at(START["Austria"])
    assert track.point is not None
    assert (x, y) == tuple(map(sum, zip(track.point(START["Austria"]), (370, 70), strict=True)))
    assert spot(engine, track, "Austria") == (x, y)
    austria = condition(track, "Austria")
    assert engine.evaluate(total("CurrentX", austria), total("CurrentY", austria)) == [
        str(x),
        str(y),
    ]
    drag(engine, track, "Austria", 31)
    assert spot(engine, track, "Austria") == track.at(31)
    location = {"worded_regions": "VP 31", "zones": "31", "pixels": "offboard"}[write.__name__]
    assert engine.piece_props(
        marker(engine, track, "Austria").id, "LocationName", "CurrentBoard"
    ) == {"LocationName": location, "CurrentBoard": "Board"}
    assert engine.problems() == []


def test_off_board_is_translated(start: START_ENGINE, tmp_path: Path) -> None:
    """The word for no location is the player's language's: never compare with it."""
    track = bare_regions(tmp_path / "host.vmod")
    engine = start(track.module, [], jvm_args=("-Duser.language=fr",))
    engine.new_game("Austria")
    piece = marker(engine, track, "Austria").id
    engine.move_piece(piece, MAP, 200, 40)
    assert engine.piece_props(piece, "LocationName", "CurrentZone") == {
        "LocationName": "En dehors du plateau",
        "CurrentZone": "",
    }
    assert engine.problems() == []


def test_bare_registry_engine_sums_nothing(start: START_ENGINE, tmp_path: Path) -> None:
    """3.6.0-SNAPSHOT gives 0 at the module's level, and the value where a piece evaluates it."""
    track = bare_regions(tmp_path / "host.vmod")
    engine = start(track.module, [], jvm_args=("-Dharness.bare=true",))
    engine.new_game("Austria")
    asked = (
        total("LocationName", condition(track, "Austria")),
        count(condition(track, "Austria")),
    )
    token = engine.find_piece(MAP, name="Token").id
    assert engine.evaluate(*asked, piece=token) == ["20", "1"]
    lacking = engine.version.startswith("3.6.0-SNAPSHOT")
    assert engine.evaluate(*asked) == (["0", "0"] if lacking else ["20", "1"])
    assert engine.problems() == []
