"""Sheets: abilities, one's own pack, and the figures of the others' kinds (HH38, XH6).

An enemy's own sheet is hidden; its kind is not, and the sheet of the kind is known to all.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit
from ...core.engine.layout import capped, put, table, within_one
from ..enums import Ability, Hand, Skill
from ..hidden import SHEETS
from ..rules.characters.abilities import climbing_ability, consistency, potential
from ..rules.modules.armoury import ability_of
from ..state import PACK
from ..tables import (
    ABILITY_ATTRIBUTES,
    ARMOUR_HP,
    BASE_CONSISTENCY,
    CAN_MEND,
    CAN_POISON,
    CAN_RAGE,
    DAMAGE,
    IS_HEAVY,
    IS_MELEE,
    ITEM_ABILITIES,
    MELEE_SKILL,
    NONE,
    NUM_ATTRIBUTES,
    RACE_HP,
    SHOT_SKILL,
    SKILL_BITS,
    SKILL_HIT,
    SKILL_HP,
    SKILLS,
    THROW_SKILL,
    WEAPON_RANGE,
)
from .layout import (
    ABILITY,
    ABILITY_PIECES,
    FULL_RANGE,
    IN_PACK,
    OWN,
    PACK_LENGTH,
    PACK_PIECES,
    PER,
    POISONED,
)

FIRST_ITEM = 1
"""Row of the first item in tables; row 0 is no item."""

# --- Kinds (HH38) ---------------------------------------------------------------------------------

LEVELS = (SHEETS["skills"][:, None] >> (SKILL_BITS * np.arange(SKILLS))) & ((1 << SKILL_BITS) - 1)
"""Level of each skill, `[kind, skill]`."""
DICE = BASE_CONSISTENCY + SHEETS["consistency"]
POINTS = SHEETS["attributes"] @ ABILITY_ATTRIBUTES.T // NUM_ATTRIBUTES + SHEETS["potential"]
"""Consistency and potential of each ability, `[kind, ability]` (H37)."""
_MOBILITY = SKILL_HP[Skill.COMBAT_MOBILITY, LEVELS[:, Skill.COMBAT_MOBILITY]]
USUAL_HP = (
    PER.usual_hp
    * (
        RACE_HP[SHEETS["race"]]
        + ARMOUR_HP[SHEETS["armour"]]
        + np.where(IS_HEAVY[SHEETS["armour"]], 0, _MOBILITY)
    ).clip(max=1 / PER.usual_hp)
).astype(np.float32)
"""Most HP of each kind (RH1), as the observation shows them."""
_ATTACKS = MELEE_SKILL | SHOT_SKILL | THROW_SKILL
USUAL_HIT = PER.usual_hit * (SKILL_HIT[np.arange(SKILLS), LEVELS] * _ATTACKS).max(axis=1)
"""HP of the best skill of each kind in attack (RH6), as the observation shows them."""


def _usual_weapons() -> np.ndarray:
    """Figures of the best ability of each kind for each item, `[kind, item + 1, figure]`."""
    rows = []
    for dice, points in zip(DICE, POINTS, strict=True):
        total = np.where(ITEM_ABILITIES, dice + points, np.iinfo(np.int64).min)
        best = total.argmax(axis=1)
        is_used = ITEM_ABILITIES.any(axis=1)
        figures = {"dice": dice[best] * is_used, "potential": points[best] * is_used}
        rows.append(table(ABILITY_PIECES, figures, empty=FIRST_ITEM))
    return np.array(rows)


USUAL_WEAPON = _usual_weapons()
POWER_OF = np.select([CAN_MEND, CAN_RAGE, CAN_POISON], [1, 2, 3], 0)
"""The power of each race: 1 Mend, 2 Rage, 3 poison, 0 none (RH62)."""


@njit
def power_left(fighter):
    """The power of a fighter's race, 0 once it is used up (RH62, HH28)."""
    if fighter.poisoned:
        return POISONED
    return 0 if fighter.power_used else POWER_OF[fighter.race]


@njit
def see_usual_weapon(it, item, out, at):
    """Write the figures of a fighter's kind for the item that its sword hand shows."""
    put(USUAL_WEAPON[it.cast, item + FIRST_ITEM], out, at)


SENSES = 2
"""Survival and Perception, and after them Persuasion and Insight."""

# --- Abilities (H37, H178) ------------------------------------------------------------------------


@njit
def see_ability(fighter, ability, out, at):
    """Consistency and potential of an ability, none of no ability (H37)."""
    if ability != NONE:
        dice, points = consistency(fighter, ability), potential(fighter, ability)
        out[at + ABILITY.dice] = within_one(dice * PER.dice)
        out[at + ABILITY.potential] = within_one(points * PER.potential)


@njit
def see_hand(fighter, hand, out, at):
    """The ability with which one uses what a hand holds (H178)."""
    if fighter.held[hand] != NONE:
        see_ability(fighter, ability_of(fighter, hand), out, at)


@njit
def see_abilities(me, out, at):
    """Abilities for weapon and off-hand, Brawl, Agility, Climbing, the senses and speech."""
    see_hand(me, Hand.SWORD, out, at + OWN.weapon_dice)
    see_hand(me, Hand.OFF, out, at + OWN.shield_dice)
    see_ability(me, np.int64(Ability.BRAWL), out, at + OWN.brawl_dice)
    see_ability(me, np.int64(Ability.AGILITY), out, at + OWN.agility_dice)
    see_ability(me, climbing_ability(), out, at + OWN.climbing_dice)
    for place in range(SENSES):
        sense = Ability.SURVIVAL + place
        out[at + OWN.senses + place] = within_one(consistency(me, sense) * PER.senses)
        points = potential(me, sense)
        out[at + OWN.senses_potential + place] = within_one(points * PER.senses_potential)
        social = consistency(me, Ability.PERSUASION + place)
        out[at + OWN.social + place] = within_one(social * PER.social)


# --- One's own pack and powers (H97, H101, RH62) --------------------------------------------------

PACK_LOOK = table(
    PACK_PIECES[:2],
    {
        "damage": DAMAGE,
        "range": np.where(IS_MELEE, -FULL_RANGE, np.maximum(WEAPON_RANGE, 0)),
    },
    empty=FIRST_ITEM,
)


@njit
def see_own_pack(me, out, at):
    """Write what one's own pack and bag hold, and what one conceals (H97, H100, H101)."""
    for place in range(PACK):
        item = me.pack[place] + FIRST_ITEM
        here = at + OWN.pack_1_damage + place * PACK_LENGTH
        put(PACK_LOOK[item], out, here)
        out[here + IN_PACK.dice] = USUAL_WEAPON[me.cast, item, ABILITY.dice]
    out[at + OWN.bag] = me.bag != NONE
    out[at + OWN.concealed] = (me.concealed_item + 1) * PER.concealed


@njit
def see_spent(me, out, at):
    """Write whether free uses of skills are spent, and the power of the race (RH1, RH62)."""
    out[at + OWN.free_use_skill] = me.spent != 0
    out[at + OWN.free_use_other] = me.free_used != 0
    out[at + OWN.power] = power_left(me) * PER.power
    out[at + OWN.rage] = capped(max(0, me.raging), PER.rage)
