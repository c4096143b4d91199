"""The layout of an observation: the meaning and the index of each number.

A system declares its pieces once, block by block. The names of the vector, the page in `docs/`, the
offsets and scales of the writer and its look-up tables are derived from these declarations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from types import ModuleType
from typing import Any

import numpy as np

from ..compiler.compile import njit

Parts = Iterable[str | Enum]
"""Names of the numbers of a piece, or the members of an enum."""

MOST_NAMED = 12
"""Most numbers that a text about a piece names."""
ROW = "[A-Z]{1,3}[0-9]+"
ROWS = re.compile(rf" ?\(({ROW}(?:(?:, | and | to |-){ROW})*)\)")
"""Rows in the meaning of a piece: ` (RD7, XD4)`, ` (M11-M15)`."""


class Kind(StrEnum):
    """The kind of values of a piece."""

    FLAG = "flag"  # 0 or 1
    ONE_HOT = "one-hot"  # at most one of them is 1, the others are 0
    COUNT = "count"  # a number of units, divided by the number that counts as 1
    SHARE = "share"  # any fraction
    MIXED = "mixed"  # flags and counts


@dataclass(frozen=True)
class Piece:
    """A run of consecutive numbers in an observation.

    Attributes:
        name: `action_points`; in a layout with its block, `own.action_points`.
        kind: the kind of its values.
        meaning: a description with rows.
        parts: a name for each number, none for a single number.
        full: for each number, the number of units that counts as 1.
        unit: the unit of a count or share, such as `squares`.
        low: the least value.
        high: the greatest value.
        static: whether the value stays the same from deployment to the end of the battle. A block
            without information about its fighter (out of action, unseen) is 0.
        block: the block it belongs to, `own`, `ally_0`, `enemy_2`, `window`.
        inner: the pieces of which it is packed, none for most pieces.
    """

    name: str
    kind: Kind
    meaning: str
    parts: tuple[str, ...] = ()
    full: tuple[float, ...] = (1,)
    unit: str = ""
    low: float = 0
    high: float = 1
    static: bool = False
    block: str = ""
    inner: tuple[Piece, ...] = ()

    @property
    def length(self) -> int:
        """Number of values in the piece."""
        return len(self.full)

    @property
    def numbers(self) -> tuple[str, ...]:
        """A name for each number: `position_column`, `position_row`."""
        return tuple(f"{self.name}_{part}" for part in self.parts) or (self.name,)

    @property
    def scale(self) -> str:
        """The amount that counts as 1: `12 AP`, `32, 16 squares`; empty if nothing is measured."""
        fulls = ", ".join(f"{full:g}" for full in dict.fromkeys(self.full))
        return f"{fulls} {self.unit}" if self.unit else ""

    @property
    def row(self) -> str:
        """The rows of RULES.md in the meaning, empty if it names none: `RD7, XD4`."""
        return ", ".join(ROWS.findall(self.meaning))

    @property
    def text(self) -> str:
        """The meaning without its rows, with the names of the first numbers."""
        meaning = ROWS.sub("", self.meaning)
        if not 1 < self.length <= MOST_NAMED:
            return meaning
        return f"{meaning}: {', '.join(self.parts).replace('_', ' ')}"

    @property
    def simple(self) -> tuple[Piece, ...]:
        """The pieces of which it is packed, or the piece itself."""
        return self.inner or (self,)

    @property
    def lows(self) -> tuple[float, ...]:
        """The least value of each number."""
        return tuple(piece.low for piece in self.simple for _ in piece.full)

    @property
    def highs(self) -> tuple[float, ...]:
        """The greatest value of each number."""
        return tuple(piece.high for piece in self.simple for _ in piece.full)


Pieces = tuple[Piece, ...]


# --- Declaring pieces -----------------------------------------------------------------------------


def flag(name: str, meaning: str, *, parts: Parts = (), static: bool = False) -> Piece:
    """A piece that is 0 or 1, or several such with a name each."""
    names = _names(parts)
    return Piece(name, Kind.FLAG, meaning, names, (1,) * max(1, len(names)), static=static)


def one_hot(name: str, parts: Parts, meaning: str, *, static: bool = False) -> Piece:
    """A category: one number for each of `parts`, of which at most one is 1."""
    names = _names(parts)
    return Piece(name, Kind.ONE_HOT, meaning, names, (1,) * len(names), static=static)


def count(
    name: str, full: float | tuple[float, ...], unit: str, meaning: str, **more: Any
) -> Piece:
    """A number of units of which `full` count as 1; other arguments as in `share`."""
    return replace(share(name, full, unit, meaning, **more), kind=Kind.COUNT)


def share(
    name: str,
    full: float | tuple[float, ...],
    unit: str,
    meaning: str,
    *,
    parts: Parts = (),
    low: float = 0,
    static: bool = False,
) -> Piece:
    """A fraction.

    Args:
        name: name of the piece.
        full: the number of units that counts as 1; a tuple if it differs between the numbers.
        unit: the unit of measurement, empty for a share of something in the battle.
        meaning: a description with rows.
        parts: a name for each number, if there are several.
        low: the least value.
        static: whether the value stays the same throughout a battle.
    """
    names = _names(parts)
    fulls = full if isinstance(full, tuple) else (full,) * max(1, len(names))
    return Piece(name, Kind.SHARE, meaning, names, fulls, unit, low, static=static)


def packed(name: str, pieces: Iterable[Piece], meaning: str) -> Piece:
    """Several pieces as one, with a named number for each of their numbers."""
    inner = tuple(pieces)
    return Piece(
        name,
        Kind.MIXED,
        meaning,
        parts=tuple(number for piece in inner for number in piece.numbers),
        full=tuple(full for piece in inner for full in piece.full),
        low=min(piece.low for piece in inner),
        inner=inner,
    )


def _names(parts: Parts) -> tuple[str, ...]:
    names = (part.name.lower() if isinstance(part, Enum) else part for part in parts)
    return tuple(re.sub(r"[- ]", "_", name) for name in names)


def prefixed(prefix: str, pieces: Iterable[Piece]) -> Pieces:
    """The same pieces with prefixed names: `main_reach`."""
    return tuple(replace(piece, name=f"{prefix}_{piece.name}") for piece in pieces)


def length_of(pieces: Iterable[Piece]) -> int:
    """Number of values in a block."""
    return sum(piece.length for piece in pieces)


# --- What the writer takes from the declarations --------------------------------------------------


def places(pieces: Iterable[Piece]) -> ModuleType:
    """Indices of each piece and each named number in a block: `OWN.position_row`.

    The result is a module, since Numba compiles a module's attributes to constants at no cost.

    Raises:
        ValueError: two pieces or numbers have the same name.
    """
    found: dict[str, int] = {}
    start = 0
    for piece in pieces:
        names = dict.fromkeys((piece.name, *piece.numbers))
        taken = found.keys() & names
        if taken:
            raise ValueError(f"two places in an observation are named {sorted(taken)[0]!r}")
        found |= {name: start + place for place, name in enumerate(piece.numbers)}
        found.setdefault(piece.name, start)
        start += piece.length
    return _namespace("places", found)


def scales(*blocks: Iterable[Piece]) -> ModuleType:
    """Amount that one unit of each count and share adds: `PER.position_row` is 1/16.

    Float32 `1 / full`, by the names of numbers and of pieces whose numbers have the same scale.

    Raises:
        ValueError: two blocks use a name with different scales.
    """
    return _namespace("scales", {name: np.float32(1 / full) for name, full in _fulls(blocks)})


def scale_row(pieces: Iterable[Piece]) -> np.ndarray:
    """Amount that one unit adds to each number: float32 `[numbers]`, for a loop over numbers."""
    return np.array([1 / full for piece in pieces for full in piece.full], np.float32)


def wholes(*blocks: Iterable[Piece]) -> ModuleType:
    """Number of units of each count and share that counts as 1: `FULL.position_row` is 16.

    Raises:
        ValueError: as `scales`.
    """
    return _namespace("wholes", dict(_fulls(blocks)))


def _fulls(blocks: Iterable[Iterable[Piece]]) -> Iterable[tuple[str, float]]:
    found: dict[str, float] = {}
    for piece in (piece for block in blocks for piece in block):
        if piece.kind not in (Kind.COUNT, Kind.SHARE):
            continue
        named = dict(zip(piece.numbers, piece.full, strict=True))
        if len(set(piece.full)) == 1:
            named[piece.name] = piece.full[0]
        for name, full in named.items():
            if found.setdefault(name, full) != full:
                raise ValueError(f"blocks of an observation scale {name!r} differently")
    return found.items()


def _namespace(name: str, values: Mapping[str, Any]) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(values)
    return module


def table(pieces: Iterable[Piece], columns: Mapping[str, Any], *, empty: int = 0) -> np.ndarray:
    """Rows of a look-up table for neighbouring pieces whose values depend on one index.

    Args:
        pieces: neighbours in a block.
        columns: for each number, by its name, an array with the number of units for each index.
        empty: number of leading rows of zeros, for indices that mean nothing.

    Returns:
        Float32 `[empty + indices, numbers]`: units divided by `full`, clipped to `low` and `high`.

    Raises:
        ValueError: the names of the columns are not those of the numbers.
    """
    names = [number for piece in pieces for number in piece.numbers]
    if names != list(columns):
        raise ValueError(f"a table needs the columns {names}, not {list(columns)}")
    shares = [
        np.clip(np.asarray(columns[number]) / full, piece.low, piece.high)
        for piece in pieces
        for number, full in zip(piece.numbers, piece.full, strict=True)
    ]
    rows = np.stack(shares, axis=1).astype(np.float32)
    return np.vstack([np.zeros((empty, len(names)), np.float32), rows])


@njit(inline="always")
def put(row, out, at):
    """Copy a row of a table into an observation at `at`; return the index after it."""
    for place in range(len(row)):
        out[at + place] = row[place]
    return at + len(row)


@njit
def capped(units, scale):
    """A count times its scale, at most 1."""
    return min(1.0, units * scale)


@njit
def within_one(number):
    """The number, clipped to [-1, 1]."""
    return min(1.0, max(-1.0, number))


# --- The whole vector -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """The pieces of an observation in order; they cover the vector exactly once.

    Letter: `N` numbers.
    """

    pieces: Pieces

    @property
    def length(self) -> int:
        """Number of values in the whole vector."""
        return length_of(self.pieces)

    @property
    def low(self) -> np.ndarray:
        """The least value of each number: a new array `[N]` float32 in [-1, 0]."""
        return np.array([low for piece in self.pieces for low in piece.lows], np.float32)

    @property
    def high(self) -> np.ndarray:
        """The greatest value of each number: a new array `[N]` float32 in [0, 1]."""
        return np.array([high for piece in self.pieces for high in piece.highs], np.float32)

    def slices(self) -> dict[str, slice]:
        """The slice of each named piece."""
        result, start = {}, 0
        for piece in self.pieces:
            result[piece.name] = slice(start, start + piece.length)
            start += piece.length
        return result

    def blocks(self) -> dict[str, slice]:
        """The slice of each block (its pieces are neighbours)."""
        result: dict[str, slice] = {}
        start = 0
        for piece in self.pieces:
            begin = result[piece.block].start if piece.block in result else start
            start += piece.length
            result[piece.block] = slice(begin, start)
        return result


def make_layout(
    own: Iterable[Piece],
    ally: Iterable[Piece],
    enemy: Iterable[Piece],
    window: Iterable[Piece],
    max_side: int,
) -> Layout:
    """The layout: one's own block, one for each other ally and each enemy, and the window's."""
    blocks = [("own", own)]
    blocks += [(f"ally_{slot}", ally) for slot in range(max_side - 1)]
    blocks += [(f"enemy_{slot}", enemy) for slot in range(max_side)]
    blocks += [("window", window)]
    return Layout(
        tuple(
            replace(piece, name=f"{block}.{piece.name}", block=block)
            for block, pieces in blocks
            for piece in pieces
        )
    )
