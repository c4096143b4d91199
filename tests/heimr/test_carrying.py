"""Forced movement."""

from __future__ import annotations

import pytest

from quintain.envs.heimr import turn
from quintain.envs.heimr.enums import Act, BodyPart, Direction, Guarded, Life, Window
from quintain.envs.heimr.rules.forced_movement import carrying

pytestmark = pytest.mark.interpreted

B2, C2 = 6, 7
EAST = Direction.EAST
READY = {"defence": 1}
LAME = {"hp": 0, "injured": ["left_leg"], "prone": True, **READY}
HELPER = {"readied": Act.CARRY, **READY}


# --- How many it takes (H146) ---------------------------------------------------------------------


@pytest.mark.rule("H146")
@pytest.mark.parametrize(
    ("more", "ally", "enemy"),
    [(LAME, 1, 4), ({}, 0, 4), ({"life": Life.UNCONSCIOUS}, 2, 2), ({"injured": ["torso"]}, 2, 2),
     ({"held_by": 0}, 0, 3), ({"seconds": {"bind": 2}, "bind_part": BodyPart.HANDS}, 0, 3)],
)  # fmt: skip
def test_H146_how_many_characters_move_somebody(battle_of, more, ally, enemy):
    battle = battle_of(red=["fighter", more], blue=[more])
    assert carrying.carriers_needed(battle, 0, 1) == ally
    assert carrying.carriers_needed(battle, 0, 2) == enemy


@pytest.mark.rule("H146", "RH57")
@pytest.mark.parametrize(("count", "may"), [(1, False), (3, False), (4, True), (5, True)])
def test_RH57_all_but_the_last_have_readied_it(battle_of, count, may):
    battle = battle_of(red=["fighter", *[HELPER] * (count - 1)])
    assert carrying.may_carry(battle, 0, count, EAST) == may


@pytest.mark.rule("RH57", "H146")
@pytest.mark.parametrize(
    "more",
    [{"prone": True}, {"seconds": {"daze": 2}}, {"at": (0, 0)}, {"readied": Act.MOVE},
     {"held_by": 2}],
)  # fmt: skip
def test_RH57_who_is_no_help(battle_of, more):
    battle = battle_of(red=["fighter", HELPER, {"life": Life.UNCONSCIOUS}])
    assert carrying.may_carry(battle, 0, 2, EAST)
    battle = battle_of(red=["fighter", {**HELPER, **more}, {"life": Life.UNCONSCIOUS}])
    assert not carrying.may_carry(battle, 0, 2, EAST)


@pytest.mark.rule("H64", "RH57")
@pytest.mark.parametrize("who", [0, 1])
def test_H64_no_carrier_goes_where_its_stumble_keeps_it_from(battle_of, who):
    battle = battle_of(red=["fighter", HELPER, {"life": Life.UNCONSCIOUS}])
    battle.fighters[who].stumble_side = EAST
    assert not carrying.may_carry(battle, 0, 2, EAST)
    assert carrying.may_carry(battle, 0, 2, Direction.WEST)


@pytest.mark.rule("RH57", "H149", "H148")
@pytest.mark.parametrize(
    ("kind", "may"),
    [("open", True), ("short_jump", False), ("single_door", True), ("ladder", False),
     ("regular_door", False)],
)  # fmt: skip
def test_RH57_across_no_cr_and_with_room_for_all(battle_of, kind, may):
    battle = battle_of(red=["fighter", LAME], borders=[((1, 1), "east", kind)])
    assert carrying.may_carry(battle, 0, 1, EAST) == may


@pytest.mark.rule("RH57", "RH44")
def test_RH57_not_out_of_the_grip_of_others(battle_of):
    battle = battle_of(red=["fighter", {**LAME, "held_by": 2}], blue=[{"holds": 1}])
    assert not carrying.may_carry(battle, 0, 1, EAST)


# --- Going (RH57, RH44) ---------------------------------------------------------------------------


@pytest.mark.rule("RH57", "H146", "H74")
def test_RH57_one_move_takes_everybody_across(battle_of, loaded, do, events):
    red = [{"cluster": 0, **READY}, HELPER, HELPER, {"life": Life.UNCONSCIOUS, "prone": True}]
    battle = battle_of(red=red, blue=[{"cluster": 0, **READY}])
    with loaded(battle, []):
        do(battle, Act.CARRY, EAST, target=3)
    assert [int(one.location) for one in battle.fighters[:5]] == [C2, C2, B2, C2, B2]
    assert [int(one.readied) for one in battle.fighters[1:3]] == [Act.NONE, Act.CARRY]
    assert battle.fighters[0].cluster == -1
    assert battle.fighters[0].standard
    assert battle.fighters[3].prone
    assert len(events(battle, "carries")) == 1


@pytest.mark.rule("RH57", "H44")
def test_RH57_they_go_in_the_order_of_the_round(battle_of, do, events):
    fallen = {"life": Life.UNCONSCIOUS, "prone": True, **READY}
    battle = battle_of(red=[HELPER, READY, fallen], blue=[READY])
    battle.order[:4] = [1, 3, 2, 0]
    battle.place = 0
    do(battle, Act.CARRY, EAST, actor=1, target=2)
    assert [event[1] for event in events(battle, "moves")] == [1, 2, 0]


@pytest.mark.rule("RH57", "RH44")
def test_RH57_who_holds_it_comes_along_and_keeps_hold(battle_of, do):
    holder = {**HELPER, "holds": 4, "held": []}
    red = [READY, HELPER, HELPER, holder]
    battle = battle_of(red=red, blue=[{"held_by": 3, "held_part": 1, **READY}])
    do(battle, Act.CARRY, EAST, target=4)
    assert [int(one.location) for one in battle.fighters[:5]] == [C2, C2, B2, C2, C2]
    assert (battle.fighters[3].holds, battle.fighters[4].held_by) == (4, 3)
    assert battle.fighters[3].cluster == battle.fighters[4].cluster != -1


@pytest.mark.rule("RH57", "H148")
def test_RH57_each_of_them_counts_for_the_limit(battle_of, do):
    battle = battle_of(red=[READY, LAME], borders=[((1, 1), "east", "double_door")])
    do(battle, Act.CARRY, EAST, target=1)
    assert battle.borders[2 * B2].crossed == 2
    assert battle.fighters[1].location == C2


@pytest.mark.rule("RH57", "H143")
def test_RH57_a_guard_of_the_border_stops_them_all(battle_of, do):
    blue = [{"guard": Guarded.BORDER, "guarded": EAST, **READY}]
    battle = battle_of(red=[READY, LAME], blue=blue)
    do(battle, Act.CARRY, EAST, target=1)
    assert battle.to_act == 0
    battle.window = Window.NONE
    turn.play_on(battle)
    assert [int(one.location) for one in battle.fighters[:2]] == [B2, B2]
