"""Falls and jumps."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Act, BodyPart, Direction, Window
from quintain.envs.heimr.rules.combat_actions import falls
from quintain.envs.heimr.state import ON_OBJECT

pytestmark = pytest.mark.interpreted

UP_A_TREE = "...\n.t.\n..."
LEGS = 1 << BodyPart.RIGHT_LEG | 1 << BodyPart.LEFT_LEG
TORSO = 1 << BodyPart.TORSO


@pytest.mark.rule("H153")
def test_H153_the_printed_requirements(battle_of):
    assert (falls.jump_cr(4), falls.fall_cr(4)) == (8, 10)
    assert [falls.jump_cr(height) for height in (2, 3)] == [4, 6]
    assert [falls.fall_cr(height) for height in (2, 3)] == [6, 8]


# --- Jumping down (H92) ---------------------------------------------------------------------------


@pytest.mark.rule("H92", "H153", "QH14")
@pytest.mark.parametrize(("faces", "hp"), [([4, 6, 1], 4), ([4, 5, 1], -1)])
def test_H92_down_from_a_tree_by_agility(battle_of, loaded, do, faces, hp):
    battle = battle_of(red=[{"height": 4, "wp": 0}], map=UP_A_TREE)
    assert falls.may_jump_down(battle, 0)
    with loaded(battle, faces):
        do(battle, Act.JUMP_DOWN)
    fighter = battle.fighters[0]
    assert (fighter.height, fighter.hp) == (0, hp)
    assert not falls.may_jump_down(battle, 0)


@pytest.mark.rule("H92", "H153")
def test_H92_from_a_height_of_1_there_is_no_check(battle_of, loaded, do, events):
    battle = battle_of(red=[{"height": 1}], map="...\n.c.\n...")
    with loaded(battle, []):
        do(battle, Act.JUMP_DOWN)
    assert (battle.fighters[0].height, battle.fighters[0].prone) == (0, False)
    assert events(battle, "lands") == [("lands", 0, -1, 1, 1, 0)]


@pytest.mark.rule("H92", "H28")
@pytest.mark.parametrize(
    ("more", "may"),
    [({}, True), ({"height": 0}, False), ({"prone": True}, False), ({"held_by": 1}, False),
     ({"seconds": {"daze": 2}}, False), ({"climbs_on": ON_OBJECT, "height": 2}, True),
     ({"seconds": {"bind": 2}, "bind_part": BodyPart.FEET}, True)],
)  # fmt: skip
def test_H92_who_may_jump_down(battle_of, more, may):
    battle = battle_of(red=[{"height": 4, **more}], map=UP_A_TREE)
    assert falls.may_jump_down(battle, 0) == may


# --- The landing (H153, RH53) ---------------------------------------------------------------------


@pytest.mark.rule("H153", "RH53")
@pytest.mark.parametrize(
    ("height", "hp", "injured"),
    [(2, 1, 0), (3, 0, LEGS), (4, -1, LEGS), (6, -3, LEGS), (7, -4, LEGS | TORSO)],
)
def test_H153_what_a_jump_that_fails_does(battle_of, loaded, do, height, hp, injured):
    battle = battle_of(red=[{"wp": 0, "fatigue": 20}], heights=f"000\n0{0}0\n000", map=UP_A_TREE)
    battle.locations[6].top = height
    battle.fighters[0].height = height
    with loaded(battle, [1, 1, 1]):
        do(battle, Act.JUMP_DOWN)
    fighter = battle.fighters[0]
    assert (fighter.hp, fighter.injured) == (hp, injured)
    assert fighter.prone == (injured != 0)


@pytest.mark.rule("RH53", "H152")
@pytest.mark.parametrize(
    ("height", "faces", "prone"), [(0, [], False), (1, [4, 6, 1], True), (2, [4, 6, 6], True)]
)
def test_RH53_a_fall_from_2_or_more_leaves_one_prone(battle_of, loaded, do, height, faces, prone):
    red = [{"height": height, "wp": 0}]
    if height:
        red[0]["climbs_on"] = ON_OBJECT
    battle = battle_of(red=red, map=UP_A_TREE)
    with loaded(battle, [1, 1, 1, 1, *faces]):
        do(battle, Act.CLIMB, ON_OBJECT)
    fighter = battle.fighters[0]
    assert (fighter.height, fighter.climbs_on, fighter.prone) == (0, -1, prone)
    assert fighter.hp == 4


@pytest.mark.rule("RH53", "RH5")
def test_RH53_dead_below_minus_5(battle_of, loaded, do):
    battle = battle_of(red=[{"height": 9, "wp": 0, "fatigue": 20}], map=UP_A_TREE)
    with loaded(battle, [1, 1, 1]):
        do(battle, Act.JUMP_DOWN)
    assert battle.fighters[0].hp == -6
    assert battle.over


@pytest.mark.rule("H153", "RH7")
def test_RH7_a_failed_landing_is_tried_again_before_it_hurts(battle_of, loaded, do):
    battle = battle_of(red=[{"height": 4}], map=UP_A_TREE)
    with loaded(battle, [4, 2, 1]):
        assert do(battle, Act.JUMP_DOWN) == Window.REROLL
    assert battle.fighters[0].hp == 4
    assert battle.frames[battle.top].challenge == 8


# --- Over an edge (H151, H153) --------------------------------------------------------------------


@pytest.mark.rule("H151", "H153", "QH14", "HH22")
def test_HH22_a_move_over_an_edge_that_nothing_leads_down_is_a_jump(battle_of, loaded, do):
    battle = battle_of(heights="000\n030\n000", red=[{"wp": 0, "defence": 1}])
    with loaded(battle, [4, 3, 1]):
        do(battle, Act.MOVE, Direction.EAST)
    fighter = battle.fighters[0]
    assert (fighter.location, fighter.height, fighter.hp) == (7, 0, 4)
    assert not fighter.prone


# --- Out of a cluster by height (H52, HH44) -------------------------------------------------------


@pytest.mark.rule("HH44", "H52", "H92")
@pytest.mark.parametrize(("height", "cluster"), [(1, 0), (2, -1), (4, -1)])
def test_HH44_who_jumps_down_from_its_cluster_has_left_it(battle_of, load, do, height, cluster):
    both = {"cluster": 0, "height": height, "defence": 1}
    battle = battle_of(red=[both], blue=[both], map=UP_A_TREE)
    load(battle, [6, 10, 10, 10])
    do(battle, Act.JUMP_DOWN)
    assert battle.fighters[0].height == 0
    assert [int(one.cluster) for one in battle.fighters[:2]] == [cluster] * 2


@pytest.mark.rule("HH44", "H52", "H91")
@pytest.mark.parametrize(("height", "cluster"), [(0, 0), (1, -1)])
def test_HH44_so_has_who_climbs_out_of_reach(battle_of, load, do, height, cluster):
    climber = {"base": "climber", "held": [], "cluster": 0, "height": height, "defence": 1}
    if height > 0:
        climber["climbs_on"] = ON_OBJECT
    battle = battle_of(red=[climber], blue=[{"cluster": 0, "height": 0}], map=UP_A_TREE)
    load(battle, [6, 10, 10, 10])
    do(battle, Act.CLIMB, ON_OBJECT)
    assert battle.fighters[0].height == height + 1
    assert [int(one.cluster) for one in battle.fighters[:2]] == [cluster] * 2
