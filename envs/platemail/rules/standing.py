"""Where the standing choices of an order matter (QP10, QP11)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import enemy_in_slot
from ..tables import (
    NONE,
    PHASES,
)
from .bodies import (
    are_enemies,
    has_melee_weapon,
    is_able,
    is_melee_weapon,
)
from .declare import lost_actions, may_name
from .hiding import can_ever_hide
from .sight import can_perceive
from .support import can_swap


@njit
def may_be_armed(fighter):
    """Whether he is armed for melee, or is after a swap (P78, RP39)."""
    if has_melee_weapon(fighter):
        return True
    if not can_swap(fighter):
        return False
    return is_melee_weapon(fighter.carried_hand) or is_melee_weapon(fighter.carried_second)


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
    """Whether an attack of opportunity could reveal the fighter (QP11, P59, TP4)."""
    fighter = battle.fighters[actor]
    if not may_be_armed(fighter):
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
