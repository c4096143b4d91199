"""Paths that meet in one 5-foot step: Crash, Clash, contested squares (P83-P88, RP33).

A step is resolved from one snapshot: `from_` is a fighter's square when the step began, `next_` the
square he wants. Sets of fighters are masks, bit i for fighter i: their order does not count.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import distance
from ..enums import (
    Event,
    Save,
)
from .bodies import are_enemies, is_able
from .rolls import DISFAVORED, FAVORED, saving_throw, wins_tie
from .sight import is_unaware

# --- Masks of fighters, and lots among them -------------------------------------------------------


@njit
def is_in(mask, fighter):
    """Whether a mask of fighters holds the fighter."""
    return (mask >> fighter) & 1 == 1


@njit
def only(fighter):
    """The mask of one fighter."""
    return np.int64(1) << fighter


@njit
def draw_one(battle, mask, about):
    """The fighter of a mask who draws the highest lot, NOBODY if it is empty (RP15, RP33)."""
    best = NOBODY
    while mask != 0:
        other = lowest_bit(mask)
        if best == NOBODY or wins_tie(battle, other, best, about):
            best = other
        mask &= mask - 1
    return best


@njit
def lowest_key(battle, mask):
    """The fighter of a mask with the lowest key, who names the lots among equals."""
    best = NOBODY
    while mask != 0:
        other = lowest_bit(mask)
        if best == NOBODY or battle.fighters[other].key < battle.fighters[best].key:
            best = other
        mask &= mask - 1
    return best


@njit
def holds_square(fighter):
    """Whether he occupies his square: able to act and not carried (RP12, RP33)."""
    return is_able(fighter) and fighter.carried_by < 0


@njit
def standing(battle):
    """Mask of the fighters who occupy a square (RP33)."""
    mask = 0
    for actor in range(battle.num_fighters):
        if holds_square(battle.fighters[actor]):
            mask |= only(actor)
    return mask


# --- Crossing (RP17, RP33) ------------------------------------------------------------------------


@njit
def has_same_aim(battle, one, other):
    """Whether both want the same square (RP17)."""
    a = battle.phases[one]
    b = battle.phases[other]
    return a.next_x == b.next_x and a.next_y == b.next_y


@njit
def swap(battle, one, other):
    """Whether each steps into the other's square (RP17)."""
    a = battle.phases[one]
    b = battle.phases[other]
    leads_there = a.next_x == b.from_x and a.next_y == b.from_y
    return leads_there and b.next_x == a.from_x and b.next_y == a.from_y


@njit
def cross(battle, one, other):
    """Whether the paths of two movers cross in this step (P16, P17, RP17)."""
    return has_same_aim(battle, one, other) or swap(battle, one, other)


@njit
def meet(battle, one, other):
    """Whether the step makes them neighbours, each moving towards the other (RP33)."""
    a = battle.phases[one]
    b = battle.phases[other]
    before = distance(a.from_x, a.from_y, b.from_x, b.from_y)
    if before <= 1 or distance(a.next_x, a.next_y, b.next_x, b.next_y) != 1:
        return False
    if distance(a.next_x, a.next_y, b.from_x, b.from_y) >= before:
        return False
    return distance(b.next_x, b.next_y, a.from_x, a.from_y) < before


@njit
def meets_enemy(battle, actor, moving):
    """Whether a mover's path crosses that of an enemy in this step (P17)."""
    for other in range(battle.num_fighters):
        if is_in(moving, other) and are_enemies(battle, actor, other):
            if cross(battle, actor, other):
                return True
    return False


# --- Arrival (P85, P86, RP33) ---------------------------------------------------------------------


@njit
def all_movers(battle):
    """Mask of the fighters who step into another square."""
    mask = 0
    for actor in range(battle.num_fighters):
        phase = battle.phases[actor]
        if phase.next_x != phase.from_x or phase.next_y != phase.from_y:
            mask |= only(actor)
    return mask


@njit
def is_blocked(battle, actor, stayers):
    """Whether a fighter who stays occupies the square that the step leads to (RP33)."""
    phase = battle.phases[actor]
    while stayers != 0:
        stayer = battle.phases[lowest_bit(stayers)]
        if stayer.from_x == phase.next_x and stayer.from_y == phase.next_y:
            return True
        stayers &= stayers - 1
    return False


@njit
def without_blocked(battle, moving):
    """The movers who are not blocked, nor queue behind one who is (RP33)."""
    holders = standing(battle)
    is_changed = True
    while is_changed:
        is_changed = False
        left = moving
        while left != 0:
            actor = lowest_bit(left)
            if is_blocked(battle, actor, holders & ~moving):
                moving &= ~only(actor)
                is_changed = True
            left &= left - 1
    return moving


@njit
def crossing(battle, moving):
    """Mask of the movers whose path crosses that of another (P16, P17)."""
    mask = 0
    for one in range(battle.num_fighters):
        if is_in(moving, one):
            for other in range(one):
                if is_in(moving, other) and cross(battle, one, other):
                    mask |= only(one) | only(other)
    return mask


@njit
def stops_before_crossing(battle, actor, moving, fallen):
    """Whether a swap of squares fails: between enemies, or by a failed Crash (P85, P86).

    Their paths cross between the squares, so that each stops in his own.
    """
    for other in range(battle.num_fighters):
        if is_in(moving, other) and other != actor and swap(battle, actor, other):
            if are_enemies(battle, actor, other) or is_in(fallen, actor):
                return True
    return False


