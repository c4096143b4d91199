"""Counts how often agents follow each tactic, and forbids a tactic.

Letters: `T` tactics, `B` battles, `P` pairs of battles, `n` decisions, `A` actions, `S` slots of
enemies, `F` fighters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...agents.narrowed import NarrowedAgent
from ...agents.roles import Role, action_roles
from ...agents.sight import Sight
from ...envs.core.engine.battle import MAX_FIGHTERS, NOBODY
from ...envs.core.engine.system import System
from ...envs.core.session.agent_query import choices_for, longest_memory, name_of
from ..executors.tasks import Job, Task
from ..field import deploy_field, play_agents, scores_of, streams_of
from ..shares import by_pair
from .definitions import TACTICS, ActionTactic, Situation, TargetTactic

LONG_AGO = -9
"""The round of an attack that was never made."""
BLOCK = 500
"""Pairs of battles that are played at once."""


@dataclass(frozen=True)
class Counts:
    """The choices of an agent in pairs of battles.

    Attributes:
        hits: Array `[T, P]`: decisions that followed the tactic.
        cases: Array `[T, P]`: decisions in which it could be followed or not.
        scores: Array `[P, 2]`: the agent's scores.
    """

    hits: np.ndarray
    cases: np.ndarray
    scores: np.ndarray


class TacticCounter:
    """Sees the decisions of the first agent of a field: counts them, or forbids a tactic.

    Attributes:
        hits: Array `[T, B]`: decisions that followed each tactic.
        cases: Array `[T, B]`: decisions in which each could be followed or not.
    """

    def __init__(self, system: System, max_side: int, count: int) -> None:
        """Begin with empty counts for `count` battles with `max_side` slots a side."""
        self.system, self.max_side = system, max_side
        self.roles = action_roles(system.name, max_side)
        self.hits, self.cases = np.zeros((2, len(TACTICS), count), np.int64)
        names = np.array(system.verbs)[self.roles.verb]
        self._actions = {
            at: tactic.actions(system.name, names, self.roles)
            for at, tactic in enumerate(TACTICS)
            if isinstance(tactic, ActionTactic)
        }
        self._whens = [one.when for one in TACTICS if isinstance(one, ActionTactic)]
        sorts = np.stack(list(self._actions.values())).reshape(-1, len(names))  # [2 tactics, A]
        kinds, kind = np.unique(sorts, axis=1, return_inverse=True)  # actions that count alike
        self._order = np.argsort(kind, kind="stable")
        self._starts = np.searchsorted(kind[self._order], np.arange(kinds.shape[1]))
        self._kinds = kinds.T
        self._windows = np.array(system.windows)
        self._targets = np.full((count, MAX_FIGHTERS), NOBODY)
        self._rounds = np.full((count, MAX_FIGHTERS), LONG_AGO)
        self._side_targets = np.full(count, NOBODY)

    # --- Situations -------------------------------------------------------------------------------

    def situation(
        self, battles: np.ndarray, numbers: np.ndarray, observations: np.ndarray, masks: np.ndarray
    ) -> Situation:
        """The situation of the deciding fighters; one row a battle, `numbers [n]` in the field."""
        rows, actors = np.arange(len(battles)), battles["to_act"].astype(int)
        sides = battles["side"][rows, actors]
        first = np.where(sides == 0, battles["side_size"][:, 0], 0)  # the first enemy
        recent = self._rounds[numbers] >= battles["round_number"][:, None].astype(int) - 1
        is_ally = battles["side"] == sides[:, None]
        is_ally[rows, actors] = False
        is_ally &= np.arange(MAX_FIGHTERS) < battles["num_fighters"][:, None]
        shared = np.zeros((len(rows), self.max_side), np.bool_)
        for row, ally in zip(*np.nonzero(recent & is_ally), strict=True):
            shared[row, self._targets[numbers[row], ally] - first[row]] = True
        target = self._side_targets[numbers]
        return Situation(
            masks,
            Sight(self.system, observations, masks.shape[1]),
            self._windows[battles["window"]],
            np.where(target == NOBODY, -1, target - first),
            shared,
        )

    def _targets_left(self, masks: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Array `[n, S]` bool: the enemies at whom each action could be aimed, its own included."""
        roles = self.roles
        alike = masks & (roles.base == roles.base[actions, None])
        return np.stack([alike[:, roles.slot == slot].any(1) for slot in range(self.max_side)], 1)

    # --- Counting ---------------------------------------------------------------------------------

    def see(
        self, battles: np.ndarray, numbers: np.ndarray, observations: np.ndarray,
        masks: np.ndarray, actions: np.ndarray,
    ) -> None:  # fmt: skip
        """Count choices before they are carried out; one row a battle.

        Args:
            battles: the records `[n]`.
            numbers: Array `[n]`: the numbers of these battles.
            observations: Array `[n, N]`.
            masks: Array `[n, A]` bool.
            actions: Array `[n]`.
        """
        here = self.situation(battles, numbers, observations, masks)
        self._count_actions(here, numbers, actions)
        self._count_targets(here, numbers, actions)
        self._remember(battles, numbers, actions)

    def _count_actions(self, here: Situation, numbers: np.ndarray, actions: np.ndarray) -> None:
        some = np.logical_or.reduceat(here.masks[:, self._order], self._starts, axis=1)
        possible = some @ self._kinds
        for place, (at, (follow, others)) in enumerate(self._actions.items()):
            both = possible[:, 2 * place] & possible[:, 2 * place + 1]
            cases = both & (follow | others)[actions] & self._whens[place](here)
            self._add(at, numbers, cases & follow[actions], cases)

    def _count_targets(self, here: Situation, numbers: np.ndarray, actions: np.ndarray) -> None:
        slots = self.roles.slot[actions]
        attacks = (self.roles.role[actions] == Role.ATTACK) & (slots >= 0)
        if self.max_side == 1 or not attacks.any():
            return
        left = self._targets_left(here.masks, actions)
        rows = np.arange(len(actions))
        for at, tactic in enumerate(TACTICS):
            if isinstance(tactic, TargetTactic):
                wanted = tactic.slots(here)
                cases = attacks & (left & wanted).any(1) & (left & ~wanted).any(1)
                self._add(at, numbers, cases & wanted[rows, np.maximum(slots, 0)], cases)

    def _add(self, at: int, numbers: np.ndarray, hits: np.ndarray, cases: np.ndarray) -> None:
        self.hits[at, numbers] += hits
        self.cases[at, numbers] += cases

    def _remember(self, battles: np.ndarray, numbers: np.ndarray, actions: np.ndarray) -> None:
        """Remember whom each fighter attacked, and when."""
        slots = self.roles.slot[actions]
        rows = np.flatnonzero((self.roles.role[actions] == Role.ATTACK) & (slots >= 0))
        actors = battles["to_act"][rows].astype(int)
        sides = battles["side"][rows, actors]
        target = slots[rows] + np.where(sides == 0, battles["side_size"][rows, 0], 0)
        self._targets[numbers[rows], actors] = target
        self._rounds[numbers[rows], actors] = battles["round_number"][rows]
        self._side_targets[numbers[rows]] = target

    # --- Forbidding -------------------------------------------------------------------------------

    def forbid(self, at: int, here: Situation) -> np.ndarray:
        """The masks `[n, A]` without the actions that follow a tactic, where others are left."""
        tactic, masks, roles = TACTICS[at], here.masks, self.roles
        if isinstance(tactic, TargetTactic):
            attacks = (roles.role == Role.ATTACK) & (roles.slot >= 0)
            wanted = tactic.slots(here)[:, np.maximum(roles.slot, 0)] & attacks
            free = masks & attacks & ~wanted
            has_other = np.zeros((len(masks), roles.base.max() + 1), np.bool_)
            for base in np.unique(roles.base[attacks]):
                has_other[:, base] = free[:, roles.base == base].any(1)
            return masks & ~(wanted & has_other[:, roles.base])
        follow, others = self._actions[at]
        has_other = (masks & others).any(1) & tactic.when(here)
        return masks & ~(follow & has_other[:, None])


