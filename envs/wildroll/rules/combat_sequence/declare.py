"""Declarations: how they take place and are paid for (W43, W49, W103, W109, H7)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...actions.table import (
    ACTS,
    JUMPS,
)
from ...enums import (
    ATTACKS,
    Act,
    Attribute,
    Event,
    Role,
    Skill,
    Step,
    Verb,
)
from ...state import (
    HANDS,
)
from ...tables import (
    ACT_STAMINA,
    GM_TN,
    HURRIED,
    JUMP_LEAST,
    LEAST_COST,
    NONE,
    QUICKER_POINTS,
    QUICKER_STAMINA,
    QUICKER_STEP,
)
from ..common_actions.items import drop, is_ranged_slot, weapon_in
from ..common_actions.spells import pay_mana
from ..flanking.flanking import heed, ignore, update_flanked
from ..grappling.grapples import grip_slot, let_go
from ..health.bodies import animal_of, is_animal, reveal
from ..movement.movement import buy_ahead
from ..movement.movement_resolution import begin_way
from ..rolls.checks import ordinary_check, plain_modifier
from ..stamina.stamina import lose_stamina
from .action_stack import begin_act, go_to, pop, push, top_frame
from .costs import cost_of
from .interrupts import cancel_below
from .legality import is_free
from .manners import ask_manner
from .multi_turn_actions import begin_long, forget_long, is_long, lose_long, pay_on
from .points import can_pay, pay_points
from .requirements import doer_of, is_weapon_attack, meets_requirements, who_bids

# --- Attacks (W72 to W76, W88, RW19) --------------------------------------------------------------


@njit
def is_attack(act):
    """Whether an action goes through the steps of an attack (W72 to W76, W88, RW19)."""
    return contains(ATTACKS, act)


# --- Declaring (QW1, RW39) ------------------------------------------------------------------------


@njit
def prepare(battle, frame):
    """Note the cost and the means of an action, and the goal of a jump (W51, W69)."""
    actor, argument = frame.actor, frame.argument
    frame.cost = cost_of(battle, actor, frame.act, argument)
    if is_weapon_attack(frame.act):
        frame.weapon = weapon_in(battle.fighters[actor], argument)
    elif frame.act == Act.GRAPPLE:
        slot = grip_slot(battle.fighters[actor])
        frame.weapon = weapon_in(battle.fighters[actor], slot) if slot != NONE else NONE
    elif frame.act == Act.JUMP:
        frame.side = argument // JUMPS
        frame.yards = argument % JUMPS + JUMP_LEAST


@njit
def declare_act(battle, role, act, actor, target, argument):
    """Declare an action; those below it on the stack wait (W58, RW15)."""
    push(battle, role, act, actor, target, argument)
    prepare(battle, top_frame(battle))
    ask_manner(battle)


@njit
def do_freely(battle, actor, verb, argument, target):
    """Do a free action at once, which may begin or end a flank (W32, W34, W43)."""
    if verb == Verb.HURRY:
        battle.fighters[actor].hurrying = True
    elif verb == Verb.RELEASE:
        let_go(battle, actor)
        update_flanked(battle)
    elif verb == Verb.DROP:
        drop(battle, actor, argument)
        update_flanked(battle)
    elif verb == Verb.IGNORE:
        ignore(battle, actor, target)
    elif verb == Verb.HEED:
        heed(battle, actor, target)
    elif verb == Verb.BUY:
        buy_ahead(battle, actor)


@njit
def declare(battle, actor, verb, argument, target, role):
    """Carry out a fighter's choice (QW1, QW2, QW4)."""
    if is_free(verb):
        do_freely(battle, actor, verb, argument, target)
    elif ACTS[verb] == Act.WAY:
        begin_way(battle, actor, verb, argument, target, role)
    elif verb == Verb.COMMAND:
        mount = animal_of(battle, actor)
        declare_act(battle, role, Act.STANDARD, mount, target, HANDS + argument)
    else:
        act = ACTS[verb]
        declare_act(battle, role, act, doer_of(battle, actor, act), target, argument)


@njit
def go_on(battle, actor):
    """Continue a long action: pay the rest at its effect, or all AP now (W49, RW39)."""
    fighter = battle.fighters[actor]
    if not can_pay(battle, actor, fighter.long_left):
        pay_on(battle, actor)
        return
    act, target = fighter.long_act, fighter.long_target
    declare_act(battle, Role.TURN, act, actor, target, fighter.long_argument)
    frame = top_frame(battle)
    frame.cost = fighter.long_left
    frame.is_completion = True


# --- Hurrying (W103, RW40) ------------------------------------------------------------------------


@njit
def quicker_modifier(fighter):
    """The better of Dexterity and Acrobatics or Strength and Athletics (W103, H10)."""
    nimble = plain_modifier(fighter, Attribute.DEXTERITY, Skill.ACROBATICS)
    strong = plain_modifier(fighter, Attribute.STRENGTH, Skill.ATHLETICS)
    return max(nimble, strong)


