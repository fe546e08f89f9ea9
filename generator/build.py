"""The whole way from rule data to a written .vmdx."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from generator.binding.load import load_binding
from generator.buildfile.check import check_files
from generator.buildfile.render import render_files
from generator.extension.assemble import Extension, Host, assemble
from generator.package import Packed, pack, release_moment, write
from generator.rules import Rules

FILE_NAME = "Congress_of_Peace.vmdx"
"""The engine knows an extension in saves and between players by this name: it bears no version."""

LANGUAGE = "en"
"""Of the texts that players see; a folder of bound builds."""


def build(rules: Rules, folder: Path, environment: Mapping[str, str] | None = None) -> Packed:
    """Build the extension of ``rules`` into ``folder``.

    Raises:
        InputError: the folder cannot be written, or SOURCE_DATE_EPOCH is wrong.
        GeneratorError: what was rendered does not pass the checks, or writing failed.
    """
    return write(folder / FILE_NAME, _packed(assemble(rules), environment))


def build_bound(
    rules: Rules,
    module: Path,
    binding_file: Path,
    folder: Path,
    environment: Mapping[str, str] | None = None,
) -> Packed:
    """Build the extension for one module, into ``folder/<binding>/<language>/``.

    Raises:
        InputError: the module or the binding cannot be read, or they do not fit; and as ``build``.
        GeneratorError: as ``build``.
    """
    from generator.fit import check_binding, check_fit
    from generator.host.read import read_extension, read_module

    binding = load_binding(binding_file, rules.powers)
    host = read_module(module)
    check_binding(binding, host, binding_file)
    targets = {
        each.name: each.component.target for each in host.properties if each.level == "module"
    }
    content = _packed(assemble(rules, Host(binding, targets, host.engine_version)), environment)
    with tempfile.TemporaryDirectory() as name:
        draft = Path(name) / FILE_NAME
        draft.write_bytes(content)
        check_fit(read_extension(draft), host, binding)
    return write(folder / binding.name / LANGUAGE / FILE_NAME, content)


def _packed(extension: Extension, environment: Mapping[str, str] | None) -> bytes:
    release = extension.rules.release
    moment = release_moment(release.date, os.environ if environment is None else environment)
    files = render_files(extension, saved=int(moment.timestamp()) * 1000)
    check_files(files)
    return pack(files, moment)
