"""Queries of a battle record that return only what a fighter may see.

A fighter knows everything about its own side. Of an enemy it sees position, status, weapon, armour,
action points, and a band of the damage taken (XM3), but neither skills nor exact damage. The
`ASSUMED` skills of a trained fighter (RM29) stand for an enemy's skills. An enemy's Feint looks
like a Melee Attack (XM1).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, enemy_in_slot
from ....envs.core.maps.square_grid import DX, DY, distance
from ....envs.mythic_epoch.actions.table import action_id, first_id
from ....envs.mythic_epoch.enums import (
    Act,
    Skill,
    Status,
    Verb,
)
from ....envs.mythic_epoch.observation.writer import announced_act
from ....envs.mythic_epoch.rules.checks import (
    agility_rating,
    blade,
    blade_cost,
    condition_penalty,
    damage_points,
    footwork_rating,
    has_melee_weapon,
    has_missile_weapon,
    is_half_spent,
    is_out,
    melee_rating,
    reach,
    skill,
)
from ....envs.mythic_epoch.rules.declare import active_fighter, is_target_in_fire
from ....envs.mythic_epoch.rules.defence import OUT_OF_REACH, gap, strike_gap
from ....envs.mythic_epoch.rules.reactions import nearest_approach
from ....envs.mythic_epoch.tables import (
    ARMOUR_LOAD,
    HALF_DAMAGE_PENALTY,
    UNARMED,
    WEAPON_ACCURACY,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
)

__all__ = [
    "active_fighter",
    "announced_act",
    "blade",
    "blade_cost",
    "gap",
    "has_melee_weapon",
    "has_missile_weapon",
    "is_out",
    "reach",
    "skill",
    "strike_gap",
]

NONE = -1
"""No action, no slot."""
FRESH, HALF, NEAR_COLLAPSE = 0, 1, 2
ASSUMED_SKILL, ASSUMED_AGILITY, ASSUMED_BRAWLING = 5, 4, 3
ASSUMED_LEFT = np.array([24, 11, 4], np.int64)
"""Assumed damage points that an enemy has left, by band: the middle of each band at Endurance 5."""


@njit
def is_mine(battle, viewer, other):
    """Whether two fighters are on the same side."""
    return battle.side[viewer] == battle.side[other]


@njit
def band(fighter):
    """Visible health: FRESH, HALF (at half health or less) or NEAR_COLLAPSE (XM3)."""
    if 4 * np.int64(fighter.damage) >= 3 * damage_points(fighter):
        return NEAR_COLLAPSE
    return HALF if is_half_spent(fighter) else FRESH


@njit
def damage_left(battle, viewer, other):
    """Damage points left: exact for the viewer's own side, assumed by band for enemies."""
    fighter = battle.fighters[other]
    if is_mine(battle, viewer, other):
        return damage_points(fighter) - np.int64(fighter.damage)
    return ASSUMED_LEFT[band(fighter)]


@njit
def penalty(fighter):
    """Penalty of wounds on checks, which the visible band reveals (RM10, XM3)."""
    return HALF_DAMAGE_PENALTY if band(fighter) != FRESH else 0


@njit
def blow_rating(battle, viewer, other, weapon):
    """Rating of a blow with a weapon: exact for the viewer's own side, assumed for enemies."""
    fighter = battle.fighters[other]
    if is_mine(battle, viewer, other):
        return melee_rating(fighter, weapon) + condition_penalty(fighter)
    expected = ASSUMED_BRAWLING if weapon == UNARMED else ASSUMED_SKILL
    return expected + WEAPON_ACCURACY[weapon] + penalty(fighter)


@njit
def evade_rating(battle, viewer, other):
    """Rating of Evade, Dodge and Withdraw: exact for the viewer's side, else assumed."""
    fighter = battle.fighters[other]
    if is_mine(battle, viewer, other):
        return agility_rating(fighter) + condition_penalty(fighter)
    return ASSUMED_AGILITY + ARMOUR_LOAD[fighter.armour] + penalty(fighter)


