"""Movement rates, movement points and yards (W62 to W65, W84, W87, W90, W113, RW36, H8, H25).

Points are bought AP by AP when the next yard needs them. The record holds rate times AP of the
round: a quarter of that is what has been bought.
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.hex_grid import HEX_SIDES, hex_neighbour_x, hex_neighbour_y
from ....core.maps.square_grid import has_square
from ...enums import (
    Act,
    Attribute,
    Event,
    Skill,
)
from ...tables import (
    DASH_FACTOR,
    HOBBLED_DIVISOR,
    IS_FALL,
    MOVE_PARTS,
    OCCUPIED_FACTOR,
    PRONE_FACTOR,
    RACE_RATE,
)
from ..combat_sequence.points import excess_at_turn_end, pay_points
from ..grappling.grapples import grappling_group, is_grappling, is_held
from ..health.bodies import (
    animal_of,
    attribute,
    can_act,
    is_animal,
    is_mounted,
    is_prone,
    size_of,
    skill,
)
from .rates import rate_by_strength
from .spaces import is_free_but_for, may_stop_at, put_into, shares_hex, unseen_by
from .terrain import can_tread, ground_at, ground_factor

MOST_RUN = 100
"""Yards of a run-up that the record counts (W69)."""
AHEAD = 1
"""Kind of a BUYS event: bought ahead by choice, not with AP that would be lost."""
USED_UP = -1
"""`drag_points` of a Drag whose AP are spent, while points bought with them are left (W90)."""

# --- Rates (W63, W87, W113, RW12) -----------------------------------------------------------------


@njit
def own_rate(fighter):
    """The movement rate of the unhurt: by its kind, or by Strength, Size, Athletics (W63, W113)."""
    if RACE_RATE[fighter.race] > 0:
        return RACE_RATE[fighter.race]
    strength = attribute(fighter, Attribute.STRENGTH)
    return rate_by_strength(strength + size_of(fighter) + skill(fighter, Skill.ATHLETICS))


@njit
def rate_of(battle, actor):
    """The movement rate now: halved if hobbled, doubled and raised by Dash (W63, W87, RW12)."""
    fighter = battle.fighters[actor]
    rate = own_rate(fighter)
    if fighter.hobbled:
        rate //= HOBBLED_DIVISOR
    if fighter.dash > 0:
        rate *= DASH_FACTOR
    return rate + fighter.dash_rate


# --- Points (W62, W65, W90, RW36, H8, H25) --------------------------------------------------------


@njit
def points_left(fighter):
    """Movement points bought and unused, below 0 after a Cling (W65, W89, RW36)."""
    return fighter.move_quarters // MOVE_PARTS - fighter.move_used


@njit
def points_to_buy(battle, mover, points):
    """AP still needed for `points` movement points, -1 if impossible (RW36)."""
    fighter = battle.fighters[mover]
    lacking = points + fighter.move_used
    quarters = MOVE_PARTS * lacking - fighter.move_quarters
    if quarters <= 0:
        return 0
    rate = rate_of(battle, mover)
    return (quarters + rate - 1) // rate if rate > 0 else -1


@njit
def who_pays_too(battle, mover):
    """The rider who pays the same AP as its animal, -1 for a free mover (W106, H25)."""
    fighter = battle.fighters[mover]
    if is_animal(fighter) and not fighter.uncontrolled:
        return fighter.rider
    return NOBODY


@njit
def is_dragging(fighter):
    """Whether a Drag lets a fighter take its grapple along (W90)."""
    return fighter.drag_points != 0


@njit
def points_to_spend(battle, mover):
    """AP that a fighter, and its rider, can spend on movement now (W90, W106)."""
    fighter = battle.fighters[mover]
    points = fighter.action_points
    rider = who_pays_too(battle, mover)
    if rider != NOBODY:
        points = min(points, battle.fighters[rider].action_points)
    if is_grappling(battle, mover):
        points = min(points, max(0, fighter.drag_points))
    return points


@njit
def can_pay_yards(battle, mover, points, limit):
    """Whether a fighter has the movement points, or AP for them up to a limit (W65)."""
    lacking = points_to_buy(battle, mover, points)
    return lacking == 0 or (lacking > 0 and lacking <= min(limit, points_to_spend(battle, mover)))


@njit
def points_within(battle, mover, limit):
    """Movement points that a fighter has or could buy with the AP (W62, W65, RW36)."""
    fighter = battle.fighters[mover]
    spent = min(limit, points_to_spend(battle, mover))
    quarters = fighter.move_quarters + rate_of(battle, mover) * spent
    return quarters // MOVE_PARTS - fighter.move_used


@njit
def buy_yards(battle, mover, points, limit):
    """Buy missing movement points if possible. Returns the AP (W65, QW12, H8)."""
    if not can_pay_yards(battle, mover, points, limit):
        return 0
    spent = points_to_buy(battle, mover, points)
    spend_on_movement(battle, mover, spent)
    return spent


@njit
def spend_on_movement(battle, mover, spent):
    """Turn AP into movement points for the rest of the round; a rider pays too (W65, W90, W106)."""
    fighter = battle.fighters[mover]
    fighter.move_quarters += rate_of(battle, mover) * spent
    pay_points(battle, mover, spent)
    rider = who_pays_too(battle, mover)
    if rider != NOBODY:
        pay_points(battle, rider, spent)
    if is_dragging(fighter) and spent > 0:
        fighter.drag_points -= spent
        if fighter.drag_points <= 0:
            fighter.drag_points = USED_UP


@njit
def may_buy_ahead(battle, actor):
    """Whether a fighter, or its animal, may buy an AP of movement before it moves (W65, W66)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY or not can_go(battle, mover) or rate_of(battle, mover) == 0:
        return False
    return points_to_spend(battle, mover) >= 1


