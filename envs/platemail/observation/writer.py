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
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.engine.layout import capped, put, table, within_one
from ...core.maps.square_grid import has_square
from ..actions.clauses import FIRST
from ..actions.table import ACTS
from ..enums import (
    Act,
    Life,
    Spell,
    Window,
)
from ..rules.bodies import can_shoot, reach
from ..rules.sight import (
    is_behind_low,
    is_concealed_from,
    is_covered_from,
    is_known_dead,
    is_known_hostile,
    is_shielded,
    is_unaware,
)
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
    ARMOUR_PROTECTS_LIMBS,
    DAZES,
    ENTRAPS,
    FAVOR,
    IS_SILENT,
    IS_THROWN,
    SEVERS,
    SHIELD_ABSORB,
    SHIELD_COVER,
    SHIELD_DEFLECTION,
    UNARMED,
    WEAPON_CHARGE_PENETRATION,
    WEAPON_CHARGED_PENETRATION,
    WEAPON_DEFLECTION,
    WEAPON_MOUNTED_PENETRATION,
    WEAPON_NAMES,
    WEAPON_PENETRATION,
    WEAPON_RANGE,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_SHIELD_BONUS,
    WEAPON_UNAWARE_PENETRATION,
)
from .ground import see_ground
from .layout import (
    ALLY,
    ALLY_LENGTH,
    ARMOUR_PIECES,
    BODY,
    ENEMY,
    ENEMY_LENGTH,
    FAR,
    FULL,
    OWN,
    OWN_LENGTH,
    PER,
    PLACE,
    SHIELD_PIECES,
    WEAPON_PIECES,
)
from .window import see_window

NUM_SPELLS = len(Spell)

# Numbers that an index decides, ready to be copied.
WEAPON_LOOK = table(
    WEAPON_PIECES,
    {
        "penetration": WEAPON_PENETRATION,
        "reach": WEAPON_REACH - 1,
        "range": WEAPON_RANGE,
        "thrown": IS_THROWN,
        "reload": WEAPON_RELOAD,
        "silent": IS_SILENT,
        "effect": DAZES + 2 * SEVERS + 3 * ENTRAPS,
        "weapon_deflection": WEAPON_DEFLECTION,
        "weapon_bonus": WEAPON_SHIELD_BONUS - FAVOR * (np.arange(len(WEAPON_NAMES)) == UNARMED),
        "more_penetration": WEAPON_UNAWARE_PENETRATION
        + WEAPON_CHARGE_PENETRATION
        + WEAPON_CHARGED_PENETRATION
        + WEAPON_MOUNTED_PENETRATION,
    },
)
SHIELD_LOOK = table(
    SHIELD_PIECES,
    {
        "shield_deflection": SHIELD_DEFLECTION,
        "shield_absorb": SHIELD_ABSORB,
        "shield_cover": SHIELD_COVER,
    },
)
ARMOUR_LOOK = table(
    ARMOUR_PIECES,
    {
        "armour_deflection": ARMOUR_DEFLECTION,
        "armour_absorb": ARMOUR_ABSORB,
        "protects_limbs": ARMOUR_PROTECTS_LIMBS,
    },
)
LAST_KIND = np.full(len(Act), -1)
"""The kind of each action that was carried out, -1 if it is none of `layout.LAST`."""
for _kind, _acts in enumerate(
    (
        (Act.CHARGE, Act.FULL_ATTACK),
        (Act.COUNTER, Act.DEFEND, Act.GUARD),
        (Act.RANGED_ATTACK, Act.RAPID_FIRE, Act.AIM),
        (Act.PREPARE_SPELL, Act.RELEASE_SPELL, Act.FOCUS_SPELL),
    )
):
    LAST_KIND[list(_acts)] = _kind


@njit
def see_life(battle, actor, out, at):
    """Write all that is known of a fighter who is out of sight, except its place (XP4).

    The dying, the Stable and the dead are alike.
    """
    it = battle.fighters[actor]
    out[at + BODY.is_able] = it.life == Life.ABLE
    out[at + BODY.high_ground] = has_square(battle.raised, it.x, it.y)
    out[at + BODY.is_ward] = it.is_ward


@njit
def see_body(battle, actor, out, at):
    """Write all that a fighter who sees another sees of it (XP4)."""
    it = battle.fighters[actor]
    see_life(battle, actor, out, at)
    if it.life == Life.FATALLY_WOUNDED:
        out[at + BODY.dying] = capped(1 + max(0, it.max_wounds - it.countdown), PER.dying)
    out[at + BODY.is_stable] = it.life == Life.STABLE
    put(WEAPON_LOOK[it.hand], out, at + BODY.penetration)
    out[at + BODY.wounds] = capped(it.wounds, PER.wounds)
    out[at + BODY.second_weapon] = it.second >= 0
    if can_shoot(it):
        out[at + BODY.shots] = it.stock * PER.shots if IS_THROWN[it.hand] else 1.0
    put(SHIELD_LOOK[it.shield], out, at + BODY.shield_deflection)
    see_armour(it, out, at)
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
    out[at + BODY.focus] = it.focus >= 0
    if it.carrying >= 0:
        out[at + BODY.carrying] = 1
    elif it.carried_by >= 0:
        out[at + BODY.carrying] = -1
    see_last_phase(it, out, at)


