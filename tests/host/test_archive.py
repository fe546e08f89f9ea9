from __future__ import annotations

import os
import struct
import zipfile
from pathlib import Path

import pytest

from generator.errors import InputError
from generator.host import archive
from generator.host.archive import open_archive, read

from .builder import write_zip

LIMIT = 1024
POSIX = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices")


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught, open_archive(path) as found:
        read(found, "entry", LIMIT)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message


def unpacked(folder: Path, entries: dict[str, bytes]) -> Path:
    for name, content in entries.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return folder


ENTRIES = {"entry": b"text", "images/a.png": b"picture", "images/plain": b"no suffix"}


@pytest.mark.parametrize("make", [write_zip, unpacked])
def test_zip_and_folder_are_the_same(make: object, tmp_path: Path) -> None:
    assert callable(make)
    with open_archive(make(tmp_path / "module", ENTRIES)) as found:
        assert found.names == ("entry", "images/a.png", "images/plain")
        assert found.notes == ()
        assert "entry" in found
        assert "images" not in found
        assert read(found, "entry", 4) == b"text"
        with pytest.raises(InputError, match="has no entry nowhere"):
            read(found, "nowhere", LIMIT)
        with pytest.raises(InputError, match="entry is larger than"):
            read(found, "entry", 3)


def test_missing(tmp_path: Path) -> None:
    assert "there is no such file" in refused(tmp_path / "nowhere.vmod")


def test_name_that_no_file_can_have() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        open_archive(Path("a\0b"))


@pytest.mark.parametrize("content", [b"", b"text", b"\x89PNG" * 100])
def test_not_a_zip(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "module.vmod"
    path.write_bytes(content)
    what = "is not a zip file" if content else "is empty"
    assert refused(path).endswith(f": {what}; give a module (.vmod) or an extension (.vmdx)")


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9, 0.99])
def test_cut_short(kept: float, tmp_path: Path) -> None:
    path = write_zip(tmp_path / "module.vmod", {"entry": os.urandom(2000)})
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    assert "is a damaged zip file, perhaps cut short" in refused(path)


def test_damaged_entry(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "module.vmod", {"entry": b"ab" * 200})
    broken = bytearray(path.read_bytes())
    broken[38:42] = b"\xff" * 4
    path.write_bytes(broken)
    assert "entry is damaged" in refused(path)


def bomb(path: Path, declared: int | None = None) -> Path:
    """Pack 8 MiB into some thousand bytes; the directory can say that it is less."""
    write_zip(path, {"entry": bytes(8 * 1024 * 1024)})
    if declared is not None:
        content = bytearray(path.read_bytes())
        directory = content.rfind(b"PK\x01\x02")
        struct.pack_into("<L", content, directory + 24, declared)
        path.write_bytes(content)
    return path


def test_bomb_that_says_so(tmp_path: Path) -> None:
    assert "entry is larger than" in refused(bomb(tmp_path / "module.vmod"))


def test_bomb_that_does_not_say_so(tmp_path: Path) -> None:
    path = bomb(tmp_path / "module.vmod", declared=500)
    with open_archive(path) as found, pytest.raises(InputError, match="entry is damaged"):
        assert sum(map(len, found.chunks("entry", LIMIT))) <= LIMIT


