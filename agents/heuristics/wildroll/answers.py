"""Behaviour that all heuristics share: approach, and answers in windows of other actions."""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY, enemy_in_slot
from ....envs.core.maps.hex_grid import HEX_SIDES, farther_sides, nearer_sides
from ....envs.wildroll.actions.table import (
    FIRST_SLOT,
    action_id,
    slot_in,
    verb_of,
)
from ....envs.wildroll.enums import (
    Act,
    Defence,
    Step,
    Verb,
    Window,
)
from ....envs.wildroll.rules.combat_sequence.action_stack import top_frame
from ....envs.wildroll.rules.defense.defences import current_defence, defence_value
from ....envs.wildroll.rules.miscellaneous_actions.hinder import parrying_slot
from ....envs.wildroll.rules.rolls.checks import melee_modifier
from ....envs.wildroll.state import (
    HANDS,
    NO_FRAME,
    WEAPON_SLOTS,
)
from ....envs.wildroll.tables import BASE_DEFENCE, NATURAL_SLOTS, NONE
from ..choosing import first_legal
from .action_value import usual_worth, worth_of
from .queries import (
    at_foe,
    closest,
    foe_within_reach,
    holds_bow,
    is_foe,
    make_ready,
    paid,
    paid_at,
    untargeted_action,
)

# --- Coming to blows ------------------------------------------------------------------------------


@njit
def with_best_slot(battle, mask, actor, verb, act, foe):
    """The affordable attack of a verb with the best weapon; -1 if there is none."""
    best, most = np.int64(NONE), np.int64(-1)
    for slot in range(WEAPON_SLOTS):
        action = paid_at(battle, mask, actor, verb, slot, foe)
        if action != NONE:
            worth = worth_of(battle, actor, foe, act, slot, 0)
            if worth > most:
                best, most = action, worth
    return best


@njit
def bolt_if_better(battle, mask, actor, foe, other):
    """A Fire bolt if it is worth more than a Standard Attack in melee, else `other`."""
    bolt = paid_at(battle, mask, actor, Verb.FIRE_BOLT, 0, foe)
    if bolt == NONE or other == NONE:
        return bolt if other == NONE else other
    worth = worth_of(battle, actor, foe, Act.FIRE_BOLT, 0, 0)
    return bolt if worth > usual_worth(battle, actor, foe, 0) else other


@njit
def strike(battle, mask, actor, foe):
    """The hardest affordable attack: Strong, Standard, a bolt, Quick; -1 if there is none."""
    if foe == NOBODY:
        return np.int64(NONE)
    action = with_best_slot(battle, mask, actor, Verb.STRONG, Act.STRONG, foe)
    if action == NONE:
        action = with_best_slot(battle, mask, actor, Verb.STANDARD, Act.STANDARD, foe)
        action = bolt_if_better(battle, mask, actor, foe, action)
    if action == NONE:
        action = with_best_slot(battle, mask, actor, Verb.QUICK, Act.QUICK, foe)
    return action


@njit
def measured_strike(battle, mask, actor, foe):
    """A Standard Attack, else a Quick one; -1 if neither is affordable."""
    if foe == NOBODY:
        return np.int64(NONE)
    action = with_best_slot(battle, mask, actor, Verb.STANDARD, Act.STANDARD, foe)
    if action == NONE:
        action = with_best_slot(battle, mask, actor, Verb.QUICK, Act.QUICK, foe)
    return action


@njit
def come_near(battle, mask, foe):
    """Move into reach, or as near as possible; -1 if stuck."""
    action = at_foe(battle, mask, Verb.TO_REACH, 0, foe)
    return action if action != NONE else at_foe(battle, mask, Verb.TOWARD, 0, foe)


@njit
def shoot(battle, mask, actor, foe):
    """Shoot, cast a bolt, or load; -1 if none is possible."""
    if foe == NOBODY:
        return np.int64(NONE)
    if holds_bow(battle.fighters[actor]):
        action = untargeted_action(mask, Verb.RELOAD, 0)
        if action != NONE:
            return action
        for hand in range(HANDS):
            action = paid_at(battle, mask, actor, Verb.STANDARD, hand, foe)
            if action != NONE:
                return action
    return paid_at(battle, mask, actor, Verb.FIRE_BOLT, 0, foe)


