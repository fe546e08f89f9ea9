"""A short round of ``make fuzz`` in every run of the tests."""

from __future__ import annotations

import re
import sys

import pytest

from tests import fuzz


def test_broken_input_of_all_kinds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz", "--seconds", "6", "--seed", "15"])
    code = fuzz.main()
    said = capsys.readouterr().out
    assert code == 0, said
    found = re.fullmatch(r"(\d+) inputs, none wrong\n", said)
    assert found is not None, said
    assert int(found[1]) > 20


def test_what_is_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(sys, "argv", ["fuzz", "--seconds", "1"])
    monkeypatch.setattr(fuzz, "_TARGETS", [fails])
    assert fuzz.main() == 1
    assert capsys.readouterr().out == "fails, round 0 of seed 0: ValueError: broken\n"
