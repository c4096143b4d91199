"""Conditions of a fighter: consciousness, positions, bound and injured parts (H26, H28, H112).

Also H127 to H130, RH20, RH28, RH42.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ...enums import BodyPart, Effect, Hand, Life
from ...state import ON_NOTHING

# --- Awake, in the battle (H129, H130, RH20, RH28) ------------------------------------------------


@njit
def is_awake(fighter):
    """Whether a fighter is awake and in the battle (H129, H130)."""
    return fighter.life == Life.AWAKE


@njit
def is_conscious(fighter):
    """Whether a fighter is awake or only asleep (RH38)."""
    return fighter.life == Life.AWAKE or fighter.life == Life.ASLEEP


@njit
def is_dead(fighter):
    """Whether a fighter is dead (H34, H35, RH5)."""
    return fighter.life == Life.DEAD


@njit
def is_gone(fighter):
    """Whether a fighter has no more turns: dead, fled for good, given up (RH5, RH55, HH49)."""
    return fighter.life >= Life.DEAD


@njit
def is_in_chase(fighter):
    """Whether a fighter flees or pursues off the field instead of its turns (RH55)."""
    return fighter.flees or fighter.chases != NOBODY


@njit
def is_on_field(fighter):
    """Whether a fighter is in one of the locations (H5, RH55)."""
    return fighter.location >= 0


@njit
def is_part_injured(fighter, part):
    """Whether a body part is injured (H32)."""
    return (fighter.injured >> part) & 1 != 0


@njit
def is_leg_injured(fighter):
    """Whether either leg is injured (H32)."""
    return is_part_injured(fighter, BodyPart.RIGHT_LEG) or is_part_injured(
        fighter, BodyPart.LEFT_LEG
    )


@njit
def is_able(fighter):
    """Whether a fighter keeps its side unbeaten: awake or asleep, torso uninjured (RH28)."""
    return is_conscious(fighter) and not is_part_injured(fighter, BodyPart.TORSO)


# --- Acting (H26, H65, H128, RH20) ----------------------------------------------------------------


@njit
def is_dazed(fighter):
    """Whether a fighter is dazed, by an effect or an injured torso (H65, RH20)."""
    return fighter.seconds[Effect.DAZE] > 0 or is_part_injured(fighter, BodyPart.TORSO)


@njit
def is_helpless(fighter):
    """Whether a fighter is helpless: asleep, unconscious or worse (H128 to H130)."""
    return fighter.life != Life.AWAKE


@njit
def can_act(fighter):
    """Whether a fighter can act at all (H26, H128)."""
    return not is_helpless(fighter) and not is_dazed(fighter)


@njit
def can_defend(fighter):
    """Whether a fighter can roll defences: able to act, holding nobody (H65, H112, H128, RH23)."""
    return can_act(fighter) and fighter.holds == NOBODY


# --- Positions (H127, H136) -----------------------------------------------------------------------


@njit
def is_prone(fighter):
    """Whether a fighter is prone; sleepers and the unconscious are (H127, H129, H130)."""
    return fighter.prone or fighter.life != Life.AWAKE


@njit
def is_climbing(fighter):
    """Whether a fighter is in the climbing position (H136)."""
    return fighter.climbs_on != ON_NOTHING


@njit
def is_felled(fighter):
    """Whether a Fall lasts or a leg is injured, so that a fighter cannot stand (H23, H32)."""
    return fighter.seconds[Effect.FALL] > 0 or is_leg_injured(fighter)


@njit
def may_stand_up(fighter):
    """Whether a fighter can stand up: no Fall lasts, no leg is injured (H23, H32, RH41)."""
    return fighter.prone and can_act(fighter) and not is_felled(fighter)


# --- Bound and injured parts (H28, H113, RH42, RH44) ----------------------------------------------


@njit
def arm_of(hand):
    """The arm of a hand (H107, H116)."""
    return np.int64(BodyPart.SWORD_ARM if hand == Hand.SWORD else BodyPart.OTHER_ARM)


@njit
def is_held(fighter):
    """Whether an opponent holds the fighter (H113)."""
    return fighter.held_by != NOBODY


@njit
def is_part_bound(fighter, part):
    """Whether a body part is bound, by a holder or a called Bind (H28, H113)."""
    is_gripped = is_held(fighter) and fighter.held_part == part
    return is_gripped or (fighter.seconds[Effect.BIND] > 0 and fighter.bind_part == part)


@njit
def is_hand_bound(fighter, hand):
    """Whether a hand cannot be used because its arm, or both hands, are bound (H28, RH42)."""
    return is_part_bound(fighter, arm_of(hand)) or is_part_bound(fighter, BodyPart.HANDS)


@njit
def is_hand_usable(fighter, hand):
    """Whether a hand can hold and do anything: its arm neither injured nor bound (RH42)."""
    return not is_part_injured(fighter, arm_of(hand)) and not is_hand_bound(fighter, hand)


@njit
def is_immobilised(fighter):
    """Whether a fighter cannot leave its place: held, or bound by leg or body (H28, RH44)."""
    if is_held(fighter) or is_part_bound(fighter, BodyPart.TORSO):
        return True
    return is_part_bound(fighter, BodyPart.RIGHT_LEG) or is_part_bound(fighter, BodyPart.LEFT_LEG)


@njit
def has_bound_feet(fighter):
    """Whether bound feet allow only jumping and crawling (H28)."""
    return is_part_bound(fighter, BodyPart.FEET)