@njit
def step_rating(battle, viewer, other):
    """Rating of Combat Move and Retreat: exact for the viewer's side, else assumed."""
    fighter = battle.fighters[other]
    if is_mine(battle, viewer, other):
        return footwork_rating(fighter) + condition_penalty(fighter)
    best = ASSUMED_AGILITY
    if has_melee_weapon(fighter):
        best = max(best, ASSUMED_SKILL + WEAPON_ACCURACY[fighter.hand])
    return best + ARMOUR_LOAD[fighter.armour] + penalty(fighter)


@njit
def brawling_rating(battle, viewer, other):
    """Rating of Grapple, Pin, Struggle and Escape: exact for the viewer's side, else assumed."""
    fighter = battle.fighters[other]
    if is_mine(battle, viewer, other):
        return skill(fighter, Skill.BRAWLING) + condition_penalty(fighter)
    return ASSUMED_BRAWLING + penalty(fighter)


@njit
def parry_cost(fighter):
    """AP cost of the fighter's Parry, 0 if it cannot parry."""
    return WEAPON_PARRY_COST[fighter.hand] if has_melee_weapon(fighter) else np.int64(0)


@njit
def can_defend(fighter):
    """Whether the fighter has the status and the AP (2 or more) to Parry or Evade (XM3)."""
    return fighter.status == Status.ON_GUARD and fighter.action_points >= 2


@njit
def can_counter(battle, enemy, actor, squares):
    """Whether an enemy could Counter-Attack the actor at a distance in squares."""
    fighter = battle.fighters[enemy]
    return (
        fighter.status == Status.ON_GUARD
        and fighter.action_points >= blade_cost(fighter)
        and squares <= reach(fighter)
    )


@njit
def has_shooter(battle, actor):
    """Whether any enemy of the fighter holds a missile weapon."""
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy != NOBODY and WEAPON_RANGE[battle.fighters[enemy].hand] > 0:
            return True
    return False


# --- Enemies --------------------------------------------------------------------------------------


@njit
def enemy_at(battle, actor, slot):
    """The fighter in an enemy slot, -1 if the slot is empty or its fighter is out of action."""
    enemy = enemy_in_slot(battle, actor, slot)
    if enemy == NOBODY or is_out(battle.fighters[enemy]):
        return np.int64(NOBODY)
    return np.int64(enemy)


@njit
def nearest_slot(battle, actor):
    """Slot of the nearest active enemy, of equals the more wounded one; -1 if none."""
    best, best_score = NONE, 0
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy == NOBODY:
            continue
        score = 4 * gap(battle, actor, enemy) - band(battle.fighters[enemy])
        if best == NONE or score < best_score:
            best, best_score = slot, score
    return best


@njit
def nearest_gap(battle, actor):
    """Distance of a strike at the nearest active enemy, out of reach if there is none."""
    slot = nearest_slot(battle, actor)
    if slot == NONE:
        return OUT_OF_REACH
    return strike_gap(battle, actor, enemy_at(battle, actor, slot))


@njit
def weakest_slot(battle, mask, actor, verb):
    """Slot of the easiest legal target of a verb: wounded, short of AP; -1 if none."""
    best, best_score = NONE, 0
    for slot in range(battle.max_side):
        if not mask[first_id(verb, slot)]:
            continue
        fighter = battle.fighters[enemy_in_slot(battle, actor, slot)]
        score = 8 * band(fighter) - np.int64(fighter.action_points)
        if fighter.status != Status.ON_GUARD:
            score += 12
        if best == NONE or score > best_score:
            best, best_score = slot, score
    return best


@njit
def on_weakest(battle, mask, actor, verb):
    """The legal action of a verb against the easiest target, -1 if there is none."""
    slot = weakest_slot(battle, mask, actor, verb)
    return first_id(verb, slot) if slot != NONE else NONE


# --- Legal actions --------------------------------------------------------------------------------


