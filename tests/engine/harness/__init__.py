"""A real engine in a process of its own, obeying commands."""

from .answers import CANCEL, CLOSE, CLOSE_WINDOW, Answer, receive, shoot
from .display import display
from .engine import Button, Component, Dialog, Engine, Extension, Piece, Verdict
from .process import EngineError

__all__ = [
    "CANCEL",
    "CLOSE",
    "CLOSE_WINDOW",
    "Answer",
    "Button",
    "Component",
    "Dialog",
    "Engine",
    "EngineError",
    "Extension",
    "Piece",
    "Verdict",
    "display",
    "receive",
    "shoot",
]
