"""Items, standing up, cutting free, doors, Stabilize (P77 to P82, P122, P124, RP10, RP47)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import (
    DX,
    DY,
    add_square,
    distance,
    has_square,
    remove_square,
    squared_length,
)
from ..enums import (
    Act,
    Event,
    Failure,
    Life,
    Roll,
    Save,
    Verb,
)
from ..state import DOORS, NET
from ..tables import (
    BASE_SAVE,
    DIE,
    NO_SHIELD,
    NONE,
    UNARMED,
    WEAPON_HANDS,
)
from .bodies import (
    are_enemies,
    arms_left,
    hands_in_use,
    has_lost_leg,
    is_able,
    is_entrapped,
    is_reloadable,
)
from .clashes import draw_one, lowest_key, only
from .failures import log_lost_freeing, lose_order, why_not_reloaded
from .rescue import goes_on_carrying, set_down
from .rolls import (
    log_reasons,
    roll,
    saving_throw,
)
from .sight import gap
from .spells import bind_bit, end_bind

AGAIN = 1
"""Ordinal of the Strength save out of a Bind; the release had the first."""

# --- Use Item (P77 to P79, RP38) ------------------------------------------------------------------


@njit
def uses_item(battle, actor, verb):
    """Whether the fighter does this Use Item, and is still able to at the phase's end (P77)."""
    phase = battle.phases[actor]
    is_item = phase.act == Act.QUICK_ITEM or phase.act == Act.COMPLEX_ITEM
    return is_item and phase.verb == verb and is_able(battle.fighters[actor])


@njit
def use_items(battle):
    """At the phase's end, reload, swap, stand up, then cut nets and work doors (P77, RP9)."""
    for actor in range(battle.num_fighters):
        if uses_item(battle, actor, Verb.RELOAD):
            reload(battle, actor)
        elif uses_item(battle, actor, Verb.SWAP):
            swap_weapons(battle, actor)
        elif is_standing_up(battle, actor):
            stand_up(battle, actor)
    cut_nets(battle)
    work_doors(battle)


@njit
def reload(battle, actor):
    """Load the crossbow in hand, in one action (P78, P79, P120, P121, P124)."""
    fighter = battle.fighters[actor]
    if is_reloadable(fighter) and fighter.loaded == 0:
        fighter.loaded = 1
        log_event(battle, Event.RELOADED, actor, NOBODY, fighter.hand, 0, 0)
    else:
        lose_order(battle, actor, why_not_reloaded(fighter))


@njit
def can_swap(fighter):
    """Whether there is another set that the remaining arms can hold (P78, RP20)."""
    weapon = fighter.carried_hand
    if weapon == NONE:
        return False
    return weapon == UNARMED or WEAPON_HANDS[weapon] <= arms_left(fighter)


@njit
def swap_weapons(battle, actor):
    """Swap the set in both hands with the other set (P78, RP38)."""
    fighter = battle.fighters[actor]
    if not can_swap(fighter):
        is_bare = fighter.carried_hand == NONE
        lose_order(battle, actor, Failure.NO_OTHER_SET if is_bare else Failure.ARM_LOST)
        return
    hand, second, shield = fighter.hand, fighter.second, fighter.shield
    loaded, stock = fighter.loaded, fighter.stock
    fighter.hand = fighter.carried_hand
    fighter.second = fighter.carried_second
    fighter.shield = fighter.carried_shield
    fighter.loaded = fighter.carried_loaded
    fighter.stock = fighter.carried_stock
    fighter.carried_hand, fighter.carried_second, fighter.carried_shield = hand, second, shield
    fighter.carried_loaded, fighter.carried_stock = loaded, stock
    if hands_in_use(fighter) > arms_left(fighter):  # RP20: no hand for the rest of the set
        fighter.second = NONE
        fighter.shield = NO_SHIELD
    log_event(battle, Event.SWAPPED, actor, NOBODY, fighter.hand, 0, 0)


# --- Standing up (RP10, RP20) ---------------------------------------------------------------------


@njit
def is_standing_up(battle, actor):
    """Whether a Move is spent on standing up: no feet, never while Entrapped (RP10, RP47).

    A Move leaves the fighter Ready, unless Entrapped.
    """
    phase = battle.phases[actor]
    is_ordered = phase.act == Act.MOVE and phase.verb == Verb.STAND_UP and phase.ready != 0
    return is_ordered and is_able(battle.fighters[actor])


@njit
def stand_up(battle, actor):
    """Prone fighters stand up at the phase's end; until then attacks find them Prone (RP10)."""
    fighter = battle.fighters[actor]
    if fighter.prone == 0 or has_lost_leg(fighter):
        lose_order(battle, actor, Failure.LEG_LOST if fighter.prone else Failure.NOT_PRONE)
        return
    fighter.prone = 0
    log_event(battle, Event.STOOD_UP, actor, NOBODY, 0, 0, 0)


