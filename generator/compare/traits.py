"""What differs between the traits of two pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.compare.item import TraitItem
from generator.compare.match import match

NAMES: Mapping[str, str] = {
    "AreaOfEffect": "Area of Effect",
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


def title(trait: TraitItem) -> str:
    """Return a trait for people: its kind."""
    return f"trait {NAMES.get(trait.id, trait.id)}"


def compare_traits(
    old: Sequence[TraitItem], new: Sequence[TraitItem]
) -> Iterator[tuple[str, str, str]]:
    """Yield what differs: which trait, how it was, how it is; a missing one is empty."""
    if old == new:
        return
    matched = match(old, new, lambda each: each, _most_of, lambda each: each.id)
    changed = False
    for was, now in matched.pairs:
        if was != now:
            changed = True
            if was.fields != now.fields:
                yield (title(was), *_apart(was.fields, now.fields))
            if was.state != now.state:
                yield f"state of {title(was)}", _state(was), _state(now)
    for trait in matched.removed:
        yield title(trait), _type(trait), ""
    for trait in matched.added:
        yield title(trait), "", _type(trait)
    if not changed and not matched.removed and not matched.added:
        yield "order of traits", *_moved(old, new)


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
    names = [NAMES.get(each.id, each.id) for each in old], [NAMES.get(e.id, e.id) for e in new]
    start = next(i for i, (was, now) in enumerate(zip(old, new, strict=True)) if was != now)
    return ", ".join(names[0][start : start + 3]), ", ".join(names[1][start : start + 3])
