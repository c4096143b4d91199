"""PettingZoo's parallel interface for systems with written orders.

Letters: `A` actions, `F` fighters, `W` clauses of an order, `L` choices of all clauses together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..engine.legality import IllegalAction
from ..engine.order_loops import mask_orders
from ..engine.system import System
from ..inputs.arguments import Choices, quote
from ..scenarios.loading import Scenarios
from ..session.snapshot import PASS
from .aec import observation_space
from .illegal_actions import IllegalActions
from .options import MaskForm
from .parallel import BattleParallel, Infos, Observations
from .render_modes import RenderMode


class OrderSpace(spaces.MultiDiscrete):
    """A `MultiDiscrete` space that samples by one flat mask, too.

    The mask is a vector `[L]` of the masks of all clauses, one after the other, as sb3-contrib,
    Tianshou and TorchRL lay them out; Gymnasium's own space accepts only a tuple of them.
    """

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """A random order; see `MultiDiscrete.sample`."""
        if isinstance(mask, np.ndarray):
            mask = tuple(np.split(mask, np.cumsum(self.nvec)[:-1]))
        return super().sample(mask, probability)


class OrdersParallel(BattleParallel):
    """A battle in which every fighter writes a whole order at each step: a step is one round.

    An action is a `MultiDiscrete` order with a choice for each clause; the choices of a clause are
    numbered from 0, its passing choice. The masks of the clauses are independent: every
    combination of legal choices is legal. `action_mask` of observations and infos is one vector
    `[L]` of all these masks, int8. A missing order counts as the passing choices.
    `illegal_actions` says what an illegal order does: `wait` and `random` replace its illegal
    choices. A value that is no order raises `IllegalAction` and changes nothing. Clauses without a
    decision (ELSE if the condition is "always", the clauses of fallen fighters) are ignored.

    The same orders written clause by clause in `BattleAEC` give the same battle.

    Attributes:
        choices: for each clause, the ids of its choices in the system's table of actions.
    """

    def __init__(
        self,
        system: str | System,
        scenario: Scenarios = None,
        render_mode: RenderMode | None = None,
        max_side: int = 0,
        log: bool = False,
        choices: Choices | tuple[Choices, Choices] = "full",
        memory: int = 0,
        illegal_actions: IllegalActions = "wait",
        shaping: float = 0.0,
        mask_form: MaskForm = "flat",
    ) -> None:
        """Create the environment. Other arguments and errors are those of `BattleAEC`.

        `mask_form="tuple"` gives `action_mask` of observations as a tuple of the clauses' masks.

        Raises:
            ValueError: `mask_form` is unknown, or the system has no written orders.
        """
        super().__init__(
            system, scenario, render_mode, max_side, log, choices, memory, illegal_actions, shaping
        )
        form = self.match.system.order_choices
        if form is None:
            raise ValueError(f"{self.match.system.title} has no written orders")
        if not isinstance(mask_form, str) or mask_form not in get_args(MaskForm):
            raise ValueError(f"mask_form must be 'flat' or 'tuple', got {quote(mask_form)}")
        self.choices: tuple[npt.NDArray[np.int64], ...] = form(self.match.max_side)
        self._is_flat = mask_form == "flat"
        self._lay_out([len(choices) for choices in self.choices])
        self._make_spaces()

    def _lay_out(self, sizes: list[int]) -> None:
        """Number the choices of all clauses in one vector: ids, and places in masks of W * A."""
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

    def _make_spaces(self) -> None:
        seen, sizes = observation_space(self.match)["observation"], self._sizes.tolist()
        for agent in self.possible_agents:
            boxes = [spaces.Box(0, 1, (size,), np.int8) for size in sizes]
            flat = spaces.Box(0, 1, (sum(sizes),), np.int8)
            mask = flat if self._is_flat else spaces.Tuple(boxes)
            self.action_spaces[agent] = OrderSpace(sizes)
            self.observation_spaces[agent] = spaces.Dict({"observation": seen, "action_mask": mask})

    def _check_action(self, agent: str, action: Any) -> None:
        try:
            given = np.asarray(action)
            is_order = given.shape == self._sizes.shape and given.dtype.kind in "iu"
        except (ValueError, TypeError, OverflowError):  # ragged lists and the like
            is_order = False
        if not is_order:
            count = len(self._sizes)
            raise IllegalAction(
                f"the order of {agent} is a list of {count} whole numbers, got {quote(action)}"
            )

    def _play(self, actions: Mapping[str, Any]) -> list[str]:
        """Play a round with the orders `[W]` of all agents; return the agents with illegal ones."""
        orders = np.zeros((len(self.agents), len(self.choices)), np.int64)
        is_legal = np.ones(orders.shape, np.bool_)
        for fighter, agent in enumerate(self.agents):
            if agent in actions:
                is_legal[fighter] = self._write(orders[fighter], fighter, actions[agent])
        illegal = np.flatnonzero(~is_legal.all(axis=1)).tolist()
        if illegal and self._handler.mode == "raise":
            raise self._illegal_order(illegal[0], is_legal[illegal[0]], actions)
        if not self._handler.is_lost(self.match, illegal):
            dice = self.match.rng_state.copy()
            for fighter, clause in np.argwhere(~is_legal):
                masks = self._masks[fighter, clause][None]
                orders[fighter, clause] = self._handler.replacements(masks, dice[None])[0]
            self.match.give_orders(orders)
            self.match.rng_state[:] = dice
        return [self.agents[fighter] for fighter in illegal]

    def _write(
        self, order: npt.NDArray[np.int64], fighter: int, action: Any
    ) -> npt.NDArray[np.bool_]:
        """Write an agent's legal choices as ids of the table; return which are legal `[W]`."""
        given = np.asarray(action)
        exists = (given >= 0) & (given < self._sizes)
        chosen = self._first + np.where(exists, given, 0).astype(np.int64)
        is_legal = exists & self._masks[fighter].ravel()[self._places[chosen]]
        order[is_legal] = self._numbers[chosen[is_legal]]
        return is_legal

    def _illegal_order(
        self, fighter: int, is_legal: npt.NDArray[np.bool_], actions: Mapping[str, Any]
    ) -> IllegalAction:
        """The error for a fighter's order, which names the first illegal clause."""
        clause, agent = int(is_legal.argmin()), self.agents[fighter]
        legal = np.flatnonzero(self._masks[fighter, clause][self.choices[clause]]).tolist()
        return IllegalAction(
            f"the order {quote(actions[agent])} of {agent} is illegal in clause {clause} of "
            f"{len(self.choices)}; legal are: {', '.join(map(str, legal))}"
        )

    def _look(self) -> tuple[Observations, Infos]:
        match = self.match
        observations: Observations = {}
        infos: Infos = {}
        mask_orders(match.battles, 0, self._masks)
        if match.forfeited_to is not None:  # nobody decides
            self._masks[:] = False
            self._masks[:, :, PASS] = True
        every = self._masks.reshape(len(self._masks), -1).take(self._places, 1).view(np.int8)
        vectors = every.copy()
        seen, result = match.observe_all(), match.result()
        for fighter, agent in enumerate(match.agents):
            mask: Any = every[fighter]
            if not self._is_flat:
                mask = tuple(map(mask.__getitem__, self._parts))
            observations[agent] = {"observation": seen[fighter], "action_mask": mask}
            infos[agent] = self._info(agent, vectors[fighter], result)
        return observations, infos
