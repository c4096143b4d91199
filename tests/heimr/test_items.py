"""Items and their wielding."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import ABILITY_NAMES, Ability, BodyPart, Hand, Wielding
from quintain.envs.heimr.rules.modules import armoury
from quintain.envs.heimr.tables import (
    DAMAGE,
    IS_MELEE,
    ITEM_ABILITIES,
    ITEM_BONUS,
    ITEM_NAMES,
    NONE,
    WEAPON_RANGE,
    WIELDING,
)

pytestmark = pytest.mark.interpreted


def item(name):
    """Number of an item."""
    return ITEM_NAMES.index(name)


def wielder(battle_of, held, **more):
    """A fighter with these in hand."""
    return battle_of(red=[{"held": held, **more}]).fighters[0]


MELEE = -1
BOTH = Wielding.BOTH_HANDS


@pytest.mark.rule("H161", "H162", "H163", "H164", "H165", "H166", "H167", "H168", "RH2")
@pytest.mark.parametrize(
    ("name", "reach", "damage", "bonus", "wielding", "abilities"),
    [
        ("light", MELEE, 1, 2, Wielding.EITHER_HAND, {"knife_fighting", "duelling"}),
        (
            "medium",
            MELEE,
            2,
            3,
            Wielding.ONE_AND_A_HALF,
            {"duelling", "swordsmanship", "shield_and_sword"},
        ),
        ("great", MELEE, 3, 5, BOTH, {"swordsmanship"}),
        ("pole_arm", MELEE, 2, 4, BOTH, {"pole_arms"}),
        ("bow", 6, 3, 1, BOTH, {"archery"}),
        ("crossbow", 4, 3, 0, BOTH, {"archery"}),
        ("throwing", 1, 1, 0, Wielding.SWORD_HAND, {"throwing", "knife_fighting"}),
        ("blowgun", 2, 0, 1, Wielding.SWORD_HAND, {"blowguns"}),
    ],
)
def test_H161_to_H168_the_armoury(name, reach, damage, bonus, wielding, abilities):
    which = item(name)
    assert (WEAPON_RANGE[which], DAMAGE[which], ITEM_BONUS[which]) == (reach, damage, bonus)
    assert WIELDING[which] == wielding
    allowed = zip(ABILITY_NAMES, ITEM_ABILITIES[which], strict=True)
    assert {ability for ability, fits in allowed if fits} == abilities


@pytest.mark.rule("H169", "RH13")
@pytest.mark.parametrize(
    ("name", "bonus"),
    [("buckler", 0), ("small_shield", 2), ("medium_shield", 3), ("tower_shield", 5)],
)
def test_H169_the_shields(battle_of, name, bonus):
    fighter = wielder(battle_of, ["medium", name])
    assert armoury.has_shield(fighter)
    assert armoury.defence_bonus(fighter, Hand.OFF) == bonus
    assert WIELDING[item(name)] == Wielding.OFF_HAND
    fits = ITEM_ABILITIES[item(name)]
    assert fits[Ability.DUELLING] == fits[Ability.SWORDSMANSHIP] == (name == "buckler")
    assert fits[Ability.SHIELD_AND_SWORD]


@pytest.mark.rule("H107")
@pytest.mark.parametrize(
    ("name", "hands"),
    [("light", [True, True]), ("medium", [True, False]), ("great", [True, False]),
     ("throwing", [True, False]), ("buckler", [False, True]), ("torch", [True, True])],
)  # fmt: skip
def test_H107_which_hand_can_hold_what(battle_of, name, hands):
    fighter = wielder(battle_of, [])
    assert [bool(armoury.may_be_held(fighter, item(name), hand)) for hand in Hand] == hands


@pytest.mark.rule("H107", "RH42")
def test_H107_two_hands_must_both_be_free(battle_of):
    assert not armoury.may_be_held(wielder(battle_of, ["buckler"]), item("great"), Hand.SWORD)
    fighter = wielder(battle_of, ["great"])
    assert (armoury.free_hands(fighter), armoury.is_hand_empty(fighter, Hand.OFF)) == (0, False)
    hurt = wielder(battle_of, [], injured=["other_arm"])
    assert not armoury.may_be_held(hurt, item("great"), Hand.SWORD)
    assert armoury.free_hands(hurt) == 1


@pytest.mark.rule("H178", "HH1")
@pytest.mark.parametrize(
    ("held", "trained", "ability"),
    [
        (["medium"], {"duelling": [1, 0]}, Ability.SWORDSMANSHIP),
        (["medium"], {"duelling": [3, 0]}, Ability.DUELLING),
        (["medium", "medium_shield"], {"shield_and_sword": [2, 1]}, Ability.SHIELD_AND_SWORD),
        (["light"], {"knife_fighting": [4, 0]}, Ability.KNIFE_FIGHTING),
        (["light", "light"], {"knife_fighting": [4, 0]}, Ability.KNIFE_FIGHTING),
        (["light", "buckler"], {"knife_fighting": [4, 0]}, Ability.DUELLING),
        (["light", "torch"], {"knife_fighting": [4, 0]}, Ability.DUELLING),
        (["pole_arm"], {}, Ability.POLE_ARMS),
    ],
)
def test_HH1_the_best_ability_whose_wielding_fits(battle_of, held, trained, ability):
    fighter = wielder(battle_of, held, base="orc", trained={"swordsmanship": [0, 0], **trained})
    assert armoury.ability_of(fighter, Hand.SWORD) == ability


@pytest.mark.rule("H178", "RH2", "RH31")
def test_H178_damage_in_hp_bonus_in_potential(battle_of):
    fighter = wielder(battle_of, ["great"])
    assert DAMAGE[fighter.held[Hand.SWORD]] == 3
    assert armoury.defence_bonus(fighter, Hand.SWORD) == 5


@pytest.mark.rule("RH31")
def test_RH31_the_bonus_counts_in_attacks_and_parries(battle_of, monkeypatch):
    fighter = wielder(battle_of, ["medium", "medium_shield"])
    assert [armoury.defence_bonus(fighter, hand) for hand in Hand] == [3, 3]
    monkeypatch.setattr(armoury, "BONUS_COUNTS_IN_PARRIES", False)
    interpreted = getattr(armoury.defence_bonus, "py_func", armoury.defence_bonus)
    assert [interpreted(fighter, hand) for hand in Hand] == [0, 3]


@pytest.mark.rule("H84", "RH14")
@pytest.mark.parametrize(
    ("held", "two"),
    [(["light", "light"], True), (["medium", "light"], True), (["medium", "buckler"], False),
     (["throwing", "light"], True), (["blowgun", "light"], True), (["throwing"], False),
     (["bow"], False), (["great"], False), ([], False)],
)  # fmt: skip
def test_RH14_who_has_two_weapons(battle_of, held, two):
    assert armoury.has_two_weapons(wielder(battle_of, held)) == two


@pytest.mark.rule("H110", "RH24", "RH42")
@pytest.mark.parametrize(
    ("held", "injured", "armed"),
    [(["medium"], [], True), (["light", "light"], ["sword_arm"], True), (["bow"], [], False),
     (["medium"], ["sword_arm"], False), (["great"], ["other_arm"], False), ([], [], False)],
)  # fmt: skip
def test_RH42_an_arm_that_is_injured_wields_nothing(battle_of, held, injured, armed):
    assert armoury.is_armed(wielder(battle_of, held, injured=injured)) == armed


@pytest.mark.rule("RH42", "H28", "H113")
def test_RH42_a_bound_arm_keeps_its_item_and_does_nothing_with_it(battle_of):
    red = [{"base": "swordsman", "held_by": 1, "held_part": BodyPart.OTHER_ARM}]
    fighter = battle_of(red=red).fighters[0]
    assert not armoury.has_shield(fighter)
    assert armoury.is_armed(fighter)
    assert ITEM_NAMES[fighter.held[Hand.OFF]] == "medium_shield"


@pytest.mark.rule("RH44", "H108")
def test_RH44_the_holding_hand_holds_nothing_else(battle_of):
    battle = battle_of(red=[{"base": "brawler", "holds": 1}, "brawler", {"holds": 0}])
    assert [armoury.free_hands(battle.fighters[one]) for one in range(3)] == [1, 2, 0]


@pytest.mark.rule("RH29", "RH59", "H53")
def test_RH29_a_bow_needs_a_missile_in_hand(battle_of):
    battle = battle_of(red=["archer", "thrower"])
    archer, thrower = battle.fighters[0], battle.fighters[1]
    assert armoury.is_shooting_hand(archer, Hand.SWORD)
    archer.missile = False
    assert not armoury.is_shooting_hand(archer, Hand.SWORD)
    assert armoury.is_shooting_hand(thrower, Hand.SWORD)


@pytest.mark.rule("HH8", "RH24", "H167")
def test_HH8_a_throwing_weapon_is_no_melee_weapon(battle_of):
    assert not IS_MELEE[item("throwing")]
    assert not armoury.is_armed(wielder(battle_of, ["throwing"]))


@pytest.mark.rule("H27", "RH16")
@pytest.mark.parametrize(
    ("strength", "toughness", "broken"),
    [(1, 2, False), (2, 2, True), (3, 2, True), (99, 99, False)],
)
def test_H27_a_break_that_is_strong_enough(strength, toughness, broken):
    assert armoury.breaks(strength, toughness) == broken


@pytest.mark.rule("H27", "RH16")
@pytest.mark.parametrize(("strength", "kept"), [(0, True), (1, False)])
def test_RH16_a_shield_breaks_at_once(battle_of, strength, kept):
    battle = battle_of(red=["swordsman"])
    armoury.break_item(battle, 0, Hand.OFF, strength)
    assert armoury.has_shield(battle.fighters[0]) == kept
    assert battle.ground_item[0] == NONE


@pytest.mark.rule("H99", "H24")
def test_H99_what_is_dropped_lies_in_the_location(battle_of):
    battle = battle_of(red=[{"base": "archer", "at": (2, 0)}])
    armoury.drop_item(battle, 0, Hand.OFF)  # half of the bow
    fighter = battle.fighters[0]
    assert (fighter.held[0], fighter.missile) == (NONE, False)
    assert armoury.lies_in(battle, 0, 2)
    armoury.pick_up(battle, 0, 0, Hand.SWORD)
    assert ITEM_NAMES[fighter.held[0]] == "bow"
    assert not armoury.lies_in(battle, 0, 2)


@pytest.mark.rule("H99")
def test_H99_where_too_much_lies_the_rest_is_lost(battle_of):
    battle = battle_of()
    for _ in range(9):
        armoury.put_on_ground(battle, item("light"), 6)
    assert (battle.ground_item == item("light")).all()


@pytest.mark.rule("H156")
def test_H156_a_torch_lights_up_to_distance_1(battle_of):
    battle = battle_of(red=["torchbearer", "fighter"])
    assert [armoury.light_of(battle.fighters[one]) for one in range(2)] == [1, 0]


@pytest.mark.rule("RH29", "RH16", "H27")
def test_RH29_with_a_broken_bow_its_missile_is_lost(battle_of):
    battle = battle_of(red=["archer"])
    assert battle.fighters[0].missile
    armoury.break_item(battle, 0, Hand.SWORD, 3)
    assert (battle.fighters[0].held[0], battle.fighters[0].missile) == (-1, False)
