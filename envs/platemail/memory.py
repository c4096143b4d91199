"""The events that fighters remember, and whom they notice (XP2, XP4)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.memory import Memory, memory_kinds
from .enums import Event
from .rules.sight import is_concealed_from, is_unaware

KINDS = memory_kinds(
    Event,
    {
        Event.ATTACK: Memory.ATTACKS,
        Event.HIT: Memory.HITS,
        Event.CRITICAL: Memory.HITS,
        Event.MISS: Memory.MISSES,
        Event.FREED: Memory.HELPS,
        Event.HEALED: Memory.HELPS,
        Event.STABLE: Memory.HELPS,
        Event.WOUNDED: Memory.WOUNDED,
        Event.DOWN: Memory.FALLS,
        Event.DEAD: Memory.FALLS,
    },
)


@njit
def public_kind(battle, kind, what):
    """The memory of an event."""
    return np.int64(KINDS[kind])


@njit
def notices(battle, viewer, other):
    """Whether a fighter is aware of another and sees it; of its own side it knows all (XP2)."""
    if battle.side[viewer] == battle.side[other]:
        return True
    return not is_unaware(battle, viewer, other) and not is_concealed_from(battle, other, viewer)
