"""The help page: it says what the rule data in force say, in every language."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from generator.binding.model import (
    Binding,
    LocationRead,
    Marker,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    Track,
)
from generator.cli import main
from generator.errors import InputError
from generator.extension.assemble import Congress, assemble
from generator.extension.sheet import BUTTONS
from generator.help import page as page_module
from generator.help import words
from generator.help.page import SECTIONS, help_page
from generator.help.words import LEAST_ENGINE, prose, prose_folder
from generator.kit.host import Host
from generator.rules import SWITCHES, Rules, load_rules
from generator.texts import Texts, languages, load_texts
from generator.vassal.components import ToolbarMenu
from generator.vassal.strokes import Stroke
from tests.interface import FOREIGN, LANGUAGES, POWERS

KEYS = {
    command: Stroke(ord(key), frozenset({"Ctrl", "Shift"}))
    for command, key in {"CoP_Sheet": "S", "CoP_Call": "7"}.items()
}
MODULE = 'Congrès: "Vienne" / R&D'


@cache
def extension(language: str, errata: Path | None = None, binding: bool = False) -> Congress:
    host = Host(bound(), {f"VP_{power}": "" for power in POWERS}, "3.7.0") if binding else None
    return assemble(load_rules(errata), host, load_texts(language))


def bound() -> Binding:
    """Austria's marker is sent, Britain's moved by hand, France's nameless, Russia has none."""
    track = Track(-3, 77)
    named, nameless = Marker("Karte <1>", name="A & O"), Marker("Karte <1>", gpid="9")
    read = {
        "Austria": PowerBinding(
            LocationRead(named, track), PropertyWrite("VP_Austria", named, "send")
        ),
        "Britain": PowerBinding(LocationRead(Marker("Karte <1>", name="Löwe"), track)),
        "France": PowerBinding(LocationRead(nameless, track)),
        "Russia": PowerBinding(PropertyRead("VP_Russia"), PropertyWrite("VP_Russia")),
    }
    return Binding("cov", MODULE, "2.0 β", read, KEYS)


@cache
def tree(language: str, errata: Path | None = None, binding: bool = False) -> etree._Element:
    return etree.fromstring(help_page(extension(language, errata, binding)))


def text(language: str, errata: Path | None = None, *, binding: bool = False) -> str:
    """Return what is read, each run of blanks as one."""
    return plain(tree(language, errata, binding).find("body"))


def plain(element: etree._Element | None) -> str:
    assert element is not None
    return one_blank("".join(map(str, element.itertext())))


def one_blank(text: str) -> str:
    """Return a text with each run of blanks, no-break ones among them, as one."""
    return " ".join(text.split())


def pieces(language: str, key: str) -> list[str]:
    """Return what a text of the prose says around its places, in order, blanks at the ends kept."""
    said = " ".join(raw(language)[key].split())
    return re.split(r"\{[a-z_]+\}", said)


