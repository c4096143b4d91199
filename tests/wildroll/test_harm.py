"""Wounds and their effects."""

from __future__ import annotations

import itertools

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Level,
    Life,
    Posture,
)
from quintain.envs.wildroll.rules.health import harm
from quintain.envs.wildroll.rules.health.bodies import can_act, is_immobile
from quintain.envs.wildroll.rules.movement import spaces
from quintain.envs.wildroll.rules.movement.terrain import is_swimming
from quintain.envs.wildroll.rules.rolls.modifiers import posture_modifier

pytestmark = pytest.mark.interpreted

TEN = [3, 3, 3]
"""With a Vitality of 1 the dice of a Fortitude check that reach 10."""
BUSY = {
    "readied": Act.QUICK,
    "defending": True,
    "drag_points": 3,
    "long_act": Act.TREAT_WOUND,
    "long_left": 9,
    "calming": 2,
    "run": 4,
}
"""Everything that ends when a fighter falls."""


def is_idle(fighter) -> bool:
    """Whether nothing remains of the fighter's actions."""
    return not any(fighter[key] for key in BUSY)


# --- Into the slots (W6, W8, W9, RW20, RW33) ------------------------------------------------------


@pytest.mark.rule("W6", "RW33")
@pytest.mark.parametrize(
    ("has", "level", "lodged"),
    [
        ({}, Level.LIGHT, Level.LIGHT), ({"light": 4}, Level.LIGHT, Level.LIGHT),
        ({"light": 5}, Level.LIGHT, Level.MODERATE),
        ({"light": 5, "moderate": 3}, Level.LIGHT, Level.SEVERE),
        ({"severe": 3}, Level.SEVERE, Level.CRITICAL),
        ({"severe": 3, "critical": 2}, Level.SEVERE, Level.FATAL),
        ({"critical": 2, "fatal": 1}, Level.CRITICAL, Level.DEATH),
        ({}, Level.NONE, Level.NONE),
    ],
)  # fmt: skip
def test_W6_a_wound_without_a_free_slot_rises(battle_of, loaded, events, has, level, lodged):
    battle = battle_of(blue=[{"wounds": has}])
    before = battle.fighters[1].wounds.copy()
    with loaded(battle, []):
        assert harm.receive_wound(battle, 1, level, 0) == lodged
    gained = (battle.fighters[1].wounds - before).tolist()
    is_filled = Level.NONE < lodged < Level.DEATH
    assert gained == [int(is_filled and place == lodged) for place in range(1, 6)]
    count = before[lodged - 1] + 1 if is_filled else 0
    told = [("wounded", 1, 0, lodged, count, 0)] if is_filled else []
    assert events(battle, "wounded") == told


@pytest.mark.rule("RW33")
def test_RW33_a_wound_that_finds_the_fatal_slot_full_kills(battle_of, events):
    battle = battle_of(blue=[{"wounds": {"fatal": 1}, "dying": True}])
    assert harm.receive_wound(battle, 1, Level.FATAL, 0) == Level.DEATH
    fighter = battle.fighters[1]
    assert (fighter.life, fighter.dying) == (Life.DEAD, False)
    assert events(battle, "wounded", "dies") == [("dies", 1, 0, 0, 0, 0)]


@pytest.mark.rule("RW33")
def test_RW33_who_lies_fatally_wounded_still_takes_lighter_wounds(battle_of):
    battle = battle_of(blue=[{"wounds": {"fatal": 1}, "dying": True, "dying_rounds": 3}])
    assert harm.receive_wound(battle, 1, Level.SEVERE, 0) == Level.SEVERE
    assert (battle.fighters[1].life, battle.fighters[1].dying_rounds) == (Life.ALIVE, 3)


@pytest.mark.rule("W8", "RW10", "RW11", "H33")
def test_W8_a_fatal_wound_lays_one_low_and_dying(battle_of, events):
    battle = battle_of(red=[{"holding": [1]}], blue=[{"holding": [0], **BUSY}])
    assert harm.receive_wound(battle, 1, Level.FATAL, 0) == Level.FATAL
    fighter = battle.fighters[1]
    assert (fighter.life, fighter.dying, fighter.dying_rounds) == (Life.ALIVE, True, 0)
    assert fighter.posture == Posture.PRONE
    assert not can_act(fighter)
    assert is_immobile(fighter)
    assert is_idle(fighter)
    assert (fighter.holding, battle.fighters[0].holding) == (0, 0b10)  # it is still held
    assert ("dying", 1, -1, 0, 0, 0) in events(battle)


