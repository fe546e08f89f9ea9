"""What the expression of a place is for a number."""

from __future__ import annotations

import pytest

from generator.host.expression import value_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$VP$", "7"),
        ("VP $VP$", "VP 7"),
        ("5", "5"),
        ("{VP}", "7"),
        ("{ VP + 1 }", "8"),
        ('{"VP " + VP}', "VP 7"),
        ('{"VP " + VP + 1}', "VP 71"),
        ('{"VP " + (VP + 1)}', "VP 8"),
        ("{VP>40?40:VP}", "7"),
        ("{VP>5?5:VP}", "5"),
        ('{VP<10 ? "0"+VP : VP}', "07"),
        ("{VP<0 ? 1 : VP<5 ? 2 : VP<10 ? 3 : 4}", "3"),
        ("{Math.min(5, VP)}", "5"),
        ("{Math.max(VP, 10)}", "10"),
        ("{Math.abs(-VP)}", "7"),
        ('{If(VP==7, "seven", "other")}', "seven"),
        ('{GetProperty("VP")}', "7"),
        ("{String.valueOf(VP)}", "7"),
        ('{Integer.parseInt("" + VP) + 1}', "8"),
        ("{VP%5}", "2"),
        ("{-VP%5}", "-2"),
        ("{-VP/2}", "-3"),
        ("{2*VP-3*(VP-1)}", "-4"),
        ("{VP>=7 && VP<=7 || VP!=7}", "true"),
        ("{!(VP>7)}", "true"),
    ],
)
def test_what_an_expression_is(text: str, value: str) -> None:
    assert value_of(text, "VP", 7) == value


@pytest.mark.parametrize(
    "text",
    [
        "{Other}",
        "$Other$",
        "{VP + Other}",
        "{VP.length()}",
        "{VP",
        "{VP +}",
        "{}",
        "{(VP}",
        "{VP ? 1 : 2}",
        "{VP > 3 ? 1}",
        '{VP - "1"}',
        '{"a" < VP}',
        "{VP/0}",
        '{"\\n" + VP}',
        "{VP 1}",
        "{VP & 1}",
        '{GetProperty("Other")}',
        "{Random(6)}",
        "{" + "(" * 1000 + "VP" + ")" * 1000 + "}",
        "{" + "(" * 60 + "VP" + ")" * 60 + "}",
    ],
)
def test_what_cannot_be_told(text: str) -> None:
    assert value_of(text, "VP", 7) is None
