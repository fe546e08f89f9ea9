"""The engine's extension editor opens what we build, and saves it with nothing lost or changed."""

from __future__ import annotations

import json
import os
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

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
VP = {"Austria": 30, "Britain": 28, "France": 27, "Russia": 26}
DICE = (6, 1)
"""Of Austria and Britain in Step 2."""


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


def without_gates(changes: Sequence[Change]) -> list[Change]:
    """Return the changes but for what 3.6.0-SNAPSHOT does not know: what greys a button."""
    return [each for each in changes if each.what not in ("canDisable", "propertyGate")]


def check_round_trip(engine: Engine, extension: Path) -> Path:
    """Return what the editor saved."""
    engine.clear()
    theirs, told = saved(engine, extension)
    assert told == []
    assert engine.chat() == [f"- Extension saved: {extension.name}"]
    found = [*compare(extension, theirs).changes]
    if engine.version.startswith(_OLD_ENGINE):
        assert found != without_gates(found)
        found = without_gates(found)
    assert found == []
    ours, again = read(extension), read(theirs)
    assert gpids(again) == gpids(ours)
    assert again.get("nextPieceSlotId") == ours.get("nextPieceSlotId")
    added = {f"VASSAL.build.module.map.{each}": 1 for each in ("HighlightLastMoved", "Flare")}
    assert Counter(each.tag for each in again.iter()) == Counter(
        each.tag for each in ours.iter()
    ) + Counter(added)
    with zipfile.ZipFile(extension) as old, zipfile.ZipFile(theirs) as new:
        assert {*new.namelist()} == {*old.namelist(), "moduledata"}
    return theirs


def gpids(root: etree._Element) -> dict[str, str]:
    return {str(each.get("gpid")): str(each.get("entryName")) for each in root.iter(_SLOT)}


def test_round_trip(start: START, engine: Engine, extension: Path, tmp_path: Path) -> None:
    """And what the editor saved goes on with a game of the file as we built it, alike."""
    editor = start(extensions=[])
    theirs = tmp_path / extension.name
    theirs.write_bytes(check_round_trip(editor, extension).read_bytes())
    editor.close()
    engine.set_props({f"CoP_VP_{power}": vp for power, vp in VP.items()}, CoP_IssueWinner="Austria")
    engine.press("CoP_Call")
    assert engine.prop("CoP_Phase") == "called"
    game = tmp_path / "game.vsav"
    engine.save(game)
    played = [goes_on(each, game) for each in (engine, start(extensions=[theirs]))]
    assert played[0] == played[1]
    values, said = played[0]
    assert (values["CoP_Phase"], values["CoP_Die_Austria"]) == ("success", "6")
    assert any("Step 3" in line for line in said)


def goes_on(engine: Engine, game: Path) -> tuple[dict[str, str], list[str]]:
    """Load a game in which the winds are due, roll them; return our values and the chat."""
    engine.load(game, "Austria")
    engine.clear()
    engine.force_dice(*DICE)
    engine.press("CoP_Winds")
    said = engine.chat()
    rolled = {each: value for each, value in engine.all_props().items() if each.startswith("CoP_")}
    assert engine.do("forced_left") == 0
    engine.undo()
    assert engine.prop("CoP_Phase") == "called"
    assert engine.problems() == []
    assert engine.dialogs() == []
    return rolled, said


def test_round_trip_of_a_bound_build(start: START, rules: Rules, tmp_path: Path) -> None:
    track = bare_regions(tmp_path / "host.vmod")
    file = tmp_path / "cov.toml"
    bound = binding(track)
    file.write_text(binding_text(bound.module, bound.version, dict(bound.powers), {}), "utf-8")
    extension = build_bound(rules, track.module, file, tmp_path, {}).path
    check_round_trip(start(track.module, []), extension)


_ODD_WITHOUT_FIELDS = frozenset({"table", "nonRect2", "button", "markmoved"})
"""Traits that cannot be without fields, or are others then in each engine."""
_NEWER = frozenset({"border", "cmt", "locCommand", "setpieceprop"})
"""Traits that 3.6.0-SNAPSHOT does not know."""
_AT_THE_TOP = (
    "DiceButton",
    "DoActionButton",
    "GlobalKeyCommand",
    "Inventory",
    "MultiActionButton",
    "NotesWindow",
    "RandomTextButton",
    "SpecialDiceButton",
    "StartupGlobalKeyCommand",
    "ToolbarMenu",
    "turn.TurnTracker",
)


