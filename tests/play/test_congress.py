"""A congress command by command: contract.md's phases, properties and refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.play.congress import NOBODY, Congress, Phase, Reason, Refused
from generator.rules import Rules, load_rules
from tests.play.strategies import rules as any_rules
from tests.play.strategies import scores

Ruled = Callable[[str], Rules]
ME, OTHER = "my side", "the other side"
VP = (30, 22, 26, 18)
"""Austria first, France second, Britain third: gap 12."""
FAR = (40, 30, 28, 25)


def table(rules: Rules, vp: tuple[int, ...] = VP, winner: str = "Austria") -> Congress:
    return Congress(rules, vp).enter_issue_winner(winner)


def in_phase(rules: Rules, phase: Phase) -> Congress:
    """Return a congress that came to a phase, with both winners entered where that can be."""
    ready = table(rules, FAR).enter_diplomacy_winner("Russia")
    match phase:
        case "idle":
            return ready
        case "called":
            return ready.call(ME, [])
        case "success":
            return ready.call(ME, []).winds(ME, [6, 1])
        case "failed":
            return ready.call(ME, []).winds(ME, [1, 1])
        case "declined":
            return ready.decline()
        case "unpaid":
            return ready.no_resource()
        case "closed":
            return ready.call(ME, []).winds(ME, [1, 1]).penalties(ME, [1, 3, 5])


PHASES: tuple[Phase, ...] = get_args(Phase)


@pytest.mark.parametrize("phase", PHASES)
def test_helper_reaches_the_phase(rules: Rules, phase: Phase) -> None:
    assert in_phase(rules, phase).phase == phase


# Which command runs when

COMMANDS: dict[str, tuple[Callable[[Congress], Congress], set[str]]] = {
    "enter VP": (lambda c: c.enter_vp("Austria", 1), {"idle"}),
    "enter Issue winner": (lambda c: c.enter_issue_winner("Britain"), {"idle"}),
    "enter Diplomacy winner": (
        lambda c: c.enter_diplomacy_winner(NOBODY),
        {"idle", "called", "failed"},
    ),
    "toggle Metternich": (lambda c: c.toggle_metternich(), {"idle"}),
    "call": (lambda c: c.call(ME, []), {"idle"}),
    "decline": (lambda c: c.decline(), {"idle"}),
    "no Resource": (lambda c: c.no_resource(), {"idle"}),
    "winds": (lambda c: c.winds(ME, [1, 1]), {"called"}),
    "penalties": (lambda c: c.penalties(ME, [1, 1, 1]), {"failed"}),
    "release": (lambda c: c.release(), {"called", "failed"}),
    "reset": (lambda c: c.reset(), set(PHASES)),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_command_runs_in_its_phases_only(rules: Rules, name: str, phase: Phase) -> None:
    command, runs_in = COMMANDS[name]
    before = in_phase(rules, phase)
    shown = before.properties()
    if phase in runs_in:
        assert command(before).properties() != shown
    else:
        with pytest.raises(Refused) as refused:
            command(before)
        assert refused.value.reason == "phase"
    assert before.properties() == shown


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (lambda c: replace(c, issue_winner="").call(ME, []), "issue-winner"),
        (lambda c: replace(c, issue_winner="").decline(), "issue-winner"),
        (lambda c: replace(c, issue_winner="").no_resource(), "issue-winner"),
        (lambda c: replace(c, issue_winner="Prussia").call(ME, []), "issue-winner"),
        (lambda c: c.call(ME, []).winds(OTHER, [1, 1]), "seat"),
        (lambda c: c.call(ME, []).winds("", [1, 1]), "seat"),
        (lambda c: c.call(ME, []).winds(ME, [1, 1]).penalties(OTHER, [1, 1, 1]), "seat"),
        (
            lambda c: (
                replace(c, diplomacy_winner="")
                .call(ME, [])
                .winds(ME, [1, 1])
                .penalties(ME, [1, 1, 1])
            ),
            "diplomacy-winner",
        ),
        (lambda c: c.call("", []).release(), "free-seat"),
    ],
)
def test_refusal_names_what_is_missing(
    rules: Rules, command: Callable[[Congress], Congress], missing: Reason
) -> None:
    with pytest.raises(Refused) as refused:
        command(in_phase(rules, "idle"))
    assert refused.value.reason == missing


def test_seat_frees_for_any_side_and_an_observer_s_call_locks_nobody_out(rules: Rules) -> None:
    freed = in_phase(rules, "called").release()
    assert freed.winds(OTHER, [6, 1]).phase == "success"
    assert in_phase(rules, "idle").call("", []).winds(OTHER, [6, 1]).phase == "success"


# Properties

PUBLIC = {
    *(f"CoP_{name}" for name in ("IssueWinner", "DiplomacyWinner", "Metternich", "Phase", "Seat")),
    *(f"CoP_{name}" for name in ("Bonus", "Gap", "Margin", "Victor", "Highest")),
    *(
        f"CoP_{name}_{power}"
        for name in ("VP", "Start", "Place", "Before", "Die", "After", "Penalty")
        for power in ("Austria", "Britain", "France", "Russia")
    ),
}
"""Contract.md's table, CoP_Last apart."""


