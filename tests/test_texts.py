"""The catalogue of texts: what the loader refuses, and that all languages build the same logic."""

from __future__ import annotations

import re
import shutil
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.build import build
from generator.buildfile.check import parse
from generator.cli import main
from generator.errors import InputError
from generator.extension.layout import NAME_LETTERS, ODDS_SIZE, RECORD_SIZE
from generator.extension.sheet import LAYOUT, places_of, tools
from generator.kit.lettering import fitted
from generator.rules import load_rules
from generator.templating import template_folder
from generator.texts import languages, load_texts
from tests.engine.built import ACTION, CHANGER, PROPERTY, read
from tests.interface import FOREIGN, LANGUAGES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(template_folder() / "texts", tmp_path / "texts"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Every language's extension."""
    where = tmp_path_factory.mktemp("built")
    rules = load_rules()
    return {each: build(rules, where, {}, language=each).path for each in LANGUAGES}


def entries(language: str) -> dict[str, str]:
    """Return all texts of a language but its names, by dotted key."""
    path = template_folder() / "texts" / f"{language}.toml"

    def walk(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(value, f"{prefix}{key}.")
            else:
                yield f"{prefix}{key}", value

    table = tomllib.loads(path.read_text("utf-8"))
    return {
        key: text for key, text in walk(table) if key != "language" and not key.startswith("names.")
    }


# The loader


def test_shipped_languages_load() -> None:
    assert languages() == LANGUAGES
    for language in LANGUAGES:
        texts = load_texts(language)
        assert texts.language == language
        powers = [texts.name(power) for power in load_rules().powers]
        assert len({*powers, texts.plain("prompts.nobody")}) == len(powers) + 1


def test_english_names_nothing_anew() -> None:
    assert not load_texts().renamed(load_rules().powers)
    assert load_texts("fr").renamed(load_rules().powers) == {
        "Austria": "Autriche",
        "Britain": "Grande-Bretagne",
        "Russia": "Russie",
    }
    assert load_texts("es").name("Congress of Peace") == "Congreso de Paz"


def test_unknown_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--output", str(tmp_path / "out"), "--lang", "xx"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert '"xx"' in said
    assert ", ".join(LANGUAGES) in said
    assert not (tmp_path / "out").exists()


FAULTS = {
    "missing key": (r"^wins = .*\n", "", "sheet.wins", "missing"),
    "missing place": (r"^(step1_fiasco = .*?)\{gap\}", r"\1", "chat.step1_fiasco", "{gap}"),
    "unknown place": (r"^wins = .*", 'wins = "{who} wins"', "sheet.wins", "{who}"),
    "unknown key": (r"^wins = (.*)", r"wins = \1\nwinss = \1", "sheet.winss", "sheet.wins?"),
    "empty text": (r"^wins = .*", 'wins = " "', "sheet.wins", "must be a text"),
    "not a text": (r"^wins = .*", "wins = 3", "sheet.wins", "must be a text"),
    "quotation mark": (r"^wins = .*", "wins = 'a \"b\"'", "sheet.wins", "must not hold"),
    "backslash": (r"^wins = .*", r"wins = 'a\\b'", "sheet.wins", "must not hold"),
    "dollar": (r"^wins = .*", 'wins = "5$"', "sheet.wins", "must not hold"),
    "less": (r"^wins = .*", 'wins = "<b>"', "sheet.wins", "must not hold"),
    "ampersand": (r"^wins = .*", 'wins = "a & b"', "sheet.wins", "must not hold"),
    "stray brace": (r"^wins = .*", 'wins = "a {b"', "sheet.wins", "must not hold"),
    "reserved sign in a name": (r"^Austria = .*", "Austria = 'a<'", "names.Austria", "must not"),
    "name is a number": (r"^Austria = .*", "Austria = 1", "names.Austria", "must be a text"),
    "names are a text": (r"\[names\][^\[]*", 'names = "x"\n', "names", "must be a table"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_loader_refuses(folder: Path, fault: str) -> None:
    pattern, replacement, key, reason = FAULTS[fault]
    path = folder / "fr.toml"
    path.write_text(mend(path.read_text("utf-8"), pattern, replacement), "utf-8")
    with pytest.raises(InputError) as caught:
        load_texts("fr", folder)
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith(f"{path}: {key}: ")
    assert reason in said


def mend(text: str, pattern: str, replacement: str) -> str:
    changed, count = re.subn(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert count == 1
    return changed


def test_a_new_language_is_a_file(folder: Path) -> None:
    shutil.copy(folder / "en.toml", folder / "xx.toml")
    assert load_texts("xx", folder).plain("sheet.wins") == "wins"


@pytest.mark.parametrize("folder", ["texts", "help"])
def test_french_signs_do_not_part_from_their_words(folder: str) -> None:
    said = (template_folder() / folder / "fr.toml").read_text("utf-8")
    texts = [line for line in said.splitlines() if not line.startswith("#")]
    assert not [line for line in texts if re.search("[^=] [:;?!%»]|« ", line)]
    assert sum(line.count("\N{NO-BREAK SPACE}") for line in texts) > 50


# What is built


def test_each_language_has_its_folder(built: Mapping[str, Path], tmp_path: Path) -> None:
    rules = load_rules()
    for language, path in built.items():
        again = build(rules, tmp_path, {}, language=language)
        inside = () if language == "en" else (language,)
        assert again.path == tmp_path.joinpath(*inside, path.name)
        assert again.path.read_bytes() == path.read_bytes()
    assert len({path.read_bytes() for path in built.values()}) == len(LANGUAGES)


def logic(extension: Path) -> dict[str, Any]:
    """Return what must not depend on the language."""
    root = read(extension)

    def all_of(tag: str, *names: str) -> list[tuple[str | None, ...]]:
        return [
            tuple(each.get(name) for name in names) for each in root.iter(f"VASSAL.build.{tag}")
        ]

    return {
        "properties": [each.get("name") for each in root.iter(PROPERTY)],
        "setters": Counter(
            (str(owner.get("name")), re.sub(r"\.\d+$", "", each.get("hotkey", "")))
            for each in root.iter(CHANGER)
            if (owner := each.getparent()) is not None
        ),
        "actions": all_of("module.DoActionButton", "name", "hotkey", "doLoop", "loopType"),
        "slots": all_of("widget.PieceSlot", "gpid", "width", "height"),
        "maps": all_of("module.Map", "mapName", "hotkey"),
        "boards": all_of("module.map.boardPicker.Board", "name", "image", "width", "height"),
        "stacks": all_of("module.map.SetupStack", "name", "owningBoard", "x", "y"),
    }


TRANSLATED_BACK = ("CoP_AskDiplomacyWinner", "CoP_AskIssueWinner")
"""What is chosen in the player's language has one setter more: it gives the rule's own word."""


@pytest.mark.parametrize("language", FOREIGN)
def test_logic_is_the_same_in_all(built: Mapping[str, Path], language: str) -> None:
    english, foreign = logic(built["en"]), logic(built[language])
    assert all(english.values())
    more = foreign["setters"] - english["setters"]
    assert sorted(name for name, _ in more.elements()) == sorted(TRANSLATED_BACK)
    foreign["setters"] -= more
    for what in english:
        assert foreign[what] == english[what], what


@pytest.mark.parametrize("language", FOREIGN)
def test_rolls_and_loops_are_the_same(built: Mapping[str, Path], language: str) -> None:
    """Dice, and when a chain goes on, apart from the words that it says."""

    def expressions(extension: Path) -> list[str]:
        root = read(extension)
        loops = [each.get("whileExpression", "") for each in root.iter(ACTION)]
        rolls = [each.get("propChanger", "") for each in root.iter(CHANGER)]
        loops = [re.sub(r'\.replace\("[^"]*","[^"]*"\)', "", each) for each in loops]
        return [each for each in loops if "CoP_Last" not in each] + [
            each for each in rolls if "Random(" in each
        ]

    english = expressions(built["en"])
    assert any("Random(" in each for each in english)
    assert expressions(built[language]) == english


@pytest.mark.parametrize("language", FOREIGN)
def test_no_english_is_left(built: Mapping[str, Path], language: str) -> None:
    root = read(built[language])
    said = "\n".join(
        text
        for each in root.iter()
        for text in (*map(str, each.attrib.values()), each.text or "")
        if text
    ).replace("\\", "")
    english, own = entries("en"), entries(language)
    assert english.keys() == own.keys()
    own_words = "\n".join(own.values())
    left = {
        key: piece
        for key, text in english.items()
        for piece in re.split(r"\{[a-z_]+\}", text)
        if len(re.findall(r"\w+", piece)) > 2 and piece in said and piece not in own_words
    }
    assert not left


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_board_says_what_to_drag_from_where(
    built: Mapping[str, Path], language: str
) -> None:
    """For games that began without the extension: the engine lays no sheet out in them."""
    texts = load_texts(language)
    with zipfile.ZipFile(built[language]) as archive:
        board = archive.read("images/cop_board.svg").decode()
    assert texts.plain("pieces.sheet") in board
    assert texts.plain("menu.pieces") in board


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_lines_of_the_sheet_have_room(language: str) -> None:
    """A tie of all for the banner; the first and the last line of a whole congress's record."""
    texts = load_texts(language)
    powers = [texts.name(power) for power in load_rules().powers]
    longest = max(powers, key=len)
    banners = [
        texts.plain("sheet.tied", power=", ".join(powers)),
        texts.plain(
            "sheet.decides_cost",
            power=longest,
            points=2,
            resources=texts.plain("chat.one_resource"),
        ),
        *(
            texts.plain(f"sheet.{key}", what=texts.plain("sheet.failure"))
            for key in ("enter_diplomacy", "roll_penalties", "closed")
        ),
    ]
    for banner in banners:
        assert fitted(banner, LAYOUT.status.width - 8, 17, bold=True) == 17, banner
    share = f"16{texts.plain('chat.decimal_mark')}67"
    percent = texts.plain("chat.odds_percent", percent=share)
    exact = f"{percent} (1234/3888)"
    bonus = texts.plain("chat.odds_points", least=1, most=3)
    where = texts.plain("sheet.outlook_both", fiasco=percent, later=percent)
    head = texts.plain("sheet.outlook_bonus", points=bonus)
    odds = texts.plain("sheet.outlook", odds=head, success=exact, failure=percent, where=where)
    assert fitted(odds, LAYOUT.outlook.width, ODDS_SIZE) == ODDS_SIZE, odds
    doubt = " " + texts.plain("sheet.choice_nobody")
    gain = ", " + texts.plain("sheet.choice_bonus", points=bonus)
    for line in (
        texts.plain("sheet.choice", power=longest, alone=percent, tied=percent, others=percent),
        texts.plain(
            "sheet.choice_cost", calling=f"−{share[1:]}", doubt=doubt, bonus=gain, declining=2
        ),
    ):
        assert fitted(line, LAYOUT.choice(0).width, ODDS_SIZE) == ODDS_SIZE, line
    head = texts.plain("chat.record_issue", power=longest)
    head += ", " + texts.plain("chat.record_diplomacy", power=longest)
    head += ": " + texts.plain("chat.record_closed")
    head = texts.plain("sheet.last_record", record=head)
    end = texts.plain("chat.record_gap", gap=15)
    end += ", " + texts.plain("chat.record_bonus", die=6, power=powers[0], bonus=3)
    end += ", " + texts.plain("chat.record_margin", margin=15)
    end += "; " + texts.plain("chat.record_highest", powers=powers[0])
    end += ". " + texts.plain("chat.press", number=12, player="n" * NAME_LETTERS + "…")
    for line in (head, end):
        assert fitted(line, LAYOUT.record_line(0).width, RECORD_SIZE) == RECORD_SIZE, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_on_the_sheet_is_small(built: Mapping[str, Path], language: str) -> None:
    """At 100 %, in the build that has the most buttons too."""
    said: dict[str, float] = {}
    with zipfile.ZipFile(built[language]) as archive:
        for name in archive.namelist():
            if re.match(r"images/cop_(sheet|board|stage_.*|die.*|place.*)\.svg", name):
                for text in parse(archive.read(name)).iter("{*}text"):
                    said[str(text.text)] = float(text.get("font-size", "0"))
    assert len(said) > 40
    texts = load_texts(language)
    for name, box in places_of(tools(reads_vp=True), LAYOUT.tools).items():
        word = texts.plain(f"sheet.button_{name}")
        said[f"{word}, six in a row"] = fitted(word, box.width - 6, 12)
    assert {word: size for word, size in said.items() if size < 10.5} == {}
