"""Taking answers: the effect of each choice, and the next question (QH1 to QH6, QH14, RH37)."""

from __future__ import annotations

import random

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.heimr import step
from quintain.envs.heimr.actions.table import (
    CHARGE_HIT,
    READIABLE,
    action_id,
)
from quintain.envs.heimr.enums import (
    Act,
    Defence,
    Effect,
    Role,
    Skill,
    Stage,
    Step,
    Trigger,
    Verb,
    Window,
)
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.system import SYSTEM
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted

DECISIONS = 25


@pytest.fixture
def system():
    """The whole system."""
    return SYSTEM


@pytest.fixture
def choose(legal_actions):
    """Take a legal choice of the deciding fighter."""

    def take(battle, verb, argument=0, slot=0):
        action = int(action_id(verb, argument, slot))
        assert action in legal_actions(battle)
        step.advance(battle, action)
        return Window(int(battle.window)), int(battle.to_act)

    return take


def turn_of(battle, actor=0):
    """It is a fighter's turn, and it may choose."""
    battle.to_act, battle.window, battle.stage = actor, Window.TURN, Stage.TURN
    return battle


# --- The start of a turn (QH1, H45, H82) ----------------------------------------------------------


def start_of(battle):
    """Red_0 decides at the start of its turn."""
    battle.to_act, battle.window, battle.stage = 0, Window.START, Stage.UPKEEP
    return battle


@pytest.mark.rule("QH1", "H45")
def test_QH1_who_delays_comes_behind_another(battle_of, choose):
    battle = start_of(battle_of(["fighter"], ["fighter"] * 2))
    assert choose(battle, Verb.DELAY, 1, 0) == (Window.START, 1)
    assert battle.order[:3].tolist() == [1, 0, 2]
    assert battle.fighters[0].delayed


@pytest.mark.rule("QH1", "H82")
@pytest.mark.parametrize(("verb", "fatigue"), [(Verb.WAIT, 6), (Verb.GIVE_UP, 8)])
def test_QH1_an_upcoming_action_goes_on_or_is_dropped(battle_of, choose, verb, fatigue):
    battle = start_of(battle_of([{"upcoming": Act.BREATHER_LATER, "fatigue": 8}]))
    assert choose(battle, verb) == (Window.TURN, 0)
    assert battle.fighters[0].fatigue == fatigue
    assert battle.fighters[0].upcoming == Act.NONE
    assert battle.fighters[0].standard == (verb == Verb.WAIT)


# --- The turn (QH2 to QH6, QH14) ------------------------------------------------------------------


@pytest.mark.rule("QH2", "H80")
def test_QH2_who_waits_ends_the_turn_and_prerolls(battle_of, choose):
    battle = turn_of(battle_of())
    assert choose(battle, Verb.WAIT) == (Window.DEFENCE, 0)
    assert choose(battle, Verb.DEFENCE, 1) == (Window.START, 1)
    assert battle.fighters[0].defence == Defence.PARRY


@pytest.mark.rule("QH3", "H93")
def test_QH3_a_free_action_leaves_the_standard_one(battle_of, choose):
    battle = turn_of(battle_of())
    assert choose(battle, Verb.DROP_PRONE) == (Window.TURN, 0)
    assert battle.fighters[0].prone
    assert not battle.fighters[0].standard


@pytest.mark.rule("QH4", "H84", "H117")
def test_QH4_an_attack_has_a_target_a_hand_and_an_aim(battle_of, choose):
    battle = turn_of(battle_of(["fighter"], ["fighter", "archer"]))
    window, asked = choose(battle, Verb.ATTACK, 4, 1)
    frame = battle.frames[battle.top]
    assert (window, asked) == (Window.DEFEND, 2)
    assert (frame.act, frame.actor, frame.target) == (Act.WEAPON_ATTACK, 0, 2)
    assert (frame.hand, frame.aim) == (0, 3)
    assert battle.fighters[0].standard


@pytest.mark.rule("QH5", "H108")
def test_QH5_a_brawl_hits_or_binds(battle_of, choose):
    for verb, act in ((Verb.BRAWL_HIT, Act.BRAWL_HIT), (Verb.BRAWL_BIND, Act.BRAWL_BIND)):
        battle = turn_of(battle_of([{"held": []}], ["archer"]))
        choose(battle, verb, 2)
        frame = battle.frames[battle.top]
        assert (frame.act, frame.aim, frame.hand) == (act, 1, NONE)


@pytest.mark.rule("QH14", "H87")
def test_QH14_a_charge_says_with_what_it_ends(battle_of, choose):
    dodge = {"defence": Defence.DODGE}
    battle = turn_of(battle_of([{"at": (0, 1), **dodge}], [{"base": "archer", **dodge}]))
    assert choose(battle, Verb.CHARGE, CHARGE_HIT) == (Window.DEFEND, 1)
    assert [int(frame.act) for frame in battle.frames[:2]] == [Act.CHARGE, Act.BRAWL_HIT]
    assert battle.fighters[0].location == battle.fighters[1].location


