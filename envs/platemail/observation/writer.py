"""The observation of a fighter: all that he may know, as numbers in [-1, 1] (P9, XP1 to XP6).

Everybody sees places, Wounds, equipment, the actions of the last phase, and that a caster prepares
a spell. Only the own side sees attributes, and orders where the side plans together. Hidden are
sealed orders (XP1), Hidden enemies (XP2), the choice of a spell (XP3), Max Wounds and attributes of
the others (XP4), poison (XP5) and dice to come (XP6). The layout names every number.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ...core.engine.layout import capped, put, table
from ...core.maps.square_grid import COLUMNS, has_square
from ..actions.table import ACTS, ENEMY_DESCRIPTIONS
from ..enums import (
    CLAUSES_AFTER_CONDITION,
    Act,
    Condition,
    Description,
    Life,
    Spell,
    Window,
)
from ..rules.bodies import are_enemies, is_able, reach
from ..rules.sight import gap, is_concealed_from, is_covered_from, is_unaware
from ..rules.targets import names_fighter
from ..state import (
    LEFT_ARM,
    LEFT_LEG,
    NET,
    RIGHT_ARM,
    RIGHT_LEG,
)
from ..tables import (
    ARMOUR_ABSORB,
    ARMOUR_DEFLECTION,
    DAZES,
    ENTRAPS,
    IS_MISSILE_ONLY,
    IS_SILENT,
    IS_THROWN,
    QUIET_LIMIT,
    SEVERS,
    SHIELD_ABSORB,
    SHIELD_COVER,
    SHIELD_DEFLECTION,
    UNARMED,
    WEAPON_DEFLECTION,
    WEAPON_HANDS,
    WEAPON_PENETRATION,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD,
)
from ..turn import FIRST, THEN
from .layout import (
    ALLY,
    ALLY_LENGTH,
    ARMOUR_PIECES,
    BODY,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FIRST_ACT,
    FIRST_WINDOW,
    FULL,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    SHIELD_PIECES,
    WEAPON,
    WEAPON_PIECES,
    WINDOW,
    WINDOW_LENGTH,
)

NUM_SPELLS = len(Spell)

# Numbers that an index decides, ready to be copied.
WEAPON_LOOK = table(
    WEAPON_PIECES,
    {
        "penetration": WEAPON_PENETRATION,
        "two_hands": WEAPON_HANDS - 1,
        "reach": WEAPON_REACH - 1,
        "range": WEAPON_RANGE,
        "missile_only": IS_MISSILE_ONLY,
        "thrown": IS_THROWN,
        "reload": WEAPON_RELOAD,
        "silent": IS_SILENT,
        "critical": SEVERS | DAZES,
        "entraps": ENTRAPS,
        "weapon_deflection": WEAPON_DEFLECTION,
    },
)
WEAPON_LOOK[UNARMED, WEAPON.two_hands] = 0
SHIELD_LOOK = table(
    SHIELD_PIECES,
    {
        "shield_deflection": SHIELD_DEFLECTION,
        "shield_absorb": SHIELD_ABSORB,
        "shield_cover": SHIELD_COVER,
    },
)
ARMOUR_LOOK = table(
    ARMOUR_PIECES, {"armour_deflection": ARMOUR_DEFLECTION, "armour_absorb": ARMOUR_ABSORB}
)


@njit
def see_life(battle, actor, out, at):
    """Write all that is known of a fighter who is out of sight, except its place (XP4)."""
    it = battle.fighters[actor]
    out[at + BODY.is_able] = it.life == Life.ABLE
    out[at + BODY.is_fallen] = it.life == Life.FATALLY_WOUNDED
    out[at + BODY.is_stable] = it.life == Life.STABLE
    out[at + BODY.high_ground] = has_square(battle.raised, it.x, it.y)
    out[at + BODY.is_ward] = it.is_ward


@njit
def see_body(battle, actor, out, at):
    """Write all that a fighter who sees another sees of it (XP4)."""
    it = battle.fighters[actor]
    see_life(battle, actor, out, at)
    put(WEAPON_LOOK[it.hand], out, at + BODY.penetration)
    out[at + BODY.wounds] = capped(it.wounds, PER.wounds)
    out[at + BODY.second_weapon] = it.second >= 0
    put(SHIELD_LOOK[it.shield], out, at + BODY.shield_deflection)
    put(ARMOUR_LOOK[it.armour], out, at + BODY.armour_deflection)
    out[at + BODY.prone] = it.prone
    if it.entrapped != 0:
        out[at + BODY.entrapped] = 1.0 if it.entrapped & ~NET != 0 else 0.5
    if it.limbs != 0:
        legs = np.int64(it.limbs & LEFT_LEG != 0) + np.int64(it.limbs & RIGHT_LEG != 0)
        arms = np.int64(it.limbs & LEFT_ARM != 0) + np.int64(it.limbs & RIGHT_ARM != 0)
        out[at + BODY.limbs_legs] = legs * PER.limbs
        out[at + BODY.limbs_arms] = arms * PER.limbs
    out[at + BODY.dazed] = capped(it.dazed, PER.dazed)
    out[at + BODY.terror] = capped(it.terror, PER.terror)
    out[at + BODY.has_spell] = it.prepared >= 0
    out[at + BODY.aimed] = it.aimed
    out[at + BODY.carrying] = it.carrying >= 0
    out[at + BODY.did_moved] = it.moved
    out[at + BODY.did_was_attacked] = it.attacked != 0
    out[at + BODY.did_used_a_weapon] = it.used_weapon


@njit
def see_self(battle, actor, out, at):
    """The block of the fighter himself."""
    me = battle.fighters[actor]
    see_body(battle, actor, out, at)
    out[at + OWN.attributes_strength] = me.strength * PER.attributes
    out[at + OWN.attributes_dexterity] = me.dexterity * PER.attributes
    out[at + OWN.attributes_will] = me.will * PER.attributes
    out[at + OWN.skills_stealth] = me.stealth * PER.skills
    out[at + OWN.skills_perception] = me.perception * PER.skills
    out[at + OWN.skills_medical] = me.medical * PER.skills
    out[at + OWN.attack_bonus] = me.attack_bonus * PER.attack_bonus
    out[at + OWN.max_wounds] = capped(me.max_wounds, PER.max_wounds)
    out[at + OWN.loaded] = me.loaded
    out[at + OWN.stock] = me.stock * PER.stock
    out[at + OWN.doses] = capped(me.doses, PER.doses)
    if me.carried_hand >= 0:
        put(WEAPON_LOOK[me.carried_hand], out, at + OWN.carried)
    if me.spells != 0:
        see_spells(me, out, at)
    see_standpoint(battle, actor, out, at)


@njit
def see_spells(me, out, at):
    """The spells of a caster, and what is left of them (RP23, RP37)."""
    for spell in range(NUM_SPELLS):
        out[at + OWN.spells + spell] = (me.spells >> spell) & 1
    if me.prepared >= 0:
        out[at + OWN.prepared + me.prepared] = 1
    out[at + OWN.mends] = me.mends * PER.mends
    out[at + OWN.focus] = me.focus >= 0


@njit
def see_standpoint(battle, actor, out, at):
    """The share of the known enemies who may be Unaware of the fighter, and his place."""
    me = battle.fighters[actor]
    if me.hides_from != 0:
        out[at + OWN.hidden] = share_unaware(battle, actor)
    out[at + OWN.stealth_roll] = me.stealth_roll / FULL.stealth_roll
    out[at + OWN.position_column] = me.x * PER.position_column
    out[at + OWN.position_row] = me.y * PER.position_row
    right = battle.width - 1 - me.x
    below = battle.height - 1 - me.y
    out[at + OWN.edges_north] = capped(me.y, PER.edges)
    out[at + OWN.edges_east] = capped(right, PER.edges)
    out[at + OWN.edges_south] = capped(below, PER.edges)
    out[at + OWN.edges_west] = capped(me.x, PER.edges)


@njit
def share_unaware(battle, actor):
    """Share of the known enemies who may be Unaware of the fighter (P56, XP4)."""
    known, unaware = 0, 0
    for other in range(battle.num_fighters):
        if is_known_enemy(battle, actor, other):
            known += 1
            unaware += contains(battle.fighters[actor].hides_from, other)
    return unaware / max(1, known)


@njit
def see_place(me, it, out, at):
    """Write that a fighter is there, its distance and offset; its distance in squares."""
    across = it.x - me.x
    down = it.y - me.y
    far = max(abs(across), abs(down))
    out[at + PLACE.is_here] = 1
    out[at + PLACE.distance] = min(FAR, far) * PER.distance
    out[at + PLACE.offset_columns] = min(FAR, max(-FAR, across)) * PER.offset
    out[at + PLACE.offset_rows] = down * PER.offset
    return far


@njit
def plan_kind(act):
    """The kind of an ally's order: 0 it moves, 1 strikes, 2 shoots or casts, 3 helps."""
    if act == Act.CHARGE or act == Act.FULL_ATTACK or act == Act.COUNTER:
        return 1
    if act == Act.RANGED_ATTACK or act == Act.RAPID_FIRE or act == Act.AIM:
        return 2
    if act == Act.PREPARE_SPELL or act == Act.RELEASE_SPELL or act == Act.FOCUS_SPELL:
        return 2
    if act == Act.GUARD or act == Act.RESCUE or act == Act.STABILIZE or act == Act.DEFEND:
        return 3
    return 0


