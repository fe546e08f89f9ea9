"""Candidates among the pieces of a module: how a marker shows VP, and what moves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from generator.binding import model
from generator.binding.text import marker_keys
from generator.host.candidate import (
    AT_START,
    GUESSED,
    IN_STEP,
    MOST_OTHER_WORDS,
    NOT_READABLE,
    ON_TRACK,
    OTHER_WORD,
    SCORE_OF_OWN,
    SCORE_OF_PLACE,
    TWICE,
    WRITABLE,
    Candidate,
)
from generator.host.inventory import Map
from generator.host.keys import named_key_of
from generator.host.names import score_strength, words
from generator.host.rows import Row, row_of, shifted
from generator.host.sending import PLACES_BY_NAME, fired, names_in, names_place, same_key
from generator.host.signs import Signs, Surroundings, holder_title, kept_in
from generator.host.tracks import Surface, Track
from generator.host.traits import Layer, PropertyTrait, key_name, moves
from generator.host.wholes import NO_NUMBER, of_module, of_piece

_LEAST_LEVELS = 5
"""Levels of a layer that can count VP."""
_DOUBLED = frozenset({"half", "halves", "doubled", "double", "x2"})
_UNBOUND = -999, 999
"""Numbers of a property that nothing bounds."""
_BY_HAND = "written by hand"
_NEAR = 12
"""Pixels up and down from a marker at which its row still lies."""


@dataclass(frozen=True)
class Case:
    """A piece looked at for one power."""

    around: Surroundings
    signs: Signs
    power: str
    """Empty: it names none."""
    worth: int
    """What names the power is worth."""
    why: str
    """What names the power."""

    def candidates(self) -> Iterator[Candidate]:
        """Yield the ways in which the piece may show VP."""
        signs = self.signs
        on_track = self._on_track()
        if signs.digits and (signs.score or on_track):
            yield self._candidate(
                "D",
                ON_TRACK + NOT_READABLE,
                [f"it counts the {signs.digits} only"],
                ["cannot be bound: tens and units are two markers"],
            )
            return
        speaking = [each for each in signs.dynamic if score_strength(each.name)]
        if not speaking and signs.score == 2 and len(signs.dynamic) == 1:
            speaking = signs.dynamic
        for each in speaking:
            yield self._dynamic(each)
        if on_track is not None:
            yield on_track
        if speaking or on_track:
            return
        counting = [
            each
            for each in signs.layers
            if len(each.levels) >= _LEAST_LEVELS and (score_strength(each.name) or signs.score == 2)
        ]
        for layer in counting:
            yield self._layer(layer)
        if signs.surface is not None and signs.score:
            yield self._on_surface(signs.surface)
        elif signs.own_score and self.power and signs.on_no_grid and not counting:
            yield self._on_no_grid()

    def _candidate(
        self,
        pattern: str,
        worth: int,
        evidence: Iterable[str],
        doubts: Iterable[str],
        read: model.Read | None = None,
        write: model.Write | None = None,
        known: tuple[tuple[str, str | int], ...] = (),
        guessed: tuple[str, ...] = (),
    ) -> Candidate:
        """Return a candidate, with what speaks for and against the piece in any case."""
        piece = self.signs.piece
        told = [self.why] if self.power else []
        against: list[str] = []
        worth += self.worth + self.signs.score * SCORE_OF_OWN
        if self.signs.own_score and not self.why.endswith("speaks of VP"):
            told.append("its name speaks of VP")
        elif self.signs.score and not self.why.endswith("speaks of VP"):
            told.append("what it is kept in speaks of VP")
        if self.power:
            others = self.around.names.other_words(self.power, piece.name or piece.entry_name)
            worth += OTHER_WORD * min(MOST_OTHER_WORDS, others)
        same = self.around.started[piece.name]
        if piece.placement.kind == "palette":
            against.append("it is in a palette: whether one lies on a map, and which, is not known")
        else:
            worth += AT_START
            if piece.name and same > 1:
                worth += TWICE
                against.append(f'{same} pieces of a new game are called "{piece.name}"')
        return Candidate(
            pattern,
            self._element(),
            piece.component.target,
            worth,
            (*told, *evidence),
            (*doubts, *against),
            read,
            None if read is None else write,
            known,
            guessed,
        )

    def _element(self) -> str:
        """Call the piece; one without any name by what it is kept in."""
        piece = self.signs.piece
        if piece.name or piece.entry_name:
            return piece.title
        return " in ".join([piece.title, *map(holder_title, kept_in(piece)[:1])])

    def _marker(self, map_name: str = "") -> model.Marker | None:
        """Return how the piece is found; without a map's name, on the likeliest map."""
        piece = self.signs.piece
        if not map_name:
            map_name = piece.placement.map
        if not map_name:
            sent = [send.map for send in self.signs.sends if send.map in self.around.maps]
            map_name = next(iter([*sent, *self.around.maps]), "")
        if not map_name or not (piece.name or piece.gpid):
            return None
        if piece.name:
            return model.Marker(map_name, name=piece.name)
        return model.Marker(map_name, gpid=piece.gpid)

    # F

    def _dynamic(self, trait: PropertyTrait) -> Candidate:
        begins = f'its dynamic property "{trait.name}" begins as "{trait.initial}"'
        worth = score_strength(trait.name) * SCORE_OF_OWN + ON_TRACK
        if trait.initial.strip() and of_piece(trait.initial) is None:
            lost = f"cannot be bound: {begins}, {NO_NUMBER}"
            return self._candidate("F", worth + NOT_READABLE, [], [lost])
        evidence = [begins]
        doubts: list[str] = []
        first, last = _UNBOUND
        low, high = of_module(trait.minimum), of_module(trait.maximum)
        if trait.numeric and low is not None and high is not None and low < high:
            first, last = low, high
            evidence.append(f"it goes from {first} to {last}")
        marker = self._marker()
        if marker is None:
            doubts.append(_lost(self.around))
            return self._candidate("F", worth + NOT_READABLE, evidence, doubts)
        read = model.PiecePropertyRead(marker, trait.name, model.Track(first, last))
        up, down = trait.step_keys()
        if up and down:
            evidence.append(f"keys {up} and {down} add 1 and take 1 away")
            write: model.Write = model.StepWrite(marker, up, down)
            return self._candidate("F", worth + WRITABLE, evidence, doubts, read, write)
        used = [key_name(each.key) for each in trait.commands if each.step(trait.name)]
        doubts.append(
            f"{_BY_HAND}: it has no two named keys for 1 more and 1 less, only {', '.join(used)}"
            if used
            else f"{_BY_HAND}: it has no named keys for 1 more and 1 less"
        )
        return self._candidate("F", worth, evidence, doubts, read, model.ByHand())

    # A, B, C, E

    def _on_track(self) -> Candidate | None:
        signs = self.signs
        track, evidence = self._track()
        if track is None:
            return None
        spoken = track_score(track)
        worth = spoken * SCORE_OF_PLACE + ON_TRACK - (signs.stand is None)
        doubts = _track_doubts(track, self.around.places, self.around.maps[track.map])
        lost = self.around.covered(track)
        doubts += [
            f"at {number} and others, {len(lost)} in all, the engine finds {what}"
            if len(lost) > 1
            else f"at {number} the engine finds {what}"
            for number, what in list(lost.items())[:1]
        ]
        in_step, when_moved = self._in_step(track)
        marker = self._marker(track.map)
        if not spoken and not signs.score and not score_strength(in_step):
            doubts.append("nothing about it speaks of VP")
            worth += NOT_READABLE
        read: model.Read | None = None
        write: model.Write = model.ByHand()
        told: list[str] = []
        if marker is not None:
            write, told, refused = self._track_write(track, marker)
            by: Literal["LocationName", "CurrentZone"]
            by = "CurrentZone" if track.kind == "zones" else "LocationName"
            span = model.Track(track.lowest, track.highest)
            read = model.LocationRead(marker, span, track.pattern, by)
        else:
            doubts.append(_lost(self.around))
            worth += NOT_READABLE
        if in_step:
            worth += IN_STEP
            moved = " when it is moved" if when_moved else ""
            evidence.append(f'it sets the property "{in_step}"{moved}')
            if _doubled(in_step):
                doubts.append(f'"{in_step}" may hold twice the VP; the place itself is read')
        if marker is not None:
            evidence += told
            doubts += refused
            worth += WRITABLE * (not isinstance(write, model.ByHand))
        return self._candidate(_letter(track, in_step), worth, evidence, doubts, read, write)

    def _track(self) -> tuple[Track | None, list[str]]:
        """Return the track that it starts on, that its keys send it to, or that alone is for VP."""
        signs = self.signs
        if signs.stand is not None:
            track, number = signs.stand
            return track, [f"it starts on {number} of {track.title}"]
        here = signs.piece.placement.map
        for send in signs.sends:
            for track in self.around.tracks:
                if track.map == (send.map or here) and _fits(track, send.place):
                    return track, [f"key {key_name(send.key)} sends it to {track.title}"]
        if self.power and signs.own_score and signs.piece.placement.kind == "stack":
            speaking = [
                each for each in self.around.tracks if each.map == here and track_score(each)
            ]
            if len(speaking) == 1:
                told = f"it starts beside {speaking[0].title}, which alone of its map speaks of VP"
                return speaking[0], [told]
        return None, []

    def _in_step(self, track: Track) -> tuple[str, bool]:
        """Return the global property that the piece sets, and if it does so when it is moved."""
        signs = self.signs
        on = self.around.maps.get(track.map)
        heard = fired(signs.traits, on.move_key) if on and signs.sets else set()
        best: tuple[int, str, bool] = 0, "", False
        for each in signs.sets:
            if each.name not in self.around.globals:
                continue
            strength = 1 + 2 * score_strength(each.name)
            if self.power:
                strength += self.around.names.named(each.name).get(self.power, 0)
            if strength > best[0]:
                moved = any(same_key(command.key) in heard for command in each.commands)
                best = strength, each.name, moved
        return best[1:]

    def _track_write(
        self, track: Track, marker: model.Marker
    ) -> tuple[model.Write, list[str], list[str]]:
        """Return what moves the marker, what says so, and what stands against it."""
        refused = []
        for send in self.signs.sends:
            if send.destination not in PLACES_BY_NAME:
                continue
            key = named_key_of(send.key)
            for name in names_in(send.place):
                if name not in self.around.globals:
                    continue
                told = f'{key_name(send.key)} sends it to the place that "{name}" names'
                if not key:
                    refused.append(f"{told}, but is no named key")
                elif not self.around.of_module(name):
                    refused.append(f"key {told}, which is not one property of the module")
                elif _doubled(name):
                    refused.append(f"key {told}, which may hold twice the VP")
                elif track.padded:
                    refused.append(
                        f"key {told}, but small numbers have zeros in front there, which a "
                        "property has not"
                    )
                elif not names_place(send, name, track):
                    refused.append(f"key {told}, but not by a number alone: {send.place}")
                else:
                    return model.PropertyWrite(name, marker, key), [f"key {told}"], []
        stepped = self._stepped(marker, track.spacing)
        if stepped is not None:
            return stepped, [_one_place(stepped)], []
        refused.append(f"{_BY_HAND}: no named key of it is known to move it along the track")
        return model.ByHand(), [], refused

    def _stepped(
        self, marker: model.Marker, step: tuple[int, int] | None
    ) -> model.StepWrite | None:
        """Return the keys that move the marker by so many pixels and back, if it has both."""
        if step is None:
            return None
        keys = {
            move.pixels: named_key_of(move.key)
            for move in moves(self.signs.traits)
            if move.pixels is not None
        }
        up, down = keys.get(step, ""), keys.get((-step[0], -step[1]), "")
        return model.StepWrite(marker, up, down) if up and down else None

    # L

    def _layer(self, layer: Layer) -> Candidate:
        count = len(layer.levels)
        evidence = [f'its layer "{layer.name}" has {count} levels']
        doubts = []
        worth = score_strength(layer.name) * SCORE_OF_OWN + ON_TRACK - 1
        marker = self._marker()
        if layer.keyless:
            doubts.append(f'the layer follows the property "{layer.follows}"; look at that')
        if marker is None or not layer.name:
            doubts.append(
                "cannot be bound: the layer has no name" if marker else _lost(self.around)
            )
            return self._candidate("L", worth + NOT_READABLE, evidence, doubts)
        numbers = [of_module(each.removeprefix("+")) for each in layer.levels]
        offsets = {number - level for level, number in enumerate(numbers, 1) if number is not None}
        offset = offsets.pop() if len(offsets) == 1 else -1
        guessed: tuple[str, ...] = ()
        if None not in numbers and offset + 1 == numbers[0]:
            evidence.append(f"called {numbers[0]} to {numbers[-1]}")
        else:
            guessed = "offset", "first", "last"
            doubts.append(
                f"that its first level is {1 + offset} VP is a guess: fill in offset, first and "
                f"last ({offset}, {1 + offset} and {count + offset} if it is right)"
            )
        span = model.Track(1 + offset, count + offset)
        read = model.PiecePropertyRead(marker, f"{layer.name}_Level", span, offset)
        up, down = named_key_of(layer.increase), named_key_of(layer.decrease)
        if up and down and not layer.keyless:
            evidence.append(f"keys {up} and {down} show the next and the previous one")
            write: model.Write = model.StepWrite(marker, up, down)
            return self._candidate(
                "L", worth + WRITABLE, evidence, doubts, read, write, guessed=guessed
            )
        doubts.append(f"{_BY_HAND}: no named keys show the next and the previous level")
        return self._candidate("L", worth, evidence, doubts, read, model.ByHand(), guessed=guessed)

    # G

    def _on_surface(self, surface: Surface) -> Candidate:
        evidence = [f"it starts on {surface.title}, whose places are not numbered one by one"]
        marker = self._marker(surface.map)
        if marker is None:
            return self._candidate("G", ON_TRACK + NOT_READABLE, evidence, [_lost(self.around)])
        on, piece = self.around.maps[surface.map], self.signs.piece
        row = row_of(surface, on, piece, self.around.started_on(surface))
        if isinstance(row, str):
            return self._candidate(
                "G", ON_TRACK + NOT_READABLE, evidence, [f"is not drafted: {row}"]
            )
        worth = ON_TRACK if row.single else GUESSED
        doubts = [*row.doubts, "that the first place is 0 is a guess: check first, last and start"]
        if row.count is None or row.count < 2:
            doubts.insert(0, "how far the track goes is not known: fill in last")
            return self._candidate("G", worth, evidence, doubts, known=_grid(marker, row))
        track = model.Track(0, row.count - 1)
        read = model.GridRead(marker, track, row.axis, row.start, row.step, row.across)
        write = self._stepped(marker, (row.step, 0) if row.axis == "x" else (0, row.step))
        if write is not None:
            evidence.append(_one_place(write))
            return self._candidate("G", worth + WRITABLE, evidence, doubts, read, write)
        doubts.append(f"{_BY_HAND}: no named key of it is known to move it along the grid")
        return self._candidate("G", worth, evidence, doubts, read, model.ByHand())

    def _on_no_grid(self) -> Candidate:
        """Return a marker on a board where no place has a name: its pixels alone say its VP."""
        placement, marker = self.signs.piece.placement, self._marker()
        on = self.around.maps.get(placement.map)
        evidence = [
            f'it starts at {placement.x}, {placement.y} pixels on the map "{placement.map}", where '
            "places have no names"
        ]
        if marker is None or on is None:
            return self._candidate("G", NOT_READABLE, evidence, [_lost(self.around)])
        origin = on.origin(placement.board)
        left, top = origin or (on.edge_width, on.edge_height)
        x, y = placement.x + left, placement.y + top
        row = Row("x", x, 0, None, (y - _NEAR, y + _NEAR), False, ())
        doubts = ["if its track is a row or column of evenly spaced places, fill in step and last"]
        if origin is None:
            doubts.append(shifted(placement.board))
        return self._candidate("G", GUESSED, evidence, doubts, known=_grid(marker, row))


