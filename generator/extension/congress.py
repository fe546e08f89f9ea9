"""The congress itself, 15.6.2 and 15.6.3: calling, declining, Steps 1 to 4.

A step sets its property from properties that the same step does not change, and a die that lies is
not rolled again.
"""

from __future__ import annotations

from generator.extension.commands import CLEAR_KEY, CongressCommands
from generator.kit import bsh
from generator.kit.chain import Block, Fire, Say, Set, Step
from generator.kit.commands import Requirement

_LOSSES = {
    "diplomacy-winner": "LossDiplomacy",
    "highest": "LossHighest",
    "issue-winner": "LossIssue",
}
"""Where the sheet finds what each penalty took."""


def add_congress(commands: CongressCommands) -> None:
    """Add CoP_Call, CoP_Winds, CoP_Penalties, CoP_Decline and CoP_NoResource."""
    _call(commands)
    _winds(commands)
    _penalties(commands)
    _decline(commands)
    _no_resource(commands)


def _to_decide(commands: CongressCommands) -> list[Requirement]:
    """Need what the Issue's winner needs to call, to decline or to go without a Resource."""
    return [
        commands.idle(),
        *map(commands.need, ("whole", "issue_winner")),
        *commands.vp_readable(),
    ]


def _last(commands: CongressCommands) -> Set:
    return commands.one("Last", "record")


def _told_last(commands: CongressCommands) -> str:
    """Is the latest record what the record says?"""
    return f"{bsh.text('CoP_Last')}.equals({_last(commands).value})"


def _call(commands: CongressCommands) -> None:
    rules = commands.rules
    steps: list[Step] = [
        *commands.read_anew(),
        Fire(CLEAR_KEY),
        *commands.pressed(),
        *commands.each("Start", "vp_now"),
        commands.one("Seat"),
        commands.one("BonusDie"),
        commands.one("Bonus"),
        *commands.each("VP", "vp_called"),
        commands.one("Gap"),
        commands.one("Phase", "phase_called"),
        Say(commands.express.chat("call")),
        Say(commands.express.chat("step1")),
        *commands.write_back(),
    ]
    kept = commands.kept(
        steps,
        commands.in_phase("called", "failed"),
        commands.vp_are("vp_called"),
        f"{bsh.text('CoP_Seat')}.equals({commands.express.calculation('seat')})",
    )
    commands.guarded(
        "CoP_Call",
        "call",
        rules.activation.paragraph,
        _to_decide(commands),
        [Block("go", tuple(steps), kept=kept)],
    )


def _winds(commands: CongressCommands) -> None:
    rules = commands.rules
    steps: list[Step] = [
        *commands.warn_of_moves(),
        *commands.pressed(),
        *commands.each("Before", "vp_now"),
        *commands.each("Higher", "higher"),
        commands.one("Pattern"),
        commands.one("Places"),
        *commands.each("Place", "place"),
        *commands.each("Die", "die"),
        *commands.each("After", "after"),
        commands.one("Best"),
    ]
    if rules.rulings.tie_break == "before-then-table":
        steps += [*commands.each("Standing", "standing"), commands.one("TopBefore")]
    steps += [
        commands.one("Margin"),
        commands.one("Phase", "phase_winds"),
        commands.one("Victor"),
        *commands.each("VP", "vp_winds"),
        Set("CoP_Last", _if_phase(commands, "success", _last(commands).value, "CoP_Last")),
        Say(commands.express.chat("step2")),
        Say(commands.express.chat("step3")),
        *commands.write_back(),
    ]
    kept = commands.kept(
        steps,
        commands.in_phase("success", "failed"),
        f"{commands.in_phase('failed')} || ({_told_last(commands)} && !{bsh.empty('CoP_Victor')})",
        commands.vp_are("vp_winds"),
    )
    commands.doubtful(
        "CoP_Winds",
        "winds",
        commands.texts.plain("chat.step", paragraph=rules.winds.paragraph, number=2),
        [
            commands.phase("called", hint="not_called"),
            commands.need("seat"),
            *commands.vp_writable(),
        ],
        Block("go", tuple(steps), kept=kept),
    )


def _if_phase(commands: CongressCommands, phase: str, value: str, otherwise: str) -> str:
    return f"{commands.in_phase(phase)} ? {value} : {otherwise}"


