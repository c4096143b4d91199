"""Readied actions: named in secret, taken as a reaction to any event."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.wildroll import turn
from quintain.envs.wildroll.enums import (
    Act,
    Posture,
    Role,
    Step,
    Verb,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack, requirements
from quintain.envs.wildroll.rules.common_actions import readied
from quintain.envs.wildroll.tables import READIABLE, READIED_ACT

pytestmark = pytest.mark.interpreted
CROUCHING = int(Posture.CROUCHING)
DEFEND = READIABLE.index(Act.DEFEND)


@pytest.fixture
def ready(battle_of):
    """The turn of red_0 with blue_0 lower in initiative and ready to defend."""

    def build(red=(), act=Act.DEFEND, **blue):
        return battle_of(red=red or ["fighter"], blue=[{"readied": act, **blue}])

    return build


# --- Readying (W80, RW26, H14) --------------------------------------------------------------------


@pytest.mark.rule("W80", "RW26")
def test_W80_an_action_is_named_in_secret(battle_of, begun, act, events):
    battle = begun(battle_of())
    act(battle, "ready", DEFEND)
    assert battle.fighters[0].readied == Act.DEFEND
    assert battle.fighters[0].action_points == 10
    assert events(battle, "readies") == [("readies", 0, -1, 0, 0, 0)]


@pytest.mark.rule("W80")
def test_W80_another_action_can_be_readied_in_its_stead(battle_of, begun, act, legal):
    battle = begun(battle_of())
    before = legal(battle, "ready")
    act(battle, "ready", DEFEND)
    assert legal(battle, "ready") == before - {f"ready {DEFEND}"}
    act(battle, "ready", READIABLE.index(Act.SEIZE))
    assert battle.fighters[0].readied == Act.SEIZE
    assert battle.fighters[0].action_points == 8
    assert legal(battle, "ready") == before - {f"ready {READIABLE.index(Act.SEIZE)}"}


@pytest.mark.rule("W80")
def test_W80_an_action_ends_it_a_way_does_not(battle_of, begun, act):
    battle = begun(battle_of(red=[{"readied": Act.DEFEND}]))
    action_stack.begin_act(battle, 0, Act.WAY)
    assert battle.fighters[0].readied == Act.DEFEND
    act(battle, "posture", CROUCHING)
    assert battle.fighters[0].readied == Act.NONE


@pytest.mark.rule("W80")
def test_W80_a_reaction_ends_it(ready, begun, act):
    battle = begun(ready())
    act(battle, "posture", CROUCHING)
    act(battle, "defend")
    assert battle.fighters[1].readied == Act.NONE


@pytest.mark.rule("H14", "W80")
def test_H14_only_what_one_is_equipped_for(battle_of, begun, legal):
    def named(**one):
        places = legal(begun(battle_of(red=[one], quick_sides=3)), "ready")
        return {READIED_ACT[int((name + " 0").split()[1])] for name in places}

    always = {Act.DEFEND, Act.DASH, Act.SEIZE, Act.STABILIZE}
    melee = {Act.NONLETHAL, Act.QUICK, Act.STANDARD, Act.STRONG}
    hinder = {Act.DISARM, Act.DISTRACT, Act.SHOVE, Act.TRIP}
    assert named(held=["sword"]) == always | melee | hinder | {Act.GRAPPLE}
    assert Act.GRAPPLE not in named(base="ooze")
    assert Act.PIN in named(holding=[1])


@pytest.mark.rule("H14")
def test_H14_pin_and_escape_need_a_grapple(battle_of):
    battle = battle_of(red=[{"holding": [1]}])
    assert requirements.could_ever(battle, 0, Act.PIN)
    assert not requirements.could_ever(battle, 1, Act.PIN)
    assert not requirements.could_ever(battle, 0, Act.ESCAPE)
    assert requirements.could_ever(battle, 1, Act.ESCAPE)


# --- The events (RW38, H15) -----------------------------------------------------------------------


@pytest.mark.rule("H15", "RW38")
def test_H15_a_declaration_and_the_end_of_an_action(ready, begun, act, window):
    battle = begun(ready())
    act(battle, "posture", CROUCHING)
    assert (window(battle), battle.to_act) == ("readied", 1)
    assert battle.fighters[0].posture == Posture.STANDING
    assert battle.frames[battle.top].step == Step.ANSWERED
    act(battle, "wait")
    assert (window(battle), battle.to_act) == ("readied", 1)
    assert battle.fighters[0].posture == Posture.CROUCHING
    assert battle.frames[battle.top].step == Step.ENDED
    act(battle, "wait")
    assert window(battle) == "turn"
    assert battle.fighters[1].readied == Act.DEFEND


@pytest.mark.rule("H15", "H2", "RW38")
@pytest.mark.parametrize(
    ("role", "actor", "is_event"),
    [(Role.TURN, 0, True), (Role.INTERRUPT, 0, True), (Role.REACTION, 0, False),
     (Role.TURN, 1, False)],
)  # fmt: skip
def test_H15_only_of_others_and_no_reactions(ready, role, actor, is_event):
    battle = ready()
    action_stack.push(battle, role, Act.POSTURE, actor, -1, CROUCHING)
    assert readied.is_event_for(battle, 1) == is_event
    assert readied.can_use_readied(battle, 1) == is_event


@pytest.mark.rule("XW1", "H26", "H15")
def test_XW1_nobody_answers_an_action_that_he_does_not_see(ready, begun, act, window):
    battle = begun(ready(red=[{"hidden": True, "at": (1, 3)}], at=(20, 3)))
    act(battle, "posture", CROUCHING)
    assert (window(battle), battle.to_act) == ("readied", 1)  # it has shown itself
    assert battle.frames[battle.top].step == Step.ENDED
    assert not battle.fighters[0].hidden


@pytest.mark.rule("H15")
def test_H15_without_an_action_there_is_no_event(ready):
    assert not readied.is_event_for(ready(), 1)


@pytest.mark.rule("W60", "RW38", "H15")
def test_W60_in_ones_own_turn_too(battle_of, begun, act, window):
    battle = begun(
        battle_of(red=[{"readied": Act.DEFEND, "initiative": 3}], blue=[{"initiative": 9}], stage=2)
    )
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    act(battle, "posture", CROUCHING)
    assert (window(battle), battle.to_act) == ("readied", 0)


# --- Using it (RW38, W55, W60) --------------------------------------------------------------------


@pytest.mark.rule("RW38", "W60")
def test_RW38_it_costs_its_points_then_and_no_initiative_and_cancels_nothing(
    ready, begun, act, events
):
    battle = begun(ready())
    act(battle, "posture", CROUCHING)
    act(battle, "defend")
    blue = battle.fighters[1]
    assert (blue.defending, blue.action_points, blue.initiative) == (True, 9, 19)
    assert battle.fighters[0].posture == Posture.CROUCHING
    assert events(battle, "declares") == [("declares", 1, -1, Act.DEFEND, 0, Role.REACTION)]


@pytest.mark.rule("RW38", "W55")
@pytest.mark.parametrize(
    ("state", "asked"),
    [({}, True), ({"initiative": 1}, True), ({"initiative": 0}, False),
     ({"action_points": 3}, True), ({"action_points": 2}, False), ({"defending": True}, False)],
)  # fmt: skip
def test_RW38_not_at_initiative_0_nor_without_the_points(ready, begun, act, window, state, asked):
    battle = begun(ready(**state))
    act(battle, "posture", CROUCHING)
    assert window(battle) == ("readied" if asked else "turn")


@pytest.mark.rule("RW38", "W55", "H15")
@pytest.mark.parametrize(
    ("initiative", "role", "may"),
    [(1, Role.TURN, True), (0, Role.TURN, False), (1, Role.REACTION, False)],
)
def test_RW38_legal_only_at_an_event_and_above_initiative_0(ready, initiative, role, may):
    battle = ready(initiative=initiative)
    assert not readied.may_use_readied(battle, 1, Verb.DEFEND, 0, NOBODY)
    action_stack.push(battle, role, Act.POSTURE, 0, NOBODY, CROUCHING)
    assert readied.may_use_readied(battle, 1, Verb.DEFEND, 0, NOBODY) == may


@pytest.mark.rule("RW38", "W80")
def test_RW38_only_the_action_that_was_named(ready, begun, act, legal):
    battle = begun(ready(act=Act.QUICK))
    act(battle, "posture", CROUCHING)
    assert legal(battle) == {"quick", "quick 2"}


@pytest.mark.rule("RW38", "H7")
def test_RW38_what_it_makes_impossible_fails_and_costs_nothing(ready, begun, act, events, window):
    battle = begun(ready())
    act(battle, "posture", CROUCHING)
    battle.fighters[0].posture = CROUCHING  # what the readied action has brought about
    act(battle, "defend")
    assert events(battle, "fails") == [("fails", 0, -1, Act.POSTURE, 0, 0)]
    assert battle.fighters[0].action_points == 12
    assert window(battle) == "turn"


@pytest.mark.rule("W60", "H16", "RW38")
def test_W60_one_reaction_to_a_trigger(ready, begun, act, window):
    battle = begun(ready())
    act(battle, "posture", CROUCHING)
    frame = battle.frames[battle.top]
    frame.reacted = 1 << 1
    act(battle, "wait")
    assert window(battle) == "turn"


@pytest.mark.rule("XW3", "TW4")
def test_XW3_the_highest_initiative_is_asked_first(battle_of, begun, act, window):
    ready = {"readied": Act.DEFEND}
    battle = begun(battle_of(blue=[{**ready, "initiative": 5}, {**ready, "initiative": 7}]))
    act(battle, "posture", CROUCHING)
    assert (window(battle), battle.to_act) == ("readied", 2)
    act(battle, "defend")
    assert (window(battle), battle.to_act) == ("readied", 1)


# --- In the saddle (W82, W85, H25) ----------------------------------------------------------------


@pytest.mark.rule("W80", "W85", "H25")
def test_H25_in_the_saddle_a_readied_escape_frees_the_animal(battle_of, act, window):
    red = [{"base": "knight", "rides": 1, "readied": Act.ESCAPE}, {"base": "horse", "at": (5, 4)}]
    battle = battle_of(red=red, blue=[{"at": (6, 4), "holding": [1]}], active=2)
    action_stack.push(battle, Role.TURN, Act.SEIZE, 2, NOBODY, 0)
    action_stack.go_to(battle.frames[battle.top], Step.ANSWERED)
    assert readied.can_use_readied(battle, 0)
    assert readied.may_use_readied(battle, 0, Verb.ESCAPE, 0, NOBODY)
    turn.play_on(battle)
    assert window(battle) == "readied"
    act(battle, "escape", faces=None)
    assert battle.fighters[0].readied == Act.NONE
    assert [int(battle.fighters[i].action_points) for i in (0, 1)] == [8, 8]
