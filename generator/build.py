"""The whole way from rule data to a written .vmdx."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from generator.binding.load import load_binding
from generator.buildfile.check import check_files
from generator.buildfile.render import render_files
from generator.extension.assemble import Extension, Host, assemble
from generator.extension.names import FILE_NAME
from generator.extension.pictures import KEPT
from generator.package import Packed, pack, release_moment, write
from generator.rules import Rules
from generator.texts import DEFAULT_LANGUAGE, load_texts


def build(
    rules: Rules,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    language: str = DEFAULT_LANGUAGE,
) -> Packed:
    """Build the extension of ``rules`` for any module.

    It goes into ``folder``, in another language than English into ``folder/<language>/``.

    Raises:
        InputError: the folder cannot be written, SOURCE_DATE_EPOCH is wrong, there is no such
            language or a text is missing in it.
        GeneratorError: what was rendered does not pass the checks, or writing failed.
    """
    where = folder if language == DEFAULT_LANGUAGE else folder / language
    extension = assemble(rules, texts=load_texts(language))
    return write(where / FILE_NAME, _packed(extension, environment))


def build_bound(
    rules: Rules,
    module: Path,
    binding_file: Path,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    language: str = DEFAULT_LANGUAGE,
) -> Packed:
    """Build the extension for one module, into ``folder/<binding>/<language>/``.

    Raises:
        InputError: the module or the binding cannot be read, or they do not fit; and as ``build``.
        GeneratorError: as ``build``.
    """
    from generator.fit.check import check_binding, check_elements
    from generator.host.read import read_extension, read_module

    binding = load_binding(binding_file, rules.powers)
    host = read_module(module)
    notes = check_binding(binding, host, binding_file)
    targets = {
        each.name: each.component.target for each in host.properties if each.level == "module"
    }
    extension = assemble(rules, Host(binding, targets, host.engine_version), load_texts(language))
    content = _packed(extension, environment)
    with tempfile.TemporaryDirectory() as name:
        draft = Path(name) / FILE_NAME
        write(draft, content)
        check_elements(read_extension(draft), host, binding)
    packed = write(folder / binding.name / language / FILE_NAME, content)
    return replace(packed, notes=notes)


def _packed(extension: Extension, environment: Mapping[str, str] | None) -> bytes:
    release = extension.rules.release
    moment = release_moment(release.date, os.environ if environment is None else environment)
    files = render_files(extension, saved=int(moment.timestamp()) * 1000)
    check_files(files, KEPT)
    return pack(files, moment)