class Without(NarrowedAgent):
    """An agent that is not left the actions of one tactic, where it has others.

    Attributes:
        forbidden: number of the tactic.
        left: Array `[n, A]` bool: the actions left in the next choice, as the counter finds them.
    """

    def __init__(self, inner: Any, system: System, forbidden: int) -> None:
        """Forbid an agent a tactic."""
        super().__init__(inner, system, inner.name)
        self.forbidden = forbidden
        self.left: np.ndarray | None = None

    def narrow(self, observations: np.ndarray, masks: np.ndarray, words: np.ndarray) -> np.ndarray:
        """The actions that are left."""
        return masks if self.left is None else self.left


def plan_counted(
    agent: Any, opponent: Any, system: System, templates: np.ndarray, pairs: int, seed: int,
    forbidden: int | None = None,
) -> Job:  # fmt: skip
    """Plan battles in which the tactics of an agent are counted: a task a block gives `Counts`.

    Args:
        agent: the agent.
        opponent: its opponent.
        system: the system.
        templates: Array `[T]`.
        pairs: pairs of battles, with the sides swapped.
        seed: seed of the dice.
        forbidden: number of a tactic that the agent may not follow where it has another choice.
    """

    def tasks() -> Iterator[Task]:
        dice, own = streams_of(seed, pairs)
        without = "" if forbidden is None else f" without {TACTICS[forbidden].name}"
        for first in range(0, pairs, BLOCK):
            part = slice(first, min(first + BLOCK, pairs))
            title = (
                f"tactics of {name_of(agent)}{without} against {name_of(opponent)}, pairs "
                f"{first + 1} to {part.stop}"
            )
            arguments = (agent, opponent, forbidden, system, templates, dice[part], own[part])
            yield Task(title, system.name, count_block, arguments)

    return Job(tasks, -(-pairs // BLOCK))


def count_block(
    agent: Any, opponent: Any, forbidden: int | None, system: System, templates: np.ndarray,
    dice: np.ndarray, own: np.ndarray,
) -> Counts:  # fmt: skip
    """Count the tactics of an agent in one block of pairs; arguments as in `plan_counted`."""
    player = agent if forbidden is None else Without(agent, system, forbidden)
    cast = player, opponent
    memory, choices = longest_memory(0, *cast), (choices_for(cast[0]), choices_for(cast[1]))
    field = deploy_field(system, templates, dice, own, True, choices, memory)
    counter = TacticCounter(system, int(templates["max_side"][0]), len(field.battles))

    def before(
        battles: np.ndarray, running: np.ndarray, seen: tuple[np.ndarray, np.ndarray],
        acting: np.ndarray,
    ) -> None:  # fmt: skip
        rows = np.flatnonzero(acting == 0)
        if isinstance(player, Without) and len(rows):
            here = counter.situation(battles[rows], running[rows], seen[0][rows], seen[1][rows])
            player.left = counter.forbid(player.forbidden, here)

    def see(
        battles: np.ndarray, running: np.ndarray, seen: tuple[np.ndarray, np.ndarray],
        actions: np.ndarray, acting: np.ndarray,
    ) -> None:  # fmt: skip
        rows = np.flatnonzero(acting == 0)
        if len(rows):
            sights = seen[0][rows], seen[1][rows]
            counter.see(battles[rows], running[rows], *sights, actions[rows])

    seats = field.battles["side"] != field.first_side[:, None]
    play_agents(field, cast, seats, witness=see, before=before)
    return Counts(by_pair(counter.hits), by_pair(counter.cases), scores_of(field.battles))


def joined(parts: Sequence[Counts]) -> Counts:
    """Counts of several blocks or opponents as one, pair after pair."""
    return Counts(
        np.concatenate([one.hits for one in parts], 1),
        np.concatenate([one.cases for one in parts], 1),
        np.concatenate([one.scores for one in parts]),
    )
