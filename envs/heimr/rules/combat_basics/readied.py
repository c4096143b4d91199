"""Readied actions and what triggers them (H46 to H49, RH36, RH37, HH2, QH6)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import Ability, Action, Event, Step, Trigger, Window
from ...tables import CAN_BE_READIED
from ..attacks.weapon_attack import is_shot
from ..characters.conditions import can_act
from ..combat_actions.action_stack import has_room_for_reaction, top_frame, was_hidden_from
from ..dice_challenges.checks import roll_ability
from ..dice_challenges.rolls import meets
from ..positions.hiding import is_hidden_from
from .initiative import active_fighter, first_from, move_in_order, place_of

# --- Readying (H46, RH36, RH37, QH6) --------------------------------------------------------------


@njit
def may_ready(fighter, action):
    """Whether a deed can be readied at all: a standard or ongoing action, no skill (RH36)."""
    return CAN_BE_READIED[action] and fighter.readied == Action.NONE


@njit
def ready_action(battle, actor, action):
    """An action is readied; what it waits for is still to be said (H46, RH36)."""
    fighter = battle.fighters[actor]
    fighter.readied = action
    fighter.trigger = Trigger.ENTERS
    fighter.trigger_by = NOBODY


@njit
def ask_trigger(battle, actor):
    """Who has readied an action says what it waits for (QH6)."""
    open_window(battle, actor, Window.TRIGGER)


@njit
def may_name_trigger(battle, actor, trigger, other):
    """Whether a trigger can name somebody: an opponent, or whom it protects; -1: any (RH37)."""
    if trigger == Trigger.NONE:
        return False
    if trigger != Trigger.ATTACKS_ALLY:
        return other == NOBODY or battle.side[other] != battle.side[actor]
    return other != NOBODY and other != actor and battle.side[other] == battle.side[actor]


@njit
def set_trigger(battle, actor, trigger, other):
    """It waits for this, from this fighter or from any, or about this ally (H46, RH37)."""
    fighter = battle.fighters[actor]
    fighter.trigger = trigger
    fighter.trigger_by = other
    log_event(battle, Event.READIES, actor, other, fighter.readied, trigger, 0)


# --- What is a trigger (H46, H49, RH37) -----------------------------------------------------------


@njit
def notices(battle, actor, other):
    """Whether somebody notices what an opponent does: able to act, and it is not hidden (RH37)."""
    return can_act(battle.fighters[actor]) and not is_hidden_from(battle, other, actor)


@njit
def is_aimed_at(frame, actor):
    """Whether an attack is made on somebody, or was before a guard took it (RH37)."""
    return frame.target == actor or frame.first_target == actor


@njit
def is_attack_trigger(frame, actor, trigger, named):
    """Whether an attack that has been made is a trigger, but for who made it (RH37)."""
    if trigger == Trigger.ATTACKS_ME:
        return is_aimed_at(frame, actor)
    if trigger == Trigger.ATTACKS_ALLY:
        return is_aimed_at(frame, named)
    return trigger == Trigger.SHOOTS and is_shot(frame)


@njit
def takes_part_in(frame, other):
    """Whether somebody does what goes on, or has come along as who carries or is carried (RH57)."""
    if frame.deed == Action.CARRY and (np.int64(frame.reached) >> other) & 1 != 0:
        return True
    return frame.actor == other


@njit
def is_trigger(battle, frame, actor):
    """Whether what goes on is what somebody's readied action waits for (H46, H49, RH37)."""
    fighter = battle.fighters[actor]
    trigger, named = np.int64(fighter.trigger), np.int64(fighter.trigger_by)
    if battle.side[frame.actor] == battle.side[actor]:
        return False
    if trigger != Trigger.ATTACKS_ALLY and named != NOBODY and not takes_part_in(frame, named):
        return False
    if frame.step == Step.INTENDED:
        return trigger == Trigger.INTENDS and is_aimed_at(frame, actor)
    if frame.step == Step.CROSSED:
        return trigger == Trigger.LEAVES and frame.from_location == fighter.location
    if frame.step == Step.ENTERED:
        is_here = battle.fighters[frame.actor].location == fighter.location
        return trigger == Trigger.ENTERS and is_here
    return is_attack_trigger(frame, actor, trigger, named)


