"""Jumps: distance, cost and landing (W69 to W71, RW35, H23)."""

from __future__ import annotations

from ....core.compiler.compile import njit, scratch
from ....core.engine.battle import NOBODY, log_event
from ....core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from ....core.maps.square_grid import COLUMNS, ROWS, has_square, is_on_map
from ...enums import (
    Attribute,
    Event,
    Posture,
    Skill,
    Specialisation,
    Step,
    Water,
)
from ...navigation.path_cursor import NOWHERE, hex_ahead
from ...tables import (
    FEET_PER_YARD,
    GM_TN,
    HIGH_JUMP_FACTOR,
    IS_FALL,
    JUMP_LEAST,
    JUMP_MOST,
    LEAST_COST,
    LOW_WALL_INCHES,
    RACE_HEIGHT,
    RUN_UP,
    SHORT_RUN_DIVISOR,
    TUCK_DIVISOR,
)
from ..combat_sequence.action_stack import go_to
from ..grappling.grapples import is_grappling
from ..health.bodies import attribute, can_act, is_mounted, is_prone
from ..positioning_actions.posture import fall_prone
from ..rolls.checks import ordinary_check, skill_modifier
from ..rolls.rolls import roll_dice
from ..special_situations.mount_control import check_mounts, reached
from .movement import points_to_buy, rate_of
from .spaces import has_room, put_into, write_standing, write_taken
from .terrain import ground_at, is_bad_ground, is_climbing, is_walkable, water_at

ON_ITS_FEET, LIES, GRABS_LEDGE = 1, 0, 2
"""Outcomes in a LANDS event (W71)."""

# --- What is jumped over (H23) --------------------------------------------------------------------


