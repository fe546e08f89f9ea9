"""Our text formats and expressions, judged by the engine that reads them."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest

from generator.buildfile.check import expressions, parse
from generator.vassal.beanshell import fault
from generator.vassal.sequence import decode, encode

from .harness import Engine

LISTS = (
    [""],
    ["", ""],
    ["a", "", "b"],
    ["a;b", "c,d", "e/f", "g\th"],
    [";", ";;", "a;"],
    ["\\a", "\\;", "\\\\x"],
    ["'quoted'", "'", "''", "'open", "close'"],
    ["it's", "\\;'x"],
    ["57348,0,cop.call.go", "57348,0,CoP_Call"],
    [encode(["a", encode(["b;c", "d\\;e"], ";")], ";"), "f"],
    ['{String.valueOf(X).matches("-?[0-9]{1,7}") ? "a;b" : ","}'],
    ["→ ü €", " spaces "],
)


@pytest.mark.parametrize("delimiter", [";", ",", "/", "\t"])
def test_sequences_are_the_engines(engine: Engine, delimiter: str) -> None:
    for tokens in LISTS:
        ours = encode(tokens, delimiter)
        assert engine.do("encode_sequence", tokens=tokens, delimiter=delimiter) == ours
        assert engine.do("decode_sequence", text=ours, delimiter=delimiter) == tokens
        assert decode(ours, delimiter) == tokens


def test_engine_reads_what_we_cannot_write(engine: Engine) -> None:
    """Odd texts decode alike, also those that no encoder writes."""
    for text in ("a\\;b;c", ";", ";;", "'a;b'", "a\\", "\\", "'", "a\\\\;b", "';'", "\\;", "';"):
        assert engine.do("decode_sequence", text=text, delimiter=";") == decode(text, ";")


def test_engine_validates_every_expression(engine: Engine, extension: Path) -> None:
    root = parse(zipfile.ZipFile(extension).read("buildFile.xml"))
    found = list(expressions(root))
    assert len(found) > 400
    verdicts = engine.do("validate", expressions=[expression for _, expression in found])
    bad = [
        (place, verdict["error"])
        for (place, _), verdict in zip(found, verdicts, strict=True)
        if not verdict["valid"]
    ]
    assert bad == []
    assert [(place, fault(expression)) for place, expression in found if fault(expression)] == []
    known = set(engine.all_props()) | {"PlayerName", "PlayerSide"}
    used = {name for verdict in verdicts for name in verdict["variables"]}
    assert used <= known | {"Math", "Integer", "String"}


def test_engine_says_which_expression_is_bad(engine: Engine) -> None:
    verdicts = engine.do("validate", expressions=["1+1", "1+", "a = 2"])
    assert [verdict["valid"] for verdict in verdicts] == [True, False, False]


def test_expression_that_the_engine_refuses_is_refused_by_us(
    engine: Engine, extension: Path
) -> None:
    """It takes more than we do: declarations, assignments and statements."""
    root = parse(zipfile.ZipFile(extension).read("buildFile.xml"))
    found = sorted({each for _, each in expressions(root) if len(each) < 500})
    drawn = random.Random(15.6)
    broken = []
    for _ in range(1500):
        text = drawn.choice(found)
        at = drawn.randrange(len(text) + 1)
        broken.append(text[:at] + drawn.choice(["", *'()[]{}"?:,.!+<&=|1a ']) + text[at + 1 :])
    broken += ["", " ", "1 +", "Random(12", "Random(12))", "1}", "1 +* 2", "a ? b", '"a', "a..b"]
    verdicts = engine.do("validate", expressions=broken)
    refused = [each for each, verdict in zip(broken, verdicts, strict=True) if not verdict["valid"]]
    assert len(refused) > 400
    assert "\n".join(each for each in refused if not fault(each)) == ""
