"""The loader of binding files: every kind of read and write, and every way a file can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.binding.load import load_binding
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
from generator.vassal.strokes import Stroke
from tests.interface import POWERS

MODULE = '[module]\nname = "Host"\nversion = "1.0"\n'
ON_MAP = 'map = "Main Map"\nmarker = "VP"\nfirst = 0\nlast = 80\n'
LOCATION = f'kind = "location"\n{ON_MAP}'
PIECE = f'kind = "piece-property"\n{ON_MAP}property = "VP"\n'
GRID = f'kind = "grid"\n{ON_MAP}axis = "x"\nstart = 50\nstep = 25\n'
PROPERTY = 'kind = "property"\nproperty = "VP"\n'
STEPS = 'kind = "keys"\nup = "Up"\ndown = "Down"\n'
SENT = 'kind = "property"\nproperty = "VP"\nkey = "Send"\n'
MARKER = Marker("Main Map", name="VP")
TRACK = Track(0, 80)


def tables(read: str, write: str | None = None, power: str = "Austria") -> str:
    text = f"[powers.{power}.read]\n{read}"
    return text if write is None else f"{text}[powers.{power}.write]\n{write}"


def others(*powers: str) -> str:
    """Return tables of the powers that a test is not about."""
    return "".join(tables(PROPERTY.replace("VP", f"VP {power}"), power=power) for power in powers)


def binding_file(folder: Path, text: str) -> Path:
    path = folder / "cov.toml"
    path.write_text(text, encoding="utf-8")
    return path


def load(folder: Path, read: str, write: str | None = None) -> PowerBinding:
    """Load a file of which only Austria's tables matter."""
    text = MODULE + tables(read, write) + others(*POWERS[1:])
    return load_binding(binding_file(folder, text), POWERS).powers["Austria"]


def refusal(path: Path) -> str:
    """Return the one line that loading is refused with."""
    with pytest.raises(InputError) as caught:
        load_binding(path, POWERS)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


def without(text: str, key: str) -> str:
    """Return the tables without one key."""
    kept = [line for line in text.splitlines(keepends=True) if not line.startswith(f"{key} = ")]
    assert len(kept) == text.count("\n") - 1
    return "".join(kept)


def changed(text: str, key: str, value: str) -> str:
    """Return the tables with another value for one key."""
    return without(text, key) + f"{key} = {value}\n"


# What a file can say


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (PROPERTY, PropertyRead("VP")),
        (f"{PROPERTY}first = -10\nlast = 40\n", PropertyRead("VP", Track(-10, 40))),
        (LOCATION, LocationRead(MARKER, TRACK, "{n}", "LocationName")),
        (f'{LOCATION}pattern = "VP {{n}}"\n', LocationRead(MARKER, TRACK, "VP {n}")),
        (
            changed(LOCATION, "kind", '"zone"') + 'pattern = "{n} VP"\n',
            LocationRead(MARKER, TRACK, "{n} VP", "CurrentZone"),
        ),
        (PIECE, PiecePropertyRead(MARKER, "VP", TRACK)),
        (f"{PIECE}offset = -1\n", PiecePropertyRead(MARKER, "VP", TRACK, -1)),
        (
            changed(changed(PIECE, "first", "-99999"), "last", "99999"),
            PiecePropertyRead(MARKER, "VP", Track(-99999, 99999)),
        ),
        (GRID, GridRead(MARKER, TRACK, "x", 50, 25)),
        (
            f"{GRID}across_first = 90\nacross_last = 110\n",
            GridRead(MARKER, TRACK, "x", 50, 25, (90, 110)),
        ),
        (
            changed(changed(GRID, "axis", '"y"'), "step", "-25"),
            GridRead(MARKER, TRACK, "y", 50, -25),
        ),
        (
            without(LOCATION, "marker") + 'gpid = "12"\n',
            LocationRead(Marker("Main Map", gpid="12"), TRACK),
        ),
        (changed(LOCATION, "last", "999"), LocationRead(MARKER, Track(0, 999))),
    ],
)
def test_every_kind_of_read(text: str, read: Read, tmp_path: Path) -> None:
    assert load(tmp_path, text) == PowerBinding(read, ByHand())


