"""Moving along a path, also crawling and flying (D93, RD13, RD14, RD40, RD46, RD47)."""

from __future__ import annotations

from ....core.compiler.compile import njit, unset
from ....core.engine.battle import MAX_STEPS, NOBODY, abort_battle, log_event, open_window
from ....core.maps.square_grid import (
    COLUMNS,
    DIRECTIONS,
    ROWS,
    clear,
    is_obstacle,
    remove_rows,
    remove_square,
    row,
    spread,
    three_squares,
)
from ...enums import (
    Event,
    Trigger,
    Window,
)
from ...tables import CRAWL, SQUARE
from ..initiative import reveal
from ..injuries.bodies import is_blinded, is_conscious, is_stunned
from ..injuries.conditions import end_grapple
from ..injuries.mobility import climb_squares, fly_squares, speed_squares
from ..positioning.sight import are_enemies, cover_of, has_line, is_unseen
from ..positioning.squares import (
    blocks,
    is_free_for,
    is_ground,
    nearest_free_square,
    occupant,
    occupies_square,
    write_free,
    write_passable,
)
from ..reactions.reactive_attack import ask_next_reactor, provoke

# --- Speed, and whether a fighter can move (RD13, RD17, RD40) -------------------------------------


@njit(forceinline=True)
def move_squares(fighter):
    """Squares of a Move: one crawling, else by speed, fly speed when flying (RD13, RD40)."""
    if fighter.prone:
        return CRAWL // SQUARE
    if fighter.flying:
        return fly_squares(fighter)
    return speed_squares(fighter)


@njit
def can_act(fighter):
    """Whether the fighter is conscious and not stunned (D15, RD9)."""
    return is_conscious(fighter) and not is_stunned(fighter)


@njit
def is_held(fighter):
    """Whether a grapple keeps the fighter in its square (RD17)."""
    return fighter.grapple != NOBODY


@njit
def neighbours(rows, x, y):
    """Mask of the 8 directions in which the next square belongs to the set."""
    near = three_squares(row(rows, y), x) << 3
    if y > 0:
        near |= three_squares(row(rows, y - 1), x)
    if y + 1 < ROWS:
        near |= three_squares(row(rows, y + 1), x) << 6
    return DIRECTIONS[near]


@njit
def free_directions(battle, actor):
    """Mask of the 8 directions in which the next square is free, as far as the fighter knows."""
    free = unset(1, ROWS)[0]
    write_free(battle, actor, free)
    fighter = battle.fighters[actor]
    return neighbours(free, fighter.x, fighter.y)


# --- The next square of a Move step by step (RD13, RD47, HOUSE H6) --------------------------------


@njit
def crosses_obstacles(battle):
    """Whether the path leads over a low obstacle (HOUSE H6)."""
    if not battle.has_obstacles:
        return False
    for at in range(battle.path_length):
        if is_obstacle(battle.low, battle.path_x[at], battle.path_y[at]):
            return True
    return False


@njit
def remove_beyond_climbing(battle, actor, rows):
    """Remove what a climber cannot enter next: low obstacles end a Move at climb speed (H6)."""
    fighter = battle.fighters[actor]
    if fighter.flying or not battle.has_obstacles or battle.path_length < climb_squares(fighter):
        return
    if crosses_obstacles(battle):
        clear(rows)
    else:
        remove_rows(rows, battle.low)


@njit
def sides_past(fighter, passable, free, steps):
    """Directions of occupied squares from which `steps` steps reach a free one (RD47)."""
    sides = neighbours(passable, fighter.x, fighter.y) & ~neighbours(free, fighter.x, fighter.y)
    if sides == 0 or steps <= 0:
        return 0
    waves = unset(2, ROWS)
    for y in range(ROWS):
        waves[0, y] = free[y]
    remove_square(waves[0], fighter.x, fighter.y)
    wave = 0
    for _ in range(steps):
        spread(passable, waves[wave], waves[1 - wave])
        wave = 1 - wave
    return sides & neighbours(waves[wave], fighter.x, fighter.y)


@njit
def step_directions(battle, actor, steps):
    """Directions in which a Move with `steps` squares left can go on, as a mask (RD13, RD47).

    A step leads into a free square, or through others' squares towards one.
    """
    passable, free = unset(1, ROWS)[0], unset(1, ROWS)[0]
    write_passable(battle, actor, passable)
    write_free(battle, actor, free)
    remove_beyond_climbing(battle, actor, passable)
    remove_beyond_climbing(battle, actor, free)
    fighter = battle.fighters[actor]
    past = sides_past(fighter, passable, free, steps - 1)
    return neighbours(free, fighter.x, fighter.y) | past


@njit
def may_move_by_steps(battle, actor):
    """Whether a Move step by step leads anywhere (RD13, RD47)."""
    return step_directions(battle, actor, move_squares(battle.fighters[actor])) != 0


# --- Square by square (RD14, RD46, RD47) ----------------------------------------------------------


@njit
def is_seen_at_place(battle, actor):
    """Whether an opponent sees the fighter without cover (RD11, RD46)."""
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if are_enemies(battle, actor, other) and can_act(it) and not is_blinded(it):
            if has_line(battle, other, actor) and cover_of(battle, other, actor) == 0:
                return True
    return False


@njit
def be_seen(battle, actor):
    """A hidden fighter who has left cover in sight is found (RD46)."""
    if battle.fighters[actor].hidden and is_seen_at_place(battle, actor):
        reveal(battle, actor)


