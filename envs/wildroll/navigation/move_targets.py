"""Goals of movement: nearness, reach, flanks, cover, items, firm ground (QW1, QW12).

Hexes are numbered y * 32 + x.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch
from ...core.maps.hex_grid import (
    HEX_SIDES,
    add_beside,
    add_disc,
    angle_is_at_least,
    farther_sides,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
)
from ...core.maps.square_grid import COLUMNS, ROWS, add_square, is_empty, remove_rows, row
from ..enums import (
    Verb,
    Water,
)
from ..rules.common_actions.items import is_ranged_slot, longest_reach
from ..rules.flanking.flanking import attackers_among, is_flanked, is_ignoring
from ..rules.flanking.lines import cover_at, is_line_clear
from ..rules.grappling.grapples import is_grappling
from ..rules.health.bodies import enemies_of, is_aquatic, is_dead
from ..rules.movement.spaces import gap, may_stop_at, sees, space_of, yards_above
from ..rules.movement.terrain import ground_at, water_at
from ..state import GROUND_CAPACITY, HANDS
from ..tables import CASTS_BOLTS, FLANKING_DEGREES, IS_CLIMB, NONE

HIDDEN_BY_WALLS = 5
"""A wall between, which is better than any cover in quarters (H22)."""

# --- Distance (RW32) ------------------------------------------------------------------------------


@njit
def steps_at_gap(battle, actor, other, wanted):
    """Steps between two centres that leave a gap of `hexes` (W106, W113, RW32)."""
    spaces = space_of(battle.fighters[actor]) + space_of(battle.fighters[other])
    return wanted + 1 + spaces - yards_above(battle, actor, other)


@njit
def wanted_steps(battle, actor, mover, verb, target):
    """Steps from the target's hex at which a path to it ends (RW32)."""
    if verb == Verb.TO_REACH:
        reach = longest_reach(battle.fighters[actor])
        return steps_at_gap(battle, actor, target, reach)
    return steps_at_gap(battle, mover, target, 0)


@njit
def steps_between(battle, actor, other):
    """Steps between the centres of two fighters."""
    fighter, it = battle.fighters[actor], battle.fighters[other]
    return hex_distance(fighter.x, fighter.y, it.x, it.y)


@njit
def can_get_away(battle, mover, foe):
    """Whether a step leads farther from a fighter."""
    fighter, it = battle.fighters[mover], battle.fighters[foe]
    sides = farther_sides(fighter.x, fighter.y, it.x, it.y)
    for side in range(HEX_SIDES):
        x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
        if (sides >> side) & 1 == 1 and may_stop_at(battle, mover, x, y):
            return True
    return False


# --- Flanks (W32, W34) ----------------------------------------------------------------------------


@njit
def could_flank_with(battle, actor, target):
    """Fighters who would flank a target together with one on its other side (W32, W34)."""
    if longest_reach(battle.fighters[actor]) < 0 or is_flanked(battle, target):
        return 0
    if is_ignoring(battle, actor, target) or is_ignoring(battle, target, actor):
        return 0
    others = enemies_of(battle, target) & ~(np.int64(1) << actor)
    return attackers_among(battle, target, others)


@njit
def is_apart_from_one(battle, target, x, y, mask):
    """Whether a hex is 120 degrees apart from a fighter of the set around a target (RW17)."""
    it = battle.fighters[target]
    for ally in range(battle.num_fighters):
        if (mask >> ally) & 1 == 1:
            friend = battle.fighters[ally]
            if angle_is_at_least(FLANKING_DEGREES, it.x, it.y, x, y, friend.x, friend.y):
                return True
    return False


@njit
def is_flank(battle, target, x, y, mask):
    """Whether a fighter in the hex would flank a target with one of the set (W32, RW17, H22)."""
    it = battle.fighters[target]
    if not is_apart_from_one(battle, target, x, y, mask):
        return False
    return is_line_clear(battle, x, y, it.x, it.y)


