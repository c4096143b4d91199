"""Text that strangers wrote, made fit to be printed."""

from __future__ import annotations


def clean(text: str) -> str:
    """The text without control characters, which neither a terminal nor XML should be given."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))


def one_line(message: str, length: int = 500) -> str:
    """A message in one line of bearable length: it may quote what a stranger wrote."""
    line = clean(" ".join(message[: 2 * length].split()))
    return line if len(line) <= length else f"{line[:length]} ..."
