"""The body, the arms and the place of a fighter, as all observers see them (XP4, P91 to P135)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY
from ...core.engine.layout import capped, put, table
from ...core.maps.square_grid import COLUMNS, has_square
from ..enums import Act, Life
from ..rules.bodies import can_shoot
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
    IS_MISSILE_ONLY,
    IS_SILENT,
    IS_THROWN,
    NO_SHIELD,
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
from .layout import (
    ARMOUR_PIECES,
    BELT_PIECES,
    BODY,
    FAR,
    LEFT_PIECES,
    PER,
    PLACE,
    SHIELD_PIECES,
    WEAPON_PIECES,
)

# Numbers that an index decides, ready to be copied.
_LEFT = {
    "effect": DAZES + 2 * SEVERS + 3 * ENTRAPS,
    "weapon_deflection": WEAPON_DEFLECTION,
    "weapon_bonus": WEAPON_SHIELD_BONUS - FAVOR * (np.arange(len(WEAPON_NAMES)) == UNARMED),
    "more_penetration": WEAPON_UNAWARE_PENETRATION
    + WEAPON_CHARGE_PENETRATION
    + WEAPON_CHARGED_PENETRATION
    + WEAPON_MOUNTED_PENETRATION,
}
WEAPON_LOOK = table(
    WEAPON_PIECES,
    {
        "penetration": WEAPON_PENETRATION,
        "reach": WEAPON_REACH - 1,
        "range": WEAPON_RANGE,
        "thrown": IS_THROWN,
        "reload": WEAPON_RELOAD,
        "silent": IS_SILENT,
        **_LEFT,
    },
)
LEFT_LOOK = table(LEFT_PIECES, _LEFT)
_BELT = {
    "penetration": WEAPON_PENETRATION,
    "reach": WEAPON_REACH - 1,
    "range": WEAPON_RANGE,
    "melee": ~IS_MISSILE_ONLY & (np.arange(len(WEAPON_NAMES)) != UNARMED),
}
BELT_LOOK = table(BELT_PIECES[:-1], _BELT)
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
LAST_PLACE = np.full(len(Act), NOBODY)
"""The place in a block of each action that was carried out, -1 if it has none."""
for _place, _acts in {
    BODY.last: (
        (Act.CHARGE, Act.FULL_ATTACK),
        (Act.COUNTER, Act.DEFEND, Act.GUARD),
        (Act.RANGED_ATTACK, Act.RAPID_FIRE, Act.AIM),
        (Act.PREPARE_SPELL, Act.RELEASE_SPELL, Act.FOCUS_SPELL),
    ),
    BODY.last_other: ((Act.FALL_BACK,), (Act.SKULK,), (Act.RESCUE, Act.STABILIZE)),
}.items():
    for _kind, _alike in enumerate(_acts):
        LAST_PLACE[list(_alike)] = _place + _kind
SHARE_OF_FAR = np.minimum(1, np.arange(COLUMNS + 1) / FAR).astype(np.float32)
"""The numbers that show squares."""
OFFSET = (np.arange(1 - COLUMNS, COLUMNS) / FAR).clip(-1, 1).astype(np.float32)
"""The numbers that show columns or rows to a fighter, from the most to the west or north on."""


@njit
def see_life(battle, actor, out, at):
    """Write all that is known of a fighter who is out of sight, except its place (XP4).

    The dying, the Stable and the dead are alike.
    """
    it = battle.fighters[actor]
    out[at + BODY.is_able] = it.life == Life.ABLE
    out[at + BODY.is_ward] = it.is_ward


@njit
def see_height(battle, actor, out, at):
    """Write whether a fighter stands on high ground, on a map that has any (P110)."""
    it = battle.fighters[actor]
    out[at + BODY.high_ground] = has_square(battle.raised, it.x, it.y)


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
    if it.second >= 0:
        out[at + BODY.second_weapon] = 1
        put(LEFT_LOOK[it.second], out, at + BODY.left)
    if can_shoot(it):
        out[at + BODY.shots] = it.stock * PER.shots if IS_THROWN[it.hand] else 1.0
    put(SHIELD_LOOK[it.shield], out, at + BODY.shield_deflection)
    see_armour(it, out, at)
    out[at + BODY.prone] = it.prone
    if it.entrapped != 0:
        out[at + BODY.entrapped] = 1.0 if it.entrapped & ~NET != 0 else 0.5
        out[at + BODY.netted] = it.entrapped & NET != 0
    if it.limbs != 0:
        legs = np.int64(it.limbs & LEFT_LEG != 0) + np.int64(it.limbs & RIGHT_LEG != 0)
        arms = np.int64(it.limbs & LEFT_ARM != 0) + np.int64(it.limbs & RIGHT_ARM != 0)
        out[at + BODY.limbs_legs] = legs * PER.limbs
        out[at + BODY.limbs_arms] = arms * PER.limbs
    if it.dazed != 0:
        out[at + BODY.dazed] = capped(it.dazed, PER.dazed)
    if it.terror != 0:
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
    place = LAST_PLACE[it.acted]
    if place >= 0:
        out[at + place] = 1
    one = attackers_of(it)
    if one != 0:
        two = one & (one - 1)
        three = two & (two - 1)
        count = 1 + np.int64(two != 0) + np.int64(three != 0)  # of ATTACKERS that count as 1
        out[at + BODY.attackers] = capped(count, PER.attackers)


@njit
def attackers_of(it):
    """Bits of a fighter's attackers in both phases of the last round (RP16)."""
    return np.int64(it.attacked) | np.int64(it.assailants)


@njit
def see_place(me, it, out, at):
    """Write that a fighter is there, its distance and offset; its distance in squares."""
    across = it.x - me.x
    down = it.y - me.y
    far = max(abs(across), abs(down))
    out[at + PLACE.is_here] = 1
    out[at + PLACE.distance] = SHARE_OF_FAR[far]
    out[at + PLACE.offset_columns] = OFFSET[across + COLUMNS - 1]
    out[at + PLACE.offset_rows] = OFFSET[down + COLUMNS - 1]
    out[at + PLACE.far_distance] = far * PER.far_distance
    return far


@njit
def see_belt(it, out, at):
    """Write what kind of set hangs at a fighter's belt: all who see him see it (RP38)."""
    if it.carried_hand >= 0:
        put(BELT_LOOK[it.carried_hand], out, at + PLACE.belt)
        out[at + PLACE.belt_shield] = it.carried_shield != NO_SHIELD
