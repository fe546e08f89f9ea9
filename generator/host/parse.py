"""XML of a module read as a stream: bounded, without entities, DTDs or network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from lxml import etree

from generator.errors import InputError, one_line
from generator.host.archive import Archive
from generator.host.xmlfault import worded

_PROLOG = re.compile(r"(?:\s|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
"""What may stand before the root."""
_TODO = "get the file anew, or mend it there in a text editor"


class RootError(InputError):
    """The root is another element than it should be; ``parse`` says where it stands."""


class Handler(Protocol):
    """Hears the elements of an XML document in their order; nothing of it is kept for him."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Hear an element's beginning; the attributes are as they were written."""
        ...

    def end(self, tag: str) -> None:
        """Hear an element's end."""
        ...

    def data(self, text: str) -> None:
        """Hear text, in pieces of any size."""
        ...


def parse(archive: Archive, name: str, limit: int, handler: Handler) -> None:
    """Read one entry as XML, of any encoding that XML can declare, with or without a BOM.

    Raises:
        InputError: it cannot be read, is larger than ``limit`` bytes, has a DTD, or is not
            well-formed or of another kind by its root (with line and column).
    """
    place = f"{archive.path}: {name}"
    parser = etree.XMLParser(
        target=_Target(handler, place),  # type: ignore[arg-type]  # the stubs want comments, too
        # A DTD is refused where it begins, so that there are no entities but &amp; and its like;
        # with False those stay unresolved in attributes.
        resolve_entities="internal",  # type: ignore[arg-type]  # lxml 5
        no_network=True,
        load_dtd=False,
        huge_tree=False,  # libxml2 bounds depth, lengths and expansion
    )
    first = b""
    try:
        for chunk in archive.chunks(name, limit):
            first = first or chunk
            parser.feed(chunk)
        parser.close()
    except etree.XMLSyntaxError as error:
        line, column = error.position
        at = f"line {line}, column {column}: " if line else "" if first else "line 1, column 1: "
        raise InputError(one_line(f"{place}: {at}{worded(error)}; {_TODO}")) from None
    except RootError as error:
        raise InputError(f"{place}: {_root_at(first)}{error}") from None
    except (UnicodeError, LookupError) as error:
        raise InputError(one_line(f"{place}: {error}; {_TODO}")) from None


def _root_at(content: bytes) -> str:
    """Return line and column of the root; empty where its encoding hides them."""
    text = content.decode("utf-8-sig", "replace")
    match = _PROLOG.match(text)
    at = match.end() if match else 0
    if not text.startswith("<", at):
        return ""
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}: "


class _Target:
    """Passes on to the handler what lxml finds."""

    def __init__(self, handler: Handler, place: str) -> None:
        self._place = place
        self.start = handler.start
        self.end = handler.end
        self.data = handler.data

    def doctype(self, name: str, public: str | None, system: str | None) -> None:
        raise InputError(
            f"{self._place}: has a DTD (<!DOCTYPE {name}>), which VASSAL never writes; remove it"
        )

    def close(self) -> None:
        """Return nothing: there is no tree."""
