"""Bits, flags eight at a time, and the random choice among legal actions that uses them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.envs.core.compiler import bits
from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import below, seed_rng_states
from quintain.envs.core.engine.system import count_legal, random_choice

few = settings(deadline=None)  # the first example may have to be compiled


@njit
def lowest_bit(number):
    """The compiled function."""
    return bits.lowest_bit(number)


@given(number=st.integers(1, 2**62))
@few
def test_lowest_bit_compiled_and_not(number):
    assert number % 2 ** int(bits.lowest_bit(number)) == 0
    assert number >> int(bits.lowest_bit(number)) & 1
    assert lowest_bit(number) == bits.lowest_bit(number)


@njit
def highest_bit(number):
    """The compiled function."""
    return bits.highest_bit(number)


@given(number=st.integers(1, 2**62))
@few
def test_highest_bit_compiled_and_not(number):
    assert number >> int(bits.highest_bit(number)) == 1
    assert highest_bit(number) == bits.highest_bit(number)


@given(flags=st.lists(st.booleans(), min_size=9, max_size=9))
@few
def test_eight_flags_as_a_word(flags):
    word = bits.flags_at(np.array(flags).view(np.uint8), 1)
    assert [word >> 8 * place & 255 for place in range(8)] == flags[1:]
    assert bits.sum_of_bytes(word) == sum(flags[1:])


@pytest.mark.parametrize("length", [1, 7, 8, 9, 16, 75, 223, 310])
def test_random_choice_takes_the_drawn_one_of_the_legal_actions(length):
    rng = np.random.default_rng(length)
    for share in (0.02, 0.3, 1.0):
        for seed in range(40):
            mask = rng.random(length) < share
            mask[rng.integers(length)] = True
            legal = np.flatnonzero(mask)
            assert count_legal(mask.view(np.uint8)) == len(legal)
            rng_state, same = seed_rng_states(seed)[0], seed_rng_states(seed)[0]
            assert random_choice(mask, rng_state) == legal[below(same, len(legal))]


@given(
    places=st.lists(st.integers(0, 23), max_size=4),
    start=st.integers(0, 24),
    number=st.integers(1, 127),
)
@few
def test_the_next_byte_that_is_set(places, start, number):
    flags = np.zeros(24, np.int8)
    flags[places] = number
    assert bits.any_set(flags) == bool(places)
    left = [place for place in places if place >= start]
    assert bits.next_set(flags, start) == min(left, default=24)
