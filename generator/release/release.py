"""The whole way from a rule in force to the folder of a release."""

from __future__ import annotations

import datetime as dt
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import generator
from generator.binding.load import load_binding
from generator.binding.model import Binding
from generator.build import build, build_for, read_target
from generator.compare.compare import Comparison, compare
from generator.errors import InputError, one_line
from generator.extension.names import RULE_ENTRY
from generator.help.docs import write_docs
from generator.kit.release import ImpossibleValueError
from generator.package import release_moment, write
from generator.release.last import Last, find_last, read_last
from generator.release.notes import NOTES, Subject, notes_text
from generator.release.proof import require_proof
from generator.release.sources import keep_bindings, keep_rule
from generator.release.staging import staged, write_sums
from generator.release.state import require_clean
from generator.release.versions import FORM, order
from generator.rules import Rules
from generator.rules.changes import Difference, difference
from generator.rules.layers import Layers
from generator.rules.load import SHIPPED, load_with_sources
from generator.templating import template_folder
from generator.texts import DEFAULT_LANGUAGE, languages

_PACKAGE = Path(generator.__file__).parent


@dataclass(frozen=True)
class Request:
    """What is to be released."""

    version: str
    output: Path
    """Folder of all releases."""
    date: dt.date | None = None
    """None: the rule's if that has this version already, else today."""
    errata: Path | None = None
    bound: Sequence[tuple[Path, Path]] = ()
    """Binding files, each with its module."""
    last: Path | None = None
    """Folder of the last release; None: the greatest version in ``output``."""
    first: bool = False
    """There is no last release."""


@dataclass(frozen=True)
class Released:
    """A release that was made."""

    folder: Path
    rules: Rules
    raised: Path | None
    """The file in which version and date were raised, if they were not so already."""
    last: Last | None
    extensions: int
    notes: tuple[str, ...]
    """What its maker should know, one line each."""


def release(request: Request) -> Released:
    """Check that all is ready, build every file, and move them into place together.

    Raises:
        InputError: what is asked for cannot be released: the version or date does not grow, the
            tree is not as committed, the rule is not proven, a binding does not fit, and as
            ``build`` and ``load_rules``.
        GeneratorError: our failure; nothing is left of the release.
    """
    place = _place(request)
    if request.errata is None and _PACKAGE in template_folder().parents:
        raise InputError(
            "this generator is installed, its own rule file is not to be raised; give --rules FILE"
        )
    last = _last(request)
    rules, layers = load_with_sources(request.errata)
    rules = _as_released(rules, request, last)
    bindings = _bindings(request, rules)
    given = [layer.path for layer in layers.files[1:]]
    given += [path for pair in request.bound for path in pair]
    require_clean(_PACKAGE, {path.resolve() for path in given})
    proof = require_proof(rules, request.errata)

    upper = layers.files[-1].path.resolve()
    before = upper.read_bytes()
    after = before

    def raise_in_place() -> None:
        if after != before:
            mode = upper.stat().st_mode
            write(upper, after)
            upper.chmod(mode)

    with staged(place, raise_in_place) as folder:
        after, copied = keep_rule(folder, layers, rules)
        keep_bindings(folder, [binding for binding, _ in request.bound])
        notes = _build_all(rules, request, folder)
        changes, unsaid = _changes(last, copied) if last else (None, "")
        write_docs(rules, folder / "docs")
        subject = Subject(
            rules=rules,
            bindings=bindings,
            proof=proof,
            last=last,
            changes=changes,
            unsaid=unsaid,
            comparisons=_compare_all(last, folder) if last else {},
        )
        write(folder / NOTES, notes_text(folder, subject).encode())
        write_sums(folder)
    return Released(
        folder=place,
        rules=rules,
        raised=layers.files[-1].path if after != before else None,
        last=last,
        extensions=len(languages()) * (1 + len(bindings)),
        notes=(*notes, *subject.warnings()),
    )


def _place(request: Request) -> Path:
    if not FORM.fullmatch(request.version):
        raise InputError(
            one_line(
                f'the version is "{request.version}"; give numbers with dots, such as 1.0.1, and '
                "no zeros in front"
            )
        )
    place = request.output / request.version
    if place.exists():
        raise InputError(
            f"{place}: is there already, and what players have stays as it is; give a greater "
            "version, or remove the folder if nobody has it"
        )
    return place


def _last(request: Request) -> Last | None:
    folder = request.last or find_last(request.output)
    if request.first:
        if folder is not None:
            raise InputError(f"{folder}: is a release already; leave out --first")
        return None
    if folder is None:
        raise InputError(
            f"{request.output}: has no release to compare with; give the folder that players have "
            "with --last FOLDER, or --first if they have none"
        )
    return read_last(folder)


def _as_released(rules: Rules, request: Request, last: Last | None) -> Rules:
    """Return the rules with the version and date that were asked for."""
    date = request.date
    if date is None:
        same = rules.release.version == request.version
        date = rules.release.date if same else release_moment(dt.date.today(), os.environ).date()
    if last is not None and order(request.version) <= order(last.version):
        raise InputError(
            f"the version is {request.version}, that of {last.folder} {last.version}; "
            "give a greater one"
        )
    if last is not None and date <= last.date:
        raise InputError(
            f"the date is {date}, that of {last.folder} {last.date}, and VASSAL keeps old pictures "
            f"if it does not grow; give a later one, such as --date {_day_after(last.date)}"
        )
    try:
        return replace(rules, release=replace(rules.release, version=request.version, date=date))
    except ImpossibleValueError as error:
        raise InputError(f"--{error.key}: {error.message}") from None


def _day_after(date: dt.date) -> dt.date:
    return date + dt.timedelta(days=1)


def _bindings(request: Request, rules: Rules) -> list[Binding]:
    found: dict[str, Binding] = {}
    for path, _ in request.bound:
        binding = load_binding(path, rules.powers)
        if binding.name in found:
            raise InputError(
                one_line(f"{path}: there is another binding of this name; rename one of them")
            )
        found[binding.name] = binding
    return list(found.values())


def _build_all(rules: Rules, request: Request, folder: Path) -> list[str]:
    """Build every file; return what is odd about the bindings."""
    codes = sorted(languages(), key=lambda code: code != DEFAULT_LANGUAGE)
    notes: list[str] = []
    for code in codes:
        build(rules, folder, {}, code)
    for binding, module in request.bound:
        target = read_target(rules.powers, module, binding)
        notes += [f"{binding}: {note}" for note in target.notes]
        for code in codes:
            build_for(rules, target, folder, {}, code)
    return notes


def _compare_all(last: Last, folder: Path) -> dict[str, Comparison]:
    """Compare each file that was there with what it has become, the English one first."""
    names = sorted(last.files, key=lambda name: (name.count("/"), name))
    return {
        name: compare(last.folder / name, folder / name)
        for name in names
        if (folder / name).is_file()
    }


def _changes(last: Last, now: Layers) -> tuple[Difference | None, str]:
    """Return what changed of the rule; or None, and why the last release does not say its rule.

    Its keys are laid over the shipped rule: one that it did not have yet is no change.
    """
    if not last.rule:
        return None, f"the release before has no {RULE_ENTRY}"
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / RULE_ENTRY
        path.write_bytes(last.rule)
        try:
            return difference(load_with_sources(path, shipped=SHIPPED)[1], now), ""
        except InputError as error:
            said = str(error).removeprefix(f"{Path(name)}{os.sep}")
            return None, f"the rule of the release before cannot be read ({said})"
