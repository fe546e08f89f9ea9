from __future__ import annotations

from pathlib import Path

import pytest

from generator.build import build
from generator.extension.names import RULE_ENTRY
from generator.host.archive import open_archive, read
from generator.rules import load_rules

ERRATA = """
powers = ["Prussia", "Britain", "France", "Russia"]
[release]
version = "2.0.1"
date = 2031-02-03
title = "Kongreß"
[metternich]
power = "Prussia"
bonus.roll = "flat"
[winds.places]
2 = "gain"
[ties.22]
places = [1, 1, 3, 3]
[rulings]
tied_highest.value = "one-for-all"
tie_break.order = ["Russia", "France", "Britain", "Prussia"]
vp_floor.floor = -7
"""


@pytest.mark.parametrize("text", ["[success]\nmargin = 5\n", ERRATA], ids=["as shipped", "errata"])
def test_a_built_extension_carries_its_rule(text: str, tmp_path: Path) -> None:
    errata = tmp_path / "errata.toml"
    errata.write_text(text, "utf-8")
    rules = load_rules(errata)
    with open_archive(build(rules, tmp_path, {}).path) as archive:
        carried = tmp_path / "carried.toml"
        carried.write_bytes(read(archive, RULE_ENTRY, 100_000))
    assert load_rules(carried) == rules
