"""The fields of a record: type, shape and range of each, declared once.

`record` creates the dtype of compiled code and remembers the declaration, with which
`record_checks.py` refuses impossible records. Ranges are inclusive. The upper end can depend on the
battle: `limit` names a number of the battle that bounds the field from above.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from .dice import WORD


class Field(NamedTuple):
    """One field of a record.

    Attributes:
        name: its name.
        type: type string such as `i1`, or the dtype of a nested record.
        shape: shape of an array; `()` for a single number.
        low: its least value.
        high: its greatest value in any battle.
        limit: name of a number of the battle that its values are below: `num_fighters`, `width`.
        is_set: whether it is a set with one bit for each member; `limit` is the number of members.
        used: for an array, name of the number of elements in use; `limit` holds only for these.
        parts: fields of the nested record.
    """

    name: str
    type: str | np.dtype
    shape: tuple[int, ...] = ()
    low: float = 0
    high: float = 0
    limit: str = ""
    is_set: bool = False
    used: str = ""
    parts: tuple[Field, ...] = ()


_FIELDS: dict[np.dtype, tuple[Field, ...]] = {}


def record(fields: Iterable[Field]) -> np.dtype:
    """The dtype of a record; its declaration is remembered (`fields_of`)."""
    fields = tuple(fields)
    dtype = _dtype(fields)
    _FIELDS[dtype] = fields
    return dtype


def fields_of(dtype: np.dtype) -> tuple[Field, ...]:
    """The declared fields of a dtype that `record` created."""
    return _FIELDS[dtype]


def _dtype(fields: tuple[Field, ...]) -> np.dtype:
    described = [(f.name, f.type, f.shape) if f.shape else (f.name, f.type) for f in fields]
    return np.dtype((np.record, described))


def whole(name: str, type: str, low: int, high: int, shape: tuple[int, ...] = ()) -> Field:
    """A whole number from `low` to `high`."""
    return Field(name, type, shape, low, high)


def flag(name: str, type: str = "?", shape: tuple[int, ...] = ()) -> Field:
    """A flag; flags in nested records are `i1`, since Numba supports no others there."""
    return Field(name, type, shape, 0, 1)


def member(name: str, enum: type[IntEnum], least: int = 0, shape: tuple[int, ...] = ()) -> Field:
    """A member of an enum without gaps; `least` -1 allows none of them."""
    assert [*enum] == [*range(len(enum))], f"{enum} has gaps"
    return Field(name, "i1", shape, least, len(enum) - 1)


def index(name: str, length: int, least: int = 0, shape: tuple[int, ...] = ()) -> Field:
    """A row of a table of `length` rows; `least` -1 allows none of them."""
    return Field(name, "i1", shape, least, length - 1)


def bits(name: str, type: str, count: int, shape: tuple[int, ...] = ()) -> Field:
    """A set of at most `count` members, one bit each."""
    return Field(name, type, shape, 0, 2**count - 1)


def words(name: str, count: int) -> Field:
    """An array of 32-bit words of a random generator."""
    return Field(name, "u4", (count,), 0, WORD)


def real(name: str, low: float, high: float, shape: tuple[int, ...] = ()) -> Field:
    """A single-precision number; infinities and NaN are out of range."""
    return Field(name, "f4", shape, low, high)


def nested(
    name: str, parts: np.dtype | Iterable[Field], shape: tuple[int, ...] = (), used: str = ""
) -> Field:
    """A nested record, or an array of them; `used`: see `Field`."""
    fields = fields_of(parts) if isinstance(parts, np.dtype) else tuple(parts)
    return Field(name, _dtype(fields), shape, used=used, parts=fields)
