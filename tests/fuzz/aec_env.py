"""PettingZoo's turn-based interface under hostile calls, wrapped and raw."""

from __future__ import annotations

import functools
import warnings
from typing import Any

from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

import quintain
from quintain.envs import mythic_epoch_v0
from quintain.envs.core.inputs.arguments import IllegalActionWarning

SCENARIO = ["duel", "duel_mixed"]
AGENTS = st.one_of(st.sampled_from(["red_0", "blue_0", "red_1"]), ODD)
OPTIONS = st.one_of(
    ODD,
    st.fixed_dictionaries(
        {},
        optional={
            "scenario": st.one_of(st.sampled_from(["duel", "skirmish"]), st.text(max_size=5)),
            "loaded_dice": st.one_of(st.lists(st.integers(-1, 20), max_size=40), ODD, arrays()),
            "side": st.one_of(st.sampled_from(["red", "alternate"]), ODD, arrays()),
        },
    ),
)
"""Options of `reset`, in every interface."""
VALUES = st.one_of(ODD, arrays(), st.integers(0, 60))
MODES = st.sampled_from(["raise", "wait", "random", "lose"])
"""The handling of illegal actions, in every interface."""
CALLS = st.one_of(
    st.tuples(st.just("step"), VALUES),
    st.tuples(st.just("legal"), st.integers(0, 99)),
    st.tuples(st.just("reset"), st.one_of(st.integers(0, 9), ODD), OPTIONS),
    st.tuples(st.just("observe"), AGENTS),
    st.tuples(st.sampled_from(["last", "state", "get_state", "render"])),
    st.tuples(st.just("set_state"), ODD),
)
ORDER = ("needs to be called before", "cannot be accessed before reset")
"""Messages of PettingZoo's own wrapper for calls before `reset`."""


@functools.cache
def environment(is_wrapped: bool, illegal_actions: str) -> Any:
    """An environment that is used for all inputs: later calls show the damage of earlier ones."""
    make: Any = mythic_epoch_v0.env if is_wrapped else mythic_epoch_v0.raw_env
    return make(scenario=SCENARIO, render_mode="ansi", illegal_actions=illegal_actions, shaping=0.5)


def call(env: Any, name: str, *arguments: Any) -> None:
    """Make one call."""
    if name == "legal":
        legal = env.infos[env.agent_selection]["action_mask"].nonzero()[0]
        is_over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        env.step(None if is_over else int(legal[arguments[0] % len(legal)]))
    elif name == "reset":
        env.reset(seed=arguments[0], options=arguments[1])
    else:
        getattr(env, name)(*arguments)


def try_calls(env: Any, several: list[tuple]) -> None:
    """Make calls that may raise documented errors."""
    for name, *arguments in several:
        try:
            call(env, name, *arguments)
        except (TypeError, ValueError, KeyError):
            continue
        except (AssertionError, AttributeError) as error:
            if not any(said in str(error) for said in ORDER):
                raise


@given(st.booleans(), MODES, st.lists(CALLS, min_size=1, max_size=8))
def fuzz_aec_env(is_wrapped: bool, illegal_actions: str, several: list[tuple]) -> None:
    """The methods; afterwards a battle starts and a decision is taken, whatever was called."""
    env = environment(is_wrapped, illegal_actions)
    if env.possible_agents and not hasattr(env, "agents"):
        env.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IllegalActionWarning)
        try_calls(env, [one for one in several if one[0] != "legal" or env.agents])
    env.reset(seed=1)
    env.step(0)
    assert {info["winner"] for info in env.infos.values()} == {-1}


ARGUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "scenario": st.one_of(st.sampled_from(["duel", "skirmish"]), ODD),
        "render_mode": st.one_of(st.sampled_from(["ansi", None]), ODD),
        "max_side": st.one_of(st.integers(0, 7), ODD),
        "log": ODD,
        "opponent": st.one_of(st.sampled_from(["random", "berserker", "mythic_epoch-duel"]), ODD),
        "side": st.one_of(st.sampled_from(["blue", "alternate"]), ODD),
        "illegal_actions": st.one_of(MODES, ODD),
        "shaping": st.one_of(st.floats(-2, 2), ODD),
        "mask_form": st.one_of(st.sampled_from(["flat", "tuple"]), ODD),
        "unknown": ODD,
    },
)


@given(
    st.one_of(st.sampled_from(["mythic_epoch", "platemail"]), ODD),
    st.one_of(st.sampled_from(["aec", "parallel", "single"]), ODD),
    ARGUMENTS,
)
def fuzz_make(system: Any, interface: Any, arguments: dict[str, Any]) -> None:
    """The constructors of all interfaces."""
    try:
        env = quintain.make(system, interface, **arguments)
        env.reset(seed=1)
    except (TypeError, ValueError, KeyError, OSError, ImportError):
        return
    env.close()
