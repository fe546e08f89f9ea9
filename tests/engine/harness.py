"""A real engine in a process of its own, obeying commands."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .homes import EngineHome

CANCEL = {"how": "cancel"}
"""Answer to a prompt: its Cancel button."""
CLOSE = {"how": "close"}
"""Answer to a prompt: its window is closed."""

_MARK = b"cop> "
_BOOT_SECONDS = 90
_COMMAND_SECONDS = 120


class EngineError(Exception):
    """The engine did not do what it was told to, or did not answer."""


def receive(command: str) -> dict[str, str]:
    """Answer to a prompt: another player's command arrives first, the next answer follows."""
    return {"how": "receive", "command": command}


def shoot(path: Path) -> dict[str, str]:
    """Answer to a prompt: a picture of the screen is taken first, the next answer follows."""
    return {"how": "shoot", "path": str(path)}


@cache
def display() -> str:
    """Return a display to show windows on: one of our own, which lives as long as this process."""
    if os.environ.get("COP_DISPLAY"):
        return os.environ["COP_DISPLAY"]
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
        pass_fds=(write_end,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(server.kill)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        name = f":{pipe.readline().strip()}"
    if shutil.which("openbox"):
        manager = subprocess.Popen(
            ["openbox"],
            env={**os.environ, "DISPLAY": name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(manager.kill)
    return name


class Engine:
    """One JVM with one module and its extensions, fresh copies of them, and fresh preferences."""

    def __init__(
        self,
        home: EngineHome,
        module: Path,
        extensions: Sequence[Path] = (),
        *,
        player: str = "Tester",
        jvm_args: Sequence[str] = (),
    ) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="cop-engine-"))
        copy = self._folder / "host.vmod"
        shutil.copy(module, copy)
        if extensions:
            folder = self._folder / "host_ext"
            folder.mkdir()
            for extension in extensions:
                shutil.copy(extension, folder / extension.name)
        self._log = self._folder / "engine.log"
        self._errors = (self._folder / "stderr.log").open("wb")
        conf = self._folder / "conf"
        self._process = subprocess.Popen(
            [
                "java",
                "-Xmx700m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                f"-Duser.home={self._folder}",
                f"-Djava.util.prefs.userRoot={self._folder}",
                f"-Djava.io.tmpdir={self._folder}",
                f"-DVASSAL.conf={conf}",
                f"-DVASSAL.cache={self._folder / 'cache'}",
                f"-Dcop.log={self._log}",
                "-Djava.awt.headless=false",
                "-Dfile.encoding=UTF-8",
                *jvm_args,
                "-cp",
                home.class_path(),
                "Driver",
                str(copy),
                player,
            ],
            cwd=self._folder,
            env={**os.environ, "DISPLAY": display()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        assert self._process.stdout is not None
        self._answers = self._process.stdout.fileno()
        self._unread = b""
        atexit.register(self.close)
        self.version = str(self._read(_BOOT_SECONDS)["version"])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill the JVM and forget its files."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            with contextlib.suppress(OSError, AttributeError):
                stream.close()  # type: ignore[union-attr]
        shutil.rmtree(self._folder, ignore_errors=True)
        atexit.unregister(self.close)

    def _read(self, seconds: float) -> Any:
        """Read lines until one of the driver's; libraries print some of their own."""
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                if line.startswith(_MARK):
                    return json.loads(line[len(_MARK) :])
            ready, _, _ = select.select(
                [self._answers], [], [], max(0, deadline - time.monotonic())
            )
            chunk = os.read(self._answers, 1 << 20) if ready else b""
            if not chunk:
                died = self._process.poll() is not None or bool(ready)
                what = "died" if died else f"did not answer in {seconds} s"
                raise EngineError(f"the engine {what}\n{self._tail()}")
            self._unread += chunk

    def _tail(self) -> str:
        parts = []
        for path in (self._folder / "stderr.log", self._log):
            if path.is_file():
                parts.append("\n".join(path.read_text("utf-8", "replace").splitlines()[-30:]))
        return "\n".join(parts)

    def batch(self, commands: Iterable[Mapping[str, Any]]) -> list[Any]:
        """Run many commands in one round trip; return their answers."""
        assert self._process.stdin is not None
        listed = list(commands)
        self._process.stdin.write(json.dumps(listed).encode() + b"\n")
        self._process.stdin.flush()
        answers = self._read(_COMMAND_SECONDS)
        for command, answer in zip(listed, answers, strict=False):
            if "error" in answer:
                raise EngineError(f"{command}: {answer['error']}\n{self._tail()}")
        return [answer["ok"] for answer in answers]

    def do(self, name: str, **arguments: Any) -> Any:
        """Run one command of the driver."""
        return self.batch([{"do": name, **arguments}])[0]

    def new_game(self, side: str | None = None) -> None:
        """Start a new game as ``side``, or as an observer."""
        self.do("new_game", side=side)

    def press(self, key: str) -> None:
        """Fire a named key."""
        self.do("press", key=key)

    def props(self, *names: str) -> dict[str, str]:
        """Return properties of the module; unset ones are empty."""
        return dict(self.do("props", names=names))

    def prop(self, name: str) -> str:
        """Return one property of the module."""
        return self.props(name)[name]

    def all_props(self) -> dict[str, str]:
        """Return every global property that is defined."""
        return dict(self.do("all_props"))

    def set_props(self, **values: object) -> None:
        """Write properties from outside."""
        self.do("set_props", values={name: str(value) for name, value in values.items()})

    def force_dice(self, *faces: int) -> None:
        """Determine the next dice, from 1 up."""
        self.do("force_dice", faces=faces)

    def clear(self) -> None:
        """Forget everything that was collected so far, and forced dice and answers left over."""
        self.batch(
            {"do": name}
            for name in (
                "chat",
                "problems",
                "outgoing",
                "dialogs",
                "dice_calls",
                "forced_left",
                "answers_left",
            )
        )

    def click(self, text: str) -> bool:
        """Click a button of the toolbar; return whether it could be clicked."""
        return bool(self.do("click", text=text))

    def dice_calls(self) -> list[list[int]]:
        """Return [sides, face] of every die since the last call."""
        return list(self.do("dice_calls"))

    def chat(self) -> list[str]:
        """Return the chat lines since the last call, as shown."""
        return list(self.do("chat"))

    def undo(self) -> None:
        """Press Undo."""
        self.do("undo")

    def answer(self, *answers: object) -> None:
        """Determine the answers to the next dialogs."""
        self.do("answers", answers=answers)

    def problems(self) -> list[str]:
        """Return warnings, bug reports and unexpected dialogs since the last call."""
        return list(self.do("problems"))

    def outgoing(self) -> list[str]:
        """Return the commands sent to other players since the last call."""
        return list(self.do("outgoing"))

    def receive(self, command: str) -> None:
        """Let another player's command arrive."""
        self.do("receive", command=command)

    def menu(self, button: str) -> dict[str, bool]:
        """Return a toolbar menu's items, and whether each can be chosen."""
        return {item["text"]: item["enabled"] for item in self.do("menu", text=button)}

    def evaluate(self, *expressions: str) -> list[str]:
        """Return the values of texts as the engine evaluates a report."""
        return list(self.do("evaluate", expressions=expressions))
