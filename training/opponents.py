"""The opponents of a learner: named agents, drawn by weight, and frozen copies of the learner.

Letters: `B` battles, `A` actions, `N` the observation's length, `O` opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..agents.registry import make_agent
from ..envs.core.adapters.opponent import check_slots
from ..envs.core.adapters.vector import BattleVector
from ..envs.core.engine.loops import EXTERNAL
from ..envs.core.engine.record_checks import StateError
from ..envs.core.inputs.arguments import quote, whole_numbers
from ..envs.core.session.agent_query import checked_agent, choices_for, memory_for, query_agent

FROZEN = "self"
"""Name under which battles against frozen copies are counted."""

Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""Observations `[b, N]` and masks `[b, A]` to actions `[b]`."""


class OpponentPool:
    """The opponents of the learner, and the probability of each.

    Compiled heuristics are played by the `BattleVector`; the pool asks all others in Python.

    Attributes:
        names: the opponents as in the config, then `FROZEN`.
        weights: Array `[O - 1]`: chances with which the named opponents are drawn.
        agents: the opponents that are asked from Python, by their index in `names`.
        controllers: Array `[O]` int16: each opponent's number in the `BattleVector`.
        choose_frozen: the network that plays as `FROZEN`; None before the first one.
    """

    def __init__(
        self, vector: BattleVector, opponents: dict[str, float], choices: str = "full"
    ) -> None:
        """Create the agents.

        Args:
            vector: the battles that the opponents play in.
            opponents: weight of each opponent, the name of any agent.
            choices: `full` or `quick`, for both sides.

        Raises:
            FileNotFoundError: an opponent is a file that does not exist.
            ImportError: the packages that an opponent needs are not installed.
            KeyError: unknown opponent.
            TypeError: `opponents` is no dict.
            ValueError: an opponent that cannot be used here, or wrong weights.
        """
        if not isinstance(opponents, Mapping):
            raise TypeError(
                "opponents are a dict of names and weights, as {'random': 1}, got "
                f"{quote(opponents)}"
            )
        policies = vector.system.policies
        self.names = [*opponents, FROZEN]
        self.agents = {
            place: make_opponent(name, vector, choices)
            for place, name in enumerate(opponents)
            if name not in policies
        }
        self.controllers = np.array([policies.get(n, EXTERNAL) for n in self.names], np.int16)
        self.weights = np.zeros(len(opponents))
        self.set_weights(np.array(list(opponents.values())))
        self.choose_frozen: Choose | None = None
        self._rng_state = np.zeros((vector.num_envs, 4), np.uint32)

    def set_weights(self, weights: np.ndarray) -> None:
        """Set the weights of the opponents, in the order of `names`, for all later draws.

        Raises:
            ValueError: the count is wrong, a weight is negative or infinite, or all weights are 0.
        """
        given, count = np.asarray(weights), len(self.names) - 1
        if given.shape != (count,) or (count and given.dtype.kind not in "biuf"):
            raise ValueError(f"{count} opponents need as many weights, got {quote(weights)}")
        total = given.sum()
        if count and not (np.isfinite(total) and total > 0 and (given >= 0).all()):
            raise ValueError(f"weights must be 0 or more, and not all 0, got {quote(weights)}")
        if count:
            self.weights[:] = given / total

    def draw(self, generator: np.random.Generator, is_named: np.ndarray) -> np.ndarray:
        """Draw an opponent for each battle.

        Args:
            generator: generator of the draws.
            is_named: Array `[b]` bool: draw a named opponent by weight; else take `FROZEN`.

        Returns:
            Indices in `names`, `[b]` int16.
        """
        drawn = np.full(len(is_named), len(self.weights), np.int16)
        if is_named.any():
            drawn[is_named] = generator.choice(len(self.weights), is_named.sum(), p=self.weights)
        return drawn

    def choose(
        self,
        vector: BattleVector,
        who: np.ndarray,
        opponent: np.ndarray,
        generator: np.random.Generator,
    ) -> np.ndarray:
        """Let the agents and the frozen network decide, each in all its battles at once.

        Args:
            vector: the battles.
            who: indices `[b]` of the battles in which the opponent is to act.
            opponent: `[B]`, the opponent in each battle, an index in `names`.
            generator: seeds the agents' own generators, so that snapshots cover all draws.

        Returns:
            Actions `[b]` int64.

        Raises:
            AgentError: an agent failed; the message names it.
            ValueError: a battle of self-play has no network, or it takes illegal actions.
        """
        actions = np.zeros(len(who), np.int64)
        seen = vector.observations, vector.action_masks
        for place in np.unique(opponent[who]):
            rows = np.flatnonzero(opponent[who] == place)
            battles = who[rows]
            if place in self.agents:
                self._rng_state[battles] = generator.integers(1, 1 << 32, (len(rows), 4), np.uint32)
                actions[rows], _ = query_agent(
                    self.agents[place],
                    vector.system,
                    vector.battles,
                    self._rng_state,
                    *seen,
                    battles,
                )
            else:
                actions[rows] = self._ask_frozen(*seen, battles)
        return actions

    def _ask_frozen(
        self, observations: np.ndarray, masks: np.ndarray, battles: np.ndarray
    ) -> np.ndarray:
        """The actions `[b]` of the network of self-play in `battles [b]`, which must be legal."""
        if self.choose_frozen is None:
            raise ValueError("self-play needs an opponent: call spar_with first")
        answer = self.choose_frozen(observations[battles], masks[battles])
        actions = whole_numbers("actions of the opponent in self-play", answer, battles.shape)
        known = (actions >= 0) & (actions < masks.shape[1])
        if not known.all() or not masks[battles, actions].all():
            raise ValueError(f"the opponent in self-play takes illegal actions: {quote(actions)}")
        return actions


def make_opponent(name: str, vector: BattleVector, choices: str) -> Any:
    """An agent that is asked from Python.

    Raises:
        ValueError: the agent needs another number of slots a side, or learned with other choices
            or a longer memory.
    """
    agent = make_agent(name, vector.system)
    check_slots(name, checked_agent(agent, vector.system), vector.max_side)
    asked = choices_for(agent, choices)
    if asked != choices:
        raise ValueError(
            f"the opponent {name} learned with {asked} choices, and these battles have {choices} "
            f"ones: give choices={asked!r}"
        )
    memory = memory_for(agent)
    if memory > vector.memory:
        raise ValueError(
            f"the opponent {name} remembers {memory} events, and the fighters of these battles "
            f"{vector.memory}: give memory={memory}"
        )
    return agent


def check_opponents(arrays: dict[str, np.ndarray], count: int) -> None:
    """Refuse invalid sides and opponents, and weights that are not probabilities.

    Args:
        arrays: the arrays of a snapshot of `BattleVecEnv`.
        count: `O`.

    Raises:
        StateError: names what is wrong.
    """
    for name, end in (("learner_side", 2), ("opponent", count), ("next_opponent", count)):
        if ((arrays[name] < 0) | (arrays[name] >= end)).any():
            raise StateError(f"{name} of the snapshot must be between 0 and {end - 1}")
    weights = arrays["weights"]
    if len(weights) and not ((weights >= 0).all() and np.isclose(weights.sum(), 1)):
        raise StateError("weights of the snapshot must be chances that add up to 1")
