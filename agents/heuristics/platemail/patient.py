"""The patient: it defends, and strikes only after an attack on it."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.platemail.enums import Condition, Description, Window
from .queries import NONE, ask, make_ready_to_strike, strike_all_out


@njit
def patient(battle, mask, actor, window):
    """Gets ready or Defends; IF attacked Full Attack, ELSE Defend."""
    if window == Window.FIRST:
        return make_ready_to_strike(battle, mask, actor)
    if window == Window.CONDITION:
        return ask(battle, mask, actor, Condition.ATTACKED, NOBODY)
    if window == Window.THEN and battle.orders[actor].condition == Condition.ATTACKED:
        return strike_all_out(battle, mask, actor, np.int64(Description.CLOSEST))
    return np.int64(NONE)