def filled(congress: Congress) -> dict[str, str]:
    """Return the properties that are not empty, VP and inputs apart, without their prefix."""
    inputs = ("CoP_VP", "CoP_IssueWinner", "CoP_DiplomacyWinner", "CoP_Metternich", "CoP_Phase")
    return {
        name.removeprefix("CoP_"): text
        for name, text in congress.properties().items()
        if text and not name.startswith(inputs)
    }


def each(name: str, *texts: str) -> dict[str, str]:
    powers = ("Austria", "Britain", "France", "Russia")
    return {f"{name}_{power}": text for power, text in zip(powers, texts, strict=True)}


@pytest.mark.parametrize("phase", PHASES)
def test_every_property_is_always_there_as_text(rules: Rules, phase: Phase) -> None:
    properties = in_phase(rules, phase).properties()
    assert set(properties) == PUBLIC
    assert all(isinstance(text, str) for text in properties.values())
    assert properties["CoP_Phase"] == phase


@pytest.mark.parametrize("phase", ["idle", "declined", "unpaid"])
def test_record_is_empty_where_no_congress_was_called(rules: Rules, phase: Phase) -> None:
    assert filled(in_phase(rules, phase)) == {}


def test_record_after_the_call(rules: Rules) -> None:
    assert filled(in_phase(rules, "called")) == {
        "Seat": ME,
        "Bonus": "0",
        "Gap": "15",
        **each("Start", "40", "30", "28", "25"),
    }


ROLLED = {
    "Seat": ME,
    "Bonus": "0",
    "Gap": "15",
    **each("Start", "40", "30", "28", "25"),
    **each("Place", "1", "2", "3", "4"),
    **each("Before", "40", "30", "28", "25"),
}


def test_record_after_success(rules: Rules) -> None:
    congress = in_phase(rules, "success")
    assert filled(congress) == {
        **ROLLED,
        **each("Die", "6", "0", "1", "0"),
        **each("After", "34", "30", "29", "25"),
        "Margin": "4",
        "Victor": "Austria",
    }
    assert congress.vp == (34, 30, 29, 25)


FAILED = {
    **ROLLED,
    **each("Die", "1", "0", "1", "0"),
    **each("After", "39", "30", "29", "25"),
    "Margin": "9",
}


def test_record_after_failure_keeps_what_was_rolled(rules: Rules) -> None:
    congress = in_phase(rules, "failed")
    assert filled(congress) == FAILED
    assert congress.vp == FAR


def test_record_after_penalties(rules: Rules) -> None:
    congress = in_phase(rules, "closed")
    assert filled(congress) == {
        **FAILED,
        "Highest": "Austria",
        **each("Penalty", "-5", "0", "0", "-1"),
    }
    assert congress.vp == (35, 30, 28, 24)


def test_record_after_fiasco(rules: Rules) -> None:
    congress = table(rules, (55, 25, 20, 15)).call(ME, [])
    assert congress.phase == "failed"
    fiasco = {"Seat": ME, "Bonus": "0", "Gap": "40", **each("Start", "55", "25", "20", "15")}
    assert filled(congress) == fiasco
    closed = congress.enter_diplomacy_winner(NOBODY).penalties(ME, [5, 1])
    assert filled(closed) == {
        **fiasco,
        "Highest": "Austria",
        **each("Penalty", "-4", "0", "0", "0"),
    }


def test_tied_victors_are_joined(rules: Rules) -> None:
    congress = table(rules).call(ME, []).winds(ME, [4, 1])
    assert congress.properties()["CoP_Victor"] == "Austria, France"