# --- Escape from nets and Binds (P122, RP47) ------------------------------------------------------


@njit
def whom_he_frees(battle, actor):
    """The fighter to free: himself, or the named adjacent ally; -1 if none (RP47)."""
    if uses_item(battle, actor, Verb.CUT_FREE):
        return actor
    target = battle.phases[actor].target
    if not uses_item(battle, actor, Verb.FREE) or target < 0 or target >= battle.num_fighters:
        return NOBODY
    if are_enemies(battle, actor, target) or gap(battle, actor, target) > 1:
        return NOBODY
    return NOBODY if battle.fighters[target].life == Life.DEAD else target


@njit
def struggle_all(battle):
    """Before the tally, roll a new Strength save against each Bind under attack (RP47).

    One save for each Bind and phase, however many help; Wounds of this phase do not count (P45).
    """
    for actor in range(battle.num_fighters):
        target = whom_he_frees(battle, actor)
        if target != NOBODY and is_entrapped(battle.fighters[target]):
            battle.phases[target].freed = 1
    for target in range(battle.num_fighters):
        if battle.phases[target].freed != 0:
            struggle(battle, target)


@njit
def struggle(battle, target):
    """Roll the entrapped fighter's Strength save against each Bind (RP23, RP47).

    A broken Bind ends when items are used, if a helper is still able to act.
    """
    it = battle.fighters[target]
    for caster in range(battle.num_fighters):
        if it.entrapped & bind_bit(caster) != 0:
            strength = it.strength
            if saving_throw(battle, target, caster, Save.BIND, strength, 0, AGAIN):
                battle.phases[target].broken |= bind_bit(caster)


@njit
def end_broken(battle, target):
    """End the broken Binds (RP23, RP47)."""
    it = battle.fighters[target]
    for caster in range(battle.num_fighters):
        broken = battle.phases[target].broken & it.entrapped
        if broken & bind_bit(caster) != 0:
            end_bind(battle, caster)


@njit
def cut_nets(battle):
    """At the phase's end, cut nets, new ones too, and end broken Binds (P122, RP47).

    Only helpers who are still able to act count.
    """
    for actor in range(battle.num_fighters):
        target = whom_he_frees(battle, actor)
        if target != NOBODY and is_entrapped(battle.fighters[target]):
            it = battle.fighters[target]
            battle.phases[target].freed = 1
            it.entrapped = it.entrapped & ~NET
            end_broken(battle, target)
    for actor in range(battle.num_fighters):
        is_about_it = uses_item(battle, actor, Verb.CUT_FREE) or uses_item(battle, actor, Verb.FREE)
        if is_about_it:
            report_freed(battle, actor, whom_he_frees(battle, actor))


@njit
def report_freed(battle, actor, target):
    """Log whether a fighter is free, still held, or was never held (RP31, RP47)."""
    if target == NOBODY:
        log_lost_freeing(battle, actor)
    elif battle.phases[target].freed == 0:
        lose_order(battle, actor, Failure.NOT_ENTRAPPED)
    elif not is_entrapped(battle.fighters[target]):
        log_event(battle, Event.FREED, actor, target, 0, 0, 0)


# --- Doors (P77, RP40) ----------------------------------------------------------------------------


@njit
def nearest_door(battle, actor):
    """The adjacent door, orthogonal before diagonal; -1 if none (P77)."""
    fighter = battle.fighters[actor]
    best, shortest = NOBODY, 0
    for door in range(DOORS):
        x, y = battle.door_x[door], battle.door_y[door]
        if x < 0 or distance(fighter.x, fighter.y, x, y) != 1:
            continue
        length = squared_length(fighter.x, fighter.y, x, y)
        if best == NOBODY or length < shortest:
            best, shortest = door, length
    return best


@njit
def door_towards(battle, actor, side):
    """The adjacent door in a direction, -1 if none (P77)."""
    fighter = battle.fighters[actor]
    for door in range(DOORS):
        if battle.door_x[door] >= 0 and battle.door_x[door] == fighter.x + DX[side]:
            if battle.door_y[door] == fighter.y + DY[side]:
                return np.int64(door)
    return np.int64(NOBODY)


@njit
def works_door(battle, actor):
    """Whether the fighter opens or closes a door in this phase (P77)."""
    if uses_item(battle, actor, Verb.DOOR) or uses_item(battle, actor, Verb.OPEN_DOOR):
        return True
    return uses_item(battle, actor, Verb.CLOSE_DOOR)


