"""What ``make proof`` prints, its last line above all."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from . import proof
from .homes import EngineHome


def test_make_proof(
    home: EngineHome,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text("[fiasco]\nlimit = 11\n", "utf-8")
    monkeypatch.setattr(proof, "engine_homes", lambda: [home])
    for more in ([], ["--rules", str(errata)]):
        monkeypatch.setattr(sys, "argv", ["proof", "--cases", "500", "--engines", "1", *more])
        assert proof.main() == 0
        first, last = capsys.readouterr().out.splitlines()
        assert re.fullmatch(rf"engine {re.escape(home.name)}: \d+ cases, \d+ per second", first)
        found = re.fullmatch(r"(\d+) cases, 0 wrong", last)
        assert found is not None
        assert 500 <= int(found[1]) < 2000


def test_make_proof_without_an_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(proof, "engine_homes", list)
    monkeypatch.setattr(sys, "argv", ["proof"])
    assert proof.main() == 2
    assert "no VASSAL engine" in capsys.readouterr().err