def _grid(marker: model.Marker, row: Row) -> tuple[tuple[str, str | int], ...]:
    """Return the keys of a table of kind grid; last, and step if it is 0, are to be filled in."""
    return (
        ("kind", "grid"),
        *marker_keys(marker),
        ("axis", row.axis),
        ("start", row.start),
        ("step", row.step),
        ("across_first", row.across[0]),
        ("across_last", row.across[1]),
        ("first", 0),
        ("last", 0),
    )


def _one_place(write: model.StepWrite) -> str:
    return f"keys {write.up} and {write.down} move it one place on and back"


def track_score(track: Track) -> int:
    """Return how clearly a track's names speak of VP."""
    return max(score_strength(text) for text in (track.pattern, track.zone, track.board, track.map))


def _letter(track: Track, in_step: str) -> str:
    if track.kind == "zones":
        return "E"
    before, _, after = track.pattern.partition(model.NUMBER)
    if (before.strip() and after.strip()) or _doubled(in_step):
        return "C"
    return "B" if before.strip() or after.strip() else "A"


def _lost(around: Surroundings) -> str:
    if not around.maps:
        return "cannot be bound: the module has no map"
    return "cannot be bound: it has neither a name nor a gpid, so it cannot be found"


def _doubled(name: str) -> bool:
    return not _DOUBLED.isdisjoint(words(name)) or "x2" in name.lower()