@pytest.mark.rule("W9", "RW20")
@pytest.mark.parametrize("npc", ["minion", "standard", "elite"])
def test_W9_a_fatal_wound_kills_an_npc_at_once(battle_of, events, npc):
    battle = battle_of(blue=[{"base": "thug", "npc": npc}])
    assert harm.receive_wound(battle, 1, Level.FATAL, 0) == Level.DEATH
    assert battle.fighters[1].life == Life.DEAD
    assert events(battle, "wounded", "dies", "dying") == [
        ("wounded", 1, 0, Level.FATAL, 1, 0), ("dies", 1, 0, 0, 0, 0),
    ]  # fmt: skip


@pytest.mark.rule("W9", "W10", "RW20")
@pytest.mark.parametrize(("npc", "slots"), [("minion", 1), ("standard", 2), ("elite", 3)])
def test_W9_an_npc_dies_when_its_critical_slots_overflow(battle_of, npc, slots):
    battle = battle_of(blue=[{"base": "thug", "npc": npc}])
    lodged = [int(harm.receive_wound(battle, 1, Level.CRITICAL, 0)) for _ in range(slots + 1)]
    assert lodged == [Level.CRITICAL] * slots + [Level.DEATH]


# --- A critical wound (RW20, RW21, H30) -----------------------------------------------------------


@pytest.mark.rule("RW21", "H31")
@pytest.mark.parametrize(
    ("faces", "awake"),
    [([3, 3, 3], True), ([3, 3, 2], False), ([1, 2, 2, 1], False), ([6, 5, 5, 1], True)],
)
def test_RW21_a_critical_wound_asks_for_fortitude_10(battle_of, loaded, events, faces, awake):
    # Vitality 1 and Resistance 4, less 4 for the wound itself: 10 with a 9.
    battle = battle_of(blue=[{"skills": {"resistance": 4}, "wounds": {"critical": 1}}])
    with loaded(battle, faces):
        assert harm.stays_awake(battle, 1) == awake
    assert events(battle, "saves")[0][5] == 10


