"""``generator rules --diff``: what errata change for players, in plain words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.buildfile.rule_text import rule_text
from generator.cli import main
from generator.rules import load_rules
from generator.rules.changes import Difference, difference
from generator.rules.load import load_with_sources
from generator.rules.model import Range
from generator.rules.phrases import phrase_of, phrases, sayer_of
from generator.rules.table import rows
from generator.tomlfile import toml

VARIANT_2019 = Path(__file__).with_name("variant-2019.toml")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as a maintainer names them."""
    monkeypatch.chdir(tmp_path)


def laid_over(text: str, name: str = "errata") -> Path:
    path = Path(f"{name}.toml")
    path.write_text(text, "utf-8")
    return path


def of(path: Path, base: Path | None = None) -> Difference:
    return difference(load_with_sources(base)[1], load_with_sources(path)[1])


def sentences(path: Path) -> list[str]:
    return [each.sentence for each in of(path).noticed]


SAID = {
    # numbers, singular and plural, and none
    "activation.decline_vp = -1": "Declining costs 1 VP instead of 2.",
    "activation.decline_vp = 0": "Declining costs nothing instead of 2 VP.",
    "activation.resources = 2": "Activating the Issue costs 2 Resources instead of 1.",
    "success.margin = 4": "In Step 3, the congress succeeds up to a difference of 4 VP instead of "
    "5.",
    "fiasco.limit = 12": "In Step 1, a gap of more than 12 VP is a fiasco instead of more than 15.",
    "early_triumph.vp = 90": "The chat reminds of an early triumph from 90 VP on instead of 80.",
    "winds.sides = 8": "The political winds are rolled with a d8 instead of a d6.",
    # choices
    "activation.order = 'first'": "The Issue is resolved before all other Issues instead of after "
    "them.",
    "activation.first_spent = false": "Paying for the Issue need no longer come before all else "
    "that its winner spends.",
    "stop_early.allowed = false": "Stopping the Issue's marker early is forbidden instead of "
    "allowed.",
    "winds.places.3 = 'none'": "In the political winds, the third place is now to do nothing, no "
    "longer to roll and gain.",
    # lists
    "winds.not_counted = ['14.2.1']": "Left out of the VP: 14.2.1 (before: 14.2.1 and 14.2.2).",
    "winds.not_counted = []": "Left out of the VP: nothing (before: 14.2.1 and 14.2.2).",
    "penalties.order = ['highest']": "The penalties of Step 4 are for the highest VP (before: the "
    "winner of the Diplomacy Phase, then the highest VP, then the winner of the Issue).",
    "ties.112.places = [1, 2, 4, 4]": "In the political winds, with two tied for last, the four "
    "act as places 1, 2, 4 and 4 instead of 1, 2, 3 and 3.",
    # several keys, one value
    "metternich.bonus.roll = 'flat'": "Metternich's bonus is 3 VP instead of a halved d6 (1 to 3 "
    "VP).",
    "metternich.bonus = { roll = 'flat', flat = 1 }": "Metternich's bonus is 1 VP instead of a "
    "halved d6 (1 to 3 VP).",
    "penalties.amount.divisor = 1": "Each penalty of Step 4 costs a d6 in VP instead of a halved "
    "d6 (1 to 3 VP).",
    "penalties.amount.divisor = 6": "Each penalty of Step 4 costs a d6 divided by 6 (always 1 VP) "
    "instead of a halved d6 (1 to 3 VP).",
    "penalties.amount = { sides = 8, divisor = 3 }": "Each penalty of Step 4 costs a d8 divided by "
    "3 (1 to 3 VP) instead of a halved d6 (1 to 3 VP).",
    # rulings
    "rulings.no_resource.value = 'declines'": "If the winner of the Issue has no Resource to pay "
    "with, that counts as declining (before: nothing happens and nobody loses VP).",
    "rulings.metternich_when.value = 'activation'": "Metternich's bonus comes with the payment, "
    "also when the congress is declined (before: only when the congress is called).",
    "rulings.margin.value = 'distinct-scores'": "In Step 3, with powers tied for first, the two "
    "best different scores are compared (before: the difference is 0).",
    "rulings.tie_break = { value = 'order', order = ['Russia','France','Britain','Austria'] }": ""
    "If the highest adjusted VP are tied, the first of Russia, France, Britain and Austria wins "
    "(before: the players break the tie).",
    "rulings.penalty_order.value = 'sequential'": "In Step 4, an earlier penalty can change who "
    "has the highest VP (before: all who are penalised are known before any die is rolled).",
    "rulings.tied_highest.value = 'one-for-all'": "In Step 4, if several have the highest VP, all "
    "take one and the same penalty (before: each takes a penalty of its own).",
    "rulings.vp_floor = { value = 'floor', floor = -5 }": "After a success and after penalties, VP "
    "stay at -5 or more (before: they can fall to any number).",
}


