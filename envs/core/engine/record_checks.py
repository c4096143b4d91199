"""Refuses impossible battle records before compiled code reads them.

Compiled code trusts its record: an index out of range reads or writes other memory, and a stage
that contradicts the window never ends. So a record from outside, such as a saved state or a
snapshot, is checked first: each number against the declared range of its field (`record.py`), then
the relations between fields: those of the header here, those of each system in its
`record_checks.py`.

Letters: `B` battles, `L` numbers of one type in a record.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from .battle import MAP_HEIGHT, MAP_WIDTH, MAX_FIGHTERS, NOBODY
from .record import Field, fields_of
from .system import System

CHUNK = 256
"""Number of battles that are compared with their ranges at once."""


class StateError(ValueError):
    """A state that cannot be used; the message gives the reason.

    Attributes:
        told: the reason for the writer of a scenario file, who knows no fields of the record.
    """

    def __init__(self, text: str, told: str = "") -> None:
        """Build the error from its message and the same reason in a file's words."""
        super().__init__(text)
        self.told = told or text


class Check(NamedTuple):
    """A relation between the fields of a record.

    Attributes:
        rule: the condition in words, with `must`.
        holds: maps battles `[B]`, all numbers within their ranges, to `[B]` bool.
        told: the condition for the writer of a scenario file, where `rule` names fields that a file
            has not.
    """

    rule: str
    holds: Callable[[np.ndarray], Any]
    told: str = ""


def check_battles(system: System, battles: np.ndarray) -> None:
    """Refuse battles with numbers out of range or with impossible relations between fields.

    Args:
        system: the system.
        battles: Array `[B]` of battle records.

    Raises:
        StateError: one sentence about the first error: the field, its value and its range, or the
            broken rule; it names the battle if there are several.
    """
    for start in range(0, len(battles), CHUNK):
        _check_ranges(battles[start : start + CHUNK], start, len(battles))
    for check in (*HEADER_CHECKS, *system.record_checks):
        broken = ~check.holds(battles)
        if broken.any():
            where = _where(int(broken.argmax()), len(battles))
            raise StateError(f"{where}{check.rule}", check.told or check.rule)


def check_rng_state(rng_state: np.ndarray) -> None:
    """Refuse generators `[B, 4]` that are all zero: they draw only zeros.

    Raises:
        StateError: names the battle if there are several.
    """
    broken = ~rng_state.any(axis=1)
    if broken.any():
        raise StateError(
            f"{_where(int(broken.argmax()), len(rng_state))}rng_state must not be all zero"
        )


def _where(index: int, count: int) -> str:
    battle = f", battle {index}" if count > 1 else ""
    return f"no battle can be in this state{battle}: "


# --- Ranges ---------------------------------------------------------------------------------------


class Number(NamedTuple):
    """One number of a record: its path, its offset, and the field that declares its range."""

    path: str
    offset: int
    field: Field
    used: tuple[str, int] | None


class Table(NamedTuple):
    """All numbers of one type: their paths, bytes `[L, size]` and ranges `[L]`."""

    type: np.dtype
    paths: list[str]
    places: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Limited(NamedTuple):
    """All numbers of one type that are bounded by a number of the battle: `Table` and the bound."""

    table: Table
    limit: str
    is_set: bool
    used: str
    slot: np.ndarray


def numbers(dtype: np.dtype) -> Iterator[Number]:
    """Every number of a dtype that `record` created."""
    yield from _numbers(dtype, fields_of(dtype), "", 0, None)


def _numbers(
    dtype: np.dtype, fields: tuple[Field, ...], prefix: str, start: int, used: tuple | None
) -> Iterator[Number]:
    for field in fields:
        of, offset = dtype.fields[field.name][:2]  # type: ignore[index]
        base = of.base
        for count, place in enumerate(product(*map(range, field.shape))):
            path = f"{prefix}{field.name}" + "".join(f"[{at}]" for at in place)
            at = start + offset + count * base.itemsize
            within = (field.used, count) if field.used else used
            if field.parts:
                yield from _numbers(base, field.parts, f"{path}.", at, within)
            else:
                yield Number(path, at, field, within)


