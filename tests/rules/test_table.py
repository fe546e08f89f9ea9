"""``generator rules``: every key, its source, and what else it could be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from generator.errors import InputError
from generator.rules import load_rules
from generator.rules.load import SHIPPED, load_with_sources
from generator.rules.model import Range
from generator.rules.table import rows
from generator.tomlfile import toml

ROWS = {row.key: row for row in rows(load_with_sources()[1])}
"""Those of the shipped rule."""


def laid_over(folder: Path, text: str) -> Path:
    path = folder / "errata.toml"
    path.write_text(text, "utf-8")
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_every_key_has_a_row_that_says_what_it_is() -> None:
    told = {"paragraph", "ruling", "alternatives"}
    keys = load_with_sources()[1].origins
    assert set(ROWS) == {key for key in keys if key.rpartition(".")[2] not in told}
    assert all(row.what and row.what.isprintable() and "{" not in row.what for row in ROWS.values())


@pytest.mark.parametrize(
    ("key", "value", "cited", "choices"),
    [
        ("success.margin", 5, "15.6.3", "0 to 1000"),
        ("activation.decline_vp", -2, "15.6.2", "-1000 to 0"),
        ("activation.resources", 1, "15.6.2", "1 to 9"),
        ("activation.order", "last", "15.6.2", '"first"'),
        ("activation.first_spent", True, "15.6.2", "false"),
        ("metternich.bonus.sides", 6, "15.6.2", "2 to 100"),
        ("winds.places.4", "none", "15.6.3", '"lose", "gain"'),
        ("ties.121.places", [1, 2, 2, 3], "15.6.3", "[1, 2, 2, 4], [1, 3, 3, 4] or any row"),
        ("ties.1111.places", [1, 2, 3, 4], "15.6.3", "any row that fits"),
        ("rulings.tied_highest.value", "each", "ruling 8", '"one-for-all", "none"'),
        ("rulings.vp_floor.floor", 0, "ruling 10", "-1000 to 1000"),
        ("rulings.bonus.value", "real-vp", "ruling 3", "nothing else"),
        ("powers", ["Austria", "Britain", "France", "Russia"], "15.6", "four names of at most 24"),
    ],
)
def test_rows_of_the_shipped_rule(key: str, value: Any, cited: str, choices: str) -> None:
    row = ROWS[key]
    assert (row.value, row.cited) == (value, cited)
    assert row.choices.startswith(choices)


@pytest.mark.parametrize("key", ROWS)
def test_what_a_key_could_be_it_can_be_and_nothing_else(tmp_path: Path, key: str) -> None:
    allowed = ROWS[key].allowed
    values = (allowed.least, allowed.most) if isinstance(allowed, Range) else allowed or ()
    for value in values:
        load_rules(laid_over(tmp_path, f"{key} = {toml(value)}"))
    beyond: list[object] = ["nonsense"] if allowed else []
    if isinstance(allowed, Range):
        beyond += [allowed.least - 1, allowed.most + 1]
    for value in beyond:
        with pytest.raises(InputError):
            load_rules(laid_over(tmp_path, f"{key} = {toml(value)}"))


def test_keys_are_told_as_they_stand_in_the_file() -> None:
    lines = SHIPPED.read_text("utf-8").split("\n")
    for key, row in ROWS.items():
        assert row.line is not None
        name = key.rpartition(".")[2]
        assert lines[row.line - 1].startswith(f"{name} = {toml(row.value)}")


def test_report_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = laid_over(tmp_path, "[success]\nmargin = 4\nparagraph = '15.6.4'\n")
    shipped, changed = printed(capsys), printed(capsys, "--rules", str(path))
    for report in (shipped, changed):
        assert all(len(line) <= 100 for line in report.splitlines())
        assert all(key in report for key in ROWS)
    before, after = shipped.splitlines(), changed.splitlines()
    assert before[0] == "Congress of Peace, rule 15.6, version 1.0.0: rule-15.6.toml"
    assert after[0] == f"{before[0]}, with errata.toml"
    (line,) = set(after[1:]) - set(before)
    (at,) = (number for number, each in enumerate(after) if each == line)
    assert line.split() == [
        *("success.margin", "=", "4", "15.6.4", "errata.toml:2", "0", "to", "1000")
    ]
    assert after[at + 1].strip().startswith("Step 3: ")


def test_report_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "base.toml"
    base.write_text("\nrelease.date = 2027-03-01\n", "utf-8")
    path = laid_over(tmp_path, 'base = "base.toml"\nrulings.tied_highest.value = "none"')
    told = json.loads(printed(capsys, "--json", "--rules", str(path)))
    assert (told["rule"], told["version"]) == ("15.6", "1.0.0")
    assert told["files"] == [str(SHIPPED), str(base), str(path)]
    keys = {each.pop("key"): each for each in told["keys"]}
    assert list(keys) == list(ROWS)
    assert keys["rulings.tied_highest.value"] == {
        "value": "none",
        "what": "Step 4: several with the actual highest VP",
        "paragraph": "15.6.3",
        "ruling": 8,
        "file": str(path),
        "line": 2,
        "allowed": {"choices": ["each", "one-for-all", "none"]},
    }
    assert keys["release.date"]["value"] == "2027-03-01"
    assert (keys["release.date"]["file"], keys["release.date"]["line"]) == (str(base), 2)
    assert keys["fiasco.limit"]["allowed"] == {"least": 0, "most": 1000}
    assert keys["ties.22.places"]["allowed"]["choices"] == [[1, 1, 3, 3]]


def test_row_of_a_long_name_is_wrapped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"{'clarifications-of-the-second-printing-' * 2}.toml"
    path.write_text("success.margin = 4", "utf-8")
    report = printed(capsys, "--rules", str(path)).splitlines()[1:]
    assert all(len(line) <= 100 for line in report)
    at = next(number for number, line in enumerate(report) if line.startswith("success.margin"))
    assert "".join(line[56:76].strip() for line in report[at : at + 6]).startswith(f"{path.name}:1")
