"""What each key of the rule is, and how its changes are said in English: ``phrases-15.6.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from generator.errors import GeneratorError
from generator.rules.model import Amount

_FILE = Path(__file__).with_name("phrases-15.6.toml")
ABOUT_OTHERS = ("paragraph", "ruling", "alternatives")
"""Keys that tell of the others in their table, and have no value of the rule."""
_CHOICES = ("roll", "value")
"""Keys of a table by which its words are chosen."""


@dataclass(frozen=True)
class Phrase:
    """An entry of the file, which says what the fields are."""

    key: str
    """Dotted, of a value or of a table that is one value; ``*`` in it is any name."""
    what: str
    say: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    form: str = "{n}"
    unit: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    join: str = ""
    allowed: str = ""
    cites: str = ""

    def change(self, key: str, old: object, new: object) -> str:
        """Return the sentence that a key of it has the value ``new`` instead of ``old``.

        It is empty if players notice nothing: the two are the same in words, as what is not in
        force is.
        """
        if not self.say:
            return ""
        before, after = self.said(old), self.said(new)
        if before == after:
            return ""
        if self.unit and str(old) not in self.words and str(new) not in self.words:
            before = before.split()[0]
        return self.say.format(new=after, old=before, name=self.name(key))

    def name(self, key: str) -> str:
        """Return the word for what a key has in the place of ``*``."""
        return next((self.names[part] for part in key.split(".") if part in self.names), "")

    def said(self, value: object) -> str:
        """Return a value in words."""
        if isinstance(value, dict):
            return self._table(value)
        if isinstance(value, list):
            return self._list([self.words.get(str(each), str(each)) for each in value])
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if text in self.words:
            return self.words[text]
        if self.unit and isinstance(value, int):
            return f"{abs(value)} {self.unit[abs(value) != 1]}"
        return self.form.replace("{n}", text)

    def _table(self, table: Mapping[str, Any]) -> str:
        choice = next(key for key in _CHOICES if key in table)
        if choice == "roll":
            return _amount(Amount(**table))
        others = {
            key: self._list(value) if isinstance(value, list) else value
            for key, value in table.items()
        }
        return self.words[table[choice]].format(**others)

    def _list(self, items: Sequence[str]) -> str:
        if not items:
            return self.words[""]
        *some, last = items
        if self.join or not some:
            return self.join.join(items)
        return f"{', '.join(some)} and {last}"


def _amount(amount: Amount) -> str:
    if not amount.rolls:
        return f"{amount.flat} VP"
    values = amount.values()
    least, most = min(values), max(values)
    if amount.divisor == 1:
        return f"a d{amount.sides} in VP"
    half = amount.divisor == 2
    die = f"a halved d{amount.sides}" if half else f"a d{amount.sides} divided by {amount.divisor}"
    return f"{die} ({least} to {most} VP)" if least < most else f"{die} (always {least} VP)"


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return every entry in the file's order."""
    return tuple(
        Phrase(key, **entry) for key, entry in tomllib.loads(_FILE.read_text("utf-8")).items()
    )


def phrase_of(key: str) -> Phrase:
    """Return the entry that says what a dotted key is: its own, else that of a table around it.

    Raises:
        GeneratorError: there is none.
    """
    for part in reversed(_parts(key)):
        for phrase in phrases():
            if fnmatchcase(part, phrase.key):
                return phrase
    raise GeneratorError(f"{_FILE.name}: has no entry for {key}")


def sayer_of(key: str) -> tuple[str, Phrase]:
    """Return the key whose change players notice with this one, itself or a table around it.

    With the entry that says so; if they notice nothing, with its own entry.

    Raises:
        GeneratorError: as ``phrase_of``.
    """
    for part in _parts(key) if key.rpartition(".")[2] not in ABOUT_OTHERS else ():
        for phrase in phrases():
            if phrase.say and fnmatchcase(part, phrase.key):
                return part, phrase
    return key, phrase_of(key)


def _parts(key: str) -> list[str]:
    names = key.split(".")
    return [".".join(names[:length]) for length in range(1, len(names) + 1)]
