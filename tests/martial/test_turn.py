"""The sequence of play: turns, AP, what lasts how long, confusion, the end (D61 to D66, RD35)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import close_window
from quintain.envs.martial import turn
from quintain.envs.martial.enums import (
    Ending,
    Life,
    Stage,
    Window,
)
from quintain.envs.martial.rules import initiative
from quintain.envs.martial.rules.injuries import conditions, confusion

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
FAR = {**PLAIN, "at": (20, 3)}
N, E = 0, 2


def at(battle, actor=0):
    """The position of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


def rolled(battle_of, red, blue, **fields):
    """A battle before its first turn."""
    battle = battle_of(red, blue, stage=Stage.HIDING, **fields)
    for actor in range(battle.num_fighters):
        battle.fighters[actor].acted = False
        battle.fighters[actor].reactions = 0
        battle.fighters[actor].looked = -1  # nobody looks for hearts
    return battle


# --- The order of turns (D1, D61, TD1) ------------------------------------------------------------


@pytest.mark.rule("D1", "D61", "TD1")
def test_D1_turns_go_in_descending_order_and_round_again(battle_of, begun, act, loaded):
    battle = rolled(battle_of, [FAR, {**FAR, "at": (1, 1)}], [PLAIN])
    with loaded(battle, [5, 15, 10]):
        turn.play_on(battle)
    seen = []
    for _ in range(7):
        seen.append((int(battle.to_act), int(battle.round_number)))
        act(battle, "wait")
    assert seen == [(1, 0), (2, 0), (0, 0), (1, 1), (2, 1), (0, 1), (1, 2)]


@pytest.mark.rule("D3", "QD10")
def test_QD10_each_ambusher_is_asked_before_the_start(battle_of, begun, act, loaded, legal):
    battle = rolled(battle_of, [FAR, {**FAR, "at": (1, 1)}], [PLAIN], is_ambush=True, hiding_side=0)
    turn.play_on(battle)
    assert (battle.to_act, battle.window) == (0, Window.HIDE)
    assert legal(battle) == {"wait", "hide"}
    act(battle, "hide")
    assert (battle.to_act, battle.window) == (1, Window.HIDE)
    act(battle, "wait", faces=[20, 10, 5])  # Stealth, Perception, Perception
    assert battle.fighters[0].hidden
    assert not battle.fighters[1].hidden
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("RD46")
def test_RD46_perception_that_equals_stealth_finds_at_the_start_of_a_turn(battle_of):
    for perception, found in [(11, False), (12, True)]:
        battle = battle_of([{**FAR, "hidden": True, "initiative": 12}], [PLAIN], turn=1)
        battle.fighters[1].initiative = perception
        battle.fighters[1].looked = -1
        battle.stage = Stage.TURN_START
        turn.play_on(battle)
        assert battle.fighters[0].hidden != found


# --- Start of a turn (D4, D62, TD2, TD5) ----------------------------------------------------------


@pytest.mark.rule("D62", "D89", "RD22", "D4", "TD2", "TD7")
def test_TD2_a_turn_gives_three_points_and_reactions(battle_of, loaded):
    battle = rolled(battle_of, [{**PLAIN, "strength": 3, "dexterity": 1}], [FAR])
    with loaded(battle, [15, 5]):
        turn.play_on(battle)
    one, other = battle.fighters[0], battle.fighters[1]
    assert (one.action_points, one.reactions, one.acted) == (3, 4, True)
    assert (other.reactions, other.acted) == (0, False)


@pytest.mark.rule("TD5", "D83", "D84", "D70", "RD17")
def test_TD5_what_lasts_to_the_next_turn_ends_at_its_start(battle_of, begun, act):
    lasting = {"defending": True, "shield_ready": True, "exposed": 2, "tricked": True}
    battle = begun(battle_of([PLAIN], [{**FAR, **lasting, "looked": -1}]))
    act(battle, "wait")
    assert battle.to_act == 1
    it = battle.fighters[1]
    assert (it.defending, it.shield_ready, it.exposed, it.tricked) == (False, False, 0, False)


@pytest.mark.rule("D63", "D68", "RD21")
def test_D63_free_actions_and_iteration_begin_anew(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [{**FAR, "used": 31, "attacks": 2, "looked": -1}]))
    act(battle, "wait")
    assert (battle.fighters[1].used, battle.fighters[1].attacks) == (0, 0)


@pytest.mark.rule("D42", "RD33")
def test_RD33_hearts_are_looked_for_at_the_start_of_a_turn(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [FAR]))
    act(battle, "wait", faces=[20])
    assert battle.fighters[1].located == 0b1
    act(battle, "wait", faces=[2])
    assert battle.fighters[0].located == 0
    act(battle, "wait")  # no second try


