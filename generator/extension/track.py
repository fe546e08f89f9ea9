"""The module's own VP track in a bound build: VP are read from it and written back to it.

Reading looks at every marker anew, from the module's own level (Sum and Count with a filter and a
map; engines from 3.6.19, older ones see no pieces from there). Writing fires the module's keys and
sets its properties within the command under way, so that one Undo takes both back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.binding.model import (
    NUMBER,
    Binding,
    ByHand,
    GridRead,
    LocationRead,
    Marker,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    StepWrite,
)
from generator.extension.commands import LOOK_KEYS, CongressCommands
from generator.extension.expressions import CongressExpressions
from generator.extension.identity import stem_of
from generator.kit import bsh
from generator.kit.chain import Block, Fire, Say, Set, Step, verdict
from generator.kit.commands import Requirement
from generator.rules import Rules
from generator.vassal.changers import set_to
from generator.vassal.components import ForeignPropertyButton, GlobalKeyCommand, GlobalProperty
from generator.vassal.filters import both, equals, numbered

_LOOKED_AT = {"Seen": "seen", "At": "at", "Read": "read", "Stood": "still"}
"""What each of LOOK_KEYS sets anew, by the template that says to what."""
_ADOPT_KEY = "cop.track.adopt"
_WRITE_KEY = "cop.track.write"
_WARN_KEY = "cop.track.warn"
_TRUST_KEY = "cop.track.trust"
"""Forgets what a hand was asked to move: the module is right as it is."""
_TOLD = "CoP_Told"
_SET = "set"
_OTHERWISE_READ = '&<>"\\{}$'
"""Characters that HTML, a literal or the engine's texts take for their own."""


