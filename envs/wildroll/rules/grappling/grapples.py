"""Grips and grapples (W85, W88, W90, W92, RW34, H17).

Bit j in a fighter's `holding` is its grip on fighter j. A grapple is two such grips, each held and
let go of on its own; a fighter who holds another one or is held is grappling.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ...enums import (
    Defence,
    Event,
)
from ...state import (
    WEAPON_SLOTS,
)
from ...tables import (
    DRAG_PENALTY,
    DRAG_POINTS,
    IS_GRASPABLE,
    IS_MELEE,
    MOVE_PARTS,
    NONE,
    PIN_PENALTY,
    SHARING_SIZES,
    WEAPON_REACH,
)
from ..common_actions.items import most_in_use
from ..defense.defences import defence_value, higher_of_power_and_agility
from ..health.bodies import (
    can_act,
    enemies_of,
    is_able,
    is_conscious,
    is_mounted,
    is_pinned,
    size_of,
)
from ..movement.spaces import is_adjacent, sees
from ..rolls.checks import (
    better_of_power_and_agility,
    most_accurate_slot,
    power_modifier,
    wild_check,
)

HAS_GRIP = most_in_use(np.where(IS_MELEE & (WEAPON_REACH == 0), 0, NONE))
"""`NONE` of those with nothing in use to grapple with (W88)."""
PIN_ONLY = 1
"""Outcome in a FREED event: still grappled (W92)."""

# --- Who holds whom (W88, RW34, H17) --------------------------------------------------------------


@njit
def holds(battle, actor, other):
    """Whether a fighter has a grip on another (H17)."""
    return (battle.fighters[actor].holding >> other) & 1 == 1


@njit
def holders_of(battle, actor):
    """Set of the fighters whose grip keeps a fighter; not of the pinned or helpless (H17)."""
    mask = 0
    for other in range(battle.num_fighters):
        if holds(battle, other, actor) and can_act(battle.fighters[other]):
            mask |= 1 << other
    return mask


@njit
def partners_of(battle, actor):
    """Set of the fighters that a fighter holds or is held by (W88, H17)."""
    return battle.fighters[actor].holding | holders_of(battle, actor)


@njit
def is_grappling(battle, actor):
    """Whether a fighter holds any fighter or is held (W88, H17)."""
    return partners_of(battle, actor) != 0


@njit
def is_held(battle, actor):
    """Whether the grip of any fighter keeps another one (RW34, H17)."""
    return holders_of(battle, actor) != 0


@njit
def grappling_group(battle, actor):
    """Set of the fighters that a Drag takes along, itself included (W90)."""
    group = 0
    wider = np.int64(1) << actor
    while wider != group:
        group = wider
        for other in range(battle.num_fighters):
            if (group >> other) & 1 == 1:
                wider |= partners_of(battle, other)
    return group


# --- Taking hold and letting go (W43, W88, RW34, H17) ---------------------------------------------


@njit
def take_hold(battle, actor, other):
    """A fighter has a grip on another."""
    battle.fighters[actor].holding = battle.fighters[actor].holding | (1 << other)


@njit
def lose_hold(battle, actor, other):
    """A fighter has no grip on another any more, and so does not pin it (W92)."""
    battle.fighters[actor].holding = battle.fighters[actor].holding & ~(1 << other)
    if battle.fighters[other].pinned_by == actor:
        battle.fighters[other].pinned_by = NOBODY


@njit
def let_go(battle, actor):
    """Let go of all held fighters; the pinned and helpless lose their grips too (W43, H17)."""
    for other in range(battle.num_fighters):
        if holds(battle, actor, other):
            if not can_act(battle.fighters[other]):
                lose_hold(battle, other, actor)
            lose_hold(battle, actor, other)
            log_event(battle, Event.LETS_GO, actor, other, 0, 0, 0)


@njit
def end_grapple(battle, actor, other):
    """Neither of two has a grip on the other any more (RW34)."""
    lose_hold(battle, actor, other)
    lose_hold(battle, other, actor)


@njit
def end_grips(battle, actor):
    """End all grips and pins by and on a fighter who is unconscious or dead (RW34)."""
    for other in range(battle.num_fighters):
        if other != actor:
            end_grapple(battle, actor, other)


@njit
def is_lost(battle, actor, other):
    """Whether a grapple of two has ended: too far away, unconscious or dead (RW34)."""
    if not is_conscious(battle.fighters[actor]) or not is_conscious(battle.fighters[other]):
        return True
    return not is_adjacent(battle, actor, other)


@njit
def end_lost_grapples(battle):
    """End grapples of separated fighters, and pins of those unable to act (RW34, W92)."""
    for actor in range(battle.num_fighters):
        if battle.fighters[actor].holding != 0:
            for other in range(battle.num_fighters):
                if holds(battle, actor, other) and is_lost(battle, actor, other):
                    end_grapple(battle, actor, other)
                    log_event(battle, Event.FREED, other, actor, 0, 0, 0)
    for actor in range(battle.num_fighters):
        pinner = battle.fighters[actor].pinned_by
        if pinner != NOBODY and not can_act(battle.fighters[pinner]):
            end_pin(battle, actor)


@njit
def end_pin(battle, actor):
    """A fighter is pinned no more, but still grappled (W92)."""
    pinner = battle.fighters[actor].pinned_by
    battle.fighters[actor].pinned_by = NOBODY
    log_event(battle, Event.FREED, actor, pinner, PIN_ONLY, 0, 0)


# --- Power Defense of several (W85, W90, RW34) ----------------------------------------------------


@njit
def highest_power_defence(battle, actor, mask):
    """The highest Power Defense of a set against a fighter; 0: empty set (W85, W90)."""
    highest = 0
    is_first = True
    for other in range(battle.num_fighters):
        if (mask >> other) & 1 == 1:
            value = defence_value(battle, actor, other, Defence.POWER)
            highest = value if is_first else max(highest, value)
            is_first = False
    return highest


# --- Escape (W85, W92, RW34) ----------------------------------------------------------------------


@njit
def escape_tn(battle, actor):
    """TN of an Escape: the highest Power Defense of the holders (W85, RW34)."""
    return highest_power_defence(battle, actor, holders_of(battle, actor))


@njit
def may_escape(battle, actor):
    """Whether there is something to escape from, a pin or a grip (W85, W92, RW12)."""
    fighter = battle.fighters[actor]
    return is_able(fighter) and (is_pinned(fighter) or is_held(battle, actor))


@njit
def escape(battle, frame):
    """Escape from a pin, else from the grapple with all holders (W85, W92, RW34)."""
    actor = frame.actor
    fighter = battle.fighters[actor]
    number = escape_tn(battle, actor)
    if not wild_check(battle, frame, better_of_power_and_agility(fighter), number):
        return
    if is_pinned(fighter):
        end_pin(battle, actor)
        return
    for other in range(battle.num_fighters):
        if holds(battle, other, actor):
            end_grapple(battle, other, actor)
            log_event(battle, Event.FREED, actor, other, 0, 0, 0)


# --- Grapple (W88, H18) ---------------------------------------------------------------------------


@njit
def grip_slot(fighter):
    """The most accurate weapon slot of reach 0, for a Grapple; -1 none (W88, H18)."""
    return most_accurate_slot(fighter, WEAPON_SLOTS, 0, 0)


@njit
def has_grip(fighter):
    """Whether a fighter has anything in use to grapple with (W88)."""
    return HAS_GRIP[fighter.race, fighter.held[0] + 1, fighter.held[1] + 1] != NONE


@njit
def fits_grip(battle, actor, other):
    """Whether sizes and forms of two allow a grapple, and both are awake (W88, RW34)."""
    one, two = battle.fighters[actor], battle.fighters[other]
    if not IS_GRASPABLE[one.race] or not IS_GRASPABLE[two.race]:
        return False
    if not is_conscious(one) or not is_conscious(two):
        return False
    return abs(size_of(one) - size_of(two)) < SHARING_SIZES


@njit
def may_grapple(battle, actor, other):
    """Whether a fighter may attempt to grapple another (W88, H18)."""
    if other == actor or not sees(battle, actor, other):
        return False
    if holds(battle, actor, other) or not fits_grip(battle, actor, other):
        return False
    return is_adjacent(battle, actor, other) and has_grip(battle.fighters[actor])


@njit
def grapple(battle, frame):
    """A hit does no damage: both are grappling each other, if the target can be (W88).

    A Drag of either was rolled against others, and is over (W90).
    """
    actor, target = frame.actor, frame.target
    if not fits_grip(battle, actor, target):
        return
    take_hold(battle, actor, target)
    take_hold(battle, target, actor)
    battle.fighters[actor].drag_points = 0
    battle.fighters[target].drag_points = 0
    log_event(battle, Event.GRAPPLES, actor, target, 0, 0, 0)


# --- Pin (W92) ------------------------------------------------------------------------------------


@njit
def may_pin(battle, actor, other):
    """Whether a fighter may pin another whom it holds and no one pins (W92)."""
    return holds(battle, actor, other) and not is_pinned(battle.fighters[other])


@njit
def pin(battle, frame):
    """Pin: the target is helpless and immobile until it escapes (W92, RW12)."""
    actor, target = frame.actor, frame.target
    modifier = power_modifier(battle.fighters[actor]) - PIN_PENALTY
    number = higher_of_power_and_agility(battle, actor, target)
    if wild_check(battle, frame, modifier, number):
        battle.fighters[target].pinned_by = actor
        log_event(battle, Event.PINS, actor, target, 0, 0, 0)


# --- Drag (W90) -----------------------------------------------------------------------------------


@njit
def is_any_mounted(battle, mask):
    """Whether any of a set of fighters rides (W106)."""
    while mask != 0:
        if is_mounted(battle.fighters[lowest_bit(mask)]):
            return True
        mask &= mask - 1
    return False


@njit
def may_drag(battle, actor):
    """Whether a fighter may drag a grapple: in one, no AP of a Drag left to use (W90).

    No fighter is dragged out of the saddle, and no fighter drags from it (H25).
    """
    fighter = battle.fighters[actor]
    if fighter.drag_points > 0 or not is_grappling(battle, actor):
        return False
    return not is_any_mounted(battle, grappling_group(battle, actor))


@njit
def drag_opponents(battle, actor):
    """Set of the enemies against whom a Drag is rolled, empty among allies (W90, H17).

    Those whom the fighter holds or who hold it, else all enemies who are taken along.
    """
    enemies = enemies_of(battle, actor)
    opponents = enemies & partners_of(battle, actor)
    return opponents if opponents != 0 else enemies & grappling_group(battle, actor)


@njit
def drag_penalty(battle, opponents):
    """Penalty of a Drag for each opponent in the grapple beyond the first (W90)."""
    count = 0
    for other in range(battle.num_fighters):
        count += (opponents >> other) & 1
    return DRAG_PENALTY * max(0, count - 1)


@njit
def lose_yards(fighter):
    """Yards bought before a Drag do not drag; those of a Drag just before do (W65, W90)."""
    if fighter.drag_points == 0:
        fighter.move_quarters = min(fighter.move_quarters, MOVE_PARTS * fighter.move_used)


@njit
def can_drag_off(battle, frame):
    """Whether a Drag succeeds: a Power check, unless only allies are taken along (W90, H17)."""
    actor = frame.actor
    opponents = drag_opponents(battle, actor)
    if opponents == 0:
        return True
    modifier = power_modifier(battle.fighters[actor]) - drag_penalty(battle, opponents)
    return wild_check(battle, frame, modifier, highest_power_defence(battle, actor, opponents))


@njit
def drag(battle, frame):
    """Drag: up to 4 AP of movement in this round, which takes all along (W90)."""
    actor = frame.actor
    if can_drag_off(battle, frame):
        lose_yards(battle.fighters[actor])
        battle.fighters[actor].drag_points = DRAG_POINTS
        log_event(battle, Event.DRAGS, actor, NOBODY, 0, 0, 0)
