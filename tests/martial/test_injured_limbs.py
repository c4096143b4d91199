"""The tables of injuries, cell by cell: ears, noses, eyes, tails, wings, limbs (D26 to D36).

Dice: a natural 20 lets a fighter of level 10 and Constitution +4 succeed at every check, a 1 fail.
"""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Condition, Severity
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.martial.rules.attack_roll.modifiers import eye_disadvantage
from quintain.envs.martial.rules.injuries import bodies, mobility
from quintain.envs.martial.rules.injuries.wounds import begin_injured
from quintain.envs.martial.rules.rounds_and_actions import items
from quintain.envs.martial.tables import ACTION_POINTS, NONE

from .injuries import bodies_of_weapon, count, disadvantages, has_natural, parts_of, with_kind

pytestmark = pytest.mark.interpreted


# --- Ears, noses, eyes (D26, D27, D30) ------------------------------------------------------------


@pytest.mark.rule("D26", "RD11")
@pytest.mark.parametrize("body", with_kind("ear"))
def test_D26_deafened_when_all_ears_are_injured(body_battle, hurt, events, body):
    battle = body_battle(body)
    for which in range(count(body, "ear")):
        assert not bodies.is_deafened(battle.fighters[1])
        hurt(battle, "ear", which)
    assert bodies.is_deafened(battle.fighters[1])
    assert disadvantages(battle.fighters[1])["perception"] == count(body, "ear")
    hurt(battle, "ear", 0)
    told = events(battle, "condition")
    assert told == [("condition", 1, -1, Condition.DEAFENED, 0, 0)]


@pytest.mark.rule("D26", "D30")
def test_D26_who_has_no_ears_or_eyes_loses_no_sense(body_battle):
    skeleton = body_battle("skeleton").fighters[1]
    assert not bodies.is_deafened(skeleton)
    assert not bodies.is_blinded(skeleton)


@pytest.mark.rule("D30", "RD11")
@pytest.mark.parametrize("body", with_kind("eye"))
def test_D30_eyes_hinder_attacks_and_the_last_one_blinds(body_battle, hurt, events, body):
    battle = body_battle(body)
    for which in range(count(body, "eye")):
        fighter = battle.fighters[1]
        assert not bodies.is_blinded(fighter)
        assert eye_disadvantage(fighter) == which
        hurt(battle, "eye", which)
    assert bodies.is_blinded(battle.fighters[1])
    # total cover stands for two eyes; each one more still hinders
    assert eye_disadvantage(battle.fighters[1]) == max(2, count(body, "eye"))
    assert not bodies.is_off_guard(battle.fighters[1])
    assert events(battle, "condition") == [("condition", 1, -1, Condition.BLINDED, 0, 0)]


@pytest.mark.rule("D30")
@pytest.mark.parametrize(("body", "which"), parts_of("eye"))
def test_D30_an_eye_is_destroyed_by_the_second_injury_and_hinders_no_more(
    body_battle, hurt, body, which
):
    battle = body_battle(body)
    assert eye_disadvantage(hurt(battle, "eye", which)) == 1
    assert eye_disadvantage(hurt(battle, "eye", which)) == 1


# --- Tail and wings (D28, D29, RD45) --------------------------------------------------------------


@pytest.mark.rule("D28")
@pytest.mark.parametrize("body", with_kind("tail"))
def test_D28_the_tail_loses_its_slap_and_its_advantage_at_once(body_battle, hurt, body):
    battle = body_battle(body)
    assert checks.tail_advantage(battle.fighters[1]) == 1
    hurt(battle, "tail")
    assert checks.tail_advantage(battle.fighters[1]) == 0
    if body in bodies_of_weapon("tail_slap"):
        assert not has_natural(battle.fighters[1], "tail_slap")


@pytest.mark.rule("D29", "RD45")
@pytest.mark.parametrize("body", with_kind("wing"))
def test_RD45_one_uninjured_wing_carries_nobody(body_battle, hurt, events, body):
    battle = body_battle(body, flying=True)
    wings = count(body, "wing")
    for which in range(wings):
        fighter = battle.fighters[1]
        flies = wings - which >= 2
        assert mobility.can_fly(fighter) == flies
        assert fighter.flying == flies
        assert fighter.prone != flies
        hurt(battle, "wing", which)
    assert mobility.fly_squares(battle.fighters[1]) == 0
    assert events(battle, "flies", "prone") == [("flies", 1, -1, 2, 0, 0)]


