"""The entries of a module or extension: a zip file, or the same unpacked into a folder.

Nothing is ever unpacked: entries are listed by name, and read a piece at a time up to a limit that
the caller sets.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from generator.errors import InputError, one_line

MAX_ENTRIES = 200_000
"""Entries that a module may have; the largest ones in use have some ten thousand."""
_MAX_DIRECTORY = 16 * 1024 * 1024
"""Bytes of a zip file's own list of entries; ten times that of the largest modules in use."""
_CHUNK = 256 * 1024
_END = b"PK\x05\x06"
_END_SIZE = 22
_END_64 = b"PK\x06\x06"
_LOCATOR_64_SIZE = 20
_LONGEST_COMMENT = 0xFFFF
_ENCRYPTED = 1
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What java.util.zip reads, and so all that the engine can."""
_SYSTEM_ENTRIES = ("__MACOSX/",)
_EXAMPLES = 3
MODULE = "a module (.vmod)"
EXTENSION = "an extension (.vmdx)"
_EITHER = f"{MODULE} or {EXTENSION}"


class Archive(Protocol):
    """The entries of a module; a context manager, so that its file is closed."""

    path: Path
    wanted: str
    """What the caller needs, for people who gave something else."""

    @property
    def names(self) -> tuple[str, ...]:
        """All entries but folders, ``__MACOSX`` and those with unusable names; sorted."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the entries, one line each."""
        ...

    def __contains__(self, name: str) -> bool:
        """Is there such an entry, exactly?"""
        ...

    def chunks(self, name: str, limit: int) -> Iterator[bytes]:
        """Yield the entry's bytes a piece at a time.

        Raises:
            InputError: it is missing, larger than ``limit`` bytes, encrypted or damaged.
        """
        ...

    def __enter__(self) -> Self:
        """Return itself."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        ...


def open_archive(path: Path, wanted: str = _EITHER) -> Archive:
    """Open a zip file (``.vmod``, ``.vmdx``) or an unpacked folder.

    ``wanted`` is what people are told to give instead of what is none: MODULE or EXTENSION.

    Raises:
        InputError: there is none, it cannot be read, it is no zip file, or it is damaged.
    """
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        raise _error(path, f"there is no such file; give the path of {wanted}") from None
    except (OSError, ValueError) as error:
        raise _error(
            path, f"cannot be read: {_reason(error)}; check the path and who may read it"
        ) from None
    if stat.S_ISDIR(kind):
        return FolderArchive(path, wanted)
    if not stat.S_ISREG(kind):
        raise _error(path, f"is neither a file nor a folder; give {wanted}")
    return ZipArchive(path, wanted)


def read(archive: Archive, name: str, limit: int) -> bytes:
    """Return an entry's bytes.

    Raises:
        InputError: it is missing, larger than ``limit`` bytes, encrypted or damaged.
    """
    return b"".join(archive.chunks(name, limit))


class ZipArchive:
    """A zip file, read as the engine reads it (java.util.zip.ZipFile)."""

    def __init__(self, path: Path, wanted: str) -> None:
        """Read the list of entries.

        Raises:
            InputError: it cannot be read, is no zip file, or is damaged.
        """
        self.path = path
        self.wanted = wanted
        try:
            self._file: IO[bytes] = path.open("rb")
        except OSError as error:
            raise _error(
                path, f"cannot be read: {_reason(error)}; check the path and who may read it"
            ) from None
        try:
            _refuse_huge_directory(path, self._file)
            self._zip = zipfile.ZipFile(self._file)
        except (
            zipfile.BadZipFile,
            NotImplementedError,
            OSError,
            ValueError,
            struct.error,
            EOFError,
            OverflowError,
        ):
            self._file.seek(0)
            start = self._file.read(4)
            self._file.close()
            if start in (b"PK\x03\x04", _END):
                what = "is a damaged zip file, perhaps cut short; get it anew"
            elif start:
                what = f"is not a zip file; give {wanted}"
            else:
                what = f"is empty; give {wanted}"
            raise _error(path, what) from None
        except BaseException:
            self._file.close()
            raise
        # The engine finds the last of several entries with one name, as zipfile's own table does.
        self._entries = {
            info.filename: info
            for info in self._zip.infolist()
            if not info.filename.endswith("/") and _usable(info.orig_filename)
        }

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All entries but folders, ``__MACOSX`` and those with unusable names; sorted."""
        return tuple(sorted(self._entries))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the entries, one line each."""
        names = [info.orig_filename for info in self._zip.infolist()]
        unusable = [name for name in names if not _usable(name) and not _of_a_system(name)]
        twice = [name for name, count in Counter(names).items() if count > 1]
        notes = _told("entries with an unusable name, ignored", unusable)
        notes += _told("entries that are there more than once, the last one counts", twice)
        return tuple(notes)

    def __contains__(self, name: str) -> bool:
        """Is there such an entry, exactly?"""
        return name in self._entries

    def chunks(self, name: str, limit: int) -> Iterator[bytes]:
        """Yield the entry's bytes a piece at a time; raises as ``Archive`` says."""
        info = self._entries.get(name)
        if info is None:
            raise _missing(self.path, name)
        if info.flag_bits & _ENCRYPTED:
            raise _error(
                self.path,
                (f"{name} is encrypted, so that the engine cannot read it either; pack it anew"),
            )
        if info.compress_type not in _READABLE:
            raise _error(
                self.path,
                f"{name} is compressed in a way that the engine cannot read; pack it anew",
            )
        if info.file_size > limit:
            raise _too_large(self.path, name, limit)
        total = 0
        try:
            with self._zip.open(info) as stream:
                while chunk := stream.read(_CHUNK):
                    total += len(chunk)
                    if total > limit:
                        raise _too_large(self.path, name, limit)
                    yield chunk
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            OSError,
            OverflowError,
            RuntimeError,
            ValueError,
            struct.error,
        ):
            raise _error(self.path, f"{name} is damaged; get the file anew") from None
        if total != info.file_size:
            raise _error(self.path, f"{name} is damaged; get the file anew")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._zip.close()
        self._file.close()


