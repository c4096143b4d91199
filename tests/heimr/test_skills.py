"""Skills that are part of attacks, and those against effects."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Effect, Skill, Step, Window
from quintain.envs.heimr.rules.combat_actions import skills
from quintain.envs.heimr.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

ITEM = {name: number for number, name in enumerate(ITEM_NAMES)}


def callable_skills(battle, frame):
    """The skills that can be called on the hit."""
    return {one.name.lower() for one in Skill if skills.may_call_skill(battle, frame, one)}


def hit(battle, attack, part, **more):
    """The frame of a hit on a body part."""
    frame = attack(battle, step=Step.HIT, **more)
    frame.part = part
    return frame


def knowing(**levels):
    """A fighter who knows these skills."""
    return {"skills": levels}


# --- Willpower (H29, H85, RH6, RH62) --------------------------------------------------------------


@pytest.mark.rule("RH6", "H85")
@pytest.mark.parametrize(
    ("skill", "level", "item", "cost"),
    [("focused_strike", 3, "medium", 2), ("tackling_strike", 1, "pole_arm", 2),
     ("tackling_strike", 2, "pole_arm", 1), ("disarming_strike", 3, "great", 1),
     ("breaking_strike", 3, "medium", 1), ("focused_strike", 1, "light", 3),
     ("focused_strike", 1, "crude_light", 3), ("focused_strike", 1, "superior_light", 2),
     ("sturdy_hands", 1, None, 2), ("damaging_throw", 1, "throwing", 1)],
)  # fmt: skip
def test_RH6_what_a_skill_costs(battle_of, skill, level, item, cost):
    fighter = battle_of(red=[knowing(**{skill: level})]).fighters[0]
    which, held = Skill[skill.upper()], ITEM[item] if item else NONE
    assert skills.skill_cost(fighter, which, held) == cost
    fighter.wp = cost
    assert skills.may_use_skill(fighter, which, held)
    fighter.wp = cost - 1
    assert not skills.may_use_skill(fighter, which, held)


@pytest.mark.rule("H85", "H26")
def test_H85_nobody_uses_what_he_does_not_know_nor_when_dazed(battle_of):
    fighter = battle_of(red=[knowing(focused_strike=1)]).fighters[0]
    assert not skills.may_use_skill(fighter, Skill.TACKLING_STRIKE, ITEM["medium"])
    assert skills.may_use_skill(fighter, Skill.FOCUSED_STRIKE, ITEM["medium"])
    fighter.seconds[Effect.DAZE] = 1
    assert not skills.may_use_skill(fighter, Skill.FOCUSED_STRIKE, ITEM["medium"])


@pytest.mark.rule("H29", "RH6")
def test_H29_the_weakened_pay_1_more(battle_of):
    fighter = battle_of(red=[{**knowing(focused_strike=1), "seconds": {"weaken": 2}}]).fighters[0]
    assert skills.skill_cost(fighter, Skill.FOCUSED_STRIKE, ITEM["medium"]) == 3


@pytest.mark.rule("RH62", "RH6", "HH10")
def test_RH62_a_superior_great_weapon_has_two_free_strikes(battle_of):
    battle = battle_of(red=[{**knowing(focused_strike=1), "held": ["superior_great"]}])
    fighter, paid = battle.fighters[0], []
    for _ in range(4):
        paid.append(int(skills.pay_skill(battle, 0, Skill.FOCUSED_STRIKE, ITEM["superior_great"])))
    assert paid == [0, 0, 2, 2]
    assert fighter.wp == 8 - 4


@pytest.mark.rule("RH62", "RH6")
def test_RH62_an_orc_uses_one_skill_freely(battle_of):
    red = [{**knowing(focused_strike=1, sturdy_stance=1), "race": "orc"}]
    battle = battle_of(red=red)
    paid = [skills.pay_skill(battle, 0, Skill.STURDY_STANCE, NONE) for _ in range(2)]
    paid.append(skills.pay_skill(battle, 0, Skill.FOCUSED_STRIKE, ITEM["medium"]))
    assert paid == [0, 1, 2]
    assert battle.fighters[0].wp == 7 - 3


@pytest.mark.rule("HH10", "RH62")
def test_HH10_the_skills_own_free_use_goes_first_and_that_of_the_race_last(battle_of):
    red = {"race": "orc", "held": ["superior_medium"]}
    battle = battle_of(red=[{**red, **knowing(focused_strike=1, clear_head=3)}])
    fighter, item = battle.fighters[0], ITEM["superior_medium"]
    assert skills.free_use_of(fighter, Skill.CLEAR_HEAD, NONE) == skills.OF_SKILL
    ways = []
    for _ in range(3):
        ways.append(int(skills.free_use_of(fighter, Skill.FOCUSED_STRIKE, item)))
        skills.pay_skill(battle, 0, Skill.FOCUSED_STRIKE, item)
    assert ways == [skills.OF_WEAPON, skills.OF_RACE, skills.NOTHING_FREE]


@pytest.mark.rule("RH62", "RH6")
def test_RH62_the_third_level_of_a_resisting_skill_is_free_once(battle_of):
    battle = battle_of(red=[knowing(sturdy_stance=3, clear_head=3)])
    paid = [
        skills.pay_skill(battle, 0, skill, NONE)
        for skill in (Skill.STURDY_STANCE, Skill.STURDY_STANCE, Skill.CLEAR_HEAD)
    ]
    assert paid == [0, 1, 0]


@pytest.mark.rule("RH62", "RH6")
def test_RH62_a_superior_shield_bashes_once_freely(battle_of):
    battle = battle_of(red=[{**knowing(shield_bash=1), "held": ["medium", "superior_shield"]}])
    paid = [
        skills.pay_skill(battle, 0, Skill.SHIELD_BASH, ITEM["superior_shield"]) for _ in range(2)
    ]
    assert paid == [0, 1]


@pytest.mark.rule("H82", "RH6")
def test_H82_who_uses_a_skill_gives_up_what_was_upcoming(battle_of, events):
    battle = battle_of(red=[{**knowing(clear_head=2), "upcoming": Act.CRAWL}])
    skills.pay_skill(battle, 0, Skill.CLEAR_HEAD, NONE)
    assert battle.fighters[0].upcoming == Act.NONE
    assert events(battle, "cancelled") == [("cancelled", 0, -1, Act.CRAWL, 0, 0)]


# --- Called on a hit (H85, RH6, QH10) -------------------------------------------------------------


@pytest.mark.rule("RH6", "H85")
@pytest.mark.parametrize(
    ("held", "part", "found"),
    [("medium", BodyPart.TORSO, {"focused_strike"}),
     ("medium", BodyPart.LEFT_LEG, {"focused_strike", "tackling_strike"}),
     ("medium", BodyPart.SWORD_ARM, {"focused_strike", "disarming_strike"}),
     ("medium", BodyPart.OTHER_ARM, {"focused_strike"}),
     ("bow", BodyPart.OTHER_ARM, {"focused_shot", "disarming_shot"}),
     ("crossbow", BodyPart.RIGHT_LEG, {"focused_shot", "pinning_shot"}),
     ("throwing", BodyPart.RIGHT_LEG, {"damaging_throw"}), ("blowgun", BodyPart.RIGHT_LEG, set()),
     ("great", BodyPart.TORSO, {"focused_strike", "shoving_strike"})],
)  # fmt: skip
def test_RH6_what_can_be_called(battle_of, attack, held, part, found):
    known = knowing(
        focused_strike=1, focused_shot=1, tackling_strike=1, disarming_strike=2, damaging_throw=1,
        pinning_shot=1, disarming_shot=1, shield_bash=1, sturdy_stance=1, breaking_strike=1,
    )  # fmt: skip
    battle = battle_of(red=[{**known, "held": [held]}], blue=[{"arm_hits": 1}])
    assert callable_skills(battle, hit(battle, attack, part)) == found


@pytest.mark.rule("RH6")
def test_RH6_nothing_is_called_on_a_brawl_or_a_hit_on_an_item(battle_of, attack):
    battle = battle_of(red=[knowing(focused_strike=1)])
    frame = hit(battle, attack, BodyPart.TORSO, act=Act.BRAWL_HIT)
    assert callable_skills(battle, frame) == set()
    battle = battle_of(red=[knowing(focused_strike=1)])
    assert callable_skills(battle, hit(battle, attack, NONE)) == set()


@pytest.mark.rule("RH6")
@pytest.mark.parametrize(("level", "before", "found"), [(1, 0, False), (1, 1, True), (2, 0, True)])
def test_RH6_disarming_strike_1_needs_two_hits_on_the_weapon_arm(
    battle_of, attack, level, before, found
):
    battle = battle_of(red=[knowing(disarming_strike=level)], blue=[{"arm_hits": before}])
    frame = hit(battle, attack, BodyPart.SWORD_ARM)
    skills.count_arm_hit(battle, frame)
    assert battle.fighters[1].arm_hits == before + 1
    assert ("disarming_strike" in callable_skills(battle, frame)) == found


@pytest.mark.rule("RH6", "HH17")
def test_RH6_hits_elsewhere_or_of_the_unskilled_do_not_count_for_disarming(battle_of, attack):
    battle = battle_of(red=[knowing(disarming_strike=1)])
    skills.count_arm_hit(battle, hit(battle, attack, BodyPart.OTHER_ARM))
    assert battle.fighters[1].arm_hits == 0
    battle = battle_of()
    skills.count_arm_hit(battle, hit(battle, attack, BodyPart.SWORD_ARM))
    assert battle.fighters[1].arm_hits == 0


@pytest.mark.rule("QH10", "RH6")
@pytest.mark.parametrize(("wp", "asked"), [(2, True), (1, False)])
def test_QH10_who_can_call_a_skill_is_asked(battle_of, attack, wp, asked):
    battle = battle_of(red=[{**knowing(focused_strike=1), "wp": wp}])
    skills.ask_skill(battle, hit(battle, attack, BodyPart.TORSO))
    assert (battle.window == Window.SKILL) == asked
    assert battle.to_act == (0 if asked else -1)


# --- What is called (H21, RH2, RH6) ---------------------------------------------------------------


@pytest.mark.rule("H21", "RH2", "RH6")
@pytest.mark.parametrize(
    ("held", "skill", "level", "damage"),
    [("medium", None, 0, 2), ("great", None, 0, 3), ("blowgun", None, 0, 0),
     ("medium", "focused_strike", 1, 2), ("light", "focused_strike", 2, 3),
     ("medium", "focused_strike", 3, 4), ("great", "tackling_strike", 1, 1),
     ("bow", "pinning_shot", 1, 1), ("great", "shoving_strike", 0, 3)],
)  # fmt: skip
def test_H21_a_called_hit_replaces_the_damage(battle_of, attack, held, skill, level, damage):
    battle = battle_of(red=[{"held": [held], "skills": {skill: level} if level else {}}])
    frame = hit(battle, attack, BodyPart.LEFT_LEG)
    frame.skill = Skill[skill.upper()] if skill else NONE
    assert skills.damage_of(battle.fighters[0], frame) == damage


@pytest.mark.rule("H21", "H108", "RH6")
@pytest.mark.parametrize(
    ("act", "damage"), [(Act.BRAWL_HIT, 1), (Act.BRAWL_BIND, 0), (Act.SHIELD_BASH, 0)]
)
def test_H21_a_brawl_costs_1_hp_and_a_bash_none(battle_of, attack, act, damage):
    battle = battle_of(red=["shieldman"])
    frame = hit(battle, attack, BodyPart.TORSO, act=act)
    assert skills.damage_of(battle.fighters[0], frame) == damage


@pytest.mark.rule("RH6")
@pytest.mark.parametrize(
    ("skill", "level", "act", "argument", "effect"),
    [("tackling_strike", 1, Act.WEAPON_ATTACK, 0, Effect.FALL),
     ("disarming_strike", 2, Act.WEAPON_ATTACK, 0, Effect.DROP),
     ("focused_strike", 1, Act.WEAPON_ATTACK, 0, Effect.NONE),
     ("shield_bash", 1, Act.SHIELD_BASH, 1, Effect.STUMBLE),
     ("shield_bash", 2, Act.SHIELD_BASH, 1, Effect.FALL),
     ("shield_bash", 2, Act.SHIELD_BASH, 0, Effect.STUMBLE),
     ("shoving_strike", 1, Act.SHOVING_STRIKE, 0, Effect.STUMBLE)],
)  # fmt: skip
def test_RH6_what_a_skill_calls_and_costs(
    battle_of, attack, events, skill, level, act, argument, effect
):
    battle = battle_of(red=[{"base": "swordsman", "skills": {skill: level}}])
    frame = hit(battle, attack, BodyPart.SWORD_ARM, act=act)
    frame.skill, frame.argument = Skill[skill.upper()], argument
    skills.pay_called_skill(battle, frame)
    cost = 8 - int(battle.fighters[0].wp)
    assert frame.effect == effect
    assert cost == (2 if act == Act.WEAPON_ATTACK else 1)
    assert events(battle, "skill") == [("skill", 0, 1, frame.skill, cost, 0)]


@pytest.mark.rule("RH6", "HH9")
def test_RH6_who_has_no_willpower_left_calls_nothing(battle_of, attack, events):
    battle = battle_of(red=[{**knowing(breaking_strike=1), "wp": 1}])
    frame = hit(battle, attack, NONE)
    frame.skill = Skill.BREAKING_STRIKE
    skills.pay_called_skill(battle, frame)
    assert (frame.skill, frame.effect, battle.fighters[0].wp) == (NONE, Effect.NONE, 1)
    assert events(battle, "skill") == []


@pytest.mark.rule("RH62", "HH12")
@pytest.mark.parametrize(("held", "times"), [("great", 1), ("superior_great", 2), ("medium", 0)])
def test_HH12_a_great_weapon_calls_stumble_so_often(battle_of, attack, events, held, times):
    battle = battle_of(red=[{"held": [held]}])
    called = []
    for _ in range(3):
        frame = hit(battle, attack, BodyPart.TORSO)
        called.append(bool(skills.may_call_skill(battle, frame, Skill.SHOVING_STRIKE)))
        if called[-1]:
            frame.skill = Skill.SHOVING_STRIKE
            skills.pay_called_skill(battle, frame)
            assert frame.effect == Effect.STUMBLE
    assert called == [True] * times + [False] * (3 - times)
    assert battle.fighters[0].wp == 8
    assert [event[4] for event in events(battle, "skill")] == [0] * times  # it costs no WP


@pytest.mark.rule("H27", "RH16", "HH11")
@pytest.mark.parametrize(
    ("level", "toughness", "strength"),
    [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 2), (2, 3, 2), (3, 2, 2), (1, 0, 1)],
)
def test_RH16_a_break_is_no_stronger_than_needed(battle_of, level, toughness, strength):
    fighter = battle_of(red=[knowing(breaking_strike=level)]).fighters[0]
    assert skills.break_strength(fighter, toughness) == strength


# --- Resist (H30, RH6, RH62, QH10) ----------------------------------------------------------------


@pytest.mark.rule("H30", "RH6")
@pytest.mark.parametrize(
    ("skill", "level", "effects_resisted"),
    [("sturdy_stance", 1, {"stumble"}), ("sturdy_stance", 2, {"stumble", "fall"}),
     ("sturdy_stance", 3, {"stumble", "fall", "bind"}), ("sturdy_hands", 1, {"drop"}),
     ("clear_head", 1, set()), ("clear_head", 2, {"daze"}), ("focused_strike", 1, set())],
)  # fmt: skip
def test_H30_what_each_skill_resists(battle_of, skill, level, effects_resisted):
    fighter = battle_of(red=[knowing(**{skill: level})]).fighters[0]
    which = Skill[skill.upper()]
    found = {one.name.lower() for one in Effect if skills.may_resist(fighter, which, one)}
    assert found == effects_resisted
    fighter.wp = 0
    if level < 3:
        assert not any(skills.may_resist(fighter, which, one) for one in Effect)


@pytest.mark.rule("H30", "QH10", "H26")
def test_H30_resist_cancels_the_effect(battle_of, attack, events):
    battle = battle_of(blue=[{**knowing(sturdy_stance=2), "armour": "light"}])
    frame = attack(battle, step=Step.RESISTED)
    frame.effect = Effect.FALL
    skills.ask_resist(battle, frame)
    assert (battle.window, battle.to_act, frame.step) == (Window.RESIST, 1, Step.EFFECT)
    skills.resist(battle, Skill.STURDY_STANCE)
    assert (frame.effect, battle.fighters[1].wp) == (Effect.NONE, 7)
    told = ("resists", 1, 0, Effect.FALL, 1, Skill.STURDY_STANCE)
    assert events(battle, "resists") == [told]


@pytest.mark.rule("QH10", "H26", "H30")
@pytest.mark.parametrize("state", [{"seconds": {"daze": 1}}, {"wp": 0}, {"skills": {}}])
def test_QH10_who_cannot_resist_is_not_asked(battle_of, attack, state):
    battle = battle_of(blue=[{**knowing(sturdy_stance=2), "armour": "light", **state}])
    frame = attack(battle, step=Step.RESISTED)
    frame.effect = Effect.FALL
    skills.ask_resist(battle, frame)
    assert (battle.window, frame.effect) == (Window.NONE, Effect.FALL)


@pytest.mark.rule("RH62", "RH1", "HH13")
@pytest.mark.parametrize(
    ("armour", "wear", "ignored"),
    [("medium", 0, 0), ("medium_heavy", 0, 1), ("heavy", 0, 1), ("massive", 0, 1), ("heavy", 3, 0)],
)
def test_RH62_heavy_armour_ignores_one_stumble(battle_of, attack, armour, wear, ignored):
    battle = battle_of(blue=[{"armour": armour, "armour_wear": wear}])
    left = []
    for _ in range(2):
        frame = attack(battle, step=Step.RESISTED)
        frame.effect = Effect.STUMBLE
        skills.ask_resist(battle, frame)
        left.append(int(frame.effect))
    assert left == [Effect.NONE if ignored else Effect.STUMBLE, Effect.STUMBLE]
    frame.effect = Effect.FALL
    skills.ask_resist(battle, frame)
    assert frame.effect == Effect.FALL
