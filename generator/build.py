"""The whole way from rule data to a written .vmdx."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from generator.buildfile.check import check_files
from generator.buildfile.render import render_files
from generator.extension.assemble import assemble
from generator.package import Packed, pack, release_moment, write
from generator.rules import Rules

FILE_NAME = "Congress_of_Peace.vmdx"
"""The engine knows an extension in saves and between players by this name: it bears no version."""


def build(rules: Rules, folder: Path, environment: Mapping[str, str] | None = None) -> Packed:
    """Build the extension of ``rules`` into ``folder``.

    Raises:
        InputError: the folder cannot be written, or SOURCE_DATE_EPOCH is wrong.
        GeneratorError: what was rendered does not pass the checks, or writing failed.
    """
    moment = release_moment(rules.release.date, os.environ if environment is None else environment)
    files = render_files(assemble(rules), saved=int(moment.timestamp()) * 1000)
    check_files(files)
    return write(folder / FILE_NAME, pack(files, moment))
