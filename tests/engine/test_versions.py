"""Players with different releases in one game: the engine says nothing, we do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator.build import build
from generator.rules import load_rules

from .harness import Engine
from .sharing import deliver, enter, join

START = Callable[..., Engine]


def test_a_player_on_an_older_copy_is_told_and_so_are_the_others(
    start: START, extension: Path, tmp_path: Path
) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text("[release]\nversion = '1.10'\ndate = 2027-03-01\n", "utf-8")
    newer = start(extensions=[build(load_rules(errata), tmp_path, {}).path], player="Newer")
    older = start(extensions=[extension], player="Older")
    join(older, tmp_path / "game.vsav", (newer, "Austria"))
    newer.set_side("Austria")
    version = load_rules().release.version

    def told(presser: Engine, key: str) -> list[str]:
        other = newer if presser is older else older
        presser.clear()
        other.clear()
        presser.press(key)
        deliver(presser, other)
        lines = [line for line in presser.chat() if "careful" in line]
        assert [line for line in other.chat() if "careful" in line] == lines
        return lines

    enter(older)
    deliver(older, newer)
    older.force_dice(2)
    assert told(older, "CoP_Call") == []
    newer.force_dice(1, 3)
    assert told(newer, "CoP_Winds") == [
        f"* CoP 15.6: Newer: careful, the press before this one was made with version {version} of "
        "this extension, here it is 1.10: players of one game need the same file."
    ]
    assert newer.prop("CoP_Phase") == older.prop("CoP_Phase") != "called"
    assert told(newer, "CoP_Record") == []
    (line,) = told(older, "CoP_Reset")
    assert "made with version 1.10 of" in line
    assert f"here it is {version}" in line
    assert older.problems() == newer.problems() == []
