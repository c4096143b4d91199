"""What a fighter may know, as numbers in [-1, 1] (P9, XP1 to XP6).

Open: places, Wounds, what is held and worn, what everybody did in the last phase, that a spell is
being prepared. Own side only: attributes, and orders where the side plans together. Hidden: sealed
orders (XP1), those of whom one is Unaware (XP2), which spell (XP3), Max Wounds and attributes of
the others (XP4), poison (XP5), dice to come (XP6). The layout names every number.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot, slot_of
from ...core.engine.layout import put
from ...core.maps.square_grid import COLUMNS, has_square
from ..actions.orders import (
    ENEMY_DESCRIPTIONS,
    FIRST_WITH_ENEMY,
    NEAR_SQUARES,
    VERB_ACT,
)
from ..enums import (
    Act,
    Condition,
    Description,
    Life,
    Window,
)
from ..rules.bodies import are_enemies, is_able, reach
from ..rules.sight import gap, is_concealed_from, is_covered_from, is_unaware
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
    ALLY_LENGTH,
    ENEMY_LENGTH,
    NUM_ACTS,
    NUM_CONDITIONS,
    NUM_SPELLS,
    NUM_WINDOWS,
    OWN_LENGTH,
    WINDOW_LENGTH,
)

WEAPON_LOOK = np.stack(
    [
        WEAPON_PENETRATION / 3,
        WEAPON_HANDS - 1,
        WEAPON_REACH - 1,
        WEAPON_RANGE / 6,
        IS_MISSILE_ONLY,
        IS_THROWN,
        WEAPON_RELOAD / 2,
        IS_SILENT,
        SEVERS | DAZES,
        ENTRAPS,
        WEAPON_DEFLECTION / 2,
    ],
    axis=1,
).astype(np.float32)
WEAPON_LOOK[UNARMED, 1] = 0
LIFE_LOOK = np.eye(len(Life), len(Life) - 1, dtype=np.float32)  # the dead are none of them
SHIELD_LOOK = np.stack([SHIELD_DEFLECTION / 2, SHIELD_ABSORB, SHIELD_COVER], axis=1).astype(
    np.float32
)
ARMOUR_LOOK = np.stack([ARMOUR_DEFLECTION / 3, ARMOUR_ABSORB / 3], axis=1).astype(np.float32)
PER_SQUARE = np.float32(1 / 16)
QUARTER = np.float32(1 / 4)
THIRD = np.float32(1 / 3)
SIXTH = np.float32(1 / 6)
FAR = 16
"""Squares that count as 1 in a distance."""


@njit
def few(number, most, share):
    """A small number, cut off at `most`, as a share."""
    return np.float32(min(most, np.int64(number))) * share


@njit
def see_body(battle, actor, out, at):
    """What anybody can see of a fighter; the place after it (XP4)."""
    it = battle.fighters[actor]
    at = put(WEAPON_LOOK[it.hand], out, at)
    at = put(LIFE_LOOK[it.life], out, at)
    out[at] = few(it.wounds, 4, QUARTER)
    out[at + 1] = it.second >= 0
    at = put(SHIELD_LOOK[it.shield], out, at + 2)
    at = put(ARMOUR_LOOK[it.armour], out, at)
    out[at] = it.prone
    if it.entrapped != 0:
        out[at + 1] = 1.0 if np.int64(it.entrapped) & ~NET != 0 else 0.5
    if it.limbs != 0:
        legs = np.int64(it.limbs & LEFT_LEG != 0) + np.int64(it.limbs & RIGHT_LEG != 0)
        arms = np.int64(it.limbs & LEFT_ARM != 0) + np.int64(it.limbs & RIGHT_ARM != 0)
        out[at + 2] = legs / 2
        out[at + 3] = arms / 2
    out[at + 4] = few(it.dazed, 4, QUARTER)
    out[at + 5] = few(it.terror, 4, QUARTER)
    out[at + 6] = it.prepared >= 0
    out[at + 7] = it.aimed
    out[at + 8] = it.carrying >= 0
    out[at + 9] = it.moved
    out[at + 10] = it.attacked != 0
    out[at + 11] = it.used_weapon
    out[at + 12] = has_square(battle.raised, it.x, it.y)
    out[at + 13] = it.is_ward
    return at + 14


@njit
def see_self(battle, actor, out, at):
    """One's own block."""
    me = battle.fighters[actor]
    at = see_body(battle, actor, out, at)
    out[at] = me.strength * THIRD
    out[at + 1] = me.dexterity * THIRD
    out[at + 2] = me.will * THIRD
    out[at + 3] = me.stealth * THIRD
    out[at + 4] = me.perception * THIRD
    out[at + 5] = me.medical * THIRD
    out[at + 6] = me.attack_bonus * QUARTER
    out[at + 7] = few(me.max_wounds, 6, SIXTH)
    out[at + 8] = me.loaded
    out[at + 9] = me.stock * THIRD
    out[at + 10] = few(me.doses, 3, THIRD)
    if me.carried_hand >= 0:
        put(WEAPON_LOOK[me.carried_hand], out, at + 11)
    at += 11 + WEAPON_LOOK.shape[1]
    if me.spells != 0:
        for spell in range(NUM_SPELLS):
            out[at + spell] = (np.int64(me.spells) >> spell) & 1
        if me.prepared >= 0:
            out[at + NUM_SPELLS + np.int64(me.prepared)] = 1
        out[at + 2 * NUM_SPELLS] = me.mends * THIRD
        out[at + 2 * NUM_SPELLS + 1] = me.focus >= 0
    see_standpoint(battle, actor, out, at + 2 * NUM_SPELLS + 2)


