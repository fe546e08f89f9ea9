"""Every case of Steps 1 to 3 in a real engine, and of the odds (``make proof``).

Against the reference play and the odds in Python.

The steps depend on differences of VP alone, so all of them within the limit and one past it are all
there are: every ordering of the powers, every tie, every die. The engine's own evaluator runs the
expressions of the built file, in the order of its chains; what depends on VP alone is evaluated
once for each set of VP.

The last line is always ``N cases, M wrong``. A whole proof without a fault leaves
``build/proof.json``, which ``generator release`` asks for; a sample leaves it as it is.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.build import build
from generator.extension.names import NOBODY, odds_names
from generator.play import steps
from generator.release.proof import Proof, fingerprint, keep_proof, revoke_proof
from generator.rules import Rules, load_rules

from . import built
from .expected_odds import odds_properties
from .harness import Engine, display
from .homes import EngineHome, engine_homes
from .host import write_host

_SETS_A_ROUND = 40
"""Sets of VP that are sent to the engine at once."""


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


def all_sets(rules: Rules) -> list[steps.VP]:
    """Return every set of differences up to one past the limit, each at some height of VP."""
    reach = range(rules.fiasco.limit + 2)
    found = [vp for vp in itertools.product(reach, repeat=len(rules.powers)) if min(vp) == 0]
    heights = random.Random(156)
    return [
        tuple(value + base for value in vp) for vp in found for base in [heights.randrange(-20, 90)]
    ]


def dice_of(rules: Rules, vp: steps.VP) -> Iterator[tuple[int, ...]]:
    """Return every outcome of Step 2's dice; 0 for a power that does not roll."""
    rolls = steps.rollers(rules, steps.acting_places(rules, vp))
    sides = range(1, rules.winds.sides + 1)
    return itertools.product(*(sides if each else (0,) for each in rolls))


def count(rules: Rules, vp: steps.VP) -> int:
    """Return how many cases a set of VP has: those of the dice, and the odds that are asked."""
    dice = 1 if steps.is_fiasco(rules, vp) else sum(1 for _ in dice_of(rules, vp))
    return dice + len(asked_odds(rules))


def expected_of_vp(rules: Rules, vp: steps.VP) -> str:
    """Return gap, phase after Step 1, and places and who rolls, as the engine's answer has them."""
    failed = steps.is_fiasco(rules, vp)
    head = f"{steps.gap(vp)} {'failed' if failed else 'called'}"
    if failed:
        return head
    places = steps.acting_places(rules, vp)
    rolls = steps.rollers(rules, places)
    return f"{head} {' '.join(map(str, places))} {' '.join(str(int(each)) for each in rolls)}"


def expected_of_dice(rules: Rules, vp: steps.VP, dice: Sequence[int]) -> str:
    """Return adjusted VP, margin, phase, victor and VP after Step 3, as the answer has them."""
    after = steps.adjusted(rules, vp, steps.acting_places(rules, vp), dice)
    success = steps.is_success(rules, after)
    now = steps.floored(rules, after) if success else vp
    victor = ", ".join(steps.victors(rules, vp, after)) if success else ""
    return "|".join(
        [
            " ".join(map(str, after)),
            str(steps.margin(rules, after)),
            "success" if success else "failed",
            victor,
            " ".join(map(str, now)),
        ]
    )


def asked_odds(rules: Rules) -> list[tuple[str, str, str]]:
    """Return for what odds are asked: who won the Issue and the Diplomacy Phase, Metternich."""
    metternich = rules.metternich.power
    others = [power for power in rules.powers if power != metternich]
    return [(others[0], others[1], "false"), (metternich, NOBODY, "true")]


def expected_odds(rules: Rules, vp: steps.VP, inputs: tuple[str, str, str]) -> str:
    """Return the odds as the answer has them."""
    names = ("CoP_IssueWinner", "CoP_DiplomacyWinner", "CoP_Metternich")
    state = dict(zip(names, inputs, strict=True)) | {"CoP_Phase": "idle"}
    state |= {f"CoP_VP_{power}": str(each) for power, each in zip(rules.powers, vp, strict=True)}
    found = odds_properties(rules, state)
    return " ".join(found[name] for name in odds_names(rules.powers))


