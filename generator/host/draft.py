"""A draft of a binding file from what was found in a module."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.binding.model import ByHand, PowerBinding
from generator.binding.text import FIRST, NOTHING_KNOWN, Table, binding_text, on_one_line
from generator.host.candidate import Candidate
from generator.host.candidates import Candidates
from generator.host.inventory import Inventory
from generator.host.report import read_of
from generator.vassal.strokes import propose

_MOST_OTHERS = 12
_MOST_REFUSED = 3
_CANNOT = "cannot be bound"
_NOTHING_FOUND = "Nothing was found that keeps the VP of this power. Fill in, or change the kind:"


@dataclass(frozen=True)
class Draft:
    """A binding file, and what to say of it."""

    text: str
    told: tuple[str, ...]
    """For each power a line of what was taken, then what to check."""
    complete: bool
    """Is nothing left to fill in?"""


def draft(
    inventory: Inventory,
    candidates: Candidates,
    others: Sequence[Candidate],
    commands: Iterable[str],
    first: str = FIRST,
) -> Draft:
    """Return a draft of the best candidates that can be bound.

    Args:
        inventory: the module.
        candidates: of the rule's powers.
        others: what keeps a score, but names none of them; for a maintainer to choose from.
        commands: what can have a key; the first choose first.
        first: as in ``binding_text``.
    """
    bound: dict[str, PowerBinding | Table] = {}
    remarks: dict[str, list[str]] = {}
    blank: dict[str, tuple[str, ...]] = {}
    told = []
    doubted: dict[str, list[str]] = {}
    for power, found in candidates.powers.items():
        taken = next((each for each in found if each.read is not None), None) or next(
            (each for each in found if each.known), None
        )
        if taken is None:
            bound[power] = NOTHING_KNOWN
            told.append(f"{power}: nothing was found that can be bound; fill it in by hand")
            refused = [f"{each.title}; {_why_not(each)}" for each in found[:_MOST_REFUSED]]
            told += [f"check    {power}: {each}" for each in refused]
            remarks[power] = [f"Found: {each}." for each in refused]
            remarks[power].append(_NOTHING_FOUND)
            continue
        bound[power] = _binding(taken) or read_of(taken)
        remarks[power] = [
            f"{power}: {taken.title}. {_sentence('; '.join(taken.evidence))}",
            *(f"To check: {doubt}." for doubt in taken.doubts),
        ]
        unknown = "" if taken.read is not None else "; fill in what is 0"
        if taken.guessed:
            blank[power] = taken.guessed
            unknown = f"; fill in {', '.join(taken.guessed)}"
        told.append(f"{power}: {taken.title}{unknown}")
        for doubt in taken.doubts:
            doubted.setdefault(doubt, []).append(power)
    for doubt, powers in doubted.items():
        told.append(f"check    {', '.join(powers)}: {doubt}")
    found_all = all(isinstance(each, PowerBinding) for each in bound.values())
    elsewhere = [each for each in dict.fromkeys(others) if read_of(each)]
    if not found_all and elsewhere:
        told.append(f"other scores of the module: {len(elsewhere)}, named in the file")
        remarks[""] = ["Other scores of this module, to copy for powers without any."]
        for each in elsewhere[:_MOST_OTHERS]:
            table = read_of(each)
            remarks[""] += ["", _sentence(each.title)]
            remarks[""] += [on_one_line({key: value}) for key, value in table.items()]
    return Draft(
        binding_text(
            inventory.name,
            inventory.version,
            bound,
            remarks,
            propose(commands, inventory.by_stroke),
            first,
            blank,
        ),
        tuple(told),
        found_all and not blank,
    )


def _why_not(candidate: Candidate) -> str:
    return next((each for each in candidate.doubts if each.startswith(_CANNOT)), _CANNOT)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _binding(candidate: Candidate) -> PowerBinding | None:
    if candidate.read is None:
        return None
    try:
        return PowerBinding(candidate.read, candidate.write or ByHand())
    except ValueError:
        return PowerBinding(candidate.read)