@pytest.mark.rule("D29", "H4")
def test_D29_each_injured_wing_slows_by_10_feet(body_battle, hurt):
    battle = body_battle("sprite")
    assert mobility.fly_squares(battle.fighters[1]) == 8
    assert mobility.fly_squares(hurt(battle, "wing", 0)) == 6
    assert mobility.fly_squares(hurt(battle, "wing", 0)) == 6  # destroyed, hurt before
    assert mobility.fly_squares(hurt(battle, "wing", 3)) == 4
    assert mobility.fly_squares(hurt(battle, "wing", 2)) == 0


@pytest.mark.rule("D29")
def test_D29_both_wings_hurt_at_once(body_battle):
    battle = body_battle("winged_beast", flying=True, injuries={"wing": [1, 1]})
    begin_injured(battle, 1)
    assert not battle.fighters[1].flying
    assert battle.fighters[1].prone


@pytest.mark.rule("D29")
def test_D29_who_stands_on_the_ground_does_not_fall(body_battle, hurt):
    assert not hurt(body_battle("winged_beast"), "wing").prone


# --- Hands and arms (D31, D35, RD20, RD39) --------------------------------------------------------


@pytest.mark.rule("D31", "D35")
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize(
    ("body", "kind"), [(body, kind) for kind in ("hand", "arm") for body in with_kind(kind)]
)
def test_D31_and_D35_the_second_injury_drops_the_item(body_battle, hurt, events, body, kind, which):
    battle = body_battle(body, held=["sword", "shield"])
    before = list(battle.fighters[1].held)
    hurt(battle, kind, which)
    assert list(battle.fighters[1].held) == before
    hurt(battle, kind, which)
    assert battle.fighters[1].held[which] == NONE
    assert battle.fighters[1].held[1 - which] == before[1 - which]
    assert battle.ground_item[0] == before[which]
    assert (battle.ground_x[0], battle.ground_y[0]) == (5, 3)
    assert [event[4] for event in events(battle, "drops")] == [before[which]]
    assert not items.can_hold(battle.fighters[1], before[which])


@pytest.mark.rule("D31", "D35")
@pytest.mark.parametrize("kind", ["hand", "arm"])
@pytest.mark.parametrize("which", [0, 1])
def test_D31_either_hand_drops_what_needs_both(body_battle, hurt, kind, which):
    battle = body_battle("human", held=["spear"])
    hurt(battle, kind, which, 2)
    assert list(battle.fighters[1].held) == [NONE, NONE]


@pytest.mark.rule("D35", "D84")
@pytest.mark.parametrize("kind", ["hand", "arm"])
def test_D35_a_hurt_arm_readies_no_shield(body_battle, hurt, kind):
    battle = body_battle("human", held=["sword", "shield"], shield_ready=True)
    assert items.shield_bonus_ready(hurt(battle, kind, 1)) == 2
    assert items.shield_bonus_ready(hurt(battle, kind, 1)) == 0
    assert not battle.fighters[1].shield_ready


@pytest.mark.rule("D35", "RD20")
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("body", with_kind("hand", "arm"))
def test_RD20_a_destroyed_arm_takes_its_hand(body_battle, hurt, events, part_number, body, which):
    battle = body_battle(body)
    fighter = hurt(battle, "arm", which, 2)
    hand, arm = part_number(fighter, "hand", which), part_number(fighter, "arm", which)
    assert not bodies.is_destroyed(fighter, hand)
    hurt(battle, "arm", which)
    assert bodies.is_destroyed(fighter, hand)
    assert fighter.injuries[hand] == 0
    assert bodies.injury_sum(fighter) == 9  # three severe ones, none for the hand
    assert not bodies.is_part_open(fighter, hand, Severity.FATAL)
    assert [event[3] for event in events(battle, "destroyed")] == [arm, hand]
    assert disadvantages(fighter)["thievery"] == 2  # the hand adds nothing of its own
    assert bodies.is_injured(fighter, hand)
    assert not bodies.is_hand_usable(fighter, which)
    assert bodies.is_hand_usable(fighter, 1 - which)


# --- Feet and legs (D32, D36, RD20, RD40) ---------------------------------------------------------

SLOWED = {"foot": 1, "leg": 2}  # squares, and AP of standing up
WALKERS = [(body, kind) for kind in SLOWED for body in with_kind(kind)]


@pytest.mark.rule("D32", "D36", "RD13")
@pytest.mark.parametrize(("body", "kind"), WALKERS)
def test_D32_and_D36_the_first_injury_makes_standing_up_dearer(body_battle, hurt, body, kind):
    battle = body_battle(body)
    assert mobility.stand_cost(battle.fighters[1]) == 1
    assert mobility.stand_cost(hurt(battle, kind, 1)) == 1 + SLOWED[kind]
    assert mobility.stand_cost(hurt(battle, kind, 1)) == 1 + SLOWED[kind]
    assert mobility.stand_cost(hurt(battle, kind, 0)) == 3  # a turn's points at most


