"""NOTES.md of a release: what changes for players, what harms their games, which files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.binding.model import Binding
from generator.compare.change import Change
from generator.compare.compare import Comparison
from generator.compare.report import as_text
from generator.errors import one_line
from generator.extension.identity import IDENTITY
from generator.help.words import language_names
from generator.release.last import Last, extensions_in
from generator.release.proof import Proof
from generator.rules import Rules
from generator.rules.changes import Difference

NOTES = "NOTES.md"


@dataclass(frozen=True)
class Subject:
    """What the notes are about."""

    rules: Rules
    bindings: Sequence[Binding]
    proof: Proof
    last: Last | None
    changes: Difference | None
    """Of the rule; None: there is no last release, or it does not say its rule."""
    unsaid: str
    """Why the last release does not say its rule; empty: it does, or there is none."""
    comparisons: Mapping[str, Comparison]
    """By file, the English one for any module first."""

    def gone(self) -> list[str]:
        """Return the files that the last release had and this one has not."""
        files = self.last.files if self.last else ()
        return [name for name in files if name not in self.comparisons]

    def warnings(self) -> list[str]:
        """Return what the maker of the release should see at once."""
        found = [f"{name}: the last release has it, this one has not" for name in self.gone()]
        if self.unsaid:
            found.append(
                f"{self.unsaid}, so that {NOTES} cannot say what changes for players: write it "
                "there"
            )
        breaking = sum(len(each.changes) for _, each in _harms(self))
        if breaking:
            found.append(f"{breaking} (!) for saved games or other players' copies; see {NOTES}")
        return found


def notes_text(folder: Path, subject: Subject) -> str:
    """Return the notes of a release whose files are in ``folder``."""
    lines = [*_head(subject), *_players(subject), *_games(subject), *_files(folder, subject)]
    lines += [*_proof(subject.proof), *_details(subject)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _head(subject: Subject) -> Iterator[str]:
    release, last = subject.rules.release, subject.last
    yield f"# {release.title} {release.version}"
    yield ""
    before = f"The one before was {last.version}, {last.date}." if last else "The first release."
    yield f"{release.date}. Optional rule {release.rule} of {release.game}, for VASSAL. {before}"


def _players(subject: Subject) -> Iterator[str]:
    if subject.last is None:
        return
    yield from ("", "## What changes for players", "")
    if subject.changes is None:
        yield f"What changed in the rule is not known: {subject.unsaid}. See the differences below."
        return
    for each in subject.changes.noticed:
        yield f"- {each.sentence} ({each.cited})"
    if not subject.changes.noticed:
        yield "Nothing in the rule."


def _games(subject: Subject) -> Iterator[str]:
    if subject.last is None:
        return
    yield from ("", "## Saved games, and players with the release before", "")
    harms, gone = list(_harms(subject)), subject.gone()
    if not harms and not gone:
        yield "Saved games go on, and nothing in these files harms them."
    for name in gone:
        yield f"- `{name}` is not in this release: who plays with it keeps the one before."
    for name, part in harms:
        yield from (f"Bad for them is in `{name}`:", *_block(part))
    yield (
        "All players of a game take the new file together, in place of the old one and under the "
        "same name:"
    )
    yield (
        "VASSAL itself says nothing of an older one; the chat does, at the first press that goes "
        "on with what another release has recorded."
    )


def _files(folder: Path, subject: Subject) -> Iterator[str]:
    names = language_names()
    modules = {each.name: _cell(f"{each.module} {each.version}") for each in subject.bindings}
    yield from ("", "## Files", "", "| file | language | module |", "|---|---|---|")
    for name in sorted(extensions_in(folder), key=lambda each: (each.count("/"), each)):
        *above, _ = name.split("/")
        language = names[above[-1]] if above else names["en"]
        module = modules[above[0]] if len(above) > 1 else "any"
        yield f"| `{name}` | {language} | {module} |"
    yield ""
    yield (
        "`docs/` has the help as web pages, `sources/` what the files were built from. "
        "`sha256sum -c SHA256SUMS` checks that all arrived whole."
    )


def _cell(text: str) -> str:
    return one_line(text.strip()).replace("|", r"\|")


def _proof(proof: Proof) -> Iterator[str]:
    yield from ("", "## Proof", "")
    for engine, cases in proof.engines.items():
        yield (
            f"- Engine {engine}: every case of Steps 1 to 3 and of the odds, {cases:,} in all, "
            "was as the rule says."
        )


def _details(subject: Subject) -> Iterator[str]:
    if subject.last is None:
        return
    yield from ("", "## All differences", "")
    yield "As `generator diff` tells them; `!` is bad for saved games or other players' copies."
    for name, part in _apart(subject.comparisons):
        yield from ("", f"`{name}`:", *_block(part))


def _harms(subject: Subject) -> Iterator[tuple[str, Comparison]]:
    """Yield what is bad in each file, once."""
    for name, part in _apart(subject.comparisons):
        bad = [each for each in part.changes if each.breaks]
        if bad:
            yield name, replace(part, changes=bad)


def _apart(comparisons: Mapping[str, Comparison]) -> Iterator[tuple[str, Comparison]]:
    """Yield what differs in the first file, and in each other what does not in those before it.

    A text that is another one in every language is told once.
    """
    seen: set[tuple[str, ...]] = set()
    for name, found in comparisons.items():
        own = [each for each in found.changes if _subject(each) not in seen]
        seen |= {_subject(each) for each in own}
        if own or name == IDENTITY.file_name:
            yield name, replace(found, changes=own, notes=(), saved=("", ""))


def _subject(change: Change) -> tuple[str, ...]:
    return (change.group.value, change.kind, change.subject, change.what)


def _block(part: Comparison) -> list[str]:
    return ["", "```text", *as_text(part).splitlines(), "```", ""]
