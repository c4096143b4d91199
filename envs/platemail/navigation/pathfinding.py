"""Pathfinding of 5-foot steps: straight paths, detours, retreats (P14, P50-P53).

Everything is read from the positions when the step begins. `land` is scratch space of one phase:
sets of squares as row masks, `[LAND_SETS, 16]` int64.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains, lowest_bit
from ...core.compiler.compile import njit
from ...core.maps.square_grid import (
    DX,
    DY,
    ROWS,
    WAVES,
    add_within,
    best_step,
    clear,
    direction,
    distance,
    fill_map,
    flood,
    is_obstacle,
    remove_rows,
    remove_square,
    row,
    set_row,
)
from ..actions.clauses import detail_of
from ..enums import (
    Act,
    Errand,
    Verb,
)
from ..rules.bodies import has_lost_leg, is_entrapped, reach
from ..rules.clashes import holds_square
from ..rules.sight import gap, has_line
from ..rules.verbs import ON_STEPS
from ..state import MOST_STEPS
from ..tables import (
    CRAWL_STEPS,
    MOVE_STEPS,
    SPRINT_STEPS,
)
from .flight import comes_nearer, distance_to_nearest, fled_from, leads_away, turns

OPEN = 0  # floor without a fighter who stays
PASSABLE = 1  # floor that red may cross; then the same for blue
GOALS = 3
FLOOR = 4
FIRST_WAVE = 5
LAND_SETS = FIRST_WAVE + WAVES + 1

ALLOWANCE = np.zeros(len(Act), np.int64)
"""Steps of each action (P50 to P53, P60, P68, P81, P90)."""
ALLOWANCE[[Act.MOVE, Act.FALL_BACK, Act.SKULK, Act.CHARGE, Act.GUARD, Act.RESCUE]] = MOVE_STEPS
ALLOWANCE[[Act.SPRINT, Act.TERROR]] = SPRINT_STEPS

PASSING = 100
"""Weight of an ally in the path of a flight, above any turn."""


VERB_ERRAND = np.zeros(len(Verb), np.int64)
for _errand, _verbs in {
    Errand.FIGHTER: (
        Verb.MOVE_TO, Verb.MOVE_TO_REACH, Verb.SPRINT_TO, Verb.SKULK_TO, Verb.CHARGE,
        Verb.CHARGE_TO_REACH, Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO, Verb.GUARD, Verb.GUARD_ONCE,
        Verb.RESCUE, Verb.CARRY, Verb.RESCUE_ENEMY,
    ),
    Errand.SQUARE: (Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.SKULK_TO_COVER),
    Errand.COURSE: (Verb.MOVE_STRAIGHT,),
    Errand.AWAY: (Verb.MOVE_AWAY, Verb.SPRINT_AWAY),
    Errand.RETREAT: (Verb.FALL_BACK,),
    Errand.STEPS: (
        Verb.MOVE_STEPS, Verb.SPRINT_STEPS, Verb.SKULK_STEPS, Verb.FALL_BACK_STEPS,
    ),
}.items():  # fmt: skip
    VERB_ERRAND[list(_verbs)] = _errand


# --- Allowance and purpose ------------------------------------------------------------------------


@njit
def steps_allowed(battle, actor):
    """Squares that the action of the phase allows (P50-P53, P60, P68, P81, P90, RP10, RP20, RP47).

    Entrapped and Prone fighters do not move; one who has lost a leg crawls with Move.
    """
    fighter = battle.fighters[actor]
    phase = battle.phases[actor]
    if phase.able == 0 or not holds_square(fighter) or is_entrapped(fighter):
        return 0
    if phase.verb == Verb.STAND_UP and phase.act == Act.MOVE:
        return 0
    if has_lost_leg(fighter):
        return CRAWL_STEPS if phase.act == Act.MOVE else 0
    if fighter.prone != 0:
        return 0
    return ALLOWANCE[phase.act]


@njit
def errand(battle, actor):
    """Purpose of the fighter's movement (P14, P90, RP29, RP42)."""
    phase = battle.phases[actor]
    if phase.act == Act.TERROR:
        return np.int64(Errand.RETREAT)
    if phase.act == Act.RESCUE and battle.fighters[actor].carrying >= 0:
        is_named = phase.verb >= 0 and contains(ON_STEPS, phase.verb)
        return np.int64(Errand.STEPS if is_named else Errand.ESCAPE)
    if phase.verb < 0:
        return np.int64(Errand.NONE)
    return VERB_ERRAND[phase.verb]


@njit
def named_step(battle, actor, nth):
    """The direction of a step that the order names, -1 after the last one (P14)."""
    directive = battle.phases[actor].directive
    if directive < 0 or nth >= MOST_STEPS:
        return -1
    return detail_of(battle.orders[actor], directive, nth)


