"""Behaviour that all heuristics share: approach, and answers in windows of other actions."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, enemy_in_slot
from ....envs.core.maps.square_grid import nearer_directions
from ....envs.martial.actions.table import (
    DIRECTIONS,
    EXTRA_CHOICES,
    POWER_CHOICES,
    RECKLESS_CHOICES,
    action_id,
)
from ....envs.martial.enums import (
    Verb,
    Window,
)
from ....envs.martial.rules.injuries.bodies import is_conscious
from ....envs.martial.state import (
    HANDS,
)
from ....envs.martial.tables import NONE, RAPID_LIMIT
from ..choosing import first_legal
from .body_parts import choose_part
from .queries import (
    FAR,
    at_foe,
    closest,
    distance_to,
    holds_bow,
    is_foe,
    make_ready,
    untargeted_action,
    with_first_weapon,
)

MOST_POWER = POWER_CHOICES - 1
"""The most Stamina for Power that the action table offers."""

# --- Coming to blows ------------------------------------------------------------------------------


@njit
def come_near(battle, mask, actor, foe):
    """Charge if it reaches, move into reach, or move as near as possible; -1 if stuck."""
    action = with_first_weapon(battle, mask, actor, Verb.CHARGE, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.TO_REACH, 0, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.TOWARD, 0, foe)
    return action


@njit
def move_to_weapon(mask):
    """Move to a weapon on the ground; -1 if none is needed or there is none."""
    return untargeted_action(mask, Verb.TO_WEAPON, 0)


@njit
def shield_or_defend(mask):
    """Use the shield or Defend with the points left; -1 if neither is legal."""
    action = untargeted_action(mask, Verb.READY_SHIELD, 0)
    return action if action != NONE else untargeted_action(mask, Verb.DEFEND, 0)


@njit
def strike_or_come_near(battle, mask, actor, foe):
    """Strike an enemy in reach, shoot, or come nearer; -1 if none of these is possible."""
    action = with_first_weapon(battle, mask, actor, Verb.STRIKE, foe)
    if action == NONE and holds_bow(battle.fighters[actor]):
        action = untargeted_action(mask, Verb.RELOAD, 0)
        if action == NONE:
            action = shoot(battle, mask, actor, foe, 1)
    if action == NONE:
        action = come_near(battle, mask, actor, foe)
    return action if action != NONE else shoot(battle, mask, actor, foe, 1)


@njit
def shoot(battle, mask, actor, foe, shots):
    """Shoot up to `shots` missiles in one action, or throw the weapon in hand; -1 if illegal.

    A weapon that shoots is not thrown.
    """
    for missiles in range(min(shots, RAPID_LIMIT), 0, -1):
        action = at_foe(battle, mask, Verb.SHOOT, missiles, foe)
        if action != NONE:
            return action
    if holds_bow(battle.fighters[actor]):
        return np.int64(NONE)
    action = at_foe(battle, mask, Verb.RAPID_THROW, shots, foe) if shots > 1 else np.int64(NONE)
    for hand in range(HANDS):
        if action == NONE:
            action = at_foe(battle, mask, Verb.THROW, hand, foe)
    return action


@njit
def plain_turn(battle, mask, actor, foe, blows):
    """Get ready, strike a number of blows, then use the shield or Defend."""
    action = make_ready(battle, mask, actor)
    if action != NONE or foe == NOBODY:
        return action
    if battle.fighters[actor].attacks < blows:
        action = strike_or_come_near(battle, mask, actor, foe)
    return action if action != NONE else shield_or_defend(mask)


# --- Answering ------------------------------------------------------------------------------------


@njit
def choose_riders(mask, power, reckless):
    """The legal choice nearest to the wanted Power and Reckless degrees; -1 for none.

    It has at most these; Power is reduced first.
    """
    for reduction in range(power + reckless + 1):
        stamina = max(0, power - reduction)
        degrees = reckless - max(0, reduction - power)
        if stamina == 0 and degrees == 0:
            return np.int64(NONE)
        action = untargeted_action(mask, Verb.RIDERS, stamina * RECKLESS_CHOICES + degrees)
        if action != NONE:
            return action
    return np.int64(NONE)


@njit
def strike_back(battle, mask, actor):
    """Strike a provoking enemy with the best weapon; -1 if that is illegal."""
    provoker = np.int64(battle.provoker)
    return with_first_weapon(battle, mask, actor, Verb.STRIKE, provoker)


@njit
def is_on_last_stamina(fighter):
    """Whether spending one more point of Stamina would make the fighter unconscious (RD7)."""
    return np.int64(fighter.stamina) + np.int64(fighter.exhaustion) <= 1


@njit
def parry(battle, mask, actor):
    """Parry with the main hand, else the off hand; -1 if illegal or with the last point left."""
    if is_on_last_stamina(battle.fighters[actor]):
        return np.int64(NONE)
    action = untargeted_action(mask, Verb.PARRY, 0)
    return action if action != NONE else untargeted_action(mask, Verb.PARRY, 1)


@njit
def most_extra_injuries(mask):
    """The most additional injuries that the degrees allow."""
    best = np.int64(NONE)
    for extra in range(1, EXTRA_CHOICES + 1):
        action = untargeted_action(mask, Verb.EXTRA, extra)
        if action != NONE:
            best = action
    return best


@njit
def choose_cleave_target(battle, mask, actor):
    """Another visible enemy to strike after a hit; -1 if there is none."""
    for slot in range(battle.max_side):
        foe = enemy_in_slot(battle, actor, slot)
        if foe != NOBODY and is_foe(battle, actor, foe):
            action = action_id(Verb.CLEAVE, 0, slot)
            if mask[action]:
                return action
    return np.int64(NONE)


@njit
def first_direction(mask):
    """The first legal direction."""
    for side in range(DIRECTIONS):
        action = untargeted_action(mask, Verb.DIRECTION, side)
        if action != NONE:
            return action
    return np.int64(NONE)


@njit
def current_target(battle):
    """The target of the current attack."""
    return np.int64(battle.attacks[battle.frame].target)


@njit
def current_degrees(battle):
    """The degrees of the current attack."""
    return np.int64(battle.attacks[battle.frame].degrees)


@njit
def choose_injured_part(battle, mask, preference):
    """The body part to injure, by a preference."""
    return choose_part(battle, mask, current_target(battle), current_degrees(battle), preference)


@njit
def choose_next_target(battle, mask, actor):
    """The target of the last blow while it fights, else the closest enemy left; -1 for none."""
    action = at_foe(battle, mask, Verb.NEXT, 0, current_target(battle))
    if action != NONE and is_conscious(battle.fighters[current_target(battle)]):
        return action
    best, nearest = np.int64(NONE), np.int64(FAR)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and distance_to(battle, actor, foe) < nearest:
            action = at_foe(battle, mask, Verb.NEXT, 0, foe)
            if action != NONE:
                best, nearest = action, distance_to(battle, actor, foe)
    return best


@njit
def step_nearer(battle, mask, actor):
    """A step towards the closest enemy, to its side at most; -1 to stop."""
    foe = closest(battle, actor)
    if foe == NOBODY:
        return np.int64(NONE)
    me, it = battle.fighters[actor], battle.fighters[foe]
    directions = nearer_directions(me.x, me.y, it.x, it.y)
    for side in range(DIRECTIONS):
        action = untargeted_action(mask, Verb.STEP, side)
        if (directions >> side) & 1 == 1 and action != NONE:
            return action
    return np.int64(NONE)


@njit
def answer(battle, mask, actor, window, preference):
    """The answer in every window that all heuristics treat alike.

    Excluded are the windows of the fighter's own turn, of riders and of parries.
    """
    if window == Window.HIDE:
        return untargeted_action(mask, Verb.HIDE, 0)
    if window == Window.REACTIVE_ATTACK:
        return strike_back(battle, mask, actor)
    if window == Window.PART:
        return choose_injured_part(battle, mask, preference)
    if window == Window.EXTRA:
        return most_extra_injuries(mask)
    if window == Window.CLEAVE:
        return choose_cleave_target(battle, mask, actor)
    if window == Window.DIRECTION:
        return first_direction(mask)
    if window == Window.NEXT_TARGET:
        return choose_next_target(battle, mask, actor)
    if window == Window.STEP:
        return step_nearer(battle, mask, actor)
    return first_legal(mask)
