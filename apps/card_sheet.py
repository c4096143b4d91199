"""A card as one page to print, a PDF.

Lengths are in points, from the upper left corner of the page.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from ..envs.core.inputs.files import write_file
from ..envs.core.inputs.plain_text import clean

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 34.0
"""An A4 page."""
INDENT = 18.0
SIZES = (11, 10, 9, 8, 7, 6, 5, 4)
"""Sizes of the letters, the largest first: the page takes the first with which all fits."""
SPACE, LEADING = 0.32, 1.35
"""The width of a space and the height of a line, as shares of the size."""
DARK, PALE = "#2b2f36", "#5c6370"


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of the page.

    Attributes:
        text: its words.
        mark: the number before its first line, `3.`.
        scale: the size of its letters, as a share of the page's size.
        is_bold: whether its letters are bold.
        gap: the space above it, as a share of the page's size.
        color: of its letters.
    """

    text: str
    mark: str = ""
    scale: float = 1
    is_bold: bool = False
    gap: float = 0.25
    color: str = DARK


@dataclass(frozen=True)
class Line:
    """A line in its place: its left end and its base."""

    text: str
    x: float
    y: float
    size: float
    paragraph: Paragraph


def write_sheet(paragraphs: Sequence[Paragraph], file: Path) -> None:
    """Write one page; errors as in `write_file`.

    Args:
        paragraphs: the page from the top.
        file: the PDF.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72))
    for line in fitted(paragraphs):
        figure.text(
            line.x / WIDTH, 1 - line.y / HEIGHT, line.text, fontsize=line.size,
            weight=weight_of(line.paragraph), color=line.paragraph.color, va="baseline",
            parse_math=False,
        )  # fmt: skip
    written = BytesIO()
    figure.savefig(written, format="pdf", metadata={"CreationDate": None})
    write_file(file, written.getvalue())


def fitted(paragraphs: Sequence[Paragraph]) -> list[Line]:
    """The lines of a page in the largest size with which all fits, else in the smallest."""
    lines: list[Line] = []
    for size in SIZES:
        lines = list(laid_out(paragraphs, size))
        if not lines or lines[-1].y <= HEIGHT - MARGIN:
            break
    return lines


def laid_out(paragraphs: Sequence[Paragraph], size: float) -> Iterator[Line]:
    """The lines of a page from the top, with letters of a size."""
    y = MARGIN
    for one in paragraphs:
        letters = size * one.scale
        left = MARGIN + (INDENT if one.mark else 0)
        y += size * one.gap
        for number, words in enumerate(wrapped(one, letters, WIDTH - MARGIN - left)):
            y += letters * LEADING
            if one.mark and not number:
                yield Line(one.mark, MARGIN, y, letters, one)
            yield Line(words, left, y, letters, one)


def wrapped(paragraph: Paragraph, size: float, width: float) -> list[str]:
    """The lines of a paragraph that are no wider than this; a longer word is a line alone."""
    lines, used = list[list[str]](), 0.0
    for word in clean(paragraph.text).split():
        wide = size * width_of(word, weight_of(paragraph))
        if lines and used + size * SPACE + wide <= width:
            lines[-1].append(word)
            used += size * SPACE + wide
        else:
            lines.append([word])
            used = wide
    return [" ".join(words) for words in lines]


@functools.cache
def width_of(word: str, weight: str) -> float:
    """The width of a word in letters of size 1."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    wide, _, _ = text_to_path.get_text_width_height_descent(
        word, FontProperties(weight=weight, size=100), ismath=False
    )
    return float(wide) / 100


def weight_of(paragraph: Paragraph) -> str:
    """The weight of a paragraph's letters."""
    return "bold" if paragraph.is_bold else "normal"
