"""What ``make proof`` prints, its last line above all."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from generator.release.proof import STAMP, require_proof
from generator.rules import load_rules

from . import proof
from .cases import Tally
from .homes import EngineHome


def test_make_proof(
    home: EngineHome,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text("[fiasco]\nlimit = 11\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(proof, "engine_homes", lambda: [home])
    for more in ([], ["--rules", str(errata)]):
        monkeypatch.setattr(sys, "argv", ["proof", "--cases", "500", "--engines", "1", *more])
        assert proof.main() == 0
        begun, first, last = capsys.readouterr().out.splitlines()
        assert begun == f"{last.partition(' ')[0]} cases to play in engine {home.name}"
        assert re.fullmatch(rf"engine {re.escape(home.name)}: \d+ cases, \d+ per second", first)
        found = re.fullmatch(r"(\d+) cases, 0 wrong", last)
        assert found is not None
        assert 500 <= int(found[1]) < 2000
    assert not STAMP.exists()  # a sample is no proof


def test_what_a_release_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole proof without a fault is remembered, until the same turns out wrong."""
    tally = Tally(cases=7, engine="3.7.26")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(proof, "engine_homes", lambda: [EngineHome(tmp_path)])
    monkeypatch.setattr(proof, "run", lambda *_, **__: tally)
    monkeypatch.setattr(sys, "argv", ["proof"])
    assert proof.main() == 0
    assert require_proof(load_rules(), None).engines == {"3.7.26": 7}
    tally.wrong = 1
    assert proof.main() == 1
    assert not STAMP.exists()


def test_make_proof_without_an_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(proof, "engine_homes", list)
    monkeypatch.setattr(sys, "argv", ["proof"])
    assert proof.main() == 2
    assert "no VASSAL engine" in capsys.readouterr().err
