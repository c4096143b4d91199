"""Rolling the next defence beforehand."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Defence,
    Direction,
    Hand,
    Stage,
    Window,
)
from quintain.envs.heimr.rules.defence import current_defence, prerolls

pytestmark = pytest.mark.interpreted


def choices(battle, actor=0):
    """The legal choices."""
    return {
        (defence.name.lower(), int(hand))
        for defence in (Defence.BLOCK, Defence.PARRY)
        for hand in Hand
        if prerolls.may_preroll(battle, actor, defence, hand)
    }


@pytest.mark.rule("QH7", "H106", "H118")
@pytest.mark.parametrize(
    ("held", "asked", "found"),
    [([], False, set()), (["bow"], False, set()), (["great"], True, {("parry", 0)}),
     (["light", "light"], True, {("parry", 0), ("parry", 1)}),
     (["medium", "buckler"], True, {("block", 0), ("block", 1), ("parry", 0)})],
)  # fmt: skip
def test_QH7_who_can_only_dodge_is_not_asked(battle_of, load, held, asked, found):
    battle = battle_of(red=[{"held": held}])
    current_defence.owe_defence(battle, 0)
    load(battle, [6, 6, 6])
    prerolls.ask_preroll(battle)
    assert (battle.window == Window.DEFENCE) == asked
    assert (battle.fighters[0].defence == Defence.DODGE) != asked
    assert battle.owed == int(asked)
    assert choices(battle) == found


@pytest.mark.rule("RH12", "TH1")
def test_RH12_one_after_another_in_the_order_of_turns(battle_of):
    battle = battle_of(red=["fighter"] * 2, owed=0b111)
    battle.order[:3] = [2, 0, 1]
    asked = []
    for _ in range(3):
        prerolls.ask_preroll(battle)
        asked.append(int(battle.to_act))
        prerolls.roll_defence(battle, battle.to_act, Defence.PARRY, Hand.SWORD, 0)
    assert asked == [2, 0, 1]
    assert battle.owed == 0


@pytest.mark.rule("H106", "RH31", "XH4")
@pytest.mark.parametrize(
    ("defence", "faces", "total", "hand"),
    [(Defence.DODGE, [3, 5, 4], 5 + 1 + 1, 0), (Defence.BLOCK, [3, 4, 7, 2], 7 + 3 + 3, 1),
     (Defence.PARRY, [3, 9, 4, 5], 9 + 3 + 3, 0)],
)  # fmt: skip
def test_H106_what_is_rolled(battle_of, loaded, events, defence, faces, total, hand):
    battle = battle_of(red=["swordsman"])
    with loaded(battle, faces):
        prerolls.roll_defence(battle, 0, defence, Hand.SWORD, 0)
    fighter = battle.fighters[0]
    assert (fighter.defence, fighter.defence_value, fighter.defence_d6) == (defence, total, 3)
    assert fighter.defence_hand == hand
    assert events(battle, "prerolls") == [("prerolls", 0, -1, defence, total, 0)]


@pytest.mark.rule("H126", "RH10")
def test_H126_RH10_a_pre_roll_is_checked_and_does_not_tire(battle_of, loaded):
    battle = battle_of(red=[{"fatigue": 8}])
    with loaded(battle, [1, 7, 2]):
        prerolls.roll_defence(battle, 0, Defence.DODGE, Hand.SWORD, 0)
    fighter = battle.fighters[0]
    assert (fighter.defence_fails, fighter.fatigue, fighter.tired) == (True, 8, False)


@pytest.mark.rule("RH39", "H121", "H127")
def test_RH39_the_penalty_of_its_position_is_kept_with_it(battle_of, loaded):
    red = [
        {"prone": True, "climbs_on": Direction.EAST, "dodges": 1, "trained": {"agility": [4, 0]}}
    ]
    battle = battle_of(red=red)
    with loaded(battle, [5, 6, 2, 3, 4]):
        prerolls.roll_defence(battle, 0, Defence.DODGE, Hand.SWORD, 3)
    assert battle.fighters[0].defence_penalty == 2 + 2 + 3
    assert battle.fighters[0].defence_value == 2 + 1


@pytest.mark.rule("RH60")
def test_RH60_the_dodge_action_leaves_no_other_choice_at_the_end_of_that_turn(battle_of):
    battle = battle_of(red=[{"base": "swordsman", "dodge_ready": True}], stage=Stage.TURN_END)
    assert not prerolls.has_choice(battle, 0)
    assert choices(battle) == set()
    battle.place = 1
    assert prerolls.has_choice(battle, 0)
