"""The help page of one build, for Swing inside VASSAL or for the web: one body, two frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from generator.binding.model import ByHand, PropertyRead
from generator.errors import one_line
from generator.extension.assemble import Congress
from generator.help.words import Words, language_names
from generator.rules import SWITCHES, Action, Place, Rules, TieRow
from generator.templating import shipped
from generator.vassal.components import DoActionButton, MapWindow, PieceWindow, ToolbarMenu

SECTIONS = (
    *("old", "play", "commands", "rule", "rulings", "odds", "together", "undo", "trouble"),
    *("module", "install", "languages"),
)
"""The page's sections in order; each is an anchor."""

SIGNS: dict[Action, str] = {"lose": "−", "none": "0", "gain": "+"}
"""What a place does in the table of ties."""


@dataclass(frozen=True)
class Ruling:
    """A row of the table of rulings."""

    anchor: str
    number: int
    paragraph: str
    question: Markup
    answer: Markup


@dataclass(frozen=True)
class Tie:
    """A row of the table of ties."""

    pattern: Markup
    cells: tuple[tuple[Place, str], ...]
    """Each power's acting place and its sign, from the highest down."""
    source: Markup


def help_page(extension: Congress) -> str:
    """Return the page that VASSAL shows: ASCII, for Swing may read it in any encoding.

    Raises:
        InputError: a text is missing in the language.
        GeneratorError: a template is faulty.
    """
    page = shipped().markup("help/cop_rules.html.j2", {**_context(extension), "web": False})
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def web_page(extension: Congress) -> str:
    """Return the same text as a page of its own that asks for no other file.

    Raises:
        InputError, GeneratorError: as ``help_page``.
    """
    return shipped().markup("help/web.html.j2", {**_context(extension), "web": True})


def _context(extension: Congress) -> dict[str, Any]:
    words = Words(extension)
    rules, texts = extension.rules, extension.texts
    names = language_names()
    return {
        "rules": rules,
        "say": words.say,
        "die": words.die,
        "amount": words.amount,
        "entry": words.entry,
        "language": texts.language,
        "languages": names,
        "listed": texts.listed,
        "title": texts.name(rules.release.title),
        "sections": SECTIONS,
        "signs": SIGNS,
        "commands": _commands(extension),
        "keys": extension.binding is not None and extension.binding.keys,
        "ties": [_tie(rules, words, row) for row in rules.ties.values()],
        "rulings": {name: _ruling(rules, words, name) for name in SWITCHES},
        "binding": extension.binding,
        "bound": list(_bound(extension, words)),
        "powers": " ".join(f"{power}={20 + 3 * n}" for n, power in enumerate(rules.powers)),
    }


def _commands(extension: Congress) -> list[tuple[str, str, str]]:
    """Return the toolbar menu's entries, what they do and with which key, in the menu's order."""
    does: dict[str, str] = {}
    fires: dict[str, str] = {}
    items: tuple[str, ...] = ()
    for each in extension.components:
        if isinstance(each, DoActionButton):
            does[each.text] = each.tooltip
            fires[each.text] = each.keys[0] if each.keys else ""
        elif isinstance(each, MapWindow | PieceWindow):
            does[each.button_text] = each.tooltip
            fires[each.button_text] = each.key if isinstance(each, MapWindow) else ""
        elif isinstance(each, ToolbarMenu):
            items = each.items
    strokes = extension.binding.keys if extension.binding else {}
    keys = {command: stroke.key for command, stroke in strokes.items()}
    return [(item, does[item], keys.get(fires[item], "")) for item in items]


def _ruling(rules: Rules, words: Words, name: str) -> Ruling:
    source = rules.rulings.sources[name]
    return Ruling(
        anchor=f"ruling-{name.replace('_', '-')}",
        number=source.number,
        paragraph=source.paragraph,
        question=words.say(f"rulings.{name}.question"),
        answer=words.say(f"rulings.{name}.{getattr(rules.rulings, name)}"),
    )


def _tie(rules: Rules, words: Words, row: TieRow) -> Tie:
    return Tie(
        pattern=words.say(f"ties.{row.pattern}"),
        cells=tuple((place, SIGNS[rules.winds.places[place]]) for place in row.places),
        source=words.say(f"ties.{_source(row)}"),
    )


def _source(row: TieRow) -> str:
    """Say who a row is from: 15.6.3 gives the places, and 211 as its example of ties."""
    dense = [group for group, size in enumerate(row.pattern, 1) for _ in range(int(size))]
    if list(row.places) != dense:
        return "chosen"
    return {"1111": "rule", "211": "example"}.get(row.pattern, "follows")


def _bound(extension: Congress, words: Words) -> Iterator[Markup]:
    """Yield what becomes of each power's marker."""
    if extension.binding is None:
        return
    texts = extension.texts
    for power, bound in extension.binding.powers.items():
        read = bound.read
        hand = isinstance(bound.write, ByHand)
        own = "sets" if bound.marker is None else "moves"
        places: dict[str, object] = {
            "power": texts.name(power),
            "move": words.say(f"module.{'by_hand' if hand else own}"),
        }
        if isinstance(read, PropertyRead):
            source = texts.plain("track.property", name=one_line(read.property))
            yield words.say("module.property", source=source, **places)
            continue
        marker = read.marker
        yield words.say(
            "module.marker",
            source=texts.plain("track.marker", name=one_line(marker.name))
            if marker.name
            else texts.plain("track.piece", who=texts.name(power)),
            map=one_line(marker.map),
            first=read.track.first,
            last=read.track.last,
            **places,
        )
