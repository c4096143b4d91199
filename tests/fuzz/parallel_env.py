"""PettingZoo's parallel interface under hostile calls, with decisions and with whole orders."""

from __future__ import annotations

import functools
import warnings
from typing import Any

from aec_env import AGENTS, MODES, OPTIONS, SCENARIO, VALUES, try_calls
from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs import mythic_epoch_v0, platemail_v0
from quintain.envs.core.inputs.arguments import IllegalActionWarning

ORDERS = st.lists(st.integers(-1, 40), min_size=30, max_size=32)
ACTIONS = st.one_of(
    ODD, arrays(), st.dictionaries(st.sampled_from(["red_0", "blue_0"]), VALUES | ORDERS),
    st.dictionaries(AGENTS.filter(lambda agent: not isinstance(agent, list | dict)), VALUES),
)  # fmt: skip
CALLS = st.one_of(
    st.tuples(st.just("step"), ACTIONS),
    st.tuples(st.just("reset"), st.one_of(st.integers(0, 9), ODD), OPTIONS),
    st.tuples(st.sampled_from(["state", "get_state", "render"])),
    st.tuples(st.just("set_state"), ODD),
)


@functools.cache
def environment(has_orders: bool, illegal_actions: str) -> Any:
    """An environment that is used for all inputs."""
    make: Any = (platemail_v0 if has_orders else mythic_epoch_v0).parallel_env
    return make(scenario=SCENARIO, render_mode="ansi", illegal_actions=illegal_actions, shaping=0.5)


@given(st.booleans(), MODES, st.lists(CALLS, min_size=1, max_size=8))
def fuzz_parallel_env(has_orders: bool, illegal_actions: str, several: list[tuple]) -> None:
    """The methods; afterwards a battle starts and a step is taken, whatever was called."""
    env = environment(has_orders, illegal_actions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        try_calls(env, several)
        env.reset(seed=1)
        *_, infos = env.step({})
    assert {info["illegal_actions"] for info in infos.values()} == {0}
