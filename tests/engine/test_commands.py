"""Commands as a player meets them: undo, refusals, prompts, chat, the seat."""

from __future__ import annotations

import re

import pytest

from generator.extension.names import PHASES
from generator.rules import Rules

from .harness import CANCEL, CLOSE, Engine, receive
from .sharing import told

REFUSING = {
    "CoP_Call": {"idle"},
    "CoP_Decline": {"idle"},
    "CoP_NoResource": {"idle"},
    "CoP_Winds": {"called"},
    "CoP_Odds": {"idle", "called"},
    "CoP_Penalties": {"failed"},
    "CoP_Release": {"called", "failed"},
    "CoP_AskIssueWinner": {"idle"},
    "CoP_AskVP_Austria": {"idle"},
    "CoP_AskVP_Russia": {"idle"},
    "CoP_ToggleMetternich": {"idle"},
    "CoP_AskDiplomacyWinner": {"idle", "called", "failed"},
    "CoP_RaiseVP_Austria": {"idle"},
    "CoP_LowerVP_Russia": {"idle"},
    "CoP_SetIssueWinner_Russia": {"idle"},
    "CoP_SetDiplomacyWinner_Britain": {"idle", "called", "failed"},
    "CoP_SetDiplomacyWinner_None": {"idle", "called", "failed"},
}
"""Each command that does not run in every phase, and the phases in which it does."""

EVERYWHERE = ("CoP_Reset", "CoP_Record", "CoP_Resend", "CoP_StopEarly")
ANSWERS = {
    "CoP_AskIssueWinner": ["Russia"],
    "CoP_AskVP_Austria": ["33"],
    "CoP_AskVP_Russia": ["33"],
    "CoP_AskDiplomacyWinner": ["Russia"],
    "CoP_StopEarly": ["5", "2"],
}


def go_to(engine: Engine, phase: str) -> None:
    """Play a congress up to a phase."""
    vp = (40, 20, 21, 22) if phase in ("failed", "closed") else (30, 20, 21, 22)
    for power, value in zip(("Austria", "Britain", "France", "Russia"), vp, strict=True):
        engine.answer(str(value))
        engine.press(f"CoP_AskVP_{power}")
    engine.answer("Austria")
    engine.press("CoP_AskIssueWinner")
    engine.answer("France")
    engine.press("CoP_AskDiplomacyWinner")
    engine.press("CoP_ToggleMetternich")
    engine.force_dice(1)
    keys = {
        "idle": (),
        "called": ("CoP_Call",),
        "success": ("CoP_Call", "CoP_Winds"),
        "failed": ("CoP_Call",),
        "closed": ("CoP_Call", "CoP_Penalties"),
        "declined": ("CoP_Decline",),
        "unpaid": ("CoP_NoResource",),
    }[phase]
    engine.force_dice(6, 6)
    for key in keys:
        engine.press(key)
    assert engine.prop("CoP_Phase") == phase
    engine.clear()


@pytest.mark.parametrize("phase", PHASES)
def test_each_command_in_each_phase_is_one_undo(engine: Engine, phase: str) -> None:
    go_to(engine, phase)
    for key in (*REFUSING, *EVERYWHERE):
        before = engine.all_props()
        engine.answer(*ANSWERS.get(key, []))
        engine.press(key)
        sent = engine.outgoing()
        assert len(sent) == 1, key
        runs = phase in REFUSING.get(key, PHASES)
        said = engine.chat()
        if runs:
            changed = engine.all_props() != before
            assert changed == (
                key not in ("CoP_Odds", "CoP_Record", "CoP_Resend", "CoP_StopEarly")
            ), key
        else:
            assert engine.all_props() == before, key
            assert len(said) == 1, key
            assert "not done, " in said[0], key
        engine.undo()
        assert engine.all_props() == before, key
        assert engine.problems() == []
        engine.clear()


