"""Traits of the hosts' markers, each a type and a state as the engine writes them."""

from __future__ import annotations

from collections.abc import Mapping

from generator.vassal.keys import key_list, named_key
from generator.vassal.sequence import encode

Trait = tuple[str, str]


def trigger(watch: str, fire: str) -> Trait:
    """Fires a key when another arrives (VASSAL.counters.TriggerAction)."""
    fields = ["macro", "", "", "", "", key_list([watch]), key_list([fire]), "false", "", ""]
    return encode([*fields, "counted", "", "", "1", "false", "", "1", "1"], ";"), ""


def set_global(name: str, key: str, value: str) -> Trait:
    """Writes a property of the zone, the map or the module (VASSAL.counters.SetGlobalProperty)."""
    level = "Current Zone/Current Map/Module"
    changes = _changes({key: encode(["P", value], ",")})
    return encode(["setprop", name, "true,-99,99,false", changes, "", level, ""], ";"), ""


def send_to_region(map_name: str, key: str, region: str) -> Trait:
    """Goes to a region of a map (VASSAL.counters.SendToLocation)."""
    fields = ["sendto", "", named_key(key), map_name, "", "0", "0", "", "", "0", "0", "0", "0", ""]
    return encode([*fields, "R", "", region, "", ""], ";"), ";;"


def dynamic(name: str, value: int, up: str, down: str) -> Trait:
    """A number on the piece and two keys that step it (VASSAL.counters.DynamicProperty)."""
    changes = _changes({up: encode(["I", "1"], ","), down: encode(["I", "-1"], ",")})
    return encode(["PROP", name, "true,-99,99,false", changes, ""], ";"), str(value)


def layer(name: str, levels: int, level: int, up: str, down: str) -> Trait:
    """A layer without pictures, never looping (VASSAL.counters.Embellishment)."""
    blank = encode([""] * levels, ",")
    head = ["emb2", "", "128", "", "", "128", "", "", "128", "", "", "", "1", "false", "0", "0"]
    middle = [blank, blank, "false", name, "", "", "false", "", "1", "1", "true", ""]
    return encode([*head, *middle, named_key(up), named_key(down), "", "1.0"], ";"), str(level)


def label(text: str) -> Trait:
    """Adds a text to the piece's displayed name (VASSAL.counters.Labeler)."""
    head = ["label", "", "", "12", "", "0,0,0", "t", "0", "c", "0", "b", "c"]
    return encode([*head, "$pieceName$ ($label$)", "Dialog", "0", "0", "TextLabel", ""], ";"), text


def _changes(by_key: Mapping[str, str]) -> str:
    """Commands without menu text: name, key and change each."""
    return encode(
        [encode(["", named_key(key), change], ":") for key, change in by_key.items()], ","
    )
