"""What players enter: VP, winners, Metternich, and stopping the Issue early (15.6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from generator.extension import bsh
from generator.extension.chain import ACT, Ask, Block, Say, Set, Step, stem_of, verdict
from generator.extension.commands import Commands, Requirement
from generator.extension.names import NOBODY, VP_RANGE
from generator.vassal.changers import ask_choice, ask_number


def add_inputs(commands: Commands) -> None:
    """Add CoP_StopEarly, the prompts CoP_Ask… and CoP_ToggleMetternich."""
    _stop_early(commands)
    _winners_and_vp(commands)
    _toggle_metternich(commands)


def _stop_early(commands: Commands) -> None:
    stem = stem_of("CoP_StopEarly")
    clear = (Set("CoP_CardValue", '""'), Set("CoP_Moved", '""'))
    empty_card, empty_moved = bsh.empty("CoP_CardValue"), bsh.empty("CoP_Moved")
    cancelled, moved, done, too_far = (
        f'"{verdict(stem, name)}"' for name in ("cancelled", "moved", "done", "toofar")
    )
    commands.guarded(
        "CoP_StopEarly",
        "stopping early",
        commands.rules.stop_early.paragraph,
        [commands.need("may_stop")],
        [
            Block(
                "card",
                (
                    *clear,
                    Ask("CoP_CardValue", ask_number("Value of the card that moves the Issue")),
                    Set(ACT, f"{empty_card} ? {cancelled} : {moved}"),
                ),
                goes_on=True,
            ),
            Block(
                "moved",
                (
                    Ask("CoP_Moved", ask_number("Spaces that the Issue has moved")),
                    Set(
                        ACT,
                        f"{empty_moved} ? {cancelled} : "
                        f"CoP_Moved>CoP_CardValue ? {too_far} : {done}",
                    ),
                ),
                goes_on=True,
            ),
            Block("done", (Say(commands.express.chat("stop_early")), *clear)),
            Block("toofar", (Say(commands.express.chat("stop_early_too_far")), *clear)),
            Block("cancelled", (Say(commands.express.chat("stop_early_cancelled")), *clear)),
        ],
    )


def _winners_and_vp(commands: Commands) -> None:
    rules = commands.rules
    title = rules.release.title
    paragraphs = " and ".join(rules.winds.not_counted)
    least, greatest = VP_RANGE
    without = f", without {paragraphs}" if paragraphs else ""
    for power in rules.powers:
        _ask(
            commands,
            f"CoP_AskVP_{power}",
            target=f"CoP_VP_{power}",
            changer=ask_number(f"VP of {power} ({least} to {greatest}){without}"),
            lines=("ask_vp", "ask_vp_same"),
            wish=f"entering the VP of {power}",
            paragraph=rules.release.rule,
            requirement=commands.idle(),
            power=power,
            more=commands.vp_readable() if commands.look_first else (),
            then=commands.write_back(),
        )
    _ask(
        commands,
        "CoP_AskIssueWinner",
        target="CoP_IssueWinner",
        changer=ask_choice(f"Who won the {title} Issue?", rules.powers),
        lines=("ask_issue_winner", "ask_issue_winner_same"),
        wish="entering who won the Issue",
        paragraph=rules.activation.paragraph,
        requirement=commands.idle(),
    )
    _ask(
        commands,
        "CoP_AskDiplomacyWinner",
        target="CoP_DiplomacyWinner",
        changer=ask_choice(
            f"Who won the Diplomacy Phase? {NOBODY}: nobody", (*rules.powers, NOBODY)
        ),
        lines=("ask_diplomacy_winner", "ask_diplomacy_winner_same"),
        wish="entering who won the Diplomacy Phase",
        paragraph=rules.penalties.paragraph,
        requirement=commands.phase(
            "idle", "called", "failed", hint="the congress is over, its Reset comes first"
        ),
    )


def _ask(
    commands: Commands,
    key: str,
    *,
    target: str,
    changer: str,
    lines: tuple[str, str],
    wish: str,
    paragraph: str,
    requirement: Requirement,
    power: str = "",
    more: Sequence[Requirement] = (),
    then: Sequence[Step] = (),
) -> None:
    """Add a prompt: a copy of the property is asked for, then judged again and taken over.

    Other players' commands may arrive while the prompt is open: ``requirement`` is judged twice,
    ``more`` before it only. ``then`` follows when the property has changed.
    """
    stem = stem_of(key)
    copy = key
    judge_again = (
        f'!({requirement.test}) ? "{verdict(stem, "refused")}" : '
        f'{bsh.text(copy)}.equals({bsh.text(target)}) ? "{verdict(stem, "same")}" : '
        f'"{verdict(stem, "new")}"'
    )
    commands.guarded(
        key,
        wish,
        paragraph,
        [requirement, *more],
        [
            Block(
                "ask",
                (Set(copy, bsh.text(target)), Ask(copy, changer), Set(ACT, judge_again)),
                goes_on=True,
            ),
            Block(
                "new",
                (
                    Say(commands.express.chat(lines[0], power)),
                    Set(target, bsh.text(copy)),
                    *then,
                ),
                kept=f"{bsh.text(target)}.equals({bsh.text(copy)})",
            ),
            Block("same", (Say(commands.express.chat(lines[1], power)),)),
        ],
    )


def _toggle_metternich(commands: Commands) -> None:
    """Add the toggle; its verdict says which way, so that it is not turned back by a copy."""
    key = "CoP_ToggleMetternich"
    stem = stem_of(key)
    idle = commands.idle()
    line = Say(commands.express.chat("toggle_metternich"))
    refused = commands.refused(
        "entering Metternich's part", commands.rules.metternich.paragraph, [idle]
    )
    commands.chains.command(
        key,
        f'!({idle.test}) ? "{verdict(stem, "refused")}" : '
        f'{bsh.same("CoP_Metternich", "true")} ? "{verdict(stem, "off")}" : '
        f'"{verdict(stem, "on")}"',
        [
            *(
                Block(
                    name,
                    (Set("CoP_Metternich", f'"{value}"'), line),
                    kept=bsh.same("CoP_Metternich", value),
                )
                for name, value in (("on", "true"), ("off", "false"))
            ),
            refused,
        ],
    )
