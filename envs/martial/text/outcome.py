"""The outcome of battles of Martial for each fighter (D20 to D44, RD7, RD35)."""

from __future__ import annotations

import numpy as np

from ...core.text.outcome import Harm, Outcome
from ..enums import Event, Life

UNIT = "injuries"
"""The noun for what a fighter suffers (D20)."""

DEALT = {Event.INJURES: Harm()}
"""The events that report harm: one injury each (D20)."""


def outcome(battles: np.ndarray) -> Outcome:
    """The outcome of battles `[B]` for each fighter."""
    fighters = battles["fighters"]
    life = fighters["life"]
    return Outcome(
        fallen=life != Life.ALIVE,
        dead=life == Life.DEAD,
        left=np.zeros(life.shape, np.bool_),
        wounds=fighters["injured_count"].astype(np.int64),
    )
