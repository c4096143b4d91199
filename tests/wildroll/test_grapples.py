"""Grips: taking hold, letting go, escaping, pinning and dragging."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Life,
    Posture,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.grappling import grapples
from quintain.envs.wildroll.rules.movement import movement

pytestmark = pytest.mark.interpreted


def grips(battle):
    """Pairs of holder and held fighter."""
    number = battle.num_fighters
    return [
        (i, j) for i in range(number) for j in range(number) if battle.fighters[i].holding >> j & 1
    ]


def grappled(battle_of, red=("fighter",), blue=("fighter",), **fields):
    """Red_0 and the first of the blue side hold each other."""
    battle = battle_of(red=red, blue=blue, **fields)
    first = len(red)
    battle.fighters[0].holding = 1 << first
    battle.fighters[first].holding = 1
    return battle


def begin(battle, act, actor, target):
    """An action that takes effect."""
    action_stack.push(battle, Role.TURN, act, actor, target, 0)
    return battle.frames[battle.top]


# --- Who grapples (W88, H17) ----------------------------------------------------------------------


@pytest.mark.rule("H17", "W88")
def test_H17_who_holds_or_is_held_grapples(battle_of):
    battle = battle_of(red=[{"holding": [1]}], blue=["fighter", "fighter"])
    assert grapples.holds(battle, 0, 1)
    assert not grapples.holds(battle, 1, 0)
    assert [bool(grapples.is_grappling(battle, i)) for i in range(3)] == [True, True, False]
    assert [bool(grapples.is_held(battle, i)) for i in range(3)] == [False, True, False]
    assert [int(grapples.holders_of(battle, i)) for i in range(3)] == [0, 0b001, 0]


@pytest.mark.rule("H17", "W85", "W92", "RW34")
def test_H17_from_whoever_holds_one_one_can_escape(battle_of, loaded):
    battle = grappled(battle_of, blue=("fighter", {"at": (3, 3), "holding": [0]}))
    grapples.let_go(battle, 1)
    assert grapples.is_held(battle, 1)
    assert not movement.can_go(battle, 1)
    assert grapples.may_escape(battle, 1)
    assert grapples.escape_tn(battle, 1) == 11
    frame = begin(battle, Act.ESCAPE, 1, -1)
    with loaded(battle, (6, 5, 4)):
        grapples.escape(battle, frame)
    assert grips(battle) == [(2, 0)]
    assert movement.can_go(battle, 1)


@pytest.mark.rule("H17", "W85", "W92")
@pytest.mark.parametrize("state", [{"pinned_by": 0}, {"helpless_rounds": 1}])
def test_H17_the_grip_of_the_pinned_and_helpless_does_not_hold(battle_of, state):
    battle = grappled(battle_of, blue=[state])
    assert not grapples.is_held(battle, 0)
    assert not grapples.may_escape(battle, 0)
    assert not movement.can_go(battle, 0)  # it holds the other one itself
    grapples.let_go(battle, 0)
    assert grips(battle) == []
    assert not grapples.is_grappling(battle, 0)
    assert movement.can_go(battle, 0)


@pytest.mark.rule("H17")
def test_H17_one_walks_out_of_the_grip_of_the_helpless(battle_of):
    battle = battle_of(blue=[{"holding": [0], "helpless_rounds": 1}])
    assert movement.can_go(battle, 0)
    battle.fighters[1].helpless_rounds = 0
    assert not movement.can_go(battle, 0)


@pytest.mark.rule("H17", "W92")
def test_H17_after_the_pin_both_hold_each_other_again(battle_of, loaded):
    battle = grappled(battle_of, blue=[{"pinned_by": 0}])
    frame = begin(battle, Act.ESCAPE, 1, -1)
    with loaded(battle, (6, 5, 4)):
        grapples.escape(battle, frame)
    assert grips(battle) == [(0, 1), (1, 0)]
    assert grapples.is_held(battle, 0)


@pytest.mark.rule("W90")
def test_W90_all_who_hang_together_are_a_group(battle_of):
    red = [{"holding": [3]}, {"holding": [4]}, "fighter"]
    battle = battle_of(red=red, blue=["fighter", {"holding": [5]}, "fighter"])
    assert [int(grapples.grappling_group(battle, i)) for i in range(6)] == [
        0b001001, 0b110010, 0b000100, 0b001001, 0b110010, 0b110010,
    ]  # fmt: skip


# --- Letting go, and what tears apart (RW34, H17) -------------------------------------------------


@pytest.mark.rule("H17", "RW34", "W43")
def test_H17_letting_go_frees_only_whom_one_holds(battle_of, events):
    battle = grappled(battle_of, blue=({}, {"holding": [0]}))
    grapples.let_go(battle, 0)
    assert grips(battle) == [(1, 0), (2, 0)]
    assert grapples.is_held(battle, 0)
    assert events(battle) == [("lets_go", 0, 1, 0, 0, 0)]


@pytest.mark.rule("H17", "W43", "W92")
def test_W43_a_pinner_who_lets_go_ends_the_grapple(battle_of):
    battle = grappled(battle_of, blue=({"pinned_by": 0}, {"holding": [0]}))
    grapples.let_go(battle, 0)
    assert grips(battle) == [(2, 0)]
    assert battle.fighters[1].pinned_by == -1


@pytest.mark.rule("RW34")
@pytest.mark.parametrize(
    ("state", "ends"),
    [
        ({}, False), ({"at": (4, 3)}, False), ({"at": (6, 3)}, True),
        ({"life": Life.UNCONSCIOUS}, True), ({"life": Life.DEAD}, True),
        ({"helpless_rounds": 1}, False),
    ],
)  # fmt: skip
def test_RW34_a_grapple_ends_apart_unconscious_or_dead(battle_of, events, state, ends):
    battle = grappled(battle_of, blue=[state])
    grapples.end_lost_grapples(battle)
    assert grips(battle) == ([] if ends else [(0, 1), (1, 0)])
    assert events(battle) == ([("freed", 1, 0, 0, 0, 0)] if ends else [])


@pytest.mark.rule("RW34", "W92")
def test_RW34_other_grapples_go_on(battle_of):
    battle = grappled(battle_of, blue=({}, {"holding": [0]}))
    battle.fighters[2].x = 9
    battle.fighters[1].pinned_by = 0
    grapples.end_lost_grapples(battle)
    assert grips(battle) == [(0, 1), (1, 0)]
    assert battle.fighters[1].pinned_by == 0


@pytest.mark.rule("W92", "RW34")
def test_W92_a_pin_ends_when_the_pinner_can_act_no_longer(battle_of, events):
    battle = grappled(battle_of)
    battle.fighters[1].pinned_by = 0
    grapples.end_lost_grapples(battle)
    assert battle.fighters[1].pinned_by == 0
    battle.fighters[0].helpless_rounds = 1
    grapples.end_lost_grapples(battle)
    assert battle.fighters[1].pinned_by == -1
    assert grips(battle) == [(0, 1), (1, 0)]
    assert events(battle) == [("freed", 1, 0, 1, 0, 0)]


@pytest.mark.rule("RW34")
def test_RW34_all_grips_by_the_dead_and_on_them_end(battle_of):
    battle = grappled(battle_of, blue=({}, {"holding": [0]}, {"holding": [1]}))
    battle.fighters[1].pinned_by = 0
    battle.fighters[0].pinned_by = 2
    grapples.end_grips(battle, 0)
    assert grips(battle) == [(3, 1)]
    assert (battle.fighters[0].pinned_by, battle.fighters[1].pinned_by) == (-1, -1)


# --- Escape (W85, RW34) ---------------------------------------------------------------------------


@pytest.mark.rule("W85", "W92", "RW12")
def test_W85_only_from_a_grip_or_a_pin(battle_of):
    battle = grappled(battle_of)
    assert grapples.may_escape(battle, 0)
    grapples.let_go(battle, 1)
    assert not grapples.may_escape(battle, 0)  # it holds, but is not held
    assert grapples.may_escape(battle, 1)
    battle.fighters[1].pinned_by = 0
    assert grapples.may_escape(battle, 1)
    battle.fighters[1].helpless_rounds = 1
    assert not grapples.may_escape(battle, 1)


@pytest.mark.rule("W85", "RW34", "RW18", "H10")
@pytest.mark.parametrize(("faces", "free"), [((6, 5, 4), True), ((6, 5, 3), False)])
def test_RW34_success_frees_from_all_who_hold_one(battle_of, loaded, events, faces, free):
    # Power Defenses 11 and 10 + 3 + 3 + 2 = 18; the wrestler counts; Agility is 2 + 1 of 3.
    red = [{"skills": {"reflex": 2}}]
    battle = grappled(battle_of, red=red, blue=("fighter", {"base": "wrestler", "at": (3, 3)}))
    battle.fighters[2].holding = 1
    assert grapples.escape_tn(battle, 0) == 18
    frame = begin(battle, Act.ESCAPE, 0, -1)
    with loaded(battle, faces):
        grapples.escape(battle, frame)
    assert grips(battle) == ([] if free else [(0, 1), (1, 0), (2, 0)])
    assert len(events(battle, "freed")) == (2 if free else 0)


@pytest.mark.rule("W85", "RW34", "H17")
def test_RW34_whom_one_holds_without_being_held_is_not_let_go(battle_of, loaded):
    battle = grappled(battle_of, blue=("fighter", {"at": (3, 3)}))
    battle.fighters[0].holding = 0b110
    frame = begin(battle, Act.ESCAPE, 0, -1)
    with loaded(battle, (5, 5, 5)):
        grapples.escape(battle, frame)
    assert grips(battle) == [(0, 2)]


@pytest.mark.rule("W92", "W85", "RW34")
def test_W92_an_escape_ends_the_pin_but_not_the_grapple(battle_of, loaded, events):
    battle = grappled(battle_of)
    battle.fighters[1].pinned_by = 0
    frame = begin(battle, Act.ESCAPE, 1, -1)
    with loaded(battle, (6, 5, 3)):
        grapples.escape(battle, frame)
    assert battle.fighters[1].pinned_by == -1
    assert grips(battle) == [(0, 1), (1, 0)]
    assert events(battle, "freed") == [("freed", 1, 0, 1, 0, 0)]


# --- Grapple (W88, H18) ---------------------------------------------------------------------------

GRAPPLES = [
    ({}, {}, True),
    ({}, {"at": (6, 3)}, False),  # not next to it
    ({}, {"at": (4, 3)}, True),  # in one hex
    ({}, {"base": "ooze"}, False),  # by its form
    ({"base": "ooze"}, {}, False),
    ({}, {"race": "ogre"}, True),  # 3 sizes
    ({"race": "halfling"}, {"race": "crab"}, True),  # 4 sizes
    ({"race": "halfling"}, {"race": "ogre"}, False),  # 5 sizes
    ({"race": "ogre"}, {"race": "halfling"}, False),
    ({"holding": [1]}, {}, False),  # it holds it already
    ({}, {"holding": [0]}, True),  # it is only held
    ({}, {"hidden": True}, False),
    ({}, {"life": Life.UNCONSCIOUS}, False),
    ({}, {"helpless_rounds": 1}, True),
    ({"base": "ogre"}, {}, False),  # its slam has a reach of 1
    ({"base": "ogre", "held": ["dagger"]}, {}, True),
]


@pytest.mark.rule("W88", "H18", "RW34")
@pytest.mark.parametrize(("one", "other", "may"), GRAPPLES)
def test_W88_who_may_be_grappled(battle_of, one, other, may):
    battle = battle_of(red=[one], blue=[other])
    assert grapples.may_grapple(battle, 0, 1) == may


@pytest.mark.rule("W88")
def test_W88_ones_own_side_with_full_choices(battle_of, begun, legal):
    for quick_sides, offered in ((0, {"grapple_ally"}), (3, set())):
        battle = begun(battle_of(red=["fighter", "fighter"], quick_sides=quick_sides))
        assert {name.split()[0] for name in legal(battle, "grapple_ally")} == offered
    assert not grapples.may_grapple(battle, 0, 0)


@pytest.mark.rule("H18", "W88")
@pytest.mark.parametrize(
    ("one", "slot"),
    [
        ("fighter", 2), ("knife_fighter", 0), ("ogre", -1), ("panther", 2), ("wolf", 2),
        ({"held": ["sword", "dagger"]}, 1),
        ({"base": "wrestler", "held": ["dagger"]}, 2),
    ],
)  # fmt: skip
def test_H18_with_the_most_accurate_weapon_of_reach_0(battle_of, one, slot):
    assert grapples.grip_slot(battle_of(red=[one]).fighters[0]) == slot


@pytest.mark.rule("W88")
def test_W88_both_are_grappling_each_other(battle_of, events):
    battle = battle_of()
    grapples.grapple(battle, begin(battle, Act.GRAPPLE, 0, 1))
    assert grips(battle) == [(0, 1), (1, 0)]
    assert events(battle, "grapples") == [("grapples", 0, 1, 0, 0, 0)]


@pytest.mark.rule("W88", "W91")
def test_W88_whoever_is_put_before_it_and_cannot_be_grappled_is_not(battle_of, events):
    battle = battle_of(blue=["fighter", "ooze"])
    frame = begin(battle, Act.GRAPPLE, 0, 1)
    frame.target = 2
    grapples.grapple(battle, frame)
    assert grips(battle) == []
    assert events(battle, "grapples") == []


# --- Pin (W92) ------------------------------------------------------------------------------------


@pytest.mark.rule("W92")
def test_W92_whom_one_holds_and_nobody_pins(battle_of):
    battle = grappled(battle_of)
    assert grapples.may_pin(battle, 0, 1)
    battle.fighters[1].pinned_by = 0
    assert not grapples.may_pin(battle, 0, 1)
    battle = battle_of(blue=[{"holding": [0]}])
    assert not grapples.may_pin(battle, 0, 1)  # it is only held itself


@pytest.mark.rule("W92", "RW18", "H10")
@pytest.mark.parametrize(
    ("faces", "more", "pinned"),
    [
        ((4, 4, 4), {}, True), ((4, 4, 3), {}, False),
        ((4, 4, 5), {"skills": {"reflex": 1}}, True), ((4, 4, 4), {"skills": {"reflex": 1}}, False),
        ((4, 4, 5), {"skills": {"athletics": 1}}, True),
        ((4, 4, 4), {"skills": {"athletics": 1}}, False),
    ],
)  # fmt: skip
def test_W92_power_less_2_against_the_higher_defense(battle_of, loaded, faces, more, pinned):
    # Strength 1, less 2, against 10 + 1 of Power and 10 + 1 of Agility.
    battle = grappled(battle_of, blue=[more])
    with loaded(battle, faces):
        grapples.pin(battle, begin(battle, Act.PIN, 0, 1))
    assert battle.fighters[1].pinned_by == (0 if pinned else -1)


@pytest.mark.rule("W92", "W20", "RW2")
def test_W92_the_check_is_wild_and_no_attack(battle_of, loaded, events):
    battle = grappled(battle_of)
    with loaded(battle, (6, 6, 6, 1)):
        grapples.pin(battle, begin(battle, Act.PIN, 0, 1))
    assert events(battle, "rolls", "pins") == [
        ("rolls", 0, 1, 18, 18, 11), ("pins", 0, 1, 0, 0, 0),
    ]  # fmt: skip
    assert [battle.fighters[i].initiative for i in (0, 1)] == [20, 19]


# --- Drag (W90) -----------------------------------------------------------------------------------


@pytest.mark.rule("W90")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, True), ({"posture": Posture.CROUCHING}, True), ({"posture": Posture.PRONE}, True),
        ({"drag_points": 1}, False), ({"drag_points": -1}, True),  # its AP are spent
    ],
)  # fmt: skip
def test_W90_who_may_drag(battle_of, state, may):
    assert grapples.may_drag(grappled(battle_of, red=[state]), 0) == may
    assert not grapples.may_drag(battle_of(red=[state]), 0)


@pytest.mark.rule("W90", "RW12")
@pytest.mark.parametrize(("posture", "points"), [(Posture.STANDING, 3), (Posture.PRONE, 2)])
def test_W90_who_lies_drags_at_twice_the_cost(battle_of, begun, act, legal, posture, points):
    # A rate of 8: an AP is 2 yards, or 1 for those who lie.
    red, blue = {"posture": posture, "holding": [1]}, {"holding": [0], "initiative": 1}
    battle = begun(battle_of(red=[red], blue=[blue]))
    assert legal(battle, "drag") == {"drag"}
    act(battle, "drag", faces=[5, 5, 5])
    for _ in range(2):
        act(battle, "step", 4)
    assert [(int(it.x), int(it.y)) for it in battle.fighters[:2]] == [(2, 3), (3, 3)]
    assert battle.fighters[0].drag_points == points


@pytest.mark.rule("W90", "W106", "H25")
@pytest.mark.parametrize(("actor", "third"), [(0, 1), (3, 1), (0, 2)])
def test_W90_nobody_drags_from_the_saddle_or_out_of_it(battle_of, actor, third):
    red = [{"base": "knight", "rides": 1}, {"base": "horse", "at": (4, 3)}, {"at": (4, 4)}]
    battle = battle_of(red=red)
    battle.fighters[3].holding = 1 << (0 if third == 1 else 2)
    if third == 2:
        battle.fighters[2].holding = 1  # all who hang together
    assert not grapples.may_drag(battle, actor)
    battle.fighters[0].mount = battle.fighters[1].rider = -1
    assert grapples.may_drag(battle, actor)


@pytest.mark.rule("W90", "RW18")
@pytest.mark.parametrize(
    ("blue", "face", "points"),
    [
        (1, 4, 4), (1, 3, 0),  # 1 and 10 against 11
        (2, 6, 4), (2, 5, 0),  # 2 less for the second
    ],
)  # fmt: skip
def test_W90_power_against_the_highest_less_2_for_each_more(
    battle_of, loaded, events, blue, face, points
):
    battle = battle_of(blue=[{"holding": [0], "at": at} for at in ((5, 3), (3, 3))[:blue]])
    with loaded(battle, (3, 3, face)):
        grapples.drag(battle, begin(battle, Act.DRAG, 0, -1))
    assert battle.fighters[0].drag_points == points
    assert len(events(battle, "drags")) == (points > 0)


@pytest.mark.rule("W90", "H17")
def test_W90_whom_one_holds_is_an_opponent_too(battle_of, loaded, events):
    battle = grappled(battle_of, blue=("fighter", {"base": "wrestler", "at": (3, 3)}))
    battle.fighters[0].holding = 0b110
    with loaded(battle, (4, 4, 4)):
        grapples.drag(battle, begin(battle, Act.DRAG, 0, -1))
    assert events(battle, "rolls") == [("rolls", 0, -1, 12, 11, 18)]


@pytest.mark.rule("W65", "W90")
def test_W90_yards_bought_before_a_drag_do_not_drag(battle_of, begun, act, legal):
    red, blue = {"at": (20, 3), "holding": [1]}, {"at": (21, 3), "holding": [0], "initiative": 1}
    battle = begun(battle_of(red=[{**red, "move_quarters": 35}], blue=[blue]))
    act(battle, "drag", faces=[5, 5, 5])
    yards = 0
    while "step 4" in legal(battle, "step"):
        act(battle, "step", 4)
        yards += 1
    assert yards == 8  # a rate of 8, for 4 AP
    assert (int(battle.fighters[0].x), int(battle.fighters[1].x)) == (12, 13)
    assert battle.fighters[0].action_points == 12 - 3 - 4


@pytest.mark.rule("W89", "W90")
@pytest.mark.parametrize(
    ("drag_points", "quarters", "used", "left"),
    [
        (0, 32, 0, 0), (0, 35, 8, 32), (0, 8, 4, 8),  # 2 yards owed to a Cling
        (-1, 8, 1, 8),  # a yard is left of another Drag
    ],
)  # fmt: skip
def test_W90_a_debt_and_the_yards_of_another_drag_stay(
    battle_of, loaded, drag_points, quarters, used, left
):
    state = {"drag_points": drag_points, "move_quarters": quarters, "move_used": used}
    battle = grappled(battle_of, red=[state])
    with loaded(battle, (5, 5, 5)):
        grapples.drag(battle, begin(battle, Act.DRAG, 0, -1))
    assert (battle.fighters[0].move_quarters, battle.fighters[0].drag_points) == (left, 4)


@pytest.mark.rule("W88", "W90")
@pytest.mark.parametrize("drag_points", [4, -1])
@pytest.mark.parametrize("actor", [0, 1])
def test_W90_a_new_grapple_needs_a_drag_of_its_own(battle_of, drag_points, actor):
    red = {"drag_points": drag_points, "move_quarters": 32}  # it has Escaped since
    battle = battle_of(red=[red])
    assert movement.can_go(battle, 0)
    grapples.grapple(battle, begin(battle, Act.GRAPPLE, actor, 1 - actor))
    assert battle.fighters[0].drag_points == 0
    assert not movement.can_go(battle, 0)
    assert grapples.may_drag(battle, 0)


@pytest.mark.rule("W90", "H17")
@pytest.mark.parametrize(
    ("foe", "faces", "number"),
    [
        ({"at": (9, 9)}, (), None),  # only the ally
        ({"at": (3, 3), "holding": [0]}, (4, 4, 4), 11),  # an enemy with a Power Defense of 11
        ({"at": (5, 2), "holding": [1]}, (4, 4, 4), 11),  # an enemy who holds the ally
    ],
)
def test_H17_a_drag_is_rolled_against_enemies_alone(battle_of, loaded, events, foe, faces, number):
    red = [{"holding": [1]}, {"base": "wrestler", "at": (5, 3)}]
    battle = battle_of(red=red, blue=[foe])
    with loaded(battle, faces):
        grapples.drag(battle, begin(battle, Act.DRAG, 0, -1))
    assert [event[-1] for event in events(battle, "rolls")] == ([number] if faces else [])
    assert battle.fighters[0].drag_points == 4