@pytest.mark.parametrize("text", SAID)
def test_each_change_is_one_sentence(text: str) -> None:
    assert sentences(laid_over(text)) == [SAID[text]]


def test_other_powers() -> None:
    names = "['Prussia', 'Britain', 'France', 'Russia']"
    text = f"powers = {names}\nmetternich.power = 'Prussia'\nrulings.tie_break.order = {names}"
    found = of(laid_over(text))
    assert [each.sentence for each in found.noticed] == [
        "The Major Powers are Prussia, Britain, France and Russia instead of Austria, Britain, "
        "France and Russia; a game that has begun cannot go on with them.",
        "Metternich's bonus is for Prussia instead of Austria.",
    ]
    (order,) = (each for each in found.changes if not each.sentence)
    assert [value.key for value in order.values] == ["rulings.tie_break.order"]


def test_another_title() -> None:
    """Saved games know the sheet's map by its own name, which stays."""
    found = of(laid_over("release.title = 'Congress of Concord'"))
    assert [each.sentence for each in found.noticed] == [
        "The procedure is called Congress of Concord instead of Congress of Peace."
    ]


IN_FORCE = {
    "metternich.bonus.flat": "metternich.bonus.roll = 'flat'",
    "penalties.amount.flat": "penalties.amount.roll = 'flat'",
    "rulings.vp_floor.floor": "rulings.vp_floor.value = 'floor'",
}
"""What makes these keys count."""


@pytest.mark.parametrize("row", list(rows(load_with_sources()[1])), ids=lambda row: str(row.key))
def test_no_value_of_any_key_goes_unsaid(row: Any) -> None:
    """Every change of the rule has a sentence of its own, another for every value."""
    allowed = row.allowed
    values = (allowed.least, allowed.most) if isinstance(allowed, Range) else allowed or ()
    others = [value for value in values if value != row.value]
    if not sayer_of(row.key)[1].say:
        assert not others or row.key.startswith("release")
        return
    base = laid_over(IN_FORCE.get(row.key, "release.version = '2.0'"), "base")
    said = set()
    for value in others:
        errata = laid_over(f"base = 'base.toml'\n{row.key} = {toml(value)}")
        (sentence,) = (each.sentence for each in of(errata, base).noticed)
        assert sentence.endswith(".")
        assert "{" not in sentence
        said.add(sentence)
    assert len(said) == len(others)


def test_phrases_are_all_of_use() -> None:
    keys = load_with_sources()[1].origins
    used = {sayer_of(key)[1].key for key in keys}
    used |= {phrase_of(key).key for key in keys}
    assert {each.key for each in phrases()} == used


def test_readings_that_are_known_are_no_change_for_players() -> None:
    found = of(laid_over("ties.22.alternatives = []\nties.1111.alternatives = [[1, 2, 3, 3]]"))
    assert not found.noticed
    assert [each.of_the_rule for each in found.changes] == [False, False]


