"""What tests of several players, logs and saves do over and over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.extension.names import GATES
from tests.interface import POWERS

from .harness import Engine

CALLABLE = (34, 24, 23, 22)
"""VP within the limit of Step 1, a tie at the end of which nobody is near."""
FIASCO = (40, 20, 21, 22)
"""VP beyond it."""

WAY: dict[str, tuple[str, ...]] = {
    "idle": (),
    "called": ("CoP_Call",),
    "success": ("CoP_Call", "CoP_Winds"),
    "failed": ("CoP_Call", "CoP_Winds"),
    "closed": ("CoP_Call", "CoP_Winds", "CoP_Penalties"),
    "declined": ("CoP_Decline",),
    "unpaid": ("CoP_NoResource",),
}
"""What leads to each phase after everything was entered."""
DICE: dict[str, tuple[int, ...]] = {"success": (2, 6, 1)}
"""The dice on that way: Metternich's, those of the winds, those of the penalties."""
_FAILING = (2, 1, 1, 3, 5, 6)

ANSWERS: dict[str, tuple[str, ...]] = {
    **{f"CoP_AskVP_{power}": (str(47 + index),) for index, power in enumerate(POWERS)},
    "CoP_AskIssueWinner": ("Britain",),
    "CoP_AskDiplomacyWinner": ("France",),
    "CoP_StopEarly": ("5", "2"),
}
"""What is answered to the prompts of each command; it differs from what ``enter`` enters."""

FOLLOWING = ("CoP_Odds", "CoP_Chance", "CoP_Cost", "CoP_Outlook", "CoP_Choice", "CoP_TieShown_")
"""What follows from what is entered, by a press of either player."""

_MIRRORS = (
    *("CoP_Status", "CoP_Result_", "CoP_SheetStage", "CoP_RecordShown", "CoP_LastLine"),
    *("CoP_GapShown", "CoP_GapStep", "CoP_MarginStep"),
    *(f"CoP_{name}" for name in GATES),
    *FOLLOWING,
)


def ours(engine: Engine) -> dict[str, str]:
    """Return every property of the extension."""
    return {name: value for name, value in engine.all_props().items() if name.startswith("CoP_")}


def told(engine: Engine) -> dict[str, str]:
    """Return what is entered and recorded: without what mirrors it for the eye."""
    return {name: value for name, value in ours(engine).items() if not name.startswith(_MIRRORS)}


def enter(
    engine: Engine,
    vp: Sequence[int] = CALLABLE,
    issue: str = "Austria",
    *,
    metternich: bool = True,
) -> None:
    """Enter all that a congress needs as a player does, Metternich among it if wanted."""
    for power, value in zip(POWERS, vp, strict=True):
        engine.answer(str(value))
        engine.press(f"CoP_AskVP_{power}")
    engine.answer(issue)
    engine.press("CoP_AskIssueWinner")
    engine.answer("Russia")
    engine.press("CoP_AskDiplomacyWinner")
    if metternich:
        engine.press("CoP_ToggleMetternich")


def go_to(engine: Engine, phase: str, *others: Engine) -> dict[str, str]:
    """Play a congress from a new beginning up to a phase, the same for all; return its state.

    What is entered is written from outside, for a prompt takes a tenth of a second.
    """
    engine.press("CoP_Reset")
    engine.set_props({f"CoP_VP_{power}": vp for power, vp in zip(POWERS, CALLABLE, strict=True)})
    engine.set_props(CoP_IssueWinner="Austria", CoP_DiplomacyWinner="Russia")
    engine.press("CoP_ToggleMetternich")
    engine.do("forced_left")
    engine.force_dice(*DICE.get(phase, _FAILING))
    for key in WAY[phase]:
        engine.press(key)
    assert engine.prop("CoP_Phase") == phase
    engine.outgoing()
    engine.press("CoP_Resend")
    deliver(engine, *others)
    for each in (engine, *others):
        each.clear()
    return ours(engine)


def deliver(source: Engine, *targets: Engine) -> int:
    """Let what one has sent arrive at the others; return how many commands it was."""
    sent = source.outgoing()
    for target in targets:
        for command in sent:
            target.receive(command)
    return len(sent)


def exchange(first: Engine, second: Engine) -> None:
    """Deliver what both have sent, each after his own press."""
    sent = first.outgoing(), second.outgoing()
    for target, commands in zip((second, first), sent, strict=True):
        for command in commands:
            target.receive(command)


def join(first: Engine, save: Path, *others: tuple[Engine, str | None]) -> None:
    """Begin a game as Austria and let others open a save of it, each as his side."""
    first.new_game("Austria")
    first.save(save)
    for engine, side in others:
        engine.load(save, side)
    for engine in (first, *(engine for engine, _ in others)):
        engine.clear()


def step_through(reader: Engine, log: Path, side: str | None = None) -> int:
    """Open a log and step to its end; return the number of steps."""
    reader.load(log, side)
    reader.clear()
    steps = 0
    while reader.do("can_step"):
        reader.do("step")
        steps += 1
    return steps
