"""The observation of a fighter: all that he may know, as numbers in [-1, 1] (P9, XP1 to XP6).

Everybody sees places, Wounds, equipment, the actions of the last phase, and that a caster prepares
a spell. Only the own side sees sheets, and orders where the side plans together. Hidden are
sealed orders (XP1), Hidden enemies (XP2), the choice of a spell (XP3), Max Wounds and attributes of
the others (XP4), poison (XP5) and dice to come (XP6). The layout names every number.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, first_of_side, slot_of
from ...core.engine.layout import put, within_one
from ..actions.clauses import FIRST
from ..enums import Life, Window
from ..rules.bodies import reach
from ..rules.sight import (
    is_concealed_from,
    is_covered_from,
    is_known_dead,
    is_shielded,
    is_unaware,
)
from ..rules.targets import names_fighter
from ..tables import IS_THROWN, WEAPON_RANGE
from .allies import (
    see_ally,
    see_sheet,
    see_spells,
    share_unaware,
    shows_order,
)
from .body import (
    LEFT_LOOK,
    SHIELD_LOOK,
    WEAPON_LOOK,
    attackers_of,
    see_armour,
    see_belt,
    see_body,
    see_height,
    see_life,
    see_place,
)
from .ground import is_hilly, see_ground
from .layout import (
    ALLY_LENGTH,
    ATTACKS_BY_SLOT,
    ENEMY,
    ENEMY_LENGTH,
    FULL,
    NAMED_BY_ALLY,
    OWN,
    OWN_LENGTH,
    PER,
)
from .window import see_window

NIBBLE = 4
"""Bits of a count for each enemy slot."""


@njit
def see_self(battle, actor, is_high, out, at):
    """The block of the fighter himself."""
    me = battle.fighters[actor]
    see_body(battle, actor, out, at)
    see_sheet(me, out, at + OWN.attributes)
    if me.carried_hand >= 0:
        see_carried(me, out, at)
    if me.spells != 0:
        see_spells(me, out, at + OWN.spells, at + OWN.prepared)
    see_standpoint(battle, actor, is_high, out, at)
    out[at + OWN.map_columns] = battle.width * PER.map_columns
    out[at + OWN.map_rows] = battle.height * PER.map_rows
    out[at + OWN.full_absorb] = battle.full_absorb
    out[at + OWN.plans_together] = battle.plans_together


@njit
def see_carried(me, out, at):
    """The other set of a fighter who has one (RP38)."""
    hand = me.carried_hand
    out[at + OWN.has_carried] = 1
    put(WEAPON_LOOK[hand], out, at + OWN.carried)
    put(SHIELD_LOOK[me.carried_shield], out, at + OWN.carried_shield)
    if me.carried_second >= 0:
        put(LEFT_LOOK[me.carried_second], out, at + OWN.carried_left)
    if IS_THROWN[hand]:
        out[at + OWN.carried_shots] = me.carried_stock * PER.carried_shots
    elif WEAPON_RANGE[hand] > 0:
        out[at + OWN.carried_shots] = me.carried_loaded


@njit
def see_standpoint(battle, actor, is_high, out, at):
    """The share of the known enemies who may be Unaware of the fighter, and his place."""
    me = battle.fighters[actor]
    if me.hides_from != 0:
        out[at + OWN.hidden] = share_unaware(battle, actor, actor)
    out[at + OWN.stealth_roll] = within_one(me.stealth_roll / FULL.stealth_roll)
    out[at + OWN.position_column] = me.x * PER.position_column
    out[at + OWN.position_row] = me.y * PER.position_row
    see_ground(battle, actor, is_high, out, at)
    if is_high:
        see_height(battle, actor, out, at)


# --- Enemies --------------------------------------------------------------------------------------


@njit
def side_of(battle, actor):
    """Sum up what links a fighter's allies with the enemies (P18, RP16, XP1).

    Returns:
        Bits of those who attacked allies in the last round; bits of those who attacked the ward of
        the side in the last phase; how many allies' first actions name an enemy, `NIBBLE` bits for
        each slot.
    """
    side = battle.side[actor]
    first, size = first_of_side(battle, side), battle.side_size[side]
    attackers, at_ward, named = np.int64(0), np.int64(0), np.int64(0)
    for ally in range(first, first + size):
        it = battle.fighters[ally]
        if it.is_ward != 0:
            at_ward = np.int64(it.attacked)
        if ally == actor:
            continue
        attackers |= attackers_of(it)
        if shows_order(battle, ally):
            order = battle.orders[ally]
            target = order.target[FIRST]
            if names_fighter(order.verb[FIRST]) and 0 <= target < battle.num_fighters:
                if battle.side[target] != side:
                    named += 1 << NIBBLE * slot_of(battle, target)
    return attackers, at_ward, named


@njit
def see_enemy(battle, actor, enemy, is_covered, out, at):
    """The block of a known enemy; little of it if the enemy is out of sight (XP2, XP4).

    With `is_covered` a tower shield gives the fighter Cover.
    """
    me, it = battle.fighters[actor], battle.fighters[enemy]
    far = see_place(me, it, out, at + ENEMY.is_here)
    out[at + ENEMY.is_blind] = contains(me.hides_from, enemy)
    out[at + ENEMY.in_my_range] = far <= reach(me)
    out[at + ENEMY.attacked_me] = contains(attackers_of(me), enemy)
    out[at + ENEMY.seen_casting] = contains(it.seen_casting, actor)
    out[at + ENEMY.surprised] = contains(me.surprised, enemy)
    out[at + ENEMY.bound_by_me] = me.focus == enemy
    if it.hidden_from != 0:
        out[at + ENEMY.unnoticed] = share_unnoticed(battle, actor, it)
    if is_concealed_from(battle, enemy, actor):
        see_life(battle, enemy, out, at)
        if contains(it.seen_by, actor):
            see_armour(it, out, at)
        return
    see_body(battle, enemy, out, at)
    see_belt(it, out, at + ENEMY.is_here)
    if it.focus != NOBODY:
        see_bind(battle, actor, it.focus, out, at)
    out[at + ENEMY.is_seen] = 1
    out[at + ENEMY.in_its_range] = far <= reach(it)
    out[at + ENEMY.covered] = is_covered_from(battle, enemy, actor)
    out[at + ENEMY.covers_me] = is_covered or is_covered_from(battle, actor, enemy)


@njit
def share_unnoticed(battle, actor, it):
    """Share of the fighter's allies who are Unaware of an enemy (RP36)."""
    count = 0
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            count += contains(it.hidden_from, ally)
    return count / max(1, battle.side_size[battle.side[actor]] - 1)


