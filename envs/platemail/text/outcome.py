"""The outcome of battles of Platemail for each fighter (P42 to P49, RP30)."""

from __future__ import annotations

import numpy as np

from ...core.text.outcome import Harm, Outcome
from ..enums import Event, Life

UNIT = "Wounds"
"""The noun for what a fighter suffers (P42)."""

DEALT = {Event.HIT: Harm("what"), Event.CRITICAL: Harm("what")}
"""The events that report harm: Wounds that hit, before armour and shield stop some (P38, P44).

The Wounds that are left are one sum for a phase, which names no attacker.
"""


def outcome(battles: np.ndarray) -> Outcome:
    """The outcome of battles `[B]` for each fighter."""
    fighters = battles["fighters"]
    life = fighters["life"]
    return Outcome(
        fallen=life != Life.ABLE,
        dead=life == Life.DEAD,
        left=np.zeros(life.shape, np.bool_),
        wounds=fighters["wounds"].astype(np.int64),
    )
