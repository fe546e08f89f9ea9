"""The shipped rule, and a way to change it as errata would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.rules import Rules, load_rules


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture
def ruled(tmp_path: Path) -> Callable[[str], Rules]:
    """Return a function that loads the rule with an errata text laid over it."""

    def load(text: str) -> Rules:
        path = tmp_path / "errata.toml"
        path.write_text(text, encoding="utf-8")
        return load_rules(path)

    return load
