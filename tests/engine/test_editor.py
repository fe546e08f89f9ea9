"""The engine's extension editor opens what we build, and saves it with nothing lost or changed."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from lxml import etree

from generator.binding.text import binding_text
from generator.build import build_bound
from generator.compare import defaults
from generator.compare.change import Change
from generator.compare.compare import compare
from generator.rules import Rules
from tests.compare.extension import at, prop, sets, write
from tests.host.builder import (
    board,
    el,
    map_window,
    palette,
    prototype,
    row,
    slot,
    stack,
    zone,
    zoned,
)

from .built import read
from .harness import Engine
from .tracks import bare_regions, binding

START = Callable[..., Engine]
_SLOT = "VASSAL.build.widget.PieceSlot"
_OLD_ENGINE = "3.6.0-SNAPSHOT"


def saved(engine: Engine, extension: Path) -> tuple[Path, list[str]]:
    """Open an extension in the editor and save it, by its name, in another folder.

    The other value is what the editor finds wrong with it.
    """
    mine = engine.folder / "edited" / extension.name
    theirs = engine.folder / "saved" / extension.name
    for path in (mine, theirs):
        path.parent.mkdir()
    mine.write_bytes(extension.read_bytes())
    engine.do("edit", path=str(mine))
    told = engine.do("edit_save_as", path=str(theirs))
    engine.do("edit_close")
    assert engine.problems() == []
    assert engine.dialogs() == []
    return theirs, told


def gates(changes: list[Change]) -> list[Change]:
    """Return the changes but for what 3.6.0-SNAPSHOT does not know: what greys a button."""
    return [each for each in changes if each.what not in ("canDisable", "propertyGate")]


def check_round_trip(engine: Engine, extension: Path) -> None:
    engine.clear()
    theirs, told = saved(engine, extension)
    assert told == []
    assert engine.chat() == [f"- Extension saved: {extension.name}"]
    found = [*compare(extension, theirs).changes]
    if engine.version.startswith(_OLD_ENGINE):
        assert found != gates(found)
        found = gates(found)
    assert found == []
    ours, again = read(extension), read(theirs)
    assert gpids(again) == gpids(ours)
    assert again.get("nextPieceSlotId") == ours.get("nextPieceSlotId")
    counted = Counter(each.tag for each in again.iter())
    counted -= Counter({f"VASSAL.build.module.map.{name}": 1 for name in defaults.IMPLIED["Map"]})
    assert counted == Counter(each.tag for each in ours.iter())
    with zipfile.ZipFile(extension) as old, zipfile.ZipFile(theirs) as new:
        assert {*new.namelist()} == {*old.namelist(), "moduledata"}


def gpids(root: etree._Element) -> dict[str, str]:
    return {str(each.get("gpid")): str(each.get("entryName")) for each in root.iter(_SLOT)}


def test_round_trip(start: START, extension: Path) -> None:
    check_round_trip(start(extensions=[]), extension)


def test_round_trip_of_a_bound_build(start: START, rules: Rules, tmp_path: Path) -> None:
    track = bare_regions(tmp_path / "host.vmod")
    file = tmp_path / "cov.toml"
    bound = binding(track)
    file.write_text(binding_text(bound.module, bound.version, dict(bound.powers), {}), "utf-8")
    extension = build_bound(rules, track.module, file, tmp_path, {}).path
    check_round_trip(start(track.module, []), extension)


def others(path: Path) -> Path:
    """Write an extension of somebody who leaves out all that the engine assumes."""
    known = defaults.defaults()
    traits = [(f"{each};", "") for each in known.traits if each not in _NEEDS_FIELDS]
    return write(
        path,
        prop("A", sets("go", "{A+1}")),
        at(
            "",
            map_window(
                board(zoned(zone(row("{}", range(3)), name="Z"))),
                name="Other",
                inside=[
                    stack(slot("P", *traits, gpid="abc:1"), slot("Q", gpid="abc:2")),
                    el("module.map.DrawPile", slot("Card", gpid="abc:3"), name="D", x="5", y="6"),
                    el("module.map.CounterDetailViewer"),
                    el("module.map.MassKeyCommand", name="K"),
                ],
            ),
        ),
        at("", palette(slot("R", *traits[:5], gpid="abc:4"))),
        *(at("", el(f"module.{each}", name=f"a {each}")) for each in _AT_THE_TOP),
        at("VASSAL.build.module.PrototypesContainer", prototype("X", ("mark;A", "b"))),
    )


_NEEDS_FIELDS = frozenset({"table"})
"""A trait that the engine cannot make without fields."""
_AT_THE_TOP = (
    "DiceButton",
    "DoActionButton",
    "GlobalKeyCommand",
    "Inventory",
    "MultiActionButton",
    "NotesWindow",
    "PrivateMap",
    "PlayerHand",
    "RandomTextButton",
    "SpecialDiceButton",
    "StartupGlobalKeyCommand",
    "ToolbarMenu",
    "turn.TurnTracker",
)


def test_round_trip_of_an_extension_that_leaves_out_defaults(start: START, tmp_path: Path) -> None:
    engine = start(extensions=[])
    extension = others(tmp_path / "others.vmdx")
    theirs, told = saved(engine, extension)
    assert [("board" in each, "a P" in each) for each in told] == [(True, True)] * 2
    assert compare(extension, theirs).changes == []


def test_defaults_are_the_engines(start: START) -> None:
    """What differs between the two engines has the newer one's value in the table."""
    engine = start(extensions=[])
    known = defaults.defaults()
    for cls, attributes in engine.do("component_defaults").items():
        print(cls, attributes, known)