@pytest.mark.rule("D32", "D36")
@pytest.mark.parametrize(("body", "kind"), WALKERS)
def test_D32_and_D36_the_second_injury_slows(body_battle, hurt, body, kind):
    battle = body_battle(body)
    full = mobility.speed_squares(battle.fighters[1])
    climb = mobility.climb_squares(battle.fighters[1])
    assert mobility.speed_squares(hurt(battle, kind, 1)) == full
    fighter = hurt(battle, kind, 1)
    assert mobility.speed_squares(fighter) == full - SLOWED[kind]
    assert mobility.climb_squares(fighter) == max(0, climb - SLOWED[kind])
    fly = mobility.fly_squares(fighter)
    assert fly == mobility.fly_squares(body_battle(body).fighters[1])  # not the fly speed
    hurt(battle, kind, 0, 2)
    assert mobility.speed_squares(fighter) == max(1, full - 2 * SLOWED[kind])


@pytest.mark.rule("D32", "D36", "RD40")
@pytest.mark.parametrize(("body", "kind"), WALKERS)
def test_D32_and_D36_prone_when_all_are_injured(body_battle, hurt, events, body, kind):
    battle = body_battle(body)
    for which in range(count(body, kind)):
        assert mobility.can_stand(battle.fighters[1])
        assert not battle.fighters[1].prone
        hurt(battle, kind, which)
    assert not mobility.can_stand(battle.fighters[1])
    assert battle.fighters[1].prone
    assert len(events(battle, "prone")) == 1


@pytest.mark.rule("D32", "D36")
@pytest.mark.parametrize("kind", SLOWED)
def test_D36_in_the_air_no_foot_is_missed(body_battle, hurt, kind):
    battle = body_battle("sprite", flying=True)
    hurt(battle, kind, 0)
    hurt(battle, kind, 1)
    assert battle.fighters[1].flying
    assert not battle.fighters[1].prone


@pytest.mark.rule("D36", "RD20", "RD43")
@pytest.mark.parametrize("body", with_kind("foot", "leg"))
def test_RD20_a_destroyed_leg_takes_its_foot(body_battle, hurt, events, part_number, body):
    battle = body_battle(body)
    full = mobility.speed_squares(battle.fighters[1])
    fighter = hurt(battle, "leg", 1, 3)
    foot, leg = part_number(fighter, "foot", 1), part_number(fighter, "leg", 1)
    assert bodies.is_destroyed(fighter, foot)
    assert [event[3] for event in events(battle, "destroyed")] == [leg, foot]
    assert mobility.speed_squares(fighter) == max(1, full - 2)  # a leg, and no foot
    assert mobility.stand_cost(fighter) == 1 + 2
    assert bodies.injury_sum(fighter) == 9


@pytest.mark.rule("D31", "D32", "D35", "D36", "RD20", "RD43")
@pytest.mark.parametrize(
    ("end", "limb", "skill", "alone", "both"),
    [("foot", "leg", "athletics", 2, 3), ("hand", "arm", "thievery", 2, 3)],
)
def test_RD20_only_its_own_injuries_count_for_a_part_gone_with_its_limb(
    body_battle, hurt, end, limb, skill, alone, both
):
    battle = body_battle("human")
    fighter = hurt(battle, limb, 1, 3)
    assert disadvantages(fighter)[skill] == alone
    assert (
        disadvantages(hurt(body_battle("human", injuries={end: [0, 2]}), limb, 1, 3))[skill] == both
    )


@pytest.mark.rule("D32", "D36", "RD13", "RD20")
@pytest.mark.parametrize(
    "injuries",
    [{"leg": [0, 3]}, {"leg": [0, 1], "foot": [0, 1]}, {"leg": [3, 0], "foot": [1, 0]}],
)
def test_RD13_a_fighter_with_a_sound_foot_and_leg_stands_up_in_a_turn(body_battle, injuries):
    fighter = body_battle("human", injuries=injuries).fighters[1]
    assert mobility.can_stand(fighter)
    assert mobility.stand_cost(fighter) == ACTION_POINTS


@pytest.mark.rule("RD20", "D32")
def test_RD20_a_foot_gone_with_its_leg_and_the_other_foot_hurt(body_battle, hurt):
    battle = body_battle("human")
    hurt(battle, "leg", 0, 3)
    assert not battle.fighters[1].prone
    assert hurt(battle, "foot", 1).prone
    assert not mobility.can_stand(battle.fighters[1])