def prove(engine: Engine, rules: Rules, extension: Path, sets: Sequence[steps.VP]) -> Tally:
    """Compare the engine with the reference play over these sets of VP."""
    root = built.read(extension)
    engine.do(
        "proof_chains",
        powers=rules.powers,
        call=built.chain(root, "cop.call.go"),
        winds=built.chain(root, "cop.winds.go"),
        odds=[built.chain(root, name) for name in ("cop.refresh", "cop.odds.look", "cop.odds.end")],
        told=odds_names(rules.powers),
    )
    tally = Tally()
    for at in range(0, len(sets), _SETS_A_ROUND):
        part = sets[at : at + _SETS_A_ROUND]
        dice = [[] if steps.is_fiasco(rules, vp) else list(dice_of(rules, vp)) for vp in part]
        inputs = asked_odds(rules)
        asked = [
            {"vp": vp, "dice": each, "odds": inputs} for vp, each in zip(part, dice, strict=True)
        ]
        for vp, thrown, answer in zip(part, dice, engine.do("proof", sets=asked), strict=True):
            tally.add(_compare(rules, vp, thrown, answer))
    return tally


def _compare(rules: Rules, vp: steps.VP, dice: Sequence[tuple[int, ...]], answer: Any) -> Tally:
    tally = Tally(count(rules, vp))
    pairs = [(expected_of_vp(rules, vp), answer["vp"], "")]
    pairs += [
        (expected_of_dice(rules, vp, each), got, f" dice {each}")
        for each, got in zip(dice, answer["dice"], strict=True)
    ]
    pairs += [
        (expected_odds(rules, vp, each), got, f" odds {each}")
        for each, got in zip(asked_odds(rules), answer["odds"], strict=True)
    ]
    wrong = [
        f"VP {vp}{what}: engine {got!r}, rule {want!r}" for want, got, what in pairs if want != got
    ]
    tally.wrong = len(wrong)
    tally.first = wrong[0] if wrong else ""
    return tally


def sample(rules: Rules, sets: Sequence[steps.VP], cases: int | None) -> list[steps.VP]:
    """Return as many sets of VP, always the same, as make at least ``cases`` cases."""
    mixed = list(sets)
    random.Random(15).shuffle(mixed)
    if cases is None:
        return mixed
    chosen = []
    for vp in mixed:
        if cases <= 0:
            break
        chosen.append(vp)
        cases -= count(rules, vp)
    return chosen


def run(home: EngineHome, rules: Rules, cases: int | None, *, engines: int) -> Tally:
    """Prove one rule in several engines at once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        extension = build(rules, folder, {}).path
        host = write_host(folder / "host.vmod")
        chosen = sample(rules, all_sets(rules), cases)
        tally = Tally()
        home.class_path()
        display()  # both are made once, before there are threads

        def part(number: int) -> Tally:
            with Engine(home, host, [extension], jvm_args=("-XX:TieredStopAtLevel=4",)) as engine:
                engine.new_game("Austria")
                tally = prove(engine, rules, extension, chosen[number::engines])
                tally.engine = engine.version
                return tally

        with ThreadPoolExecutor(engines) as pool:
            for each in pool.map(part, range(engines)):
                tally.add(each)
        return tally


def main() -> int:
    """Run the proof from the command line; exit code 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="make proof", description=__doc__)
    parser.add_argument("--cases", type=int, help="size of a sample; all without")
    parser.add_argument("--rules", type=Path, help="errata file")
    parser.add_argument("--engines", type=int, default=2, help="engines at once (default 2)")
    options = parser.parse_args()
    homes = engine_homes()
    if not homes:
        print("no VASSAL engine: run `make engine` (Debian) or set VASSAL_HOME", file=sys.stderr)
        return 2
    rules = load_rules(options.rules)
    proven = fingerprint(rules)
    total = Tally()
    engines: dict[str, int] = {}
    for home in homes:
        started = time.monotonic()
        tally = run(home, rules, options.cases, engines=options.engines)
        seconds = time.monotonic() - started
        print(
            f"engine {home.name}: {tally.cases} cases, {tally.cases / seconds:.0f} per second",
            flush=True,
        )
        if tally.first:
            print(f"first wrong: {tally.first}")
        total.add(tally)
        engines[tally.engine] = tally.cases
    if total.wrong:
        revoke_proof(proven)
    elif options.cases is None:
        keep_proof(Proof(proven, engines))
    print(f"{total.cases} cases, {total.wrong} wrong")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