def _fits(track: Track, place: str) -> bool:
    """Is the text a place of the track, or an expression between the words of its pattern?"""
    before, _, after = track.pattern.partition(model.NUMBER)
    if track.number(place) is not None:
        return True
    if not names_in(place):
        return False
    if place.startswith("{"):
        return before.strip() in place and after.strip() in place and track_score(track) > 0
    return place.startswith(before) and place.endswith(after)


def _track_doubts(track: Track, places: Iterable[Track], on: Map) -> list[str]:
    doubts = []
    for each in places:
        same = each.pattern == track.pattern or each.own_pattern == track.own_pattern
        if each is track or each.map != track.map or not same:
            continue
        named = f"places of {each.title} have the same names"
        if on.together(each.board, track.board):
            doubts.append(
                f"{named}, so that the marker may be read or sent there: rename them in the module"
            )
        elif not on.laid_out:
            doubts.append(f"{named}: boards to choose from may have them, boards side by side not")
    missing = track.missing
    if missing:
        shown = ", ".join(map(str, missing[:3])) + (" and more" if len(missing) > 3 else "")
        doubts.append(f"the track has no place for {shown}")
    if track.doubled:
        shown = ", ".join(map(str, track.doubled[:3]))
        doubts.append(f"more than one place is numbered {shown}")
    if track.padded:
        doubts.append("small numbers are written with zeros in front")
    return doubts
