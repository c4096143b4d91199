"""An agent that is left only some of the legal actions.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from ..envs.core.engine.dice import WORD, next_words
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import battles_at
from .base import Agent
from .roles import ActionRoles, Role, action_roles
from .view import slots_of


class NarrowedAgent(Agent):
    """An agent that is left only some of the legal actions; subclasses say which.

    Attributes:
        inner: the agent that chooses.
    """

    def __init__(self, inner: Any, system: System, name: str, seed: int = 0) -> None:
        """Narrow the choice of an agent.

        Raises:
            KeyError: the system has no table of roles.
        """
        super().__init__(name, system, seed)
        action_roles(self.system.name, 1)
        self.inner = inner
        for attribute in ("max_side", "choices", "memory"):
            if hasattr(inner, attribute):
                setattr(self, attribute, getattr(inner, attribute))

    def seed(self, seed: int | None) -> None:
        """Seed its draws and those of the inner agent."""
        super().seed(seed)
        if callable(getattr(getattr(self, "inner", None), "seed", None)):
            self.inner.seed(seed)

    @abstractmethod
    def narrow(self, observations: np.ndarray, masks: np.ndarray, words: np.ndarray) -> np.ndarray:
        """The actions that are left: Array `[B, A]` bool, at least one of each row of the masks.

        Args:
            observations: Array `[B, N]`.
            masks: Array `[B, A]` bool; returned itself if all are left.
            words: Array `[B, 4]` uint32: dice for draws, which advance.
        """

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions `[B]`: those of the agent among the actions that are left."""
        words = self.own_words(len(masks))
        left = self.narrow(observations, masks, words)
        actions = self._ask(observations, left, words, np.arange(len(masks)))
        if left is masks:
            return actions
        actions = self._heed(observations, masks, left, words, actions)
        return self.aim(observations, left, words, actions)

    def aim(
        self, observations: np.ndarray, left: np.ndarray, words: np.ndarray, actions: np.ndarray
    ) -> np.ndarray:
        """The chosen actions `[B]`; a subclass may turn them to others that are left."""
        return actions

    def _heed(
        self, observations: np.ndarray, masks: np.ndarray, left: np.ndarray, words: np.ndarray,
        actions: np.ndarray,
    ) -> np.ndarray:  # fmt: skip
        """Replace the actions `[B]` that are not left."""
        rows = np.flatnonzero(~allows(left, actions))
        if len(rows):  # they do not heed the mask: choose what is most like their free choice
            free = self._ask(observations, masks, words, rows)
            roles = action_roles(self.system.name, slots_of(self.system.name, masks.shape[1]))
            dice = words[rows]  # the others do not depend on these battles, so their dice stay
            draws = uniform(dice)
            words[rows] = dice
            is_legal = allows(masks[rows], free)
            for row, action, legal, draw in zip(rows, free, is_legal, draws, strict=True):
                like = most_like(roles, left[row], int(action), draw) if legal else action
                actions[row] = like
        return actions

    def _ask(
        self, observations: np.ndarray, masks: np.ndarray, words: np.ndarray, rows: np.ndarray
    ) -> np.ndarray:
        """The actions `[n]` of the inner agent in the rows `[n]`; their dice advance."""
        if hasattr(self.inner, "watch") and self._battles is not None:
            dice = words[rows]
            self.inner.watch(battles_at(self._battles, rows), dice)
        answer, _ = self.inner.predict(
            observations[rows], action_masks=masks[rows], deterministic=self.is_deterministic
        )
        if hasattr(self.inner, "watch") and self._battles is not None:
            words[rows] = dice
        return np.array(answer, np.int64)


def allows(masks: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Array `[B]` bool: whether each mask `[B, A]` allows the action of its row."""
    known = (actions >= 0) & (actions < masks.shape[1])
    return known & masks[np.arange(len(masks)), np.where(known, actions, 0)]


def uniform(words: np.ndarray) -> np.ndarray:
    """A draw from 0 to 1 of each generator `[B, 4]`, which advances: Array `[B]`."""
    draws = np.zeros(len(words), np.int64)
    next_words(words, draws)
    return draws / (WORD + 1)


def most_like(roles: ActionRoles, left: np.ndarray, action: int, draw: float) -> int:
    """One of the actions left `[A]` of the verb of an action, else of its role, else of any role.

    Args:
        roles: the actions.
        left: the actions left; not all are False.
        action: the action that its agent would rather take.
        draw: a random number from 0 to 1.
    """
    same = (roles.verb == roles.verb[action], roles.role == roles.role[action])
    for alike in (*same, roles.role != Role.OTHER, np.ones(len(left), np.bool_)):
        found = np.flatnonzero(left & alike)
        if len(found):
            return int(found[int(draw * len(found))])
    raise ValueError("no action is left")
