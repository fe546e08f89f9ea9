"""Is a text one BeanShell expression?

The engine says so only when it is reckoned, in the midst of a game, and takes an empty value then
(VASSAL.script.expression.BeanShellExpression). Grammar: that of Java's expressions, which BeanShell
has from there; without assignments, casts, ``new`` and statements, which no calculation needs.
"""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\\n]|\\[btnfr0-7"'\\]|\\u[0-9A-Fa-f]{4})*")
    |(?P<number>[0-9]+(?:\.[0-9]+)?[LlFfDd]?(?!\w))
    |(?P<name>[^\W\d]\w*)
    |(?P<sign>>>>|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!?:(),.\[\]&|^~]))""",
    re.VERBOSE,
)
_OPERATORS = frozenset(
    ("||", "&&", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", ">>>", *"+-*/%&|^")
)
"""Between two operands; which binds more is no matter here."""
_SHOWN = 30
"""Characters of an expression that are shown on either side of a fault."""
_DEEPEST = 150
"""Parentheses within each other; the engine's own parser has no such bound."""


class _FaultError(ValueError):
    """What is wrong, and at which character."""

    def __init__(self, place: int, what: str) -> None:
        super().__init__(what)
        self.place = place


@lru_cache(maxsize=4096)
def fault(text: str) -> str:
    """Say why a text is not one expression, and where; empty: it is one."""
    try:
        _Parser(text).check()
    except _FaultError as error:
        before, after = text[: error.place], text[error.place :]
        start = "…" if len(before) > _SHOWN else ""
        end = "…" if len(after) > _SHOWN else ""
        return (
            f"{error}, at the mark | in: {start}{before[-_SHOWN:]}|{after[:_SHOWN]}{end}"
            if text.strip()
            else str(error)
        )
    return ""


class _Parser:
    """Reads an expression and keeps nothing of it."""

    def __init__(self, text: str) -> None:
        self._kinds: list[str] = []
        self._tokens: list[str] = []
        self._places: list[int] = []
        self._next = 0
        self._depth = 0
        place, end = 0, len(text.rstrip())
        while place < end:
            found = _TOKEN.match(text, place)
            if found is None or found.lastgroup is None:
                place += len(text[place:]) - len(text[place:].lstrip())
                quote = text[place] == '"'
                raise _FaultError(
                    place,
                    "a text is not closed, or has a \\ before a letter that needs none"
                    if quote
                    else f"{text[place]} can stand in no expression",
                )
            self._kinds.append(found.lastgroup)
            self._tokens.append(found[found.lastgroup])
            self._places.append(found.start(found.lastgroup))
            place = found.end()
        self._kinds.append("end")
        self._tokens.append("")
        self._places.append(end)

    def check(self) -> None:
        """Read all of it.

        Raises:
            _FaultError: it is no expression.
        """
        if self._kinds == ["end"]:
            raise _FaultError(0, "is empty")
        self._choice()
        if self._kinds[self._next] != "end":
            token = self._tokens[self._next]
            what = f"{token} has no ( before it" if token == ")" else f"{token} is not expected"
            raise self._fault(what)

    def _choice(self) -> None:
        """Read what ``?`` and ``:`` may part, in turn and not one within the other."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._fault(f"more than {_DEEPEST} parentheses or choices within each other")
        self._operands()
        while self._take("?"):
            self._choice()
            if not self._take(":"):
                raise self._fault("a ? has no : after it")
            self._operands()
        self._depth -= 1

    def _operands(self) -> None:
        """Read operands with operators between them."""
        self._operand()
        while self._kinds[self._next] == "sign" and self._tokens[self._next] in _OPERATORS:
            self._next += 1
            self._operand()

    def _operand(self) -> None:
        while any(map(self._take, "!-+~")):
            pass
        kind, token = self._kinds[self._next], self._tokens[self._next]
        if kind == "end":
            raise self._fault("ends where a value is expected")
        if kind == "sign" and token != "(":
            raise self._fault(f"{token} stands where a value is expected")
        self._next += 1
        if token == "(" and kind == "sign":
            self._choice()
            self._close("(", ")")
        elif kind == "name" and self._take("("):
            self._arguments()
        self._members()

    def _members(self) -> None:
        """Read fields, methods and indexes of a value."""
        while True:
            if self._take("."):
                if self._kinds[self._next] != "name":
                    raise self._fault("a point has no name after it")
                self._next += 1
                if self._take("("):
                    self._arguments()
            elif self._take("["):
                self._choice()
                self._close("[", "]")
            else:
                return

    def _arguments(self) -> None:
        if self._take(")"):
            return
        self._choice()
        while self._take(","):
            self._choice()
        self._close("(", ")")

    def _close(self, opened: str, sign: str) -> None:
        if not self._take(sign):
            raise self._fault(f"{sign} is missing for a {opened} before")

    def _take(self, sign: str) -> bool:
        """Go on if the next one is this sign."""
        found = self._kinds[self._next] == "sign" and self._tokens[self._next] == sign
        self._next += found
        return found

    def _fault(self, what: str) -> _FaultError:
        return _FaultError(self._places[self._next], what)
