"""Reactive Attacks: triggers, and the order of the questions (D65, D88-D93, RD14, RD42, TD3)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import Event, Trigger, Window
from ...state import TURN_FRAME
from ..injuries.bodies import can_react, is_conscious
from ..positioning.sight import LONGEST_REACH, feet_between, slots_that_reach, threatens
from ..rounds_and_actions.items import melee_slots

# --- Conditions of a reaction ---------------------------------------------------------------------


@njit
def has_its_trigger(battle, reactor):
    """Whether the trigger is for this fighter, and its first of this Move (RD14, D50)."""
    if battle.trigger == Trigger.UNTRAINED:
        return battle.attacks[TURN_FRAME].target == reactor
    if battle.trigger == Trigger.LEAVING:
        return (battle.provoked >> reactor) & 1 == 0
    return battle.trigger != Trigger.NONE


@njit
def may_react(battle, reactor):
    """Whether an opponent may answer the provoker with a Reactive Attack (D93, RD14, TD7)."""
    provoker = battle.provoker
    if battle.side[reactor] == battle.side[provoker] or battle.fighters[provoker].hidden:
        return False
    if feet_between(battle, reactor, provoker) > LONGEST_REACH:  # most are far away
        return False
    return (
        can_react(battle.fighters[reactor])
        and has_its_trigger(battle, reactor)
        and threatens(battle, reactor, provoker)
    )


@njit
def slots_to_strike_back(battle, reactor):
    """Weapons for a Reactive Attack within reach, a bit each slot (RD42)."""
    slots = melee_slots(battle.fighters[reactor])
    return slots_that_reach(battle, reactor, slots, battle.provoker)


@njit
def can_strike_back(battle, reactor):
    """Whether any Reactive Attack is possible; a maneuver needs the same weapon."""
    return slots_to_strike_back(battle, reactor) != 0


# --- Asking (TD3) ---------------------------------------------------------------------------------


@njit
def provoke(battle, provoker, trigger):
    """Record that an action provokes; the reactors are asked in initiative order (TD3)."""
    battle.trigger = trigger
    battle.provoker = provoker
    battle.asking = 0


@njit
def end_trigger(battle):
    """End the trigger: nobody is left to ask."""
    battle.trigger = Trigger.NONE
    battle.provoker = NOBODY
    battle.asking = 0


@njit
def record_trigger(battle, reactor):
    """Leaving threatened squares provokes each fighter once in a Move, used or not (RD14)."""
    if battle.trigger == Trigger.LEAVING:
        battle.provoked = battle.provoked | (1 << reactor)


@njit
def ask_next_reactor(battle):
    """Ask the next fighter who may react; False, and no trigger, if none may (TD3, D91)."""
    if battle.trigger == Trigger.NONE:
        return False
    provoker = battle.provoker
    if is_conscious(battle.fighters[provoker]):
        for place in range(battle.asking, battle.num_fighters):
            reactor = battle.order[place]
            if may_react(battle, reactor) and can_strike_back(battle, reactor):
                battle.asking = place + 1
                record_trigger(battle, reactor)
                log_event(battle, Event.PROVOKES, provoker, reactor, battle.trigger, 0, 0)
                open_window(battle, reactor, Window.REACTIVE_ATTACK)
                return True
    end_trigger(battle)
    return False


@njit
def use_reaction(battle, reactor):
    """A Reactive Attack costs one reaction (D89, D93)."""
    battle.fighters[reactor].reactions -= 1
    log_event(battle, Event.REACTS, reactor, battle.provoker, 0, 0, 0)
