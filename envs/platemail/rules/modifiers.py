"""Modifiers and Penetration of an attack (P22, P23, P30, P32, P91 to P125).

All functions are pure. An attack is made with an arm: a weapon, or
`SPELL_WEAPON` and the number of a spell.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.maps.square_grid import distance, has_square
from ..enums import (
    Act,
    Mode,
    Verb,
)
from ..tables import (
    AIM_PENETRATION,
    CHARGE_FAVOR_STEPS,
    COVER_PENALTY,
    HIGH_GROUND,
    NO_SHIELD,
    RANGE_PENALTY,
    SHIELD_COVER,
    SPELL_PENETRATION,
    THREE_ATTACKS_PENALTY,
    UNARMED,
    WEAPON_CHARGE_PENETRATION,
    WEAPON_CHARGED_PENETRATION,
    WEAPON_MOUNTED_PENETRATION,
    WEAPON_PENETRATION,
    WEAPON_RANGE,
    WEAPON_SHIELD_BONUS,
    WEAPON_STRENGTH,
    WEAPON_UNAWARE_PENETRATION,
)
from .bodies import are_enemies, has_two_weapons, is_able
from .guards import SPELL_WEAPON
from .rolls import (
    AGAINST_SHIELD,
    COVERED,
    DISFAVORED,
    FROM_HIGH_GROUND,
    WITH_BOTH,
    favor,
    log_reasons,
    source,
)
from .sight import gap, has_line, is_behind_low, is_covered_from, is_unaware

# --- Where the phase began (P109, RP14) -----------------------------------------------------------


@njit
def start_gap(battle, one, other):
    """Squares between two fighters when the phase began (P109)."""
    a, b = battle.phases[one], battle.phases[other]
    return distance(a.start_x, a.start_y, b.start_x, b.start_y)


@njit
def had_line(battle, one, other):
    """Whether the line between two fighters was clear when the phase began (P31, RP40)."""
    a, b = battle.phases[one], battle.phases[other]
    return has_line(battle, a.start_x, a.start_y, b.start_x, b.start_y)


@njit
def was_shielded(battle, actor):
    """Whether a tower shield covered the fighter when the phase began (P134, RP28)."""
    for other in range(battle.num_fighters):
        bearer = battle.fighters[other]
        if SHIELD_COVER[bearer.shield] and not are_enemies(battle, actor, other):
            if is_able(bearer) and start_gap(battle, actor, other) <= 1:
                return True
    return False


@njit
def was_covered_from(battle, actor, observer):
    """Whether the fighter had Cover from the other when the phase began (P30, RP28, RP40)."""
    a, b = battle.phases[observer], battle.phases[actor]
    is_behind = is_behind_low(battle, a.start_x, a.start_y, b.start_x, b.start_y)
    return is_behind or was_shielded(battle, actor)


@njit
def stood_higher(battle, one, other):
    """Whether one began the phase on high ground and the other did not (P110, RP40)."""
    a, b = battle.phases[one], battle.phases[other]
    if not has_square(battle.raised, a.start_x, a.start_y):
        return False
    return not has_square(battle.raised, b.start_x, b.start_y)


# --- The roll (P22, P23, P30, P32, P45, P104, P107, P110, RP8, RP10, RP24) ------------------------


@njit
def strikes_with_both(battle, attacker):
    """Whether a Full Attack is three attacks with two weapons (P106, RP19)."""
    phase = battle.phases[attacker]
    if phase.act != Act.FULL_ATTACK or not has_two_weapons(battle.fighters[attacker]):
        return False
    return phase.verb == Verb.THREE_ATTACKS or phase.verb == Verb.THREE_ATTACKS_SPREAD


@njit
def charged_far(battle, actor):
    """Whether the run of a Charge earns Favor: 10 feet, or it ended in a Clash (P60, P88, RP34)."""
    phase = battle.phases[actor]
    return phase.steps >= CHARGE_FAVOR_STEPS or phase.clashed != 0


@njit
def action_favor(battle, attacker, mode):
    """Favor and Disfavor of the attacker's own action (P60, P64, P66, P88, P90)."""
    phase = battle.phases[attacker]
    if mode == Mode.MELEE and phase.act == Act.CHARGE:
        return source(charged_far(battle, attacker))
    if phase.act == Act.TERROR:  # which leaves nobody Ready for an opening
        return DISFAVORED
    if mode == Mode.MISSILE and phase.act == Act.RAPID_FIRE:
        return DISFAVORED
    return source(is_aimed(battle, attacker, mode))


