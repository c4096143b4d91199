"""All dice of all systems, drawn from a generator in the battle's record.

The generator is xoshiro128++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47, 2021): four 32-bit words, a period of 2**128 - 1, and a few integer
operations for each draw. `numpy.random.SeedSequence` seeds the words, so that neighbouring seeds
give unrelated streams. Arithmetic uses 64-bit signed integers that hold 32-bit values: nothing
overflows, and compiled and interpreted draws are the same.

A system with many simultaneous rolls uses keyed dice (`keyed_die`). A keyed die is a function of
the battle's words and of the purpose of the roll, by Threefry-2x32 with 20 rounds (Salmon, Moraes,
Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011), and does not depend on the
order of the rolls.

Loaded dice: a battle can be given its next faces. They are used before the generator. A face that
the die does not have sets `battle.fault`, for which the Python layer raises an error. So does a
loop that exceeds its bound (`battle.abort_battle`).
"""

from __future__ import annotations

import operator

import numpy as np

from ..compiler.compile import njit

WORD = 0xFFFFFFFF
"""The largest 32-bit word."""

LOADED_CAPACITY = 32
"""Most loaded faces that a battle can hold."""

FAULT_NONE, FAULT_FACE, FAULT_ENDLESS, FAULT_IDLE = 0, 1, 2, 3
"""Values of `battle.fault`: no fault, an impossible loaded face, a loop that exceeded its bound,
and too many battles in a row without a decision for the caller."""

IDLE = (
    "your side had no decision in many battles in a row: give the scenario fighters who can act on "
    "both sides"
)
MAX_DRAWS = 64
"""Most draws for one number: each is rejected with a probability of at most one half."""
MAX_MISSES = 10_000
"""Most misses in a row, which a working generator never reaches."""


def seed_rng_states(seed: int | np.random.SeedSequence, count: int = 1) -> np.ndarray:
    """Generator states for `count` battles.

    Args:
        seed: an integer of any size, at least 0, or a `SeedSequence`.
        count: number of states.

    Returns:
        Array `[count, 4]` uint32. The first rows do not depend on `count`: battle 0 of a large
        batch and a single battle with the same seed get the same dice.

    Raises:
        ValueError: the seed is negative.
    """
    if isinstance(seed, np.random.SeedSequence):
        sequence = seed
    elif seed < 0:
        raise ValueError(f"seed must be 0 or more, got {seed}")
    else:
        sequence = np.random.SeedSequence(seed)
    return sequence.generate_state(4 * count, np.uint32).reshape(count, 4)


@njit
def rotate(word, bits):
    """The 32-bit word rotated left by a number of bits."""
    return ((word << bits) | (word >> (32 - bits))) & WORD


@njit
def next_word(rng_state):
    """The next 32 random bits of the generator `rng_state` (uint32 `[4]`), which is advanced."""
    a = np.int64(rng_state[0])
    b = np.int64(rng_state[1])
    c = np.int64(rng_state[2])
    d = np.int64(rng_state[3])
    result = (rotate((a + d) & WORD, 7) + a) & WORD
    shifted = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    rng_state[0] = a
    rng_state[1] = b
    rng_state[2] = c
    rng_state[3] = d
    return result


@njit
def next_words(generators, draws):
    """Write the next word of each of the generators `[B, 4]` into `draws [B]`, int64."""
    for index in range(len(generators)):
        draws[index] = next_word(generators[index])


@njit
def below(rng_state, bound):
    """A uniform draw from 0 to `bound` - 1 (Lemire 2019); `bound` is at most 2**31."""
    product = next_word(rng_state) * bound
    low = product & WORD
    if low < bound:
        threshold = (WORD + 1 - bound) % bound
        for _ in range(MAX_DRAWS):
            if low >= threshold:
                break
            product = next_word(rng_state) * bound
            low = product & WORD
    return product >> 32


@njit
def reset_dice(battle, rng_state):
    """Discard the coming dice, loaded ones too: `rng_state` seeds the generator again."""
    for word in range(4):
        battle.dice[word] = below(rng_state, 1 << 31) * 2 + 1
    battle.num_loaded = battle.next_loaded


# Threefry-2x32: the rotations of its rounds, and the parity word of its key schedule.
_TURNS = np.array([13, 15, 26, 6, 17, 29, 16, 24], np.int64)
_PARITY = np.int64(0x1BD11BDA)


