from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, not skip, the corpus of those who have none."""
    if not os.environ.get("COP_MODULE_CORPUS"):
        extra = [item for item in items if item.get_closest_marker("corpus")]
        config.hook.pytest_deselected(items=extra)
        items[:] = [item for item in items if item not in extra]
