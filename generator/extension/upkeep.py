"""What goes on around a congress: reset, the seat, the record, repair."""

from __future__ import annotations

from collections.abc import Sequence

from generator.extension import bsh
from generator.extension.chain import ACT, Block, Fire, Say, Set, Step, stem_of, verdict
from generator.extension.commands import CLEAR_KEY, Commands

_RESEND_MARK = "~"


def add_upkeep(commands: Commands, property_names: Sequence[str]) -> None:
    """Add CoP_Reset, CoP_Release, CoP_Resend (of all ``property_names``) and CoP_Record."""
    _reset(commands)
    _release(commands)
    _resend(commands, property_names)
    _record(commands)


def _reset(commands: Commands) -> None:
    stem = stem_of("CoP_Reset")
    rest: tuple[Step, ...] = (
        Set("CoP_IssueWinner", '""'),
        Set("CoP_DiplomacyWinner", '""'),
        Set("CoP_Metternich", '"false"'),
        Set("CoP_Seat", '""'),
        Set("CoP_Phase", '"idle"'),
        Fire(CLEAR_KEY),
    )
    kept = commands.kept(
        (),
        commands.in_phase("idle"),
        *(bsh.empty(f"CoP_{name}") for name in ("IssueWinner", "DiplomacyWinner", "Seat")),
        bsh.same("CoP_Metternich", "false"),
        commands.need("whole").test,
    )
    commands.chains.command(
        "CoP_Reset",
        f"{commands.in_phase('called', 'failed')}"
        f' ? "{verdict(stem, "abandon")}" : "{verdict(stem, "keep")}"',
        [
            Block(
                "abandon",
                (
                    *commands.each("VP", "vp_reset"),
                    Say(commands.express.chat("reset_abandon")),
                    *commands.write_back(),
                    *rest,
                ),
                kept=kept,
            ),
            Block("keep", (Say(commands.express.chat("reset_keep")), *rest), kept=kept),
        ],
        before=commands.look_first,
    )


def _release(commands: Commands) -> None:
    commands.guarded(
        "CoP_Release",
        "releasing the seat",
        commands.rules.release.rule,
        [
            commands.phase("called", "failed", hint="no congress waits for a roll"),
            commands.need("seat_taken"),
        ],
        [
            Block(
                "go",
                (Set("CoP_Seat", '""'), Say(commands.express.chat("release"))),
            )
        ],
    )


def _resend(commands: Commands, property_names: Sequence[str]) -> None:
    """Send every property: a value that does not change is not sent, so each changes twice.

    One key does it, fired twice: it puts a mark at the end of a value, or takes it off.
    """
    flip = "cop.resend.flip"
    for name in property_names:
        if name == ACT:
            continue
        value = bsh.text(name)
        commands.chains.listen(
            flip,
            Set(
                name,
                f'{value}.endsWith("{_RESEND_MARK}") ? '
                f'{value}.substring(0,{value}.length()-1) : {value}+"{_RESEND_MARK}"',
            ),
        )
    commands.chains.command(
        "CoP_Resend",
        f'"{verdict(stem_of("CoP_Resend"), "go")}"',
        [Block("go", (Fire(flip), Fire(flip), Say(commands.express.chat("resend"))))],
    )


def _record(commands: Commands) -> None:
    line = commands.express.chat("record", record=commands.express.calculation("record"))
    commands.chains.command(
        "CoP_Record",
        f'"{verdict(stem_of("CoP_Record"), "go")}"',
        [Block("go", (Say(line),))],
    )
