"""The shipped rule."""

from __future__ import annotations

import pytest

from generator.rules import Rules, load_rules


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()
