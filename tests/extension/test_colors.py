"""The powers' colours, as people see them who see colours differently."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.extension.pictures import POWER_COLORS

VISION = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear red, green and blue are seen. Source: Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.0."""

APART = 15
"""CIE 1976 difference of two colours that nobody takes for one; 2.3 can just be told apart."""

Triple = tuple[float, float, float]


def linear(color: str) -> list[float]:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]


def lab(rgb: list[float]) -> Triple:
    """Return CIE L*a*b* of linear sRGB, white D65 (IEC 61966-2-1, CIE 15)."""
    matrix = (
        (0.4124, 0.3576, 0.1805),
        (0.2126, 0.7152, 0.0722),
        (0.0193, 0.1192, 0.9505),
    )
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        _root(sum(a * b for a, b in zip(row, rgb, strict=True)) / of)
        for row, of in zip(matrix, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


@pytest.mark.parametrize("vision", VISION)
def test_no_two_powers_look_alike(vision: str) -> None:
    seen = [
        lab(
            [
                min(1, max(0, sum(a * b for a, b in zip(row, linear(color), strict=True))))
                for row in VISION[vision]
            ]
        )
        for color in POWER_COLORS
    ]
    for one, other in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > APART
