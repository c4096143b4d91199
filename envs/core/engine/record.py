"""The fields of a record: type, shape and range of each, declared once.

`record` creates the dtype of compiled code and remembers the declaration, with which
`record_checks.py` refuses impossible records. Ranges are inclusive. The upper end can depend on the
battle: `limit` names a number of the battle that bounds the field from above.
"""

from __future__ import annotations

import copyreg
import functools
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from .dice import WORD


class Record(np.record):  # type: ignore[misc]
    """A record as Python reads it: whole numbers and flags come as `int` and `bool`.

    A NumPy number of one byte wraps at 127; compiled code, which knows only the dtype, computes
    with 64 bits. So the interpreted rules compute the same. A number that a field cannot hold loses
    its upper bits, as in compiled code; only play from a forged record has one. Each dtype has a
    class of its own with a property for each field (`record_dtype`), the fastest way to a field
    that Python has.
    """

    __getattribute__ = object.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except OverflowError:
            self[name] = np.int64(value).astype(self.dtype[name])


class RecordArray(np.ndarray):
    """An array in a record: single elements come as `int` and `bool`, parts as arrays."""

    def __getitem__(self, place: Any) -> Any:
        found = np.ndarray.__getitem__(self, place)
        return found.item() if isinstance(found, (np.integer, np.bool_)) else found

    def __setitem__(self, place: Any, value: Any) -> None:
        try:
            np.ndarray.__setitem__(self, place, value)
        except OverflowError:
            np.ndarray.__setitem__(self, place, np.int64(value).astype(self.dtype))


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


def record_dtype(fields: Iterable[tuple[Any, ...]]) -> np.dtype:
    """The dtype of a record from NumPy's description of its fields.

    Args:
        fields: `(name, type)` or `(name, type, shape)` of each; the type may be another record's.
    """
    fields = tuple(fields)
    return np.dtype((_record_class(fields), [*fields]))


class _RecordClass(type(np.record)):  # type: ignore[misc]
    """The class of the classes of records, which tells `pickle` how to make one again."""

    described: tuple[tuple[Any, ...], ...]


@functools.cache
def _record_class(fields: tuple[tuple[Any, ...], ...]) -> _RecordClass:
    """The class of the records with these fields."""
    dtype = np.dtype([*fields])
    reads = {name: _read(name, dtype[name]) for name in dtype.names or ()}
    made = _RecordClass("Record", (Record,), reads)
    made.described = fields
    return made


copyreg.pickle(_RecordClass, lambda made: (_record_class, (made.described,)))


def _read(name: str, type: np.dtype) -> property:
    """How Python reads a field."""
    field = np.void.__getitem__
    if type.base.kind not in "iub":
        return property(lambda record: field(record, name))
    if type.shape:
        return property(lambda record: field(record, name).view(RecordArray))
    return property(lambda record: field(record, name).item())


def fields_of(dtype: np.dtype) -> tuple[Field, ...]:
    """The declared fields of a dtype that `record` created."""
    return _FIELDS[dtype]


def _dtype(fields: tuple[Field, ...]) -> np.dtype:
    return record_dtype((f.name, f.type, f.shape) if f.shape else (f.name, f.type) for f in fields)


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
