"""What a binding reads and writes: is it in the module as it says?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

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
)
from generator.fit.grid import on_board, on_grid
from generator.fit.keys import keys_of, marker_tracks
from generator.fit.marker import (
    advice,
    bounds,
    first_level,
    property_in_step,
    twice,
    unfound,
    unmoved,
    widest,
)
from generator.fit.owners import Owners
from generator.fit.pieces import laid_out, lies_on, pieces_of
from generator.fit.shadows import shadow_faults
from generator.fit.strokes import strokes_of
from generator.fit.words import by_power, listed, nearest, numbers
from generator.host.inventory import Inventory, Piece
from generator.host.signs import Surroundings
from generator.host.tracks import LEAST_STEPS
from generator.host.traits import layers, properties
from generator.host.wholes import NO_NUMBER, of_module, of_piece


def made_for(binding: Binding, host: Inventory) -> Iterator[str]:
    """Say whether a binding names another module, or another version of it."""
    if binding.module != host.name:
        yield (
            f'module.name: is "{binding.module}", the module is "{host.name}": put that, or '
            f"give the "
            "other module"
        )
    if binding.version != host.version:
        yield (f'module.version: is "{binding.version}", the module is "{host.version}": put that')


def faults_of(binding: Binding, around: Surroundings) -> Iterator[str]:
    """Yield what does not fit, whatever the binding is made for."""
    yield from _keeping_vp(binding, around)
    yield from strokes_of(binding, around.inventory)


def _keeping_vp(binding: Binding, around: Surroundings) -> Iterator[str]:
    shared, owners = list(_shared(binding, around.inventory)), Owners(binding)
    sharing = {power for powers, _ in shared for power in powers}
    yield from by_power(
        (power, where, fault)
        for power, bound in binding.powers.items()
        for where, fault in _power(
            bound, around, owners.free_for(power), alone=power not in sharing
        )
    )
    yield from (fault for _, fault in shared)


def _shared(binding: Binding, host: Inventory) -> Iterator[tuple[Sequence[str], str]]:
    """Yield powers that have one marker or one property, and how that is told."""
    markers: dict[Marker, list[str]] = {}
    for power, bound in binding.powers.items():
        if bound.marker is not None:
            markers.setdefault(bound.marker, []).append(power)
    for marker, powers in markers.items():
        if len(powers) > 1:
            yield (
                powers,
                f"powers: {marker.title} is the marker of {listed(powers)}; each needs its own",
            )
    for one, other in combinations(markers, 2):
        same = {id(each) for each in pieces_of(one, host)} & {
            id(each) for each in pieces_of(other, host)
        }
        if one.map == other.map and same:
            powers = [*markers[one], *markers[other]]
            yield (
                powers,
                f"powers: {one.title} and {other.title} are one piece, the marker of "
                f"{listed(powers)}; each needs its own",
            )
    readers: dict[str, list[str]] = {}
    for power, bound in binding.powers.items():
        if isinstance(bound.read, PropertyRead):
            readers.setdefault(bound.read.property, []).append(power)
    for name, powers in readers.items():
        if len(powers) > 1:
            yield (
                powers,
                f'powers: the property "{name}" is read for {listed(powers)}; each needs its own',
            )
    yield from _written(binding, {name for name, powers in readers.items() if len(powers) > 1})


def _written(binding: Binding, told: set[str]) -> Iterator[tuple[Sequence[str], str]]:
    """Does each power write a property of its own? Those ``told`` are read for several."""
    readers: dict[str, str] = {}
    writers: dict[str, list[str]] = {}
    for power, bound in binding.powers.items():
        if isinstance(bound.read, PropertyRead):
            readers[bound.read.property] = power
        if isinstance(bound.write, PropertyWrite):
            writers.setdefault(bound.write.property, []).append(power)
    for name, powers in writers.items():
        if name in told:
            continue
        if len(powers) > 1:
            yield (
                powers,
                f'powers: the property "{name}" is written for {listed(powers)}; each needs its '
                "own",
            )
        elif readers.get(name, powers[0]) != powers[0]:
            yield (
                powers,
                f'powers.{powers[0]}.write.property: "{name}" is what {readers[name]} reads; each '
                "power needs its own",
            )


def _power(
    bound: PowerBinding, around: Surroundings, free: Callable[[str], bool], *, alone: bool
) -> Iterator[tuple[str, str]]:
    """Yield the faults of one power: names and numbers, then what follows from those that hold.

    ``alone``: no other power has its marker or property, which is told elsewhere.
    """
    marker = bound.marker
    pieces = [] if marker is None else pieces_of(marker, around.inventory)
    named = list(_named(bound, pieces, around, free))
    yield from named
    yield from shadow_faults(bound, pieces, around.inventory)
    wrong = {where for where, _ in named}
    if "write.property" not in wrong:
        yield from unmoved(bound, pieces, around)
    if marker is None or not pieces or not alone:
        return
    piece = laid_out(marker, pieces)
    if not wrong & {"write.property", "read.step"} and not _no_track(bound.read, around):
        yield from keys_of(bound, piece, around)
    if isinstance(bound.read, PropertyRead) and "read.property" not in wrong:
        yield from property_in_step(bound, piece, around, marker_tracks(bound, piece, around))


def _named(
    bound: PowerBinding,
    pieces: list[Piece],
    around: Surroundings,
    free: Callable[[str], bool],
) -> Iterator[tuple[str, str]]:
    """Yield what is not there of what one power's tables name, or not as far as they say."""
    marker, host = bound.marker, around.inventory
    if marker is not None:
        at = "write" if isinstance(bound.read, PropertyRead) else "read"
        yield from ((f"{at}.{key}", fault) for key, fault in _marker(marker, pieces, host, free))
    match bound.read:
        case PropertyRead() as read:
            yield from (("read.property", each) for each in _property(read.property, host, free))
            yield from (("read.property", each) for each in _number(read.property, host))
        case LocationRead() as read:
            yield from (("read.pattern", each) for each in _locations(read, around))
        case PiecePropertyRead() as read:
            yield from (
                ("read.property", each) for each in _piece_property(read.property, pieces, host)
            )
            if marker is not None and pieces:
                traits = host.traits(laid_out(marker, pieces))
                yield from (("read.last", each) for each in bounds(read, traits))
                yield from (("read.offset", each) for each in first_level(bound, traits))
        case GridRead() as read:
            off = list(on_board(read, host))
            if pieces and not off and read.marker.map in around.maps:
                off = list(on_grid(read, laid_out(read.marker, pieces), around))
            yield from off
    match bound.write:
        case PropertyWrite() as write:
            read_too = isinstance(bound.read, PropertyRead) and bound.read.property
            if write.property != read_too:
                yield from (
                    ("write.property", each) for each in _property(write.property, host, free)
                )
            if write.marker is not None:
                yield from (("write.key", each) for each in _key(write.key, pieces, host))
        case StepWrite() as write:
            for name, key in (("up", write.up), ("down", write.down)):
                yield from ((f"write.{name}", each) for each in _key(key, pieces, host))
        case ByHand():
            pass