@pytest.mark.parametrize(
    ("read", "text", "write"),
    [
        (LOCATION, 'kind = "none"\n', ByHand()),
        (LOCATION, STEPS, StepWrite(MARKER, "Up", "Down")),
        (LOCATION, SENT, PropertyWrite("VP", MARKER, "Send")),
        (LOCATION, PROPERTY, PropertyWrite("VP")),
        (PROPERTY, PROPERTY, PropertyWrite("VP")),
        (
            f"{PROPERTY}first = 0\nlast = 80\n",
            'kind = "none"\nmap = "Main Map"\nmarker = "VP"\n',
            ByHand(MARKER),
        ),
        (
            f"{PROPERTY}first = 0\nlast = 80\n",
            f'{SENT}map = "Main Map"\nmarker = "VP"\n',
            PropertyWrite("VP", MARKER, "Send"),
        ),
        (
            f"{PROPERTY}first = 0\nlast = 80\n",
            f'{SENT}map = "Main Map"\ngpid = "12"\n',
            PropertyWrite("VP", Marker("Main Map", gpid="12"), "Send"),
        ),
    ],
)
def test_every_kind_of_write(read: str, text: str, write: Write, tmp_path: Path) -> None:
    assert load(tmp_path, read, text).write == write


def test_binding_is_called_after_its_file_and_keeps_the_order_of_the_rule(tmp_path: Path) -> None:
    path = binding_file(tmp_path, MODULE + others(*reversed(POWERS)))
    found = load_binding(path, POWERS)
    assert found == Binding(
        "cov",
        "Host",
        "1.0",
        {power: PowerBinding(PropertyRead(f"VP {power}")) for power in POWERS},
    )
    assert tuple(found.powers) == POWERS


def test_names_of_the_module_are_kept_to_the_byte(tmp_path: Path) -> None:
    name = 'L\'Empereur : 1805\u00a0/ "R&D" <é> \u3000 $1'
    quoted = name.replace('"', '\\"')
    path = binding_file(tmp_path, MODULE.replace("Host", quoted) + others(*POWERS))
    assert load_binding(path, POWERS).module == name


def test_module_without_a_version(tmp_path: Path) -> None:
    path = binding_file(tmp_path, MODULE.replace("1.0", "") + others(*POWERS))
    assert load_binding(path, POWERS).version == ""


def test_byte_order_mark_of_windows_editors_is_read_over(tmp_path: Path) -> None:
    path = binding_file(tmp_path, "\ufeff" + MODULE + others(*POWERS))
    assert load_binding(path, POWERS).module == "Host"


def test_keys_of_commands(tmp_path: Path) -> None:
    keys = '[keys]\nCoP_Call = "Ctrl+Shift+C"\nCoP_Sheet = "shift+ctrl+7"\n'
    found = load_binding(binding_file(tmp_path, MODULE + keys + others(*POWERS)), POWERS)
    both = frozenset({"Ctrl", "Shift"})
    assert found.keys == {"CoP_Call": Stroke(67, both), "CoP_Sheet": Stroke(55, both)}
    path = binding_file(tmp_path, MODULE + others(*POWERS))
    assert load_binding(path, POWERS).keys == {}


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ('"Strg+C"', 'is "Strg+C"'),
        ('"Ctrl+Shift"', 'is "Ctrl+Shift"'),
        ('""', "is empty"),
        ("67", "is 67"),
    ],
)
def test_what_is_no_stroke_is_refused(value: str, says: str, tmp_path: Path) -> None:
    keys = f"[keys]\nCoP_Call = {value}\n"
    path = binding_file(tmp_path, MODULE + keys + others(*POWERS))
    assert refusal(path) == (
        f'{path}: keys.CoP_Call: {says}; must be a stroke, written as "Ctrl+Shift+C"'
    )