@njit
def has_shot(battle, mask, foe):
    """Whether a shot or a bolt at an enemy is legal, even one that takes several turns."""
    if at_foe(battle, mask, Verb.FIRE_BOLT, 0, foe) != NONE:
        return True
    for hand in range(HANDS):
        if at_foe(battle, mask, Verb.STANDARD, hand, foe) != NONE:
            return True
    return False


@njit
def command_mount(battle, mask, actor):
    """Order the mount to attack with its own AP (W106); -1 if it cannot."""
    for natural in range(NATURAL_SLOTS):
        for foe in range(battle.num_fighters):
            if is_foe(battle, actor, foe):
                action = at_foe(battle, mask, Verb.COMMAND, natural, foe)
                if action != NONE:
                    return action
    return np.int64(NONE)


@njit
def begin_turn(battle, mask, actor):
    """Get to firm ground, get up, draw a weapon, use the mount's attack; -1 if none is needed."""
    action = make_ready(battle, mask, actor)
    if action == NONE:
        action = command_mount(battle, mask, actor)
    return action


@njit
def seek(battle, mask, actor):
    """With no enemy in reach: shoot, approach, fetch a weapon, leave water; -1 if stuck."""
    foe = closest(battle, actor)
    action = np.int64(NONE)
    if foe != NOBODY:
        action = shoot(battle, mask, actor, foe)
        if action == NONE and not has_shot(battle, mask, foe):
            action = come_near(battle, mask, foe)
    if action == NONE:
        action = paid(battle, mask, actor, Verb.ESCAPE, 0)
    return action


@njit
def plain_turn(battle, mask, actor):
    """Get ready, strike an enemy in reach as hard as the AP allow, else approach."""
    action = begin_turn(battle, mask, actor)
    if action == NONE:
        foe = foe_within_reach(battle, actor)
        if foe != NOBODY:
            return strike(battle, mask, actor, foe)
        action = seek(battle, mask, actor)
    return action


# --- The moment of an interrupt (W58) -------------------------------------------------------------


@njit
def is_declared(battle):
    """Whether an action has been declared that can still be cancelled (W58, W59)."""
    return battle.top != NO_FRAME and top_frame(battle).step == Step.DECLARED


@njit
def is_declared_by_foe(battle, actor):
    """Whether an enemy has declared an action that can still be cancelled."""
    return is_declared(battle) and is_foe(battle, actor, np.int64(top_frame(battle).actor))


# --- Reactions (QW4) ------------------------------------------------------------------------------


@njit
def rebuff(battle, mask, actor):
    """Rebuff an enemy who enters reach, with the best weapon; -1 if that is illegal."""
    comer = np.int64(top_frame(battle).actor)
    best, most = np.int64(NONE), np.int64(-1)
    for slot in range(WEAPON_SLOTS):
        action = untargeted_action(mask, Verb.REBUFF, slot)
        if action != NONE:
            worth = worth_of(battle, actor, comer, Act.REBUFF, slot, 0)
            if worth > most:
                best, most = action, worth
    return best


@njit
def use_readied(mask):
    """The first legal form of the readied action; -1 if there is none."""
    for action in range(1, len(mask)):
        if mask[action]:
            return np.int64(action)
    return np.int64(NONE)


@njit
def first_at_foe(battle, mask, actor, verb):
    """The first legal action of a verb against any enemy; -1 if there is none."""
    for slot in range(battle.max_side):
        foe = enemy_in_slot(battle, actor, slot)
        if foe != NOBODY:
            action = action_id(verb, 0, slot)
            if mask[action]:
                return action
    return np.int64(NONE)


