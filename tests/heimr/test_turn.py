"""The sequence of play: the first defences, turns one after another, a turn from start to end."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import close_window
from quintain.envs.heimr import step, turn
from quintain.envs.heimr.actions.masks import legal_action_mask
from quintain.envs.heimr.actions.table import WAIT, first_id, num_actions
from quintain.envs.heimr.enums import (
    Ability,
    Act,
    Defence,
    Effect,
    Ending,
    Hand,
    Life,
    Stage,
    Verb,
    Window,
)
from quintain.envs.heimr.rules.combat_actions import upcoming_actions
from quintain.envs.heimr.rules.combat_basics import initiative
from quintain.envs.heimr.rules.defence import prerolls

pytestmark = pytest.mark.interpreted


def pass_on(battle):
    """Go on, dodge, or end the turn."""
    window, actor = battle.window, int(battle.to_act)
    close_window(battle)
    if window == Window.DEFENCE:
        prerolls.roll_defence(battle, actor, Defence.DODGE, Hand.SWORD, 0)
    elif battle.stage == Stage.TURN:
        battle.stage = Stage.ACTED
    turn.play_on(battle)


def decisions(battle, count):
    """The sequence of deciding fighters and windows while all only pass."""
    turn.play_on(battle)
    asked = []
    while len(asked) < count and not battle.over:
        asked.append((int(battle.to_act), Window(int(battle.window)).name.lower()))
        pass_on(battle)
    return asked


def turns_of(battle, count):
    """Whose turns follow one another."""
    turn.play_on(battle)
    found = []
    while len(found) < count and not battle.over:
        if battle.window == Window.TURN:
            found.append(int(battle.to_act))
        pass_on(battle)
    return found


@pytest.mark.rule("TH1", "RH12", "H106")
def test_TH1_all_roll_a_defence_before_the_first_turn(battle_of):
    battle = battle_of(stage=Stage.PREROLL, owed=0b11)
    battle.order[:2] = [1, 0]
    asked = decisions(battle, 5)
    assert asked[:2] == [(1, "defence"), (0, "defence")]
    assert asked[2:] == [(1, "start"), (1, "turn"), (1, "defence")]


@pytest.mark.rule("H43", "H44", "TH1")
def test_H43_one_turn_after_another_round_by_round(battle_of, events):
    battle = battle_of(red=["fighter"] * 2, stage=Stage.NEXT)
    battle.order[:3] = [2, 0, 1]
    assert turns_of(battle, 7) == [2, 0, 1, 2, 0, 1, 2]
    assert battle.round_number == 2
    assert [event[4] for event in events(battle, "round")] == [1, 2]


@pytest.mark.rule("RH5", "RH55", "H148")
@pytest.mark.parametrize("life", [Life.DEAD, Life.FLED])
def test_RH5_the_dead_and_fled_have_no_turns_but_limits_count_by_them(battle_of, life):
    red = ["fighter", {"life": life}]
    battle = battle_of(red=red, stage=Stage.NEXT, borders=[((0, 0), "east", "window")])
    battle.borders[0].crossed, battle.borders[0].first = 1, 1
    assert turns_of(battle, 4) == [0, 2, 0, 2]
    assert (battle.borders[0].crossed, battle.borders[0].first) == (0, -1)


@pytest.mark.rule("H34", "RH19", "H130", "TH6")
def test_H34_the_turns_of_the_unconscious_are_counted(battle_of):
    red = ["fighter", {"hp": -4, "life": Life.UNCONSCIOUS, "injured": ["right_leg"]}]
    battle = battle_of(red=red, stage=Stage.NEXT)
    assert turns_of(battle, 4) == [0, 2, 0, 2]
    assert battle.fighters[1].dying == 2


@pytest.mark.rule("TH2", "H45", "H82", "QH1", "RH35")
def test_TH2_the_delay_comes_before_anything_else(battle_of):
    battle = battle_of(red=[{"dodges": 3, "ongoing": True}], stage=Stage.NEXT)
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.START, 0)
    assert (battle.fighters[0].dodges, battle.fighters[0].ongoing) == (3, True)
    pass_on(battle)
    assert battle.window == Window.TURN
    assert (battle.fighters[0].dodges, battle.fighters[0].ongoing) == (0, False)


@pytest.mark.rule("QH1", "RH35", "H82")
@pytest.mark.parametrize(
    ("red", "asked"),
    [({}, True), ({"delayed": True}, False),
     ({"delayed": True, "upcoming": Act.BREATHER_LATER}, True),
     ({"seconds": {"daze": 4}}, False)],
)  # fmt: skip
def test_QH1_who_is_asked_at_the_start(battle_of, red, asked):
    battle = battle_of(red=[red], stage=Stage.START)
    turn.play_on(battle)
    assert ((battle.window, battle.to_act) == (Window.START, 0)) == asked


@pytest.mark.rule("TH2", "H60", "H106", "RH41")
@pytest.mark.parametrize("stands", [True, False])
def test_TH2_effects_end_and_then_the_next_defence_is_rolled(battle_of, events, stands):
    red = [{"seconds": {"fall": 2}, "prone": True}]
    battle = battle_of(red=red, stage=Stage.ACTED)
    turn.play_on(battle)
    assert (battle.window, battle.to_act, battle.stage) == (Window.TURN, 0, Stage.EFFECTS_ENDED)
    assert [event[0] for event in events(battle)] == ["effect_ends"]
    mask = np.zeros(num_actions(1), np.bool_)
    legal_action_mask(battle, mask)
    rise = int(first_id(Verb.STAND_UP, 0))
    assert np.flatnonzero(mask).tolist() == [WAIT, rise]
    step.advance(battle, rise if stands else WAIT)
    assert (battle.window, battle.to_act, battle.stage) == (Window.DEFENCE, 0, Stage.TURN_END)
    assert battle.fighters[0].prone == (not stands)
    assert battle.fighters[0].seconds[Effect.FALL] == 0
    pass_on(battle)
    assert (battle.to_act, battle.window, battle.place) == (1, Window.START, 1)
    names = [event[0] for event in events(battle, "stands", "prerolls")]
    assert names == [*["stands"] * stands, "prerolls"]


@pytest.mark.rule("H65", "H66", "RH40", "TH6")
def test_H66_a_dazed_fighter_loses_its_turn_and_defends_again_at_its_end(battle_of):
    battle = battle_of(red=[{"seconds": {"daze": 2}}], stage=Stage.NEXT)
    assert decisions(battle, 2) == [(0, "defence"), (1, "start")]


@pytest.mark.rule("H65", "RH40")
def test_RH40_a_daze_in_ones_own_turn_ends_it(battle_of):
    battle = battle_of(stage=Stage.TURN)
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.TURN, 0)
    close_window(battle)
    battle.fighters[0].seconds[Effect.DAZE] = 4
    turn.play_on(battle)
    assert (battle.window, battle.to_act) == (Window.START, 1)


@pytest.mark.rule("RH28")
def test_RH28_the_battle_is_over_when_a_side_is_beaten(battle_of):
    battle = battle_of(stage=Stage.TURN, owed=1)
    battle.fighters[1].life = Life.DEAD
    turn.play_on(battle)
    assert (battle.over, battle.winner, battle.ending) == (True, 0, Ending.SIDE_BEATEN)
    assert battle.window == Window.NONE


@pytest.mark.rule("RH28")
def test_RH28_a_draw_after_the_last_round(battle_of):
    battle = battle_of(stage=Stage.NEXT, round_limit=2)
    assert turns_of(battle, 9) == [0, 1, 0, 1]
    assert (battle.over, battle.winner, battle.ending) == (True, -1, Ending.ROUND_LIMIT)


@pytest.mark.rule("TH3", "H106", "H124")
def test_TH3_owed_defences_come_before_what_is_under_way(battle_of, do):
    battle = battle_of(owed=0b10)
    assert do(battle, Act.DROP_PRONE) == Window.DEFENCE
    assert (battle.to_act, battle.top) == (1, 0)
    pass_on(battle)
    assert (battle.window, battle.to_act, battle.top) == (Window.TURN, 0, -1)
    assert battle.fighters[0].prone


@pytest.mark.rule("H45", "RH35", "TH7")
def test_RH35_a_delayed_turn_starts_at_its_new_place(battle_of):
    battle = battle_of(red=["fighter"] * 2, stage=Stage.NEXT)
    turn.play_on(battle)
    close_window(battle)
    initiative.delay(battle, 0, 2, 1)
    assert turns_of(battle, 4) == [1, 2, 0, 1]


@pytest.mark.rule("H45", "RH35", "TH7")
def test_RH35_in_the_next_round_if_the_place_has_passed(battle_of):
    battle = battle_of(red=["fighter"] * 2, stage=Stage.NEXT, place=1)
    turn.play_on(battle)
    close_window(battle)
    initiative.delay(battle, 1, 0, 0)
    assert turns_of(battle, 4) == [2, 1, 0, 2]


@pytest.mark.rule("H82", "H103", "TH2")
def test_H82_what_was_upcoming_is_done_before_the_turn(battle_of):
    battle = battle_of(red=[{"fatigue": 9}], stage=Stage.NEXT)
    upcoming_actions.begin_upcoming(battle, 0, Act.BREATHER_LATER, 0)
    assert decisions(battle, 2) == [(0, "start"), (0, "turn")]
    assert (battle.fighters[0].fatigue, battle.fighters[0].standard) == (7, True)


@pytest.mark.rule("RH55", "H76", "H79", "TH2")
def test_RH55_a_chase_takes_the_place_of_the_turns(battle_of, load, events):
    red = [{"flees": True, "at": (-1, -1), "height": 0, "exit": 5, "terrain": Ability.AGILITY}]
    blue = [{"chases": 0, "gap": 1, "at": (-1, -1), "height": 0, "exit": 5, "defence": 1}]
    battle = battle_of(red=red, blue=blue, stage=Stage.NEXT)
    load(battle, [6, 9, 9])
    turn.play_on(battle)
    assert (battle.window, battle.to_act, battle.stage) == (Window.CHASE, 0, Stage.CHASE)
    pass_on(battle)
    assert battle.fighters[0].chase_roll == 9 + 2
    assert (battle.window, battle.to_act) == (Window.DEFENCE, 0)
    load(battle, [1, 1, 1, 4, 5, 5])
    pass_on(battle)
    assert (battle.window, battle.to_act, battle.stage) == (Window.CHASE, 1, Stage.CHASE)
    pass_on(battle)
    assert (battle.fighters[1].gap, battle.fighters[1].chase_turns) == (2, 1)
    assert [event[0] for event in events(battle, "prerolls", "chases")] == ["prerolls", "chases"]
