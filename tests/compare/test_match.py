from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.compare.match import match

WORDS = st.lists(st.text("abc", min_size=1, max_size=3), max_size=12)


def test_by_the_first_key_that_fits() -> None:
    found = match(["ab", "ac", "x"], ["ac", "ad", "y"], lambda each: each, lambda each: each[0])
    assert found.pairs == [("ab", "ad"), ("ac", "ac")]
    assert (found.removed, found.added) == (["x"], ["y"])


def test_of_several_with_one_key_in_their_order() -> None:
    found = match(["a1", "a2", "a3"], ["a4", "a5"], lambda each: each[0])
    assert found.pairs == [("a1", "a4"), ("a2", "a5")]
    assert (found.removed, found.added) == (["a3"], [])


def test_no_key_is_like_no_other() -> None:
    found = match(["a"], ["a"], lambda each: None)
    assert (found.pairs, found.removed, found.added) == ([], ["a"], ["a"])


@given(WORDS, WORDS)
def test_each_is_found_once(old: list[str], new: list[str]) -> None:
    found = match(old, new, lambda each: each, lambda each: each[0])
    assert sorted([was for was, _ in found.pairs] + found.removed) == sorted(old)
    assert sorted([now for _, now in found.pairs] + found.added) == sorted(new)
    assert not {each[0] for each in found.removed} & {each[0] for each in found.added}
