"""What a test can ask of an engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..homes import EngineHome
from .answers import Answer
from .process import COMMAND_SECONDS, EngineProcess


@dataclass(frozen=True)
class Button:
    """A button of the module's tool bar."""

    text: str
    tooltip: str
    enabled: bool
    visible: bool
    has_icon: bool


@dataclass(frozen=True)
class Dialog:
    """A modal dialog that was seen; the choices of one without a list are its buttons."""

    title: str
    text: str
    default: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Piece:
    """A piece on a map."""

    id: str
    name: str
    basic_name: str
    gpid: str
    x: int
    y: int
    type: str


@dataclass(frozen=True)
class Component:
    """A component of the built module; ``extension`` is empty for the module's own."""

    cls: str
    name: str
    extension: str
    depth: int


@dataclass(frozen=True)
class Extension:
    """A loaded extension; its name is the file's base name."""

    name: str
    version: str
    id: str


@dataclass(frozen=True)
class Verdict:
    """What the engine's validator says about an expression."""

    ok: bool
    error: str
    variables: tuple[str, ...]
    methods: tuple[str, ...]


class Engine:
    """One JVM with one module and its extensions: fresh copies of them, fresh preferences.

    Lists "since the last call" are emptied by the call. Every method is one command of the driver;
    ``batch`` runs many in one round trip.
    """

    def __init__(
        self,
        home: EngineHome,
        module: Path,
        extensions: Sequence[Path] = (),
        *,
        player: str = "Tester",
        jvm_args: Sequence[str] = (),
        strict: bool = False,
    ) -> None:
        self._process = EngineProcess(home, module, extensions, player, jvm_args)
        self.version = self._process.version
        """The engine's own version number."""
        self.opening = self._process.opening
        """Milliseconds that opening the module took."""
        if strict:
            self.strict_dice()

    @classmethod
    def open(
        cls,
        home: EngineHome,
        module: Path,
        extensions: Sequence[Path] = (),
        *,
        player: str = "Tester",
        jvm_args: Sequence[str] = (),
        strict: bool = False,
    ) -> Self:
        """Boot an engine and open a module in it."""
        return cls(home, module, extensions, player=player, jvm_args=jvm_args, strict=strict)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill the JVM and forget its files."""
        self._process.close()

    @property
    def folder(self) -> Path:
        """The scratch folder: ``module.vmod``, ``module_ext`` and what the engine writes."""
        return self._process.folder

    @property
    def pid(self) -> int:
        """The JVM's process number."""
        return self._process.pid

    def log_tail(self) -> str:
        """Return the end of the engine's log."""
        return self._process.tail()

    def batch(
        self, commands: Iterable[Mapping[str, Any]], seconds: float = COMMAND_SECONDS
    ) -> list[Any]:
        """Run commands ``{"do": name, …}`` in one round trip; return their raw answers."""
        return self._process.ask(commands, seconds)

    def do(self, name: str, **arguments: Any) -> Any:
        """Run one command of the driver; return its raw answer."""
        return self.batch([{"do": name, **arguments}])[0]

    # Games

    def new_game(self, side: str | None = None) -> None:
        """Choose File, New Game, as a side or as the observer."""
        self.do("new_game", side=side)

    def close_game(self) -> None:
        """End the game without saving it."""
        self.do("close_game")

    def save(self, path: Path) -> None:
        """Save the game."""
        self.do("save", path=str(path))

    def load(self, path: Path, side: str | None = None) -> str | None:
        """Choose File, Load: a save or a log; return the side.

        It is ``side`` if that is named, otherwise what the save has for this player.
        """
        taken = self.do("load", path=str(path), side=side)
        return None if taken is None else str(taken)

    def side(self) -> str | None:
        """Return this player's side; the observer has one too, None is no place at the table."""
        taken = self.do("side")
        return None if taken is None else str(taken)

    def set_side(self, side: str | None) -> None:
        """Change sides without a question, a chat line or a message to others."""
        self.do("set_side", side=side)

    def undo(self) -> None:
        """Press Undo; an error if there is nothing to undo."""
        self.do("undo")

    @property
    def can_undo(self) -> bool:
        """Whether Undo has something to undo."""
        return bool(self.do("can_undo"))

    def begin_log(self, path: Path) -> None:
        """Choose File, Begin Logfile."""
        if path.suffix != ".vlog":
            raise ValueError("a log's name must end in .vlog")
        path.unlink(missing_ok=True)  # the engine asks before it replaces some
        self.do("begin_log", path=str(path))

    def end_log(self) -> None:
        """Choose File, End Logfile, which writes it."""
        self.do("end_log")

    def open_log(self, path: Path, side: str | None = None) -> bool:
        """Choose File, Load with a log; return whether there is a step."""
        self.load(path, side)
        return bool(self.do("can_step"))

    def step(self) -> bool:
        """Step through the log; return whether there is another step."""
        return bool(self.do("step"))

    # Input

    def press(self, key: str) -> None:
        """Fire a named key stroke and wait until everything that it started is done."""
        self.do("press", key=key)

    def press_timed(self, key: str) -> float:
        """Fire a named key stroke; return the milliseconds until its command is done."""
        return float(self.do("press_timed", key=key))

    def press_opening(self, key: str, map_name: str) -> float:
        """Fire the key that opens a map's window; return the milliseconds until all is painted."""
        return float(self.do("opening", key=key, map=map_name))

    def focus(self, map_name: str | None) -> None:
        """Give the focus to a map whose window is open, or to the chat's text field."""
        self.do("focus", map=map_name)

    def strike(self, code: int, modifiers: int) -> None:
        """Press and release a real key where the focus is; both numbers are Java's."""
        self.do("strike", code=code, modifiers=modifiers)

    def type(self, text: str) -> None:
        """Type ASCII where the focus is, on a keyboard of the USA."""
        self.do("type", text=text)

    def typed(self) -> str:
        """Take what stands in the chat's text field."""
        return str(self.do("typed"))

    def chat_keys(self) -> list[str]:
        """Return the keys that the chat's text field acts on by itself, as encoded."""
        return list(self.do("chat_keys"))

    def click(self, text: str) -> bool:
        """Click a button of the tool bar; return whether it was enabled."""
        return bool(self.do("click", text=text))

    def click_menu(self, button: str, item: str) -> bool:
        """Choose from the menu of a tool bar button; return whether the item was enabled."""
        return bool(self.do("click_menu", text=button, item=item))

    def queue_answers(self, answers: Iterable[Answer]) -> None:
        """Determine the answers to the next modal dialogs."""
        self.do("answers", answers=list(answers))

    def answer(self, *answers: Answer) -> None:
        """Determine the answers to the next modal dialogs."""
        self.queue_answers(answers)

    def dialogs(self) -> list[Dialog]:
        """Return the modal dialogs that were seen since the last call."""
        return [
            Dialog(each["title"], each["message"], each["initial"], tuple(each["choices"]))
            for each in self.do("dialogs")
        ]

    # Dice

    def force_dice(self, *faces: int | Sequence[int]) -> None:
        """Determine the next dice, from 1 up."""
        flat: list[int] = []
        for face in faces:
            flat += [face] if isinstance(face, int) else face
        self.do("force_dice", faces=flat)

    def seed(self, seed: int) -> None:
        """Determine the dice that are not forced."""
        self.do("seed", seed=seed)

    def strict_dice(self, on: bool = True) -> None:
        """Make every die that is not forced a problem."""
        self.do("strict_dice", on=on)

    def dice_calls(self) -> list[tuple[int, int]]:
        """Return (sides, face) of every die since the last call."""
        return [(sides, face) for sides, face in self.do("dice_calls")]

    # Properties and texts

    def props(self, *names: str) -> dict[str, str]:
        """Return properties as the module has them; unset ones are empty."""
        return dict(self.do("props", names=names))

    def prop(self, name: str) -> str:
        """Return one property of the module."""
        return self.props(name)[name]

    def all_props(self) -> dict[str, str]:
        """Return every global property that is defined."""
        return dict(self.do("all_props"))

    def set_prop(self, name: str, value: object) -> None:
        """Write a global property of the module from outside: neither logged nor sent."""
        self.set_props({name: value})

    def set_props(self, values: Mapping[str, object] | None = None, /, **more: object) -> None:
        """Write global properties of the module from outside."""
        every = {**(values or {}), **more}
        self.do("set_props", values={name: str(value) for name, value in every.items()})

    def evaluate(self, *expressions: str, piece: str | None = None) -> list[str]:
        """Return the values of texts with ``{…}`` or ``$…$``, seen from the module or a piece."""
        return list(self.do("evaluate", expressions=expressions, piece=piece))

    def validate_expressions(self, expressions: Iterable[str]) -> list[Verdict]:
        """Return what the engine's validator says about BeanShell expressions, without braces."""
        return [
            Verdict(each["valid"], each["error"], tuple(each["variables"]), tuple(each["methods"]))
            for each in self.do("validate", expressions=list(expressions))
        ]

    def decode_sequence(self, text: str, delimiter: str) -> list[str]:
        """Take a text apart by the engine's SequenceEncoder."""
        return list(self.do("decode_sequence", text=text, delimiter=delimiter))

    def encode_sequence(self, tokens: Iterable[str], delimiter: str) -> str:
        """Join texts by the engine's SequenceEncoder."""
        return str(self.do("encode_sequence", tokens=list(tokens), delimiter=delimiter))

    # Output

    def chat(self) -> list[str]:
        """Return the chat lines since the last call, as shown."""
        return list(self.do("chat"))

    def chat_html(self) -> list[str]:
        """Return the HTML of the chat messages since the last call of this method."""
        return list(self.do("chat_html"))

    def problems(self) -> list[str]:
        """Return what went wrong since the last call.

        Warnings and errors of the log (bad data in the module among them), bug reports, uncaught
        exceptions, unexpected dialogs, and unforced dice if they are strict.
        """
        return list(self.do("problems"))

    def outgoing(self) -> list[str]:
        """Return the commands sent to other players since the last call."""
        return list(self.do("outgoing"))

    def receive(self, command: str) -> None:
        """Let another player's command arrive."""
        self.do("receive", command=command)

    def clear(self) -> None:
        """Forget all that was collected so far, and forced dice and answers left over."""
        names = ("chat", "chat_html", "problems", "outgoing", "dialogs", "dice_calls")
        self.batch({"do": name} for name in (*names, "forced_left", "answers_left"))

    # Screen

    def toolbar(self) -> list[Button]:
        """Return the buttons of the module's tool bar."""
        return [
            Button(each["text"], each["tooltip"], each["enabled"], each["visible"], each["icon"])
            for each in self.do("toolbar")
        ]

    def menu(self, button: str) -> dict[str, bool]:
        """Return a toolbar menu's items, and whether each can be chosen."""
        return {item["text"]: item["enabled"] for item in self.do("menu", text=button)}

    def show_menu(self, button: str | None) -> None:
        """Open a toolbar menu for a screenshot; None closes it."""
        self.do("show_menu", text=button)

    def help_menu(self) -> list[str]:
        """Return the items of the Help menu."""
        return list(self.do("help_menu"))

    def open_help(self, item: str) -> str:
        """Choose from the Help menu; return the text of the window that opens."""
        return str(self.do("open_help", title=item))

    def follow_link(self, window_title: str, href: str) -> str:
        """Click the first link to ``href`` in a window of help; return the text then shown."""
        return str(self.do("follow_link", title=window_title, href=href))

    def windows(self) -> list[str]:
        """Return the titles of the visible windows."""
        return [title or "" for title in self.do("windows")]

    def place_window(self, title: str, x: int, y: int, width: int, height: int) -> None:
        """Move and resize the window whose title contains ``title``."""
        self.do("resize", title=title, x=x, y=y, width=width, height=height)

    def close_window(self, title: str) -> None:
        """Close the window whose title contains ``title``, as its cross does."""
        self.do("close_window", title=title)

    def screenshot(self, path: Path, window_title: str | None = None) -> None:
        """Write a PNG of the screen, or of the window whose title contains ``window_title``."""
        self.do("screenshot", path=str(path), title=window_title)

    def map_picture(self, map_name: str, path: Path) -> None:
        """Write a PNG of what the window of a map shows of it, without frame and scroll bars."""
        self.do("map_picture", map=map_name, path=str(path))

    def zoom(self, map_name: str, percent: int) -> None:
        """Show a map smaller or larger."""
        self.do("zoom", map=map_name, percent=percent)

    # Pieces and components

    def pieces(self, map_name: str) -> list[Piece]:
        """Return the pieces on a map."""
        return [Piece(**each) for each in self.do("pieces", map=map_name)]

    def find_piece(self, map_name: str, *, name: str = "", gpid: str = "") -> Piece:
        """Return the one piece on a map that has this BasicName or, if none is given, this gpid."""
        found = [
            piece
            for piece in self.pieces(map_name)
            if (piece.basic_name == name if name else piece.gpid == gpid)
        ]
        if len(found) != 1:
            raise LookupError(f"{len(found)} pieces {name or gpid} on {map_name}")
        return found[0]

    def piece_props(self, piece: str, *names: str) -> dict[str, str]:
        """Return properties of a piece."""
        return dict(self.do("piece_props", id=piece, names=names))

    def piece_menu(self, piece: str) -> dict[str, bool]:
        """Return a piece's menu commands, and whether each can be chosen."""
        return {item["text"]: item["enabled"] for item in self.do("piece_menu", id=piece)}

    def piece_command(self, piece: str, command: str) -> None:
        """Choose from a piece's menu."""
        self.do("piece_command", id=piece, command=command)

    def piece_key(self, piece: str, key: str) -> bool:
        """Send a named key to a selected piece; return whether anything was sent to others."""
        return bool(self.do("piece_key", id=piece, key=key))

    def click_map(self, map_name: str, x: int, y: int) -> None:
        """Click on a map whose window is open, at a point of the map."""
        self.do("click_map", map=map_name, x=x, y=y)

    def slots(self) -> dict[str, str]:
        """Return the names of the piece slots by their gpid."""
        return {slot["gpid"]: slot["name"] for slot in self.do("slots")}

    def place_piece(self, gpid: str, map_name: str, x: int, y: int) -> str:
        """Drag a piece from its slot to a map; return the new piece's id."""
        return str(self.do("place_piece", gpid=gpid, map=map_name, x=x, y=y))

    def move_piece(self, piece: str, map_name: str, x: int, y: int) -> None:
        """Drag a piece that is on a map."""
        self.do("move_piece", id=piece, map=map_name, x=x, y=y)

    def remove_piece(self, piece: str) -> None:
        """Take a piece out of the game."""
        self.do("remove_piece", id=piece)

    def components(self) -> list[Component]:
        """Return every component of the built module, parents first."""
        return [
            Component(each["class"], each["name"], each["extension"], each["depth"])
            for each in self.do("component_tree")
        ]

    def extensions(self) -> list[Extension]:
        """Return the loaded extensions."""
        return [Extension(**each) for each in self.do("extensions")]
