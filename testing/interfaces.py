"""PettingZoo's and Gymnasium's own checks."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator

from ..envs.core.adapters.environments import Environments
from ..envs.core.engine.system import System, get_system
from ..registration import gymnasium_id
from .random_play import plays


@plays
def check_pettingzoo(system: str | System) -> int:
    """Run PettingZoo's own checks of both interfaces: calls, spaces, seeds, state."""
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.test.state_test import test_state_space

    made_by = Environments(get_system(system))
    is_of_orders = get_system(system).order_choices is not None  # a step is then a whole round
    with _no_warnings(
        "Observation is not a NumPy array",
        "Observation space for each agent probably",
        "reset ignores the option 'options'",  # which PettingZoo's checks give
    ):
        api_test(made_by.raw_env(), num_cycles=100)
        api_test(made_by.env(), num_cycles=10)
        seed_test(made_by.env, num_cycles=40)
        test_state_space(env := made_by.env())
        env.reset(seed=0)
        assert env.state_space.contains(env.state()), "state() lies outside state_space"
        parallel_api_test(made_by.parallel_env(), num_cycles=20 if is_of_orders else 150)
        parallel_seed_test(made_by.parallel_env, num_cycles=10 if is_of_orders else 30)
    return len(env.agents)


@plays
def check_gymnasium(system: str | System) -> int:
    """Run Gymnasium's own checks of one side against an opponent, by its registered id."""
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    name = get_system(system).name
    kwargs = gymnasium.spec(gymnasium_id(name)).kwargs
    assert kwargs["system"] == name, f"{gymnasium_id(name)} makes the system {kwargs['system']!r}"
    modes = (None, "ansi", "rgb_array")
    with _no_warnings():
        for mode in modes:
            env = gymnasium.make(gymnasium_id(name), render_mode=mode, disable_env_checker=True)
            check_env(env.unwrapped, skip_render_check=True)
    return len(modes)


@contextlib.contextmanager
def _no_warnings(*but: str) -> Iterator[None]:
    """Turn warnings into errors, except those of illegal actions and `but`."""
    from ..envs.core.inputs.arguments import IllegalActionWarning

    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.simplefilter("ignore", IllegalActionWarning)
        for message in but:
            warnings.filterwarnings("ignore", message=message)
        yield
