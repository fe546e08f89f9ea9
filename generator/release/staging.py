"""A folder that is filled beside its place and moved there in one go, or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from generator.errors import GeneratorError, InputError
from generator.package import write
from generator.release.last import SUMS


@contextlib.contextmanager
def staged(place: Path, then: Callable[[], None]) -> Iterator[Path]:
    """Give a folder to fill; move it to ``place`` if all went well, and do ``then``.

    If that fails, nothing is at ``place``, nor are folders above it that were not there before.

    Raises:
        InputError: the folder around ``place`` cannot be written.
        GeneratorError: it cannot be moved.
    """
    made = [folder for folder in place.parents if not folder.exists()]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    except OSError as error:
        _remove(made)
        why = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise InputError(
            f"{place.parent}: cannot be written: {why}; give another --output"
        ) from None
    at = folder
    try:
        yield folder
        folder.chmod(0o755)
        try:
            folder.rename(place)
        except OSError as error:
            raise GeneratorError(f"{place}: cannot be made: {error.strerror}; look there") from None
        at = place
        then()
    except BaseException:
        shutil.rmtree(at, ignore_errors=True)
        _remove(made)
        raise


def _remove(made: list[Path]) -> None:
    """Remove folders, the innermost first, as far as they are empty."""
    with contextlib.suppress(OSError):
        for folder in made:
            folder.rmdir()


def write_sums(folder: Path) -> None:
    """Write the sums of all that is in a folder, as ``sha256sum -c`` reads them.

    Raises:
        GeneratorError: it cannot be written.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n"
        for name, path in sorted(paths.items())
        if path.is_file()
    ]
    write(folder / SUMS, "".join(lines).encode())
