"""The results of a hit: body part, damage, effect, injury."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Ability,
    Act,
    BodyPart,
    Defence,
    Effect,
    Hand,
    Life,
    Skill,
    Step,
    Window,
)
from quintain.envs.heimr.rules import effects
from quintain.envs.heimr.rules.attacks import hits
from quintain.envs.heimr.rules.combat_actions import skills
from quintain.envs.heimr.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

ARCHER = {"base": "archer", "at": (0, 1)}
ITEM = {name: number for number, name in enumerate(ITEM_NAMES)}
SHIELD_AIM = 5 + Hand.OFF


def ready(kind=Defence.DODGE, value=0, **more):
    """A fighter with a pre-rolled defence whose d6 does not raise its fatigue."""
    return {"defence": kind, "defence_value": value, "defence_d6": 6, **more}


# --- Body part (H116, H117, H129, RH26) -----------------------------------------------------------


@pytest.mark.rule("H116", "RH26")
@pytest.mark.parametrize(
    ("d6", "part"),
    [(1, "left_leg"), (2, "right_leg"), (3, "other_arm"), (4, "sword_arm"), (5, "torso"),
     (6, "torso")],
)  # fmt: skip
def test_H116_the_d6_tells_the_body_part_even_if_it_does_not_count(
    battle_of, attack, play_attack, load, events, d6, part
):
    battle = battle_of(blue=[ready()])
    attack(battle)
    load(battle, [d6, 10, 9, 8])
    play_attack(battle)
    assert events(battle, "hits") == [("hits", 0, 1, BodyPart[part.upper()], 2, 0)]


@pytest.mark.rule("H117")
def test_H117_an_aimed_attack_has_two_dice_less_and_meets_its_part(
    battle_of, attack, play_attack, load, events
):
    battle = battle_of(blue=[ready()])
    attack(battle, aim=BodyPart.OTHER_ARM)
    load(battle, [5, 8, 6, 6, 6])
    play_attack(battle)
    assert events(battle, "rolls")[0] == ("rolls", 0, Ability.SWORDSMANSHIP, 5, 14, 8)
    assert events(battle, "hits") == [("hits", 0, 1, BodyPart.OTHER_ARM, 2, 0)]


@pytest.mark.rule("H129")
def test_H129_a_sleeper_wakes_when_it_is_hit(battle_of, attack, play_attack, load):
    battle = battle_of(blue=[{"life": Life.ASLEEP}])
    attack(battle)
    load(battle, [3, 9, 2, 2, 6])
    play_attack(battle)
    assert (battle.fighters[1].life, battle.fighters[1].prone) == (Life.AWAKE, True)


# --- Damage, effects, injuries (H21, H32, H64, H115, RH2, RH16, RH62, QH12) -----------------------


@pytest.mark.rule("H32", "H116", "RH2")
@pytest.mark.parametrize(
    ("d6", "state"),
    [(1, {"prone": True}), (2, {"prone": True}), (3, {"held": [ITEM["medium"], NONE]}),
     (4, {"held": [NONE, ITEM["buckler"]]}), (5, {"prone": False}), (6, {"prone": False})],
)  # fmt: skip
def test_H32_an_injury_to_each_part(battle_of, attack, play_attack, load, events, d6, state):
    battle = battle_of(blue=[ready(held=["medium", "buckler"], hp=2)])
    attack(battle)
    load(battle, [d6, 9, 2, 2, 6, 6, 6])
    play_attack(battle)
    fighter = battle.fighters[1]
    part = hits.PART_OF_FACE[d6]
    assert (fighter.hp, fighter.injured) == (0, 1 << part)
    for key, value in state.items():
        assert (fighter[key] == value) if key == "prone" else fighter[key].tolist() == value
    assert events(battle, "injured") == [("injured", 1, -1, part, 0, 0)]
    assert (fighter.defence == Defence.NONE) == (part == BodyPart.TORSO)


@pytest.mark.rule("RH2", "H32", "H168")
@pytest.mark.parametrize(("hp", "injured"), [(4, 0), (0, 1 << BodyPart.OTHER_ARM)])
def test_RH2_a_blowgun_injures_only_the_injured(battle_of, attack, play_attack, load, hp, injured):
    battle = battle_of(red=[{"base": "blowgunner", "at": (0, 1)}], blue=[ready(hp=hp)])
    attack(battle)
    load(battle, [3, 9, 2, 2, 2, 6, 6, 6])
    play_attack(battle)
    assert (battle.fighters[1].hp, battle.fighters[1].injured) == (hp, injured)


@pytest.mark.rule("HH15", "H32", "RH6")
@pytest.mark.parametrize(
    ("act", "more"),
    [(Act.WEAPON_ATTACK, True), (Act.BRAWL_HIT, True), (Act.BRAWL_BIND, False),
     (Act.SHIELD_BASH, False)],
)  # fmt: skip
def test_HH15_weapons_and_fists_injure_the_injured_again(
    battle_of, attack, play_attack, load, act, more
):
    red = [{"base": "shieldman", "held": ["medium", "small_shield"]}]
    if act == Act.BRAWL_BIND:
        red = ["brawler"]
    blue = [ready(held=[], hp=0, injured=["left_leg"], defence_penalty=9)]
    battle = battle_of(red=red, blue=blue)
    attack(battle, act, step=Step.DEFENDED)
    load(battle, [2, 9, 9, 9, 6, 6, 6])
    play_attack(battle)
    assert ((battle.fighters[1].injured >> BodyPart.RIGHT_LEG) & 1) == more


@pytest.mark.rule("H35", "RH5", "TH4")
@pytest.mark.parametrize(
    ("hp", "life"), [(-1, Life.AWAKE), (-2, Life.UNCONSCIOUS), (-4, Life.DEAD)]
)
def test_H35_blows_on_the_injured_bring_the_next_levels(
    battle_of, attack, play_attack, load, hp, life
):
    battle = battle_of(blue=[{"hp": hp, "injured": ["left_leg"], "defence": 0}])
    attack(battle)
    load(battle, [3, 9, 2, 2, 6, 6, 6, 6])
    play_attack(battle)
    assert battle.fighters[1].life == life
    assert battle.fighters[1].injured == 1 << BodyPart.LEFT_LEG | 1 << BodyPart.OTHER_ARM


@pytest.mark.rule("H35", "HH5", "RH19")
@pytest.mark.parametrize(("hp", "dying"), [(-2, 40), (-3, 0)])
def test_HH5_a_blow_within_a_level_does_not_stop_the_count_of_the_dying(
    battle_of, attack, play_attack, load, hp, dying
):
    blue = [{"hp": hp, "injured": ["left_leg"], "dying": 40, "defence": 0}]
    battle = battle_of(red=["runner"], blue=blue)  # a light weapon: 1 HP
    attack(battle)
    load(battle, [3, 9, 2, 2, 6, 6, 6, 6])
    play_attack(battle)
    assert (battle.fighters[1].hp, battle.fighters[1].dying) == (hp - 1, dying)


@pytest.mark.rule("RH16", "RH6", "H27", "H117", "HH11")
@pytest.mark.parametrize(
    ("shield", "level", "own", "left", "sword"),
    [("medium_shield", 1, "medium", False, True), ("reinforced_shield", 1, "medium", True, True),
     ("reinforced_shield", 2, "medium", False, False),
     ("medium_shield", 1, "crude_medium", False, False),
     ("reinforced_shield", 2, "superior_medium", False, True)],
)  # fmt: skip
def test_RH16_a_breaking_strike_on_a_shield(
    battle_of, attack, play_attack, load, shield, level, own, left, sword
):
    red = [{"base": "axeman", "skills": {"breaking_strike": level}, "held": [own]}]
    blue = [ready(Defence.BLOCK, base="swordsman", held=["medium", shield], defence_hand=1)]
    battle = battle_of(red=red, blue=blue)
    attack(battle, aim=SHIELD_AIM)
    load(battle, [3, 9, 6, 6, 6])
    play_attack(battle)
    other = battle.fighters[1]
    assert other.hp == 4
    assert (other.held[Hand.OFF] != NONE) == left
    assert (battle.fighters[0].held[Hand.SWORD] != NONE) == sword
    assert battle.fighters[0].wp == 8 - (0 if own == "superior_medium" else 2)


@pytest.mark.rule("H64", "QH12", "RH15")
@pytest.mark.parametrize(
    ("at", "found"),
    [((1, 1), [0, 1, 2, 3]), ((0, 1), [3]), ((1, 2), [2]), ((0, 0), [0, 3]), ((2, 2), [1, 2])],
)
def test_H64_a_stumble_closes_the_side_that_it_comes_from(battle_of, attack, at, found):
    battle = battle_of(red=[{"base": "archer", "at": at}])
    frame = attack(battle, step=Step.DIRECTION)
    frame.effect = Effect.STUMBLE
    effects.ask_direction(battle, frame)
    assert [one for one in range(4) if effects.may_choose_direction(battle, one)] == found
    assert (battle.window == Window.DIRECTION) == (len(found) > 1)
    assert (frame.argument, frame.step) == (found[0], Step.RESISTED)
    effects.choose_direction(battle, found[-1])
    assert frame.argument == found[-1]


@pytest.mark.rule("QH12", "H64")
def test_QH12_no_direction_without_a_stumble(battle_of, attack):
    battle = battle_of()
    frame = attack(battle, step=Step.DIRECTION)
    frame.effect = Effect.FALL
    effects.ask_direction(battle, frame)
    assert (battle.window, frame.step) == (Window.NONE, Step.RESISTED)


@pytest.mark.rule("QH12", "H159", "RH56")
@pytest.mark.parametrize(
    ("line", "found"), [(None, {(3, 1), (3, 2), (3, 3)}), (1, {(3, 2), (2, 3), (3, 3)})]
)
def test_QH12_who_shoots_along_no_line_chooses_one(
    battle_of, attack, play_attack, load, line, found
):
    blue = [ready(value=99, at=(2, 2))]
    battle = battle_of(red=[ARCHER], blue=blue, map="\n".join(["....."] * 5), blind_spots=True)
    attack(battle)
    load(battle, [5, 5, 5, 5, 6, 6, 6])
    chosen = None if line is None else (lambda it: effects.choose_direction(it, line))
    asked = play_attack(battle, direction=chosen)
    assert asked == ["defend", "direction", "defence"]
    mask = int(battle.fighters[1].blind)
    assert {(x, y) for x in range(4) for y in range(4) if mask >> (5 * y + x) & 1} == found


@pytest.mark.rule("RH62", "H66", "HH13")
def test_RH62_a_poisoned_weapon_dazes_once_besides_the_skill(
    battle_of, attack, play_attack, load, events
):
    red = [{"race": "merfolk", "poisoned": True, "skills": {"tackling_strike": 1}}]
    battle = battle_of(red=red, blue=[ready()])
    attack(battle)
    load(battle, [1, 9, 2, 2, 6, 6, 6])
    play_attack(battle, skill=lambda it: skills.call_skill(it, Skill.TACKLING_STRIKE))
    told = [event[3] for event in events(battle, "effect")]
    assert told == [Effect.FALL, Effect.DAZE]
    assert not battle.fighters[0].poisoned
    assert (battle.fighters[1].hp, battle.fighters[1].seconds[Effect.DAZE]) == (3, 2)


@pytest.mark.rule("H115", "RH44")
@pytest.mark.parametrize("act", [Act.WEAPON_ATTACK, Act.SHOVING_STRIKE])
def test_H115_a_successful_attack_of_the_held_ends_the_hold(
    battle_of, attack, play_attack, load, act
):
    red = [{"base": "champion", "held_by": 1, "held_part": BodyPart.LEFT_LEG}]
    battle = battle_of(red=red, blue=[{"base": "brawler", "holds": 0}])
    attack(battle, act)
    load(battle, [5, 9, 2, 2, 6, 6, 6])
    play_attack(battle)
    assert (battle.fighters[1].holds, battle.fighters[0].held_by) == (NONE, NONE)
    assert battle.fighters[1].defence == Defence.DODGE