def test_keys_that_are_no_table(tmp_path: Path) -> None:
    path = binding_file(tmp_path, f"keys = 1\n{MODULE}{others(*POWERS)}")
    assert refusal(path) == f"{path}: keys: is 1; must be a table [keys]"


# Files that cannot be read


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    assert refusal(path) == (f"{path}: there is no such binding file; give the path of a TOML file")


def test_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: is a folder; give the path of a TOML file"


def test_not_utf8_names_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "latin1.toml"
    path.write_bytes("# é".encode("latin-1"))
    assert refusal(path) == f"{path}: byte 2 is not UTF-8 (line 1); save the binding file as UTF-8"


def test_not_toml_names_the_line(tmp_path: Path) -> None:
    path = binding_file(tmp_path, MODULE + "name Host\n")
    message = refusal(path)
    assert message.startswith(f"{path}: is not TOML")
    assert "line 4" in message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (MODULE + MODULE, "module is there twice (at line 4, column 8)"),
        ("[a.b]\n[a.b]\n", "a.b is there twice (at line 2, column 5)"),
        ("a = 1\na = 2\n", "a key is there twice (at "),
        ("a = {b = 1}\na.c = 2\n", "a is complete, nothing can be added to it (at "),
        ('a = "x\n', "the line ends too early (at line 1, column 7)"),
        (f"a = {'9' * 5000}\n", "a number has too many digits"),
        (f"a = {'[' * 5000}\n", "brackets are nested too deeply"),
    ],
)
def test_what_is_not_toml_is_told_without_python_s_words(
    text: str, says: str, tmp_path: Path
) -> None:
    path = binding_file(tmp_path, text)
    told = refusal(path)
    assert told.startswith(f"{path}: is not TOML: {says}")
    assert told.endswith("; mend the line or see https://toml.io")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("[]", "an empty list"),
        ('[1, "a", true]', '[1, "a", true]'),
        ("{a = 1}", "a table"),
        ("[{a = 1}, false]", "[a table, false]"),
        ("2026-01-01", "2026-01-01"),
    ],
)
def test_wrong_value_is_shown_as_it_is_written(value: str, shown: str, tmp_path: Path) -> None:
    path = binding_file(tmp_path, f"[module]\nname = {value}\nversion = '1'\n[powers]\n")
    assert refusal(path) == f"{path}: module.name: is {shown}; must be a text"


