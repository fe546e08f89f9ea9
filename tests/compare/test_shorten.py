from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.compare.shorten import apart, signature

TEXTS = st.text(st.sampled_from("ab1+ é("), max_size=90)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("short", "other", ("short", "other")),
        ("", "new", ("", "new")),
        (
            f"{{{'a+' * 40}cost==12 ? 3 : 4{'+b' * 40}}}",
            f"{{{'a+' * 40}cost==15 ? 3 : 4{'+b' * 40}}}",
            ("…a+a+a+a+a+cost==12 ? 3 : 4+b+b+b+b…", "…a+a+a+a+a+cost==15 ? 3 : 4+b+b+b+b…"),
        ),
        ("x " * 40, "x " * 40 + "more", (f"…{'x ' * 8}", f"…{'x ' * 8}more")),
    ],
)
def test_the_part_that_differs_is_shown(old: str, new: str, expected: tuple[str, str]) -> None:
    assert apart(old, new) == expected


def test_a_long_part_loses_its_middle() -> None:
    old, new = apart("a" * 500, "b" * 500)
    assert old == f"{'a' * 50} … {'a' * 50}"
    assert new == f"{'b' * 50} … {'b' * 50}"


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_is_shown_differs_where_the_texts_do(a: str, b: str, start: str, end: str) -> None:
    shown = apart(start + a + end, start + b + end)
    assert (shown[0] == shown[1]) == (a == b)


@given(TEXTS, TEXTS, TEXTS, TEXTS, TEXTS)
def test_the_same_edit_has_the_same_signature(a: str, b: str, c: str, d: str, e: str) -> None:
    def edited(word: str) -> str:
        return f"{c}#{word}#{d}"

    assume(a != b)
    old, new = signature(edited(a), edited(b))
    assert old != new
    assert signature(f"{e}#{edited(a)}#{e}", f"{e}#{edited(b)}#{e}") == (old, new)