# --- Who may fire (H46, RH37, HH2) ----------------------------------------------------------------


@njit
def answers_after_attack(frame, actor):
    """Whether it was deceived about the attack, so that its answer comes after it (H49)."""
    return frame.step == Step.ANSWERED and (np.int64(frame.late) >> actor) & 1 != 0


@njit
def may_react(battle, frame, actor):
    """Whether somebody's readied action may answer what goes on, and has not yet (H46, RH37)."""
    done = np.int64(frame.asked) | np.int64(frame.fired)
    if battle.fighters[actor].readied == Action.NONE or (done >> actor) & 1 != 0:
        return False
    if frame.step == Step.INTENDED and was_hidden_from(frame, actor):
        return False
    if not answers_after_attack(frame, actor) and not is_trigger(battle, frame, actor):
        return False
    return notices(battle, actor, np.int64(frame.actor))


@njit
def next_reactor(battle, frame):
    """The first in the order of turns whose readied action may answer, -1 (RH37)."""
    mask = np.int64(0)
    for actor in range(battle.num_fighters):
        if may_react(battle, frame, actor):
            mask |= 1 << actor
    return first_from(battle, mask, NOBODY)


@njit
def contest_intention(battle, actor, attacker):
    """Persuasion hides the intention to attack, Insight sees it; equal is enough (H49, RH32)."""
    roll_ability(battle, attacker, Ability.PERSUASION, 0, 0, True)
    hidden = np.int64(battle.roll.total)
    roll_ability(battle, actor, Ability.INSIGHT, 0, 0, True)
    seen = np.int64(battle.roll.total)
    log_event(battle, Event.INTENTION, attacker, actor, 0, hidden, seen)
    return meets(seen, hidden)


# --- Asking and firing (H46 to H49, RH36, RH37, QH6, TH7) -----------------------------------------


@njit
def ask_readied(battle):
    """Ask the next one whose readied action this step of the last deed triggers (H46, RH37).

    Returns:
        Whether somebody is asked; if not, the step is over.
    """
    frame = top_frame(battle)
    while has_room_for_reaction(battle):
        actor = next_reactor(battle, frame)
        if actor == NOBODY:
            return False
        frame.asked = np.int64(frame.asked) | (1 << actor)
        attacker = np.int64(frame.actor)
        if frame.step == Step.INTENDED and not contest_intention(battle, actor, attacker):
            frame.late = np.int64(frame.late) | (1 << actor)
        else:
            open_window(battle, actor, Window.READIED)
            return True
    return False


@njit
def forget_readied(fighter):
    """Nothing is readied any more (H48, RH37)."""
    fighter.readied = Action.NONE
    fighter.readied_argument = 0
    fighter.trigger = Trigger.NONE
    fighter.trigger_by = NOBODY


@njit
def fire_readied(battle, actor):
    """A readied action fires: its owner now stands before who triggered it (H46, H47, TH7).

    Its next turn is in the next round in any case (RH36, HH35). The deed is put upon the stack by
    who has chosen how to do it, with Role.READIED.
    """
    frame, fighter = top_frame(battle), battle.fighters[actor]
    other = np.int64(frame.actor)
    if place_of(battle, other) > battle.place:
        other = np.int64(active_fighter(battle))
    frame.fired = np.int64(frame.fired) | (1 << actor)
    log_event(battle, Event.FIRES, actor, frame.actor, fighter.readied, fighter.trigger, 0)
    forget_readied(fighter)
    move_in_order(battle, actor, other, 0)
