"""What all styles do alike: come to blows, and answer in the windows of others' actions."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, enemy_in_slot
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
from ....envs.martial.state import (
    HANDS,
)
from ....envs.martial.tables import NONE, RAPID_LIMIT
from ..choosing import first_legal
from .parts import choose_part
from .queries import at_foe, holds_bow, is_foe, make_ready, untargeted_action, with_best_weapon

# --- Coming to blows ------------------------------------------------------------------------------


@njit
def come_near(battle, mask, actor, foe):
    """Charge where it reaches, else move into reach, or as near as the way allows; -1 if stuck."""
    action = with_best_weapon(battle, mask, actor, Verb.CHARGE, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.TO_REACH, 0, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.TOWARD, 0, foe)
    return action


@njit
def fetch_weapon(mask):
    """Go where a weapon lies; -1 if there is no need or none."""
    return untargeted_action(mask, Verb.TO_WEAPON, 0)


@njit
def guard_up(mask):
    """What protects best with the points left: the shield, then Defend; -1 if neither."""
    action = untargeted_action(mask, Verb.READY_SHIELD, 0)
    return action if action != NONE else untargeted_action(mask, Verb.DEFEND, 0)


@njit
def strike_or_come(battle, mask, actor, foe):
    """Strike who is in reach, shoot, or come nearer; -1 if nothing of it is possible."""
    action = with_best_weapon(battle, mask, actor, Verb.STRIKE, foe)
    if action == NONE and holds_bow(battle.fighters[actor]):
        action = untargeted_action(mask, Verb.RELOAD, 0)
        if action == NONE:
            action = shoot(battle, mask, foe, 1)
    if action == NONE:
        action = come_near(battle, mask, actor, foe)
    return action if action != NONE else shoot(battle, mask, foe, 1)


@njit
def shoot(battle, mask, foe, shots):
    """Shoot so often in one action, or throw what is held; -1 if neither is possible."""
    action = at_foe(battle, mask, Verb.SHOOT, min(shots, RAPID_LIMIT), foe)
    if action == NONE and shots > 1:
        action = at_foe(battle, mask, Verb.RAPID_THROW, min(shots, RAPID_LIMIT), foe)
    for hand in range(HANDS):
        if action == NONE:
            action = at_foe(battle, mask, Verb.THROW, hand, foe)
    return action


@njit
def plain_turn(battle, mask, actor, foe, blows):
    """Get ready, strike so many blows, then put up the guard."""
    action = make_ready(battle, mask, actor)
    if action != NONE or foe == NOBODY:
        return action
    if battle.fighters[actor].attacks < blows:
        action = strike_or_come(battle, mask, actor, foe)
    return action if action != NONE else guard_up(mask)


# --- Answering ------------------------------------------------------------------------------------


@njit
def ride(mask, power, reckless):
    """The riders nearest to those wanted that are legal, fewer of both; -1 for none."""
    for less in range(power + reckless + 1):
        stamina = max(0, power - less)
        degrees = reckless - max(0, less - power)
        if stamina == 0 and degrees == 0:
            return np.int64(NONE)
        action = untargeted_action(mask, Verb.RIDERS, stamina * RECKLESS_CHOICES + degrees)
        if action != NONE:
            return action
    return np.int64(NONE)


@njit
def most_power():
    """Stamina beyond what anybody may spend on one blow."""
    return POWER_CHOICES - 1


@njit
def strike_back(battle, mask, actor):
    """Strike at who provokes, with the best weapon; -1 if it cannot be."""
    provoker = np.int64(battle.provoker)
    return with_best_weapon(battle, mask, actor, Verb.STRIKE, provoker)


@njit
def has_last_point(fighter):
    """Whether one more point of Stamina spent would be the end (RD7)."""
    return np.int64(fighter.stamina) + np.int64(fighter.exhaustion) <= 1


@njit
def parry(battle, mask, actor):
    """Parry with the main hand, else with the other; -1 if neither may or it is the last point."""
    if has_last_point(battle.fighters[actor]):
        return np.int64(NONE)
    action = untargeted_action(mask, Verb.PARRY, 0)
    return action if action != NONE else untargeted_action(mask, Verb.PARRY, 1)


@njit
def most_extra(mask):
    """As many more injuries as the degrees give."""
    best = np.int64(NONE)
    for extra in range(1, EXTRA_CHOICES + 1):
        action = untargeted_action(mask, Verb.EXTRA, extra)
        if action != NONE:
            best = action
    return best


@njit
def cleave_into(battle, mask, actor):
    """Another enemy in sight to strike after a hit; -1 if there is none."""
    for slot in range(battle.max_side):
        foe = enemy_in_slot(battle, actor, slot)
        if foe != NOBODY and is_foe(battle, actor, foe):
            action = action_id(Verb.CLEAVE, 0, slot)
            if mask[action]:
                return action
    return np.int64(NONE)


@njit
def any_direction(mask):
    """The first legal direction."""
    for side in range(DIRECTIONS):
        action = untargeted_action(mask, Verb.DIRECTION, side)
        if action != NONE:
            return action
    return np.int64(NONE)


@njit
def current_target(battle):
    """Whom the attack under way is aimed at."""
    return np.int64(battle.attacks[battle.frame].target)


@njit
def current_degrees(battle):
    """The degrees of the attack under way."""
    return np.int64(battle.attacks[battle.frame].degrees)


@njit
def injure(battle, mask, taste):
    """Choose the part by a taste."""
    return choose_part(battle, mask, current_target(battle), current_degrees(battle), taste)


@njit
def answer(battle, mask, actor, window, taste):
    """What every style answers alike: all windows but its turn, its riders and its parries."""
    if window == Window.HIDE:
        return untargeted_action(mask, Verb.HIDE, 0)
    if window == Window.REACTIVE_ATTACK:
        return strike_back(battle, mask, actor)
    if window == Window.PART:
        return injure(battle, mask, taste)
    if window == Window.EXTRA:
        return most_extra(mask)
    if window == Window.CLEAVE:
        return cleave_into(battle, mask, actor)
    if window == Window.DIRECTION:
        return any_direction(mask)
    return first_legal(mask)
