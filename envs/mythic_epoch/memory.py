"""The events that fighters remember; all fighters notice all of them (XM1, XM4)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.bits import contains, set_of
from ..core.compiler.compile import njit
from ..core.engine.memory import Memory, memory_kinds
from .enums import Act, Event

KINDS = memory_kinds(
    Event,
    {
        Event.HIT: Memory.HITS,
        Event.CRITICAL: Memory.HITS,
        Event.MISS: Memory.MISSES,
        Event.BIND: Memory.OVERCOMES,
        Event.GRAPPLE: Memory.OVERCOMES,
        Event.PIN: Memory.OVERCOMES,
        Event.DISARMED: Memory.OVERCOMES,
        Event.DOWN: Memory.FALLS,
    },
)
ATTACKS = set_of(
    Act.FEINT, Act.MELEE_ATTACK, Act.PRESS, Act.UNARMED_PRESS, Act.RANGED_ATTACK,
    Act.UNARMED_ATTACK,
)  # fmt: skip
"""Announced attacks; a Feint looks like a Melee Attack (XM1)."""


@njit
def public_kind(battle, kind, what):
    """The memory of an event; an announced attack is the same whatever attack it is (XM1)."""
    if kind == Event.DECLARE and contains(ATTACKS, what):
        return np.int64(Memory.ATTACKS)
    return np.int64(KINDS[kind])


@njit
def notices(battle, viewer, other):
    """Nobody hides: each fighter notices what all others do."""
    return True
