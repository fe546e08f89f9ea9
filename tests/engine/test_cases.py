"""Every property of the interface after every command, in the engine and in the reference play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.build import build
from generator.extension.names import public_names
from generator.play import steps
from generator.rules import PATTERNS, Rules, load_rules

from . import proof
from .harness import Engine
from .homes import EngineHome
from .scenarios import WHOLE, Scenario, expected, play, scenarios


def test_scenarios_cover_what_they_must(rules: Rules) -> None:
    found = scenarios()
    assert len(found) >= 200
    assert {steps.pattern(each.vp) for each in found} == set(PATTERNS)
    last = [expected(rules, each) for each in found]
    phases = {properties["CoP_Phase"] for each in last for _, properties, _ in each}
    assert phases == {"idle", "called", "success", "failed", "declined", "unpaid", "closed"}
    gaps = {properties["CoP_Gap"] for each in last for _, properties, _ in each}
    assert {"15", "16"} <= gaps
    margins = {properties["CoP_Margin"] for each in last for _, properties, _ in each}
    assert {"5", "6"} <= margins
    dice = {face for each in last for _, _, taken in each for face in taken}
    assert dice == set(range(1, 7))


def test_engine_plays_as_the_reference_does(engine: Engine, rules: Rules) -> None:
    wrong = [line for scenario in scenarios() for line in play(engine, rules, scenario)]
    assert not wrong, "\n".join(wrong[:20])
    assert engine.problems() == []


def test_a_large_sample_of_all_cases(home: EngineHome, rules: Rules) -> None:
    """The whole of it is ``make proof``."""
    tally = proof.run(home, rules, 20_000, engines=2)
    assert tally.cases >= 20_000
    assert not tally.wrong, tally.first


def test_the_whole_is_what_it_should_be(rules: Rules) -> None:
    sets = proof.all_sets(rules)
    rolled = [vp for vp in sets if not steps.is_fiasco(rules, vp)]
    assert len(rolled) == 14_911
    assert sum(proof.count(rules, vp) for vp in sets) == 1_003_730 + 2 * len(sets)


def test_proof_finds_what_is_wrong(
    engine: Engine, extension: Path, tmp_path: Path, rules: Rules
) -> None:
    """Against a rule that the extension was not built for, cases are wrong."""
    errata = tmp_path / "errata.toml"
    errata.write_text("[success]\nmargin = 4\n", "utf-8")
    other = load_rules(errata)
    chosen = proof.sample(rules, proof.all_sets(rules), 1000)
    assert proof.prove(engine, rules, extension, chosen).wrong == 0
    tally = proof.prove(engine, other, extension, chosen)
    assert 0 < tally.wrong < tally.cases
    assert "CoP_Margin" in tally.first or "'success'" in tally.first
    errata.write_text("[penalties.amount]\ndivisor = 3\n", "utf-8")
    tally = proof.prove(engine, load_rules(errata), extension, chosen)
    assert tally.wrong
    assert "CoP_Cost_" in tally.first


def test_reference_knows_every_public_property(rules: Rules) -> None:
    properties = expected(rules, Scenario((30, 20, 19, 18), WHOLE))[0][1]
    assert set(properties) | {"CoP_Last"} == set(public_names(rules))


SWITCHED = {
    "variant-2019": (Path(__file__).parents[1] / "rules/variant-2019.toml").read_text("utf-8"),
    "no-resource, flat-penalty": "[rulings.no_resource]\nvalue = 'declines'\n"
    "[penalties.amount]\nroll='flat'\n[penalties]\norder=['issue-winner','highest']",
    "metternich": "[rulings.metternich_when]\nvalue = 'activation'",
    "margin": "[rulings.margin]\nvalue = 'distinct-scores'",
    "tie-order": "[rulings.tie_break]\nvalue = 'order'\n"
    "order = ['Russia','France','Britain','Austria']",
    "tie-before": "[rulings.tie_break]\nvalue = 'before-then-table'",
    "sequential": "[rulings.penalty_order]\nvalue = 'sequential'",
    "one-for-all": "[rulings.tied_highest]\nvalue = 'one-for-all'",
    "none-if-tied": "[rulings.tied_highest]\nvalue = 'none'",
    "sequential-one": "[rulings]\npenalty_order.value = 'sequential'\n"
    "tied_highest.value = 'one-for-all'",
    "floor": "[rulings.vp_floor]\nvalue = 'floor'\nfloor = 19",
    "tie-rows": "[ties]\n112.places=[1,2,4,4]\n121.places=[1,3,3,4]\n13.places=[1,3,3,3]\n"
    "22.places=[1,1,3,3]\n4.places=[4,4,4,4]",
    "errata": "[fiasco]\nlimit=12\n[success]\nmargin=3\n[winds]\nsides=8\n"
    "[penalties.amount]\nsides=8\ndivisor=3",
}


@pytest.mark.parametrize("name", SWITCHED)
def test_build_follows_the_data(name: str, start: Callable[..., Engine], tmp_path: Path) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text(SWITCHED[name], "utf-8")
    changed = load_rules(errata)
    extension = build(changed, tmp_path, {}).path
    engine = start(extensions=[extension])
    engine.new_game("Austria")
    shipped = load_rules()
    found = scenarios()
    touched = [each for each in found if expected(shipped, each) != expected(changed, each)]
    assert touched
    played = [*touched[:: len(touched) // 25 or 1], *found[::12]]
    wrong = [line for scenario in played for line in play(engine, changed, scenario)]
    assert not wrong, "\n".join(wrong[:20])
    assert engine.problems() == []
    tally = proof.prove(
        engine, changed, extension, proof.sample(changed, proof.all_sets(changed), 500)
    )
    assert tally.cases >= 500
    assert not tally.wrong, tally.first