@njit
def write_flanks(battle, actor, target, steps, goals):
    """Add the hexes from which a fighter would flank a target (W32, RW17)."""
    mask = could_flank_with(battle, actor, target)
    it = battle.fighters[target]
    disc = scratch(1, ROWS)[0]
    add_disc(disc, it.x, it.y, steps)
    for y in range(battle.height):
        columns = row(disc, y)
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            if x < battle.width and is_flank(battle, target, x, y, mask):
                add_square(goals, x, y)


# --- Cover (W30, W31, H22) ------------------------------------------------------------------------


@njit
def can_shoot(fighter):
    """Whether a fighter holds a ranged weapon, or its kind casts bolts (RW7, RW19, XW2)."""
    for slot in range(HANDS):
        if is_ranged_slot(fighter, slot):
            return True
    return CASTS_BOLTS[fighter.cast]


@njit
def shelter_at(battle, mover, foe, x, y):
    """Quarters of cover that a fighter would have in a hex, more behind a wall (W31, H22)."""
    it = battle.fighters[foe]
    if not is_line_clear(battle, it.x, it.y, x, y):
        return HIDDEN_BY_WALLS
    return cover_at(battle, it.x, it.y, x, y, battle.fighters[mover].posture)


@njit
def is_better_shelter(battle, mover, foe, x, y, now):
    """Whether a hex gives a fighter better cover than `shelter`, or a wall between (W31)."""
    it = battle.fighters[foe]
    if cover_at(battle, it.x, it.y, x, y, battle.fighters[mover].posture) > now:
        return True
    return now < HIDDEN_BY_WALLS and not is_line_clear(battle, it.x, it.y, x, y)


@njit
def is_behind_wall(battle, mover, foe):
    """Whether a wall hides a fighter from another, so that no cover is better (W31, H22)."""
    fighter, it = battle.fighters[mover], battle.fighters[foe]
    return not is_line_clear(battle, it.x, it.y, fighter.x, fighter.y)


@njit
def best_shelter(battle, mover, foe, rows, best, steps_to_best, shelter_of_best):
    """The better of a hex (-1: none) and the hexes of a set with better cover than now (W31).

    The nearest counts first, then the best covered, then the lowest number.
    """
    fighter = battle.fighters[mover]
    now = shelter_at(battle, mover, foe, fighter.x, fighter.y)
    fewest, most = steps_to_best, shelter_of_best
    for y in range(battle.height):
        columns = row(rows, y)
        while columns != 0:
            x = lowest_bit(columns)
            columns &= columns - 1
            steps, place = hex_distance(fighter.x, fighter.y, x, y), y * COLUMNS + x
            if best >= 0 and steps > fewest:
                continue
            shelter = shelter_at(battle, mover, foe, x, y)
            if shelter <= now:
                continue
            is_equal = best >= 0 and steps == fewest
            if is_equal and (shelter < most or (shelter == most and place > best)):
                continue
            best, fewest, most = place, steps, shelter
    return best, fewest, most


@njit
def sheltered_hex(battle, mover, foe, rows):
    """The nearest hex of a set with better cover than now, -1 if none (W31).

    The search begins beside low walls, where cover is most likely.
    """
    likely, none = scratch(1, ROWS)[0], 0
    add_beside(likely, battle.low, rows)
    best, steps, shelter = best_shelter(battle, mover, foe, likely, -1, none, none)
    if not battle.has_ground and is_empty(battle.high):
        return best
    remove_rows(rows, likely)
    best, steps, shelter = best_shelter(battle, mover, foe, rows, best, steps, shelter)
    return best


# --- Items and firm ground (H24, H29) -------------------------------------------------------------


@njit
def write_items(battle, goals):
    """Add the hexes with items on the ground (H29)."""
    for item in range(GROUND_CAPACITY):
        if battle.ground_item[item] != NONE:
            add_square(goals, battle.ground_x[item], battle.ground_y[item])


@njit
def is_at_item(battle, mover):
    """Whether an item lies in the fighter's hex (H29)."""
    fighter = battle.fighters[mover]
    for item in range(GROUND_CAPACITY):
        if battle.ground_item[item] != NONE:
            if battle.ground_x[item] == fighter.x and battle.ground_y[item] == fighter.y:
                return True
    return False


