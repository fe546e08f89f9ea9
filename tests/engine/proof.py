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
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from generator.build import build
from generator.extension.names import NOBODY, odds_names
from generator.play import steps
from generator.release.proof import Proof, fingerprint, keep_proof, revoke_proof
from generator.rules import Rules, load_rules

from . import built
from .cases import Case, Chain, Part, Tally, While, compare, split
from .expected_odds import odds_properties
from .harness import Engine, display
from .homes import EngineHome, engine_homes
from .host import write_host

_SETS_A_ROUND = 40
"""Sets of VP whose cases are made and compared at once."""
_NOT_LOOKED_AT = ("CoP_Last", "CoP_Act", "CoP_Seat")


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


def asked_odds(rules: Rules) -> list[tuple[str, str, str]]:
    """Return for what odds are asked: who won the Issue and the Diplomacy Phase, Metternich."""
    metternich = rules.metternich.power
    others = [power for power in rules.powers if power != metternich]
    return [(others[0], others[1], "false"), (metternich, NOBODY, "true")]


def part_of(rules: Rules, sets: Sequence[steps.VP]) -> Part:
    """Return all cases of some sets of VP."""
    return Part(
        _each("VP", rules),
        (),
        (),
        tuple(Case(_texts(vp), (), (_called(rules, vp), _odds(rules, vp))) for vp in sets),
    )


def _odds(rules: Rules, vp: steps.VP) -> Part:
    """Return the odds that are asked, in idle."""
    names = ("CoP_IssueWinner", "CoP_DiplomacyWinner", "CoP_Metternich")
    state = {name: str(each) for name, each in zip(_each("VP", rules), vp, strict=True)}
    told = odds_names(rules.powers)
    cases = []
    for inputs in asked_odds(rules):
        entered = dict(zip(names, inputs, strict=True))
        found = odds_properties(rules, state | entered | {"CoP_Phase": "idle"})
        put = ("idle", "1", *inputs)
        cases.append(Case(put, tuple(found[name] for name in told)))
    run = ("refresh", While("look", "CoP_OddsDo", "bonus"), "end")
    return Part(("CoP_Phase", "CoP_Copies", *names), run, told, tuple(cases))


def _called(rules: Rules, vp: steps.VP) -> Part:
    """Return Step 1, and what follows it."""
    failed = steps.is_fiasco(rules, vp)
    expected = (str(steps.gap(vp)), "failed" if failed else "called")
    case = Case((rules.powers[1], "false"), expected, () if failed else (_places(rules, vp),))
    return Part(("CoP_IssueWinner", "CoP_Metternich"), ("call",), ("CoP_Gap", "CoP_Phase"), (case,))


def _places(rules: Rules, vp: steps.VP) -> Part:
    """Return places and who rolls, and what comes of each outcome of the dice."""
    places = steps.acting_places(rules, vp)
    rolled = range(1, rules.winds.sides + 1)
    dice = tuple(rolled if each else "0" for each in steps.rollers(rules, places))
    case = Case((), (*_texts(places), *dice), (_rolled(rules, vp),))
    return Part((), ("places",), (*_each("Place", rules), *_each("Die", rules)), (case,))


def _rolled(rules: Rules, vp: steps.VP) -> Part:
    """Return adjusted VP, margin, phase, victor and VP after Step 3, for each outcome."""
    places = steps.acting_places(rules, vp)
    cases = []
    for dice in dice_of(rules, vp):
        after = steps.adjusted(rules, vp, places, dice)
        success = steps.is_success(rules, after)
        now = steps.floored(rules, after) if success else vp
        victor = ", ".join(steps.victors(rules, vp, after)) if success else ""
        phase = "success" if success else "failed"
        margin = str(steps.margin(rules, after))
        cases.append(Case(_texts(dice), (*_texts(after), margin, phase, victor, *_texts(now))))
    told = (
        *_each("After", rules),
        *("CoP_Margin", "CoP_Phase", "CoP_Victor"),
        *_each("VP", rules),
    )
    return Part(_each("Die", rules), ("winds",), told, tuple(cases))


def _each(name: str, rules: Rules) -> tuple[str, ...]:
    return tuple(f"CoP_{name}_{power}" for power in rules.powers)


def _texts(values: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, values))


def chains_of(extension: Path) -> dict[str, Chain]:
    """Return the chains that the cases run, without what they do not look at."""
    root = built.read(extension)

    def chain(name: str) -> Chain:
        return [step for step in built.chain(root, name) if step[0] not in _NOT_LOOKED_AT]

    places, winds = split(chain("cop.winds.go"), "CoP_After_")
    return {
        "call": chain("cop.call.go"),
        "places": places,
        "winds": winds,
        "refresh": chain("cop.refresh"),
        "look": chain("cop.odds.look"),
        "end": chain("cop.odds.end"),
    }


def prove(engine: Engine, rules: Rules, extension: Path, sets: Sequence[steps.VP]) -> Tally:
    """Compare the engine with the reference play over these sets of VP."""
    rounds = (sets[at : at + _SETS_A_ROUND] for at in range(0, len(sets), _SETS_A_ROUND))
    return compare(engine, chains_of(extension), (part_of(rules, each) for each in rounds))


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
        cases = sum(count(rules, vp) for vp in sample(rules, all_sets(rules), options.cases))
        print(f"{cases} cases to play in engine {home.name}", flush=True)
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
