"""Where the standing choices of an order matter (QP10, QP11)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import enemy_in_slot
from ..tables import (
    IS_SILENT,
    NONE,
    PHASES,
)
from .bodies import (
    are_enemies,
    is_able,
    is_melee_weapon,
    melee_weapon,
)
from .declare import lost_actions, may_name
from .hiding import can_ever_hide
from .sight import can_perceive
from .support import can_swap


@njit
def is_loud(weapon):
    """Whether it is a melee weapon that is not Silent (P125)."""
    return is_melee_weapon(weapon) and not IS_SILENT[weapon]


@njit
def may_strike_loudly(fighter):
    """Whether his melee weapon, in hand or after a swap, is not Silent (P78, P125, RP39)."""
    if is_loud(melee_weapon(fighter)):
        return True
    if not can_swap(fighter):
        return False
    carried = fighter.carried_hand
    return is_loud(carried if is_melee_weapon(carried) else fighter.carried_second)


@njit
def may_begin_to_hide(battle, actor):
    """Whether the fighter could skulk this round, and from somebody (P53, P54, RP36)."""
    if lost_actions(battle.fighters[actor]) == PHASES or not can_ever_hide(battle, actor):
        return False
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other) and is_able(battle.fighters[other]):
            return True
    return False


@njit
def minds_opportunities(battle, actor):
    """Whether an attack of opportunity could reveal the fighter (QP11, P59, P125, TP4)."""
    fighter = battle.fighters[actor]
    if not may_strike_loudly(fighter):
        return False
    return fighter.hides_from != 0 or may_begin_to_hide(battle, actor)


@njit
def minds_terror(battle, actor):
    """Whether Terror may matter now: in it, or an enemy in sight holds a spell (QP10, RP22)."""
    if battle.fighters[actor].terror > 0:
        return True
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if may_name(battle, actor, enemy) and is_able(battle.fighters[enemy]):
            if battle.fighters[enemy].prepared != NONE and can_perceive(battle, actor, enemy):
                return True
    return False
