"""Errata that build on errata, and in which file and line everything stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.errors import InputError
from generator.rules import load_rules
from generator.rules.load import SHIPPED, load_with_sources


def write(folder: Path, **texts: str) -> Path:
    """Write errata files, each named like its keyword; return the first."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder / f"{next(iter(texts))}.toml"


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_rules(path)
    (line,) = str(caught.value).splitlines()
    return line


def test_each_file_is_laid_over_its_base(tmp_path: Path) -> None:
    write(tmp_path / "old", first="fiasco.limit = 11\nsuccess.margin = 1\nwinds.sides = 10")
    path = write(
        tmp_path,
        third='base = "second.toml"\nsuccess.margin = 3',
        second='base = "old/first.toml"\nsuccess.margin = 2\n[winds]\nsides = 8',
    )
    rules, layers = load_with_sources(path)
    assert (rules.fiasco.limit, rules.winds.sides, rules.success.margin) == (11, 8, 3)
    assert layers.origins["fiasco.limit"].place("fiasco.limit") == f"{tmp_path}/old/first.toml:1"
    assert layers.origins["winds.sides"].place("winds.sides") == f"{tmp_path}/second.toml:4"
    assert layers.origins["success.margin"].place("success.margin") == f"{path}:2"
    assert [each.path.name for each in layers.files] == [
        *(SHIPPED.name, "first.toml", "second.toml", "third.toml")
    ]


def test_errata_of_a_base_alone_are_those_of_the_base(tmp_path: Path) -> None:
    path = write(tmp_path, top='base = "old.toml"', old="fiasco.limit = 11")
    assert load_rules(path) == load_rules(tmp_path / "old.toml") != load_rules()


def test_two_roads_to_one_base_are_no_circle(tmp_path: Path) -> None:
    (tmp_path / "link.toml").symlink_to(write(tmp_path, old="fiasco.limit = 11"))
    path = write(tmp_path, top='base = "mid.toml"', mid='base = "link.toml"')
    assert load_rules(path).fiasco.limit == 11


@pytest.mark.parametrize(
    ("texts", "place", "says"),
    [
        ({"a": 'base = "a.toml"'}, "a.toml:1", "base: goes round in a circle: a.toml → a.toml;"),
        (
            {"a": 'base = "b.toml"', "b": '\nbase = "c.toml"', "c": 'base = "b.toml"'},
            "c.toml:1",
            "base: goes round in a circle: b.toml → c.toml → b.toml;",
        ),
        ({"a": '# on\nbase = "x.toml"'}, "a.toml:2", 'base: there is no file "x.toml" beside'),
        ({"a": f'base = "{"x" * 5000}"'}, "a.toml:1", 'base: there is no file "xxx'),
        ({"a": 'base = "."'}, "a.toml:1", 'base: there is no file "." beside'),
        ({"a": "base = 3"}, "a.toml:1", "base: is 3; must be the path of an errata file"),
        ({"a": 'base = ""'}, "a.toml:1", 'base: is ""; must be the path of an errata file'),
        ({"a": 'base = "a\\u0000b"'}, "a.toml:1", 'base: is "a\\u0000b"; must be the path'),
        ({"a": "[base]\nfile = 'b.toml'"}, "a.toml:1", "base: is a table; must be the path"),
        ({"a": 'basis = "b.toml"'}, "a.toml:1", "basis: unknown key; did you mean base?"),
        ({"a": 'base = "b.toml"', "b": ""}, "b.toml", "holds no key; write those that change"),
        ({"a": 'base = "b.toml"', "b": "x = "}, "b.toml", "is not TOML: "),
        (
            {"a": 'base = "b.toml"', "b": "\nfiasco.limt = 3"},
            "b.toml:2",
            "fiasco.limt: unknown key; did you mean limit?",
        ),
        (
            {"a": 'base = "b.toml"\nwinds.sides = 8', "b": "\n\nfiasco.limit = 'x'"},
            "b.toml:3",
            'fiasco.limit: is "x"; must be a whole number',
        ),
    ],
)
def test_a_base_that_is_wrong_is_one_line(
    tmp_path: Path, texts: dict[str, str], place: str, says: str
) -> None:
    assert refusal(write(tmp_path, **texts)).startswith(f"{tmp_path}/{place}: {says}")


def test_the_shipped_rule_has_no_base(tmp_path: Path) -> None:
    shipped = tmp_path / "rule.toml"
    shipped.write_text('base = "x.toml"\n' + SHIPPED.read_text("utf-8"), "utf-8")
    with pytest.raises(InputError, match=r"rule\.toml:1: base: unknown key"):
        load_rules(shipped=shipped)
