"""Help with a line of `play` that is neither a command nor a choice."""

from __future__ import annotations

import re

from ..envs.core.inputs.spelling import names_like

NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?")
"""A line that means a number, whether or not a choice can have it."""
COMMANDS = (
    "help", "list", "map", "story", "advice", "dice", "undo", "edit", "save", "quit",
)  # fmt: skip
HINTS = {
    "show": "map draws the map, list lists the choices, story tells the narration",
    "back": "undo takes your last decision back",
}
"""Help with likely words that are not spelled like the command that is meant."""


def what_to_type(word: str) -> str:
    """A clause that helps with the first word of a line.

    Args:
        word: in small letters.
    """
    if word in HINTS:
        return HINTS[word]
    like = names_like(word, list(COMMANDS))
    return f"did you mean {' or '.join(like)}?" if like else "type list for all, or help"
