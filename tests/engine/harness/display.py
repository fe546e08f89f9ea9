"""A virtual screen of our own for the engine's windows."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
from functools import cache

SIZE = "1280x1000x24"


@cache
def display() -> str:
    """Return a display to show windows on: one of our own, which lives as long as this process.

    ``COP_DISPLAY`` names another one, to watch what happens.
    """
    if given := os.environ.get("COP_DISPLAY"):
        return given
    if shutil.which("Xvfb") is None:
        raise OSError("Xvfb is missing; install it (Debian: make engine)")
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", SIZE, "-nolisten", "tcp"],
        pass_fds=(write_end,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(_stop, server)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise OSError("Xvfb does not start")
    if shutil.which("openbox"):
        manager = subprocess.Popen(
            ["openbox"],
            env={**os.environ, "DISPLAY": f":{number}"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(_stop, manager)
    return f":{number}"


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
