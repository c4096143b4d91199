"""Which actions are legal: the masks of the decisions, and whether there is a choice at all."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import (
    MAX_SIDE,
    NOBODY,
    ally_in_slot,
    enemy_in_slot,
    has_full_choices,
)
from ...core.engine.system import count_legal
from ..enums import Act, Status, Verb, Window
from ..navigation.pathfinding import (
    path_directions,
    planned_directions,
    sheltered_square,
)
from ..rules.checks import is_out, reach
from ..rules.declare import (
    is_target_in_fire,
    may_aim,
    may_attack,
    may_attack_unarmed,
    may_combat_move,
    may_disarm,
    may_draw_weapon,
    may_escape,
    may_grapple,
    may_move,
    may_pick_up_other,
    may_pick_up_weapon,
    may_pin,
    may_ready,
    may_reload,
    may_shoot,
    may_strike_bound,
    may_withdraw,
)
from ..rules.defence import gap, strike_gap
from ..rules.equipment import nearest_weapon, weapon_distance
from ..rules.movement import (
    directions_away,
    free_directions,
    has_given_up_plan,
    is_planning,
    legal_steps,
)
from ..rules.reactions import (
    distance_to_strike,
    may_counter_attack,
    may_counter_fire,
    may_dodge,
    may_double,
    may_evade,
    may_parry,
    may_replace,
    may_retreat,
    may_struggle,
    may_wind,
)
from ..tables import BASE_COMBAT_MOVEMENT, UNARMED
from .table import OFFSET, TAKEN_UP, WAIT, first_id, num_actions

MASK_WORDS = (num_actions(MAX_SIDE) + 7) // 8
"""Words of eight flags in which the longest mask has room."""

# --- Masks ----------------------------------------------------------------------------------------


@njit
def allow(mask, verb, is_legal):
    """Set the mask of an action without a slot."""
    mask[OFFSET[verb]] = is_legal


@njit
def mask_turn(battle, actor, mask):
    """The actions that may be declared, by status (QM1)."""
    fighter = battle.fighters[actor]
    if fighter.status == Status.ON_GUARD:
        mask_on_guard(battle, actor, mask)
    elif fighter.status == Status.OFF_GUARD:
        allow(mask, Verb.READY, may_ready(fighter))
        mask_moves(battle, actor, mask)
    elif fighter.status == Status.BOUND:
        allow(mask, Verb.DISARM, may_disarm(battle, actor))
        allow(mask, Verb.GRAPPLE, may_grapple(battle, actor))
        allow(mask, Verb.PRESS, may_strike_bound(battle, actor, Act.PRESS))
        allow(mask, Verb.UNARMED_PRESS, may_strike_bound(battle, actor, Act.UNARMED_PRESS))
        allow(mask, Verb.WITHDRAW, may_withdraw(fighter))
    else:
        allow(mask, Verb.ESCAPE, may_escape(fighter))
        allow(mask, Verb.PIN, may_pin(battle, actor))
        mask_fists(battle, actor, mask)


@njit
def mask_on_guard(battle, actor, mask):
    """The actions that may be declared On Guard (M14)."""
    fighter = battle.fighters[actor]
    allow(mask, Verb.RELOAD, may_reload(fighter))
    allow(mask, Verb.DRAW_WEAPON, may_draw_weapon(fighter))
    if may_pick_up_weapon(battle, actor):
        mask_pick_up(battle, actor, mask)
    aims, shoots, moves = may_aim(battle, actor), may_shoot(battle, actor), may_combat_move(fighter)
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target == NOBODY or is_out(battle.fighters[target]):
            continue
        is_attack = may_attack(battle, actor, target)
        mask[first_id(Verb.MELEE_ATTACK, slot)] = is_attack
        mask[first_id(Verb.FEINT, slot)] = is_attack
        mask[first_id(Verb.UNARMED_ATTACK, slot)] = may_attack_unarmed(battle, actor, target)
        mask[first_id(Verb.COMBAT_MOVE, slot)] = moves
        if aims or shoots:
            in_fire = is_target_in_fire(battle, actor, target)
            mask[first_id(Verb.RANGED_ATTACK, slot)] = shoots and in_fire
            mask[first_id(Verb.AIM, slot)] = aims and in_fire and fighter.aim_target != target
    mask_moves(battle, actor, mask)


@njit
def mask_pick_up(battle, actor, mask):
    """The nearest weapon; with full choices also one of each other kind at hand (RM27)."""
    allow(mask, Verb.PICK_UP_WEAPON, True)
    if has_full_choices(battle, actor):
        for place in range(len(TAKEN_UP)):
            is_legal = may_pick_up_other(battle, actor, TAKEN_UP[place])
            mask[OFFSET[Verb.PICK_UP_OTHER] + place] = is_legal


@njit
def mask_fists(battle, actor, mask):
    """Unarmed Attack on the partner of a grapple (M30)."""
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY:
            mask[first_id(Verb.UNARMED_ATTACK, slot)] = may_attack_unarmed(battle, actor, target)


@njit
def mask_moves(battle, actor, mask):
    """The Moves that change something (M18)."""
    fighter = battle.fighters[actor]
    if not may_move(fighter):
        return
    if has_full_choices(battle, actor):
        x, y = fighter.x, fighter.y
        steps = path_directions(battle, actor, x, y, BASE_COMBAT_MOVEMENT)
        allow(mask, Verb.MOVE_BY_STEPS, steps != 0 and not has_given_up_plan(battle))
    free = free_directions(battle, actor)
    if free == 0:
        return
    for side in range(8):
        mask[OFFSET[Verb.MOVE_STEP] + side] = (free >> side) & 1 == 1
    for slot in range(battle.max_side):
        target = enemy_in_slot(battle, actor, slot)
        if target != NOBODY and not is_out(battle.fighters[target]):
            far = gap(battle, actor, target)
            mask[first_id(Verb.MOVE_TOWARDS, slot)] = far > 1
            mask[first_id(Verb.MOVE_TO_REACH, slot)] = reach(fighter) > 1 and (
                strike_gap(battle, actor, target) > reach(fighter)
            )
            mask[first_id(Verb.MOVE_AWAY, slot)] = (
                free & directions_away(battle, actor, target) != 0
            )
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and not is_out(battle.fighters[ally]):
            mask[first_id(Verb.MOVE_TO_ALLY, slot)] = gap(battle, actor, ally) > 1
    mask[OFFSET[Verb.MOVE_TO_COVER]] = sheltered_square(battle, actor, BASE_COMBAT_MOVEMENT) >= 0
    if fighter.hand == UNARMED:
        item = nearest_weapon(battle, actor)
        mask[OFFSET[Verb.MOVE_TO_WEAPON]] = item >= 0 and weapon_distance(battle, actor, item) > 1


@njit
def mask_reaction(battle, reactor, mask):
    """The reactions to the announced action, by status (QM4)."""
    status = battle.fighters[reactor].status
    if status == Status.ON_GUARD:
        mask_reaction_on_guard(battle, reactor, mask)
    elif status == Status.BOUND:
        allow(mask, Verb.DOUBLE, may_double(battle, reactor, Act.DOUBLE))
        allow(mask, Verb.UNARMED_DOUBLE, may_double(battle, reactor, Act.UNARMED_DOUBLE))
        allow(mask, Verb.WIND, may_wind(battle, reactor))
    elif status == Status.GRAPPLED:
        allow(mask, Verb.STRUGGLE, may_struggle(battle, reactor))


@njit
def mask_reaction_on_guard(battle, reactor, mask):
    """The reactions On Guard (M14, QM4)."""
    fighter = battle.fighters[reactor]
    near = distance_to_strike(battle, reactor)
    parries = may_parry(battle, reactor)
    allow(mask, Verb.COUNTER_ATTACK, may_counter_attack(fighter, Act.COUNTER_ATTACK, near))
    unarmed = may_counter_attack(fighter, Act.UNARMED_COUNTER_ATTACK, near)
    allow(mask, Verb.UNARMED_COUNTER_ATTACK, unarmed)
    allow(mask, Verb.COUNTER_FIRE, may_counter_fire(battle, reactor))
    allow(mask, Verb.DODGE, may_dodge(battle, reactor))
    allow(mask, Verb.EVADE, may_evade(battle, reactor))
    allow(mask, Verb.PARRY, parries)
    allow(mask, Verb.PARRY_TO_BIND, parries and battle.bind_at_will)
    allow(mask, Verb.RETREAT, may_retreat(battle, reactor))


@njit
def mask_counter_tempo(battle, mask):
    """The actions that may replace the announced one (QM5)."""
    allow(mask, Verb.CT_COUNTER_ATTACK, may_replace(battle, Act.CT_COUNTER_ATTACK))
    allow(mask, Verb.CT_PARRY, may_replace(battle, Act.CT_PARRY))
    allow(mask, Verb.FEINT_COUNTER_ATTACK, may_replace(battle, Act.FEINT_COUNTER_ATTACK))


@njit
def mask_steps(battle, mask):
    """The steps that the result still allows (QM6), or that a planned Move can take (QM2)."""
    if is_planning(battle):
        legal = planned_directions(battle)
    else:
        legal = legal_steps(battle)
    for side in range(8):
        mask[OFFSET[Verb.STEP] + side] = (legal >> side) & 1 == 1


@njit
def mask_window(battle, mask):
    """Set the legal actions of the deciding fighter in a mask that allows none."""
    actor = battle.to_act
    if battle.window == Window.TURN:
        mask_turn(battle, actor, mask)
    elif battle.window == Window.REACTION:
        mask_reaction(battle, actor, mask)
    elif battle.window == Window.COUNTER_TEMPO:
        mask_counter_tempo(battle, mask)
    elif battle.window == Window.STEP:
        mask_steps(battle, mask)


@njit(shared=True)
def legal_action_mask(battle, mask):
    """Write the mask of the deciding fighter; all False but "wait" when nobody decides."""
    for action in range(len(mask)):
        mask[action] = False
    mask[WAIT] = True
    mask_window(battle, mask)


@njit
def can_choose(battle):
    """Whether the deciding fighter can do anything but wait."""
    if battle.window == Window.TURN:
        fighter = battle.fighters[battle.to_act]
        if may_ready(fighter) or may_combat_move(fighter):  # most turns need no other question
            return True
    mask = scratch(1, MASK_WORDS)[0].view(np.bool_)
    mask_window(battle, mask)
    return count_legal(mask.view(np.uint8)) > 0