@functools.cache
def _tables(dtype: np.dtype) -> list[Table]:
    """The numbers of a record by their types."""
    return [_table(found) for found in _by(numbers(dtype), lambda n: str(n.field.type))]


@functools.cache
def _limited(dtype: np.dtype) -> list[Limited]:
    """The numbers whose range depends on other numbers of the battle, by these."""
    found = [number for number in numbers(dtype) if number.field.limit]
    return [
        Limited(
            _table(same),
            same[0].field.limit,
            same[0].field.is_set,
            same[0].used[0] if same[0].used else "",
            np.array([number.used[1] if number.used else 0 for number in same]),
        )
        for same in _by(
            found, lambda n: (n.field.type, n.field.limit, n.field.is_set, n.used and n.used[0])
        )
    ]


def _by(found: Iterable[Number], key: Callable[[Number], Any]) -> list[list[Number]]:
    groups: dict[Any, list[Number]] = {}
    for number in found:
        groups.setdefault(key(number), []).append(number)
    return list(groups.values())


def _table(found: list[Number]) -> Table:
    type = np.dtype(found[0].field.type)
    kind = np.float64 if type.kind == "f" else np.int64
    return Table(
        type=np.dtype(np.uint8) if type.kind == "b" else type,
        paths=[number.path for number in found],
        places=np.array([n.offset for n in found])[:, None] + np.arange(type.itemsize),
        low=np.array([number.field.low for number in found], kind),
        high=np.array([number.field.high for number in found], kind),
    )


def _check_ranges(battles: np.ndarray, first: int, count: int) -> None:
    raw = np.ascontiguousarray(battles).view(np.uint8).reshape(len(battles), -1)
    for table in _tables(battles.dtype):
        _compare(raw, table, table.high, first, count)
    for limited in _limited(battles.dtype):
        limit = battles[limited.limit].astype(np.int64)[:, None]
        high = np.minimum((1 << limit if limited.is_set else limit) - 1, limited.table.high)
        if limited.used:
            in_use = limited.slot < battles[limited.used][:, None]
            high = np.where(in_use, high, limited.table.high)
        _compare(raw, limited.table, high, first, count)


def _compare(raw: np.ndarray, table: Table, high: np.ndarray, first: int, count: int) -> None:
    """Raise an error for the first number out of range; `high` is `[L]` or `[B, L]`."""
    values = np.take(raw, table.places, axis=1).view(table.type)[..., 0]
    inside = (values >= table.low) & (values <= high)  # false for NaN
    if not inside.all():
        index, at = divmod(int(inside.argmin()), len(table.paths))
        most = np.broadcast_to(high, values.shape)[index, at]
        raise StateError(
            f"{_where(first + index, count)}{table.paths[at]} is {values[index, at]}, "
            f"must be between {table.low[at]} and {most}",
            "the fighter or the map does not allow this value",
        )


# --- What systems ask of their records ------------------------------------------------------------


def in_use(battles: np.ndarray) -> np.ndarray:
    """Mask of the slots that contain fighters of the battle: `[B, MAX_FIGHTERS]` bool."""
    return np.arange(MAX_FIGHTERS) < battles["num_fighters"][:, None]


def of_all(battles: np.ndarray, is_true: np.ndarray) -> np.ndarray:
    """Whether a condition is true for every fighter: `[B, MAX_FIGHTERS]` bool to `[B]`."""
    return (is_true | ~in_use(battles)).all(axis=1)


def of_fighter(values: np.ndarray, fighter: np.ndarray) -> np.ndarray:
    """The value of one fighter a battle: `[B, MAX_FIGHTERS]`, `[B]` to `[B]`; -1 gives any one."""
    return values[np.arange(len(values)), fighter]


def of_frame(values: np.ndarray, top: np.ndarray) -> np.ndarray:
    """The value of the top frame: `[B, frames]`, `[B]` to `[B]`; any value if there is none."""
    return values[np.arange(len(values)), top]


