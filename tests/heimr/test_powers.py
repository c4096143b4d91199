"""Special powers of some races."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, Hand, Window
from quintain.envs.heimr.rules.characters import conditions, powers

pytestmark = pytest.mark.interpreted


@pytest.mark.rule("RH62", "RH1")
@pytest.mark.parametrize(
    ("red", "may"),
    [({"race": "orc", "hp": 2}, True), ({"race": "orc"}, False),
     ({"race": "orc", "hp": 0}, False), ({"race": "orc", "hp": 2, "wp": 1}, False),
     ({"race": "shanata"}, True), ({"race": "shanata", "power_used": True}, False),
     ({"race": "merfolk"}, True), ({"race": "merfolk", "wp": 1}, False),
     ({"race": "merfolk", "power_used": True}, False), ({"race": "human", "hp": 2}, False),
     ({"race": "orc", "hp": 2, "seconds": {"daze": 2}}, False)],
)  # fmt: skip
def test_RH62_who_has_a_power_to_use(battle_of, red, may):
    battle = battle_of(red=[red])
    assert bool(powers.may_use_power(battle.fighters[0])) == may


@pytest.mark.rule("RH62", "RH1", "H80")
@pytest.mark.parametrize(("hp", "after"), [(1, 3), (2, 4), (3, 4)])
def test_RH62_an_orc_mends_up_to_its_maximum(battle_of, do, events, hp, after):
    battle = battle_of(red=[{"race": "orc", "hp": hp}])
    assert do(battle, Act.POWER) == Window.TURN
    fighter = battle.fighters[0]
    assert (fighter.hp, fighter.wp, fighter.standard) == (after, 5, False)
    assert events(battle, "power") == [("power", 0, -1, powers.MENDS, after, 0)]


@pytest.mark.rule("HH28", "RH62", "RH1")
def test_HH28_a_shanata_rages_once_above_its_maximum(battle_of, do):
    battle = battle_of(red=["shanata"])
    before = int(battle.fighters[0].hp)
    do(battle, Act.POWER)
    fighter = battle.fighters[0]
    assert (fighter.hp, fighter.wp, fighter.raging, fighter.power_used) == (before + 1, 7, 1, True)
    assert not powers.may_use_power(fighter)


@pytest.mark.rule("H31", "H32", "RH1", "RH62")
@pytest.mark.parametrize(("hp", "heals"), [(0, True), (-1, False)])
def test_H31_a_rage_that_brings_above_0_ends_the_injury(battle_of, do, hp, heals):
    red = [{"base": "shanata", "hp": hp, "injured": ["sword_arm", "left_leg"], "prone": True}]
    battle = battle_of(red=red)
    do(battle, Act.POWER)
    fighter = battle.fighters[0]
    assert (fighter.hp, fighter.injured == 0) == (hp + 1, heals)
    assert bool(conditions.is_hand_usable(fighter, Hand.SWORD)) == heals
    assert bool(conditions.may_stand_up(fighter)) == heals


@pytest.mark.rule("RH62", "RH1")
def test_RH1_a_rage_without_an_attack_is_over_after_5_turns(battle_of):
    battle = battle_of(red=["shanata"])
    fighter = battle.fighters[0]
    most = int(fighter.hp)
    powers.rage(fighter)
    for _ in range(4):
        powers.count_rage(fighter)
    assert (fighter.hp, fighter.raging) == (most + 1, 5)
    powers.count_rage(fighter)
    assert (fighter.hp, fighter.raging) == (most, 0)


@pytest.mark.rule("RH1")
def test_RH1_who_is_hurt_keeps_what_is_left_when_the_rage_ends(battle_of):
    battle = battle_of(red=[{"base": "shanata", "raging": 5, "hp": 1}])
    powers.count_rage(battle.fighters[0])
    assert (battle.fighters[0].hp, battle.fighters[0].raging) == (1, 0)


@pytest.mark.rule("RH1")
def test_RH1_an_attack_keeps_it_alive_for_5_more_turns(battle_of, do):
    battle = battle_of(red=[{"base": "shanata", "raging": 5, "hp": 4}])
    fighter = battle.fighters[0]
    do(battle, Act.WEAPON_ATTACK, target=1)
    assert fighter.raging == powers.HAS_ATTACKED
    for _ in range(5):
        powers.count_rage(fighter)
    assert (fighter.hp, fighter.raging) == (4, 5)
    powers.count_rage(fighter)
    assert (fighter.hp, fighter.raging) == (3, 0)


@pytest.mark.rule("RH62", "RH1")
def test_RH62_a_merfolk_poisons_a_weapon_once(battle_of, do):
    battle = battle_of(red=[{"race": "merfolk"}])
    do(battle, Act.POWER)
    fighter = battle.fighters[0]
    assert (fighter.poisoned, fighter.wp, fighter.power_used) == (True, 5, True)
