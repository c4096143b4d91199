"""Predicates on body, hands and armour, for all chapters (P91 to P135, RP7, RP38)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ..enums import (
    Life,
    Reload,
)
from ..state import (
    LEFT_ARM,
    LEFT_LEG,
    NET,
    RIGHT_ARM,
    RIGHT_LEG,
)
from ..tables import (
    ARMOUR_ABSORB,
    ARMOUR_DEFLECTION,
    ARMOUR_WHILE_READY,
    IS_MISSILE_ONLY,
    IS_THROWN,
    NO_SHIELD,
    PHASES,
    SHIELD_ABSORB,
    SHIELD_DEFLECTION,
    UNARMED,
    WEAPON_DEFLECTION,
    WEAPON_HANDS,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD,
)


@njit
def is_able(fighter):
    """Whether the fighter is able to act; the Dazed, Prone and terrified are (RP30)."""
    return fighter.life == Life.ABLE


@njit
def are_enemies(battle, one, other):
    """Whether two fighters are on different sides."""
    return battle.side[one] != battle.side[other]


@njit
def is_entrapped(fighter):
    """Whether a net or a Bind holds the fighter (P122, RP47)."""
    return fighter.entrapped != 0


@njit
def has_lost_leg(fighter):
    """Whether a leg is lost: Prone for good (RP20)."""
    return fighter.limbs & (LEFT_LEG | RIGHT_LEG) != 0


@njit
def arms_left(fighter):
    """Number of arms, 0 to 2 (RP20)."""
    lost = np.int64(fighter.limbs & LEFT_ARM != 0) + np.int64(fighter.limbs & RIGHT_ARM != 0)
    return 2 - lost


@njit
def lost_actions(fighter):
    """Number of actions of this round that are lost or replaced (RP29, RP46)."""
    if not is_able(fighter):
        return PHASES
    return min(PHASES, fighter.dazed + fighter.terror)


@njit
def is_netted(fighter):
    """Whether a net holds the fighter; a Bind may end before he moves (P76, RP37, RP47)."""
    return fighter.entrapped & NET != 0


@njit
def may_walk(fighter):
    """Whether he may move his feet in the phase to come: neither netted nor Prone (RP10, RP47)."""
    return not is_netted(fighter) and fighter.prone == 0


# --- Weapons --------------------------------------------------------------------------------------


@njit
def is_melee_weapon(weapon):
    """Whether it is a melee weapon: neither the bare hand nor a pure missile weapon (RP39)."""
    return weapon >= 0 and weapon != UNARMED and not IS_MISSILE_ONLY[weapon]


@njit
def has_two_weapons(fighter):
    """Whether each hand holds a melee weapon (RP19)."""
    return is_melee_weapon(fighter.hand) and is_melee_weapon(fighter.second)


@njit
def melee_weapon(fighter):
    """The weapon for strikes: the right hand's, else the left's, else the fist."""
    if is_melee_weapon(fighter.hand):
        return fighter.hand
    if is_melee_weapon(fighter.second):
        return fighter.second
    return UNARMED


@njit
def has_melee_weapon(fighter):
    """Whether the fighter is armed for melee (RP18, RP39)."""
    return melee_weapon(fighter) != UNARMED


@njit
def reach(fighter):
    """Squares of melee range: 1, with Reach 2 (P25, RP19)."""
    return WEAPON_REACH[melee_weapon(fighter)]


@njit
def has_missile_weapon(fighter):
    """Whether the right hand holds a weapon to shoot or throw (RP38)."""
    return WEAPON_RANGE[fighter.hand] > 0 and (not IS_THROWN[fighter.hand] or fighter.stock > 0)


@njit
def is_reloadable(fighter):
    """Whether the weapon in hand needs a Reload between shots (P124)."""
    return WEAPON_RELOAD[fighter.hand] != Reload.NONE


@njit
def can_shoot(fighter):
    """Whether the weapon in hand can shoot now (P120, P121)."""
    return has_missile_weapon(fighter) and (fighter.loaded != 0 or not is_reloadable(fighter))


# --- Hands (RP38) ---------------------------------------------------------------------------------


@njit
def hands_in_use(fighter):
    """Number of hands in use."""
    held = 0
    if fighter.hand != UNARMED:
        held += WEAPON_HANDS[fighter.hand]
    if fighter.second >= 0:
        held += 1
    if fighter.shield != NO_SHIELD:
        held += 1
    return held


@njit
def has_free_hand(fighter):
    """Whether a hand is free for casting (RP23, RP38)."""
    return hands_in_use(fighter) < arms_left(fighter)


@njit
def knows_spell(fighter, spell):
    """Whether a caster knows a spell (RP23)."""
    return (fighter.spells >> spell) & 1 == 1


@njit
def is_caster(fighter):
    """Whether the fighter knows any spell."""
    return fighter.spells != 0


# --- Defense (P33, P37 to P39, RP7) ---------------------------------------------------------------


@njit
def weapon_deflection(fighter):
    """Deflection of the weapons held, while Ready (P96, P102)."""
    total = WEAPON_DEFLECTION[fighter.hand]
    if fighter.second >= 0:
        total += WEAPON_DEFLECTION[fighter.second]
    return total


@njit
def deflection_of(fighter, is_ready):
    """Deflection of armour, ready shield and ready weapon (P33, P37, P39, P126, RP7)."""
    total = 0
    if is_ready or not ARMOUR_WHILE_READY[fighter.armour]:
        total += ARMOUR_DEFLECTION[fighter.armour]
    if is_ready:
        total += SHIELD_DEFLECTION[fighter.shield] + weapon_deflection(fighter)
    return total


@njit
def deflection(battle, actor):
    """Deflection of a fighter as he is now (P33, P39)."""
    return deflection_of(battle.fighters[actor], battle.phases[actor].ready != 0)


@njit
def absorb_of(fighter, is_ready):
    """Absorb of armour and ready shield: the stock of a phase (P38, P39, RP6, RP7)."""
    if is_ready:
        return ARMOUR_ABSORB[fighter.armour] + SHIELD_ABSORB[fighter.shield]
    return ARMOUR_ABSORB[fighter.armour]


@njit
def absorb(battle, actor):
    """Absorb of a fighter as he is now (P38, P39)."""
    return absorb_of(battle.fighters[actor], battle.phases[actor].ready != 0)
