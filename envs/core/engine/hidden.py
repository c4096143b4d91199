"""The hidden fields of a record, those that a fighter cannot know, declared once a system.

A system's `hidden.py` lists them in `HIDDEN`. Its `conceal`, which draws the samples of a search,
and the heuristics that set hidden fields aside read the list: the functions below overwrite all
fields that need no rule. Observations, masks and heuristics depend on no hidden field;
`hidden_checks.py` holds all of them, and `conceal`, to the list.

The viewer is the fighter that observes and decides. `of` is the number of the element that contains
the field: a fighter of `fighters`, a frame of `frames`, -1 for a field of the battle itself.

Letters: `K` rows of a plan, `P` kinds of fighters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from ..compiler.compile import njit
from .dice import below

Question = Callable[[np.record, int, int], Any]
"""A question about `(battle, viewer, of)`."""
Sample = tuple[int, int] | Literal["kind", "rules", "kept"]
"""How a sample gets its value: evenly from a least to a greatest value; from the sheet of the
fighter's kind; by the system's own rules; or not at all, so that it keeps the true one."""


def from_enemies(battle: np.record, viewer: int, of: int) -> bool:
    """Every fighter hides the field from its enemies."""
    return bool(battle.side[of] != battle.side[viewer])


def from_everybody(battle: np.record, viewer: int, of: int) -> bool:
    """Nobody knows the field, not even the fighter itself."""
    return True


def nothing(battle: np.record, viewer: int, of: int) -> None:
    """Nothing about the field is visible."""


class Hidden(NamedTuple):
    """A field of the record that a fighter cannot know.

    Attributes:
        field: its path: `fighters.hp`, `frames.total`, `dice`.
        rows: the rows of RULES.md that hide it.
        is_hidden: whether the viewer cannot know the field of `of` in this battle now.
        shows: the visible part of the value; another value with the same visible part is possible.
        places: for an array, the indices of the hidden elements; empty for all of them.
        is_free: whether every value of its range with the same visible part is possible. If not,
            the value depends on other fields, as a position on the map does, and only `conceal`
            draws it.
        sample: how `conceal` draws it.
    """

    field: str
    rows: tuple[str, ...]
    is_hidden: Question = from_enemies
    shows: Question = nothing
    places: tuple[int, ...] = ()
    is_free: bool = True
    sample: Sample = "rules"


# --- Fields that need no rule ---------------------------------------------------------------------


def kind_plan(hidden: Sequence[Hidden], fighter: np.dtype) -> np.ndarray:
    """The hidden fields of a fighter that a sample takes from the sheet of its kind.

    Args:
        hidden: the list of the system.
        fighter: the dtype of a fighter.

    Returns:
        `[K, 2]` int64: bytes of the fighter's record, the first and the one after the last.
    """
    chosen = [entry for entry in hidden if entry.sample == "kind"]
    rows = [row for entry in chosen for row in _bytes_of(entry, fighter)]
    return np.array(rows, np.int64).reshape(-1, 2)


def range_plan(hidden: Sequence[Hidden], fighter: np.dtype) -> np.ndarray:
    """The hidden fields of a fighter that a sample draws evenly, each of them one byte.

    Args:
        hidden: the list of the system.
        fighter: the dtype of a fighter.

    Returns:
        `[K, 3]` int64: byte of the fighter's record, least value, number of values.

    Raises:
        ValueError: a field has more bytes: "... must have one byte to be drawn evenly, it has ...".
    """
    rows = []
    for entry in hidden:
        if not isinstance(entry.sample, str):
            least, most = entry.sample
            for first, end in _bytes_of(entry, fighter):
                if end - first != 1:
                    text = f"must have one byte to be drawn evenly, it has {end - first}"
                    raise ValueError(f"{entry.field} {text}")
                rows.append((first, least, most - least + 1))
    return np.array(rows, np.int64).reshape(-1, 3)


def _bytes_of(entry: Hidden, fighter: np.dtype) -> Iterator[tuple[int, int]]:
    """The bytes of a fighter's record that a field takes: of the whole field, or of each place."""
    fields: Any = fighter.fields
    dtype, offset = fields[entry.field.removeprefix("fighters.")][:2]
    if not entry.places:
        yield offset, offset + dtype.itemsize
    for place in entry.places:
        start = offset + place * dtype.base.itemsize
        yield start, start + dtype.base.itemsize


def sheets(
    fighter: np.dtype, person: np.dtype, fill: Callable[[Any, Any], None], cast: Sequence[Any]
) -> np.ndarray:
    """The sheets of all kinds of fighters, as fighters of a battle.

    Args:
        fighter: the dtype of a fighter.
        person: the dtype of a scenario's people.
        fill: writes an entry of the cast into a record of that dtype.
        cast: the `P` entries of the cast, without changes by a scenario.

    Returns:
        `[P]` fighters with the fields that both dtypes have; all others are 0.
    """
    people = np.zeros(len(cast), person)
    found = np.zeros(len(cast), fighter)
    for record, entry in zip(people, cast, strict=True):
        fill(record, entry)
    for name in {*(fighter.names or ())} & {*(person.names or ())}:
        found[name] = people[name]
    return found


@njit
def take_from_kind(fighters, of, plan, sheets, kind):
    """Give a fighter the hidden values of its kind (`kind_plan`, `sheets`)."""
    cells, known = fighters.view(np.uint8), sheets.view(np.uint8)
    length = len(known) // len(sheets)
    own, of_kind = np.int64(of) * length, np.int64(kind) * length
    for row in range(len(plan)):
        for cell in range(plan[row, 0], plan[row, 1]):
            cells[own + cell] = known[of_kind + cell]


@njit
def draw_from_ranges(fighters, of, plan, rng_state):
    """Draw the hidden values of a fighter that any value of a range can be (`range_plan`)."""
    cells = fighters.view(np.uint8)
    own = np.int64(of) * (len(cells) // len(fighters))
    for row in range(len(plan)):
        cells[own + plan[row, 0]] = (plan[row, 1] + below(rng_state, plan[row, 2])) & 255
