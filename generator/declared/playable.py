"""What of an expression can be seen to be wrong without the engine."""

from __future__ import annotations

import re

_PAIRS = {"(": ")", "[": "]", "{": "}"}
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_DIE = re.compile(r"\bRandom\(\s*(-?[0-9]+)\s*\)")


def fault_of(expression: str) -> str:
    """Return what is wrong with BeanShell that a template has given; empty: nothing that is seen.

    It is no parser: an expression that is wrong in another way shows when the engine runs it.
    """
    if not expression:
        return "gives nothing; must be an expression"
    code = _TEXT.sub("", expression)
    if '"' in code:
        return 'has a " without another'
    awaited: list[str] = []
    for each in code:
        if each in _PAIRS:
            awaited.append(_PAIRS[each])
        elif each in _PAIRS.values() and (not awaited or awaited.pop() != each):
            return f"has a {each} too many"
    if awaited:
        return f"lacks a {awaited[-1]}"
    for sides in _DIE.findall(code):
        if int(sides) < 1:
            return f"throws a die of {sides} sides, must be 1 or more; mend it, or [constants]"
    return ""
