"""Hinder: Disarm, Distract, Shove and Trip."""

from __future__ import annotations

from itertools import product

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
from quintain.envs.wildroll.rules.miscellaneous_actions import hinder
from quintain.envs.wildroll.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

ALL = (Act.DISARM, Act.DISTRACT, Act.SHOVE, Act.TRIP)
SWORD = ITEM_NAMES.index("sword")


def begin(battle, act, argument=0, actor=0, target=1, step=Step.EFFECT):
    """A Hinder that takes place."""
    action_stack.push(battle, Role.TURN, act, actor, target, argument)
    frame = battle.frames[battle.top]
    frame.step = step
    return frame


def may(battle, actor=0, target=1):
    """Which of the four are possible, with the main hand."""
    return [bool(hinder.may_hinder(battle, actor, target, act, 0)) for act in ALL]


# --- Who may be hindered (W94 to W97) -------------------------------------------------------------


@pytest.mark.rule("W94", "RW32")
@pytest.mark.parametrize(
    ("held", "column", "reaches"),
    [
        ("dagger", 5, True), ("dagger", 6, False), ("sword", 6, True), ("sword", 7, False),
        ("spear", 7, True), ("bow", 5, True), ("bow", 6, False),
    ],
)  # fmt: skip
def test_W94_within_melee_reach(battle_of, held, column, reaches):
    battle = battle_of(red=[{"held": [held]}], blue=[{"at": (column, 3)}])
    assert may(battle) == [reaches] * 4


@pytest.mark.rule("W94", "W95", "W97", "H25", "H32", "XW1")
@pytest.mark.parametrize(
    ("state", "possible"),
    [
        ({}, [1, 1, 1, 1]), ({"held": []}, [0, 1, 1, 1]), ({"held": ["shield"]}, [1, 1, 1, 1]),
        ({"posture": Posture.PRONE}, [1, 1, 1, 0]), ({"posture": Posture.CROUCHING}, [1, 1, 1, 1]),
        ({"helpless_rounds": 1}, [1, 0, 1, 1]), ({"life": Life.UNCONSCIOUS}, [1, 0, 1, 1]),
        ({"life": Life.DEAD}, [0] * 4), ({"hidden": True}, [0] * 4),
    ],
)  # fmt: skip
def test_W94_what_can_be_done_to_whom(battle_of, state, possible):
    assert may(battle_of(blue=[state])) == possible


@pytest.mark.rule("W94")
def test_W94_of_each_hand_on_its_own(battle_of):
    battle = battle_of(blue=[{"held": ["sword", "shield"]}, {"held": ["sword"]}])
    assert hinder.may_hinder(battle, 0, 1, Act.DISARM, 1)
    assert not hinder.may_hinder(battle, 0, 2, Act.DISARM, 1)


@pytest.mark.rule("H25", "W96", "W97")
def test_H25_a_shove_and_a_trip_meet_the_mount(battle_of):
    blue = [{"rides": 2, "held": ["sword"]}, {"base": "warhorse", "at": (5, 3)}]
    battle = battle_of(red=[{"held": ["spear"]}], blue=blue)
    assert may(battle) == [True, True, False, False]
    assert may(battle, target=2) == [False, True, True, True]


# --- Disarm (W94, H31) ----------------------------------------------------------------------------


@pytest.mark.rule("W94", "QW9")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({}, "disarmed"), ({"held": ["shield", "dagger"]}, "disarmed"),
        ({"held": ["shield"]}, "none"),
        ({"base": "archer"}, "none"), ({"helpless_rounds": 1}, "none"), ({"pinned_by": 0}, "none"),
    ],
)  # fmt: skip
def test_W94_who_holds_a_melee_weapon_may_meet_it_with_a_check(battle_of, window, state, asked):
    battle = battle_of(blue=[state])
    frame = begin(battle, Act.DISARM, step=Step.OPPOSED)
    hinder.oppose(battle, frame)
    assert (window(battle), frame.step) == (asked, Step.EFFECT)
    assert frame.defence == Defence.AGILITY


