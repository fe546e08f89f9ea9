"""Does an extension fit a module? What the engine would swallow without a word is said here.

The engine attaches to the wrong component where a target's name is off, reads the wrong property
where two have one name, and sends keys that nobody hears: all in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from generator.binding.load import read_binding
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
    StepWrite,
)
from generator.buildfile.render import BINDING_ENTRY
from generator.errors import InputError, one_line
from generator.extension.assemble import version_order
from generator.fit_keys import keys_of, reached
from generator.fit_marker import (
    advice,
    bounds,
    nearest,
    numbers,
    on_grid,
    property_in_step,
    twice,
    unmoved,
    widest,
)
from generator.fit_strokes import strokes_of
from generator.host.archive import open_archive, read
from generator.host.component import component_at
from generator.host.inventory import Inventory, Piece
from generator.host.sending import hearing
from generator.host.signs import Surroundings
from generator.host.tracks import LEAST_STEPS
from generator.host.traits import layers, properties, sends
from generator.tomlfile import decode_toml

_OURS = ("CoP_", "cop.")
_EVERY_BUILD_HAS = "CoP_Phase"
_MAX_BINDING = 1024 * 1024


class MisfitError(InputError):
    """An extension does not fit a module; every fault, one to a line."""


def check_fit(extension: Inventory, host: Inventory, binding: Binding | None) -> None:
    """Check an extension, and the binding that it was built with, against a module.

    Raises:
        InputError: it is not an extension that this generator built.
        MisfitError: with every fault that was found.
    """
    if all(each.name != _EVERY_BUILD_HAS for each in extension.properties):
        raise InputError(
            f"{extension.path}: is an extension, but none that `generator build` made; give that"
        )
    bound = _bound(binding, host) if binding is not None else ()
    _raise(extension.path.name, host, [*_misfits(extension, host, binding), *bound])


def check_elements(extension: Inventory, host: Inventory, binding: Binding) -> None:
    """Check an extension's own elements only, where its binding has been checked already.

    Raises:
        MisfitError: with every fault that was found.
    """
    _raise(extension.path.name, host, list(_misfits(extension, host, binding)))


def check_binding(binding: Binding, host: Inventory, path: Path) -> None:
    """Check a binding file alone, so that its faults are told before anything is built.

    Raises:
        MisfitError: with every fault that was found.
    """
    _raise(str(path), host, [*_made_for(binding, host), *_bound(binding, host)])


def binding_of(path: Path) -> Binding | None:
    """Return the binding that an extension was built with; None: it is for any module.

    Raises:
        InputError: it cannot be read.
    """
    with open_archive(path) as archive:
        if BINDING_ENTRY not in archive:
            return None
        content = read(archive, BINDING_ENTRY, _MAX_BINDING)
    return read_binding(decode_toml(content, path, BINDING_ENTRY), path, path.stem)


def _raise(what: str, host: Inventory, faults: Sequence[str]) -> None:
    if faults:
        lines = "\n".join(f"  {one_line(fault)}" for fault in faults)
        raise MisfitError(f"{one_line(f'{what} does not fit {host.path}')}:\n{lines}")


# The extension's own elements


def _misfits(extension: Inventory, host: Inventory, binding: Binding | None) -> Iterator[str]:
    yield from _names(extension, host)
    lost = _lost_properties(binding, host) if binding is not None else set()
    yield from _targets(extension, host, lost)
    yield from _collisions(extension, host, binding)


def _names(extension: Inventory, host: Inventory) -> Iterator[str]:
    if extension.universal:
        return
    if extension.name != host.name:
        yield (
            f'it is made for the module "{extension.name}", this one is "{host.name}"; '
            "the engine would refuse it"
        )
    if extension.module_version != host.version:
        yield (
            f'it is made for version "{extension.module_version}" of the module, this is '
            f'"{host.version}"; check the binding against it and build anew'
        )
    if version_order(host.engine_version) > version_order(extension.engine_version):
        yield (
            f"the module needs VASSAL {host.engine_version}, the extension says "
            f"{extension.engine_version}; build it anew for this module"
        )


def _lost_properties(binding: Binding, host: Inventory) -> set[str]:
    """Return the properties of a binding that the module has not; they are told with their key."""
    wanted = {
        each.property
        for bound in binding.powers.values()
        for each in (bound.read, bound.write)
        if isinstance(each, PropertyRead | PropertyWrite)
    }
    return wanted - {each.name for each in host.properties if each.level == "module"}


def _targets(extension: Inventory, host: Inventory, lost: set[str]) -> Iterator[str]:
    own = {id(each) for each in extension.components}
    there = Counter(each.target for each in host.components)
    wanted = dict.fromkeys(
        each.parent.target
        for each in extension.components
        if each.parent is not None and id(each.parent) not in own
    )
    for target in wanted:
        if there[target] > 1:
            yield f'target "{target}": the module has {there[target]} of them, must be one'
        elif not host.exists(target):
            sought = component_at(target)
            if sought is None or (sought.short == "GlobalProperty" and sought.name in lost):
                continue
            alike = [each for each in host.components if each.cls == sought.cls]
            moved = [each for each in alike if each.name == sought.name]
            likely = nearest(target, (each.target for each in moved or alike))
            yield f'target "{target}": the module has none; {likely}'


def _collisions(extension: Inventory, host: Inventory, binding: Binding | None) -> Iterator[str]:
    pairs: list[tuple[str, Iterable[str], Iterable[str]]] = [
        (
            "property",
            (each.name for each in extension.properties),
            (each.name for each in host.properties if each.level == "module"),
        ),
        (
            "named key",
            (key for key in extension.named_keys if key.startswith(_OURS)),
            host.named_keys,
        ),
        ("prototype", (each.name for each in extension.prototypes), host.by_prototype),
        ("map", (each.name for each in extension.maps), (each.name for each in host.maps)),
        (
            "gpid",
            (each.gpid for each in extension.pieces),
            (each.gpid for each in host.pieces),
        ),
    ]
    if binding is None:
        foreign = [key for key in extension.named_keys if not key.startswith(_OURS)]
        pairs.append(("named key", foreign, host.named_keys))
    for kind, ours, theirs in pairs:
        for name in sorted(set(ours) & set(theirs) - {""}):
            yield f'{kind} "{name}": the module has one of that name too'
    lower = {each.lower(): each for each in host.images}
    for image in extension.images:
        if image.lower() in lower:
            yield f'image "{image}": the module has "{lower[image.lower()]}", which wins over ours'


# What a binding reads and writes


def _made_for(binding: Binding, host: Inventory) -> Iterator[str]:
    if binding.module != host.name:
        yield f'module.name: is "{binding.module}", the module is "{host.name}"'
    if binding.version != host.version:
        yield (
            f'module.version: is "{binding.version}", the module is "{host.version}"; check the '
            "powers against it, then put that version"
        )


def _bound(binding: Binding, host: Inventory) -> Iterator[str]:
    yield from _keeping_vp(binding, host)
    yield from strokes_of(binding, host)


def _keeping_vp(binding: Binding, host: Inventory) -> Iterator[str]:
    around = Surroundings(host, ())
    for power, bound in binding.powers.items():
        for where, fault in _power(bound, around):
            yield f"powers.{power}.{where}: {fault}"
    markers: dict[Marker, list[str]] = {}
    for power, bound in binding.powers.items():
        if bound.marker is not None:
            markers.setdefault(bound.marker, []).append(power)
    for marker, powers in markers.items():
        if len(powers) > 1:
            yield f"powers: {marker.title} is the marker of {_and(powers)}; each needs its own"
    for one, other in combinations(markers, 2):
        same = {id(each) for each in _pieces(one, host)} & {
            id(each) for each in _pieces(other, host)
        }
        if one.map == other.map and same:
            yield (
                f"powers: {one.title} and {other.title} are one piece, the marker of "
                f"{_and([*markers[one], *markers[other]])}; each needs its own"
            )
    readers: dict[str, list[str]] = {}
    for power, bound in binding.powers.items():
        if isinstance(bound.read, PropertyRead):
            readers.setdefault(bound.read.property, []).append(power)
    for name, powers in readers.items():
        if len(powers) > 1:
            yield f'powers: the property "{name}" is read for {_and(powers)}; each needs its own'
    yield from _written(binding, {name for name, powers in readers.items() if len(powers) > 1})


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _written(binding: Binding, told: set[str]) -> Iterator[str]:
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
            yield f'powers: the property "{name}" is written for {_and(powers)}; each needs its own'
        elif readers.get(name, powers[0]) != powers[0]:
            yield (
                f'powers.{powers[0]}.write.property: "{name}" is what {readers[name]} reads; each '
                "power needs its own"
            )


def _power(bound: PowerBinding, around: Surroundings) -> Iterator[tuple[str, str]]:
    marker, host = bound.marker, around.inventory
    pieces: list[Piece] = []
    if marker is not None:
        at = "write" if isinstance(bound.read, PropertyRead) else "read"
        pieces = _pieces(marker, host)
        yield from ((f"{at}.{key}", fault) for key, fault in _marker(marker, pieces, host))
    match bound.read:
        case PropertyRead() as read:
            yield from (("read.property", each) for each in _property(read.property, host))
            yield from (("read.property", each) for each in _number(read.property, host))
        case LocationRead() as read:
            yield from (("read.pattern", each) for each in _locations(read, around))
        case PiecePropertyRead() as read:
            yield from (
                ("read.property", each) for each in _piece_property(read.property, pieces, host)
            )
            if marker is not None and pieces:
                traits = host.traits(_laid_out(marker, pieces))
                yield from (("read.last", each) for each in bounds(read, traits))
        case GridRead() as read:
            off = list(_grid(read, host))
            yield from off or (
                on_grid(read, _laid_out(read.marker, pieces), around) if pieces else ()
            )
    match bound.write:
        case PropertyWrite() as write:
            yield from (("write.property", each) for each in _property(write.property, host))
            if write.marker is not None:
                yield from (("write.key", each) for each in _key(write.key, pieces, host))
        case StepWrite() as write:
            for name, key in (("up", write.up), ("down", write.down)):
                yield from ((f"write.{name}", each) for each in _key(key, pieces, host))
        case ByHand():
            pass
    yield from unmoved(bound, pieces, around)
    if marker is not None and pieces:
        piece = _laid_out(marker, pieces)
        yield from keys_of(bound, piece, around)
        if isinstance(bound.read, PropertyRead):
            key = bound.write.key if isinstance(bound.write, PropertyWrite) else ""
            sent = sends(hearing(host.traits(piece), key)) if key else []
            there = reached(bound, sent, around.places)
            yield from property_in_step(bound, piece, around, there)


def _laid_out(marker: Marker, pieces: list[Piece]) -> Piece:
    """Return the piece that begins on the marker's map, or any."""
    return next((each for each in pieces if _begins_on(marker, each)), pieces[0])


