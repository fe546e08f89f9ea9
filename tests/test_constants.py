"""A constant of the rule is written once: with errata that change it, nothing says the old one."""

from __future__ import annotations

import re
import tomllib
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import product
from pathlib import Path

import pytest
from lxml import etree

from generator.build import build
from generator.cli import main
from generator.help.docs import render_docs
from generator.rules import load_rules
from generator.templating import template_folder
from generator.texts import languages

ERRATA = """
success.margin = 4
fiasco.limit = 12
early_triumph.vp = 90
# no die and no ruling has a number that could be taken for one of those that change
rulings.tie_break.ruling = 105
[metternich.bonus]
roll = "flat"
[penalties.amount]
roll = "flat"
"""
GONE = ("5", "15", "80")
"""The shipped numbers of the constants that change."""


@pytest.fixture(scope="module", params=languages())
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def errata(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("errata") / "errata.toml"
    path.write_text(ERRATA, "utf-8")
    return path


@pytest.fixture(scope="module")
def texts(language: str, errata: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every text that a player of the build with errata can read."""
    rules = load_rules(errata)
    folder = tmp_path_factory.mktemp("built")
    found = [plain(render_docs(rules)[f"{language}/index.html"])]
    with zipfile.ZipFile(build(rules, folder, {}, language).path) as archive:
        for name in archive.namelist():
            if name.endswith((".html", ".svg")):
                found.append(plain(archive.read(name).decode()))
        found += written(etree.fromstring(archive.read("buildFile.xml")))
    return found


def plain(page: str) -> str:
    """Return what is read of a page or a picture."""
    root = etree.fromstring(page.encode(), etree.HTMLParser(encoding="utf-8"))
    for style in root.findall(".//style"):
        style.clear()
    return spaced("".join(map(str, root.itertext())))


def spaced(text: str) -> str:
    """Return a text with one plain blank for every row of blanks of any kind."""
    return " ".join(text.split())


def written(root: etree._Element) -> Iterator[str]:
    """Yield the texts of expressions, menus and tooltips: what has words in it."""
    for element in root.iter():
        for value in (*element.attrib.values(), element.text or ""):
            parts = re.findall(r'"([^"]*)"', str(value)) if '"' in value else [str(value)]
            yield from (
                spaced(part) for part in parts if re.search(r"[^\W\d_]{2,} | [^\W\d_]{2,}", part)
            )


def has(text: str, number: str) -> bool:
    """Does a number stand in a text, not as part of a paragraph's or of another?"""
    return re.search(rf"(?<![\d.]){number}(?![\d]|\.\d)", text) is not None


@pytest.mark.parametrize("number", GONE)
def test_old_numbers_are_nowhere(texts: list[str], number: str) -> None:
    assert [text for text in texts if has(text, number)] == []


SAID = (
    ("texts", "sheet.margin", "limit", 4),
    ("texts", "sheet.gap", "limit", 12),
    ("texts", "chat.step3_success", "limit", 4),
    ("texts", "chat.step3_fails", "limit", 4),
    ("texts", "chat.step1_goes_on", "limit", 12),
    ("texts", "chat.step1_fiasco", "limit", 12),
    ("texts", "chat.triumph", "vp", 90),
    ("help", "rule.step1", "limit", 12),
    ("help", "rule.step3", "margin", 4),
    ("help", "rulings.early_triumph.question", "triumph", 90),
)
"""Texts with a constant that changes: catalogue, key, place, and the number that must be there."""


@pytest.mark.parametrize(("catalogue", "key", "place", "number"), SAID)
def test_new_numbers_are_where_the_old_were(
    texts: list[str], language: str, catalogue: str, key: str, place: str, number: int
) -> None:
    table = tomllib.loads((template_folder() / catalogue / f"{language}.toml").read_text("utf-8"))
    whole = reduce(lambda inner, part: inner[part], key.split("."), table)
    pieces = re.split(r"\{\w+\}", str(whole).replace(f"{{{place}}}", str(number)))
    with_number = [piece for piece in pieces if has(piece, str(number))]
    assert with_number
    for piece in with_number:
        assert any(spaced(piece) in text for text in texts), piece


def test_odds_are_those_of_the_new_limit(errata: Path, capsys: pytest.CaptureFixture[str]) -> None:
    best = [
        sorted((37 - first, 30, 28 + third, 25))[-2:]
        for first, third in product(range(1, 7), repeat=2)
    ]
    chances = [sum(one - two <= limit for two, one in best) for limit in (4, 5)]
    assert chances[0] < chances[1]
    vp = ["--vp", "Austria=37", "Britain=30", "France=28", "Russia=25"]
    for rules, chance in zip((["--rules", str(errata)], []), chances, strict=True):
        assert main(["odds", *vp, *rules]) == 0
        success = re.search(r"^Success +(\S+)", capsys.readouterr().out, re.MULTILINE)
        assert success is not None
        assert success[1] == str(Fraction(chance, 36))