@njit
def door_meant(battle, actor):
    """The door of the order, -1 if it is not there or already as it should be (P77)."""
    phase = battle.phases[actor]
    if phase.verb == Verb.DOOR:
        return nearest_door(battle, actor)
    door = door_towards(battle, actor, phase.target)
    if door == NOBODY or is_closed(battle, door) != (phase.verb == Verb.OPEN_DOOR):
        return np.int64(NOBODY)
    return door


@njit
def is_closed(battle, door):
    """Whether a door is closed: its square is high (RP40)."""
    return has_square(battle.high, battle.door_x[door], battle.door_y[door])


@njit
def is_door_blocked(battle, door):
    """Whether a fighter, fallen or not, is in the open door (P77)."""
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if it.life != Life.DEAD and it.x == battle.door_x[door] and it.y == battle.door_y[door]:
            return True
    return False


@njit
def work_doors(battle):
    """Open or close adjacent doors; two fighters at a door do it once (P77, RP40)."""
    at_work = 0
    for actor in range(battle.num_fighters):
        if works_door(battle, actor):
            door = door_meant(battle, actor)
            if door == NOBODY or (not is_closed(battle, door) and is_door_blocked(battle, door)):
                is_gone = door == NOBODY
                lose_order(battle, actor, Failure.NO_DOOR if is_gone else Failure.DOORWAY_TAKEN)
                continue
            at_work |= 1 << door
            log_event(battle, Event.DOOR, actor, NOBODY, np.int64(is_closed(battle, door)), 0, 0)
    for door in range(DOORS):
        if at_work & (1 << door) != 0:
            toggle(battle, door)


@njit
def toggle(battle, door):
    """Open a closed door, close an open one (P77)."""
    if is_closed(battle, door):
        remove_square(battle.high, battle.door_x[door], battle.door_y[door])
    else:
        add_square(battle.high, battle.door_x[door], battle.door_y[door])
        battle.has_obstacles = 1


# --- Stabilize (P48, P82, RP5) --------------------------------------------------------------------


@njit
def can_stabilize(battle, actor, target):
    """Whether the target is another fighter, Fatally Wounded and adjacent (P48, P82, RP5)."""
    if target < 0 or target >= battle.num_fighters or target == actor:
        return False
    is_dying = battle.fighters[target].life == Life.FATALLY_WOUNDED
    return is_dying and gap(battle, actor, target) <= 1


@njit
def stabilize_all(battle):
    """Make the Medical rolls, one an action; they count after the tally (P82, RP5, RP9)."""
    for actor in range(battle.num_fighters):
        if battle.phases[actor].act != Act.STABILIZE:
            continue
        target = battle.phases[actor].target
        if can_stabilize(battle, actor, target):
            stabilize(battle, actor, target)
        else:
            lose_order(battle, actor, Failure.NO_TARGET if target < 0 else Failure.NOT_DYING)


@njit
def stabilize(battle, actor, target):
    """Roll d20 + Medical - Wounds, which must exceed 10 (RP5)."""
    fighter = battle.fighters[actor]
    number = roll(battle, DIE, Roll.MEDICAL, actor, target, 0)
    total = number + fighter.medical - fighter.wounds
    log_reasons(battle, actor, target, 0, 0, fighter.wounds)
    if total > BASE_SAVE:
        battle.phases[target].aided = 1
        log_event(battle, Event.STABLE, actor, target, 0, total, number)
    else:
        log_event(battle, Event.FAILED_TO_STABILIZE, actor, target, 0, total, number)


@njit
def settle_aid(battle):
    """After the tally, stabilised fighters become Stable unless dead by now (P48, RP12).

    Mends already took effect in the tally.
    """
    for actor in range(battle.num_fighters):
        if battle.phases[actor].aided != 0:
            if battle.fighters[actor].life == Life.FATALLY_WOUNDED:
                battle.fighters[actor].life = Life.STABLE


# --- Setting down (P81, RP42) ---------------------------------------------------------------------


@njit
def set_down_all(battle):
    """A carrier who does not continue a Rescue sets the carried fighter down (P81, RP42).

    It is called twice: at the phase's end, for carriers unable to act, and when the next action is
    known, which still belongs to the last one. Lots decide who sets down first.
    """
    waiting = 0
    for carrier in range(battle.num_fighters):
        if battle.fighters[carrier].carrying != NOBODY and not goes_on_carrying(battle, carrier):
            waiting |= only(carrier)
    about = lowest_key(battle, waiting)
    while waiting != 0:
        carrier = draw_one(battle, waiting, about)
        set_down(battle, carrier)
        waiting &= ~only(carrier)
