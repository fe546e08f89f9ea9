"""The jinja2 environments that read ``templates/``: one for BeanShell, one for XML and HTML."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
)
from jinja2.bccache import Bucket

from generator.errors import GeneratorError

_PACKAGE = Path(__file__).parent


def template_folder() -> Path:
    """Return the folder of the templates: inside the package when installed, else beside it."""
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


class _Pycache(FileSystemBytecodeCache):
    """Keeps compiled templates where Python keeps compiled modules, and as it would.

    Compiling the many small templates takes longer than all else in a build. An entry holds the
    hash of its source, so it is never stale.
    """

    def __init__(self) -> None:
        super().__init__(str(Path(importlib.util.cache_from_source(__file__)).parent / "templates"))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with contextlib.suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)


@cache
def _environment(*, autoescape: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(template_folder()),
        undefined=StrictUndefined,
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        bytecode_cache=_Pycache(),
    )


def render_markup(name: str, /, **context: Any) -> str:
    """Render an XML, SVG or HTML template; every value is escaped.

    Raises:
        GeneratorError: the template is missing, does not parse or uses an undefined name.
    """
    return _render(name, autoescape=True, context=context)


def render_expression(name: str, /, **context: Any) -> str:
    """Render a BeanShell template to an expression on one line, without its braces.

    Line breaks and indentation are for the reader of the template: each run becomes one space.

    Raises:
        GeneratorError: the template is missing, does not parse or uses an undefined name.
    """
    rendered = _render(f"{name}.bsh.j2", autoescape=False, context=context)
    return re.sub(r"\s*\n\s*", " ", rendered.strip())


def _render(name: str, *, autoescape: bool, context: dict[str, Any]) -> str:
    try:
        return _environment(autoescape=autoescape).get_template(name).render(context)
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        place = f"templates/{getattr(error, 'name', None) or name}" + (
            f", line {line}" if line else ""
        )
        raise GeneratorError(f"{place}: {error.message or type(error).__name__}") from error
