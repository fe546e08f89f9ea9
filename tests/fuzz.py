"""Throws broken and hostile input at everything that reads, for a bounded time (``make fuzz``).

Whatever comes, a reader gives a value or its own one-line error, soon. What was found wrong is kept
in the tests of the reader.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from generator.buildfile.check import CheckError, check_files, parse
from generator.buildfile.render import render_files
from generator.errors import GeneratorError, InputError
from generator.extension.assemble import assemble
from generator.play.odds import parse_vp
from generator.rules import load_rules
from generator.rules.load import SHIPPED
from generator.vassal.sequence import SequenceError, decode, encode

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
    try:
        rules = load_rules(path)
    except InputError as error:
        _one_line(error)
        return
    if chance.random() < 0.1:
        check_files(render_files(assemble(rules), saved=0))


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


_RULES = load_rules()
_BUILD_FILE = render_files(assemble(_RULES), saved=0)["buildFile.xml"]
_TARGETS: tuple[Callable[[random.Random, Path], None], ...] = (
    fuzz_rules,
    fuzz_xml,
    fuzz_sequence,
    fuzz_vp,
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
