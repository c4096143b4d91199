"""Whole actions from the choice to the result, and the answers in every window."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Act, Life

pytestmark = pytest.mark.interpreted
LIGHT = 1


@pytest.mark.rule("QW1", "W75", "W114")
def test_QW1_an_attack_is_declared_paid_and_rolled(battle_of, begun, act, window, events):
    battle = begun(battle_of())
    act(battle, "standard", faces=[4, 4, 3])  # 11 and 5 against 11, 1 damage, Toughness 3
    assert battle.fighters[0].action_points == 7
    assert [told[0] for told in events(battle, "declares", "rolls", "hits")] == [
        "declares", "rolls", "hits"
    ]  # fmt: skip
    assert (window(battle), battle.to_act, int(battle.top)) == ("turn", 0, -1)


@pytest.mark.rule("QW6", "W78", "RW27")
@pytest.mark.parametrize(("answer", "came"), [("defence", "misses"), ("wait", "hits")])
def test_QW6_which_defense_of_defend(battle_of, begun, act, window, events, answer, came):
    blue = {"defending": True, "skills": {"athletics": 3}}
    battle = begun(battle_of(blue=[blue]))
    act(battle, "standard")
    assert (window(battle), battle.to_act) == ("defence", 1)
    act(battle, answer, faces=[2, 3, 3])  # 13 against a Power Defense of 14, or 11 and 2
    assert [told[0] for told in events(battle, "hits", "misses")] == [came]


@pytest.mark.rule("QW7", "W72")
@pytest.mark.parametrize(("answer", "level"), [("level", LIGHT), ("wait", 3)])
def test_QW7_the_level_of_a_nonlethal_wound(battle_of, begun, act, window, answer, level):
    battle = begun(battle_of(blue=[{"armour": "none"}]))
    act(battle, "nonlethal", faces=[4, 4, 4])  # 12, 5 less 2 and 1, against 11 and 1
    assert (window(battle), battle.to_act) == ("level", 0)
    act(battle, answer)
    assert battle.fighters[1].wounds[level - 1] == 1


@pytest.mark.rule("QW4", "W79", "RW29")
def test_QW4_harry(battle_of, begun, act, window):
    battle = begun(battle_of(red=["archer"]))
    act(battle, "standard")
    assert (window(battle), battle.to_act) == ("harry", 1)
    act(battle, "harry", faces=[3, 3, 4])
    assert (battle.fighters[0].harried, battle.fighters[1].action_points) == (1, 10)


@pytest.mark.rule("QW4", "W91", "RW43")
def test_QW4_interpose(battle_of, begun, act, window, events):
    held = {"at": (4, 4), "holding": [2], "initiative": 1}
    battle = begun(battle_of(red=[{}, held], blue=[{"at": (5, 3), "holding": [1]}]))
    act(battle, "quick")
    assert (window(battle), battle.to_act) == ("interpose", 2)
    act(battle, "interpose", slot=1, faces=[5, 5, 5, 4, 4, 4])
    assert events(battle, "interposes") == [("interposes", 2, 1, 0, 0, 0)]


@pytest.mark.rule("QW4", "RW38", "W80")
def test_QW4_a_readied_blow_comes_before_what_it_answers(battle_of, begun, act, window, events):
    battle = begun(battle_of(blue=[{"readied": Act.QUICK}]))
    act(battle, "quick")
    assert (window(battle), battle.to_act) == ("readied", 1)
    act(battle, "quick", faces=[1, 2, 3, 1, 2, 3])
    assert [told[1] for told in events(battle, "rolls")] == [1, 0]


@pytest.mark.rule("H16", "W60", "W79", "RW38")
@pytest.mark.parametrize(("answer", "asked"), [("defend", "defence"), ("wait", "harry")])
def test_H16_a_declared_attack_is_one_trigger(battle_of, begun, act, window, answer, asked):
    blue = {"readied": Act.DEFEND, "skills": {"athletics": 3}}
    battle = begun(battle_of(red=["archer"], blue=[blue]))
    act(battle, "standard")
    assert (window(battle), battle.to_act) == ("readied", 1)
    act(battle, answer)
    assert (window(battle), battle.to_act) == (asked, 1)


@pytest.mark.rule("TW4", "W60", "RW38", "RW29")
def test_TW4_a_reaction_comes_right_after_its_trigger(battle_of, begun, act, events):
    battle = begun(battle_of(red=["archer"], blue=[{"readied": Act.DEFEND}]))
    act(battle, "standard")
    act(battle, "wait")
    act(battle, "harry", faces=[1, 2, 3])
    told = [event[0] for event in events(battle, "harried", "rolls")]
    assert told == ["harried", "rolls"]
    assert battle.fighters[1].readied == Act.NONE


@pytest.mark.rule("QW5", "W34", "H12")
def test_QW5_to_ignore_one_who_flanks(battle_of, begun, act, legal, window):
    foes = [{"at": (3, 3), "initiative": 2}, {"at": (5, 3), "initiative": 1}]
    battle = battle_of(red=[{"at": (4, 3)}], blue=foes, flanked=1)
    assert legal(begun(battle), "ignore", "heed") == {"ignore", "ignore 0 1"}
    act(battle, "ignore", slot=1)
    assert (window(battle), battle.flanked) == ("turn", 0)
    assert legal(battle, "ignore", "heed") == {"ignore"}


@pytest.mark.rule("W34", "QW5", "XW1")
def test_W34_in_ones_turn_anybody_whom_one_sees_may_be_ignored(battle_of, begun, legal):
    foes = [{"at": (20, 3)}, {"at": (5, 3), "hidden": True}, {"life": Life.DEAD}]
    battle = begun(battle_of(red=[{"at": (4, 3), "action_points": 0}], blue=foes))
    assert legal(battle, "ignore") == {"ignore"}


# --- Ways (W65, W66, RW37, RW38, QW12, H9, H15) ---------------------------------------------------

NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST = range(6)
AWAY = {"at": (20, 9)}


@pytest.mark.rule("W66", "RW37", "W59")
def test_W66_a_step_out_of_turn_cancels_for_a_point_and_no_initiative(
    battle_of, begun, act, window, legal, events
):
    battle = begun(battle_of(blue=[{"initiative": 30}]))
    act(battle, "quick")
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    act(battle, "step", EAST)
    blue = battle.fighters[1]
    assert (blue.x, blue.initiative, blue.action_points) == (6, 30, 11)
    assert events(battle, "cancelled") == [("cancelled", 0, 1, Act.QUICK, 0, 0)]
    assert (window(battle), battle.to_act) == ("turn", 0)
    assert battle.fighters[0].action_points == 12
    act(battle, "quick")
    assert legal(battle, "step", "away") == set()


@pytest.mark.rule("RW37")
def test_RW37_after_points_were_spent_the_same_declaration_can_be_evaded_again(
    battle_of, begun, act, legal
):
    battle = begun(battle_of(blue=[{"initiative": 30}]))
    act(battle, "quick")
    act(battle, "step", NORTH_EAST)
    act(battle, "defend")
    act(battle, "wait")
    act(battle, "wait")
    assert battle.fighters[0].action_points == 9
    act(battle, "quick")
    assert legal(battle, "step") != set()


@pytest.mark.rule("RW38", "H15", "TW8")
def test_H15_a_yard_is_an_event_of_its_own(battle_of, begun, act, window):
    battle = begun(battle_of(blue=[{**AWAY, "readied": Act.DEFEND, "initiative": 1}]))
    act(battle, "step", WEST)
    assert (window(battle), battle.to_act) == ("readied", 1)
    assert battle.fighters[0].x == 3
    act(battle, "defend")
    assert battle.fighters[1].defending
    assert (window(battle), battle.to_act) == ("turn", 0)


@pytest.mark.rule("TW8", "W58", "H2")
def test_TW8_a_way_opens_no_windows(battle_of, begun, act, window):
    battle = begun(battle_of(blue=[{**AWAY, "initiative": 30}]))
    act(battle, "step", WEST)
    assert (window(battle), battle.to_act) == ("turn", 0)


@pytest.mark.rule("QW12", "W65")
def test_QW12_points_that_were_bought_are_used_before_new_ones(battle_of, begun, act, window):
    battle = begun(battle_of(red=[{"action_points": 1}], blue=[{**AWAY, "initiative": 20}]))
    act(battle, "step", WEST)
    assert (window(battle), battle.to_act) == ("turn", 0)  # a yard is left
    assert battle.fighters[0].action_points == 0
    act(battle, "step", WEST)
    assert battle.fighters[0].x == 2
    assert battle.fighters[0].action_points == 0


@pytest.mark.rule("QW2", "W114", "QW12")
def test_QW2_movement_points_alone_are_enough_to_interrupt(battle_of, begun, window, legal):
    blue = {"initiative": 30, "action_points": 0, "move_quarters": 4}
    battle = begun(battle_of(blue=[blue], stage=2))
    assert window(battle) == "interrupt"
    assert {name.split()[0] for name in legal(battle)} <= {"step", "steps", "pass", "away", "drop"}


@pytest.mark.rule("W57", "W59", "RW14", "RW28", "W74", "W96", "H9", "QW9")
def test_W59_the_example_of_a_turn_interrupted_by_a_shove(battle_of, begun, act, window, events):
    red = {"initiative": 14, "action_points": 9}
    battle = begun(battle_of(red=[red], blue=[{"initiative": 16, "action_points": 8}], stage=2))
    red, blue = battle.fighters[0], battle.fighters[1]
    assert (window(battle), battle.to_act) == ("interrupt", 1)  # the start of the turn
    act(battle, "wait")
    act(battle, "quick")
    assert (window(battle), battle.to_act) == ("interrupt", 1)  # the declaration
    act(battle, "shove", faces=[5, 5, 4])
    assert (blue.initiative, blue.action_points) == (14, 4)
    assert (window(battle), battle.to_act) == ("direction", 1)
    act(battle, "push", WEST)
    assert window(battle) == "distance"
    act(battle, "wait")
    assert events(battle, "cancelled") == [("cancelled", 0, 1, Act.QUICK, 0, 0)]
    assert (window(battle), battle.to_act, red.action_points) == ("turn", 0, 9)
    assert red.x < 4
    while red.x < 3:
        act(battle, "step", EAST)
    points = int(red.action_points)
    act(battle, "step", EAST)
    assert (window(battle), battle.to_act) == ("rebuff", 1)  # 14 is not above 14, but this reacts
    act(battle, "rebuff", faces=[1, 2, 3])
    assert (blue.action_points, red.x) == (0, 3)
    assert (window(battle), battle.to_act) == ("turn", 0)  # it may stop, and keeps its points
    assert red.action_points == points
    act(battle, "step", EAST)
    assert red.x == 4  # one trigger in an approach


# --- Mounts and jumps (W106, H25, W70) ------------------------------------------------------------


@pytest.mark.rule("W106", "H25")
def test_W106_a_rider_without_points_may_still_have_its_mount_attack(
    battle_of, begun, act, legal, window
):
    rider = {"base": "knight", "rides": 1, "action_points": 0}
    mount = {"base": "warhorse", "at": (4, 3)}
    battle = begun(battle_of(red=[rider, mount], blue=[{"initiative": 1}]))
    assert (window(battle), battle.to_act) == ("turn", 0)
    assert legal(battle, "command", "step", "seize") == {"command"}
    act(battle, "command", faces=[1, 2, 3])
    assert battle.fighters[1].action_points == 7


@pytest.mark.rule("W106", "H25")
@pytest.mark.parametrize(
    "state",
    [{"base": "horse"}, {"uncontrolled": True}, {"action_points": 4}, {"helpless_rounds": 1}],
)
def test_W106_not_every_mount_attacks_on_command(battle_of, begun, legal, state):
    mount = {"base": "warhorse", "at": (4, 3), **state}
    battle = begun(battle_of(red=[{"base": "knight", "rides": 1}, mount]))
    assert legal(battle, "command") == set()


@pytest.mark.rule("W106", "H25", "TW3")
def test_H25_a_mount_out_of_control_flees_at_the_start_of_the_turn(battle_of, begun, events):
    horse = {"base": "horse", "uncontrolled": True}
    battle = battle_of(red=[{"base": "knight", "rides": 1}, horse], stage=2)
    begun(battle)
    assert [told[1] for told in events(battle, "bolts")] == [1]
    assert (battle.fighters[0].action_points, battle.fighters[1].action_points) == (12, 11)
    assert battle.fighters[0].x == battle.fighters[1].x == 0  # as far as the map goes


@pytest.mark.rule("W70", "W49", "TW6")
def test_W70_a_jump_is_paid_over_turns_and_then_made(battle_of, begun, act, window, events):
    battle = begun(battle_of(red=[{"action_points": 1}], blue=[{**AWAY, "initiative": 20}]))
    act(battle, "jump", 3 * WEST + 1)  # 3 yards
    red = battle.fighters[0]
    assert (red.long_act, red.long_left) == (Act.JUMP, 1)
    act(battle, "wait", faces=None)
    while window(battle) != "long":
        act(battle, "wait", faces=None)
    act(battle, "wait", faces=[6, 6, 6])
    assert events(battle, "jumps") != []
    assert red.x == 1


# --- What an action has changed counts at once (W32, W58, RW34) -----------------------------------


@pytest.mark.rule("W32", "W33", "W58")
def test_W32_who_has_fallen_flanks_no_more_when_others_interrupt(
    battle_of, begun, act, window, events
):
    foes = [{"at": (6, 3), "initiative": 1, "npc": "minion", "wounds": {"critical": 1}}]
    foes += [{"at": (4, 4), "initiative": 30}]
    foes[0]["wounds"].update({"moderate": 1, "severe": 1})
    battle = begun(battle_of(red=[{"at": (5, 3)}], blue=foes, flanked=1))
    act(battle, "standard", faces=None)
    while window(battle) == "interrupt" and not events(battle, "dies"):
        act(battle, "wait", faces=[4, 5, 5])
    assert (window(battle), battle.to_act) == ("interrupt", 2)
    assert int(battle.flanked) == 0


# --- Interrupts of interrupts (RW15, W57, W59) ----------------------------------------------------


@pytest.mark.rule("RW15", "W57", "W59", "H1")
def test_RW15_three_deep_and_only_what_takes_place_cancels(battle_of, begun, act, window, events):
    reds = [{"initiative": 10}, {"initiative": 25}, {"initiative": 40}]
    blues = [{"initiative": 20, "at": (9, 3)}, {"initiative": 30, "at": (9, 4)}]
    battle = begun(battle_of(red=reds, blue=blues))
    act(battle, "posture", 1)
    depths, cancelled = [], []
    for actor in (3, 1, 4):  # blue_0, red_1 before it, blue_1 before that
        while battle.to_act != actor:
            assert window(battle) == "interrupt"
            act(battle, "wait")
        depths.append(int(battle.top))
        act(battle, "defend")
        cancelled += [told[1:3] for told in events(battle, "cancelled")]
    assert depths == [0, 1, 2]
    # Nobody interrupts the third; it cancels the second, so that the first takes place.
    assert cancelled == [(1, 4)]
    assert [bool(one.defending) for one in battle.fighters[:5]] == [False, False, False, True, True]
    assert [int(one.initiative) for one in battle.fighters[:5]] == [10, 23, 40, 18, 28]
    assert [int(one.action_points) for one in battle.fighters[:5]] == [12, 12, 12, 9, 9]
    while window(battle) == "interrupt":
        act(battle, "wait")
        cancelled += [told[1:3] for told in events(battle, "cancelled")]
    assert cancelled == [(1, 4), (0, 3)]
    assert (window(battle), battle.to_act, battle.fighters[0].posture) == ("turn", 0, 0)


# --- An approach is a trigger of its own (W60, W74) -----------------------------------------------


@pytest.mark.rule("W60", "W74", "RW38")
def test_W60_who_answered_the_declaration_of_a_jump_may_rebuff_it(battle_of, begun, act, window):
    blue = {"base": "spearman", "at": (7, 3), "readied": Act.DEFEND, "initiative": 1}
    battle = begun(battle_of(blue=[blue]))
    act(battle, "jump", 3 * EAST)  # 2 yards, next to it
    assert (window(battle), battle.to_act) == ("readied", 1)
    act(battle, "defend")
    assert (window(battle), battle.to_act) == ("rebuff", 1)
