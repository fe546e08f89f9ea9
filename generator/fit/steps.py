"""What does a key of a binding do to the VP that are read?

The engine says nothing of a step other than the one that is wanted, nor of a question to a player:
the marker then shows other VP than those that were written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.binding.model import (
    GridRead,
    LocationRead,
    PiecePropertyRead,
    PowerBinding,
    PropertyRead,
    PropertyWrite,
    StepWrite,
)
from generator.fit.words import READ_THE_PLACE
from generator.host.inventory import Piece
from generator.host.piece import Trait
from generator.host.sending import ELSEWHERE, fired, hearing, mentions, names_in, same_key
from generator.host.signs import Surroundings
from generator.host.tracks import Track
from generator.host.traits import (
    Layer,
    PropertyCommand,
    SendToLocation,
    layers,
    moves,
    properties,
    sends,
)
from generator.vassal.sequence import decode

_BY_ITSELF = "LGZR"
"""Destinations of Send to Location that other pieces have no part in."""
_CHANGED_ELSEWHERE = (*ELSEWHERE, "setpieceprop")
"""Traits that may have a property of this piece changed by another."""
_ANOTHER = "take another key, or kind none"
_DOING = {
    "globalkey": "sends a key to other pieces",
    "globalhotkey": "presses a hotkey of the module",
    "placemark": "places another piece",
    "replace": "replaces it",
    "clone": "clones it",
    "delete": "deletes it",
    "setpieceprop": "sets a property of pieces",
}
"""What a trait does besides moving the piece that has it."""


@dataclass(frozen=True)
class Step:
    """What a key does to VP."""

    by: int | None = None
    """By how much it changes them, if that is all it does."""
    does: str = ""
    """What it does instead, or may do; empty: nothing, which is told of the key itself."""
    sure: bool = True
    advice: str = _ANOTHER


def step_faults(
    bound: PowerBinding, piece: Piece, around: Surroundings
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with what the keys of a binding do, and with which."""
    for name, (key, wanted, step) in _steps(bound, piece, around).items():
        if step.by is not None and step.by != wanted:
            advised = "; up and down are swapped" if step.by == -wanted else ": take another key"
            yield (
                name,
                f'the key "{key}" changes it by {step.by:+d}, must be {wanted:+d}{advised}',
            )
        elif step.does and step.sure:
            yield (
                name,
                f'the key "{key}" {step.does}, must change it by {wanted:+d}: {step.advice}',
            )
    for key, name, step in _setting(bound, piece, around):
        if step.by is not None or (step.does and step.sure):
            does = step.does or f'changes "{name}" by {step.by:+d}'
            yield (
                "write.key",
                f'the key "{key}" {does}, must set it to what is written: {step.advice}',
            )


def step_notes(
    bound: PowerBinding, piece: Piece, around: Surroundings
) -> Iterator[tuple[str, str]]:
    """Yield which keys may do what is wanted, or may not."""
    told = set()
    for name, (key, wanted, step) in _steps(bound, piece, around).items():
        if step.does and not step.sure:
            told.add(name)
            yield (
                name,
                f'the key "{key}" {step.does}: whether that changes it by {wanted:+d} cannot be '
                "told here; try it in the module",
            )
    for key, _, step in _setting(bound, piece, around):
        if step.does and not step.sure:
            yield (
                "write.key",
                f'the key "{key}" {step.does}: whether that sets it to what is written cannot be '
                "told here; try it in the module",
            )
    write = bound.write
    if (
        isinstance(write, PropertyWrite)
        and write.marker is not None
        and acts_at_times(around.inventory.traits(piece), write.key)
    ):
        yield (
            "write.key",
            f'the key "{write.key}" acts through a trigger with a condition or a loop: whether it '
            f"moves the marker to what is written cannot be told here{_seen(bound)}",
        )
    yield from (each for each in _besides(bound, piece, around) if each[0] not in told)


def _seen(bound: PowerBinding) -> str:
    """Say what to do about a key that may not do its work: play tells where the place is read."""
    if isinstance(bound.read, PropertyRead):
        return f", and nothing in play tells: try it in the module, or {READ_THE_PLACE}"
    return "; try it in the module"


