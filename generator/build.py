"""The whole way from rule data to a written .vmdx."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from generator.binding.model import Binding
    from generator.host.inventory import Inventory


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
    extension = complete(assemble(rules, texts=load_texts(language)))
    return _written(extension, folder, language, environment)


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
    return build_for(rules, read_target(rules, module, binding_file), folder, environment, language)


@dataclass(frozen=True)
class Target:
    """A module that was read, and the binding that fits it."""

    module: Inventory
    binding: Binding
    notes: tuple[str, ...]
    """What a maintainer should know of the binding though it fits, one line each."""


def read_target(rules: Rules, module: Path, binding_file: Path) -> Target:
    """Read a module and its binding, to build for it in one language or several.

    Raises:
        InputError: one of them cannot be read, or they do not fit.
    """
    from generator.fit.check import check_binding
    from generator.host.read import read_module

    binding = load_binding(binding_file, rules.powers)
    host = read_module(module)
    return Target(host, binding, check_binding(binding, host, binding_file))


def build_for(
    rules: Rules,
    target: Target,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    language: str = DEFAULT_LANGUAGE,
) -> Packed:
    """Build the extension for a module that was read; as ``build_bound`` but for reading it.

    Raises:
        InputError: the extension's own elements do not fit the module; and as ``build``.
        GeneratorError: as ``build``.
    """
    from generator.fit.check import check_elements
    from generator.fit.engine import needed_engine
    from generator.host.read import read_extension

    host, binding = target.module, target.binding
    targets = {
        each.name: each.component.target for each in host.properties if each.level == "module"
    }
    bound = Host(binding, targets, needed_engine(host))
    extension = complete(assemble(rules, bound, load_texts(language)))
    content = packed(extension, environment)
    with tempfile.TemporaryDirectory() as name:
        draft = Path(name) / IDENTITY.file_name
        write(draft, content)
        check_elements(read_extension(draft), host, binding)
    written = write(folder / binding.name / language / IDENTITY.file_name, content)
    return replace(written, notes=target.notes)


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
    return _written(extension, folder, language, environment), extension.version


def _written(
    extension: Extension, folder: Path, language: str, environment: Mapping[str, str] | None
) -> Packed:
    """Write an extension for any module, in another language than English into its own folder."""
    where = folder if language == DEFAULT_LANGUAGE else folder / language
    return write(where / extension.identity.file_name, packed(extension, environment))


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
