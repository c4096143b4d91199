"""Six simple styles of Martial. Each gives an action, or -1 to pass."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.martial.enums import (
    Maneuver,
    Severity,
    Verb,
    Window,
)
from ....envs.martial.rules.attack_roll.defence import defence_seen
from ....envs.martial.rules.attack_roll.modifiers import attack_bonus
from ....envs.martial.tables import (
    DEGREE,
    NONE,
)
from .answers import (
    answer,
    come_near,
    current_degrees,
    fetch_weapon,
    guard_up,
    most_power,
    parry,
    plain_turn,
    ride,
    shoot,
    strike_or_come,
)
from .parts import CRIPPLING, DEADLY, PLAIN
from .queries import (
    NEAR,
    at_foe,
    closest,
    feet_to,
    foes_in_reach,
    get_up,
    holds_bow,
    make_ready,
    untargeted_action,
    with_best_weapon,
)

SPARE = 4
"""Stamina that the careful keep."""
SURE = 9
"""A face that, needed for a hit, is low enough for Reckless degrees."""

# --- Brawler --------------------------------------------------------------------------------------


@njit
def brawler(battle, mask, rng_state, actor):
    """Goes for the nearest enemy and strikes with all it has, never on guard."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        foe = closest(battle, actor)
        action = make_ready(battle, mask, actor)
        if action == NONE and foe != NOBODY:
            action = strike_or_come(battle, mask, actor, foe)
        return action if action != NONE else fetch_weapon(mask)
    if window == Window.RIDERS:
        return ride(mask, most_power(), 0)
    if window == Window.PARRY:
        return np.int64(NONE)
    return answer(battle, mask, actor, window, PLAIN)


# --- Defender -------------------------------------------------------------------------------------


@njit
def has_stamina(fighter):
    """Whether there is Stamina to spare."""
    return fighter.stamina > SPARE


@njit
def careful_parry(battle, mask, actor):
    """Parry while there is Stamina to spare; -1 if not."""
    if not has_stamina(battle.fighters[actor]):
        return np.int64(NONE)
    return parry(battle, mask, actor)


@njit
def defender(battle, mask, rng_state, actor):
    """Trusts in parries while there is Stamina, then in shield and guard, for a blow less."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        blows = 2 if has_stamina(battle.fighters[actor]) else 1
        return plain_turn(battle, mask, actor, closest(battle, actor), blows)
    if window == Window.RIDERS:
        return np.int64(NONE)
    if window == Window.PARRY:
        return careful_parry(battle, mask, actor)
    return answer(battle, mask, actor, window, PLAIN)


# --- Headhunter and crippler ----------------------------------------------------------------------


@njit
def degrees_to_spare(battle, actor, wanted):
    """Reckless degrees with which a blow that just hits opens the class wanted."""
    frame = battle.attacks[battle.frame]
    needed = defence_seen(battle, frame) + 1 - attack_bonus(battle, frame)
    if needed > SURE or battle.fighters[actor].stamina <= SPARE:
        return 0
    likely = max(0, (SURE - needed) // DEGREE)
    return max(0, wanted - likely)


@njit
def aim_high(battle, mask, actor, wanted):
    """Power for the hit, and Reckless degrees for the class of part wanted."""
    return ride(mask, most_power(), degrees_to_spare(battle, actor, wanted))


@njit
def headhunter(battle, mask, rng_state, actor):
    """Two blows a turn, each with Stamina for the head or the heart."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return plain_turn(battle, mask, actor, closest(battle, actor), 2)
    if window == Window.RIDERS:
        return aim_high(battle, mask, actor, np.int64(Severity.DEADLY))
    if window == Window.PARRY:
        return parry(battle, mask, actor) if current_degrees(battle) > 0 else np.int64(NONE)
    return answer(battle, mask, actor, window, DEADLY)


