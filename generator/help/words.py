"""The words of the help in one language, with what the build does in their places.

The prose is ``templates/help/<language>.toml``, checked as the catalogue of texts is; menu entries
and the names of powers come from that catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from markupsafe import Markup, escape

from generator.extension.assemble import Congress
from generator.extension.identity import IDENTITY
from generator.extension.sheet import BUTTONS, READ_VP, TOOLS
from generator.rules import Amount
from generator.templating import template_folder
from generator.texts import Texts, languages, load_texts

LEAST_ENGINE = "3.6.19"
"""The oldest engine for players; README says what it is tried with."""

_MENU = (
    *("sheet", "pieces", "read_vp", "issue", "metternich", "diplomacy", "stop_early", "call"),
    *("decline", "no_resource", "odds", "winds", "penalties", "record"),
    *("release", "resend", "reset"),
)
_SPOTS = {
    **{f"button_{name}": f"button_{name}" for name in (*BUTTONS, *TOOLS, *READ_VP)},
    **{f"head_{name}": f"head_{name}" for name in ("issue", "diplomacy")},
    "spot_nobody": "nobody",
    "tick_metternich": "metternich",
}
"""What stands on the sheet, by its place in the prose."""
_MOST_ROWS = 8
"""Of a divided die's table before it is cut short."""


def prose_folder() -> Path:
    """Return the folder of the help's texts."""
    return template_folder() / "help"


class Words:
    """Says each text of the help as markup; whatever stands in its places is escaped."""

    def __init__(self, extension: Congress) -> None:
        """Load the prose in the language of ``extension``.

        Raises:
            InputError: as ``load_texts``.
        """
        self._extension = extension
        self._prose = load_texts(extension.texts.language, prose_folder())
        self._places = dict(self._standing())

    def say(self, key: str, **places: object) -> Markup:
        """Return a text; ``places`` are those that it does not share with the others.

        Raises:
            GeneratorError: there is no such key, or a place is not given.
        """
        own = {name: escape(value) for name, value in places.items()}
        return Markup(self._prose.plain(key, **{**self._places, **own}))

    def entry(self, text: str) -> Markup:
        """Return what stands in a menu or on a window, set apart from the prose.

        Its prefix, as in "CoP: sheet", does not part from the rest at the end of a line.
        """
        text = re.sub(" ?: ", lambda colon: colon[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
        return Markup('<b class="entry">{}</b>').format(text)

    def spot(self, text: str) -> Markup:
        """Return what stands on the sheet, in one line and set apart from the prose."""
        return Markup('<b class="spot">{}</b>').format(text.replace("|", " "))

    def amount(self, amount: Amount) -> Markup:
        """Return a number of VP that is gained or lost, as the object of a verb."""
        if not amount.rolls:
            return self.say("amounts.flat", points=amount.flat)
        die = self.die(amount.sides)
        if amount.divisor == 1:
            return self.say("amounts.rolled", die=die)
        key = "halved" if amount.divisor == 2 else "divided"
        return self.say(
            f"amounts.{key}", die=die, divisor=amount.divisor, table=self._table(amount)
        )

    def die(self, sides: int) -> Markup:
        """Return a die's short name."""
        return self.say("amounts.die", sides=sides)

    def _table(self, amount: Amount) -> str:
        rows = []
        for points, faces in groupby(range(1, amount.sides + 1), amount.of):
            first, *more = faces
            shown = self.say("amounts.range", least=first, most=more[-1]) if more else Markup(first)
            rows.append(self.say("amounts.row", faces=shown, points=points))
        if len(rows) > _MOST_ROWS:
            rows[2:-1] = [Markup("…")]
        return Markup(", ").join(rows)

    def _standing(self) -> Iterator[tuple[str, object]]:
        """Yield the places that any text may have."""
        rules, texts = self._extension.rules, self._extension.texts
        release = rules.release
        resources = rules.activation.resources
        for name in _MENU:
            yield f"menu_{name}", self.entry(texts.plain(f"menu.{name}"))
        for place, name in _SPOTS.items():
            yield place, self.spot(texts.plain(f"sheet.{name}"))
        first = texts.name(rules.powers[0])
        yield "menu_vp", self.entry(texts.plain("menu.vp", power=first))
        title = texts.name(release.title)
        yield "toolbar", self.entry(title)
        yield "piece_sheet", self.entry(texts.plain("pieces.sheet"))
        yield "pieces_window", self.entry(texts.plain("pieces.window", title=title))
        yield "nobody", self.entry(texts.plain("prompts.nobody"))
        plain = {
            "title": title,
            "game": release.game,
            "rule": release.rule,
            "version": release.version,
            "resources": texts.plain(
                "chat.one_resource" if resources == 1 else "chat.resources", count=resources
            ),
            "decline": -rules.activation.decline_vp,
            "metternich": texts.name(rules.metternich.power),
            "limit": rules.fiasco.limit,
            "margin": rules.success.margin,
            "triumph": rules.early_triumph.vp,
            "floor": rules.rulings.floor,
            "order": texts.listed([texts.name(power) for power in rules.rulings.tie_order]),
            "doubt": texts.plain("chat.doubt", vp="").partition(".")[0],
            "file": IDENTITY.file_name,
            "engine": LEAST_ENGINE,
        }
        for name, value in plain.items():
            yield name, escape(value)


def language_names() -> dict[str, str]:
    """Return each language's code and its own name.

    Raises:
        InputError: as ``load_texts``.
    """
    return {code: prose(code).plain("web.language") for code in languages()}


def prose(language: str) -> Texts:
    """Return the help's bare texts, as ``load_texts``."""
    return load_texts(language, prose_folder())
