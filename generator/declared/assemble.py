"""Makes a declared rule an extension, of the same parts as rule 15.6."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.declared.model import Command, DeclaredRule, Input, Rule, Step, box_of
from generator.declared.text import rule_text
from generator.declared.unused import check_used
from generator.errors import InputError
from generator.kit import bsh
from generator.kit import chain as kit
from generator.kit.commands import Commands, Requirement
from generator.kit.express import Expressions
from generator.kit.extension import VASSAL_VERSION, Extension, Picture
from generator.kit.host import Host
from generator.kit.identity import Identity, snake
from generator.kit.lettering import fitted
from generator.kit.prompts import Prompt, add_prompt
from generator.kit.sheet import Canvas
from generator.kit.track import Track, Tracked
from generator.kit.windows import menu_button, palette, sheet_window
from generator.templating import Templates, shared_folder
from generator.texts import DEFAULT_LANGUAGE, Constant, load_texts
from generator.vassal.changers import ask_choice, ask_number
from generator.vassal.components import Component, GlobalProperty, PieceSlot, ToolbarMenu
from generator.vassal.piece import Piece
from generator.vassal.traits import Deletable, NonMoving, Trait

_DIE = re.compile(r"\bRandom\(\s*(-?[0-9]+)\s*\)")


def assemble_declared(
    declared: DeclaredRule, language: str = DEFAULT_LANGUAGE, host: Host | None = None
) -> Extension:
    """Make the extension of a declared rule, for any module or for one that keeps its numbers.

    Raises:
        InputError: a template of the rule is missing or faulty, a text is missing or not used, or
            two names stand for one key.
        GeneratorError: a template that every rule shares is faulty.
    """
    try:
        assembly = _Assembly(declared, language, host)
        extension = assembly.extension()
    except kit.KeyTwiceError as error:
        raise InputError(
            f'{declared.folder}: two of the names in rule.toml stand for one inner key, "{error}", '
            "and would do each other's work; rename one of the command, input, choice or key of "
            "[clears] that it is made of"
        ) from None
    check_used(declared, assembly.texts, extension)
    return extension


class _Assembly:
    def __init__(self, declared: DeclaredRule, language: str, host: Host | None) -> None:
        self._rule: Rule = declared.rule
        self._host = host
        self._identity: Identity = self._rule.identity.identity()
        self.texts = load_texts(language, declared.folder / "texts")
        self._templates = Templates(declared.folder, shared_folder(), given=declared.folder)
        self._folder = declared.folder
        self._canvas = Canvas(self._identity, self._rule.sheet.width, self._rule.sheet.height)
        words = {
            "constants": self._rule.constants,
            "paragraph": self._rule.release.rule,
            "release": self._rule.release,
            "title": Constant(self.texts.name(self._rule.release.title)),
            "version": Constant(self._rule.release.version),
            "named": self._named,
        }
        express = Expressions(self._identity, self._templates, self.texts, words)
        self._commands = Commands(self._identity, express)
        self._track = self._tracked(host) if host else None

    def extension(self) -> Extension:
        release = self._rule.release
        for key, names in self._rule.clears.items():
            cleared = [kit.Set(self._identity.name(name), '""') for name in names]
            self._commands.chains.listen(self._clear_key(key), *cleared)
        for name, each in self._rule.properties.items():
            if each.mirrors:
                value = self._rendered("expressions", each.mirrors)
                mirror = kit.Set(self._identity.name(name), value)
                self._commands.chains.listen(self._identity.refresh, mirror)
        for name, entered in self._rule.inputs.items():
            self._input(name, entered)
        for name, command in self._rule.commands.items():
            self._command(name, command)
        track, host = self._track, self._host
        if track is not None:
            self._read_command(track)
        return Extension(
            identity=self._identity,
            version=release.version,
            date=release.date,
            description=f"{release.title}, rule {release.rule} of {release.game}",
            next_slot=max(self._rule.sheet.slots.values()) + 1,
            vassal_version=host.least_version if host else VASSAL_VERSION,
            components=(
                *self._commands.chains.attach(self._properties()),
                *(track.foreign if track else ()),
                *(track.keys if track else ()),
                *self._commands.chains.actions,
                *self._windows(),
                *self._menu(),
            ),
            templates=self._templates,
            images=tuple(
                Picture(self._picture(name), f"{each.template or name}.svg.j2", each.values)
                for name, each in self._rule.pictures.items()
            ),
            drawn_with={
                "constants": self._rule.constants,
                "release": release,
                "texts": self.texts,
                "sheet": self._canvas,
                "spots": {each.command: box_of(each.box) for each in self._rule.sheet.spots},
                "fitted": fitted,
            },
            entries={self._identity.rule_entry: rule_text(self._rule)},
            module=host.module if host else None,
        )

    # Commands

    def _clear_key(self, name: str) -> str:
        return self._identity.key("clear", name)

    def _rendered(self, kind: str, name: str, **more: str) -> str:
        """Return what a template of the rule gives."""
        expression = self._commands.express.render(f"{kind}/{name}", "", more)
        for sides in _DIE.findall(expression):
            if int(sides) < 1:
                path = self._folder / kind / f"{name}.bsh.j2"
                raise InputError(
                    f"{path}: throws a die of {sides} sides, must be 1 or more; mend the template, "
                    "or the number in [constants]"
                )
        return expression

    def _need(self, name: str) -> Requirement:
        reason = self.texts.expression(f"reasons.{snake(name)}")
        return Requirement(self._rendered("requirements", name), reason)

    def _tracked(self, host: Host) -> Track:
        rule, texts = self._rule, self.texts
        numbers = [
            Tracked(
                name,
                self._identity.name(rule.track.numbers[name]),
                rule.properties[rule.track.numbers[name]].about,
                texts.name(name),
                bound,
            )
            for name, bound in host.binding.powers.items()
        ]
        tests = [self._rendered("requirements", each) for each in rule.track.needs]
        may_read = " && ".join(f"({each})" for each in tests) or "true"
        return Track(self._commands, numbers, host.property_targets, may_read)

    def _read_command(self, track: Track) -> None:
        of = self._rule.track
        needed = [self._need(each) for each in of.needs]
        track.add_read(self._identity.name(of.command), snake(of.command), of.paragraph, needed)

    def _of_track(self, steps: Sequence[Step]) -> list[Requirement]:
        """Need what a bound build's steps read and write."""
        asked = {step.track for step in steps} - {""}
        if self._track is None or not asked:
            return []
        return self._track.readable() if "read" in asked else [self._track.shown()]

    def _command(self, name: str, command: Command) -> None:
        steps = [part for step in command.steps for part in self._step(step, command.paragraph)]
        last: dict[str, str] = {}
        for step in command.steps:
            last |= step.set
            for other in (*step.calculate, *step.copy):
                last.pop(other, None)
        kept = [bsh.same(self._identity.name(each), value) for each, value in last.items()]
        kept += [self._rendered("requirements", each) for each in command.kept]
        self._commands.guarded(
            self._identity.name(name),
            snake(name),
            command.paragraph,
            [*(self._need(each) for each in command.needs), *self._of_track(command.steps)],
            [kit.Block("go", tuple(steps), kept=" && ".join(f"({each})" for each in kept))],
        )

    def _step(self, step: Step, paragraph: str) -> list[kit.Step]:
        name = self._identity.name
        if step.say:
            return [kit.Say(self._rendered("chat", step.say, paragraph=paragraph))]
        if step.fire:
            return [kit.Fire(self._clear_key(step.fire))]
        if step.track:
            return self._track_step(step.track)
        return [
            *(kit.Set(name(each), bsh.literal(value)) for each, value in step.set.items()),
            *(
                kit.Set(name(each), self._rendered("expressions", of))
                for each, of in step.calculate.items()
            ),
            *(kit.Set(name(each), bsh.text(name(of))) for each, of in step.copy.items()),
        ]

    def _track_step(self, what: str) -> list[kit.Step]:
        track = self._track
        if track is None:
            return []
        steps = {"read": track.read_anew, "write": track.write_back, "warn": track.warn_of_moves}
        return [steps[what]]

    def _input(self, name: str, entered: Input) -> None:
        texts, say, identity = self.texts, self.texts.expression, self._identity
        target, copy, word = identity.name(name), identity.name(f"Ask{name}"), snake(name)
        shown = {value: texts.name(value) for value in entered.choices}
        if shown:
            changer = ask_choice(texts.plain(f"prompts.{word}"), shown.values())
            clicks = {identity.name(f"Set{name}", each): each for each in shown}
            clicked = bsh.text(identity.pick)
        else:
            least, most = entered.least, entered.most
            changer = ask_number(texts.plain(f"prompts.{word}", least=least, most=most))
            clicks = {identity.name(f"Raise{name}"): "1", identity.name(f"Lower{name}"): "-1"}
            moved = f"{bsh.number(target)}+Integer.parseInt({bsh.text(identity.pick)})"
            clicked = f"Math.max({least},Math.min({most},{moved}))"
        begin = self._commands.express.begin(entered.paragraph)
        unread = "" if shown else f" || !{bsh.whole(target)}"
        lines = {
            line: f"{begin}+{say(f'inputs.{word}_{line}', value=self._named(of))}"
            for line, of in (("new", copy), ("same", target))
        }
        kept_by_host = self._track is not None and name in self._rule.track.numbers.values()
        add_prompt(
            self._commands,
            Prompt(
                copy,
                target=target,
                changer=changer,
                new=lines["new"],
                same=lines["same"],
                wish=f"ask_{word}",
                paragraph=entered.paragraph,
                requirement=self._need(entered.needs),
                clicks=clicks,
                clicked=clicked,
                choices={words: value for value, words in shown.items()},
                prompts=f"({bsh.empty(identity.pick)}{unread})",
                more=self._track.readable() if self._track and kept_by_host else (),
                first=self._track_step("read") if kept_by_host else (),
                then=self._track_step("write") if kept_by_host else (),
            ),
        )

    def _named(self, name: str) -> str:
        """Return a property as it can stand in the chat, a choice as the language names it."""
        choices = [choice for each in self._rule.inputs.values() for choice in each.choices]
        others = self.texts.renamed(choices)
        return f"({bsh.mapped(name, others)})" if others else bsh.readable(name)

    def _properties(self) -> tuple[GlobalProperty, ...]:
        identity, inputs = self._identity, self._rule.inputs
        asked = [
            GlobalProperty(
                identity.name(f"Ask{name}"),
                "" if each.choices else str(each.least),
                f"prompt: {self._rule.properties[name].about}",
                numeric=not each.choices,
                minimum=each.least,
                maximum=each.most,
            )
            for name, each in inputs.items()
        ]
        return (
            *(
                GlobalProperty(identity.name(name), each.initial, each.about)
                for name, each in self._rule.properties.items()
            ),
            *asked,
            *(self._track.properties() if self._track else ()),
            GlobalProperty(identity.act, "", "work: the command under way"),
            GlobalProperty(identity.pick, "", "work: what was clicked on the sheet"),
            GlobalProperty(identity.copies, "1", "work: how many files of it are loaded"),
        )

    # What players see

    def _picture(self, name: str) -> str:
        return self._identity.entry(f"{name}.svg") if name else ""

    def _menu(self) -> tuple[Component, ...]:
        texts, name = self.texts, self._identity.name
        buttons = [
            menu_button(
                texts,
                name(each.command),
                snake(each.command),
                name(each.gate) if each.gate else "",
            )
            for each in self._rule.menu
            if self._track or each.command != self._rule.track.command
        ]
        release = self._rule.release
        items = (each.text for each in buttons)
        return (
            *buttons,
            ToolbarMenu(
                name=f"{release.title} menu",
                text=texts.name(release.title),
                tooltip=texts.plain("menu.tip", rule=release.rule),
                icon=self._picture("icon"),
                items=(texts.plain("menu.sheet"), *items, texts.plain("menu.pieces")),
            ),
        )

    def _windows(self) -> tuple[Component, ...]:
        sheet, texts, identity = self._rule.sheet, self.texts, self._identity
        title = self._rule.release.title
        traits = self._traits()
        delete = Deletable(texts.plain("pieces.delete"), identity.key("piece", "delete"))

        def slot(which: str, *all_traits: Trait) -> PieceSlot:
            gpid = identity.gpid(sheet.slots[which])
            name = texts.plain("pieces.sheet")
            piece = Piece(name, self._picture("sheet"), gpid, all_traits)
            return PieceSlot(piece, sheet.width, sheet.height)

        window = sheet_window(
            texts,
            self._canvas,
            name=title,
            board=f"{title} board",
            picture=self._picture("board"),
            stack=f"{title} sheet",
            at=slot("at_start", *traits, NonMoving()),
        )
        homing = self._canvas.homing()
        again = slot("palette", delete, homing, *traits, NonMoving(unless_shift=True))
        return (window, palette(texts, texts.plain("pieces.window"), [again]))

    def _traits(self) -> tuple[Trait, ...]:
        """Return what the sheet shows and hears, the labels innermost (see Canvas.label)."""
        sheet, canvas, name = self._rule.sheet, self._canvas, self._identity.name
        spots = [(name(each.command), box_of(each.box)) for each in sheet.spots]
        return (
            *canvas.clickable(spots),
            *(
                canvas.layer(
                    each.name,
                    box_of(each.box),
                    name(each.follows),
                    tuple(map(self._picture, each.pictures)),
                )
                for each in sheet.layers
            ),
            *(
                canvas.label(f"${name(each.shows)}$", *each.at, size=each.size, bold=each.bold)
                for each in sheet.labels
            ),
        )
