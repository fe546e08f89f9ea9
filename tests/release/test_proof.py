from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import pytest

from generator.errors import InputError
from generator.release.proof import (
    STAMP,
    Proof,
    fingerprint,
    keep_proof,
    require_proof,
    revoke_proof,
)
from generator.rules import Rules, load_rules


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rules:
    monkeypatch.chdir(tmp_path)
    return load_rules()


def test_another_version_needs_no_other_proof(rules: Rules) -> None:
    proof = Proof(fingerprint(rules), {"3.7.26": 12})
    keep_proof(proof)
    later = replace(rules.release, version="3.2.1", date=dt.date(2040, 1, 1))
    assert require_proof(replace(rules, release=later), None) == proof


def test_another_rule_does(rules: Rules) -> None:
    keep_proof(Proof(fingerprint(rules), {"3.7.26": 12}))
    other = replace(rules, success=replace(rules.success, margin=4))
    with pytest.raises(InputError, match="another state") as caught:
        require_proof(other, Path("my errata.toml"))
    assert str(caught.value).endswith("; make proof RULES='my errata.toml'")


def test_another_reference_play_does(
    rules: Rules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_proof(Proof(fingerprint(rules), {"3.7.26": 12}))
    (tmp_path / "steps.py").write_text("")
    monkeypatch.setattr("generator.release.proof._REFERENCE", tmp_path)
    with pytest.raises(InputError, match="another state"):
        require_proof(rules, None)


@pytest.mark.parametrize(
    "text",
    [None, "", "{}", "[]", "3", '{"fingerprint": "a", "engines": []}', "\0", '{"engines":3}'],
)
def test_no_proof(rules: Rules, text: str | None) -> None:
    if text is not None:
        STAMP.parent.mkdir()
        STAMP.write_text(text)
    with pytest.raises(InputError, match=r"no whole proof .*; make proof$"):
        require_proof(rules, None)


def test_a_disproved_rule_loses_its_own_proof_only(rules: Rules) -> None:
    keep_proof(Proof("one", {"3.7.26": 12}))
    revoke_proof("other")
    assert json.loads(STAMP.read_text()) == {"fingerprint": "one", "engines": {"3.7.26": 12}}
    revoke_proof("one")
    assert not STAMP.exists()
    revoke_proof("one")
