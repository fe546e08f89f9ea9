"""Prompts for a property, and clicks on the sheet that answer without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generator.kit import bsh
from generator.kit.chain import Ask, Block, Say, Set, Step, verdict
from generator.kit.commands import Commands, Requirement


@dataclass(frozen=True)
class Prompt:
    """A command that asks for a property, or sets it by a click.

    A copy of the property is asked for, then judged again and taken over. The copy bears the
    command's own name.
    """

    key: str
    """The command's."""
    target: str
    """The property."""
    changer: str
    """What asks, from ``generator.vassal.changers``."""
    new: str
    """Chat line before the answer is taken over."""
    same: str
    """Chat line if it was cancelled, or answered with what stood there."""
    wish: str
    paragraph: str
    """As in ``Commands.guarded``."""
    requirement: Requirement
    """Judged twice: other players' commands may arrive while the prompt is open."""
    clicks: Mapping[str, str]
    """Keys that do the same without a prompt, and what each picks."""
    clicked: str
    """What the copy becomes by a pick."""
    more: Sequence[Requirement] = ()
    """Judged before the prompt only."""
    first: Sequence[Step] = ()
    """Steps before the prompt."""
    then: Sequence[Step] = ()
    """Steps when the property has changed."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """What the player chooses from in his language, and the values that they stand for."""
    prompts: str = ""
    """When it asks; if not given: unless something is picked."""
    said: Mapping[str, str] = field(default_factory=dict)
    """As in ``Commands.guarded``."""


def add_prompt(commands: Commands, prompt: Prompt) -> None:
    """Add the prompt and its clicks."""
    identity, copy, target = commands.identity, prompt.key, prompt.target
    stem = identity.stem(prompt.key)
    foreign = {shown: value for shown, value in prompt.choices.items() if shown != value}
    in_language, back = bsh.text(target), []
    if foreign:
        in_language = bsh.mapped(target, {value: shown for shown, value in foreign.items()})
        back = [Set(copy, bsh.mapped(copy, foreign))]
    judge_again = Set(
        identity.act,
        f'!({prompt.requirement.test}) ? "{verdict(stem, "refused")}" : '
        f'{bsh.text(copy)}.equals({bsh.text(target)}) ? "{verdict(stem, "same")}" : '
        f'"{verdict(stem, "new")}"',
    )
    asked = (*prompt.first, Set(copy, in_language), Ask(copy, prompt.changer), *back, judge_again)
    clicked = (*prompt.first, Set(copy, prompt.clicked), judge_again)
    taken_over = (Say(prompt.new), Set(target, bsh.text(copy)), *prompt.then)
    asks = prompt.prompts or bsh.empty(identity.pick)
    commands.guarded(
        prompt.key,
        prompt.wish,
        prompt.paragraph,
        [prompt.requirement, *prompt.more],
        [
            Block("ask", asked, goes_on=True),
            Block("click", clicked, goes_on=True),
            Block("new", taken_over, kept=f"{bsh.text(target)}.equals({bsh.text(copy)})"),
            Block("same", (Say(prompt.same),)),
        ],
        then=f'({asks} ? "{verdict(stem, "ask")}" : "{verdict(stem, "click")}")',
        said=prompt.said,
    )
    for click, value in prompt.clicks.items():
        commands.chains.picked(click, value, prompt.key)
