"""The targets that the reader of modules gives are the ones that the engine builds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.host.component import Component
from generator.host.read import read_module

from .harness import Engine
from .host import AWKWARD_NAME, wrap_module, write_host
from .test_opening import corpus

START = Callable[..., Engine]
_SHOWN_OTHERWISE = ("PieceSlot", "CardSlot", "SetupStack", "CounterDetailViewer")
"""Named by what their pieces look like or, without a name, in the language of the engine."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", corpus(), ids=lambda path: path.name)


def paths(tree: list[dict[str, object]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the class and name of each component and of those above it."""
    here: list[tuple[str, str]] = []
    for each in tree:
        depth = each["depth"]
        assert isinstance(depth, int)
        here = [*here[:depth], (str(each["class"]), str(each["name"]))]
        yield here


def compared(found: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((cls, "" if cls.endswith(_SHOWN_OTHERWISE) else name) for cls, name in found)


def of_reader(component: Component) -> list[tuple[str, str]]:
    return [(each.cls, each.name or "") for each in component.upward()][::-1]


def check(engine: Engine, path: Path) -> None:
    built = {compared(each) for each in paths(engine.do("component_tree"))}
    read = [compared(of_reader(each)) for each in read_module(path).components]
    assert read
    assert [each for each in read if each not in built] == []


def test_of_a_module_with_awkward_names(start: START, tmp_path: Path) -> None:
    module = write_host(
        tmp_path / "awkward.vmod",
        name=AWKWARD_NAME,
        map_names=(AWKWARD_NAME, "Second"),
        properties={AWKWARD_NAME: "3"},
    )
    check(start(module, []), module)


@pytest.mark.corpus
def test_of_a_real_module(start: START, tmp_path: Path, folder: Path) -> None:
    module = wrap_module(folder, tmp_path / "module.vmod")
    check(start(module, []), module)