@njit
def is_aimed(battle, attacker, mode):
    """Whether the attack is a Ranged Attack right after Aim (P66)."""
    is_ranged_attack = battle.phases[attacker].act == Act.RANGED_ATTACK and mode == Mode.MISSILE
    return is_ranged_attack and battle.fighters[attacker].aimed != 0


@njit
def stance_favor(battle, attacker, target, mode):
    """Favor and Disfavor that the target's action and posture give (P51, P52, P61 to P67, RP10).

    Defend does not help a target who is Unaware of the attacker.
    """
    phase = battle.phases[target]
    prone = source(battle.fighters[target].prone != 0)
    if mode == Mode.MISSILE or mode == Mode.SPELL:
        return source(phase.missiles) | (DISFAVORED if prone else 0)
    if phase.act == Act.DEFEND and is_unaware(battle, target, attacker):
        return prone
    return source(phase.melee) | prone


@njit
def surprise_favor(battle, attacker, target):
    """Favor of the first attack on a target that is Unaware of the attacker (P58, RP24)."""
    if not is_unaware(battle, target, attacker):
        return 0
    return source((battle.fighters[attacker].struck >> target) & 1 == 0)


@njit
def favor_on(battle, attacker, target, arm, mode):
    """Favor and Disfavor on an attack, all sources together (P22, P23, RP10, RP24, RP39)."""
    sources = action_favor(battle, attacker, mode) | stance_favor(battle, attacker, target, mode)
    sources |= surprise_favor(battle, attacker, target)
    if battle.fighters[attacker].prone != 0 or arm == UNARMED:
        sources |= DISFAVORED
    return sources