@njit
def see_standpoint(battle, actor, out, at):
    """Who is Unaware of oneself, and where one stands."""
    me = battle.fighters[actor]
    unaware = 0
    if me.hidden_from != 0:
        for other in range(battle.num_fighters):
            unaware += (np.int64(me.hidden_from) >> other) & 1
    out[at] = unaware / np.int64(battle.side_size[1 - battle.side[actor]])
    out[at + 1] = me.stealth_roll / 23
    out[at + 2] = me.x / 32
    out[at + 3] = me.y / 16
    out[at + 4] = few(me.y, 6, SIXTH)
    out[at + 5] = few(battle.width - 1 - np.int64(me.x), 6, SIXTH)
    out[at + 6] = few(battle.height - 1 - np.int64(me.y), 6, SIXTH)
    out[at + 7] = few(me.x, 6, SIXTH)


@njit
def see_place(me, it, out, at):
    """Write that a fighter is there, its distance and offset; its distance in squares."""
    across = np.int64(it.x) - np.int64(me.x)
    down = np.int64(it.y) - np.int64(me.y)
    far = max(abs(across), abs(down))
    out[at] = 1
    out[at + 1] = np.float32(min(FAR, far)) * PER_SQUARE
    out[at + 2] = np.float32(min(FAR, max(-FAR, across))) * PER_SQUARE
    out[at + 3] = np.float32(down) * PER_SQUARE
    return far


@njit
def plan_kind(act):
    """What an ally's order is about: 0 it moves, 1 strikes, 2 shoots or casts, 3 helps."""
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
    """Whether an ally's first action names an enemy than whom none is closer to oneself (XP1)."""
    if not names_fighter(np.int64(order.verb[FIRST])):
        return False
    target = np.int64(order.target[FIRST])
    if target < 0 or target >= battle.num_fighters or not is_known_enemy(battle, actor, target):
        return False
    return gap(battle, actor, target) == least


@njit
def see_ally(battle, actor, ally, least, out, at):
    """The block of an ally, with its order if the side plans together (XP1)."""
    it = battle.fighters[ally]
    at = see_body(battle, ally, out, at)
    see_place(battle.fighters[actor], it, out, at)
    order = battle.orders[ally]
    if battle.plans_together != 0 and order.is_written != 0 and order.verb[FIRST] >= 0:
        out[at + 4 + plan_kind(VERB_ACT[order.verb[FIRST]])] = 1
        out[at + 8] = names_closest(battle, actor, order, least)