# What is printed


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["rules", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_the_variant_of_2019_changes_three_things(capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(VARIANT_2019, "2019.toml")
    assert printed(capsys, "--diff", "2019.toml") == (
        "2019.toml changes 3 things for players:\n"
        "- The Issue is resolved before all other Issues instead of after them.\n"
        '    15.6.2; 2019.toml:4: activation.order = "first" (was "last")\n'
        "- Declining costs 1 VP instead of 2.\n"
        "    15.6.2; 2019.toml:5: activation.decline_vp = -1 (was -2)\n"
        "- Metternich's bonus is 3 VP instead of a halved d6 (1 to 3 VP).\n"
        '    15.6.2; 2019.toml:8: metternich.bonus.roll = "flat" (was "die")\n'
        "`generator release` raises release.version and release.date.\n"
    )


def test_rule_that_a_built_file_carries(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the whole rule, and can be compared like errata: those of a release that is lost."""
    whole = laid_over(rule_text(load_rules(VARIANT_2019)), "cop_rule")
    assert sentences(whole) == sentences(VARIANT_2019)
    count = len(load_with_sources()[1].origins) - 3
    assert f"\nThe same as before: {count} keys.\n" in printed(capsys, "--diff", whole)
    assert printed(capsys, "--rules", VARIANT_2019, "--diff", whole) == (
        "cop_rule.toml changes nothing: all that it says is so already.\n"
        f"The same as before: {count + 3} keys.\n"
    )


def test_a_release_of_texts_alone(capsys: pytest.CaptureFixture[str]) -> None:
    path = laid_over(
        "[release]\nversion = '1.0.1'\ndate = 2027-03-01\n[success]\nparagraph = '15.6.4'\n"
        "[rulings.margin]\nruling = 12\nparagraph = '15.6.5'\n",
    )
    assert printed(capsys, "--diff", path) == (
        f"{path} changes nothing for players, only the release and what is cited.\n"
        "Release and citations:\n"
        f'- {path}:2: release.version = "1.0.1" (was "1.0.0")\n'
        f"- {path}:3: release.date = 2027-03-01 (was 2026-12-01)\n"
        f'- {path}:5: success.paragraph = "15.6.4" (was "15.6.3")\n'
        f"- {path}:7: rulings.margin.ruling = 12 (was 4)\n"
        f'- {path}:8: rulings.margin.paragraph = "15.6.5" (was "15.6.3")\n'
    )


def test_no_change(capsys: pytest.CaptureFixture[str]) -> None:
    path = laid_over("fiasco.limit = 15")
    assert printed(capsys, "--diff", path) == (
        f"{path} changes nothing: all that it says is so already.\n"
        "The same as before:\n"
        f"- {path}:1: fiasco.limit = 15\n"
    )


def test_what_is_not_in_force_is_no_change_for_players(capsys: pytest.CaptureFixture[str]) -> None:
    path = laid_over("metternich.bonus.flat = 4\nrulings.vp_floor.floor = 7")
    assert printed(capsys, "--diff", path) == (
        f"{path} changes nothing for players.\n"
        "Without effect here:\n"
        f"- {path}:1: metternich.bonus.flat = 4 (was 3)\n"
        f"- {path}:2: rulings.vp_floor.floor = 7 (was 0)\n"
    )


def test_one_thing_with_its_release(capsys: pytest.CaptureFixture[str]) -> None:
    path = laid_over("release.version = '1.0.1'\nrelease.date = 2027-03-01\nsuccess.margin = 4")
    out = printed(capsys, "--diff", path)
    assert out.startswith(f"{path} changes 1 thing for players:\n")
    assert "Before a release" not in out


def test_difference_between_two_errata(capsys: pytest.CaptureFixture[str]) -> None:
    """As between two releases; what both have is no change, nor the same as before."""
    laid_over("winds.sides = 8\nfiasco.limit = 12", "common")
    old = laid_over("base = 'common.toml'\nsuccess.margin = 3", "old")
    new = laid_over("base = 'common.toml'\nactivation.decline_vp = -3", "new")
    assert printed(capsys, "--rules", old, "--diff", new) == (
        f"{new} changes 2 things for players:\n"
        "- Declining costs 3 VP instead of 2.\n"
        f"    15.6.2; {new}:2: activation.decline_vp = -3 (was -2)\n"
        "- In Step 3, the congress succeeds up to a difference of 5 VP instead of 3.\n"
        "    15.6.3; rule-15.6.toml:89: success.margin = 5 (was 3)\n"
        "`generator release` raises release.version and release.date.\n"
    )


def test_each_key_of_one_change_has_its_place() -> None:
    laid_over("[penalties.amount]\nsides = 8", "base")
    path = laid_over("base = 'base.toml'\npenalties.amount.divisor = 3")
    (change,) = of(path).changes
    assert [(value.key, value.place) for value in change.values] == [
        ("penalties.amount.sides", "base.toml:2"),
        ("penalties.amount.divisor", f"{path}:2"),
    ]


def test_changes_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    path = laid_over("release.date = 2027-03-01\nrulings.tied_highest.value = 'none'")
    told = json.loads(printed(capsys, "--json", "--diff", path))
    assert told["file"] == str(path)
    assert told["repeated"] == []
    assert [each["of_the_rule"] for each in told["changes"]] == [False, True]
    assert told["changes"][0]["values"][0]["new"] == "2027-03-01"
    assert told["changes"][1] == {
        "sentence": "In Step 4, if several have the highest VP, that penalty is left out (before: "
        "each takes a penalty of its own).",
        "of_the_rule": True,
        "paragraph": "15.6.3",
        "ruling": 8,
        "values": [
            {
                "key": "rulings.tied_highest.value",
                "old": "each",
                "new": "none",
                "place": f"{path}:2",
            }
        ],
    }


def test_lines_are_of_100_columns(capsys: pytest.CaptureFixture[str]) -> None:
    laid_over("\n".join(text for text in SAID if "{" in text))
    out = printed(capsys, "--diff", "errata.toml")
    assert out.count("\n- ") == 4
    assert all(len(line) <= 100 for line in out.splitlines())
