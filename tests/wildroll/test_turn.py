"""The sequence of play: rounds, whose turn it is, the turn and its end."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll import turn
from quintain.envs.wildroll.enums import (
    Ending,
    Life,
    Posture,
    Stage,
)

pytestmark = pytest.mark.interpreted
CROUCHING = int(Posture.CROUCHING)


def turns(battle, act, window, decide=None, rounds=1) -> list[int]:
    """The sequence of turns; in all other windows fighters wait."""
    order: list[int] = []
    last = int(battle.round_number) + rounds
    if battle.window == 0:
        turn.play_on(battle)
    while not battle.over and battle.round_number < last:
        if window(battle) == "turn":
            order.append(int(battle.active))
            if decide is not None:
                decide(battle)
        act(battle, "wait", faces=None)
    return order


# --- Whose turn it is (W42, W54, TW1, TW5, H25) ---------------------------------------------------


@pytest.mark.rule("W42", "TW1")
def test_W42_one_turn_each_in_descending_initiative(battle_of, act, window):
    reds = [{"initiative": 5}, {"initiative": 9}]
    blues = [{"initiative": 7}, {"initiative": 12}]
    battle = battle_of(red=reds, blue=blues, stage=Stage.ROUND_START)
    assert turns(battle, act, window) == [3, 1, 2, 0]
    assert (battle.round_number, battle.active) == (1, 3)


@pytest.mark.rule("W42", "TW5")
def test_TW5_the_order_follows_the_initiative_of_the_moment(battle_of, act, window):
    def lower(battle):
        battle.fighters[2].initiative = 3

    reds = [{"initiative": 5}, {"initiative": 9}]
    blues = [{"initiative": 7}, {"initiative": 12}]
    battle = battle_of(red=reds, blue=blues, stage=Stage.ROUND_START)
    assert turns(battle, act, window, lower) == [3, 1, 0, 2]


@pytest.mark.rule("W54", "RW41")
@pytest.mark.parametrize("initiative", [1, 30])
def test_W54_no_second_turn_in_a_round(battle_of, act, window, initiative):
    def change(battle):
        if battle.active == 0:
            battle.fighters[0].initiative = initiative

    battle = battle_of(
        red=[{"initiative": 10}], blue=[{"initiative": 6}, {"initiative": 4}], stage=0
    )
    assert turns(battle, act, window, change) == [0, 1, 2]


@pytest.mark.rule("H25", "W106", "H5")
def test_H25_animals_have_no_turn_and_sentient_mounts_their_own(battle_of, act, window):
    battle = battle_of(
        red=[{"initiative": 20, "rides": 1}, {"base": "horse", "initiative": 8}, "horse"],
        blue=[{"initiative": 10, "rides": 4}, {"base": "griffin", "initiative": 15}],
        stage=Stage.ROUND_START,
    )
    assert turns(battle, act, window) == [4, 3, 0]


@pytest.mark.rule("H25", "W106")
def test_H25_an_animal_has_acted_with_its_rider(battle_of, begun):
    battle = battle_of(red=[{"rides": 1}, "warhorse"], blue=[{"initiative": 1}], stage=0)
    begun(battle)
    assert battle.active == 0
    assert battle.fighters[1].acted


@pytest.mark.rule("H5", "W44")
@pytest.mark.parametrize("state", [{"life": Life.UNCONSCIOUS}, {"helpless_rounds": 2}])
def test_H5_who_cannot_act_has_its_turn_without_a_decision(
    battle_of, act, begun, window, events, state
):
    one = {"initiative": 19, "action_points": 0, **state}
    battle = battle_of(red=[one, {"initiative": 17}], blue=[{"initiative": 16}], stage=0)
    begun(battle)
    assert (window(battle), battle.active) == ("turn", 1)
    assert battle.fighters[0].action_points == 12
    assert [told[1] for told in events(battle, "turn")] == [0, 1]


@pytest.mark.rule("H5", "W92", "RW12")
@pytest.mark.parametrize(("points", "asked"), [(4, True), (1, True), (0, False)])
def test_H5_the_pinned_have_a_turn_if_they_can_begin_to_escape(
    battle_of, begun, window, legal, points, asked
):
    battle = battle_of(
        red=[{"pinned_by": 1, "holding": [1], "action_points": points}],
        blue=[{"holding": [0], "initiative": 1, "action_points": 0}],
    )
    begun(battle)
    assert (battle.active == 0) == asked
    if asked:
        assert legal(battle) == {"escape"}


# --- A turn and its end (W44, W58, RW25, TW2, H4) -------------------------------------------------


@pytest.mark.rule("RW25", "TW2")
def test_RW25_actions_as_long_as_points_last_and_the_end_is_a_choice(battle_of, begun, act, window):
    red = {"action_points": 5, "held": []}
    battle = begun(battle_of(red=[red], blue=[{"initiative": 20, "hidden": True, "at": (9, 9)}]))
    act(battle, "defend")
    assert (window(battle), battle.to_act) == ("turn", 0)
    act(battle, "posture", CROUCHING)
    assert (window(battle), battle.to_act) == ("turn", 1)  # nothing was left
    assert battle.fighters[0].action_points == 6
    battle = begun(battle_of(blue=[{"initiative": 20}]))
    act(battle, "wait")
    assert battle.to_act == 1
    assert battle.fighters[0].action_points == 18


@pytest.mark.rule("TW2", "W44", "W56", "RW22")
def test_TW2_the_surprised_gain_their_first_points_at_the_end_of_their_turn(
    battle_of, begun, act, events
):
    battle = battle_of(red=[{"action_points": 0, "surprised": True}], stage=Stage.ROUND_START)
    battle.fighters[1].action_points = 0
    begun(battle)
    assert [told[1] for told in events(battle, "gains")] == [1]
    assert (battle.to_act, battle.fighters[0].action_points) == (0, 0)
    act(battle, "wait")
    assert [told[1] for told in events(battle, "gains")] == [0]
    assert not battle.fighters[0].surprised
    assert battle.fighters[0].action_points == 6


@pytest.mark.rule("W44", "W106", "H25")
def test_W44_the_animal_gains_with_its_rider(battle_of, begun, act):
    battle = begun(battle_of(red=[{"rides": 1}, "warhorse"], blue=[{"initiative": 1}]))
    battle.fighters[1].action_points = 0
    act(battle, "wait")
    assert battle.fighters[1].action_points == 7


@pytest.mark.rule("H4", "W44", "W58")
def test_H4_interrupts_at_the_end_come_before_the_points(battle_of, begun, act, window, events):
    battle = begun(battle_of(red=[{"initiative": 10}], blue=[{"initiative": 20, "acted": True}]))
    act(battle, "wait")
    assert (window(battle), battle.stage) == ("interrupt", Stage.TURN_END)
    assert battle.fighters[0].action_points == 12
    act(battle, "defend")
    told = [event[0] for event in events(battle) if event[0] in ("defends", "gains")]
    assert told[:2] == ["defends", "gains"]


@pytest.mark.rule("W58", "TW3")
def test_W58_at_the_start_of_a_turn(battle_of, begun, window):
    battle = battle_of(
        red=[{"initiative": 10}], blue=[{"initiative": 20, "acted": True}], stage=Stage.CHOOSE
    )
    battle.fighters[0].acted = False
    begun(battle)
    assert (window(battle), battle.stage, battle.active) == ("interrupt", Stage.TURN_START, 0)


@pytest.mark.rule("W78", "W69", "W83", "W103", "RW14", "RW28", "H12")
def test_W78_what_a_turn_begins_and_ends(battle_of, begun):
    lasting = {
        "passing": True, "rebuffed_by": [0], "switched": [0], "hurrying": True, "opening": 9
    }  # fmt: skip
    battle = battle_of(
        red=[{"defending": True, "run": 5, "initiative": 30, **lasting}],
        blue=[{"defending": True, "run": 5, "initiative": 1, **lasting}],
        stage=Stage.ROUND_START,
    )
    begun(battle)
    assert [bool(battle.fighters[one].defending) for one in (0, 1)] == [False, True]
    assert [int(battle.fighters[one].run) for one in (0, 1)] == [0, 5]
    for fighter in battle.fighters[:2]:
        assert (fighter.passing, fighter.rebuffed_by, fighter.switched) == (False, 0, 0)
        assert not fighter.hurrying
        assert not fighter.opening.any()


# --- Rounds (TW1, TW7, RW31) ----------------------------------------------------------------------


@pytest.mark.rule("TW1", "W44")
def test_TW1_points_for_all_before_the_first_turn(battle_of, begun, events):
    battle = battle_of(
        red=[{"action_points": 0}], blue=[{"action_points": 3}], stage=Stage.ROUND_START
    )
    begun(battle)
    told = [event[0] for event in events(battle)]
    assert told == ["round", "gains", "gains", "turn"]
    assert [int(one.action_points) for one in battle.fighters[:2]] == [6, 9]


@pytest.mark.rule("RW31")
def test_RW31_after_the_last_round_it_is_a_draw(battle_of, act, window):
    battle = battle_of(round_limit=2, stage=Stage.ROUND_START)
    assert turns(battle, act, window, rounds=9) == [0, 1, 0, 1]
    assert (battle.over, battle.winner, battle.ending) == (True, -1, Ending.ROUND_LIMIT)
    assert (battle.to_act, battle.round_number) == (-1, 2)


@pytest.mark.rule("RW31")
def test_RW31_it_ends_as_soon_as_a_side_is_down(battle_of, begun, act):
    battle = begun(battle_of())
    battle.fighters[1].life = Life.DEAD
    act(battle, "defend")
    assert (battle.over, battle.winner, battle.to_act) == (True, 0, -1)


# --- The end of a turn in a current (W32, W68, W106, RW34, H26) -----------------------------------

RIVER = "\n".join(["dddddd"] * 3)
EAST = 1


def river(battle_of, red, blue):
    """The end of the turn of red_0, with a current that carries it a yard eastwards."""
    fields = {"current_side": EAST, "current_yards": 1, "stage": Stage.TURN_OVER}
    return battle_of(red=red, blue=blue, map=RIVER, **fields)


@pytest.mark.rule("RW34", "W68", "H24")
@pytest.mark.parametrize(("x", "held"), [(2, False), (3, True)])
def test_RW34_a_current_tears_a_grapple_apart(battle_of, x, held):
    red = {"at": (2, 1), "holding": [1], "pinned_by": 1}
    battle = river(battle_of, [red], [{"at": (x, 2), "holding": [0]}])
    turn.finish_turn(battle)
    assert battle.fighters[0].x == 3
    assert [one.holding != 0 for one in battle.fighters[:2]] == [held, held]
    assert (battle.fighters[0].pinned_by == 1) == held


@pytest.mark.rule("W32", "W68", "H24")
def test_W32_a_current_carries_somebody_out_of_a_flank_and_into_one(battle_of):
    foes = [{"at": (0, 1), "held": []}, {"at": (3, 1), "held": []}]
    battle = river(battle_of, [{"at": (1, 1)}], foes)
    battle.flanked = 1
    turn.finish_turn(battle)
    assert (battle.fighters[0].x, int(battle.flanked)) == (2, 0)  # a gap of 1 behind it
    battle = river(battle_of, [{"at": (1, 1)}], [{"at": (1, 1)}, {"at": (3, 1)}])
    turn.finish_turn(battle)
    assert (battle.fighters[0].x, int(battle.flanked)) == (2, 1)


@pytest.mark.rule("W106", "W68", "H24")
def test_W106_a_mount_that_drifts_into_reach_has_to_be_controlled(battle_of, loaded):
    red = [{"base": "knight", "rides": 1, "specialisations": {"riding": 0}}]
    red += [{"base": "horse", "at": (1, 1)}]
    battle = river(battle_of, red, [{"base": "thug", "held": [], "at": (3, 1)}])
    with loaded(battle, [1, 1, 1]):
        turn.finish_turn(battle)
    assert (battle.fighters[0].x, battle.fighters[1].x) == (2, 2)


@pytest.mark.rule("H26", "H24", "XW1")
def test_H26_who_drifts_next_to_an_enemy_is_seen(battle_of):
    battle = river(battle_of, [{"at": (1, 1), "hidden": True}], [{"at": (3, 1)}])
    turn.finish_turn(battle)
    assert not battle.fighters[0].hidden