@njit
def buy_ahead(battle, actor):
    """An AP buys movement for the rest of the round, in its turn and out of it (W65, W66)."""
    mover = mover_of(battle, actor)
    spend_on_movement(battle, mover, 1)
    log_event(battle, Event.BUYS, mover, NOBODY, AHEAD, 1, 0)


@njit
def buy_with_excess(battle, actor):
    """AP that the end of the turn takes away buy movement for the rest of the round (W45, W65, H8).

    The rider of an animal spends as many. A long action that goes on would be lost (W49).
    """
    mover = mover_of(battle, actor)
    if mover == NOBODY or is_grappling(battle, mover) or rate_of(battle, mover) == 0:
        return
    if battle.fighters[actor].long_act != Act.NONE:
        return
    fighter = battle.fighters[mover]
    if not can_act(fighter):
        return
    spent, rider = excess_at_turn_end(fighter), who_pays_too(battle, mover)
    if rider != NOBODY:
        spent = min(spent, excess_at_turn_end(battle.fighters[rider]))
        battle.fighters[rider].action_points -= spent
    fighter.action_points -= spent
    fighter.move_quarters += rate_of(battle, mover) * spent
    if spent > 0:
        log_event(battle, Event.BUYS, mover, NOBODY, 0, spent, 0)


# --- Yards (W68, W84, W90, RW12, H21, H25) --------------------------------------------------------


@njit
def burden(battle, mover):
    """Factor on the cost of a yard: lying, an occupied space; never below 1 (W84, RW12)."""
    factor = PRONE_FACTOR if is_prone(battle.fighters[mover]) else 1
    return factor * OCCUPIED_FACTOR if shares_hex(battle, mover) else factor


@njit
def light_cost(battle, mover, x, y):
    """Points of the yard into a hex for the unburdened: the ground, and out of a pit (W68)."""
    fighter = battle.fighters[mover]
    points = ground_factor(battle, mover, x, y)
    if IS_FALL[ground_at(battle, fighter.x, fighter.y)]:
        points *= ground_factor(battle, mover, fighter.x, fighter.y)
    return points


@njit
def yard_cost(battle, mover, x, y):
    """Points of the yard into a hex: ground, lying, an occupied space, a pit (W68, W84, RW12)."""
    return light_cost(battle, mover, x, y) * burden(battle, mover)


@njit
def mover_of(battle, actor):
    """The fighter who moves: itself or its animal in control, -1 if none (W106, H25)."""
    if not is_mounted(battle.fighters[actor]):
        return actor
    animal = animal_of(battle, actor)
    if animal != NOBODY and battle.fighters[animal].uncontrolled:
        return NOBODY
    return animal


@njit
def is_rider_held(battle, mover):
    """Whether a rider that directs its animal is held (W89, W106)."""
    rider = who_pays_too(battle, mover)
    return rider != NOBODY and is_held(battle, rider)


@njit
def can_go(battle, mover):
    """Whether a fighter can go at all: able, and not held without a Drag (W90, RW12)."""
    fighter = battle.fighters[mover]
    if not can_act(fighter) or is_rider_held(battle, mover):
        return False
    return is_dragging(fighter) or not is_grappling(battle, mover)


