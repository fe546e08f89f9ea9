from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.host.piece import MAX_TRAITS, PieceError, Trait, nested, read_definition
from generator.vassal.sequence import decode

from .builder import definition


def level_by_level(text: str) -> list[str]:
    """Take nested traits apart as the engine does (BasicCommandEncoder.createPiece)."""
    found = []
    while True:
        parts = decode(text, "\t")
        found.append(parts[0])
        if len(parts) == 1:
            return found
        text = parts[1]


TOKENS = st.sampled_from(["a", "\t", "\t", "\\", "\\\t", "\\\\\t", "'", "b;"])


@given(st.lists(TOKENS, max_size=12).map("".join))
def test_nesting_is_what_decoding_each_level_gives(text: str) -> None:
    assert nested(text) == level_by_level(text)


FIELDS = st.text(st.sampled_from("ab;,/\t':{}é "), max_size=6)


@given(st.lists(st.tuples(FIELDS, FIELDS), max_size=6))
def test_definition_comes_back(pairs: list[tuple[str, str]]) -> None:
    traits = [(f"mark;{kind}", state) for kind, state in pairs]
    found = read_definition(definition("A/B;C", *traits, gpid="x:7", image="a b.png"))
    assert [(each.type_text, each.state_text) for each in found.traits] == traits
    assert (found.name, found.image, found.gpid) == ("A/B;C", "a b.png", "x:7")


def test_many_traits_come_back() -> None:
    traits = [(f"mark;M{n}", str(n)) for n in range(60)]
    found = read_definition(definition("Piece", *traits))
    assert [each.state_text for each in found.traits] == [str(n) for n in range(60)]


def test_equal_traits_are_one() -> None:
    known: dict[tuple[str, str], Trait] = {}
    first = read_definition(definition("A", ("mark;X", "1")), known)
    second = read_definition(definition("B", ("mark;X", "1")), known)
    assert first.traits[0] is second.traits[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text",
        "+/null",
        "+/null/piece;;;;A",
        "D/null/piece;;;;A/null",
        "+/null/mark;X\tmark;Y/1\t2",
        "+/null//",
    ],
)
def test_no_piece(text: str) -> None:
    with pytest.raises(PieceError):
        read_definition(text)


def test_state_that_is_too_short() -> None:
    found = read_definition("+/null/mark;X\tpiece;;;;A/1")
    assert found.traits == (Trait("mark;X", "1"),)
    assert found.gpid == ""


def test_old_basic_piece_without_a_name() -> None:
    assert read_definition("+/null/piece;C;D;a.gif/null;0;0;").name == ""


@pytest.mark.parametrize("separator", ["\t", "\\\t"])
def test_too_many_traits(separator: str) -> None:
    with pytest.raises(PieceError):
        read_definition(f"+/null/{separator.join(['mark;X'] * 5)}\t'/")
    levels = "".join(f"mark;X{chr(92) * level}\t" for level in range(MAX_TRAITS + 50))
    with pytest.raises(PieceError, match=f"more than {MAX_TRAITS} traits"):
        read_definition(f"+/null/{levels}piece;;;;A/")


def test_oddly_quoted_and_long() -> None:
    with pytest.raises(PieceError, match="oddly quoted"):
        nested("'" + "\t" * 100_000)


def test_definition_that_is_too_long() -> None:
    with pytest.raises(PieceError, match="longer than"):
        read_definition("+/null/" + "x" * 5_000_000)


def test_keys_of_a_trait() -> None:
    trait = Trait(
        "macro;;Go;57348,0,Go;;63743\\,0\\,Heard;57348\\,0\\,One,57349\\,0\\,Two;false", ""
    )
    assert trait.named_keys() == ["Go", "Heard", "One", "Two"]


def test_keys_of_commands() -> None:
    trait = Trait("PROP;VP;true,0,9,false;Up:57348\\,0\\,Up:I\\,1,:57348\\,0\\,Down:I\\,-1;", "0")
    assert trait.named_keys() == ["Up", "Down"]


def test_keys_of_a_piece_that_a_trait_places() -> None:
    inner = definition("Inner", ("globalhotkey;;57348,0,Inner;57348,0,Fired;", ""))
    escaped = inner.replace(";", "\\;")
    trait = Trait(f"placemark;Place;57348,0,Place;{escaped};null;0;0;false", "")
    assert trait.named_keys() == ["Place", "Inner", "Fired"]


def test_pieces_within_pieces_end() -> None:
    text = definition("Innermost", ("globalhotkey;;57348,0,Innermost;;", ""))
    for _ in range(12):
        escaped = text.replace(";", "\\;")
        text = definition("Outer", (f"placemark;P;57348,0,Placed;{escaped}", ""))
    keys = read_definition(text).traits[0].named_keys()
    assert set(keys) == {"Placed"}
