"""BeanShell words that the expression templates are written with.

The engine hands a property to an expression as a number, a boolean or a text, whatever its value
looks like, and an unset one as an empty text (VASSAL.script.ExpressionInterpreter). Its BeanShell
also counts with texts where it can: ``""+X`` of a numeric X stays a number, ``X==""`` is true for
0. Every word here therefore says which type it wants, so that an expression means the same for any
value that may stand there, also one written from outside, and on every engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations

WHOLE_NUMBER = "-?[0-9]{1,7}"
"""What counts as a number: a whole one of at most seven digits, so that sums stay exact."""
_HALF_UP = 4
"""BigDecimal.ROUND_HALF_UP: the engine takes a field's full name for a property's."""


def text(name: str) -> str:
    """Return the value of property ``name`` as text, whatever it looks like."""
    return f"String.valueOf({name})"


def same(name: str, value: str) -> str:
    """Is the property exactly this text?"""
    return f'{text(name)}.equals("{value}")'


def literal(value: str) -> str:
    """Return a text as a BeanShell literal."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def empty(name: str) -> str:
    """Is the property empty or unset?"""
    return same(name, "")


def whole(name: str) -> str:
    """Is the property a whole number (WHOLE_NUMBER)?"""
    return f'{text(name)}.matches("{WHOLE_NUMBER}")'


def number(name: str) -> str:
    """Return the property as an int; only where ``whole`` holds."""
    return f"Integer.parseInt({text(name)})"


def any_of(name: str, values: Iterable[int]) -> str:
    """Is the numeric property one of ``values``? False for none."""
    tests = [f"{name}=={value}" for value in values]
    return f"({' || '.join(tests)})" if tests else "false"


def greatest(values: Iterable[str]) -> str:
    """Return the greatest of some int expressions."""
    return reduce(lambda left, right: f"Math.max({left},{right})", values)


def least(values: Iterable[str]) -> str:
    """Return the least of some int expressions."""
    return reduce(lambda left, right: f"Math.min({left},{right})", values)


def second(values: Sequence[str]) -> str:
    """Return the second greatest, counting equal ones: the greatest of the lesser of each pair."""
    return greatest(least(pair) for pair in combinations(values, 2))


def middle(values: Sequence[str]) -> tuple[str, str]:
    """Return the second and the third greatest of four, counting equal ones.

    They are the lesser of two winners and the greater of two losers.
    """
    pairs = (values[:2], values[2:])
    best, worst = least(map(greatest, pairs)), greatest(map(least, pairs))
    return greatest((best, worst)), least((best, worst))


def atom(value: str) -> str:
    """Return a calculation in brackets if it is more than a name, a number or a call.

    The engine's parser reads all within brackets once more for each pair that is around it.
    """
    return value if re.fullmatch(r"[\w.]+(\([^()]*(\([^()]*\)[^()]*)*\))?", value) else f"({value})"


def fraction(part: str, whole: str) -> str:
    """Return an exact fraction of two whole numbers as text, ``a/b`` without a common divisor."""
    part, whole = atom(part), atom(whole)
    divisor = f"{_big(part)}.gcd({_big(whole)}).longValue()"
    return f'{part}/{divisor}+"/"+{whole}/{divisor}'


def reduced(part: str, whole: str) -> str:
    """Return an exact fraction of two whole numbers as text, ``a/b`` or a whole number."""
    return (
        f"{atom(part)}%{atom(whole)}==0 ? String.valueOf({atom(part)}/{atom(whole)}) : "
        f"{fraction(part, whole)}"
    )


def decimal(part: str, whole: str, mark: str, factor: int = 1) -> str:
    """Return ``factor`` times a fraction, 0 or more, as text with two decimals, a half upwards.

    Args:
        part: its numerator.
        whole: its denominator.
        mark: decimal mark.
        factor: 100 for a percentage.
    """
    numerator = f"java.math.BigDecimal.valueOf({factor}L*{atom(part)})"
    denominator = f"java.math.BigDecimal.valueOf(1L*{atom(whole)})"
    shown = f"{numerator}.divide({denominator},2,{_HALF_UP}).toPlainString()"
    return shown if mark == "." else f'{shown}.replace(".","{mark}")'


def _big(value: str) -> str:
    return f"java.math.BigInteger.valueOf(1L*{value})"


def joined(values: Mapping[str, str], condition: str) -> str:
    """Return the names whose value meets ``condition``, joined by ``, ``; at least one must."""
    parts = "+".join(f'({value}{condition} ? ", {name}" : "")' for name, value in values.items())
    return f"({parts}).substring(2)"


def person() -> str:
    """Return the name of the player who acts, safe in a chat line (which is HTML)."""
    return chat_safe("PlayerName")


def mapped(name: str, values: Mapping[str, str]) -> str:
    """Return what ``values`` give for the property's value, itself if they do not have it."""
    return "".join(f'{same(name, old)} ? "{new}" : ' for old, new in values.items()) + text(name)


def known(name: str) -> str:
    """Return the property as text, ``?`` if it is empty."""
    return f'({empty(name)} ? "?" : {text(name)})'


def readable(name: str) -> str:
    """Return the property as it can stand in a chat line whatever it is: ``?`` if it is empty."""
    return f'({empty(name)} ? "?" : {chat_safe(name)})'


def chat_safe(value: str) -> str:
    """Return a property or a text with the characters that HTML would eat written out."""
    return f'{text(value)}.replace("&","&amp;").replace("<","&lt;").replace(">","&gt;")'
