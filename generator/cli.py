"""The command line: ``generator`` and ``python -m generator``.

Each subcommand imports what it needs, and no more, when it runs.
"""

from __future__ import annotations

import argparse
import gc
import io
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.errors import GeneratorError, InputError, one_line
from generator.usage import Parser, parse

if TYPE_CHECKING:
    from generator.host.candidate import Candidate
    from generator.host.candidates import Candidates
    from generator.host.inventory import Inventory
    from generator.package import Packed
    from generator.rules.layers import Layers

_DEFAULT_FOLDER = Path("build")
_OTHER_SIDES = (
    "None of the rule's powers is a side of this module; its sides are looked for instead. A "
    "binding (--bind) is for the rule's powers all the same."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code: 0, 1 for our failure, 2 for the user's input.

    ``diff --strict`` also returns 1 for what it has found.
    """
    try:
        options = parse(_parser(), arguments)
        code: int = options.run(options) or 0
        if sys.stdout is not None:  # closed by the caller
            sys.stdout.flush()
    except GeneratorError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("interrupted; nothing was written", 130)
    except BrokenPipeError:
        _silence_stdout()
        return 1
    except MemoryError:
        return _fail("out of memory", 1)
    except OSError as error:
        if error.filename:
            return _fail(f"{error.filename}: {error.strerror or error}; check that path", 1)
        _silence_stdout()
        why = f"{error.strerror or error}; what was printed is cut short: check where it goes"
        return _fail(f"standard output: {why}", 1)
    return code


def entry() -> None:
    """Run as a console script; a process this short needs no collecting of cycles.

    Who ends it politely gets what Ctrl-C gets: nothing half-written is left.
    """
    gc.disable()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())


def _fail(message: str, code: int) -> int:
    lines = "\n".join(map(one_line, message.split("\n")))
    print(f"generator: {lines}", file=sys.stderr)
    return code


def _silence_stdout() -> None:
    """Keep Python from complaining again when it flushes standard output at its end."""
    import contextlib
    import os

    with contextlib.suppress(OSError):  # it has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> Parser:
    parser = Parser(
        prog="generator",
        description="Builds the VASSAL extension that plays the Congress of Peace, rule 15.6 of "
        "Congress of Vienna.",
        epilog="example: generator build",
    )
    parser.add_argument("--version", action="version", version=f"generator {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", required=True, metavar="COMMAND"
    )

    build = commands.add_parser(
        "build",
        help="build the extension",
        description="Builds Congress_of_Peace.vmdx and prints its path, size, sha256 and version.",
        epilog="example: generator build --rules errata.toml --output build",
    )
    _add_rules(build)
    build.add_argument(
        "--output",
        type=_path,
        default=_DEFAULT_FOLDER,
        metavar="FOLDER",
        help="folder to write into, made if missing (default: build)",
    )
    build.add_argument(
        "--module", type=_path, metavar="MODULE.vmod", help="module to build for; with --binding"
    )
    build.add_argument(
        "--binding",
        type=_path,
        metavar="FILE",
        help="how the module keeps VP, made by `generator inspect --bind` and corrected by hand; "
        "the extension goes to FOLDER/<binding>/<language>/",
    )
    build.add_argument(
        "--lang",
        default="en",
        metavar="LANGUAGE",
        help="language of what players see (default: en); any other goes to FOLDER/<language>/",
    )
    build.add_argument(
        "--declared",
        type=_path,
        metavar="FOLDER",
        help="build the rule of this folder, with its rule.toml, instead of 15.6",
    )
    build.set_defaults(run=_build)

    docs = commands.add_parser(
        "docs",
        help="write the help as pages for the web",
        description="Writes the help page of the extension in every language, as web pages that "
        "need no other file, and index.html, which leads to them.",
        epilog="example: generator docs --output build/docs",
    )
    _add_rules(docs)
    docs.add_argument(
        "--output",
        type=_path,
        default=_DEFAULT_FOLDER / "docs",
        metavar="FOLDER",
        help="folder to write into, made if missing (default: build/docs)",
    )
    docs.set_defaults(run=_docs)

    rules = commands.add_parser(
        "rules",
        help="the rule in force, or what errata change",
        description="Prints each constant and each ruling with its value, its paragraph, the file "
        "and line it comes from, and what else it could be. With --diff: in plain words what "
        "changes for players with another errata file.",
        epilog="example: generator rules --diff errata.toml",
    )
    _add_rules(rules)
    rules.add_argument(
        "--diff",
        type=_path,
        metavar="ERRATA",
        help="what is different with this errata file (from the shipped rule, or from --rules)",
    )
    rules.add_argument("--json", action="store_true", help="the same for programs, as JSON")
    rules.set_defaults(run=_rules)

    odds = commands.add_parser(
        "odds",
        help="exact chances of a congress",
        description="Prints the exact chance of success and of each victor, what a failure is "
        "expected to cost each power, and what declining costs.",
        epilog="example: generator odds --vp Austria=20 Britain=15 France=30 Russia=25",
    )
    _add_rules(odds)
    odds.add_argument(
        "--vp", nargs="+", required=True, metavar="POWER=VP", help="VP of each of the four powers"
    )
    odds.add_argument(
        "--metternich",
        action="store_true",
        help="Metternich negotiated or debated the Issue, and his power won it and calls",
    )
    odds.add_argument(
        "--issue-winner",
        metavar="POWER",
        help="who won the Issue, and calls (default: losses are shown for whoever did)",
    )
    odds.add_argument(
        "--diplomacy-winner",
        metavar="POWER",
        help="who won the Diplomacy Phase, or None for nobody (default: as above)",
    )
    odds.set_defaults(run=_odds)

    inspect = commands.add_parser(
        "inspect",
        help="what a module consists of, and where it keeps VP",
        description="Reads a module of any VASSAL version, zipped or unpacked, and prints what it "
        "consists of, and where the VP of each power may be kept, best first.",
        epilog="example: generator inspect CoV.vmod",
    )
    inspect.add_argument("module", type=_path, metavar="MODULE.vmod")
    inspect.add_argument("--json", action="store_true", help="everything, as JSON")
    inspect.add_argument(
        "--power",
        action="append",
        default=[],
        metavar="NAME",
        help="a power to look for, repeated (default: the rule's, or the module's sides where it "
        "has none of the rule's)",
    )
    _add_rules(inspect)
    inspect.add_argument(
        "--declared",
        type=_path,
        metavar="FOLDER",
        help="look for what the rule of this folder tracks, instead of the powers of 15.6",
    )
    inspect.add_argument(
        "--bind",
        type=_path,
        metavar="FILE",
        help="write the best candidates into a binding file, for `generator build --binding`",
    )
    inspect.set_defaults(run=_inspect)

    check = commands.add_parser(
        "check",
        help="does a built extension fit a module",
        description="Checks a built extension against a module, as after a new version of that: "
        "targets, names that collide, and what a bound extension reads and writes.",
        epilog="example: generator check build/cov/en/Congress_of_Peace.vmdx --module CoV.vmod",
    )
    check.add_argument("extension", type=_path, metavar="EXTENSION.vmdx")
    check.add_argument("--module", type=_path, required=True, metavar="MODULE.vmod")
    check.set_defaults(run=_check)
    _add_diff(commands)
    _add_release(commands)
    return parser


def _add_diff(commands: argparse._SubParsersAction[Parser]) -> None:
    diff = commands.add_parser(
        "diff",
        help="what differs between two extensions",
        description="Compares two extensions by what they mean to the engine: rule, properties, "
        "keys, commands, pieces, pictures, help. A line with ! is bad for saved games or other "
        "players' copies. Works on any .vmdx, also as VASSAL's editor saved it.",
        epilog="example: generator diff old/Congress_of_Peace.vmdx build/Congress_of_Peace.vmdx",
    )
    diff.add_argument("old", type=_path, metavar="OLD.vmdx")
    diff.add_argument("new", type=_path, metavar="NEW.vmdx")
    diff.add_argument(
        "--strict", action="store_true", help="exit code 1 if there is any line with !"
    )
    diff.add_argument("--all", action="store_true", help="long lists are not summed up")
    diff.add_argument("--json", action="store_true", help="everything, as JSON")
    diff.set_defaults(run=_diff)


def _add_release(commands: argparse._SubParsersAction[Parser]) -> None:
    release = commands.add_parser(
        "release",
        help="make the folder of a release",
        description="Builds every language, for any module and for each --binding, with the help "
        "as web pages, checksums and notes on what changed since the last release, into one "
        "folder; and raises version and date in the rule's file, or in that of --rules. Refuses a "
        "tree that is not as committed and a rule that `make proof` has not proven.",
        epilog="example: generator release 1.0.1 --rules errata.toml --last old",
    )
    release.add_argument("version", metavar="VERSION", help="greater than the last one")
    _add_rules(release)
    release.add_argument(
        "--date",
        metavar="YYYY-MM-DD",
        help="later than the last one (default: the rule's if its version is VERSION, else today)",
    )
    release.add_argument(
        "--module",
        type=_path,
        action="append",
        default=[],
        metavar="MODULE.vmod",
        help="module to build for as well; with --binding, repeated",
    )
    release.add_argument(
        "--binding",
        type=_path,
        action="append",
        default=[],
        metavar="FILE",
        help="how that module keeps VP; the first is for the first --module, and so on",
    )
    release.add_argument(
        "--output",
        type=_path,
        default=_DEFAULT_FOLDER / "release",
        metavar="FOLDER",
        help="folder of all releases; this one goes to FOLDER/VERSION (default: build/release)",
    )
    before = release.add_mutually_exclusive_group()
    before.add_argument(
        "--last",
        type=_path,
        metavar="FOLDER",
        help="release that players have (default: the greatest version in --output)",
    )
    before.add_argument("--first", action="store_true", help="players have none yet")
    release.set_defaults(run=_release)


def _path(text: str) -> Path:
    if not text:
        raise InputError("a path is empty, as of a shell's variable that is not set; give a path")
    return Path(text)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        type=_path,
        metavar="FILE",
        help="TOML file laid over the shipped rule; holds only the keys that change",
    )


def _build(options: argparse.Namespace) -> None:
    from generator.build import build, build_bound, build_declared
    from generator.rules.load import load_with_sources

    if (options.module is None) != (options.binding is None):
        raise InputError(
            "--module and --binding go together; make a binding with "
            "`generator inspect MODULE.vmod --bind FILE`"
        )
    if options.declared is not None:
        if options.rules:
            raise InputError("--declared builds another rule; leave out --rules")
        bound = None if options.module is None else (options.module, options.binding)
        packed, version = build_declared(
            options.declared, options.output, options.lang, bound=bound
        )
        _print_built(packed, version)
        return
    rules, layers = load_with_sources(options.rules)
    if options.module is None:
        packed = build(rules, options.output, language=options.lang)
    else:
        packed = build_bound(
            rules, options.module, options.binding, options.output, language=options.lang
        )
    _print_built(packed, rules.release.version)
    if options.rules is not None:
        _note_unraised(layers)


def _note_unraised(layers: Layers) -> None:
    """Say that errata change the rule, but not what tells the file from the one of the rule."""
    from generator.rules.changes import difference
    from generator.rules.load import load_with_sources

    found = difference(load_with_sources()[1], layers)
    if not found.released and any(each.of_the_rule for each in found.changes):
        print(
            "note     the rule is another, its version and date are not: raise release.version "
            "and release.date before players get this file, as `generator release` does"
        )


def _print_built(packed: Packed, version: str) -> None:
    _print_any_name()
    print(f"file     {one_line(str(packed.path))}")
    print(f"size     {packed.size} bytes")
    print(f"sha256   {packed.sha256}")
    print(f"version  {version}")
    for note in packed.notes:
        print(f"note     {note}")


def _docs(options: argparse.Namespace) -> None:
    from generator.help.docs import write_docs
    from generator.rules import load_rules

    for page in write_docs(load_rules(options.rules), options.output):
        print(f"file     {page.path}")


def _rules(options: argparse.Namespace) -> None:
    from generator.rules import changes, table
    from generator.rules.load import load_with_sources

    rules, layers = load_with_sources(options.rules)
    if options.diff is None:
        text = table.as_json(layers, rules) if options.json else table.as_text(layers, rules)
    else:
        found = changes.difference(layers, load_with_sources(options.diff)[1])
        text = changes.as_json(found) if options.json else changes.as_text(found)
    _print_any_name()
    print(text, end="")


def _odds(options: argparse.Namespace) -> None:
    from generator.play.odds import odds
    from generator.play.odds_report import format_odds, parse_power, parse_vp
    from generator.rules import load_rules

    rules = load_rules(options.rules)
    vp = parse_vp(rules, options.vp)
    issue, diplomacy = options.issue_winner, options.diplomacy_winner
    if issue is not None:
        issue = parse_power(rules, issue, "--issue-winner")
    if diplomacy is not None:
        diplomacy = parse_power(rules, diplomacy, "--diplomacy-winner", or_nobody=True)
    if options.metternich:
        power = rules.metternich.power
        if issue not in (None, power):
            raise InputError(
                f"--metternich: the bonus is due only if {power} won the Issue, not {issue}; "
                "leave one of the two out"
            )
        issue = power
    found = odds(rules, vp, metternich=options.metternich)
    print(format_odds(found, issue_winner=issue, diplomacy_winner=diplomacy))


def _inspect(options: argparse.Namespace) -> None:
    from generator.host.candidates import find_candidates, powers_of
    from generator.host.read import read_module
    from generator.host.report import as_json, as_text

    if options.json and options.bind is not None:
        raise InputError("--json and --bind do not go together; give one of them")
    if options.power and options.bind is not None:
        raise InputError(
            "--power and --bind do not go together: a binding is for the powers of the rule, which "
            "--rules can change; leave out --power"
        )
    if not all(each.strip() for each in options.power):
        raise InputError("--power: is empty; give the name of a power")
    of_the_rule = _powers_of_the_rule(options)
    inventory = read_module(options.module)
    powers = options.power or powers_of(inventory, of_the_rule)
    candidates = find_candidates(inventory, powers)
    if options.bind is not None:
        others = [each for found in candidates.powers.values() for each in found]
        others += candidates.others
        _bind(options, inventory, find_candidates(inventory, of_the_rule), others)
        return
    _print_any_name()
    if options.json:
        print(as_json(inventory, candidates), end="")
        return
    about = "" if options.power or powers == of_the_rule else _OTHER_SIDES
    print(as_text(inventory, candidates, about), end="")


def _powers_of_the_rule(options: argparse.Namespace) -> tuple[str, ...]:
    """Return what a binding is for: the rule's Major Powers, or a declared rule's numbers."""
    if options.declared is None:
        from generator.rules import load_rules

        return load_rules(options.rules).powers
    if options.rules is not None:
        raise InputError("--declared is for another rule; leave out --rules")
    from generator.declared.load import load_declared

    return load_declared(options.declared).tracked()


def _bind(
    options: argparse.Namespace,
    inventory: Inventory,
    candidates: Candidates,
    others: Sequence[Candidate],
) -> None:
    from generator.binding.load import name_of
    from generator.binding.text import FIRST
    from generator.extension.names import keyboard_commands
    from generator.host.candidates import powers_of
    from generator.host.draft import draft
    from generator.host.report import noted, unbound
    from generator.package import write

    try:
        if options.bind.exists():
            raise InputError(f"{options.bind}: is there already; remove it or give another name")
    except OSError as error:
        raise InputError(
            f"{options.bind}: cannot be written: {error.strerror}; give another path"
        ) from None
    name_of(options.bind)
    why = unbound(inventory)
    if why:
        raise InputError(one_line(f"{options.module}: {why}"))
    _print_any_name()
    if options.declared is None:
        commands, first, by = keyboard_commands(list(candidates.powers)), FIRST, ""
    else:
        from generator.declared.load import load_declared
        from generator.declared.text import binding_first

        commands, first = (), binding_first(load_declared(options.declared).rule)
        by = f"--declared {_quoted(options.declared)} "
    found = draft(inventory, candidates, others, commands, first)
    write(options.bind, found.text.encode())
    for line in found.told:
        print(one_line(line))
    for note in noted(inventory):
        print(f"note     {one_line(note)}")
    if powers_of(inventory, tuple(candidates.powers)) != tuple(candidates.powers):
        change = "" if options.declared else "; --rules changes the powers"
        print(f"note     none of these powers is a side of the module{change}")
    print(f"file     {one_line(str(options.bind))}")
    todo = "check" if found.complete else "fill in what is empty, check"
    print(
        f"next     {todo} every line, then: generator build {by}"
        f"--module {_quoted(options.module)} --binding {_quoted(options.bind)}"
    )
    if not found.complete:
        print(f"or       without a binding players enter the VP: generator build {by}".rstrip())


def _quoted(path: Path) -> str:
    """Return a path as it is typed on a command line: that of a POSIX shell, or of Windows."""
    import os
    import shlex

    text = f".{os.sep}{path}" if str(path).startswith("-") else str(path)
    if os.name == "nt":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)


def _print_any_name() -> None:
    """Let standard output take names of a module that the terminal cannot show."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _check(options: argparse.Namespace) -> None:
    from generator.fit.check import binding_of, check_fit
    from generator.host.read import read_extension, read_module

    extension = read_extension(options.extension)
    host = read_module(options.module)
    notes = check_fit(extension, host, binding_of(extension))
    _print_any_name()
    print(one_line(f"{options.extension} fits {host.name} {host.version}".rstrip()))
    for note in notes:
        print(f"note     {note}")


def _diff(options: argparse.Namespace) -> int:
    from generator.compare.compare import compare
    from generator.compare.report import as_json, as_text

    found = compare(options.old, options.new)
    _print_any_name()
    print(as_json(found) if options.json else as_text(found, everything=options.all), end="")
    return int(options.strict and found.breaking > 0)


def _release(options: argparse.Namespace) -> None:
    import datetime as dt

    from generator.release.release import Request, release

    if len(options.module) != len(options.binding):
        raise InputError(
            f"there are {len(options.binding)} of --binding and {len(options.module)} of --module; "
            "give each binding its module"
        )
    try:
        date = dt.date.fromisoformat(options.date) if options.date is not None else None
    except ValueError:
        raise InputError(
            one_line(f'--date: is "{options.date}"; give a day as 2027-03-01')
        ) from None
    made = release(
        Request(
            version=options.version,
            output=options.output,
            date=date,
            errata=options.rules,
            bound=list(zip(options.binding, options.module, strict=True)),
            last=options.last,
            first=options.first,
        )
    )
    _print_any_name()
    print(f"folder   {one_line(str(made.folder))}")
    print(f"version  {made.rules.release.version}, {made.rules.release.date}")
    if made.last is not None:
        print(f"last     {made.last.version}, {made.last.date}, {one_line(str(made.last.folder))}")
    print(f"files    {made.extensions} extensions, docs, sources, SHA256SUMS, NOTES.md")
    for note in made.notes:
        print(f"note     {one_line(note)}")
    if made.raised is not None:
        print(f"raised   version and date in {one_line(str(made.raised))}; commit it")
    print(f"next     read {one_line(str(made.folder / 'NOTES.md'))}, then hand the folder out")
