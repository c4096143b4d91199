"""Doors, gates and walls: opening and breaking them (H150, H174, RH16)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Event,
    Skill,
)
from ...state import (
    HANDS,
)
from ...tables import DIRECTIONS, NONE, SKILL_BREAK
from ..characters.abilities import skill_level
from ..characters.conditions import can_act, is_climbing, is_on_field
from ..combat_actions.skills import break_strength, may_use_skill, pay_skill
from ..defence.current_defence import review_current_defence
from ..grid import border_of, break_barrier, floor_of, is_barred, neighbour
from ..modules.armoury import break_item, breaks, is_melee_hand

# --- Reaching it ----------------------------------------------------------------------------------


@njit
def faces_barrier(battle, actor, direction):
    """Whether a fighter can act on an unbroken barrier, from the ground (H150)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter) or not is_on_field(fighter) or is_climbing(fighter):
        return False
    location = fighter.location
    if neighbour(battle, location, direction) == NONE or fighter.height != floor_of(
        battle, location
    ):
        return False
    return is_barred(battle, location, direction)


@njit
def faces_any(battle, actor):
    """Whether a fighter can act on any barrier of its location (H150, H174)."""
    if battle.plain:
        return False
    for direction in range(DIRECTIONS):
        if faces_barrier(battle, actor, direction):
            return True
    return False


# --- Opening (H174) -------------------------------------------------------------------------------


@njit
def may_open(battle, actor, direction):
    """Whether a fighter may open a border: an unlocked door or gate (H174, HH24)."""
    if not faces_barrier(battle, actor, direction):
        return False
    border = battle.borders[border_of(battle.fighters[actor].location, direction)]
    return border.opens and border.unlocked


@njit
def open_barrier(battle, actor, direction):
    """Open a door or gate, for all and for good (H174)."""
    border = border_of(battle.fighters[actor].location, direction)
    break_barrier(battle, border)
    log_event(battle, Event.BARRIER, actor, NOBODY, direction, 1, 0)


# --- Breaking (H150, RH16) ------------------------------------------------------------------------


@njit
def breaking_hand(fighter):
    """The hand whose weapon can break a barrier, the sword hand first; -1 (RH6, RH16)."""
    for hand in range(HANDS):
        if is_melee_hand(fighter, hand):
            if may_use_skill(fighter, Skill.BREAKING_STRIKE, fighter.held[hand]):
                return hand
    return NONE


@njit
def most_strength(fighter):
    """Number of the strongest Break that a fighter can call (H27, RH6)."""
    return SKILL_BREAK[Skill.BREAKING_STRIKE, skill_level(fighter, Skill.BREAKING_STRIKE)]


@njit
def may_break(battle, actor, direction):
    """Whether a fighter may break a barrier: a Break that meets its toughness (H150, RH16)."""
    fighter = battle.fighters[actor]
    if not faces_barrier(battle, actor, direction) or breaking_hand(fighter) == NONE:
        return False
    toughness = battle.borders[border_of(fighter.location, direction)].toughness
    return breaks(most_strength(fighter), toughness)


@njit
def break_through(battle, actor, direction):
    """Break a barrier without a roll; the weapon takes the Break too (RH6, RH16)."""
    fighter = battle.fighters[actor]
    border, hand = border_of(fighter.location, direction), breaking_hand(fighter)
    strength = break_strength(fighter, battle.borders[border].toughness)
    cost = pay_skill(battle, actor, Skill.BREAKING_STRIKE, fighter.held[hand])
    log_event(battle, Event.SKILL, actor, NOBODY, Skill.BREAKING_STRIKE, cost, 0)
    break_barrier(battle, border)
    log_event(battle, Event.BARRIER, actor, NOBODY, direction, 0, strength)
    break_item(battle, actor, hand, strength)
    review_current_defence(battle, actor)