@pytest.mark.rule("W94", "XW1", "H26")
def test_W94_whoever_was_hidden_cannot_be_met(battle_of, window):
    battle = battle_of()
    frame = begin(battle, Act.DISARM, step=Step.OPPOSED)
    frame.unseen = True
    hinder.oppose(battle, frame)
    assert window(battle) == "none"


@pytest.mark.rule("W94", "RW18", "H29")
@pytest.mark.parametrize(("faces", "drops"), [((3, 2, 1), True), ((2, 2, 1), False)])
def test_W94_against_the_agility_defense(battle_of, loaded, events, faces, drops):
    battle = battle_of()  # 5 against 10 + 1
    frame = begin(battle, Act.DISARM, step=Step.OPPOSED)
    hinder.oppose(battle, frame)
    with loaded(battle, faces):
        hinder.disarm(battle, frame)
    assert battle.fighters[1].held[0] == (-1 if drops else SWORD)
    assert (SWORD in battle.ground_item) == drops
    assert events(battle, "disarmed") == ([("disarmed", 1, 0, 0, SWORD, 0)] if drops else [])


@pytest.mark.rule("W94", "RW23", "QW9")
@pytest.mark.parametrize(
    ("faces", "drops"), [((3, 3, 3, 3, 3, 3), True), ((3, 3, 2, 3, 3, 3), False)]
)
def test_W94_against_a_melee_check_equal_is_enough(battle_of, loaded, faces, drops):
    battle = battle_of()
    frame = begin(battle, Act.DISARM, step=Step.OPPOSED)
    hinder.oppose(battle, frame)
    hinder.parry_disarm(frame)
    with loaded(battle, faces):
        hinder.disarm(battle, frame)
    assert (battle.fighters[1].held[0] == -1) == drops


@pytest.mark.rule("H31", "W94", "RW2", "W17", "W29")
def test_H31_a_disarm_is_ordinary_on_both_sides(battle_of, loaded):
    battle = battle_of()
    frame = begin(battle, Act.DISARM, step=Step.OPPOSED)
    hinder.oppose(battle, frame)
    hinder.parry_disarm(frame)
    with loaded(battle, (6, 6, 6, 1, 1, 1)):
        hinder.disarm(battle, frame)
    assert (frame.total, frame.value) == (18 + 5, 3 + 5)
    assert [battle.fighters[i].initiative for i in (0, 1)] == [20, 19]


@pytest.mark.rule("W94", "W21", "H18")
@pytest.mark.parametrize(
    ("column", "modifier"), [(5, 1 + 2 + 1 + 1), (6, 1 + 2 + 1 + 1), (7, 1 + 2)]
)
def test_W94_with_the_most_accurate_weapon_that_reaches(battle_of, column, modifier):
    battle = battle_of(red=[{"held": ["dagger", "sword"]}], blue=[{"at": (min(column, 6), 3)}])
    if column == 7:
        battle.fighters[0].held[:] = [ITEM_NAMES.index("spear"), -1]
        battle.fighters[1].x = 7
    assert hinder.disarming_modifier(battle, 0, 1, NONE) == modifier


@pytest.mark.rule("W94", "H29")
def test_W94_the_named_hand_drops(battle_of, loaded):
    battle = battle_of(blue=[{"held": ["sword", "shield"]}])
    frame = begin(battle, Act.DISARM, argument=1)
    frame.defence = Defence.AGILITY
    with loaded(battle, (4, 4, 4)):
        hinder.disarm(battle, frame)
    assert battle.fighters[1].held.tolist() == [SWORD, -1]


# --- Distract (W95, RW23, H19) --------------------------------------------------------------------