class FolderArchive:
    """An unpacked module; links, devices and pipes in it are no entries, and never opened."""

    def __init__(self, path: Path, wanted: str) -> None:
        """Open nothing yet."""
        self.path = path
        self.wanted = wanted

    @cached_property
    def _listing(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of files, and of what else is in the folder.

        Raises:
            InputError: it holds too many files, or cannot be listed.
        """
        files: list[str] = []
        others: list[str] = []
        folders = [""]
        while folders:
            inside = folders.pop()
            try:
                with os.scandir(self.path / inside) as entries:
                    for entry in entries:
                        name = f"{inside}{entry.name}"
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(f"{name}/")
                        elif entry.is_file(follow_symlinks=False):
                            files.append(name)
                        else:
                            others.append(name)
                        if len(files) + len(others) + len(folders) > MAX_ENTRIES:
                            raise _too_many(self.path)
            except OSError as error:
                if not inside:
                    raise _error(
                        self.path,
                        f"cannot be read: {_reason(error)}; check the path and who may read it",
                    ) from None
                others.append(inside)
        return tuple(sorted(filter(_usable, files))), tuple(sorted(others))

    @property
    def names(self) -> tuple[str, ...]:
        """All entries but folders, ``__MACOSX`` and those with unusable names; sorted."""
        return self._listing[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the entries, one line each."""
        return tuple(_told("links, devices or closed folders, ignored", self._listing[1]))

    def __contains__(self, name: str) -> bool:
        """Is there such a regular file, exactly?"""
        return _usable(name) and self._is_inside(name)

    def _is_inside(self, name: str) -> bool:
        """Is it a regular file that no link leads to?"""
        place = self.path
        try:
            for part in name.split("/")[:-1]:
                place = place / part
                if not stat.S_ISDIR(place.lstat().st_mode):
                    return False
            return stat.S_ISREG((self.path / name).lstat().st_mode)
        except (OSError, ValueError):
            return False

    def chunks(self, name: str, limit: int) -> Iterator[bytes]:
        """Yield the entry's bytes a piece at a time; raises as ``Archive`` says."""
        if name not in self:
            raise _missing(self.path, name)
        total = 0
        try:
            # Should it have become a pipe or a link since it was looked at, this does not hang.
            flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
            flags |= getattr(os, "O_BINARY", 0)
            with os.fdopen(os.open(self.path / name, flags), "rb") as stream:
                if os.fstat(stream.fileno()).st_size > limit:
                    raise _too_large(self.path, name, limit)
                while chunk := stream.read(_CHUNK):
                    total += len(chunk)
                    if total > limit:
                        raise _too_large(self.path, name, limit)
                    yield chunk
        except OSError as error:
            raise _error(
                self.path, f"{name} cannot be read: {_reason(error)}; check who may read it"
            ) from None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close nothing: no file stays open."""


def _refuse_huge_directory(path: Path, file: IO[bytes]) -> None:
    """Look at the size of the list of entries before zipfile reads it whole (PKWARE APPNOTE 4.3).

    Raises:
        InputError: it is far larger than that of any module.
        zipfile.BadZipFile: there is no such list.
    """
    size = file.seek(0, os.SEEK_END)
    tail_size = min(size, _LONGEST_COMMENT + _END_SIZE + _LOCATOR_64_SIZE)
    file.seek(size - tail_size)
    tail = file.read(tail_size)
    at = tail.rfind(_END)
    if at < 0 or at + _END_SIZE > len(tail):
        raise zipfile.BadZipFile("the list of its entries is missing")
    entries, directory = struct.unpack_from("<HL", tail, at + 10)
    if directory == 0xFFFFFFFF or entries == 0xFFFF:
        locator = tail[max(0, at - _LOCATOR_64_SIZE) : at]
        if len(locator) == _LOCATOR_64_SIZE and locator.startswith(b"PK\x06\x07"):
            (place,) = struct.unpack_from("<Q", locator, 8)
            if place < size:
                file.seek(place)
                record = file.read(56)
                if len(record) == 56 and record.startswith(_END_64):
                    entries, directory = struct.unpack_from("<QQ", record, 32)
    if directory > size:
        raise zipfile.BadZipFile("the list of its entries does not fit into it")
    if directory > _MAX_DIRECTORY or entries > MAX_ENTRIES:
        raise _too_many(path)


def _usable(name: str) -> bool:
    """Does an entry's name stay inside the archive, and is it one that the engine looks up?"""
    return (
        bool(name)
        and not name.startswith("/")
        and "\\" not in name
        and "\0" not in name
        and ".." not in name.split("/")
        and not _drive(name)
        and not _of_a_system(name)
    )


def _drive(name: str) -> bool:
    return name[1:2] == ":" and name[0].isalpha() and name[2:3] in ("", "/")


def _of_a_system(name: str) -> bool:
    return name.startswith(_SYSTEM_ENTRIES)


def _told(what: str, names: Iterable[str]) -> list[str]:
    found = list(names)
    if not found:
        return []
    shown = ", ".join(repr(name[:80]) for name in found[:_EXAMPLES])
    more = f" and {len(found) - _EXAMPLES} more" if len(found) > _EXAMPLES else ""
    return [f"{what}: {shown}{more}"]


def _missing(path: Path, name: str) -> InputError:
    return _error(path, f"has no entry {name}")


def _too_large(path: Path, name: str, limit: int) -> InputError:
    return _error(
        path,
        f"{name} is larger than {limit // (1024 * 1024) or 1} MiB, which is not read; get it anew",
    )


def _too_many(path: Path) -> InputError:
    return _error(
        path, f"has more than {MAX_ENTRIES} entries, far more than a module; give another file"
    )


def _reason(error: OSError | ValueError) -> str:
    return str(getattr(error, "strerror", None) or error)


def _error(path: Path, message: str) -> InputError:
    """Return the error, in one line whatever the names hold."""
    return InputError(one_line(f"{path}: {message}"))