def test_reads_no_more_than_the_limit_and_a_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that grows while it is read."""
    folder = unpacked(tmp_path / "module", {"entry": bytes(5000)})
    monkeypatch.setattr(archive, "_CHUNK", 100)
    with open_archive(folder) as found:
        chunks = found.chunks("entry", 6000)
        next(chunks)
        with (folder / "entry").open("ab") as growing:
            growing.write(bytes(10_000_000))
        kept: list[bytes] = []
        with pytest.raises(InputError, match="larger than"):
            kept.extend(chunks)
        assert sum(map(len, kept)) <= 6000


def test_directory_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_zip(tmp_path / "module.vmod", {f"images/{n}": b"" for n in range(50)})
    monkeypatch.setattr(archive, "_MAX_DIRECTORY", 1000)
    assert "far more than a module; give another file" in refused(path)


@pytest.mark.parametrize("make", [write_zip, unpacked])
def test_too_many_entries(make: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(make)
    path = make(tmp_path / "module", {f"images/{n}": b"" for n in range(50)})
    monkeypatch.setattr(archive, "MAX_ENTRIES", 40)
    with pytest.raises(InputError, match="more than 40 entries"), open_archive(path) as found:
        assert found.names == ()


UNUSABLE = ["/etc/passwd", "../up", "a/../../up", "C:/windows", "C:", "..", "back\\slash"]


@pytest.mark.parametrize("name", UNUSABLE)
def test_unusable_name_is_told_and_left_out(name: str, tmp_path: Path) -> None:
    path = write_zip(tmp_path / "module.vmod", {"entry": b"text", name: b"evil"})
    with open_archive(path) as found:
        assert found.names == ("entry",)
        (note,) = found.notes
        assert "unusable name" in note
        assert name not in found
        with pytest.raises(InputError):
            read(found, name, LIMIT)


def test_entry_without_a_name(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "module.vmod", {"entry": b"text", "Q": b"evil"})
    path.write_bytes(path.read_bytes().replace(b"Q", b"\0"))
    with open_archive(path) as found:
        assert found.names == ("entry",)
        assert "unusable name" in found.notes[0]


@pytest.mark.parametrize("name", ["../up", "/etc/hostname", "images/../entry", ""])
def test_nothing_outside_a_folder_is_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "up").write_bytes(b"secret")
    folder = unpacked(tmp_path / "module", ENTRIES)
    with open_archive(folder) as found, pytest.raises(InputError, match="has no entry"):
        read(found, name, LIMIT)


def test_harmless_names(tmp_path: Path) -> None:
    names = ("images/..png", "images/a b.png", "images/a:b.png", "images/ünï.png")
    path = write_zip(tmp_path / "module.vmod", dict.fromkeys(names, b""))
    with open_archive(path) as found:
        assert found.names == names
        assert found.notes == ()


def test_system_entries_are_left_out_without_a_word(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "m.vmod", {"entry": b"text", "__MACOSX/._entry": b"x"})
    with open_archive(path) as found:
        assert found.names == ("entry",)
        assert found.notes == ()


def test_last_of_two_entries_counts(tmp_path: Path) -> None:
    path = tmp_path / "module.vmod"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("entry", b"first")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("entry", b"last")
    with open_archive(path) as found:
        assert read(found, "entry", LIMIT) == b"last"
        assert found.names == ("entry",)
        (note,) = found.notes
        assert "'entry'" in note
        assert "more than once" in note


def flagged(path: Path, *, flag: int = 0, method: int = 0) -> Path:
    """Set a flag or the compression method of the only entry, in both of its headers."""
    content = bytearray(write_zip(path, {"entry": b"text" * 50}).read_bytes())
    central = content.rfind(b"PK\x01\x02")
    for place in (6, central + 8):
        content[place] |= flag
        if method:
            struct.pack_into("<H", content, place + 2, method)
    path.write_bytes(content)
    return path


def test_encrypted(tmp_path: Path) -> None:
    assert "entry is encrypted" in refused(flagged(tmp_path / "m.vmod", flag=1))


@pytest.mark.parametrize("method", [9, 12, 14, 93, 99])
def test_compression_that_the_engine_cannot_read(method: int, tmp_path: Path) -> None:
    assert "the engine cannot read" in refused(flagged(tmp_path / "m.vmod", method=method))


@POSIX
def test_links_in_a_folder_are_no_entries(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    folder = unpacked(tmp_path / "module", ENTRIES)
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder)
    with open_archive(folder) as found:
        assert found.names == ("entry", "images/a.png", "images/plain")
        (note,) = found.notes
        assert "'link', 'loop', 'up'" in note
        for name in ("link", "up/secret", "loop/entry"):
            assert name not in found
            with pytest.raises(InputError, match="has no entry"):
                read(found, name, LIMIT)


@POSIX
def test_pipe_in_a_folder_is_never_opened(tmp_path: Path) -> None:
    folder = unpacked(tmp_path / "module", ENTRIES)
    os.mkfifo(folder / "pipe")
    with open_archive(folder) as found:
        assert "pipe" not in found.names
        assert "pipe" in found.notes[0]
        with pytest.raises(InputError, match="has no entry pipe"):
            read(found, "pipe", LIMIT)


@POSIX
def test_pipe_given_as_module(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is neither a file nor a folder" in refused(tmp_path / "pipe")


@POSIX
def test_device_given_as_module() -> None:
    assert "is neither a file nor a folder" in refused(Path("/dev/zero"))


def test_comment_with_the_mark_of_an_end(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "module.vmod", ENTRIES)
    with zipfile.ZipFile(path, "a") as made:
        made.comment = b"PK\x05\x06 is not the end"
    with pytest.raises(InputError, match="damaged zip file"):
        open_archive(path)
