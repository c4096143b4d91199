"""Standing up, taking off and landing (D29, D32, D36, RD13, RD14, RD17, HOUSE H5)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import Event
from ..injuries.conditions import fall_prone
from ..injuries.mobility import can_fly, can_stand
from ..positioning.squares import is_floor
from ..reactions.reactive_attack import ask_next_reactor
from .movement import be_seen, can_act, is_held

TAKES_OFF, LANDS = 1, 0
"""Values of a FLIES event."""

# --- Standing up (RD13, RD14) ---------------------------------------------------------------------


@njit
def stand_up(battle, actor):
    """Stand up, unless a reaction prevents it; False while one is asked (RD13, RD14)."""
    if ask_next_reactor(battle):
        return False
    fighter = battle.fighters[actor]
    if fighter.prone and can_act(fighter) and can_stand(fighter):
        fighter.prone = False
        log_event(battle, Event.STANDS, actor, NOBODY, 0, 0, 0)
    return True


# --- Flying (D29, RD14, H5) -----------------------------------------------------------------------


@njit
def can_take_wing(fighter):
    """Whether a fighter can take off: able to fly, not prone, not held (D29, H5)."""
    return can_fly(fighter) and not fighter.flying and not fighter.prone and not is_held(fighter)


@njit
def take_off(battle, actor):
    """Take off; False while a fighter is asked for a reaction (HOUSE H5, RD14)."""
    if ask_next_reactor(battle):
        return False
    fighter = battle.fighters[actor]
    if can_act(fighter) and can_take_wing(fighter):
        fighter.flying = True
        log_event(battle, Event.FLIES, actor, NOBODY, TAKES_OFF, 0, 0)
        be_seen(battle, actor)
    return True


@njit
def can_come_down(battle, actor):
    """Whether a flying fighter can land: on floor, not held (RD17, HOUSE H5)."""
    fighter = battle.fighters[actor]
    if not fighter.flying or is_held(fighter):
        return False
    return is_floor(battle, fighter.x, fighter.y)


@njit
def come_down(battle, actor):
    """Land in the own square; on its feet, if they allow it (D32, D36, HOUSE H5)."""
    fighter = battle.fighters[actor]
    if not can_come_down(battle, actor):
        return
    fighter.flying = False
    log_event(battle, Event.FLIES, actor, NOBODY, LANDS, 0, 0)
    if not can_stand(fighter):
        fall_prone(battle, actor)


@njit
def land(battle, actor):
    """Land; False while a fighter is asked for a reaction (HOUSE H5, RD14)."""
    if ask_next_reactor(battle):
        return False
    if can_act(battle.fighters[actor]):
        come_down(battle, actor)
    return True
