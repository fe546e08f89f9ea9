"""Does an extension fit a module? What the engine would swallow without a word is said here.

The engine attaches to the wrong component where a target's name is off, reads the wrong property
where two have one name, and sends keys that nobody hears: all in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.binding.load import read_binding
from generator.binding.model import Binding
from generator.errors import InputError, one_line
from generator.fit.binding import faults_of, made_for
from generator.fit.elements import misfits, other_version
from generator.fit.engine import contradiction
from generator.fit.notes import begun_from_saves, notes_of
from generator.fit.whose import naming_of
from generator.host.archive import EXTENSION, open_archive, read
from generator.host.inventory import Inventory
from generator.host.report import unbound
from generator.host.signs import Surroundings
from generator.tomlfile import decode_toml

_MAX_TOML = 1024 * 1024


class MisfitError(InputError):
    """An extension does not fit a module; every fault, one to a line."""


def check_fit(extension: Inventory, host: Inventory, binding: Binding | None) -> tuple[str, ...]:
    """Check an extension, and the binding that it was built with, against a module.

    Returns:
        What a maintainer should know though it fits, one line each.

    Raises:
        InputError: it is not an extension that this generator built.
        MisfitError: with every fault that was found.
    """
    entry = naming_of(extension).binding_entry
    if binding is None and not extension.universal:
        raise InputError(
            f"{extension.path}: is made for one module, but its entry {entry}, which says how that "
            "keeps VP, is missing; build it anew"
        )
    version = other_version(extension, host)
    faults = list(misfits(extension, host, binding))
    notes: list[str] = []
    if binding is not None:
        around = Surroundings(host, ())
        faults += faults_of(binding, around)
        notes += [] if faults else [*begun_from_saves(host), *notes_of(binding, around)]
    if faults and version:
        faults.insert(0, f"{version}; mend the binding, put that version there and build anew")
    _raise(str(extension.path), host, faults)
    notes += [] if extension.universal else contradiction(host)
    odd = (*extension.notes, *_broken_rule(extension))
    notes += [f"the extension: {each}; build it anew" for each in odd]
    if version:
        notes.insert(0, f"{version}; put that version into the binding and build anew")
    return tuple(map(one_line, notes))


def check_elements(extension: Inventory, host: Inventory, binding: Binding) -> None:
    """Check an extension's own elements only, where its binding has been checked already.

    Raises:
        MisfitError: with every fault that was found.
    """
    _raise("the extension", host, list(misfits(extension, host, binding)))


def check_binding(binding: Binding, host: Inventory, path: Path) -> tuple[str, ...]:
    """Check a binding file alone, so that its faults are told before anything is built.

    Returns:
        What a maintainer should know though it fits, one line each.

    Raises:
        InputError: no binding can be made for the module.
        MisfitError: with every fault that was found.
    """
    why = unbound(host)
    if why:
        raise InputError(one_line(f"{host.path}: {why}"))
    around = Surroundings(host, ())
    named, bound = list(made_for(binding, host)), list(faults_of(binding, around))
    if named and not bound:
        named[-1] += "; all else fits"
    _raise(str(path), host, [*named, *bound])
    notes = [*contradiction(host), *begun_from_saves(host), *notes_of(binding, around)]
    return tuple(map(one_line, notes))


def _broken_rule(extension: Inventory) -> Iterator[str]:
    """Say that the rule which an extension carries, for ``generator diff``, cannot be read."""
    entry = naming_of(extension).rule_entry
    with open_archive(extension.path, EXTENSION) as archive:
        content = read(archive, entry, _MAX_TOML) if entry in archive else None
    try:
        if content is not None and not decode_toml(content, extension.path / entry, entry):
            yield f"its entry {entry} is empty"
    except InputError as error:
        yield str(error).removeprefix(f"{extension.path}/")


def binding_of(extension: Inventory) -> Binding | None:
    """Return the binding that an extension was built with; None: it is for any module.

    Raises:
        InputError: it cannot be read, or this generator did not make the extension.
    """
    path, entry = extension.path, naming_of(extension).binding_entry
    with open_archive(path, EXTENSION) as archive:
        if entry not in archive:
            return None
        content = read(archive, entry, _MAX_TOML)
    inside = path / entry
    return read_binding(decode_toml(content, inside, entry), inside, path.stem)


def _raise(what: str, host: Inventory, faults: Sequence[str]) -> None:
    if faults:
        lines = "\n".join(f"  {one_line(fault)}" for fault in faults)
        raise MisfitError(f"{one_line(f'{what} does not fit {host.path}')}:\n{lines}")
