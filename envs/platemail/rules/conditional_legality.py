"""Legal orders after IF: everything that the fighter could ever do (QP4, P15, P20, RP25).

A wrong guess is legal, and nothing here asks what the first action or the condition is. A verb is
legal with a target when both the fighter himself (`own_verbs_later`) and the target allow it.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ..enums import (
    Reload,
    Spell,
)
from ..state import DOORS
from ..tables import (
    IS_THROWN,
    NO_SHIELD,
    NONE,
    PHASES,
    SPRINT_STEPS,
    UNARMED,
    WEAPON_HANDS,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD,
)
from .bodies import (
    arms_left,
    has_free_hand,
    has_lost_leg,
    has_missile_weapon,
    has_two_weapons,
    is_able,
    is_caster,
    is_melee_weapon,
    is_reloadable,
    knows_spell,
    reach,
)
from .declare import lost_actions, may_name, with_choices
from .hiding import can_ever_hide
from .support import can_swap
from .verbs import (
    AIM,
    BLOWS,
    CHASES,
    COUNTER,
    CRAWLS,
    CUT_FREE,
    DOOR,
    FALL_BACK,
    FOCUS,
    FOR_ALLIES,
    FREE,
    FULL_ATTACKS,
    GUARDS,
    MEND,
    MEND_ENEMY,
    MEND_SELF,
    NO_VERBS,
    ON_FOOT,
    PREPARE,
    RAPID_FIRE,
    RELEASE,
    RELEASE_BESIDE,
    RELOAD,
    RESCUE_ENEMY,
    SHOOT,
    SHOTS,
    SKULK_KEEP,
    SKULK_STILL,
    STABILIZE,
    STABILIZE_ENEMY,
    STAND_UP,
    SWAP,
    THREE_ATTACKS,
    TO_COVER,
    TO_REACH,
    UNENCUMBERED_MOVES,
)

OTHER_SPELLS = np.int64(sum(1 << spell for spell in Spell if spell != Spell.MEND))
"""Bits of the spells that are released at enemies."""

# --- Carried weapons and doors (RP38) -------------------------------------------------------------


@njit
def has_carried_missiles(fighter):
    """Whether the carried set has a missile weapon that can be taken up (RP20)."""
    weapon = fighter.carried_hand
    if not can_swap(fighter) or WEAPON_RANGE[weapon] == 0:
        return False
    return not IS_THROWN[weapon] or fighter.carried_stock > 0


@njit
def has_carried_pair(fighter):
    """Whether the carried set is a weapon for each of two hands (RP19, RP20)."""
    if not can_swap(fighter) or arms_left(fighter) < 2:
        return False
    return is_melee_weapon(fighter.carried_hand) and is_melee_weapon(fighter.carried_second)


@njit
def carried_set_leaves_hand(fighter):
    """Whether a hand would be free for casting with the carried set (RP23)."""
    if not can_swap(fighter):
        return False
    held = np.int64(fighter.carried_second != NONE) + np.int64(fighter.carried_shield != NO_SHIELD)
    if fighter.carried_hand != UNARMED:
        held += WEAPON_HANDS[fighter.carried_hand]
    return held < arms_left(fighter)


@njit
def is_near_door(battle, actor, squares):
    """Whether a door is at most `squares` away (P77)."""
    me = battle.fighters[actor]
    for door in range(DOORS):
        x, y = battle.door_x[door], battle.door_y[door]
        if x >= 0 and max(abs(x - me.x), abs(y - me.y)) <= squares:
            return True
    return False


# --- THEN and ELSE (P15, P20, RP25) ---------------------------------------------------------------


@njit
def moves_later(battle, actor):
    """The movement that he can ever make, and the stance of Fall Back (RP20, RP31)."""
    fighter = battle.fighters[actor]
    verbs = CRAWLS | FALL_BACK
    if not has_lost_leg(fighter):
        verbs = verbs | ON_FOOT | UNENCUMBERED_MOVES | STAND_UP
    if battle.has_obstacles == 0:
        verbs = verbs & ~TO_COVER
    if reach(fighter) < 2 and not (can_swap(fighter) and WEAPON_REACH[fighter.carried_hand] > 1):
        verbs = verbs & ~TO_REACH
    return verbs


@njit
def attacks_later(fighter):
    """The attacks for which he has weapons in hand or carried (P65, RP19)."""
    verbs = COUNTER | FULL_ATTACKS
    carried = can_swap(fighter)
    if has_two_weapons(fighter) or has_carried_pair(fighter):
        verbs = verbs | THREE_ATTACKS
    in_hand, in_bag = has_missile_weapon(fighter), has_carried_missiles(fighter)
    if in_hand or in_bag:
        verbs = verbs | AIM | SHOOT
    slow_in_hand = in_hand and is_reloadable(fighter)
    slow_in_bag = in_bag and WEAPON_RELOAD[fighter.carried_hand] != Reload.NONE
    if slow_in_hand or slow_in_bag:
        verbs = verbs | RELOAD
    if (in_hand and not slow_in_hand) or (in_bag and not slow_in_bag):
        verbs = verbs | RAPID_FIRE
    return verbs | SWAP if carried else verbs


@njit
def may_prepare_later(fighter, spell):
    """Whether the fighter knows a spell and has it left (P74, RP23)."""
    return knows_spell(fighter, spell) and (spell != Spell.MEND or fighter.mends > 0)


@njit
def spells_later(fighter):
    """The casting for which he knows spells and can get a hand free (RP23)."""
    if not is_caster(fighter):
        return NO_VERBS
    verbs = NO_VERBS
    if knows_spell(fighter, Spell.BIND):
        verbs = verbs | FOCUS
    if not has_free_hand(fighter) and not carried_set_leaves_hand(fighter):
        return verbs
    verbs = verbs | PREPARE
    if fighter.prepared == Spell.MEND or may_prepare_later(fighter, Spell.MEND):
        verbs = verbs | MEND | MEND_SELF | MEND_ENEMY
    if fighter.spells & OTHER_SPELLS != 0:
        verbs = verbs | RELEASE
    if knows_spell(fighter, Spell.BLAST):
        verbs = verbs | RELEASE_BESIDE
    return verbs


@njit
def own_verbs_later(battle, actor):
    """The verbs that the fighter himself could carry out in the second phase (P15, P20)."""
    fighter = battle.fighters[actor]
    if lost_actions(fighter) == PHASES:
        return NO_VERBS
    verbs = moves_later(battle, actor) | attacks_later(fighter) | spells_later(fighter)
    verbs = verbs | CUT_FREE | GUARDS | STABILIZE | STABILIZE_ENEMY | FREE
    if is_near_door(battle, actor, 1 + SPRINT_STEPS):
        verbs = verbs | DOOR
    if can_ever_hide(battle, actor):
        verbs = verbs | SKULK_STILL | SKULK_KEEP
    return with_choices(battle, actor, verbs)


@njit
def verbs_at_later(battle, actor, enemy):
    """The verbs that an enemy is a target for in the second phase (RP12, RP36)."""
    if not may_name(battle, actor, enemy):
        return NO_VERBS
    fighter = battle.fighters[actor]
    wounds = knows_spell(fighter, Spell.BOLT) or knows_spell(fighter, Spell.BLAST)
    verbs = CHASES | BLOWS | SHOTS | RELEASE_BESIDE
    verbs = verbs | RESCUE_ENEMY | STABILIZE_ENEMY | MEND_ENEMY
    return verbs | RELEASE if wounds or is_able(battle.fighters[enemy]) else verbs


@njit
def verbs_for_later(battle, actor, ally):
    """The verbs that an ally is a target for in the second phase."""
    return FOR_ALLIES if may_name(battle, actor, ally) else NO_VERBS
