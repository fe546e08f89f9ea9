"""Where a module may keep the VP of each power: candidates with their evidence, best first.

The patterns are those that real modules were seen to use (generator.host.candidate.PATTERNS).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.binding import model
from generator.binding.names import flaws
from generator.binding.text import read_table, write_table
from generator.host.candidate import (
    ABBREVIATED,
    MARKER_TOO,
    MOST_OTHER_WORDS,
    NAMED,
    NOT_READABLE,
    NUMERIC,
    OTHER_WORD,
    SCORE_OF_OWN,
    SCORE_OF_PLACE,
    TWICE,
    WHOLE_MODULE,
    Candidate,
    names_power,
)
from generator.host.inventory import Deck, GlobalProperty, Inventory
from generator.host.markers import Case
from generator.host.names import PowerNames, score_strength
from generator.host.signs import Signs, Surroundings
from generator.host.wholes import NO_NUMBER, of_module

_MOST_OTHERS = 1_000
"""Pieces that keep a score and name no power: so many are looked at."""


@dataclass(frozen=True)
class Candidates:
    """Candidates of a module."""

    powers: Mapping[str, tuple[Candidate, ...]]
    """Best first, by power."""
    others: tuple[Candidate, ...]
    """What keeps a score, but names no power; best first."""


def powers_of(inventory: Inventory, of_the_rule: Sequence[str]) -> tuple[str, ...]:
    """Return the powers to look for: the rule's, or the sides of a module that plays without them.

    A module without sides may play with the rule's.
    """
    names = PowerNames(of_the_rule)
    named = {power for side in inventory.sides for power in names.named(side)}
    return tuple(of_the_rule if named or not inventory.sides else inventory.sides)


def find_candidates(inventory: Inventory, powers: Sequence[str]) -> Candidates:
    """Look for the VP of each power; the same module gives the same, in the same order."""
    around = Surroundings(inventory, powers)
    found: dict[str, list[Candidate]] = {power: [] for power in around.powers}
    others: list[Candidate] = []
    looked_at = 0
    set_by_markers: set[str] = set()
    for piece in inventory.pieces:
        if not around.relevant(piece):
            continue
        signs = Signs(around, piece)
        owners = signs.owners()
        set_by_markers |= {each.name for each in signs.sets}
        for power, (worth, why) in owners.items():
            found[power] += Case(around, signs, power, worth, why).candidates()
        speaks = signs.score or any(score_strength(each.name) for each in signs.dynamic)
        if not owners and speaks and looked_at < _MOST_OTHERS:
            looked_at += 1
            others += Case(around, signs, "", 0, "").candidates()
    for each in inventory.properties:
        named = around.names.named(each.name)
        for power in named:
            found[power] += _of_property(around, each, power, set_by_markers)
        if not named:
            others += _of_property(around, each, "", set_by_markers)
    for deck in inventory.decks:
        for power, strength in around.names.named(deck.name).items():
            found[power] += _of_deck(deck, strength)
    return Candidates(
        {power: _best_first(map(_with_usable_names, each)) for power, each in found.items()},
        _best_first(map(_with_usable_names, others)),
    )


def _with_usable_names(each: Candidate) -> Candidate:
    """Return a candidate without the ways that use a name which a binding cannot hold."""
    read = dict(each.known) if each.read is None else read_table(each.read)
    for text, why in flaws(read):
        return replace(
            each,
            read=None,
            write=None,
            known=(),
            score=each.score + NOT_READABLE,
            doubts=(f'cannot be bound: "{text}" {why}', *each.doubts),
        )
    if each.read is not None and each.write is not None:
        for text, why in flaws(write_table(each.write, each.read)):
            doubt = f'written by hand: "{text}" {why}'
            return replace(each, write=model.ByHand(), doubts=(doubt, *each.doubts))
    return each


def _best_first(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Sort, and keep one of those that differ in nothing but the slot they were found in."""
    kept: dict[tuple[object, ...], Candidate] = {}
    for each in sorted(
        found, key=lambda each: (-each.score, each.pattern, each.title, each.target)
    ):
        kept.setdefault((each.pattern, each.title, each.read, each.write), each)
    return tuple(kept.values())


def _of_property(
    around: Surroundings, each: GlobalProperty, power: str, set_by_markers: set[str]
) -> Iterator[Candidate]:
    own, place = score_strength(each.name), score_strength(each.owner)
    if not own and not place:
        return
    evidence = []
    worth = own * SCORE_OF_OWN + place * SCORE_OF_PLACE
    if power:
        strength = around.names.named(each.name)[power]
        worth += NAMED if strength == 2 else ABBREVIATED
        others = around.names.other_words(power, each.name)
        worth += OTHER_WORD * min(MOST_OTHER_WORDS, others)
        evidence.append(names_power("its name", strength, speaks=own > 0))
    elif own:
        evidence.append("its name speaks of VP")
    if place:
        evidence.append(f'it belongs to the {each.level} "{each.owner}"')
    if each.numeric:
        worth += NUMERIC
        evidence.append(f"it is a number from {each.minimum} to {each.maximum}")
    doubts = []
    read: model.Read | None = model.PropertyRead(each.name)
    write: model.Write | None = model.PropertyWrite(each.name)
    if each.name in set_by_markers:
        worth += MARKER_TOO
        write = model.ByHand()
        doubts.append(
            "written by hand: a marker sets it too, and would not follow it: name that in the "
            "write "
            "table, and first and last of its track"
        )
    same = around.defined[each.name]
    if each.level != "module":
        worth += NOT_READABLE
        read = write = None
        doubts.append(f"cannot be bound: it is a property of a {each.level}, not of the module")
    elif each.name in dict(around.inventory.other_properties):
        worth += NOT_READABLE
        read = write = None
        what = dict(around.inventory.other_properties)[each.name]
        doubts.append(f"cannot be bound: a {what} of the module has that name too")
    elif each.initial.strip() and of_module(each.initial) is None:
        worth += NOT_READABLE
        read = write = None
        doubts.append(f'cannot be bound: it begins as "{each.initial}", {NO_NUMBER}')
    else:
        worth += WHOLE_MODULE
    if same > 1:
        worth += TWICE
        doubts.append(f"{same} properties have that name")
    where = f' of {each.level} "{each.owner}"' if each.owner else ""
    yield Candidate(
        "H",
        f'global property "{each.name}"{where}',
        each.component.target,
        worth,
        tuple(evidence),
        tuple(doubts),
        read,
        write,
    )


def _of_deck(deck: Deck, strength: int) -> Iterator[Candidate]:
    own = score_strength(deck.name)
    if own:
        worth = NAMED if strength == 2 else ABBREVIATED
        yield Candidate(
            "K",
            f'deck "{deck.name}" of map "{deck.map}"',
            deck.component.target,
            worth + own * SCORE_OF_OWN + NOT_READABLE,
            (names_power("its name", strength, speaks=True), f"it begins with {deck.cards} pieces"),
            ("cannot be bound: VP as the count of a deck",),
            None,
            None,
        )
