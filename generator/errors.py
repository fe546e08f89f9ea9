"""The two kinds of error a user sees, each as one line."""

from __future__ import annotations

from pathlib import Path


class GeneratorError(Exception):
    """Our failure; the message is one line that says what went wrong. Exit code 1."""

    exit_code = 1


class InputError(GeneratorError):
    """The user's input is wrong: what, where, and what to do, in one line. Exit code 2."""

    exit_code = 2


class TextError(InputError):
    """A text of the user does not go with what uses it."""

    def __init__(self, file: Path, what: str) -> None:
        super().__init__(one_line(f"{file}: {what}"))
        self.what = f"{file.name}: {what}"
        """For a template that uses it."""


_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def one_line(text: str) -> str:
    """Return a text in one line, with every blank and control character that is no space shown.

    Names that differ in such a character only do not look alike then.
    """
    return "".join(each if each.isprintable() else _escaped(each) for each in text)


def _escaped(character: str) -> str:
    number = ord(character)
    return _SHORT.get(character) or (f"\\U{number:08x}" if number > 0xFFFF else f"\\u{number:04x}")
