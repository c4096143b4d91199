"""The table of actions: ids, and what an action of the turn declares.

An action is a verb, in some cases with a direction or with a slot of an enemy or ally. Ids never
shift: what needs no slot comes first, then the verbs of enemy slot 0 and ally slot 0, of slot 1,
and so on. So the table of a duel is the beginning of the table of a skirmish.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ..enums import (
    Act,
    Way,
)

# --- The table ------------------------------------------------------------------------------------

WAIT = 0
SINGLE_ACTS = np.array(
    [
        Act.NOTHING,
        Act.READY,
        Act.RELOAD,
        Act.DRAW_WEAPON,
        Act.PICK_UP_WEAPON,
        Act.DISARM,
        Act.GRAPPLE,
        Act.PRESS,
        Act.UNARMED_PRESS,
        Act.WITHDRAW,
        Act.ESCAPE,
        Act.PIN,
        Act.COUNTER_ATTACK,
        Act.UNARMED_COUNTER_ATTACK,
        Act.COUNTER_FIRE,
        Act.DODGE,
        Act.DOUBLE,
        Act.UNARMED_DOUBLE,
        Act.EVADE,
        Act.PARRY,
        Act.PARRY_TO_BIND,
        Act.RETREAT,
        Act.STRUGGLE,
        Act.WIND,
        Act.CT_COUNTER_ATTACK,
        Act.CT_PARRY,
        Act.FEINT_COUNTER_ATTACK,
    ],
    np.int64,
)
SINGLE_OF_ACT = np.full(len(Act), -1, np.int64)
SINGLE_OF_ACT[SINGLE_ACTS] = np.arange(len(SINGLE_ACTS))
MOVE_TO_COVER = len(SINGLE_ACTS)
MOVE_TO_WEAPON = MOVE_TO_COVER + 1
MOVE_STEP = MOVE_TO_WEAPON + 1  # 8 directions
STEP = MOVE_STEP + 8  # 8 directions
FIRST_SLOT = STEP + 8
AIM, MELEE, FEINT, FIST, SHOOT, COMBAT, TOWARDS, TO_REACH, AWAY, TO_ALLY = range(10)
SLOT_VERBS = 10


def num_actions(max_side: int) -> int:
    """Length of the table with so many slots a side."""
    return FIRST_SLOT + SLOT_VERBS * max_side


@njit
def slot_action(slot, verb):
    """Id of a verb with a slot."""
    return FIRST_SLOT + SLOT_VERBS * slot + verb


# --- What an action of the turn declares ----------------------------------------------------------


@njit
def act_of_slot_verb(verb):
    """The combat action of a verb with a slot."""
    if verb == AIM:
        return Act.AIM
    if verb == MELEE:
        return Act.MELEE_ATTACK
    if verb == FEINT:
        return Act.FEINT
    if verb == FIST:
        return Act.UNARMED_ATTACK
    if verb == SHOOT:
        return Act.RANGED_ATTACK
    return Act.COMBAT_MOVE if verb == COMBAT else Act.MOVE


@njit
def way_of(action):
    """Where a Move goes."""
    if action == MOVE_TO_COVER:
        return Way.TO_COVER
    if action == MOVE_TO_WEAPON:
        return Way.TO_WEAPON
    if action < FIRST_SLOT:
        return Way.STEP
    verb = (action - FIRST_SLOT) % SLOT_VERBS
    if verb == TOWARDS:
        return Way.TOWARDS
    if verb == TO_REACH:
        return Way.TO_REACH
    return Way.AWAY if verb == AWAY else Way.TO_ALLY


@njit
def act_of(action):
    """The combat action that an action of the turn declares."""
    if action < MOVE_TO_COVER:
        return SINGLE_ACTS[action]
    if action < FIRST_SLOT:
        return np.int64(Act.MOVE)
    return np.int64(act_of_slot_verb((action - FIRST_SLOT) % SLOT_VERBS))


@njit
def fighter_of(battle, actor, action):
    """The fighter whom an action with a slot names, -1 for the others."""
    if action < FIRST_SLOT:
        return np.int64(NOBODY)
    slot = (action - FIRST_SLOT) // SLOT_VERBS
    if (action - FIRST_SLOT) % SLOT_VERBS == TO_ALLY:
        return ally_in_slot(battle, actor, slot)
    return enemy_in_slot(battle, actor, slot)


@njit
def target_of(battle, actor, action):
    """The opponent whom the declared action names: a slot, or the partner; -1 for a Move."""
    act = act_of(action)
    if act == Act.MOVE or act == Act.READY:
        return np.int64(NOBODY)
    if action >= FIRST_SLOT:
        return fighter_of(battle, actor, action)
    return np.int64(battle.fighters[actor].partner)