@njit
def see_armour(it, out, at):
    """The armour, which nobody takes off: a fighter remembers what it has seen (XP4)."""
    put(ARMOUR_LOOK[it.armour], out, at + BODY.armour_deflection)
    out[at + BODY.mounted] = it.mounted


@njit
def see_last_phase(it, out, at):
    """Write the last action of a fighter, and the number of its attackers (RP16)."""
    out[at + BODY.moved] = it.moved
    kind = LAST_KIND[it.acted]
    if kind >= 0:
        out[at + BODY.last + kind] = 1
    attackers, count = attackers_of(it), 0
    while attackers != 0:
        attackers &= attackers - 1
        count += 1
    out[at + BODY.attackers] = capped(count, PER.attackers)


@njit
def attackers_of(it):
    """Bits of a fighter's attackers in both phases of the last round (RP16)."""
    return np.int64(it.attacked) | np.int64(it.assailants)


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


@njit
def see_standpoint(battle, actor, out, at):
    """The share of the known enemies who may be Unaware of the fighter, and his place."""
    me = battle.fighters[actor]
    if me.hides_from != 0:
        out[at + OWN.hidden] = share_unaware(battle, actor)
    out[at + OWN.stealth_roll] = within_one(me.stealth_roll / FULL.stealth_roll)
    out[at + OWN.position_column] = me.x * PER.position_column
    out[at + OWN.position_row] = me.y * PER.position_row
    see_ground(battle, actor, out, at)


@njit
def share_unaware(battle, actor):
    """Share of the known enemies who may be Unaware of the fighter (P56, XP4)."""
    known, unaware = 0, 0
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
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
def shows_order(battle, ally):
    """Whether the side plans together and an ally's order is sealed (XP1)."""
    order = battle.orders[ally]
    return battle.plans_together != 0 and order.is_written != 0 and order.verb[FIRST] >= 0


@njit
def see_naming(battle, actor, enemy, out, at):
    """Write the share of the allies whose first action names an enemy, if it is known (XP1)."""
    count = 0
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and shows_order(battle, ally):
            order = battle.orders[ally]
            count += order.target[FIRST] == enemy and names_fighter(order.verb[FIRST])
    if count > 0:
        out[at + ENEMY.named] = count / (battle.side_size[battle.side[actor]] - 1)


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally, with its order if the side plans together (XP1)."""
    it = battle.fighters[ally]
    see_body(battle, ally, out, at)
    see_place(battle.fighters[actor], it, out, at + ALLY.is_here)
    if shows_order(battle, ally):
        order = battle.orders[ally]
        act = ACTS[order.verb[FIRST]]
        out[at + ALLY.plan + plan_kind(act)] = 1
        out[at + ALLY.guards_me] = act == Act.GUARD and order.target[FIRST] == actor


@njit
def see_enemy(battle, actor, enemy, out, at):
    """The block of a known enemy; little of it if the enemy is out of sight (XP2, XP4)."""
    me, it = battle.fighters[actor], battle.fighters[enemy]
    far = see_place(me, it, out, at + ENEMY.is_here)
    out[at + ENEMY.is_blind] = contains(me.hides_from, enemy)
    out[at + ENEMY.in_my_range] = far <= reach(me)
    see_naming(battle, actor, enemy, out, at)
    see_attacks(battle, actor, enemy, out, at)
    if is_concealed_from(battle, enemy, actor):
        see_life(battle, enemy, out, at)
        if contains(it.seen_by, actor):
            see_armour(it, out, at)
        return
    see_body(battle, enemy, out, at)
    out[at + ENEMY.is_seen] = 1
    out[at + ENEMY.in_its_range] = far <= reach(it)
    out[at + ENEMY.covered] = is_covered_from(battle, enemy, actor)
    is_low = is_behind_low(battle, it.x, it.y, me.x, me.y)
    out[at + ENEMY.covers_me] = is_low or is_shielded(battle, actor, NOBODY)


@njit
def see_attacks(battle, actor, enemy, out, at):
    """Write which of the fighter's side an enemy attacked in the last round (RP16)."""
    me = battle.fighters[actor]
    out[at + ENEMY.attacked_me] = contains(attackers_of(me), enemy)
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY and contains(attackers_of(battle.fighters[ally]), enemy):
            out[at + ENEMY.attacked_an_ally] = 1


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    observation[:] = 0
    size = battle.max_side
    see_self(battle, fighter, observation, 0)
    at = OWN_LENGTH
    for slot in range(size - 1):
        ally = ally_in_slot(battle, fighter, slot)
        if ally != NOBODY and battle.fighters[ally].life != Life.DEAD:
            see_ally(battle, fighter, ally, observation, at)
        at += ALLY_LENGTH
    for slot in range(size):
        enemy = enemy_in_slot(battle, fighter, slot)
        if enemy != NOBODY and not is_known_dead(battle, fighter, enemy):
            if not is_unaware(battle, fighter, enemy):
                see_enemy(battle, fighter, enemy, observation, at)
        at += ENEMY_LENGTH
    if battle.window != Window.NONE and fighter == battle.to_act:
        see_window(battle, fighter, observation, at)