def _no_track(read: Read, around: Surroundings) -> bool:
    """Has the module no places of the names that are read?"""
    return isinstance(read, LocationRead) and not any(
        each.map == read.marker.map and each.pattern == read.pattern for each in around.places
    )


def _marker(
    marker: Marker, pieces: list[Piece], host: Inventory, free: Callable[[str], bool]
) -> Iterator[tuple[str, str]]:
    maps = [each.name for each in host.maps]
    if marker.map not in maps:
        yield "map", f'the module has no map "{marker.map}"; {nearest(marker.map, maps, "map")}'
    elif maps.count(marker.map) > 1:
        yield (
            "map",
            f'the module has {maps.count(marker.map)} maps "{marker.map}", must be one: rename the '
            "others in the module",
        )
    if not pieces:
        key, wanted = ("marker", marker.name) if marker.name else ("gpid", marker.gpid)
        there = [each.name if marker.name else each.gpid for each in host.pieces]
        gpids = {each.gpid for each in host.pieces if free(each.name)}
        likely = free if marker.name else gpids.__contains__
        what = f'piece "{wanted}"' if marker.name else f"piece slot with gpid {wanted}"
        noun = "piece with a name" if marker.name else "piece slot with a gpid"
        close = nearest(wanted, filter(None, there), noun, free=likely)
        yield key, f"the module has no {what}; {close}"
    begin = [each for each in pieces if lies_on(marker, each)]
    if len(begin) > 1:
        yield (
            "marker" if marker.name else "gpid",
            f'{marker.title} begins {len(begin)} times on the map "{marker.map}", must be once'
            + ("; give the gpid of one instead" if marker.name else ": mend that in the module"),
        )


