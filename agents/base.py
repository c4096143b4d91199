"""The base of all agents: SB3's `predict` on batches, and `watch` for agents that read records.

An agent chooses in `predict(observation, ..., action_masks=)`. Compiled heuristics and the search
read the battles themselves, through helpers that see only what the deciding fighter may see.
The caller of such an agent calls `watch(battles, rng_state)` before each `predict`, with one record
for each row of the observation:

    agent.watch(vector.battles)
    actions, _ = agent.predict(vector.observations, action_masks=vector.action_masks)

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from ..envs.core.engine.loops import choose_in_battles
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import checked_seed
from ..envs.core.inputs.spelling import nearest
from ..envs.core.session.agent_query import as_system
from .checks import check_legal, checked_records, checked_rows, checked_words


class Agent(ABC):
    """An agent.

    Attributes:
        name: its name in tables.
        system: the system it plays.
        policy: the number of the compiled heuristic, or None for another agent; two heuristics can
            fight without leaving compiled code.
        is_deterministic: the last `deterministic` of `predict`.
    """

    policy: int | None = None

    def __init__(self, name: str, system: str | System, seed: int = 0) -> None:
        """Name an agent and seed its draws."""
        self.name = name
        self.system = as_system(system)
        self._battles: np.ndarray | None = None
        self._rng_state: np.ndarray | None = None
        self.is_deterministic = False
        self.seed(seed)

    def seed(self, seed: int | None) -> None:
        """Seed the agent's own draws, which are never the battle's dice; None is fresh entropy.

        Raises:
            ValueError: the seed is not an integer of 0 or more.
        """
        self._generator = np.random.default_rng(checked_seed(seed))

    def watch(self, battles: np.ndarray, rng_state: np.ndarray | None = None) -> None:
        """Show the agent the battles of the next `predict`; it changes none of them.

        This checks only the type of the records, since they come from a match or a vector. Check
        records from elsewhere with `record_checks.check_battles` first.

        Args:
            battles: Array `[B]` of battle records, in the order of the observations.
            rng_state: Array `[B, 4]` uint32: dice for the agent's own use in this one choice, one
                generator a battle; they advance. None lets it use its own.

        Raises:
            ValueError: the records are not of its system, or the dice do not fit them.
        """
        self._battles = self._rng_state = None
        battles = checked_records(self.name, self.system, battles)
        self._rng_state = (
            None if rng_state is None else checked_words(self.name, rng_state, len(battles))
        )
        self._battles = battles

    def predict(
        self,
        observation: np.ndarray,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
        action_masks: np.ndarray | None = None,
    ) -> tuple[np.ndarray, Any]:
        """Choose, for one observation or a batch.

        Args:
            observation: Array `[N]` or `[B, N]` of finite numbers.
            state: returned as it is: no agent of quintain has a memory.
            episode_start: not used.
            deterministic: accepted and ignored, unless the agent says otherwise.
            action_masks: Array `[A]` or `[B, A]` of the legal actions, bool or 0 and 1.

        Returns:
            The action, or the actions `[B]` int64, and `state`.

        Raises:
            ValueError: the masks are missing, one allows nothing, an array has a wrong size, or the
                agent reads records and has none.
        """
        batch, masks = checked_rows(self.name, self.system, observation, action_masks)
        self.is_deterministic = deterministic
        actions = np.asarray(self.choose(batch, masks), np.int64)
        self._rng_state = None  # these dice are for this choice only
        return (actions if np.ndim(observation) > 1 else actions[0]), state

    @abstractmethod
    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions `[B]` for observations `[B, N]` and masks `[B, A]` bool."""

    def watched(self, masks: np.ndarray) -> np.ndarray:
        """The records `[B]` of the last `watch`, which fit the masks `[B, A]`.

        Raises:
            ValueError: there are none, or not as many as masks; or a mask allows an action that the
                battle forbids.
        """
        battles, count = self._battles, len(masks)
        if battles is None or len(battles) != count:
            shown = 0 if battles is None else len(battles)
            raise ValueError(
                f"{self.name} reads the battles: call watch(battles) before predict, with one "
                f"record an observation (it was shown {shown} for {count})"
            )
        check_legal(self.name, self.system, battles, masks)
        return battles

    def own_words(self, count: int) -> np.ndarray:
        """Dice for `count` choices, `[count, 4]` uint32: those of `watch`, or fresh ones."""
        if self._rng_state is not None and len(self._rng_state) == count:
            return self._rng_state
        return self._generator.integers(1, 1 << 32, (count, 4), np.uint32)


class HeuristicAgent(Agent):
    """A compiled heuristic."""

    policy: int

    def __init__(self, name: str, system: str | System, seed: int = 0) -> None:
        """Take a heuristic of a system by its name.

        Raises:
            KeyError: no such heuristic; the message gives the nearest ones.
        """
        super().__init__(name, system, seed)
        self.policy = heuristic_number(self.system, name)

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The heuristic's actions in the battles that it watches."""
        battles = self.watched(masks)
        actions = np.zeros(len(masks), np.int64)
        policies = np.full(len(masks), self.policy, np.int16)
        choose_in_battles(battles, policies, masks, self.own_words(len(masks)), actions)
        return actions


PATIENT = "patient"
"""The heuristic that never attacks first. It is registered after the strongest one."""


class RandomAgent(HeuristicAgent):
    """Any legal action, each with the same probability; needs no records."""

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """A uniformly random legal action of each row."""
        if self._rng_state is not None:
            return super().choose(observations, masks)
        scores = self._generator.random(masks.shape)
        return np.argmax(np.where(masks, scores, -1.0), axis=1)


def strongest(system: System) -> str:
    """The name of the strongest heuristic: the last one but `PATIENT`."""
    return [name for name in system.policies if name != PATIENT][-1]


def simplest(system: System) -> str:
    """The name of the first heuristic that is not random; random where only one is not."""
    heuristics = [name for name in system.policies if name != "random"]
    return heuristics[0] if len(heuristics) > 1 else "random"


def heuristic_number(system: System, name: str) -> int:
    """Number of a compiled heuristic.

    Raises:
        KeyError: no such heuristic; the message gives the nearest ones.
    """
    if name not in system.policies:
        raise KeyError(
            f"{system.title} has no heuristic {name!r}: {nearest(name, list(system.policies))}"
        )
    return system.policies[name]
