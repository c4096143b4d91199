"""Conditions, and what begins and ends with a turn (D38, D62, D89, RD8 to RD12, RD37)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Condition, FreeAction, Life, Stage
from quintain.envs.martial.rules.attack_roll.defence import defence_value, off_guarded_defence
from quintain.envs.martial.rules.injuries import bodies, conditions
from quintain.envs.martial.rules.injuries.wounds import injure
from quintain.envs.martial.rules.rounds_and_actions.upkeep import (
    end_turn,
    roll_confusion,
    start_turn,
)
from quintain.envs.martial.tables import NONE

pytestmark = pytest.mark.interpreted

PLAIN = {"held": [], "armour": "none", "trained": [], "level": 3}


@pytest.fixture
def one(battle_of):
    """A battle in which blue_0 is as said; it is red's turn."""
    return lambda **said: battle_of(blue=[{**PLAIN, **said}])


def turn(battle, actor=1):
    """The whole of a turn in which nothing is done; its AP and its reactions."""
    battle.turn = actor
    battle.stage = Stage.TURN_START
    start_turn(battle, actor)
    battle.stage = Stage.TURN
    given = int(battle.fighters[actor].action_points), int(battle.fighters[actor].reactions)
    battle.stage = Stage.TURN_OVER
    end_turn(battle, actor)
    return given


# --- A turn (D62, D89, RD22) ----------------------------------------------------------------------


@pytest.mark.rule("D62", "D89", "D90", "RD22")
@pytest.mark.parametrize(
    ("strength", "dexterity", "reactions"), [(-1, -1, 1), (0, 0, 1), (3, 1, 4), (1, 4, 5)]
)
def test_RD22_a_turn_gives_3_AP_and_reactions_by_the_better_bonus(
    one, strength, dexterity, reactions
):
    battle = one(strength=strength, dexterity=dexterity, reactions=0, action_points=0)
    assert turn(battle) == (3, reactions)
    assert battle.fighters[1].action_points == 0


@pytest.mark.rule("TD2", "TD5", "D4", "D63", "RD21")
def test_TD2_what_the_start_of_a_turn_ends_and_renews(one):
    battle = one(
        acted=False, defending=True, shield_ready=True, exposed=2, tricked=True,
        attacks=2, used=int(FreeAction.CLEAVE) | int(FreeAction.LUNGE),
    )  # fmt: skip
    assert bodies.is_off_guard(battle.fighters[1])
    start_turn(battle, 1)
    fighter = battle.fighters[1]
    assert fighter.acted
    assert not bodies.is_off_guard(fighter)
    assert not fighter.defending
    assert not fighter.shield_ready
    assert (fighter.exposed, fighter.tricked, fighter.attacks, fighter.used) == (0, False, 0, 0)


@pytest.mark.rule("TD2")
def test_TD2_exposure_lasts_beyond_the_end_of_the_turn(one):
    battle = one(defending=True, shield_ready=True, exposed=1, tricked=True)
    end_turn(battle, 1)
    fighter = battle.fighters[1]
    assert (fighter.defending, fighter.shield_ready, fighter.exposed) == (True, True, 1)
    assert fighter.tricked


# --- Dazed and stunned (RD9, RD37) ----------------------------------------------------------------


@pytest.mark.rule("RD9", "RD37")
@pytest.mark.parametrize("rounds", [1, 2])
def test_RD9_dazed_has_1_AP_and_no_reactions(one, events, rounds):
    battle = one()
    conditions.daze(battle, 1, rounds)
    assert not bodies.can_react(battle.fighters[1])
    assert not bodies.is_off_guard(battle.fighters[1])
    for _ in range(rounds):
        assert bodies.is_dazed(battle.fighters[1])
        assert turn(battle)[0] == 1
    assert bodies.can_react(battle.fighters[1])
    assert turn(battle)[0] == 3
    assert events(battle, "condition", "condition_over") == [
        ("condition", 1, -1, Condition.DAZED, rounds, 0),
        ("condition_over", 1, -1, Condition.DAZED, 0, 0),
    ]


@pytest.mark.rule("RD9", "RD37", "RD8")
@pytest.mark.parametrize("rounds", [1, 2])
def test_RD9_stunned_has_no_AP_and_is_off_guard(one, rounds):
    battle = one()
    conditions.stun(battle, 1, rounds)
    for _ in range(rounds):
        assert bodies.is_off_guard(battle.fighters[1])
        assert not bodies.can_react(battle.fighters[1])
        assert turn(battle)[0] == 0
    assert not bodies.is_stunned(battle.fighters[1])
    assert turn(battle)[0] == 3


