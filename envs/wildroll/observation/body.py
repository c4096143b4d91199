"""The part of a fighter that all see, as numbers in [-1, 1] (XW2)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains, lowest_bit, set_of
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.engine.layout import capped, places, put, table, within_one
from ...core.engine.seats import seat_share
from ..enums import Act, Condition, Level, Water
from ..rules.common_actions.items import (
    free_hands,
    has_kit,
    is_melee_slot,
    may_reload,
    weapon_in,
)
from ..rules.defense.defences import block_of
from ..rules.grappling.grapples import holders_of
from ..rules.health.bodies import (
    can_act,
    is_conscious,
    is_dead,
    is_mounted,
    is_pinned,
    size_of,
)
from ..rules.health.conditions import condition_level
from ..rules.health.wounds import wounds_at
from ..rules.miscellaneous_actions.objects import is_called_up
from ..rules.movement.movement import points_left
from ..rules.movement.spaces import sees
from ..rules.movement.terrain import is_climbing, water_at
from ..rules.stamina.stamina import is_exhausted, is_staggered
from ..state import HANDS
from ..tables import (
    ARMOUR_TOUGHNESS,
    CHARM_EFFECTS,
    IS_CONCUSSIVE,
    IS_KIT,
    IS_MELEE,
    IS_PENETRATING,
    IS_PIERCING,
    IS_RANGED,
    IS_SHIELD,
    IS_SLICING,
    LEVELS,
    NONE,
    WEAPON_ACCURACY,
    WEAPON_DAMAGE,
    WEAPON_INCREMENT,
    WEAPON_REACH,
)
from .layout import ACT_KINDS, BODY, FIRST_OFF, PER, THING_PIECES, WEAPON_PIECES

# --- Numbers that an item decides, ready to be copied; row 0 is no item ---------------------------

FIRST_ITEM = 1
"""Row of the first item."""
STRIKES_INTO = np.where(IS_MELEE, WEAPON_REACH + 1, 0)
"""Hexes that a melee weapon strikes into, 0 of other items (RW32)."""
WEAPON_LOOK = table(
    WEAPON_PIECES,
    {
        "reach": STRIKES_INTO,
        "increment": WEAPON_INCREMENT,
        "damage": WEAPON_DAMAGE,
        "accuracy": WEAPON_ACCURACY,
        "edge": np.select(
            [IS_PIERCING, IS_CONCUSSIVE, IS_SLICING, IS_PENETRATING], [1, 0.5, -0.5, -1]
        ),
    },
    empty=FIRST_ITEM,
)
OFF_LOOK = WEAPON_LOOK[:, FIRST_OFF:].copy()
"""The look of a weapon in the off hand of another fighter."""
EDGE = places(WEAPON_PIECES).edge
"""Column of `WEAPON_LOOK` with the edge."""
THING_LOOK = table(
    THING_PIECES,
    {
        "weapon": np.select([IS_MELEE, IS_RANGED], [1, -1]),
        "tool": np.select([IS_SHIELD, IS_KIT], [1, -1]),
    },
    empty=FIRST_ITEM,
)
MAIN, OFF = range(HANDS)
NATURAL = HANDS
"""Weapon slot of the first natural weapon."""
NUM_CONDITIONS = len(Condition)
LONG_ATTACKS = set_of(*ACT_KINDS["strike"], Act.FIRE_BOLT, Act.GRAPPLE)
FREE, AWAKE = 1.0, 0.5
RIDES, IS_RIDDEN = 1.0, -1.0
UNDER_WATER, CLIMBS = 1.0, -1.0
WITHOUT_CONTROL = -1.0


@njit
def count_bits(mask):
    """How many a set has."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@njit
def see_weapon(item, out, at):
    """The look of a weapon, all 0 of none."""
    put(WEAPON_LOOK[item + FIRST_ITEM], out, at)


@njit
def see_thing(item, out, at):
    """The kind of an item; all flags are 0 without an item."""
    put(THING_LOOK[item + FIRST_ITEM], out, at)


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def see_body(battle, viewer, actor, out, at):
    """Write the part of a living fighter that all see, except when its turn comes (XW2)."""
    fighter = battle.fighters[actor]
    see_life(fighter, out, at)
    see_arms(fighter, out, at)
    see_build(fighter, out, at)
    see_health(fighter, out, at)
    see_plans(fighter, out, at)
    see_grapples(battle, viewer, actor, out, at)
    see_hindrances(battle, actor, out, at)
    see_ground(battle, actor, out, at)
    out[at + BODY.turn_comes] = not fighter.acted
    out[at + BODY.surprised] = fighter.surprised
    out[at + BODY.run] = capped(fighter.run, PER.run)
    out[at + BODY.attacked] = known_seat(battle, viewer, fighter.last_target)


@njit
def see_life(fighter, out, at):
    """Whether a fighter is up."""
    if can_act(fighter):
        out[at + BODY.awake] = FREE
    elif is_conscious(fighter):
        out[at + BODY.awake] = AWAKE
    out[at + BODY.is_dead] = is_dead(fighter)
    if fighter.dying:
        out[at + BODY.dying] = capped(1 + fighter.dying_rounds, PER.dying)