@njit
def range_penalty(squares, increment):
    """Penalty of a missile for distance (P107, P111, RP8)."""
    return RANGE_PENALTY * (max(0, squares - 1) // increment)


@njit
def had_cover_on_leaving(battle, actor, observer):
    """Whether the square that a mover has left in the step gave Cover (P24, P30, RP28, RP40)."""
    a, b = battle.phases[observer], battle.phases[actor]
    if is_behind_low(battle, a.from_x, a.from_y, b.from_x, b.from_y):
        return True
    for other in range(battle.num_fighters):
        bearer, at = battle.fighters[other], battle.phases[other]
        if SHIELD_COVER[bearer.shield] and not are_enemies(battle, actor, other):
            if is_able(bearer) and distance(at.from_x, at.from_y, b.from_x, b.from_y) <= 1:
                return True
    return False


@njit
def is_covered(battle, attacker, target, mode):
    """Whether Cover hinders an attack: of missiles that of the phase's start (P30, P109).

    An attack of opportunity strikes a mover in the square that he leaves, one in a Clash where
    they meet (P24, P26, RP34).
    """
    if mode == Mode.OPPORTUNITY and gap(battle, attacker, target) > 1:
        return had_cover_on_leaving(battle, target, attacker)
    if mode == Mode.OPPORTUNITY or mode == Mode.MELEE:
        return is_covered_from(battle, target, attacker)
    return was_covered_from(battle, target, attacker)


@njit
def has_high_ground(battle, attacker, target, mode):
    """Whether a missile or spell comes from high ground (P110)."""
    if mode == Mode.OPPORTUNITY or mode == Mode.MELEE:
        return False
    return stood_higher(battle, attacker, target)


@njit
def range_modifier(battle, attacker, target, arm, mode):
    """Modifier of a missile for the distance at the start of the phase (P107, P109, RP8)."""
    if mode != Mode.MISSILE:
        return 0
    return range_penalty(start_gap(battle, attacker, target), WEAPON_RANGE[arm])


@njit
def place_modifier(battle, attacker, target, arm, mode):
    """Modifier of an attack for Cover, height and distance (P30, P107, P109, P110, RP8, RP28)."""
    total = COVER_PENALTY if is_covered(battle, attacker, target, mode) else 0
    if has_high_ground(battle, attacker, target, mode):
        total += HIGH_GROUND
    return total + range_modifier(battle, attacker, target, arm, mode)


@njit
def shield_bonus(battle, target, arm):
    """Bonus of a flail against a target with a shield, ready or not (P94, RP24)."""
    if arm >= SPELL_WEAPON or battle.fighters[target].shield == NO_SHIELD:
        return 0
    return WEAPON_SHIELD_BONUS[arm]


@njit
def weapon_modifier(battle, attacker, target, arm):
    """Modifier for the weapon: missing Strength, a flail against shields (P94, P104, RP24)."""
    if arm >= SPELL_WEAPON:
        return 0
    missing = max(0, WEAPON_STRENGTH[arm] - battle.fighters[attacker].strength)
    return shield_bonus(battle, target, arm) - missing


@njit
def modifiers(battle, attacker, target, arm, mode):
    """Sum of all modifiers of an attack (P32, P45, RP1)."""
    fighter = battle.fighters[attacker]
    total = fighter.attack_bonus - fighter.wounds
    if strikes_with_both(battle, attacker):
        total += THREE_ATTACKS_PENALTY
    total += weapon_modifier(battle, attacker, target, arm)
    total += place_modifier(battle, attacker, target, arm, mode)
    return total + favor(favor_on(battle, attacker, target, arm, mode))


@njit
def log_attack_reasons(battle, attacker, target, arm, mode):
    """Log what changes the attack roll that follows: all but the fighter's own bonus (P32)."""
    if not battle.log:
        return
    reasons = favor_on(battle, attacker, target, arm, mode)
    reasons |= COVERED * np.int64(is_covered(battle, attacker, target, mode))
    reasons |= FROM_HIGH_GROUND * np.int64(has_high_ground(battle, attacker, target, mode))
    reasons |= WITH_BOTH * np.int64(strikes_with_both(battle, attacker))
    reasons |= AGAINST_SHIELD * np.int64(shield_bonus(battle, target, arm) != 0)
    distance_penalty = range_modifier(battle, attacker, target, arm, mode)
    wounds = battle.fighters[attacker].wounds
    log_reasons(battle, attacker, target, reasons, distance_penalty, wounds)


@njit
def penetration(battle, attacker, target, arm, mode):
    """Penetration of an attack without its critical bonus (P40, P66, P93, P99 to P101, RP44)."""
    if arm >= SPELL_WEAPON:
        return SPELL_PENETRATION[arm - SPELL_WEAPON]
    phase = battle.phases[attacker]
    total = WEAPON_PENETRATION[arm]
    if mode == Mode.MISSILE:
        return total + AIM_PENETRATION * np.int64(is_aimed(battle, attacker, mode))
    if is_unaware(battle, target, attacker):
        total += WEAPON_UNAWARE_PENETRATION[arm]
    if mode == Mode.MELEE and phase.act == Act.CHARGE:
        total += WEAPON_CHARGE_PENETRATION[arm]
        if battle.fighters[attacker].mounted != 0:
            total += WEAPON_MOUNTED_PENETRATION[arm]
    if phase.ready != 0 and battle.phases[target].act == Act.CHARGE:
        total += WEAPON_CHARGED_PENETRATION[arm]
    return total
