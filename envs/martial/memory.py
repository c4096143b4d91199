"""The events that fighters remember, and whom they notice (XD1)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.memory import Memory, memory_kinds
from .enums import Event
from .rules.positioning.sight import is_unseen

KINDS = memory_kinds(
    Event,
    {
        Event.ATTACKS: Memory.ATTACKS,
        Event.HITS: Memory.HITS,
        Event.MISSES: Memory.MISSES,
        Event.MANEUVER: Memory.OVERCOMES,
        Event.HEALS: Memory.HELPS,
        Event.FALLS: Memory.FALLS,
        Event.DIES: Memory.FALLS,
    },
)


@njit
def public_kind(battle, kind, what):
    """The memory of an event."""
    return np.int64(KINDS[kind])


@njit
def notices(battle, viewer, other):
    """Whether a fighter is not hidden from another (RD46, XD1)."""
    return not is_unseen(battle, viewer, other)
