"""The whole way from rule data to a written .vmdx."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from generator.binding.load import load_binding
from generator.binding.text import binding_text
from generator.buildfile.check import check_files
from generator.buildfile.render import render_files
from generator.buildfile.rule_text import rule_text
from generator.extension.assemble import Congress, Host, assemble
from generator.extension.identity import IDENTITY
from generator.extension.names import BINDING_ENTRY, RULE_ENTRY
from generator.extension.windows import HELP_PAGE
from generator.help.page import help_page
from generator.kit.extension import Extension
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
    extension = complete(assemble(rules, texts=load_texts(language)))
    return write(where / IDENTITY.file_name, packed(extension, environment))


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
    bound = Host(binding, targets, host.engine_version)
    extension = complete(assemble(rules, bound, load_texts(language)))
    content = packed(extension, environment)
    with tempfile.TemporaryDirectory() as name:
        draft = Path(name) / IDENTITY.file_name
        write(draft, content)
        check_elements(read_extension(draft), host, binding)
    written = write(folder / binding.name / language / IDENTITY.file_name, content)
    return replace(written, notes=notes)


def build_declared(
    rule: Path,
    folder: Path,
    language: str = DEFAULT_LANGUAGE,
    environment: Mapping[str, str] | None = None,
) -> tuple[Packed, str]:
    """Build the extension of the rule in folder ``rule``, for any module; return its version too.

    It goes where ``build`` puts 15.6, under its own file name.

    Raises:
        InputError: the rule is faulty; and as ``build``.
        GeneratorError: as ``build``, or a template or a text that is asked for is missing.
    """
    from generator.declared.assemble import assemble_declared
    from generator.declared.load import load_declared

    extension = assemble_declared(load_declared(rule), language)
    where = folder if language == DEFAULT_LANGUAGE else folder / language
    content = packed(extension, environment)
    return write(where / extension.identity.file_name, content), extension.version


def complete(extension: Congress) -> Congress:
    """Return the extension with its help page, and the rule and the binding that it was built from.

    Raises:
        InputError: a text is missing in the language of the help.
        GeneratorError: a template is faulty.
    """
    bound = extension.binding
    entries = {f"help/{HELP_PAGE}": help_page(extension), RULE_ENTRY: rule_text(extension.rules)}
    if bound is not None:
        text = binding_text(bound.module, bound.version, bound.powers, {}, bound.keys)
        entries[BINDING_ENTRY] = text
    return replace(extension, entries=entries)


def packed(extension: Extension, environment: Mapping[str, str] | None = None) -> bytes:
    """Return an extension's .vmdx, rendered and checked.

    Raises:
        InputError: SOURCE_DATE_EPOCH is wrong.
        GeneratorError: what was rendered does not pass the checks.
    """
    moment = release_moment(extension.date, os.environ if environment is None else environment)
    files = render_files(extension, saved=int(moment.timestamp()) * 1000)
    check_files(files, extension.identity, extension.kept)
    return pack(files, moment)
