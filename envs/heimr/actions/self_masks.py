"""Masks of actions without a target: movement, guards, items, rest (QH2, QH3, QH14).

`actions/target_masks.py` describes the set `actions` that the functions take.
"""

from __future__ import annotations

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, has_full_choices
from ..enums import Act, Verb
from ..rules.characters.conditions import is_in_chase
from ..rules.characters.powers import may_use_power
from ..rules.combat_actions.action_types import may_rise
from ..rules.combat_actions.climbs import DOWNWARD, can_climb, may_climb
from ..rules.combat_actions.falls import may_jump_down
from ..rules.combat_actions.item_actions import (
    may_conceal,
    may_draw,
    may_drop,
    may_get,
    may_put_away,
    may_swap,
)
from ..rules.combat_actions.movement_actions import may_leave_cluster, may_move, may_run
from ..rules.combat_actions.other_actions import may_drop_prone
from ..rules.combat_actions.perception import may_look, may_speak
from ..rules.combat_actions.upcoming_actions import may_crawl
from ..rules.combat_basics.fatigue import may_take_breather
from ..rules.combat_basics.readied import may_ready
from ..rules.environment.barriers import faces_any, may_break, may_open
from ..rules.grid import square_of
from ..rules.guarding import GUARDS_ITEMS, GUARDS_PLACE, can_guard, may_guard
from ..rules.health.health import may_surrender
from ..rules.modules.armoury import IN_HANDS
from ..rules.positions.hiding import may_hide
from ..state import HANDS, PACK
from ..tables import DIRECTIONS, MOST_FIELD
from .table import (
    FROM_BAG,
    OFFSET,
    READIABLE,
    WAYS_UP,
)

# --- Movement (H82, H87, H89 to H94, QH14) --------------------------------------------------------


@njit
def mask_borders_crossed(battle, actor, mask, actions):
    """Moves, runs and crawls, border by border (H89, H90, H94, QH14)."""
    for direction in range(DIRECTIONS):
        if contains(actions, Act.MOVE):
            mask[OFFSET[Verb.MOVE] + direction] = may_move(battle, actor, direction)
        if contains(actions, Act.RUN):
            mask[OFFSET[Verb.RUN] + direction] = may_run(battle, actor, direction)
        if contains(actions, Act.CRAWL):
            mask[OFFSET[Verb.CRAWL] + direction] = may_crawl(battle, actor, direction)


@njit
def mask_climbs(battle, actor, mask):
    """Climbs up and down, by the border or object to climb (H91, QH14)."""
    if can_climb(battle.fighters[actor]):
        for place in range(WAYS_UP):
            mask[OFFSET[Verb.CLIMB_UP] + place] = may_climb(battle, actor, place)
            mask[OFFSET[Verb.CLIMB_DOWN] + place] = may_climb(battle, actor, DOWNWARD + place)


@njit
def mask_movement(battle, actor, mask, actions):
    """Every movement of the fighter on its own (H89 to H94, QH14)."""
    mask_borders_crossed(battle, actor, mask, actions)
    if contains(actions, Act.CLIMB):
        mask_climbs(battle, actor, mask)
    if contains(actions, Act.LEAVE_CLUSTER):
        mask[OFFSET[Verb.LEAVE_CLUSTER]] = may_leave_cluster(battle, actor)
    if contains(actions, Act.JUMP_DOWN):
        mask[OFFSET[Verb.JUMP_DOWN]] = may_jump_down(battle, actor)


# --- Places (H104, H139, H143, H150, H174) --------------------------------------------------------


@njit
def mask_barriers(battle, actor, mask, actions):
    """Barriers to break or to open, border by border (H150, H174)."""
    for direction in range(DIRECTIONS):
        if contains(actions, Act.BREAK_BARRIER):
            mask[OFFSET[Verb.BREAK_BARRIER] + direction] = may_break(battle, actor, direction)
        if contains(actions, Act.OPEN):
            mask[OFFSET[Verb.OPEN] + direction] = may_open(battle, actor, direction)


@njit
def mask_guards(battle, actor, mask):
    """The borders, items and the location that the fighter can guard (H139, H143)."""
    if can_guard(battle.fighters[actor]):
        for direction in range(DIRECTIONS):
            is_legal = may_guard(battle, actor, direction, NOBODY)
            mask[OFFSET[Verb.GUARD_BORDER] + direction] = is_legal
        mask[OFFSET[Verb.GUARD_ITEMS]] = may_guard(battle, actor, GUARDS_ITEMS, NOBODY)
        mask[OFFSET[Verb.GUARD_PLACE]] = may_guard(battle, actor, GUARDS_PLACE, NOBODY)


