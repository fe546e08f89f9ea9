"""Speed and memory of a build, as ratios measured in one run (``make bench``); these are no tests.

Against the least that any such tool pays (Python importing lxml and jinja2), and against pywargame
writing an extension with as many components.
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
from collections import Counter
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


def main() -> None:
    """Measure in turns, so that a noisy machine is noisy for all alike, and print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = {
            "python -c 'import lxml.etree, jinja2'": [
                sys.executable,
                "-c",
                "import lxml.etree, jinja2",
            ],
            "generator build": [sys.executable, "-m", "generator", "build", "--output", name],
            "generator odds": [
                *[sys.executable, "-m", "generator", "odds", "--vp"],
                *["Austria=20", "Britain=15", "France=30", "Russia=25"],
            ],
        }
        peer = peer_command(folder)
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


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
