"""Six simple heuristics of Martial. Each returns an action, or -1 to pass."""

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
    MOST_POWER,
    answer,
    choose_riders,
    come_near,
    current_degrees,
    move_to_weapon,
    parry,
    plain_turn,
    shield_or_defend,
    shoot,
    strike_or_come_near,
)
from .body_parts import CRIPPLING, DEADLY, PLAIN
from .queries import (
    NEAR,
    at_foe,
    closest,
    distance_to,
    foes_in_reach,
    get_up,
    holds_bow,
    make_ready,
    untargeted_action,
    with_first_weapon,
)

KEPT = 4
"""Stamina that the cautious heuristics keep."""
HIGHEST_LIKELY_FACE = 9
"""Highest face needed for a hit at which Reckless degrees are used."""

# --- Brawler --------------------------------------------------------------------------------------


@njit
def brawler(battle, mask, rng_state, actor):
    """Goes for the nearest enemy and spends every AP on strikes, never on defence."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        foe = closest(battle, actor)
        action = make_ready(battle, mask, actor)
        if action == NONE and foe != NOBODY:
            action = strike_or_come_near(battle, mask, actor, foe)
        return action if action != NONE else move_to_weapon(mask)
    if window == Window.RIDERS:
        return choose_riders(mask, MOST_POWER, 0)
    if window == Window.PARRY:
        return np.int64(NONE)
    return answer(battle, mask, actor, window, PLAIN)


# --- Defender -------------------------------------------------------------------------------------


@njit
def has_stamina_to_spare(fighter):
    """Whether the fighter has more Stamina than a cautious heuristic keeps."""
    return fighter.stamina > KEPT


@njit
def careful_parry(battle, mask, actor):
    """Parry while there is Stamina to spare; -1 if not."""
    if not has_stamina_to_spare(battle.fighters[actor]):
        return np.int64(NONE)
    return parry(battle, mask, actor)


@njit
def defender(battle, mask, rng_state, actor):
    """Parries while it has Stamina, then uses shield and Defend with an AP of its turn."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        blows = 2 if has_stamina_to_spare(battle.fighters[actor]) else 1
        return plain_turn(battle, mask, actor, closest(battle, actor), blows)
    if window == Window.RIDERS:
        return np.int64(NONE)
    if window == Window.PARRY:
        return careful_parry(battle, mask, actor)
    return answer(battle, mask, actor, window, PLAIN)


# --- Headhunter and crippler ----------------------------------------------------------------------


@njit
def reckless_degrees(battle, actor, wanted):
    """Reckless degrees with which a blow that just hits opens the wanted class of part."""
    frame = battle.attacks[battle.frame]
    needed = defence_seen(battle, frame) + 1 - attack_bonus(battle, frame)
    if needed > HIGHEST_LIKELY_FACE or battle.fighters[actor].stamina <= KEPT:
        return 0
    likely = max(0, (HIGHEST_LIKELY_FACE - needed) // DEGREE)
    return max(0, wanted - likely)


@njit
def riders_for_severity(battle, mask, actor, wanted):
    """Power to hit, and Reckless degrees for the wanted class of part."""
    return choose_riders(mask, MOST_POWER, reckless_degrees(battle, actor, wanted))


@njit
def headhunter(battle, mask, rng_state, actor):
    """Strikes twice a turn and spends Stamina to reach the head or the heart."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return plain_turn(battle, mask, actor, closest(battle, actor), 2)
    if window == Window.RIDERS:
        return riders_for_severity(battle, mask, actor, np.int64(Severity.DEADLY))
    if window == Window.PARRY:
        return parry(battle, mask, actor) if current_degrees(battle) > 0 else np.int64(NONE)
    return answer(battle, mask, actor, window, DEADLY)


@njit
def crippler(battle, mask, rng_state, actor):
    """Strikes twice a turn at feet and legs until the enemy is lame, then at hands and arms."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return plain_turn(battle, mask, actor, closest(battle, actor), 2)
    if window == Window.RIDERS:
        return riders_for_severity(battle, mask, actor, np.int64(Severity.MAJOR))
    if window == Window.PARRY:
        return parry(battle, mask, actor) if current_degrees(battle) > 0 else np.int64(NONE)
    return answer(battle, mask, actor, window, CRIPPLING)


# --- Archer ---------------------------------------------------------------------------------------


@njit
def back_off(battle, mask, actor, foe):
    """Leave a near enemy, with a step if that is enough, else by running; -1 if stuck."""
    return at_foe(battle, mask, Verb.AWAY, 0, foe)


@njit
def shoot_turn(battle, mask, actor):
    """Stand up, load, leave a near enemy, shoot twice; without a bow, fight in melee."""
    foe = closest(battle, actor)
    action = get_up(mask)
    if action != NONE or foe == NOBODY:
        return action
    me = battle.fighters[actor]
    if not holds_bow(me):
        return plain_turn(battle, mask, actor, foe, 2)
    if distance_to(battle, actor, foe) <= NEAR and me.attacks == 0:
        action = back_off(battle, mask, actor, foe)
        if action != NONE and me.action_points > 1:
            return action
    if foes_in_reach(battle, actor) > 0:
        return plain_turn(battle, mask, actor, foe, 2)
    action = untargeted_action(mask, Verb.RELOAD, 0)
    if action == NONE:
        action = shoot(battle, mask, actor, foe, 2 if me.attacks == 0 else 1)
    if action == NONE:
        action = at_foe(battle, mask, Verb.TOWARD, 0, foe)
    return action


@njit
def archer(battle, mask, rng_state, actor):
    """Keeps its distance and shoots two arrows at a time; in melee it acts as a defender."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return shoot_turn(battle, mask, actor)
    if window == Window.RIDERS:
        return choose_riders(mask, MOST_POWER, 0)
    if window == Window.PARRY:
        return careful_parry(battle, mask, actor)
    return answer(battle, mask, actor, window, PLAIN)


# --- Wrestler -------------------------------------------------------------------------------------


@njit
def choose_maneuver(battle, mask, actor, foe):
    """Shove one of several enemies away, else trip, disarm or grapple; -1 if none is useful."""
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
    """Trip or disarm first, then strike the prone enemy."""
    foe = closest(battle, actor)
    action = get_up(mask)
    if action != NONE or foe == NOBODY:
        return action
    if battle.fighters[actor].attacks < 1:
        action = choose_maneuver(battle, mask, actor, foe)
    if action == NONE and battle.fighters[actor].attacks < 2:
        action = with_first_weapon(battle, mask, actor, Verb.STRIKE, foe)
        if action == NONE and battle.fighters[actor].attacks == 0:
            action = come_near(battle, mask, actor, foe)
    return action if action != NONE else shield_or_defend(mask)


@njit
def wrestler(battle, mask, rng_state, actor):
    """Shoves, trips, disarms and grapples before it strikes."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        return wrestle(battle, mask, actor)
    if window == Window.RIDERS:
        is_prone = battle.fighters[battle.attacks[battle.frame].target].prone
        return choose_riders(mask, MOST_POWER, 0) if is_prone else np.int64(NONE)
    if window == Window.PARRY:
        return parry(battle, mask, actor) if current_degrees(battle) > 0 else np.int64(NONE)
    if window == Window.REACTIVE_ATTACK:
        action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.TRIP, np.int64(battle.provoker))
        if action != NONE:
            return action
    return answer(battle, mask, actor, window, PLAIN)
