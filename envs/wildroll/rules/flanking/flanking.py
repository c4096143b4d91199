"""Flanking and ignoring a flanker (W32, W34, RW17, H12, QW5)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.bits import lowest_bit
from ....core.compiler.compile import njit, unset
from ....core.engine.battle import MAX_FIGHTERS, NOBODY, log_event
from ....core.maps.hex_grid import angle_is_at_least, axial_column
from ...enums import (
    Act,
    Event,
    Window,
)
from ...state import (
    WEAPON_SLOTS,
)
from ...tables import FLANKING_DEGREES, IS_RANGED, NONE, WEAPON_INCREMENT
from ..combat_sequence.initiative import first_of
from ..combat_sequence.reactions import can_react
from ..combat_sequence.windows import open_window
from ..common_actions.items import LONGEST_REACH, longest_reach, most_in_use, weapon_in
from ..health.bodies import are_enemies, can_act, enemies_of, is_animal, is_dead
from ..movement.spaces import gap, sees, space_of
from ..offensive_actions.attacks import can_shoot_with, increments_to, is_target
from .lines import has_line

FARTHEST_SHOT = most_in_use(np.where(IS_RANGED, WEAPON_INCREMENT - 1, NONE))
"""Free hexes within which a shot with what is in use may help to flank (W32, RW24)."""
FARTHEST_THREAT = np.maximum(LONGEST_REACH, FARTHEST_SHOT)
"""Free hexes within which anything in use may help to flank (W32)."""

# --- Who flanks (W32, W34, RW17) ------------------------------------------------------------------


@njit
def is_ignoring(battle, actor, other):
    """Whether a fighter ignores the flank of another (W34)."""
    return (battle.fighters[actor].ignoring >> other) & 1 == 1


@njit
def fights_itself(battle, actor):
    """Whether a fighter can attack at all; an animal only on command (W32, W106, H25)."""
    fighter = battle.fighters[actor]
    if not can_act(fighter) or not is_animal(fighter):
        return can_act(fighter)
    if fighter.rider == NOBODY or fighter.uncontrolled or not fighter.is_trained:
        return False
    return can_act(battle.fighters[fighter.rider])


@njit
def shoots_as_far(battle, actor, target):
    """Whether a weapon in use would hit a fighter in its first increment, walls aside (W32)."""
    fighter = battle.fighters[actor]
    for slot in range(WEAPON_SLOTS):
        if can_shoot_with(fighter, slot):
            yards = WEAPON_INCREMENT[weapon_in(fighter, slot)]
            if increments_to(battle, actor, target, yards) == 1:
                return True
    return False


@njit
def is_in_threat(battle, actor, target):
    """Whether any weapon in use is long enough, or shoots far enough, for a fighter (W32)."""
    fighter = battle.fighters[actor]
    hexes, reach = gap(battle, actor, target), longest_reach(fighter)
    if reach != NONE and hexes <= reach:
        return True
    if hexes > FARTHEST_SHOT[fighter.race, fighter.held[0] + 1, fighter.held[1] + 1]:
        return False
    return shoots_as_far(battle, actor, target)


@njit
def is_facing(battle, actor, target):
    """Whether an enemy counts among those round a target, walls aside: able, seen (W32, W34)."""
    if not is_in_threat(battle, actor, target):
        return False
    if not is_target(battle, actor, target) or not sees(battle, target, actor):
        return False
    if is_ignoring(battle, target, actor) or is_ignoring(battle, actor, target):
        return False
    return fights_itself(battle, actor)


@njit
def facing(battle, target, others):
    """The subset of enemies who could attack a target if no wall were between (W32)."""
    mask = 0
    if is_dead(battle.fighters[target]):
        return mask
    while others != 0:
        actor = lowest_bit(others)
        others &= others - 1
        if is_facing(battle, actor, target):
            mask |= 1 << actor
    return mask


@njit
def without_walled(battle, target, mask):
    """The subset with a clear line to a target, or a melee weapon beside it (H22)."""
    left = mask
    while left != 0:
        actor = lowest_bit(left)
        left &= left - 1
        is_armed = longest_reach(battle.fighters[actor]) != NONE
        is_near = is_armed and gap(battle, actor, target) <= 0
        if not is_near and not has_line(battle, actor, target):
            mask &= ~(np.int64(1) << actor)
    return mask


@njit
def attackers_among(battle, target, others):
    """The subset of enemies who can attack a target now (W32)."""
    return without_walled(battle, target, facing(battle, target, others))


@njit
def attackers_of(battle, target):
    """Set of all who can attack a target now (W32)."""
    return attackers_among(battle, target, enemies_of(battle, target))


@njit
def separation(battle, target, one, other):
    """Whether two are at least 120 degrees apart, from the centre of the target's hex (RW17)."""
    it, a, b = battle.fighters[target], battle.fighters[one], battle.fighters[other]
    return angle_is_at_least(FLANKING_DEGREES, it.x, it.y, a.x, a.y, b.x, b.y)


@njit
def is_apart_from_any(battle, target, actor, mask):
    """Whether a fighter is 120 degrees apart from any of a set round a target (W32)."""
    for other in range(battle.num_fighters):
        if (mask >> other) & 1 == 1 and separation(battle, target, actor, other):
            return True
    return False


@njit
def is_surrounded_by(battle, target, others):
    """Whether two enemies of a set who can attack a target are 120 degrees apart (W32, RW17)."""
    mask = facing(battle, target, others)
    if mask & (mask - 1) == 0:
        return False
    mask = without_walled(battle, target, mask)
    for actor in range(battle.num_fighters):
        if (mask >> actor) & 1 == 1 and is_apart_from_any(battle, target, actor, mask):
            return True
    return False