@njit
def has_items(battle):
    """Whether any item lies on the ground (H29)."""
    for item in range(GROUND_CAPACITY):
        if battle.ground_item[item] != NONE:
            return True
    return False


@njit
def is_firm(battle, mover, x, y):
    """Whether a hex is firm ground: off the cliff and out of the water (W68, W105)."""
    if IS_CLIMB[ground_at(battle, x, y)]:
        return False
    return water_at(battle, x, y) == Water.DRY or is_aquatic(battle.fighters[mover])


@njit
def write_firm(battle, mover, goals):
    """Add the hexes of firm ground (W68, W105)."""
    for y in range(battle.height):
        for x in range(battle.width):
            if is_firm(battle, mover, x, y):
                add_square(goals, x, y)


# --- All goals (QW12) -----------------------------------------------------------------------------


@njit
def is_nearing(verb):
    """Whether a path ends near its target."""
    return verb == Verb.TOWARD or verb == Verb.TO_REACH or verb == Verb.TO_ALLY


@njit
def is_known(battle, actor, other):
    """Whether a fighter can plan a path about another: not dead, and seen (XW1, QW12)."""
    return not is_dead(battle.fighters[other]) and sees(battle, actor, other)


@njit
def is_far_from(battle, actor, mover, verb, target):
    """Whether a fighter is farther away than a path towards the other would end (QW12, RW32)."""
    if verb == Verb.TO_REACH:
        reach = longest_reach(battle.fighters[actor])
        return reach > 0 and gap(battle, actor, target) > reach
    return steps_between(battle, mover, target) > wanted_steps(battle, actor, mover, verb, target)


@njit
def is_worth_hiding_from(battle, mover, foe):
    """Whether cover could help: the other shoots and no wall is between (W31, QW12)."""
    if not battle.has_obstacles and not battle.has_ground:
        return False
    return can_shoot(battle.fighters[foe]) and not is_behind_wall(battle, mover, foe)


@njit
def is_of_use_about(battle, actor, mover, verb, target):
    """Whether a path about another fighter is useful (QW12)."""
    if not is_known(battle, actor, target):
        return False
    if is_nearing(verb):
        return is_far_from(battle, actor, mover, verb, target)
    if verb == Verb.AWAY:
        return can_get_away(battle, mover, target)
    if verb == Verb.FLANK:
        return could_flank_with(battle, actor, target) != 0
    return is_worth_hiding_from(battle, mover, target)


@njit
def goes_by_steps(battle, mover):
    """Whether a fighter moves by single steps only: under water, or dragging others (QW12)."""
    return battle.fighters[mover].underwater or is_grappling(battle, mover)


@njit
def is_way_of_use(battle, actor, mover, verb, target):
    """Whether a path to a goal is useful to a fighter not bound to single steps (QW12)."""
    fighter = battle.fighters[mover]
    if verb == Verb.TO_ITEM:
        return has_items(battle) and not is_at_item(battle, mover)
    if verb == Verb.TO_GROUND:
        return battle.has_ground and not is_firm(battle, mover, fighter.x, fighter.y)
    return is_of_use_about(battle, actor, mover, verb, target)


@njit
def write_goals(battle, actor, mover, verb, target, goals):
    """Write the hexes in which a path to a goal may end (QW12); not for AWAY and COVER."""
    if verb == Verb.TO_ITEM:
        write_items(battle, goals)
    elif verb == Verb.TO_GROUND:
        write_firm(battle, mover, goals)
    elif verb == Verb.FLANK:
        reach = longest_reach(battle.fighters[actor])
        steps = steps_at_gap(battle, actor, target, reach)
        write_flanks(battle, actor, target, steps, goals)
    else:
        it = battle.fighters[target]
        steps = wanted_steps(battle, actor, mover, verb, target)
        if steps >= 0:
            add_disc(goals, it.x, it.y, steps)