def test_inputs_are_shown_as_entered(rules: Rules) -> None:
    congress = table(rules).enter_vp("Russia", -4).enter_diplomacy_winner(NOBODY)
    properties = congress.toggle_metternich().properties()
    assert properties["CoP_VP_Russia"] == "-4"
    assert properties["CoP_IssueWinner"] == "Austria"
    assert properties["CoP_DiplomacyWinner"] == "None"
    assert properties["CoP_Metternich"] == "true"
    twice = congress.toggle_metternich().toggle_metternich()
    assert twice.properties()["CoP_Metternich"] == "false"


# 15.6.2: paying and deciding


@pytest.mark.parametrize(("face", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_metternich_s_bonus_is_a_halved_die_and_real_vp_at_once(
    rules: Rules, face: int, gain: int
) -> None:
    congress = table(rules).toggle_metternich().call(ME, [face])
    assert congress.vp == (30 + gain, 22, 26, 18)
    assert congress.record.start == VP
    assert (congress.record.bonus, congress.record.gap) == (gain, 12 + gain)
    rolled = congress.winds(ME, [1, 1])
    assert rolled.record.before == congress.vp


def test_bonus_can_bring_the_fiasco_about(rules: Rules) -> None:
    congress = table(rules, FAR).toggle_metternich()
    assert congress.call(ME, [1]).phase == "failed"
    assert congress.toggle_metternich().call(ME, []).phase == "called"


def test_bonus_is_not_undone_by_a_failure(rules: Rules) -> None:
    called = table(rules, (38, 30, 28, 25)).toggle_metternich().call(ME, [3])
    failed = called.winds(ME, [1, 1])
    assert failed.phase == "failed"
    assert failed.vp == called.vp == (40, 30, 28, 25)


@pytest.mark.parametrize("winner", ["Britain", "France", "Russia"])
def test_metternich_matters_for_his_power_only(rules: Rules, winner: str) -> None:
    congress = table(rules, VP, winner).toggle_metternich().call(ME, [])
    assert (congress.record.bonus, congress.vp) == (0, VP)


def test_metternich_of_another_power(ruled: Ruled) -> None:
    rules = ruled('metternich.power = "Russia"')
    assert table(rules, VP, "Russia").toggle_metternich().call(ME, [6]).vp == (30, 22, 26, 21)


@pytest.mark.parametrize("winner", ["Austria", "Britain", "France", "Russia"])
def test_declining_costs_its_winner_two(rules: Rules, winner: str) -> None:
    congress = table(rules, VP, winner).toggle_metternich().decline()
    loss = {power: 2 if power == winner else 0 for power in rules.powers}
    assert congress.vp == tuple(
        vp - loss[power] for vp, power in zip(VP, rules.powers, strict=True)
    )


def test_bonus_on_activation_comes_with_declining_too(ruled: Ruled) -> None:
    rules = ruled('rulings.metternich_when.value = "activation"')
    congress = table(rules).toggle_metternich().decline([5])
    assert congress.vp == (31, 22, 26, 18)
    assert filled(congress) == {}
    assert table(rules).toggle_metternich().call(ME, [5]).vp == (33, 22, 26, 18)
    assert table(rules).decline().vp == (28, 22, 26, 18)


def test_no_resource_changes_no_vp(rules: Rules) -> None:
    congress = table(rules).no_resource()
    assert (congress.phase, congress.vp) == ("unpaid", VP)


def test_no_resource_may_count_as_declining_but_never_activates(ruled: Ruled) -> None:
    rules = ruled(
        'rulings.no_resource.value = "declines"\nrulings.metternich_when.value = "activation"'
    )
    congress = table(rules).toggle_metternich().no_resource()
    assert (congress.phase, congress.vp) == ("declined", (28, 22, 26, 18))


def test_player_aid_of_2019_is_rebuilt_by_data_alone(ruled: Ruled) -> None:
    rules = ruled(
        'activation.order = "first"\nactivation.decline_vp = -1\nmetternich.bonus.roll = "flat"'
    )
    ready = table(rules).toggle_metternich()
    assert ready.decline().vp == (29, 22, 26, 18)
    called = ready.call(ME, [])
    assert (called.vp, called.record.bonus) == ((33, 22, 26, 18), 3)


# Dice


def test_dice_are_taken_in_the_order_of_the_powers(rules: Rules) -> None:
    vp = (18, 30, 22, 26)
    dice = iter([6, 2, 5])
    congress = table(rules, vp).call(ME, []).winds(ME, dice)
    assert congress.record.die == (0, 6, 2, 0)
    assert congress.record.after == (18, 24, 24, 26)
    assert list(dice) == [5]


def test_all_tied_roll_and_lose(rules: Rules) -> None:
    congress = table(rules, (20, 20, 20, 20)).call(ME, []).winds(ME, [1, 2, 3, 4])
    assert congress.vp == (19, 18, 17, 16)


# Floor


def test_vp_are_not_clamped(rules: Rules) -> None:
    assert table(rules, (1, 0, 0, 0)).decline().vp == (-1, 0, 0, 0)
    assert table(rules, (2, 0, 0, 0)).call(ME, []).winds(ME, [6]).vp == (-4, 0, 0, 0)


def test_floor_lifts_vp_after_success_and_leaves_the_record(ruled: Ruled) -> None:
    rules = ruled('rulings.vp_floor.value = "floor"')
    congress = table(rules, (2, 0, 0, -1)).call(ME, []).winds(ME, [6, 1])
    assert congress.vp == (0, 0, 0, 0)
    assert congress.record.after == (-4, 0, 0, 0)
    assert congress.properties()["CoP_Victor"] == "Britain, France, Russia"


def test_floor_lifts_vp_after_penalties_and_leaves_the_record(ruled: Ruled) -> None:
    rules = ruled('rulings.vp_floor.value = "floor"\nrulings.vp_floor.floor = -1')
    failed = table(rules, (20, 1, 0, 0), "Russia").enter_diplomacy_winner("Britain").call(ME, [])
    closed = failed.penalties(ME, [5, 1, 5])
    assert closed.vp == (19, -1, 0, -1)
    assert closed.record.penalty == (-1, -3, 0, -3)


def test_floor_does_not_touch_declining(ruled: Ruled) -> None:
    rules = ruled('rulings.vp_floor.value = "floor"')
    assert table(rules, (1, 0, 0, 0)).decline().vp == (-1, 0, 0, 0)


# Reset


@pytest.mark.parametrize("phase", PHASES)
def test_reset_empties_everything_but_vp(rules: Rules, phase: Phase) -> None:
    congress = in_phase(rules, phase)
    left = congress.vp if phase not in {"called", "failed"} else FAR
    assert congress.reset() == Congress(rules, left)


@pytest.mark.parametrize("dice", [None, [1, 1]])
def test_abandoning_takes_the_bonus_back(rules: Rules, dice: list[int] | None) -> None:
    congress = table(rules, (38, 30, 28, 25)).toggle_metternich().call(ME, [3])
    if dice is not None:
        congress = congress.winds(ME, dice)
        assert congress.phase == "failed"
    assert congress.vp == (40, 30, 28, 25)
    assert congress.reset() == Congress(rules, (38, 30, 28, 25))


# Invariants

faces = st.lists(st.integers(1, 2), min_size=8, max_size=8)


@given(any_rules(), scores(), faces, st.booleans(), st.data())
def test_failing_leaves_vp_exactly_and_succeeding_sets_them(
    rules: Rules, vp: tuple[int, ...], dice: list[int], metternich: bool, data: st.DataObject
) -> None:
    winner = data.draw(st.sampled_from(rules.powers))
    ready = replace(Congress(rules, vp), issue_winner=winner, metternich=metternich)
    called = ready.call(ME, dice)
    if called.phase == "called":
        rolled = called.winds(ME, dice)
        if rolled.phase == "failed":
            assert rolled.vp == called.vp
            assert rolled.record.victor is None
        elif rules.rulings.vp_floor == "none":
            assert rolled.vp == rolled.record.after
            assert rolled.record.victor
        called = rolled
    if called.phase == "failed":
        closed = called.enter_diplomacy_winner(winner).penalties(ME, dice)
        sums = closed.record.penalty
        assert sums is not None
        assert all(loss <= 0 for loss in sums)
        if rules.rulings.vp_floor == "none":
            assert closed.vp == tuple(a + b for a, b in zip(called.vp, sums, strict=True))
        assert called.reset().vp == vp


def test_other_names_and_order_of_powers(ruled: Ruled) -> None:
    rules = ruled(
        'powers = ["Prussia", "Spain", "Turkey", "Sweden"]\nmetternich.power = "Spain"\n'
        'rulings.tie_break.order = ["Prussia", "Spain", "Turkey", "Sweden"]'
    )
    congress = Congress(rules, VP).enter_issue_winner("Spain").toggle_metternich().call(ME, [6])
    assert congress.properties()["CoP_VP_Spain"] == "25"
    assert "CoP_VP_Austria" not in congress.properties()


def test_rule_data_is_loaded_alike_each_time(rules: Rules) -> None:
    assert Congress(load_rules(), VP) == Congress(rules, VP)
