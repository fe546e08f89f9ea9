"""Faults of templates and texts, told to who does not know Python; texts that nothing uses."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.cli import main
from tests.second_rule.test_build import change, folder

__all__ = ["folder"]

LOST = "expressions/lost.bsh.j2"
WEATHER = "expressions/weather.bsh.j2"
RESET = "chat/reset.bsh.j2"
SIDES = "{{ constants.weather }}"

FAULTS = {
    "key": (
        WEATHER,
        "s.weather",
        "s.wether",
        '2: there is no "wether" in that table; did you mean we',
    ),
    "within": (WEATHER, "s.weather", "s.ship.a", '2: there is no "a" in a whole number; mend'),
    "word": (LOST, "number(", "nubmer(", '2: there is no "nubmer" here; did you mean number?'),
    "lacks": (LOST, 'number("Blk_Tension")', "number()", "2: number( ) lacks 'name'; mend the tem"),
    "too many": (
        LOST,
        '("Blk_Tension")',
        '("a", "b")',
        "2: number( ) is given 2 values, and takes 1 ",
    ),
    "keyword": (LOST, '("Blk_Tension")', "(named=1)", "2: number( ) takes no named="),
    "zero": (WEATHER, SIDES, "{{ 1 // 0 }}", "2: divides by zero; mend the template"),
    "joined": (WEATHER, SIDES, '{{ "a" + 1 }}', "2: + does not go with a text and a whole number"),
    "called": (
        WEATHER,
        SIDES,
        "{{ constants.ship() }}",
        "2: a whole number is no word that takes ( )",
    ),
    "gone through": (
        WEATHER,
        SIDES,
        "{% for a in 3 %}{% endfor %}",
        "2: a whole number holds nothing",
    ),
    "compared": (
        WEATHER,
        SIDES,
        '{{ "a" < 1 }}',
        "2: < does not go with a text and a whole number",
    ),
    "endless": (
        WEATHER,
        SIDES,
        '{% include "expressions/weather.bsh.j2" %}',
        "includes itself without",
    ),
    "no such text": (
        RESET,
        "chat.reset",
        "chat.rest",
        "1: en.toml: has no chat.rest; did you mean chat.res",
    ),
    "no place": (
        RESET,
        '"chat.reset"',
        '"chat.taken_back", tension="Blk_Tension"',
        "1: en.toml: chat.taken_back: has the place {losses}, for which nothing is given (given: "
        "{tension}); mend the template or the text",
    ),
    "no sides": (
        WEATHER,
        SIDES,
        "0",
        ": throws a die of 0 sides, must be 1 or more; mend the t",
    ),
    "below": (WEATHER, SIDES, "-3", ": throws a die of -3 sides, must be 1 or more; mend the temp"),
    "open": (WEATHER, f"Random({SIDES})", "Random((8)", ": ) is missing for a ( before"),
    "empty": (WEATHER, f"Random({SIDES})", "", ": is empty; mend the template"),
}


def fails(folder: Path, capsys: pytest.CaptureFixture[str], language: str = "en") -> str:
    """Return what a build says that fails without writing anything, less the folder."""
    out = folder.parent / "out"
    arguments = ["build", "--declared", str(folder), "--lang", language, "--output", str(out)]
    assert main(arguments) == 2
    assert not out.exists()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"generator: {folder}/")
    return said.removeprefix(f"generator: {folder}/")


@pytest.mark.parametrize("name", FAULTS)
def test_a_template_is_named_with_what_is_wrong(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, old, new, message = FAULTS[name]
    change(folder / file, old, new)
    said = fails(folder, capsys)
    assert said.startswith(file)
    assert message in said
    assert "Error" not in said


def test_parentheses_in_texts_are_no_fault(folder: Path) -> None:
    change(folder / RESET, '{{ say("chat.reset") }}', '":-)"+" \\" ("+{{ say("chat.reset") }}')
    out = str(folder.parent / "out")
    assert main(["build", "--declared", str(folder), "--output", out]) == 0


def test_a_place_that_our_templates_do_not_fill_is_the_texts_fault(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder / "texts" / "en.toml", "{wish}: not done", "{who}, {wish}: not done")
    assert fails(folder, capsys).startswith("texts/en.toml: chat.refused: has the place {who}, for")


def test_a_missing_reason_is_the_texts_fault(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder / "texts" / "en.toml", "\nround = ", "\nrond = ")
    told = "texts/en.toml: has no reasons.round; did you mean reasons.rond?\n"
    assert fails(folder, capsys) == told


def test_a_text_without_a_like_is_to_be_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder / "texts" / "en.toml", "\nround = ", "\nelsewhere = ")
    assert fails(folder, capsys) == "texts/en.toml: has no reasons.round; write it in [reasons]\n"


def test_without_texts_it_says_which_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "texts" / "en.toml").unlink()
    assert fails(folder, capsys).startswith("texts/en.toml: is missing; it holds every text")
    assert fails(folder, capsys, "de").startswith("texts/en.toml: is missing; it holds every text")
    shutil.rmtree(folder / "texts")
    assert fails(folder, capsys).startswith("texts/en.toml: is missing; it holds every text")


def test_a_text_that_nothing_uses_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = folder / "texts" / "en.toml"
    change(texts, "\n[reasons]", '\n[foo]\nbar = "x"\n[reasons]')
    line = texts.read_text("utf-8").split("\n").index('bar = "x"') + 1
    told = "foo.bar: nothing uses it; mend the name, or take out what is left over"
    assert fails(folder, capsys) == f"texts/en.toml:{line}: {told}\n"
    change(texts, "[foo]\n", '[foo]\nbaz = "x"\n')
    told = told.replace("foo.bar", "foo.baz, foo.bar").replace(" it;", " them;")
    said = fails(folder, capsys)
    assert said == f"texts/en.toml:{line}: {told.replace('the name', 'the names')}\n"
    change(texts, 'baz = "x"\n', "")
    change(folder / RESET, "{{ begin(", '{{ say("foo.bar") if false }}{{ begin(')
    out = str(folder.parent / "out")
    assert main(["build", "--declared", str(folder), "--output", out]) == 0


def test_a_name_of_another_language_that_nothing_bears_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder / "texts" / "de.toml", "Baltic =", "Baltick =")
    said = fails(folder, capsys, "de")
    assert said.startswith("texts/de.toml:")
    assert "names.Baltick: nothing uses it" in said