@njit
def hurried_cost(cost, margin, points):
    """AP of a hurried action, by the margin over the TN and the AP left (W103, RW40).

    A failure costs more, as far as AP are left.
    """
    cost, points = cost, points
    if margin >= 0:
        return max(LEAST_COST, cost - QUICKER_POINTS - margin // QUICKER_STEP)
    return max(cost, min(points, cost + QUICKER_POINTS + -margin // QUICKER_STEP))


@njit
def hurry(battle, frame):
    """Hurry an action: it costs stamina, and fewer AP, or more after a failure (W103, RW40)."""
    actor = frame.actor
    fighter = battle.fighters[actor]
    fighter.hurrying = False
    margin = ordinary_check(battle, actor, quicker_modifier(fighter), GM_TN)
    if margin >= 0:
        lose_stamina(battle, actor, QUICKER_STAMINA)
    before = frame.cost
    frame.cost = hurried_cost(before, margin, fighter.action_points)
    log_event(battle, Event.HURRIES, actor, NOBODY, frame.act, before - frame.cost, 0)


# --- Taking place (W49, W59, W109, RW38, H1, H7) --------------------------------------------------


@njit
def fail(battle):
    """Cancel a declaration that has become impossible; no more is paid (RW38, RW39, H7)."""
    frame = top_frame(battle)
    log_event(battle, Event.FAILS, frame.actor, frame.target, frame.act, frame.is_completion, 0)
    if frame.is_completion:
        lose_long(battle.fighters[frame.actor])
    pop(battle)


@njit
def can_pay_all(battle, frame):
    """Whether the actor, and its rider if it obeys one, has the AP (W106, W114)."""
    actor, cost = frame.actor, frame.cost
    rider = who_bids(battle, actor, frame.act)
    if rider != NOBODY and not can_pay(battle, rider, cost):
        return False
    return can_pay(battle, actor, cost)


@njit
def pay(battle, frame):
    """Spend AP, stamina and mana as the action takes effect (W12, W109, W114, RW6)."""
    actor = frame.actor
    rider = who_bids(battle, actor, frame.act)
    if rider != NOBODY:
        pay_points(battle, rider, frame.cost)
    if frame.is_completion:
        forget_long(battle.fighters[actor])
    pay_points(battle, actor, frame.cost)
    left = battle.fighters[actor].action_points
    log_event(battle, Event.PAYS, actor, frame.target, frame.act, frame.cost, left)
    lose_stamina(battle, actor, ACT_STAMINA[frame.act])
    pay_mana(battle, actor, frame.act)


@njit
def step_after_paying(fighter, act, argument):
    """First step of an action after it is paid."""
    if act == Act.STANDARD and is_ranged_slot(fighter, argument):
        return np.int64(Step.HARRIED)
    if is_attack(act):
        return np.int64(Step.INTERPOSED)
    if act == Act.DISARM:
        return np.int64(Step.OPPOSED)
    return np.int64(Step.APPROACHED if act == Act.JUMP else Step.EFFECT)


@njit
def begin(battle, frame):
    """Begin an action for good: end readiness, reveal the actor, cancel others (W59, W80, H1, H26).

    A hidden attacker is revealed by the attack itself.
    """
    actor = frame.actor
    fighter = battle.fighters[actor]
    begin_act(battle, actor, frame.act)
    rider = who_bids(battle, actor, frame.act)
    if rider != NOBODY:
        begin_act(battle, rider, frame.act)  # its animal performs the rider's own action
    frame.unseen = fighter.hidden
    cancel_below(battle)
    if is_attack(frame.act):
        fighter.last_target = frame.target
    else:
        reveal(battle, actor)
    go_to(frame, step_after_paying(fighter, frame.act, frame.argument))
    if frame.act == Act.JUMP:
        frame.reacted = 0  # the approach is a trigger of its own (W60, W74)


@njit
def is_still_possible(battle, frame):
    """Whether a declaration can take place (W49, H7).

    Neither a long action given up since, nor an attack whose weapon is no longer in its slot.
    """
    actor, target = frame.actor, frame.target
    fighter = battle.fighters[actor]
    if frame.is_completion and not is_long(fighter):
        return False
    if is_weapon_attack(frame.act) and weapon_in(fighter, frame.argument) != frame.weapon:
        return False
    return meets_requirements(battle, actor, frame.act, frame.argument, target)


@njit
def take_place(battle):
    """Carry out a declaration that was not cancelled, if it is still possible (W49, RW38, H7).

    A reaction may have spent its AP in the meantime.
    """
    frame = top_frame(battle)
    actor = frame.actor
    fighter = battle.fighters[actor]
    if not is_still_possible(battle, frame):
        fail(battle)
        return
    if fighter.hurrying and HURRIED[frame.act] and not frame.is_completion:
        hurry(battle, frame)
    if can_pay_all(battle, frame):
        pay(battle, frame)
        begin(battle, frame)
    elif frame.role == Role.TURN and fighter.action_points >= 1 and not is_animal(fighter):
        begin_act(battle, actor, frame.act)
        reveal(battle, actor)
        begin_long(battle, frame)
        pop(battle)
    else:
        fail(battle)