@njit
def names_closest(battle, actor, order, least):
    """Whether an ally's first action names the enemy closest to the fighter, or as close (XP1)."""
    if not names_fighter(order.verb[FIRST]):
        return False
    target = order.target[FIRST]
    if target < 0 or target >= battle.num_fighters or not is_known_enemy(battle, actor, target):
        return False
    return gap(battle, actor, target) == least


@njit
def see_ally(battle, actor, ally, least, out, at):
    """The block of an ally, with its order if the side plans together (XP1)."""
    it = battle.fighters[ally]
    see_body(battle, ally, out, at)
    see_place(battle.fighters[actor], it, out, at + ALLY.is_here)
    order = battle.orders[ally]
    if battle.plans_together != 0 and order.is_written != 0 and order.verb[FIRST] >= 0:
        out[at + ALLY.plan + plan_kind(ACTS[order.verb[FIRST]])] = 1
        out[at + ALLY.plan_target] = names_closest(battle, actor, order, least)


@njit
def see_enemy(battle, actor, enemy, out, at):
    """The block of a known enemy; little of it if the enemy is out of sight (XP2, XP4)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    far = see_place(me, it, out, at + ENEMY.is_here)
    out[at + ENEMY.is_blind] = contains(me.hides_from, enemy)
    out[at + ENEMY.in_my_range] = far <= reach(me)
    if is_concealed_from(battle, enemy, actor):
        see_life(battle, enemy, out, at)
        return
    see_body(battle, enemy, out, at)
    out[at + ENEMY.is_seen] = 1
    out[at + ENEMY.in_its_range] = far <= reach(it)
    out[at + ENEMY.covered] = is_covered_from(battle, enemy, actor)


@njit
def is_known_enemy(battle, actor, other):
    """Whether the other is an enemy able to act, and the fighter is aware of him (XP2)."""
    if not are_enemies(battle, actor, other) or not is_able(battle.fighters[other]):
        return False
    return not is_unaware(battle, actor, other)


@njit
def least_gap(battle, actor):
    """Squares to the closest known enemy, the map's columns if there is none."""
    least = COLUMNS
    for other in range(battle.num_fighters):
        if is_known_enemy(battle, actor, other):
            least = min(least, gap(battle, actor, other))
    return least


