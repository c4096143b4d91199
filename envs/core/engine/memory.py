"""The memory of fighters: for each the last public events that it noticed, in the record.

`memory` of the header is the number of events that each fighter remembers, 0 for none. An event
enters a fighter's memory when it is logged, with or without the log: its kind must be public, and
the fighter must notice the actor and the target in that moment. Both are questions to the system
(`memory.py` of its package: `public_kind`, `notices`). Each fighter has places of its own, the
newest event first, so that no event displaces one that another fighter remembers.

`memory_layout.py` writes the memory at the end of an observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from ..compiler.compile import njit
from .system import notices, public_kind

MOST_EVENTS = 8
"""Most events that a fighter remembers."""


class Memory(IntEnum):
    """Kinds of remembered events, of all systems; those up to `HELPS` have a target."""

    NONE = 0
    ATTACKS = 1
    HITS = 2
    MISSES = 3
    OVERCOMES = 4  # binds, holds, pins, or succeeds with a manoeuvre
    HELPS = 5  # heals, treats, frees
    WOUNDED = 6
    FALLS = 7  # dead or unable to fight


def memory_kinds(event: type[IntEnum], kinds: Mapping[IntEnum, Memory]) -> np.ndarray:
    """The kind of memory of each kind of event, `NONE` for events that are not public: int8."""
    return np.array([kinds.get(kind, Memory.NONE) for kind in event], np.int8)


@njit
def remember(battle, kind, actor, target, what):
    """Add an event to the memory of each fighter who notices it."""
    public = public_kind(battle, kind, what)
    if public == Memory.NONE or actor < 0:
        return
    other = target if public <= Memory.HELPS and target >= 0 else actor
    for viewer in range(battle.num_fighters):
        if notices(battle, viewer, actor) and notices(battle, viewer, other):
            add_event(battle, viewer, public, actor, other)


@njit
def add_event(battle, viewer, kind, actor, target):
    """Put an event before the others in a fighter's memory; a repetition in a round counts once.

    An event without a target has its actor in this place.
    """
    kinds, rounds = battle.memory_kinds, battle.memory_rounds
    actors, targets = battle.memory_actors, battle.memory_targets
    if (
        kinds[viewer, 0] == kind
        and actors[viewer, 0] == actor
        and targets[viewer, 0] == target
        and rounds[viewer, 0] == battle.round_number
    ):
        return
    for place in range(battle.memory - 1, 0, -1):
        kinds[viewer, place] = kinds[viewer, place - 1]
        actors[viewer, place] = actors[viewer, place - 1]
        targets[viewer, place] = targets[viewer, place - 1]
        rounds[viewer, place] = rounds[viewer, place - 1]
    kinds[viewer, 0] = kind
    actors[viewer, 0] = actor
    targets[viewer, 0] = target
    rounds[viewer, 0] = battle.round_number


@njit
def forget(battle):
    """Clear the memory of all fighters."""
    for viewer in range(len(battle.memory_kinds)):
        for place in range(MOST_EVENTS):
            battle.memory_kinds[viewer, place] = 0
            battle.memory_actors[viewer, place] = 0
            battle.memory_targets[viewer, place] = 0
            battle.memory_rounds[viewer, place] = 0
