"""Dying fighters, waking up, and treatment."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Condition,
    Level,
    Life,
)
from quintain.envs.wildroll.rules.health import healing

pytestmark = pytest.mark.interpreted

DOWN = {"life": Life.UNCONSCIOUS, "posture": 2}
DYING = {**DOWN, "dying": True, "wounds": {"critical": 1}}
FATAL = {"dying": True, "wounds": {"fatal": 1}}
MEDIC = {"base": "medic"}
"""Lore 2, Healing 3, Wounds 2: 7 on wounds and most conditions, 5 on poison; a kit in hand."""
PLAIN_MEDIC = {"base": "medic", "specialisations": {"wounds": 0}}
"""The same without Wounds: 5 on everything."""
PATIENT = {"base": "fighter"}
"""Vitality 1: stamina 11, a Fortitude of 1."""


def pair(battle_of, patient, medic=MEDIC, **fields):
    """The medic red_0 beside the patient red_1."""
    return battle_of(red=[medic, {**PATIENT, **patient}], blue=[{"at": (9, 9)}], **fields)


def state(battle, one=1) -> tuple:
    """Life, dying, wounds and fatigue."""
    fighter = battle.fighters[one]
    return Life(int(fighter.life)), bool(fighter.dying), fighter.wounds.tolist(), fighter.fatigue


# --- Dying (W8, RW11) -----------------------------------------------------------------------------


@pytest.mark.rule("RW11", "W8", "H31")
@pytest.mark.parametrize(
    ("rounds", "faces", "lives"),
    [
        (0, [4, 4, 5], True), (0, [4, 4, 4], False),  # 10 with 1, less 4 for the wound
        (1, [5, 5, 4], True), (1, [5, 4, 4], False), (3, [6, 5, 5, 1], True),
        (7, [6, 6, 6, 2], True), (7, [6, 6, 6, 1], False),
    ],
)  # fmt: skip
def test_RW11_full_rounds_since(battle_of, loaded, events, rounds, faces, lives):
    battle = battle_of(red=[{**PATIENT, **DYING, "dying_rounds": rounds}])
    with loaded(battle, faces):
        healing.death_check(battle, 0)
    fighter = battle.fighters[0]
    assert events(battle, "saves")[0][5] == 10 + rounds
    assert fighter.life == (Life.UNCONSCIOUS if lives else Life.DEAD)
    if lives:
        assert (fighter.dying, fighter.dying_rounds) == (True, rounds + 1)


@pytest.mark.rule("W8", "RW11")
def test_W8_a_fatal_wound_kills_in_the_end_though_one_is_awake(battle_of, loaded, events):
    battle = battle_of(red=[{**PATIENT, **FATAL}])
    with loaded(battle, [2, 2, 2]):
        healing.death_check(battle, 0)
    assert battle.fighters[0].life == Life.DEAD
    assert events(battle, "dies") == [("dies", 0, -1, 0, 0, 0)]


@pytest.mark.rule("RW11")
@pytest.mark.parametrize("one", [{}, DOWN, {"wounds": {"fatal": 1}}, {"life": Life.DEAD}])
def test_RW11_nobody_else_rolls(battle_of, loaded, one):
    battle = battle_of(red=[one])
    with loaded(battle, []):
        healing.death_check(battle, 0)
    assert battle.fighters[0].dying_rounds == 0


@pytest.mark.rule("RW11")
@pytest.mark.parametrize(
    ("one", "dying"),
    [
        ({"dying": True}, False), ({**FATAL}, True), ({**DYING}, True),
        ({"dying": True, "wounds": {"critical": 2}}, False),
    ],
)  # fmt: skip
def test_RW11_dying_ends_awake_and_without_a_fatal_wound(battle_of, events, one, dying):
    battle = battle_of(red=[one])
    healing.clear_dying(battle, 0)
    assert battle.fighters[0].dying == dying
    assert events(battle) == ([] if dying else [("stable", 0, -1, 0, 0, 0)])


@pytest.mark.rule("RW11")
@pytest.mark.parametrize(
    ("one", "faces", "life", "dying"),
    [
        (DYING, [4, 4, 5], Life.ALIVE, False), (DYING, [4, 4, 4], Life.UNCONSCIOUS, True),
        (DOWN, [3, 3, 3], Life.ALIVE, False), (DOWN, [3, 3, 2], Life.UNCONSCIOUS, False),
        ({**FATAL, **DOWN}, [4, 4, 5], Life.ALIVE, True), ({}, [], Life.ALIVE, False),
        ({"life": Life.DEAD}, [], Life.DEAD, False),
    ],
)  # fmt: skip
def test_RW11_waking_by_fortitude_10(battle_of, loaded, events, one, faces, life, dying):
    battle = battle_of(red=[{**PATIENT, **one}])
    with loaded(battle, faces):
        healing.try_to_wake(battle, 0)
    assert state(battle, 0)[:2] == (life, dying)
    woke = bool(faces) and life == Life.ALIVE
    assert events(battle, "wakes") == ([("wakes", 0, -1, 0, 0, 0)] if woke else [])
    assert battle.fighters[0].posture == one.get("posture", 0)  # it lies where it lay


# --- Who is treated (H28) -------------------------------------------------------------------------


@pytest.mark.rule("H28", "W99", "W100", "W101")
def test_H28_oneself_an_ally_and_a_helpless_enemy_beside_one(battle_of):
    battle = battle_of(
        red=[{"at": (4, 4)}, {"at": (5, 4)}, {"at": (6, 4)}, {"at": (4, 5), "life": Life.DEAD}],
        blue=[{"at": (3, 4), **DOWN}, {"at": (4, 3)}],
    )
    patients = [bool(healing.is_patient(battle, 0, other)) for other in range(6)]
    assert patients == [True, True, False, False, True, False]
    assert not healing.is_patient(battle, 0, -1)


@pytest.mark.rule("W99", "W100", "W101")
def test_W99_without_a_kit_in_hand_5_are_missing(battle_of):
    assert healing.kit_penalty(battle_of(red=[MEDIC]).fighters[0]) == 0
    stowed = {"base": "medic", "held": ["sword"], "pouch": ["healing_kit"]}
    assert healing.kit_penalty(battle_of(red=[stowed]).fighters[0]) == 5


# --- Stabilize (W99) ------------------------------------------------------------------------------


@pytest.mark.rule("W99")
def test_W99_an_ally_who_is_dying(battle_of):
    assert healing.may_stabilize(pair(battle_of, DYING), 0, 1)
    assert healing.may_stabilize(pair(battle_of, FATAL), 0, 1)
    assert not healing.may_stabilize(pair(battle_of, DOWN), 0, 1)
    assert not healing.may_stabilize(pair(battle_of, {**DYING, "at": (8, 8)}), 0, 1)
    assert not healing.may_stabilize(pair(battle_of, DYING), 1, 1)
    assert healing.may_stabilize(battle_of(blue=[DYING]), 0, 1)
    assert not healing.may_stabilize(battle_of(), 0, 1)


@pytest.mark.rule("W99")
@pytest.mark.parametrize(
    ("medic", "wounds", "faces", "succeeds"),
    [
        (MEDIC, {"light": 4, "severe": 3, "critical": 3}, [1, 1, 1], True),  # 3 + 7 against 10
        (MEDIC, {"light": 5, "severe": 3, "critical": 3}, [1, 1, 1], False),
        ({**MEDIC, "held": []}, {"light": 4, "critical": 1}, [1, 1, 1], True),  # 5 without a kit
        ({**MEDIC, "held": []}, {"light": 5, "critical": 1}, [1, 1, 1], False),
        ({**MEDIC, "wounds": {"severe": 1}}, {"critical": 9}, [1, 1, 1], False),
        ({**MEDIC, "wounds": {"moderate": 1}}, {"critical": 9}, [1, 1, 1], True),
    ],
)
def test_W99_against_the_number_of_wounds(battle_of, loaded, medic, wounds, faces, succeeds):
    battle = pair(battle_of, {**DYING, "wounds": wounds}, medic)
    with loaded(battle, [*faces, 2, 2, 2] if succeeds else faces):
        healing.stabilize(battle, 0, 1)
    assert battle.fighters[1].dying == (not succeeds)
    assert battle.fighters[1].life == Life.UNCONSCIOUS


@pytest.mark.rule("W99", "RW11")
@pytest.mark.parametrize(
    ("faces", "life"), [([4, 4, 5], Life.ALIVE), ([4, 4, 4], Life.UNCONSCIOUS)]
)
def test_W99_who_is_stabilised_may_wake_at_once(battle_of, loaded, faces, life):
    battle = pair(battle_of, DYING)
    with loaded(battle, [3, 3, 3, *faces]):
        healing.stabilize(battle, 0, 1)
    assert state(battle) == (life, False, [0, 0, 0, 1, 0], 0)


@pytest.mark.rule("W99", "H33")
def test_W99_the_fatally_wounded_lives_on_helpless(battle_of, loaded):
    battle = pair(battle_of, {**FATAL, "dying_rounds": 2})
    with loaded(battle, [3, 3, 3]):
        healing.stabilize(battle, 0, 1)
    assert state(battle) == (Life.ALIVE, False, [0, 0, 0, 0, 1], 0)
    assert battle.fighters[1].dying_rounds == 0


# --- Treat Condition (W100) -----------------------------------------------------------------------


@pytest.mark.rule("W100", "H28")
def test_W100_what_a_patient_has(battle_of):
    battle = pair(battle_of, {"bleeding": 1, "hobbled": True})
    may = [bool(healing.may_treat_condition(battle, 0, 1, one)) for one in Condition]
    assert may == [True, False, True, False]
    assert not healing.may_treat_condition(battle, 0, 0, Condition.BLEEDING)
    battle.fighters[1].x = 9
    assert not healing.may_treat_condition(battle, 0, 1, Condition.BLEEDING)


@pytest.mark.rule("W100", "RW12")
@pytest.mark.parametrize("condition", [Condition.BLEEDING, Condition.BURNING, Condition.POISONED])
@pytest.mark.parametrize(
    ("before", "faces", "after"),
    [
        (1, [2, 2, 2], 1), (1, [2, 2, 3], 0), (3, [3, 3, 4], 3), (3, [3, 4, 4], 2),
        (3, [4, 4, 4], 2), (3, [4, 4, 5], 1), (3, [5, 5, 5], 0), (2, [5, 5, 6], 0),
    ],
)  # fmt: skip
def test_W100_a_level_and_one_more_for_every_2_points(
    battle_of, loaded, condition, before, faces, after
):
    # TN 10 + 2 per level, with 5
    battle = pair(battle_of, {condition.name.lower(): before}, PLAIN_MEDIC)
    with loaded(battle, faces):
        healing.treat_condition(battle, 0, 1, condition)
    assert battle.fighters[1][condition.name.lower()] == after


@pytest.mark.rule("W100", "RW12")
@pytest.mark.parametrize(("faces", "hobbled"), [([1, 1, 3], False), ([1, 1, 2], True)])
def test_W100_hobbling_ends(battle_of, loaded, faces, hobbled):
    battle = pair(battle_of, {"hobbled": True}, PLAIN_MEDIC)
    with loaded(battle, faces):
        healing.treat_condition(battle, 0, 1, Condition.HOBBLED)
    assert battle.fighters[1].hobbled == hobbled


@pytest.mark.rule("W100", "RW18")
@pytest.mark.parametrize(("faces", "told"), [([2, 2, 3], 1), ([2, 2, 2], 0)])
def test_W100_a_failure_by_1_changes_and_tells_nothing(battle_of, loaded, events, faces, told):
    battle = pair(battle_of, {"bleeding": 1}, PLAIN_MEDIC)
    with loaded(battle, faces):
        healing.treat_condition(battle, 0, 1, Condition.BLEEDING)
    assert len(events(battle, "condition")) == told


@pytest.mark.rule("W100")
@pytest.mark.parametrize(("faces", "left"), [([4, 4, 4], 0), ([4, 4, 3], 1)])
def test_W100_oneself_without_a_kit(battle_of, loaded, faces, left):
    battle = pair(battle_of, {}, {**PLAIN_MEDIC, "held": [], "bleeding": 1})
    with loaded(battle, faces):
        healing.treat_condition(battle, 0, 0, Condition.BLEEDING)
    assert battle.fighters[0].bleeding == left


@pytest.mark.rule("W100")
@pytest.mark.parametrize(
    ("condition", "modifier"),
    [
        (Condition.BLEEDING, 7),
        (Condition.BURNING, 7),
        (Condition.HOBBLED, 7),
        (Condition.POISONED, 5),
    ],
)
def test_W100_wounds_serves_all_conditions_but_poison(battle_of, condition, modifier):
    battle = pair(battle_of, {})
    assert healing.condition_modifier(battle.fighters[0], condition) == modifier
    battle.fighters[0].held[1] = -1
    assert healing.condition_modifier(battle.fighters[0], condition) == modifier - 5


# --- Treat Wound (W101, RW30) ---------------------------------------------------------------------


@pytest.mark.rule("W101")
@pytest.mark.parametrize(("fatigue", "may"), [(0, True), (10, True), (11, False), (15, False)])
def test_W101_not_where_it_would_fail_by_itself(battle_of, fatigue, may):
    battle = pair(battle_of, {"wounds": {"severe": 1}, "fatigue": fatigue})
    assert healing.may_treat_wound(battle, 0, 1, Level.SEVERE) == may
    assert not healing.may_treat_wound(battle, 0, 1, Level.LIGHT)
    assert not healing.may_treat_wound(battle, 0, 0, Level.SEVERE)


@pytest.mark.rule("W101", "RW30")
@pytest.mark.parametrize(
    ("level", "faces", "after", "fatigue"),
    [
        # 7 and the dice against -3, 0, 3, 6, 9 for light to fatal.
        (Level.FATAL, [1, 1, 1], Level.CRITICAL, 4), (Level.FATAL, [1, 1, 2], Level.SEVERE, 3),
        (Level.FATAL, [2, 2, 2], Level.MODERATE, 2), (Level.FATAL, [3, 3, 2], Level.LIGHT, 1),
        (Level.FATAL, [3, 3, 4], Level.NONE, 0), (Level.CRITICAL, [1, 1, 1], Level.LIGHT, 1),
        (Level.LIGHT, [1, 1, 1], Level.NONE, 0),
    ],
)  # fmt: skip
def test_W101_a_level_and_one_more_for_every_2_points(
    battle_of, loaded, events, level, faces, after, fatigue
):
    battle = pair(battle_of, {"wounds": {level.name: 1}})
    with loaded(battle, faces):
        healing.treat_wound(battle, 0, 1, level)
    fighter = battle.fighters[1]
    assert fighter.wounds.tolist() == [int(place == after) for place in range(1, 6)]
    assert fighter.fatigue == fatigue
    assert events(battle, "treats") == [("treats", 1, -1, level, after, 0)]


CLUMSY = {"base": "medic", "held": [], "lore": 0, "skills": {"healing": 0}}
"""Wounds 2, no kit, less 5: -3, and not trained in it."""


@pytest.mark.rule("W101")
@pytest.mark.parametrize(
    ("level", "least"),
    [(Level.LIGHT, 3), (Level.MODERATE, 3), (Level.SEVERE, 6), (Level.CRITICAL, 9),
     (Level.FATAL, 12)],
)  # fmt: skip
@pytest.mark.parametrize("below", [0, 1])
def test_W101_tn_by_the_level_of_the_wound(battle_of, loaded, level, least, below):
    if least - below < 3:
        least, below = 3, 0  # three dice show no less
    faces = [1 + max(0, min(5, least - below - 3 - 5 * place)) for place in range(3)]
    battle = pair(battle_of, {"wounds": {level.name: 1}}, CLUMSY)
    with loaded(battle, faces):
        healing.treat_wound(battle, 0, 1, level)
    lowered = battle.fighters[1].wounds[level - 1] == 0
    assert sum(faces) == least - below
    assert lowered == (below == 0)
    assert battle.fighters[1].fatigue == level - lowered  # tired either way


@pytest.mark.rule("W101", "W13")
def test_W101_the_fatigue_is_that_of_the_worst_wound_left(battle_of, loaded):
    battle = pair(battle_of, {"wounds": {"light": 1, "critical": 1, "fatal": 1}})
    with loaded(battle, [3, 3, 4]):
        healing.treat_wound(battle, 0, 1, Level.FATAL)
    assert state(battle)[2:] == ([1, 0, 0, 1, 0], 4)


@pytest.mark.rule("W101", "RW11", "RW30")
@pytest.mark.parametrize(
    ("one", "faces", "after"),
    [
        # The fatal wound becomes critical: the awake is dying no more, others have to wake.
        ({**FATAL}, [], (Life.ALIVE, False)),
        ({**FATAL, **DOWN}, [4, 4, 5], (Life.ALIVE, False)),
        ({**FATAL, **DOWN}, [4, 4, 4], (Life.UNCONSCIOUS, True)),
    ],
)
def test_RW11_a_healed_wound_wakes_and_ends_dying(battle_of, loaded, one, faces, after):
    battle = pair(battle_of, one)
    with loaded(battle, [1, 1, 1, *faces]):
        healing.treat_wound(battle, 0, 1, Level.FATAL)
    assert state(battle) == (*after, [0, 0, 0, 1, 0], 4)


@pytest.mark.rule("RW33", "RW11", "W101")
def test_RW33_a_wound_that_rises_again_has_not_healed(battle_of, loaded):
    full = {**DOWN, "wounds": {"light": 5, "moderate": 3}}
    battle = pair(battle_of, full)
    with loaded(battle, [1, 1, 1, 2, 2, 2]):  # 10 over the TN: it is gone, and it may wake
        healing.treat_wound(battle, 0, 1, Level.MODERATE)
    assert state(battle)[2] == [5, 2, 0, 0, 0]
    battle = pair(battle_of, full, CLUMSY)
    with loaded(battle, [1, 1, 1]):  # one level down and up again
        healing.treat_wound(battle, 0, 1, Level.MODERATE)
    assert state(battle) == (Life.UNCONSCIOUS, False, [5, 3, 0, 0, 0], 2)


@pytest.mark.rule("W101", "H28")
def test_W101_oneself(battle_of, loaded):
    battle = pair(battle_of, {}, {**MEDIC, "wounds": {"moderate": 1}})
    with loaded(battle, [1, 1, 1]):  # 6 over the TN, less 1 for the wound: all of it
        healing.treat_wound(battle, 0, 0, Level.MODERATE)
    assert state(battle, 0)[2:] == ([0, 0, 0, 0, 0], 0)
