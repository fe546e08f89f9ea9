"""Two who roll at once, where no seat keeps one of them from it.

A side is all that the seat knows, and a free seat keeps nobody back. Each of the two ends with what
the other rolled, for good: a command only sets values (MutableProperty's ChangePropertyCommand).
"""

from __future__ import annotations

import pytest

from .harness import Engine
from .sharing import deliver, exchange, go_to, join, ours, told

DICE = {"First": (1, 1), "Second": (6, 1)}
"""Of the winds: by the first's the congress fails, by the second's it succeeds."""


@pytest.fixture(scope="module")
def players(
    two_players: tuple[Engine, Engine], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Engine, Engine]:
    first, second = two_players
    join(first, tmp_path_factory.mktemp("table") / "game.vsav", (second, "Austria"))
    return two_players


def call(players: tuple[Engine, Engine], case: str) -> None:
    """Bring both to a call after which either may roll."""
    first, second = players
    first.set_side("<observer>" if case == "called by an observer" else "Austria")
    second.set_side("Austria" if case == "one side" else "Britain")
    go_to(first, "called", second)
    if case == "released":
        second.press("CoP_Release")
        deliver(second, first)
    for engine in players:
        engine.clear()


CASES = ("one side", "released", "called by an observer")


@pytest.mark.parametrize("sender", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize("case", CASES)
def test_they_differ_for_good_until_one_sends_his_state(
    players: tuple[Engine, Engine], case: str, sender: int
) -> None:
    first, second = players
    call(players, case)
    own = []
    for engine, dice in zip(players, DICE.values(), strict=True):
        engine.force_dice(*dice)
        engine.press("CoP_Winds")
        own.append(ours(engine))
    assert [each["CoP_Phase"] for each in own] == ["failed", "success"]
    exchange(first, second)
    assert [len(engine.dice_calls()) for engine in players] == [2, 2]
    # who failed set no VP, so the other one's whole success is here …
    assert [name for name, value in told(first).items() if value != own[1][name]] == []
    # … and there its VP are left beside a failure: that is told
    assert second.props("CoP_Phase", "CoP_VP_Austria") == {
        "CoP_Phase": "failed",
        "CoP_VP_Austria": own[1]["CoP_VP_Austria"],
    }
    for engine in players:
        engine.clear()
        engine.press("CoP_Record")
    assert [len(engine.chat()) for engine in players] == [1, 2]
    for key in ("CoP_Winds", "CoP_AskDiplomacyWinner", "CoP_Release"):
        second.answer("None")
        second.press(key)
        exchange(first, second)
        assert first.prop("CoP_Phase") != second.prop("CoP_Phase"), key
    kept = told(players[sender])
    players[sender].press("CoP_Resend")
    exchange(first, second)
    assert ours(first) == ours(second)
    assert told(first) == kept
    second.press("CoP_Reset")
    exchange(first, second)
    assert ours(first) == ours(second)
    vp = "CoP_VP_Austria" if sender == 0 else "CoP_Start_Austria"
    assert first.prop("CoP_VP_Austria") == own[1][vp]
    assert first.problems() + second.problems() == []


@pytest.mark.parametrize("case", CASES)
def test_the_seat_of_another_side_lets_only_one_of_them_roll(
    players: tuple[Engine, Engine], case: str
) -> None:
    """The same presses, but the seat is taken by a side that only the first one has."""
    call(players, case)
    first, second = players
    first.set_side("France")
    for engine in players:
        engine.set_props(CoP_Seat="France")
    first.press("CoP_Record")  # the sheet names the new seat, which was set from outside
    deliver(first, second)
    for engine in players:
        engine.press("CoP_Winds")
    exchange(first, second)
    assert [len(engine.dice_calls()) for engine in players] == [2, 0]
    assert ours(first) == ours(second)