@njit
def see_target(battle, actor, target, out, at):
    """Mark the enemy slot or the description that a directive names."""
    if target >= MAX_FIGHTERS:
        if target != Description.MOST_WOUNDED_ALLY:
            out[at + battle.max_side + target - MAX_FIGHTERS] = 1
    elif target >= 0 and battle.side[target] != battle.side[actor]:
        out[at + slot_of(battle, target)] = 1


@njit
def argument_share(condition, argument):
    """A condition's threshold as a number up to 1."""
    if condition == Condition.NEAR or condition == Condition.WOUNDED:
        return argument / FULL.argument
    return 0.0


@njit
def see_window(battle, actor, out, at):
    """The block of the order at hand: the clauses that are written already."""
    out[at + WINDOW.window + battle.window - FIRST_WINDOW] = 1
    order = battle.orders[actor]
    first_target = at + WINDOW_LENGTH
    if_target = first_target + battle.max_side + len(ENEMY_DESCRIPTIONS)
    then_target = if_target + battle.max_side
    see_directive(battle, actor, order, FIRST, out, at + WINDOW.first, first_target)
    condition, argument = order.condition, order.argument
    if contains(CLAUSES_AFTER_CONDITION, battle.window):
        out[at + WINDOW.condition + condition] = 1
        out[at + WINDOW.argument] = argument_share(condition, argument)
        if out[at + WINDOW.argument] == 0 and argument >= 0:
            out[if_target + slot_of(battle, argument)] = 1
    see_directive(battle, actor, order, THEN, out, at + WINDOW.then, then_target)
    see_round(battle, actor, out, at)


@njit
def see_directive(battle, actor, order, clause, out, act_at, target_at):
    """The action and the target of a clause, as far as they are written."""
    verb = order.verb[clause]
    if verb >= 0:
        out[act_at + ACTS[verb] - FIRST_ACT] = 1
        if names_fighter(verb):
            see_target(battle, actor, order.target[clause], out, target_at)


@njit
def see_round(battle, actor, out, at):
    """The rounds so far, and the fighters who are left."""
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    quiet = min(QUIET_LIMIT, battle.quiet_rounds)
    out[at + WINDOW.quiet] = quiet / FULL.quiet
    for other in range(battle.num_fighters):
        if are_enemies(battle, actor, other):
            out[at + WINDOW.sides_theirs] += is_known_enemy(battle, actor, other) * PER.sides
        else:
            out[at + WINDOW.sides_mine] += is_able(battle.fighters[other]) * PER.sides


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    observation[:] = 0
    size = battle.max_side
    see_self(battle, fighter, observation, 0)
    least = least_gap(battle, fighter)
    at = OWN_LENGTH
    for slot in range(size - 1):
        ally = ally_in_slot(battle, fighter, slot)
        if ally != NOBODY and battle.fighters[ally].life != Life.DEAD:
            see_ally(battle, fighter, ally, least, observation, at)
        at += ALLY_LENGTH
    for slot in range(size):
        enemy = enemy_in_slot(battle, fighter, slot)
        if enemy != NOBODY and battle.fighters[enemy].life != Life.DEAD:
            if not is_unaware(battle, fighter, enemy):
                see_enemy(battle, fighter, enemy, observation, at)
        at += ENEMY_LENGTH
    if battle.window != Window.NONE and fighter == battle.to_act:
        see_window(battle, fighter, observation, at)
