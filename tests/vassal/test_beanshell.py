"""One BeanShell expression, or why not; tests/engine/test_format.py asks the engine the same."""

from __future__ import annotations

import pytest

from generator.vassal.beanshell import fault


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "-1.5",
        '"a \\"b\\" \\\\ \\u00e9"',
        'CoP_Margin<=5 ? "success" : "failed"',
        "a ? b ? 1 : 2 : c ? 3 : 4",
        "!(a && !b) || -c*2%3>>1 != ~d",
        'Integer.parseInt(String.valueOf(X))+Sum("A", "B")',
        '"a,b".split(",")[0].length()',
        "f()",
        " ( a ) ",
        " + ".join("a" * 2000),
        " : ".join(f"X=={n} ? {n}" for n in range(2000)) + " : 0",
        "(" * 100 + "1" + ")" * 100,
    ],
)
def test_expression(text: str) -> None:
    assert fault(text) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("(a", ") is missing for a ( before, at the mark | in: (a|"),
        ("a)", ") has no ( before it, at the mark | in: a|)"),
        ("a}", "} can stand in no expression, at the mark | in: a|}"),
        ("1 +", "ends where a value is expected, at the mark | in: 1 +|"),
        ("1 +* 2", "* stands where a value is expected, at the mark | in: 1 +|* 2"),
        ("a ? b", "a ? has no : after it, at the mark | in: a ? b|"),
        ("a b", "b is not expected, at the mark | in: a |b"),
        ("a : b", ": is not expected, at the mark | in: a |: b"),
        ("f(1,)", ") stands where a value is expected, at the mark | in: f(1,|)"),
        ("f(1", ") is missing for a ( before, at the mark | in: f(1|"),
        ("a[1", "] is missing for a [ before, at the mark | in: a[1|"),
        ("a.1", "a point has no name after it, at the mark | in: a.|1"),
        ("a = 1", "= can stand in no expression, at the mark | in: a |= 1"),
        ("12ab", "1 can stand in no expression, at the mark | in: |12ab"),
        ("X" * 40 + ')"', "a text is not closed, or has a \\ before a letter that needs none"),
        ("x" * 50 + ")" + "y" * 50, f"| in: …{'x' * 30}|){'y' * 29}…"),
        ("(" * 200 + "1" + ")" * 200, "more than 150 parentheses or choices within each other"),
    ],
)
def test_no_expression(text: str, why: str) -> None:
    assert why in fault(text)
    assert "\n" not in fault(text)