def _property(name: str, host: Inventory, free: Callable[[str], bool]) -> Iterator[str]:
    there = [each.name for each in host.properties if each.level == "module"]
    for other, what in host.other_properties:
        if other == name:
            yield (
                f'"{name}" is a {what} of the module too, and the one that comes last wins: rename '
                "that in the module"
            )
    if there.count(name) > 1:
        yield (
            f'the module has {there.count(name)} global properties "{name}", must be one: rename '
            "the others in the module"
        )
    elif name not in there:
        likely = nearest(name, there, "global property", free=free)
        yield f'the module has no global property "{name}"; {likely}'


def _number(name: str, host: Inventory) -> Iterator[str]:
    """Does a property begin as what VP can be? An empty one may be set when a game begins."""
    found = [each for each in host.properties if each.level == "module" and each.name == name]
    for each in found[:1]:
        if each.initial.strip() and of_module(each.initial) is None:
            yield (
                f'"{name}" begins as "{each.initial}", {NO_NUMBER}: mend that in the module, or '
                "read another"
            )


def _piece_property(name: str, pieces: list[Piece], host: Inventory) -> Iterator[str]:
    for piece in pieces[:1]:
        traits = host.traits(piece)
        there = [each.name for each in properties(traits, "PROP")]
        there += [f"{each.name}_Level" for each in layers(traits)]
        if name not in there:
            likely = nearest(name, there, "property of its own")
            yield f'{piece.title} has no property "{name}"; {likely}'
        for each in properties(traits, "PROP"):
            if each.name == name and each.initial.strip() and of_piece(each.initial) is None:
                yield (
                    f'"{name}" of {piece.title} begins as "{each.initial}", {NO_NUMBER}: mend that '
                    "in the module, or read another"
                )


def _key(key: str, pieces: list[Piece], host: Inventory) -> Iterator[str]:
    for piece in pieces[:1]:
        there = [name for trait in host.traits(piece) for name in trait.named_keys()]
        if key not in there:
            yield (
                f'{piece.title} does not listen to the named key "{key}"; '
                f"{nearest(key, there, 'named key of it')}"
            )


def _locations(read: LocationRead, around: Surroundings) -> Iterator[str]:
    if read.marker.map not in around.maps:
        return  # which is told of the map itself
    by_zone = read.by == "CurrentZone"
    on_map = [
        each
        for each in around.places
        if each.map == read.marker.map and (each.kind == "zones" or not by_zone)
    ]
    doubled = twice((each for each in on_map if each.pattern == read.pattern), around.maps)
    on_map = [each for each in on_map if len(each.places) >= LEAST_STEPS]
    there = [each.pattern for each in on_map]
    found = [each for each in on_map if each.pattern == read.pattern]
    if not found:
        yield (
            f'no {"zones" if by_zone else "places"} of the map "{read.marker.map}" are a track '
            f'called "{read.pattern}"; '
            f"{nearest(read.pattern, there, 'track of zones' if by_zone else 'track')}"
        )
        return
    if doubled:
        yield doubled
        return
    wanted = range(read.track.first, read.track.last + 1)
    track, missing = widest(wanted, found)
    beyond = [number for number in track.places if number not in wanted]
    if missing:
        yield f"{track.title} has no place for {numbers(missing)}: {advice(track, missing, around)}"
    if beyond:
        yield f"{track.title} has places outside first and last: {numbers(beyond)}; mend them"
    yield from unfound(track, wanted, around)