@njit
def without_swaps(battle, moving, fallen):
    """The movers without those whose swap of squares fails (P85, P86)."""
    mask = moving
    for actor in range(battle.num_fighters):
        if is_in(moving, actor) and stops_before_crossing(battle, actor, moving, fallen):
            mask &= ~only(actor)
    return mask


@njit
def claimants(battle, actor, moving):
    """Mask of the movers who want the same square as one of them."""
    mask = 0
    for other in range(battle.num_fighters):
        if is_in(moving, other) and has_same_aim(battle, actor, other):
            mask |= only(other)
    return mask


@njit
def without_losers(battle, moving, fallen):
    """The movers without those who lose a contested square (P85, P86, RP33).

    A fighter who fails in a Crash lies where the paths crossed; else a die decides. The others
    stop short.
    """
    mask = 0
    settled = 0
    for actor in range(battle.num_fighters):
        if not is_in(moving, actor) or is_in(settled, actor):
            continue
        rivals = claimants(battle, actor, moving)
        if rivals == only(actor):
            mask |= rivals
            continue
        settled |= rivals
        about = lowest_key(battle, rivals)
        if rivals & fallen != 0:
            rivals &= fallen
        mask |= only(draw_one(battle, rivals, about))
    return mask


@njit
def arriving(battle, moving, fallen):
    """Mask of the movers who reach their square (P85, P86, RP33)."""
    moving = without_swaps(battle, moving, fallen)
    return without_blocked(battle, without_losers(battle, moving, fallen))


# --- Crash (P83 to P85, RP35) ---------------------------------------------------------------------


@njit
def do_crash(battle, one, other):
    """Whether two allies whose paths cross crash: once, and not both Ready (P16, RP35)."""
    a = battle.phases[one]
    b = battle.phases[other]
    if a.ready != 0 and b.ready != 0:
        return False
    return not is_in(a.crashed, other) and cross(battle, one, other)


@njit
def keep_balance(battle, actor, other):
    """Roll the saving throw of a crashing fighter. Returns whether he stays up (P83)."""
    sources = FAVORED if battle.phases[actor].ready != 0 else DISFAVORED
    dexterity = battle.fighters[actor].dexterity
    stays_up = saving_throw(battle, actor, other, Save.CRASH, dexterity, sources, 0)
    log_event(battle, Event.CRASH, actor, other, 1 if stays_up else 0, 0, 0)
    return stays_up


@njit
def crash(battle, crossers):
    """Roll for allies whose paths cross. Returns the mask of those who fail (P16, P83, RP35).

    A fighter who meets an enemy in the same step stops in that Clash, without a Crash.
    """
    fallen = 0
    for one in range(battle.num_fighters):
        if not is_in(crossers, one):
            continue
        for other in range(one + 1, battle.num_fighters):
            if not is_in(crossers, other) or are_enemies(battle, one, other):
                continue
            if not do_crash(battle, one, other):
                continue
            if meets_enemy(battle, one, crossers) or meets_enemy(battle, other, crossers):
                continue
            battle.phases[one].crashed |= only(other)
            battle.phases[other].crashed |= only(one)
            if not keep_balance(battle, one, other):
                fallen |= only(one)
            if not keep_balance(battle, other, one):
                fallen |= only(other)
    return fallen


@njit
def suffer_crash(battle, actor):
    """Stop in a Crash: a Ready fighter becomes Not Ready, another falls Prone (P84)."""
    phase = battle.phases[actor]
    fighter = battle.fighters[actor]
    phase.left = 0
    if phase.ready != 0:
        phase.ready = 0
    elif fighter.prone == 0:
        fighter.prone = 1
        log_event(battle, Event.PRONE, actor, NOBODY, 0, 0, 0)


# --- Clash (P86 to P88, RP33, RP34) ---------------------------------------------------------------


@njit
def do_clash(battle, one, other, moving, arrived):
    """Whether two opponents clash in this step, after which they are neighbours (P17, P86, RP33).

    Args:
        battle: after the step.
        one: a fighter.
        other: another.
        moving: mask of the fighters who moved in this step.
        arrived: mask of the fighters who reached their square.
    """
    if not is_in(moving, one) or not is_in(moving, other) or not are_enemies(battle, one, other):
        return False
    if cross(battle, one, other):
        a = battle.fighters[one]
        b = battle.fighters[other]
        return distance(a.x, a.y, b.x, b.y) <= 1
    if is_unaware(battle, one, other) or is_unaware(battle, other, one):
        return False  # neither walks towards one whom he does not know of
    return is_in(arrived, one) and is_in(arrived, other) and meet(battle, one, other)


@njit
def note_clashes(battle, moving, arrived, clashes):
    """Write the mask of opponents with whom each fighter clashes in this step (P86)."""
    for one in range(battle.num_fighters):
        clashes[one] = 0
        for other in range(one):
            if do_clash(battle, one, other, moving, arrived):
                clashes[one] |= only(other)
                clashes[other] |= only(one)


@njit
def tell_clashes(battle, clashes):
    """Log every Clash of the step once."""
    for one in range(battle.num_fighters):
        for other in range(battle.num_fighters):
            if battle.fighters[one].key < battle.fighters[other].key:
                if is_in(clashes[one], other):
                    log_event(battle, Event.CLASH, one, other, 0, 0, 0)


@njit
def suffer_clash(battle, actor):
    """Stop in a Clash: Not Ready for the rest of the phase; the stance stays (P86, RP34)."""
    phase = battle.phases[actor]
    phase.left = 0
    phase.ready = 0
    phase.clashed = 1
