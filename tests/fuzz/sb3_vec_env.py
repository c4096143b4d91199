"""SB3's `VecEnv` under hostile calls."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
from aec_env import MODES
from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs.core.inputs.arguments import IllegalActionWarning
from quintain.training.vec_env import BattleVecEnv

COUNT = 4
ACTIONS = st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-1, 60), min_size=4, max_size=4)
VALUES = st.one_of(ODD, arrays(), ACTIONS)
CALLS = st.one_of(
    st.tuples(st.sampled_from(["step", "step_async", "seed", "set_weights", "step"]), VALUES),
    st.tuples(st.sampled_from(["step_wait", "reset"])),
    st.tuples(st.just("env_method"), st.sampled_from(["action_masks"]), VALUES),
    st.tuples(st.just("get_attr"), st.just("num_frozen"), VALUES),
    st.tuples(st.just("env_is_wrapped"), st.just(object), VALUES),
)


@functools.cache
def environment(illegal_actions: str) -> BattleVecEnv:
    """An environment that is used for all inputs."""
    opponents = {"random": 1.0, "mythic_epoch-duel": 1.0}
    env = BattleVecEnv(
        "mythic_epoch", "duel", COUNT, opponents, choices="quick", illegal_actions=illegal_actions
    )
    env.reset()
    return env


def call(env: BattleVecEnv, name: str, *arguments: Any) -> None:
    """Make one call."""
    if name in ("env_method", "get_attr", "env_is_wrapped"):
        getattr(env, name)(arguments[0], indices=arguments[1])
    else:
        getattr(env, name)(*arguments)


@given(MODES, st.lists(CALLS, min_size=1, max_size=8))
def fuzz_sb3_vec_env(illegal_actions: str, several: list[tuple]) -> None:
    """The methods; afterwards every battle continues."""
    env = environment(illegal_actions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        for name, *arguments in several:
            try:
                call(env, name, *arguments)
            except (TypeError, ValueError, KeyError):
                continue
    env.set_weights(np.array([1.0, 1.0]))
    env.step(env.action_masks().argmax(1))
    assert (env.vector.side == env.learner_side).all()


@given(
    st.one_of(st.just("mythic_epoch"), ODD),
    st.one_of(st.sampled_from(["duel", "skirmish"]), ODD),
    st.one_of(st.integers(1, 4), ODD),
    st.one_of(
        st.dictionaries(
            st.one_of(st.sampled_from(["random", "search:2"]), st.text(max_size=4)), ODD, max_size=2
        ),
        ODD,
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "self_play": ODD, "max_side": st.one_of(st.integers(0, 7), ODD), "shaping": ODD,
            "threads": ODD, "seed": ODD, "illegal_actions": st.one_of(MODES, ODD),
        },
    ),
)  # fmt: skip
def fuzz_make_sb3_vec_env(
    system: Any, scenario: Any, num_envs: Any, opponents: Any, options: dict[str, Any]
) -> None:
    """The constructor."""
    if isinstance(num_envs, int) and 1000 < num_envs < 2**40:
        return  # a million battles are allowed if the memory suffices
    try:
        env = BattleVecEnv(system, scenario, num_envs, opponents, **options)
        env.spar_with(lambda observations, masks: masks.argmax(1))
        env.reset()
    except (TypeError, ValueError, KeyError, OSError):
        return
    env.step(env.action_masks().argmax(1))
    env.close()
