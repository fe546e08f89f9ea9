"""What ``make proof`` leaves for a release: of which logic every case was played, and where."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import shlex
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.build import build
from generator.errors import InputError
from generator.package import write
from generator.rules import Rules

STAMP = Path("build") / "proof.json"
"""Where it stands."""
_NO_VERSION, _NO_DATE = "0.0", dt.date(2000, 1, 1)
_REFERENCE = Path(__file__).parents[1] / "play"


@dataclass(frozen=True)
class Proof:
    """Every case was right."""

    fingerprint: str
    """Of what was proven."""
    engines: Mapping[str, int]
    """Cases that were played, by the engine's version."""


def fingerprint(rules: Rules) -> str:
    """Return what two builds have in common of which one proof holds.

    It is of the English build for any module, as if its release had no version and date, and of the
    play that it was compared with: another version alone needs no other proof.
    """
    bare = replace(rules, release=replace(rules.release, version=_NO_VERSION, date=_NO_DATE))
    digest = hashlib.sha256()
    with tempfile.TemporaryDirectory() as name:
        digest.update(build(bare, Path(name), {}).path.read_bytes())
    for path in sorted(_REFERENCE.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def keep_proof(proof: Proof, path: Path = STAMP) -> None:
    """Write the stamp.

    Raises:
        InputError, GeneratorError: as ``write``.
    """
    told = {"fingerprint": proof.fingerprint, "engines": dict(proof.engines)}
    write(path, (json.dumps(told, indent=2) + "\n").encode())


def revoke_proof(disproved: str, path: Path = STAMP) -> None:
    """Remove the stamp of a fingerprint that has turned out wrong; that of another one stays."""
    found = _read(path)
    if found is not None and found.fingerprint == disproved:
        path.unlink()


def require_proof(rules: Rules, errata: Path | None, path: Path = STAMP) -> Proof:
    """Return the proof of these rules.

    Raises:
        InputError: there is none, or it is of something else.
    """
    found = _read(path)
    mend = "make proof" if errata is None else f"make proof RULES={shlex.quote(str(errata))}"
    if found is None:
        raise InputError(
            f"{path}: in this folder is no whole proof of the rule (a sample is none); {mend}"
        )
    if found.fingerprint != fingerprint(rules):
        raise InputError(f"{path}: is the proof of another state of the rule; {mend}")
    return found


def _read(path: Path) -> Proof | None:
    try:
        told = json.loads(path.read_text("utf-8"))
        return Proof(str(told["fingerprint"]), {str(k): int(v) for k, v in told["engines"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
