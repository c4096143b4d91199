"""Modifiers of attack rolls (W30, W31, W33, W34, W72, W79, W84, W95, W104, W106, RW12, RW24).

A fighter put before an attack (Interpose) is attacked as if it were in the space of the first
target: range, cover, posture and flank are those of the first target (W91).
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import Act, Defence
from ...tables import (
    COVER_MELEE,
    COVER_RANGED,
    DISTRACTED_PENALTY,
    FIRE_BOLT,
    FLANKING_BONUS,
    GRAPPLING_SHOT_PENALTY,
    HARRY_PENALTY,
    INCREMENT_PENALTY,
    NONLETHAL_PENALTY,
    POSTURE_MELEE,
    POSTURE_RANGED,
    REAR_BONUS,
    SHARED_PENALTY,
    SPELL_INCREMENT,
    UNDER_WATER_PENALTY,
    WEAPON_INCREMENT,
)
from ..defense.defences import defence_of_attack
from ..flanking.flanking import is_flanked, is_rear
from ..flanking.lines import cover_between
from ..grappling.grapples import is_grappling
from ..health.bodies import is_hampered
from ..movement.spaces import shares_hex
from ..offensive_actions.attacks import increments_to
from ..special_situations.mounts import mounted_bonus
from .checks import chosen_slot, melee_modifier, ranged_modifier, spell_modifier

# --- Posture and cover (W30, W31) -----------------------------------------------------------------


@njit
def posture_modifier(posture, ranged):
    """Modifier of an attack for the target's posture (W30)."""
    return POSTURE_RANGED[posture] if ranged else POSTURE_MELEE[posture]


@njit
def cover_modifier(quarters, ranged):
    """Modifier of an attack for the target's cover, 4 quarters being 9/10 (W30)."""
    return COVER_RANGED[quarters] if ranged else COVER_MELEE[quarters]


@njit
def shelter_modifier(posture, quarters, ranged):
    """Posture and cover: of two penalties the larger, a bonus and a penalty add up (W31)."""
    lying, behind = posture_modifier(posture, ranged), cover_modifier(quarters, ranged)
    if lying < 0 and behind < 0:
        return min(lying, behind)
    return lying + behind


# --- Flank and range (W33, W34, RW24) -------------------------------------------------------------


@njit
def flank_modifier(battle, actor, target):
    """Flanking bonus, doubled for an attacker whom the target ignores (W33, W34)."""
    if is_rear(battle, actor, target):
        return REAR_BONUS
    return FLANKING_BONUS if is_flanked(battle, target) else 0


@njit
def range_modifier(increments):
    """2 less for each increment beyond the first (RW24)."""
    return -INCREMENT_PENALTY * (increments - 1)


# --- The state of the attacker (W79, W84, W95, W104, RW12, H19) -----------------------------------


@njit
def harry_modifier(fighter):
    """Penalty of Harries on ranged attacks; they add up (W79, H19)."""
    return -HARRY_PENALTY * fighter.harried


@njit
def state_modifier(battle, actor, ranged):
    """Penalties on every attack of a fighter (W84, W95, W104, RW12, H19)."""
    fighter = battle.fighters[actor]
    total = -DISTRACTED_PENALTY * fighter.distracted
    if shares_hex(battle, actor):
        total -= SHARED_PENALTY
    if ranged and is_grappling(battle, actor):
        total -= GRAPPLING_SHOT_PENALTY
    if not ranged and is_hampered(fighter):
        total -= UNDER_WATER_PENALTY
    return total


# --- All together (W21 to W23, W72, W88, W106) ----------------------------------------------------


@njit
def melee_attack_modifier(battle, frame):
    """Skill and weapon of an attack in melee, and the mount's advantage (W21, W72, W88, W106)."""
    actor, target = frame.actor, frame.target
    fighter = battle.fighters[actor]
    slot = chosen_slot(fighter, frame.manner, 0, 0) if frame.act == Act.GRAPPLE else frame.argument
    total = melee_modifier(fighter, slot) + mounted_bonus(battle, actor, target)
    return total - NONLETHAL_PENALTY if frame.act == Act.NONLETHAL else total


@njit
def ranged_attack_modifier(battle, frame):
    """Skill and weapon, or spell, of an attack from afar, and its range (W22, W23, W79, RW24)."""
    actor, place = frame.actor, frame.first_target
    fighter = battle.fighters[actor]
    if frame.act == Act.FIRE_BOLT:
        total, yards = spell_modifier(fighter, FIRE_BOLT), SPELL_INCREMENT[FIRE_BOLT]
    else:
        total = ranged_modifier(fighter, frame.argument) + harry_modifier(fighter)
        yards = WEAPON_INCREMENT[frame.weapon]
    return total + range_modifier(increments_to(battle, actor, place, yards))


@njit
def attack_modifier(battle, frame):
    """Sum of all modifiers of an attack roll (W21 to W23, W30 to W34)."""
    actor, place = frame.actor, frame.first_target
    ranged = defence_of_attack(frame.act, frame.weapon) == Defence.RANGED
    if ranged:
        total = ranged_attack_modifier(battle, frame)
    else:
        total = melee_attack_modifier(battle, frame)
    posture, quarters = (
        battle.fighters[place].posture,
        cover_between(battle, actor, place),
    )
    total += shelter_modifier(posture, quarters, ranged) + flank_modifier(battle, actor, place)
    return total + state_modifier(battle, actor, ranged)