@njit
def keyed_word(first_key, second_key, first, second):
    """32 random bits that depend only on the key and the counter, two 32-bit words each."""
    third_key = _PARITY ^ first_key ^ second_key
    a = (first + first_key) & WORD
    b = (second + second_key) & WORD
    for block in range(5):
        for turn in range(4):
            a = (a + b) & WORD
            b = rotate(b, _TURNS[(4 * block + turn) & 7]) ^ a
        first_key, second_key, third_key = second_key, third_key, first_key
        a = (a + first_key) & WORD
        b = (b + second_key + block + 1) & WORD
    return a


@njit
def keyed_below(battle, bound, first, second):
    """A uniform draw from 0 to `bound` - 1, the same for every call with these arguments.

    Args:
        battle: the battle whose generator words are the key.
        bound: at most 65,536.
        first: first number of the purpose, 32 bits.
        second: second number of the purpose, 24 bits; no two draws share both numbers.
    """
    rng_state = battle.dice
    high = np.int64(rng_state[0])
    low = np.int64(rng_state[1])
    first ^= np.int64(rng_state[2])
    other = np.int64(rng_state[3])
    product = keyed_word(high, low, first, second ^ other) * bound
    for _ in range(MAX_DRAWS):
        if (product & WORD) >= bound or (product & WORD) >= (WORD + 1 - bound) % bound:
            break
        second += 1 << 24
        product = keyed_word(high, low, first, second ^ other) * bound
    return product >> 32


@njit
def keyed_die(battle, sides, first, second):
    """One die for a purpose (`keyed_below`): 1 to `sides`, loaded faces first."""
    if has_loaded_face(battle):
        return take_loaded_face(battle, 1, sides)
    return 1 + keyed_below(battle, sides, first, second)


@njit
def has_loaded_face(battle):
    """Whether the battle has a loaded face left."""
    return battle.next_loaded < battle.num_loaded


@njit
def take_loaded_face(battle, lowest, highest):
    """The next loaded face; one that the die does not have is a fault and counts as `lowest`."""
    face = battle.loaded[battle.next_loaded]
    battle.next_loaded += 1
    if face < lowest or face > highest:
        if battle.fault == FAULT_NONE:
            battle.fault = FAULT_FACE
            battle.fault_face = face
        return lowest
    return face


@njit
def die(battle, sides):
    """One die: 1 to `sides`, loaded faces first."""
    if has_loaded_face(battle):
        return take_loaded_face(battle, 1, sides)
    return 1 + below(battle.dice, sides)


@njit
def misses_before_hit(battle, sides):
    """Number of dice that miss before the first hit; a loaded face is that number."""
    if has_loaded_face(battle):
        return take_loaded_face(battle, 0, 127)
    for misses in range(MAX_MISSES):
        if below(battle.dice, sides) == 0:
            return misses
    battle.fault = FAULT_ENDLESS
    return MAX_MISSES


def load_dice(battle: np.record, faces: list[int]) -> None:
    """Load a battle's next faces; unused faces loaded before are discarded.

    Raises:
        TypeError: a face is no whole number.
        ValueError: more faces than a battle holds, or a face outside 0 to 127.
    """
    if len(faces) > LOADED_CAPACITY:
        raise ValueError(f"a battle holds {LOADED_CAPACITY} loaded dice, got {len(faces)}")
    for face in faces:
        if not 0 <= operator.index(face) <= 127:
            raise ValueError(f"a loaded face must be between 0 and 127, got {face}")
    battle.loaded[: len(faces)] = faces
    battle.num_loaded = len(faces)
    battle.next_loaded = 0
    battle.fault = FAULT_NONE


def loaded_left(battle: np.record) -> list[int]:
    """The loaded faces that are not used yet."""
    return [int(face) for face in battle.loaded[battle.next_loaded : battle.num_loaded]]


def check_fault(battle: np.record) -> None:
    """Raise an error if a loaded face was impossible or a loop exceeded its bound.

    Raises:
        ValueError: a loaded face was impossible; the message names it.
        RuntimeError: the battle cannot continue.
    """
    if battle.fault == FAULT_FACE:
        raise ValueError(
            f"loaded face {battle.fault_face} is impossible for the die that it was used for"
        )
    if battle.fault == FAULT_IDLE:
        raise RuntimeError(IDLE)
    if battle.fault != FAULT_NONE:
        raise RuntimeError(
            f"a step in round {battle.round_number} did not end: the battle continued from an "
            "impossible state, or a rule is wrong (then please report the seed)"
        )
