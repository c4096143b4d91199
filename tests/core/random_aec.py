"""Random play in a turn-based environment."""

from __future__ import annotations

import numpy as np


def play_on(env, draw, decisions=100_000):
    """Play at most `decisions` random actions, or to the end of the battle."""
    for _ in range(decisions):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(draw.choice(np.flatnonzero(mask))))
