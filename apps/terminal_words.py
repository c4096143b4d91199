"""Help in `play`, and with a line that is neither a command nor a choice."""

from __future__ import annotations

import re

from ..envs.core.inputs.spelling import names_like

HELP = """\
A number takes that choice; words list the choices that hold them all, and take the only one.
list     all choices              map      draw the map          story    the narration so far
advice   what to do now; also `advice blue 2`, `advice by search:50` (any agent), or both
undo 2   go back two decisions of yours
edit     change the state: in your editor, or `edit FILE` reads a changed file
save F   F.yaml: the state; F.table: the whole table       dice     whose dice are typed
quit     end for now; the table is kept"""
HELP_WITH_DICE = """\
A blank line lets the machine roll it.
all      the machine rolls the rest of this decision's dice
undo     type the last die again; before the first one, take the decision back
quit     end for now; the table is kept"""
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


def hint_about_command(word: str) -> str:
    """A clause about the command that the first word of a line means; empty if it means none.

    Args:
        word: in small letters.
    """
    if word in HINTS:
        return HINTS[word]
    like = names_like(word, list(COMMANDS))
    return f"did you mean {' or '.join(like)}?" if like else ""


def with_words(words: list[str], choices: list[tuple[int, str]]) -> list[int]:
    """The actions whose texts hold all words, which are in small letters."""
    texts = [(action, text.casefold()) for action, text in choices]
    return [action for action, text in texts if all(word in text for word in words)]


def as_meant(words: list[str], choices: list[tuple[int, str]]) -> list[str]:
    """The words, each that no choice holds replaced by the most similar word of the choices."""
    whole = " ".join(text for _, text in choices).casefold()
    known = list(dict.fromkeys(re.findall(r"[^\s.,:;()]+", whole)))
    meant = []
    for word in words:
        like = [] if word in whole else names_like(word, known)
        meant.append(like[0] if like else word)
    return meant
