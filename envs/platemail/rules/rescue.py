"""Rescue: lifting, carrying and setting down (P81, RP33, RP42)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, log_event
from ...core.maps.square_grid import distance
from ..enums import (
    Act,
    Event,
    Life,
    Roll,
)
from ..tables import MOVE_STEPS
from .bodies import are_enemies, is_able, is_entrapped, lost_actions, may_walk
from .clashes import draw_one, holds_square, only
from .rolls import (
    roll,
)
from .sight import gap, is_floor

SQUARE_DRAW = 60
"""Ordinal of the die for the square of a carried fighter who is set down."""


@njit
def goes_on_carrying(battle, carrier):
    """Whether the action is a Rescue of the fighter he already carries (P81, RP42)."""
    phase = battle.phases[carrier]
    if phase.act != Act.RESCUE or battle.fighters[carrier].life != Life.ABLE:
        return False
    carried = battle.fighters[carrier].carrying
    is_another = 0 <= phase.target < battle.num_fighters and phase.target != carried
    return not is_another and battle.fighters[carried].life != Life.DEAD


@njit
def can_carry(battle, rescuer, ally):
    """Whether he goes on carrying the ally, or neither of the two carries or is carried (RP42)."""
    fighter, it = battle.fighters[rescuer], battle.fighters[ally]
    if fighter.carrying != NOBODY:
        return fighter.carrying == ally
    return it.carried_by == NOBODY and it.carrying == NOBODY


@njit
def can_bring(battle, carrier, burden, healer):
    """Whether a fighter can carry another to the healer's side in a phase (P81, RP42).

    Those who carry them now may set them down when the phase begins.
    """
    it = battle.fighters[carrier]
    if lost_actions(it) > 0 or not may_walk(it):
        return False
    return is_short_haul(battle, carrier, burden, healer)


@njit
def is_short_haul(battle, carrier, burden, healer):
    """Whether the way of a Rescue leads to the one carried and on to the healer's side (P81)."""
    it, he, me = battle.fighters[carrier], battle.fighters[burden], battle.fighters[healer]
    for y in range(he.y - 1, he.y + 2):
        for x in range(he.x - 1, he.x + 2):
            steps = distance(it.x, it.y, x, y) + max(0, distance(x, y, me.x, me.y) - 1)
            if steps <= MOVE_STEPS and is_floor(battle, x, y):
                return True
    return False


# --- Lifting (P81, RP42) --------------------------------------------------------------------------


@njit
def is_free_to_lift(battle, carrier, burden):
    """Whether a rescuer has reached the ally or fallen enemy he is to pick up (P81, RP42)."""
    fighter = battle.fighters[carrier]
    phase = battle.phases[carrier]
    if phase.act != Act.RESCUE or phase.able == 0 or phase.target != burden or carrier == burden:
        return False
    if not holds_square(fighter) or fighter.carrying >= 0 or phase.clashed != 0:
        return False
    if are_enemies(battle, carrier, burden) and is_able(battle.fighters[burden]):
        return False  # only the helpless can be carried off
    return fighter.prone == 0 and not is_entrapped(fighter) and gap(battle, carrier, burden) <= 1


@njit
def can_be_lifted(battle, burden):
    """Whether a fighter can be picked up: not dead, not carried, not rescuing."""
    fighter = battle.fighters[burden]
    if fighter.life == Life.DEAD or fighter.carried_by >= 0 or fighter.carrying >= 0:
        return False
    return battle.phases[burden].act != Act.RESCUE or not is_able(fighter)


@njit
def lose_action(phase):
    """A carried fighter loses his action and its stance; a Dazed one had none (RP42)."""
    if phase.able == 0 or phase.act == Act.DAZED:
        return
    phase.act = Act.CARRIED
    phase.verb = NOBODY
    phase.target = NOBODY
    phase.melee = 0
    phase.missiles = 0
    phase.saves = 0
    phase.slips = 0


@njit
def lift(battle, carrier, burden):
    """Pick an ally up: he comes along, and loses his action if he could act (P81, RP42)."""
    fighter = battle.fighters[burden]
    phase = battle.phases[burden]
    battle.fighters[carrier].carrying = burden
    fighter.carried_by = carrier
    fighter.x = battle.fighters[carrier].x
    fighter.y = battle.fighters[carrier].y
    phase.left = 0
    phase.ready = 0
    lose_action(phase)
    log_event(battle, Event.PICKED_UP, carrier, burden, 0, 0, 0)


@njit
def has_rescuer(battle):
    """Whether any fighter wants to pick up an ally in this phase (P81)."""
    for actor in range(battle.num_fighters):
        if battle.phases[actor].act == Act.RESCUE:
            return True
    return False


@njit
def lift_all(battle):
    """All rescuers who arrived pick up their ally; of several, one by lot (P81, RP42)."""
    if not has_rescuer(battle):
        return
    for burden in range(battle.num_fighters):
        if not can_be_lifted(battle, burden):
            continue
        mask = 0
        for carrier in range(battle.num_fighters):
            if is_free_to_lift(battle, carrier, burden):
                mask |= only(carrier)
        if mask != 0:
            lift(battle, draw_one(battle, mask, burden), burden)


# --- Setting down (RP33, RP42) --------------------------------------------------------------------


@njit
def set_down(battle, carrier):
    """Set a fighter down; one who can stand gets a square of his own (RP33, RP42)."""
    carried = battle.fighters[carrier].carrying
    battle.fighters[carrier].carrying = NOBODY
    log_event(battle, Event.SET_DOWN, carrier, carried, 0, 0, 0)
    it = battle.fighters[carried]
    if is_able(it) and is_taken(battle, it.x, it.y):
        radius = 1
        while not put_down(battle, carrier, carried, radius) and radius < battle.width:
            radius += 1
    it.carried_by = NOBODY


@njit
def is_taken(battle, x, y):
    """Whether a fighter able to act stands in the square (RP12, RP33)."""
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if holds_square(it) and it.x == x and it.y == y:
            return True
    return False


@njit
def can_be_put(battle, carrier, x, y, radius):
    """Whether the square at this offset from the carrier is free floor."""
    it = battle.fighters[carrier]
    if distance(it.x, it.y, x, y) != radius or not is_floor(battle, x, y):
        return False
    return not is_taken(battle, x, y)


@njit
def put_down(battle, carrier, carried, radius):
    """Put a carried fighter into a free square at this distance, by a die; False: none (RP42)."""
    it = battle.fighters[carrier]
    left, top = it.x - radius, it.y - radius
    count = 0
    for place in range((2 * radius + 1) * (2 * radius + 1)):
        x, y = left + place % (2 * radius + 1), top + place // (2 * radius + 1)
        count += can_be_put(battle, carrier, x, y, radius)
    if count == 0:
        return False
    chosen = roll(battle, count, Roll.TIE, carrier, carried, SQUARE_DRAW) if count > 1 else 1
    for place in range((2 * radius + 1) * (2 * radius + 1)):
        x, y = left + place % (2 * radius + 1), top + place // (2 * radius + 1)
        chosen -= can_be_put(battle, carrier, x, y, radius)
        if chosen == 0:
            battle.fighters[carried].x = x
            battle.fighters[carried].y = y
            return True
    return False
