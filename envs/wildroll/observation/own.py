"""The block of oneself: sheet, pools, baggage, surroundings (RW26, XW2)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch, unset
from ...core.engine.battle import NOBODY, slot_of
from ...core.engine.layout import capped, put, scale_row, within_one
from ...core.maps.hex_grid import (
    HEX_SIDES,
    hex_distance,
    hex_neighbour_x,
    hex_neighbour_y,
)
from ...core.maps.square_grid import COLUMNS, ROWS
from ..enums import Attribute, Level, Skill
from ..rules.combat_sequence.points import (
    excess_at_turn_end,
    most_points,
    round_start_points,
    turn_end_points,
)
from ..rules.common_actions.items import is_melee_slot, is_ranged_slot, weapon_in
from ..rules.common_actions.spells import knows
from ..rules.health.bodies import are_enemies, attribute, skill
from ..rules.health.wounds import slots, wounds_at
from ..rules.movement.movement import burden, free_sides, light_cost, mover_of, rate_of
from ..rules.movement.spaces import write_taken
from ..rules.rolls.checks import melee_modifier, ranged_modifier
from ..rules.stamina.stamina import normal_stamina
from ..state import GROUND_CAPACITY, PACK
from ..tables import LEVELS, NONE, SPELL_NAMES
from .body import (
    EDGE,
    FIRST_ITEM,
    MAIN,
    NATURAL,
    OFF,
    WEAPON_LOOK,
    see_body,
    see_thing,
    see_weapon,
)
from .layout import (
    ACT_LOOK,
    ATTRIBUTES,
    GROUND_ITEMS,
    GROUND_LENGTH,
    OWN,
    PER,
    THING_LENGTH,
)
from .rays import see_current, see_offset, see_rays

SECOND_NATURAL = NATURAL + 1
"""Weapon slot of the second natural weapon."""
NUM_ATTRIBUTES, NUM_SKILLS, NUM_SPELLS = len(Attribute), len(Skill), len(SPELL_NAMES)
ATTRIBUTE_SCALE = scale_row([ATTRIBUTES])
NO_ITEM = COLUMNS * ROWS * GROUND_CAPACITY
"""The number that `write_nearest` writes where no item is left, above that of any item."""

# --- The sheet (XW2) ------------------------------------------------------------------------------


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    see_body(battle, actor, actor, out, at)
    see_arsenal(me, out, at)
    for which in range(NUM_ATTRIBUTES):
        out[at + OWN.attributes + which] = attribute(me, which) * ATTRIBUTE_SCALE[which]
    for which in range(NUM_SKILLS):
        out[at + OWN.skills + which] = skill(me, which) * PER.skills
    see_pools(me, out, at)
    see_free_slots(me, out, at + OWN.slots_left)
    for spell in range(NUM_SPELLS):
        out[at + OWN.spells + spell] = knows(me, spell)
    put(ACT_LOOK[me.readied], out, at + OWN.readied)
    see_long_target(battle, actor, out, at)
    see_baggage(me, out, at)
    see_gains(me, out, at)
    out[at + OWN.hidden] = me.hidden
    out[at + OWN.hurrying] = me.hurrying
    see_standpoint(battle, actor, out, at)


@njit
def see_arsenal(me, out, at):
    """Natural weapons, the edge of the second weapon, the modifier of attacks (W21, W22, RW7)."""
    see_weapon(weapon_in(me, NATURAL), out, at + OWN.natural)
    second = weapon_in(me, OFF)
    if second == NONE:
        second = weapon_in(me, SECOND_NATURAL)
    out[at + OWN.off_edge] = WEAPON_LOOK[second + FIRST_ITEM, EDGE]
    if is_ranged_slot(me, MAIN):
        out[at + OWN.attack] = within_one(ranged_modifier(me, MAIN) * PER.attack)
        return
    slot = MAIN if is_melee_slot(me, MAIN) else NATURAL
    if weapon_in(me, slot) != NONE:
        out[at + OWN.attack] = within_one(melee_modifier(me, slot) * PER.attack)


@njit
def see_long_target(battle, actor, out, at):
    """Target of one's long action by its slot, none if it is oneself (W49)."""
    target = battle.fighters[actor].long_target
    if target == NOBODY or target == actor:
        return
    place = 1 + slot_of(battle, target)
    if not are_enemies(battle, actor, target):
        place = np.int64(target > actor) - place
    out[at + OWN.long_target] = place * PER.long_target


