from __future__ import annotations

import pytest

from generator.host.names import PowerNames, score_strength, words

from .builder import POWERS


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("VP_France", "vp france"),
        ("FrenchVP", "french vp"),
        ("vpFrance2", "vp france 2"),
        ("VPFrance", "vp france"),
        ("P1VPs", "p 1 vps"),
        ("VICTORY POINTS", "victory points"),
        ("Österreich", "osterreich"),
        ("L'Aigle", "l aigle"),
        ("", ""),
        ("漢字", ""),
    ],
)
def test_words(text: str, found: str) -> None:
    assert words(text) == tuple(found.split())


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("French VP", 2),
        ("VPs", 2),
        ("Victory Track", 2),
        ("score_F", 2),
        ("Points", 1),
        ("Resource Points", 1),
        ("MVP", 0),
        ("Underscore", 0),
        ("Viewpoint", 0),
        ("", 0),
    ],
)
def test_score(text: str, strength: int) -> None:
    assert score_strength(text) == strength


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("VP France", {"France": 2}),
        ("FRENCH vp", {"France": 2}),
        ("Österreich VP", {"Austria": 2}),
        ("Austrian score", {"Austria": 2}),
        ("british_points", {"Britain": 2}),
        ("VPRUSSIA", {"Russia": 2}),
        ("russiavp", {"Russia": 2}),
        ("Prussian VP", {}),
        ("VP_Fr", {"France": 1}),
        ("VP_AUS", {"Austria": 1}),
        ("F VP", {}),
        ("Francesca", {}),
        ("France and Russia", {"France": 2, "Russia": 2}),
        ("", {}),
    ],
)
def test_powers_of_the_rule(text: str, named: dict[str, int]) -> None:
    assert PowerNames(POWERS).named(text) == named


@pytest.mark.parametrize(
    ("powers", "text", "named"),
    [
        (("Player1", "Player2"), "P2VPs", {"Player2": 2}),
        (("Player 1", "Player 2"), "player_1 score", {"Player 1": 2}),
        (("Central Powers", "Entente"), "VP Central Powers", {"Central Powers": 2}),
        (("Central Powers", "Entente"), "Central VP", {}),
        (("Rome", "Romania"), "VP Rom", {}),
        (("Rome", "Romania"), "VP Roma", {"Romania": 1}),
        (("Genoa",), "Genoan VP", {"Genoa": 2}),
        (("",), "VP", {}),
        (("France", "France"), "France", {"France": 2}),
    ],
)
def test_other_powers(powers: tuple[str, ...], text: str, named: dict[str, int]) -> None:
    assert PowerNames(tuple(dict.fromkeys(powers))).named(text) == named


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("French VP 12", 0),
        ("French VP max", 1),
        ("old score of France before", 2),
        ("VP Fr", 0),
        ("The French VP marker", 0),
    ],
)
def test_other_words(text: str, count: int) -> None:
    assert PowerNames(POWERS).other_words("France", text) == count
