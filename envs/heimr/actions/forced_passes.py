"""Windows in which one could only wait: nobody is shown them (QH2, QH6, H48, H77)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import FLAGS, any_set
from ...core.compiler.compile import njit, unset
from ...core.engine.battle import MAX_SIDE, close_window, log_event
from ..enums import Act, Event, Stage, Window
from ..rules.combat_actions.action_types import has_action_left
from ..rules.combat_actions.other_actions import may_drop_prone
from ..rules.combat_basics.readied import forget_readied
from .masks import legal_action_mask
from .table import WAIT, num_actions

WORDS = -(-num_actions(MAX_SIDE) // FLAGS)
"""Words that hold the largest mask, eight flags each."""


@njit
def has_choice(battle):
    """Whether the deciding fighter can do anything except wait (QH2, QH6, H77)."""
    mask = unset(1, WORDS)[0].view(np.bool_)
    legal_action_mask(battle, mask)
    mask[WAIT] = False
    return any_set(mask)


@njit
def has_more_to_do(fighter):
    """Whether a turn certainly continues (QH2, QH3).

    A fighter who still has its standard action can always ready a dodge.
    """
    if not fighter.standard:
        return True
    return may_drop_prone(fighter) and has_action_left(fighter, np.int64(Act.DROP_PRONE))


@njit
def may_be_idle(battle, actor):
    """Whether it is a window in which one might only be able to wait (QH2, QH6, H77)."""
    if battle.window == Window.TURN:
        return not has_more_to_do(battle.fighters[actor])
    return battle.window == Window.READIED or battle.window == Window.CHASE


@njit
def lose_impossible(battle, actor):
    """A readied action that is no longer possible when its trigger comes is lost (RH37)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.FAILS, actor, fighter.trigger_by, fighter.readied, 1, 0)
    forget_readied(fighter)


@njit
def pass_idle(battle):
    """Close a window in which one could only wait, as if one had (QH2, QH6, H77, RH37)."""
    actor, window = battle.to_act, battle.window
    if not may_be_idle(battle, actor) or has_choice(battle):
        return
    close_window(battle)
    if window == Window.TURN:
        battle.stage = Stage.ACTED
    elif window == Window.READIED:
        lose_impossible(battle, actor)
