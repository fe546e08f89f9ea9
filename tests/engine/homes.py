"""Where real engines are found, and what is compiled to drive them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
REGISTRY_ENGINE = ROOT / ".engine"
"""Where ``make engine`` puts the registry's engine."""

_JAVA = Path(__file__).parent / "java"
_SYSTEM_JARS = Path("/usr/share/java")


class EngineSetupError(Exception):
    """An engine was named, but cannot be used; the message says what to do."""


@dataclass(frozen=True)
class EngineHome:
    """An installed engine: ``lib/Vengine.jar`` and the jars beside it."""

    path: Path

    @property
    def lib(self) -> Path:
        return self.path / "lib"

    @property
    def name(self) -> str:
        return "registry" if self.path == REGISTRY_ENGINE else self.path.name

    def class_path(self) -> str:
        """Driver before engine, so that our logback.xml is found first."""
        parts = [str(self._driver()), str(self.lib / "*")]
        if not any(self.lib.glob("gson*.jar")):
            parts.append(str(_gson()))
        return os.pathsep.join(parts)

    def _driver(self) -> Path:
        """Compile the driver for this engine once; the folder is named by a hash of its sources."""
        sources = [*sorted(_JAVA.rglob("*.java")), _JAVA / "logback.xml"]
        digest = hashlib.sha256((self.lib / "Vengine.jar").read_bytes())
        for source in sources:
            digest.update(source.read_bytes())
        folder = REGISTRY_ENGINE / f"driver-{self.name}-{digest.hexdigest()[:12]}"
        if folder.is_dir():
            return folder
        javac = shutil.which("javac")
        if javac is None:
            raise EngineSetupError("javac is missing; install a JDK (Debian: make engine)")
        partial = folder.with_name(f"{folder.name}.{os.getpid()}")
        partial.mkdir(parents=True)
        own = [
            str(path) for path in sources if path.suffix == ".java" and "standins" not in path.parts
        ]
        if not self._has_wizard():
            own += [str(path) for path in (_JAVA / "standins").rglob("*.java")]
        path = os.pathsep.join([str(self.lib / "*"), str(_gson(self.lib))])
        done = subprocess.run(
            [javac, "-nowarn", "-encoding", "UTF-8", "-cp", path, "-d", str(partial), *own],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            shutil.rmtree(partial)
            raise EngineSetupError(f"the driver does not compile with {self.path}:\n{done.stderr}")
        shutil.copy(_JAVA / "logback.xml", partial)
        try:
            partial.rename(folder)
        except OSError:
            shutil.rmtree(partial)
            if not folder.is_dir():  # else another process was faster
                raise
        return folder

    def _has_wizard(self) -> bool:
        import zipfile

        name = "org/netbeans/spi/wizard/WizardPanelProvider.class"
        return any(name in zipfile.ZipFile(jar).namelist() for jar in self.lib.glob("*.jar"))


def _gson(lib: Path | None = None) -> Path:
    for folder in (lib, REGISTRY_ENGINE / "lib", _SYSTEM_JARS):
        if folder is not None:
            for jar in sorted(folder.glob("gson*.jar")):
                return jar
    raise EngineSetupError("gson.jar is missing; Debian: make engine")


def engine_homes() -> list[EngineHome]:
    """Return the registry's engine, if it is there, and every engine that VASSAL_HOME lists."""
    homes = []
    if (REGISTRY_ENGINE / "lib" / "Vengine.jar").is_file():
        homes.append(EngineHome(REGISTRY_ENGINE))
    for entry in os.environ.get("VASSAL_HOME", "").split(os.pathsep):
        if entry:
            home = EngineHome(Path(entry))
            if not (home.lib / "Vengine.jar").is_file():
                raise EngineSetupError(
                    f"VASSAL_HOME names {entry}, which has no lib/Vengine.jar; "
                    "name a VASSAL installation"
                )
            homes.append(home)
    return homes
