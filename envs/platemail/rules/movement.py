"""The movement of a phase: all at once, 5 feet at a time (P14 to P17, P24 to P27, RP9, RP32).

A step: each fighter who still has one chooses a square from where all stand (`pathfinding.py`),
what happens where ways meet is settled (`clashes.py`), and all go. Then come the attacks of
opportunity on those who have left somebody's melee range. A fighter who had to wait may go later:
the phase goes on until nobody can move, so that nobody loses feet by waiting.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, log_event
from ...core.maps.square_grid import (
    COLUMNS,
    ROWS,
    distance,
)
from ..enums import (
    Act,
    Errand,
    Event,
)
from ..navigation.cover import choose_cover
from ..navigation.pathfinding import (
    LAND_SETS,
    draw_floor,
    draw_land,
    errand,
    is_done,
    plan_step,
    steps_allowed,
)
from ..tables import (
    SPRINT_STEPS,
)
from .attacks import opportunity_attack
from .bodies import are_enemies, has_melee_weapon, reach
from .clashes import (
    all_movers,
    arriving,
    crash,
    crossing,
    draw_one,
    holds_square,
    is_in,
    lowest_key,
    note_clashes,
    only,
    standing,
    suffer_clash,
    suffer_crash,
    tell_clashes,
    without_blocked,
)
from .guards import needs_order
from .rescue import lift_all
from .sight import has_line, is_unaware, unknown_to

LONGEST = 2 * SPRINT_STEPS
"""Upper bound of the steps of a phase, waiting included."""

# --- Attacks of opportunity (P24 to P27, P87, RP18, RP34) -----------------------------------------


@njit
def may_seize(battle, attacker):
    """Whether the fighter has an attack of opportunity: Ready, armed, unused (P24, P27, RP18)."""
    phase = battle.phases[attacker]
    fighter = battle.fighters[attacker]
    if phase.able == 0 or phase.ready == 0 or phase.opportunity != 0:
        return False
    return holds_square(fighter) and has_melee_weapon(fighter)


@njit
def is_open_to(battle, attacker, mover):
    """Whether a mover who leaves is open to attack: no Fall Back, seen (P52)."""
    if not are_enemies(battle, attacker, mover) or is_unaware(battle, attacker, mover):
        return False
    return battle.phases[mover].slips == 0 and holds_square(battle.fighters[mover])


@njit
def leaves(battle, attacker, mover, x, y):
    """Whether the mover leaves the melee range in the step (P24, P25, RP18).

    The attacker stands at (x, y) after it; no wall may be between them before the mover leaves.
    A mover who passes allies crosses several squares at once, and may enter the range on the way.
    """
    at = battle.phases[attacker]
    way = battle.phases[mover]
    squares = reach(battle.fighters[attacker])
    across, down = way.next_x - way.from_x, way.next_y - way.from_y
    length = max(abs(across), abs(down))
    here_x, here_y = way.from_x, way.from_y
    eye_x, eye_y = at.from_x, at.from_y
    for step in range(1, length + 1):
        there_x, there_y = way.next_x, way.next_y
        if step < length:
            there_x = way.from_x + across * step // length
            there_y = way.from_y + down * step // length
        if distance(eye_x, eye_y, here_x, here_y) <= squares:
            if distance(x, y, there_x, there_y) > squares:
                return has_line(battle, eye_x, eye_y, here_x, here_y)
        here_x, here_y = there_x, there_y
        eye_x, eye_y = x, y
    return False


@njit
def openings(battle, attacker, clashing, arrived):
    """Mask of the fighters open to attack in this step, by leaving or Clash (P24, P87)."""
    if not may_seize(battle, attacker):
        return 0
    fighter = battle.fighters[attacker]
    mask, left = 0, clashing | arrived
    while left != 0:
        other = lowest_bit(left)
        if is_open_to(battle, attacker, other):
            if is_in(clashing, other) or leaves(battle, attacker, other, fighter.x, fighter.y):
                mask |= only(other)
        left &= left - 1
    return mask


@njit
def wanted(battle, attacker, open_ones):
    """Those of a mask of fighters whose opening the order wants to take (QP11)."""
    order = battle.orders[attacker]
    if order.opening == NOBODY:
        return open_ones
    first = open_ones & only(order.opening)
    return first if first != 0 or order.opening_only != 0 else open_ones


@njit
def next_attacker(battle, waiting, chosen):
    """The next attacker with an opening, by lot if a guard wears down (RP41)."""
    ordered = 0
    for attacker in range(battle.num_fighters):
        if is_in(waiting, attacker):
            if not needs_order(battle, chosen[attacker]):
                return attacker
            ordered |= only(attacker)
    return draw_one(battle, ordered, lowest_key(battle, ordered))


@njit
def seize_opportunities(battle, clashes, arrived, chosen):
    """Make all attacks of opportunity of a step; a lot picks among openings (P24 to P27, RP18)."""
    waiting = 0
    for attacker in range(battle.num_fighters):
        open_ones = wanted(battle, attacker, openings(battle, attacker, clashes[attacker], arrived))
        chosen[attacker] = draw_one(battle, open_ones, attacker)
        if chosen[attacker] != NOBODY:
            waiting |= only(attacker)
    while waiting != 0:
        attacker = next_attacker(battle, waiting, chosen)
        waiting &= ~only(attacker)
        opportunity_attack(battle, attacker, chosen[attacker])


@njit
def is_answered(battle, mover):
    """Whether the planned step would provoke an attack, as far as he knows (RP43)."""
    for other in range(battle.num_fighters):
        if is_unaware(battle, mover, other):
            continue
        if may_seize(battle, other) and is_open_to(battle, other, mover):
            fighter = battle.fighters[other]
            if leaves(battle, other, mover, fighter.x, fighter.y):
                return True
    return False


# --- One step (P14 to P17, RP9, RP32, RP33) -------------------------------------------------------


@njit
def begin_step(battle):
    """Begin a step: every fighter means to stay. Returns the mask of those who will (RP32)."""
    stays = 0
    for actor in range(battle.num_fighters):
        fighter, phase = battle.fighters[actor], battle.phases[actor]
        phase.from_x = phase.next_x = fighter.x
        phase.from_y = phase.next_y = fighter.y
        if holds_square(fighter) and (phase.left == 0 or is_done(battle, actor)):
            stays |= only(actor)
    return stays


@njit
def stand_in_terror(battle, actor):
    """Stay in Terror if the first step would provoke and the order says so (P90, RP43)."""
    phase = battle.phases[actor]
    if phase.act != Act.TERROR or phase.steps > 0 or battle.orders[actor].stand == 0:
        return
    if is_answered(battle, actor):
        phase.left = 0
        phase.next_x = phase.from_x
        phase.next_y = phase.from_y


@njit
def plan_all(battle, land, stays, waited):
    """Every fighter with steps left and a goal chooses his next square (RP32).

    He plans around those who stay, or have waited, and whom he knows of; an unknown enemy
    blocks him when they meet (P57, RP33, XP2).
    """
    holders = stays | waited
    draw_land(battle, land, holders)
    for actor in range(battle.num_fighters):
        if not holds_square(battle.fighters[actor]) or is_in(stays, actor):
            continue
        unknown = unknown_to(battle, actor, holders)
        if unknown != 0:
            draw_land(battle, land, holders & ~unknown)
        plan_step(battle, actor, land)
        stand_in_terror(battle, actor)
        if unknown != 0:
            draw_land(battle, land, holders)


@njit
def go(battle, actor):
    """Take the step, with the fighter he carries; passing allies takes several (RP33, RP42)."""
    fighter, phase = battle.fighters[actor], battle.phases[actor]
    squares = distance(phase.from_x, phase.from_y, phase.next_x, phase.next_y)
    phase.steps += squares
    phase.left -= squares
    if errand(battle, actor) == Errand.STEPS:
        phase.walked += squares
    fighter.x = phase.next_x
    fighter.y = phase.next_y
    if fighter.carrying >= 0:
        battle.fighters[fighter.carrying].x = fighter.x
        battle.fighters[fighter.carrying].y = fighter.y


@njit
def carry_out_step(battle, clashes, chosen):
    """All movers go at once. Returns the mask of those who arrive (P16, P17, P24, RP33)."""
    moving = without_blocked(battle, all_movers(battle))
    if moving == 0:
        return moving
    fallen, arrived = 0, moving
    crossers = crossing(battle, moving)
    if crossers != 0:
        fallen = crash(battle, crossers)
        arrived = arriving(battle, moving, fallen)
    for actor in range(battle.num_fighters):
        if is_in(arrived, actor):
            go(battle, actor)
    note_clashes(battle, moving, arrived, clashes)
    if battle.log:
        tell_clashes(battle, clashes)
    seize_opportunities(battle, clashes, arrived, chosen)
    for actor in range(battle.num_fighters):
        if is_in(fallen, actor):
            suffer_crash(battle, actor)
        if clashes[actor] != 0:
            suffer_clash(battle, actor)
    return arrived


# --- The whole movement ---------------------------------------------------------------------------


@njit
def begin_movement(battle, land):
    """Hand out the steps, and choose goals for those who seek cover (P50 to P53)."""
    for actor in range(battle.num_fighters):
        phase = battle.phases[actor]
        phase.left = steps_allowed(battle, actor)
        phase.destination_x = NOBODY
        phase.destination_y = NOBODY
    if battle.has_obstacles == 0:
        return
    for actor in range(battle.num_fighters):
        if battle.phases[actor].left > 0 and errand(battle, actor) == Errand.SQUARE:
            holders = standing(battle)
            draw_land(battle, land, holders & ~unknown_to(battle, actor, holders))
            choose_cover(battle, actor, land)


@njit
def end_movement(battle):
    """Note who has moved (RP16)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        steps = battle.phases[actor].steps
        fighter.moved = np.int64(steps > 0)
        if steps > 0:
            square = fighter.x + COLUMNS * fighter.y
            log_event(battle, Event.MOVED, actor, NOBODY, steps, square, 0)


@njit
def move_all(battle):
    """Carry out all movement of a phase and what it provokes (P14 to P17, RP9 step 2, RP32).

    Args:
        battle: in a phase, with actions, targets and readiness fixed.
    """
    land = scratch(LAND_SETS, ROWS)
    clashes = scratch(1, MAX_FIGHTERS)[0]
    chosen = scratch(1, MAX_FIGHTERS)[0]
    draw_floor(battle, land)
    begin_movement(battle, land)
    waited = 0
    for _ in range(LONGEST):
        lift_all(battle)
        stays = begin_step(battle)
        if stays == standing(battle):
            break
        plan_all(battle, land, stays, waited)
        arrived = carry_out_step(battle, clashes, chosen)
        waits = standing(battle) & ~(stays | arrived)
        if arrived == 0 and waits == waited:
            break
        waited = waits
    lift_all(battle)
    end_movement(battle)
