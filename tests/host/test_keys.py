from __future__ import annotations

import pytest

from generator.host.keys import named_key_of, named_keys, stroke_of, strokes


@pytest.mark.parametrize(
    ("text", "name", "stroke"),
    [
        ("57348,0,Roll", "Roll", ""),
        ("63743,0,Roll the dice", "Roll the dice", ""),
        ("57348,0,a.b_c;d", "a.b_c;d", ""),
        ("57348,0,one,two", "one", ""),
        ("57348,0", "", ""),
        ("65,130", "", "65,130"),
        ("65,130,", "", ""),
        ("43,33,21", "", ""),
        ("", "", ""),
        ("Roll", "", ""),
        ("65", "", ""),
    ],
)
def test_one_key(text: str, name: str, stroke: str) -> None:
    """As NamedHotKeyConfigurer.decode reads it."""
    assert (named_key_of(text), stroke_of(text)) == (name, stroke)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("57348,0,Roll", ["Roll"]),
        (r"57348\,0\,One", ["One"]),
        (r"57348\,0\,One,65\,130,57348\,0\,Two", ["One", "Two"]),
        ("macro;;Do;57348,0,Do;{a;b};;57348\\,0\\,A;;", ["Do", "A"]),
        (r"PROP;V;true,0,9,false;Up:57348\,0\,Up:I\,1,:65\,130:P\,{V\,57}", ["Up"]),
        ("mark;57348", []),
        ("no key, 57348, here", []),
        ("", []),
    ],
)
def test_keys_in_a_text(text: str, names: list[str]) -> None:
    assert named_keys(text) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("67,195", ["67,195"]),
        ("57348,0,Roll", []),
        (r"57348\,0\,One,65\,130,66\,3", ["65,130", "66,3"]),
        ("macro;;Do;67,195;;;65\\,130,57348\\,0\\,A;;", ["67,195", "65,130"]),
        (r"PROP;V;true,0,9,false;Up:57348\,0\,Up:I\,1,Down:65\,130:P\,{V\,57}", ["65,130"]),
        ("report;67,195,66,130;;", []),
        ("mark;67", []),
        ("", []),
    ],
)
def test_plain_keys_in_a_text(text: str, found: list[str]) -> None:
    assert strokes(text) == found