def test_missing_inputs_are_named(engine: Engine) -> None:
    for key in ("CoP_Call", "CoP_Decline", "CoP_NoResource"):
        engine.press(key)
        assert "enter first who won the Congress of Peace Issue" in engine.chat()[-1]
    engine.set_props(CoP_IssueWinner="Austria", CoP_VP_Austria=40)
    for vp in ("", "abc", "3.5", "true", "12345678", "1 2", "--4"):
        engine.set_props(CoP_VP_France=vp)
        engine.press(
            "CoP_Winds"
        )  # refused; what mirrors the state follows the writing from outside
        before = engine.all_props()
        for key in ("CoP_Call", "CoP_Decline"):
            engine.press(key)
            assert "the VP of France are not a whole number" in engine.chat()[-1]
        assert engine.all_props() == before
    engine.set_props(CoP_VP_France=3)
    engine.press("CoP_Call")
    engine.press("CoP_Penalties")
    assert "enter first who won the Diplomacy Phase" in engine.chat()[-1]
    for wrong in ("Spain", "none", "7"):
        engine.set_props(CoP_DiplomacyWinner=wrong)
        engine.press("CoP_Penalties")
        assert "enter first who won the Diplomacy Phase" in engine.chat()[-1]
    assert engine.prop("CoP_Phase") == "failed"
    assert engine.problems() == []


def test_strange_state_from_outside_breaks_nothing(engine: Engine) -> None:
    for phase in ("", "7", "true", "<b>odd</b>", "Called"):
        engine.set_props(CoP_Phase=phase, CoP_IssueWinner="Austria")
        for key in (*REFUSING, "CoP_Record"):
            engine.press(key)
    engine.set_props(CoP_Phase="called", CoP_Start_Austria="abc", CoP_VP_Austria="17")
    engine.press("CoP_Reset")
    assert engine.prop("CoP_VP_Austria") == "17"
    assert engine.prop("CoP_Phase") == "idle"
    assert engine.problems() == []


def test_prompts(engine: Engine) -> None:
    engine.answer("23")
    engine.press("CoP_AskVP_France")
    assert engine.prop("CoP_VP_France") == "23"
    assert engine.chat() == ["* CoP 15.6: Tester: France 0 → 23 VP."]
    seen = engine.do("dialogs")[0]
    assert seen["message"] == "VP of France (-999 to 999), without 14.2.1 and 14.2.2 (end of game)"
    assert seen["initial"] == "0"
    for answer in (CANCEL, CLOSE):
        before = engine.props("CoP_VP_France", "CoP_Phase")
        engine.answer(answer)
        engine.press("CoP_AskVP_France")
        assert engine.props("CoP_VP_France", "CoP_Phase") == before
        assert engine.chat() == [
            "* CoP 15.6: Tester: France stays at 23 VP, cancelled or unchanged."
        ]
    engine.answer("{1+1}", "12 VP", "", "-4")
    engine.press("CoP_AskVP_France")
    assert engine.prop("CoP_VP_France") == "-4"
    engine.clear()
    engine.answer(CANCEL)
    engine.press("CoP_AskIssueWinner")
    assert engine.prop("CoP_IssueWinner") == ""
    assert engine.chat() == [
        "* CoP 15.6.2: Tester: winner of the Issue: cancelled or unchanged, nobody is entered."
    ]
    engine.answer("Britain")
    engine.press("CoP_AskIssueWinner")
    assert engine.prop("CoP_IssueWinner") == "Britain"
    reminder = engine.chat()[0]
    assert "1 Resource activates it, the first that Britain spends" in reminder
    assert "after all other Issues" in reminder
    engine.answer("None")
    engine.press("CoP_AskDiplomacyWinner")
    assert engine.prop("CoP_DiplomacyWinner") == "None"
    assert engine.chat() == ["* CoP 15.6.3: Tester: nobody won the Diplomacy Phase."]
    assert engine.do("dialogs")[-1]["choices"] == ["Austria", "Britain", "France", "Russia", "None"]
    assert engine.problems() == []


def test_buttons_that_raise_and_lower_end_somewhere(engine: Engine) -> None:
    for begin, key in ((999, "Raise"), (10000, "Raise"), (-999, "Lower"), (-1000, "Lower")):
        engine.set_props(CoP_VP_France=begin)
        engine.clear()
        engine.press(f"CoP_{key}VP_France")
        assert engine.prop("CoP_VP_France") == f"{begin}"
        assert engine.chat() == [
            f"* CoP 15.6: Tester: France stays at {begin} VP: + and − go from -999 to 999."
        ]
    engine.press("CoP_RaiseVP_France")
    assert engine.prop("CoP_VP_France") == "-999"
    assert engine.problems() == []


