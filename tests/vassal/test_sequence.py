from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.sequence import SequenceError, decode, encode

DELIMITERS = st.sampled_from(";,/\t|:")


def carried(token: str) -> bool:
    """Can the engine's encoder carry this element? (Not one that ends in a bare backslash.)"""
    quoted = token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")
    return quoted or not token.endswith("\\")


TOKENS = st.text(alphabet=st.sampled_from("ab;,/\t\\'|: é→"), max_size=8).filter(carried)


@given(st.lists(TOKENS, min_size=1, max_size=6), DELIMITERS)
def test_decoding_gives_back_what_was_encoded(tokens: list[str], delimiter: str) -> None:
    assert decode(encode(tokens, delimiter), delimiter) == tokens


@given(st.lists(st.lists(TOKENS, min_size=1, max_size=3), min_size=1, max_size=3))
def test_nesting_gives_back_what_was_encoded(lists: list[list[str]]) -> None:
    inner = [encode(tokens, ";") for tokens in lists]
    if all(carried(text) for text in inner):
        outer = encode(inner, "\t")
        assert [decode(text, ";") for text in decode(outer, "\t")] == lists


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["A", "B"], "A,B"),
        (["A", "B,C"], r"A,B\,C"),
        ([""], ""),
        (["", ""], ","),
        (["\\x"], "'\\x'"),
        (["'x'"], "''x''"),
        (["it's"], "it's"),
    ],
)
def test_encoded_text(tokens: list[str], text: str) -> None:
    assert encode(tokens, ",") == text
    assert decode(text, ",") == tokens


@pytest.mark.parametrize("tokens", [["a\\"], ["b", "a\\", "c"], []])
def test_what_the_engine_would_garble_is_refused(tokens: list[str]) -> None:
    with pytest.raises(SequenceError):
        encode(tokens, ",")


@pytest.mark.parametrize("delimiter", ["", ",,", "'", "\\"])
def test_impossible_delimiters_are_refused(delimiter: str) -> None:
    with pytest.raises(SequenceError):
        encode(["a"], delimiter)