@pytest.mark.rule("RD9")
def test_RD9_the_stunned_drop_what_they_hold(one, events):
    battle = one(held=["sword", "shield"], shield_ready=True)
    conditions.stun(battle, 1, 1)
    assert list(battle.fighters[1].held) == [NONE, NONE]
    assert len(events(battle, "drops")) == 2
    assert not battle.fighters[1].shield_ready


@pytest.mark.rule("RD37")
@pytest.mark.parametrize("stage", [Stage.TURN, Stage.ACTION, Stage.ACTION_OVER])
def test_RD37_a_turn_already_begun_does_not_count(one, stage):
    battle = one()
    battle.turn, battle.stage = 1, stage
    conditions.stun(battle, 1, 1)
    assert battle.fighters[1].action_points == 0  # what is left of it is lost
    end_turn(battle, 1)
    assert bodies.is_stunned(battle.fighters[1])
    assert turn(battle)[0] == 0
    assert not bodies.is_stunned(battle.fighters[1])


@pytest.mark.rule("RD37")
def test_RD37_dazed_in_its_own_turn_loses_nothing_of_it(one):
    battle = one()
    battle.turn = 1
    conditions.daze(battle, 1, 1)
    assert battle.fighters[1].action_points == 3
    end_turn(battle, 1)
    assert turn(battle)[0] == 1
    assert turn(battle)[0] == 3


@pytest.mark.rule("RD37", "RD43")
def test_RD37_the_longer_of_two_lasts(one):
    battle = one()
    conditions.daze(battle, 1, 2)
    conditions.daze(battle, 1, 1)
    assert battle.fighters[1].dazed == 2
    conditions.daze(battle, 1, 3)
    assert battle.fighters[1].dazed == 3


@pytest.mark.rule("RD37")
def test_RD37_nothing_lasts_0_rounds(one, events):
    battle = one(held=["sword"])
    conditions.daze(battle, 1, 0)
    conditions.stun(battle, 1, 0)
    assert (battle.fighters[1].dazed, battle.fighters[1].stunned) == (0, 0)
    assert events(battle) == []


@pytest.mark.rule("RD34")
def test_RD34_without_constitution_neither_stunned_nor_bleeding(one, events):
    battle = one(body="skeleton", constitution=0, held=["sword"])
    conditions.stun(battle, 1, 1)
    conditions.bleed(battle, 1, 2)
    fighter = battle.fighters[1]
    assert (fighter.dazed, fighter.stunned, fighter.bleed) == (0, 0, 0)
    assert fighter.held[0] != NONE
    assert events(battle) == []


@pytest.mark.rule("D48", "RD37")
@pytest.mark.parametrize("turns", [1, 2])
def test_D48_a_natural_weapon_comes_back_with_the_end_of_a_turn(one, turns):
    battle = one(body="wolf", disabled=[turns, 0, 0, 0])
    for _ in range(turns):
        assert battle.fighters[1].disabled[0] > 0
        turn(battle)
    assert battle.fighters[1].disabled[0] == 0


@pytest.mark.rule("RD37", "D48")
@pytest.mark.parametrize(("whose", "stage", "turns"), [
    (0, Stage.TURN, 1), (1, Stage.ACTION, 2), (1, Stage.TURN_START, 1), (1, Stage.HIDING, 1),
])  # fmt: skip
def test_RD37_how_many_own_turns_end_before_it_is_over(one, whose, stage, turns):
    battle = one()
    battle.turn, battle.stage = whose, stage
    assert conditions.turns_to_end(battle, 1, 1) == turns


# --- Confused (D38, RD10) -------------------------------------------------------------------------


@pytest.mark.rule("D38", "RD34")
@pytest.mark.parametrize("faces", [[20, 20], [1, 20]])
def test_D38_confused_afterwards(one, loaded, part_number, faces):
    battle = one(level=10, constitution=4, injuries={"head": 1})
    with loaded(battle, faces):
        injure(battle, 0, 1, part_number(battle.fighters[1], "head"), 1)
    with loaded(battle):
        assert not battle.fighters[1].confused
        assert turn(battle)[0] == (1 if faces[0] == 20 else 0)
        assert battle.fighters[1].confused  # until healed
        turn(battle)
        assert battle.fighters[1].confused


