"""Named pieces of an observation vector, and the writing of its rows."""

from __future__ import annotations

from dataclasses import dataclass

from ..compiler.compile import njit

Rows = tuple[tuple[str, int, str], ...]
"""Pieces of a block before they are laid out: name, how many numbers, what they say."""


@dataclass(frozen=True)
class Piece:
    """A run of numbers in an observation.

    Attributes:
        name: dotted, `own.action_points`, `enemy_0.distance`.
        length: how many numbers.
        doc: what they say, with units and rows.
        block: the block it belongs to, `own`, `ally_0`, `enemy_2`, `window`.
    """

    name: str
    length: int
    doc: str
    block: str


@dataclass(frozen=True)
class Layout:
    """The pieces of an observation in order; they cover the vector exactly once."""

    pieces: tuple[Piece, ...]

    @property
    def length(self) -> int:
        """Numbers in the whole vector."""
        return sum(piece.length for piece in self.pieces)

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


def length_of(rows: Rows) -> int:
    """Numbers in a block."""
    return sum(length for _, length, _ in rows)


def prefixed(prefix: str, rows: Rows) -> Rows:
    """The same pieces by longer names: `main_reach`."""
    return tuple((f"{prefix}_{name}", length, doc) for name, length, doc in rows)


def make_layout(own: Rows, ally: Rows, enemy: Rows, window: Rows, max_side: int) -> Layout:
    """The pieces of oneself, of every other ally and every enemy, and of the decision at hand."""
    blocks = [("own", own)]
    blocks += [(f"ally_{slot}", ally) for slot in range(max_side - 1)]
    blocks += [(f"enemy_{slot}", enemy) for slot in range(max_side)]
    blocks += [("window", window)]
    return Layout(
        tuple(
            Piece(f"{block}.{name}", length, doc, block)
            for block, rows in blocks
            for name, length, doc in rows
        )
    )


@njit(inline="always")
def put(row, out, at):
    """Copy a row, as long as a table says, into an observation; the place after it."""
    for place in range(len(row)):
        out[at + place] = row[place]
    return at + len(row)
