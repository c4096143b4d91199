"""The parts of a fighter's observation that a character reads: wounds, distances, who shoots.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import numpy as np

from ..envs.core.engine.system import System
from .roles import MARKS, Role, action_roles
from .view import ABLE, pieces_of, slots_of


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

    # --- Leaders ----------------------------------------------------------------------------------

    def _from_leader(self, leaders: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Distances from the leaders in slots `[B]`, in parts of the numbers of `offset`.

        Returns:
            Array `[B]`, of the fighter itself; Array `[B, max_side]`, of the enemies, infinite for
            those who cannot act or are not seen.
        """
        own = np.zeros((len(leaders), 2))
        for slot in range(self.max_side - 1):
            here = leaders == slot
            own[here] = self.piece(f"ally_{slot}.offset")[here]
        enemies = np.full((len(leaders), self.max_side), np.inf)
        for slot in range(self.max_side):
            away = np.hypot(*(self.piece(f"enemy_{slot}.offset") - own).T)
            enemies[:, slot] = np.where(self._is_able(f"enemy_{slot}"), away, np.inf)
        return np.hypot(*own.T), enemies

    def _is_able(self, who: str) -> np.ndarray:
        """Array `[B]` bool: whether a fighter is seen and can act."""
        known = [f"{who}.{name}" for name in ABLE if f"{who}.{name}" in self._places]
        return self.piece(known[0])[:, 0] > 0

    def protects(self, leaders: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The legal actions that protect a threatened leader: Array `[B, A]` bool.

        A leader is threatened while an enemy is nearer to it than the fighter is, and wherever an
        enemy is if both share a place, as in Heimr. Attacks on the enemy nearest to the leader
        protect it; where none is legal, moves towards that enemy; where none is, actions that
        support the leader.

        Args:
            leaders: Array `[B]`: the ally slots of the leaders, -1 without one.
            masks: Array `[B, A]` bool.
        """
        mine, enemies = self._from_leader(leaders)
        threatened = (leaders >= 0) & (enemies.min(1) < np.where(mine > 0, mine, np.inf))
        legal, slots = masks & threatened[:, None], self.roles.slot
        on_enemy = slots == enemies.argmin(1)[:, None]
        protects = legal & self.has(Role.SUPPORT) & (slots == leaders[:, None])
        for role in (Role.APPROACH, Role.ATTACK):
            found = legal & self.has(role) & on_enemy
            protects = np.where(found.any(1)[:, None], found, protects)
        return protects
