"""Effects and their durations."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Defence, Direction, Effect, Hand
from quintain.envs.heimr.rules import effects
from quintain.envs.heimr.rules.characters import conditions
from quintain.envs.heimr.rules.combat_actions import action_types, movement_actions
from quintain.envs.heimr.rules.combat_basics import upkeep

pytestmark = pytest.mark.interpreted


def own_turns(battle, effect):
    """How many own turns of red_0 begin under an effect."""
    count = 0
    while battle.fighters[0].seconds[effect] > 0:
        effects.end_odd_daze(battle, 0)
        count += battle.fighters[0].seconds[effect] > 0
        effects.end_turn_effects(battle, 0)
    return count


@pytest.mark.rule("H21", "H22", "H23", "H172")
@pytest.mark.parametrize(
    ("effect", "called", "number"),
    [(Effect.HIT, 0, 1), (Effect.HIT, 2, 2), (Effect.DRAIN, 0, 1), (Effect.BREAK, 0, 1),
     (Effect.FALL, 0, 2), (Effect.STUMBLE, 4, 4), (Effect.DAZE, 0, 2), (Effect.WEAKEN, 0, 2)],
)  # fmt: skip
def test_H172_a_number_called_replaces_the_default(effect, called, number):
    assert effects.number_of(effect, called) == number


@pytest.mark.rule("H43", "H60", "H61")
@pytest.mark.parametrize(("seconds", "turns"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_H60_half_the_seconds_rounded_down(battle_of, seconds, turns):
    battle = battle_of()
    assert effects.turns_of(seconds) == turns
    effects.begin_effect(battle, 0, Effect.WEAKEN, seconds, 0)
    assert own_turns(battle, Effect.WEAKEN) == turns


@pytest.mark.rule("H61")
def test_H61_5_seconds_are_2_turns(battle_of):
    battle = battle_of()
    effects.begin_effect(battle, 0, Effect.STUMBLE, 5, Direction.WEST)
    assert own_turns(battle, Effect.STUMBLE) == 2


@pytest.mark.rule("H65", "H66", "TH6")
@pytest.mark.parametrize(
    ("seconds", "lost", "defends"),
    [(1, 0, "start 1"), (2, 1, "end 1"), (3, 1, "start 2"), (4, 2, "end 2"), (5, 2, "start 3")],
)
def test_H66_even_and_odd_daze(battle_of, seconds, lost, defends):
    battle = battle_of()
    fighter = battle.fighters[0]
    effects.begin_effect(battle, 0, Effect.DAZE, seconds, 0)
    assert not conditions.can_defend(fighter)
    turns, back = 0, ""
    for turn in range(1, 5):
        effects.end_odd_daze(battle, 0)
        back = back or (("start" if conditions.can_defend(fighter) else "") and f"start {turn}")
        turns += not conditions.can_act(fighter)
        effects.end_turn_effects(battle, 0)
        back = back or (("end" if conditions.can_defend(fighter) else "") and f"end {turn}")
    assert (turns, back) == (lost, defends)


@pytest.mark.rule("H26", "H65", "RH39")
def test_H65_daze_voids_the_defence_and_it_is_owed_when_it_ends(battle_of):
    battle = battle_of(red=[{"defence": Defence.DODGE, "defence_value": 9}])
    effects.begin_effect(battle, 0, Effect.DAZE, 3, 0)
    assert (battle.fighters[0].defence, battle.owed) == (Defence.NONE, 0)
    effects.end_turn_effects(battle, 0)
    assert battle.owed == 0
    effects.end_odd_daze(battle, 0)
    assert battle.owed == 1


@pytest.mark.rule("H22", "RH40")
@pytest.mark.parametrize(("points", "left"), [(1, 2), (3, 0), (9, 0)])
def test_H22_drain_never_below_0(battle_of, points, left):
    battle = battle_of(red=[{"wp": 3}])
    effects.lose_willpower(battle, 0, points)
    assert battle.fighters[0].wp == left


@pytest.mark.rule("H23", "RH41")
def test_H23_who_has_fallen_may_stand_up_at_the_end_of_its_turn(battle_of):
    battle = battle_of()
    effects.begin_effect(battle, 1, Effect.FALL, 0, 0)
    fighter = battle.fighters[1]
    assert fighter.prone
    assert not conditions.may_stand_up(fighter)
    battle.place = 1
    assert effects.end_turn_effects(battle, 1)
    assert fighter.prone
    assert action_types.may_rise(fighter)


@pytest.mark.rule("RH41", "H149", "H23")
def test_RH41_who_falls_in_its_own_turn_lies_until_its_next_begins(battle_of):
    battle = battle_of()
    effects.fall_prone(battle, 0)
    fighter = battle.fighters[0]
    assert (fighter.prone, action_types.may_rise(fighter)) == (True, False)
    assert not action_types.has_action_left(fighter, Act.STAND_UP)
    upkeep.start_turn(battle, 0)
    assert action_types.may_rise(fighter)


@pytest.mark.rule("RH41", "H32")
def test_RH41_not_with_an_injured_leg_nor_who_lay_down(battle_of):
    battle = battle_of(red=[{"injured": ["left_leg"], "seconds": {"fall": 2}, "prone": True}])
    assert not effects.end_turn_effects(battle, 0)
    battle = battle_of(red=[{"prone": True}])
    assert not effects.end_turn_effects(battle, 0)
    assert conditions.may_stand_up(battle.fighters[0])


@pytest.mark.rule("H24")
def test_H24_drop_lets_the_item_lie_for_a_while(battle_of):
    battle = battle_of()
    effects.begin_effect(battle, 0, Effect.DROP, 0, Hand.SWORD)
    fighter = battle.fighters[0]
    assert (fighter.held[0], battle.ground_location[0]) == (-1, fighter.location)
    assert own_turns(battle, Effect.DROP) == 1


@pytest.mark.rule("H25", "H62", "H64", "RH15")
def test_H62_stumble_moves_out_of_the_cluster_and_closes_a_side(battle_of):
    battle = battle_of(red=[{"cluster": 0}], blue=[{"cluster": 0}, {"cluster": 0}])
    before = int(battle.fighters[0].location)
    effects.begin_effect(battle, 0, Effect.STUMBLE, 0, Direction.EAST)
    fighter = battle.fighters[0]
    assert (fighter.cluster, fighter.stumble_side, fighter.location) == (-1, Direction.EAST, before)
    effects.end_turn_effects(battle, 0)
    assert fighter.stumble_side == -1


@pytest.mark.rule("H28")
@pytest.mark.parametrize(
    ("part", "rooted", "hobbled", "hands"),
    [(BodyPart.TORSO, True, False, 2), (BodyPart.LEFT_LEG, True, False, 2),
     (BodyPart.SWORD_ARM, False, False, 1), (BodyPart.HANDS, False, False, 0),
     (BodyPart.FEET, False, True, 2)],
)  # fmt: skip
def test_H28_what_a_bind_binds(battle_of, part, rooted, hobbled, hands):
    battle = battle_of()
    effects.begin_effect(battle, 0, Effect.BIND, 0, part)
    fighter = battle.fighters[0]
    assert (conditions.is_immobilised(fighter), conditions.has_bound_feet(fighter)) == (
        rooted,
        hobbled,
    )
    assert sum(conditions.is_hand_usable(fighter, hand) for hand in Hand) == hands
    effects.end_turn_effects(battle, 0)
    assert not conditions.is_immobilised(fighter)
    assert fighter.bind_part == -1


@pytest.mark.rule("H29")
def test_H29_the_weakened_pay_more_for_skills(battle_of):
    battle = battle_of()
    assert effects.skill_surcharge(battle.fighters[0]) == 0
    effects.begin_effect(battle, 0, Effect.WEAKEN, 0, 0)
    assert effects.skill_surcharge(battle.fighters[0]) == 1


@pytest.mark.rule("RH40")
@pytest.mark.parametrize(("first", "second", "after"), [(6, 2, 6), (2, 4, 4), (4, 4, 4)])
def test_RH40_the_later_end_holds(battle_of, first, second, after):
    battle = battle_of()
    effects.begin_effect(battle, 0, Effect.DAZE, first, 0)
    effects.begin_effect(battle, 0, Effect.DAZE, second, 0)
    assert battle.fighters[0].seconds[Effect.DAZE] == after


@pytest.mark.rule("HH4", "H60")
def test_HH4_one_second_is_over_at_once(battle_of):
    battle = battle_of()
    effects.begin_effect(battle, 0, Effect.FALL, 1, 0)
    assert (battle.fighters[0].seconds[Effect.FALL], battle.fighters[0].prone) == (0, True)
    effects.begin_effect(battle, 0, Effect.DAZE, 1, 0)
    assert not conditions.can_act(battle.fighters[0])


@pytest.mark.rule("HH4", "H60", "H64")
def test_HH4_a_stumble_or_bind_of_one_second_leaves_nothing_behind(battle_of):
    battle = battle_of()
    effects.begin_effect(battle, 0, Effect.STUMBLE, 1, Direction.EAST)
    effects.begin_effect(battle, 0, Effect.BIND, 1, BodyPart.FEET)
    fighter = battle.fighters[0]
    assert (fighter.stumble_side, fighter.bind_part) == (-1, -1)
    assert movement_actions.may_move(battle, 0, Direction.EAST)


@pytest.mark.rule("H82", "H115")
def test_H82_an_effect_cancels_an_upcoming_action_and_a_hold(battle_of, events):
    red = [{"upcoming": Act.BREATHER_LATER, "holds": 1}]
    battle = battle_of(red=red, blue=[{"held_by": 0, "held_part": BodyPart.TORSO}])
    effects.begin_effect(battle, 0, Effect.WEAKEN, 0, 0)
    assert battle.fighters[0].upcoming == Act.NONE
    assert battle.fighters[1].held_by == -1
    assert events(battle, "cancelled") == [("cancelled", 0, -1, Act.BREATHER_LATER, 0, 0)]
