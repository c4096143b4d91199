"""A small font drawn with a pen, so that pictures carry text without a font file or a display.

A glyph is a few pen strokes on a grid: capitals are 12 high (rows 0 to c), small letters reach from
4 to c, tails to g. Each point is two digits of base 36, column and row. A stroke that begins with ~
is a curve which its points only pull towards them (a quadratic B-spline); it is closed if it ends
where it began.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np

CAPITAL = 12.0  # height of capitals on the grid
SPACE = 5.0
APART = 3.2  # between two glyphs

GLYPHS = {
    "A": "0c408c 1878", "B": "40000c4c 0646 ~40707646 ~46868c4c", "C": "~8380000c8c89",
    "D": "30000c3c ~30909c3c", "E": "70000c7c 0666", "F": "70000c 0666", "G": "~8380000c8c87 8757",
    "H": "000c 808c 0686", "I": "000c", "J": "6068 ~686c0c09", "K": "000c 8007 358c", "L": "000c7c",
    "M": "0c0058a0ac", "N": "0c008c80", "O": "~00909c0c00", "P": "0c0040 4707 ~40808747",
    "Q": "~00909c0c00 599d", "R": "0c0040 4606 ~40808646 468c", "S": "~72700006868c0c0a",
    "T": "0080 404c", "U": "0007 ~070c8c87 8780", "V": "004c80", "W": "003c639cc0",
    "X": "008c 800c", "Y": "004680 464c", "Z": "00800c8c",
    "a": "747c ~04747c0c04", "b": "000c ~04747c0c04", "c": "~7674040c7c7a",
    "d": "707c ~04747c0c04", "e": "0878 ~7874040c7c7a", "f": "2c23 ~232050 0454",
    "g": "747d ~7d7g0g0f ~04747c0c04", "h": "000c ~08046468 686c", "i": "0c04 0101",
    "j": "242d ~2d2g0g 2121", "k": "000c 6409 276c", "l": "000c",
    "m": "040c ~08045458 585c ~5854a4a8 a8ac", "n": "040c ~08046468 686c", "o": "~04747c0c04",
    "p": "040g ~04747c0c04", "q": "747g ~04747c0c04", "r": "040c ~080454",
    "s": "~66640408686c0c0a", "t": "2129 ~292c5c 0454", "u": "0408 ~080c6c68 646c",
    "v": "043c64", "w": "043c557ca4", "x": "046c 640c", "y": "043c 641g", "z": "04640c6c",
    "0": "~00707c0c00", "1": "03303c", "2": "~030070750c 0c7c", "3": "~0200707636 ~36767c0c0a",
    "4": "5c500878", "5": "600005 ~05747c0c0a", "6": "~05757c0c05 ~600109", "7": "00703c",
    "8": "~0070760600 ~06767c0c06", "9": "~0070770700 ~737b1c",
    ".": "0c0c", ",": "1b0e", ":": "0505 0c0c", ";": "1515 1b0e", "!": "0008 0c0c",
    "?": "~0200606536 3638 3c3c", "'": "0003", "\u2019": "0003", '"': "0003 3033", "-": "0757",
    "\u2013": "0777", "\u2014": "07a7", "+": "0767 343a", "=": "0666 0a6a", "/": "0c50",
    "\\": "005c", "|": "000c", "_": "0c7c", "(": "~3004083c", ")": "~0034380c", "[": "30000c3c",
    "]": "00303c0c", "<": "63076b", ">": "03670b", "*": "3339 0468 0864",
    "#": "202c 606c 0484 0888",
    "%": "0c70 ~0030340400 ~48787c4c48", "&": "8c2420 ~20506045 ~3408 0c7c88",
    "\u00b7": "0707", "\u2026": "0c0c 4c4c 8c8c", "\u00d7": "056b 650b", "\u2192": "0787 5487 5a87",
}  # fmt: skip
UNKNOWN = "00606c0c00"


@cache
def strokes(letter: str) -> np.ndarray:
    """Pen strokes of a letter as segments, float32 `[n, 4]`: x1, y1, x2, y2 on the grid."""
    if letter not in GLYPHS:
        letter = unicodedata.normalize("NFKD", letter)[0]
    segments = []
    for stroke in GLYPHS.get(letter, UNKNOWN).split():
        points = [(int(p, 36), int(q, 36)) for p, q in pairs(stroke.lstrip("~"))]
        line = curve(points) if stroke[0] == "~" else np.array(points, np.float32)
        segments.append(np.hstack([line[:-1], line[1:]]))
    return np.vstack(segments).astype(np.float32)


def pairs(digits: str) -> list[tuple[str, str]]:
    """The digits two by two."""
    return list(zip(digits[::2], digits[1::2], strict=True))


def curve(points: list[tuple[int, int]]) -> np.ndarray:
    """Corners cut three times over, which is a quadratic B-spline for the eye; float `[n, 2]`."""
    line = np.array(points, np.float32)
    is_closed = points[0] == points[-1]
    for _ in range(3):
        first, second = line[:-1], line[1:]
        cut = np.empty((2 * len(first), 2), np.float32)
        cut[0::2] = 0.75 * first + 0.25 * second
        cut[1::2] = 0.25 * first + 0.75 * second
        line = np.vstack([cut, cut[:1]] if is_closed else [line[:1], cut[1:-1], line[-1:]])
    return line


@cache
def advance(letter: str) -> float:
    """Width of a letter on the grid with the space after it."""
    if letter.isspace():
        return SPACE
    return float(strokes(letter)[:, [0, 2]].max()) + APART


def text_width(text: str, size: float) -> float:
    """Width of a line of text whose font is `size` high."""
    if not text:
        return 0.0
    return (sum(advance(letter) for letter in text) - APART) * grid_scale(size)


def grid_scale(size: float) -> float:
    """Length of one step of the grid: capitals are 0.7 of the font's size high."""
    return 0.7 * size / CAPITAL
