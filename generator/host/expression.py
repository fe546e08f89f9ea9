"""What an expression of a module is where one of its properties is a number.

Only what BeanShell expressions of a place are made of is understood: numbers, texts, comparisons,
choices and a few functions. The engine takes a property that is a number for one.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

_Value: TypeAlias = int | str | bool

_LONGEST = 500
"""Characters of an expression that is looked into."""
_DEEPEST = 40
_TOKEN = re.compile(
    r'\s*(?:(?P<number>\d{1,9})|"(?P<text>[^"\\]*)"|(?P<name>[A-Za-z_][\w.]*)'
    r"|(?P<sign><=|>=|==|!=|&&|\|\||[-+*/%<>!?:(),]))"
)
_NUMBERS: Mapping[str, Callable[[int, int], int]] = {
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda one, other: abs(one) // abs(other) * (1 if one * other >= 0 else -1),
    "%": lambda one, other: abs(one) % abs(other) * (1 if one >= 0 else -1),
    "Math.min": min,
    "Math.max": max,
}
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_LEVELS = (("||",), ("&&",), ("==", "!="), tuple(_COMPARED), ("+", "-"), ("*", "/", "%"))
"""Operators from those that bind least."""


class _UnknownError(ValueError):
    """It cannot be told what the expression is."""


def value_of(text: str, name: str, number: int) -> str | None:
    """Return what a text with ``$…$`` or an expression in braces is; None: that cannot be told.

    Args:
        text: a field of a trait.
        name: the only property that it may use.
        number: what that is.
    """
    if not text.startswith("{"):
        plain = text.replace(f"${name}$", str(number))
        return None if "$" in plain else plain
    if len(text) > _LONGEST or not text.endswith("}"):
        return None
    try:
        return _Parser(text[1:-1], {name: number}).result()
    except (_UnknownError, ZeroDivisionError):
        return None


class _Parser:
    """Evaluates while it reads."""

    def __init__(self, text: str, known: Mapping[str, int]) -> None:
        self._known = known
        self._tokens: list[tuple[str, str]] = []
        self._depth = 0
        place, text = 0, text.rstrip()
        while place < len(text):
            token = _TOKEN.match(text, place)
            if token is None or token.lastgroup is None:
                raise _UnknownError
            self._tokens.append((token.lastgroup, token[token.lastgroup]))
            place = token.end()
        self._tokens.reverse()

    def result(self) -> str:
        value = self._choice()
        if self._tokens:
            raise _UnknownError
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _choice(self) -> _Value:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _UnknownError
        test = self._level(0)
        if self._take("?"):
            one = self._choice()
            self._need(":")
            other = self._choice()
            test = one if _truth(test) else other
        self._depth -= 1
        return test

    def _level(self, level: int) -> _Value:
        if level == len(_LEVELS):
            return self._unary()
        value = self._level(level + 1)
        while sign := self._take(*_LEVELS[level]):
            value = _combined(sign, value, self._level(level + 1))
        return value

    def _unary(self) -> _Value:
        if self._take("-"):
            return -_whole(self._unary())
        if self._take("!"):
            return not _truth(self._unary())
        if self._take("("):
            value = self._choice()
            self._need(")")
            return value
        if not self._tokens:
            raise _UnknownError
        kind, token = self._tokens.pop()
        match kind:
            case "number":
                return int(token)
            case "text":
                return token
            case "name" if self._take("("):
                return self._called(token)
            case "name" if token in self._known:
                return self._known[token]
        raise _UnknownError

    def _called(self, name: str) -> _Value:
        values = [self._choice()]
        while self._take(","):
            values.append(self._choice())
        self._need(")")
        match name, values:
            case "Math.min" | "Math.max", [one, other]:
                return _NUMBERS[name](_whole(one), _whole(other))
            case "Math.abs", [one]:
                return abs(_whole(one))
            case "String.valueOf", [one]:
                return str(_whole(one))
            case "Integer.parseInt", [str(one)] if re.fullmatch(r"-?\d{1,9}", one):
                return int(one)
            case "GetProperty", [str(one)] if one in self._known:
                return self._known[one]
            case "If", [test, one, other]:
                return one if _truth(test) else other
        raise _UnknownError

    def _take(self, *signs: str) -> str:
        """Return the next sign and go on, if it is one of these; else empty."""
        if self._tokens and self._tokens[-1][0] == "sign" and self._tokens[-1][1] in signs:
            return self._tokens.pop()[1]
        return ""

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise _UnknownError


def _combined(sign: str, one: _Value, other: _Value) -> _Value:
    match sign:
        case "||":
            return _truth(one) or _truth(other)
        case "&&":
            return _truth(one) and _truth(other)
        case "==":
            return one == other
        case "!=":
            return one != other
        case "+" if isinstance(one, str) or isinstance(other, str):
            return f"{one}{other}"
        case "+":
            return _whole(one) + _whole(other)
        case _ if sign in _COMPARED:
            return _COMPARED[sign](_whole(one), _whole(other))
    return _NUMBERS[sign](_whole(one), _whole(other))


def _whole(value: _Value) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _UnknownError
    return value


def _truth(value: _Value) -> bool:
    if not isinstance(value, bool):
        raise _UnknownError
    return value
