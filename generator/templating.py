"""Renders jinja2 templates: BeanShell, XML and HTML, from a rule's own folder and a shared one."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    TemplateNotFound,
)
from jinja2.bccache import Bucket

from generator.errors import GeneratorError, InputError, TextError, one_line
from generator.templatefault import Missing, plainly
from generator.vassal.beanshell import fault

_PACKAGE = Path(__file__).parent


def template_folder() -> Path:
    """Return the folder of the templates: inside the package when installed, else beside it."""
    installed = _PACKAGE / "_templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def shared_folder() -> Path:
    """Return the folder of the templates that every rule shares."""
    return template_folder() / "kit"


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


class Templates:
    """Templates of some folders: what is not in the first is looked for in the next."""

    def __init__(self, *folders: Path, given: Path | None = None) -> None:
        """Take the folders; a fault in ``given``, one of them, is its maintainer's and no bug."""
        self._loader = FileSystemLoader(folders)
        self._given = given
        self._plain = self._environment(autoescape=False)
        self._escaping = self._environment(autoescape=True)

    def markup(self, name: str, context: Mapping[str, Any]) -> str:
        """Render an XML, SVG or HTML template; every value is escaped.

        Raises:
            GeneratorError: the template is missing, does not parse or fails, such as by an
                undefined name; an InputError if it is in the given folder, with file and line.
        """
        return self._render(self._escaping, name, context)

    def expression(self, name: str, context: Mapping[str, Any]) -> str:
        """Render a BeanShell template to an expression on one line, without its braces.

        Line breaks and indentation are for the reader of the template: each run becomes one space.

        Raises:
            GeneratorError: as ``markup``, or what it renders to is no expression.
        """
        file = f"{name}.bsh.j2"
        rendered = re.sub(r"\s*\n\s*", " ", self._render(self._plain, file, context).strip())
        why = fault(rendered)
        if why:
            raise self._faulty(file, why)
        return rendered

    def _environment(self, *, autoescape: bool) -> Environment:
        return Environment(
            loader=self._loader,
            undefined=Missing,
            autoescape=autoescape,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            bytecode_cache=_Pycache(),
        )

    def _render(self, environment: Environment, name: str, context: Mapping[str, Any]) -> str:
        try:
            return environment.get_template(name).render(context)
        except TextError as error:
            raise self._fault(name, error, context) from error
        except GeneratorError:
            raise  # of a template that this one uses, or of our texts
        except Exception as error:  # a template can fail in any way that Python can
            raise self._fault(name, error, context) from error

    def _faulty(self, name: str, why: str) -> GeneratorError:
        """Return what is said of a template that renders to no expression."""
        source = self._plain.get_template(name).filename
        assert source is not None
        path = Path(source)
        if self._given is not None and path.is_relative_to(self._given):
            return InputError(one_line(f"{path}: {why}; mend the template"))
        return GeneratorError(one_line(f"{self._named(path)}: {why}; mend the template"))

    def _named(self, path: Path) -> Path:
        """Return a template's path from that of its folder on."""
        folders = (Path(each) for each in self._loader.searchpath)
        (folder,) = (each for each in folders if path.is_relative_to(each))
        return Path(folder.name, path.relative_to(folder))

    def _fault(self, name: str, error: Exception, context: Mapping[str, Any]) -> GeneratorError:
        """Return what is said of an error: file and line, where a template was under way."""
        what = error.what if isinstance(error, TextError) else plainly(error, context)
        folders = [Path(each) for each in self._loader.searchpath]
        under_way = [
            (Path(frame.f_code.co_filename), line)
            for frame, line in traceback.walk_tb(error.__traceback__)
            if any(Path(frame.f_code.co_filename).is_relative_to(each) for each in folders)
        ]
        path, place = folders[0] / name, ""
        if under_way:
            path, line = under_way[-1]
            place = f":{line}"
        if isinstance(error, TemplateNotFound):
            what = "there is no such template" if not under_way else f"there is no {error.name}"
        if self._given is not None and path.is_relative_to(self._given):
            mend = "the template or the text" if isinstance(error, TextError) else "the template"
            advice = "" if what.endswith("?") else f"; mend {mend}"
            return InputError(one_line(f"{path}{place}: {what}{advice}"))
        if isinstance(error, TextError):
            return error  # all that we give a text is fixed
        return GeneratorError(one_line(f"{self._named(path)}{place}: {what}"))


@cache
def shipped() -> Templates:
    """Return the templates of rule 15.6, and those that every rule shares."""
    return Templates(template_folder(), shared_folder())
