"""Strokes of a real keyboard: as people write them, as VASSAL encodes them, and which are free.

Encoded: ``code,modifiers`` (VASSAL.configure.NamedHotKeyConfigurer), both Java's numbers; a
``KeyStroke`` has the old bit and the new one of each modifier, older files only one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_BITS: Mapping[str, tuple[int, int]] = {
    "Ctrl": (2, 128),
    "Alt": (8, 512),
    "AltGr": (32, 8192),
    "Meta": (4, 256),
    "Shift": (1, 64),
}
"""Old and new bits of the modifiers (java.awt.event.InputEvent), in the order in which they are
written."""
_ENCODED = re.compile(r"(\d{1,5}),(\d{1,5})")
_NUMBERED = re.compile(r"key ([0-9]{1,5})")
_PLAIN = frozenset(map(chr, (*range(ord("0"), ord("9") + 1), *range(ord("A"), ord("Z") + 1))))
NAMED_CODES = range(0xE000, 0xF900)
"""Codes of keys known by name: what NamedKeyManager gives, and 0xF8FF, which VASSAL 3.2 wrote."""

FORM = 'written as "Ctrl+Shift+C"'


@dataclass(frozen=True, order=True)
class Stroke:
    """A key with the modifiers that are held (javax.swing.KeyStroke, when pressed)."""

    code: int
    """Of java.awt.event.KeyEvent; letters and digits are their capital's ASCII."""
    held: frozenset[str] = frozenset()
    """Names of modifiers: Ctrl, Alt, AltGr, Meta, Shift."""

    @property
    def key(self) -> str:
        """The key for people: the sign on it, or its number."""
        return chr(self.code) if 32 < self.code < 97 else f"key {self.code}"

    @property
    def encoded(self) -> str:
        """As the engine writes it."""
        bits = (sum(both) for name, both in _BITS.items() if name in self.held)
        return f"{self.code},{sum(bits)}"

    def __str__(self) -> str:
        return "+".join([*(name for name in _BITS if name in self.held), self.key])


def decode_stroke(text: str) -> Stroke | None:
    """Read an encoded plain key; None for a named or missing one."""
    match = _ENCODED.fullmatch(text)
    if match is None or int(match[1]) in NAMED_CODES:
        return None
    bits = int(match[2])
    return Stroke(
        int(match[1]),
        frozenset(name for name, both in _BITS.items() if bits & sum(both)),
    )


def parse_stroke(text: str) -> Stroke | None:
    """Read a stroke as ``str`` writes it, in any case; None: it is none."""
    *held, key = (each.strip() for each in text.split("+"))
    names = {name.lower(): name for name in _BITS}
    if len({each.lower() for each in held}) < len(held) or not {*map(str.lower, held)} <= {*names}:
        return None
    number = _NUMBERED.fullmatch(key.lower())
    if number is None and key.upper() not in _PLAIN:
        return None
    code = int(number[1]) if number else ord(key.upper())
    return Stroke(code, frozenset(names[each.lower()] for each in held))


_BOTH = frozenset({"Ctrl", "Shift"})
RESERVED: Mapping[str, str] = {
    "O": "turns the writing direction of a text field (Swing), and opens VASSAL's overview of a map"
    " (VASSAL.build.module.map.GlobalMap)",
    "Z": "is Redo in VASSAL's text fields (VASSAL.tools.swing.SwingUtils.allowUndo)",
    "Q": "logs the user out on a Mac",
    "W": "closes windows on a Mac",
    "U": "begins a character by its number on Linux (IBus)",
    "0": "changes the keyboard on Windows",
    **dict.fromkeys("3456", "takes a picture of the screen on a Mac"),
}
"""What Ctrl+Shift with a key does already, outside of any module. On a Mac, Ctrl of a module is
Command (VASSAL.tools.swing.SwingUtils). Other strokes of the engine's own are held without Shift or
with Alt: Ctrl+Space (CounterDetailViewer), Alt+S (ChatServerControls), Alt+W and Alt+Shift+W
(BasicLogger), Page Up and Page Down (BasicLogger, Map), piece commands with Ctrl alone."""

FREE = tuple(
    Stroke(ord(key), _BOTH) for key in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" if key not in RESERVED
)
"""The strokes that :func:`unfit` has nothing against: letters, then digits."""


def unfit(stroke: Stroke) -> str:
    """Say why a stroke can be no command's, whatever the module has; empty: it can.

    A key by itself, with Shift, or with Alt on a Mac types a character in the chat; with Ctrl and
    Alt it does on Windows, where both together are AltGr; with Ctrl alone it edits the text there
    (javax.swing.text.DefaultEditorKit) or is a piece's. Keys that type nothing move the cursor, the
    focus or windows.
    """
    if stroke.key not in _PLAIN:
        return "edits text, or moves the cursor, the focus or a window"
    if stroke.held == _BOTH:
        return RESERVED.get(stroke.key, "")
    if "Alt" in stroke.held or "AltGr" in stroke.held:
        return "types a character on a Mac, or on Windows where Ctrl+Alt is AltGr"
    if "Meta" in stroke.held:
        return "is the system's on Windows"
    if "Ctrl" in stroke.held:
        return "edits the text in the chat, or is a piece's"
    return "types a character in the chat"


def propose(commands: Iterable[str], used: Iterable[Stroke]) -> dict[str, Stroke]:
    """Propose a stroke for each command that a free one is left for.

    A capital of the command's own name where it is free, then any of its letters, then any stroke;
    earlier commands choose first. ``CoP_Ask`` and the like do not count as its name.
    """
    free = [each for each in FREE if each not in {*used}]
    found: dict[str, Stroke] = {}
    for command in commands:
        if not free:
            break
        name = re.sub(r"^CoP_(Ask|Toggle)?(VP_)?", "", command)
        wanted = [*filter(str.isupper, name), *name.upper()]
        by_key = {each.key: each for each in free}
        key = next((each for each in wanted if each in by_key), free[0].key)
        found[command] = by_key[key]
        free.remove(by_key[key])
    return found