@njit
def crippler(battle, mask, rng_state, actor):
    """Two blows a turn at feet and legs until the other is lame, then at hands and arms."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return plain_turn(battle, mask, actor, closest(battle, actor), 2)
    if window == Window.RIDERS:
        return aim_high(battle, mask, actor, np.int64(Severity.MAJOR))
    if window == Window.PARRY:
        return parry(battle, mask, actor) if current_degrees(battle) > 0 else np.int64(NONE)
    return answer(battle, mask, actor, window, CRIPPLING)


# --- Archer ---------------------------------------------------------------------------------------


@njit
def mark(battle, actor):
    """Whom to shoot at: the nearest."""
    return closest(battle, actor)


@njit
def keep_off(battle, mask, actor, foe):
    """Get away from who is near: with a step if that is enough, else run; -1 if stuck."""
    return at_foe(battle, mask, Verb.AWAY, 0, foe)


@njit
def shoot_turn(battle, mask, actor):
    """Stand, load, get away from who is near, shoot twice; without a bow, fight."""
    foe = closest(battle, actor)
    action = get_up(mask)
    if action != NONE or foe == NOBODY:
        return action
    me = battle.fighters[actor]
    if not holds_bow(me):
        return plain_turn(battle, mask, actor, foe, 2)
    if feet_to(battle, actor, foe) <= NEAR and me.attacks == 0:
        action = keep_off(battle, mask, actor, foe)
        if action != NONE and me.action_points > 1:
            return action
    if foes_in_reach(battle, actor) > 0:
        return plain_turn(battle, mask, actor, foe, 2)
    action = untargeted_action(mask, Verb.RELOAD, 0)
    if action == NONE:
        action = shoot(battle, mask, foe, 2 if me.attacks == 0 else 1)
    if action == NONE:
        action = at_foe(battle, mask, Verb.TOWARD, 0, foe)
    return action


@njit
def archer(battle, mask, rng_state, actor):
    """Keeps away and shoots two arrows at a time; hand to hand it fights like a defender."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return shoot_turn(battle, mask, actor)
    if window == Window.RIDERS:
        return ride(mask, most_power(), 0)
    if window == Window.PARRY:
        return careful_parry(battle, mask, actor)
    return answer(battle, mask, actor, window, PLAIN)


# --- Wrestler -------------------------------------------------------------------------------------


@njit
def throw_down(battle, mask, actor, foe):
    """Shove one of several away, else trip, disarm, grapple; -1 if nothing is to be done."""
    action = np.int64(NONE)
    if foes_in_reach(battle, actor) > 1:
        action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.SHOVE, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.TRIP, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.DISARM, foe)
    if action == NONE:
        action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.GRAPPLE, foe)
    return action


@njit
def wrestle(battle, mask, actor):
    """Trip or disarm first, then strike at who lies there."""
    foe = closest(battle, actor)
    action = get_up(mask)
    if action != NONE or foe == NOBODY:
        return action
    if battle.fighters[actor].attacks < 1:
        action = throw_down(battle, mask, actor, foe)
    if action == NONE and battle.fighters[actor].attacks < 2:
        action = with_best_weapon(battle, mask, actor, Verb.STRIKE, foe)
        if action == NONE and battle.fighters[actor].attacks == 0:
            action = come_near(battle, mask, actor, foe)
    return action if action != NONE else guard_up(mask)


@njit
def wrestler(battle, mask, rng_state, actor):
    """Shoves, trips, disarms and grapples before it strikes."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return wrestle(battle, mask, actor)
    if window == Window.RIDERS:
        lies = battle.fighters[battle.attacks[battle.frame].target].prone
        return ride(mask, most_power(), 0) if lies else np.int64(NONE)
    if window == Window.PARRY:
        return parry(battle, mask, actor) if current_degrees(battle) > 0 else np.int64(NONE)
    if window == Window.REACTIVE_ATTACK:
        action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.TRIP, np.int64(battle.provoker))
        if action != NONE:
            return action
    return answer(battle, mask, actor, window, PLAIN)
