"""One JVM that runs the driver: fresh copies of the files, lines of JSON in and out."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..homes import EngineHome
from .display import display

MARK = b"harness> "
BOOT_SECONDS = 90.0
COMMAND_SECONDS = 120.0
LOG_LINES = 30


class EngineError(Exception):
    """The engine refused a command, died or did not answer; the message ends with its log."""


class EngineProcess:
    """The process of one engine with its scratch folders."""

    def __init__(
        self,
        home: EngineHome,
        module: Path,
        extensions: Sequence[Path],
        player: str,
        jvm_args: Sequence[str],
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cop-engine-"))
        atexit.register(self.close)
        self._log = self.folder / "engine.log"
        self._errors = (self.folder / "stderr.log").open("wb")
        self._unread = b""
        copy = self._copy(module, extensions)
        self._process = subprocess.Popen(
            [
                "java",
                "-Xmx700m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                f"-Duser.home={self.folder}",
                f"-Djava.util.prefs.userRoot={self.folder}",
                f"-Djava.io.tmpdir={self.folder}",
                f"-DVASSAL.conf={self.folder / 'conf'}",
                f"-DVASSAL.cache={self.folder / 'cache'}",
                f"-Dcop.log={self._log}",
                "-Djava.awt.headless=false",
                "-Dfile.encoding=UTF-8",
                "-Duser.language=en",
                "-Duser.country=US",
                *jvm_args,
                "-cp",
                home.class_path(),
                "harness.Driver",
                str(copy),
                player,
            ],
            cwd=self.folder,
            env={**os.environ, "DISPLAY": display()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )
        ready = self._read(BOOT_SECONDS, "start")
        self.version = str(ready["version"])
        self.opening = float(ready["opening"])
        """Milliseconds that opening the module took."""

    def _copy(self, module: Path, extensions: Sequence[Path]) -> Path:
        copy = self.folder / "module.vmod"
        shutil.copy(module, copy)
        if extensions:
            folder = self.folder / "module_ext"
            folder.mkdir()
            for extension in extensions:
                shutil.copy(extension, folder / extension.name)
        return copy

    @property
    def pid(self) -> int:
        """The JVM's process number."""
        return self._process.pid

    def ask(
        self, commands: Iterable[Mapping[str, Any]], seconds: float = COMMAND_SECONDS
    ) -> list[Any]:
        """Run commands in one round trip, up to the first that fails; ``seconds`` is for each."""
        asked = list(commands)
        if not asked:
            return []
        assert self._process.stdin is not None
        names = ", ".join(dict.fromkeys(str(command["do"]) for command in asked))
        try:
            self._process.stdin.write(json.dumps(asked).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError(f"the engine is gone ({error}): {names}\n{self.tail()}") from error
        answers = self._read(seconds + len(asked) / 4, names)
        last = answers[-1]
        if "error" in last:
            raise EngineError(f"{asked[len(answers) - 1]}: {last['error']}\n{self.tail()}")
        return [answer["ok"] for answer in answers]

    def _read(self, seconds: float, what: str) -> Any:
        """Read lines until one of the driver's; a native library may print some of its own."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                if line.startswith(MARK):
                    return json.loads(line[len(MARK) :])
            ready, _, _ = select.select([pipe], [], [], max(0, deadline - time.monotonic()))
            chunk = os.read(pipe, 1 << 20) if ready else b""
            if not chunk:
                trouble = "died" if ready else f"did not answer in {seconds:.0f} s"
                waits = "" if ready else self._event_thread()
                message = f"the engine {trouble}: {what}\n{waits}{self.tail()}"
                self.kill()
                raise EngineError(message)
            self._unread += chunk

    def _event_thread(self) -> str:
        """Return what the event thread waits for: a JVM that gets a QUIT prints it."""
        self._process.send_signal(signal.SIGQUIT)
        assert self._process.stdout is not None
        told = self._unread
        while select.select([self._process.stdout], [], [], 1)[0]:
            chunk = os.read(self._process.stdout.fileno(), 1 << 20)
            if not chunk:
                break
            told += chunk
        _, name, stack = told.decode("utf-8", "replace").partition('"AWT-EventQueue')
        return name + stack.partition("\n\n")[0] + "\n"

    def tail(self) -> str:
        """Return the ends of the engine's logs."""
        parts = []
        for path in (self.folder / "stderr.log", self._log):
            if path.is_file():
                lines = path.read_text("utf-8", "replace").splitlines()[-LOG_LINES:]
                parts.append("\n".join(lines))
        return "\n".join(parts)

    def kill(self) -> None:
        """End the JVM; a second time does nothing."""
        process = getattr(self, "_process", None)
        if process is not None:
            # the whole group: the engine may have started another JVM to cut up images
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for stream in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    stream.close()

    def close(self) -> None:
        """End the JVM and remove its files."""
        self.kill()
        self._errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.close)
