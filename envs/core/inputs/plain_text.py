"""Makes text from strangers safe to print."""

from __future__ import annotations


def clean(text: str) -> str:
    """The text without control characters, which can harm a terminal or XML."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))


def one_line(message: str, length: int = 500) -> str:
    """A message in one line of limited length, since it may quote text from a stranger."""
    line = clean(" ".join(message[: 2 * length].split()))
    return line if len(line) <= length else f"{line[:length]} ..."