@njit
def see_bind(battle, actor, bound, out, at):
    """Write whom an enemy's Bind holds: a fighter of one's own side (P76, RP23)."""
    if bound == actor:
        out[at + ENEMY.binds_me] = 1
    else:
        slot = slot_of(battle, bound)
        out[at + ENEMY.binds] = (slot + (bound < actor)) * PER.binds


@njit
def see_attacks(battle, actor, enemy, out, at):
    """Write which allies an enemy attacked in the last round, and who attacked it (RP16).

    The second only of an enemy in sight (XP4).
    """
    assailants = np.int64(0)
    if out[at + ENEMY.is_seen] != 0:
        assailants = attackers_of(battle.fighters[enemy])
    allies, tail = battle.max_side - 1, at + ENEMY_LENGTH
    of_mine = tail + allies
    out[of_mine + allies] = contains(assailants, actor)
    for slot in range(allies):
        ally = ally_in_slot(battle, actor, slot)
        if ally != NOBODY:
            out[tail + slot] = contains(attackers_of(battle.fighters[ally]), enemy)
            out[of_mine + slot] = contains(assailants, ally)


@njit
def see_enemies(battle, actor, is_high, out, at):
    """The blocks of the enemies (XP2, XP4)."""
    attackers, at_ward, named = side_of(battle, actor)
    is_covered = is_shielded(battle, actor, NOBODY)
    allies = battle.side_size[battle.side[actor]] - 1
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY and not is_known_dead(battle, actor, enemy):
            if not is_unaware(battle, actor, enemy):
                see_enemy(battle, actor, enemy, is_covered, out, at)
                if is_high:
                    see_height(battle, enemy, out, at)
                out[at + ENEMY.attacked_an_ally] = contains(attackers, enemy)
                out[at + ENEMY.attacked_ward] = contains(at_ward, enemy)
                count = named >> NIBBLE * slot & ((1 << NIBBLE) - 1)
                if count > 0:
                    out[at + ENEMY.named] = count / allies
                see_attacks(battle, actor, enemy, out, at)
        at += ENEMY_LENGTH + ATTACKS_BY_SLOT * battle.max_side - 1
    return at


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    observation[:] = 0
    is_high = is_hilly(battle.raised)
    see_self(battle, fighter, is_high, observation, 0)
    at = OWN_LENGTH
    for slot in range(battle.max_side - 1):
        ally = ally_in_slot(battle, fighter, slot)
        if ally != NOBODY and battle.fighters[ally].life != Life.DEAD:
            see_ally(battle, fighter, ally, observation, at)
            if is_high:
                see_height(battle, ally, observation, at)
        at += ALLY_LENGTH + NAMED_BY_ALLY * (battle.max_side + 1)
    at = see_enemies(battle, fighter, is_high, observation, at)
    if battle.window != Window.NONE and fighter == battle.to_act:
        see_window(battle, fighter, observation, at)
