"""The verbs and targets that a fighter may order."""

from __future__ import annotations

import numpy as np

from quintain.envs.platemail.actions import masks, table
from quintain.envs.platemail.enums import Verb, Window

DIRECTIVES = (Window.FIRST, Window.THEN, Window.ELSE)
WALLED = "\n".join(["." * 16] * 4 + ["....#...........", *["." * 16] * 4])
"""A pillar at (4, 4)."""


def mask_of(battle, window, actor=0):
    """The mask of a clause."""
    mask = np.ones(table.num_actions(int(battle.max_side)), np.bool_)
    masks.order_mask(battle, actor, window - 1, mask)
    return mask


def offered(battle, window=Window.FIRST, actor=0):
    """The directives that a mask allows: pairs of verb and target."""
    return {
        (int(table.verb_of(a)), int(table.target_of(battle, actor, a)))
        for a in np.flatnonzero(mask_of(battle, window, actor))
    }


def verbs(battle, window=Window.FIRST, actor=0):
    """The verbs that a mask allows."""
    return {Verb(verb) for verb, _ in offered(battle, window, actor)}
