"""The outcome of battles of Mythic Epoch for each fighter (RM10)."""

from __future__ import annotations

import numpy as np

from ...core.text.outcome import Harm, Outcome
from ..enums import Event, Skill
from ..tables import DAMAGE_POINTS, DAMAGE_POINTS_PER_ENDURANCE, DEAD_BELOW

UNIT = "damage"
"""The noun for what a fighter suffers (RM10)."""

DEALT = {Event.HIT: Harm("amount"), Event.CRITICAL: Harm("amount")}
"""The events that report harm: damage past the armour (M25)."""


def outcome(battles: np.ndarray) -> Outcome:
    """The outcome of battles `[B]` for each fighter."""
    fighters = battles["fighters"]
    damage = fighters["damage"].astype(np.int64)
    endurance = fighters["skills"][..., Skill.ENDURANCE]
    left = DAMAGE_POINTS + DAMAGE_POINTS_PER_ENDURANCE * endurance - damage
    return Outcome(
        fallen=left <= 0,
        dead=left <= DEAD_BELOW,
        left=np.zeros(damage.shape, np.bool_),
        wounds=damage,
    )