def _besides(bound: PowerBinding, piece: Piece, around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield what else a key does that is to send the marker, or to step it."""
    traits = around.inventory.traits(piece)
    for where, key in write_keys(bound).items():
        acting = hearing(traits, key)
        others = [_DOING[each.id] for each in acting if each.id in _DOING]
        if sends(acting) and moves(acting):
            others.append("moves it by some pixels")
        if others:
            does = " and ".join(dict.fromkeys(others))
            yield (
                where,
                f'the key "{key}" also {does}: whether the marker ends as it should cannot be told '
                f"here{_seen(bound)}",
            )
        for each in sends(acting) if isinstance(bound.write, PropertyWrite) else ():
            does = _astray(each)
            if does:
                yield (
                    where,
                    f'the key "{key}" sends it {does}: whether that is the place cannot be told '
                    f"here{_seen(bound)}",
                )


def _astray(send: SendToLocation) -> str:
    """Say that a place has no name, or that another is meant; empty: it has."""
    if send.shifted:
        return f"beside a place, by {send.shifted}"
    if send.destination == "L" and any(map(names_in, send.deciding)):
        return "to pixels that an expression gives"
    return ""


def write_keys(bound: PowerBinding) -> dict[str, str]:
    """Return the marker's keys that a binding writes with, by their place in it."""
    match bound.write:
        case PropertyWrite(marker=marker, key=key) if marker is not None:
            return {"write.key": key}
        case StepWrite(up=up, down=down):
            return {"write.up": up, "write.down": down}
    return {}


def _setting(
    bound: PowerBinding, piece: Piece, around: Surroundings
) -> Iterator[tuple[str, str, Step]]:
    """Yield a key that is to set the marker's property, that property, and what the key does.

    Nothing where it sets it through the property that is written.
    """
    write, read = bound.write, bound.read
    if isinstance(write, PropertyWrite) and write.key and isinstance(read, PiecePropertyRead):
        traits = around.inventory.traits(piece)
        if not any(mentions(each, write.property) for each in hearing(traits, write.key)):
            yield write.key, read.property, _of_property(read.property, traits, write.key)


def _steps(
    bound: PowerBinding, piece: Piece, around: Surroundings
) -> Mapping[str, tuple[str, int, Step]]:
    """Return the keys for up and down by their place in the binding, what they must do, and do."""
    write, traits = bound.write, around.inventory.traits(piece)
    if not isinstance(write, StepWrite):
        return {}
    return {
        "write.up": (write.up, 1, _step(bound, traits, write.up, around.places)),
        "write.down": (write.down, -1, _step(bound, traits, write.down, around.places)),
    }


def _step(bound: PowerBinding, traits: Sequence[Trait], key: str, known: Sequence[Track]) -> Step:
    if all(key not in each.named_keys() for each in traits):
        return Step()
    match bound.read:
        case PiecePropertyRead() as read:
            step = _of_property(read.property, traits, key)
        case LocationRead() | GridRead() as read:
            step = _of_place(read, traits, key, known)
        case PropertyRead():
            return Step()
    if step.by is not None and acts_at_times(traits, key):
        does = f"changes it by {step.by:+d} through a trigger with a condition or a loop"
        return Step(does=does, sure=False)
    return step


def acts_at_times(traits: Sequence[Trait], key: str) -> bool:
    """Does a trigger that the key sets off act in some cases only, or more than once?

    The fields of a trigger are those of VASSAL.counters.TriggerAction.
    """
    keys = fired(traits, key)
    for trait in traits:
        fields = trait.fields if trait.id == "macro" else []
        if len(fields) > 6 and (fields[3].strip() or fields[6] == "true"):
            heard = {same_key(each) for each in (fields[2], *decode(fields[4], ","))}
            if not keys.isdisjoint(heard):
                return True
    return False


# A property of the piece's own


def _of_property(name: str, traits: Sequence[Trait], key: str) -> Step:
    keys = fired(traits, key)
    step = Step()
    for each in properties(traits, "PROP"):
        if each.name == name:
            heard = [command for command in each.commands if same_key(command.key) in keys]
            step = _of_commands(name, heard)
            break
    else:
        for layer in layers(traits):
            if f"{layer.name}_Level" == name:
                step = _of_layer(layer, keys)
                break
    if step.by == 0 and any(each.id in _CHANGED_ELSEWHERE for each in hearing(traits, key)):
        return Step(does="has another trait do something", sure=False)
    return step if step.by != 0 else Step(does=f'does not change "{name}"')


def _of_commands(name: str, heard: Sequence[PropertyCommand]) -> Step:
    """Return what the commands of a property do that a key sets off."""
    if any(each.asks for each in heard):
        return Step(does=f'asks a player for "{name}"')
    if len(heard) > 1:
        return Step(does=f'changes "{name}" more than once', sure=False)
    for each in heard:
        step, fixed = each.step(name), each.fixed
        if step is not None:
            return Step(step)
        if fixed is not None:
            return Step(does=f'sets "{name}" to "{fixed}"')
        return Step(does=f'changes "{name}" through "{each.value}"', sure=False)
    return Step(0)


def _of_layer(layer: Layer, keys: set[str]) -> Step:
    """Return what keys do to a layer (Embellishment.myKeyEvent)."""
    if layer.keyless:
        return Step(
            does=f'does nothing, for the layer "{layer.name}" follows '
            + (f'the property "{layer.follows}"' if layer.follows else "a property, or is to"),
            advice='write that property (kind "property"), or take kind none',
        )
    if any(same_key(each) in keys for each in layer.others):
        return Step(does=f'resets or switches the layer "{layer.name}" or shows any level of it')
    up, down = same_key(layer.increase) in keys, same_key(layer.decrease) in keys
    return Step(up - down)


# A place


def _of_place(
    read: LocationRead | GridRead, traits: Sequence[Trait], key: str, known: Iterable[Track]
) -> Step:
    keys, acting = fired(traits, key), hearing(traits, key)
    sent = sends(acting)
    step = _moved(read, traits, keys, known)
    step = _counted(traits, keys, sent) if step is None else step
    if step is not None:
        return Step(step)
    if any(each.id in ELSEWHERE for each in acting):
        return Step(does="has another trait do something", sure=False)
    pixels = [each.pixels for each in moves(acting) if same_key(each.key) in keys]
    if len(pixels) == 1 and pixels[0] is not None and not sent:
        x, y = pixels[0]
        return Step(does=f"moves it by {x}, {y} pixels", sure=False)
    if pixels or not sent:
        return Step(does="moves it", sure=False) if pixels else Step()
    if all(
        each.destination in _BY_ITSELF and not any(map(names_in, each.deciding)) for each in sent
    ):
        return Step(does="sends it to the same place at any time")
    return Step(does=f'sends it to "{sent[0].place}"' if sent[0].place else "sends it", sure=False)


def _moved(
    read: LocationRead | GridRead, traits: Sequence[Trait], keys: set[str], known: Iterable[Track]
) -> int | None:
    """Return by how many places a fixed distance moves the marker; None: that cannot be said."""
    steps = [each.pixels for each in moves(traits) if same_key(each.key) in keys]
    if len(steps) != 1 or steps[0] is None:
        return None
    x, y = steps[0]
    for dx, dy in _spacings(read, known):
        count = x // dx if dx else y // dy if dy else 0
        if (x, y) == (count * dx, count * dy):
            return count
    return None


def _spacings(read: LocationRead | GridRead, known: Iterable[Track]) -> list[tuple[int, int]]:
    if isinstance(read, GridRead):
        return [(read.step, 0) if read.axis == "x" else (0, read.step)]
    found = [
        each.spacing
        for each in known
        if each.map == read.marker.map and each.pattern == read.pattern
    ]
    return [each for each in found if each is not None]


def _counted(traits: Sequence[Trait], keys: set[str], sent: Iterable[SendToLocation]) -> int | None:
    """Return by how much the property is changed that then says where the marker is sent."""
    named = {name for each in sent if same_key(each.key) in keys for name in names_in(each.place)}
    counted = [*properties(traits, "setprop"), *properties(traits, "PROP")]
    steps = [
        command.step(each.name)
        for each in counted
        if each.name in named
        for command in each.commands
        if same_key(command.key) in keys
    ]
    return steps[0] if len(steps) == 1 else None
