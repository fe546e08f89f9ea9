from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.host.component import Component, component_at, name_of

MODULE = "VASSAL.build.module"


@pytest.mark.parametrize(
    ("chain", "target"),
    [
        ([("Map", "Main Map")], "VASSAL.build.module.Map:Main Map"),
        (
            [("properties.GlobalProperties", None), ("properties.GlobalProperty", "VP_France")],
            "VASSAL.build.module.properties.GlobalProperties/"
            "VASSAL.build.module.properties.GlobalProperty:VP_France",
        ),
        ([("Map", "")], "VASSAL.build.module.Map:"),
        ([("Map", "a/b")], r"VASSAL.build.module.Map:a\/b"),
        ([("Map", "a:b")], r"VASSAL.build.module.Map:a\:b"),
        ([("Map", 'L\'A & "B"')], 'VASSAL.build.module.Map:L\'A & "B"'),
        ([("Map", "'a'")], "VASSAL.build.module.Map:''a''"),
        ([("Map", "\\a")], "VASSAL.build.module.Map:'\\a'"),
        ([("Map", "x"), ("Map", "y")], "VASSAL.build.module.Map:x/VASSAL.build.module.Map:y"),
    ],
)
def test_target(chain: list[tuple[str, str | None]], target: str) -> None:
    """As ComponentPathBuilder.getId writes it."""
    here: Component | None = None
    for cls, name in chain:
        here = Component(f"{MODULE}.{cls}", name, here)
    assert here is not None
    assert here.target == target


NAMES = st.none() | st.text(st.sampled_from("ab/:\\' é\""), max_size=5).filter(
    lambda name: not name.endswith("\\") or name.startswith("\\")
)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_target_leads_back(names: list[str | None]) -> None:
    here: Component | None = None
    for name in names:
        here = Component(f"{MODULE}.Map", name, here)
    assert here is not None
    found = component_at(here.target)
    assert found is not None
    assert [each.name for each in found.upward()] == names[::-1]
    assert found.target == here.target


def test_empty_target_is_the_module() -> None:
    assert component_at("") is None


@pytest.mark.parametrize(
    ("cls", "attributes", "name"),
    [
        ("module.Map", {"mapName": "M", "name": "no"}, "M"),
        ("module.PrivateMap", {"mapName": "M"}, "M"),
        ("module.ToolbarMenu", {"description": "D", "text": "no"}, "D"),
        ("module.documentation.HelpFile", {"title": "T"}, "T"),
        ("widget.PieceSlot", {"entryName": "E"}, "E"),
        ("widget.Chart", {"chartName": "C"}, "C"),
        ("module.map.LOS_Thread", {"threadName": "L"}, "L"),
        ("module.properties.GlobalProperty", {"name": "P"}, "P"),
        ("module.properties.GlobalProperties", {}, None),
        ("module.map.BoardPicker", {"title": "no"}, None),
        ("module.map.boardPicker.board.mapgrid.Zone", {}, ""),
        ("module.folder.MapSubFolder", {"name": "F", "desc": "no"}, "F"),
    ],
)
def test_name_of_a_class(cls: str, attributes: dict[str, str], name: str | None) -> None:
    assert name_of(f"VASSAL.build.{cls}", attributes) == name


def test_map_of_a_class_of_its_own() -> None:
    assert name_of("com.example.ShipMap", {"mapName": "Sea"}) == "Sea"