@pytest.mark.rule("D38", "RD37")
def test_D38_stunned_in_its_own_turn_it_is_confused_one_turn_later(one, loaded, part_number):
    battle = one(level=10, constitution=4, injuries={"head": 1})
    battle.turn = 1
    with loaded(battle, [1, 1]):
        injure(battle, 0, 1, part_number(battle.fighters[1], "head"), 1)
    end_turn(battle, 1)
    assert not battle.fighters[1].confused
    turn(battle)
    assert battle.fighters[1].confused


@pytest.mark.rule("D38", "D41")
def test_D38_one_of_two_heads_confuses_nobody(one):
    battle = one(body="two_headed_giant", injuries={"head": [2, 1]})
    turn(battle)
    assert not battle.fighters[1].confused


@pytest.mark.rule("RD10")
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_RD10_the_confused_roll_a_d4(one, loaded, events, face):
    battle = one(confused=True)
    with loaded(battle, [face]):
        assert roll_confusion(battle, 1) == face
    assert events(battle) == [("condition", 1, -1, Condition.CONFUSED, face, 0)]


@pytest.mark.rule("RD10")
@pytest.mark.parametrize(
    "state", [{"confused": False}, {"stunned": 1}, {"life": Life.EXHAUSTION}, {"life": Life.COMA}]
)
def test_RD10_who_cannot_act_rolls_for_no_confusion(one, loaded, state):
    battle = one(**{"confused": True, **state})
    with loaded(battle):
        assert roll_confusion(battle, 1) == 0


@pytest.mark.rule("RD10")
def test_RD10_the_dazed_and_confused_roll(one, loaded):
    battle = one(confused=True, dazed=1)
    with loaded(battle, [3]):
        assert roll_confusion(battle, 1) == 3


@pytest.mark.rule("RD10")
def test_RD10_confusion_and_sickness_are_told_once(one, events):
    battle = one()
    for _ in range(2):
        conditions.confuse(battle, 1)
        conditions.sicken(battle, 1)
    assert [event[3] for event in events(battle)] == [Condition.CONFUSED, Condition.SICKENED]
    assert bodies.can_react(battle.fighters[1])  # reactions stay


# --- Blinded (RD11) -------------------------------------------------------------------------------


@pytest.mark.rule("RD11", "D30")
def test_RD11_the_blinded_keep_their_reactions(one):
    battle = one(dexterity=3, injuries={"eye": [1, 1]})
    assert bodies.can_react(battle.fighters[1])
    assert off_guarded_defence(battle, 1) == defence_value(battle, 1) - 3


# --- Bleeding (RD12) ------------------------------------------------------------------------------


@pytest.mark.rule("RD12")
def test_RD12_bleeds_add_up(one, events):
    battle = one()
    conditions.bleed(battle, 1, 1)
    conditions.bleed(battle, 1, 2)
    conditions.bleed(battle, 1, 0)
    assert battle.fighters[1].bleed == 3
    assert [event[4:] for event in events(battle)] == [(1, 1), (2, 3)]


@pytest.mark.rule("RD12", "TD2")
def test_RD12_bleeding_costs_stamina_at_the_start_of_each_turn(one, events):
    battle = one(constitution=0, bleed=3)
    for left in (7, 4, 1):
        start_turn(battle, 1)
        assert battle.fighters[1].stamina == left
        end_turn(battle, 1)
    start_turn(battle, 1)
    assert (battle.fighters[1].stamina, battle.fighters[1].exhaustion) == (0, 3)
    assert [event[4] for event in events(battle, "bleeds")] == [3] * 4


@pytest.mark.rule("RD12")
@pytest.mark.parametrize(("face", "stops"), [(12, True), (11, False)])
@pytest.mark.parametrize("patient", [0, 1])
def test_RD12_a_heal_check_of_dc_15_stops_it(one, loaded, events, face, stops, patient):
    battle = one(wisdom=1, trained=["heal"], level=4)  # +3
    battle.fighters[patient].bleed = 5
    assert conditions.may_heal(battle, 1, patient)
    with loaded(battle, [face]):
        conditions.heal(battle, 1, patient)
    assert battle.fighters[patient].bleed == (0 if stops else 5)
    assert events(battle) == [("heals", 1, patient, stops, face + 3, 15)]


@pytest.mark.rule("RD12")
@pytest.mark.parametrize(
    ("patient", "may"),
    [
        ({"bleed": 1, "at": (6, 4)}, True),
        ({"bleed": 0, "at": (6, 4)}, False),
        ({"bleed": 1, "at": (7, 3)}, False),  # not adjacent
        ({"bleed": 1, "at": (6, 4), "life": Life.DEAD}, False),
        ({"bleed": 1, "at": (6, 4), "life": Life.EXHAUSTION}, True),
    ],
)
def test_RD12_only_ones_own_bleeding_or_that_of_somebody_adjacent(battle_of, patient, may):
    battle = battle_of(blue=["fighter", {"base": "fighter", **patient}])
    assert conditions.may_heal(battle, 1, 2) == may


