"""Forced passes: a fighter who can only end its turn is not asked (QD1)."""

from __future__ import annotations

from ...core.compiler.compile import njit, unset
from ...core.engine.battle import has_full_choices
from ...core.maps.square_grid import ROWS
from ..navigation.pathfinding import move_directions
from ..rules.positioning.squares import write_free
from ..rules.rounds_and_actions.legality import (
    may_defend,
    may_draw_item,
    may_drop_item,
    may_drop_prone,
    may_land,
    may_load,
    may_move,
    may_pick_up_item,
    may_ready_shield,
    may_release,
    may_stand_up,
    may_stop_bleeding,
    may_stow_item,
    may_take_off,
)
from ..rules.rounds_and_actions.movement import may_move_by_steps
from ..state import HANDS, PACK


@njit
def can_choose(battle):
    """Whether the fighter whose turn it is can do anything but end it (QD1).

    Each question is one of those that the mask asks; the cheap ones come first.
    """
    actor = battle.to_act
    fighter = battle.fighters[actor]
    if fighter.action_points == 0:
        return may_drop_prone(battle, actor)
    if may_defend(fighter) or may_drop_prone(battle, actor):
        return True
    if may_ready_shield(fighter) or may_stand_up(fighter):
        return True
    if may_load(fighter) or may_land(battle, actor) or may_take_off(fighter):
        return True
    return may_release(fighter) or can_go(battle, actor) or can_handle(battle, actor)


@njit
def can_go(battle, actor):
    """Whether a Move leads anywhere (RD13, RD47)."""
    if not may_move(battle.fighters[actor]):
        return False
    free = unset(1, ROWS)[0]
    write_free(battle, actor, free)
    if move_directions(battle, actor, free) != 0:
        return True
    return has_full_choices(battle, actor) and may_move_by_steps(battle, actor)


@njit
def can_handle(battle, actor):
    """Whether an item can be drawn, stowed, dropped or picked up, or a bleeding stopped (RD39)."""
    fighter = battle.fighters[actor]
    for place in range(PACK):
        if may_draw_item(fighter, place):
            return True
    for hand in range(HANDS):
        if may_stow_item(fighter, hand) or may_drop_item(fighter, hand):
            return True
    if may_pick_up_item(battle, actor, False) or may_pick_up_item(battle, actor, True):
        return True
    for patient in range(battle.num_fighters):
        if battle.side[patient] == battle.side[actor]:
            if may_stop_bleeding(battle, actor, patient):
                return True
    return False
