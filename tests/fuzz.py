"""Throws broken and hostile input at everything that reads, for a bounded time (``make fuzz``).

Whatever comes, a reader gives a value or its own one-line error, soon. What was found wrong is kept
in the tests of the reader.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from generator.binding.load import load_binding
from generator.binding.model import (
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
from generator.binding.text import binding_text
from generator.build import complete
from generator.buildfile.check import CheckError, check_files, parse
from generator.buildfile.render import render_files
from generator.compare.compare import compare
from generator.compare.report import as_json as compared_json
from generator.compare.report import as_text as compared_text
from generator.errors import GeneratorError, InputError
from generator.extension.assemble import assemble
from generator.extension.identity import IDENTITY
from generator.extension.names import keyboard_commands
from generator.extension.pictures import KEPT
from generator.host.candidates import find_candidates
from generator.host.read import read_extension, read_module
from generator.host.report import as_json, as_text
from generator.kit.host import Host
from generator.play.odds_report import parse_vp
from generator.rules.changes import as_text as difference_as_text
from generator.rules.changes import difference
from generator.rules.load import SHIPPED, load_with_sources
from generator.vassal.sequence import SequenceError, decode, encode
from generator.vassal.strokes import propose
from tests.host import builder

_SLOWEST = 5.0
"""Seconds that one input may take."""

_PIECES = (
    *(
        b'"',
        b"'",
        b"\\",
        b"\n",
        b"[",
        b"]",
        b"{",
        b"}",
        b"=",
        b"#",
        b"\x00",
        b"\xff",
        b"\xef\xbb\xbf",
    ),
    *(b"1e999", b"9" * 400, b"-", b"true", b"[[", b"inf", b"nan", b"1979-05-27T07:32:00Z", b'"""'),
    *(b"<!DOCTYPE a [", b'<!ENTITY x "y">', b"&x;", b"&#0;", b"<a>" * 300, b"]]>", b"<![CDATA["),
)


def mutate(chance: random.Random, seed: bytes) -> bytes:
    """Return the seed with a few cuts, copies and insertions."""
    data = bytearray(seed)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                data[at:at] = chance.choice(_PIECES)
            case 1:
                del data[at : at + chance.randint(1, 40)]
            case 2:
                start = chance.randrange(len(data) + 1)
                data[at:at] = data[start : start + chance.randint(1, 60)]
            case _ if data:
                data[at % len(data)] = chance.randrange(256)
    return bytes(data)


def _one_line(error: GeneratorError) -> None:
    if "\n" in str(error) or not str(error).strip():
        raise AssertionError(f"not one line: {error!r}")


def fuzz_rules(chance: random.Random, folder: Path) -> None:
    """Errata: refused in one line, or an extension that passes its checks."""
    shipped = SHIPPED.read_bytes()
    lines = shipped.splitlines(keepends=True)
    start = chance.randrange(len(lines))
    seed = b"".join(lines[start : start + chance.randint(1, 30)])
    data = mutate(chance, seed)
    path = folder / "errata.toml"
    path.write_bytes(data)
    if chance.random() < 0.2:
        path = folder / "next.toml"
        path.write_bytes(mutate(chance, b'base = "errata.toml"\nsuccess.margin = 4\n'))
    try:
        rules, layers = load_with_sources(path)
    except InputError as error:
        _one_line(error)
        return
    for line in difference_as_text(difference(_LAYERS, layers)).splitlines():
        _one_line(GeneratorError(line))
    if chance.random() < 0.1:
        check_files(render_files(complete(assemble(rules)), saved=0), IDENTITY, KEPT)


def fuzz_binding(chance: random.Random, folder: Path) -> None:
    """Binding files: refused in one line, or written they load as the same again."""
    lines = _BINDING.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    part = mutate(chance, b"".join(lines[at : at + chance.randint(1, 3)]))
    path = folder / "cov.toml"
    path.write_bytes(b"".join((*lines[:at], part, *lines[at + chance.randint(1, 3) :])))
    try:
        binding = load_binding(path, builder.POWERS)
    except InputError as error:
        _one_line(error)
        return
    remark = part.decode("utf-8", "replace")
    text = binding_text(
        binding.module, binding.version, binding.powers, {"Austria": [remark]}, binding.keys
    )
    path.write_text(text, "utf-8")
    if load_binding(path, builder.POWERS) != binding:
        raise AssertionError("came back different")
    if chance.random() < 0.02:
        host = Host(binding, _AnyTarget(), "3.7.5")
        check_files(render_files(complete(assemble(_RULES, host)), saved=0), IDENTITY, KEPT)


