"""What was found in a module, told to people or to programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from generator.binding import model
from generator.binding.names import flaw
from generator.binding.text import Table, on_one_line, read_table, write_table
from generator.errors import one_line
from generator.host.candidate import Candidate
from generator.host.candidates import Candidates
from generator.host.inventory import Grid, Inventory, KeyUse, Piece

SCHEMA = 1
"""Number of the form of ``as_json``; grows when a field changes its meaning or goes."""

_WIDTH = 96
_LABEL = 14
_SHOWN_CANDIDATES = 3
_SHOWN_OTHERS = 5
_SHOWN_NOTES = 10
_LONGEST_NAME = 40


def unbound(inventory: Inventory) -> str:
    """Say why no binding can be made for a module, and what to do; empty: one can."""
    what, text = "name", inventory.name
    why = flaw(text, plain=False) if text else "is empty"
    if not why:
        what, text = "version", inventory.version
        why = flaw(text, plain=False)
    if not why:
        return ""
    shown = f' "{text}"' if text else ""
    return one_line(
        f"cannot be bound: the module's {what}{shown} {why}; mend that in VASSAL's editor"
    )


def noted(inventory: Inventory) -> list[str]:
    """Return what could not be read or is odd, as much of it as a person reads."""
    more = len(inventory.notes) - _SHOWN_NOTES
    return [*inventory.notes[:_SHOWN_NOTES], *([f"and {more} more (--json)"] if more > 0 else [])]


def as_text(inventory: Inventory, candidates: Candidates, about: str = "") -> str:
    """Return a page for people: counts with the first few names, then the candidates.

    ``about`` is a sentence on the powers that were looked for.
    """
    refused = unbound(inventory)
    lines = [
        *_overview(inventory),
        *(["", *_wrapped("", f"This module {refused}.".split(" "))] if refused else []),
        *(["", *_wrapped("", about.split(" "))] if about else []),
        *_told(candidates),
    ]
    return "".join(f"{one_line(line)}\n" for line in lines)


def as_json(inventory: Inventory, candidates: Candidates) -> str:
    """Return everything as JSON, in ASCII.

    An object with ``schema`` (1) and

    - ``path``, ``kind``, ``build_file``, ``name``, ``version``, ``engine_version``: texts;
    - ``maps``: name, target, boards with name, size in pixels, grid and zones; a grid has its kind,
      origin and spacing in pixels, numbering, and regions as [name, x, y];
    - ``sides``, ``images``: texts; ``prototypes``, ``decks``: name and target;
    - ``properties``: name, target, level, owner, initial, numeric, minimum, maximum;
    - ``named_keys``, ``strokes``: by key, how often it is used and the first places;
    - ``pieces``: gpid, name (BasicName), entry_name, target, placement, and traits as [type, state]
      pairs, outermost first;
    - ``components``: the target of each, in the order of the build file;
    - ``candidates``: by power, best first, pattern (a letter of generator.host.candidate.PATTERNS),
      title, target, score, evidence, doubts, read and write (``kind`` is the class of
      generator.binding.model; null: cannot be bound) known (null, or what a binding file can
      say of a read that a maintainer must finish) and guessed (keys of the read's table that a
      maintainer must fill in); ``others``: the same for what names no power;
    - ``notes``: texts; ``unbound``: why no binding can be made, or empty.
    """
    inv = inventory
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "path": str(inv.path),
        "kind": inv.kind,
        "build_file": inv.build_file,
        "name": inv.name,
        "version": inv.version,
        "engine_version": inv.engine_version,
        "maps": [
            {
                "name": each.name,
                "target": each.component.target,
                "boards": [
                    {
                        "name": board.name,
                        "width": board.width,
                        "height": board.height,
                        "image": board.image,
                        "grid": _grid(board.grid),
                        "zones": [
                            {
                                "name": zone.name,
                                "target": zone.component.target,
                                "path": zone.path,
                                "location_format": zone.location_format,
                                "uses_parent_grid": zone.uses_parent_grid,
                                "grid": _grid(zone.grid),
                            }
                            for zone in board.zones
                        ],
                    }
                    for board in each.boards
                ],
            }
            for each in inv.maps
        ],
        "sides": inv.sides,
        "properties": [
            {
                "name": each.name,
                "target": each.component.target,
                "level": each.level,
                "owner": each.owner,
                "initial": each.initial,
                "numeric": each.numeric,
                "minimum": each.minimum,
                "maximum": each.maximum,
            }
            for each in inv.properties
        ],
        "prototypes": [
            {"name": each.name, "target": each.component.target} for each in inv.prototypes
        ],
        "decks": [{"name": each.name, "target": each.component.target} for each in inv.decks],
        "named_keys": _keys(inv.named_keys),
        "strokes": _keys(inv.strokes),
        "pieces": [_piece(each) for each in inv.pieces],
        "images": inv.images,
        "components": [each.target for each in inv.components],
        "candidates": {
            power: [_candidate(each) for each in found]
            for power, found in candidates.powers.items()
        },
        "others": [_candidate(each) for each in candidates.others],
        "notes": inv.notes,
        "unbound": unbound(inv),
    }
    return json.dumps(document, indent=1) + "\n"


def _grid(grid: Grid | None) -> dict[str, Any] | None:
    if grid is None:
        return None
    return {
        "kind": grid.kind,
        "origin": [grid.x0, grid.y0],
        "spacing": [grid.dx, grid.dy],
        "numbering": asdict(grid.numbering) if grid.numbering else None,
        "regions": [[each.name, each.x, each.y] for each in grid.regions],
    }


def _piece(piece: Piece) -> dict[str, Any]:
    placement = piece.placement
    return {
        "gpid": piece.gpid,
        "name": piece.name,
        "entry_name": piece.entry_name,
        "target": piece.component.target,
        "placement": {
            "kind": placement.kind,
            "map": placement.map,
            "board": placement.board,
            "x": placement.x,
            "y": placement.y,
            "location": placement.location,
        },
        "traits": [[each.type_text, each.state_text] for each in piece.definition.traits],
    }


def _keys(uses: Mapping[str, KeyUse]) -> dict[str, Any]:
    return {key: {"count": use.count, "places": use.places} for key, use in sorted(uses.items())}


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "pattern": candidate.pattern,
        "title": candidate.element,
        "target": candidate.target,
        "score": candidate.score,
        "evidence": candidate.evidence,
        "doubts": candidate.doubts,
        "read": _bound(candidate.read),
        "write": _bound(candidate.write),
        "known": dict(candidate.known) or None,
        "guessed": candidate.guessed,
    }


def _bound(way: model.Read | model.Write | None) -> dict[str, Any] | None:
    return None if way is None else {"kind": type(way).__name__, **asdict(way)}


# For people


def _overview(inv: Inventory) -> Iterator[str]:
    yield _line(inv.kind, f"{inv.name or '(no name)'}, version {inv.version or '(none)'}")
    yield _line("VASSAL", f"{inv.engine_version or '(unknown)'}, {inv.build_file}")
    yield _line("maps", _some([each.name for each in inv.maps]))
    boards = [board for each in inv.maps for board in each.boards]
    yield _line("boards", _some([each.name for each in boards]))
    yield _line("zones", _some([zone.name for board in boards for zone in board.zones]))
    grids = [board.grid for board in boards] + [
        zone.grid for board in boards for zone in board.zones
    ]
    there = [grid for grid in grids if grid is not None]
    kinds = Counter(grid.kind for grid in there)
    regions = sum(len(grid.regions) for grid in there)
    told = [f"{kinds[kind]} {kind}" for kind in ("square", "hex") if kinds[kind]]
    told += [f"{kinds['regions']} irregular with {regions} regions"] if regions else []
    yield _line("grids", f"{len(there)}{': ' if told else ''}{', '.join(told)}")
    yield _line("sides", _some(inv.sides))
    yield _line("properties", _some([each.name for each in inv.properties]))
    yield _line("prototypes", _some([each.name for each in inv.prototypes]))
    yield _line("named keys", _some(sorted(inv.named_keys)))
    where = Counter(each.placement.kind for each in inv.pieces)
    places = {"palette": "in palettes", "stack": "at the start", "deck": "in decks"}
    told = [f"{where[kind]} {place}" for kind, place in places.items() if where[kind]]
    yield _line("pieces", f"{len(inv.pieces)}{': ' if told else ''}{', '.join(told)}")
    yield _line("images", str(len(inv.images)))
    for position, note in enumerate(noted(inv)):
        yield _line("" if position else "notes", note)


def _told(candidates: Candidates) -> Iterator[str]:
    yield ""
    if not any(candidates.powers.values()) and not candidates.others:
        nothing = f"Nothing that keeps VP was found for {', '.join(candidates.powers)}."
        yield from _wrapped("", nothing.split(" "))
        yield "`generator build` alone makes the extension in which players enter the VP."
        return
    yield "Where VP may be kept, best first"
    for power, found in candidates.powers.items():
        yield ""
        yield power
        if not found:
            yield "  nothing found"
        shown = [each for each in found if each.score * 2 >= found[0].score][:_SHOWN_CANDIDATES]
        for number, each in enumerate(shown, 1):
            yield from _shown(f"{number}.", each)
        if len(found) > len(shown):
            yield f"  and {len(found) - len(shown)} weaker (--json)"
    if candidates.others:
        yield ""
        yield "Scores that name no power"
        for each in candidates.others[:_SHOWN_OTHERS]:
            yield from _shown("- ", each)
        if len(candidates.others) > _SHOWN_OTHERS:
            yield f"  and {len(candidates.others) - _SHOWN_OTHERS} more (--json)"


def _shown(number: str, candidate: Candidate) -> Iterator[str]:
    yield from _wrapped(f"  {number} ", candidate.title.split(" "))
    yield from _wrapped("     why    ", "; ".join(candidate.evidence).split(" "))
    yield from _wrapped("     check  ", "; ".join(candidate.doubts).split(" "))
    yield from _wrapped("     read   ", _pairs(read_of(candidate)))
    if candidate.read is not None and candidate.write is not None:
        yield from _wrapped("     write  ", _pairs(write_table(candidate.write, candidate.read)))


def read_of(candidate: Candidate) -> Table:
    """Return the read table of a candidate, as far as known; empty: it cannot be bound."""
    return dict(candidate.known) if candidate.read is None else read_table(candidate.read)


def _pairs(table: Table) -> list[str]:
    """Return a table's keys and values, each to be kept on one line."""
    pairs = [on_one_line({key: value}) for key, value in table.items()]
    return [*(f"{each}," for each in pairs[:-1]), *pairs[-1:]]


def _wrapped(label: str, words: Sequence[str]) -> Iterator[str]:
    """Yield words on as many lines as they need, the label before the first; none without words."""
    line = ""
    for word in words if any(words) else ():
        if line and len(line) + 1 + len(word) > _WIDTH - len(label):
            yield f"{label}{line}"
            label, line = " " * len(label), word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield f"{label}{line}"


def _line(label: str, text: str) -> str:
    return f"{label:<{_LABEL}}{text}"


def _some(names: Sequence[str]) -> str:
    """Return the count, and as many names as fit on the line."""
    shown: list[str] = []
    room = _WIDTH - _LABEL - len(str(len(names))) - 2
    for name in dict.fromkeys(names):
        text = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."
        room -= len(text) + 2
        if room < 5:
            shown.append("...")
            break
        shown.append(text or '""')
    return f"{len(names)}{': ' if shown else ''}{', '.join(shown)}"
