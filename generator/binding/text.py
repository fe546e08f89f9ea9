"""Writes a binding file that a maintainer can correct by hand."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from generator.binding.model import (
    NUMBER,
    ByHand,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    Read,
    StepWrite,
    Track,
    Write,
)
from generator.errors import one_line
from generator.vassal.strokes import Stroke

FIRST = """\
# Where this module keeps the VP of each Major Power; made by `generator inspect --bind`.
# Check every line: what is read here decides the congress. Then:
#   generator build --module MODULE.vmod --binding THIS_FILE
"""
"""What the file is; then come its tables."""
_TABLES = """\
#
# [powers.P.read]   kind =
#   "property"        property: a global property of the module; if a marker follows it (below),
#                     first and last too: the numbers that its track has room for
#   "location"        the marker's location; pattern is "{n}" where there is none, or has words
#                     around the number, as "VP {n}"
#   "zone"            the same with the zone's name
#   "piece-property"  property of the marker: a dynamic property, or a layer's NAME_Level; offset is
#                     added to it
#   "grid"            the marker lies on a row (axis "x") or column ("y"): pixels start and step,
#                     counted from the map's edge over all boards that lie to the left or above;
#                     across_first and across_last: pixels of the other axis that it lies between
#   All but the first: map, marker (the piece's own name) or gpid (its slot's), and first and last,
#   the numbers that the track has room for.
# [powers.P.write]  kind =        (without this table: "none")
#   "property"        set the property; with key, the marker is then sent that named key (map and
#                     marker or gpid stand here too, if the read table has none)
#   "keys"            the marker is sent up or down as often as the VP rise or fall
#   "none"            nothing moves it; the chat says what to move where (a marker that sets a
#                     property which is read is named here: map, and marker or gpid)
"""
_KEYS_HEAD = """\
# Keys of the keyboard, one for each command that is to have any: Ctrl+Shift with a letter or a
# digit (on a Mac: Command+Shift). They work in the chat as well, and type nothing there. None of
# these is used by the module or by VASSAL. Without this table no command has a key.
"""

_WIDTH = 100
Table: TypeAlias = Mapping[str, str | int]
NOTHING_KNOWN: Table = {
    "kind": "location",
    "map": "",
    "marker": "",
    "first": 0,
    "last": 0,
}


def binding_text(
    module: str,
    version: str,
    powers: Mapping[str, PowerBinding | Table],
    remarks: Mapping[str, Sequence[str]],
    keys: Mapping[str, Stroke] = MappingProxyType({}),
    first: str = FIRST,
    blank: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> str:
    """Return the file's text; ``remarks`` stand as comments above a power's tables.

    Those of the empty text stand above the tables of the powers; ``keys`` are the commands';
    ``first``: comments that say what the file is.

    A power that maps to a read table only gets that to finish, empty texts and numbers that are 0;
    the file does not load before. So are the keys ``blank`` of a power's read table.
    """
    parts = [first + _TABLES, _table("module", {"name": module, "version": version})]
    if keys:
        strokes = {_key(command): str(stroke) for command, stroke in keys.items()}
        parts.append(_KEYS_HEAD + _table("keys", strokes))
    if "" in remarks:
        parts.append(_comments(remarks[""]))
    for power, bound in powers.items():
        comments = _comments(remarks.get(power, ()))
        key = _key(power)
        read: Table = bound if not isinstance(bound, PowerBinding) else read_table(bound.read)
        read = {key: _left(key) if key in blank.get(power, ()) else read[key] for key in read}
        write: Table = {"kind": "none"}
        if isinstance(bound, PowerBinding):
            write = write_table(bound.write, bound.read)
        parts.append(comments + _table(f"powers.{key}.read", read))
        parts.append(_table(f"powers.{key}.write", write))
    return "\n".join(parts)


def _left(key: str) -> str | int:
    """Return what stands for a value that is to be filled in."""
    return 0 if key in ("first", "last") else ""


def _comments(lines: Sequence[str]) -> str:
    """Return the lines as comments; blanks of a name that are no spaces are shown."""
    found = []
    for line in lines:
        found += textwrap.wrap(
            one_line(line),
            _WIDTH,
            initial_indent="# ",
            subsequent_indent="#   ",
            break_long_words=False,
            break_on_hyphens=False,
        ) or ["#"]
    return "".join(f"{line}\n" for line in found)


def _table(name: str, values: Table) -> str:
    lines = [f"{key} = {_value(value)}\n" for key, value in values.items()]
    return f"[{name}]\n{''.join(lines)}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_]+", name) else _string(name)


def _value(value: str | int) -> str:
    return _string(value) if isinstance(value, str) else str(value)


def _string(text: str) -> str:
    """Return a basic string of TOML, whose escapes are those of JSON, as are ``one_line``'s."""
    return one_line(json.dumps(text, ensure_ascii=False))


def marker_keys(marker: Marker) -> Iterator[tuple[str, str]]:
    """Yield the keys of a table that say which piece a marker is."""
    yield "map", marker.map
    yield ("marker", marker.name) if marker.name else ("gpid", marker.gpid)


def _track(track: Track) -> Iterator[tuple[str, int]]:
    yield "first", track.first
    yield "last", track.last


def read_table(read: Read) -> Table:
    """Return the table that says how VP are read."""
    return dict(_read(read))


def write_table(write: Write, read: Read) -> Table:
    """Return the table that says how VP are written, where they are read in this way."""
    return dict(_write(write, read))


def on_one_line(table: Table) -> str:
    """Return a table's keys and values as a file has them, on one line."""
    return ", ".join(f"{key} = {_value(value)}" for key, value in table.items())


def _read(read: Read) -> Iterator[tuple[str, str | int]]:
    match read:
        case PropertyRead():
            yield "kind", "property"
            yield "property", read.property
            if read.track is not None:
                yield from _track(read.track)
            return
        case LocationRead():
            yield "kind", "zone" if read.by == "CurrentZone" else "location"
        case PiecePropertyRead():
            yield "kind", "piece-property"
        case GridRead():
            yield "kind", "grid"
    yield from marker_keys(read.marker)
    match read:
        case LocationRead():
            if read.pattern != NUMBER:
                yield "pattern", read.pattern
        case PiecePropertyRead():
            yield "property", read.property
            if read.offset:
                yield "offset", read.offset
        case GridRead():
            yield "axis", read.axis
            yield "start", read.start
            yield "step", read.step
            if read.across is not None:
                yield "across_first", read.across[0]
                yield "across_last", read.across[1]
    yield from _track(read.track)


def _write(write: Write, read: Read) -> Iterator[tuple[str, str]]:
    match write:
        case ByHand():
            yield "kind", "none"
            if write.marker is not None and isinstance(read, PropertyRead):
                yield from marker_keys(write.marker)
        case StepWrite():
            yield "kind", "keys"
            yield "up", write.up
            yield "down", write.down
        case _:
            yield "kind", "property"
            yield "property", write.property
            if write.marker is not None:
                yield "key", write.key
                if isinstance(read, PropertyRead):
                    yield from marker_keys(write.marker)