class _AnyTarget(dict[str, str]):
    """Targets of a module that has every property."""

    def __missing__(self, name: str) -> str:
        return f"VASSAL.build.module.properties.GlobalProperties/{name}"


def fuzz_xml(chance: random.Random, folder: Path) -> None:
    """A build file that does not parse is refused; entities are never resolved."""
    data = mutate(chance, _BUILD_FILE[: chance.randint(200, 5000)])
    try:
        parse(data)
    except CheckError as error:
        _one_line(error)


def fuzz_sequence(chance: random.Random, folder: Path) -> None:
    """What can be encoded comes back; whatever else decodes to something."""
    letters = "ab;,/\t\\'é"
    tokens = [
        "".join(chance.choice(letters) for _ in range(chance.randint(0, 8)))
        for _ in range(chance.randint(0, 5))
    ]
    delimiter = chance.choice(";,/\t")
    try:
        if decode(encode(tokens, delimiter), delimiter) != tokens:
            raise AssertionError("came back different")
    except SequenceError as error:
        _one_line(error)
    decode("".join(tokens), delimiter)


def fuzz_vp(chance: random.Random, folder: Path) -> None:
    """Words of ``--vp``."""
    seed = b"Austria=20 Britain=15 France=30 Russia=25"
    data = mutate(chance, seed) if chance.random() < 0.9 else seed
    try:
        parse_vp(_RULES, data.decode("utf-8", "surrogateescape").split())
    except InputError as error:
        _one_line(error)


def inspect(path: Path) -> None:
    """Read a module or an extension and tell all about it, or refuse it in one line."""
    for read in (read_module, read_extension):
        try:
            found = read(path)
        except InputError as error:
            _one_line(error)
            continue
        candidates = find_candidates(found, builder.POWERS)
        as_text(found, candidates)
        as_json(found, candidates)


def fuzz_zip(chance: random.Random, folder: Path) -> None:
    """Archives with broken bytes, and bytes that are none."""
    path = folder / "module.vmod"
    if chance.random() < 0.1:
        path.write_bytes(chance.randbytes(chance.randint(0, 3000)))
    else:
        builder.write_module(path, _MODULE, more={"images/a.png": b"", "images/b": b"b" * 99})
        path.write_bytes(mutate(chance, path.read_bytes()))
    inspect(path)


def fuzz_module(chance: random.Random, folder: Path) -> None:
    """Build files and metadata with broken texts, whole archives."""
    data = mutate(chance, builder.metadata()) if chance.random() < 0.1 else None
    inspect(builder.write_module(folder / "module.vmod", mutate(chance, _MODULE), data=data))


def fuzz_pieces(chance: random.Random, folder: Path) -> None:
    """Definitions of pieces with broken nesting, in a module that is whole."""
    seed = chance.choice(_DEFINITIONS)
    texts = [_PIECE_MARKS.sub(lambda _: chance.choice("/;,\t\\':"), seed, chance.randint(0, 3))]
    cuts = sorted(chance.randrange(len(seed)) for _ in range(2))
    texts.append(seed[: cuts[0]] + chance.choice(["", "\t", "\\\t", "'"]) + seed[cuts[1] :])
    slots = [builder.el("widget.PieceSlot", text=text, gpid="1") for text in texts]
    root = builder.module(builder.map_window(inside=[builder.stack(*slots)]))
    inspect(builder.write_module(folder / "module.vmod", root))


def fuzz_diff(chance: random.Random, folder: Path) -> None:
    """Extensions with broken texts or build files: refused in one line, or compared."""
    files = []
    for side in ("old", "new"):
        table = b"a = 1\n[b]\nc = [1, 'x']\n"
        broken = chance.random() < 0.1
        path = folder / f"{side}.vmdx"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("buildFile.xml", mutate(chance, _SMALL) if broken else _texts(chance))
            archive.writestr("cop_rule.toml", mutate(chance, table) if broken else table)
        files.append(path)
    try:
        found = compare(*files)
    except InputError as error:
        _one_line(error)
        return
    compared_text(found, everything=chance.random() < 0.5)
    compared_json(found)


def _texts(chance: random.Random) -> bytes:
    """Return a build file that is well-formed, with some of its texts broken."""
    root = parse(_SMALL)
    every = [*root.iter()]
    for _ in range(chance.randint(0, 6)):
        each = chance.choice(every)
        name = chance.choice(["", *map(str, each.attrib)])
        old = each.get(name, "") if name else each.text or ""
        text = mutate(chance, old.encode()).decode("utf-8", "replace")
        new = "".join(mark for mark in text if mark.isprintable() or mark in "\t\n")
        if name:
            each.set(name, new)
        else:
            each.text = new
    return builder.xml(root)


