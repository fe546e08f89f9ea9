"""What the extension costs in a real engine, as ratios measured in one run (`make bench`).

Against the same module without it, and against one plain DoActionButton that prints a line.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from lxml import etree

from generator.binding.text import binding_text
from generator.build import build, build_bound
from generator.rules import load_rules

from .harness import Engine
from .homes import EngineHome, engine_homes
from .host import write_host
from .tracks import HOSTS, MAP, binding

PRESSES = 50
PIECES = 300
OPENINGS = 7
AIM_PRESS = 50
AIM_SHOWN = 2
AIM_OPENING = (1.05, 100)
PLAIN = "plain"
SHEET = "Congress of Peace"
VP = {"CoP_VP_Austria": 34, "CoP_VP_Britain": 24, "CoP_VP_France": 23, "CoP_VP_Russia": 22}
ROUND = (
    *(
        "CoP_Odds",
        "CoP_Call",
        "CoP_Winds",
        "CoP_Penalties",
        "CoP_Record",
        "CoP_Resend",
        "CoP_Reset",
    ),
    *("CoP_ToggleMetternich", "CoP_Decline", "CoP_NoResource", "CoP_Release", PLAIN),
)
"""Every command that asks nothing, where it does something; the last one is refused."""


def plain_button() -> etree._Element:
    """Return a button of the host that does nothing but report."""
    return etree.Element(
        "VASSAL.build.module.DoActionButton",
        name=PLAIN,
        text="",
        hotkey=f"57348,0,{PLAIN}",
        doReport="true",
        reportFormat="a plain line",
        doHotkey="false",
    )


def presses(engine: Engine) -> tuple[dict[str, float], dict[str, float]]:
    """Return the median milliseconds of each command until all is painted.

    While the sheet's window is closed, and while it is open: by turns, for each line of the chat
    makes the next one dearer.
    """
    engine.new_game("Austria")
    found: list[dict[str, list[float]]] = [{key: [] for key in ROUND} for _ in range(2)]
    for _ in range(PRESSES):
        for shown, taken in enumerate(found):
            if (SHEET in engine.windows()) != bool(shown):
                raise RuntimeError(f"the window {SHEET} is open when it should be closed, or not")
            _round(engine, taken)
            engine.press("CoP_Sheet")
    closed, opened = (
        {key: statistics.median(each) for key, each in taken.items()} for taken in found
    )
    return closed, opened


def _round(engine: Engine, taken: dict[str, list[float]]) -> None:
    """Give every command once, and add the milliseconds of each."""
    engine.set_props(VP, CoP_IssueWinner="Austria", CoP_DiplomacyWinner="France")
    engine.set_props(CoP_Metternich="true")
    engine.force_dice(1, 1, 1)
    for key in ROUND:
        if key == "CoP_NoResource":
            engine.press("CoP_Reset")
        if key in ("CoP_Decline", "CoP_NoResource"):
            engine.set_props(CoP_IssueWinner="Austria")
        taken[key].append(engine.press_timed(key))
    engine.press("CoP_Reset")
    engine.clear()


def openings_of_the_sheet(
    home: EngineHome, host: Path, extension: Path, *, empty: bool = False
) -> tuple[float, float]:
    """Return the milliseconds until the sheet's window is painted: the first time, and the median.

    ``empty``: of the same window with the same board, without the sheet on it.
    """
    with Engine(home, host, [extension]) as engine:
        engine.new_game("Austria")
        if empty:
            for piece in engine.pieces(SHEET):
                engine.remove_piece(piece.id)
        first = engine.press_opening("CoP_Sheet", SHEET)
        again = []
        for _ in range(OPENINGS):
            engine.press("CoP_Sheet")
            again.append(engine.press_opening("CoP_Sheet", SHEET))
        return first, statistics.median(again)


def bound_presses(home: EngineHome, folder: Path) -> dict[str, float]:
    """Return the median milliseconds of a look at the module's markers, on a full map."""
    found = {}
    for pattern in ("A", "B"):
        place = folder / pattern
        place.mkdir(parents=True)
        track = HOSTS[pattern](place / "host.vmod")
        bound = binding(track)
        file = place / "track.toml"
        text = binding_text(bound.module, bound.version, dict(bound.powers), {})
        file.write_text(text, "utf-8")
        extension = build_bound(load_rules(), track.module, file, place, {}).path
        with Engine(home, track.module, [extension]) as engine:
            engine.new_game("Austria")
            for number in range(PIECES):
                engine.place_piece("0", MAP, 5 + number, 5)
            taken = [engine.press_timed("CoP_ReadVP") for _ in range(PRESSES)]
            found[pattern] = statistics.median(taken)
    return found


def openings(home: EngineHome, host: Path, extension: Path) -> tuple[float, float]:
    """Return the median milliseconds of opening the module, without and with the extension."""
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(OPENINGS):
        for found, extensions in ((alone, []), (beside, [extension])):
            with Engine(home, host, extensions) as engine:
                found.append(engine.opening)
    return statistics.median(alone), statistics.median(beside)


def main() -> int:
    """Print the figures of every engine that is here."""
    homes = engine_homes()
    if not homes:
        print("no VASSAL engine: presses and opening are not measured", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as name:
        extension = build(load_rules(), Path(name), {}).path
        host = write_host(Path(name) / "host.vmod", extra=[plain_button()])
        for home in homes:
            with Engine(home, host, [extension]) as engine:
                found, shown = presses(engine)
            opened = openings_of_the_sheet(home, host, extension)
            bare = openings_of_the_sheet(home, host, extension, empty=True)
            print(
                f"engine {home.name}: median of {PRESSES} presses (aim: {AIM_PRESS} ms at most), "
                f"and with the sheet open (aim: {AIM_SHOWN} × at most)"
            )
            for key, millis in found.items():
                print(
                    f"  {key:<24}{millis:>8.1f} ms{millis / found[PLAIN]:>8.1f} × plain button"
                    f"{shown[key]:>10.1f} ms{shown[key] / millis:>8.1f} ×"
                )
            for when, sheet, board in zip(("first time", "again"), opened, bare, strict=True):
                print(
                    f"  the sheet's window opened and painted, {when}: {sheet:.0f} ms, "
                    f"{board:.0f} without the sheet on it: {sheet / board:.2f} × "
                    f"(aim: {AIM_SHOWN} at most), {sheet / found['CoP_Call']:.1f} × CoP_Call"
                )
            for pattern, millis in bound_presses(home, Path(name) / home.name).items():
                label = f"CoP_ReadVP, pattern {pattern}"
                print(
                    f"  {label:<24}{millis:>8.1f} ms{millis / found[PLAIN]:>8.1f} × plain button, "
                    f"{PIECES} pieces on the map"
                )
            alone, beside = openings(home, host, extension)
            ratio, more = AIM_OPENING
            print(
                f"  opening, median of {OPENINGS}: {alone:.0f} ms without the extension, "
                f"{beside:.0f} with: {beside / alone:.2f}, {beside - alone:+.0f} ms "
                f"(aim: {ratio:.2f} or {more:+} ms)"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
