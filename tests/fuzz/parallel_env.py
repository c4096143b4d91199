"""PettingZoo's parallel interface under hostile calls, with decisions and with whole orders."""

from __future__ import annotations

import functools
import warnings
from typing import Any

from aec_env import AGENTS, OPTIONS, SCENARIO, VALUES, try_calls
from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs import mythic_epoch_v0, platemail_v0
from quintain.envs.core.inputs.arguments import IllegalActionWarning

ORDERS = st.lists(st.integers(-1, 40), min_size=4, max_size=6)
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
def environment(has_orders: bool) -> Any:
    """An environment that is used for all inputs."""
    module = platemail_v0 if has_orders else mythic_epoch_v0
    return module.parallel_env(scenario=SCENARIO, render_mode="ansi")


@given(st.booleans(), st.lists(CALLS, min_size=1, max_size=8))
def fuzz_parallel_env(has_orders: bool, several: list[tuple]) -> None:
    """The methods; afterwards a battle starts and a step is taken, whatever was called."""
    env = environment(has_orders)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        try_calls(env, several)
        env.reset(seed=1)
        *_, infos = env.step({})
    assert {info["illegal_actions"] for info in infos.values()} == {0}