def _penalties(commands: CongressCommands) -> None:
    rules = commands.rules
    steps: list[Step] = [
        *commands.read_anew(),
        *commands.pressed(),
        *commands.each("Was", "vp_now"),
    ]
    if rules.rulings.penalty_order == "noted-before":
        steps += _find_highest(commands)
    for recipient in rules.penalties.order:
        match recipient:
            case "diplomacy-winner":
                steps.append(commands.one("DieDiplomacy", "diplomacy_die"))
            case "issue-winner":
                steps.append(commands.one("DieIssue", "issue_die"))
            case "highest":
                if rules.rulings.penalty_order == "sequential":
                    steps += _find_highest(commands)
                steps += commands.each("DieHighest", "highest_die")
    steps += [
        Set(
            f"CoP_Penalty_{power}",
            commands.express.calculation("penalty", losses=commands.express.losses(power)),
        )
        for power in rules.powers
    ]
    steps += [
        Set(
            f"CoP_{_LOSSES[recipient]}_{power}",
            commands.express.calculation("loss", loss=loss),
        )
        for power in rules.powers
        for recipient, loss in zip(
            rules.penalties.order, commands.express.losses(power), strict=True
        )
    ]
    steps += [
        *commands.each("VP", "vp_penalties"),
        Set("CoP_Phase", '"closed"'),
        _last(commands),
        Say(commands.express.chat("step4")),
        Say(commands.express.chat("step4_vp")),
        *commands.write_back(),
    ]
    kept = commands.kept(
        steps,
        commands.in_phase("closed"),
        _told_last(commands),
        commands.vp_are("vp_penalties"),
    )
    commands.doubtful(
        "CoP_Penalties",
        "penalties",
        commands.texts.plain("chat.step", paragraph=rules.penalties.paragraph, number=4),
        [
            commands.phase("failed", hint="not_called"),
            commands.need("seat"),
            commands.need("diplomacy_winner"),
            commands.need("issue_winner"),
            *commands.vp_readable(),
        ],
        Block("go", tuple(steps), kept=kept),
    )


def _find_highest(commands: CongressCommands) -> list[Step]:
    if "highest" not in commands.rules.penalties.order:
        return []
    running = commands.express.running_vp("highest")
    return [
        Set("CoP_Top", commands.express.calculation("top", running=running)),
        Set("CoP_Highest", commands.express.calculation("highest", running=running)),
    ]


def _declining(commands: CongressCommands, line: str, *, activated: bool) -> Block:
    steps: list[Step] = [
        *commands.read_anew(),
        Fire(CLEAR_KEY),
        *commands.pressed(),
        *commands.each("Was", "vp_now"),
    ]
    if activated and commands.rules.rulings.metternich_when == "activation":
        steps.append(commands.one("BonusDie"))
    steps += [
        *(
            Set(
                f"CoP_VP_{power}",
                commands.express.calculation("vp_declined", power, activated=activated),
            )
            for power in commands.rules.powers
        ),
        Set("CoP_Phase", '"declined"'),
        _last(commands),
        Say(commands.express.chat(line)),
        *commands.write_back(),
    ]
    kept = commands.kept(
        steps,
        commands.in_phase("declined"),
        _told_last(commands),
        commands.vp_are("vp_declined", activated=activated),
    )
    return Block("go", tuple(steps), kept=kept)


def _decline(commands: CongressCommands) -> None:
    commands.guarded(
        "CoP_Decline",
        "decline",
        commands.rules.activation.paragraph,
        _to_decide(commands),
        [_declining(commands, "decline", activated=True)],
    )


def _no_resource(commands: CongressCommands) -> None:
    if commands.rules.rulings.no_resource == "declines":
        block = _declining(commands, "no_resource", activated=False)
    else:
        block = Block(
            "go",
            (
                Fire(CLEAR_KEY),
                *commands.pressed(),
                Set("CoP_Phase", '"unpaid"'),
                _last(commands),
                Say(commands.express.chat("no_resource")),
            ),
            kept=commands.kept((), commands.in_phase("unpaid"), _told_last(commands)),
        )
    commands.guarded(
        "CoP_NoResource",
        "no_resource",
        commands.rules.activation.paragraph,
        _to_decide(commands),
        [block],
    )