@njit
def react_readied(battle, mask, actor):
    """Use the readied action, an attack on the target where it is worth most (RW38)."""
    best, most = np.int64(NONE), np.int64(-1)
    for action in range(FIRST_SLOT, len(mask)):
        if mask[action]:
            foe = enemy_in_slot(battle, actor, slot_in(action))
            if verb_of(action) == Verb.STANDARD and foe != NOBODY and is_foe(battle, actor, foe):
                worth = usual_worth(battle, actor, foe, 0)
                if worth > most:
                    best, most = np.int64(action), worth
    return best if best != NONE else use_readied(mask)


# --- Within an action (QW6 to QW9) ----------------------------------------------------------------


@njit
def best_defence(battle, mask, actor):
    """The highest of the Defenses that Defend offers; -1 for its bonus (RW27, RW42)."""
    frame = top_frame(battle)
    attacker = np.int64(frame.actor)
    best, most = np.int64(NONE), defence_value(battle, attacker, actor, np.int64(frame.defence))
    for choice in range(4):
        action = untargeted_action(mask, Verb.DEFENCE, choice)
        if action != NONE:
            value = current_defence(battle, attacker, actor, Defence.POWER + choice)
            if value > most:
                best, most = action, value
    return best


@njit
def meet_disarm(battle, mask, actor):
    """Oppose a Disarm with a check if that is probably higher; -1 for Agility."""
    fighter = battle.fighters[actor]
    slot = parrying_slot(fighter)
    attacker = np.int64(top_frame(battle).actor)
    agility = defence_value(battle, attacker, actor, Defence.AGILITY)
    if slot == NONE or BASE_DEFENCE + melee_modifier(fighter, slot) < agility:
        return np.int64(NONE)
    return untargeted_action(mask, Verb.PARRY, 0)


@njit
def push_away(battle, mask, actor):
    """The first side on which a push leads away from the pusher, or any legal side."""
    frame = top_frame(battle)
    it, fighter = battle.fighters[frame.target], battle.fighters[actor]
    sides = farther_sides(it.x, it.y, fighter.x, fighter.y)
    best = np.int64(NONE)
    for side in range(HEX_SIDES):
        action = untargeted_action(mask, Verb.PUSH, side)
        if action != NONE and (best == NONE or (sides >> side) & 1 == 1):
            best = action
    return best


@njit
def step_nearer(battle, mask, actor):
    """Step nearer to the closest enemy until it is within reach; -1 to stop (W65)."""
    foe = closest(battle, actor)
    if foe == NOBODY or foe_within_reach(battle, actor) != NOBODY:
        return np.int64(NONE)
    fighter, it = battle.fighters[top_frame(battle).actor], battle.fighters[foe]
    sides = nearer_sides(fighter.x, fighter.y, it.x, it.y)
    for side in range(HEX_SIDES):
        action = untargeted_action(mask, Verb.STEP, side)
        if action != NONE and (sides >> side) & 1 == 1:
            return action
    return np.int64(NONE)


@njit
def continue_or_stop(battle, mask, actor):
    """Give up a long Stabilize whose target is no longer dying; -1 to continue (QW11)."""
    fighter = battle.fighters[actor]
    if fighter.long_act != Act.STABILIZE or battle.fighters[fighter.long_target].dying:
        return np.int64(NONE)
    return untargeted_action(mask, Verb.GIVE_UP, 0)


@njit
def answer(battle, mask, actor, window):
    """The answer in every window that all heuristics treat alike: not turns and interrupts."""
    if window == Window.LONG:
        return continue_or_stop(battle, mask, actor)
    if window == Window.REBUFF:
        return rebuff(battle, mask, actor)
    if window == Window.HARRY:
        return untargeted_action(mask, Verb.HARRY, 0)
    if window == Window.INTERPOSE:
        return first_at_foe(battle, mask, actor, Verb.INTERPOSE)
    if window == Window.READIED:
        return react_readied(battle, mask, actor)
    if window == Window.DEFENCE:
        return best_defence(battle, mask, actor)
    if window == Window.DISARMED:
        return meet_disarm(battle, mask, actor)
    if window == Window.DIRECTION:
        return push_away(battle, mask, actor)
    if window == Window.STEP:
        return step_nearer(battle, mask, actor)
    return first_legal(mask)