def bare_extension(path: Path) -> Path:
    """Write an extension of somebody who leaves out all that the engine assumes."""
    left_out = _ODD_WITHOUT_FIELDS | _NEWER
    traits = [(f"{each};", "") for each in defaults.defaults().traits if each not in left_out]
    return write(
        path,
        prop("A", sets("go", "{A+1}")),
        at(
            "",
            map_window(
                board(zoned(zone(row("{}", range(3)), name="Z"))),
                name="Other",
                buttonName="O",
                icon="",
                inside=[
                    stack(slot("P", *traits, gpid="abc:1"), slot("Q", gpid="abc:2")),
                    el("module.map.DrawPile", slot("Card", gpid="abc:3"), name="D", x="5", y="6"),
                    el("module.map.CounterDetailViewer"),
                    el("module.map.MassKeyCommand", name="K"),
                ],
            ),
        ),
        at("", palette(slot("R", *traits[:5], gpid="abc:4"))),
        at("", el("module.PrivateMap", mapName="Private", buttonName="P", icon="")),
        at("VASSAL.build.module.PrototypesContainer", prototype("X", ("mark;A", "b"))),
        *(at("", el(f"module.{each}")) for each in _AT_THE_TOP),
    )


def test_round_trip_of_what_leaves_out_defaults(start: START, tmp_path: Path) -> None:
    """And the editor's own check is at work: a map without a board is told."""
    engine = start(extensions=[])
    check_defaults(engine)
    extension = bare_extension(tmp_path / "others.vmdx")
    theirs, told = saved(engine, extension)
    assert [("board" in each, "Private" in each) for each in told] == [(True, True)]
    assert compare(extension, theirs).changes == []


_OTHERS_THEN = {
    "VASSAL.build.module.map.DrawPile",
    "VASSAL.build.module.map.SetupStack",
    "button",
    "markmoved",
    "nonRect2",
}
"""Where 3.6.0-SNAPSHOT assumes something else than the table, which newer engines do."""


def check_defaults(engine: Engine) -> None:
    """Compare the table with the engine; COP_APPROVE=1 writes what is new to the table into it."""
    found: dict[str, dict[str, Any]] = {
        "components": {
            cls: {name: value for name, value in attributes.items() if value}
            for cls, attributes in engine.do("component_defaults").items()
        },
        "traits": {
            each.rstrip(";"): [kind, state or ""]
            for each, (kind, state) in engine.do("trait_defaults").items()
        },
    }
    old = engine.version.startswith(_OLD_ENGINE)
    known = json.loads(defaults.FILE.read_bytes())
    if os.environ.get("COP_APPROVE"):
        known = merged(found, known) if old else merged(known, found)
        defaults.FILE.write_text(as_table(known), "utf-8")
    differing = {
        name
        for kind, each in found.items()
        for name, value in each.items()
        if not covers(known[kind].get(name), value)
    }
    assert differing == (_OTHERS_THEN if old else set())


def covers(known: Any, found: Any) -> bool:
    """Does the table say the same, or more where an older engine knows fewer fields?"""
    if isinstance(found, dict):
        return all(str((known or {}).get(name)).startswith(found[name]) for name in found)
    return all(more.startswith(less) for more, less in zip(known or ["", ""], found, strict=True))


def merged(known: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    components = {
        cls: dict(
            sorted({**known["components"].get(cls, {}), **found["components"].get(cls, {})}.items())
        )
        for cls in sorted({*known["components"], *found["components"]})
    }
    return {
        "components": {cls: each for cls, each in components.items() if each},
        "traits": dict(sorted({**known["traits"], **found["traits"]}.items())),
    }


def as_table(known: dict[str, Any]) -> str:
    parts = [
        f'"{kind}": {{\n'
        + ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in each.items())
        + "\n}"
        for kind, each in known.items()
    ]
    return "{" + ",\n".join(parts) + "}\n"
