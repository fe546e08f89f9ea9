"""What errata change: for players, one sentence each; else in the release and what it cites."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from generator.rules.layers import Layers, located
from generator.rules.phrases import sayer_of
from generator.rules.table import paragraph_of, plain, ruling_of, value_of
from generator.tomlfile import toml

_WIDTH = 100
_MOST_REPEATED = 5
"""Keys that are listed one by one; a file with the whole rule has some ninety."""
_RELEASE = ("release.version", "release.date")


@dataclass(frozen=True)
class Value:
    """A key whose value is another than it was."""

    key: str
    old: object
    """As TOML has it."""
    new: object
    place: str
    """``file:line`` of the new one."""

    def __str__(self) -> str:
        return f"{self.key} = {toml(self.new)} (was {toml(self.old)})"


@dataclass(frozen=True)
class Change:
    """One change, of one key or of several that make one value together."""

    sentence: str
    """What it means for players; empty if they notice nothing."""
    of_the_rule: bool
    """Is it of the rule, and not of the release or of what is cited?"""
    values: tuple[Value, ...]
    paragraph: str
    ruling: int | None
    """Number of our ruling, if it is one."""

    @property
    def cited(self) -> str:
        """Our ruling if it is one, and the paragraph."""
        ruling = "" if self.ruling is None else f"ruling {self.ruling}, "
        return f"{ruling}{self.paragraph}"


@dataclass(frozen=True)
class Difference:
    """All that is different between two rules."""

    name: str
    """The file that changes it."""
    changes: tuple[Change, ...]
    """In the rule's order."""
    repeated: tuple[str, ...]
    """What the file sets to the value that it had without: place, key and value."""
    released: bool
    """Are both version and date others?"""

    @property
    def noticed(self) -> list[Change]:
        """What players notice."""
        return [each for each in self.changes if each.sentence]


def difference(old: Layers, new: Layers) -> Difference:
    """Return what is different in ``new``."""
    changed: dict[str, list[str]] = {}
    repeated = []
    for key, layer in new.origins.items():
        if value_of(new.table, key) != value_of(old.table, key):
            changed.setdefault(sayer_of(key)[0], []).append(key)
        elif layer.path not in (old.origins[key].path, new.files[0].path):
            repeated.append(f"{_place(new, key)}: {key} = {toml(value_of(new.table, key))}")
    return Difference(
        name=str(new.files[-1].path),
        changes=tuple(_change(old, new, said, keys) for said, keys in changed.items()),
        repeated=tuple(repeated),
        released=all(value_of(new.table, key) != value_of(old.table, key) for key in _RELEASE),
    )


def _change(old: Layers, new: Layers, said: str, keys: Sequence[str]) -> Change:
    phrase = sayer_of(keys[0])[1]
    return Change(
        sentence=phrase.change(said, value_of(old.table, said), value_of(new.table, said)),
        of_the_rule=bool(phrase.say),
        values=tuple(
            Value(key, value_of(old.table, key), value_of(new.table, key), _place(new, key))
            for key in keys
        ),
        paragraph=paragraph_of(new.table, said),
        ruling=ruling_of(new.table, said),
    )


def _place(layers: Layers, key: str) -> str:
    layer = layers.origins[key]
    shipped = layer is layers.files[0]
    return located(layer.path.name, layer.line(key)) if shipped else layer.place(key)


def as_json(found: Difference) -> str:
    """Return the changes for programs."""
    changes = [
        {
            "sentence": each.sentence,
            "of_the_rule": each.of_the_rule,
            "paragraph": each.paragraph,
            "ruling": each.ruling,
            "values": [
                {
                    "key": value.key,
                    "old": plain(value.old),
                    "new": plain(value.new),
                    "place": value.place,
                }
                for value in each.values
            ],
        }
        for each in found.changes
    ]
    told = {"file": found.name, "changes": changes, "repeated": list(found.repeated)}
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def as_text(found: Difference) -> str:
    """Return the changes for people, at most 100 columns wide but for long paths."""
    others = [each for each in found.changes if not each.sentence]
    lines = [f"{found.name} changes {_headline(found)}"]
    for each in found.noticed:
        lines += _wrapped(f"- {each.sentence}", 2)
        for value in each.values:
            lines += _wrapped(f"    {each.cited}; {value.place}: {value}", 6)
    for title, of_the_rule in (("Without effect here", True), ("Release and citations", False)):
        some = [each for each in others if each.of_the_rule is of_the_rule]
        lines += [f"{title}:"] if some else []
        for value in (value for each in some for value in each.values):
            lines += _wrapped(f"- {value.place}: {value}", 2)
    if len(found.repeated) > _MOST_REPEATED:
        lines += [f"The same as before: {len(found.repeated)} keys."]
    elif found.repeated:
        lines += ["The same as before:"]
        lines += [line for key in found.repeated for line in _wrapped(f"- {key}", 2)]
    if found.noticed and not found.released:
        lines += ["`generator release` raises release.version and release.date."]
    return "\n".join(lines) + "\n"


def _headline(found: Difference) -> str:
    count = len(found.noticed)
    if count:
        return f"{count} {'thing' if count == 1 else 'things'} for players:"
    if not found.changes:
        return "nothing: all that it says is so already."
    if any(each.of_the_rule for each in found.changes):
        return "nothing for players."
    return "nothing for players, only the release and what is cited."


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
