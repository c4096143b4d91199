"""Parry: its conditions, the roll, and its effect on the attack (D92, RD31, RD38)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import (
    Event,
    Kind,
    Reason,
)
from ...state import (
    HANDS,
)
from ...tables import (
    IS_SHIELD,
    NO_PARRY,
    PARRY_DEGREES,
    PARRY_STAMINA,
    PRONE_ADVANTAGE,
    SHIELD_BONUS,
    WEAPON_PARRY,
)
from ..attack_roll.checks import (
    d20_disadvantage,
    degrees_of_success,
    flat_penalty,
    log_d20_reasons,
    log_reason,
    roll_d20,
)
from ..attack_roll.defence import is_ranged, is_unaware
from ..attack_roll.modifiers import attack_attribute, eye_disadvantage
from ..injuries.bodies import can_react, is_conscious, martial_bonus
from ..rounds_and_actions.items import is_usable
from ..stamina import can_spend, points_left, spend

# --- Conditions of a Parry (D92, RD29, RD31) ------------------------------------------------------


@njit
def parry_modifier(fighter, hand):
    """Bonus of the item in a hand on a Parry, NO_PARRY if it cannot parry (RD31)."""
    if not is_usable(fighter, hand):
        return NO_PARRY
    item = fighter.held[hand]
    if IS_SHIELD[item]:
        return NO_PARRY if fighter.shield_ready else SHIELD_BONUS[item]
    return WEAPON_PARRY[item]


@njit
def can_answer(battle, attack):
    """Whether the target can parry: melee, seen, a reaction and Stamina left (D92, RD29)."""
    target = attack.target
    fighter = battle.fighters[target]
    if is_ranged(attack) or is_unaware(battle, attack.attacker, target):
        return False
    return can_react(fighter) and can_spend(fighter, PARRY_STAMINA)


@njit
def may_parry(battle, hand):
    """Whether the target of the attack under way may parry it with a hand (D92, QD6)."""
    attack = battle.attacks[battle.frame]
    if not attack.hit or not can_answer(battle, attack):
        return False
    return parry_modifier(battle.fighters[attack.target], hand) != NO_PARRY


@njit
def can_parry(battle):
    """Whether the target of the attack under way may parry it at all (D92)."""
    for hand in range(HANDS):
        if may_parry(battle, hand):
            return True
    return False


# --- The roll (D92, RD31) -------------------------------------------------------------------------


@njit
def parry_bonus(fighter, hand):
    """The sum added to the natural roll of a Parry (RD31, RD10)."""
    bonus = martial_bonus(fighter) + attack_attribute(fighter, Kind.MELEE)
    return bonus + parry_modifier(fighter, hand) - flat_penalty(fighter)


@njit
def lying_parry_disadvantage(battle, attack):
    """Disadvantage of a Parry by a prone fighter against one who stands (D60, RD31)."""
    is_below = not battle.fighters[attack.attacker].prone
    return PRONE_ADVANTAGE if battle.fighters[attack.target].prone and is_below else 0


@njit
def parry_advantage(battle, attack):
    """Advantages less disadvantages of a Parry: the parrier's own state (D30, D37, D60, RD7).

    RULING: "all usual modifiers" are those of the parrier. Modifiers that help to attack a target
    (size, flanking, exposure) do not help to parry its attack.
    """
    fighter = battle.fighters[attack.target]
    net = -eye_disadvantage(fighter) - d20_disadvantage(fighter)
    return net - lying_parry_disadvantage(battle, attack)


@njit
def degrees_parried(total, against):
    """Degrees that a Parry removes: 1 if it is higher, and one for each of its degrees (D92)."""
    if total <= against:
        return 0
    return PARRY_DEGREES + degrees_of_success(total, against)


@njit
def deflect(battle, attack):
    """Deflect the attack, below 0 degrees: no hit and no strain (D92, RD38)."""
    attack.hit = False
    attack.critical = False
    attack.degrees = 0
    attacker, target = attack.attacker, attack.target
    log_event(battle, Event.DEFLECTED, attacker, target, 0, 0, 0)


@njit
def log_parry_reasons(battle, attack):
    """Log what changes the dice of a Parry (D30, D37, D60, RD7, RD31)."""
    attacker, parrier = attack.attacker, attack.target
    eyes = eye_disadvantage(battle.fighters[parrier])
    log_reason(battle, parrier, attacker, Reason.EYES, -eyes)
    log_d20_reasons(battle, parrier, attacker)
    lying = lying_parry_disadvantage(battle, attack)
    log_reason(battle, parrier, attacker, Reason.PRONE, -lying)


@njit
def parry(battle, hand):
    """The target of the attack under way parries: 1 Stamina and a reaction (D92, RD31)."""
    attack = battle.attacks[battle.frame]
    attacker, parrier = attack.attacker, attack.target
    fighter = battle.fighters[parrier]
    bonus = parry_bonus(fighter, hand)
    fighter.reactions -= 1
    if points_left(fighter) <= PARRY_STAMINA:
        log_event(battle, Event.PARRIES, parrier, attacker, 0, 0, 0)
    spend(battle, parrier, PARRY_STAMINA)
    if not is_conscious(fighter):
        return
    if battle.log:
        log_parry_reasons(battle, attack)
    natural = roll_d20(battle, parry_advantage(battle, attack))
    taken = degrees_parried(natural + bonus, attack.total)
    log_event(battle, Event.PARRIES, parrier, attacker, natural, natural + bonus, taken)
    if taken > attack.degrees:
        deflect(battle, attack)
    else:
        attack.degrees -= taken