@njit
def helps_flank(battle, actor, target):
    """Whether a fighter is one of two flankers of a target (W32, W34)."""
    mask = attackers_of(battle, target)
    return (mask >> actor) & 1 == 1 and is_apart_from_any(battle, target, actor, mask)


# --- Who is flanked (W32, W34) --------------------------------------------------------------------


@njit
def is_flanked(battle, target):
    """Whether a fighter is flanked, as `update_flanked` last found out (W32)."""
    return (battle.flanked >> target) & 1 == 1


@njit
def is_rear(battle, actor, target):
    """Whether the attacker is one whom the target ignores (W34)."""
    return is_ignoring(battle, target, actor)


@njit
def write_threats(battle, threats):
    """Write the position and the threat range of each fighter (W32, W113, RW24).

    Rows: axial column, row, steps between centres to who fills its hex only, and its own space.
    """
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        farthest = np.int64(FARTHEST_THREAT[fighter.race, fighter.held[0] + 1, fighter.held[1] + 1])
        threats[0, actor] = axial_column(fighter.x, fighter.y)
        threats[1, actor] = fighter.y
        threats[2, actor] = farthest + 1 + space_of(fighter)
        threats[3, actor] = space_of(fighter)


@njit
def near_enough(threats, target, others):
    """The subset of enemies whose weapons may reach a target (W32)."""
    mask = 0
    while others != 0:
        actor = lowest_bit(others)
        others &= others - 1
        across = threats[0, actor] - threats[0, target]
        down = threats[1, actor] - threats[1, target]
        steps = max(abs(across), abs(down), abs(across + down))
        mask |= np.int64(steps <= threats[2, actor] + threats[3, target]) << actor
    return mask


@njit
def log_flanks(battle, before, now):
    """Log the fighters whose flank begins, and the living for whom it ends (W32)."""
    for target in range(battle.num_fighters):
        is_now = (now >> target) & 1
        if is_now == (before >> target) & 1 or is_dead(battle.fighters[target]):
            continue
        log_event(battle, Event.FLANKED, target, NOBODY, is_now, 0, 0)


@njit
def update_flanked(battle):
    """Update who is flanked, and who is to be asked about it (W32, W34)."""
    before, now = battle.flanked, 0
    threats = unset(4, MAX_FIGHTERS)
    write_threats(battle, threats)
    for target in range(battle.num_fighters):
        others = near_enough(threats, target, enemies_of(battle, target))
        if others & (others - 1) != 0 and is_surrounded_by(battle, target, others):
            now |= 1 << target
    if now != before:
        log_flanks(battle, before, now)
    battle.flanked = now
    battle.newly_flanked = (battle.newly_flanked | ~before) & now


# --- Ignoring (W34, H12, QW5) ---------------------------------------------------------------------


@njit
def may_switch(battle, actor, other):
    """Whether a fighter has not yet changed in this turn whether it ignores another (H12)."""
    return (battle.fighters[actor].switched >> other) & 1 == 0


@njit
def may_ignore(battle, actor, other):
    """Whether a fighter may ignore an enemy whom it sees (W34, H12)."""
    if not may_switch(battle, actor, other) or is_ignoring(battle, actor, other):
        return False
    return are_enemies(battle, actor, other) and is_target(battle, actor, other)


@njit
def may_heed(battle, actor, other):
    """Whether a fighter may stop ignoring another (W34, H12)."""
    return may_switch(battle, actor, other) and is_ignoring(battle, actor, other)


@njit
def ignore(battle, actor, other):
    """A fighter ignores another's flank (W34)."""
    fighter = battle.fighters[actor]
    fighter.ignoring = fighter.ignoring | (1 << other)
    fighter.switched = fighter.switched | (1 << other)
    log_event(battle, Event.IGNORES, actor, other, 1, 0, 0)
    update_flanked(battle)


@njit
def ignore_at_once(battle, actor, other):
    """Ignore an enemy as a free reaction when flanked; it ends readiness (W34, W80).

    While the fighter is flanked still, it is asked again.
    """
    battle.fighters[actor].readied = Act.NONE
    ignore(battle, actor, other)
    battle.newly_flanked |= battle.flanked & (1 << actor)


@njit
def heed(battle, actor, other):
    """A fighter ignores another's flank no longer (W34)."""
    fighter = battle.fighters[actor]
    fighter.ignoring = fighter.ignoring & ~(1 << other)
    fighter.switched = fighter.switched | (1 << other)
    log_event(battle, Event.IGNORES, actor, other, 0, 0, 0)
    update_flanked(battle)


@njit
def can_ignore(battle, actor):
    """Whether a fighter may ignore any enemy (W34)."""
    for other in range(battle.num_fighters):
        if may_ignore(battle, actor, other):
            return True
    return False


@njit
def ask_flanked(battle):
    """Ask the next fighter who has become flanked whom it ignores (W34, QW5, XW3).

    A new flank is a trigger of its own: answers to the action under way do not count (W60).
    """
    mask = battle.newly_flanked
    for actor in range(battle.num_fighters):
        if (mask >> actor) & 1 == 1:
            if not can_react(battle, actor) or not can_ignore(battle, actor):
                mask &= ~(1 << actor)
    actor = first_of(battle, mask)
    battle.newly_flanked = mask
    if actor != NOBODY:
        battle.newly_flanked = mask & ~(1 << actor)
        open_window(battle, actor, Window.FLANKED)
