"""The layout of an observation: what each number says, and where it lies.

A system declares its pieces once, block by block. The names of the vector, the page in `docs/`, the
offsets and scales of the writer and its look-up tables are all made of these declarations.
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
"""Numbers that a text about a piece names."""


class Kind(StrEnum):
    """What the numbers of a piece are."""

    FLAG = "flag"  # 0 or 1
    ONE_HOT = "one-hot"  # at most one of them is 1, the others are 0
    COUNT = "count"  # whole units, divided by what counts as 1
    SHARE = "share"  # any fraction
    MIXED = "mixed"  # flags and counts


@dataclass(frozen=True)
class Piece:
    """A run of numbers in an observation.

    Attributes:
        name: `action_points`; in a layout with its block, `own.action_points`.
        kind: what the numbers are.
        meaning: what they say, with rows.
        parts: a name for each number, none for a single number.
        full: for each number how many units count as 1.
        unit: of a count or share, `squares`.
        low: the least value.
        high: the greatest value.
        static: whether the value stays the same from deployment to the end of the battle. A block
            that says nothing of its fighter (out of action, unseen) shows 0.
        block: the block it belongs to, `own`, `ally_0`, `enemy_2`, `window`.
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

    @property
    def length(self) -> int:
        """How many numbers."""
        return len(self.full)

    @property
    def numbers(self) -> tuple[str, ...]:
        """A name for each number: `position_column`, `position_row`."""
        return tuple(f"{self.name}_{part}" for part in self.parts) or (self.name,)

    @property
    def scale(self) -> str:
        """What counts as 1: `12 AP`, `32, 16 squares`; empty if nothing is measured."""
        fulls = ", ".join(f"{full:g}" for full in dict.fromkeys(self.full))
        return f"{fulls} {self.unit}" if self.unit else ""

    @property
    def text(self) -> str:
        """The meaning with the names of a few numbers."""
        if not 1 < self.length <= MOST_NAMED:
            return self.meaning
        return f"{self.meaning}: {', '.join(self.parts).replace('_', ' ')}"


Pieces = tuple[Piece, ...]


# --- Declaring pieces -----------------------------------------------------------------------------


def flag(name: str, meaning: str, *, parts: Parts = (), static: bool = False) -> Piece:
    """A piece that is 0 or 1, or several such with a name each."""
    names = _names(parts)
    return Piece(name, Kind.FLAG, meaning, names, (1,) * max(1, len(names)), static=static)


def one_hot(name: str, parts: Parts, meaning: str, *, static: bool = False) -> Piece:
    """A category: a number for each of `parts`, of which at most one is 1."""
    names = _names(parts)
    return Piece(name, Kind.ONE_HOT, meaning, names, (1,) * len(names), static=static)


def count(
    name: str, full: float | tuple[float, ...], unit: str, meaning: str, **more: Any
) -> Piece:
    """Whole units of which `full` count as 1; as `share` else."""
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
        name: of the piece.
        full: how many units count as 1; a tuple if that differs from number to number.
        unit: of what is measured, empty for a share of something in the battle.
        meaning: what the numbers say, with rows.
        parts: a name for each number, if there are several.
        low: the least value.
        static: whether it stays the same throughout a battle.
    """
    names = _names(parts)
    fulls = full if isinstance(full, tuple) else (full,) * max(1, len(names))
    return Piece(name, Kind.SHARE, meaning, names, fulls, unit, low, static=static)


def packed(name: str, pieces: Iterable[Piece], meaning: str) -> Piece:
    """Several pieces as one, with a named number for each of theirs."""
    inner = tuple(pieces)
    return Piece(
        name,
        Kind.MIXED,
        meaning,
        parts=tuple(number for piece in inner for number in piece.numbers),
        full=tuple(full for piece in inner for full in piece.full),
        low=min(piece.low for piece in inner),
    )


def _names(parts: Parts) -> tuple[str, ...]:
    names = (part.name.lower() if isinstance(part, Enum) else part for part in parts)
    return tuple(re.sub(r"[- ]", "_", name) for name in names)


def prefixed(prefix: str, pieces: Iterable[Piece]) -> Pieces:
    """The same pieces by longer names: `main_reach`."""
    return tuple(replace(piece, name=f"{prefix}_{piece.name}") for piece in pieces)


def length_of(pieces: Iterable[Piece]) -> int:
    """Numbers in a block."""
    return sum(piece.length for piece in pieces)


# --- What the writer takes from the declarations --------------------------------------------------


def places(pieces: Iterable[Piece]) -> ModuleType:
    """Where each piece, and each named number, lies in a block: `OWN.position_row`.

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
    """What a unit of each count and share adds to its number: `PER.position_row` is 1/16.

    Float32 `1 / full`, by the names of numbers and of pieces whose numbers have the same scale.

    Raises:
        ValueError: two blocks use a name with different scales.
    """
    return _namespace("scales", {name: np.float32(1 / full) for name, full in _fulls(blocks)})


def scale_row(pieces: Iterable[Piece]) -> np.ndarray:
    """What a unit of each number adds to it: float32 `[numbers]`, for a loop over numbers."""
    return np.array([1 / full for piece in pieces for full in piece.full], np.float32)


def wholes(*blocks: Iterable[Piece]) -> ModuleType:
    """How many units of each count and share are 1, by the same names: `FULL.position_row` is 16.

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
    """Pieces that an index decides, ready to be copied: a row for each index.

    Args:
        pieces: neighbours in a block.
        columns: for each number, by its name, an array with the units for each index.
        empty: how many rows of zeros come first, for an index that stands for nothing.

    Returns:
        Float32 `[empty + indices, numbers]`: units divided by `full`, cut to `low` and `high`.

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
    """Copy a row, as long as a table says, into an observation; the place after it."""
    for place in range(len(row)):
        out[at + place] = row[place]
    return at + len(row)


@njit
def capped(units, scale):
    """A count as a number, at most 1."""
    return min(1.0, np.int64(units) * scale)


@njit
def within_one(number):
    """The number, cut to [-1, 1]."""
    return min(1.0, max(-1.0, number))


# --- The whole vector -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """The pieces of an observation in order; they cover the vector exactly once."""

    pieces: Pieces

    @property
    def length(self) -> int:
        """Numbers in the whole vector."""
        return length_of(self.pieces)

    def slices(self) -> dict[str, slice]:
        """Where each named piece lies."""
        result, start = {}, 0
        for piece in self.pieces:
            result[piece.name] = slice(start, start + piece.length)
            start += piece.length
        return result

    def blocks(self) -> dict[str, slice]:
        """Where each block lies (its pieces are neighbours)."""
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
    """The pieces of oneself, of every other ally and every enemy, and of the decision at hand."""
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
