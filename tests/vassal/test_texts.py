from __future__ import annotations

from generator.vassal.changers import ask_choice, ask_number, set_to
from generator.vassal.keys import key_list, named_key
from generator.vassal.piece import Piece
from generator.vassal.sequence import decode
from generator.vassal.traits import Deletable, Layer, NonMoving, TextLabel


def test_named_keys() -> None:
    assert named_key("CoP_Call") == "57348,0,CoP_Call"
    assert named_key("") == ""
    assert key_list(["a", "b"]) == r"57348\,0\,a,57348\,0\,b"
    assert key_list([]) == ""


def test_changers() -> None:
    assert set_to("{Math.max(A,B)}") == r"P,{Math.max(A\,B)}"
    assert ask_number("How many?") == "R,How many?"
    assert ask_choice("Who?", ["A", "B"]) == r"E,Who?,A\,B"
    assert decode(decode(ask_choice("Who?", ["A", "B"]), ",")[2], ",") == ["A", "B"]


def test_piece_nests_its_traits_outermost_first() -> None:
    piece = Piece("Token", "cop_x.svg", "cop:7", (Deletable("Delete", "cop.d"), NonMoving()))
    assert piece.definition() == (
        "+/null/delete;Delete;57348,0,cop.d;\timmob;gnZ;V;R;\\\tpiece;;;cop_x.svg;Token"
        "/\t\\\tnull;0;0;cop:7;0"
    )


def test_label_with_an_awkward_text() -> None:
    label = TextLabel("a/b;c", 1, 2, "cop.piece.label", bold=True)
    assert label.state_text() == "a/b;c"
    piece = Piece("Token", "", "cop:1", (label,)).definition()
    assert decode(decode(piece, "/")[3], "\t")[0] == "a/b;c"
    fields = decode(label.type_text(), ";")
    assert fields[6:10] == ["c", "2", "c", "1"]


def test_layer_lists_images_and_names() -> None:
    layer = Layer("side", ("cop_a.svg", "cop_b.svg"), ("+", "+ b"), "Turn", "cop.turn")
    fields = decode(layer.type_text(), ";")
    assert fields[0] == "emb2"
    assert decode(fields[16], ",") == ["cop_a.svg", "cop_b.svg"]
    assert fields[28] == "57348,0,cop.turn"