@pytest.mark.rule("W95", "RW23", "H31", "RW2")
@pytest.mark.parametrize(
    ("faces", "distracts"),
    [
        ((3, 3, 2, 3, 3, 3), True), ((3, 3, 1, 3, 3, 3), False),
        ((6, 6, 6, 6, 6, 6), True), ((1, 1, 1, 1, 1, 1), True),
    ],
)  # fmt: skip
def test_RW23_both_roll_and_equal_is_enough(battle_of, loaded, events, faces, distracts):
    # Persona 1 and Deception 2 against Perception 2: 3 against 2.
    red = [{"persona": 1, "skills": {"deception": 2}}]
    battle = battle_of(red=red, blue=[{"perception": 2}])
    with loaded(battle, faces):
        hinder.distract(battle, begin(battle, Act.DISTRACT))
    assert battle.fighters[1].distracted == distracts
    assert len(events(battle, "distracted")) == distracts


@pytest.mark.rule("W95", "RW23", "RW2")
def test_W95_exact_odds_against_a_middling_check(battle_of, load):
    # Of 216 throws those that reach 10, against a target that rolled 10.
    battle = battle_of(log=False)
    successes = 0
    for dice in product(range(1, 7), repeat=3):
        load(battle, [*dice, 4, 3, 3])
        battle.fighters[1].distracted = 0
        hinder.distract(battle, begin(battle, Act.DISTRACT))
        action_stack.pop(battle)
        successes += int(battle.fighters[1].distracted)
    assert successes == sum(sum(dice) >= 10 for dice in product(range(1, 7), repeat=3)) == 135


@pytest.mark.rule("H19", "W95")
def test_H19_several_distractions_add_up(battle_of, loaded):
    battle = battle_of()
    for times in (1, 2):
        with loaded(battle, (4, 4, 4, 3, 3, 3)):
            hinder.distract(battle, begin(battle, Act.DISTRACT))
        action_stack.pop(battle)
        assert battle.fighters[1].distracted == times


# --- Shove and Trip (W96, W97, H10) ---------------------------------------------------------------


@pytest.mark.rule("W96", "RW18", "H10", "RW2")
@pytest.mark.parametrize(
    ("faces", "more", "step"),
    [
        ((4, 3, 3), {}, Step.DIRECTION), ((3, 3, 3), {}, Step.RESOLVED),
        ((4, 4, 3), {"skills": {"reflex": 1}}, Step.DIRECTION),
        ((4, 3, 3), {"skills": {"reflex": 1}}, Step.RESOLVED),
        ((4, 3, 3), {"skills": {"athletics": 1}}, Step.RESOLVED),
        ((6, 6, 6), {}, Step.DIRECTION),
    ],
)  # fmt: skip
def test_W96_power_against_the_higher_defense(battle_of, loaded, faces, more, step):
    battle = battle_of(blue=[more])  # 1 against 11
    frame = begin(battle, Act.SHOVE)
    frame.step = Step.RESOLVED
    with loaded(battle, faces):
        hinder.shove(battle, frame)
    assert frame.step == step
    assert frame.total - frame.value == sum(faces) + 1 - 11 - bool(more)


@pytest.mark.rule("W97", "RW18", "RW2")
@pytest.mark.parametrize(
    ("faces", "falls"), [((4, 3, 3), True), ((3, 3, 3), False), ((6, 6, 6), True)]
)
def test_W97_a_trip_lays_prone(battle_of, loaded, faces, falls):
    battle = battle_of()
    with loaded(battle, faces):
        hinder.trip(battle, begin(battle, Act.TRIP))
    assert battle.fighters[1].posture == (Posture.PRONE if falls else Posture.STANDING)


@pytest.mark.rule("W96", "W97", "W37", "RW12")
def test_W97_the_helpless_have_but_their_power(battle_of, loaded):
    battle = battle_of(blue=[{"helpless_rounds": 1, "skills": {"reflex": 3}}])
    with loaded(battle, (4, 3, 3)):
        hinder.trip(battle, begin(battle, Act.TRIP))
    assert battle.fighters[1].posture == Posture.PRONE


@pytest.mark.rule("W97", "H24")
@pytest.mark.parametrize(("under", "possible"), [(False, 0), (True, 1)])
def test_H24_who_swims_is_not_tripped(battle_of, under, possible):
    blue = [{"at": (1, 0), "underwater": under}]
    battle = battle_of(red=[{"at": (0, 0)}], blue=blue, map=".dd")
    assert may(battle) == [1, 1, 1, possible]
