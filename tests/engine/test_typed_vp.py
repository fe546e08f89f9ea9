"""What a player may type into a prompt for a number, and what the engine makes of it.

Its prompt takes a whole number within the property's least and greatest value, and asks again,
without a word, until it has one or is cancelled (NumericPropertyPrompt).
"""

from __future__ import annotations

import pytest

from .harness import CANCEL, CLOSE, Answer, Engine
from .sharing import told

REFUSED = (
    "1000",
    "-1000",
    "1000000",
    "99999999999999999999",
    "3.5",
    "3,5",
    "2.0",
    "1e2",
    "0x10",
    "1 000",
    " 12",
    "12 VP",
    "twelve",
    "true",
    "-",
    "--4",
    "−5",  # a minus sign that no keyboard has
    "",
    "{1+1}",
    "$CoP_VP_Britain$",
)
TAKEN = {
    "999": "999",
    "-999": "-999",
    "+5": "5",
    "007": "7",
    "-0": "0",
    "٣": "3",  # digits of any script, as Java reads them
}


def asked(engine: Engine, *answers: Answer) -> int:
    """Enter Austria's VP; return how often was asked."""
    engine.clear()
    engine.queue_answers(answers)
    engine.press("CoP_AskVP_Austria")
    assert engine.do("answers_left") == 0
    return len(engine.dialogs())


def test_asked_again_until_a_good_answer(engine: Engine) -> None:
    engine.set_props(CoP_VP_Austria=11)
    assert asked(engine, *REFUSED, "13") == len(REFUSED) + 1
    assert engine.prop("CoP_VP_Austria") == "13"
    (line,) = engine.chat()
    assert "11" in line
    assert "13" in line
    engine.undo()
    assert engine.prop("CoP_VP_Austria") == "11"
    assert engine.problems() == []


@pytest.mark.parametrize("typed", [REFUSED[0], "twelve", "3.5"])
@pytest.mark.parametrize("end", [CANCEL, CLOSE])
def test_nothing_changes_without_a_good_answer(engine: Engine, typed: str, end: Answer) -> None:
    engine.set_props(CoP_VP_Austria=11)
    before = told(engine)
    assert asked(engine, typed, end) == 2
    assert told(engine) == before | {"CoP_AskVP_Austria": "11"}
    assert len(engine.chat()) == 1
    assert engine.problems() == []


@pytest.mark.parametrize(("typed", "vp"), TAKEN.items())
def test_whole_numbers_are_taken(engine: Engine, typed: str, vp: str) -> None:
    engine.set_props(CoP_VP_Austria=11)
    assert asked(engine, typed) == 1
    assert engine.prop("CoP_VP_Austria") == vp
    engine.set_props(CoP_IssueWinner="Austria")
    engine.press("CoP_Decline")
    assert engine.prop("CoP_VP_Austria") == str(int(vp) - 2)
    assert engine.problems() == []


def test_vp_beyond_the_prompt_that_were_written_from_outside(engine: Engine) -> None:
    """They are shown, stay if the prompt is cancelled, and can be used."""
    engine.set_props(CoP_VP_Austria=1000000, CoP_IssueWinner="Austria")
    engine.clear()
    engine.answer("1000000", CANCEL)
    engine.press("CoP_AskVP_Austria")
    assert engine.dialogs()[0].default == "1000000"
    assert engine.prop("CoP_VP_Austria") == "1000000"
    engine.press("CoP_Decline")
    assert engine.prop("CoP_VP_Austria") == "999998"
    assert engine.problems() == []


@pytest.mark.parametrize(
    ("answers", "key_word"),
    [
        (("0", "100", "x", "2.5", "99", "-1", "100", "99"), "given up 0"),
        (("6", "7"), "7"),
        (("0", CANCEL), "cancelled"),
        (("4", "-1", "100", CANCEL), "cancelled"),
    ],
)
def test_prompts_of_stopping_early(
    engine: Engine, answers: tuple[Answer, ...], key_word: str
) -> None:
    before = engine.all_props()
    engine.queue_answers(answers)
    engine.press("CoP_StopEarly")
    assert engine.do("answers_left") == 0
    assert len(engine.dialogs()) == len(answers)
    (line,) = engine.chat()
    assert key_word in line
    assert engine.all_props() == before
    assert engine.problems() == []
