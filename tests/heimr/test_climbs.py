"""Climbing and holding on."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import Ability, Act, BodyPart, Direction, Step, Window
from quintain.envs.heimr.rules.attacks import brawl, weapon_attack
from quintain.envs.heimr.rules.combat_actions import climbs, item_actions, movement_actions
from quintain.envs.heimr.rules.dice_challenges import situational_penalties
from quintain.envs.heimr.rules.environment import border_crossing
from quintain.envs.heimr.rules.health import health
from quintain.envs.heimr.rules.modules import armoury
from quintain.envs.heimr.state import ON_NOTHING, ON_OBJECT
from quintain.envs.heimr.tables import BORDER_KINDS

pytestmark = pytest.mark.interpreted

TREE = "...\n.t.\n..."
B2, C2 = 6, 7
EAST, WEST = Direction.EAST, Direction.WEST
DOWN = climbs.DOWNWARD
WELL, BADLY = [6, 10, 9, 9], [1, 1, 1, 1]  # C 3 of Climbing, P 1
CLIFF = "000\n002\n000"


def where(battle, actor=0):
    """Location, height, and the object that a fighter climbs."""
    fighter = battle.fighters[actor]
    return int(fighter.location), int(fighter.height), int(fighter.climbs_on)


# --- What can be climbed (H91, H152, H154, H174) --------------------------------------------------


@pytest.mark.rule("H91", "H151", "H152", "H174")
def test_H174_walls_can_be_climbed_doors_and_gates_cannot(battle_of):
    for kind, top in {"open": -1, "regular_door": -1, "strong_door": -1, "regular_gate": -1,
                      "wooden_wall": 2, "stone_wall": 4, "solid": -1}.items():  # fmt: skip
        battle = battle_of(borders=[((1, 1), "east", kind)])
        assert climbs.top_of(battle, B2, EAST) == top
        assert climbs.top_of(battle, C2, WEST) == top


@pytest.mark.rule("H152", "H154")
@pytest.mark.parametrize(("rise", "top"), [(1, -1), (2, 2), (4, 4)])
def test_H152_a_rise_of_2_between_squares_is_climbed(battle_of, rise, top):
    battle = battle_of(heights=f"000\n00{rise}\n000", borders=[((1, 1), "east", "ladder")])
    assert climbs.top_of(battle, B2, EAST) == top
    assert climbs.top_of(battle, C2, WEST) == -1
    battle = battle_of(heights=f"000\n00{rise}\n000")
    assert climbs.top_of(battle, B2, EAST) == -1


@pytest.mark.rule("H154")
def test_H154_the_cr_of_a_climb(battle_of):
    for kind, cr in {"rise": 0, "ladder": 0, "rope_ladder": 2, "rope": 4, "slope": 6,
                     "steep_slope": 9, "wall_face": 11, "stone_wall": 11}.items():  # fmt: skip
        battle = battle_of(borders=[((1, 1), "east", kind)])
        assert climbs.climb_cr(battle, B2, EAST) == cr == BORDER_KINDS[kind]["climb"]
    assert climbs.climb_cr(battle_of(map=TREE), B2, ON_OBJECT) == 5


# --- Who may climb (H28, H91, H138, H173) ---------------------------------------------------------


@pytest.mark.rule("H91", "H138")
@pytest.mark.parametrize(
    ("held", "tree", "rope"),
    [([], True, True), (["medium"], True, False), (["medium", "buckler"], False, False),
     (["great"], False, False), (["bow"], False, False)],
)  # fmt: skip
def test_H138_climbing_takes_a_free_hand(battle_of, held, tree, rope):
    red = [{"held": held}]
    assert climbs.may_climb(battle_of(red=red, map=TREE), 0, ON_OBJECT) == tree
    battle = battle_of(red=red, heights=CLIFF, borders=[((1, 1), "east", "rope")])
    assert climbs.may_climb(battle, 0, EAST) == rope


@pytest.mark.rule("H138", "H91", "H97", "H108", "RH6")
@pytest.mark.parametrize("climbs_on", [ON_OBJECT, -1])
def test_H138_the_hand_that_one_climbs_with_takes_and_grips_nothing(battle_of, climbs_on):
    aloft = {"height": 2, "climbs_on": climbs_on}
    red = [{"base": "champion", "held": ["medium"], "pack": ["light"], "bag": "torch", **aloft}]
    battle = battle_of(red=red, blue=[aloft], map=TREE)
    is_free = climbs_on != ON_OBJECT
    assert bool(item_actions.may_draw(battle, 0, 0)) == is_free
    assert bool(item_actions.may_get(battle, 0, item_actions.FROM_BAG)) == is_free
    assert bool(brawl.may_brawl(battle, 0, 1, Act.BRAWL_BIND, -1)) == is_free
    assert bool(weapon_attack.may_shove(battle, 0, 1)) == is_free
    assert brawl.may_brawl(battle, 0, 1, Act.BRAWL_HIT, -1)
    battle.fighters[0].held[:] = -1
    assert item_actions.may_draw(battle, 0, 0)
    assert brawl.may_brawl(battle, 0, 1, Act.BRAWL_BIND, -1)


@pytest.mark.rule("H91", "H28", "H127")
@pytest.mark.parametrize(
    "more",
    [{"prone": True}, {"held_by": 1}, {"seconds": {"daze": 2}},
     {"seconds": {"bind": 2}, "bind_part": BodyPart.FEET}, {"injured": ["other_arm"]}],
)  # fmt: skip
def test_H28_who_cannot_climb(battle_of, more):
    assert not climbs.may_climb(battle_of(red=[more], map=TREE), 0, ON_OBJECT)


@pytest.mark.rule("H91")
def test_H91_up_from_the_foot_down_from_the_top_both_from_between(battle_of):
    def ways(**more):
        battle = battle_of(red=[{"held": [], **more}], map=TREE)
        return [bool(climbs.may_climb(battle, 0, way)) for way in (ON_OBJECT, ON_OBJECT + DOWN)]

    assert ways() == [True, False]
    assert ways(height=2, climbs_on=ON_OBJECT) == [True, True]
    assert ways(height=2, climbs_on=EAST) == [False, False]
    assert ways(height=4) == [False, True]


@pytest.mark.rule("H173", "H136")
def test_H173_one_attacks_while_one_climbs_unless_it_takes_both_hands(battle_of):
    for kind, may in {"ladder": True, "slope": True, "rope": False}.items():
        battle = battle_of(
            red=[{"height": 1, "climbs_on": EAST}],
            heights=CLIFF,
            borders=[((1, 1), "east", kind)],
        )
        assert climbs.may_attack_climbing(battle, battle.fighters[0]) == may
        assert climbs.may_attack_climbing(battle, battle.fighters[1])


# --- Climbing (H91, H152) -------------------------------------------------------------------------


@pytest.mark.rule("H91", "H152", "H154")
def test_H91_one_height_at_a_time_with_a_roll_for_each(battle_of, loaded, do, events):
    battle = battle_of(map=TREE)
    heights = []
    for _ in range(4):
        with loaded(battle, WELL):
            battle.num_events = 0
            do(battle, Act.CLIMB, ON_OBJECT)
        heights.append(where(battle)[1:])
        assert len(events(battle, "climbs")) == 1
        battle.owed = 0
    assert heights == [(1, ON_OBJECT), (2, ON_OBJECT), (3, ON_OBJECT), (4, ON_NOTHING)]


@pytest.mark.rule("H91", "H81", "H42")
def test_H91_climbing_is_ongoing_and_a_ladder_asks_for_no_roll(battle_of, loaded, do):
    battle = battle_of(heights=CLIFF, borders=[((1, 1), "east", "ladder")])
    with loaded(battle, []):
        do(battle, Act.CLIMB, EAST)
        assert battle.fighters[0].ongoing
        battle.owed = 0
        do(battle, Act.CLIMB, EAST)
    assert where(battle) == (B2, 2, ON_NOTHING)
    battle.owed = 0
    do(battle, Act.MOVE, EAST)
    assert where(battle) == (C2, 2, ON_NOTHING)


@pytest.mark.rule("H152", "H89")
def test_H152_one_climbs_to_the_right_height_before_one_enters(battle_of):
    battle = battle_of(
        red=[{"height": 1, "climbs_on": EAST}],
        heights=CLIFF,
        borders=[((1, 1), "east", "ladder")],
    )
    assert not movement_actions.may_move(battle, 0, EAST)
    battle.fighters[0].height, battle.fighters[0].climbs_on = 2, ON_NOTHING
    assert movement_actions.may_move(battle, 0, EAST)


@pytest.mark.rule("H152", "H153", "RH53")
@pytest.mark.parametrize(
    ("height", "argument", "fallen"),
    [(0, ON_OBJECT, 1), (2, ON_OBJECT, 3), (3, ON_OBJECT + DOWN, 2), (4, ON_OBJECT + DOWN, 3)],
)
def test_H152_who_fails_falls_from_the_height_aimed_at(
    battle_of, load, do, events, height, argument, fallen
):
    red = [{"height": height, "wp": 0}]
    if 0 < height < 4:
        red[0]["climbs_on"] = ON_OBJECT
    battle = battle_of(red=red, map=TREE)
    load(battle, BADLY)
    do(battle, Act.CLIMB, argument)
    assert events(battle, "climb_falls") == [("climb_falls", 0, -1, 0, fallen, 0)]
    assert where(battle) == (B2, 0, ON_NOTHING)


@pytest.mark.rule("H91", "RH7", "QH10")
def test_RH7_a_failed_climb_is_tried_again_before_the_fall(battle_of, loaded, do):
    battle = battle_of(red=[{"held": []}], map=TREE)
    with loaded(battle, BADLY):
        assert do(battle, Act.CLIMB, ON_OBJECT) == Window.REROLL
    assert where(battle) == (B2, 0, ON_NOTHING)
    assert battle.frames[battle.top].step == Step.CHALLENGED


@pytest.mark.rule("H174", "H152", "QH14", "HH22")
def test_H174_over_a_wall_by_its_crest(battle_of, loaded, do):
    battle = battle_of(
        red=[{"trained": {"climbing": [1, 3]}}],
        borders=[((1, 1), "east", "wooden_wall")],
    )
    assert not movement_actions.may_move(battle, 0, EAST)
    for _ in range(2):
        with loaded(battle, [6, 9, 9, 9, 9]):
            do(battle, Act.CLIMB, EAST)
        battle.owed = 0
    assert where(battle) == (B2, 2, ON_NOTHING)
    with loaded(battle, []):
        do(battle, Act.MOVE, EAST)
    battle.owed = 0
    assert where(battle) == (C2, 2, ON_NOTHING)
    assert climbs.may_climb(battle, 0, WEST + DOWN)
    with loaded(battle, [4, 4, 4]):
        do(battle, Act.JUMP_DOWN)
    assert where(battle) == (C2, 0, ON_NOTHING)
    assert battle.fighters[0].hp == 4


@pytest.mark.rule("HH23", "H151")
def test_HH23_onto_a_cart_in_one_climb_without_a_roll(battle_of, loaded, do):
    battle = battle_of(map="...\n.c.\n...")
    with loaded(battle, []):
        do(battle, Act.CLIMB, ON_OBJECT)
    assert where(battle) == (B2, 1, ON_NOTHING)
    assert movement_actions.may_move(battle, 0, EAST)


@pytest.mark.rule("HH22", "H152", "H91")
def test_HH22_down_from_an_edge_that_something_leads_down(battle_of, loaded, do):
    battle = battle_of(
        red=[{"at": (2, 1), "height": 2, "defence": 1}],
        heights=CLIFF,
        borders=[((1, 1), "east", "ladder")],
    )
    with loaded(battle, []):
        do(battle, Act.MOVE, WEST)
        assert where(battle) == (B2, 2, ON_NOTHING)
        do(battle, Act.CLIMB, EAST + DOWN)
    assert where(battle) == (B2, 1, EAST)


@pytest.mark.rule("RH58", "H36")
def test_RH58_climbing_with_an_injured_arm_reopens_the_injury(battle_of, do):
    red = [{"hp": 0, "injured": ["sword_arm"], "stable": True, "held": []}]
    battle = battle_of(red=red, heights=CLIFF, borders=[((1, 1), "east", "ladder")])
    do(battle, Act.CLIMB, EAST)
    assert where(battle)[1] == 1
    assert not battle.fighters[0].stable


# --- Holding on (H136, H152, H175, RH30) ----------------------------------------------------------


def hold(battle):
    """A fighter has been hit: hold on, to the next window or the end."""
    climbs.require_hold_on(battle, 0)
    while battle.top >= 0 and battle.window == Window.NONE:
        frame = battle.frames[battle.top]
        if frame.step == Step.OVER:
            battle.top -= 1
        else:
            movement_actions.movement_step(battle)


@pytest.mark.rule("RH30", "H136", "H152", "H175")
@pytest.mark.parametrize(
    ("faces", "landing", "after"),
    [([4, 3], [], 3), ([3, 3], [6, 9, 9], 0), ([1, 4], [], 3), ([2, 2], [6, 9, 9], 0)],
)
def test_H175_RH30_one_check_with_consistency_1_against_the_cr(
    battle_of, loaded, faces, landing, after
):
    red = [{"height": 3, "climbs_on": ON_OBJECT, "wp": 0, "fatigue": 3}]
    battle = battle_of(red=red, map=TREE)
    with loaded(battle, [*faces, *landing]):
        hold(battle)
    assert where(battle)[1] == after
    assert battle.fighters[0].prone == (after == 0)


@pytest.mark.rule("RH30")
@pytest.mark.parametrize("kind", ["ladder", "rise"])
def test_RH30_ladders_and_stairs_ask_for_none(battle_of, loaded, kind):
    battle = battle_of(
        red=[{"height": 1, "climbs_on": EAST}], heights=CLIFF, borders=[((1, 1), "east", kind)]
    )
    with loaded(battle, []):
        hold(battle)
        climbs.require_hold_on(battle, 1)
    assert where(battle) == (B2, 1, EAST)


@pytest.mark.rule("RH30", "RH7", "H175")
def test_RH30_it_can_be_tried_again_for_willpower(battle_of, loaded):
    red = [{"held": [], "height": 3, "climbs_on": ON_OBJECT}]
    battle = battle_of(red=red, map=TREE)
    with loaded(battle, [1, 1]):
        hold(battle)
    assert (battle.window, battle.to_act) == (Window.REROLL, 0)
    battle.window = Window.NONE
    with loaded(battle, [6, 9]):
        border_crossing.reroll(battle)
        movement_actions.movement_step(battle)
        movement_actions.movement_step(battle)
    assert battle.frames[battle.top].step == Step.OVER
    assert where(battle) == (B2, 3, ON_OBJECT)
    assert battle.fighters[0].wp == 7


@pytest.mark.rule("RH30", "H65", "H128", "HH25")
def test_HH25_the_dazed_hold_on_by_their_roll_the_helpless_fall(battle_of, loaded):
    red = [{"held": [], "height": 3, "climbs_on": ON_OBJECT, "wp": 0, "seconds": {"daze": 2}}]
    battle = battle_of(red=red, map=TREE)
    with loaded(battle, [6, 9]):
        hold(battle)
    assert where(battle)[1] == 3
    battle.fighters[0].life = 2
    with loaded(battle, []):
        hold(battle)
    assert where(battle)[1] == 0
    assert battle.fighters[0].hp == 0


@pytest.mark.rule("HH50", "H23", "H32", "H127", "H136")
@pytest.mark.parametrize(
    ("faces", "height", "prone", "penalty"), [([6, 9], 3, False, 2), ([1, 1, 6, 9, 9], 0, True, 2)]
)
def test_HH50_nobody_is_prone_and_climbing_at_once(
    battle_of, loaded, faces, height, prone, penalty
):
    red = [{"height": 3, "climbs_on": ON_OBJECT, "wp": 0, "hp": 0}]
    battle = battle_of(red=red, map=TREE)
    health.injure_part(battle, 0, BodyPart.LEFT_LEG)
    with loaded(battle, faces):
        hold(battle)
    fighter = battle.fighters[0]
    assert (fighter.height, fighter.prone) == (height, prone)
    assert situational_penalties.position_penalty(fighter) == penalty
    assert climbs.may_climb(battle, 0, ON_OBJECT) == (not prone)


@pytest.mark.rule("HH50", "H23", "H32", "H91")
@pytest.mark.parametrize(
    ("more", "prone"),
    [({"hp": 0, "injured": ["left_leg"]}, True), ({"seconds": {"fall": 2}}, True), ({}, False)],
)
@pytest.mark.parametrize("down", [0, DOWN])
def test_HH50_a_felled_climber_lies_prone_where_it_stands(battle_of, do, down, more, prone):
    red = [{"height": 1, "climbs_on": EAST, "held": [], **more}]
    battle = battle_of(red=red, heights=CLIFF, borders=[((1, 1), "east", "ladder")])
    do(battle, Act.CLIMB, EAST + down)
    assert where(battle) == (B2, 0 if down else 2, ON_NOTHING)
    assert battle.fighters[0].prone == prone


@pytest.mark.rule("HH50", "HH25", "RH30", "RH53")
@pytest.mark.parametrize(
    ("more", "height"),
    [({"seconds": {"fall": 2}}, 0), ({"injured": ["right_leg"], "hp": 0}, 0), ({"life": 2}, 0),
     ({}, 1)],
)  # fmt: skip
def test_HH50_on_a_ladder_a_felled_fighter_falls(battle_of, loaded, more, height):
    red = [{"height": 1, "climbs_on": EAST, **more}]
    battle = battle_of(red=red, heights=CLIFF, borders=[((1, 1), "east", "ladder")])
    with loaded(battle, []):
        hold(battle)
    fighter = battle.fighters[0]
    assert (fighter.height, fighter.prone) == (height, height == 0 and fighter.life == 0)


@pytest.mark.rule("H42", "H152")
def test_H42_one_climbs_with_climbing_and_not_agility(battle_of, loaded, do):
    battle = battle_of(red=[{"trained": {"climbing": [0, 4]}}], map=TREE)
    assert climbs.climbing_ability() == Ability.CLIMBING
    with loaded(battle, [4, 4, 1, 1]):
        do(battle, Act.CLIMB, ON_OBJECT)
    assert where(battle)[1] == 1


# --- The scenario of this chapter (H152, H155) ----------------------------------------------------


@pytest.mark.rule("H152", "H154", "H155")
def test_H152_up_a_castle_wall(deployed):
    battle = deployed("castle_wall", seed=1)
    assert [int(climbs.top_of(battle, 5 * row + 1, EAST)) for row in range(3)] == [3, 3, 3]
    assert [int(climbs.climb_cr(battle, 5 * row + 1, EAST)) for row in range(3)] == [0, 11, 2]
    assert [int(one.height) for one in battle.fighters[:7]] == [0, 0, 0, 0, 3, 3, 3]
    assert all(armoury.free_hands(one) > 0 for one in battle.fighters[:2])
