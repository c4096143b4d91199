"""The Gymnasium interface under hostile calls, with an opponent that overwrites its arguments."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
from aec_env import MODES, OPTIONS, SCENARIO, VALUES
from battle_vector import ODD
from hypothesis import given
from hypothesis import strategies as st

from quintain.envs import mythic_epoch_v0
from quintain.envs.core.inputs.arguments import IllegalActionWarning

CALLS = st.one_of(
    st.tuples(st.just("step"), VALUES),
    st.tuples(st.just("legal"), st.integers(0, 99)),
    st.tuples(st.just("reset"), st.one_of(st.integers(0, 9), ODD), OPTIONS),
    st.tuples(st.sampled_from(["get_state", "render", "action_masks"])),
    st.tuples(st.just("set_state"), ODD),
)


class Vandal:
    """Overwrites its arguments, and gives the answer of an input."""

    name = "vandal"
    answer: Any = None

    def watch(self, battles: np.ndarray, rng_state: np.ndarray) -> None:
        """Overwrite the records and the dice."""
        battles.view(np.uint8)[:] = 255
        rng_state[:] = 1

    def predict(self, observation: np.ndarray, action_masks: np.ndarray, **more: Any) -> Any:
        """Overwrite the rest."""
        legal = action_masks.argmax(1)
        observation[:], action_masks[:] = np.nan, True
        return (legal, None) if self.answer is None else self.answer


VANDAL = Vandal()


@functools.cache
def environment(opponent: str, illegal_actions: str) -> Any:
    """An environment that is used for all inputs."""
    return mythic_epoch_v0.single_env(
        scenario=SCENARIO,
        opponent=VANDAL if opponent == "vandal" else opponent,
        illegal_actions=illegal_actions,  # type: ignore[arg-type]
        render_mode="ansi",
        shaping=0.5,
    )


def call(env: Any, name: str, *arguments: Any) -> None:
    """Make one call."""
    if name == "legal":
        legal = np.flatnonzero(env.action_masks())
        env.step(int(legal[arguments[0] % max(len(legal), 1)]) if len(legal) else 0)
    elif name == "reset":
        env.reset(seed=arguments[0], options=arguments[1])
    else:
        getattr(env, name)(*arguments)


@given(
    st.sampled_from(["random", "berserker", "vandal"]),
    MODES,
    st.one_of(st.none(), VALUES, st.tuples(VALUES, st.none())),
    st.lists(CALLS, min_size=1, max_size=8),
)
def fuzz_single_env(opponent: str, illegal: str, answer: Any, several: list[tuple]) -> None:
    """The methods; afterwards a battle starts and a decision is taken, whatever was called."""
    env = environment(opponent, illegal)
    VANDAL.answer = answer
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        for name, *arguments in several:
            try:
                call(env, name, *arguments)
            except (TypeError, ValueError, KeyError):
                continue
        VANDAL.answer = None
        env.reset(seed=1)
        env.step(0)
