"""Output to terminals with few letters or colours."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata
from typing import Any

from rich.console import Console

PLAIN = {
    "░": ":", "▓": "#", "█": "=", "·": ".", "≈": "~", "–": "-", "—": "-", "…": "...", "×": "x",
    "’": "'", "‘": "'", "“": '"', "”": '"', "•": "*", "→": ">", "←": "<",
}  # fmt: skip
"""Replacements for letters that an encoding lacks; `_plain` computes the others."""
LOST = "?"
LEAST_WIDTH = 40
"""Columns of a terminal that says it has fewer: tables would lose all their letters."""


def _plain(letter: str) -> str:
    """An ASCII letter that looks like another one: without its accent, a corner as a plus."""
    if letter in PLAIN:
        return PLAIN[letter]
    name = unicodedata.name(letter, "")
    if name.startswith("BOX DRAWINGS"):
        is_line = "VERTICAL" not in name and " AND " not in name
        return "-" if is_line else "|" if name.endswith("VERTICAL") else "+"
    if name.startswith("BRAILLE"):  # spinners
        return "*"
    letters = unicodedata.normalize("NFKD", letter)
    return "".join(one for one in letters if one.isascii()) or LOST


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace the letters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_plain, lacking)), error.end


def prepare_streams() -> None:
    """Make standard output and error replace the letters that their encoding lacks.

    A stream that the caller has closed reads nothing, and throws away what is written.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    codecs.register_error("quintain", _replace)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):  # not a text file, or closed
            stream.reconfigure(errors="quintain")  # type: ignore[union-attr]


def finish_streams() -> None:
    """Write the text that is still buffered.

    Raises:
        OSError: the disk is full, or the reader has closed the pipe; the text is lost.
    """
    try:
        sys.stdout.flush()
    except OSError:
        give_up_output()
        raise


def give_up_output() -> None:
    """Discard the buffer of standard output, so that Python does not write it again at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def make_console(**options: Any) -> Console:
    """A console that prints brackets as they are and has columns enough for a table."""
    made = Console(markup=False, **options)
    if made.width < LEAST_WIDTH:
        made.width = LEAST_WIDTH
    return made


def has_colour(console: Console) -> bool:
    """Whether to use colours: not if NO_COLOR is set, nor on a dumb terminal."""
    return console.color_system is not None and not console.no_color