def _begins_on(marker: Marker, piece: Piece) -> bool:
    return piece.placement.kind == "stack" and piece.placement.map == marker.map


def _pieces(marker: Marker, host: Inventory) -> list[Piece]:
    if marker.name:
        return [each for each in host.pieces if each.name == marker.name]
    return [each for each in host.pieces if each.gpid == marker.gpid]


def _marker(marker: Marker, pieces: list[Piece], host: Inventory) -> Iterator[tuple[str, str]]:
    maps = [each.name for each in host.maps]
    if marker.map not in maps:
        yield "map", f'the module has no map "{marker.map}"; {nearest(marker.map, maps)}'
    if not pieces:
        key, wanted = ("marker", marker.name) if marker.name else ("gpid", marker.gpid)
        there = [each.name if marker.name else each.gpid for each in host.pieces]
        what = f'piece "{wanted}"' if marker.name else f"piece slot with gpid {wanted}"
        yield key, f"the module has no {what}; {nearest(wanted, filter(None, there))}"
    laid_out = [each for each in pieces if _begins_on(marker, each)]
    if len(laid_out) > 1:
        yield (
            "marker" if marker.name else "gpid",
            f'{marker.title} begins {len(laid_out)} times on the map "{marker.map}", must be once'
            + ("; give the gpid of one instead" if marker.name else ""),
        )


