"""The help as pages for the web: one in each language, and one that leads to them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.extension.assemble import assemble
from generator.help.page import web_page
from generator.help.words import language_names
from generator.package import Packed, write
from generator.rules import Rules
from generator.templating import shipped
from generator.texts import load_texts

_PAGE = "index.html"


def render_docs(rules: Rules) -> Mapping[str, str]:
    """Return every page by its path under the docs' folder.

    Raises:
        InputError: a text is missing in a language.
        GeneratorError: a template is faulty.
    """
    texts = {code: load_texts(code) for code in language_names()}
    pages = {
        f"{code}/{_PAGE}": web_page(assemble(rules, texts=each)) for code, each in texts.items()
    }
    listed = [
        {"code": code, "language": name, "title": texts[code].name(rules.release.title)}
        for code, name in language_names().items()
    ]
    index = shipped().markup("help/web_index.html.j2", {"rules": rules, "pages": listed})
    return {**pages, _PAGE: index}


def write_docs(rules: Rules, folder: Path) -> list[Packed]:
    """Write the pages into ``folder``, all of them rendered before the first is written.

    Raises:
        InputError: the folder cannot be written; and as ``render_docs``.
        GeneratorError: writing failed; and as ``render_docs``.
    """
    pages = render_docs(rules)
    return [write(folder / name, f"{text.strip()}\n".encode()) for name, text in pages.items()]