@njit
def is_over_wall(battle, actor, side):
    """Whether the first hex of a jump is a low wall (W69, H23)."""
    place = hex_ahead(battle, actor, side, 1)
    return place != NOWHERE and has_square(battle.low, place % COLUMNS, place // COLUMNS)


@njit
def write_obstacles(battle, actor, standing, taken):
    """Write where a fighter stands in the way of a jump, and where one may not land (H21, H23)."""
    write_standing(battle, actor, standing)
    write_taken(battle, actor, taken)


@njit
def leaps(battle, actor, side, standing, taken):
    """How many yards can be jumped towards a side, a bit each: over a low wall 2 only (H23)."""
    fighter = battle.fighters[actor]
    x, y = fighter.x, fighter.y
    most, yards = JUMP_MOST, 0
    for yard in range(1, JUMP_MOST + 1):
        x, y = hex_neighbour_x(x, y, side), hex_neighbour_y(y, side)
        if yard > most or not is_on_map(x, y, battle.width, battle.height):
            break
        if yard >= JUMP_LEAST and is_walkable(battle, x, y) and not has_square(taken, x, y):
            yards |= 1 << yard
        if has_square(battle.high, x, y) or has_square(standing, x, y):
            break
        if has_square(battle.low, x, y):
            most = JUMP_LEAST if yard == 1 else 0
    return yards


# --- Whether, and for how many AP (W65, W70, H23) -------------------------------------------------


@njit
def can_take_off(battle, actor):
    """Whether a fighter could jump: on its own feet, on firm ground, in no fighter's grip (H23)."""
    fighter = battle.fighters[actor]
    if fighter.posture != Posture.STANDING or is_mounted(fighter) or is_grappling(battle, actor):
        return False
    if water_at(battle, fighter.x, fighter.y) != Water.DRY or is_climbing(battle, actor):
        return False
    return rate_of(battle, actor) > 0


@njit
def may_jump(battle, actor, side, yards):
    """Whether a fighter may jump `yards` towards a side (W69, H23)."""
    if not can_take_off(battle, actor):
        return False
    rows = scratch(2, ROWS)
    write_obstacles(battle, actor, rows[0], rows[1])
    return (leaps(battle, actor, side, rows[0], rows[1]) >> yards) & 1 == 1


@njit
def jump_cost(battle, actor, yards):
    """AP of a jump: for movement points that its yards lack on open ground (W51, W70, H23)."""
    return max(LEAST_COST, points_to_buy(battle, actor, yards))


# --- How far and how high (W69) -------------------------------------------------------------------


@njit
def jump_result(fighter, roll):
    """Result of a jump: with a run-up Speed is added, without one it is halved (W69)."""
    if fighter.run >= RUN_UP:
        return roll + attribute(fighter, Attribute.SPEED)
    return roll // SHORT_RUN_DIVISOR


@njit
def yards_reached(result):
    """Whole yards of a long jump, whose result is in feet (W69)."""
    return max(0, result // FEET_PER_YARD)


@njit
def inches_cleared(fighter, result):
    """Height that a high jump with tucked legs clears (W69)."""
    return HIGH_JUMP_FACTOR * result + RACE_HEIGHT[fighter.race] // TUCK_DIVISOR


@njit
def yards_of(battle, frame, result):
    """Yards that a jump comes: over a low wall it is a high jump, all or nothing (W69, H23)."""
    fighter = battle.fighters[frame.actor]
    if not is_over_wall(battle, frame.actor, frame.side):
        return min(frame.yards, yards_reached(result))
    return frame.yards if inches_cleared(fighter, result) >= LOW_WALL_INCHES else 0


@njit
def roll_jump(battle, frame):
    """The check of a jump, which has no number of its own (W69, RW2)."""
    fighter = battle.fighters[frame.actor]
    frame.natural = roll_dice(battle)
    frame.total = frame.natural + skill_modifier(
        fighter, Attribute.STRENGTH, Skill.ATHLETICS, Specialisation.JUMPING
    )
    log_event(battle, Event.ROLLS, frame.actor, NOBODY, frame.natural, frame.total, 0)


# --- The jump itself (W69 to W71, RW35, H23) ------------------------------------------------------


@njit
def spend_yards(battle, frame):
    """The AP bought movement points, which are used; paid over turns they are gone (W70, H23)."""
    actor = frame.actor
    fighter = battle.fighters[actor]
    if not frame.is_completion:
        fighter.move_quarters += rate_of(battle, actor) * frame.cost
        fighter.move_used += frame.yards


@njit
def can_be_in(battle, actor, place):
    """Whether a fighter can land in a hex: no low wall, no fighter in the way, seen or not."""
    x, y = place % COLUMNS, place // COLUMNS
    return not has_square(battle.low, x, y) and has_room(battle, actor, x, y)


@njit
def come_to(battle, frame, yards):
    """Move a jumper `yards` farther, or fewer if there is no room (H23, W106)."""
    actor, side = frame.actor, frame.side
    before = reached(battle, actor)
    while yards > 0 and not can_be_in(battle, actor, hex_ahead(battle, actor, side, yards)):
        yards -= 1
    place = hex_ahead(battle, actor, side, yards)
    put_into(battle, actor, place % COLUMNS, place // COLUMNS)
    frame.gone = yards
    log_event(battle, Event.JUMPS, actor, NOBODY, 0, yards, 0)
    check_mounts(battle, actor, before)


@njit
def agile_check(battle, actor, special):
    """Whether a Dexterity check in Acrobatics succeeds (W71, RW35)."""
    modifier = skill_modifier(
        battle.fighters[actor], Attribute.DEXTERITY, Skill.ACROBATICS, special
    )
    return ordinary_check(battle, actor, modifier, GM_TN) >= 0


@njit
def can_grab_ledge(battle, frame, reached):
    """Whether a jump falls into a pit within a yard of the ledge that it aims at (W71, H23)."""
    if reached != frame.yards - 1:
        return False
    place = hex_ahead(battle, frame.actor, frame.side, reached)
    return IS_FALL[ground_at(battle, place % COLUMNS, place // COLUMNS)]


@njit
def grabs_ledge(battle, frame, reached):
    """Whether a jumper who falls short holds on to a ledge by Gymnastics (W71, RW35)."""
    if not can_grab_ledge(battle, frame, reached):
        return False
    return agile_check(battle, frame.actor, Specialisation.GYMNASTICS)


@njit
def keeps_its_feet(battle, actor):
    """Whether a fighter who lands does not fall: never in a pit, by Balance on bad ground (W71)."""
    fighter = battle.fighters[actor]
    x, y = fighter.x, fighter.y
    if water_at(battle, x, y) == Water.DEEP:
        return True
    if IS_FALL[ground_at(battle, x, y)]:
        return False
    return not is_bad_ground(battle, x, y) or agile_check(battle, actor, Specialisation.BALANCE)


@njit
def lie_down(battle, actor, outcome):
    """A jumper comes to lie: fallen, or on the ledge that it holds (W71, H23)."""
    fall_prone(battle, actor)
    log_event(battle, Event.LANDS, actor, NOBODY, outcome, 0, 0)


@njit
def land(battle, actor):
    """Land on one's feet, or fall (W71, RW35)."""
    if keeps_its_feet(battle, actor):
        log_event(battle, Event.LANDS, actor, NOBODY, ON_ITS_FEET, 0, 0)
    else:
        lie_down(battle, actor, LIES)


@njit
def come_down(battle, frame, reached):
    """End a jump: on a ledge, at the foot of a low wall, or where it has carried (W71, H23)."""
    actor = frame.actor
    if grabs_ledge(battle, frame, reached):
        come_to(battle, frame, frame.yards)
        lie_down(battle, actor, GRABS_LEDGE)
        return
    hits_wall = reached == 0 and is_over_wall(battle, actor, frame.side)
    come_to(battle, frame, reached)
    if hits_wall:
        lie_down(battle, actor, LIES)
    else:
        land(battle, actor)


@njit
def jump(battle, frame):
    """Jump, if a fighter met by a Rebuff still can (W69 to W71, H23)."""
    actor = frame.actor
    fighter = battle.fighters[actor]
    if not can_act(fighter) or is_prone(fighter):
        return
    spend_yards(battle, frame)
    roll_jump(battle, frame)
    reached = yards_of(battle, frame, jump_result(fighter, frame.total))
    fighter.run = 0
    go_to(frame, Step.GONE)
    come_down(battle, frame, reached)
