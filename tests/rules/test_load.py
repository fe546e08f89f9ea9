"""The loader: the shipped rule, errata laid over it, and every way a file can be wrong."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from generator.errors import GeneratorError, InputError
from generator.rules import PATTERNS, SWITCHES, Rules, load_rules
from generator.rules.load import SHIPPED

VARIANT_2019 = Path(__file__).with_name("variant-2019.toml")


def errata(folder: Path, text: str) -> Path:
    path = folder / "errata.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(path: Path | None, **keywords: Path) -> str:
    """Return the one line that loading is refused with."""
    with pytest.raises(InputError) as caught:
        load_rules(path, **keywords)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


# What is shipped


def test_constants_are_the_rule_s(rules: Rules) -> None:
    assert rules.powers == ("Austria", "Britain", "France", "Russia")
    assert rules.release.version == "1.0.0"
    assert rules.release.date == dt.date(2026, 12, 1)
    assert (rules.release.rule, rules.release.title) == ("15.6", "Congress of Peace")
    assert rules.release.game == "Congress of Vienna"
    assert rules.stop_early.allowed
    assert (rules.activation.order, rules.activation.resources) == ("last", 1)
    assert (rules.activation.first_spent, rules.activation.decline_vp) == (True, -2)
    assert rules.metternich.power == "Austria"
    assert rules.metternich.bonus.values() == (1, 1, 2, 2, 3, 3)
    assert rules.fiasco.limit == 15
    assert rules.winds.sides == 6
    assert dict(rules.winds.places) == {1: "lose", 2: "none", 3: "gain", 4: "none"}
    assert rules.success.margin == 5
    assert rules.penalties.amount.values() == (1, 1, 2, 2, 3, 3)
    assert rules.penalties.order == ("diplomacy-winner", "highest", "issue-winner")
    assert rules.early_triumph.vp == 80


@pytest.mark.parametrize(
    ("pattern", "acts", "others"),
    [
        ("1111", "-0+0", []),
        ("112", "-0++", ["-000"]),
        ("121", "-00+", ["-000", "-++0"]),
        ("211", "--0+", []),
        ("13", "-000", ["-+++"]),
        ("31", "---0", []),
        ("22", "--00", ["--++"]),
        ("4", "----", ["0000"]),
    ],
)
def test_tie_table_does_what_the_rule_says(
    rules: Rules, pattern: str, acts: str, others: list[str]
) -> None:
    sign = {"lose": "-", "none": "0", "gain": "+"}

    def shown(row: tuple[int, ...]) -> str:
        return "".join(sign[rules.winds.places[place]] for place in row)

    row = rules.ties[pattern]
    assert shown(row.places) == acts
    assert [shown(alternative) for alternative in row.alternatives] == others


def test_every_pattern_has_its_row(rules: Rules) -> None:
    assert tuple(rules.ties) == PATTERNS


def test_every_ruling_is_in_the_data_with_its_number_and_shipped_at_its_default() -> None:
    table = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["rulings"]
    assert {ruling["ruling"] for ruling in table.values()} == set(range(1, 12))
    assert {name: ruling["value"] for name, ruling in table.items()} == {
        name: known[0] for name, known in SWITCHES.items()
    }


# Errata


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, known in SWITCHES.items() for value in known],
)
def test_every_alternative_of_every_ruling_can_be_chosen(
    tmp_path: Path, name: str, value: str
) -> None:
    rules = load_rules(errata(tmp_path, f'rulings.{name}.value = "{value}"'))
    assert getattr(rules.rulings, name) == value


def test_errata_changes_only_what_it_names(rules: Rules) -> None:
    changed = load_rules(VARIANT_2019)
    assert (changed.activation.order, changed.activation.decline_vp) == ("first", -1)
    assert changed.metternich.bonus.values() == (3,)
    assert not changed.metternich.bonus.rolls
    assert changed.activation.resources == rules.activation.resources
    assert changed.penalties == rules.penalties
    assert changed.rulings == rules.rulings
    assert changed.ties == rules.ties


@pytest.mark.parametrize("pattern", ["112", "121", "13", "22", "4"])
def test_each_documented_alternative_of_a_tie_row_can_be_switched_on(
    tmp_path: Path, rules: Rules, pattern: str
) -> None:
    assert rules.ties[pattern].alternatives
    for places in rules.ties[pattern].alternatives:
        changed = load_rules(errata(tmp_path, f"[ties.{pattern}]\nplaces = {list(places)}"))
        assert changed.ties[pattern].places == places


def test_row_that_nobody_documented_is_allowed_if_valid(tmp_path: Path) -> None:
    changed = load_rules(errata(tmp_path, "[ties.31]\nplaces = [2, 2, 2, 4]"))
    assert changed.ties["31"].places == (2, 2, 2, 4)


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
def test_errata_without_a_key_is_refused(tmp_path: Path, text: str) -> None:
    path = errata(tmp_path, text)
    assert refusal(path).startswith(f"{path}: holds no key; write those that change")


def test_byte_order_mark_of_windows_editors_is_read_over(tmp_path: Path) -> None:
    changed = load_rules(errata(tmp_path, "\ufefffiasco.limit = 12\n"))
    assert changed.fiasco.limit == 12


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("fiasco.limit = 0", "fiasco"),
        ("fiasco.limit = 1000", "fiasco"),
        ("activation.resources = 9", "activation"),
        ("release.date = 1980-01-01", "release"),
        ("release.date = 2107-12-31", "release"),
        ("success.margin = 0", "success"),
        ("activation.decline_vp = 0", "activation"),
        ("winds.sides = 2", "winds"),
        ("winds.sides = 100", "winds"),
        ("metternich.bonus.divisor = 1", "metternich"),
        ('penalties.order = ["highest"]', "penalties"),
        ("rulings.vp_floor.floor = -10", "rulings"),
    ],
)
def test_values_at_the_edge_of_what_is_allowed(
    tmp_path: Path, rules: Rules, text: str, attribute: str
) -> None:
    assert getattr(load_rules(errata(tmp_path, text)), attribute) != getattr(rules, attribute)


# Files that cannot be read


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    assert refusal(path).startswith(f"{path}: there is no such rule file")


def test_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).startswith(f"{tmp_path}: ")


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = errata(tmp_path, "")
    read = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self == path:
            raise PermissionError(13, "Permission denied")
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert refusal(path) == f"{path}: cannot be read: Permission denied; check the file"


def test_not_utf8_names_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "latin1.toml"
    path.write_bytes("\n\n# é".encode("latin-1"))
    assert refusal(path).startswith(f"{path}: byte 4 is not UTF-8 (line 3); save the rule file")


def test_toml_syntax_names_file_and_line(tmp_path: Path) -> None:
    path = errata(tmp_path, "[fiasco]\nlimit = 15\nlimit 16\n")
    message = refusal(path)
    assert message.startswith(f"{path}: is not TOML")
    assert "line 3" in message


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = " + "9" * 5000, id="number with 5000 digits"),
        pytest.param("x = " + "[" * 100_000, id="brackets without end"),
        pytest.param("\x00", id="a zero byte"),
    ],
)
def test_hostile_toml_is_one_line_too(tmp_path: Path, text: str) -> None:
    assert "is not TOML" in refusal(errata(tmp_path, text))


# Values that are wrong: (errata, key that is named, what the line must say besides)

WRONG = [
    # unknown keys, with the closest name
    ("fiasko.limit = 1", "fiasko", "did you mean fiasco?"),
    ("fiasco.limt = 1", "fiasco.limt", "did you mean limit?"),
    ("margin = 4", "margin", "did you mean success.margin? (allowed here: powers"),
    ("flat = 1", "flat", "did you mean metternich.bonus.flat or penalties.amount.flat?"),
    ("success.decline = 4", "success.decline", "did you mean activation.decline_vp?"),
    ("zzz = 1", "zzz", "allowed here: powers, release"),
    ("winds.places.5 = 'lose'", "winds.places.5", "allowed here: 1, 2, 3, 4"),
    ("ties.1112.places = [1, 2, 3, 4]", "ties.1112", "allowed here: 1111, 112"),
    ("rulings.margins.value = 'positions'", "rulings.margins", "did you mean margin?"),
    ("rulings.margin.floor = 1", "rulings.margin.floor", "allowed here: ruling, paragraph"),
    ('"a\\nb" = 1', "a\\nb", "unknown key"),
    # wrong types
    ("fiasco = 15", "fiasco", "must be a table [fiasco]"),
    ("fiasco.limit = '15'", "fiasco.limit", 'is "15"; must be a whole number'),
    ("fiasco.limit = true", "fiasco.limit", "is true; must be a whole number"),
    ("fiasco.limit = 15.0", "fiasco.limit", "must be a whole number"),
    ("fiasco.limit.more = 1", "fiasco.limit", "is a table; must be a whole number"),
    ("stop_early.allowed = 1", "stop_early.allowed", "must be true or false"),
    ("release.date = '2026-12-01'", "release.date", "must be a date"),
    ("release.date = 2026-12-01T00:00:00", "release.date", "must be a date"),
    ("release.version = 1", "release.version", "must be a text"),
    ("powers = 'Austria'", "powers", "must be a list"),
    ("powers = [1, 2, 3, 4]", "powers", "must be a text"),
    ("ties.13.places = 1", "ties.13.places", "must be a list"),
    ("ties.13.places = [1, 2, 2, '2']", "ties.13.places", "must be a whole number"),
    ("ties.13.alternatives = [1]", "ties.13.alternatives", "must be a list"),
    ("rulings.margin.value = 4", "rulings.margin.value", "must be a text"),
    ("rulings.margin.ruling = '4'", "rulings.margin.ruling", "must be a whole number"),
    # impossible values
    ("powers = ['A', 'B', 'C']", "powers", "allowed: four different names"),
    ("powers = ['A', 'B', 'C', 'C']", "powers", "allowed: four different names"),
    ("powers = ['A', 'B', 'C', 'É']", "powers", "allowed: four different names"),
    ("powers = ['A', 'B', 'C', 'D E']", "powers", "allowed: four different names"),
    ("powers = ['A', 'B', 'C', 'None']", "powers", "nobody"),
    ("metternich.power = 'Prussia'", "metternich.power", "Austria, Britain, France, Russia"),
    ("metternich.bonus.sides = 0", "metternich.bonus.sides", "is 0; allowed: 2 to 100"),
    ("metternich.bonus.sides = 101", "metternich.bonus.sides", "allowed: 2 to 100"),
    ("metternich.bonus.divisor = 0", "metternich.bonus.divisor", "allowed: 1 to"),
    ("metternich.bonus.flat = -1", "metternich.bonus.flat", "allowed: 0 to"),
    ("penalties.amount.roll = 'dice'", "penalties.amount.roll", "allowed: die, flat"),
    ("penalties.order = []", "penalties.order", "allowed: at least one of"),
    ("penalties.order = ['highest', 'highest']", "penalties.order", "each once"),
    ("penalties.order = ['lowest']", "penalties.order", "allowed: diplomacy-winner, highest"),
    ("winds.sides = 1", "winds.sides", "allowed: 2 to 100"),
    ("winds.places.2 = 'win'", "winds.places.2", "allowed: lose, none, gain"),
    ("activation.order = 'middle'", "activation.order", "allowed: last, first"),
    ("activation.resources = 0", "activation.resources", "allowed: 1 to"),
    ("activation.decline_vp = 2", "activation.decline_vp", "to 0"),
    ("fiasco.limit = -1", "fiasco.limit", "allowed: 0 to 1000"),
    ("fiasco.limit = 1001", "fiasco.limit", "allowed: 0 to 1000"),
    ("activation.resources = 10", "activation.resources", "allowed: 1 to 9"),
    ("release.date = 2108-01-01", "release.date", "1980 to 2107"),
    ("success.margin = -1", "success.margin", "allowed: 0 to"),
    ("early_triumph.vp = 0", "early_triumph.vp", "allowed: 1 to"),
    ("release.version = 'one'", "release.version", "numbers with dots"),
    ("release.date = 1979-01-01", "release.date", "1980 to 2107"),
    ("release.title = ''", "release.title", "not empty"),
    (f"release.title = '{'P' * 61}'", "release.title", "1 to 60"),
    (
        f"powers = ['{'A' * 25}', 'Britain', 'France', 'Russia']",
        "powers",
        "four different names of at most 24 ASCII letters and digits",
    ),
    ('release.title = "two\\nlines"', "release.title", "a text of one line"),
    ("ties.13.places = [1, 2, 2]", "ties.13.places", "four places from 1 to 4"),
    ("ties.13.places = [1, 2, 2, 2, 2]", "ties.13.places", "four places from 1 to 4"),
    ("ties.13.places = [0, 2, 2, 2]", "ties.13.places", "four places from 1 to 4"),
    ("ties.13.places = [1, 5, 5, 5]", "ties.13.places", "four places from 1 to 4"),
    ("ties.13.places = [1, 2, 2, 3]", "ties.13.places", "must share a place"),
    ("ties.13.places = [2, 1, 1, 1]", "ties.13.places", "must not go up again"),
    ("ties.22.alternatives = [[1, 2, 3, 4]]", "ties.22.alternatives", "must share a place"),
    ("rulings.margin.value = 'place'", "rulings.margin.value", "allowed: positions, distinct"),
    ("rulings.margin.alternatives = ['x']", "rulings.margin.alternatives", "positions"),
    ("rulings.bonus.value = 'none'", "rulings.bonus.value", "allowed: real-vp"),
    ("rulings.tie_break.order = ['Austria']", "rulings.tie_break.order", "each of Austria"),
    ("rulings.vp_floor.floor = false", "rulings.vp_floor.floor", "must be a whole number"),
]


@pytest.mark.parametrize(("text", "key", "says"), WRONG, ids=[text for text, _, _ in WRONG])
def test_wrong_value_is_refused_with_file_key_and_what_is_allowed(
    tmp_path: Path, text: str, key: str, says: str
) -> None:
    path = errata(tmp_path, f"# what the publisher says\n\n{text}\n")
    message = refusal(path)
    assert message.startswith(f"{path}:3: {key}: ")
    assert says in message


NAMES = ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "metternich.power"),
        ("metternich.power = 'A'", "rulings.tie_break.order"),
    ],
)
def test_powers_without_what_follows_them_are_the_errata_s_fault(
    tmp_path: Path, text: str, key: str
) -> None:
    path = errata(tmp_path, f"release.version = '1.1'\npowers = {NAMES}\n{text}\n")
    message = refusal(path)
    assert message.startswith(f"{path}:2: powers: does not go with {key}, which is ")
    assert "A, B, C, D" in message
    assert message.endswith(f"change {key} too")
    whole = f"{text}\nmetternich.power = 'A'" if "power" not in text else text
    load_rules(errata(tmp_path, f"powers = {NAMES}\n{whole}\nrulings.tie_break.order = {NAMES}"))


def test_what_follows_powers_is_blamed_where_it_is_changed_itself(tmp_path: Path) -> None:
    path = errata(tmp_path, f"powers = {NAMES}\nmetternich.power = 'Prussia'")
    assert refusal(path).startswith(f'{path}:2: metternich.power: is "Prussia"; allowed: one of')


# The shipped file itself, when a maintainer edits it


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("limit = 15", "fiasco.limit"),
        ("margin = 5", "success.margin"),
        ("decline_vp = -2", "activation.decline_vp"),
        ('3 = "gain"', "winds.places.3"),
        ("floor = 0", "rulings.vp_floor.floor"),
        ('powers = ["Austria", "Britain", "France", "Russia"]', "powers"),
    ],
)
def test_missing_key_of_the_shipped_file(tmp_path: Path, line: str, key: str) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert text.count(line) == 1
    shipped = errata(tmp_path, text.replace(line, "#"))
    assert refusal(None, shipped=shipped).startswith(f"{shipped}: {key}: is missing")


@pytest.mark.parametrize(
    ("line", "instead", "says"),
    [
        (
            "limit = 15",
            "limit = 15\nlimits = 15",
            "fiasco.limits: unknown key; did you mean limit?",
        ),
        ("[fiasco]", "[fiasko]", "fiasko: unknown key; did you mean fiasco?"),
        ("[early_triumph]", "[ties.8]\n[early_triumph]", "ties.8: unknown key"),
        ("[ties.4]", "[ties]\n4 = 1\n[other]", "ties.4: is 1; must be a table [ties.4]"),
    ],
)
def test_slip_in_the_shipped_file(tmp_path: Path, line: str, instead: str, says: str) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert text.count(f"\n{line}") == 1
    shipped = errata(tmp_path, text.replace(f"\n{line}", f"\n{instead}"))
    message = refusal(None, shipped=shipped).removeprefix(f"{shipped}:")
    number, _, complaint = message.partition(": ")
    assert complaint.startswith(says)
    key = says.partition(":")[0].rpartition(".")[2]
    assert key in shipped.read_text("utf-8").split("\n")[int(number) - 1]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_missing_row_of_the_shipped_file(tmp_path: Path, pattern: str) -> None:
    head, _, rest = SHIPPED.read_text(encoding="utf-8").partition(f"[ties.{pattern}]\n")
    shipped = errata(tmp_path, head + rest.partition("\n")[2].partition("\n")[2])
    assert refusal(None, shipped=shipped).startswith(f"{shipped}: ties.{pattern}: is missing")


@pytest.mark.parametrize("name", SWITCHES)
def test_missing_ruling_of_the_shipped_file(tmp_path: Path, name: str) -> None:
    head, _, rest = SHIPPED.read_text(encoding="utf-8").partition(f"[rulings.{name}]\n")
    shipped = errata(tmp_path, head + "[" + rest.partition("\n[")[2] if "\n[" in rest else head)
    assert refusal(None, shipped=shipped).startswith(f"{shipped}: rulings.{name}: is missing")


def test_error_in_a_shipped_value_names_the_shipped_file_though_errata_are_given(
    tmp_path: Path,
) -> None:
    shipped = tmp_path / "rule.toml"
    text = SHIPPED.read_text(encoding="utf-8").replace("limit = 15", "limit = -15")
    shipped.write_text(text, encoding="utf-8")
    message = refusal(errata(tmp_path, "success.margin = 4"), shipped=shipped)
    line = text.partition("limit = -15")[0].count("\n") + 1
    assert message.startswith(f"{shipped}:{line}: fiasco.limit: is -15; allowed: ")


def test_input_errors_exit_with_2_and_others_with_1() -> None:
    assert (GeneratorError.exit_code, InputError.exit_code) == (1, 2)
    assert issubclass(InputError, GeneratorError)


@pytest.mark.parametrize("character", list('"\\{}$<>&'))
def test_texts_that_would_break_an_expression(tmp_path: Path, character: str) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text(f"[release]\ntitle = '''Peace {character} more'''\n", "utf-8")
    with pytest.raises(InputError, match=r"release\.title: is .*must not hold any of"):
        load_rules(errata)
