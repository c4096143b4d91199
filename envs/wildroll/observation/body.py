"""The part of a fighter that all see, as numbers in [-1, 1] (XW2)."""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.layout import capped, table, within_one
from ..enums import Condition, Level, Water
from ..rules.common_actions.items import longest_reach, may_reload, weapon_in
from ..rules.grappling.grapples import holders_of
from ..rules.health.bodies import can_act, is_conscious, is_dead, is_helpless, is_mounted, size_of
from ..rules.health.conditions import condition_level
from ..rules.health.wounds import severity, wounds_at
from ..rules.miscellaneous_actions.objects import is_called_up
from ..rules.movement.movement import points_left
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
    ITEM_BLOCK,
    ITEM_HANDS,
    LEVELS,
    WEAPON_ACCURACY,
    WEAPON_DAMAGE,
    WEAPON_INCREMENT,
    WEAPON_REACH,
    WEAPON_RELOAD,
)
from .layout import (
    BODY,
    CARRIED_PIECES,
    FIRST_DEED,
    ITEM_LENGTH,
    ITEM_PIECES,
    PER,
)

# --- Numbers that an item decides, ready to be copied; row 0 is no item ---------------------------

FIRST_ITEM = 1
"""Row of the first item."""
ITEM_LOOK = table(
    ITEM_PIECES,
    {
        "is_melee": IS_MELEE,
        "two_hands": ITEM_HANDS == HANDS,
        "reach": WEAPON_REACH,
        "increment": WEAPON_INCREMENT,
        "reload": WEAPON_RELOAD,
        "damage": WEAPON_DAMAGE,
        "accuracy": WEAPON_ACCURACY,
        "block": ITEM_BLOCK,
        "properties_armour_piercing": IS_PIERCING,
        "properties_slicing": IS_SLICING,
        "properties_concussive": IS_CONCUSSIVE,
        "properties_penetrating": IS_PENETRATING,
        "is_shield": IS_SHIELD,
        "is_kit": IS_KIT,
    },
    empty=FIRST_ITEM,
)
CARRIED_LOOK = table(
    CARRIED_PIECES,
    {"is_melee": IS_MELEE, "is_ranged": IS_RANGED, "is_shield": IS_SHIELD, "is_kit": IS_KIT},
    empty=FIRST_ITEM,
)
SEEN_SLOTS = HANDS + 1
"""Weapon slots that are shown: the hands and the first natural weapon."""
NUM_CONDITIONS = len(Condition)


@njit
def count_bits(mask):
    """How many a set has."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@njit
def see_item(item, out, at):
    """The look of an item, all 0 of none."""
    for trait in range(ITEM_LENGTH):
        out[at + trait] = ITEM_LOOK[item + FIRST_ITEM, trait]


# --- Bodies ---------------------------------------------------------------------------------------


@njit
def see_body(battle, actor, out, at):
    """Write the part of a living fighter that all see (XW2)."""
    fighter = battle.fighters[actor]
    see_life(fighter, out, at)
    see_arms(fighter, out, at)
    see_build(fighter, out, at)
    see_health(fighter, out, at)
    see_plans(fighter, out, at)
    see_grapples(battle, actor, out, at)
    see_hindrances(battle, actor, out, at)
    see_ground(battle, actor, out, at)
    out[at + BODY.is_active] = battle.active == actor
    out[at + BODY.turn_comes] = not fighter.acted


@njit
def see_life(fighter, out, at):
    """Whether a fighter is up."""
    out[at + BODY.can_act] = can_act(fighter)
    out[at + BODY.is_down] = not is_conscious(fighter) or is_helpless(fighter)
    out[at + BODY.is_dead] = is_dead(fighter)
    out[at + BODY.is_dying] = fighter.dying
    out[at + BODY.dying_rounds] = capped(fighter.dying_rounds, PER.dying_rounds)


@njit
def see_arms(fighter, out, at):
    """Write the items in the hands, the natural weapons and their reach."""
    for slot in range(SEEN_SLOTS):
        see_item(weapon_in(fighter, slot), out, at + BODY.main_is_melee + slot * ITEM_LENGTH)
    reach = longest_reach(fighter)
    out[at + BODY.reach] = reach * PER.reach if reach >= 0 else -1.0


@njit
def see_build(fighter, out, at):
    """Wounds, kind, size, armour, AP, initiative and posture (XW2)."""
    for level in range(LEVELS):
        wounds = wounds_at(fighter, level + Level.LIGHT)
        out[at + BODY.wounds + level] = capped(wounds, PER.wounds)
    out[at + BODY.severity] = severity(fighter) * PER.severity
    out[at + BODY.npc] = fighter.npc * PER.npc
    out[at + BODY.size] = size_of(fighter) * PER.size
    out[at + BODY.armour] = ARMOUR_TOUGHNESS[fighter.armour] * PER.armour
    out[at + BODY.action_points] = capped(fighter.action_points, PER.action_points)
    out[at + BODY.initiative] = capped(fighter.initiative, PER.initiative)
    out[at + BODY.posture + fighter.posture] = 1


@njit
def see_health(fighter, out, at):
    """Weariness and conditions (RW12, W72)."""
    out[at + BODY.exhausted] = is_exhausted(fighter)
    out[at + BODY.staggered] = is_staggered(fighter)
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
    if fighter.long_deed != 0:
        out[at + BODY.long_deed + fighter.long_deed - FIRST_DEED] = 1
    out[at + BODY.movement] = within_one(points_left(fighter) * PER.movement)
    out[at + BODY.dash] = fighter.dash * PER.dash
    out[at + BODY.drag] = max(0, fighter.drag_points) * PER.drag


@njit
def see_grapples(battle, actor, out, at):
    """The grapples of a fighter (W88, W92, RW34)."""
    fighter = battle.fighters[actor]
    out[at + BODY.grappling_it_holds] = fighter.holding != 0
    out[at + BODY.grappling_it_is_held] = holders_of(battle, actor) != 0
    out[at + BODY.pinned] = fighter.pinned_by >= 0


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
    if water != Water.DRY:
        out[at + BODY.water + water - Water.KNEE] = 1
    out[at + BODY.underwater] = fighter.underwater
    out[at + BODY.climbing] = is_climbing(battle, actor)
    out[at + BODY.mounted] = is_mounted(fighter)
    out[at + BODY.ridden] = fighter.rider >= 0
    out[at + BODY.uncontrolled] = fighter.uncontrolled
