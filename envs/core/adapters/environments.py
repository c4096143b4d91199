"""The four environments of a system: three for PettingZoo, one for Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..engine.system import System, get_system
from .aec import BattleAEC, wrap
from .gymnasium_env import BattleEnv, Predicts
from .parallel import BattleParallel
from .parallel_orders import OrdersParallel


class Environments(NamedTuple):
    """Functions that make the environments of one system. A scenario of None is the default one.

    Attributes:
        env: PettingZoo's turn-based environment in the usual wrappers: an illegal action loses.
        raw_env: the same without wrappers: an illegal action raises `IllegalAction`.
        parallel_env: PettingZoo's parallel environment. In a system with written orders each agent
            gives a whole order at each step; else all agents but the deciding one wait.
        single_env: Gymnasium's environment: one side against an opponent.
    """

    env: Callable[..., Any]
    raw_env: Callable[..., Any]
    parallel_env: Callable[..., BattleParallel | OrdersParallel]
    single_env: Callable[..., BattleEnv]


def environments(system: str | System) -> Environments:
    """The functions that make a system's environments; the first call loads the system."""

    def raw_env(
        scenario: Any = None, render_mode: str | None = None, max_side: int = 0, log: bool = False,
        choices: str | tuple[str, str] = "full", memory: int = 0,
    ) -> BattleAEC:  # fmt: skip
        """The turn-based environment; arguments and errors are those of `BattleAEC`."""
        return BattleAEC(system, scenario, render_mode, max_side, log, choices, memory)

    def env(**arguments: Any) -> Any:
        """The turn-based environment in wrappers; arguments and errors are those of `raw_env`."""
        return wrap(raw_env(**arguments))

    def parallel_env(
        scenario: Any = None, render_mode: str | None = None, max_side: int = 0, log: bool = False,
        choices: str | tuple[str, str] = "full", memory: int = 0,
    ) -> BattleParallel | OrdersParallel:  # fmt: skip
        """The parallel environment; arguments and errors are those of `BattleAEC`."""
        writes_orders = get_system(system).order_choices is not None
        kind = OrdersParallel if writes_orders else BattleParallel
        return kind(system, scenario, render_mode, max_side, log, choices, memory)

    def single_env(
        scenario: Any = None, opponent: str | Predicts = "random", side: str = "red", **more: Any
    ) -> BattleEnv:
        """One side against an opponent; arguments and errors are those of `BattleEnv`."""
        return BattleEnv(system, scenario, opponent, side, **more)

    return Environments(env, raw_env, parallel_env, single_env)
