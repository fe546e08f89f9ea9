"""What players enter: VP, winners, Metternich, and stopping the Issue early (15.6.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.extension import bsh
from generator.extension.chain import ACT, PICK, Ask, Block, Say, Set, Step, stem_of, verdict
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
        "stop_early",
        commands.rules.stop_early.paragraph,
        [commands.need("may_stop")],
        [
            Block(
                "card",
                (
                    *clear,
                    Ask("CoP_CardValue", ask_number(commands.texts.plain("prompts.card"))),
                    Set(ACT, f"{empty_card} ? {cancelled} : {moved}"),
                ),
                goes_on=True,
            ),
            Block(
                "moved",
                (
                    Ask("CoP_Moved", ask_number(commands.texts.plain("prompts.moved"))),
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
    rules, texts = commands.rules, commands.texts
    not_counted = rules.winds.not_counted
    for power in rules.powers:
        least, most = VP_RANGE
        prompt = texts.plain(
            "prompts.vp_without" if not_counted else "prompts.vp",
            power=texts.name(power),
            least=least,
            most=most,
            paragraphs=texts.listed(not_counted),
        )
        _ask(
            commands,
            f"CoP_AskVP_{power}",
            target=f"CoP_VP_{power}",
            changer=ask_number(prompt),
            lines=("ask_vp", "ask_vp_same"),
            wish="ask_vp",
            paragraph=rules.release.rule,
            requirement=commands.idle(),
            power=power,
            more=commands.vp_readable() if commands.look_first else (),
            first=commands.read_anew(),
            then=commands.write_back(),
            clicked=f"{bsh.number(f'CoP_VP_{power}')}+Integer.parseInt({bsh.text(PICK)})",
            clicks={f"CoP_RaiseVP_{power}": "1", f"CoP_LowerVP_{power}": "-1"},
            prompts=f"({bsh.empty(PICK)} || !{bsh.whole(f'CoP_VP_{power}')})",
        )
    powers = {texts.name(power): power for power in rules.powers}
    _ask(
        commands,
        "CoP_AskIssueWinner",
        target="CoP_IssueWinner",
        changer=ask_choice(
            texts.plain("prompts.issue", title=texts.name(rules.release.title)), powers
        ),
        lines=("ask_issue_winner", "ask_issue_winner_same"),
        wish="ask_issue",
        paragraph=rules.activation.paragraph,
        requirement=commands.idle(),
        choices=powers,
        clicked=bsh.text(PICK),
        clicks={f"CoP_SetIssueWinner_{power}": power for power in rules.powers},
    )
    nobody = texts.plain("prompts.nobody")
    choices = {**powers, nobody: NOBODY}
    _ask(
        commands,
        "CoP_AskDiplomacyWinner",
        target="CoP_DiplomacyWinner",
        changer=ask_choice(texts.plain("prompts.diplomacy", nobody=nobody), choices),
        lines=("ask_diplomacy_winner", "ask_diplomacy_winner_same"),
        wish="ask_diplomacy",
        paragraph=rules.penalties.paragraph,
        requirement=commands.phase("idle", "called", "failed", hint="over"),
        choices=choices,
        clicked=bsh.text(PICK),
        clicks={f"CoP_SetDiplomacyWinner_{value}": value for value in (*rules.powers, NOBODY)},
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
    first: Sequence[Step] = (),
    then: Sequence[Step] = (),
    choices: Mapping[str, str] | None = None,
    clicked: str,
    clicks: Mapping[str, str],
    prompts: str = bsh.empty(PICK),
) -> None:
    """Add a prompt: a copy of the property is asked for, then judged again and taken over.

    ``choices``: what the player chooses from in his language, and the values they stand for.

    Other players' commands may arrive while the prompt is open: ``requirement`` is judged twice,
    ``more`` before it only. ``first`` comes before the prompt, ``then`` follows when the property
    has changed.

    And what does the same with a click on the sheet: each key of ``clicks`` picks its value, from
    which ``clicked`` makes the copy, unless ``prompts`` holds.
    """
    stem = stem_of(key)
    copy = key
    foreign = {shown: value for shown, value in (choices or {}).items() if shown != value}
    in_language, back = bsh.text(target), []
    if foreign:
        in_language = bsh.mapped(target, {value: shown for shown, value in foreign.items()})
        back = [Set(copy, bsh.mapped(copy, foreign))]
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
                (*first, Set(copy, in_language), Ask(copy, changer), *back, Set(ACT, judge_again)),
                goes_on=True,
            ),
            Block("click", (*first, Set(copy, clicked), Set(ACT, judge_again)), goes_on=True),
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
        power=power,
        then=f'{prompts} ? "{verdict(stem, "ask")}" : "{verdict(stem, "click")}"',
    )
    for click, value in clicks.items():
        commands.chains.picked(click, value, key)


def _toggle_metternich(commands: Commands) -> None:
    """Add the toggle; its verdict says which way, so that it is not turned back by a copy."""
    key = "CoP_ToggleMetternich"
    stem = stem_of(key)
    idle = commands.idle()
    line = Say(commands.express.chat("toggle_metternich"))
    refused = commands.refused("metternich", commands.rules.metternich.paragraph, [idle])
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
