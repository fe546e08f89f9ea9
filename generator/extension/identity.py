"""What tells our extension from every other."""

from __future__ import annotations

from generator.kit.identity import Identity

IDENTITY = Identity("cop", "CoP_", "Congress_of_Peace.vmdx")

ACT, PICK, REFRESH_KEY = IDENTITY.act, IDENTITY.pick, IDENTITY.refresh
stem_of = IDENTITY.stem
