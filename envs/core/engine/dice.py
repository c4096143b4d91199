"""Every die of every system is drawn here, from a generator that lives in the battle's record.

The generator is xoshiro128++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47, 2021): four 32-bit words, a period of 2**128 - 1, a handful of integer
operations a draw. The words are seeded through `numpy.random.SeedSequence`, so that neighbouring
seeds give unrelated streams. Arithmetic is done on 64-bit signed integers that hold 32-bit values:
nothing overflows, and compiled and interpreted draws are the same.

A system in which much happens at once keys its dice instead (`keyed_die`): a die is then a function
of the battle's words and of what it is rolled for, by Threefry-2x32 of 20 rounds (Salmon, Moraes,
Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011), and the order in which dice
are rolled changes none of them.

Loaded dice: a battle can be given its coming faces. They are used before the generator; a face
that the die does not have sets `battle.fault`, which the Python layer turns into an error. So does
a loop that does not end within its bound (`battle.abort_battle`).
"""

from __future__ import annotations

import operator

import numpy as np

from ..compiler.compile import njit

WORD = 0xFFFFFFFF
"""The largest 32-bit word."""

LOADED_CAPACITY = 32
"""How many loaded faces a battle holds at most."""

FAULT_NONE, FAULT_FACE, FAULT_ENDLESS, FAULT_IDLE = 0, 1, 2, 3
"""What `battle.fault` says: nothing, an impossible loaded face, a loop that found no end, battles
without a decision for the caller."""

IDLE = (
    "your side had no decision in many battles in a row: give the scenario fighters who can act on "
    "both sides"
)
MAX_DRAWS = 64
"""Draws for one number at most: each is rejected with a chance of at most a half."""
MAX_MISSES = 10_000
"""Misses in a row at most, which a sound generator never reaches."""


def seed_rng_states(seed: int | np.random.SeedSequence, count: int = 1) -> np.ndarray:
    """Generator states for `count` battles.

    Args:
        seed: an integer of any size, at least 0, or a `SeedSequence`.
        count: how many states.

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
    """The 32-bit word turned left by some bits."""
    return ((word << bits) | (word >> (32 - bits))) & WORD


@njit
def next_word(rng_state):
    """The next 32 random bits of the generator `rng_state` (uint32 [4]), which moves on."""
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
    """The next word of each of the generators `[B, 4]` into `draws [B]`, int64."""
    for index in range(len(generators)):
        draws[index] = next_word(generators[index])


@njit
def below(rng_state, bound):
    """An unbiased draw from 0 to `bound` - 1 (Lemire 2019); `bound` is at most 2**31."""
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
def draw_anew(battle, rng_state):
    """Forget the dice to come, loaded ones too; `rng_state` give the generator another state."""
    for word in range(4):
        battle.dice[word] = below(rng_state, 1 << 31) * 2 + 1
    battle.num_loaded = battle.next_loaded


# Threefry-2x32: the turns of its rounds, and the word that keeps a key of zeros from staying zero.
_TURNS = np.array([13, 15, 26, 6, 17, 29, 16, 24], np.int64)
_PARITY = np.int64(0x1BD11BDA)


@njit
def keyed_word(first_key, second_key, first, second):
    """32 random bits that the key and the counter, two 32-bit words each, alone decide."""
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
    """An unbiased draw from 0 to `bound` - 1, the same whenever it is asked for.

    Args:
        battle: whose words are the key.
        bound: at most 65,536.
        first: what it is for, 32 bits.
        second: the same, 24 bits; no two draws have both in common.
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
    """One die for what the counters say (`keyed_below`): 1 to `sides`, loaded faces first."""
    if has_loaded_face(battle):
        return take_loaded_face(battle, 1, sides)
    return 1 + keyed_below(battle, sides, first, second)


@njit
def has_loaded_face(battle):
    """Whether the battle still holds a loaded face."""
    return battle.next_loaded < battle.num_loaded


@njit
def take_loaded_face(battle, lowest, highest):
    """The next loaded face; one that the die does not have is a fault and counts as the lowest."""
    face = np.int64(battle.loaded[battle.next_loaded])
    battle.next_loaded += 1
    if face < lowest or face > highest:
        if battle.fault == FAULT_NONE:
            battle.fault = FAULT_FACE
            battle.fault_face = face
        return np.int64(lowest)
    return face


@njit
def die(battle, sides):
    """One die: 1 to `sides`, loaded faces first."""
    if has_loaded_face(battle):
        return take_loaded_face(battle, 1, sides)
    return 1 + below(battle.dice, sides)


@njit
def misses_before_hit(battle, sides):
    """How many dice miss before the first shows its hit face; one loaded face is that number."""
    if has_loaded_face(battle):
        return take_loaded_face(battle, 0, 127)
    for misses in range(MAX_MISSES):
        if below(battle.dice, sides) == 0:
            return np.int64(misses)
    battle.fault = FAULT_ENDLESS
    return np.int64(MAX_MISSES)


def load_dice(battle: np.record, faces: list[int]) -> None:
    """Give a battle its coming faces; what was loaded before and not used is dropped.

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
    """The loaded faces that have not been used yet."""
    return [int(face) for face in battle.loaded[battle.next_loaded : battle.num_loaded]]


def check_fault(battle: np.record) -> None:
    """Raise if a loaded face was impossible, or a loop found no end.

    Raises:
        ValueError: names the loaded face.
        RuntimeError: the battle could not be played on.
    """
    if battle.fault == FAULT_FACE:
        raise ValueError(
            f"loaded face {battle.fault_face} is impossible for the die that it was used for"
        )
    if battle.fault == FAULT_IDLE:
        raise RuntimeError(IDLE)
    if battle.fault != FAULT_NONE:
        raise RuntimeError(
            f"the battle found no end of a step in round {battle.round_number}: it went on from a "
            "state that no battle reaches, or a rule is wrong (then please report its seed)"
        )
