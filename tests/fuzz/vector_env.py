"""Gymnasium's vector interface under hostile calls; an opponent overwrites its arguments."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import gymnasium
import numpy as np
from aec_env import MODES, VALUES
from battle_vector import ODD
from hypothesis import given
from hypothesis import strategies as st
from single_env import VANDAL

from quintain.envs.core.adapters.gymnasium_vector import BattleVectorEnv
from quintain.envs.core.inputs.arguments import IllegalActionWarning

ROWS = 3
ACTIONS = st.one_of(
    ODD, st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4).map(np.array), st.lists(VALUES)
)
CALLS = st.one_of(
    st.tuples(st.just("step"), ACTIONS),
    st.tuples(st.just("legal"), st.integers(0, 99)),
    st.tuples(st.just("reset"), st.one_of(st.integers(0, 9), ODD)),
    st.tuples(st.sampled_from(["action_masks", "render", "close_extras"])),
)


@functools.cache
def environment(opponent: str, illegal_actions: str) -> BattleVectorEnv:
    """An environment that is used for all inputs."""
    player = VANDAL if opponent == "vandal" else opponent
    modes: Any = {"illegal_actions": illegal_actions, "shaping": 0.5}
    return BattleVectorEnv("mythic_epoch", ROWS, opponent=player, **modes)


def call(env: BattleVectorEnv, name: str, *arguments: Any) -> None:
    """Make one call."""
    if name == "legal":
        masks = env.action_masks()
        places = arguments[0] % masks.sum(1, keepdims=True)
        env.step((np.cumsum(masks, 1) > places).argmax(1))
    elif name == "reset":
        env.reset(seed=arguments[0])
    else:
        getattr(env, name)(*arguments)


@given(
    st.sampled_from(["random", "berserker", "vandal"]),
    MODES,
    st.one_of(st.none(), VALUES, st.tuples(VALUES, st.none())),
    st.lists(CALLS, min_size=1, max_size=8),
)
def fuzz_vector_env(opponent: str, illegal: str, answer: Any, several: list[tuple]) -> None:
    """The methods; afterwards the battles start and a decision is taken, whatever was called."""
    env = environment(opponent, illegal)
    VANDAL.answer = answer
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        for name, *arguments in several:
            try:
                call(env, name, *arguments)
            except (TypeError, ValueError, KeyError, gymnasium.error.ResetNeeded):
                continue
            except NotImplementedError:
                if name != "render":
                    raise
        VANDAL.answer = None
        env.reset(seed=1)
        env.step(np.zeros(ROWS, np.int64))
