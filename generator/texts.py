"""The catalogue: every text that a player sees, one TOML file a language in ``templates/texts``.

English is the pattern: every other language has its keys, and each text the same places. Texts of
the rule's data (names of powers, the title) stand in English there and are named by ``[names]``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from generator.errors import GeneratorError, InputError, TextError
from generator.templating import template_folder
from generator.tomlfile import read_toml, shown, toml_error, unknown_key

DEFAULT_LANGUAGE = "en"

_NAMES = "names"
_LANGUAGE = "language"
_RESERVED = '"\\$<>&'
_PLACE = re.compile(r"\{([a-z_]+)\}")
_Table: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Constant:
    """A text that is known when the extension is built, for a place of an expression."""

    text: str


Value: TypeAlias = str | int | Constant
"""What stands in a place of an expression: BeanShell, or what is known when it is built."""


class Texts:
    """The texts of one language, by dotted key such as ``chat.called``."""

    def __init__(
        self,
        language: str,
        texts: Mapping[str, str],
        names: Mapping[str, str],
        error: Callable[[str], GeneratorError],
    ) -> None:
        self.language = language
        """Its code, as the file is named."""
        self._error = error
        self._texts = texts
        self._names = names
        self._asked: set[str] = set()

    def name(self, text: str) -> str:
        """Return a text of the rule's data as this language says it, itself if it does not."""
        self._asked.add(f"{_NAMES}.{text}")
        return self._names.get(text, text)

    def renamed(self, words: Iterable[str]) -> dict[str, str]:
        """Return those of ``words`` that this language says otherwise, with what it says."""
        return {word: self._names[word] for word in words if self.name(word) != word}

    def plain(self, key: str, **values: object) -> str:
        """Return a text with each ``{place}`` filled in.

        Raises:
            GeneratorError: there is no such key, or a place is not given; an InputError if the
                catalogue is not the shipped one.
        """
        return "".join(
            part if not place else str(self._value(key, part, values))
            for part, place in self._parts(key)
        )

    def listed(self, items: Sequence[str]) -> str:
        """Return texts in a row: ``a``, ``a and b``, ``a, b and c``."""
        *some, last = items or ("",)
        return self.plain("chat.and", some=", ".join(some), last=last) if some else last

    def expression(self, key: str, **values: Value) -> str:
        """Return a text as a BeanShell expression that gives a string.

        Raises:
            GeneratorError: as ``plain``.
        """
        pieces: list[str] = []
        literal = ""
        for part, place in self._parts(key):
            if not place:
                literal += part
                continue
            value = self._value(key, part, values)
            if isinstance(value, Constant):
                literal += value.text
            elif isinstance(value, int):
                literal += str(value)
            else:
                if literal:
                    pieces.append(f'"{literal}"')
                pieces.append(_operand(value) if pieces else f"String.valueOf({value})")
                literal = ""
        if literal or not pieces:
            pieces.append(f'"{literal}"')
        return "+".join(pieces)

    def unused(self) -> list[str]:
        """Return the keys of what nobody has asked for yet, in order."""
        there = [*self._texts, *(f"{_NAMES}.{each}" for each in self._names)]
        return [each for each in there if each not in self._asked]

    def _parts(self, key: str) -> Iterator[tuple[str, bool]]:
        """Yield the text's pieces: what stands there, or the name of a place and True."""
        self._asked.add(key)
        text = self._texts.get(key)
        if text is None:
            table, _, name = key.partition(".")
            beside = {
                each.partition(".")[2]: each for each in self._texts if each.startswith(f"{table}.")
            }
            close = difflib.get_close_matches(name, beside, 1)
            hint = f"did you mean {beside[close[0]]}?" if close else f"write it in [{table}]"
            raise self._error(f"has no {key}; {hint}")
        for index, part in enumerate(_PLACE.split(text)):
            yield part, index % 2 == 1

    def _value(self, key: str, place: str, values: Mapping[str, Any]) -> Any:
        if place not in values:
            given = ", ".join(f"{{{each}}}" for each in values) or "nothing"
            raise self._error(
                f"{key}: has the place {{{place}}}, for which nothing is given (given: {given})"
            )
        return values[place]


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """Return the codes of all languages that there are, in order; ``folder`` as in load_texts."""
    return tuple(sorted(path.stem for path in (folder or _folder()).glob("*.toml")))


