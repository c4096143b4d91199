"""Observations by the names of the layout."""

from __future__ import annotations

import numpy as np

from quintain.envs.wildroll.observation import writer
from quintain.envs.wildroll.observation.layout import observation_layout

from ..fixtures.observations import layout_at, length_at


def numbers(battle, actor):
    """The whole observation, written over something else."""
    written = np.full(length_at(observation_layout, int(battle.max_side)), 9, np.float32)
    writer.observe(battle, actor, written)
    return written


def look(battle, actor):
    """Every piece by its name, single numbers as scalars."""
    seen = numbers(battle, actor)
    places = layout_at(observation_layout, int(battle.max_side)).slices()
    return {
        name: float(seen[at][0]) if at.stop - at.start == 1 else seen[at].tolist()
        for name, at in places.items()
    }