@pytest.mark.rule("QH14", "H89")
def test_QH14_a_move_goes_its_way(battle_of, choose):
    battle = turn_of(battle_of([{"at": (0, 1)}]))
    choose(battle, Verb.MOVE, 2)
    assert battle.fighters[0].location == 10


@pytest.mark.rule("QH14", "H91")
def test_QH14_climbing_up_and_down(battle_of, choose):
    field = {"heights": "000 003 000", "borders": [((1, 1), "east", "ladder")]}
    battle = turn_of(battle_of([{"held": []}], **field))
    choose(battle, Verb.CLIMB_UP, 1)
    assert (battle.fighters[0].height, battle.fighters[0].climbs_on) == (1, 1)
    battle.fighters[0].standard = False
    battle.owed = 0
    choose(turn_of(battle), Verb.CLIMB_DOWN, 1)
    assert (battle.fighters[0].height, battle.fighters[0].climbs_on) == (0, -1)


@pytest.mark.rule("QH3", "H139")
def test_QH3_what_is_guarded(battle_of, choose):
    for verb, argument, kind, which in (
        (Verb.GUARD, 0, 1, 1),
        (Verb.GUARD_BORDER, 3, 2, 3),
        (Verb.GUARD_ITEMS, 0, 3, -1),
    ):
        battle = turn_of(battle_of(["fighter", "fighter"]))
        battle.ground_item[0], battle.ground_location[0] = 0, battle.fighters[0].location
        choose(battle, verb, argument)
        assert (battle.fighters[0].guard, battle.fighters[0].guarded) == (kind, which)


# --- Readied actions (QH6, H46, H47, RH37) --------------------------------------------------------


@pytest.mark.rule("QH6", "H46", "RH36", "HH36")
@pytest.mark.parametrize(
    ("answer", "trigger", "by"),
    [
        ((Verb.WAIT, 0, 0), Trigger.ENTERS, NOBODY),
        ((Verb.TRIGGER, 2, 0), Trigger.ATTACKS_ME, NOBODY),
        ((Verb.TRIGGER_BY, 3, 0), Trigger.INTENDS, 2),
        ((Verb.TRIGGER_FOR, 0, 0), Trigger.ATTACKS_ALLY, 1),
    ],
)
def test_QH6_ready_then_its_trigger(battle_of, choose, answer, trigger, by):
    battle = turn_of(battle_of(["fighter", "fighter"], ["fighter"]))
    place = READIABLE.tolist().index(Act.MOVE)
    assert choose(battle, Verb.READY, place) == (Window.TRIGGER, 0)
    choose(battle, *answer)
    fighter = battle.fighters[0]
    assert (fighter.readied, fighter.trigger, fighter.trigger_by) == (Act.MOVE, trigger, by)


def fired(battle_of, **red):
    """Blue has entered; red_0, with an action readied for that, decides."""
    waiting = {"readied": Act.MOVE, "trigger": Trigger.ENTERS, "trigger_by": NOBODY, **red}
    battle = battle_of([waiting], [{}], order=[1, 0, *[NOBODY] * 10])
    push(battle, Role.TURN, Act.MOVE, 1, NOBODY, 1)
    battle.frames[battle.top].step = Step.ENTERED
    battle.to_act, battle.window = 0, Window.READIED
    return battle


@pytest.mark.rule("QH6", "H46", "H47")
def test_QH6_a_readied_action_fires_or_waits(battle_of, choose):
    battle = fired(battle_of)
    choose(battle, Verb.MOVE, 2)
    assert battle.fighters[0].location == 11
    assert battle.fighters[0].readied == Act.NONE
    battle = fired(battle_of)
    battle.frames[battle.top].asked = 1
    choose(battle, Verb.WAIT)
    assert battle.fighters[0].readied == Act.MOVE


# --- Defences (QH7 to QH9) ------------------------------------------------------------------------


@pytest.mark.rule("QH7")
@pytest.mark.parametrize(
    ("answer", "defence", "hand"),
    [((Verb.WAIT, 0), 1, 0), ((Verb.DEFENCE, 0), 2, 1), ((Verb.DEFENCE, 1), 3, 0)],
)
def test_QH7_the_next_defence(battle_of, choose, answer, defence, hand):
    battle = battle_of(["swordsman"], owed=1, to_act=0, window=Window.DEFENCE)
    choose(battle, *answer)
    assert (battle.fighters[0].defence, battle.fighters[0].defence_hand) == (defence, hand)
    assert battle.owed & 1 == 0


@pytest.mark.rule("QH9", "H160")
@pytest.mark.parametrize(("verb", "undefended"), [(Verb.WAIT, False), (Verb.DECLINE, True)])
def test_QH9_to_defend_or_not(battle_of, choose, events, verb, undefended):
    ready = {"defence": Defence.DODGE, "defence_value": 30, "defence_d6": 6}
    battle = turn_of(battle_of([{"fatigue": 1}], [ready]))
    choose(battle, Verb.ATTACK)
    choose(battle, verb)
    assert bool(events(battle, "no_defence")) == undefended
    assert bool(events(battle, "hits")) == undefended


