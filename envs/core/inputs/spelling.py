"""Suggestions for names that somebody misspelled."""

from __future__ import annotations

import difflib
import unicodedata

LONGEST_NAME = 100
"""Number of letters of a name that are compared with the valid ones."""
LIKENESS = 0.7
"""Least `difflib` ratio of a misspelled name with the one that is meant: every wrong letter in a
name of four letters, and mostly two in a longer one, but not `musket` for `buckler`."""
MOST_SUGGESTED = 3
"""Most names that a message suggests for a misspelled one."""
MOST_LISTED = 12
"""Longer lists of names are left out of texts that can say what lists them."""
UNACCENTED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
)
"""Letters with an accent that Unicode does not take apart, in plain ones."""


def nearest(name: str, valid: list[str], listed_by: str = "") -> str:
    """A clause that helps with an unknown name: its likely meaning, else the valid names.

    Args:
        name: the unknown name.
        valid: the valid names.
        listed_by: a clause that says what lists the names; it replaces a list that is longer than
            `MOST_LISTED`.
    """
    meant = names_like(name, valid)
    if meant:
        return f"did you mean {' or '.join(meant)}?"
    if listed_by and len(valid) > MOST_LISTED:
        return listed_by
    return f"choose from {', '.join(valid)}"


def names_like(name: str, valid: list[str]) -> list[str]:
    """The valid names that somebody means who misspells one or leaves out some of its words.

    The case of letters and their accents do not count, nor whether words are joined by spaces,
    hyphens or `_`.
    """
    known: dict[str, str] = {}
    for one in valid:
        known.setdefault(_plain(one), one)
    plain = _plain(name[:LONGEST_NAME])
    like = difflib.get_close_matches(plain, list(known), n=MOST_SUGGESTED, cutoff=LIKENESS)
    longer = [one for one in known if plain in one.split() and one not in like]
    return [known[one] for one in (*like, *longer[:MOST_LISTED])]


def _plain(text: str) -> str:
    """A name as it is compared."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(UNACCENTED))
    letters = "".join(one for one in parts if not unicodedata.combining(one))
    return " ".join(letters.replace("_", " ").replace("-", " ").split())
