"""Readied actions: their triggers, their timing, and the order of turns afterwards."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import close_window
from quintain.envs.heimr import turn
from quintain.envs.heimr.enums import (
    Act,
    Defence,
    Direction,
    Hand,
    Life,
    Outcome,
    Role,
    Stage,
    Step,
    Trigger,
    Window,
)
from quintain.envs.heimr.rules.combat_actions import action_stack
from quintain.envs.heimr.rules.combat_basics import readied
from quintain.envs.heimr.state import (
    FRAMES,
)
from quintain.envs.heimr.tables import ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted
READY = {"readied": Act.BREATHER, "fatigue": 9}


def waiting(trigger, by=-1, **more):
    """A fighter with a breather readied for a trigger."""
    return {**READY, "trigger": trigger, "trigger_by": by, **more}


def ask(battle, act, step, actor=0, target=-1, **fields):
    """An action that has reached a step; the fighters who may use their readied actions."""
    close_window(battle)
    action_stack.push(battle, Role.TURN, act, actor, target, 0)
    frame = battle.frames[battle.top]
    frame.step = step
    for key, value in fields.items():
        frame[key] = value
    return int(battle.to_act) if readied.ask_readied(battle) else None


# --- Readying (H46, RH36, QH6) --------------------------------------------------------------------


@pytest.mark.rule("RH36", "H46")
@pytest.mark.parametrize(
    ("act", "may"),
    [(Act.WEAPON_ATTACK, True), (Act.CHARGE, True), (Act.MOVE, True),
     (Act.BREATHER, True),
     (Act.BREATHER_LATER, False), (Act.CRAWL, False), (Act.READY, False),
     (Act.SHIELD_BASH, False), (Act.HIDE, False)],
)  # fmt: skip
def test_RH36_what_can_be_readied(battle_of, act, may):
    battle = battle_of(red=["fighter", READY])
    assert bool(readied.may_ready(battle, 0, act)) == may
    assert not readied.may_ready(battle, 1, act)


@pytest.mark.rule("RH36")
@pytest.mark.parametrize(
    "act",
    [Act.DODGE, Act.DRAW, Act.PUT_AWAY, Act.CLIMB, Act.GET_ITEM, Act.OPEN,
     Act.CONCEAL_ITEM],
)  # fmt: skip
def test_RH36_a_side_with_full_choices_readies_any_such_action(battle_of, act):
    battle = battle_of(quick_sides=2)
    assert readied.may_ready(battle, 0, act)
    assert not readied.may_ready(battle, 1, act)


@pytest.mark.rule("RH36", "H46", "H81", "QH6", "XH2")
def test_RH36_ready_is_an_ongoing_action(battle_of, do, events):
    battle = battle_of(red=[{"defence": 1}])
    assert do(battle, Act.READY, Act.WEAPON_ATTACK) == Window.TRIGGER
    assert battle.to_act == 0
    close_window(battle)
    readied.set_trigger(battle, 0, Trigger.SHOOTS, 1)
    turn.play_on(battle)
    fighter = battle.fighters[0]
    assert (fighter.readied, fighter.trigger, fighter.trigger_by) == (1, Trigger.SHOOTS, 1)
    assert (fighter.standard, fighter.ongoing, battle.stage) == (True, True, Stage.TURN_END)
    assert events(battle, "readies") == [("readies", 0, 1, 1, Trigger.SHOOTS, 0)]


@pytest.mark.rule("QH6", "RH37")
def test_QH6_whom_a_trigger_can_name(battle_of):
    battle = battle_of(red=["fighter"] * 2, blue=["fighter"])
    named = {
        trigger.name: [
            who for who in (-1, 0, 1, 2) if readied.may_name_trigger(battle, 0, trigger, who)
        ]
        for trigger in Trigger
    }
    assert named.pop("NONE") == []
    assert named.pop("ATTACKS_ALLY") == [1]
    assert [*named.values()] == [[-1, 2]] * 5


@pytest.mark.rule("QH6", "RH37", "XH1", "RH50")
@pytest.mark.parametrize("known_by", [[], [0]])
def test_XH1_no_trigger_names_an_unknown_ambusher(battle_of, known_by):
    ambusher = {"hidden": True, "hide": 9, "known_by": known_by}
    battle = battle_of(red=[{"at": (0, 0)}], blue=["fighter", ambusher], map="...\n.c.\n...")
    named = [who for who in (1, 2) if readied.may_name_trigger(battle, 0, Trigger.SHOOTS, who)]
    assert named == ([1, 2] if known_by else [1])


# --- Triggers (H46, RH37) -------------------------------------------------------------------------


@pytest.mark.rule("RH37", "H46")
@pytest.mark.parametrize(
    ("trigger", "by", "step", "fields", "fires"),
    [(Trigger.ENTERS, -1, Step.ENTERED, {}, True), (Trigger.ENTERS, 0, Step.ENTERED, {}, True),
     (Trigger.ENTERS, 1, Step.ENTERED, {}, False), (Trigger.ENTERS, -1, Step.CROSSED, {}, False),
     (Trigger.LEAVES, -1, Step.CROSSED, {"from_location": 6}, True),
     (Trigger.LEAVES, -1, Step.CROSSED, {"from_location": 7}, False),
     (Trigger.LEAVES, -1, Step.ENTERED, {"from_location": 6}, False)],
)  # fmt: skip
def test_RH37_entering_and_leaving_ones_square(battle_of, trigger, by, step, fields, fires):
    battle = battle_of(red=["fighter"] * 2, blue=[waiting(trigger, by)])
    assert (ask(battle, Act.MOVE, step, **fields) == 2) == fires


@pytest.mark.rule("RH37")
def test_RH37_not_into_another_square(battle_of):
    battle = battle_of(blue=[waiting(Trigger.ENTERS, at=(0, 0))])
    assert ask(battle, Act.MOVE, Step.ENTERED) is None


@pytest.mark.rule("RH37", "H46")
@pytest.mark.parametrize(
    ("trigger", "by", "fields", "fires"),
    [(Trigger.ATTACKS_ME, -1, {"target": 1}, True), (Trigger.ATTACKS_ME, 0, {"target": 1}, True),
     (Trigger.ATTACKS_ME, 3, {"target": 1}, False), (Trigger.ATTACKS_ME, -1, {"target": 2}, False),
     (Trigger.ATTACKS_ALLY, 2, {"target": 2}, True),
     (Trigger.ATTACKS_ALLY, 2, {"target": 1}, False),
     (Trigger.ATTACKS_ME, -1, {"target": 2, "first_target": 1}, True),
     (Trigger.SHOOTS, -1, {"target": 2}, True), (Trigger.SHOOTS, 0, {"target": 2}, True),
     (Trigger.SHOOTS, -1, {"target": 2, "weapon": 0}, False),
     (Trigger.INTENDS, -1, {"target": 1}, False)],
)  # fmt: skip
def test_RH37_attacks(battle_of, trigger, by, fields, fires):
    battle = battle_of(red=["archer"], blue=[waiting(trigger, by), "fighter"])
    fields = {"weapon": ITEM_NAMES.index("bow"), **fields}
    fields.setdefault("first_target", fields["target"])
    assert (ask(battle, Act.WEAPON_ATTACK, Step.ANSWERED, **fields) == 1) == fires


@pytest.mark.rule("RH37", "H57")
@pytest.mark.parametrize(("by", "fires"), [(0, True), (1, False)])
def test_RH37_whom_a_shot_has_passed_does_not_shoot(battle_of, by, fires):
    battle = battle_of(red=["archer", "fighter"], blue=[waiting(Trigger.SHOOTS, by), "fighter"])
    fields = {"target": 3, "first_target": 3, "reached": 0b10}  # red_1 has dodged it
    asked = ask(battle, Act.WEAPON_ATTACK, Step.ANSWERED, weapon=ITEM_NAMES.index("bow"), **fields)
    assert (asked == 2) == fires


@pytest.mark.rule("RH37", "H46", "H65", "H132")
@pytest.mark.parametrize(
    ("red", "blue"),
    [({}, {"seconds": {"daze": 4}}), ({}, {"life": Life.ASLEEP}),
     ({"hidden": True, "hide": 5}, {})],
)  # fmt: skip
def test_RH37_what_is_not_noticed(battle_of, red, blue):
    battle = battle_of(red=[red], blue=[waiting(Trigger.ENTERS, **blue)], darkness=2)
    assert ask(battle, Act.MOVE, Step.ENTERED) is None


@pytest.mark.rule("H46", "H111", "RH37")
@pytest.mark.parametrize("outcome", [Outcome.HIT, Outcome.STOPPED])
def test_H46_a_brawl_that_the_provoked_attack_stops_is_an_attack_too(battle_of, attack, outcome):
    battle = battle_of(red=["brawler"], blue=[waiting(Trigger.ATTACKS_ME)])
    attack(battle, Act.BRAWL_HIT, hand=NONE, step=Step.CLOSED_IN)
    battle.outcome = outcome
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.READIED, 1)


@pytest.mark.rule("RH37")
def test_RH37_what_an_ally_does_is_no_trigger(battle_of):
    battle = battle_of(red=["fighter", waiting(Trigger.ENTERS)])
    assert ask(battle, Act.MOVE, Step.ENTERED) is None


# --- Several, and room (RH37, HH2) ----------------------------------------------------------------


@pytest.mark.rule("RH37")
def test_RH37_several_in_the_order_of_turns_each_once(battle_of):
    blue = [waiting(Trigger.ENTERS)] * 3
    battle = battle_of(blue=blue)
    battle.order[:4] = [2, 0, 3, 1]
    asked = [ask(battle, Act.MOVE, Step.ENTERED)]
    for _ in range(2):
        assert readied.ask_readied(battle)
        asked.append(int(battle.to_act))
    assert asked == [2, 3, 1]
    assert not readied.ask_readied(battle)


@pytest.mark.rule("HH2")
def test_HH2_none_fires_without_room(battle_of):
    battle = battle_of(blue=[waiting(Trigger.ENTERS)])
    for _ in range(FRAMES - 3):
        action_stack.push(battle, Role.READIED, Act.MOVE, 0, -1, 0)
    assert ask(battle, Act.MOVE, Step.ENTERED) is None
    action_stack.pop(battle, 0)
    battle.frames[battle.top].step = Step.ENTERED
    assert readied.ask_readied(battle)


# --- Intentions (H49) -----------------------------------------------------------------------------


@pytest.mark.rule("H49", "RH32", "RH34")
@pytest.mark.parametrize(("insight", "sees"), [(3, True), (2, False)])
def test_H49_persuasion_against_insight(battle_of, loaded, events, insight, sees):
    battle = battle_of(
        red=[{"sociability": 1, "fatigue": 9}], blue=[waiting(Trigger.INTENDS, empathy=1)]
    )
    with loaded(battle, [3, insight]):
        asked = ask(battle, Act.WEAPON_ATTACK, Step.INTENDED, target=1, first_target=1)
    assert (asked == 1) == sees
    assert bool(battle.frames[battle.top].late) != sees
    assert events(battle, "intention") == [("intention", 0, 1, 0, 4, insight + 1)]
    assert battle.fighters[0].fatigue == 9


@pytest.mark.rule("H49")
def test_H49_who_is_deceived_answers_after_the_attack(battle_of):
    battle = battle_of(blue=[waiting(Trigger.INTENDS)])
    asked = ask(battle, Act.WEAPON_ATTACK, Step.ANSWERED, target=1, first_target=1, late=0b10)
    assert asked == 1
    assert not readied.ask_readied(battle)


@pytest.mark.rule("HH41", "H49", "H87")
@pytest.mark.parametrize(("faces", "names"), [([1, 6], ["moves", "intention", "fires"]),
                                              ([6, 1], ["moves", "intention"])])  # fmt: skip
def test_HH41_the_intention_of_a_charge_is_met_where_it_has_led(
    battle_of, load, events, do, faces, names
):
    armed = {"readied": Act.WEAPON_ATTACK, "trigger": Trigger.INTENDS, "defence": Defence.DODGE}
    battle = battle_of(red=[{"at": (0, 1), "defence": Defence.DODGE}], blue=[armed])
    load(battle, faces)
    asked = do(battle, Act.CHARGE, Hand.SWORD, target=1)
    if asked == Window.READIED:
        readied.fire_readied(battle, 1)
    found = [event[0] for event in events(battle, "moves", "intention", "fires", "hits")]
    assert (found, battle.to_act) == (names, 1)
    assert battle.frames[battle.top].act == Act.WEAPON_ATTACK
    assert (asked == Window.READIED) == (faces == [1, 6])


@pytest.mark.rule("HH41", "H49", "H87")
def test_H49_who_is_deceived_about_a_charge_answers_after_its_attack(battle_of, load, do):
    armed = {"readied": Act.WEAPON_ATTACK, "trigger": Trigger.INTENDS, "defence": Defence.DODGE}
    battle = battle_of(
        red=[{"at": (0, 1), "defence": Defence.DODGE}], blue=[{**armed, "defence_value": 99}]
    )
    load(battle, [6, 1])
    assert do(battle, Act.CHARGE, Hand.SWORD, target=1) == Window.DEFEND
    close_window(battle)
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.READIED, 1)
    assert battle.frames[battle.top].step == Step.ANSWERED


@pytest.mark.rule("HH40", "RH37", "H49", "H132")
@pytest.mark.parametrize(("unseen_by", "asked"), [(0b10, None), (0b100, 1), (0, 1)])
def test_HH40_nobody_sees_the_intention_of_one_who_comes_out_of_hiding(
    battle_of, load, unseen_by, asked
):
    battle = battle_of(blue=[waiting(Trigger.INTENDS), "fighter"])
    load(battle, [1, 6])
    aimed = {"target": 1, "first_target": 1, "unseen_by": unseen_by}
    assert ask(battle, Act.WEAPON_ATTACK, Step.INTENDED, **aimed) == asked


@pytest.mark.rule("H49", "H46")
def test_H49_the_answer_comes_before_the_attack(battle_of, load, events):
    battle = battle_of(blue=[waiting(Trigger.INTENDS)])
    load(battle, [1, 6])
    action_stack.push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    battle.frames[battle.top].hand = Hand.SWORD
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.READIED, 1)
    close_window(battle)
    readied.fire_readied(battle, 1)
    action_stack.push(battle, Role.READIED, Act.BREATHER, 1, -1, 0)
    turn.play_on(battle)
    names = [event[0] for event in events(battle, "intention", "fires", "rests", "hits", "misses")]
    assert names[:3] == ["intention", "fires", "rests"]
    assert (battle.fighters[1].fatigue, battle.fighters[1].readied) == (7, Act.NONE)
    assert battle.fighters[1].ongoing


# --- Firing (H46, H47, RH36, TH7) -----------------------------------------------------------------


@pytest.mark.rule("H47", "TH7", "RH36")
def test_H47_it_stands_before_who_triggered_it(battle_of, events):
    battle = battle_of(red=["fighter"] * 2, blue=[waiting(Trigger.ENTERS)], place=1)
    ask(battle, Act.MOVE, Step.ENTERED, actor=1)
    readied.fire_readied(battle, 2)
    assert battle.order[:3].tolist() == [0, 2, 1]
    assert (battle.place, battle.frames[battle.top].fired) == (2, 0b100)
    assert events(battle, "fires") == [("fires", 2, 1, Act.BREATHER, Trigger.ENTERS, 0)]


@pytest.mark.rule("HH35", "H47", "RH36", "TH7")
def test_HH35_no_second_turn_in_the_round_of_who_answers_one_yet_to_act(battle_of):
    battle = battle_of(red=["fighter"] * 2, blue=[waiting(Trigger.ENTERS)])
    battle.order[:3] = [2, 0, 1]
    battle.place = 1
    ask(battle, Act.MOVE, Step.ENTERED, actor=1)
    readied.fire_readied(battle, 2)
    assert (battle.order[:3].tolist(), battle.place) == ([2, 0, 1], 1)


@pytest.mark.rule("RH37", "H46", "RH57")
@pytest.mark.parametrize("trigger", [Trigger.ENTERS, Trigger.LEAVES])
@pytest.mark.parametrize(("named", "asked"), [(0, True), (1, True), (2, True), (3, False)])
def test_RH37_who_carries_along_enters_and_leaves_too(battle_of, do, trigger, named, asked):
    at = {"at": (0, 1), "defence": 1}
    limp = {**at, "life": Life.UNCONSCIOUS, "prone": True, "hp": -4, "defence": 0}
    waits = {"base": "archer", "readied": Act.WEAPON_ATTACK, "defence": 1}
    waits |= {"trigger": trigger, "trigger_by": named}
    waits["at"] = (1, 1) if trigger == Trigger.ENTERS else (0, 1)
    red = [at, {**at, "readied": Act.CARRY}, limp, {"at": (2, 2), "defence": 1}]
    battle = battle_of(red=red, blue=[waits])
    do(battle, Act.CARRY, Direction.EAST, target=2)
    assert (battle.window == Window.READIED) == asked


@pytest.mark.rule("H46", "H47", "TH3")
def test_H46_right_after_the_trigger_within_the_turn_of_another(battle_of, do, events):
    blue = [waiting(Trigger.ENTERS, at=(0, 1), defence=1)]
    battle = battle_of(red=[{"defence": 1}], blue=blue)
    assert do(battle, Act.MOVE, Direction.WEST) == Window.READIED
    assert (battle.to_act, battle.fighters[0].location) == (1, 5)
    close_window(battle)
    readied.fire_readied(battle, 1)
    action_stack.push(battle, Role.READIED, Act.BREATHER, 1, -1, 0)
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.TURN, 0)
    assert battle.order[:2].tolist() == [1, 0]
    assert battle.fighters[1].fatigue == 7
    assert [event[0] for event in events(battle, "moves", "fires", "rests")] == [
        "moves",
        "fires",
        "rests",
    ]


@pytest.mark.rule("HH33", "H46", "QH6")
def test_HH33_who_lets_it_be_may_be_asked_again_later(battle_of, do):
    blue = [waiting(Trigger.ENTERS, at=(0, 1), defence=1)]
    battle = battle_of(red=[{"defence": 1}], blue=blue)
    do(battle, Act.MOVE, Direction.WEST)
    close_window(battle)
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.TURN, 0)
    assert battle.fighters[1].readied == Act.BREATHER


@pytest.mark.rule("RH37", "H48")
def test_RH37_what_is_no_longer_possible_is_lost(battle_of, do, events):
    blue = [waiting(Trigger.ENTERS, at=(0, 1), fatigue=4, defence=1)]
    battle = battle_of(red=[{"defence": 1}], blue=blue)
    assert do(battle, Act.MOVE, Direction.WEST) == Window.TURN
    assert (battle.to_act, battle.fighters[1].readied) == (0, Act.NONE)
    assert events(battle, "fails") == [("fails", 1, -1, Act.BREATHER, 1, 0)]