# --- Within an action (QH10 to QH13) --------------------------------------------------------------


def answered(battle, window, actor, action):
    """The fields that an answer sets, before play continues."""
    step.answer(battle, actor, window, int(action_id(*action)))
    return battle.frames[battle.top]


def attack_on(battle, **fields):
    """Red_0 attacks the first opponent."""
    push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, int(battle.side_size[0]), 0)
    frame = battle.frames[battle.top]
    frame.hand, frame.weapon = 0, battle.fighters[0].held[0]
    for key, value in fields.items():
        frame[key] = value
    return battle


@pytest.mark.rule("QH13", "H145")
def test_QH13_past_a_guard_and_its_blow(battle_of):
    battle = attack_on(battle_of(), guard=1)
    assert answered(battle, Window.GUARDED, 0, (Verb.SLIP, 0, 0)).slips
    frame = answered(battle, Window.SLIPPED, 1, (Verb.STRIKE, 0, 0))
    assert (frame.role, frame.actor, frame.target, frame.hand) == (Role.GUARD, 1, 0, 0)


@pytest.mark.rule("QH5", "H111")
def test_QH5_the_provoked_blow(battle_of):
    battle = battle_of([{"held": []}])
    push(battle, Role.TURN, Act.BRAWL_HIT, 0, 1, 0)
    frame = answered(battle, Window.PROVOKED, 1, (Verb.STRIKE, 0, 0))
    assert (frame.role, frame.actor, frame.target) == (Role.PROVOKED, 1, 0)


@pytest.mark.rule("QH11", "H112", "H114")
@pytest.mark.parametrize("verb", [Verb.STOP, Verb.LET_GO, Verb.WAIT])
def test_QH11_the_holder_stops_lets_go_or_neither(battle_of, load, verb):
    battle = battle_of([{"held_by": 1, "held_part": 1}], [{"holds": 0, "fatigue": 1}])
    push(battle, Role.TURN, Act.HIDE, 0, NONE, 0)
    load(battle, [6, 9])
    frame = answered(battle, Window.HOLD, 1, (verb, 0, 0))
    assert frame.restrained == (verb == Verb.STOP)
    assert (battle.fighters[1].holds == NOBODY) == (verb == Verb.LET_GO)


@pytest.mark.rule("QH10", "H30", "RH6")
def test_QH10_skills_on_a_hit_and_against_an_effect(battle_of):
    battle = attack_on(battle_of(["spearman"], ["brawler"]), effect=Effect.STUMBLE)
    skill = int(Skill.TACKLING_STRIKE)
    assert answered(battle, Window.SKILL, 0, (Verb.SKILL, skill, 0)).skill == skill
    frame = answered(battle, Window.RESIST, 1, (Verb.SKILL, int(Skill.STURDY_STANCE), 0))
    assert frame.effect == Effect.NONE
    assert battle.fighters[1].wp == 7


@pytest.mark.rule("QH10", "H19")
def test_QH10_once_more_for_willpower(battle_of):
    battle = battle_of()
    push(battle, Role.TURN, Act.MOVE, 0, NONE, 1)
    battle.frames[battle.top].step = Step.CHALLENGED
    assert answered(battle, Window.REROLL, 0, (Verb.REROLL, 0, 0)).step == Step.CHALLENGE
    assert battle.fighters[0].wp == 7


@pytest.mark.rule("QH12", "H64", "H159")
def test_QH12_a_direction_or_a_line(battle_of):
    battle = attack_on(battle_of(), step=Step.RESISTED)
    assert answered(battle, Window.DIRECTION, 0, (Verb.DIRECTION, 2, 0)).argument == 2
    battle = attack_on(battle_of(["archer"]), step=Step.ROLL)
    assert answered(battle, Window.DIRECTION, 0, (Verb.DIRECTION, 1, 0)).line == 1


@pytest.mark.rule("H77", "H79")
def test_H79_the_terrain_of_a_flight(battle_of):
    battle = battle_of([{"flees": True}])
    before = int(battle.fighters[0].terrain)
    step.answer(battle, 0, Window.CHASE, int(action_id(Verb.TERRAIN, 0, 0)))
    assert battle.fighters[0].terrain != before


@pytest.mark.rule("H77")
def test_H77_who_has_caught_up_attacks(battle_of):
    battle = battle_of([{"chases": 1}], [{"flees": True}])
    step.answer(battle, 0, Window.CHASE, int(action_id(Verb.ATTACK, 0, 0)))
    assert (battle.frames[battle.top].act, battle.frames[battle.top].target) == (
        Act.WEAPON_ATTACK,
        1,
    )


# --- Whole battles --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scenario_names())
def test_random_play_always_leaves_a_choice(name, states_of_play):
    """The deciding fighter always has two choices or more; `states_of_play` checks it too."""
    states = states_of_play(name, 3, random.Random(3), DECISIONS)
    going = states[~states["over"]]
    assert len(states) > 1
    assert (going["to_act"] != NOBODY).all()
    assert (going["window"] != Window.NONE).all()
    assert (states["events_lost"] == 0).all()