_RULES, _LAYERS = load_with_sources()
_VALUE = ("PROP;VP;true,0,80,false;:57348\\,0\\,Up:I\\,1,:57348\\,0\\,Down:I\\,-1;", "0")
_SETS = ("setprop;VP_France;true,0,80,false;:57348\\,0\\,Moved:P\\,{LocationName};;;", "")
_SENDS = ("sendto;;57348,0,To;Main Map;;0;0;;;0;0;0;0;;R;;$VP_France$;;", "")
_LAYER = (
    "emb2;;128;A;;128;;;128;;;;1;false;0;0;a,b,c,d,e;0,1,2,3,4;true;VP;;;false;;1;1;true;"
    ";57348,0,On;57348,0,Back;;1.0",
    "1",
)
_DEFINITIONS = [
    builder.definition("France VP", *traits)
    for traits in ([_VALUE], [_SETS, _SENDS], [_LAYER, _VALUE, ("prototype;P", "")])
]
_PIECE_MARKS = re.compile(r"[/;,\t\\:]")
_MODULE = builder.xml(
    builder.module(
        builder.roster(*builder.POWERS),
        builder.map_window(
            builder.board(
                builder.zoned(builder.zone(builder.row("VP {}", range(9)), name="VP")),
            ),
            inside=[builder.stack(builder.slot("France VP", _SETS, _SENDS, _LAYER), x=50, y=50)],
            moveKey="57348,0,Moved",
        ),
        builder.properties(builder.prop("VP_France")),
        builder.prototype("P", _VALUE, ("prototype;P", "")),
        builder.palette(builder.slot("", _VALUE, ("prototype;P", ""))),
    )
)
_MARKERS = (Marker("Main Map", name='"France" & VP'), Marker("Map: É/B", gpid="ext:12"))
_ROOM = Track(-5, 80)
_BINDING = binding_text(
    'Congrès: "Vienne" / R&D',
    "1.0",
    {
        "Austria": PowerBinding(
            PropertyRead("VP_Austria", _ROOM), PropertyWrite("VP_Austria", _MARKERS[0], "send")
        ),
        "Britain": PowerBinding(
            LocationRead(_MARKERS[1], _ROOM, "VP {n}"), StepWrite(_MARKERS[1], "up", "down")
        ),
        "France": PowerBinding(PiecePropertyRead(_MARKERS[0], "VP_Level", _ROOM, -1)),
        "Russia": PowerBinding(GridRead(_MARKERS[1], _ROOM, "x", 50, -25)),
    },
    {},
    propose(keyboard_commands(builder.POWERS), []),
).encode()
_SMALL = builder.xml(
    builder.el(
        "module.ModuleExtension",
        *(
            builder.el("module.ExtensionElement", each, target="")
            for each in (
                builder.map_window(
                    inside=[builder.stack(builder.slot("F", _SETS, _SENDS, _LAYER))],
                    moveKey="57348,0,Moved",
                ),
                builder.prop("VP_France"),
                builder.prototype("P", _VALUE, ("prototype;P", "")),
                builder.palette(builder.slot("", _VALUE, ("immob;gn;V", ""), gpid="2")),
            )
        ),
        extensionId="x",
    )
)
_BUILD_FILE = render_files(complete(assemble(_RULES)), saved=0)["buildFile.xml"]
_TARGETS: tuple[Callable[[random.Random, Path], None], ...] = (
    fuzz_rules,
    fuzz_binding,
    fuzz_xml,
    fuzz_sequence,
    fuzz_vp,
    fuzz_zip,
    fuzz_module,
    fuzz_pieces,
    fuzz_diff,
)


def main() -> int:
    """Fuzz for some seconds; tell the round of a failure, which comes again, and exit with 1."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    rounds = 0
    with tempfile.TemporaryDirectory() as name:
        while time.monotonic() < until:
            target = _TARGETS[rounds % len(_TARGETS)]
            chance = random.Random(f"{options.seed}.{rounds}")
            started = time.monotonic()
            try:
                target(chance, Path(name))
                if time.monotonic() - started > _SLOWEST:
                    raise AssertionError(f"took {time.monotonic() - started:.1f} s")
            except Exception as error:
                where = f"round {rounds} of seed {options.seed}"
                print(f"{target.__name__}, {where}: {type(error).__name__}: {error}")
                return 1
            rounds += 1
    print(f"{rounds} inputs, none wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
