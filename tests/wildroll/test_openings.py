"""Create an Opening and Enter Occupied Space."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Defence,
    Life,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.defense import defences
from quintain.envs.wildroll.rules.positioning_actions import openings
from quintain.envs.wildroll.rules.rolls.checks import chosen_slot
from quintain.envs.wildroll.tables import NONE

pytestmark = pytest.mark.interpreted


def begin(battle, act, actor=0, target=1, role=Role.TURN):
    """An action that takes effect."""
    action_stack.push(battle, role, act, actor, target, 0)
    frame = battle.frames[battle.top]
    frame.step = Step.RESOLVED  # what follows unless the action says otherwise
    return frame


# --- Create an Opening (W83, H18) -----------------------------------------------------------------


@pytest.mark.rule("W83", "H18", "XW1")
@pytest.mark.parametrize(
    ("red", "blue", "may"),
    [
        ({}, {}, True), ({}, {"at": (15, 3)}, True), ({"base": "archer"}, {}, True),
        ({"opening": [9, 0, 0, 0, 0, 0]}, {}, True), ({"opening": [0, 9, 0, 0, 0, 0]}, {}, True),
        ({}, {"hidden": True}, False), ({}, {"life": Life.UNCONSCIOUS}, False),
        ({}, {"pinned_by": 0}, False), ({}, {"life": Life.DEAD}, False),
    ],
)  # fmt: skip
def test_W83_against_any_enemy_in_sight_who_can_act(battle_of, red, blue, may):
    battle = battle_of(red=[red], blue=[blue])
    assert openings.may_create_opening(battle, 0, 1) == may


@pytest.mark.rule("W83", "H22")
@pytest.mark.parametrize(
    ("row", "may"), [("....#...", False), ("....+...", False), ("....o...", True)]
)
def test_W83_not_through_a_wall_or_a_shut_door(battle_of, row, may):
    battle = battle_of(red=[{"at": (3, 0)}], blue=[{"at": (6, 0)}], map=row)
    assert openings.may_create_opening(battle, 0, 1) == may


@pytest.mark.rule("W83")
def test_W83_not_against_ones_own_side(battle_of):
    assert not openings.may_create_opening(battle_of(red=["fighter"] * 2), 0, 1)


@pytest.mark.rule("H18", "W83")
@pytest.mark.parametrize(
    ("one", "slot"),
    [
        ("fighter", 0), ({"held": ["mace", "dagger"]}, 1), ("archer", 2), ("ogre", 0),
        ("wrestler", 2), ("champion", 0),
    ],
)  # fmt: skip
def test_H18_with_the_most_accurate_melee_weapon(battle_of, one, slot):
    fighter = battle_of(red=[one]).fighters[0]
    assert chosen_slot(fighter, NONE, 0, openings.ANY_REACH) == slot


@pytest.mark.rule("W83", "W17", "W29")
@pytest.mark.parametrize(
    ("faces", "total", "initiatives"),
    [
        ((4, 4, 4), 17, [20, 19]), ((6, 6, 6, 4), 27, [22, 17]), ((1, 1, 2, 3), 6, [18, 19]),
    ],
)  # fmt: skip
def test_W83_a_melee_attack_roll_with_its_criticals(
    battle_of, loaded, events, faces, total, initiatives
):
    battle = battle_of(blue=[{"posture": Posture.PRONE}], flanked=0b10)
    with loaded(battle, faces):
        openings.create_opening(battle, begin(battle, Act.OPENING))
    fighter = battle.fighters[0]
    assert fighter.opening.tolist() == [total, 0, 0, 0, 0, 0]
    assert [battle.fighters[i].initiative for i in (0, 1)] == initiatives
    assert events(battle, "opening") == [("opening", 0, 1, 0, total, sum(faces[:3]))]


@pytest.mark.rule("W83")
def test_W83_an_opening_against_each_of_several(battle_of, loaded):
    battle = battle_of(blue=["fighter"] * 2)
    for target, faces in ((1, (4, 4, 4)), (2, (3, 3, 2))):
        with loaded(battle, faces):
            openings.create_opening(battle, begin(battle, Act.OPENING, target=target))
    fighter = battle.fighters[0]
    assert fighter.opening[0] == fighter.opening[1] + 4 > 4
    assert not fighter.opening[2:].any()


@pytest.mark.rule("W83")
@pytest.mark.parametrize(("faces", "best"), [((3, 3, 2), 17), ((5, 5, 4), 19)])
def test_W83_another_try_and_the_highest_result_serves(battle_of, begun, act, faces, best):
    battle = begun(battle_of(blue=[{"initiative": 1}], quick_sides=1))
    act(battle, "opening", faces=[4, 4, 4])
    act(battle, "opening", faces=faces)
    assert battle.fighters[0].opening.tolist() == [best, 0, 0, 0, 0, 0]


@pytest.mark.rule("W83", "W95", "W84", "W104")
def test_W83_what_hinders_ones_attacks_hinders_it(battle_of, loaded):
    battle = battle_of(red=[{"distracted": 1, "underwater": True}])
    with loaded(battle, (4, 4, 4)):
        openings.create_opening(battle, begin(battle, Act.OPENING))
    assert battle.fighters[0].opening[0] == 17 - 2 - 5


@pytest.mark.rule("W105", "W83")
@pytest.mark.parametrize(("faces", "total"), [((3, 3, 3, 4, 4, 4), 17), ((3, 3, 2), 0)])
def test_W105_who_loses_its_hold_makes_none(battle_of, loaded, faces, total):
    battle = battle_of(map="\n".join(["." * 9] * 3 + ["....d...."]))
    with loaded(battle, faces):
        openings.create_opening(battle, begin(battle, Act.OPENING))
    assert battle.fighters[0].opening.tolist() == [total, 0, 0, 0, 0, 0]


@pytest.mark.rule("W83", "H18")
@pytest.mark.parametrize(("opening", "defence"), [(17, 17), (12, 12), (11, 11), (5, 11)])
def test_H18_it_counts_against_rebuffs_where_it_is_higher(battle_of, opening, defence):
    battle = battle_of(red=[{"opening": [opening, 0, 0, 0, 0, 0]}], blue=["fighter"] * 2)
    begin(battle, Act.WAY, target=-1)
    begin(battle, Act.REBUFF, actor=1, target=0, role=Role.REACTION)
    assert defences.defence_value(battle, 1, 0, Defence.MELEE) == defence
    action_stack.pop(battle)
    begin(battle, Act.REBUFF, actor=2, target=0, role=Role.REACTION)
    assert defences.defence_value(battle, 2, 0, Defence.MELEE) == 11
    action_stack.pop(battle)
    begin(battle, Act.QUICK, actor=1, target=0, role=Role.INTERRUPT)
    assert defences.defence_value(battle, 1, 0, Defence.MELEE) == 11


# --- Enter Occupied Space (W84) -------------------------------------------------------------------


@pytest.mark.rule("W84", "H20", "XW1")
@pytest.mark.parametrize(
    ("red", "blue", "may"),
    [
        ({}, {}, True), ({}, {"at": (6, 3)}, False), ({}, {"at": (4, 3)}, False),
        ({}, {"race": "ogre"}, True),
        ({"race": "halfling"}, {"race": "crab"}, True),  # 4 sizes
        ({"race": "halfling"}, {"race": "ogre"}, False),  # 5: nothing is in the way
        ({}, {"life": Life.UNCONSCIOUS}, True), ({}, {"life": Life.DEAD}, False),
        ({}, {"hidden": True}, False), ({"holding": [1]}, {}, False), ({}, {"holding": [0]}, False),
    ],
)  # fmt: skip
def test_W84_whose_space_may_be_entered(battle_of, red, blue, may):
    assert openings.may_enter(battle_of(red=[red], blue=[blue]), 0, 1) == may


@pytest.mark.rule("W84", "H25")
def test_W84_not_a_rider_and_not_a_third_one(battle_of):
    red = [{"at": (4, 3)}, {"rides": 2}, {"base": "warhorse", "at": (6, 3)}]
    blue = [{"at": (5, 3)}, {"at": (4, 4)}]
    battle = battle_of(red=red, blue=blue)
    assert openings.may_enter(battle, 0, 3)
    assert not openings.may_enter(battle, 1, 3)  # it rides
    battle.fighters[4].x, battle.fighters[4].y = 5, 3
    assert not openings.may_enter(battle, 0, 3)  # two are there already


@pytest.mark.rule("W84", "H25")
def test_W84_the_space_of_a_rider_is_that_of_its_mount(battle_of):
    blue = [{"rides": 2}, {"base": "horse", "at": (5, 3)}]
    battle = battle_of(red=[{"race": "ogre"}], blue=blue)  # 2 sizes from a horse
    assert not openings.may_enter(battle, 0, 1)
    assert openings.may_enter(battle, 0, 2)


@pytest.mark.rule("W84", "H10", "RW18", "W20")
@pytest.mark.parametrize(
    ("red", "blue", "faces", "enters"),
    [
        ({}, {}, (4, 3, 3), True), ({}, {}, (3, 3, 3), False),
        ({}, {"skills": {"reflex": 2}}, (4, 4, 4), True),
        ({}, {"skills": {"reflex": 2}}, (4, 4, 3), False),
        ({"skills": {"reflex": 1}}, {}, (3, 3, 3), True),
        ({}, {}, (6, 6, 6, 1), True), ({"skills": {"athletics": 3}}, {}, (1, 2, 2, 3), False),
    ],
)  # fmt: skip
def test_W84_power_or_agility_against_the_higher(
    battle_of, loaded, events, red, blue, faces, enters
):
    battle = battle_of(red=[red], blue=[blue])
    frame = begin(battle, Act.ENTER)
    with loaded(battle, faces):
        openings.enter(battle, frame)
    assert frame.step == (Step.APPROACHED if enters else Step.RESOLVED)
    assert len(events(battle, "enters")) == enters


@pytest.mark.rule("W84", "H22", "W105")
@pytest.mark.parametrize(
    ("ground", "posture", "may"),
    [("p", 0, False), ("c", 0, True), ("c", 2, False), ("m", 2, True), ("u", 0, True)],
)
def test_H22_nobody_enters_a_pit_and_who_lies_no_cliff(battle_of, ground, posture, may):
    rows = "\n".join(["." * 9] * 3 + [f".....{ground}..."] + ["." * 9])
    battle = battle_of(red=[{"posture": posture}], map=rows)
    assert openings.may_enter(battle, 0, 1) == may