def _property(name: str, host: Inventory) -> Iterator[str]:
    there = [each.name for each in host.properties if each.level == "module"]
    if there.count(name) > 1:
        yield f'the module has {there.count(name)} global properties "{name}", must be one'
    elif name not in there:
        yield f'the module has no global property "{name}"; {nearest(name, there)}'


def _number(name: str, host: Inventory) -> Iterator[str]:
    """Does a property begin as what VP can be?"""
    found = [each for each in host.properties if each.level == "module" and each.name == name]
    for each in found[:1]:
        if not re.fullmatch(r"[+-]?[0-9]+", each.initial.strip()):
            yield (
                f'"{name}" begins as "{each.initial}", which is no whole number: mend that in the '
                "module, or read another"
            )


def _piece_property(name: str, pieces: list[Piece], host: Inventory) -> Iterator[str]:
    for piece in pieces[:1]:
        traits = host.traits(piece)
        there = [each.name for each in properties(traits, "PROP")]
        there += [f"{each.name}_Level" for each in layers(traits)]
        if name not in there:
            yield f'{piece.title} has no property "{name}"; {nearest(name, there)}'


def _key(key: str, pieces: list[Piece], host: Inventory) -> Iterator[str]:
    for piece in pieces[:1]:
        there = [name for trait in host.traits(piece) for name in trait.named_keys()]
        if key not in there:
            yield f'{piece.title} does not listen to the named key "{key}"; {nearest(key, there)}'


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
            f"{nearest(read.pattern, there)}"
        )
        return
    if doubled:
        yield doubled
        return
    wanted = range(read.track.first, read.track.last + 1)
    track, missing = widest(wanted, found)
    beyond = [number for number in track.places if number not in wanted]
    if missing:
        yield f"{track.title} has no place for {numbers(missing)}: {advice(track, missing)}"
    if beyond:
        yield f"{track.title} has places outside first and last: {numbers(beyond)}"


def _grid(read: GridRead, host: Inventory) -> Iterator[tuple[str, str]]:
    """Does the row fit on a board? Where no board's size is known, nothing is said."""
    end = read.start + read.step * (read.track.last - read.track.first)
    along = min(read.start, end), max(read.start, end)
    for each in host.maps:
        if each.name != read.marker.map:
            continue
        widths = each.edge_width, [board.width for board in each.boards]
        heights = each.edge_height, [board.height for board in each.boards]
        one, other = (widths, heights) if read.axis == "x" else (heights, widths)
        if not _within(along, *one) or (all(one[1]) and along[0] < one[0]):
            yield (
                "read.step",
                f"{read.track.first} to {read.track.last} would be at {read.start} to {end} "
                f"pixels, outside every board ({one[0]} to {max(one[1]) + one[0]})",
            )
        if read.across is not None and not _within(read.across, *other):
            yield (
                "read.across_last",
                f"the row would be at {read.across[0]} to {read.across[1]} pixels of the other "
                f"axis, outside every board (up to {max(other[1]) + other[0]})",
            )


def _within(span: tuple[int, int], edge: int, sizes: Sequence[int]) -> bool:
    return not sizes or not all(sizes) or 0 <= span[0] <= span[1] <= max(sizes) + edge
