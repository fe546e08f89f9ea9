"""What differs between the traits of two pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.compare.item import Item, TraitItem
from generator.compare.match import match
from generator.compare.shown import Expressions, is_comment, only_shown

NAMES: Mapping[str, str] = {
    "AreaOfEffect": "Area of Effect",
    "attach": "Attachment",
    "PROP": "Dynamic Property",
    "basicName": "Basic Name",
    "border": "Border Outline",
    "button": "Action Button",
    "calcProp": "Calculated Property",
    "clone": "Clone",
    "cmt": "Comment",
    "delete": "Delete",
    "deselect": "Deselect",
    "emb": "Layer",
    "emb2": "Layer",
    "footprint": "Movement Trail",
    "globalhotkey": "Global Hotkey",
    "globalkey": "Global Key Command",
    "hide": "Invisible",
    "hideCmd": "Restrict Commands",
    "immob": "Does Not Stack",
    "label": "Text Label",
    "locCommand": "Multi-Location Command",
    "locmsg": "Translatable Message",
    "macro": "Trigger Action",
    "mark": "Marker",
    "markmoved": "Mark When Moved",
    "mat": "Mat",
    "matPiece": "Mat Cargo",
    "menuSeparator": "Menu Separator",
    "nonRect": "Non-Rectangular",
    "nonRect2": "Non-Rectangular",
    "obs": "Mask",
    "piece": "Basic Piece",
    "pivot": "Can Pivot",
    "placemark": "Place Marker",
    "playSound": "Play Sound",
    "propertysheet": "Property Sheet",
    "prototype": "Prototype",
    "replace": "Replace With Other",
    "report": "Report Action",
    "restrict": "Restricted Access",
    "return": "Return to Deck",
    "rotate": "Can Rotate",
    "sendto": "Send to Location",
    "setpieceprop": "Set Piece Property",
    "setprop": "Set Global Property",
    "submenu": "Sub-Menu",
    "table": "Spreadsheet",
    "translate": "Move Fixed Distance",
}
"""What the editor calls a trait (``getDescription`` of the classes in VASSAL.counters)."""
_EXAMPLES = 3


def title(trait: TraitItem) -> str:
    """Return a trait for people: its kind."""
    return f"trait {NAMES.get(trait.id, trait.id)}"


def odd_pieces(items: Sequence[Item]) -> Iterator[str]:
    """Yield what VASSAL cannot make of pieces and prototypes, one line for each kind.

    For a trait that it does not know it reports bad data, and puts an empty one there
    (BasicCommandEncoder.createDecorator).
    """
    odd: dict[str, list[str]] = {}
    for item in (each for top in items for each in (*top.walk(), *top.all_slots())):
        name = item.attributes.get("entryName", "") or item.name
        if item.unreadable:
            odd.setdefault("a definition cannot be read", []).append(name)
        for kind in {each.id for each in item.traits} - NAMES.keys():
            odd.setdefault(f"VASSAL knows no trait {kind!r}", []).append(name)
    for what, names in sorted(odd.items()):
        more = f" and {len(names) - _EXAMPLES} more" if len(names) > _EXAMPLES else ""
        yield f"{what}: {', '.join(names[:_EXAMPLES])}{more}"


@dataclass(frozen=True)
class TraitChange:
    """What differs between the traits of two pieces."""

    what: str
    """Which trait, or what of it."""
    old: str
    """Empty: there was none."""
    new: str
    shown: bool = False
    """Does it only concern what players see?"""


def compare_traits(
    old: Sequence[TraitItem], new: Sequence[TraitItem], expressions: Expressions
) -> Iterator[TraitChange]:
    """Yield what differs; ``expressions`` are those that may read a name."""
    if old == new:
        return
    matched = match(old, new, lambda each: each, _most_of, lambda each: each.id)
    changed = False
    for was, now in matched.pairs:
        if was != now:
            changed = True
            if was.fields != now.fields:
                shown = only_shown(was, now, expressions)
                yield TraitChange(title(was), *_apart(was.fields, now.fields), shown)
            if was.state != now.state:
                yield TraitChange(f"state of {title(was)}", _state(was), _state(now))
    for trait in matched.removed:
        yield TraitChange(title(trait), _type(trait), "", is_comment(trait))
    for trait in matched.added:
        yield TraitChange(title(trait), "", _type(trait), is_comment(trait))
    if not changed and not matched.removed and not matched.added:
        yield TraitChange("order of traits", *_moved(old, new))


def _most_of(trait: TraitItem) -> tuple[str, ...]:
    """Return what mostly stays when one is changed: its kind and what comes first in it."""
    return trait.fields[:2]


def _type(trait: TraitItem) -> str:
    return encode_fields(trait.fields)


def _state(trait: TraitItem) -> str:
    return encode_fields(trait.state)


def encode_fields(fields: Sequence[str]) -> str:
    """Return fields as people who know build files read them."""
    return ";".join(fields)


def _apart(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """Return the fields that differ; of lists of unequal length, from the first to the last."""
    if len(old) == len(new):
        both = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
        return encode_fields([was for was, _ in both]), encode_fields([now for _, now in both])
    start, end = 0, 0
    least = min(len(old), len(new))
    while start < least and old[start] == new[start]:
        start += 1
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return (
        encode_fields(old[start : len(old) - end]),
        encode_fields(new[start : len(new) - end]),
    )


def _moved(old: Sequence[TraitItem], new: Sequence[TraitItem]) -> tuple[str, str]:
    """Return the traits from the first to the last that stands elsewhere; old and new are alike."""
    places = [n for n, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    part = slice(places[0], places[-1] + 1)
    told = [_told(each) for each in old[part]]
    whole = len({*told}) < len({*old[part]})
    was, now = (", ".join(_told(each, whole=whole) for each in all_[part]) for all_ in (old, new))
    return was, now


def _told(trait: TraitItem, *, whole: bool = False) -> str:
    fields = trait.fields[1:] if whole else trait.fields[1:2]
    said = encode_fields([*fields, *trait.state] if whole else fields)
    return f"{NAMES.get(trait.id, trait.id)} {said}".rstrip()
