"""The four environments of a system: three for PettingZoo, one for Gymnasium."""

from __future__ import annotations

from typing import Unpack

from ..engine.system import System, get_system
from ..scenarios.loading import Scenarios
from .aec import BattleAEC, wrap
from .gymnasium_env import BattleEnv
from .options import BattleOptions, OrderOptions, SingleOptions
from .parallel import BattleParallel
from .parallel_orders import OrdersParallel


class Environments:
    """Makes the environments of one system. A scenario of None is the default one."""

    def __init__(self, system: str | System) -> None:
        """Store the system, which the first environment loads."""
        self.system = system

    def env(self, scenario: Scenarios = None, **options: Unpack[BattleOptions]) -> BattleAEC:
        """PettingZoo's turn-based environment in its usual wrapper; an illegal action loses.

        Arguments and errors are those of `BattleAEC`, except for this default.
        """
        options.setdefault("illegal_actions", "lose")
        return wrap(BattleAEC(self.system, scenario, **options))

    def raw_env(self, scenario: Scenarios = None, **options: Unpack[BattleOptions]) -> BattleAEC:
        """The same without wrapper: an illegal action raises. See `BattleAEC`."""
        return BattleAEC(self.system, scenario, **options)

    def parallel_env(
        self, scenario: Scenarios = None, **options: Unpack[BattleOptions]
    ) -> BattleParallel:
        """PettingZoo's parallel environment; arguments and errors are those of `BattleParallel`.

        In a system with written orders each agent gives a whole order at each step
        (`OrdersParallel`); else all agents but the deciding one wait.
        """
        writes_orders = get_system(self.system).order_choices is not None
        kind = OrdersParallel if writes_orders else BattleParallel
        return kind(self.system, scenario, **options)

    def single_env(self, scenario: Scenarios = None, **options: Unpack[SingleOptions]) -> BattleEnv:
        """Gymnasium's environment, one side against an opponent.

        Arguments and errors are those of `BattleEnv`.
        """
        return BattleEnv(self.system, scenario, **options)


class OrderEnvironments(Environments):
    """The same for a system with written orders, as type checkers see it."""

    def parallel_env(
        self, scenario: Scenarios = None, **options: Unpack[OrderOptions]
    ) -> OrdersParallel:
        """PettingZoo's parallel environment; arguments and errors are those of `OrdersParallel`."""
        return OrdersParallel(self.system, scenario, **options)
