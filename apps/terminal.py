"""The terminal that the command line writes to, whatever letters and colours it knows."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata

from rich.console import Console

PLAIN = {
    "░": ":", "▓": "#", "█": "=", "·": ".", "≈": "~", "–": "-", "—": "-", "…": "...", "×": "x",
    "’": "'", "‘": "'", "“": '"', "”": '"', "•": "*", "→": ">", "←": "<",
}  # fmt: skip
"""What is written where a terminal does not know a letter, beside what `_plain` works out."""
LOST = "?"


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
    """What stands in place of the letters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_plain, lacking)), error.end


def prepare_streams() -> None:
    """Let nothing that is written fail for want of a letter: a readable one stands for it."""
    codecs.register_error("quintain", _replace)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):  # not a text file, or closed
            stream.reconfigure(errors="quintain")  # type: ignore[union-attr]


def finish_streams() -> None:
    """Write what is still to be written.

    Raises:
        OSError: the disk is full, or nobody reads any more; the stream is given up.
    """
    try:
        sys.stdout.flush()
    except OSError:
        give_up_output()
        raise


def give_up_output() -> None:
    """Throw away what standard output still holds, so that Python does not try again at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def has_colour(console: Console) -> bool:
    """Whether colours are wanted and known: not where NO_COLOR is set, nor on a dumb terminal."""
    return console.color_system is not None and not console.no_color
