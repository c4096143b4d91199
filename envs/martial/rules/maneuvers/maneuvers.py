"""The ten maneuvers: their conditions and their effects (D49 to D52, D97, RD16, RD17)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, has_full_choices, log_event
from ....core.maps.square_grid import (
    DX,
    DY,
)
from ...enums import (
    Attribute,
    Event,
    Maneuver,
    Taking,
)
from ...state import (
    HANDS,
    PACK,
)
from ...tables import (
    MANEUVER_SKILL,
    NONE,
    SHOVE_FEET,
    SHOVE_PER_DEGREE,
    SQUARE,
    STRENGTH_ALONE,
    SUNDER_DESTROYS,
)
from ..attack_roll.checks import is_trained, skill_modifier
from ..initiative import reveal
from ..injuries.bodies import attribute, is_off_guard
from ..injuries.conditions import can_grip, end_grapple, fall_prone, trick
from ..positioning.sight import are_level, can_target, feet_between
from ..positioning.squares import occupant, sides_that_seem_free
from ..rounds_and_actions.items import (
    can_hold,
    drop,
    empty_hand,
    free_place,
    longest_reach,
    put_in_pack,
    put_on_ground,
    take_in_hand,
)
from .directions import (
    drag_sides,
    is_movable,
    is_side_free,
    overrun_sides,
    possible_directions,
    reposition_sides,
    shove_sides,
)

# --- The roll (D49 to D52, RD16) ------------------------------------------------------------------


@njit
def maneuver_modifier(fighter, maneuver):
    """Modifier of a maneuver: the skill, for Sunder Strength (D51, D52, RD16)."""
    skill = MANEUVER_SKILL[maneuver]
    if skill == STRENGTH_ALONE:
        return attribute(fighter, Attribute.STRENGTH)
    return skill_modifier(fighter, skill)


@njit
def is_trained_for(fighter, maneuver):
    """Whether a maneuver does not provoke its target; Sunder needs no training (D50)."""
    skill = MANEUVER_SKILL[maneuver]
    return skill == STRENGTH_ALONE or is_trained(fighter, skill)


# --- Items that can be taken or broken (RD17) -----------------------------------------------------


@njit
def hands_at_risk(fighter):
    """The hands whose item can be disarmed or sundered, a bit each (RD17)."""
    hands = 0
    for hand in range(HANDS):
        hands |= np.int64(fighter.held[hand] != NONE) << hand
    return hands


@njit
def places_at_risk(fighter):
    """The places of the pack from which an item can be stolen, a bit each (RD17)."""
    places = 0
    for place in range(PACK):
        places |= np.int64(fighter.pack[place] != NONE) << place
    return places


@njit
def items_at_risk(fighter, maneuver):
    """The items that a maneuver can affect, a bit each: the hands, then the pack (RD17)."""
    if maneuver == Maneuver.DISARM or maneuver == Maneuver.SUNDER:
        return hands_at_risk(fighter)
    return places_at_risk(fighter) << HANDS if maneuver == Maneuver.STEAL else 0


@njit
def must_choose_item(battle, attack):
    """Whether a successful Disarm, Sunder or Steal leaves a choice among several items (RD17)."""
    if attack.escape or not has_full_choices(battle, attack.attacker):
        return False
    items = items_at_risk(battle.fighters[attack.target], attack.maneuver)
    return items & (items - 1) != 0


@njit
def affected_item(fighter, attack):
    """The item that a maneuver affects, hands first: the chosen one, else the first (RD17, H10)."""
    items = items_at_risk(fighter, attack.maneuver)
    if attack.taken != NONE and (items >> attack.taken) & 1 == 1:
        return np.int64(attack.taken)
    return lowest_bit(items)


# --- Conditions (D49, RD17) -----------------------------------------------------------------------


@njit
def moves_target(maneuver):
    """Whether a maneuver moves only its target (RD17)."""
    return maneuver == Maneuver.REPOSITION or maneuver == Maneuver.SHOVE


@njit
def may_grapple(battle, attacker, target):
    """Grapple: neither is in a grapple, both as high up, and a hand to hold with (RD17)."""
    if not is_movable(battle, attacker, target) or not are_level(battle, attacker, target):
        return False
    return can_grip(battle.fighters[attacker])


@njit
def movements_possible(battle, attacker, target):
    """The maneuvers that could move a fighter, a bit each (RD17)."""
    maneuvers = 0
    if overrun_sides(battle, attacker, target) != 0:
        maneuvers |= 1 << Maneuver.OVERRUN
    if not is_movable(battle, attacker, target):
        return maneuvers
    free = sides_that_seem_free(battle, attacker, target, target)
    if shove_sides(battle, attacker, target, free) != 0:
        maneuvers |= 1 << Maneuver.SHOVE
    if reposition_sides(battle, attacker, target, free) != 0:
        maneuvers |= 1 << Maneuver.REPOSITION
    if drag_sides(battle, attacker, target) != 0:
        maneuvers |= 1 << Maneuver.DRAG
    return maneuvers


@njit
def effective_maneuvers(battle, attacker, target):
    """The maneuvers that would have an effect on success, a bit each (RD17)."""
    fighter = battle.fighters[target]
    maneuvers = movements_possible(battle, attacker, target)
    if hands_at_risk(fighter) != 0:
        maneuvers |= 1 << Maneuver.DISARM | 1 << Maneuver.SUNDER
    if may_grapple(battle, attacker, target):
        maneuvers |= 1 << Maneuver.GRAPPLE
    if places_at_risk(fighter) != 0:
        maneuvers |= 1 << Maneuver.STEAL
    if not is_off_guard(fighter):
        maneuvers |= 1 << Maneuver.TRICK
    if not fighter.prone:
        maneuvers |= 1 << Maneuver.TRIP
    return maneuvers


@njit
def has_effect(battle, attacker, target, maneuver):
    """Whether a successful maneuver would have an effect (RD17)."""
    return (effective_maneuvers(battle, attacker, target) >> maneuver) & 1 == 1


@njit
def may_maneuver(battle, attacker, target, maneuver):
    """Whether a maneuver is possible: target within reach, and an effect (D49, RD17)."""
    if not can_target(battle, attacker, target):
        return False
    if feet_between(battle, attacker, target) > longest_reach(battle.fighters[attacker]):
        return False
    return has_effect(battle, attacker, target, maneuver)


# --- Effects (D97, RD17) --------------------------------------------------------------------------


@njit
def squares_moved(degrees):
    """Squares of a Shove or Drag: 5 feet, and 5 for each degree (RD17)."""
    return (SHOVE_FEET + SHOVE_PER_DEGREE * degrees) // SQUARE


@njit
def step_to(battle, actor, side):
    """Move a fighter to the next square in a direction."""
    fighter = battle.fighters[actor]
    fighter.x = fighter.x + DX[side]
    fighter.y = fighter.y + DY[side]


@njit
def find_in_the_way(battle, x, y):
    """A fighter who hides in a square that another is moved against is found (RD46)."""
    other = occupant(battle, x, y)
    if other != NOBODY:
        reveal(battle, other)


@njit
def enter_side(battle, actor, side):
    """Move a fighter to the next square; not into one who hides there, who is found (RD46)."""
    if is_side_free(battle, actor, side):
        step_to(battle, actor, side)
        return True
    fighter = battle.fighters[actor]
    find_in_the_way(battle, fighter.x + DX[side], fighter.y + DY[side])
    return False


@njit
def log_effect(battle, attack):
    """Log that a maneuver has its effect (D97, RD17)."""
    attacker, target = attack.attacker, attack.target
    log_event(battle, Event.MANEUVER, attacker, target, attack.maneuver, attack.degrees, 0)


@njit
def grapple(battle, attacker, target):
    """Hold the target: neither leaves its square (RD17)."""
    battle.fighters[attacker].grapple = target
    battle.fighters[attacker].is_grappler = True
    battle.fighters[target].grapple = attacker
    battle.fighters[target].is_grappler = False


@njit
def steal(battle, attacker, target, place):
    """Take a stowed item into a free hand or the pack, or let it fall (RD17)."""
    thief, victim = battle.fighters[attacker], battle.fighters[target]
    item, damaged = victim.pack[place], victim.damaged_pack[place]
    victim.pack[place] = NONE
    victim.damaged_pack[place] = 0
    log_event(battle, Event.TAKES, attacker, target, Taking.STEALS, item, 0)
    if can_hold(thief, item):
        take_in_hand(battle, attacker, item, damaged)
    elif free_place(thief) != NONE:
        put_in_pack(thief, item, damaged)
    else:
        put_on_ground(battle, thief.x, thief.y, item, damaged)


@njit
def sunder(battle, attacker, target, hand):
    """Injure the item in a hand; the second injury destroys it (RD17)."""
    fighter = battle.fighters[target]
    fighter.damaged[hand] += 1
    now = fighter.damaged[hand]
    log_event(battle, Event.SUNDERED, attacker, target, now, fighter.held[hand], 0)
    if now >= SUNDER_DESTROYS:
        empty_hand(battle, target, hand)


@njit
def move_target(battle, attack, side):
    """Reposition one square, Shove as far as squares are free, in a direction (RD17)."""
    attacker, target, maneuver = attack.attacker, attack.target, attack.maneuver
    if not (possible_directions(battle, attacker, target, maneuver) >> side) & 1:
        return
    squares = 1 if maneuver == Maneuver.REPOSITION else squares_moved(attack.degrees)
    for gone in range(squares):
        if not enter_side(battle, target, side):
            return
        if gone == 0:
            log_effect(battle, attack)


@njit
def apply_unmoved(battle, attack):
    """Carry out a maneuver that moves nobody (RD17)."""
    attacker, target, maneuver = attack.attacker, attack.target, attack.maneuver
    if maneuver == Maneuver.DISARM:
        drop(battle, target, affected_item(battle.fighters[target], attack))
    elif maneuver == Maneuver.GRAPPLE:
        grapple(battle, attacker, target)
    elif maneuver == Maneuver.STEAL:
        place = affected_item(battle.fighters[target], attack) - HANDS
        steal(battle, attacker, target, place)
    elif maneuver == Maneuver.SUNDER:
        sunder(battle, attacker, target, affected_item(battle.fighters[target], attack))
    elif maneuver == Maneuver.TRICK:
        trick(battle, target)
    else:
        fall_prone(battle, target)


@njit
def carry_out(battle, frame, side):
    """Apply a successful maneuver, in a direction if it moves its target (RD17).

    For Drag and Overrun see `drag_and_overrun.py`.
    """
    attack = battle.attacks[frame]
    if attack.escape:
        end_grapple(battle, attack.attacker)
    elif moves_target(attack.maneuver):
        move_target(battle, attack, side)
    else:
        log_effect(battle, attack)
        if has_effect(battle, attack.attacker, attack.target, attack.maneuver):
            apply_unmoved(battle, attack)


@njit
def release(battle, actor):
    """Let go of the grappled fighter (RD17)."""
    if battle.fighters[actor].is_grappler:
        end_grapple(battle, actor)
