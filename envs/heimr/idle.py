"""Windows in which one could only wait: nobody is shown them (QH2, QH6, H48, H77)."""

from __future__ import annotations

import numpy as np

from ..core.battle import MAX_SIDE, log_event
from ..core.compile import njit, scratch
from .action_ids import num_actions
from .choices import mask_deed, mask_quarry
from .rules.postures import may_drop_prone
from .rules.readied import forget_readied
from .rules.turns import may_spend
from .rules.windows import close_window
from .state import Event, Stage, Window
from .terms import Deed

ACTIONS = num_actions(MAX_SIDE)
LAST_DEED = Deed.OPEN
"""The last one that can be chosen."""


@njit
def is_any(mask):
    """Whether a mask shows any action."""
    for action in range(ACTIONS):
        if mask[action]:
            return True
    return False


@njit
def can_do(battle, actor, deed):
    """Whether there is any way to do a deed now (QH2)."""
    mask = scratch(1, ACTIONS)[0]
    mask_deed(battle, actor, mask, deed)
    return is_any(mask)


@njit
def can_choose(battle, actor):
    """Whether anything can still be done in a turn (QH2, QH3).

    Who has its standard action can always ready a dodge.
    """
    fighter = battle.fighters[actor]
    if not fighter.standard:
        return True
    if may_drop_prone(fighter) and may_spend(fighter, np.int64(Deed.DROP_PRONE)):
        return True
    for deed in range(np.int64(Deed.WEAPON_ATTACK), np.int64(LAST_DEED) + 1):
        if may_spend(fighter, deed) and can_do(battle, actor, deed):
            return True
    return False


@njit
def can_assault(battle, actor):
    """Whether who has caught up in a chase can attack its quarry; nobody else counts (H77)."""
    mask = scratch(1, ACTIONS)[0]
    mask_quarry(battle, actor, mask)
    return is_any(mask)


@njit
def lose_impossible(battle, actor):
    """A readied action that is no longer possible when its trigger comes is lost (RH37)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.FAILS, actor, fighter.trigger_by, fighter.readied, 1, 0)
    forget_readied(fighter)


@njit
def pass_idle(battle):
    """Close a window in which one could only wait, as if one had (QH2, QH6, H77, RH37)."""
    actor = np.int64(battle.to_act)
    if battle.window == Window.TURN and not can_choose(battle, actor):
        close_window(battle)
        battle.stage = Stage.ACTED
    elif battle.window == Window.READIED:
        if not can_do(battle, actor, np.int64(battle.fighters[actor].readied)):
            close_window(battle)
            lose_impossible(battle, actor)
    elif battle.window == Window.CHASE and not battle.fighters[actor].flees:
        if not can_assault(battle, actor):
            close_window(battle)
