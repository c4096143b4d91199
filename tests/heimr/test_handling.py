"""Handling items: draw, put away, drop, get, conceal, swap."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import close_window
from quintain.envs.heimr import turn
from quintain.envs.heimr.enums import (
    Act,
    Defence,
    Direction,
    Effect,
    Guarded,
    Outcome,
    Step,
    Window,
)
from quintain.envs.heimr.rules.combat_actions import item_actions, other_actions
from quintain.envs.heimr.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted
LIGHT, MEDIUM, BOW, BUCKLER, TORCH = (
    ITEM_NAMES.index(name) for name in ("light", "medium", "bow", "buckler", "torch")
)


def names(fighter):
    """The items in the hands."""
    return [ITEM_NAMES[item] if item != NONE else "" for item in fighter.held]


@pytest.mark.rule("HH32", "H97", "H107", "RH42")
@pytest.mark.parametrize(
    ("red", "may", "held"),
    [({"held": [], "pack": ["medium"]}, True, ["medium", ""]),
     ({"held": ["light"], "pack": ["light"]}, True, ["light", "light"]),
     ({"held": ["light"], "pack": ["medium"]}, False, None),
     ({"held": ["bow"], "pack": ["light"]}, False, None),
     ({"held": [], "pack": ["great"]}, True, ["great", ""]),
     ({"held": ["light"], "pack": ["great"]}, False, None),
     ({"held": [], "pack": ["light"], "injured": ["sword_arm"]}, True, ["", "light"]),
     ({"held": [], "pack": ["light"], "held_by": 1, "held_part": 1}, True, ["", "light"]),
     ({"held": ["light"], "pack": ["light"], "holds": 1}, False, None),
     ({"held": [], "pack": ["light"], "seconds": {"daze": 2}}, False, None),
     ({"held": [], "pack": []}, False, None)],
)  # fmt: skip
def test_H97_HH32_a_weapon_within_reach(battle_of, do, red, may, held):
    battle = battle_of(red=[{"base": "brawler", **red}])
    assert bool(item_actions.may_draw(battle, 0, 0)) == may
    if may:
        do(battle, Act.DRAW)
        assert names(battle.fighters[0]) == held
        assert battle.fighters[0].pack[0] == NONE


@pytest.mark.rule("H97", "H98")
def test_H97_drawing_can_go_with_a_move(battle_of, do):
    battle = battle_of(red=[{"base": "archer", "held": [], "defence": 1}])
    assert do(battle, Act.DRAW) == Window.TURN
    assert do(battle, Act.MOVE, Direction.WEST) == Window.TURN
    fighter = battle.fighters[0]
    assert (names(fighter), int(fighter.location)) == (["light", ""], 5)
    assert (fighter.simultaneous, fighter.moved_only) == (True, False)


@pytest.mark.rule("RH29", "H97")
@pytest.mark.parametrize(
    ("red", "may"),
    [({"missile": False}, True), ({}, False), ({"missile": False, "missiles": 0}, False),
     ({"missile": False, "held": ["light"]}, False),
     ({"missile": False, "injured": ["other_arm"]}, False)],
)  # fmt: skip
def test_RH29_a_missile_with_the_bow_in_both_hands(battle_of, red, may):
    battle = battle_of(red=[{"base": "archer", **red}])
    assert bool(item_actions.may_draw(battle, 0, item_actions.MISSILE)) == may


@pytest.mark.rule("RH29", "H97", "H98")
def test_RH29_one_missile_at_a_time_and_back(battle_of, do, events):
    battle = battle_of(red=[{"base": "archer", "missile": False, "missiles": 3}])
    do(battle, Act.DRAW, item_actions.MISSILE)
    fighter = battle.fighters[0]
    assert (fighter.missile, fighter.missiles) == (True, 2)
    assert item_actions.may_put_away(fighter, item_actions.HELD_MISSILE)
    fighter.standard = False
    do(battle, Act.PUT_AWAY, item_actions.HELD_MISSILE)
    assert (fighter.missile, fighter.missiles, names(fighter)) == (False, 3, ["bow", ""])
    assert not item_actions.may_put_away(fighter, item_actions.HELD_MISSILE)
    assert [event[:5] for event in events(battle, "takes", "stows")] == [
        ("takes", 0, -1, BOW, 1),
        ("stows", 0, -1, BOW, 1),
    ]


@pytest.mark.rule("H98", "RH29")
def test_H98_a_bow_goes_away_with_its_missile(battle_of, do):
    battle = battle_of(red=[{"base": "archer", "missiles": 5}])
    do(battle, Act.PUT_AWAY)
    fighter = battle.fighters[0]
    assert (names(fighter), fighter.missile, fighter.missiles) == (["", ""], False, 6)
    assert BOW in fighter.pack


@pytest.mark.rule("H98", "RH42")
@pytest.mark.parametrize(
    ("red", "hand", "may"),
    [({}, 0, True), ({}, 1, False), ({"pack": ["light"] * 3}, 0, False),
     ({"held_by": 1, "held_part": 1}, 0, False), ({"seconds": {"daze": 2}}, 0, False),
     ({"held": []}, 0, False)],
)  # fmt: skip
def test_H98_weapons_only_with_a_free_hand_and_place(battle_of, red, hand, may):
    battle = battle_of(red=[{"base": "swordsman", **red}])
    assert bool(item_actions.may_put_away(battle.fighters[0], hand)) == may


@pytest.mark.rule("H99", "H80")
def test_H99_items_fall_where_one_stands(battle_of, do):
    battle = battle_of(red=["swordsman"])
    assert item_actions.may_drop(battle.fighters[0], 1)
    do(battle, Act.DROP_ITEM, 1)
    assert names(battle.fighters[0]) == ["medium", ""]
    assert ITEM_NAMES[battle.ground_item[0]] == "medium_shield"
    assert battle.ground_location[0] == 6
    assert not item_actions.may_drop(battle.fighters[0], 1)
    assert not battle.fighters[0].standard


@pytest.mark.rule("RH39", "H99", "H122")
@pytest.mark.parametrize(("hand", "left"), [(0, Defence.NONE), (1, Defence.PARRY)])
def test_RH39_who_drops_the_weapon_of_a_parry_prepares_another_defence(battle_of, do, hand, left):
    red = {"base": "swordsman", "defence": Defence.PARRY, "defence_value": 9}
    battle = battle_of(red=[red])
    asked = do(battle, Act.DROP_ITEM, hand)
    assert battle.fighters[0].defence == left
    assert (asked == Window.DEFENCE) == (left == Defence.NONE)


@pytest.mark.rule("H100", "H24", "H107")
@pytest.mark.parametrize(
    ("red", "item", "at", "may"),
    [({"held": []}, MEDIUM, 6, True), ({"held": []}, MEDIUM, 5, False), ({}, MEDIUM, 6, False),
     ({}, LIGHT, 6, True), ({}, BUCKLER, 6, True), ({}, BOW, 6, False),
     ({}, TORCH, 6, True), ({"held": [], "seconds": {"drop": 2}}, MEDIUM, 6, False),
     ({"held": [], "seconds": {"daze": 2}}, MEDIUM, 6, False)],
)  # fmt: skip
def test_H100_from_the_ground_of_ones_location(battle_of, red, item, at, may):
    battle = battle_of(red=[red])
    battle.ground_item[2], battle.ground_location[2] = item, at
    assert bool(item_actions.may_get(battle, 0, 2)) == may


@pytest.mark.rule("H100", "H81")
def test_H100_it_is_ongoing(battle_of, do):
    battle = battle_of(red=[{"held": []}])
    battle.ground_item[2], battle.ground_location[2] = MEDIUM, 6
    do(battle, Act.GET_ITEM, 2)
    fighter = battle.fighters[0]
    assert (names(fighter), fighter.ongoing) == (["medium", ""], True)
    assert battle.ground_item[2] == NONE


@pytest.mark.rule("HH32", "H100", "H101", "H24")
def test_HH32_from_the_bag_also_while_something_lies_dropped(battle_of, do):
    red = [{"held": [], "bag": "torch", "concealed_item": 3, "seconds": {"drop": 2}}]
    battle = battle_of(red=red)
    assert item_actions.may_get(battle, 0, item_actions.FROM_BAG)
    do(battle, Act.GET_ITEM, item_actions.FROM_BAG)
    fighter = battle.fighters[0]
    assert (names(fighter), fighter.bag, fighter.concealed_item) == (["torch", ""], NONE, NONE)


@pytest.mark.rule("H139", "RH46", "QH13")
def test_H139_the_guard_of_things_is_met_first(battle_of, do):
    battle = battle_of(red=[{"held": []}], blue=[{"guard": Guarded.ITEMS, "guarded": -1}])
    battle.ground_item[0], battle.ground_location[0] = MEDIUM, 6
    assert do(battle, Act.GET_ITEM, 0) == Window.GUARDED
    close_window(battle)
    turn.play_on(battle)
    assert names(battle.fighters[0]) == ["", ""]
    assert battle.fighters[0].cluster == battle.fighters[1].cluster == 0
    assert battle.fighters[1].guard == Guarded.NOTHING
    assert battle.fighters[0].ongoing


@pytest.mark.rule("H139", "H145", "RH47", "QH13")
def test_H145_past_the_guard_of_things(battle_of, do):
    blue = [{"guard": Guarded.ITEMS, "guarded": -1, "struck_late": True}]
    battle = battle_of(red=[{"held": []}], blue=blue)
    battle.ground_item[0], battle.ground_location[0] = MEDIUM, 6
    do(battle, Act.GET_ITEM, 0)
    battle.frames[0].slips = True
    close_window(battle)
    turn.play_on(battle)
    assert names(battle.fighters[0]) == ["medium", ""]
    assert battle.fighters[1].guard == Guarded.ITEMS


@pytest.mark.rule("H100", "H139", "RH42", "HH34")
@pytest.mark.parametrize(("injured", "daze"), [(0b110, 0), (0, 2)])
def test_H100_who_has_lost_his_hands_or_wits_on_the_way_gets_nothing(battle_of, do, injured, daze):
    blue = [{"guard": Guarded.ITEMS, "guarded": -1, "struck_late": True}]
    battle = battle_of(red=[{"held": []}], blue=blue)
    battle.ground_item[0], battle.ground_location[0] = MEDIUM, 6
    do(battle, Act.GET_ITEM, 0)
    battle.frames[0].slips = True
    battle.fighters[0].injured = injured
    battle.fighters[0].seconds[Effect.DAZE] = daze
    close_window(battle)
    turn.play_on(battle)
    assert names(battle.fighters[0]) == ["", ""]
    assert battle.ground_item[0] == MEDIUM


@pytest.mark.rule("H139", "H145", "RH47")
def test_RH47_who_is_hit_by_the_guard_of_things_gets_nothing(battle_of, do):
    battle = battle_of(red=[{"held": []}], blue=[{"guard": Guarded.ITEMS, "guarded": -1}])
    battle.ground_item[0], battle.ground_location[0] = MEDIUM, 6
    do(battle, Act.GET_ITEM, 0)
    frame = battle.frames[battle.top]
    frame.slips, frame.asked = True, 0b10
    battle.outcome = Outcome.HIT
    other_actions.other_action_step(battle)
    assert (frame.step, frame.outcome) == (Step.OVER, Outcome.FAILED)
    assert battle.fighters[1].guard == Guarded.NOTHING


@pytest.mark.rule("H101", "RH51")
def test_H101_an_item_is_concealed_by_agility(battle_of, do, loaded):
    battle = battle_of(red=[{"held": [], "pack": ["light"], "item_found_by": [1]}])
    with loaded(battle, [4, 6, 9, 1]):
        do(battle, Act.CONCEAL_ITEM, 0)
    fighter = battle.fighters[0]
    assert (fighter.concealed_item, fighter.conceal, fighter.item_found_by) == (0, 9 + 2, 0)
    assert fighter.ongoing
    assert not item_actions.may_conceal(fighter, 0)
    assert not item_actions.may_conceal(fighter, 1)


@pytest.mark.rule("H101", "H67")
def test_H101_who_is_too_tired_conceals_nothing(battle_of, do, loaded, events):
    battle = battle_of(red=[{"held": [], "pack": ["light"], "fatigue": 9}])
    with loaded(battle, [4, 6, 8, 1]):
        do(battle, Act.CONCEAL_ITEM, 0)
    assert battle.fighters[0].concealed_item == NONE
    assert events(battle, "fails") == [("fails", 0, -1, Act.CONCEAL_ITEM, 0, 0)]


@pytest.mark.rule("H101", "H97")
def test_H101_what_is_drawn_is_not_concealed_any_more(battle_of, do):
    battle = battle_of(red=[{"held": [], "pack": ["light"], "concealed_item": 0, "conceal": 9}])
    do(battle, Act.DRAW)
    assert (battle.fighters[0].concealed_item, battle.fighters[0].conceal) == (NONE, 0)


@pytest.mark.rule("H102", "H107", "RH42", "RH44")
@pytest.mark.parametrize(
    ("red", "may"),
    [({"held": ["light"]}, True), ({"held": ["medium"]}, False), ({"held": []}, False),
     ({"held": ["light", "torch"]}, True), ({"held": ["light", "buckler"]}, False),
     ({"held": ["light", "light"]}, False), ({"held": ["bow"]}, False),
     ({"held": ["light"], "injured": ["other_arm"]}, False),
     ({"held": ["light"], "holds": 1}, False)],
)  # fmt: skip
def test_H102_what_can_change_hands(battle_of, red, may):
    battle = battle_of(red=[red])
    assert bool(item_actions.may_swap(battle.fighters[0])) == may


@pytest.mark.rule("H102", "H80")
def test_H102_swap(battle_of, do):
    battle = battle_of(red=[{"held": ["light", "torch"]}])
    do(battle, Act.SWAP)
    assert names(battle.fighters[0]) == ["torch", "light"]
    assert not battle.fighters[0].standard
