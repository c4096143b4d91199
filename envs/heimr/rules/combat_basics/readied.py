"""Readied actions and their triggers (H46 to H49, RH36, RH37, HH2, QH6)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, has_full_choices, log_event, open_window
from ...enums import Ability, Act, Event, Step, Trigger, Window
from ...tables import CAN_BE_READIED, IS_READIED_QUICKLY
from ..attacks.weapon_attack import is_shot
from ..characters.conditions import can_act
from ..combat_actions.action_stack import has_room_for_reaction, top_frame, was_hidden_from
from ..dice_challenges.checks import roll_ability
from ..dice_challenges.rolls import meets
from ..positions.hiding import is_hidden_from, unknown_to
from .initiative import active_fighter, first_from, move_in_order, place_of

# --- Readying (H46, RH36, RH37, QH6) --------------------------------------------------------------


@njit
def may_ready(battle, actor, act):
    """Whether an action can be readied: standard or ongoing, and no skill (RH36).

    A side with quick choices readies only what answers an opponent.
    """
    if battle.fighters[actor].readied != Act.NONE:
        return False
    if has_full_choices(battle, actor):
        return CAN_BE_READIED[act]
    return IS_READIED_QUICKLY[act]


@njit
def ready_action(battle, actor, act):
    """Ready an action; its trigger is chosen next (H46, RH36)."""
    fighter = battle.fighters[actor]
    fighter.readied = act
    fighter.trigger = Trigger.ENTERS
    fighter.trigger_by = NOBODY


@njit
def ask_trigger(battle, actor):
    """Ask for the trigger of the readied action (QH6)."""
    open_window(battle, actor, Window.TRIGGER)


@njit
def may_name_trigger(battle, actor, trigger, other):
    """Whether a trigger can name a fighter: a known opponent, an ally, or -1: any (RH37, XH1)."""
    if trigger == Trigger.NONE:
        return False
    if trigger != Trigger.ATTACKS_ALLY:
        if other == NOBODY:
            return True
        is_known = (unknown_to(battle, actor) >> other) & 1 == 0
        return is_known and battle.side[other] != battle.side[actor]
    return other != NOBODY and other != actor and battle.side[other] == battle.side[actor]


@njit
def set_trigger(battle, actor, trigger, other):
    """Set the trigger: an event by this fighter or any, or an attack on this ally (H46, RH37)."""
    fighter = battle.fighters[actor]
    fighter.trigger = trigger
    fighter.trigger_by = other
    log_event(battle, Event.READIES, actor, other, fighter.readied, trigger, 0)


# --- Triggers (H46, H49, RH37) --------------------------------------------------------------------


@njit
def notices(battle, actor, other):
    """Whether a fighter notices what an opponent does: able to act, and seeing it (RH37)."""
    return can_act(battle.fighters[actor]) and not is_hidden_from(battle, other, actor)


@njit
def is_aimed_at(frame, actor):
    """Whether an attack is aimed at a fighter, or was before a guard intercepted it (RH37)."""
    return frame.target == actor or frame.first_target == actor


@njit
def is_attack_trigger(frame, actor, trigger, named):
    """Whether an attack that has been made is the trigger (RH37)."""
    if trigger == Trigger.ATTACKS_ME:
        return is_aimed_at(frame, actor)
    if trigger == Trigger.ATTACKS_ALLY:
        return is_aimed_at(frame, named)
    return trigger == Trigger.SHOOTS and is_shot(frame)


@njit
def takes_part_in(frame, other):
    """Whether a fighter does the action, or carries or is carried in it (RH57)."""
    if frame.act == Act.CARRY and (frame.reached >> other) & 1 != 0:
        return True
    return frame.actor == other


@njit
def is_trigger(battle, frame, actor):
    """Whether the action under way triggers a fighter's readied action (H46, H49, RH37)."""
    fighter = battle.fighters[actor]
    trigger, named = fighter.trigger, fighter.trigger_by
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


# --- Legality of a readied action (H46, RH37, HH2) ------------------------------------------------


@njit
def answers_after_attack(frame, actor):
    """Whether a fighter misread the intention, so that it answers after the attack (H49)."""
    return frame.step == Step.ANSWERED and (frame.late >> actor) & 1 != 0


@njit
def may_react(battle, frame, actor):
    """Whether a fighter's readied action may answer, and has not yet (H46, RH37)."""
    done = frame.asked | frame.fired
    if battle.fighters[actor].readied == Act.NONE or (done >> actor) & 1 != 0:
        return False
    if frame.step == Step.INTENDED and was_hidden_from(frame, actor):
        return False
    if not answers_after_attack(frame, actor) and not is_trigger(battle, frame, actor):
        return False
    return notices(battle, actor, frame.actor)


@njit
def next_reactor(battle, frame):
    """The first in the order whose readied action may answer, -1 (RH37)."""
    mask = 0
    for actor in range(battle.num_fighters):
        if may_react(battle, frame, actor):
            mask |= 1 << actor
    return first_from(battle, mask, NOBODY)


@njit
def contest_intention(battle, actor, attacker):
    """Insight against Persuasion on the intention to attack; equal is enough (H49, RH32)."""
    roll_ability(battle, attacker, Ability.PERSUASION, 0, 0, True)
    hidden = battle.roll.total
    roll_ability(battle, actor, Ability.INSIGHT, 0, 0, True)
    seen = battle.roll.total
    log_event(battle, Event.INTENTION, attacker, actor, 0, hidden, seen)
    return meets(seen, hidden)


# --- Asking and firing (H46 to H49, RH36, RH37, QH6, TH7) -----------------------------------------


@njit
def ask_readied(battle):
    """Ask the next fighter whose readied action this step triggers (H46, RH37).

    Returns whether a fighter is asked; if not, the step is over.
    """
    frame = top_frame(battle)
    while has_room_for_reaction(battle):
        actor = next_reactor(battle, frame)
        if actor == NOBODY:
            return False
        frame.asked = frame.asked | (1 << actor)
        attacker = frame.actor
        if frame.step == Step.INTENDED and not contest_intention(battle, actor, attacker):
            frame.late = frame.late | (1 << actor)
        else:
            open_window(battle, actor, Window.READIED)
            return True
    return False


@njit
def forget_readied(fighter):
    """Forget the readied action (H48, RH37)."""
    fighter.readied = Act.NONE
    fighter.readied_argument = 0
    fighter.trigger = Trigger.NONE
    fighter.trigger_by = NOBODY


@njit
def fire_readied(battle, actor):
    """Fire a readied action: its owner now stands before who triggered it (H46, H47, TH7).

    Its next turn is in the next round in any case (RH36, HH35). The caller pushes the action with
    Role.READIED.
    """
    frame, fighter = top_frame(battle), battle.fighters[actor]
    other = frame.actor
    if place_of(battle, other) > battle.place:
        other = active_fighter(battle)
    frame.fired = frame.fired | (1 << actor)
    log_event(battle, Event.FIRES, actor, frame.actor, fighter.readied, fighter.trigger, 0)
    forget_readied(fighter)
    move_in_order(battle, actor, other, 0)
