"""Reads a binding file: TOML, a table ``[module]``, two for each Major Power, and maybe ``[keys]``.

Every fault is one line: the file, the dotted key, what is wrong and what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.binding.model import (
    NUMBER,
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
from generator.binding.names import flaw, flaw_in_filters, is_device
from generator.texts import languages
from generator.tomlfile import read_toml, shown, toml_error, unknown_key
from generator.vassal.strokes import FORM, Stroke, parse_stroke

_FOLDERS = ("docs", "release")
"""Folders of a build beside those of languages and bindings."""
_MOST_PLACES = 1000
"""Numbers on a track of places; more would make the expressions that read it slow."""
_FARTHEST = 999_999
"""Numbers have at most six digits."""


def load_binding(path: Path, powers: Sequence[str]) -> Binding:
    """Load a binding for these Major Powers; its name is that of the file.

    Raises:
        InputError: the file cannot be read or is not TOML, a key is unknown or missing, a value has
            the wrong type or is impossible.
    """
    return read_binding(read_toml(path, "binding file"), path, name_of(path), powers)


def read_binding(
    values: Mapping[str, Any], path: Path, name: str, powers: Sequence[str] | None = None
) -> Binding:
    """Return the binding of these values; without ``powers`` that of any which are there.

    Raises:
        InputError: a key is unknown or missing, a value has the wrong type or is impossible; it
            names ``path``.
    """
    top = _Table(path, "", values)
    top.allow("module", "keys", "powers")
    module = top.table("module")
    module.allow("name", "version")
    tables = top.table("powers")
    if powers is None:
        powers = tables.keys()
    tables.allow(*powers)
    _filled_in(path, tables, powers)
    return Binding(
        name=name,
        module=module.text("name", plain=False),
        version=module.text("version", plain=False, may_be_empty=True),
        powers={power: _power(tables.table(power)) for power in powers},
        keys=_keys(top.table("keys")) if top.has("keys") else {},
    )


def _filled_in(path: Path, tables: _Table, powers: Sequence[str]) -> None:
    """Name all that a draft left to fill in at once."""
    empty = []
    for power in powers:
        for kind in ("read", "write"):
            if tables.has(power) and tables.table(power).has(kind):
                keys = tables.table(power).table(kind).empty()
                if keys:
                    empty.append((f"powers.{power}.{kind}", keys))
    if sum(len(keys) for _, keys in empty) > 1:
        named = ", ".join(f"{table} ({', '.join(keys)})" for table, keys in empty)
        raise toml_error(path, f"still to be filled in: {named}")


def name_of(path: Path) -> str:
    """Return a binding's name, that of its file, which becomes a folder beside others of a build.

    Raises:
        InputError: it can be no folder of its own, on any system.
    """
    name = path.stem
    if not name.strip(". ") or not name.isprintable() or name.endswith((".", " ")):
        why = ""
    elif name.casefold() in {each.casefold() for each in (*languages(), *_FOLDERS)}:
        why = f', and a build has a folder "{name}" already'
    elif is_device(name):
        why = f', and Windows keeps "{name}" for itself'
    else:
        return name
    raise toml_error(
        path, f"the file's name without .toml names the build's folder{why}; rename it"
    )


class _Table:
    """A table of the file, which knows where it stands."""

    def __init__(self, path: Path, key: str, values: Mapping[str, Any]) -> None:
        self._path = path
        self._key = key
        self._values = values

    def fail(self, key: str, message: str) -> Exception:
        dotted = ".".join(filter(None, (self._key, key)))
        return toml_error(self._path, f"{dotted}: {message}")

    def allow(self, *keys: str) -> None:
        for key in self._values:
            if key not in keys:
                raise self.fail(key, unknown_key(key, dict.fromkeys(keys)))

    def keys(self) -> list[str]:
        return list(self._values)

    def has(self, key: str) -> bool:
        return key in self._values

    def empty(self) -> list[str]:
        """Return the keys of empty texts, and with them of ends of a track not yet set."""
        keys = [key for key, value in self._values.items() if value == "" and key != "kind"]
        if keys and self._values.get("first") == 0 == self._values.get("last"):
            keys += ["first", "last"]
        return keys

    def _get(self, key: str, what: str) -> Any:
        if key not in self._values:
            raise self.fail(key, f"is missing; must be {what}")
        return self._values[key]

    def table(self, key: str) -> _Table:
        dotted = ".".join(filter(None, (self._key, key)))
        value = self._get(key, f"a table [{dotted}]")
        if not isinstance(value, dict):
            raise self.fail(key, f"is {shown(value)}; must be a table [{dotted}]")
        return _Table(self._path, dotted, value)

    def text(
        self, key: str, *, plain: bool = True, may_be_empty: bool = False, what: str = "a text"
    ) -> str:
        value = self._get(key, what)
        if not isinstance(value, str):
            raise self.fail(key, f"is {shown(value)}; must be {what}")
        if not value and not may_be_empty:
            raise self.fail(key, f"is empty; must be {what}")
        why = flaw(value, plain=plain)
        if why:
            raise self.fail(key, f"is {shown(value)}; {why}")
        return value

    def number(self, key: str, otherwise: int | None = None) -> int:
        if otherwise is not None and not self.has(key):
            return otherwise
        value = self._get(key, "a whole number")
        if type(value) is not int:
            raise self.fail(key, f"is {shown(value)}; must be a whole number")
        if abs(value) > _FARTHEST:
            raise self.fail(key, f"is {value}; allowed: {-_FARTHEST} to {_FARTHEST}")
        return value

    def choice(self, key: str, allowed: Sequence[str], otherwise: str | None = None) -> str:
        if otherwise is not None and not self.has(key):
            return otherwise
        value = self._get(key, f"one of {', '.join(allowed)}")
        if value not in allowed:
            raise self.fail(key, f"is {shown(value)}; allowed: {', '.join(allowed)}")
        return str(value)

    def marker(self) -> Marker:
        if self.has("gpid") and self.has("marker"):
            raise self.fail("gpid", "goes instead of marker; drop one of them")
        if self.has("gpid"):
            return Marker(
                self.text("map", what="the name of a map"), gpid=self.text("gpid", plain=False)
            )
        return Marker(
            self.text("map", what="the name of a map"),
            name=self.text(
                "marker", plain=False, what="the piece's own name; or give gpid instead"
            ),
        )

    def track(self, most: int = _MOST_PLACES) -> Track:
        first, last = self.number("first"), self.number("last")
        if first >= last:
            raise self.fail("last", f"is {last}; must be more than first ({first})")
        if last - first >= most:
            raise self.fail(
                "last",
                f"is {last}; allowed: {most} numbers at most, to {first + most - 1} if first is "
                f"{first}",
            )
        return Track(first, last)


def _keys(table: _Table) -> dict[str, Stroke]:
    found = {}
    commands = table.keys()
    for command in commands:
        text = table.text(command, plain=False, what=f"a stroke, {FORM}")
        stroke = parse_stroke(text)
        if stroke is None:
            raise table.fail(command, f"is {shown(text)}; must be a stroke, {FORM}")
        found[command] = stroke
    return found


def _power(table: _Table) -> PowerBinding:
    table.allow("read", "write")
    read = _read(table.table("read"))
    write = _write(table.table("write"), read) if table.has("write") else ByHand()
    try:
        return PowerBinding(read, write)
    except ValueError as error:
        raise table.fail("read", str(error)) from None


_MARKER = ("map", "marker", "gpid", "first", "last")
_ACROSS = ("across_first", "across_last")
_NAMED_KEY = "a named key of the module"


def _read(table: _Table) -> Read:
    readers: Mapping[str, tuple[tuple[str, ...], Callable[[_Table], Read]]] = {
        "property": (("property", "first", "last"), _read_property),
        "location": ((*_MARKER, "pattern"), _read_location),
        "zone": ((*_MARKER, "pattern"), _read_zone),
        "piece-property": ((*_MARKER, "property", "offset"), _read_piece_property),
        "grid": ((*_MARKER, "axis", "start", "step", *_ACROSS), _read_grid),
    }
    keys, reader = readers[table.choice("kind", list(readers))]
    table.allow("kind", *keys)
    return reader(table)


def _read_property(table: _Table) -> Read:
    bounded = table.has("first") or table.has("last")
    return PropertyRead(table.text("property"), table.track() if bounded else None)


def _pattern(table: _Table) -> str:
    if not table.has("pattern"):
        return NUMBER
    text = table.text("pattern", plain=False)
    if text.count(NUMBER) != 1:
        raise table.fail(
            "pattern", f"is {shown(text)}; must hold {NUMBER} once, where the number stands"
        )
    return text


def _read_location(table: _Table) -> Read:
    return LocationRead(table.marker(), table.track(), _pattern(table))


def _read_zone(table: _Table) -> Read:
    return LocationRead(table.marker(), table.track(), _pattern(table), "CurrentZone")


def _read_piece_property(table: _Table) -> Read:
    name = table.text("property")
    why = flaw_in_filters(name)
    if why:
        raise table.fail("property", f"is {shown(name)}; {why}")
    return PiecePropertyRead(
        table.marker(),
        name,
        table.track(2 * _FARTHEST + 1),  # as far as the piece's own bounds
        table.number("offset", 0),
    )


def _read_grid(table: _Table) -> Read:
    step = table.number("step")
    if step == 0:
        raise table.fail("step", "is 0; must be the pixels from one number to the next")
    axis = table.choice("axis", ("x", "y"))
    across = None
    if any(table.has(each) for each in _ACROSS):
        least, most = (table.number(each) for each in _ACROSS)
        if least > most:
            raise table.fail("across_last", f"is {most}; must be at least across_first, {least}")
        across = least, most
    start = table.number("start")
    return GridRead(table.marker(), table.track(), "x" if axis == "x" else "y", start, step, across)


def _write(table: _Table, read: Read) -> Write:
    kind = table.choice("kind", ("property", "keys", "none"))
    own = ("map", "marker", "gpid") if isinstance(read, PropertyRead) else ()
    if kind == "none":
        table.allow("kind", *own)
        return ByHand(table.marker() if any(map(table.has, own)) else None)
    marker = None if isinstance(read, PropertyRead) else read.marker
    if kind == "keys":
        if marker is None:
            raise table.fail(
                "kind",
                'is "keys", but read.kind is "property": steps are counted from where the marker '
                "is; allowed: property, none; or read the marker itself",
            )
        table.allow("kind", "up", "down")
        up, down = table.text("up", what=_NAMED_KEY), table.text("down", what=_NAMED_KEY)
        if up == down:
            raise table.fail("down", f'is "{down}", as up; must be the key that takes 1 away')
        return StepWrite(marker, up, down)
    table.allow("kind", "property", "key", *own)
    if not table.has("key"):
        for each in own:
            if table.has(each):
                raise table.fail(
                    "key", f"is missing; must be {_NAMED_KEY} that moves the marker, or drop {each}"
                )
        return PropertyWrite(table.text("property"))
    key = table.text("key", what=_NAMED_KEY)
    return PropertyWrite(table.text("property"), marker or table.marker(), key)