@njit
def move_to(battle, actor, x, y):
    """Move a fighter into a square (RD46)."""
    fighter = battle.fighters[actor]
    fighter.x = x
    fighter.y = y
    be_seen(battle, actor)


@njit
def is_on_path(battle, actor):
    """Whether nothing has moved the fighter off its path."""
    fighter = battle.fighters[actor]
    if battle.path_at == 0:
        return fighter.x == battle.from_x and fighter.y == battle.from_y
    last = battle.path_at - 1
    return fighter.x == battle.path_x[last] and fighter.y == battle.path_y[last]


@njit
def can_go_on(battle, actor):
    """Whether the fighter is able to act, neither fallen nor held, and on its path (RD14)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter) or is_held(fighter):
        return False
    return (not fighter.prone or battle.is_crawl) and is_on_path(battle, actor)


@njit
def can_continue(battle, actor):
    """Whether the fighter can go on, and path is left (RD14)."""
    return battle.path_at < battle.path_length and can_go_on(battle, actor)


@njit
def asks_for_step(battle, actor):
    """Whether the next square is to be chosen: the Move goes step by step (RD13)."""
    if battle.steps_left == 0 or battle.path_at < battle.path_length:
        return False
    return can_go_on(battle, actor) and step_directions(battle, actor, battle.steps_left) != 0


@njit
def lets_pass(battle, other, actor):
    """Whether the fighter may enter an occupied square; a hidden occupant is found (RD46)."""
    if other == NOBODY or not blocks(battle, other, actor):
        return True
    if battle.fighters[other].hidden:
        reveal(battle, other)
    return False


@njit
def take_next_square(battle, actor):
    """Enter the next square of the path, or stop before it (RD47)."""
    x, y = battle.path_x[battle.path_at], battle.path_y[battle.path_at]
    if not is_ground(battle, actor, x, y) or not lets_pass(battle, occupant(battle, x, y), actor):
        battle.path_length = battle.path_at
        battle.steps_left = 0
        return
    battle.path_at += 1
    move_to(battle, actor, x, y)


@njit
def begin_movement(battle, actor, act, is_step):
    """Begin a planned Move, Step or Charge (RD13, RD15)."""
    fighter = battle.fighters[actor]
    battle.act = act
    battle.path_at = 0
    battle.from_x = fighter.x
    battle.from_y = fighter.y
    battle.is_step = is_step
    battle.is_crawl = fighter.prone
    battle.provoked = 0


@njit
def continue_movement(battle, actor):
    """Move until the path ends; False while a step or a reaction is asked for (RD13, RD14, D88)."""
    for _ in range(MAX_STEPS):
        if battle.trigger == Trigger.NONE:
            if asks_for_step(battle, actor):
                open_window(battle, actor, Window.STEP)
                return False
            if not can_continue(battle, actor):
                end_movement(battle, actor)
                return True
            if not battle.is_step:
                provoke(battle, actor, Trigger.LEAVING)
        if ask_next_reactor(battle):
            return False
        if not can_continue(battle, actor):
            end_movement(battle, actor)
            return True
        take_next_square(battle, actor)
    abort_battle(battle)
    return True


@njit
def end_movement(battle, actor):
    """Stop; nobody stays in another's square (RD47)."""
    leave_shared_square(battle, actor)
    if battle.path_at > 0:
        log_event(battle, Event.MOVES, actor, NOBODY, battle.act, battle.path_at, battle.is_crawl)


# --- Leaving another fighter's square (RD47) ------------------------------------------------------


@njit
def is_alone(battle, actor):
    """Whether nobody else is in the fighter's square."""
    fighter = battle.fighters[actor]
    for other in range(battle.num_fighters):
        near = battle.fighters[other]
        if other != actor and near.x == fighter.x and near.y == fighter.y and occupies_square(near):
            return False
    return True


@njit
def find_in_square(battle, actor, x, y):
    """Hidden enemies in a square that a fighter is in or runs into are found (RD46)."""
    for other in range(battle.num_fighters):
        near = battle.fighters[other]
        if near.x == x and near.y == y and occupies_square(near):
            if is_unseen(battle, actor, other):
                reveal(battle, other)


@njit
def leave_shared_square(battle, actor):
    """Go back from another's square, or to a free one; a hidden fighter there is found (RD47)."""
    fighter = battle.fighters[actor]
    if not occupies_square(fighter) or is_alone(battle, actor):
        return
    find_in_square(battle, actor, fighter.x, fighter.y)
    for at in range(battle.path_at - 1, -1, -1):
        x, y = battle.path_x[at], battle.path_y[at]
        if is_free_for(battle, actor, x, y):
            put_back(battle, actor, x, y)
            return
    if is_free_for(battle, actor, battle.from_x, battle.from_y):
        put_back(battle, actor, battle.from_x, battle.from_y)
        return
    place_nearest(battle, actor)


@njit
def put_back(battle, actor, x, y):
    """Move a fighter out of another's square; a grapple of its own ends (RD17, RD47)."""
    move_to(battle, actor, x, y)
    end_grapple(battle, actor)


@njit
def place_nearest(battle, actor):
    """Put a fighter back into the nearest free square."""
    square = nearest_free_square(battle, actor)
    put_back(battle, actor, square % COLUMNS, square // COLUMNS)
