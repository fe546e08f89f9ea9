"""A parser of the command line whose every complaint is one line that says what to do."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from generator.errors import InputError, one_line

_WORDED = (
    (r"the following arguments are required: COMMAND", "no command is given"),
    (r"the following arguments are required: (.*)", r"lacks \1"),
    (r"argument COMMAND: invalid choice: (.*?) \(choose from .*", r"there is no command \1"),
    (r"argument (.*?): expected .* arguments?", r"\1: has no value"),
    (r"argument (.*?): not allowed with argument (.*)", r"\1 and \2 do not go together"),
    (r"argument (.*?): ignored explicit argument .*", r"\1: takes no value"),
    (r"ambiguous option: (.*?) could match (.*)", r"\1 may mean \2"),
    (r"argument (.*?): (.*)", r"\1: \2"),
)
"""What argparse says, and how it is said here."""


class Parser(argparse.ArgumentParser):
    """As argparse's own, but a fault of the user's raises InputError instead of printing usage."""

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong, and where the help is."""
        for theirs, ours in _WORDED:
            if re.fullmatch(theirs, message, re.DOTALL):
                message = re.sub(theirs, ours, message, flags=re.DOTALL)
                break
        where = self.prog.partition(" ")[2]
        raise InputError(
            one_line(
                f"{where + ': ' if where else ''}{message}; `{self.prog} --help` says what to give"
            )
        )


def parse(parser: Parser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options, among them ``command``.

    Raises:
        InputError: they are none of a command's.
    """
    options, left = parser.parse_known_args(arguments)
    if left:
        raise InputError(
            one_line(
                f"{options.command}: does not take {' '.join(left)}; leave that out, or look into "
                f"`{parser.prog} {options.command} --help`"
            )
        )
    return options
