"""A module's own track: a rule's numbers are read from it and written back to it.

Reading looks at every marker anew, from the module's own level (Sum and Count with a filter and a
map; engines from 3.6.19, older ones see no pieces from there). Writing fires the module's keys and
sets its properties within the command under way, so that one Undo takes both back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.binding.model import (
    NUMBER,
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
from generator.kit import bsh
from generator.kit.chain import Block, Fire, Say, Set, verdict
from generator.kit.commands import Commands, Requirement
from generator.kit.identity import Identity
from generator.vassal.changers import set_to
from generator.vassal.components import ForeignPropertyButton, GlobalKeyCommand, GlobalProperty
from generator.vassal.filters import both, equals, numbered

_LOOKED_AT = ("seen", "at", "read", "still")
"""Templates that say what each key of a look sets anew, in their order."""
_SET = "set"
_OTHERWISE_READ = '&<>"\\{}$'
"""Characters that HTML, a literal or the engine's texts take for their own."""


def look_keys(identity: Identity) -> tuple[str, ...]:
    """Return the keys that let a bound build look at the module, before a command is judged."""
    return tuple(identity.key("track", "look", name) for name in ("seen", "at", "read", "stood"))


@dataclass(frozen=True)
class Tracked:
    """A number of the rule that the module keeps as well."""

    name: str
    """As the binding calls it, such as a Major Power."""
    value: str
    """The rule's own property that holds it."""
    about: str
    """What it is, for whoever opens the extension in the engine's editor."""
    title: str
    """Whose it is, in the players' language."""
    bound: PowerBinding


@dataclass(frozen=True)
class _Number:
    """A tracked number as the templates have it: its properties, and what was said of it before."""

    value: str
    title: str
    shown: str
    """What a player moves, for the chat."""
    seen: str
    at: str
    read: str
    stood: str
    room: str = ""
    anew: str = ""
    trouble: str = ""


