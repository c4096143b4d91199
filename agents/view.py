"""Observations by name, for heuristics that users write in Python."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np

from ..envs.core.engine.battle import MAX_SIDE
from ..envs.core.engine.memory_layout import layout_of, memory_length
from ..envs.core.engine.system import System, get_system
from ..envs.core.inputs.spelling import nearest

WAIT = 0
ABLE = ("is_here", "can_act", "is_conscious", "awake")
"""Pieces of an enemy's block that say whether it can still act; each system has one of them."""


@functools.cache
def slots_of(system_name: str, num_actions: int) -> int:
    """Slots a side for which the system's table has `num_actions` actions.

    Raises:
        ValueError: no table of the system has that many.
    """
    system = get_system(system_name)
    for max_side in range(1, MAX_SIDE + 1):
        if system.num_actions(max_side) == num_actions:
            return max_side
    raise ValueError(f"{system.title} has no table of {num_actions} actions")


@functools.cache
def pieces_of(system_name: str, max_side: int, length: int) -> dict[str, slice]:
    """The places of the pieces in an observation of a length, memory included."""
    system = get_system(system_name)
    events = (length - system.observation_layout(max_side).length) // memory_length(max_side)
    return layout_of(system, max_side, events).slices()


@functools.cache
def _choices(system_name: str, max_side: int) -> list[dict[str, Any]]:
    system = get_system(system_name)
    return [system.decode(action, max_side) for action in range(system.num_actions(max_side))]


class View:
    """The observation and the legal actions of a fighter, by name.

    `view["enemy_0.distance"]` is a number, `view["own.status"]`, with several numbers, an array.
    `view.legal("melee_attack")` lists the legal actions of a verb. The names of all pieces and
    verbs are in the docs of the system.

    Attributes:
        system: the system.
        max_side: slots a side.
        random: a generator for the heuristic's own draws.
    """

    def __init__(
        self, system: System, observation: np.ndarray, mask: np.ndarray, generator: random.Random
    ) -> None:
        """Wrap one observation `[N]` with its mask `[A]` bool."""
        self.system = system
        self.max_side = slots_of(system.name, len(mask))
        self.random = generator
        self._observation = observation
        self._mask = mask
        self._where = pieces_of(system.name, self.max_side, len(observation))
        self._what = _choices(system.name, self.max_side)

    def __getitem__(self, name: str) -> Any:
        """A piece of the observation: a float, or an array if the piece has several numbers.

        Raises:
            KeyError: the piece is unknown; the message gives the nearest ones.
        """
        if name not in self._where:
            raise KeyError(f"no piece {name!r}: {nearest(name, list(self._where))}")
        numbers = self._observation[self._where[name]]
        return float(numbers[0]) if len(numbers) == 1 else numbers

    def which(self, name: str) -> int:
        """The place of the 1 in a one-hot piece, -1 if there is none."""
        numbers = np.atleast_1d(self[name])
        return int(np.argmax(numbers)) if numbers.max() > 0 else -1

    def enemies(self) -> list[int]:
        """The slots of the enemies that can act (in Platemail: that are not dead)."""
        piece = next(name for name in ABLE if f"enemy_0.{name}" in self._where)
        return [slot for slot in range(self.max_side) if self[f"enemy_{slot}.{piece}"] > 0]

    def legal(self, verb: str | None = None, target: int | None = None) -> list[int]:
        """The legal actions, all or those of a verb, all or those with a target slot.

        Raises:
            KeyError: the verb is unknown; the message gives the nearest ones.
        """
        if verb is not None and verb not in self.system.verbs:
            raise KeyError(f"no verb {verb!r}: {nearest(verb, list(self.system.verbs))}")
        return [
            int(action)
            for action in np.flatnonzero(self._mask)
            if (verb is None or self._what[action]["verb"] == verb)
            and (target is None or self._what[action]["target"] == target)
        ]

    def first(self, *verbs: str) -> int | None:
        """The first legal action of the first verb that has one; None if there is none."""
        for verb in verbs:
            actions = self.legal(verb)
            if actions:
                return actions[0]
        return None

    def verb(self, action: int) -> str:
        """The verb of an action."""
        return self._what[action]["verb"]

    def target(self, action: int) -> int | None:
        """The target slot of an action, None if it has none."""
        return self._what[action]["target"]
