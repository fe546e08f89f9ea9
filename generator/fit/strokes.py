"""Are the keyboard's keys of a binding free, and fit for play?

VASSAL lets several listeners have one key, and each acts: a key of the module would fire a command
of ours as well, or a selected piece would keep it from us.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.binding.model import Binding
from generator.extension.names import keyboard_commands
from generator.fit.words import nearest
from generator.host.inventory import Inventory
from generator.vassal.strokes import Stroke, unfit

_NAME = "mend the name"
_ALLOWED = "take Ctrl+Shift with another letter or digit"


def strokes_of(binding: Binding, host: Inventory) -> Iterator[str]:
    """Yield what is wrong with each key of a binding."""
    commands = keyboard_commands(list(binding.powers))
    first: dict[Stroke, str] = {}
    for command, stroke in binding.keys.items():
        at = f"keys.{command}"
        places = host.by_stroke.get(stroke)
        if command not in commands:
            yield f"{at}: there is no such command; {nearest(command, commands, 'command', _NAME)}"
        elif why := unfit(stroke):
            yield f"{at}: {stroke} {why}; {_ALLOWED}"
        elif places:
            yield f"{at}: the module uses {stroke}, in {', '.join(places)}; {_ALLOWED}"
        elif stroke in first:
            yield f"{at}: {stroke} is the key of {first[stroke]} already; {_ALLOWED}"
        first.setdefault(stroke, command)
