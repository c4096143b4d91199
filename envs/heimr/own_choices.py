"""What one can choose to do by oneself: ways, guards, things, rest (QH2, QH3, QH14)."""

from __future__ import annotations

import numpy as np

from ..core.battle import NOBODY
from ..core.compile import njit
from .action_ids import (
    FROM_BAG,
    OFFSET,
    READIABLE,
    WAYS_UP,
    Verb,
)
from .rules.barriers import may_break, may_open
from .rules.bodies import is_in_chase
from .rules.climbs import DOWNWARD, may_climb
from .rules.falls import may_jump_down
from .rules.fatigue import may_breathe
from .rules.fields import column_of, is_location, row_of
from .rules.guards import GUARDS_ITEMS, may_guard
from .rules.handling import (
    may_conceal,
    may_draw,
    may_drop,
    may_get,
    may_put_away,
    may_swap,
)
from .rules.hiding import may_hide
from .rules.looking import may_look, may_speak
from .rules.moves import may_leave_cluster, may_move, may_run
from .rules.plans import may_crawl
from .rules.postures import may_drop_prone, may_rise
from .rules.powers import may_use_power
from .rules.readied import may_ready
from .state import HANDS, PACK
from .tables import DIRECTIONS, LOCATIONS
from .terms import Deed

# --- Ways (H82, H87, H89 to H94, QH14) ------------------------------------------------------------


@njit
def mask_ways(battle, actor, mask, deed):
    """Moves, runs, crawls, climbs and jumps, border by border (H89 to H94, QH14)."""
    if deed == Deed.MOVE:
        for direction in range(DIRECTIONS):
            mask[OFFSET[Verb.MOVE] + direction] = may_move(battle, actor, direction)
    elif deed == Deed.RUN:
        for direction in range(DIRECTIONS):
            mask[OFFSET[Verb.RUN] + direction] = may_run(battle, actor, direction)
    elif deed == Deed.CRAWL:
        for direction in range(DIRECTIONS):
            mask[OFFSET[Verb.CRAWL] + direction] = may_crawl(battle, actor, direction)
    elif deed == Deed.CLIMB:
        for place in range(WAYS_UP):
            mask[OFFSET[Verb.CLIMB_UP] + place] = may_climb(battle, actor, place)
            mask[OFFSET[Verb.CLIMB_DOWN] + place] = may_climb(battle, actor, DOWNWARD + place)
    elif deed == Deed.LEAVE_CLUSTER:
        mask[OFFSET[Verb.LEAVE_CLUSTER]] = may_leave_cluster(battle, actor)
    else:
        mask[OFFSET[Verb.JUMP_DOWN]] = may_jump_down(battle, actor)


# --- Borders and things to guard (H139, H143, H150, H174) -----------------------------------------


@njit
def mask_borders(battle, actor, mask, deed):
    """What can be broken, opened or guarded, border by border (H143, H150, H174)."""
    for direction in range(DIRECTIONS):
        if deed == Deed.BREAK_BARRIER:
            mask[OFFSET[Verb.BREAK_BARRIER] + direction] = may_break(battle, actor, direction)
        elif deed == Deed.OPEN:
            mask[OFFSET[Verb.OPEN] + direction] = may_open(battle, actor, direction)
        else:
            is_legal = may_guard(battle, actor, direction, NOBODY)
            mask[OFFSET[Verb.GUARD_BORDER] + direction] = is_legal
    if deed == Deed.GUARD:
        mask[OFFSET[Verb.GUARD_ITEMS]] = may_guard(battle, actor, GUARDS_ITEMS, NOBODY)


# --- Oneself (H93, H95, H96, H102 to H105, RH36, RH41, RH62) --------------------------------------


@njit
def may_for_oneself(battle, actor, deed):
    """Whether a deed that is about nothing else is possible now."""
    fighter = battle.fighters[actor]
    if deed == Deed.DROP_PRONE:
        return may_drop_prone(fighter)
    if deed == Deed.STAND_UP:
        return may_rise(fighter)
    if deed == Deed.HIDE:
        return may_hide(battle, actor)
    if deed == Deed.SWAP:
        return may_swap(fighter)
    if deed == Deed.BREATHER or deed == Deed.BREATHER_LATER:
        return may_breathe(fighter) and not is_in_chase(fighter)
    if deed == Deed.SPEAK:
        return may_speak(battle, actor)
    if deed == Deed.LET_GO:
        return fighter.holds != NOBODY
    if deed == Deed.POWER:
        return may_use_power(fighter)
    return deed == Deed.DODGE


@njit
def mask_oneself(battle, actor, mask, deed, verb):
    """A deed that is about nothing else, and is one action."""
    mask[OFFSET[verb]] = may_for_oneself(battle, actor, deed)


@njit
def mask_ready(battle, actor, mask):
    """What can be readied (H46, RH36)."""
    fighter = battle.fighters[actor]
    for place in range(len(READIABLE)):
        mask[OFFSET[Verb.READY] + place] = may_ready(fighter, READIABLE[place])


# --- Things and senses (H97 to H101, H104) --------------------------------------------------------


@njit
def mask_things(battle, actor, mask, deed):
    """What can be drawn, put away, dropped, got and concealed (H97 to H101)."""
    fighter = battle.fighters[actor]
    if deed == Deed.DRAW:
        for place in range(PACK + 1):
            mask[OFFSET[Verb.DRAW] + place] = may_draw(fighter, place)
    elif deed == Deed.PUT_AWAY:
        for hand in range(HANDS + 1):
            mask[OFFSET[Verb.PUT_AWAY] + hand] = may_put_away(fighter, hand)
    elif deed == Deed.DROP_ITEM:
        for hand in range(HANDS):
            mask[OFFSET[Verb.DROP_ITEM] + hand] = may_drop(fighter, hand)
    elif deed == Deed.GET_ITEM:
        for place in range(FROM_BAG + 1):
            mask[OFFSET[Verb.GET_ITEM] + place] = may_get(battle, actor, place)
    else:
        for place in range(PACK + 1):
            mask[OFFSET[Verb.CONCEAL_ITEM] + place] = may_conceal(fighter, place)


@njit
def mask_looks(battle, actor, mask):
    """The places where one can look for the hidden: all, or none if nobody is missed (H104)."""
    if not may_look(battle, actor, np.int64(battle.fighters[actor].location)):
        return
    for location in range(LOCATIONS):
        x, y = column_of(location), row_of(location)
        mask[OFFSET[Verb.LOOK] + location] = is_location(battle, x, y)
