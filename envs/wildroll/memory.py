"""The events that fighters remember, and whom they notice (XW1)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.memory import Memory, memory_kinds
from .enums import Event
from .rules.combat_sequence.declare import is_attack
from .rules.movement.spaces import sees

KINDS = memory_kinds(
    Event,
    {
        Event.HITS: Memory.HITS,
        Event.MISSES: Memory.MISSES,
        Event.GRAPPLES: Memory.OVERCOMES,
        Event.PINS: Memory.OVERCOMES,
        Event.TREATS: Memory.HELPS,
        Event.WOUNDED: Memory.WOUNDED,
        Event.FALLS: Memory.FALLS,
        Event.DIES: Memory.FALLS,
    },
)


@njit
def public_kind(battle, kind, what):
    """The memory of an event; all see an attack that is declared (XW3)."""
    if kind == Event.DECLARES and is_attack(what):
        return np.int64(Memory.ATTACKS)
    return np.int64(KINDS[kind])


@njit
def notices(battle, viewer, other):
    """Whether a fighter sees another (XW1)."""
    return sees(battle, viewer, other)