@pytest.mark.rule("RD33", "D42")
def test_RD33_who_comes_into_sight_is_looked_at_before_a_blow(battle_of, begun, act):
    rows = "\n".join(["......", ".##...", ".##...", "......"])
    red, blue = {**PLAIN, "at": (0, 3)}, {**PLAIN, "at": (3, 0), "looked": -1, "acted": False}
    battle = begun(battle_of([red], [blue], map=rows))
    assert battle.fighters[0].looked == 0
    act(battle, "move", 2, faces=[20])
    assert (battle.fighters[0].looked, battle.fighters[0].located) == (0b10, 0b10)
    act(battle, "defend")  # no second try


@pytest.mark.rule("RD12", "D13", "RD35")
def test_RD12_who_bleeds_out_at_the_start_of_the_turn_ends_the_battle(battle_of, begun, act):
    bleeding = {**FAR, "bleed": 3, "stamina": 1, "exhaustion": 2, "looked": -1}
    battle = begun(battle_of([PLAIN], [bleeding]))
    act(battle, "wait")
    assert (battle.over, battle.winner) == (True, 0)
    assert battle.fighters[1].life == Life.EXHAUSTION


# --- Who cannot act (RD9, RD37, D15) --------------------------------------------------------------


@pytest.mark.rule("RD9", "RD37")
def test_RD9_the_dazed_have_one_point_the_stunned_no_turn(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [{**FAR, "dazed": 1, "looked": -1}]))
    act(battle, "wait")
    assert battle.fighters[1].action_points == 1
    act(battle, "wait", faces=None)
    assert battle.fighters[1].dazed == 0
    battle = begun(battle_of([{**PLAIN, "looked": -1}], [{**FAR, "stunned": 1, "looked": -1}]))
    act(battle, "wait")
    assert battle.to_act == 0
    assert battle.fighters[1].stunned == 0


@pytest.mark.rule("RD37", "RD9")
def test_RD37_what_is_left_of_a_turn_is_lost_to_a_stun(battle_of, begun):
    battle = begun(battle_of([{**PLAIN, "looked": -1}], [{**FAR, "looked": -1}]))
    conditions.stun(battle, 0, 1)
    close_window(battle)
    turn.play_on(battle)
    assert battle.to_act == 1
    assert battle.fighters[0].stunned == 1


@pytest.mark.rule("D15", "D39")
def test_D39_the_unconscious_only_check_and_the_dead_have_no_turn(battle_of, begun, act, events):
    foes = [
        {**FAR, "life": Life.KNOCKED_OUT},
        {**FAR, "at": (20, 5), "life": Life.DEAD},
        {**FAR, "at": (20, 7), "looked": -1},
    ]
    battle = begun(battle_of([PLAIN], foes))
    act(battle, "wait", faces=[2])
    assert battle.to_act == 3
    assert [event[1] for event in events(battle, "turn")] == [1, 3]


@pytest.mark.rule("D39", "RD49")
def test_D39_who_wakes_has_its_turn(battle_of, begun, act):
    foes = [
        {**FAR, "life": Life.KNOCKED_OUT, "prone": True, "looked": -1, "level": 10},
        {**FAR, "at": (20, 5)},
    ]
    battle = begun(battle_of([PLAIN], foes))
    act(battle, "wait", faces=[20])  # 20 + 2 + 10
    assert battle.to_act == 1
    assert battle.fighters[1].action_points == 3


# --- The actions of a turn (D62, D63) -------------------------------------------------------------


@pytest.mark.rule("D62", "D63", "QD1")
def test_D62_three_simple_actions_and_the_turn_is_over(battle_of, begun, act):
    battle = begun(battle_of([PLAIN], [{**FAR, "looked": -1}]))
    for _ in range(3):
        assert battle.to_act == 0
        act(battle, "step", N)
    assert battle.to_act == 1


@pytest.mark.rule("D64", "RD21", "D63")
def test_D64_a_free_action_only_once_a_turn(battle_of, begun, act, legal):
    battle = begun(battle_of([{**PLAIN, "held": ["dagger", "dagger"]}], [FAR]))
    act(battle, "drop", 0)
    assert legal(battle, "drop") == set()
    assert battle.fighters[0].action_points == 3


# --- Confusion (RD10, D38, H7) --------------------------------------------------------------------

CONFUSED = {**PLAIN, "confused": True, "looked": -1}