@njit
def mask_looks(battle, actor, mask):
    """Looks for hidden fighters, at every location that could conceal one (H104, HH43)."""
    for row in range(battle.rows):
        for column in range(battle.columns):
            location = row * MOST_FIELD + column
            is_legal = may_look(battle, actor, location)
            mask[OFFSET[Verb.LOOK] + square_of(battle, location)] = is_legal


@njit
def mask_place(battle, actor, mask, actions):
    """Barriers, guards, looks and hiding (H95, H104, H139, H143, H150, H174)."""
    if faces_any(battle, actor):
        mask_barriers(battle, actor, mask, actions)
    if contains(actions, Act.GUARD):
        mask_guards(battle, actor, mask)
    if contains(actions, Act.LOOK):
        mask_looks(battle, actor, mask)
    if contains(actions, Act.HIDE):
        mask[OFFSET[Verb.HIDE]] = may_hide(battle, actor)


# --- Items (H97 to H102) --------------------------------------------------------------------------


@njit
def mask_hands(fighter, mask, actions):
    """Put away, drop or swap the items in the hands (H98, H99, H102)."""
    if contains(actions, Act.PUT_AWAY):
        for hand in range(HANDS + 1):
            mask[OFFSET[Verb.PUT_AWAY] + hand] = may_put_away(fighter, hand)
    if contains(actions, Act.DROP_ITEM):
        for hand in range(HANDS):
            mask[OFFSET[Verb.DROP_ITEM] + hand] = may_drop(fighter, hand)
    if contains(actions, Act.SWAP):
        mask[OFFSET[Verb.SWAP]] = may_swap(fighter)


@njit
def mask_items(battle, actor, mask, actions):
    """Draw, put away, drop, get, conceal and swap items (H97 to H102)."""
    fighter = battle.fighters[actor]
    mask_hands(fighter, mask, actions)
    for place in range(PACK + 1):
        if contains(actions, Act.DRAW):
            mask[OFFSET[Verb.DRAW] + place] = may_draw(battle, actor, place)
        if contains(actions, Act.CONCEAL_ITEM):
            mask[OFFSET[Verb.CONCEAL_ITEM] + place] = may_conceal(fighter, place)
    if contains(actions, Act.CONCEAL_ITEM) and has_full_choices(battle, actor):
        for hand in range(HANDS):
            mask[OFFSET[Verb.CONCEAL_HELD] + hand] = may_conceal(fighter, IN_HANDS + hand)
    if contains(actions, Act.GET_ITEM):
        for place in range(FROM_BAG + 1):
            mask[OFFSET[Verb.GET_ITEM] + place] = may_get(battle, actor, place)


# --- The fighter itself (H46, H93, H96, H103, H105, H112, RH36, RH41, RH62) -----------------------


@njit
def mask_postures(battle, actor, mask, actions):
    """Lie down, stand up, ready a dodge or another action (H46, H93, H96, RH36, RH41)."""
    fighter = battle.fighters[actor]
    if contains(actions, Act.DROP_PRONE):
        mask[OFFSET[Verb.DROP_PRONE]] = may_drop_prone(fighter)
    if contains(actions, Act.STAND_UP):
        mask[OFFSET[Verb.STAND_UP]] = may_rise(fighter)
    if contains(actions, Act.DODGE):
        mask[OFFSET[Verb.DODGE]] = True
    if contains(actions, Act.READY):
        for place in range(len(READIABLE)):
            mask[OFFSET[Verb.READY] + place] = may_ready(battle, actor, READIABLE[place])


@njit
def mask_rests(fighter, mask, actions):
    """A breather, now or in the next turn; not in a chase (H103)."""
    is_of_use = may_take_breather(fighter) and not is_in_chase(fighter)
    if contains(actions, Act.BREATHER):
        mask[OFFSET[Verb.BREATHER]] = is_of_use
    if contains(actions, Act.BREATHER_LATER):
        mask[OFFSET[Verb.BREATHER_LATER]] = is_of_use


@njit
def mask_oneself(battle, actor, mask, actions):
    """Actions on the fighter itself (H93, H96, H103, H105, H112, RH36, RH41, RH62)."""
    fighter = battle.fighters[actor]
    mask_postures(battle, actor, mask, actions)
    mask_rests(fighter, mask, actions)
    if contains(actions, Act.SPEAK):
        mask[OFFSET[Verb.SPEAK]] = may_speak(battle, actor)
    if contains(actions, Act.LET_GO):
        mask[OFFSET[Verb.LET_GO]] = fighter.holds != NOBODY
    if contains(actions, Act.POWER):
        mask[OFFSET[Verb.POWER]] = may_use_power(fighter)
    if contains(actions, Act.SURRENDER):
        mask[OFFSET[Verb.SURRENDER]] = may_surrender(battle, actor)
