"""The odds as players meet them: told in the chat, undone, in other languages and builds."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from generator.build import build
from generator.extension.names import odds_names
from generator.play.odds import odds
from generator.rules import Rules, load_rules
from tests.interface import POWERS

from .expected_odds import odds_properties
from .harness import CANCEL, Engine

START = Callable[..., Engine]
VP = (40, 25, 30, 28)


def enter(engine: Engine, vp: tuple[int, ...], issue: str, diplomacy: str, part: str) -> None:
    values = {f"CoP_VP_{power}": each for power, each in zip(POWERS, vp, strict=True)}
    engine.set_props(
        values, CoP_IssueWinner=issue, CoP_DiplomacyWinner=diplomacy, CoP_Metternich=part
    )


def told(engine: Engine) -> list[str]:
    """Press CoP_Odds; return its lines without what all begin with."""
    engine.chat()
    engine.press("CoP_Odds")
    return [line.split(": ", 2)[-1] for line in engine.chat()]


def test_told_in_the_chat(engine: Engine, rules: Rules) -> None:
    enter(engine, VP, "Austria", "France", "false")
    assert told(engine) == [
        "Austria 40, Britain 25, France 30, Russia 28. "
        "Success 61.11 % (11/18), failure 38.89 % (7/18).",
        "Austria wins 58.33 % (7/12); Austria and Russia tied 2.78 % (1/36).",
        "if it fails, expected loss of VP in Step 4: Austria 4, Britain 0, France 2, Russia 0.",
        "calling costs Austria 1.56 (14/9) VP on average in Step 4; "
        "declining costs 2 VP for certain.",
    ]
    enter(engine, (38, 30, 28, 25), "Austria", "", "true")
    lines = told(engine)
    found = odds(rules, (38, 30, 28, 25), metternich=True)
    for chance in (found.success, found.failure, found.fiasco):
        assert f"({chance})" in lines[0]
    exact = [str(found.victors[who]) for who in (("Austria",), ("France",), ("Austria", "France"))]
    assert re.findall(r"\((\d+/\d+)\)", lines[1]) == exact
    assert len(found.victors) == len(exact)
    assert "Metternich's bonus for Austria (1 to 3 VP) is counted in." in lines[0]
    assert "Nobody is counted as winner of the Diplomacy Phase" in lines[2]
    loss = found.failure * found.expected_losses("Austria", None)["Austria"]
    assert f"({loss}) VP on average" in lines[3]
    assert lines[3].endswith("only if the congress is called.")
    enter(engine, VP, "", "", "false")
    assert (
        told(engine)[2] == "what a failure costs is told once the winner of the Issue is entered."
    )
    enter(engine, (20, 20, 20, 20), "Britain", "None", "true")
    lines = told(engine)
    assert len(lines) == 3
    assert "Success 100 %, failure 0 %." in lines[0]
    assert sum(map(Fraction, re.findall(r"\((\d+/\d+)\)", lines[1]))) == 1
    assert engine.problems() == []


def test_follow_and_are_undone(engine: Engine, rules: Rules) -> None:
    """Of each press that changes what they depend on; empty where they are about nothing."""
    names = odds_names(POWERS)

    def are() -> dict[str, str]:
        found = engine.props(*names)
        assert found == odds_properties(rules, engine.all_props())
        return found

    assert set(engine.props(*names).values()) == {""}
    enter(engine, VP, "Austria", "France", "false")
    engine.press("CoP_Odds")
    seen = [are()]
    presses: list[tuple[str, tuple[object, ...], bool]] = [
        ("CoP_AskVP_Austria", ("39",), True),
        ("CoP_AskVP_Austria", (CANCEL,), False),
        ("CoP_AskDiplomacyWinner", ("Russia",), True),
        ("CoP_AskIssueWinner", ("Britain",), True),
        ("CoP_ToggleMetternich", (), False),
        ("CoP_AskIssueWinner", ("Austria",), True),
        ("CoP_Record", (), False),
        ("CoP_Call", (), True),
        ("CoP_Winds", (), True),
    ]
    engine.force_dice(1, 1, 6)
    for key, answers, changes in presses:
        engine.answer(*answers)  # type: ignore[arg-type]
        engine.press(key)
        seen.append(are())
        assert (seen[-1] != seen[-2]) == changes, key
    assert set(seen[-1].values()) == {""}
    for before in reversed(seen[:-1]):
        engine.undo()
        assert engine.props(*names) == before
    engine.do("forced_left")
    assert engine.problems() == []


def test_other_language(start: START, rules: Rules, tmp_path: Path) -> None:
    engine = start(extensions=[build(rules, tmp_path, {}, language="es").path])
    engine.new_game("Austria")
    enter(engine, VP, "Austria", "France", "false")
    lines = told(engine)
    sign = "\N{NO-BREAK SPACE}%"
    assert f"Éxito 61,11{sign} (11/18), fracaso 38,89{sign} (7/18)." in lines[0]
    assert lines[1] == (
        f"vence Austria 58,33{sign} (7/12); empate de Austria y Rusia 2,78{sign} (1/36)."
    )
    assert "1,56 (14/9) PV" in lines[3]
    assert engine.prop("CoP_Cost_France") == "2"
    assert engine.problems() == []


@pytest.mark.parametrize(
    "errata", ["[winds]\nsides = 100", "[fiasco]\nlimit = 1000\n[success]\nmargin = 1000"]
)
def test_too_many_to_tell(start: START, tmp_path: Path, errata: str) -> None:
    """A rule that no table holds is built and played all the same."""
    file = tmp_path / "errata.toml"
    file.write_text(errata, "utf-8")
    engine = start(extensions=[build(load_rules(file), tmp_path, {}).path])
    engine.new_game("Austria")
    enter(engine, VP, "Austria", "France", "false")
    (line,) = told(engine)
    assert "not done, the rule as built has more outcomes" in line
    engine.press("CoP_Call")
    assert engine.prop("CoP_Phase") == "called"
    assert set(engine.props(*odds_names(POWERS)).values()) == {""}
    assert engine.problems() == []


def test_limit_beyond_what_dice_bridge(start: START, tmp_path: Path) -> None:
    """Gaps are cut where they come to the same."""
    file = tmp_path / "errata.toml"
    file.write_text("[fiasco]\nlimit = 40\n[winds]\nsides = 4", "utf-8")
    rules = load_rules(file)
    engine = start(extensions=[build(rules, tmp_path, {}).path])
    engine.new_game("Austria")
    for vp in ((0, 40, 20, 20), (41, 0, 3, 3), (40, 38, 2, 0), (5, 44, 43, 43), (14, 0, 14, 0)):
        for inputs in (("Austria", "None", "true"), ("Russia", "Russia", "false")):
            enter(engine, vp, *inputs)
            engine.press("CoP_Odds")
            assert engine.props(*odds_names(POWERS)) == odds_properties(rules, engine.all_props())
    assert engine.problems() == []
