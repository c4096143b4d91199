"""How a battle ends, and how strong a side still is (RM28)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import DRAW, NOBODY, finish, log_event
from ..enums import Ending, Event, Window
from .checks import damage_points, is_out


@njit
def is_side_down(battle, side):
    """Whether nobody of a side is able to act (RM28)."""
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side and not is_out(battle.fighters[actor]):
            return False
    return True


@njit
def is_decided(battle):
    """Whether a side has nobody able to act (RM28)."""
    return is_side_down(battle, 0) or is_side_down(battle, 1)


@njit
def end_if_decided(battle):
    """A side with nobody able to act loses; both at once is a draw (RM28)."""
    red_down, blue_down = is_side_down(battle, 0), is_side_down(battle, 1)
    if red_down and blue_down:
        end_battle(battle, DRAW, Ending.BOTH_SIDES_DOWN)
    elif red_down:
        end_battle(battle, 1, Ending.SIDE_DOWN)
    elif blue_down:
        end_battle(battle, 0, Ending.SIDE_DOWN)


@njit
def end_battle(battle, winner, ending):
    """Close the battle."""
    battle.window = Window.NONE
    finish(battle, winner, ending)
    log_event(battle, Event.OVER, NOBODY, NOBODY, ending, winner, 0)


@njit(shared=True)
def strength(battle, side):
    """Share of its damage points that a side has left, 0 to 1 (RM10)."""
    left = 0.0
    size = 0
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side:
            size += 1
            fighter = battle.fighters[actor]
            if not is_out(fighter):
                whole = damage_points(fighter)
                left += (whole - fighter.damage) / whole
    return left / size
