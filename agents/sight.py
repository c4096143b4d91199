"""The parts of a fighter's observation that a character reads: wounds, distances, who shoots.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import numpy as np

from ..envs.core.engine.system import System
from .roles import MARKS, Role, action_roles
from .view import pieces_of, slots_of


class Sight:
    """The parts of observations that a character reads.

    Attributes:
        max_side: slots a side.
        roles: the actions.
    """

    def __init__(self, system: System, observations: np.ndarray, num_actions: int) -> None:
        """Read observations `[B, N]` of a table of `num_actions`."""
        self.max_side = slots_of(system.name, num_actions)
        self.roles = action_roles(system.name, self.max_side)
        self._marks, self._observations = MARKS[system.name], observations
        self._places = pieces_of(system.name, self.max_side, observations.shape[1])

    def piece(self, name: str) -> np.ndarray:
        """A piece by its name: Array `[B, n]`."""
        return self._observations[:, self._places[name]]

    def has(self, *roles: Role) -> np.ndarray:
        """The actions of some roles: Array `[1, A]` bool."""
        return np.isin(self.roles.role, roles)[None]

    def hurt(self) -> tuple[np.ndarray, np.ndarray]:
        """Arrays `[B]` bool: whether the fighter is hurt, and whether it may yield."""
        harm = self._marks.harm(self.piece, "own") + 1e-6
        spent = np.inf if self._marks.spent is None else self._marks.spent
        return harm >= self._marks.hurt, harm >= spent

    def scores(self, taste: str) -> np.ndarray:
        """How well each slot suits a taste: Array `[B, max_side]`; the best are attacked."""
        slots = [f"enemy_{slot}" for slot in range(self.max_side)]
        if taste == "nearest":
            name = self._marks.distance
            return -np.stack([self.piece(f"{slot}.{name}")[:, 0] for slot in slots], 1)
        if taste == "weakest":
            return np.stack([self._marks.harm(self.piece, slot) for slot in slots], 1)
        if taste == "attackers":
            name, at, number = self._marks.attacked_me
            found = [self.piece(f"{slot}.{name}")[:, at] == number for slot in slots]
            return np.stack(found, 1).astype(float)
        shown = [
            [self.piece(f"{slot}.{name}")[:, at] > 0 for name, at in self._marks.missiles]
            for slot in slots
        ]
        return np.stack([np.any(one, axis=0) for one in shown], 1).astype(float)

    def redirect(self, taste: str, masks: np.ndarray, actions: np.ndarray) -> None:
        """Turn the attacks among `actions [B]` to the legal target that suits a taste best."""
        roles = self.roles
        attacks = np.flatnonzero(roles.role[actions] == Role.ATTACK)
        if not len(attacks):
            return
        alike = masks[attacks] & (roles.base == roles.base[actions[attacks], None])
        scores = self.scores(taste)[attacks]
        low = scores.min(1) - (taste == "nearest")  # of a target that is no slot: "the closest"
        by_action = np.where(roles.slot >= 0, scores[:, roles.slot], -np.inf)
        by_action = np.where(alike, by_action, -np.inf)
        slots = roles.slot[actions[attacks]]
        mine = np.where(slots >= 0, scores[np.arange(len(attacks)), slots], low)
        turned = by_action.max(1) > mine
        actions[attacks[turned]] = by_action.argmax(1)[turned]