@cache
def raw(language: str) -> dict[str, str]:
    """Return every text of the prose by its dotted key."""

    def walk(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(value, f"{prefix}{key}.")
            else:
                yield f"{prefix}{key}", value

    return dict(walk(tomllib.loads((prose_folder() / f"{language}.toml").read_text("utf-8")), ""))


def said_as(page: str, language: str, key: str) -> str:
    """Return how a page says a text, with what stands in its places; nothing if it does not."""
    pattern = "[^·]{1,80}?".join(map(re.escape, pieces(language, key)))
    found = re.search(pattern, page)
    return found[0] if found else ""


def says(page: str, language: str, key: str) -> bool:
    return said_as(page, language, key) != ""


# The rule data in force

NUMBERS: Sequence[Mapping[str, tuple[object, str]]] = (
    {
        "activation.decline_vp": (-47, "47"),
        "activation.resources": (8, "8"),
        "fiasco.limit": (437, "437"),
        "winds.sides": (93, "93"),
        "winds.not_counted": (["41.9.1", "41.9.7"], "41.9.7"),
        "success.margin": (439, "439"),
        "metternich.bonus.sides": (97, "97"),
        "metternich.bonus.divisor": (48, "49–96"),
        "penalties.amount.sides": (91, "91"),
        "penalties.amount.divisor": (37, "38–74"),
        "early_triumph.vp": (457, "457"),
        "rulings.vp_floor.value": ("floor", "-461"),
        "rulings.vp_floor.floor": (-461, "-461"),
        "stop_early.like_paragraph": ("46.3", "46.3"),
        "stop_early.paragraph": ("47.3", "47.3"),
        "activation.paragraph": ("48.3", "48.3"),
        "metternich.paragraph": ("49.3", "49.3"),
        "fiasco.paragraph": ("50.3", "50.3"),
        "winds.paragraph": ("51.3", "51.3"),
        "success.paragraph": ("52.3", "52.3"),
        "penalties.paragraph": ("53.3", "53.3"),
        "rulings.margin.ruling": (463, "463"),
        "rulings.margin.paragraph": ("54.3", "54.3"),
        "release.version": ("467.0", "467.0"),
        "release.rule": ("55.3", "55.3"),
    },
    {
        "metternich.bonus.roll": ("flat", "443"),
        "metternich.bonus.flat": (443, "443"),
        "penalties.amount.roll": ("flat", "449"),
        "penalties.amount.flat": (449, "449"),
    },
    {
        "metternich.bonus.divisor": (1, "98"),
        "metternich.bonus.sides": (98, "98"),
        "penalties.amount.sides": (99, "99"),
    },
)
"""Errata that go together: each key's value, and what must then be read."""


def laid_over(folder: Path, values: Mapping[str, object]) -> Path:
    """Write an errata file."""
    file = folder / "errata.toml"
    lines = (f"{key} = {json.dumps(value)}\n" for key, value in values.items())
    file.write_text("".join(lines), "utf-8")
    return file


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", range(len(NUMBERS)))
def test_errata_change_the_page(language: str, group: int, tmp_path: Path) -> None:
    changes = NUMBERS[group]
    after = text(language, laid_over(tmp_path, {key: value for key, (value, _) in changes.items()}))
    for key, (_, shown) in changes.items():
        token = rf"(?<![\d.]){re.escape(shown)}(?!\d)"
        times = len(re.findall(token, after))
        assert times > len(re.findall(token, text(language))), key


SHIPPED = {
    "rule.pays_first": ("1",),
    "rule.decides": ("2", "1", "4"),
    "rule.step1": ("15", "4", "15"),
    "rule.step3": ("0", "5", "5"),
    "rulings.early_triumph.question": ("80",),
    "rulings.early_triumph.warn-on-bonus": ("2", "80"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_numbers(language: str) -> None:
    said = text(language)
    for key, numbers in SHIPPED.items():
        sentence = said_as(said, language, key)
        assert re.findall(r"(?<![.\d])\d+(?!\d|\.\d)", sentence) == list(numbers), key
    one, two, three = (f"{a}–{a + 1}{colon}{b}" for a, b, colon in points(language))
    assert said.count(f"{one}, {two}, {three}") == 2
    assert f"{'W' if language == 'de' else 'D' if language == 'fr' else 'd'}6" in said
    assert load_texts(language).listed(["14.2.1", "14.2.2"]) in said


def points(language: str) -> list[tuple[int, int, str]]:
    colon = " : " if language == "fr" else ": "
    return [(1, 1, colon), (3, 2, colon), (5, 3, colon)]


OTHERWISE: Mapping[str, tuple[object, str, str | None]] = {
    "stop_early.allowed": (False, "rule.stop", "rule.stop_not"),
    "activation.order": ("first", "rule.last", "rule.first"),
    "activation.first_spent": (False, "rule.pays_first", "rule.pays"),
    "activation.decline_vp": (0, "rule.decides", "rule.decides_free"),
    "winds.not_counted": ([], "rule.without", None),
    "penalties.amount.roll": ("flat", "rule.step4_rolls", None),
    "penalties.order": (["highest", "issue-winner"], "recipients.diplomacy-winner", None),
}
"""Keys, values other than the shipped, which text then goes and which comes."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_data_switch(language: str, tmp_path: Path) -> None:
    errata = {key: value for key, (value, _, _) in OTHERWISE.items()}
    before, after = text(language), text(language, laid_over(tmp_path, errata))
    for gone, new in ((gone, new) for _, gone, new in OTHERWISE.values()):
        assert says(before, language, gone), gone
        if new is not None:
            assert not says(before, language, new), new
            assert says(after, language, new), new
    recipients = tree(language, tmp_path / "errata.toml")
    items = [plain(each) for each in recipients.iter("li")]
    for gone in ("rule.stop", "rule.last", "rule.pays_first", "rule.decides", "rule.without"):
        assert not says(after, language, gone), gone
    assert not says(after, language, "rule.step4_rolls")
    assert not any(says(each, language, "recipients.diplomacy-winner") for each in items)
    assert any(says(each, language, "recipients.highest") for each in items)


def alternative(number: int) -> dict[str, str]:
    """Return the value of every switch, the last where it has fewer."""
    return {name: values[min(number, len(values) - 1)] for name, values in SWITCHES.items()}


ALTERNATIVES = range(max(map(len, SWITCHES.values())))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", ALTERNATIVES)
def test_each_ruling_follows_its_switch(language: str, number: int, tmp_path: Path) -> None:
    chosen = alternative(number)
    errata = {f"rulings.{name}.value": value for name, value in chosen.items()}
    root = tree(language, laid_over(tmp_path, errata))
    for name, value in chosen.items():
        (row,) = (
            each
            for each in root.iter("tr")
            if each.find(f".//a[@name='ruling-{name.replace('_', '-')}']") is not None
        )
        shown, question, answer = map(plain, row)
        source = load_rules().rulings.sources[name]
        assert shown == f"{source.number} ({source.paragraph})"
        assert says(question, language, f"rulings.{name}.question")
        said = [each for each in SWITCHES[name] if says(answer, language, f"rulings.{name}.{each}")]
        assert said == [value]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_marked_where_they_matter(language: str) -> None:
    root = tree(language)
    marks = root.findall(".//a[@class='mark']")
    for mark in marks:
        (row,) = root.findall(f".//a[@name='{str(mark.get('href'))[1:]}']")
        number = plain(row).split()[0]
        assert plain(mark) == f"[{prose(language).plain('rulings.mark', number=number)}]"
    told = {str(mark.get("href")) for mark in marks}
    assert len(told) == len(SWITCHES) - 1  # who declines pays too: said where the Issue is paid
    assert "#ruling-pay-first" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_order_that_breaks_ties(language: str, tmp_path: Path) -> None:
    order = ["Russia", "France", "Britain", "Austria"]
    errata = {"rulings.tie_break.value": "order", "rulings.tie_break.order": order}
    file = laid_over(tmp_path, errata)
    texts = load_texts(language)
    assert texts.listed([texts.name(power) for power in order]) in text(language, file)


# The table of ties


def tie_rows(root: etree._Element) -> list[list[str]]:
    return [
        cells
        for row in root.iter("tr")
        if len(cells := [plain(each) for each in row.findall("td")]) == 6
    ]


def test_table_of_ties() -> None:
    assert tie_rows(tree("en")) == [
        ["none", "− (1)", "0 (2)", "+ (3)", "0 (4)", "the rule"],
        ["two tied for last", "− (1)", "0 (2)", "+ (3)", "+ (3)", "ours, like that example"],
        ["two tied in the middle", "− (1)", "0 (2)", "0 (2)", "+ (3)", "ours, like that example"],
        ["two tied for first", "− (1)", "− (1)", "0 (2)", "+ (3)", "the publisher’s example"],
        ["three tied behind the first", "− (1)", *["0 (2)"] * 3, "ours, like that example"],
        ["three tied for first", *["− (1)"] * 3, "0 (2)", "ours, like that example"],
        ["two pairs", "− (1)", "− (1)", "0 (2)", "0 (2)", "ours, like that example"],
        ["all four tied", *["− (1)"] * 4, "ours, like that example"],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_reading_of_a_tie(language: str, tmp_path: Path) -> None:
    file = laid_over(tmp_path, {"ties.112.places": [1, 2, 4, 4], "winds.places.4": "lose"})
    before, after = tie_rows(tree(language)), tie_rows(tree(language, file))
    chosen = prose(language).plain("ties.chosen")
    assert after[1] == [before[1][0], "− (1)", "0 (2)", "− (4)", "− (4)", chosen]
    assert after[0] == [*before[0][:4], "− (4)", before[0][5]]
    assert after[2:] == before[2:]


# The menu, links, the module


def entries(root: etree._Element) -> set[str]:
    return {plain(each) for each in root.findall(".//b[@class='entry']")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("binding", [False, True])
def test_entries_are_in_the_menu(language: str, binding: bool) -> None:
    texts = load_texts(language)
    title = texts.name("Congress of Peace")
    (menu,) = (
        each
        for each in extension(language, None, binding).components
        if isinstance(each, ToolbarMenu)
    )
    windows = {
        title,
        texts.plain("pieces.sheet"),
        texts.plain("pieces.window", title=title),
        texts.plain("prompts.nobody"),
    }
    assert entries(tree(language, None, binding)) == {*map(one_blank, (*menu.items, *windows))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("binding", [False, True])
def test_the_way_through_a_congress_is_that_of_the_sheet(language: str, binding: bool) -> None:
    """Each button that leads through it, in the order of play, and where winners are clicked."""
    texts = load_texts(language)
    said = [plain(each) for each in tree(language, None, binding).findall(".//b[@class='spot']")]
    spots = [
        *(["button_read_vp"] if binding else []),
        *("head_issue", "metternich", "button_odds", "button_call", "button_decline"),
        *("button_no_resource", "button_winds", "head_diplomacy", "nobody", "button_penalties"),
        "button_reset",
    ]
    assert set(spots) > {f"button_{name}" for name in BUTTONS}
    assert said == [" ".join(texts.plain(f"sheet.{each}").split("|")) for each in spots]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drag_into_an_old_game_stands_before_all_else(language: str) -> None:
    body = tree(language).find("body")
    assert body is not None
    (first, *_) = body.iter("h2")
    assert says(plain(first), language, "old.heading")
    said = text(language)
    assert said.index(said_as(said, language, "old.text")) < 1200
    assert SECTIONS[0] == "old"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_are_listed_and_there(language: str) -> None:
    root = tree(language)
    contents = [str(each.get("href"))[1:] for each in root.findall("./body/p[1]/a")]
    headings = [str(each.get("name")) for each in root.findall(".//h2/a")]
    assert contents == headings == list(SECTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_module_of_a_bound_build(language: str) -> None:
    said, texts = text(language, binding=True), load_texts(language)
    assert MODULE in said
    assert "2.0 β" in said
    rows = [plain(each) for each in tree(language, None, True).iter("li")][-4:]
    moves, sets, by_hand = (
        " ".join(prose(language).plain(f"module.{key}").split())
        for key in ("moves", "sets", "by_hand")
    )
    for row, power, source, move in zip(
        rows,
        POWERS,
        ("A & O", "Löwe", texts.plain("track.piece", who=texts.name("France")), "VP_Russia"),
        (moves, by_hand, by_hand, sets),
        strict=True,
    ):
        assert row.startswith(texts.name(power))
        assert source in row
        assert row.endswith(f"{move}.")
    for row in rows[:3]:
        assert "Karte <1>" in row
        assert re.search(r" -3\b.* 77\b", row)
    for key in ("play.vp_bound", "play.markers_bound", "trouble.marker", "module.bound"):
        assert says(said, language, key)
        assert not says(text(language), language, key)
    for key in ("play.vp", "play.markers", "module.unbound"):
        assert says(text(language), language, key)
        assert not says(said, language, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_of_a_bound_build(language: str) -> None:
    texts, shown = load_texts(language), prose(language)
    rows = {
        plain(row[0]): plain(row[2])
        for row in tree(language, None, True).iter("tr")
        if len(row) == 3 and row[0].find("b") is not None
    }
    keys = {
        one_blank(texts.plain(f"menu.{name}")): key for name, key in (("sheet", "S"), ("call", "7"))
    }
    assert {item: key for item, key in rows.items() if key} == {
        item: shown.plain("commands.stroke", sign=key) for item, key in keys.items()
    }
    assert says(text(language, binding=True), language, "commands.keys")
    assert not says(text(language), language, "commands.keys")
    assert f"<th>{shown.plain('commands.key')}</th>" not in help_page(extension(language))


# The prose


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_written_is_used(
    language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    used: set[str] = set()
    ask = Texts.plain

    def noted(self: Texts, key: str, **values: object) -> str:
        used.add(key)
        return ask(self, key, **values)

    monkeypatch.setattr(Texts, "plain", noted)
    otherwise = {key: value for key, (value, _, _) in OTHERWISE.items()}
    variants = [{key: value for key, (value, _) in group.items()} for group in NUMBERS]
    for number in ALTERNATIVES:
        rulings = {f"rulings.{name}.value": value for name, value in alternative(number).items()}
        variants.append({**rulings, **(otherwise if number else {"ties.4.places": [4, 4, 4, 4]})})
    for number, errata in enumerate(variants):
        (tmp_path / str(number)).mkdir()
        file = laid_over(tmp_path / str(number), errata)
        page_module.web_page(extension(language, file))
    help_page(extension(language, None, True))
    assert set(raw(language)) - used == set()


@pytest.mark.parametrize("language", FOREIGN)
def test_no_english_is_left(language: str) -> None:
    said = text(language) + text(language, binding=True)
    own = " ".join(" ".join(each.split()) for each in raw(language).values())
    left = {
        key: piece
        for key in raw("en")
        for piece in pieces("en", key)
        if len(piece.split()) > 2 and piece in said and piece not in own
    }
    assert left == {}


def test_every_language_has_its_prose() -> None:
    assert languages() == languages(prose_folder()) == LANGUAGES
    assert len({prose(each).plain("web.language") for each in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "key"),
    [
        *((each, "odds.text") for each in LANGUAGES),
        ("en", "rulings.margin.positions"),
        ("fr", "rulings.margin.distinct-scores"),
        ("de", "ties.4"),
    ],
)
def test_a_missing_text_fails_the_build(
    language: str,
    key: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = Path(shutil.copytree(prose_folder(), tmp_path / "help"))
    path = folder / f"{language}.toml"
    section, _, name = key.rpartition(".")
    head, table, rest = path.read_text("utf-8").partition(f"[{section}]\n")
    cut = re.sub(rf"^{name} = .*\n", "", rest, count=1, flags=re.MULTILINE)
    assert len(cut) < len(rest)
    path.write_text(head + table + cut, "utf-8")
    monkeypatch.setattr(words, "prose_folder", lambda: folder)
    out = tmp_path / "out"
    for command in (["build", "--lang", language], ["docs"]):
        assert main([*command, "--output", str(out)]) != 0
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert key in said
        assert not out.exists()


def test_faulty_prose_is_the_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(prose_folder(), tmp_path / "help"))
    path = folder / "fr.toml"
    path.write_text(path.read_text("utf-8").replace("{limit}", "15"), "utf-8")
    monkeypatch.setattr(words, "prose_folder", lambda: folder)
    with pytest.raises(InputError, match=r"rule\.step1: has the places none; must have \{limit\}"):
        help_page(extension("fr"))


def test_page_is_the_same_every_time() -> None:
    for language in LANGUAGES:
        page = help_page(extension(language))
        assert page == help_page(assemble(load_rules(), None, load_texts(language)))
        assert page.isascii()


def test_engine_that_it_names() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert f"written for {LEAST_ENGINE} and newer" in readme
    assert f"VASSAL {LEAST_ENGINE}" in text("en")


def test_rules_keep_where_a_ruling_stands() -> None:
    rules: Rules = load_rules()
    assert set(rules.rulings.sources) == set(SWITCHES)
    assert rules.rulings.sources["places"].number == 11
