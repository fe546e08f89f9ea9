"""What the odds' properties must be, from the odds in Python."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from generator.extension.names import odds_names
from generator.play import steps
from generator.play.odds import odds
from generator.rules import Rules


def odds_properties(rules: Rules, state: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of the odds that belong to all others."""
    powers = rules.powers
    if state["CoP_Phase"] not in ("idle", "called"):
        return dict.fromkeys(odds_names(powers), "")
    vp = tuple(int(state[f"CoP_VP_{power}"]) for power in powers)
    issue = state["CoP_IssueWinner"]
    due = (
        state["CoP_Phase"] == "idle"
        and state["CoP_Metternich"] == "true"
        and issue == rules.metternich.power
    )
    found = odds(rules, vp, metternich=due)
    of = outcomes(rules, vp, metternich=due)
    chances = {"CoP_ChanceOf": Fraction(of), "CoP_Chance": found.success * of}
    for power in powers:
        tied = sum(each for who, each in found.victors.items() if power in who and len(who) > 1)
        chances[f"CoP_Chance_{power}"] = found.victors.get((power,), Fraction(0)) * of
        chances[f"CoP_ChanceTied_{power}"] = Fraction(tied * of)
    assert all(each.denominator == 1 for each in chances.values())
    costs = dict.fromkeys(powers, "")
    if issue and found.failure:
        diplomacy = state["CoP_DiplomacyWinner"]
        losses = found.expected_losses(issue, diplomacy if diplomacy in powers else None)
        costs = {power: str(losses[power]) for power in powers}
    return {
        **{name: str(each) for name, each in chances.items()},
        **{f"CoP_Cost_{power}": each for power, each in costs.items()},
    }


def outcomes(rules: Rules, vp: steps.VP, *, metternich: bool) -> int:
    """Return how many outcomes the odds count."""
    bonus = rules.metternich.bonus
    if metternich and bonus.rolls:
        return int(rules.winds.sides ** len(vp) * bonus.sides)
    if metternich:
        at = rules.powers.index(rules.metternich.power)
        vp = (*vp[:at], vp[at] + bonus.flat, *vp[at + 1 :])
    if steps.is_fiasco(rules, vp):
        return 1
    return int(rules.winds.sides ** sum(steps.rollers(rules, steps.acting_places(rules, vp))))
