"""Drag and Overrun, in which the attacker moves too, square by square (D50, RD14, RD17)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY
from ....core.maps.square_grid import DX, DY
from ...enums import Maneuver, Step, Trigger
from ...tables import OVERRUN_SQUARES
from ..injuries.conditions import fall_prone
from ..positioning.squares import is_free_for, is_ground
from ..reactions.reactive_attack import ask_next_reactor, provoke
from ..rounds_and_actions.movement import can_act, leave_shared_square
from .directions import possible_directions
from .maneuvers import enter_side, find_in_the_way, log_effect, squares_moved, step_to


@njit
def moves_attacker(attack):
    """Whether the maneuver under way moves the attacker itself (RD17)."""
    if attack.escape:
        return False
    return attack.maneuver == Maneuver.DRAG or attack.maneuver == Maneuver.OVERRUN


@njit
def squares_to_go(attack):
    """Squares of a Drag or an Overrun (RD17)."""
    if attack.maneuver == Maneuver.OVERRUN:
        return OVERRUN_SQUARES
    return squares_moved(attack.degrees)


@njit
def squares_of_effect(attack):
    """Squares after which the target is dragged along, or run over (RD17)."""
    return OVERRUN_SQUARES if attack.maneuver == Maneuver.OVERRUN else 1


@njit
def begin_path(battle, attack, side):
    """Begin a successful Drag or Overrun; its target does not react to it (D50, RD14)."""
    attacker, target = attack.attacker, attack.target
    attack.side = side
    attack.gone = 0
    attack.step = Step.GO
    if not attack.reactive:
        battle.from_x = battle.fighters[attacker].x
        battle.from_y = battle.fighters[attacker].y
        battle.provoked = np.int64(1) << target


@njit
def is_in_its_square(battle, attacker, target):
    """Whether an overrunning fighter is in its target's square."""
    a, b = battle.fighters[attacker], battle.fighters[target]
    return a.x == b.x and a.y == b.y


@njit
def may_continue(battle, attack):
    """Whether the path continues: able to act, upright, free, still on the path (RD14)."""
    attacker, target = attack.attacker, attack.target
    fighter = battle.fighters[attacker]
    if attack.gone >= squares_to_go(attack) or not can_act(fighter) or fighter.prone:
        return False
    if attack.maneuver == Maneuver.OVERRUN and attack.gone > 0:
        return fighter.grapple == NOBODY and is_in_its_square(battle, attacker, target)
    sides = possible_directions(battle, attacker, target, attack.maneuver)
    return (sides >> attack.side) & 1 == 1


@njit
def drag_square(battle, attacker, target, side):
    """Move one square and pull the target along; whether both could (RD17, H6)."""
    fighter, other = battle.fighters[attacker], battle.fighters[target]
    x, y = fighter.x, fighter.y
    if not is_ground(battle, target, x, y) or not enter_side(battle, attacker, side):
        return False
    other.x = x
    other.y = y
    return True


@njit
def overrun_square(battle, attacker, target, side):
    """Move into or out of the target's square; one who hides behind it is found (RD17, RD46)."""
    x, y = battle.fighters[target].x + DX[side], battle.fighters[target].y + DY[side]
    if not is_free_for(battle, attacker, x, y):
        find_in_the_way(battle, x, y)
        return False
    step_to(battle, attacker, side)
    return True


@njit
def advance_square(battle, attack):
    """Move one square of the path; whether that was possible."""
    attacker, target = attack.attacker, attack.target
    side = attack.side
    if attack.maneuver == Maneuver.OVERRUN:
        is_done = overrun_square(battle, attacker, target, side)
    else:
        is_done = drag_square(battle, attacker, target, side)
    attack.gone += is_done
    if is_done and attack.gone == squares_of_effect(attack):
        log_effect(battle, attack)
    return is_done


@njit
def end_path(battle, attack):
    """End the path; a target that was passed may fall (RD17)."""
    attack.step = Step.NEXT
    attacker, target = attack.attacker, attack.target
    if attack.maneuver == Maneuver.OVERRUN:
        if attack.degrees >= 1 and attack.gone == OVERRUN_SQUARES:
            fall_prone(battle, target)
        if is_in_its_square(battle, attacker, target):
            leave_shared_square(battle, attacker)


@njit
def path_step(battle, attack):
    """One square; first those whose threatened square is left are asked (D88, RD14).

    HOUSE: not within a Reactive Attack, to which nobody reacts.
    """
    if battle.trigger == Trigger.NONE and not attack.reactive and may_continue(battle, attack):
        provoke(battle, attack.attacker, Trigger.LEAVING)
    if not attack.reactive and ask_next_reactor(battle):
        return
    if not may_continue(battle, attack) or not advance_square(battle, attack):
        end_path(battle, attack)
