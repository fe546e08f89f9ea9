from __future__ import annotations

import re

import pytest

from generator.errors import GeneratorError
from generator.vassal.filters import both, equals, numbered

SIGNS = re.compile(r"[!<>&|\"$]|=(?!~)")


@pytest.mark.parametrize("name", ["VP", "VP France", "Marker-3, (left)", "L'Étoile", "7"])
def test_plain_texts_stand_as_they_are(name: str) -> None:
    assert equals("BasicName", name) == f"BasicName = {name}"


@pytest.mark.parametrize(
    "name",
    ["a = b", "a && b", "x||y", "<b>", "!", "=~", '"', " a", "a ", "true", "{n}", "a\\b", "$"],
)
def test_other_texts_are_a_regular_expression_without_signs(name: str) -> None:
    before, _, expression = equals("BasicName", name).partition(" =~ ")
    assert before == "BasicName"
    assert not SIGNS.search(expression)
    assert expression == expression.strip()
    assert re.fullmatch(expression, name)
    assert not re.fullmatch(expression, f"{name}x")


def test_numbers_between_texts() -> None:
    written = numbered("LocationName", "VP ", range(-2, 3), " (left)")
    before, _, expression = written.partition(" =~ ")
    assert before == "LocationName"
    for text in ("VP -2 (left)", "VP 0 (left)", "VP 02 (left)", "VP 2 (left)", "VP -01 (left)"):
        assert re.fullmatch(expression, text), text
    for text in (
        "VP 3 (left)",
        "VP -3 (left)",
        "VP 2",
        "2",
        "VP 2 left",
        "VP  (left)",
        "VP 20 (left)",
    ):
        assert not re.fullmatch(expression, text), text


def test_all_clauses_hold() -> None:
    assert both("a = 1", "b = 2") == "a = 1 && b = 2"


@pytest.mark.parametrize("name", ["VP = x", " VP", "a&b", "a<b", "$x$"])
def test_a_property_with_a_sign_cannot_stand_in_a_filter(name: str) -> None:
    with pytest.raises(GeneratorError, match="cannot stand in a filter"):
        equals(name, "1")
