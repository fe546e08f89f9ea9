"""A draft of a binding file from what was found in a module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.binding.model import ByHand, PowerBinding
from generator.binding.text import binding_text
from generator.host.candidate import Candidate
from generator.host.candidates import Candidates
from generator.host.inventory import Inventory
from generator.host.report import read_in_words

_MOST_OTHERS = 12


@dataclass(frozen=True)
class Draft:
    """A binding file, and what to say of it."""

    text: str
    told: tuple[str, ...]
    """For each power a line of what was taken."""
    complete: bool
    """Has every power any?"""


def draft(inventory: Inventory, candidates: Candidates, others: Sequence[Candidate]) -> Draft:
    """Return a draft of the best candidates that can be bound.

    Args:
        inventory: the module.
        candidates: of the rule's powers.
        others: what keeps a score, but names none of them; for a maintainer to choose from.
    """
    bound: dict[str, PowerBinding | None] = {}
    remarks: dict[str, list[str]] = {}
    told = []
    for power, found in candidates.powers.items():
        taken = next((each for each in found if _binding(each) is not None), None)
        bound[power] = None if taken is None else _binding(taken)
        if taken is None:
            told.append(f"{power}: nothing was found that can be bound; fill it in by hand")
            remarks[power] = [f"Found, but cannot be bound: {each.title}." for each in found[:3]]
            continue
        remarks[power] = [
            f"{power}: {taken.title}. {_sentence('; '.join(taken.evidence))}",
            *(f"To check: {doubt}." for doubt in taken.doubts),
        ]
        told.append(f"{power}: {taken.title} (pattern {taken.pattern})")
    elsewhere = [
        _sentence(f"{each.title}: {read_in_words(each.read)}")
        for each in dict.fromkeys(others)
        if each.read is not None
    ]
    if not all(bound.values()) and elsewhere:
        told.append(f"other scores of the module: {len(elsewhere)}, named in the file")
        remarks[""] = ["Other scores of this module, for powers without any:"]
        remarks[""] += elsewhere[:_MOST_OTHERS]
    return Draft(
        binding_text(inventory.name, inventory.version, bound, remarks),
        tuple(told),
        all(bound.values()),
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _binding(candidate: Candidate) -> PowerBinding | None:
    if candidate.read is None:
        return None
    try:
        return PowerBinding(candidate.read, candidate.write or ByHand())
    except ValueError:
        return PowerBinding(candidate.read)