@njit
def drag_fits(battle, mover, side, left_out):
    """Whether a side has room for a grapple, apart from the fighters of a set (W90, H21)."""
    group = grappling_group(battle, mover)
    for other in range(battle.num_fighters):
        if (group >> other) & 1 == 1:
            it = battle.fighters[other]
            x, y = hex_neighbour_x(it.x, it.y, side), hex_neighbour_y(it.y, side)
            if is_mounted(it) or not can_tread(battle, other, x, y):
                return False
            if not is_free_but_for(battle, other, x, y, group | left_out):
                return False
    return True


@njit
def fits(battle, mover, side):
    """Whether a side looks free for a fighter and all it drags (W90, XW1, H21)."""
    if is_grappling(battle, mover):
        return drag_fits(battle, mover, side, unseen_by(battle, mover))
    fighter = battle.fighters[mover]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    return may_stop_at(battle, mover, x, y)


@njit
def may_step(battle, actor, side):
    """Whether a fighter, or its animal, may go a yard towards a side, paid by any AP (W65, H8)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY or not can_go(battle, mover) or not fits(battle, mover, side):
        return False
    fighter = battle.fighters[mover]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    points = yard_cost(battle, mover, x, y)
    return can_pay_yards(battle, mover, points, fighter.action_points)


@njit
def may_step_anywhere(battle, actor):
    """Whether a fighter, or its animal, may go a yard towards any side (W65)."""
    for side in range(HEX_SIDES):
        if may_step(battle, actor, side):
            return True
    return False


@njit
def free_sides(battle, mover, taken):
    """Sides where the mover may stop a yard away, as a mask; some hexes are taken (H21)."""
    fighter = battle.fighters[mover]
    sides = 0
    for side in range(HEX_SIDES):
        x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
        if can_tread(battle, mover, x, y) and not has_square(taken, x, y):
            sides |= 1 << side
    return sides


@njit
def paid_sides(battle, mover, sides, points, factor):
    """The subset of `sides` whose yard costs at most the points (W68, W84, RW12).

    Args:
        battle: The battle.
        mover: The fighter who goes.
        sides: The sides, as a mask.
        points: Movement points.
        factor: The mover's `burden`.
    """
    fighter = battle.fighters[mover]
    if not battle.has_ground:
        return sides if factor <= points else 0
    paid = 0
    for side in range(HEX_SIDES):
        if (sides >> side) & 1 == 1:
            x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
            if factor * light_cost(battle, mover, x, y) <= points:
                paid |= 1 << side
    return paid


@njit
def step_sides(battle, actor, mover, free, factor):
    """Mask of the sides open to a step; a dragger needs room for all (W65, W90, H8).

    Args:
        battle: The battle.
        actor: The fighter who decides.
        mover: The fighter who goes: the actor or its animal.
        free: Sides where the mover alone may stop.
        factor: The mover's `burden`.
    """
    if not is_dragging(battle.fighters[mover]):
        points = points_within(battle, mover, battle.fighters[mover].action_points)
        return paid_sides(battle, mover, free, points, factor)
    sides = 0
    for side in range(HEX_SIDES):
        if may_step(battle, actor, side):
            sides |= 1 << side
    return sides


@njit
def drag_along(battle, mover, side):
    """All fighters in the drag go a yard the same way (W90)."""
    group = grappling_group(battle, mover)
    for other in range(battle.num_fighters):
        if other != mover and (group >> other) & 1 == 1:
            it = battle.fighters[other]
            x, y = hex_neighbour_x(it.x, it.y, side), hex_neighbour_y(it.y, side)
            put_into(battle, other, x, y)


@njit
def use_points(battle, mover, points):
    """Movement points are used; a Drag is over with the last of them (W65, W90)."""
    fighter = battle.fighters[mover]
    fighter.move_used += points
    if fighter.drag_points == USED_UP and points_left(fighter) <= 0:
        fighter.drag_points = 0


@njit
def go_yard(battle, frame, side):
    """The mover goes the next yard, with its rider and all it drags (W65, W90, H25)."""
    mover = frame.actor
    fighter = battle.fighters[mover]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    use_points(battle, mover, yard_cost(battle, mover, x, y))
    if is_grappling(battle, mover):
        drag_along(battle, mover, side)
    put_into(battle, mover, x, y)
    fighter.run = min(MOST_RUN, fighter.run + 1)
    frame.gone += 1
