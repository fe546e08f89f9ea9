"""Pictures of windows, compared with approved ones."""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

APPROVED = Path(__file__).with_name("pictures")
APPROVE = "COP_APPROVE"
"""Set it to write those that differ anew (README)."""

_NEAR = 3
"""Side of the square of pixels around one, among which what it shows must lie: engines and machines
draw a label a pixel beside each other."""
_CONTRAST = 48
"""How far from those a pixel is, of 255, that an eye sees."""
MOST = 10
"""Pixels that may differ so."""


def differing(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels differ visibly; all of them if the sizes do."""
    if one.size != other.size:
        return max(one.width * one.height, other.width * other.height)
    pair = [each.convert("RGB") for each in (one, other)]
    return max(_beyond(*pair), _beyond(*reversed(pair)))


def _beyond(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels of one are lighter or darker than all around them in the other."""
    lighter = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(_NEAR)))
    darker = ImageChops.subtract(other.filter(ImageFilter.MinFilter(_NEAR)), one)
    strongest = Image.new("L", one.size)
    for channel in (*lighter.split(), *darker.split()):
        strongest = ImageChops.lighter(strongest, channel)
    return sum(strongest.histogram()[_CONTRAST:])


def _few_colors(picture: Image.Image) -> Image.Image:
    """Return a picture with 256 colours, chosen twice so that the rare ones stay: a small file."""
    return picture.convert("RGB").quantize(256, kmeans=1, dither=Image.Dither.NONE)


def assert_approved(shown: Path, name: str, size: tuple[int, int] | None = None) -> None:
    """Compare a picture, or its upper left part of a ``size``, with the approved one of that name.

    Raises:
        AssertionError: they differ; the message says where both are.
    """
    approved = APPROVED / f"{name}.png"
    whole = Image.open(shown)
    picture = whole.crop((0, 0, *(size or whole.size)))
    count = differing(picture, Image.open(approved)) if approved.is_file() else None
    if os.environ.get(APPROVE) and (count is None or count > MOST):
        _few_colors(picture).save(approved, optimize=True)
        count = differing(picture, Image.open(approved))
    assert count is not None, f"there is no {approved}: look at {shown}, then set {APPROVE}=1"
    assert count <= MOST, f"{count} pixels of {shown} differ from {approved}"
