"""The outcome of battles of Heimr for each fighter (H31 to H36, H129, H130, RH5, RH28)."""

from __future__ import annotations

import numpy as np

from ...core.text.outcome import Harm, Outcome
from ..enums import BodyPart, Event, Life

UNIT = "HP lost"
"""The noun for the harm to a fighter (H1)."""

DEALT = {Event.HITS: Harm("amount")}
"""The events that report harm: HP that a hit costs (H21). Falls and fire have no dealer."""

LEFT = (Life.FLED, Life.SURRENDERED)
FALLEN = (Life.UNCONSCIOUS, Life.DEAD)


def outcome(battles: np.ndarray) -> Outcome:
    """The outcome of battles `[B]` for each fighter; an injured torso counts as fallen (RH28)."""
    fighters = battles["fighters"]
    life = fighters["life"]
    left = np.isin(life, LEFT)
    has_torso_injured = fighters["injured"] & (1 << BodyPart.TORSO) != 0
    return Outcome(
        fallen=np.isin(life, FALLEN) | has_torso_injured & ~left,
        dead=life == Life.DEAD,
        left=left,
        wounds=-fighters["hp"].astype(np.int64),
    )