def are_stacked(frames: np.ndarray, top: np.ndarray) -> np.ndarray:
    """Whether exactly the frames up to the top have an actor and an action: `[B]`."""
    is_used = (frames["actor"] != NOBODY) & (frames["act"] != 0)
    is_clear = (frames["actor"] == NOBODY) & (frames["act"] == 0)
    is_under_way = np.arange(frames.shape[1]) <= top[:, None]
    return np.where(is_under_way, is_used, is_clear).all(axis=1)


def is_one_of(values: np.ndarray, members: Sequence[int]) -> np.ndarray:
    """Whether each value is among `members`: `[B]` to `[B]` bool."""
    return (values[:, None] == np.array(members)).any(axis=1)


def are_mutual(battles: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Whether `other` is the inverse of `one`, and nobody names itself: `[B]`."""
    back = np.take_along_axis(other, np.maximum(one, 0).astype(int), axis=1)
    slots = np.arange(MAX_FIGHTERS)
    return of_all(battles, (one == NOBODY) | ((back == slots) & (one != slots)))


def is_turn_order(battles: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Whether every fighter is in the order exactly once: `[B]`."""
    ranked = np.sort(np.where(in_use(battles), order, MAX_FIGHTERS), axis=1)
    return of_all(battles, ranked == np.arange(MAX_FIGHTERS))


def is_on_map(battles: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Whether squares are on the map: `[B, n]` bool."""
    width, height = battles["width"][:, None], battles["height"][:, None]
    return (x >= 0) & (x < width) & (y >= 0) & (y < height)


def is_marked(rows: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Whether row masks `[B, MAP_HEIGHT]` contain squares: `[B, n]` bool."""
    columns = np.take_along_axis(rows, np.clip(y, 0, MAP_HEIGHT - 1).astype(int), axis=1)
    return columns >> np.clip(x, 0, MAP_WIDTH - 1) & 1 == 1


def stand_apart(x: np.ndarray, y: np.ndarray, stands: np.ndarray) -> np.ndarray:
    """Whether no two standing fighters share a square: `[B]`."""
    square = np.where(stands, x + MAP_WIDTH * y.astype(int), -1 - np.arange(x.shape[1]))
    square.sort(axis=1)
    return (np.diff(square, axis=1) != 0).all(axis=1)


# --- The header -----------------------------------------------------------------------------------


def _sides_are_numbered(battles: np.ndarray) -> np.ndarray:
    slots = np.arange(battles["side"].shape[1])
    side = slots >= battles["side_size"][:, :1]
    used = slots < battles["num_fighters"][:, None]
    return ((battles["side"] == side) | ~used).all(axis=1)


HEADER_CHECKS = (
    Check("dice must not be all zero", lambda battles: battles["dice"].any(axis=1)),
    Check(
        "num_fighters must be the sum of side_size",
        lambda battles: np.equal(battles["side_size"].sum(axis=1), battles["num_fighters"]),
    ),
    Check(
        "side_size must not exceed max_side",
        lambda battles: (battles["side_size"] <= battles["max_side"][:, None]).all(axis=1),
    ),
    Check("side must number red first, then blue", _sides_are_numbered),
    Check(
        "next_loaded must not exceed num_loaded",
        lambda battles: battles["next_loaded"] <= battles["num_loaded"],
    ),
    Check("fault must be 0", lambda battles: battles["fault"] == 0),
    Check(
        "num_events must not exceed the events of the log",
        lambda battles: battles["num_events"] <= battles["events"].shape[1],
    ),
    Check(
        "to_act must name a fighter until the battle is over",
        lambda battles: (battles["to_act"] == NOBODY) == battles["over"],
        "a fighter who is able to act must have the turn",
    ),
    Check(
        "window must be open until the battle is over",
        lambda battles: (battles["window"] == 0) == battles["over"],
    ),
    Check(
        "ending must be given if the battle is over, and only then",
        lambda battles: (battles["ending"] != 0) == battles["over"],
    ),
    Check(
        "winner must be -1 until the battle is over",
        lambda battles: battles["over"] | (battles["winner"] == NOBODY),
    ),
    Check(
        "round_number must not exceed round_limit",
        lambda battles: battles["round_number"] <= battles["round_limit"],
        "must not be later than the last round of the fight, which round_limit sets",
    ),
)