@pytest.mark.parametrize("name", ["...toml", " .toml"])
def test_name_of_the_file_that_cannot_name_a_folder(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(MODULE + others(*POWERS))
    assert "names the build's folder; rename it" in refusal(path)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("es.toml", ', and a build has a folder "es" already'),
        ("Docs.toml", ', and a build has a folder "Docs" already'),
        ("release.toml", ', and a build has a folder "release" already'),
        ("CON.toml", ', and Windows keeps "CON" for itself'),
        ("lpt1.cov.toml", ', and Windows keeps "lpt1.cov" for itself'),
        ("cov .toml", ""),
        ("cov..toml", ""),
    ],
)
def test_name_of_the_file_that_is_a_folder_already(name: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(MODULE + others(*POWERS))
    assert refusal(path) == (
        f"{path}: the file's name without .toml names the build's folder{why}; rename it"
    )


# Tables that are wrong: (file, key that is named, what the line must say besides)

WHOLE = [
    ("", "module", "is missing; must be a table [module]"),
    (others(*POWERS), "module", "is missing; must be a table [module]"),
    (MODULE, "powers", "is missing; must be a table [powers]"),
    ("module = 1\n", "module", "is 1; must be a table [module]"),
    (f"powers = 'Austria'\n{MODULE}", "powers", 'is "Austria"; must be a table [powers]'),
    (
        f"{MODULE}[power.Austria]\n",
        "power",
        "unknown key; did you mean powers? (allowed here: module, keys, powers)",
    ),
    (MODULE.replace("name", "nam") + others(*POWERS), "module.nam", "did you mean name?"),
    (without(MODULE, "name") + others(*POWERS), "module.name", "is missing; must be a text"),
    (without(MODULE, "version") + others(*POWERS), "module.version", "is missing"),
    (MODULE.replace('"1.0"', "1.0") + others(*POWERS), "module.version", "is 1.0; must be a text"),
    (MODULE.replace("Host", "") + others(*POWERS), "module.name", "is empty; must be a text"),
    (
        MODULE.replace("Host", "a\\nb") + others(*POWERS),
        "module.name",
        'is "a\\nb"; must be a text of one line',
    ),
    (MODULE.replace("Host", "a\\u2028b") + others(*POWERS), "module.name", "of one line"),
    (MODULE.replace("Host", "a\\u0007b") + others(*POWERS), "module.name", "of one line"),
    (
        MODULE + others(*POWERS[:3]),
        "powers.Russia",
        "is missing; must be a table [powers.Russia]",
    ),
    (
        MODULE + others(*POWERS[:3], "Rusia"),
        "powers.Rusia",
        "unknown key; did you mean Russia? (allowed here: Austria, Britain, France, Russia)",
    ),
    (MODULE + others(*POWERS, "Spain"), "powers.Spain", "unknown key (allowed here: Austria"),
    (
        f"{MODULE}[powers]\nAustria = 'VP'\n",
        "powers.Austria",
        'is "VP"; must be a table [powers.Austria]',
    ),
    (
        f"{MODULE}[powers.Austria]\n{others(*POWERS[1:])}",
        "powers.Austria.read",
        "is missing; must be a table [powers.Austria.read]",
    ),
    (
        f"{MODULE}[powers.Austria.raed]\n{others(*POWERS[1:])}",
        "powers.Austria.raed",
        "unknown key; did you mean read? (allowed here: read, write)",
    ),
    (
        f"{MODULE}[powers.Austria]\nread = 1\n{others(*POWERS[1:])}",
        "powers.Austria.read",
        "is 1; must be a table [powers.Austria.read]",
    ),
    (
        f"{MODULE}[powers.Austria]\nwrite = 'none'\n[powers.Austria.read]\n{PROPERTY}"
        + others(*POWERS[1:]),
        "powers.Austria.write",
        'is "none"; must be a table [powers.Austria.write]',
    ),
]


@pytest.mark.parametrize(("text", "key", "says"), WHOLE)
def test_wrong_table_is_refused_with_file_key_and_what_is_allowed(
    text: str, key: str, says: str, tmp_path: Path
) -> None:
    path = binding_file(tmp_path, text)
    message = refusal(path)
    assert message.startswith(f"{path}: {key}: ")
    assert says in message


KINDS = "allowed: property, location, zone, piece-property, grid"
READS = [
    ("", "kind", "is missing; must be one of property, location, zone, piece-property, grid"),
    (changed(PROPERTY, "kind", '"properties"'), "kind", f'is "properties"; {KINDS}'),
    (changed(PROPERTY, "kind", "1"), "kind", f"is 1; {KINDS}"),
    (changed(PROPERTY, "kind", "['property']"), "kind", KINDS),
    (without(PROPERTY, "property"), "property", "is missing; must be a text"),
    (changed(PROPERTY, "property", "7"), "property", "is 7; must be a text"),
    (changed(PROPERTY, "property", '""'), "property", "is empty; must be a text"),
    (f"{PROPERTY}first = 0\n", "last", "is missing; must be a whole number"),
    (f"{PROPERTY}last = 0\n", "first", "is missing; must be a whole number"),
    (f'{PROPERTY}marker = "VP"\n', "marker", "unknown key (allowed here: kind, property, first"),
    (f'{PROPERTY}propety = "VP"\n', "propety", "did you mean property?"),
    *[
        (without(text, key), key, "is missing")
        for text in (LOCATION, PIECE, GRID)
        for key in ("map", "marker", "first", "last")
    ],
    (without(LOCATION, "marker"), "marker", "must be the piece's own name; or give gpid instead"),
    (without(LOCATION, "map"), "map", "must be the name of a map"),
    (f'{LOCATION}gpid = "12"\n', "gpid", "goes instead of marker"),
    (changed(LOCATION, "marker", "12"), "marker", "is 12; must be the piece's own name"),
    (without(LOCATION, "marker") + "gpid = 12\n", "gpid", "is 12; must be a text"),
    (without(LOCATION, "marker") + 'gpid = ""\n', "gpid", "is empty; must be a text"),
    (changed(LOCATION, "marker", '""'), "marker", "is empty; must be the piece's own name"),
    *[
        (changed(LOCATION, key, f"'a{letter}b'"), key, rf"must not hold any of \ {{ }} $, {why}")
        for key in ("map",)
        for letter in "\\{}$"
        for why in ["which VASSAL's expressions read as their own"]
    ],
    (changed(PROPERTY, "property", "'VP$'"), "property", 'is "VP$"; must not hold any of'),
    (changed(PIECE, "property", "'{VP}'"), "property", 'is "{VP}"; must not hold any of'),
    *[
        (changed(PIECE, "property", f"'{name}'"), "property", "must not hold any of ! < > = ~ & |")
        for name in (*(f"V{sign}P" for sign in "!<>=~&|"), " VP", "VP ")
    ],
    *[
        (f"{LOCATION}pattern = '{pattern}'\n", "pattern", f'is "{pattern}"; must hold {{n}} once')
        for pattern in ("VP", "VP {N}", "{n} of {n}", "{m}")
    ],
    (f"{LOCATION}pattern = ''\n", "pattern", "is empty"),
    (f"{LOCATION}pattern = 1\n", "pattern", "is 1; must be a text"),
    (f"{PIECE}pattern = '{{n}}'\n", "pattern", "unknown key (allowed here: kind, map, marker"),
    (changed(LOCATION, "last", "0"), "last", "is 0; must be more than first (0)"),
    (changed(LOCATION, "last", "-1"), "last", "is -1; must be more than first (0)"),
    (
        changed(LOCATION, "last", "1000"),
        "last",
        "is 1000; allowed: 1000 numbers at most, to 999 if first is 0",
    ),
    (
        changed(changed(GRID, "first", "-500"), "last", "500"),
        "last",
        "allowed: 1000 numbers at most, to 499 if first is -500",
    ),
    (changed(LOCATION, "first", "'0'"), "first", 'is "0"; must be a whole number'),
    (changed(LOCATION, "first", "0.0"), "first", "is 0.0; must be a whole number"),
    (changed(LOCATION, "last", "true"), "last", "is true; must be a whole number"),
    (changed(LOCATION, "last", "1000000"), "last", "allowed: -999999 to 999999"),
    (f"{PIECE}offset = 'one'\n", "offset", 'is "one"; must be a whole number'),
    (f"{LOCATION}offset = 1\n", "offset", "unknown key"),
    (without(PIECE, "property"), "property", "is missing; must be a text"),
    (changed(GRID, "step", "0"), "step", "is 0; must be the pixels from one number to the next"),
    (changed(GRID, "step", "2.5"), "step", "is 2.5; must be a whole number"),
    (without(GRID, "step"), "step", "is missing; must be a whole number"),
    (
        f"{GRID}across_first = 9\nacross_last = 8\n",
        "across_last",
        "is 8; must be at least across_first, 9",
    ),
    (f"{GRID}across_first = 9\n", "across_last", "is missing; must be a whole number"),
    (without(GRID, "start"), "start", "is missing; must be a whole number"),
    (without(GRID, "axis"), "axis", "is missing; must be one of x, y"),
    (changed(GRID, "axis", "'z'"), "axis", 'is "z"; allowed: x, y'),
]


@pytest.mark.parametrize(("text", "key", "says"), READS)
def test_wrong_read_is_refused_with_file_key_and_what_is_allowed(
    text: str, key: str, says: str, tmp_path: Path
) -> None:
    path = binding_file(tmp_path, MODULE + tables(text) + others(*POWERS[1:]))
    message = refusal(path)
    assert message.startswith(f"{path}: powers.Austria.read.{key}: ")
    assert says in message


WRITES = [
    (LOCATION, "", "kind", "is missing; must be one of property, keys, none"),
    (LOCATION, 'kind = "key"\n', "kind", 'is "key"; allowed: property, keys, none'),
    (LOCATION, f'{STEPS}key = "Send"\n', "key", "unknown key (allowed here: kind, up, down)"),
    (LOCATION, f'{STEPS}upp = "Send"\n', "upp", "did you mean up?"),
    (LOCATION, without(STEPS, "up"), "up", "is missing; must be a named key"),
    (LOCATION, without(STEPS, "down"), "down", "is missing; must be a named key"),
    (LOCATION, changed(STEPS, "down", '"Up"'), "down", 'is "Up", as up'),
    (LOCATION, changed(STEPS, "up", "'$Up$'"), "up", 'is "$Up$"; must not hold any of'),
    (PROPERTY, STEPS, "kind", 'is "keys", but read.kind is "property"'),
    (PROPERTY, f'{STEPS}map = "Main Map"\n', "kind", "allowed: property, none; or read the marker"),
    (LOCATION, 'kind = "none"\nkey = "Send"\n', "key", "unknown key (allowed here: kind)"),
    (LOCATION, 'kind = "none"\nmap = "Main Map"\n', "map", "unknown key (allowed here: kind)"),
    (PROPERTY, 'kind = "none"\nmap = "Main Map"\n', "marker", "is missing; must be the piece"),
    (PROPERTY, 'kind = "none"\nmarker = "VP"\n', "map", "is missing; must be the name of a map"),
    (
        LOCATION,
        f'{SENT}marker = "VP"\n',
        "marker",
        "unknown key (allowed here: kind, property, key",
    ),
    (LOCATION, without(SENT, "property"), "property", "is missing; must be a text"),
    (LOCATION, changed(SENT, "key", '""'), "key", "is empty; must be a named key"),
    (LOCATION, changed(SENT, "key", "65"), "key", "is 65; must be a named key"),
    (PROPERTY, SENT, "map", "is missing; must be the name of a map"),
    (PROPERTY, f'{SENT}map = "Main Map"\n', "marker", "is missing; must be the piece's own name"),
    (
        PROPERTY,
        f'{without(SENT, "key")}map = "Main Map"\nmarker = "VP"\n',
        "key",
        "is missing; must be a named key of the module that moves the marker, or drop map",
    ),
    (
        PROPERTY,
        f'{SENT}map = "Main Map"\nmarker = "VP"\ngpid = "1"\n',
        "gpid",
        "goes instead of marker",
    ),
]


@pytest.mark.parametrize(("read", "write", "key", "says"), WRITES)
def test_wrong_write_is_refused_with_file_key_and_what_is_allowed(
    read: str, write: str, key: str, says: str, tmp_path: Path
) -> None:
    path = binding_file(tmp_path, MODULE + tables(read, write) + others(*POWERS[1:]))
    message = refusal(path)
    assert message.startswith(f"{path}: powers.Austria.write.{key}: ")
    assert says in message


@pytest.mark.parametrize("write", [SENT, 'kind = "none"\n'])
def test_marker_of_a_property_needs_the_ends_of_its_track(write: str, tmp_path: Path) -> None:
    text = tables(PROPERTY, f'{write}map = "Main Map"\nmarker = "VP"\n')
    path = binding_file(tmp_path, MODULE + text + others(*POWERS[1:]))
    assert refusal(path) == (
        f"{path}: powers.Austria.read: first and last are missing; must be the least and the "
        "greatest number of the marker's track"
    )


def test_blanks_within_a_value_are_shown_as_they_are(tmp_path: Path) -> None:
    messages = set()
    for name in ("a b", "a  b", "a\u00a0b"):
        path = binding_file(tmp_path, f'[module]\n"{name}" = 1\n')
        messages.add(refusal(path).partition("module.")[2].partition(":")[0])
    assert messages == {"a b", "a  b", "a\\u00a0b"}
