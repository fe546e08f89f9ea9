"""What tells one extension from every other: all names that it defines follow from it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.kit.release import ImpossibleValueError, require


@dataclass(frozen=True)
class Naming:
    """What all names that one extension defines follow from.

    Raises:
        ImpossibleValueError: a name could be taken for one of the engine or another extension.
    """

    extension_id: str
    """Prefix of gpids (VASSAL.build.module.ModuleExtension), of internal keys and of entries."""
    prefix: str
    """Of every property and command; ``extension_id`` and ``_``, in any case."""

    def __post_init__(self) -> None:
        for key, value, pattern, form in (
            (
                "id",
                self.extension_id,
                r"[a-z][a-z0-9]*",
                "lower-case letters and digits, such as cop",
            ),
            (
                "prefix",
                self.prefix,
                r"[A-Za-z][A-Za-z0-9]*_",
                "letters, digits and a final _, such as CoP_",
            ),
        ):
            _must_match(key, value, pattern, form)
        require(
            self.prefix.lower() == f"{self.extension_id}_",
            "prefix",
            f'is "{self.prefix}"; must be "{self.extension_id}_", in any case',
        )

    def name(self, *parts: str) -> str:
        """Return a property or command, such as ``CoP_VP_Austria``."""
        return self.prefix + "_".join(parts)

    def key(self, *parts: str) -> str:
        """Return a key that only the extension itself fires, such as ``cop.record.lines``."""
        return ".".join((self.extension_id, *parts))

    def stem(self, command: str) -> str:
        """Return what the keys of a command's own steps begin with."""
        return self.key(command.removeprefix(self.prefix).lower())

    def entry(self, name: str) -> str:
        """Return the name of a file in the .vmdx: a module's would win over one without prefix."""
        return f"{self.extension_id}_{name}"

    def gpid(self, number: int) -> str:
        """Return the gpid of a piece slot."""
        return f"{self.extension_id}:{number}"

    @property
    def rule_entry(self) -> str:
        """Return the file in the .vmdx that holds the rule as built, for ``generator diff``."""
        return self.entry("rule.toml")

    @property
    def binding_entry(self) -> str:
        """Return the file in a bound .vmdx that holds its binding; the engine looks at neither."""
        return self.entry("binding.toml")

    @property
    def ours(self) -> tuple[str, str]:
        """Return what each name of a property, command or key of the extension begins with."""
        return self.prefix, self.key("")

    @property
    def act(self) -> str:
        """Return the property that holds the verdict while a command runs, empty otherwise."""
        return self.name("Act")

    @property
    def copies(self) -> str:
        """Return the property that counts files which hear the same keys, anew by each command."""
        return self.name("Copies")

    @property
    def pick(self) -> str:
        """Return the property of what was clicked, empty but while a command runs."""
        return self.name("Pick")

    @property
    def refresh(self) -> str:
        """Return the key that ends every command; what mirrors the state for the eye hears it."""
        return self.key("refresh")


@dataclass(frozen=True)
class Identity(Naming):
    """An extension's names and its file; they stay the same across releases.

    Raises:
        ImpossibleValueError: as ``Naming``.
    """

    file_name: str
    """The engine knows an extension in saves and between players by it: it bears no version."""

    def __post_init__(self) -> None:
        super().__post_init__()
        form = "letters, digits and _, and then .vmdx"
        _must_match("file", self.file_name, r"[A-Za-z0-9_]+\.vmdx", form)


def _must_match(key: str, value: str, pattern: str, form: str) -> None:
    if not re.fullmatch(pattern, value):
        raise ImpossibleValueError(key, f'is "{value}"; must be {form}')


def snake(name: str) -> str:
    """Return ``NoWinds`` as ``no_winds``."""
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")
