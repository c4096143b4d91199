"""The events that fighters remember, and whom they notice (XH1)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.bits import contains
from ..core.compiler.compile import njit
from ..core.engine.memory import Memory, memory_kinds
from .enums import Event
from .rules.positions.hiding import is_hidden_from
from .tables import ATTACKS_AND_CHARGE

KINDS = memory_kinds(
    Event,
    {
        Event.HITS: Memory.HITS,
        Event.TOUCHES: Memory.HITS,
        Event.MISSES: Memory.MISSES,
        Event.HOLDS: Memory.OVERCOMES,
        Event.TREATS: Memory.HELPS,
        Event.INJURED: Memory.WOUNDED,
        Event.FAINTS: Memory.FALLS,
        Event.DIES: Memory.FALLS,
    },
)


@njit
def public_kind(battle, kind, what):
    """The memory of an event; all see an attack that is declared (XH3)."""
    if kind == Event.DECLARES and contains(ATTACKS_AND_CHARGE, what):
        return np.int64(Memory.ATTACKS)
    return np.int64(KINDS[kind])


@njit
def notices(battle, viewer, other):
    """Whether a fighter is not hidden from another (XH1)."""
    return not is_hidden_from(battle, other, viewer)
