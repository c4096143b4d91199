"""Tabletop combat systems as multi-agent reinforcement-learning environments.

`make_vec` gives many battles at once, `make` one battle as a PettingZoo or Gymnasium environment,
`systems` the names of the systems. The adapters of one system are in `quintain.envs`, for
instance `from quintain.envs import mythic_epoch_v0`. Importing this package registers their ids
with Gymnasium and PettingZoo: `gymnasium.make("quintain/MythicEpoch-v0")`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .discovery import system_names
from .registration import register_ids

if TYPE_CHECKING:
    from .envs.core.adapters.vector import BattleVector

__version__ = "0.1.0"
__all__ = ["__version__", "make", "make_vec", "systems"]

register_ids()


def systems() -> list[str]:
    """The names of all systems."""
    return system_names()


def make_vec(system: str, num_envs: int = 1, scenario: Any = None, **options: Any) -> BattleVector:
    """Many battles at once; see `quintain.envs.core.adapters.vector.BattleVector`.

    Args:
        system: name of the system, `mythic_epoch`.
        num_envs: number of battles, at least 1.
        scenario: name, path or model; of a sequence each battle draws one at random; None is the
            system's default, `duel` where it has one.
        **options: the other arguments of `BattleVector`.
    """
    from .envs.core.adapters.vector import BattleVector

    if options.get("opponents") is not None:
        importlib.import_module(".agents", __name__)
    return BattleVector(system, num_envs, scenario, **options)


def make(system: str, interface: str = "aec", **options: Any) -> Any:
    """One battle as an environment.

    Args:
        system: name of the system, `mythic_epoch`.
        interface: `aec` or `parallel` (PettingZoo), or `single` (Gymnasium, one side).
        **options: arguments of the environment: `scenario`, `render_mode`, ...

    Raises:
        KeyError: unknown system.
        ValueError: unknown interface.
    """
    from .envs.core.adapters.environments import environments
    from .envs.core.engine.system import get_system

    made_by = environments(get_system(system))
    constructors = {
        "aec": made_by.env,
        "parallel": made_by.parallel_env,
        "single": made_by.single_env,
    }
    if interface not in constructors:
        raise ValueError(f"interface must be one of {list(constructors)}, got {interface!r}")
    return constructors[interface](**options)
