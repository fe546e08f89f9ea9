"""What goes on around a congress: reset, the seat, the record, repair."""

from __future__ import annotations

from collections.abc import Sequence

from generator.extension.commands import CLEAR_KEY, CongressCommands
from generator.extension.identity import ACT, stem_of
from generator.kit import bsh
from generator.kit.chain import Block, Fire, Say, Set, Step, verdict

_RESEND_MARK = "~"


def add_upkeep(commands: CongressCommands, property_names: Sequence[str]) -> None:
    """Add CoP_Reset, CoP_Release, CoP_Resend (of all ``property_names``) and CoP_Record."""
    _reset(commands)
    _release(commands)
    _resend(commands, property_names)
    _record(commands)


def _reset(commands: CongressCommands) -> None:
    stem = stem_of("CoP_Reset")
    rest: tuple[Step, ...] = (
        *commands.pressed(),
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
    then = (
        f"{commands.in_phase('called', 'failed')}"
        f' ? "{verdict(stem, "abandon")}" : "{verdict(stem, "keep")}"'
    )
    commands.chains.command(
        "CoP_Reset",
        commands.doubting(stem, f"({then})"),
        [
            commands.doubt(then),
            Block(
                "abandon",
                (
                    *commands.warn_of_moves(),
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


def _release(commands: CongressCommands) -> None:
    commands.guarded(
        "CoP_Release",
        "release",
        commands.rules.release.rule,
        [
            commands.phase("called", "failed", hint="not_waiting"),
            commands.need("seat_taken"),
        ],
        [
            Block(
                "go",
                (*commands.pressed(), Set("CoP_Seat", '""'), Say(commands.express.chat("release"))),
            )
        ],
    )


def _resend(commands: CongressCommands, property_names: Sequence[str]) -> None:
    """Send every property: a value that does not change is not sent, so each changes twice.

    One key does it, fired twice: a mark is put at the end of each value, then taken off. The
    verdict says which, not the value: that of a neighbour's property of our name never changes.
    """
    stem = stem_of("CoP_Resend")
    flip = f"{stem}.flip"
    go, back = (f'"{verdict(stem, name)}"' for name in ("go", "back"))
    for name in property_names:
        if name == ACT:
            continue
        value = bsh.text(name)
        commands.chains.listen(
            flip,
            Set(
                name,
                f"{bsh.text(ACT)}.equals({go}) ? "
                f'{value}+"{_RESEND_MARK}" : {value}.replaceAll("{_RESEND_MARK}\\\\z","")',
            ),
        )
    commands.chains.command(
        "CoP_Resend",
        commands.doubting(stem, go),
        [
            commands.doubt(go),
            Block("go", (Fire(flip), Set(ACT, back)), goes_on=True),
            Block("back", (Fire(flip), Say(commands.express.chat("resend")))),
        ],
    )


def _record(commands: CongressCommands) -> None:
    stem = stem_of("CoP_Record")
    chat = commands.express.chat
    then = (
        f'{commands.in_phase("idle")} ? "{verdict(stem, "idle")}" : "{verdict(stem, "congress")}"'
    )
    record = chat("record", record=commands.express.calculation("record"))
    commands.chains.command(
        "CoP_Record",
        commands.doubting(stem, f"({then})"),
        [
            commands.doubt(then),
            Block("congress", (Say(record),)),
            Block("idle", (Say(chat("record_entered")), Say(chat("record_last")))),
        ],
    )
