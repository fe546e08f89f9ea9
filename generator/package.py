"""Packs entries into a .vmdx: a zip, the same bytes for the same input, moved into place whole."""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import hashlib
import io
import os
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.errors import GeneratorError, InputError

_EARLIEST = dt.datetime(1980, 1, 1, tzinfo=dt.UTC)
_LATEST = dt.datetime(2107, 12, 31, 23, 59, 58, tzinfo=dt.UTC)
_FILE_MODE = 0o100644


@dataclass(frozen=True)
class Packed:
    """A .vmdx that was written."""

    path: Path
    size: int
    """Bytes."""
    sha256: str
    notes: tuple[str, ...] = ()
    """What its maker should know, one line each."""


def release_moment(date: dt.date, environment: Mapping[str, str]) -> dt.datetime:
    """Return the time that every entry bears: SOURCE_DATE_EPOCH if set, else noon of ``date``, UTC.

    The engine keeps tiles of an image as long as the zip entry is not newer than they are
    (VASSAL.launch.TilingHandler), so the time must grow with releases and not with builds.

    Raises:
        InputError: SOURCE_DATE_EPOCH is not a number of seconds that a zip archive can hold.
    """
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return dt.datetime.combine(date, dt.time(12), tzinfo=dt.UTC)
    try:
        moment = dt.datetime.fromtimestamp(int(epoch), tz=dt.UTC)
    except (ValueError, OverflowError, OSError):
        moment = None
    if moment is None or not _EARLIEST <= moment <= _LATEST:
        raise InputError(
            f'SOURCE_DATE_EPOCH is "{epoch}"; must be whole seconds since 1970, '
            "in the years 1980 to 2107"
        )
    return moment


def pack(files: Mapping[str, bytes], moment: dt.datetime) -> bytes:
    """Return the zip archive: entries STORED, in the order given, with one time and mode.

    DEFLATE's bytes differ between zlib builds; stored entries do not.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
            entry.create_system = 3
            entry.external_attr = _FILE_MODE << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def write(path: Path, content: bytes) -> Packed:
    """Write ``content`` to ``path`` in one go: a reader sees the old file or the new one.

    Raises:
        InputError: the folder cannot be made or written, or ``path`` is a folder.
        GeneratorError: writing failed half-way, as on a full disk; what was at ``path`` is intact.
    """
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder; give the path of a file to write")
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        why = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise InputError(
            f"{path.parent}: cannot be written: {why}; give a folder that can be written to"
        ) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        _discard(temporary)
        raise GeneratorError(
            f"{path}: was not written: {error.strerror}; {_room_for(error)}"
        ) from None
    except BaseException:
        _discard(temporary)
        raise
    return Packed(path, len(content), hashlib.sha256(content).hexdigest())


def _room_for(error: OSError) -> str:
    """Say what to do where writing stopped half-way."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "make room on that disk, or write to another"
    if error.errno == errno.EFBIG:
        return "allow larger files (ulimit -f), or write to another disk"
    return "check that disk, or write to another"


def _discard(temporary: str) -> None:
    with contextlib.suppress(OSError):
        Path(temporary).unlink(missing_ok=True)
