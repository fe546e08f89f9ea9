"""What is wrong with a template, for who reads templates but not Python."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

from jinja2 import StrictUndefined, TemplateError
from jinja2.utils import missing

_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "dict": "a table",
    "list": "a list",
    "tuple": "a list",
    "NoneType": "nothing",
    "date": "a date",
}
"""What Python's types are called in TOML."""
_TYPE = r"'?(?:datetime\.)?([A-Za-z]\w*)'?"
_PLAIN = {
    r"(?:\w+\.)*(\w+)\(\) missing [0-9]+ required [a-z -]*arguments?: (.*)": r"\1( ) lacks \2",
    r"(?:\w+\.)*(\w+)\(\) takes (.*) but ([0-9]+) (?:was|were) given": (
        r"\1( ) is given \3 values, and takes \2"
    ),
    r"(?:\w+\.)*(\w+)\(\) got an unexpected keyword argument '(\w+)'.*": r"\1( ) takes no \2=",
    r"(?:\w+\.)*(\w+)\(\) got multiple values for argument '(\w+)'": r"\1( ) is given \2 twice",
    rf"unsupported operand type\(s\) for (\S+?):? {_TYPE} and {_TYPE}": (
        r"\1 does not go with <\2> and <\3>"
    ),
    rf"can only concatenate \w+ \(not \"(\w+)\"\) to {_TYPE}": (
        r"+ does not go with <\2> and <\1>; ~ joins texts"
    ),
    rf"'(\S+)' not supported between instances of {_TYPE} and {_TYPE}": (
        r"\1 does not go with <\2> and <\3>"
    ),
    rf"{_TYPE} object is not callable": r"<\1> is no word that takes ( )",
    rf"{_TYPE} object is not iterable": r"<\1> holds nothing to go through",
    rf"{_TYPE} object is not a mapping": r"<\1> is no table",
    r"(?:integer |float )?(?:division|modulo)(?: or modulo)? by zero": "divides by zero",
    r"maximum recursion depth exceeded.*": "includes itself without end",
    r"positional arguments?": "values",
}
"""What Python says, and what it means here; types stand in < >."""


class Missing(StrictUndefined):
    """A name that is not there: says what there is instead."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, within = str(self._undefined_name), self._undefined_obj
        if self._undefined_hint:
            return self._undefined_hint
        if within is missing:
            return f'there is no "{name}" here'
        if not isinstance(within, Mapping):
            known = type(within).__module__ == "builtins"
            what = _called(type(within).__name__) if known else ""
            return f'there is no "{name}"{f" in {what}" if what else " there"}'
        there = [str(each) for each in within]
        listed = f" (there are: {', '.join(there)})" if there else ""
        return f'there is no "{name}" in that table{_near(name, there)}{listed}'


def plainly(error: Exception, known: Iterable[str]) -> str:
    """Return what an error in a template says, without Python's words; ``known``: its words."""
    if isinstance(error, TemplateError):
        text = (error.message or type(error).__name__).rstrip(".")
        unknown = re.fullmatch(r'there is no "(.*)" here', text)
        return text + _near(unknown[1], known) if unknown else text
    text = str(error) or type(error).__name__
    for theirs, plain in _PLAIN.items():
        text = re.sub(theirs, plain, text)
    text = re.sub(r"<(\w+)>", lambda found: _called(found[1]), text)
    return text if text != str(error) else f"fails ({text})"


def _near(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def _called(name: str) -> str:
    return _TYPES.get(name, "a word")
