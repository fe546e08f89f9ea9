"""The whole way from rule data to a written .vmdx."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from generator.binding.load import load_binding
from generator.binding.text import FIRST, binding_text
from generator.buildfile.check import CheckError, check_files
from generator.buildfile.render import render_files
from generator.buildfile.rule_text import rule_text
from generator.errors import InputError
from generator.extension.assemble import Congress, assemble
from generator.extension.names import RULE_ENTRY
from generator.extension.windows import HELP_PAGE
from generator.help.page import help_page
from generator.kit.extension import Extension
from generator.kit.host import Host
from generator.package import Packed, pack, release_moment, write
from generator.rules import Rules
from generator.texts import DEFAULT_LANGUAGE, load_texts
from generator.tomlfile import toml_error

if TYPE_CHECKING:
    from generator.binding.model import Binding
    from generator.host.inventory import Inventory

_E = TypeVar("_E", bound=Extension)


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
    target = read_target(rules.powers, module, binding_file)
    return build_for(rules, target, folder, environment, language)


@dataclass(frozen=True)
class Target:
    """A module that was read, and the binding that fits it."""

    module: Inventory
    binding: Binding
    notes: tuple[str, ...]
    """What a maintainer should know of the binding though it fits, one line each."""

    @property
    def host(self) -> Host:
        """Return what the extension must know of it."""
        from generator.fit.engine import needed_engine

        targets = {
            each.name: each.component.target
            for each in self.module.properties
            if each.level == "module"
        }
        return Host(self.binding, targets, needed_engine(self.module))


def read_target(
    powers: Sequence[str], module: Path, binding_file: Path, *, keys: bool = True
) -> Target:
    """Read a module and its binding of these powers, to build for it in one language or several.

    ``keys``: may the binding give commands keys of the keyboard?

    Raises:
        InputError: one of them cannot be read, or they do not fit.
    """
    from generator.fit.check import check_binding
    from generator.host.read import read_module

    binding = load_binding(binding_file, powers)
    if binding.keys and not keys:
        raise toml_error(binding_file, "keys: a declared rule has no keys; leave that table out")
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
    extension = complete(assemble(rules, target.host, load_texts(language)))
    return _written_for(extension, target, folder, language, environment)


def build_declared(
    rule: Path,
    folder: Path,
    language: str = DEFAULT_LANGUAGE,
    environment: Mapping[str, str] | None = None,
    bound: tuple[Path, Path] | None = None,
) -> tuple[Packed, str]:
    """Build the extension of the rule in folder ``rule``; return its version too.

    It goes where ``build`` and ``build_bound`` put 15.6, under its own file name. ``bound``: the
    module that it is for, and the binding file.

    Raises:
        InputError: the rule is faulty, its data, its texts, its templates or what they give; and as
            ``build`` and ``build_bound``.
        GeneratorError: writing failed.
    """
    from generator.declared.assemble import assemble_declared
    from generator.declared.load import load_declared
    from generator.declared.text import binding_first

    declared = load_declared(rule)
    target = None if bound is None else read_target(declared.tracked(), *bound, keys=False)
    extension = assemble_declared(declared, language, target.host if target else None)
    try:
        if target is None:
            return _written(extension, folder, language, environment), extension.version
        first = binding_first(declared.rule)
        extension = _with_binding(extension, target.binding, first)
        written = _written_for(extension, target, folder, language, environment)
    except CheckError as error:
        raise InputError(f"{rule}: what it gives cannot be played; {error}") from None
    return written, extension.version


def _written(
    extension: Extension, folder: Path, language: str, environment: Mapping[str, str] | None
) -> Packed:
    """Write an extension for any module, in another language than English into its own folder."""
    where = folder if language == DEFAULT_LANGUAGE else folder / language
    return write(where / extension.identity.file_name, packed(extension, environment))


def _written_for(
    extension: Extension,
    target: Target,
    folder: Path,
    language: str,
    environment: Mapping[str, str] | None,
) -> Packed:
    """Write an extension for one module, if its own elements fit there."""
    from generator.fit.check import check_elements
    from generator.host.read import read_extension

    content = packed(extension, environment)
    file_name = extension.identity.file_name
    with tempfile.TemporaryDirectory() as name:
        draft = Path(name) / file_name
        write(draft, content)
        check_elements(read_extension(draft), target.module, target.binding)
    written = write(folder / target.binding.name / language / file_name, content)
    return replace(written, notes=target.notes)


def _with_binding(extension: _E, binding: Binding, first: str = FIRST) -> _E:
    """Return the extension with its binding as an entry; ``first``: what that begins with."""
    text = binding_text(binding.module, binding.version, binding.powers, {}, binding.keys, first)
    entries = {**extension.entries, extension.identity.binding_entry: text}
    return replace(extension, entries=entries)


def complete(extension: Congress) -> Congress:
    """Return the extension with its help page, and the rule and the binding that it was built from.

    Raises:
        InputError: a text is missing in the language of the help.
        GeneratorError: a template is faulty.
    """
    entries = {f"help/{HELP_PAGE}": help_page(extension), RULE_ENTRY: rule_text(extension.rules)}
    whole = replace(extension, entries=entries)
    return whole if extension.binding is None else _with_binding(whole, extension.binding)


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