# --- Prone and grappled (D29, D59, RD17) ----------------------------------------------------------


@pytest.mark.rule("D59")
def test_D59_falling_prone_is_told_once(one, events):
    battle = one()
    conditions.fall_prone(battle, 1)
    conditions.fall_prone(battle, 1)
    assert battle.fighters[1].prone
    assert events(battle) == [("prone", 1, -1, 0, 0, 0)]


@pytest.mark.rule("D29")
def test_D29_whoever_falls_in_the_air_lies_on_the_ground(one, events):
    battle = one(body="sprite", flying=True)
    conditions.fall_prone(battle, 1)
    assert (battle.fighters[1].flying, battle.fighters[1].prone) == (False, True)
    assert events(battle) == [("flies", 1, -1, 2, 0, 0)]


@pytest.mark.rule("D29", "H5", "H6")
@pytest.mark.parametrize(("taken", "place"), [((6, 0), (3, 0)), ((3, 0), (4, 0))])
def test_H5_a_flyer_that_falls_lies_beside_what_it_cannot_climb(battle_of, taken, place):
    rows = "\n".join(["........", "...ooo..", "........"])
    fallen = {**PLAIN, "body": "sprite", "flying": True, "at": (4, 1)}
    battle = battle_of([{**PLAIN, "at": taken}], [fallen], map=rows)
    conditions.fall_from_air(battle, 1)
    assert (battle.fighters[1].x, battle.fighters[1].y) == place


@pytest.fixture
def held(battle_of):
    """Red_0 holds blue_0."""

    def build(red=None, blue=None):
        battle = battle_of([{**PLAIN, **(red or {})}], [{**PLAIN, **(blue or {})}])
        battle.fighters[0].grapple, battle.fighters[1].grapple = 1, 0
        battle.fighters[0].is_grappler = True
        return battle

    return build


def is_held(battle):
    """Whether the two are in a grapple still; both or none."""
    one, other = battle.fighters[0], battle.fighters[1]
    assert (one.grapple == NONE) == (other.grapple == NONE)
    assert one.is_grappler == (one.grapple != NONE)
    return bool(one.grapple != NONE)


@pytest.mark.rule("RD17")
def test_RD17_a_grapple_ends_for_both(held, events):
    battle = held()
    conditions.end_grapple(battle, 1)
    assert not is_held(battle)
    conditions.end_grapple(battle, 1)
    assert events(battle) == [("freed", 1, 0, 0, 0, 0)]


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(
    ("changes", "stays"),
    [
        ({}, True),
        ({"life": Life.EXHAUSTION}, False),
        ({"stunned": 1}, False),
        ({"dazed": 1}, True),
        ({"prone": True}, True),
        ({"injuries": {"hand": [2, 1]}}, True),
        ({"injuries": {"hand": [2, 0], "arm": [0, 2]}}, False),  # no hand left to hold with
        ({"body": "wolf"}, True),  # its jaws
    ],
)
def test_RD17_who_cannot_hold_on(held, changes, stays):
    battle = held(red=changes)
    conditions.end_lost_grapple(battle, 1)
    assert is_held(battle) == stays


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(
    ("changes", "stays"),
    [({"stunned": 1}, True), ({"life": Life.EXHAUSTION}, True), ({"life": Life.DEAD}, False)],
)
def test_RD17_the_one_who_is_held_need_not_be_awake(held, changes, stays):
    battle = held(blue=changes)
    conditions.end_lost_grapple(battle, 0)
    assert is_held(battle) == stays


@pytest.mark.rule("RD17")
def test_RD17_stunning_or_felling_the_grappler_frees(held):
    battle = held()
    conditions.stun(battle, 0, 1)
    assert not is_held(battle)


@pytest.mark.rule("RD17", "D31")
def test_RD17_an_injury_of_the_last_hand_frees(held, loaded, part_number):
    battle = held(red={"injuries": {"hand": [1, 2]}})
    injure(battle, 1, 0, part_number(battle.fighters[0], "hand"), 1)
    assert not is_held(battle)


@pytest.mark.rule("RD17", "D29")
def test_RD17_one_who_falls_out_of_the_air_is_free(held):
    battle = held(red={"body": "sprite", "flying": True}, blue={"body": "sprite", "flying": True})
    conditions.fall_from_air(battle, 1)
    assert not is_held(battle)
