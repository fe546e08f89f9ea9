"""Lets ``python -m generator`` be the ``generator`` command."""

from generator.cli import entry

entry()
