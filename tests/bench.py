"""Speed and memory, as ratios measured in one run (``make bench``); these are no tests.

A build, against the least that any such tool pays (Python importing lxml and jinja2), and against
pywargame writing an extension with as many components. And ``generator inspect`` on modules of
growing size, against pywargame reading the same files. And ``generator diff`` on extensions of
growing size, and ``generator release`` against one build.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 15
PEER = "pywargame==0.8.0"
PEER_NEEDS = (3, 12)

PEER_SCRIPT = """
import json, sys, zipfile
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.globalproperty import ChangeProperty, GlobalProperty
from pywargame.vassal.element import Element
counts = json.loads(sys.argv[1])
class DoAction(Element):
    TAG = Element.MODULE + 'DoActionButton'
    def __init__(self, extension, node=None, **attributes):
        super().__init__(extension, self.TAG, node=node, **attributes)
build = BuildFile()
extension = build.addExtension(anyModule=True, version='1', extensionId='cop')
text = 'x' * counts['text']
for number in range(counts['properties']):
    holder = extension.addExtensionElement(target='VASSAL.build.module.properties.GlobalProperties')
    found = holder.add(GlobalProperty, name=f'P{number}', initialValue='')
    for button in range(counts['buttons'] // counts['properties']):
        found.add(ChangeProperty, text='', hotkey='', expression=text)
for number in range(counts['actions']):
    extension.addExtensionElement(target='').add(DoAction, name=f'A{number}', reportFormat=text)
with zipfile.ZipFile(sys.argv[2], 'w') as archive:
    archive.writestr('buildFile.xml', build.encode())
"""


PEER_READS = """
import sys
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.vmod import VMod
with VMod(sys.argv[1], 'r') as module:
    game = BuildFile(module.getBuildFile()).getGame()
    pieces = game.getPieces()
    traits = sum(len(piece.getTraits()) for piece in pieces)
    print(len(pieces), traits, game.getMaps(), game.getPrototypes(), module.getFileNames())
"""

PIECES = (1_000, 10_000, 100_000)
ELEMENTS = (2_000, 20_000)
CHANGED = 100
"""Every so-manieth element of the extensions that are compared is another one in the second."""
PICTURES_OF_A_PIECE = 1_950
"""Bytes; with what its definition takes packed, a module of 100,000 pieces has 200 MB."""
READ_ROUNDS = 3


def measure(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command; return its seconds and the peak memory in MiB."""
    started = time.perf_counter()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status != 0:
        sys.exit(f"bench: {' '.join(command[:3])} failed")
    return seconds, usage.ru_maxrss / 1024


def peer_python() -> str | None:
    """Return an interpreter that is new enough for pywargame."""
    if sys.version_info >= PEER_NEEDS:
        return sys.executable
    names = [shutil.which(f"python3.{minor}") for minor in range(PEER_NEEDS[1], PEER_NEEDS[1] + 5)]
    names += map(
        str, Path(os.environ.get("PYENV_ROOT", "/nowhere")).glob("versions/3.*/bin/python")
    )
    for name in filter(None, names):
        test = f"import sys; sys.exit(sys.version_info < {PEER_NEEDS})"
        if subprocess.run([name, "-c", test], capture_output=True, check=False).returncode == 0:
            return name
    return None


def peer_command(folder: Path) -> list[str] | None:
    """Install pywargame into a folder of the bench; return the command that writes an extension."""
    python = peer_python()
    if python is None:
        wanted = ".".join(map(str, PEER_NEEDS))
        print(f"{PEER} needs Python {wanted}, which is not here: not measured")
        return None
    subprocess.run([python, "-m", "venv", str(folder / "peer")], check=True)
    inside = str(folder / "peer" / "bin" / "python")
    done = subprocess.run(
        [inside, "-m", "pip", "install", "--quiet", PEER],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(f"{PEER} cannot be installed: not measured")
        return None
    script = folder / "peer.py"
    script.write_text(PEER_SCRIPT)
    return [inside, str(script), json.dumps(components()), str(folder / "peer.vmdx")]


def components() -> dict[str, int]:
    """Return how many components of each kind our extension has, and the mean text of a button."""
    from generator.extension.assemble import assemble
    from generator.rules import load_rules
    from generator.vassal.components import GlobalProperty

    found = assemble(load_rules()).components
    kinds = Counter(type(each).__name__ for each in found)
    buttons = [b for each in found if isinstance(each, GlobalProperty) for b in each.buttons]
    return {
        "properties": kinds["GlobalProperty"],
        "buttons": len(buttons),
        "actions": kinds["DoActionButton"],
        "text": sum(len(button.changer) for button in buttons) // len(buttons),
    }


def bench_build(folder: Path, peer: list[str] | None) -> None:
    """Measure in turns, so that a noisy machine is noisy for all alike, and print the ratios."""
    commands = {
        "python -c 'import lxml.etree, jinja2'": [
            sys.executable,
            "-c",
            "import lxml.etree, jinja2",
        ],
        "generator build": [sys.executable, "-m", "generator", "build", "--output", str(folder)],
        "generator odds": [
            *[sys.executable, "-m", "generator", "odds", "--vp"],
            *["Austria=20", "Britain=15", "France=30", "Russia=25"],
        ],
    }
    if peer is not None:
        commands[PEER] = peer
    runs: dict[str, list[tuple[float, float]]] = {label: [] for label in commands}
    for turn in range(ROUNDS + 1):
        for label, command in commands.items():
            result = measure(command, ROOT)
            if turn:
                runs[label].append(result)
    base = next(iter(runs))
    seconds = {label: statistics.median(each for each, _ in found) for label, found in runs.items()}
    memory = {label: statistics.median(each for _, each in found) for label, found in runs.items()}
    print(f"components: {components()}; {ROUNDS} rounds, medians")
    print(f"{'':<40}{'ms':>8}{'ratio':>8}{'MiB':>8}{'ratio':>8}")
    for label in runs:
        print(
            f"{label:<40}{seconds[label] * 1000:>8.0f}{seconds[label] / seconds[base]:>8.2f}"
            f"{memory[label]:>8.1f}{memory[label] / memory[base]:>8.2f}"
        )
    print(f"build against import: {seconds['generator build'] / seconds[base]:.2f} (aim: 1.5)")
    if peer is not None:
        print(f"build against {PEER}: {seconds['generator build'] / seconds[PEER]:.2f}")


def write_module(path: Path, pieces: int, pictures: int) -> None:
    """Write a module with a track and its markers, and pieces that differ; pictures in bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("buildFile.xml", "w") as stream:
            for text in build_file(pieces):
                stream.write(text.encode())
        picture = os.urandom(64 * 1024)  # does not pack, as real ones
        for number in range(pictures // len(picture)):
            archive.writestr(f"images/{number}.png", picture, zipfile.ZIP_STORED)


def build_file(pieces: int) -> Iterator[str]:
    """Yield the texts of a build file."""
    yield '<VASSAL.build.GameModule name="Bench" version="1.0" VassalVersion="3.7.5">'
    yield '<VASSAL.build.module.Map mapName="Main Map"><VASSAL.build.module.map.BoardPicker>'
    yield '<VASSAL.build.module.map.boardPicker.Board name="Board">'
    yield "<VASSAL.build.module.map.boardPicker.board.RegionGrid>"
    for number in range(100):
        region = "VASSAL.build.module.map.boardPicker.board.Region"
        yield f'<{region} name="VP {number}" originx="{number * 50}" originy="20"/>'
    yield "</VASSAL.build.module.map.boardPicker.board.RegionGrid>"
    yield "</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>"
    for gpid, power in enumerate(("Austria", "Britain", "France", "Russia")):
        yield f'<VASSAL.build.module.map.SetupStack name="{power}" x="{gpid * 50}" y="20">'
        yield slot(f"{power} VP", gpid)
        yield "</VASSAL.build.module.map.SetupStack>"
    yield '</VASSAL.build.module.Map><VASSAL.build.module.PieceWindow name="Pieces">'
    yield '<VASSAL.build.widget.ListWidget entryName="Units">\n'
    for gpid in range(4, pieces):
        yield slot(f"Unit {gpid}", gpid)
    yield "</VASSAL.build.widget.ListWidget></VASSAL.build.module.PieceWindow>"
    yield "</VASSAL.build.GameModule>"


def slot(name: str, gpid: int) -> str:
    """Return a piece slot with the traits that a unit of a real module has."""
    traits = [
        ("mark;Country,Strength", f"France,{gpid % 9}"),
        (
            f"emb2;;128;A;;128;;;128;;;;1;false;0;0;u{gpid}.png,u{gpid}b.png;Full,Half;true;Step;;;"
            "false;;1;1;true;;57348,0,Flip;;;1.0",
            "1",
        ),
        (f"macro;Move;;57348,0,Go{gpid % 500};;;57348\\,0\\,Flip,57348\\,0\\,Mark;false", ""),
        ("PROP;Strength;true,0,9,false;More:61\\,130:I\\,1,Less:45\\,130:I\\,-1;", "0"),
        (f"sendto;;57348,0,Home;Main Map;Board;{gpid};7;;;0;0;0;0;;L;;;;", ""),
        ("label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel;", name),
        ("prototype;Unit", ""),
        ("prototype;Marker", ""),
    ]
    kind, state = f"piece;;;u{gpid}.png;{name}", f"null;0;0;{gpid};0"
    for outer, outer_state in reversed(traits):
        tab = "\\\t"
        kind = outer + "\t" + kind.replace("\t", tab)
        state = outer_state + "\t" + state.replace("\t", tab)
    return (
        f'<VASSAL.build.widget.PieceSlot entryName="{name}" gpid="{gpid}">+/null/{kind}/{state}'
        "</VASSAL.build.widget.PieceSlot>\n"
    )


def bench_inspect(folder: Path, *, with_peer: bool) -> None:
    """Print what inspecting a module costs, and how that grows with the module."""
    runs: dict[str, list[tuple[float, float]]] = {}
    given = [(f"{count:,} pieces", count, count * PICTURES_OF_A_PIECE) for count in PIECES]
    given.append(("pictures", PIECES[0], 150_000_000))
    empty = [sys.executable, "-c", "import lxml.etree, json, zipfile"]
    for label, pieces, pictures in given:
        path = folder / "module.vmod"
        write_module(path, pieces, pictures)
        label = f"{label}, {path.stat().st_size / 1e6:.0f} MB"
        ours = [sys.executable, "-m", "generator", "inspect", str(path)]
        runs[label] = [measure(ours, ROOT) for _ in range(READ_ROUNDS)]
        if with_peer:
            (folder / "reads.py").write_text(PEER_READS)
            theirs = [str(folder / "peer" / "bin" / "python"), str(folder / "reads.py"), str(path)]
            runs[f"{label}: {PEER}"] = [measure(theirs, ROOT)]
        path.unlink()
    base = statistics.median(seconds for seconds, _ in [measure(empty, ROOT) for _ in range(5)])
    print(f"\ninspect; {READ_ROUNDS} rounds, medians; against python importing what it needs")
    print(f"{'':<48}{'ms':>8}{'ratio':>8}{'MiB':>8}")
    medians = {
        label: tuple(statistics.median(each) for each in zip(*found, strict=True))
        for label, found in runs.items()
    }
    for label, (seconds, memory) in medians.items():
        print(f"{label:<48}{seconds * 1000:>8.0f}{seconds / base:>8.1f}{memory:>8.1f}")
    ours_only = [each for label, each in medians.items() if PEER not in label]
    least, most = ours_only[0], ours_only[len(PIECES) - 1]
    growth = PIECES[-1] / PIECES[0]
    print(
        f"{growth:.0f} times the pieces: {(most[0] - base) / (least[0] - base):.0f} times the time,"
        f" {most[1] / least[1]:.1f} times the memory (aim: linear)"
    )
    if with_peer:
        theirs_most = [each for label, each in medians.items() if PEER in label][len(PIECES) - 1]
        print(
            f"against {PEER} at {PIECES[-1]:,}: time {most[0] / theirs_most[0]:.2f},"
            f" memory {most[1] / theirs_most[1]:.2f}"
        )


def write_extension(path: Path, elements: int, *, changed: bool) -> None:
    """Write an extension with a property, two actions and a piece in each four elements."""
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("buildFile.xml", "w") as stream,
    ):
        stream.write(
            b'<VASSAL.build.module.ModuleExtension extensionId="b" anyModule="true" version="1">'
        )
        for number in range(elements):
            target = "VASSAL.build.module.properties.GlobalProperties" if number % 4 == 0 else ""
            holder = "VASSAL.build.module.ExtensionElement"
            text = element(number, new=changed and number % CHANGED == number // CHANGED % CHANGED)
            stream.write(f'<{holder} target="{target}">{text}</{holder}>'.encode())
        stream.write(b"</VASSAL.build.module.ModuleExtension>")


def element(number: int, *, new: bool) -> str:
    """Return one component; a new one has another name, expression or trait."""
    value = f"{{A_{number}+B_{number}*{number + new}}}"
    match number % 4:
        case 0:
            kind = "VASSAL.build.module.properties"
            return (
                f'<{kind}.GlobalProperty name="P_{number}" initialValue="{int(new)}">'
                f'<{kind}.ChangePropertyButton hotkey="57348,0,set.{number}" '
                f'propChanger="P,{value}"/></{kind}.GlobalProperty>'
            )
        case 1 | 2:
            return (
                f'<VASSAL.build.module.DoActionButton name="do.{number + 10**9 * new}" '
                f'hotkey="57348,0,do.{number}" doReport="true" reportFormat="{value}"/>'
            )
    window = "VASSAL.build.module.PieceWindow"
    return f'<{window} name="W_{number}">{slot(f"Unit {number}", number + new)}</{window}>'


def bench_diff(folder: Path) -> None:
    """Print what a comparison costs, and how that grows with the extensions."""
    seconds: dict[int, float] = {}
    print(f"\ndiff, one in {CHANGED} elements changed; {READ_ROUNDS} rounds, medians")
    base = statistics.median(
        measure([sys.executable, "-m", "generator", "--version"], ROOT)[0] for _ in range(5)
    )
    for elements in ELEMENTS:
        files = [folder / "old.vmdx", folder / "new" / "old.vmdx"]
        files[1].parent.mkdir(exist_ok=True)
        for path in files:
            write_extension(path, elements, changed=path is files[1])
        command = [sys.executable, "-m", "generator", "diff", *map(str, files)]
        runs = [measure(command, ROOT) for _ in range(READ_ROUNDS)]
        seconds[elements] = statistics.median(each for each, _ in runs)
        memory = statistics.median(each for _, each in runs)
        print(
            f"{f'{elements:,} elements':<48}{seconds[elements] * 1000:>8.0f}"
            f"{seconds[elements] / base:>8.1f}{memory:>8.1f}"
        )
    least, most = ELEMENTS
    print(
        f"{most / least:.0f} times the elements: "
        f"{(seconds[most] - base) / (seconds[least] - base):.1f} times the time (aim: linear)"
    )


def bench_release(folder: Path) -> None:
    """Print what a release of all languages costs, against one build."""
    from generator.release.proof import STAMP, Proof, fingerprint, keep_proof
    from generator.rules import load_rules
    from generator.texts import languages

    tree = folder / "tree"  # a copy, which no git keeps: ours may be worked on
    for name in ("generator", "templates"):
        shutil.copytree(ROOT / name, tree / name)
    keep_proof(Proof(fingerprint(load_rules()), {"none": 0}), tree / STAMP)
    ours = [sys.executable, "-m", "generator"]
    build = [*ours, "build", "--output", "old"]
    release = [*ours, "release", "99.0", "--date", "2099-01-01", "--last", "old", "--output"]
    runs: dict[str, list[tuple[float, float]]] = {"generator build": [], "generator release": []}
    for turn in range(READ_ROUNDS + 1):
        built, released = measure(build, tree), measure([*release, str(turn)], tree)
        if turn:
            runs["generator build"].append(built)
            runs["generator release"].append(released)
        else:  # the release has raised the rule's version, and so that of the build to come
            build[-1] = "new"
    seconds = {label: statistics.median(each for each, _ in found) for label, found in runs.items()}
    print(f"\nrelease of {len(languages())} languages; {READ_ROUNDS} rounds, medians")
    for label, found in runs.items():
        memory = statistics.median(each for _, each in found)
        ratio = seconds[label] / seconds["generator build"]
        print(f"{label:<48}{seconds[label] * 1000:>8.0f}{ratio:>8.1f}{memory:>8.1f}")
    ratio = seconds["generator release"] / seconds["generator build"]
    print(f"release against one build: {ratio:.1f} (aim: a few)")


def main() -> None:
    """Measure and print all."""
    with tempfile.TemporaryDirectory() as name:
        peer = peer_command(Path(name))
        bench_build(Path(name), peer)
        bench_inspect(Path(name), with_peer=peer is not None)
        bench_diff(Path(name))
        bench_release(Path(name))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
