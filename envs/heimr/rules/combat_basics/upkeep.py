"""Upkeep: changes at the start and the end of a turn (H48, H73, H123, TH2)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Act, Event, Trigger
from ...tables import NONE
from ..defence.current_defence import owe_defence, restore_defences, void_defence
from ..effects import end_odd_daze
from ..grid import reset_limits
from ..guarding import end_guard
from .clusters import cluster_mates
from .fatigue import reset_fatigue_rise

# --- The start (H48, H73, H81, H90, H95, H110, H123, H157, RH25, RH35, TH2 a) ---------------------


@njit
def forget_last_turn_of(battle, actor):
    """Others forget what a fighter did to them in its last turn (H95, H110)."""
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        fighter.dodged = fighter.dodged & ~(1 << actor)
        fighter.shot_by = fighter.shot_by & ~(1 << actor)


@njit
def lose_readied(battle, actor):
    """A readied action that has not fired by the next turn is lost (H48)."""
    fighter = battle.fighters[actor]
    if fighter.readied != Act.NONE:
        log_event(battle, Event.CANCELLED, actor, NOBODY, fighter.readied, 1, 0)
    fighter.readied = Act.NONE
    fighter.readied_argument = 0
    fighter.trigger = Trigger.NONE
    fighter.trigger_by = NOBODY


@njit
def end_until_next_turn(battle, actor):
    """End the states that last until the fighter's next turn (H81, H90, H157, RH25, RH47, RH60)."""
    fighter = battle.fighters[actor]
    end_guard(battle, actor)
    fighter.ongoing = False
    fighter.dodge_ready = False
    fighter.ran_from = NONE
    fighter.blind = 0
    fighter.struck_late = False


@njit
def reset_turn(battle, actor):
    """Reset the actions of the turn; the present place counts as its start (H80, H94)."""
    fighter = battle.fighters[actor]
    fighter.delayed = False
    fighter.standard = False
    fighter.simultaneous = False
    fighter.moved_only = False
    fighter.free = 0
    fighter.came = False
    fighter.gave_away = False
    fighter.entered_from = NONE
    fighter.treats = NOBODY
    fighter.began_with = cluster_mates(battle, actor)


@njit
def start_turn(battle, actor):
    """Restore defences, end what lasted until now and an odd Daze (H66, H123, TH2)."""
    fighter = battle.fighters[actor]
    log_event(battle, Event.TURN, actor, NOBODY, 0, battle.round_number, 0)
    restore_defences(fighter)
    reset_fatigue_rise(fighter)
    end_until_next_turn(battle, actor)
    reset_turn(battle, actor)
    forget_last_turn_of(battle, actor)
    reset_limits(battle, actor)
    lose_readied(battle, actor)
    end_odd_daze(battle, actor)


@njit
def skip_turn(battle, actor):
    """Skip the turn of the dead and fled; reset what others count by it (H95, H110, H148)."""
    forget_last_turn_of(battle, actor)
    reset_limits(battle, actor)


# --- The end (H106, TH2 c) -------------------------------------------------------------


@njit
def finish_turn(battle, actor):
    """The defence of the last turn is void, the next one is owed (H106, H124, RH39)."""
    void_defence(battle.fighters[actor])
    owe_defence(battle, actor)
