"""What players enter: VP, winners, Metternich, and stopping the Issue early (15.6.1)."""

from __future__ import annotations

from generator.extension.commands import CongressCommands
from generator.extension.identity import ACT, PICK, stem_of
from generator.extension.names import NOBODY, VP_RANGE
from generator.kit import bsh
from generator.kit.chain import Ask, Block, Say, Set, verdict
from generator.kit.prompts import Prompt, add_prompt
from generator.vassal.changers import ask_choice, ask_number


def add_inputs(commands: CongressCommands) -> None:
    """Add CoP_StopEarly, the prompts CoP_Ask… and CoP_ToggleMetternich."""
    _stop_early(commands)
    _winners_and_vp(commands)
    _toggle_metternich(commands)


def _stop_early(commands: CongressCommands) -> None:
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


def _winners_and_vp(commands: CongressCommands) -> None:
    rules, texts, chat = commands.rules, commands.texts, commands.express.chat
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
        add_prompt(
            commands,
            Prompt(
                f"CoP_AskVP_{power}",
                target=f"CoP_VP_{power}",
                changer=ask_number(prompt),
                new=chat("ask_vp", power),
                same=chat("ask_vp_same", power, least=str(least), most=str(most)),
                wish="ask_vp",
                paragraph=rules.release.rule,
                requirement=commands.idle(),
                more=commands.vp_readable() if commands.look_first else (),
                first=commands.read_anew(),
                then=commands.write_back(),
                clicked=_stepped(f"CoP_VP_{power}"),
                clicks={f"CoP_RaiseVP_{power}": "1", f"CoP_LowerVP_{power}": "-1"},
                prompts=f"({bsh.empty(PICK)} || !{bsh.whole(f'CoP_VP_{power}')})",
                said={"power": texts.name(power)},
            ),
        )
    powers = {texts.name(power): power for power in rules.powers}
    add_prompt(
        commands,
        Prompt(
            "CoP_AskIssueWinner",
            target="CoP_IssueWinner",
            changer=ask_choice(
                texts.plain("prompts.issue", title=texts.name(rules.release.title)), powers
            ),
            new=chat("ask_issue_winner"),
            same=chat("ask_issue_winner_same"),
            wish="ask_issue",
            paragraph=rules.activation.paragraph,
            requirement=commands.idle(),
            choices=powers,
            clicked=bsh.text(PICK),
            clicks={f"CoP_SetIssueWinner_{power}": power for power in rules.powers},
        ),
    )
    nobody = texts.plain("prompts.nobody")
    choices = {**powers, nobody: NOBODY}
    add_prompt(
        commands,
        Prompt(
            "CoP_AskDiplomacyWinner",
            target="CoP_DiplomacyWinner",
            changer=ask_choice(texts.plain("prompts.diplomacy", nobody=nobody), choices),
            new=chat("ask_diplomacy_winner"),
            same=chat("ask_diplomacy_winner_same"),
            wish="ask_diplomacy",
            paragraph=rules.penalties.paragraph,
            requirement=commands.phase("idle", "called", "failed", hint="over"),
            choices=choices,
            clicked=bsh.text(PICK),
            clicks={f"CoP_SetDiplomacyWinner_{value}": value for value in (*rules.powers, NOBODY)},
        ),
    )


def _stepped(vp: str) -> str:
    """Return VP changed by what was clicked, unchanged where nobody could type them in."""
    least, most = VP_RANGE
    now, by = bsh.number(vp), bsh.number(PICK)
    return f"{now}+({by}>0 && {now}<{most} || {by}<0 && {now}>{least} ? {by} : 0)"


def _toggle_metternich(commands: CongressCommands) -> None:
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