def load_texts(language: str = DEFAULT_LANGUAGE, folder: Path | None = None) -> Texts:
    """Load one language, and see that nothing is missing in it.

    Args:
        language: its code.
        folder: of the catalogue's files, if not the shipped one.

    Raises:
        InputError: there is no such language, its file cannot be read, an entry or a place is
            missing or unknown, or a text holds what it must not.
    """
    folder = folder or _folder()
    path = folder / f"{language}.toml"
    known = languages(folder)
    if DEFAULT_LANGUAGE not in known:
        raise InputError(
            f"{folder / DEFAULT_LANGUAGE}.toml: is missing; it holds every text in English, the "
            "pattern of all languages"
        )
    if language not in known:
        raise InputError(f'there are no texts in "{language}"; languages: {", ".join(known)}')
    table = read_toml(path, "catalogue of texts")
    if language == DEFAULT_LANGUAGE:
        pattern = table
    else:
        pattern = read_toml(folder / f"{DEFAULT_LANGUAGE}.toml", "catalogue of texts")
    names = table.get(_NAMES, {})
    _check(path, table, pattern)

    def error(message: str) -> GeneratorError:
        if folder == _folder():
            return GeneratorError(f"templates/{folder.name}/{path.name}: {message}")
        return TextError(path, message)

    return Texts(language, dict(_entries(table)), names, error)


def _folder() -> Path:
    return template_folder() / "texts"


def _entries(table: _Table, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            if key != _NAMES:
                yield from _entries(value, f"{prefix}{key}.")
        elif prefix or key != _LANGUAGE:
            yield f"{prefix}{key}", value


def _check(path: Path, table: _Table, pattern: _Table) -> None:
    wanted, found = dict(_entries(pattern)), dict(_entries(table))
    for key, value in [*found.items(), *((f"names.{k}", v) for k, v in _named(path, table))]:
        if not isinstance(value, str) or not value.strip():
            raise toml_error(path, f"{key}: is {shown(value)}; must be a text")
        if set(value) & set(_RESERVED) or "{" in _PLACE.sub("", value).replace("}", "{"):
            raise toml_error(
                path,
                f"{key}: is {shown(value)}; must not hold any of {' '.join(_RESERVED)}, "
                "nor { } but around a place",
            )
    for key, text in wanted.items():
        if key not in found:
            raise toml_error(path, f'{key}: is missing; en.toml says "{text}"')
        places, there = set(_PLACE.findall(text)), set(_PLACE.findall(found[key]))
        if places != there:
            raise toml_error(
                path, f"{key}: has the places {_listed(there)}; must have {_listed(places)}"
            )
    for key in found:
        if key not in wanted:
            raise toml_error(path, f"{key}: {_unknown(key, wanted)}")


def _named(path: Path, table: _Table) -> Iterator[tuple[str, Any]]:
    names = table.get(_NAMES, {})
    if not isinstance(names, dict):
        raise toml_error(path, f"{_NAMES}: is {shown(names)}; must be a table [{_NAMES}]")
    yield from names.items()


def _unknown(key: str, wanted: Mapping[str, object]) -> str:
    section = key.partition(".")[0]
    near = {each: None for each in wanted if each.startswith(f"{section}.")}
    return unknown_key(key, near or dict.fromkeys(wanted))


def _listed(places: set[str]) -> str:
    return " ".join(f"{{{place}}}" for place in sorted(places)) or "none"


def _operand(value: str) -> str:
    """Return an expression as it can stand between two plus signs."""
    return value if re.fullmatch(r'[\w.]+|"[^"]*"', value) else f"({value})"
