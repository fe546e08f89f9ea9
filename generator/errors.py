"""The two kinds of error a user sees, each as one line."""

from __future__ import annotations


class GeneratorError(Exception):
    """Our failure; the message is one line that says what went wrong. Exit code 1."""

    exit_code = 1


class InputError(GeneratorError):
    """The user's input is wrong: what, where, and what to do, in one line. Exit code 2."""

    exit_code = 2