@njit
def see_arms(fighter, out, at):
    """Write what is in the hands and what it is good for (RW7, W35, W36)."""
    main = weapon_in(fighter, MAIN)
    see_weapon(main if main != NONE else weapon_in(fighter, NATURAL), out, at + BODY.main)
    if is_melee_slot(fighter, OFF):
        out[at + BODY.off_reach] = STRIKES_INTO[weapon_in(fighter, OFF)] * PER.off_reach
    out[at + BODY.block_of_all] = capped(block_of(fighter, False), PER.block)
    out[at + BODY.block_against_shots] = capped(block_of(fighter, True), PER.block)
    out[at + BODY.has_kit] = has_kit(fighter)
    out[at + BODY.free_hands] = free_hands(fighter) * PER.free_hands


@njit
def see_build(fighter, out, at):
    """Wounds, kind, size, armour, AP, initiative and posture (XW2)."""
    for level in range(LEVELS):
        wounds = wounds_at(fighter, level + Level.LIGHT)
        out[at + BODY.wounds + level] = capped(wounds, PER.wounds)
    out[at + BODY.npc] = fighter.npc * PER.npc
    out[at + BODY.size] = size_of(fighter) * PER.size
    out[at + BODY.armour] = ARMOUR_TOUGHNESS[fighter.armour] * PER.armour
    out[at + BODY.action_points] = capped(fighter.action_points, PER.action_points)
    out[at + BODY.initiative] = capped(fighter.initiative, PER.initiative)
    out[at + BODY.posture] = fighter.posture * PER.posture


@njit
def see_health(fighter, out, at):
    """Weariness and conditions (RW12, W72)."""
    weariness = is_exhausted(fighter) + 2 * is_staggered(fighter)
    out[at + BODY.weariness] = weariness * PER.weariness
    out[at + BODY.helpless_rounds] = capped(fighter.helpless_rounds, PER.helpless_rounds)
    for condition in range(NUM_CONDITIONS):
        level = condition_level(fighter, condition)
        out[at + BODY.conditions + condition] = level * PER.conditions


@njit
def see_plans(fighter, out, at):
    """Defend, that an action is readied, a long action, movement (RW26)."""
    out[at + BODY.defending] = fighter.defending
    out[at + BODY.has_readied] = fighter.readied != 0
    out[at + BODY.long] = capped(fighter.long_left, PER.long)
    out[at + BODY.long_attack] = contains(LONG_ATTACKS, fighter.long_act)
    out[at + BODY.movement] = within_one(points_left(fighter) * PER.movement)
    out[at + BODY.dash] = fighter.dash * PER.dash
    out[at + BODY.drag] = max(0, fighter.drag_points) * PER.drag


@njit
def see_grapples(battle, viewer, actor, out, at):
    """The grapples of a fighter (W88, W92, RW34)."""
    fighter = battle.fighters[actor]
    if fighter.holding != 0:
        out[at + BODY.holds] = known_seat(battle, viewer, lowest_bit(fighter.holding))
    held = 2 if is_pinned(fighter) else np.int64(holders_of(battle, actor) != 0)
    out[at + BODY.is_held] = held * PER.is_held


@njit
def see_hindrances(battle, actor, out, at):
    """Harries, Distracts, flanks, magic, an empty crossbow."""
    fighter = battle.fighters[actor]
    out[at + BODY.harried] = capped(fighter.harried, PER.harried)
    out[at + BODY.distracted] = capped(fighter.distracted, PER.distracted)
    out[at + BODY.flanked] = (battle.flanked >> actor) & 1
    out[at + BODY.ignores] = capped(count_bits(fighter.ignoring), PER.ignores)
    out[at + BODY.shield] = capped(fighter.shield_rounds, PER.shield)
    for effect in range(CHARM_EFFECTS):
        out[at + BODY.effects + effect] = is_called_up(fighter, effect)
    out[at + BODY.must_reload] = may_reload(fighter)


@njit
def see_ground(battle, actor, out, at):
    """Water, cliffs, mounts (W68, W104 to W106)."""
    fighter = battle.fighters[actor]
    water = water_at(battle, fighter.x, fighter.y)
    if fighter.underwater:
        out[at + BODY.footing] = UNDER_WATER
    elif water != Water.DRY:
        out[at + BODY.footing] = water * PER.footing
    elif is_climbing(battle, actor):
        out[at + BODY.footing] = CLIMBS
    if is_mounted(fighter):
        out[at + BODY.riding] = RIDES
        out[at + BODY.control] = fighter.calming * PER.control
    elif fighter.rider >= 0:
        out[at + BODY.riding] = IS_RIDDEN
    if fighter.uncontrolled:
        out[at + BODY.control] = WITHOUT_CONTROL


@njit
def see_off_weapon(fighter, out, at):
    """The look of the weapon in the off hand of another fighter, all 0 of none."""
    if is_melee_slot(fighter, OFF):
        put(OFF_LOOK[weapon_in(fighter, OFF) + FIRST_ITEM], out, at)


@njit
def known_seat(battle, viewer, other):
    """The seat of a fighter for a viewer (`seats.seat_share`), 0 of a hidden enemy (XW1)."""
    if other != NOBODY and not sees(battle, viewer, other):
        return 0.0
    return seat_share(battle, viewer, other)
