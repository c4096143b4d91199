"""`BattleVector.restore`: snapshots with other shapes, types, names and values of arrays."""

from __future__ import annotations

import functools

import numpy as np
from forged_state import forge, numbers_of, states_of
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.record_checks import StateError

NAME, COUNT = "mythic_epoch", 3
ARRAYS = ("battles", "final", "rng_state", "controllers", "next_controllers")


@functools.cache
def vector() -> BattleVector:
    """A small vector with a heuristic on one side."""
    BattleVector(NAME).controller("fencer")
    return BattleVector(NAME, COUNT, "skirmish", opponents=[(None, "fencer")] * COUNT)


def filled(shape: tuple[int, ...], number: int, dtype: str) -> np.ndarray:
    """An array of a number, clipped to the range of the type."""
    return np.full(shape, number).astype(dtype)


HOSTILE = st.one_of(
    st.none(),
    st.text(max_size=5),
    st.lists(st.integers(-2, 2), max_size=4),
    st.builds(
        filled,
        st.lists(st.integers(0, 5), max_size=3).map(tuple),
        st.integers(-2, 300),
        st.sampled_from(["i1", "i2", "u4", "f4", "?", "O"]),
    ),
)


@given(
    st.sampled_from(ARRAYS),
    st.sampled_from(["replace", "drop", "rename", "fill", "other", "forge"]),
    HOSTILE,
    st.integers(-3, 100),
    st.lists(st.tuples(st.integers(0, 2**10), st.integers(0, 2**10), st.floats(0, 1)), max_size=3),
)
def fuzz_vector_restore(
    name: str, how: str, hostile: object, number: int, changes: list[tuple[int, int, float]]
) -> None:
    fights = vector()
    fights.reset(0)
    snapshot = fights.snapshot()
    if how == "replace":
        snapshot[name] = hostile
    elif how == "drop":
        del snapshot[name]
    elif how == "rename":
        snapshot[str(hostile)] = snapshot.pop(name)
    elif how == "fill" and name not in ("battles", "final"):
        snapshot[name].fill(max(number, 0) if name == "rng_state" else number)
    elif how == "other":
        states = states_of(NAME)
        snapshot["battles"][number % COUNT] = states[number % len(states)]
    else:
        for field, element, place in changes:
            same = numbers_of(NAME)[field % len(numbers_of(NAME))]
            forge(snapshot["battles"][:1], same[element % len(same)], place, 0)
    before = fights.battles.tobytes()
    try:
        fights.restore(snapshot)
    except StateError:
        assert fights.battles.tobytes() == before
        return
    for _ in range(20):
        fights.step(np.zeros(COUNT, np.int64))
