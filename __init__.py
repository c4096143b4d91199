"""Tabletop combat systems as multi-agent reinforcement-learning environments.

`make_vec` gives many battles at once, `make` one battle as a PettingZoo or Gymnasium environment,
`systems` the names of the systems. The adapters of one system are in `quintain.envs`, for
instance `from quintain.envs import mythic_epoch_v0`. Importing this package registers their ids
with Gymnasium and PettingZoo: `gymnasium.make("quintain/MythicEpoch-v0")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from .discovery import SystemName, system_names
from .registration import register_ids

if TYPE_CHECKING:
    from typing import Unpack

    from .envs.core.adapters.aec import BattleAEC
    from .envs.core.adapters.gymnasium_env import BattleEnv
    from .envs.core.adapters.options import (
        BattleOptions,
        OrderOptions,
        SingleOptions,
        VectorOptions,
    )
    from .envs.core.adapters.parallel import BattleParallel
    from .envs.core.adapters.parallel_orders import OrdersParallel
    from .envs.core.adapters.vector import BattleVector
    from .envs.core.engine.system import System
    from .envs.core.scenarios.loading import Scenarios

__version__ = "0.1.0"
__all__ = ["__version__", "make", "make_vec", "systems"]

register_ids()


def systems() -> list[str]:
    """The names of all systems."""
    return system_names()


def make_vec(
    system: SystemName | System,
    num_envs: int = 1,
    scenario: Scenarios = None,
    **options: Unpack[VectorOptions],
) -> BattleVector:
    """Many battles at once; see `quintain.envs.core.adapters.vector.BattleVector`.

    Args:
        system: name of the system, `mythic_epoch`. Type checkers know the names of quintain's own;
            give them the `System` of another one.
        num_envs: number of battles, at least 1.
        scenario: name, path or model; of a sequence each battle draws one at random; None is the
            system's default, `duel` where it has one.
        **options: the other arguments of `BattleVector`.
    """
    from .envs.core.adapters.vector import BattleVector

    return BattleVector(system, num_envs, scenario, **options)


@overload
def make(
    system: SystemName | System,
    interface: Literal["aec"] = "aec",
    *,
    scenario: Scenarios = None,
    **options: Unpack[BattleOptions],
) -> BattleAEC: ...


@overload
def make(
    system: Literal["platemail"],
    interface: Literal["parallel"],
    *,
    scenario: Scenarios = None,
    **options: Unpack[OrderOptions],
) -> OrdersParallel: ...


@overload
def make(
    system: SystemName | System,
    interface: Literal["parallel"],
    *,
    scenario: Scenarios = None,
    **options: Unpack[BattleOptions],
) -> BattleParallel: ...


@overload
def make(
    system: SystemName | System,
    interface: Literal["single"],
    *,
    scenario: Scenarios = None,
    **options: Unpack[SingleOptions],
) -> BattleEnv: ...


def make(system: SystemName | System, interface: str = "aec", **options: Any) -> Any:
    """One battle as an environment.

    Args:
        system: name of the system, `mythic_epoch`. Type checkers know the names of quintain's own;
            give them the `System` of another one.
        interface: `aec` or `parallel` (PettingZoo), or `single` (Gymnasium, one side).
        **options: arguments of the environment: `scenario`, `render_mode`, ...

    Raises:
        KeyError: unknown system.
        ValueError: unknown interface.
    """
    from .envs.core.adapters.environments import Environments
    from .envs.core.engine.system import get_system

    made_by = Environments(get_system(system))
    constructors: dict[str, Any] = {
        "aec": made_by.env,
        "parallel": made_by.parallel_env,
        "single": made_by.single_env,
    }
    if interface not in constructors:
        raise ValueError(f"interface must be one of {list(constructors)}, got {interface!r}")
    return constructors[interface](**options)
