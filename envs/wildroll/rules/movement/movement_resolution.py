"""Ways and pushes, yard by yard (W65, W74, W89, W96, W106, TW4, TW8, H1, H9, H25, H26).

The steps SET_OUT to PASSED of everything that moves: ways and pushes go through them again for each
yard, jumps and who enters a space for the one that they make. A way keeps in `argument` the posture
in which its mover set out; that of a mount that bolts has itself for its target.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit, unset
from ....core.engine.battle import MAX_FIGHTERS, NOBODY, log_event
from ....core.maps.hex_grid import hex_direction
from ....core.maps.square_grid import COLUMNS
from ...enums import (
    Act,
    Event,
    Role,
    Step,
    Verb,
    Window,
)
from ...navigation.path_cursor import NOWHERE, START, is_on_path, next_hex
from ...navigation.pathfinding import begin_path, plan_flight, plan_way
from ...tables import IS_CLIMB, MOVE_PARTS
from ..combat_sequence.action_stack import begin_act, go_to, push, top_frame
from ..combat_sequence.windows import open_window
from ..common_actions.readied import ask_readied
from ..endings import end_if_decided
from ..flanking.flanking import update_flanked
from ..flanking.lines import be_seen, find_hidden
from ..grappling.clings import (
    ask_clinger,
    follow_all,
    followers_of,
    stop_following,
    those_who_go,
)
from ..grappling.grapples import end_lost_grapples, is_grappling
from ..health.bodies import can_act, is_dead, is_prone
from ..offensive_actions.rebuffs import ask_rebuffer
from ..positioning_actions.pushes import is_open_to
from ..special_situations.mount_control import (
    check_all_mounts,
    check_mounts,
    nearest_enemy,
    reached,
    write_reached,
)
from .movement import (
    buy_yards,
    can_go,
    can_pay_yards,
    drag_fits,
    go_yard,
    mover_of,
    yard_cost,
)
from .spaces import has_room, lets_in, put_into
from .steps import cancel_by_going, settle, sides_to_step
from .terrain import can_tread, ground_at
from .water import climb_fall

# --- Setting out (W65, H8, H25, TW8) --------------------------------------------------------------


@njit
def push_way(battle, role, mover, target, limit):
    """Begin the planned path, on which at most `points` AP may be spent (H8)."""
    push(battle, role, Act.WAY, mover, target, battle.fighters[mover].posture)
    top_frame(battle).cost = limit


@njit
def begin_way(battle, actor, verb, argument, target, role):
    """A fighter, or its animal, sets out on a step or a way by goal (W65, W66, H8, H25)."""
    mover = mover_of(battle, actor)
    points = battle.fighters[actor].action_points
    if verb == Verb.STEPS:
        begin_path(battle, mover)
        push_way(battle, role, mover, NOBODY, points)
        top_frame(battle).is_stepwise = True
    elif plan_way(battle, actor, verb, argument, target) > 0:
        limit = points if verb == Verb.STEP else MOVE_PARTS
        push_way(battle, role, mover, NOBODY, limit)


@njit
def bolt(battle, mount):
    """A mount out of control flees from the nearest enemy, with all its AP (W106, H25)."""
    foe = nearest_enemy(battle, mount)
    if foe == NOBODY or not can_go(battle, mount):
        return
    points = battle.fighters[mount].action_points
    yards = plan_flight(battle, mount, foe, points)
    log_event(battle, Event.BOLTS, mount, foe, 0, yards, 0)
    if yards > 0:
        push_way(battle, Role.TURN, mount, mount, points)


# --- Ending (H9, H21) -----------------------------------------------------------------------------


@njit
def end_way(battle, frame):
    """End a movement, which has cancelled the declaration below it (W59, W66, H9, H21, TW8)."""
    mover = frame.actor
    if frame.gone > 0:
        settle(battle, mover)
        if frame.role == Role.INTERRUPT:
            cancel_by_going(battle, mover)
        log_event(battle, Event.MOVES, mover, NOBODY, frame.role, frame.gone, frame.argument)
    stop_following(battle, mover)
    battle.path_length = 0
    battle.path_at = 0
    go_to(frame, Step.OVER)


@njit
def end_push(battle, frame):
    """A push is over (W96)."""
    if frame.gone > 0:
        log_event(battle, Event.PUSHED, frame.target, frame.actor, 0, frame.gone, 0)
    stop_following(battle, frame.target)
    go_to(frame, Step.RESOLVED)


# --- SET_OUT (W65, W90, H9, H21) ------------------------------------------------------------------


@njit
def is_bolting(frame):
    """Whether a way is that of a mount out of control (H25)."""
    return frame.target == frame.actor


@njit
def can_go_on(battle, frame):
    """Whether the mover of a way can go on: able, on its way, not fallen meanwhile (RW12, H25)."""
    mover = frame.actor
    fighter = battle.fighters[mover]
    if not can_go(battle, mover) or not is_on_path(battle, mover):
        return False
    if fighter.uncontrolled and not is_bolting(frame):
        return False
    return fighter.posture == frame.argument or not is_prone(fighter)


@njit
def is_next_open(battle, frame):
    """Whether the next hex of a way can be gone into, and stopped in if it is the last (H21)."""
    mover, place = frame.actor, next_hex(battle, frame)
    if place == NOWHERE:
        return False
    x, y = place % COLUMNS, place // COLUMNS
    if is_grappling(battle, mover):
        return drag_fits(battle, mover, side_to(battle, mover, x, y), 0)
    if not can_tread(battle, mover, x, y) or not lets_in(battle, mover, x, y):
        return False
    is_last = battle.path_at + 1 == battle.path_length and not frame.is_stepwise
    return not is_last or has_room(battle, mover, x, y)


@njit
def side_to(battle, mover, x, y):
    """The side on which a neighbouring hex lies."""
    fighter = battle.fighters[mover]
    return hex_direction(fighter.x, fighter.y, x, y)


@njit
def pay_for_yard(battle, frame):
    """Buy the points that the next yard lacks. Returns whether it is paid (W65, W106, H8)."""
    mover, place = frame.actor, next_hex(battle, frame)
    points = yard_cost(battle, mover, place % COLUMNS, place // COLUMNS)
    if not can_pay_yards(battle, mover, points, frame.cost):
        return False
    frame.cost -= buy_yards(battle, mover, points, frame.cost)
    return True


@njit
def ask_step(battle, frame):
    """Ask for the next yard; the walk is over where none is open (W65)."""
    is_full = battle.path_length >= START
    if is_full or not can_go_on(battle, frame) or sides_to_step(battle, frame) == 0:
        end_way(battle, frame)
    else:
        open_window(battle, frame.actor, Window.STEP)


@njit
def set_out(battle):
    """The next yard of a way is bought, if it can be gone; else the way is over (W65, H8, H9)."""
    frame = top_frame(battle)
    end_if_decided(battle)
    if battle.over:
        return
    if frame.is_stepwise and next_hex(battle, frame) == NOWHERE:
        ask_step(battle, frame)
    elif not can_go_on(battle, frame) or not is_next_open(battle, frame):
        end_way(battle, frame)
    elif not pay_for_yard(battle, frame):
        end_way(battle, frame)
    else:
        frame.reacted = 0
        go_to(frame, Step.APPROACHED)


@njit
def is_pushed_on(battle, frame):
    """Whether there is one more yard to push a fighter (W96)."""
    target, place = frame.target, next_hex(battle, frame)
    if frame.yards <= 0 or place == NOWHERE or is_dead(battle.fighters[target]):
        return False
    return is_open_to(battle, target, place % COLUMNS, place // COLUMNS)


@njit
def set_out_pushed(battle):
    """The next yard of a push: no fighter pays for it or rebuffs it (W96, H13)."""
    frame = top_frame(battle)
    if is_pushed_on(battle, frame):
        frame.reacted = 0
        go_to(frame, Step.CLUNG)
    else:
        end_push(battle, frame)


# --- APPROACHED, CLUNG (W74, W89, RW28, TW4, H9) --------------------------------------------------


@njit
def is_stopped(battle, frame):
    """Whether Rebuffs end a way: its mover has fallen, or may stop in its own turn (RW28, H9)."""
    if not can_go_on(battle, frame):
        return True
    return frame.role == Role.TURN and frame.reacted != 0 and not is_bolting(frame)


@njit
def step_after_approach(battle, frame):
    """Next step of a fighter whom no one stopped or all have met (W69, W84, RW28, H9)."""
    if frame.act == Act.WAY:
        return np.int64(Step.CLUNG)
    fighter = battle.fighters[frame.actor]
    if not can_act(fighter) or (frame.act == Act.JUMP and is_prone(fighter)):
        return np.int64(Step.RESOLVED)
    return np.int64(Step.EFFECT if frame.act == Act.JUMP else Step.GO)


@njit
def await_rebuffs(battle):
    """Rebuffs come before the yard (W74, RW28, TW4)."""
    if ask_rebuffer(battle):
        return
    frame = top_frame(battle)
    if frame.act == Act.WAY and is_stopped(battle, frame):
        end_way(battle, frame)
    else:
        go_to(frame, step_after_approach(battle, frame))


@njit
def await_clings(battle):
    """Clings come before the yard (W89, TW4)."""
    if not ask_clinger(battle):
        go_to(top_frame(battle), Step.GO)


# --- GO (W65, W89, W96, W106, H1, H26) ------------------------------------------------------------


@njit
def go_on_way(battle, frame):
    """The mover of a way goes the yard; a Cling may have made it dearer (W65, W89)."""
    if not pay_for_yard(battle, frame):
        end_way(battle, frame)
        return
    mover, place = frame.actor, next_hex(battle, frame)
    fighter = battle.fighters[mover]
    group, before = those_who_go(battle, mover), unset(1, MAX_FIGHTERS)[0]
    write_reached(battle, group, before)
    left_x, left_y = fighter.x, fighter.y
    side = side_to(battle, mover, place % COLUMNS, place // COLUMNS)
    if frame.gone == 0:
        begin_act(battle, mover, Act.WAY)
    go_yard(battle, frame, side)
    battle.path_at += 1
    follow_all(battle, mover, side, left_x, left_y)
    be_seen(battle, mover)
    check_all_mounts(battle, group, before)
    go_to(frame, Step.GONE)


@njit
def go_pushed(battle, frame):
    """A fighter is pushed a yard; into a pit, or on a cliff, it falls (W96, H22)."""
    target, place, side = frame.target, next_hex(battle, frame), frame.side
    if frame.yards <= 0:
        end_push(battle, frame)
        return
    fighter = battle.fighters[target]
    group = followers_of(battle, target) | np.int64(1) << target
    before = unset(1, MAX_FIGHTERS)[0]
    write_reached(battle, group, before)
    left_x, left_y = fighter.x, fighter.y
    put_into(battle, target, place % COLUMNS, place // COLUMNS)
    fighter.run = 0
    frame.yards -= 1
    frame.gone += 1
    if IS_CLIMB[ground_at(battle, fighter.x, fighter.y)]:
        climb_fall(battle, target)
        frame.yards = 0
    follow_all(battle, target, side, left_x, left_y)
    check_all_mounts(battle, group, before)
    go_to(frame, Step.GONE)


@njit
def go_in(battle, frame):
    """A fighter enters an occupied space (W84)."""
    mover, place = frame.actor, next_hex(battle, frame)
    before = reached(battle, mover)
    put_into(battle, mover, place % COLUMNS, place // COLUMNS)
    frame.gone = 1
    check_mounts(battle, mover, before)
    go_to(frame, Step.GONE)


@njit
def go(battle):
    """The yard is gone: a trigger of its own (W60, W65, W84, W96)."""
    frame = top_frame(battle)
    if frame.act == Act.WAY:
        go_on_way(battle, frame)
    elif frame.act == Act.SHOVE:
        go_pushed(battle, frame)
    else:
        go_in(battle, frame)
    frame.reacted = 0


# --- GONE, PASSED (W34, RW38, H15, H26) -----------------------------------------------------------


@njit
def look_round(battle):
    """Tear grips, find the hidden and update flanks after a yard (W32, RW34, H26)."""
    end_lost_grapples(battle)
    find_hidden(battle)
    update_flanked(battle)
    go_to(top_frame(battle), Step.PASSED)


@njit
def answer_yard(battle):
    """Readied actions answer the yard; then the next one follows, if there is any (RW38, H15)."""
    if ask_readied(battle):
        return
    frame = top_frame(battle)
    if frame.act == Act.WAY or frame.act == Act.SHOVE:
        go_to(frame, Step.SET_OUT)
    else:
        go_to(frame, Step.RESOLVED)


# --- Which step goes on ---------------------------------------------------------------------------


@njit
def move_step(battle):
    """One step, SET_OUT to PASSED, of whatever moves (TW4, TW8)."""
    frame = top_frame(battle)
    if frame.step == Step.SET_OUT:
        if frame.act == Act.SHOVE:
            set_out_pushed(battle)
        else:
            set_out(battle)
    elif frame.step == Step.APPROACHED:
        await_rebuffs(battle)
    elif frame.step == Step.CLUNG:
        await_clings(battle)
    elif frame.step == Step.GO:
        go(battle)
    elif frame.step == Step.GONE:
        look_round(battle)
    else:
        answer_yard(battle)