@pytest.mark.parametrize(
    ("phase", "next_one"),
    [
        (
            "called",
            "the congress is called, its political winds come next; Undo takes the call back, "
            "Reset abandons the congress",
        ),
        (
            "failed",
            "the congress has failed, its penalties come next, after who won the Diplomacy Phase; "
            "Reset abandons the congress",
        ),
        ("success", "the congress is over, press Reset first"),
        ("closed", "the congress is over, press Reset first"),
        ("declined", "the congress is over, press Reset first"),
    ],
)
def test_refusal_in_a_congress_says_what_comes_next(
    engine: Engine, phase: str, next_one: str
) -> None:
    engine.set_props(CoP_Phase=phase, CoP_IssueWinner="Austria")
    engine.clear()
    for key in ("CoP_Call", "CoP_Decline", "CoP_RaiseVP_France", "CoP_SetIssueWinner_Britain"):
        engine.press(key)
        (line,) = engine.chat()
        assert line.endswith(f": not done, {next_one}.")
    assert engine.problems() == []


def test_congress_called_while_a_prompt_is_open(engine: Engine) -> None:
    engine.set_props(CoP_IssueWinner="Austria", CoP_VP_Austria=10)
    engine.press("CoP_Call")
    call = engine.outgoing()[-1]
    engine.undo()
    engine.clear()
    engine.answer(receive(call), "99")
    engine.press("CoP_AskVP_Austria")
    assert engine.props("CoP_VP_Austria", "CoP_Phase") == {
        "CoP_VP_Austria": "10",
        "CoP_Phase": "called",
    }
    assert "not done, " in engine.chat()[-1]
    assert engine.problems() == []


def test_stop_early(engine: Engine) -> None:
    before = told(engine)
    engine.answer("5", "3")
    engine.press("CoP_StopEarly")
    assert engine.chat() == [
        "* CoP 15.6.1: Tester: the Issue stops early: card 5, moved 3, given up 2 (as in 11.4)."
    ]
    engine.answer("3", "5")
    engine.press("CoP_StopEarly")
    assert "a card of 3 cannot move the Issue 5 spaces" in engine.chat()[0]
    for answers in ((CANCEL,), ("4", CANCEL), (CLOSE,)):
        engine.answer(*answers)
        engine.press("CoP_StopEarly")
        assert "cancelled, nothing is given up" in engine.chat()[0]
        assert engine.do("answers_left") == 0
    assert told(engine) == before
    assert engine.problems() == []


def test_chat_of_a_whole_congress(engine: Engine, rules: Rules) -> None:
    go_to(engine, "idle")
    engine.set_props(CoP_VP_Austria=34)
    engine.force_dice(3, 1, 2)
    engine.press("CoP_Call")
    assert engine.chat() == [
        "* CoP 15.6.2: Tester: Austria spends 1 Resource and calls the Congress of Peace "
        f"(extension {rules.release.version}). Metternich, die 3: Austria +2, 34 → 36.",
        "* CoP 15.6.3 Step 1: Tester: Austria 36, Britain 20, France 21, Russia 22. "
        "Highest less lowest is 16, more than 15: fiasco. "
        "Step 4 follows: roll the penalties.",
    ]
    engine.do("forced_left")
    engine.force_dice(5, 4, 1)
    engine.press("CoP_Penalties")
    assert engine.chat() == [
        "* CoP 15.6.3 Step 4: Tester: penalties: Diplomacy Phase: France die 5, -3; "
        "highest VP, 36: Austria die 4, -2; winner of the Issue: Austria die 1, -1.",
        "* CoP 15.6.3 Step 4: Tester: VP: Austria 36 → 33, Britain 20 → 20, France 21 → 18, "
        "Russia 22 → 22. The game goes on with the War Phase.",
    ]
    last = engine.prop("CoP_Last")
    assert "gap 16" in last
    assert "penalty -3" in last
    engine.press("CoP_Reset")
    assert engine.prop("CoP_Last") == last
    engine.clear()
    engine.press("CoP_Record")
    assert engine.chat() == [
        "* CoP 15.6 record: Tester: entered: VP Austria 33, Britain 20, France 18, Russia 22; "
        "Issue won by: not entered; Diplomacy Phase won by: not entered; "
        "Metternich took no part in the Issue. Action 3 by Tester.",
        f"* CoP 15.6 record: Tester: last congress: {last}",
    ]


