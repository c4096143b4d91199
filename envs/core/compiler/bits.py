"""Bit operations on integers, and on eight flags at a time."""

from __future__ import annotations

import numpy as np

from .compile import IS_LINKED, njit, overload

if IS_LINKED:
    from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros

FLAGS = 8
"""Number of flags, a byte each, in a word of 64 bits."""


def lowest_bit(number):
    """Index of the lowest set bit of an integer that is not 0."""
    return (int(number) & -int(number)).bit_length() - 1


def highest_bit(number):
    """Index of the highest set bit of an int64 above 0."""
    return int(number).bit_length() - 1


def set_of(*members: int) -> np.int64:
    """A set of enum members as one integer: bit `m` for each member `m`, 0 to 62."""
    return np.int64(sum(1 << int(member) for member in members))


@njit
def contains(members, member):
    """Whether a set of enum members (`set_of`) contains `member`, 0 to 62."""
    return (members >> member) & 1 != 0


@overload(lowest_bit)
def _lowest_bit(number):
    if IS_LINKED:
        return lambda number: trailing_zeros(number)  # type: ignore[call-arg]  # an intrinsic
    return _count_trailing_zeros


@overload(highest_bit)
def _highest_bit(number):
    if IS_LINKED:
        return lambda number: 63 - leading_zeros(np.int64(number))  # type: ignore[call-arg]
    return _count_halvings


def _count_trailing_zeros(number):
    """The same as `lowest_bit`, without a special instruction."""
    place = 0
    while not (number >> place) & 1:
        place += 1
    return place


def _count_halvings(number):
    """The same as `highest_bit`, without a special instruction."""
    place = 0
    while number >> (place + 1) != 0:
        place += 1
    return place


@njit
def flags_at(flags, first):
    """Eight flags, bytes of 0 or 1, as one word; LLVM compiles this to one load."""
    word = np.int64(0)
    for place in range(FLAGS):
        word |= np.int64(flags[first + place]) << (8 * place)
    return word


@njit
def union(flags):
    """The bitwise or of all 8-byte words; the number of bytes is a multiple of eight."""
    seen = 0
    for first in range(0, len(flags), FLAGS):
        seen |= flags_at(flags.view(np.uint8), first)
    return seen


@njit
def any_set(flags):
    """Whether any byte is not 0; the number of bytes is a multiple of eight."""
    return union(flags) != 0


@njit
def next_set(flags, start):
    """Index of the first byte that is not 0, from `start` on; the number of bytes if all are 0.

    Each byte is at most 127, and the number of bytes is a multiple of eight.
    """
    for first in range(start // FLAGS * FLAGS, len(flags), FLAGS):
        word = flags_at(flags.view(np.uint8), first)
        before = 8 * max(0, start - first)
        word = word >> before << before
        if word != 0:
            return first + lowest_bit(word) // 8
    return len(flags)


@njit
def sum_of_bytes(word):
    """Sum of the eight bytes of a word, each at most 31."""
    word += word >> 32
    word += word >> 16
    word += word >> 8
    return word & 255
