"""Every number of weapons, shields and armour, cell by cell (RD18, RD19)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Damage, Part
from quintain.envs.martial.tables import (
    ARMOUR_BONUS,
    ARMOUR_DEXTERITY,
    ARMOUR_DISADVANTAGE,
    ARMOUR_NAMES,
    ARMOUR_SPEED,
    EFFECT_BLEED,
    EFFECT_DAZED,
    EFFECT_DEGREE,
    IS_KNEELING,
    IS_MELEE,
    IS_NATURAL,
    IS_RANGED,
    IS_SHIELD,
    IS_TOUCH,
    ITEM_HANDS,
    ITEM_NAMES,
    NO_LIMIT,
    NO_PARRY,
    NONE,
    SHIELD_BONUS,
    SHIELD_NAMES,
    WEAPON_CRITICAL,
    WEAPON_DAMAGE,
    WEAPON_INCREMENT,
    WEAPON_NAMES,
    WEAPON_PARRY,
    WEAPON_PART,
    WEAPON_REACH,
    WEAPON_RELOAD,
    WEAPON_THROWN,
)

pytestmark = pytest.mark.interpreted


# --- Weapons (RD18) -------------------------------------------------------------------------------

SLASHING, PIERCING, BLUDGEONING = Damage.SLASHING, Damage.PIERCING, Damage.BLUDGEONING
NOTHING = (0, 0, 0)
# Hands, damage, reach, lowest critical, parry, effect (bleed, dazed, degree); None: no parry.
MELEE = {
    "sword": (1, SLASHING, 5, 19, 2, (1, 0, 0)),
    "axe": (1, SLASHING, 5, 20, 0, (2, 0, 0)),
    "mace": (1, BLUDGEONING, 5, 20, 0, (0, 1, 0)),
    "dagger": (1, PIERCING, 5, 20, 1, (0, 0, 1)),
    "spear": (2, PIERCING, 10, 20, 2, (0, 0, 1)),
    "unarmed": (0, BLUDGEONING, 5, 20, None, NOTHING),
    "bite": (0, PIERCING, 5, 20, None, (1, 0, 0)),
    "claw": (0, SLASHING, 5, 20, None, (1, 0, 0)),
    "talon": (0, SLASHING, 5, 20, None, (1, 0, 0)),
    "hoof": (0, BLUDGEONING, 5, 20, None, (0, 1, 0)),
    "gore": (0, PIERCING, 5, 20, None, (0, 0, 1)),
    "tail_slap": (0, BLUDGEONING, 10, 20, None, (0, 1, 0)),
    "wing_buffet": (0, BLUDGEONING, 5, 20, None, (0, 1, 0)),
    "tentacle": (0, BLUDGEONING, 10, 20, None, (0, 0, 1)),
    "lash": (0, SLASHING, 10, 20, None, NOTHING),
}
# Hands, damage, increment, lowest critical, reload, kneeling, effect.
MISSILE = {
    "bow": (2, PIERCING, 60, 20, 0, False, (0, 0, 0)),
    "crossbow": (2, PIERCING, 80, 19, 2, True, (0, 0, 0)),
}
NATURAL_PARTS = {
    "unarmed": NONE,
    "bite": Part.MOUTH,
    "claw": Part.HAND,
    "talon": Part.FOOT,
    "hoof": Part.FOOT,
    "gore": Part.HORN,
    "tail_slap": Part.TAIL,
    "wing_buffet": Part.WING,
    "tentacle": Part.ARM,
    "lash": Part.LEG,
}


def effect(item):
    """Bleed, rounds dazed and degrees of a critical hit."""
    return tuple(int(column[item]) for column in (EFFECT_BLEED, EFFECT_DAZED, EFFECT_DEGREE))


@pytest.mark.rule("RD18")
def test_RD18_the_weapons():
    assert set(WEAPON_NAMES) == {*MELEE, *MISSILE}
    assert {name for name in ITEM_NAMES if IS_NATURAL[ITEM_NAMES.index(name)]} == set(NATURAL_PARTS)


@pytest.mark.rule("RD18", "D47", "D92")
@pytest.mark.parametrize("name", MELEE)
def test_RD18_melee_weapons(name):
    item = ITEM_NAMES.index(name)
    hands, damage, reach, critical, parry, critical_effect = MELEE[name]
    assert (ITEM_HANDS[item], WEAPON_DAMAGE[item], WEAPON_REACH[item]) == (hands, damage, reach)
    assert WEAPON_CRITICAL[item] == critical
    assert WEAPON_PARRY[item] == (NO_PARRY if parry is None else parry)
    assert effect(item) == critical_effect
    assert IS_MELEE[item]
    assert not IS_RANGED[item]
    assert WEAPON_THROWN[item] == (10 if name == "dagger" else 0)
    assert IS_TOUCH[item] == (name == "lash")
    assert WEAPON_PART[item] == NATURAL_PARTS.get(name, NONE)


@pytest.mark.rule("RD18", "D60", "D75")
@pytest.mark.parametrize("name", MISSILE)
def test_RD18_missile_weapons(name):
    item = ITEM_NAMES.index(name)
    hands, damage, increment, critical, reload, kneeling, critical_effect = MISSILE[name]
    assert (ITEM_HANDS[item], WEAPON_DAMAGE[item]) == (hands, damage)
    assert (WEAPON_INCREMENT[item], WEAPON_CRITICAL[item]) == (increment, critical)
    assert (WEAPON_RELOAD[item], IS_KNEELING[item]) == (reload, kneeling)
    assert effect(item) == critical_effect
    assert WEAPON_PARRY[item] == NO_PARRY
    assert IS_RANGED[item]
    assert not IS_MELEE[item]


@pytest.mark.rule("RD18")
def test_RD18_no_weapon_is_better_than_another_in_every_column():
    """Higher is better in each: fewer hands, reach, critical range, parry, effects, thrown."""
    held = [name for name in MELEE if name not in NATURAL_PARTS]
    columns = {
        name: (-hands, reach, -critical, parry, *effects, 10 if name == "dagger" else 0)
        for name, (hands, _, reach, critical, parry, effects) in MELEE.items()
        if name in held
    }
    for one in held:
        for other in held:
            pairs = list(zip(columns[one], columns[other], strict=True))
            assert one == other or any(a < b for a, b in pairs)


# --- Shields and armour (RD19) --------------------------------------------------------------------


@pytest.mark.rule("RD19")
@pytest.mark.parametrize(("name", "bonus"), [("buckler", 1), ("shield", 2)])
def test_RD19_shields(name, bonus):
    item = ITEM_NAMES.index(name)
    assert (SHIELD_BONUS[item], ITEM_HANDS[item], IS_SHIELD[item]) == (bonus, 1, True)
    assert set(SHIELD_NAMES) == {"buckler", "shield"}
    assert not IS_MELEE[item]


@pytest.mark.rule("RD19")
@pytest.mark.parametrize(
    ("name", "bonus", "dexterity", "speed", "disadvantage"),
    [
        ("none", 0, None, None, 0),
        ("light", 1, 4, None, 0),
        ("medium", 3, 2, None, 0),
        ("heavy", 5, 0, 20, 1),
    ],
)
def test_RD19_armour(name, bonus, dexterity, speed, disadvantage):
    armour = ARMOUR_NAMES.index(name)
    assert len(ARMOUR_NAMES) == 4
    assert (ARMOUR_BONUS[armour], ARMOUR_DISADVANTAGE[armour]) == (bonus, disadvantage)
    assert ARMOUR_DEXTERITY[armour] == (NO_LIMIT if dexterity is None else dexterity)
    assert ARMOUR_SPEED[armour] == (NO_LIMIT if speed is None else speed)