@njit
def share_of_fatigue(fighter):
    """Fatigue of the normal maximum of stamina, at most 1 (W14)."""
    return min(1.0, fighter.fatigue / max(1, normal_stamina(fighter)))


@njit
def see_pools(me, out, at):
    """Stamina, fatigue, mana (W11 to W16)."""
    out[at + OWN.stamina] = capped(me.stamina, PER.stamina)
    out[at + OWN.fatigue] = share_of_fatigue(me)
    out[at + OWN.mana] = capped(me.mana, PER.mana)
    out[at + OWN.invested] = capped(me.invested, PER.invested)


@njit
def see_free_slots(fighter, out, at):
    """Free wound slots of each level (W4, W5)."""
    for level in range(Level.LIGHT, Level.LIGHT + LEVELS):
        free = max(0, slots(fighter, level) - wounds_at(fighter, level))
        out[at + level - Level.LIGHT] = capped(free, PER.slots_left)


@njit
def see_baggage(me, out, at):
    """Potions and what is stowed (W81)."""
    out[at + OWN.potions] = capped(me.potions, PER.potions)
    for place in range(PACK):
        see_thing(me.pack[place], out, at + OWN.pack_0_weapon + place * THING_LENGTH)


@njit
def see_gains(me, out, at):
    """AP that come in, that one can have, and that would be lost (W45 to W48)."""
    speed = attribute(me, Attribute.SPEED)
    gains = round_start_points(speed) + turn_end_points(speed)
    out[at + OWN.round_gains] = gains * PER.round_gains
    out[at + OWN.points_most] = most_points(speed) * PER.points_most
    out[at + OWN.excess] = capped(excess_at_turn_end(me), PER.excess)


# --- Where one is (W63, W68, H21) -----------------------------------------------------------------


@njit
def see_standpoint(battle, actor, out, at):
    """Rate, place, and where one, or the animal that one rides, could go (W63, W68)."""
    mover = mover_of(battle, actor)
    if mover == NOBODY:
        mover = actor
    me = battle.fighters[mover]
    out[at + OWN.rate] = capped(rate_of(battle, mover), PER.rate)
    out[at + OWN.position_column] = me.x * PER.position_column
    out[at + OWN.position_row] = me.y * PER.position_row
    see_sides_to_go(battle, mover, out, at)
    see_rays(battle, me.x, me.y, out, at)
    see_current(battle, out, at)
    see_items_around(battle, me, out, at)


@njit
def see_sides_to_go(battle, mover, out, at):
    """Points of a yard to each side on which one could go (W68, H21)."""
    me = battle.fighters[mover]
    taken = scratch(1, ROWS)[0]
    write_taken(battle, mover, taken)
    sides = free_sides(battle, mover, taken)
    factor = burden(battle, mover)
    points = factor
    for side in range(HEX_SIDES):
        if (sides >> side) & 1 == 1:
            if battle.has_ground:
                x, y = hex_neighbour_x(me.x, me.y, side), hex_neighbour_y(me.y, side)
                points = factor * light_cost(battle, mover, x, y)
            out[at + OWN.cost_sides + side] = capped(points, PER.cost_sides)


# --- What lies about (H29) ------------------------------------------------------------------------


@njit
def write_nearest(battle, me, nearest):
    """Write the nearest items on the ground in order, as steps times the places plus the place.

    Of equally near items the lowest place comes first; `NO_ITEM` stands behind the last (H29).
    """
    for rank in range(GROUND_ITEMS):
        nearest[rank] = NO_ITEM
    for place in range(GROUND_CAPACITY):
        if battle.ground_item[place] != NONE:
            steps = hex_distance(me.x, me.y, battle.ground_x[place], battle.ground_y[place])
            left = np.int64(steps) * GROUND_CAPACITY + place
            for rank in range(GROUND_ITEMS):
                nearer = min(left, nearest[rank])
                left = max(left, nearest[rank])
                nearest[rank] = nearer


@njit
def see_items_around(battle, me, out, at):
    """The nearest items on the ground: their kind and where they lie (H29)."""
    nearest = unset(1, GROUND_ITEMS)[0]
    write_nearest(battle, me, nearest)
    for rank in range(GROUND_ITEMS):
        if nearest[rank] == NO_ITEM:
            return
        place = nearest[rank] % GROUND_CAPACITY
        start = at + OWN.ground_0_weapon + rank * GROUND_LENGTH
        see_thing(battle.ground_item[place], out, start)
        x, y = battle.ground_x[place], battle.ground_y[place]
        see_offset(me.x, me.y, x, y, out, start + THING_LENGTH)
