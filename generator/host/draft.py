"""A draft of a binding file from what was found in a module."""

from __future__ import annotations

from generator.binding.model import ByHand, PowerBinding
from generator.binding.text import binding_text
from generator.host.candidate import Candidate
from generator.host.candidates import Candidates
from generator.host.inventory import Inventory


def draft(inventory: Inventory, candidates: Candidates) -> tuple[str, list[str]]:
    """Return the file's text, and for each power a line that says what was taken."""
    bound: dict[str, PowerBinding | None] = {}
    remarks: dict[str, list[str]] = {}
    told = []
    for power, found in candidates.powers.items():
        taken = next((each for each in found if _binding(each) is not None), None)
        bound[power] = None if taken is None else _binding(taken)
        if taken is None:
            told.append(f"{power}: nothing was found that can be bound; fill it in by hand")
            continue
        remarks[power] = [
            f"{power}: {taken.title}. {'; '.join(taken.evidence)}.",
            *(f"To check: {doubt}." for doubt in taken.doubts),
        ]
        told.append(f"{power}: {taken.title} (pattern {taken.pattern})")
    return binding_text(inventory.name, inventory.version, bound, remarks), told


def _binding(candidate: Candidate) -> PowerBinding | None:
    if candidate.read is None:
        return None
    try:
        return PowerBinding(candidate.read, candidate.write or ByHand())
    except ValueError:
        return PowerBinding(candidate.read)
