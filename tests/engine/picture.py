"""Pictures of windows, compared with approved ones."""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

APPROVED = Path(__file__).with_name("pictures")
APPROVE = "COP_APPROVE"
"""Set it to write the approved pictures anew (README)."""

_BLUR = 1.5
"""Pixels over which edges are softened: fonts are drawn a little otherwise on another machine."""
_CONTRAST = 56
"""Difference of a softened pixel, of 255, that an eye sees."""
MOST = 40
"""Pixels that may differ so."""


def differing(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels differ visibly; all of them if the sizes do."""
    if one.size != other.size:
        return max(one.width * one.height, other.width * other.height)
    soft = [each.convert("RGB").filter(ImageFilter.GaussianBlur(_BLUR)) for each in (one, other)]
    difference = ImageChops.difference(*soft)
    strongest = difference.getchannel(0)
    for channel in (1, 2):
        strongest = ImageChops.lighter(strongest, difference.getchannel(channel))
    return sum(strongest.histogram()[_CONTRAST:])


def assert_approved(shown: Path, name: str) -> None:
    """Compare a picture with the approved one of that name.

    Raises:
        AssertionError: they differ; the message says where both are.
    """
    approved = APPROVED / f"{name}.png"
    picture = Image.open(shown)
    if os.environ.get(APPROVE):
        picture.convert("RGB").quantize(128).save(approved, optimize=True)
        return
    assert approved.is_file(), f"there is no {approved}: look at {shown}, then set {APPROVE}=1"
    count = differing(picture, Image.open(approved))
    assert count <= MOST, f"{count} pixels of {shown} differ from {approved}"
