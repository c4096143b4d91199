"""Reactive Attacks: triggers, attackers and weapons (D65, D88 to D91, D93, RD22, RD42, TD7)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Step,
    Trigger,
    Window,
)
from quintain.envs.martial.rules.reactions import reactive_attack
from quintain.envs.martial.state import (
    NO_FRAME,
    TURN_FRAME,
)

pytestmark = pytest.mark.interpreted

N = 0
PLAIN = {"armour": "none", "held": ["sword"]}
ARCHER = {"base": "archer", "at": (4, 3)}


def provoked(battle, trigger=Trigger.STANDING, provoker=0):
    """The battle while a fighter provokes."""
    reactive_attack.provoke(battle, provoker, trigger)
    return battle


# --- Who may react (D65, D93, TD7) ----------------------------------------------------------------


@pytest.mark.rule("D93", "D65", "D4", "TD7", "RD8", "RD9", "RD11")
@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({}, True),
        ({"reactions": 0}, False),
        ({"acted": False}, False),
        ({"dazed": 1}, False),
        ({"stunned": 1}, False),
        ({"tricked": True}, False),
        ({"life": 1}, False),
        ({"injuries": {"eye": [1, 1]}}, True),
        ({"at": (6, 3)}, False),
        ({"at": (6, 3), "held": ["spear"]}, True),
        ({"held": []}, True),
        ({"held": ["bow"]}, True),
        ({"prone": True}, True),
    ],
)
def test_D93_an_opponent_who_threatens_may_react(battle_of, fields, may):
    battle = provoked(battle_of([PLAIN], [{**PLAIN, **fields}]))
    assert reactive_attack.may_react(battle, 1) == may


@pytest.mark.rule("RD42", "D69", "RD18")
@pytest.mark.parametrize(
    ("held", "hands"),
    [(["sword"], 0b01), (["sword", "dagger"], 0b11), (["bow"], 0), (["crossbow"], 0),
     (["sword", "buckler"], 0b01), ([], 0)],
)  # fmt: skip
def test_RD42_with_a_melee_weapon_only(battle_of, held, hands):
    battle = provoked(battle_of([PLAIN], [{**PLAIN, "held": held}]))
    assert reactive_attack.slots_to_strike_back(battle, 1) & 0b11 == hands


@pytest.mark.rule("D93")
def test_D93_allies_and_oneself_do_not_react(battle_of):
    battle = provoked(battle_of([PLAIN, PLAIN], [PLAIN]))
    assert not reactive_attack.may_react(battle, 0)
    assert not reactive_attack.may_react(battle, 1)


@pytest.mark.rule("RD46", "D93")
def test_RD46_nobody_reacts_to_one_who_is_hidden(battle_of):
    battle = provoked(battle_of([{**PLAIN, "hidden": True}], [PLAIN]))
    assert not reactive_attack.may_react(battle, 1)


@pytest.mark.rule("D50", "RD14")
def test_D50_an_untrained_maneuver_provokes_its_target_only(battle_of):
    battle = battle_of([PLAIN], [PLAIN, {**PLAIN, "at": (4, 2)}])
    battle.attacks[TURN_FRAME].target = 2
    provoked(battle, Trigger.UNTRAINED)
    assert not reactive_attack.may_react(battle, 1)
    assert reactive_attack.may_react(battle, 2)


@pytest.mark.rule("RD14", "D91")
def test_RD14_leaving_is_one_trigger_a_move(battle_of):
    battle = provoked(battle_of([PLAIN], [PLAIN]), Trigger.LEAVING)
    assert reactive_attack.ask_next_reactor(battle)
    assert not reactive_attack.may_react(battle, 1)
    battle.provoked = 0
    assert reactive_attack.may_react(battle, 1)


# --- Asking (TD3, D91) ----------------------------------------------------------------------------


@pytest.mark.rule("TD3", "D91", "D88", "H13")
def test_TD3_each_is_asked_once_and_in_order(battle_of):
    battle = battle_of([PLAIN], [PLAIN, {**PLAIN, "at": (4, 2)}, {**PLAIN, "at": (20, 3)}])
    battle.order[:4] = [2, 0, 3, 1]
    provoked(battle)
    assert reactive_attack.ask_next_reactor(battle)
    assert (battle.to_act, battle.window) == (2, Window.REACTIVE_ATTACK)
    assert reactive_attack.ask_next_reactor(battle)
    assert battle.to_act == 1
    assert not reactive_attack.ask_next_reactor(battle)
    assert battle.trigger == Trigger.NONE


@pytest.mark.rule("D88")
def test_D88_who_has_fallen_provokes_no_longer(battle_of):
    battle = provoked(battle_of([{**PLAIN, "life": 1}], [PLAIN]))
    assert not reactive_attack.ask_next_reactor(battle)


# --- The attack itself (RD42, D68, D89) -----------------------------------------------------------


@pytest.mark.rule("RD42", "QD7")
def test_RD42_a_melee_attack_or_a_maneuver_of_use(battle_of, begun, act, legal):
    battle = begun(battle_of([PLAIN], [{"base": "archer", "held": ["dagger", "dagger"]}]))
    act(battle, "move", N)
    names = legal(battle)
    assert {"wait", "strike", "strike 1", "strike 2"} <= names
    assert {name.split()[0] for name in names} == {"wait", "strike", "maneuver"}
    assert "maneuver 9" in names  # Trip
    assert "maneuver 6" not in names  # Steal: there is nothing stowed


@pytest.mark.rule("RD42", "D89", "D98", "RD28")
def test_RD42_no_riders_no_iteration_and_one_reaction(battle_of, begun, act, events):
    battle = begun(battle_of([PLAIN], [{**PLAIN, "attacks": 2}]))
    before = int(battle.fighters[1].reactions)
    act(battle, "move", N)
    act(battle, "strike", faces=[2])  # one die: no penalty; no window for riders
    assert events(battle, "reacts", "misses") == [
        ("reacts", 1, 0, 0, 0, 0),
        ("misses", 1, 0, 0, 0, 0),
    ]
    assert battle.fighters[1].reactions == before - 1
    assert battle.fighters[1].attacks == 2
    assert battle.frame == NO_FRAME
    assert battle.window == Window.TURN


@pytest.mark.rule("RD42", "D92")
def test_RD42_a_reactive_attack_can_be_parried(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [PLAIN]))
    act(battle, "move", N)
    act(battle, "strike", faces=[14])
    assert (battle.to_act, battle.window) == (0, Window.PARRY)
    act(battle, "parry", faces=[20])
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("RD42", "D50")
def test_RD42_an_untrained_reactive_maneuver_provokes_nobody(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [{**PLAIN, "trained": []}]))
    act(battle, "move", N)
    act(battle, "maneuver", 9, faces=[2])
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("D88", "RD14")
def test_D88_a_shot_in_reach_is_answered_before_the_roll(battle_of, begun, act):
    battle = begun(battle_of([ARCHER], [PLAIN]))
    act(battle, "shoot")
    if battle.window == Window.RIDERS:
        act(battle, "wait")
    assert (battle.to_act, battle.window) == (1, Window.REACTIVE_ATTACK)
    assert battle.attacks[TURN_FRAME].step == Step.REACTIONS
    act(battle, "wait", faces=[2])
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("D88", "RD14")
def test_D88_who_loses_the_bow_to_the_reaction_does_not_shoot(battle_of, begun, act):
    battle = begun(battle_of([ARCHER], [PLAIN]))
    act(battle, "shoot")
    if battle.window == Window.RIDERS:
        act(battle, "wait")
    act(battle, "maneuver", 0, faces=[20])  # Disarm
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert battle.fighters[0].held[0] == -1
    assert (battle.to_act, battle.window) == (0, Window.TURN)
    assert battle.fighters[0].attacks == 1


@pytest.mark.rule("D50", "D88", "RD14")
def test_D50_untrained_maneuver_is_answered_by_its_target(battle_of, begun, act):
    battle = begun(battle_of([{**PLAIN, "trained": []}], [PLAIN]))
    act(battle, "maneuver", 9)
    assert (battle.to_act, battle.window) == (1, Window.REACTIVE_ATTACK)
    battle = begun(battle_of([{**PLAIN, "trained": ["acrobatics"]}], [PLAIN]))
    act(battle, "maneuver", 9, faces=[2])
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("D88", "RD35")
def test_D88_who_falls_to_the_reaction_loses_the_action(battle_of, begun, act):
    lying = {**PLAIN, "stamina": 0, "exhaustion": 1, "prone": True}
    battle = begun(battle_of([lying, {**PLAIN, "at": (20, 3)}], [PLAIN]))
    act(battle, "stand_up")
    act(battle, "strike", faces=[19, 2])  # prone: an advantage
    if battle.window == Window.PARRY:
        act(battle, "wait")
    while battle.window in (Window.PART, Window.EXTRA):
        act(battle, "part" if battle.window == Window.PART else "wait", faces=None)
    assert battle.fighters[0].life != 0
    assert battle.fighters[0].prone
    assert battle.to_act != 0