@njit
def untargeted_action(mask, verb):
    """The action of a verb that has no target, -1 if it is illegal."""
    action = first_id(verb, 0)
    return action if mask[action] else NONE


@njit
def first_of(mask, verbs):
    """The first legal action among verbs that have no target, -1 if none is legal."""
    for place in range(len(verbs)):
        action = first_id(verbs[place], 0)
        if mask[action]:
            return action
    return NONE


@njit
def is_likely(battle, actor, verb):
    """Whether a movement probably comes to where the actor's answer takes effect (RM13, RM34).

    Every Combat Move that could go a long way round may be answered. The heuristics count on the
    square where it begins, and on one step nearer to the opponent that it names.
    """
    if battle.action != Act.COMBAT_MOVE:
        return True
    if verb == Verb.COUNTER_ATTACK:
        return nearest_approach(battle, actor) <= reach(battle.fighters[actor])
    if verb == Verb.UNARMED_COUNTER_ATTACK:
        return nearest_approach(battle, actor) <= 1
    if verb == Verb.COUNTER_FIRE:
        return is_target_in_fire(battle, actor, active_fighter(battle))
    return True


@njit
def likely_answer(battle, mask, actor, verb):
    """The reaction of a verb, -1 if it is illegal or will probably never take effect."""
    return untargeted_action(mask, verb) if is_likely(battle, actor, verb) else NONE


@njit
def first_answer(battle, mask, actor, verbs):
    """The first reaction among verbs that will probably take effect, -1 if there is none."""
    for place in range(len(verbs)):
        action = likely_answer(battle, mask, actor, verbs[place])
        if action != NONE:
            return action
    return NONE


@njit
def take_weapon(battle, mask, actor):
    """Take a weapon into an empty hand or move to one on the ground; -1 if not needed."""
    if battle.fighters[actor].hand != UNARMED:
        return NONE
    for verb in (Verb.PICK_UP_WEAPON, Verb.DRAW_WEAPON):
        action = untargeted_action(mask, verb)
        if action != NONE:
            return action
    return NONE


@njit
def approach(battle, mask, slot):
    """The Move towards a slot, to weapon's reach or adjacent; -1 if neither is legal."""
    if slot == NONE:
        return NONE
    for verb in (Verb.MOVE_TO_REACH, Verb.MOVE_TOWARDS):
        if mask[first_id(verb, slot)]:
            return first_id(verb, slot)
    return NONE


@njit
def step_gap(battle, actor, side, enemy):
    """Distance to an enemy after one step in a direction, in squares."""
    fighter = battle.fighters[actor]
    other = battle.fighters[enemy]
    return distance(fighter.x + DX[side], fighter.y + DY[side], other.x, other.y)


@njit
def step_closer(battle, mask, actor, enemy, near):
    """The step that ends nearest to an enemy, or 0 (stop) once within `near` squares."""
    best, best_gap = 0, gap(battle, actor, enemy)
    if best_gap <= near:
        return 0
    for side in range(8):
        if mask[action_id(Verb.STEP, side, NONE)]:
            after = step_gap(battle, actor, side, enemy)
            if after < best_gap:
                best, best_gap = action_id(Verb.STEP, side, NONE), after
    return best


@njit
def crowding(battle, actor, side):
    """How close the enemies are after a step, the nearest weighing most; side -1 is no step."""
    total = 0.0
    for slot in range(battle.max_side):
        enemy = enemy_at(battle, actor, slot)
        if enemy != NOBODY:
            if side < 0:
                far = gap(battle, actor, enemy)
            else:
                far = step_gap(battle, actor, side, enemy)
            total += 1.0 / (1 + far * far)
    return total


@njit
def step_away(battle, mask, actor):
    """The step that ends farthest from the enemies, or 0 (stop) if none leads away."""
    best, least = 0, crowding(battle, actor, -1) - 1e-9
    for side in range(8):
        if mask[action_id(Verb.STEP, side, NONE)]:
            near = crowding(battle, actor, side)
            if near < least:
                best, least = action_id(Verb.STEP, side, NONE), near
    return best
