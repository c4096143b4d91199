"""The end of the battle (RM28)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import DRAW
from quintain.envs.core.engine.dice import load_dice
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch.enums import Ending

from .deployments import REST, deploy

pytestmark = pytest.mark.interpreted


# --- The end (RM28) -------------------------------------------------------------------------------


@pytest.mark.rule("RM28")
@pytest.mark.parametrize(("damage", "is_over"), [(27, False), (28, True)])
def test_RM28_a_side_with_nobody_able_to_act_loses(duel, act, damage, is_over):
    battle = duel(blue={"damage": damage, "action_points": 0})
    act(battle, "melee_attack", faces=[0, 1, 1])
    assert battle.over == is_over
    if is_over:
        assert (battle.winner, battle.ending) == (0, Ending.SIDE_DOWN)
        assert battle.reward.tolist() == [1, -1]
        assert battle.to_act == -1


@pytest.mark.rule("RM28", "RM39")
def test_RM28_blue_wins_in_reds_turn(duel, act):
    battle = duel(red={"damage": 28})
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    act(battle, "wait", faces=[0, 1, 1, 1])
    assert (battle.over, battle.winner) == (True, 1)
    assert battle.reward.tolist() == [-1, 1]


@pytest.mark.rule("RM28", "RM39", "M38")
def test_RM28_nobody_steps_once_the_battle_is_decided(fight, act, who):
    battle = fight([{"at": (4, 3), "damage": 29}], [{"at": (5, 3)}, {"at": (7, 3)}])
    act(battle, "combat_move", slot=1)
    act(battle, "counter_attack")
    act(battle, "retreat", faces=[0, 9, 1, 1, 9])  # blue_1 gets away from a mover who is down
    assert who(battle) == ("nobody", "none")
    assert (battle.winner, battle.ending) == (1, Ending.SIDE_DOWN)


@pytest.mark.rule("RM28", "RM39", "M32")
def test_RM28_both_sides_down_at_once_draw(duel, act):
    battle = duel(red={"damage": 28}, blue={"damage": 28})
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    act(battle, "wait", faces=[0, 0, 1, 1, 1, 1])
    assert (battle.over, battle.winner) == (True, DRAW)
    assert battle.ending == Ending.BOTH_SIDES_DOWN
    assert battle.reward.tolist() == [0, 0]


@pytest.mark.rule("RM28")
def test_RM28_one_standing_comrade_is_enough(fight, act, who):
    battle = fight([{}], [{"damage": 28, "action_points": 0}, {"at": (20, 9)}])
    act(battle, "melee_attack", faces=[0, 1, 1])
    assert not battle.over
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM28", "M15")
def test_RM28_the_pinned_and_the_spent_still_count_as_able(duel, act):
    battle = duel(held="pinned", blue={"action_points": 0})
    act(battle, "wait", faces=[REST, 40])
    assert not battle.over


@pytest.mark.rule("RM28", "M9")
def test_RM28_the_battle_is_a_draw_after_50_rounds(duel, act):
    battle = duel({"at": (1, 1)}, {"at": (20, 9)})
    assert battle.round_limit == 50
    for turn in range(99):
        assert battle.round_number == turn // 2
        act(battle, "wait", faces=[REST])
    act(battle, "wait", faces=[REST])
    assert (battle.over, battle.winner) == (True, DRAW)
    assert (battle.ending, battle.round_number) == (Ending.ROUND_LIMIT, 50)
    assert battle.reward.tolist() == [0, 0]


@pytest.mark.rule("RM28")
def test_RM28_a_scenario_may_set_another_limit():
    battle = deploy([4], [4], [1, 0], round_limit=2)
    for turn in range(4):
        assert not battle.over, turn
        load_dice(battle, [REST])
        engine.advance(battle, 0)
    assert (battle.over, battle.ending) == (True, Ending.ROUND_LIMIT)


@pytest.mark.rule("RM28")
def test_RM28_rewards_come_once(fight, act):
    battle = fight([{}], [{"damage": 28, "action_points": 0}, {"at": (20, 9)}])
    act(battle, "melee_attack", faces=[0, 1, 1])
    assert battle.reward.tolist() == [0, 0]  # a fallen fighter is no victory yet
