"""Words of the sheet are drawn as large as their room allows."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from generator.kit.lettering import fitted

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def test_words_that_fit_keep_their_size() -> None:
    assert fitted("VP", 100, 12) == 12


def test_an_accent_takes_no_room() -> None:
    assert fitted("Épée", 20, 99) == fitted("Epee", 20, 99)


def test_bold_words_are_drawn_smaller() -> None:
    assert fitted("Congress", 40, 99, bold=True) < fitted("Congress", 40, 99)


@pytest.mark.parametrize("text", ["Großbritannien", "wins alone", "Étape 4 : pénalités", "99 %…"])
def test_room_is_kept(text: str) -> None:
    """Against the font itself, where the machine has it."""
    size = fitted(text, 60, 40)
    try:
        font = ImageFont.truetype(FONT, 1000)
    except OSError:
        pytest.skip("no DejaVu Sans here")
    assert font.getlength(text) / 1000 * size <= 60