class TrackCommands(CongressCommands):
    """CongressCommands of a build that is bound to a module which keeps VP itself."""

    look_first = LOOK_KEYS

    def __init__(
        self,
        rules: Rules,
        express: CongressExpressions,
        binding: Binding,
        property_targets: Mapping[str, str],
    ) -> None:
        """Add reading and writing; ``property_targets`` are those of the module's properties."""
        super().__init__(rules, express)
        self._binding = binding
        self._targets = property_targets
        self.foreign: list[ForeignPropertyButton] = []
        self.keys: list[GlobalKeyCommand] = []
        self._context = self._words()
        self._look()
        self._adopt()
        self._warn()
        self._write()

    # What commands ask for

    def vp_readable(self) -> list[Requirement]:
        """Need the VP that the module shows, and no marker that waits to be moved by hand."""
        return [self._seen(), self._need("moved")]

    def vp_writable(self) -> list[Requirement]:
        """Need VP, and what must be there so that they can be written back."""
        return [self.need("vp"), self._seen()]

    def _seen(self) -> Requirement:
        return self._need("host")

    def _need(self, name: str) -> Requirement:
        return Requirement(self._express(name), self._express(f"{name}_reason"), before=LOOK_KEYS)

    def read_anew(self) -> list[Step]:
        """Take over what the module shows, and say so if it differs."""
        return [Fire(_ADOPT_KEY)]

    def warn_of_moves(self) -> list[Step]:
        """Tell which markers the congress sets back to its own VP."""
        return [Fire(_WARN_KEY)]

    def write_back(self) -> list[Step]:
        """Write VP to the module where it shows others; say what only a hand can do."""
        return [Fire(_WRITE_KEY)]

    def add_read_vp(self) -> None:
        """Add CoP_ReadVP."""
        key = "CoP_ReadVP"
        stem = stem_of(key)
        requirements = [self.idle(), self._seen()]
        met = " && ".join(f"({each.test})" for each in requirements)
        self.chains.command(
            key,
            f'!({met}) ? "{verdict(stem, "refused")}" : ({self._express("differs")}) '
            f'? "{verdict(stem, "go")}" : "{verdict(stem, "same")}"',
            (
                Block("go", (*self.read_anew(), Fire(_TRUST_KEY))),
                Block("same", (Say(self._chat("read_vp_same")), Fire(_TRUST_KEY))),
                self.refused("read_vp", self.rules.release.rule, requirements),
            ),
            before=LOOK_KEYS,
        )

    def properties(self) -> tuple[GlobalProperty, ...]:
        """Return what reading works with."""
        described = {
            "Seen": "work: how many markers of {} there are",
            "At": "work: number at which the marker of {} stands",
            "Read": "work: VP of {} in the module",
            "Stood": "work: where the marker of {} stood when a hand was asked to move it",
        }
        return (
            *(
                GlobalProperty(f"CoP_{name}_{power}", "", described[name].format(power))
                for name in described
                for power in self.rules.powers
            ),
            GlobalProperty(_TOLD, "", "work: what a hand must move has been said"),
        )

    # How they do it

    def _look(self) -> None:
        for key, (name, template) in zip(LOOK_KEYS, _LOOKED_AT.items(), strict=True):
            for power in self.rules.powers:
                self.chains.listen(key, Set(f"CoP_{name}_{power}", self._express(template, power)))

    def _adopt(self) -> None:
        anew: Mapping[str, str] = self._context["anew"]
        self.chains.loop(
            _ADOPT_KEY,
            self._express("differs"),
            Say(self._chat("read_vp")),
            *(Set(f"CoP_VP_{power}", anew[power]) for power in self.rules.powers),
        )

    def _warn(self) -> None:
        loop, untold = f"{_WARN_KEY}.loop", f"{_WARN_KEY}.untold"
        self.chains.listen(untold, Set(_TOLD, '""'))
        self.chains.loop(
            loop,
            f"{bsh.empty(_TOLD)} && ({self._express('moved_since')})",
            Say(self._chat("moved_since")),
            Set(_TOLD, '"warned"'),
        )
        self.chains.fire(_WARN_KEY, untold, loop)

    def _write(self) -> None:
        keys = []
        for power, bound in self._binding.powers.items():
            keys += self._write_power(power, bound)
        tell = f"{_WRITE_KEY}.tell"
        self.chains.loop(
            tell,
            f"{bsh.empty(_TOLD)} && ({self._express('astray')})",
            Say(self._chat("by_hand")),
            *(
                Set(f"CoP_Stood_{power}", self._express("stood", power))
                for power in self._binding.powers
            ),
            Set(_TOLD, '"told"'),
        )
        self.chains.listen(
            _TRUST_KEY,
            Set(_TOLD, '""'),
            *(Set(f"CoP_Stood_{power}", '""') for power in self._binding.powers),
        )
        self.chains.fire(_WRITE_KEY, _TRUST_KEY, *keys, *LOOK_KEYS, tell)

    def _write_power(self, power: str, bound: PowerBinding) -> list[str]:
        read, wanted = f"CoP_Read_{power}", f"({self._context['room'][power]})"
        key = f"{_WRITE_KEY}.{power.lower()}"
        match bound.write:
            case ByHand():
                return []
            case PropertyWrite() as write:
                self._set_host_property(f"{key}.set", power, write, wanted)
                if write.marker is None:
                    return [f"{key}.set"]
                self.chains.loop(
                    key,
                    f"!{bsh.empty(read)} && !{bsh.text(read)}.equals(String.valueOf({wanted}))",
                    self._send(f"{key}.send", write.marker, write.key),
                    Set(read, f"String.valueOf({wanted})"),
                )
                return [f"{key}.set", key]
            case StepWrite() as write:
                found = []
                for name, host_key, sign, compare in (
                    ("up", write.up, "+", "<"),
                    ("down", write.down, "-", ">"),
                ):
                    self.chains.loop(
                        f"{key}.{name}",
                        f"{bsh.whole(read)} && {bsh.number(read)}{compare}{wanted}",
                        self._send(f"{key}.{name}.send", write.marker, host_key),
                        Set(read, f"String.valueOf({bsh.number(read)}{sign}1)"),
                    )
                    found.append(f"{key}.{name}")
                return found

    def _set_host_property(self, key: str, power: str, write: PropertyWrite, wanted: str) -> None:
        """Let a key set the module's property, once and only if the power can be read.

        Also where the marker stays: a property that was out of step with it is in step then.
        """
        read, done = f"CoP_Read_{power}", f"CoP_At_{power}"
        host = bsh.text(f"GetProperty({bsh.literal(write.property)})")
        self.foreign.append(
            ForeignPropertyButton(
                self._targets[write.property], f"{key}.value", set_to(f"{{{wanted}}}")
            )
        )
        self.chains.loop(
            key,
            f"!{bsh.empty(read)} && !{host}.equals(String.valueOf({wanted})) "
            f"&& !{bsh.same(done, _SET)}",
            Fire(f"{key}.value"),
            Set(done, f'"{_SET}"'),  # until the look that ends all writing
        )

    def _send(self, key: str, marker: Marker, host_key: str) -> Fire:
        on_map = equals("CurrentMap", marker.map)
        self.keys.append(GlobalKeyCommand(key, host_key, both(_is(marker), on_map)))
        return Fire(key)

    # Words of the templates

    def _express(self, name: str, power: str = "") -> str:
        own = self._of_power(power) if power else {}
        return self.express.track(name, power, **{**self._context, **own})

    def _chat(self, name: str) -> str:
        return self.express.chat(name, **self._context)

    def _words(self) -> dict[str, Any]:
        powers = self._binding.powers
        express = self.express
        room = {
            power: express.track("room", power, track=bound.track)
            for power, bound in powers.items()
        }
        anew = {power: f"({express.track('anew', power, room=room)})" for power in powers}
        shown = {power: self._shown(power, bound) for power, bound in powers.items()}
        trouble = {
            power: express.track(
                "trouble",
                power,
                marker=bound.marker,
                track=bound.track,
                shown=shown[power],
                map=_html(bound.marker.map) if bound.marker else "",
            )
            for power, bound in powers.items()
        }
        moved = [power for power in powers if not isinstance(powers[power].write, ByHand)]
        return {"room": room, "anew": anew, "shown": shown, "trouble": trouble, "moved": moved}

    def _shown(self, power: str, bound: PowerBinding) -> str:
        """Return what a player moves, for the chat; he knows no piece by its gpid."""
        marker = bound.marker
        if marker is None:
            assert isinstance(bound.read, PropertyRead)
            return self.texts.plain("track.property", name=_html(bound.read.property))
        if marker.name:
            return self.texts.plain("track.marker", name=_html(marker.name))
        return self.texts.plain("track.piece", power=self.texts.name(power))

    def _of_power(self, power: str) -> dict[str, Any]:
        """Return how a power is read, for the templates seen, at and read."""
        bound = self._binding.powers[power]
        marker, track = bound.marker, bound.track
        found = _is(marker) if marker else ""
        words: dict[str, Any] = {"marker": marker, "track": track, "found": found, "offset": 0}
        match bound.read:
            case PropertyRead() as read:
                words |= {
                    "kind": "property",
                    "host_property": f"GetProperty({bsh.literal(read.property)})",
                }
            case GridRead() as read:
                words |= {
                    "kind": "grid",
                    "property": f"Current{read.axis.upper()}",
                    "other": f"Current{'Y' if read.axis == 'x' else 'X'}",
                    "across": read.across,
                    "start": read.start,
                    "step": read.step,
                }
            case PiecePropertyRead() as read:
                numbers = range(read.track.first - read.offset, read.track.last - read.offset + 1)
                words |= {
                    "kind": "sum",
                    "property": read.property,
                    "offset": read.offset,
                    "valid": both(_is(read.marker), numbered(read.property, "", numbers, "")),
                }
            case LocationRead() as read:
                words |= _location(read)
        return words


def _location(read: LocationRead) -> dict[str, Any]:
    before, after = read.pattern.split(NUMBER)
    first, last = read.track.first, read.track.last
    numbers = range(first, last + 1)

    def at_one_of(some: Iterable[int]) -> str:
        return both(_is(read.marker), numbered(read.by, before, some, after))

    words: dict[str, Any] = {"valid": at_one_of(numbers)}
    if not before and not after:
        return words | {"kind": "sum", "property": read.by, "offset": 0}
    bits = [
        at_one_of(number for number in numbers if (number - first) >> bit & 1)
        for bit in range((last - first).bit_length())
    ]
    return words | {"kind": "bits", "bits": bits}


def _is(marker: Marker) -> str:
    """Is a piece this marker? A clause of a filter."""
    if marker.name:
        return equals("BasicName", marker.name)
    return equals("PieceId", marker.gpid)


def _html(text: str) -> str:
    """Return a host's name as it can stand in a chat line, which is HTML, within a literal."""
    return "".join(f"&#{ord(each)};" if each in _OTHERWISE_READ else each for each in text)