def confused_turn(battle_of, begun, act, face, more=(), red=None, blue=None, faces=()):
    """A confused turn of blue_0 up to the next decision."""
    one = {**PLAIN, "looked": -1, **(red or {})}
    battle = begun(battle_of([one], [{**CONFUSED, **(blue or {})}, *more]))
    act(battle, "wait", faces=[face, *faces])
    return battle


@pytest.mark.rule("RD10", "D38")
def test_RD10_1_does_nothing(battle_of, begun, act):
    battle = confused_turn(battle_of, begun, act, 1)
    assert battle.to_act == 0
    assert at(battle, 1) == (5, 3)
    assert battle.fighters[1].reactions == 4  # they stay


@pytest.mark.rule("RD10")
def test_RD10_2_spends_all_points_on_the_nearest(battle_of, begun, act, events):
    """Three misses in a row, with one and two disadvantages from the second on."""
    battle = confused_turn(battle_of, begun, act, 2, faces=[2, 3, 2, 3, 3, 2])
    assert battle.to_act == 0
    assert [event[:3] for event in events(battle, "misses")] == [("misses", 1, 0)] * 3


@pytest.mark.rule("RD10", "H7")
def test_RD10_2_takes_no_riders_and_goes_for_friends_too(battle_of, begun, act, events):
    friend = {**PLAIN, "at": (6, 3), "looked": -1}
    battle = confused_turn(
        battle_of, begun, act, 2, more=[friend], red={"at": (1, 3)}, faces=[2, 3, 2, 3, 3, 2]
    )
    assert {event[1:3] for event in events(battle, "misses")} == {(1, 2)}


@pytest.mark.rule("RD10", "H7")
def test_RD10_2_draws_among_the_equally_near(battle_of):
    for face, target in [(1, 0), (2, 2)]:
        friend = {**PLAIN, "at": (6, 3)}
        battle = battle_of([PLAIN], [PLAIN, friend])
        battle.loaded[0], battle.num_loaded = face, 1
        assert confusion.nearest_creature(battle, 1) == target


@pytest.mark.rule("RD10")
def test_RD10_2_approaches_first(battle_of, begun, act):
    battle = confused_turn(
        battle_of, begun, act, 2, red={"at": (0, 3)}, blue={"at": (13, 3)}, faces=[2]
    )
    assert at(battle, 1) == (1, 3)  # two Moves of 6 squares, then a miss
    assert battle.fighters[1].attacks == 1


@pytest.mark.rule("RD10", "RD14")
def test_RD10_3_moves_at_random_and_ends_its_turn(battle_of, begun, act):
    battle = confused_turn(battle_of, begun, act, 3, red={"at": (1, 9)}, faces=[3])
    assert at(battle, 1) == (11, 3)
    assert battle.to_act == 0
    battle = confused_turn(battle_of, begun, act, 3, faces=[3])
    assert battle.window == Window.REACTIVE_ATTACK
    act(battle, "wait")
    assert at(battle, 1) == (11, 3)
    assert battle.to_act == 0


@pytest.mark.rule("RD10")
def test_RD10_4_acts_normally(battle_of, begun, act):
    battle = confused_turn(battle_of, begun, act, 4)
    assert (battle.to_act, battle.window) == (1, Window.TURN)
    assert battle.fighters[1].action_points == 3


@pytest.mark.rule("RD10", "RD18", "H7")
def test_RD10_2_strikes_with_the_longest_reach(battle_of):
    battle = battle_of([PLAIN], [{**PLAIN, "held": ["dagger", "sword"]}])
    assert confusion.weapon_at_hand(battle, 1, 0) == 0
    battle = battle_of([{"at": (3, 3)}], [{"base": "horror"}])
    assert confusion.weapon_at_hand(battle, 1, 0) == 2  # tentacle, 10 feet


# --- The end (RD35) -------------------------------------------------------------------------------


@pytest.mark.rule("RD35", "D61")
def test_RD35_a_draw_after_fifty_rounds(battle_of, begun, act):
    battle = begun(battle_of([{**PLAIN, "looked": -1}], [{**FAR, "looked": -1}], round_number=48))
    for _ in range(4):
        assert not battle.over
        act(battle, "wait")
    assert (battle.over, battle.winner, battle.ending) == (True, -1, Ending.ROUND_LIMIT)
    assert battle.round_number == 50


@pytest.mark.rule("TD1")
def test_TD1_active_fighter_is_whose_place_in_the_order_it_is(battle_of):
    battle = battle_of([PLAIN], [FAR], turn=1)
    assert initiative.active_fighter(battle) == 1
    battle.order[1] = 0
    assert initiative.active_fighter(battle) == 0
