"""Fleeing off the field, and chases there (H74, H76 to H79, RH21, RH55).

A fighter who Runs through an exit flees; an opponent who Runs through the same exit before the
fugitive's next turn pursues it. While they are off the field `chase_turn` replaces their turns. The
rolls are compared in the turn of the pursuer.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event, open_window
from ...enums import (
    Ability,
    Act,
    Event,
    Life,
    Stage,
    Window,
)
from ...tables import CHASE_ESCAPED, CHASE_GAP, CHASE_MARGIN, CHASE_TURNS, NONE
from ..characters.conditions import can_act, is_conscious, is_gone, is_immobilised, is_prone
from ..dice_challenges.checks import roll_ability
from ..environment.border_crossing import arrive_in, leave_location
from ..grid import floor_of
from ..health.health import drop_out
from ..positions.hiding import change_place
from .clusters import join_clusters
from .initiative import first_from

EXHAUSTED = -1000
"""Result of a failed fatigue check, of a runner who cannot act or who has given up (H78, HH46)."""
GIVEN_UP = 3
"""Amount of the event CANCELLED: a chase is given up (RH55)."""

# --- Who flees, who pursues (RH55) ----------------------------------------------------------------


@njit
def pursuers(battle, actor):
    """The fighters who pursue somebody, a bit each (RH55)."""
    mask = 0
    for other in range(battle.num_fighters):
        if battle.fighters[other].chases == actor and not is_gone(battle.fighters[other]):
            mask |= 1 << other
    return mask


@njit
def quarry_of(battle, actor):
    """The opponent that a fighter pursues when it leaves by an exit now, -1: it flees (RH55, HH20).

    The quarry has fled by this exit and has had no turn since; of several the first in the order.
    """
    mask = 0
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        is_ahead = fighter.flees and fighter.exit == battle.fighters[actor].location
        if is_ahead and fighter.chase_turns == 0 and battle.side[other] != battle.side[actor]:
            mask |= 1 << other
    return first_from(battle, mask, actor)


@njit
def leave_field(battle, actor):
    """Leave the field; the fighter can only return where it left (RH55)."""
    fighter = battle.fighters[actor]
    leave_location(battle, actor)
    fighter.exit = fighter.location
    fighter.location = NONE
    fighter.entered_from = NONE
    change_place(battle, actor)


@njit
def run_off_field(battle, actor):
    """Run off the field: in pursuit of an opponent who fled this way, or in flight (RH55)."""
    fighter = battle.fighters[actor]
    quarry = quarry_of(battle, actor)
    leave_field(battle, actor)
    fighter.chase_turns = 0
    fighter.chase_roll = 0
    fighter.terrain = Ability.AGILITY
    if quarry == NOBODY:
        fighter.flees = True
    else:
        fighter.chases = quarry
        fighter.gap = CHASE_GAP
    log_event(battle, Event.CHASES, actor, quarry, 0, fighter.gap, 0)


# --- The end of a chase (H78, RH55) ---------------------------------------------------------------


@njit
def return_to_field(battle, actor):
    """Return to the location of the exit, out of the chase (RH55)."""
    fighter = battle.fighters[actor]
    exit_of = fighter.exit
    fighter.flees = False
    fighter.chases = NOBODY
    fighter.gap = 0
    fighter.chase_turns = 0
    fighter.chase_roll = 0
    fighter.exit = NONE
    if fighter.location == NONE:
        log_event(battle, Event.RETURNS, actor, NOBODY, exit_of, 0, 0)
        arrive_in(battle, actor, exit_of, floor_of(battle, exit_of))


@njit
def escape(battle, actor):
    """A fugitive without pursuers has fled for good (RH28, RH55)."""
    fighter = battle.fighters[actor]
    fighter.flees = False
    fighter.life = Life.FLED
    log_event(battle, Event.ESCAPES, actor, NOBODY, 0, 0, 0)
    drop_out(battle, actor)


@njit
def lose_chase(battle, actor):
    """The pursuer returns; without any other pursuer its quarry has escaped (H78, RH55)."""
    quarry = battle.fighters[actor].chases
    return_to_field(battle, actor)
    if pursuers(battle, quarry) == 0 and battle.fighters[quarry].flees:
        escape(battle, quarry)


@njit
def end_chase(battle, actor):
    """The pursuer has caught its quarry: all return, these two into one cluster (H78).

    The quarry needs a breather before it can run off again (HH45).
    """
    quarry = battle.fighters[actor].chases
    mask = pursuers(battle, quarry)
    if battle.fighters[actor].location == NONE:
        log_event(battle, Event.CATCHES, actor, quarry, battle.fighters[quarry].exit, 0, 0)
    for other in range(battle.num_fighters):
        if (mask >> other) & 1 != 0:
            return_to_field(battle, other)
    return_to_field(battle, quarry)
    battle.fighters[quarry].caught = True
    if is_conscious(battle.fighters[quarry]):
        join_clusters(battle, actor, quarry)


# --- Rolls (H74, H76, H79) ------------------------------------------------------------------------


@njit
def roll_chase(battle, actor, ability):
    """Roll to run on, which tires; a failed fatigue check exhausts the runner (H74, H76, H78)."""
    if not can_act(battle.fighters[actor]):
        return EXHAUSTED
    roll_ability(battle, actor, ability, 0, 0, True)
    return EXHAUSTED if battle.roll.tired else battle.roll.total


@njit
def gap_after(gap, own, other):
    """Squares between the two after both rolls: a lead of 3 changes it by one (H76, RH55)."""
    if own - other >= CHASE_MARGIN:
        return max(0, gap - 1)
    return gap + 1 if other - own >= CHASE_MARGIN else gap


@njit
def would_pass(gap, own, other):
    """Whether the pursuer would pass its quarry, and acts against it instead (H77, RH55)."""
    return gap == 0 and own - other >= CHASE_MARGIN


# --- What a runner chooses before the roll (H79, RH55, HH46) --------------------------------------


@njit
def may_ask_runner(fighter):
    """Whether a runner has not yet been asked in this turn, and can act (H79, HH46)."""
    return not fighter.standard and can_act(fighter)


@njit
def ask_runner(battle, actor):
    """Ask whether to give up, and a fugitive whether to run or to climb (H79, HH46)."""
    battle.fighters[actor].standard = True
    battle.fighters[actor].terrain = Ability.AGILITY
    open_window(battle, actor, Window.CHASE)


@njit
def choose_terrain(battle, actor):
    """Flee over terrain that must be climbed (H42, H79)."""
    battle.fighters[actor].terrain = Ability.CLIMBING


@njit
def give_up_chase(battle, actor):
    """Run no further: a pursuer returns, a fugitive lets itself be caught (H78, HH46)."""
    log_event(battle, Event.CANCELLED, actor, NOBODY, Act.NONE, GIVEN_UP, 0)
    battle.stage = Stage.ACTED
    if battle.fighters[actor].flees:
        end_flight_turn(battle, actor, EXHAUSTED)
    else:
        lose_chase(battle, actor)


# --- The turn of who flees (H79, RH55) ------------------------------------------------------------


@njit
def end_flight_turn(battle, actor, roll):
    """Store the roll of a fugitive, which stands until its next turn (RH55)."""
    battle.fighters[actor].chase_turns = 1
    battle.fighters[actor].chase_roll = roll
    battle.stage = Stage.ACTED


@njit
def flight_turn(battle, actor):
    """A fugitive without pursuers escapes; else it chooses and rolls (H79, RH55)."""
    fighter = battle.fighters[actor]
    if pursuers(battle, actor) == 0:
        escape(battle, actor)
        battle.stage = Stage.ACTED
    elif may_ask_runner(fighter):
        ask_runner(battle, actor)
    else:
        end_flight_turn(battle, actor, roll_chase(battle, actor, fighter.terrain))


# --- The turn of who pursues (H76 to H78, RH55) ---------------------------------------------------


@njit
def catch_quarry(battle, actor, quarry):
    """The pursuer may take one standard action against its quarry, at the exit (H77, HH21)."""
    log_event(battle, Event.CATCHES, actor, quarry, battle.fighters[quarry].exit, 1, 0)
    for other in (np.int64(actor), np.int64(quarry)):  # a loop over a tuple asks for one type
        exit_of = battle.fighters[quarry].exit
        arrive_in(battle, other, exit_of, floor_of(battle, exit_of))
    open_window(battle, actor, Window.CHASE)


@njit
def can_keep_running(fighter):
    """Whether a fighter can go on running: able to act, upright, held by nobody (RH55)."""
    return can_act(fighter) and not is_prone(fighter) and not is_immobilised(fighter)


@njit
def resume_chase(battle, actor, quarry):
    """After that action both run on if they can; else the chase is over (H77, H78, RH55)."""
    battle.stage = Stage.ACTED
    if not can_keep_running(battle.fighters[quarry]):
        end_chase(battle, actor)
        return
    leave_field(battle, quarry)
    if can_keep_running(battle.fighters[actor]):
        leave_field(battle, actor)
        log_event(battle, Event.CHASES, actor, quarry, 0, battle.fighters[actor].gap, 0)
    else:
        lose_chase(battle, actor)


@njit
def reach_exhausted(battle, actor):
    """Catch a quarry that has failed or given up: without a roll, and with a turn (H78, HH46)."""
    end_chase(battle, actor)
    battle.stage = Stage.TURN


@njit
def compare_chase_rolls(battle, actor, quarry, own):
    """Compare the rolls of pursuer and quarry; an exhausted pursuer loses (H76 to H78, RH55)."""
    fighter = battle.fighters[actor]
    other, gap = battle.fighters[quarry].chase_roll, fighter.gap
    battle.stage = Stage.ACTED
    if own == EXHAUSTED:
        lose_chase(battle, actor)
    elif would_pass(gap, own, other):
        battle.stage = Stage.CHASE
        catch_quarry(battle, actor, quarry)
    else:
        fighter.gap = gap_after(gap, own, other)
        log_event(battle, Event.CHASES, actor, quarry, 0, fighter.gap, own - other)
        if fighter.gap >= CHASE_ESCAPED or fighter.chase_turns >= CHASE_TURNS:
            lose_chase(battle, actor)


@njit
def pursuit_turn(battle, actor):
    """The pursuer rolls on the terrain of its quarry, unless that one has failed (H76 to H79).

    A pursuer who set out by a readied action may come before its quarry in the order: it waits for
    the first roll of the quarry (HH46).
    """
    fighter = battle.fighters[actor]
    quarry = fighter.chases
    if fighter.location != NONE:
        resume_chase(battle, actor, quarry)
    elif is_gone(battle.fighters[quarry]):
        return_to_field(battle, actor)
        battle.stage = Stage.ACTED
    elif battle.fighters[quarry].chase_turns == 0:
        log_event(battle, Event.CHASES, actor, quarry, 0, fighter.gap, 0)
        battle.stage = Stage.ACTED
    elif can_act(fighter) and battle.fighters[quarry].chase_roll == EXHAUSTED:
        reach_exhausted(battle, actor)
    elif may_ask_runner(fighter):
        ask_runner(battle, actor)
    else:
        fighter.chase_turns += 1
        own = roll_chase(battle, actor, battle.fighters[quarry].terrain)
        compare_chase_rolls(battle, actor, quarry, own)


@njit
def chase_turn(battle, actor):
    """Take the turn of a fighter in a chase; called until it leaves Stage.CHASE (RH55)."""
    if battle.fighters[actor].flees:
        flight_turn(battle, actor)
    else:
        pursuit_turn(battle, actor)