@njit
def companion(battle, actor):
    """The fighter that the movement leads to or from, -1 if none (P68)."""
    phase = battle.phases[actor]
    return phase.ward if phase.act == Act.GUARD else phase.target


@njit
def nearness(battle, actor):
    """Distance at which the movement stops: 1 square, or within Reach (RP26, RP32).

    Reach does not pass walls (P31).
    """
    phase = battle.phases[actor]
    stops_at_reach = phase.verb == Verb.MOVE_TO_REACH or phase.verb == Verb.CHARGE_TO_REACH
    if not stops_at_reach and (phase.verb != Verb.CHARGE or phase.steps > 0):
        return 1
    me, it = battle.fighters[actor], battle.fighters[companion(battle, actor)]
    squares = reach(me)
    if squares > 1 and distance(me.x, me.y, it.x, it.y) <= squares:
        if not has_line(battle, me.x, me.y, it.x, it.y):
            return 1
    return squares


@njit
def is_done(battle, actor):
    """Whether the movement has reached its goal or cannot get closer (RP32)."""
    phase = battle.phases[actor]
    kind = errand(battle, actor)
    if kind == Errand.FIGHTER:
        other = companion(battle, actor)
        return other < 0 or gap(battle, actor, other) <= nearness(battle, actor)
    if kind == Errand.SQUARE:
        fighter = battle.fighters[actor]
        is_there = fighter.x == phase.destination_x and fighter.y == phase.destination_y
        return is_there or phase.destination_x < 0
    if kind == Errand.STEPS:
        return named_step(battle, actor, phase.walked) < 0
    if kind == Errand.COURSE or kind == Errand.AWAY:
        return phase.target < 0
    return kind == Errand.NONE


# --- Floor and passage ----------------------------------------------------------------------------


@njit
def draw_floor(battle, land):
    """Write the floor of the map: doors are worked after the movement (RP40)."""
    fill_map(land[FLOOR], battle.width, battle.height)
    remove_rows(land[FLOOR], battle.high)


@njit
def draw_land(battle, land, stays):
    """Write the open floor, and the squares that each side may cross (RP33)."""
    for y in range(ROWS):
        land[OPEN, y] = land[FLOOR, y]
        land[PASSABLE, y] = land[FLOOR, y]
        land[PASSABLE + 1, y] = land[FLOOR, y]
    while stays != 0:
        other = lowest_bit(stays)
        fighter = battle.fighters[other]
        remove_square(land[OPEN], fighter.x, fighter.y)
        remove_square(land[PASSABLE + 1 - battle.side[other]], fighter.x, fighter.y)
        stays &= stays - 1


@njit
def set_next(battle, actor, x, y):
    """Set the square of the step."""
    battle.phases[actor].next_x = x
    battle.phases[actor].next_y = y


# --- Towards a goal -------------------------------------------------------------------------------


@njit
def nearest_of(place, centre, near):
    """Clamp: the number nearest to `place` at most `near` from the centre."""
    return min(max(place, centre - near), centre + near)


@njit
def straight_way(land, x, y, to_x, to_y, near):
    """First direction of the straight path to within `near`, -1 if it is blocked."""
    first = -1
    while distance(x, y, to_x, to_y) > near:
        side = direction(x, y, nearest_of(x, to_x, near), nearest_of(y, to_y, near))
        x += DX[side]
        y += DY[side]
        if not is_obstacle(land[OPEN], x, y):
            return -1
        if first < 0:
            first = side
    return first


@njit
def follow(battle, actor, land, wave):
    """Follow the waves of `flood` to the first open square. True: steps suffice (RP33).

    A mover passes allies who stay in one go. Bends within such a file are not tried.
    """
    fighter = battle.fighters[actor]
    x, y = fighter.x, fighter.y
    for step in range(min(wave + 1, battle.phases[actor].left)):
        side = best_step(land[FIRST_WAVE + wave - step], land[FIRST_WAVE], x, y)
        x += DX[side]
        y += DY[side]
        if is_obstacle(land[OPEN], x, y):
            set_next(battle, actor, x, y)
            return distance(fighter.x, fighter.y, x, y) == step + 1
    return False


@njit
def detour(battle, actor, land, to_x, to_y, near):
    """Take a shortest path to within `near`, around all who stay; False: none (RP26, RP33).

    It leads through allies only if that is shorter.
    """
    fighter = battle.fighters[actor]
    x, y = fighter.x, fighter.y
    clear(land[GOALS])
    add_within(land[GOALS], to_x, to_y, near)
    for line in range(ROWS):
        set_row(land[GOALS], line, row(land[GOALS], line) & row(land[OPEN], line))
    passable = land[PASSABLE + battle.side[actor]]
    around = flood(land[OPEN], land[GOALS], x, y, land[FIRST_WAVE:])
    if around < 0 or around > distance(x, y, to_x, to_y) - near - 1:
        through = flood(passable, land[GOALS], x, y, land[FIRST_WAVE:])
        if through >= 0 and (around < 0 or through < around):
            if follow(battle, actor, land, through):
                return True
        if around < 0:
            set_next(battle, actor, x, y)
            return False
        flood(land[OPEN], land[GOALS], x, y, land[FIRST_WAVE:])
    return follow(battle, actor, land, around)


