"""The outcome of battles of Wildroll for each fighter (W1 to W9, RW10, RW11, RW31)."""

from __future__ import annotations

import numpy as np

from ...core.text.outcome import Harm, Outcome
from ..enums import Event, Level, Life

UNIT = "wounds"
"""The noun for what a fighter suffers (W1)."""

DEALT = {Event.WOUNDED: Harm(victim="actor")}
"""The events that report harm: one wound each, of any level (W6)."""


def outcome(battles: np.ndarray) -> Outcome:
    """The outcome of battles `[B]` for each fighter; a fatal wound or helplessness fells too."""
    fighters = battles["fighters"]
    life, wounds = fighters["life"], fighters["wounds"]
    is_down = (fighters["helpless_rounds"] > 0) | (wounds[..., Level.FATAL - 1] > 0)
    return Outcome(
        fallen=(life != Life.ALIVE) | is_down,
        dead=life == Life.DEAD,
        left=np.zeros(life.shape, np.bool_),
        wounds=wounds.sum(axis=-1, dtype=np.int64),
    )
