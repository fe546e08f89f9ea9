from __future__ import annotations

import datetime as dt
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from generator.build import build
from generator.errors import GeneratorError, InputError
from generator.extension.names import RULE_ENTRY
from generator.package import pack, release_moment, write
from generator.rules import load_rules

ROOT = Path(__file__).parents[1]
NOON = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)


def test_entries() -> None:
    archive = zipfile.ZipFile(io.BytesIO(pack({"b": b"1", "a/x": b"22"}, NOON)))
    entries = archive.infolist()
    assert [entry.filename for entry in entries] == ["b", "a/x"]
    assert all(entry.compress_type == zipfile.ZIP_STORED for entry in entries)
    assert all(entry.date_time == (2026, 12, 1, 12, 0, 0) for entry in entries)
    assert all(entry.external_attr >> 16 == 0o100644 for entry in entries)
    assert archive.testzip() is None


def test_what_is_in_the_extension(tmp_path: Path) -> None:
    packed = build(load_rules(), tmp_path, {})
    assert packed.path.name == "Congress_of_Peace.vmdx"
    assert packed.size == packed.path.stat().st_size
    assert packed.sha256 == hashlib.sha256(packed.path.read_bytes()).hexdigest()
    names = zipfile.ZipFile(packed.path).namelist()
    assert names[:2] == ["buildFile.xml", "extensiondata"]
    assert {name.partition("/")[0] for name in names[2:]} == {"images", "help", RULE_ENTRY}
    assert list(tmp_path.iterdir()) == [packed.path]


def test_date_comes_from_the_release_or_the_environment() -> None:
    date = dt.date(2026, 12, 1)
    assert release_moment(date, {}) == NOON
    assert release_moment(date, {"SOURCE_DATE_EPOCH": "1700000000"}).year == 2023


@pytest.mark.parametrize("epoch", ["soon", "0", "99999999999", "-5", "1e9", "9" * 40])
def test_impossible_epoch(epoch: str) -> None:
    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH"):
        release_moment(dt.date(2026, 12, 1), {"SOURCE_DATE_EPOCH": epoch})


def run(folder: Path, **environment: str) -> bytes:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    env.pop("SOURCE_DATE_EPOCH", None)
    subprocess.run(
        [sys.executable, "-m", "generator", "build", "--output", str(folder)],
        cwd=folder,
        env=env,
        check=True,
        capture_output=True,
    )
    return (folder / "Congress_of_Peace.vmdx").read_bytes()


def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "a much longer/näme"
    one.mkdir()
    two.mkdir(parents=True)
    first = run(one, TZ="UTC", LC_ALL="C", PYTHONHASHSEED="1", HOME=str(one), USER="a")
    second = run(
        two, TZ="Asia/Tokyo", LC_ALL="C.UTF-8", PYTHONHASHSEED="2", HOME=str(two), USER="b"
    )
    assert first == second


def test_old_file_survives_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.vmdx"
    write(path, b"old")
    for failure in (OSError(28, "No space left on device"), KeyboardInterrupt()):

        def fail(*_: object, error: BaseException = failure) -> None:
            raise error

        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises((GeneratorError, KeyboardInterrupt)):
            write(path, b"new")
        assert path.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [path]


def test_full_disk(tmp_path: Path) -> None:
    """A real one: /dev/full refuses every byte."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    vp = ("Austria=1", "Britain=1", "France=1", "Russia=1")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "generator", "odds", "--vp", *vp],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.strip().count("\n") == 0
    assert "No space left" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no file size limits on Windows")
def test_write_that_the_system_breaks_off(tmp_path: Path) -> None:
    """The kernel refuses in mid-write, as on a full disk."""
    target = tmp_path / "Congress_of_Peace.vmdx"
    target.write_bytes(b"old")
    limited = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        f"sys.argv = ['generator', 'build', '--output', {str(tmp_path)!r}]\n"
        "from generator.cli import entry\nentry()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"generator: {target}: was not written: File too large; allow larger files (ulimit -f), or "
        "write to another disk\n"
    )
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_installed_wheel_builds_the_same(tmp_path: Path) -> None:
    """Templates and data travel in the wheel."""
    wheels = tmp_path / "wheels"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = wheels.glob("*.whl")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "__pycache__" in name]
    site = tmp_path / "site"
    subprocess.run(
        [*pip, "install", "--no-deps", "--target", str(site), str(wheel)],
        check=True,
        capture_output=True,
    )
    env = {**os.environ, "PYTHONPATH": str(site)}
    env.pop("SOURCE_DATE_EPOCH", None)
    where = (
        "import generator, sys; from generator.cli import main; print(generator.__file__)\n"
        "assert main(['rules', '--json']) == 0\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{where}sys.exit(main(['build', '--output', {str(tmp_path)!r}]))"],
        cwd=tmp_path,
        env=env,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(str(site))
    ours = build(load_rules(), tmp_path / "ours", {})
    assert (tmp_path / "Congress_of_Peace.vmdx").read_bytes() == ours.path.read_bytes()


def test_file_is_readable_by_all(tmp_path: Path) -> None:
    path = write(tmp_path / "x", b"1").path
    assert path.stat().st_mode & 0o777 == 0o644
