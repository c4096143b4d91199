"""PettingZoo's parallel interface for systems with written orders.

Letters: `W` clauses of an order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ..engine.order_loops import mask_orders
from ..engine.system import System
from .aec import observation_space
from .parallel import BattleParallel, Infos, Observations


class OrdersParallel(BattleParallel):
    """A battle in which every fighter writes a whole order at each step: a step is one round.

    An action is a `MultiDiscrete` order with a choice for each clause; the choices of a clause are
    numbered from 0, its passing choice. The masks of the clauses are independent: every
    combination of legal choices is legal. The observation's `action_mask` is a tuple of masks, as
    `MultiDiscrete.sample` takes it; the info's is one vector, as sb3-contrib takes it. An illegal
    choice and a missing order count as the passing choice; the agent's info then contains the
    illegal order as `illegal_action`. Clauses without a decision (ELSE if the condition is
    "always", the clauses of fallen fighters) are ignored.

    The same orders written clause by clause in `BattleAEC` give the same battle.

    Attributes:
        choices: for each clause, the ids of its choices in the system's table of actions.
    """

    def __init__(
        self,
        system: str | System,
        scenario: Any = None,
        render_mode: str | None = None,
        max_side: int = 0,
        log: bool = False,
        choices: str | tuple[str, str] = "full",
        memory: int = 0,
    ) -> None:
        """Create the environment. Arguments and errors are those of `BattleAEC`."""
        super().__init__(system, scenario, render_mode, max_side, log, choices, memory)
        form = self.match.system.order_choices
        if form is None:
            raise ValueError(f"{self.match.system.title} has no written orders")
        self.choices = form(self.match.max_side)
        sizes = [len(choices) for choices in self.choices]
        # The choices of all clauses in one vector: ids, and places in masks of W * A
        ends = np.cumsum(sizes)
        self._parts = [slice(end - size, end) for size, end in zip(sizes, ends, strict=True)]
        self._sizes = np.array(sizes)
        self._numbers = np.concatenate(self.choices).astype(np.int64)
        self._first = ends - self._sizes
        self._places = self._numbers + np.repeat(
            np.arange(len(sizes)) * self.match.num_actions, sizes
        )
        shape = (len(self.possible_agents), len(sizes), self.match.num_actions)
        self._masks = np.zeros(shape, np.bool_)
        seen = observation_space(self.match)
        for agent in self.possible_agents:
            self.action_spaces[agent] = spaces.MultiDiscrete(sizes)
            self.observation_spaces[agent] = spaces.Dict(
                {
                    "observation": seen["observation"],
                    "action_mask": spaces.Tuple(
                        [spaces.Box(0, 1, (size,), np.int8) for size in sizes]
                    ),
                }
            )

    def _play(self, actions: Mapping[str, Any]) -> dict[str, Any]:
        """Play a round with the orders `[W]` of all agents; return the illegal orders by agent."""
        orders = np.zeros((len(self.agents), len(self.choices)), np.int64)
        illegal: dict[str, Any] = {}
        for fighter, agent in enumerate(self.agents):
            if agent in actions and not self._write(orders[fighter], fighter, actions[agent]):
                illegal[agent] = actions[agent]
        self.match.give_orders(orders)
        return illegal

    def _write(self, order: np.ndarray, fighter: int, action: Any) -> bool:
        """Write an agent's order as ids of the table; return whether all of it was legal."""
        try:
            given = np.asarray(action)
        except (ValueError, TypeError, OverflowError):  # ragged lists and the like
            return False
        if given.shape != order.shape or given.dtype.kind not in "iu":
            return False
        exists = (given >= 0) & (given < self._sizes)
        chosen = self._first + np.where(exists, given, 0).astype(np.int64)
        is_legal = exists & self._masks[fighter].ravel()[self._places[chosen]]
        order[is_legal] = self._numbers[chosen[is_legal]]
        return bool(is_legal.all())

    def _look(self) -> tuple[Observations, Infos]:
        match = self.match
        observations: Observations = {}
        infos: Infos = {}
        mask_orders(match.battles, 0, self._masks)
        every = self._masks.reshape(len(self._masks), -1).take(self._places, 1).view(np.int8)
        vectors = every.copy()
        seen, result = match.observe_all(), match.result()
        for fighter, agent in enumerate(match.agents):
            masks = tuple(map(every[fighter].__getitem__, self._parts))
            observations[agent] = {"observation": seen[fighter], "action_mask": masks}
            infos[agent] = self._info(agent, vectors[fighter], result)
        return observations, infos
