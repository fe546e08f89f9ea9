"""The whole extension as data: its root, its components in order, its images and help page."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.binding.model import Binding
from generator.extension.commands import CongressCommands
from generator.extension.congress import add_congress
from generator.extension.expressions import CongressExpressions
from generator.extension.identity import IDENTITY
from generator.extension.inputs import add_inputs
from generator.extension.names import properties
from generator.extension.odds import add_odds
from generator.extension.pictures import KEPT, pictures
from generator.extension.sheet import drawn_with
from generator.extension.track import TrackCommands
from generator.extension.upkeep import add_upkeep
from generator.extension.windows import gpid_numbers, menu, windows
from generator.kit.extension import VASSAL_VERSION, Extension
from generator.kit.host import Host
from generator.kit.windows import keyboard
from generator.rules import Rules
from generator.templating import shipped
from generator.texts import Texts, load_texts


@dataclass(frozen=True)
class Congress(Extension):
    """Our extension, with what its help page is written from.

    ``dataclasses.replace`` keeps the class.
    """

    rules: Rules = field(kw_only=True)
    texts: Texts = field(kw_only=True)
    binding: Binding | None = field(default=None, kw_only=True)
    """How the module keeps VP that it is for; None: any module."""


def assemble(rules: Rules, host: Host | None = None, texts: Texts | None = None) -> Congress:
    """Make the extension for one rule, for one module or for any, in one language.

    ``texts``: English if not given. It has no entries: ``build.complete`` adds them.
    """
    texts = texts or load_texts()
    bare = properties(rules, texts)
    express = CongressExpressions(rules, texts)
    if host is None:
        commands, track = CongressCommands(rules, express), None
    else:
        track = TrackCommands(rules, express, host.binding, host.property_targets)
        commands = track
        bare += track.track.properties()
    add_congress(commands)
    add_upkeep(commands, [each.name for each in bare])
    add_inputs(commands)
    add_odds(commands)
    if track is not None:
        track.add_read_vp()
    chains = commands.chains
    release = rules.release
    reads_vp = track is not None
    return Congress(
        identity=IDENTITY,
        version=release.version,
        date=release.date,
        description=f"{release.title}, rule {release.rule} of {release.game}",
        next_slot=gpid_numbers()[1],
        vassal_version=host.least_version if host else VASSAL_VERSION,
        components=(
            *chains.attach(bare),
            *(track.track.foreign if track else ()),
            *(track.track.keys if track else ()),
            *chains.actions,
            *windows(rules, texts, reads_vp=reads_vp),
            *menu(rules, texts, reads_vp=reads_vp),
            *keyboard(host.binding.keys if host else {}),
        ),
        templates=shipped(),
        images=pictures(rules),
        drawn_with=drawn_with(rules, texts, reads_vp=reads_vp),
        kept=KEPT,
        module=host.module if host else None,
        rules=rules,
        texts=texts,
        binding=host.binding if host else None,
    )
