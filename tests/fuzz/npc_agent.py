"""An NPC with hostile observations and masks."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quintain.agents.npc import NpcAgent, find_npc

NAME = "mythic_epoch-duel"
LENGTH, ACTIONS = 150, 55


@functools.cache
def npc() -> NpcAgent:
    """A released NPC."""
    return NpcAgent(find_npc(NAME))


DTYPES = ["?", "i1", "i8", "u1", "u8", "f2", "f4", "f8", "O", "U2", "c8", "M8[s]", ">f4"]
SIZES = [0, 1, 2, 3, LENGTH - 1, LENGTH, ACTIONS, ACTIONS + 1, 266, 75]
FILLS = [0, 1, -1, 0.5, 2, np.nan, np.inf, 1e38, -3e38, 1e300, 2**62]
odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.lists(st.one_of(st.none(), st.integers(), st.lists(st.integers(), max_size=2)), max_size=4),
    st.dictionaries(st.integers(), st.integers(), max_size=2),
)


@st.composite
def arrays(draw: Any, size: int) -> np.ndarray:
    """Arrays of any dtype, shape and layout; half of them with the right row size."""
    sizes = st.one_of(st.just(size), st.sampled_from(SIZES))
    rows = draw(st.lists(st.integers(0, 4), max_size=2))
    dtype = draw(st.one_of(st.sampled_from(["?", "f4"]), st.sampled_from(DTYPES)))
    with np.errstate(all="ignore"):
        try:
            array = np.full((*rows, draw(sizes)), draw(st.sampled_from(FILLS))).astype(dtype)
        except (TypeError, ValueError, OverflowError):
            array = np.ones((*rows, size), np.float32)
    layout = draw(st.sampled_from(["plain", "plain", "strided", "turned", "read-only", "shared"]))
    if layout == "strided":
        array = np.repeat(array, 2, axis=-1)[..., ::2]
    elif layout == "turned":
        array = array.T
    elif layout == "read-only":
        array.flags.writeable = False
    elif layout == "shared" and array.size:
        array = np.broadcast_to(array.reshape(-1)[0], array.shape)
    return array


@given(
    st.one_of(arrays(LENGTH), odd),
    st.one_of(arrays(ACTIONS), odd),
    odd,
    st.booleans(),
    st.sampled_from(["predict", "chances", "predict watched"]),
)
def fuzz_npc_agent(
    observation: Any, masks: Any, state: Any, deterministic: bool, method: str
) -> None:
    """Any arguments of `predict` and `chances`: a legal answer, or an error of one sentence."""
    agent = npc()
    try:
        with np.errstate(all="ignore"):
            if method == "chances":
                chances = agent.chances(observation, masks)
                assert np.abs(chances.sum(1) - 1).max(initial=0) < 1e-2
                return
            if method == "predict watched":
                agent.watch(state, masks)
            actions, kept = agent.predict(
                observation, state, deterministic=deterministic, action_masks=masks
            )
    except (ValueError, TypeError):
        return
    table = np.atleast_2d(np.asarray(masks, np.bool_))
    assert kept is state
    assert table[np.arange(len(table)), np.atleast_1d(actions)].all()