class Track:
    """Reads and writes the numbers of one rule.

    The texts that it says are ``[track]``, ``chat.change`` and, between what a hand must move,
    ``chat.semicolon``; the templates are in ``track``.
    """

    def __init__(
        self,
        commands: Commands,
        numbers: Sequence[Tracked],
        property_targets: Mapping[str, str],
        may_read: str,
    ) -> None:
        """Add reading and writing.

        Args:
            commands: takes in their keys.
            numbers: what is read and written.
            property_targets: where an extension reaches each of the module's properties.
            may_read: condition under which ``add_read``'s command is not refused.
        """
        self.foreign: list[ForeignPropertyButton] = []
        self.keys: list[GlobalKeyCommand] = []
        self._commands = commands
        self._chains = commands.chains
        self._identity = commands.identity
        self._tracked = numbers
        self._targets = property_targets
        self._told = self._identity.name("Told")
        self.look = look_keys(self._identity)
        self._adopt_key = self._identity.key("track", "adopt")
        self._write_key = self._identity.key("track", "write")
        self._warn_key = self._identity.key("track", "warn")
        self._trust_key = self._identity.key("track", "trust")
        self._numbers = {each.name: self._number(each) for each in numbers}
        self._context = self._words(may_read)
        self._look()
        self._adopt()
        self._warn()
        self._write()

    # What commands ask for

    def readable(self) -> list[Requirement]:
        """Need what the module shows, and no marker that waits to be moved by hand."""
        return [self.shown(), self._need("moved")]

    def shown(self) -> Requirement:
        """Need that the module shows each number in one place, so that it can be written back."""
        return self._need("host")

    def _need(self, name: str) -> Requirement:
        test, reason = (self._express(each) for each in (name, f"{name}_reason"))
        return Requirement(test, reason, before=self.look)

    @property
    def read_anew(self) -> Fire:
        """Take over what the module shows, and say so if it differs."""
        return Fire(self._adopt_key)

    @property
    def warn_of_moves(self) -> Fire:
        """Tell which markers the command sets back to the rule's own numbers."""
        return Fire(self._warn_key)

    @property
    def write_back(self) -> Fire:
        """Write numbers to the module where it shows others; say what only a hand can do."""
        return Fire(self._write_key)

    def add_read(
        self, key: str, wish: str, paragraph: str, requirements: Sequence[Requirement]
    ) -> None:
        """Add a command that reads, and forgets what a hand was asked to move.

        Arguments as ``Commands.guarded``; that the module shows the numbers is needed, too.
        """
        stem = self._identity.stem(key)
        needed = [*requirements, self.shown()]
        met = " && ".join(f"({each.test})" for each in needed)
        self._chains.command(
            key,
            f'!({met}) ? "{verdict(stem, "refused")}" : ({self._express("differs")}) '
            f'? "{verdict(stem, "go")}" : "{verdict(stem, "same")}"',
            (
                Block("go", (self.read_anew, Fire(self._trust_key))),
                Block("same", (Say(self._express("say_same")), Fire(self._trust_key))),
                self._commands.refused(wish, paragraph, needed),
            ),
            before=self.look,
        )

    def properties(self) -> tuple[GlobalProperty, ...]:
        """Return what reading works with."""
        described = {
            "Seen": "work: how many markers of {name} there are",
            "At": "work: number at which the marker of {name} stands",
            "Read": "work: {about} in the module",
            "Stood": "work: where the marker of {name} stood when a hand was asked to move it",
        }
        return (
            *(
                GlobalProperty(
                    self._identity.name(kind, each.name),
                    "",
                    about.format(name=each.name, about=each.about),
                )
                for kind, about in described.items()
                for each in self._tracked
            ),
            GlobalProperty(self._told, "", "work: what a hand must move has been said"),
        )

    # How they do it

    def _look(self) -> None:
        for index, (key, template) in enumerate(zip(self.look, _LOOKED_AT, strict=True)):
            for each in self._tracked:
                number = self._numbers[each.name]
                name = (number.seen, number.at, number.read, number.stood)[index]
                value = self._express(template, **_reading(each.bound), each=number)
                self._chains.listen(key, Set(name, value))

    def _adopt(self) -> None:
        self._chains.loop(
            self._adopt_key,
            self._express("differs"),
            Say(self._express("say_read")),
            *(Set(each.value, each.anew) for each in self._numbers.values()),
        )

    def _warn(self) -> None:
        loop, untold = f"{self._warn_key}.loop", f"{self._warn_key}.untold"
        self._chains.listen(untold, Set(self._told, '""'))
        self._chains.loop(
            loop,
            f"{bsh.empty(self._told)} && ({self._express('moved_since')})",
            Say(self._express("say_moved_since")),
            Set(self._told, '"warned"'),
        )
        self._chains.fire(self._warn_key, untold, loop)

    def _write(self) -> None:
        keys = []
        for each in self._tracked:
            keys += self._write_number(each, self._numbers[each.name])
        tell, numbers = f"{self._write_key}.tell", self._numbers.values()
        self._chains.loop(
            tell,
            f"{bsh.empty(self._told)} && ({self._express('astray')})",
            Say(self._express("say_by_hand")),
            *(Set(each.stood, self._express("stood", each=each)) for each in numbers),
            Set(self._told, '"told"'),
        )
        self._chains.listen(
            self._trust_key,
            Set(self._told, '""'),
            *(Set(each.stood, '""') for each in numbers),
        )
        self._chains.fire(self._write_key, self._trust_key, *keys, *self.look, tell)

    def _write_number(self, tracked: Tracked, number: _Number) -> list[str]:
        read, wanted = number.read, f"({number.room})"
        key = f"{self._write_key}.{tracked.name.lower()}"
        match tracked.bound.write:
            case ByHand():
                return []
            case PropertyWrite() as write:
                self._set_host_property(f"{key}.set", number, write, wanted)
                if write.marker is None:
                    return [f"{key}.set"]
                self._chains.loop(
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
                    self._chains.loop(
                        f"{key}.{name}",
                        f"{bsh.whole(read)} && {bsh.number(read)}{compare}{wanted}",
                        self._send(f"{key}.{name}.send", write.marker, host_key),
                        Set(read, f"String.valueOf({bsh.number(read)}{sign}1)"),
                    )
                    found.append(f"{key}.{name}")
                return found

    def _set_host_property(
        self, key: str, number: _Number, write: PropertyWrite, wanted: str
    ) -> None:
        """Let a key set the module's property, once and only if the number can be read.

        Also where the marker stays: a property that was out of step with it is in step then.
        """
        host = bsh.text(f"GetProperty({bsh.literal(write.property)})")
        self.foreign.append(
            ForeignPropertyButton(
                self._targets[write.property], f"{key}.value", set_to(f"{{{wanted}}}")
            )
        )
        self._chains.loop(
            key,
            f"!{bsh.empty(number.read)} && !{host}.equals(String.valueOf({wanted})) "
            f"&& !{bsh.same(number.at, _SET)}",
            Fire(f"{key}.value"),
            Set(number.at, f'"{_SET}"'),  # until the look that ends all writing
        )

    def _send(self, key: str, marker: Marker, host_key: str) -> Fire:
        on_map = equals("CurrentMap", marker.map)
        self.keys.append(GlobalKeyCommand(key, host_key, both(_is(marker), on_map)))
        return Fire(key)

    # Words of the templates

    def _express(self, name: str, **more: Any) -> str:
        return self._render(name, {**self._context, **more})

    def _render(self, name: str, more: Mapping[str, Any]) -> str:
        return self._commands.express.render(f"track/{name}", "", more)

    def _number(self, tracked: Tracked) -> _Number:
        name, bound = self._identity.name, tracked.bound
        marker, track = bound.marker, bound.track
        number = _Number(
            value=tracked.value,
            title=tracked.title,
            shown=self._shown(tracked),
            seen=name("Seen", tracked.name),
            at=name("At", tracked.name),
            read=name("Read", tracked.name),
            stood=name("Stood", tracked.name),
        )
        number = replace(number, room=self._render("room", {"each": number, "track": track}))
        number = replace(number, anew=f"({self._render('anew', {'each': number})})")
        told = {
            "each": number,
            "marker": marker,
            "track": track,
            "map": _html(marker.map) if marker else "",
        }
        return replace(number, trouble=self._render("trouble", told))

    def _words(self, may_read: str) -> dict[str, Any]:
        numbers = list(self._numbers.values())
        return {
            "numbers": numbers,
            "moved": [
                self._numbers[each.name]
                for each in self._tracked
                if not isinstance(each.bound.write, ByHand)
            ],
            "listed": '+", "+'.join(f'"{each.title} "+{each.value}' for each in numbers),
            "may_read": may_read,
            "semicolon": self._commands.texts.plain("chat.semicolon"),
        }

    def _shown(self, tracked: Tracked) -> str:
        """Return what a player moves, for the chat; he knows no piece by its gpid."""
        marker, texts = tracked.bound.marker, self._commands.texts
        if marker is None:
            assert isinstance(tracked.bound.read, PropertyRead)
            return texts.plain("track.property", name=_html(tracked.bound.read.property))
        if marker.name:
            return texts.plain("track.marker", name=_html(marker.name))
        return texts.plain("track.piece", who=tracked.title)


def _reading(bound: PowerBinding) -> dict[str, Any]:
    """Return how a number is read, for the templates seen, at and read."""
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