@pytest.mark.rule("RW21", "RW10")
def test_RW21_exact_odds_by_all_faces(battle_of, load):
    battle = battle_of(blue=["wrestler"])
    battle.log = False
    awake = 0
    for faces in itertools.product(range(1, 7), repeat=3):
        more = range(1, 7) if sum(faces) >= 16 or sum(faces) <= 5 else [1]
        for one in more:
            load(battle, [*faces, one])
            awake += bool(harm.stays_awake(battle, 1)) * (6 // len(more))
    # Vitality 2 and Resistance 1: 7 and more of 3d6, which no critical roll changes but a low one.
    sums = [sum(faces) for faces in itertools.product(range(1, 7), repeat=3)]
    assert awake == 6 * sum(total >= 7 for total in sums)


@pytest.mark.rule("H30", "RW21", "W6")
@pytest.mark.parametrize(
    ("has", "faces", "falls"),
    [({}, [], False), ({"light": 5, "moderate": 3, "severe": 3}, [1, 1, 3, 1], True)],
)
def test_H30_a_light_wound_that_lodges_critical_asks_for_fortitude(
    battle_of, loaded, has, faces, falls
):
    battle = battle_of(blue=[{"wounds": has}])
    with loaded(battle, faces):
        harm.suffer_wound(battle, 1, Level.LIGHT, 0)
    fighter = battle.fighters[1]
    assert (fighter.life == Life.UNCONSCIOUS, fighter.dying) == (falls, falls)


@pytest.mark.rule("RW20", "RW21")
@pytest.mark.parametrize(
    ("faces", "life"), [([4, 4, 5], Life.ALIVE), ([4, 4, 4], Life.UNCONSCIOUS)]
)
def test_RW20_npcs_fall_unconscious_too(battle_of, loaded, faces, life):
    battle = battle_of(blue=["thug"])  # Vitality 1 less 4: 13 is needed
    with loaded(battle, faces):
        assert harm.suffer_wound(battle, 1, Level.CRITICAL, 0) == Level.CRITICAL
    assert battle.fighters[1].life == life


# --- Down and out (W72, W61, RW11, RW34, H25) -----------------------------------------------------


@pytest.mark.rule("RW11", "RW21", "RW34")
@pytest.mark.parametrize("dying", [True, False])
def test_RW11_who_falls_unconscious_lies_there_and_holds_nobody(battle_of, events, dying):
    battle = battle_of(
        red=[{"holding": [2], "pinned_by": 2}, {"holding": [2]}], blue=[{"holding": [0, 1], **BUSY}]
    )
    harm.fall_unconscious(battle, 2, dying)
    fighter = battle.fighters[2]
    assert (fighter.life, fighter.dying, fighter.posture) == (
        Life.UNCONSCIOUS, dying, Posture.PRONE,
    )  # fmt: skip
    assert is_idle(fighter)
    assert [int(one.holding) for one in battle.fighters[:3]] == [0, 0, 0]
    assert battle.fighters[0].pinned_by == -1
    assert fighter.held[0] >= 0  # nothing is dropped
    assert events(battle, "falls") == [("falls", 2, -1, dying, 0, 0)]


@pytest.mark.rule("RW11", "W72")
@pytest.mark.parametrize("before", [False, True])
def test_W72_who_is_dying_already_is_not_told_to_be_spared(battle_of, events, told, before):
    battle = battle_of(blue=[{"wounds": {"fatal": 1}, "dying": before}])
    harm.fall_unconscious(battle, 1, False)
    assert battle.fighters[1].dying == before
    assert events(battle, "falls") == [("falls", 1, -1, before, 0, 0)]
    assert ("but is not dying" in told(battle)) != before


@pytest.mark.rule("RW11", "W72")
def test_RW11_the_unconscious_may_begin_to_die_by_another_wound(battle_of, events):
    battle = battle_of(blue=[{"life": Life.UNCONSCIOUS}])
    harm.fall_unconscious(battle, 1, True)
    assert battle.fighters[1].dying
    assert events(battle) == [("dying", 1, -1, 0, 0, 0)]


@pytest.mark.rule("RW11")
def test_RW11_dying_goes_on_counting(battle_of):
    battle = battle_of(blue=[{"dying": True, "dying_rounds": 4, "life": Life.UNCONSCIOUS}])
    harm.fall_unconscious(battle, 1, True)
    harm.begin_dying(battle, 1)
    assert battle.fighters[1].dying_rounds == 4


@pytest.mark.rule("W72", "W61")
def test_W72_helpless_but_awake_for_two_rounds(battle_of, events):
    battle = battle_of(red=[{"holding": [1]}], blue=[{"holding": [0], **BUSY}], serial=5)
    harm.become_helpless(battle, 1, 2)
    fighter = battle.fighters[1]
    assert (fighter.helpless_rounds, fighter.helpless_since, battle.serial) == (2, 5, 6)
    assert (fighter.life, fighter.posture, fighter.holding) == (Life.ALIVE, Posture.STANDING, 0)
    assert is_idle(fighter)
    assert not can_act(fighter)
    assert ("helpless", 1, -1, 0, 2, 0) in events(battle)


@pytest.mark.rule("W8", "RW34")
def test_W8_the_dead_hold_nobody_and_are_held_by_nobody(battle_of, events):
    battle = battle_of(red=[{"holding": [1]}], blue=[{"holding": [0], "dying": True, **BUSY}])
    harm.die(battle, 1, 0)
    fighter = battle.fighters[1]
    assert (fighter.life, fighter.dying, fighter.posture) == (Life.DEAD, False, Posture.PRONE)
    assert is_idle(fighter)
    assert (fighter.holding, battle.fighters[0].holding) == (0, 0)
    assert events(battle, "dies") == [("dies", 1, 0, 0, 0, 0)]


FALLS = [
    lambda battle, one: harm.fall_unconscious(battle, one, True),
    lambda battle, one: harm.receive_wound(battle, one, Level.FATAL, -1),
    lambda battle, one: harm.die(battle, one, -1),
]


@pytest.mark.rule("H25", "RW11")
@pytest.mark.parametrize("fall", FALLS)
@pytest.mark.parametrize("who", [0, 1])
def test_H25_rider_and_mount_part_when_one_of_them_falls(battle_of, fall, who):
    battle = battle_of(red=[{"base": "knight", "rides": 1}, {"base": "warhorse", "at": (6, 6)}])
    fall(battle, who)
    rider, mount = battle.fighters[0], battle.fighters[1]
    assert (rider.mount, mount.rider) == (-1, -1)
    assert rider.posture == Posture.PRONE
    assert (mount.posture == Posture.PRONE) == (who == 1)
    assert (mount.x, mount.y) == (6, 6)
    assert (rider.x, rider.y) != (6, 6)


@pytest.mark.rule("H24", "W105", "RW11")
@pytest.mark.parametrize("fall", FALLS)
def test_W105_who_falls_in_deep_water_sinks_without_a_check(battle_of, loaded, fall):
    battle = battle_of(red=[{"at": (1, 0)}], blue=[{"at": (3, 0)}], map="ddd.")
    with loaded(battle, []):
        fall(battle, 0)
    assert battle.fighters[0].underwater


@pytest.mark.rule("H24", "RW11", "H33")
@pytest.mark.parametrize("fall", FALLS)
def test_H24_an_aquatic_fighter_that_falls_floats_and_does_not_lie(battle_of, events, fall):
    swimmer = {"base": "marsh_hunter", "at": (5, 3)}
    battle = battle_of(blue=[swimmer], map="\n".join(["." * 5 + "d" * 5] * 6))
    fall(battle, 1)
    fighter = battle.fighters[1]
    assert is_swimming(battle, 1)
    assert fighter.posture == Posture.STANDING
    assert events(battle, "posture") == []
    assert [posture_modifier(fighter.posture, ranged) for ranged in (False, True)] == [0, 0]
    spaces.put_into(battle, 1, 4, 3)  # pushed out of the water
    assert fighter.posture == Posture.PRONE


# --- After a wound (W78, W105, W106) --------------------------------------------------------------


@pytest.mark.rule("W78")
@pytest.mark.parametrize(("level", "goes_on"), [(Level.NONE, True), (Level.LIGHT, False)])
def test_W78_a_wound_ends_defend(battle_of, level, goes_on):
    battle = battle_of(blue=[{"defending": True, "readied": Act.QUICK}])
    harm.after_wound(battle, 1, level)
    assert battle.fighters[1].defending == goes_on
    assert battle.fighters[1].readied == Act.QUICK


@pytest.mark.rule("W105", "W78")
@pytest.mark.parametrize(
    ("level", "faces", "keeps"),
    [
        (Level.LIGHT, [3, 3, 3], True), (Level.LIGHT, [3, 3, 2], False),
        (Level.MODERATE, [5, 5, 4], True), (Level.MODERATE, [5, 4, 4], False),
        (Level.SEVERE, [6, 6, 6], False), (Level.NONE, [], True),
    ],
)  # fmt: skip
def test_W105_each_level_above_light_makes_it_harder_to_hold_on(
    battle_of, loaded, level, faces, keeps
):
    battle = battle_of(red=[{"at": (1, 0)}], blue=[{"at": (3, 0)}], map="ddd.")  # Strength 1
    with loaded(battle, faces):
        harm.after_wound(battle, 0, level)
    assert battle.fighters[0].underwater == (not keeps)


@pytest.mark.rule("W105", "W92", "RW12")
def test_W105_the_pinned_go_down_by_a_wound_without_a_check(battle_of, loaded):
    red = [{"at": (1, 0), "pinned_by": 1}]
    battle = battle_of(red=red, blue=[{"at": (2, 0), "holding": [0]}], map="ddd.")
    with loaded(battle, []):
        harm.after_wound(battle, 0, Level.LIGHT)
    assert battle.fighters[0].underwater


@pytest.mark.rule("W106")
@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize(("faces", "lost"), [([1, 1, 3], False), ([1, 1, 2], True)])
def test_W106_a_wound_of_mount_or_rider_asks_for_control(battle_of, loaded, who, faces, lost):
    battle = battle_of(red=[{"rides": 1}, "horse"])  # TN 5, no skill, no wounds
    with loaded(battle, faces):
        harm.after_wound(battle, who, Level.LIGHT)
    assert battle.fighters[1].uncontrolled == lost


@pytest.mark.rule("W8", "W106")
def test_W8_the_dead_roll_for_nothing(battle_of, loaded):
    battle = battle_of(red=[{"at": (1, 0), "life": Life.DEAD}], blue=[{"at": (3, 0)}], map="ddd.")
    with loaded(battle, []):
        harm.after_wound(battle, 0, Level.DEATH)
    assert not battle.fighters[0].underwater
