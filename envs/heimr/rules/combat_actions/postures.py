"""Lying down, standing up, and readying a dodge (H93, H96, RH41, RH60)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Deed
from ..characters.bodies import can_act, is_climbing, is_prone, may_stand_up
from ..combat_basics.turns import has_done
from ..effects.effects import fall_prone


@njit
def may_drop_prone(fighter):
    """Whether it can lie down: upright, and not on a climb (H93)."""
    return can_act(fighter) and not is_prone(fighter) and not is_climbing(fighter)


@njit
def drop_prone(battle, actor):
    """It lies down (H93)."""
    fall_prone(battle, actor)


@njit
def may_rise(fighter):
    """Whether it can stand up as an action: not in the turn in which it lay down (RH41)."""
    return may_stand_up(fighter) and not has_done(fighter, Deed.DROP_PRONE)


@njit
def ready_dodge(battle, actor):
    """The next pre-roll is a dodge, better against shots until the next turn (H96, RH60)."""
    battle.fighters[actor].dodge_ready = True
