"""Renders a rule's BeanShell templates with its own words and those that every rule has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.kit import bsh
from generator.kit.identity import Identity
from generator.templating import Templates
from generator.texts import Constant, Texts


class Expressions:
    """The calculations of one rule and its chat lines in one language, as BeanShell."""

    def __init__(
        self, identity: Identity, templates: Templates, texts: Texts, words: Mapping[str, Any]
    ) -> None:
        """Take what the templates are written with.

        ``words`` are the rule's own, ``paragraph`` of them: where its lines without one belong.
        """
        self.texts = texts
        self._templates = templates
        self._context = {**self._shared(identity), **words}

    def calculation(self, name: str, power: str = "", **more: Any) -> str:
        """Render ``expressions/<name>.bsh.j2``, for one power if it is about one."""
        return self.render(f"expressions/{name}", power, more)

    def chat(self, name: str, power: str = "", **more: Any) -> str:
        """Render a chat line, ``chat/<name>.bsh.j2``."""
        return self.render(f"chat/{name}", power, more)

    def requirement(self, name: str, **more: Any) -> str:
        """Render a condition or its reason, ``requirements/<name>.bsh.j2``."""
        return self.render(f"requirements/{name}", "", more)

    def render(self, path: str, power: str, more: Mapping[str, Any]) -> str:
        """Render any template of the rule.

        Raises:
            GeneratorError: it is missing, does not parse or uses an undefined name.
        """
        return self._templates.expression(path, {**self._context, "power": power, **more})

    def begin(self, paragraph: str) -> str:
        """Return what a chat line begins with, and a blank."""
        said = self.texts.expression(
            "chat.begin", paragraph=Constant(paragraph), player=bsh.person()
        )
        return f'{said}+" "'

    def _shared(self, identity: Identity) -> dict[str, Any]:
        return {
            "copies": identity.copies,
            "act": identity.act,
            "pick": identity.pick,
            "say": self.texts.expression,
            "const": Constant,
            "name": self.texts.name,
            "begin": self.begin,
            "calculation": self.calculation,
            "requirement": self.requirement,
            "text": bsh.text,
            "literal": bsh.literal,
            "same": bsh.same,
            "empty": bsh.empty,
            "whole": bsh.whole,
            "number": bsh.number,
            "any_of": bsh.any_of,
            "greatest": bsh.greatest,
            "least": bsh.least,
            "second": bsh.second,
            "mapped": bsh.mapped,
            "known": bsh.known,
            "readable": bsh.readable,
            "chat_safe": bsh.chat_safe,
        }