@njit
def plan_towards(battle, actor, land, to_x, to_y, near):
    """Plan a step of the straight or shortest path to within `near`, else a nearer one (RP31)."""
    fighter = battle.fighters[actor]
    x, y = fighter.x, fighter.y
    side = straight_way(land, x, y, to_x, to_y, near)
    if side >= 0:
        set_next(battle, actor, x + DX[side], y + DY[side])
        return
    for radius in range(near, distance(x, y, to_x, to_y)):
        if detour(battle, actor, land, to_x, to_y, radius):
            return


# --- In a direction, and away ---------------------------------------------------------------------


@njit
def landing(battle, actor, land, side, most):
    """Steps to the first open square in a direction, past allies who stay; 0 if none (RP33)."""
    fighter = battle.fighters[actor]
    passable = land[PASSABLE + battle.side[actor]]
    for steps in range(1, most + 1):
        x, y = fighter.x + steps * DX[side], fighter.y + steps * DY[side]
        if not is_obstacle(passable, x, y):
            return 0
        if is_obstacle(land[OPEN], x, y):
            return steps
    return 0


@njit
def plan_course(battle, actor, land):
    """One step straight on, if there is room (P14)."""
    fighter = battle.fighters[actor]
    side = battle.phases[actor].target
    steps = landing(battle, actor, land, side, battle.phases[actor].left)
    set_next(battle, actor, fighter.x + steps * DX[side], fighter.y + steps * DY[side])


@njit
def equal_steps(battle, actor):
    """Number of the next steps of the order with the same direction, at most those left."""
    phase = battle.phases[actor]
    count = 1
    while count < phase.left:
        if named_step(battle, actor, phase.walked + count) != named_step(
            battle, actor, phase.walked
        ):
            return count
        count += 1
    return count


@njit
def plan_named_step(battle, actor, land):
    """The next step of the order, if there is room; it passes allies straight on (P14, RP33).

    A step of Fall Back must lead away (RP43).
    """
    fighter, phase = battle.fighters[actor], battle.phases[actor]
    side = named_step(battle, actor, phase.walked)
    steps = landing(battle, actor, land, side, equal_steps(battle, actor))
    x, y = fighter.x + steps * DX[side], fighter.y + steps * DY[side]
    if steps > 0 and phase.act == Act.FALL_BACK:
        foes = fled_from(battle, actor, np.int64(Errand.RETREAT))
        if not leads_away(battle, actor, foes, x, y):
            return
        if comes_nearer(battle, actor, foes, x, y):
            return
    set_next(battle, actor, x, y)


@njit
def plan_away(battle, actor, land, kind):
    """Plan the straightest step that gains distance and passes no ally, else none (RP43)."""
    fighter = battle.fighters[actor]
    foes = fled_from(battle, actor, kind)
    nearest = distance_to_nearest(battle, foes, fighter.x, fighter.y)
    best = PASSING * (SPRINT_STEPS + 1)
    for side in range(8):
        steps = landing(battle, actor, land, side, battle.phases[actor].left)
        x, y = fighter.x + steps * DX[side], fighter.y + steps * DY[side]
        if steps == 0 or not leads_away(battle, actor, foes, x, y):
            continue
        if kind == Errand.RETREAT and comes_nearer(battle, actor, foes, x, y):
            continue
        cost = PASSING * steps + turns(battle, actor, foes, side, nearest)
        if cost < best:
            best = cost
            set_next(battle, actor, x, y)


@njit
def plan_step(battle, actor, land):
    """Choose the square of the fighter's next step, or his own (P14, RP31, RP32)."""
    kind = errand(battle, actor)
    phase = battle.phases[actor]
    if kind == Errand.FIGHTER:
        other = battle.fighters[companion(battle, actor)]
        to_x, to_y = other.x, other.y
        plan_towards(battle, actor, land, to_x, to_y, nearness(battle, actor))
    elif kind == Errand.SQUARE:
        to_x, to_y = phase.destination_x, phase.destination_y
        plan_towards(battle, actor, land, to_x, to_y, 0)
    elif kind == Errand.COURSE:
        plan_course(battle, actor, land)
    elif kind == Errand.STEPS:
        plan_named_step(battle, actor, land)
    else:
        plan_away(battle, actor, land, kind)
