"""The attack or Trip that is worth most for each AP (W72 to W76, W97)."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.wildroll.actions.table import (
    ACTS,
)
from ....envs.wildroll.enums import (
    Act,
    Posture,
    Verb,
)
from ....envs.wildroll.rules.health.bodies import is_prone
from ....envs.wildroll.rules.health.wounds import severity
from ....envs.wildroll.state import WEAPON_SLOTS
from ....envs.wildroll.tables import ACT_POINTS, NONE, POSTURE_MELEE
from .action_value import chance_of_power, points_of, stamina_price, usual_worth, worth_of
from .queries import allies_on, at_foe, can_afford, is_foe
from .tempo import POINT_WORTH, keeps_lead

FOCUS = 8
"""An attack counts one part in this number more for each level of the target's worst wound, so that
a side concentrates its attacks."""
RISE_WORTH = 2 * int(ACT_POINTS[Act.POSTURE]) * POINT_WORTH // 2
"""Half the worth of the AP that a prone fighter needs to stand up (W82)."""
PATIENCE = 125
"""Percent of the worth per AP that a Trip, or an attack to save AP for, needs of the best
attack's."""

# --- Attacks --------------------------------------------------------------------------------------


@njit
def worth_of_choice(battle, actor, verb, slot, foe):
    """Worth of an attack, more against a wounded enemy, minus the worth of its stamina."""
    act = ACTS[verb]
    worth = worth_of(battle, actor, foe, act, slot, 0)
    worth += worth * severity(battle.fighters[foe]) // FOCUS
    return worth - stamina_price(battle.fighters[actor], act)


@njit
def worth_of_trip(battle, actor, foe):
    """Worth of a Trip: the enemy spends AP to get up, and attacks on it are better."""
    plain = usual_worth(battle, actor, foe, 0)
    follow = usual_worth(battle, actor, foe, -POSTURE_MELEE[Posture.PRONE]) - plain
    blows = np.int64(allies_on(battle, actor, foe))
    left = np.int64(battle.fighters[actor].action_points) - ACT_POINTS[Act.TRIP]
    if battle.active == actor or keeps_lead(battle, actor):
        blows += left // ACT_POINTS[Act.STANDARD]
    gain = RISE_WORTH + blows * follow
    return np.int64(gain * chance_of_power(battle, actor, foe))


@njit
def per_point(worth, points):
    """Worth for each AP, times 100."""
    return 100 * worth // max(np.int64(1), points)


@njit
def best_at(battle, mask, actor, foe, best, most, wait):
    """The better of the best attack so far and the attacks on one enemy, by worth per AP.

    Returns:
        The best affordable action, its worth per AP, and the best worth per AP, affordable or not.
    """
    for verb in range(np.int64(Verb.QUICK), np.int64(Verb.STRONG) + 1):
        for slot in range(WEAPON_SLOTS):
            action = at_foe(battle, mask, verb, slot, foe)
            if action != NONE:
                worth = worth_of_choice(battle, actor, verb, slot, foe)
                rate = per_point(worth, points_of(battle, actor, verb, slot))
                wait = max(wait, rate)
                if rate > most and can_afford(battle, actor, verb, slot):
                    best, most = action, rate
    action = at_foe(battle, mask, Verb.FIRE_BOLT, 0, foe)
    if action != NONE:
        worth = worth_of_choice(battle, actor, Verb.FIRE_BOLT, 0, foe)
        rate = per_point(worth, points_of(battle, actor, Verb.FIRE_BOLT, 0))
        wait = max(wait, rate)
        if rate > most and can_afford(battle, actor, Verb.FIRE_BOLT, 0):
            best, most = action, rate
    return best, most, wait


@njit
def best_trip(battle, mask, actor, best, most):
    """The better of the best attack so far and a Trip, by worth per AP."""
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and not is_prone(battle.fighters[foe]):
            action = at_foe(battle, mask, Verb.TRIP, 0, foe)
            if action != NONE and can_afford(battle, actor, Verb.TRIP, 0):
                rate = per_point(worth_of_trip(battle, actor, foe), ACT_POINTS[Act.TRIP])
                if 100 * rate > PATIENCE * most:
                    best, most = action, rate
    return best, most


@njit
def best_attack(battle, mask, actor):
    """The attack or Trip with the most worth per AP; -1 and 0 if there is none.

    Returns:
        The action, its worth per AP, and the best worth per AP of any attack, affordable or not.
    """
    best, most, wait = np.int64(NONE), np.int64(0), np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            best, most, wait = best_at(battle, mask, actor, foe, best, most, wait)
    if wait > 0:
        best, most = best_trip(battle, mask, actor, best, most)
    return best, most, wait