@njit
def see_enemy(battle, actor, enemy, out, at):
    """The block of an enemy of whom one is aware (XP2, XP4)."""
    me = battle.fighters[actor]
    it = battle.fighters[enemy]
    at = see_body(battle, enemy, out, at)
    far = see_place(me, it, out, at)
    out[at + 4] = not is_concealed_from(battle, enemy, actor)
    out[at + 5] = (np.int64(me.hidden_from) >> enemy) & 1
    out[at + 6] = far <= reach(me)
    out[at + 7] = far <= reach(it)
    out[at + 8] = is_covered_from(battle, enemy, actor)


@njit
def is_known_enemy(battle, actor, other):
    """Whether somebody is an enemy able to act whom one is aware of (XP2)."""
    if not are_enemies(battle, actor, other) or not is_able(battle.fighters[other]):
        return False
    return not is_unaware(battle, actor, other)


@njit
def least_gap(battle, actor):
    """Squares to the closest of the enemies one knows of, the map's columns if there are none."""
    least = np.int64(COLUMNS)
    for other in range(battle.num_fighters):
        if is_known_enemy(battle, actor, other):
            least = min(least, gap(battle, actor, other))
    return least


@njit
def see_target(battle, actor, target, out, at):
    """Mark the enemy slot or the description that a directive names."""
    if target >= Description.CLOSEST:
        if target < Description.CLOSEST + ENEMY_DESCRIPTIONS:
            out[at + np.int64(battle.max_side) + target - Description.CLOSEST] = 1
    elif target >= 0 and battle.side[target] != battle.side[actor]:
        out[at + slot_of(battle, target)] = 1


@njit
def argument_share(condition, argument):
    """A condition's threshold as a number up to 1."""
    if condition == Condition.NEAR or condition == Condition.WOUNDED:
        return argument / NEAR_SQUARES[-1]
    return 0.0


@njit
def names_fighter(verb):
    """Whether a directive's target is a fighter or a description."""
    return verb >= FIRST_WITH_ENEMY


@njit
def see_window(battle, actor, out, at):
    """The block of the order at hand: what is written of it already."""
    out[at + np.int64(battle.window) - 1] = 1
    at += NUM_WINDOWS
    order = battle.orders[actor]
    named = at + WINDOW_LENGTH - NUM_WINDOWS
    first, then = np.int64(order.verb[FIRST]), np.int64(order.verb[THEN])
    if first >= 0:
        out[at + VERB_ACT[first] - 1] = 1
        if names_fighter(first):
            see_target(battle, actor, np.int64(order.target[FIRST]), out, named)
    at += NUM_ACTS
    named += np.int64(battle.max_side) + ENEMY_DESCRIPTIONS
    condition, argument = np.int64(order.condition), np.int64(order.argument)
    if battle.window > Window.CONDITION:
        out[at + condition] = 1
        out[at + NUM_CONDITIONS] = argument_share(condition, argument)
        if out[at + NUM_CONDITIONS] == 0 and argument >= 0:
            out[named + slot_of(battle, argument)] = 1
    at += NUM_CONDITIONS + 1
    if then >= 0:
        out[at + VERB_ACT[then] - 1] = 1
        if names_fighter(then):
            place = named + np.int64(battle.max_side)
            see_target(battle, actor, np.int64(order.target[THEN]), out, place)
    see_round(battle, actor, out, at + NUM_ACTS)


@njit
def see_round(battle, actor, out, at):
    """How long it has lasted, and who is left."""
    out[at] = np.int64(battle.round_number) / np.int64(battle.round_limit)
    out[at + 1] = min(15, np.int64(battle.quiet_rounds)) / 15
    side = battle.side[actor]
    for other in range(battle.num_fighters):
        if is_able(battle.fighters[other]):
            out[at + 2 + (battle.side[other] != side)] += SIXTH


@njit(shared=True)
def observe(battle, fighter, observation):
    """Write what a fighter may know: `observation_layout(max_side)`."""
    observation[:] = 0
    size = np.int64(battle.max_side)
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
