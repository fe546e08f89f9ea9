"""All cases of a rule, whichever: the engine's own evaluator against the reference play.

A rule gives cases, each with what is put in and what must come of it; the chains are read from the
built file. Each case begins with what the case around it has come to, so that what many have in
common is evaluated once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .harness import Engine

Chain: TypeAlias = Sequence[tuple[str, str]]
"""Setters in order: property and ``{expression}``."""


@dataclass(frozen=True)
class While:
    """Runs a chain as long as a property begins with a text."""

    chain: str
    property: str
    begins: str


@dataclass(frozen=True)
class Case:
    """One case of a part."""

    put: tuple[str, ...]
    """Values of the part's ``names``."""
    expected: tuple[str | range, ...]
    """What each of the part's ``told`` must be; a range: a number of it, as of a die."""
    then: tuple[Part, ...] = ()
    """Parts that go on from there."""

    def count(self) -> int:
        """Return how many cases it is: those that nothing follows."""
        return sum(each.count() for each in self.then) if self.then else 1


@dataclass(frozen=True)
class Part:
    """Cases that begin alike."""

    names: tuple[str, ...]
    """Properties that are put in."""
    run: tuple[str | While, ...]
    """Names of chains that are run then."""
    told: tuple[str, ...]
    """Properties that are compared."""
    cases: tuple[Case, ...]

    def count(self) -> int:
        """Return how many cases it has."""
        return sum(each.count() for each in self.cases)


@dataclass
class Tally:
    """What came of it."""

    cases: int = 0
    wrong: int = 0
    first: str = ""
    """The first case that was wrong."""
    engine: str = ""
    """The version of VASSAL that played them."""

    def add(self, other: Tally) -> None:
        self.cases += other.cases
        self.wrong += other.wrong
        self.first = self.first or other.first
        self.engine = self.engine or other.engine


def split(chain: Chain, prefix: str) -> tuple[Chain, Chain]:
    """Return a chain's setters up to the first of a property that begins so, and the others."""
    at = next(index for index, (name, _) in enumerate(chain) if name.startswith(prefix))
    return chain[:at], chain[at:]


def compare(engine: Engine, chains: Mapping[str, Chain], parts: Iterable[Part]) -> Tally:
    """Play all cases in the engine, one part after the other; chains by what parts call them."""
    engine.do("proof_chains", chains=chains)
    tally = Tally()
    for part in parts:
        (told,) = engine.do("proof", parts=[_sent(part)])
        wrong = list(_wrong(part, told))
        tally.add(Tally(part.count(), len(wrong), next(iter(wrong), "")))
    return tally


def _sent(part: Part) -> dict[str, Any]:
    return {
        "names": part.names,
        "run": [{"chain": each} if isinstance(each, str) else vars(each) for each in part.run],
        "told": part.told,
        "cases": [
            {"put": each.put, "then": [_sent(then) for then in each.then]} for each in part.cases
        ],
    }


def _wrong(part: Part, answers: Sequence[Any], before: str = "") -> Iterator[str]:
    for case, (told, then) in zip(part.cases, answers, strict=True):
        if not all(map(_is, told, case.expected)):
            yield f"{_state(part, case, before)}: {_differences(part, case, told)}"
        for each, answer in zip(case.then, then, strict=True):
            yield from _wrong(each, answer, f"{_state(part, case, before)}, then ")


def _state(part: Part, case: Case, before: str) -> str:
    put = zip(part.names, case.put, strict=True)
    return before + " ".join(f"{name}={value}" for name, value in put)


def _differences(part: Part, case: Case, told: Sequence[str]) -> str:
    return ", ".join(
        f"{name}: engine {got!r}, rule {wanted!r}"
        for name, got, wanted in zip(part.told, told, case.expected, strict=True)
        if not _is(got, wanted)
    )


def _is(got: str, wanted: str | range) -> bool:
    return got == wanted if isinstance(wanted, str) else got in map(str, wanted)