def test_early_triumph_is_warned_of(engine: Engine) -> None:
    engine.set_props(CoP_VP_Austria=79, CoP_IssueWinner="Austria", CoP_Metternich="true")
    engine.force_dice(1)
    engine.press("CoP_Call")
    assert "80 VP or more" in engine.chat()[0]
    engine.undo()
    engine.set_props(CoP_VP_Austria=78)
    engine.clear()
    engine.force_dice(1)
    engine.press("CoP_Call")
    assert "80 VP" not in engine.chat()[0]


def test_seat_lock(engine: Engine) -> None:
    engine.set_props(CoP_IssueWinner="Austria", CoP_VP_Austria=3)
    engine.press("CoP_Call")
    assert engine.prop("CoP_Seat") == "Austria"
    for side in ("Britain", None):
        engine.do("set_side", side=side)
        engine.clear()
        before = engine.all_props()
        engine.press("CoP_Winds")
        assert "Austria called the congress and rolls" in engine.chat()[0]
        assert engine.all_props() == before
        assert engine.dice_calls() == []
    engine.do("set_side", side="Britain")
    engine.press("CoP_Release")
    assert engine.prop("CoP_Seat") == ""
    engine.press("CoP_Winds")
    assert engine.prop("CoP_Phase") == "success"
    assert engine.problems() == []


def test_observer_locks_nobody_out(engine: Engine) -> None:
    engine.new_game(None)
    engine.set_props(CoP_IssueWinner="Austria", CoP_VP_Austria=3)
    engine.press("CoP_Call")
    assert engine.prop("CoP_Seat") == ""
    engine.press("CoP_Winds")
    assert engine.prop("CoP_Phase") == "success"


def test_resend_sends_every_property(engine: Engine) -> None:
    go_to(engine, "closed")
    before = engine.all_props()
    engine.press("CoP_Resend")
    (sent,) = engine.outgoing()
    assert engine.all_props() == before
    ours = {name: value for name, value in before.items() if name.startswith("CoP_")}
    engine.set_props(**{name: "lost" for name in ours if name != "CoP_Act"})
    engine.receive(sent)
    assert {name: engine.all_props()[name] for name in ours} == ours
    assert engine.problems() == []


def test_dice_are_the_engines_own(engine: Engine) -> None:
    engine.do("seed", seed=42)
    engine.set_props(CoP_IssueWinner="Austria", CoP_Metternich="true", CoP_VP_Austria=10)
    engine.press("CoP_Call")
    engine.press("CoP_Winds")
    calls = engine.dice_calls()
    assert [sides for sides, _ in calls] == [6] * len(calls)
    dice = engine.props(
        *(f"CoP_Die_{power}" for power in ("Austria", "Britain", "France", "Russia"))
    )
    assert [str(face) for _, face in calls[1:]] == [die for die in dice.values() if die != "0"]
    engine.undo()
    engine.undo()
    assert engine.dice_calls() == []


@pytest.mark.parametrize(
    "name",
    ['L\'Aigle "Co"', "a <b>bold</b> & one", "$CoP_VP_Austria$", "{1+1}", "007", "true", "ü→\\"],
)
def test_player_of_an_awkward_name(start, name: str) -> None:  # type: ignore[no-untyped-def]
    engine = start(player=name)
    engine.new_game("Austria")
    engine.set_props(CoP_IssueWinner="Austria", CoP_VP_Austria=10)
    engine.clear()
    engine.press("CoP_Call")
    engine.press("CoP_Winds")
    engine.press("CoP_Record")
    shown = "7" if name == "007" else name
    lines = engine.chat()
    assert all(f": {shown}: " in line for line in lines)
    roller = re.sub(r'[$"{}\\]', "", shown)
    assert f"Action 2 by {roller}." in lines[-1]
    assert engine.prop("CoP_LastLine4").endswith(f"Action 2 by {roller}.")
    assert engine.problems() == []
