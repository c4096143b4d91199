"""Acting out of turn: the legal fighters and moments, the cost, and the cancelled action."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import Act, Life, Posture, Role, Stage, Step
from quintain.envs.wildroll.rules.combat_sequence import action_stack, interrupts
from quintain.envs.wildroll.rules.combat_sequence.initiative import initiative_in_turn

pytestmark = pytest.mark.interpreted

CROUCHING = int(Posture.CROUCHING)
PRONE = int(Posture.PRONE)

# --- Who may (W55, W57, W92, W114, RW14, H2, H25) -------------------------------------------------


@pytest.mark.rule("W57", "RW14")
@pytest.mark.parametrize(("initiative", "asked"), [(13, False), (14, False), (15, True)])
def test_W57_only_above_the_initiative_of_who_is_active(quick_of, begun, window, initiative, asked):
    battle = begun(quick_of(blue=[{"initiative": initiative}], stage=Stage.TURN_START))
    assert window(battle) == ("interrupt" if asked else "turn")
    assert battle.to_act == (1 if asked else 0)


@pytest.mark.rule("W57", "RW14")
def test_W57_it_costs_2_initiative(quick_of, begun, act, events):
    battle = begun(quick_of(stage=Stage.TURN_START))
    act(battle, "defend")
    assert battle.fighters[1].initiative == 14
    assert battle.fighters[1].action_points == 9
    assert battle.fighters[1].defending
    assert events(battle, "interrupts") == [
        ("interrupts", 1, 0, Act.DEFEND, Stage.TURN_START, Act.NONE)
    ]


@pytest.mark.rule("RW14", "W55", "W57")
@pytest.mark.parametrize(("active", "own", "left"), [(0, 1, 0), (0, 2, 0), (1, 3, 1), (0, 0, None)])
def test_RW14_at_initiative_1_it_falls_to_0(quick_of, begun, act, window, active, own, left):
    battle = quick_of(
        red=[{"initiative": active}], blue=[{"initiative": own}], stage=Stage.TURN_START
    )
    begun(battle)
    if left is None:
        assert window(battle) == "turn"
        return
    act(battle, "defend")
    assert battle.fighters[1].initiative == left


@pytest.mark.rule("W55")
def test_W55_at_0_nobody_acts_out_of_turn(quick_of, begun, window):
    battle = quick_of(red=[{"initiative": 0}], blue=[{"initiative": 0}], stage=Stage.TURN_START)
    assert window(begun(battle)) == "turn"
    assert not interrupts.may_interrupt(battle, 1)


@pytest.mark.rule("W114", "RW14")
@pytest.mark.parametrize(
    ("points", "choices"),
    [(0, set()), (1, {"stow"}), (2, {"posture 1", "posture 2"}), (3, {"defend"}), (4, {"seize"})],
)
def test_W114_only_what_can_be_paid_in_full(quick_of, begun, legal, window, points, choices):
    battle = begun(quick_of(blue=[{"action_points": points}], stage=Stage.TURN_START))
    if not choices:
        assert window(battle) == "turn"
        return
    assert window(battle) == "interrupt"
    open_to_it = legal(battle, "stow", "posture", "defend", "seize", "pass")
    assert choices | {"pass"} <= open_to_it
    assert ("seize" in open_to_it) == (points >= 4)


@pytest.mark.rule("RW39")
def test_RW39_no_long_action_begins_out_of_turn(quick_of, begun, legal):
    battle = begun(quick_of(blue=[{"action_points": 2}], stage=Stage.TURN_START))
    assert "seize" not in legal(battle)
    battle = quick_of(red=[{"action_points": 2}], blue=[{"action_points": 0}])
    assert "seize" in legal(begun(battle))


@pytest.mark.rule("RW12", "W57")
@pytest.mark.parametrize(
    "state",
    [{"life": Life.UNCONSCIOUS}, {"life": Life.DEAD}, {"helpless_rounds": 1}, {"passing": True}],
)
def test_RW12_who_cannot_act_or_passes_is_not_asked(quick_of, state):
    battle = quick_of(blue=[state, {}], stage=Stage.TURN_START)
    assert not interrupts.may_interrupt(battle, 1)
    assert interrupts.may_interrupt(battle, 2)


@pytest.mark.rule("W92", "W57")
def test_W92_the_pinned_may_escape_out_of_turn_and_nothing_else(quick_of, begun, legal, window):
    battle = quick_of(
        red=[{"holding": [1]}], blue=[{"pinned_by": 0, "holding": [0]}], stage=Stage.TURN_START
    )
    assert window(begun(battle)) == "interrupt"
    assert legal(battle) == {"pass", "escape"}
    battle = quick_of(
        red=[{"holding": [1]}],
        blue=[{"pinned_by": 0, "holding": [0], "action_points": 3}],
        stage=Stage.TURN_START,
    )
    assert window(begun(battle)) == "turn"


@pytest.mark.rule("H2", "W57", "RW15")
def test_H2_an_interrupter_is_answered_by_whoever_it_interrupted(quick_of, begun, act, window):
    battle = begun(quick_of(blue=[{"initiative": 15}]))
    act(battle, "posture", CROUCHING)
    act(battle, "defend")  # 15 becomes 13, below the 14 of red_0
    assert (window(battle), battle.to_act) == ("interrupt", 0)
    act(battle, "posture", PRONE)  # 14 becomes 12, so that blue_0 may answer in its turn
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    act(battle, "wait")
    assert not battle.fighters[1].defending
    assert [int(one.initiative) for one in battle.fighters[:2]] == [12, 13]
    assert battle.fighters[0].posture == Posture.PRONE


@pytest.mark.rule("H2", "RW15")
def test_H2_depth_3_ends_the_answers(quick_of, begun, act, window):
    battle = begun(quick_of(blue=[{"initiative": 15}]))
    act(battle, "posture", CROUCHING)
    for asked, posture in ((1, PRONE), (0, PRONE), (1, CROUCHING)):
        assert (window(battle), battle.to_act) == ("interrupt", asked)
        act(battle, "posture", posture)
    assert (window(battle), battle.to_act) == ("interrupt", 0)  # after the interrupt of blue_0
    red, blue = battle.fighters[:2]
    assert battle.frames[battle.top].role == Role.INTERRUPT
    assert action_stack.interrupts_under_way(battle) == 1
    assert (red.initiative, blue.initiative) == (12, 11)
    assert (red.posture, blue.posture) == (Posture.STANDING, Posture.PRONE)


@pytest.mark.rule("H2", "W57")
def test_H2_nobody_interrupts_itself(quick_of):
    battle = quick_of(red=[{}, {"initiative": 20}])
    action_stack.push(battle, Role.TURN, Act.DEFEND, 0, -1, 0)
    assert not interrupts.may_interrupt(battle, 0)
    action_stack.push(battle, Role.INTERRUPT, Act.DEFEND, 1, -1, 0)
    assert not interrupts.may_interrupt(battle, 1)


@pytest.mark.rule("W106", "H25")
def test_H25_a_rider_interrupts_by_the_worse_initiative_and_never_its_animal(quick_of):
    battle = quick_of(
        blue=[{"initiative": 20, "rides": 2}, {"base": "horse", "initiative": 14}],
        stage=Stage.TURN_START,
    )
    assert not interrupts.may_interrupt(battle, 1)
    battle.fighters[2].initiative = 15
    assert interrupts.may_interrupt(battle, 1)
    assert not interrupts.may_interrupt(battle, 2)


@pytest.mark.rule("W57", "W106", "H1")
@pytest.mark.parametrize(("own", "animals"), [(20, 16), (16, 20)])
def test_W57_an_interrupt_costs_a_rider_of_what_counts(quick_of, own, animals):
    blue = [{"initiative": own, "rides": 2}, {"base": "horse", "initiative": animals}]
    battle = quick_of(blue=blue, stage=Stage.TURN_START)
    interrupts.interrupt(battle, 1, Act.DEFEND)
    assert [int(one.initiative) for one in battle.fighters[1:3]] == [own - 2, animals - 2]
    assert initiative_in_turn(battle, 1) == 14
    griffin = [{"initiative": own, "rides": 2}, {"base": "griffin", "initiative": animals}]
    battle = quick_of(blue=griffin)
    interrupts.interrupt(battle, 1, Act.DEFEND)
    assert [int(one.initiative) for one in battle.fighters[1:3]] == [own - 2, animals]


# --- When (W58, QW3, TW3, RW14) -------------------------------------------------------------------


@pytest.mark.rule("W58", "TW3", "QW3")
def test_W58_start_declaration_end_of_the_action_end_of_the_turn(quick_of, begun, act, window):
    battle = begun(quick_of(stage=Stage.TURN_START))
    moments = []
    for _ in range(4):
        assert window(battle) == "interrupt"
        at = battle.stage if battle.top < 0 else battle.frames[battle.top].step
        moments.append((int(battle.top), int(at)))
        act(battle, "wait")
        if len(moments) == 1:
            act(battle, "posture", CROUCHING)
        elif len(moments) == 3:
            assert window(battle) == "turn"
            act(battle, "wait")
    assert moments == [
        (-1, Stage.TURN_START), (0, Step.DECLARED), (0, Step.RESOLVED), (-1, Stage.TURN_END)
    ]  # fmt: skip


@pytest.mark.rule("QW3", "W58", "W59")
def test_QW3_before_an_action_or_after_it(quick_of, begun, act):
    for waits, posture in ((0, Posture.STANDING), (1, Posture.CROUCHING)):
        battle = begun(quick_of())
        act(battle, "posture", CROUCHING)
        for _ in range(waits):
            act(battle, "wait")
        act(battle, "defend")
        assert battle.fighters[0].posture == posture
        assert battle.fighters[1].defending


@pytest.mark.rule("RW14")
def test_RW14_once_a_window_but_at_each_of_them(quick_of, begun, act, window):
    battle = begun(quick_of(blue=[{"initiative": 30}], stage=Stage.TURN_START))
    act(battle, "posture", CROUCHING)
    assert window(battle) == "turn"
    act(battle, "posture", CROUCHING)
    assert window(battle) == "interrupt"


@pytest.mark.rule("RW14", "QW2")
def test_RW14_to_pass_is_for_the_rest_of_the_turn(quick_of, begun, act, window):
    battle = begun(quick_of(stage=Stage.TURN_START))
    act(battle, "pass")
    assert window(battle) == "turn"
    act(battle, "posture", CROUCHING)
    assert window(battle) == "turn"
    act(battle, "wait")
    assert window(battle) == "turn"
    assert battle.active == 1
    assert not battle.fighters[1].passing


@pytest.mark.rule("TW3", "XW3")
def test_TW3_the_highest_first_and_each_compared_anew(quick_of, begun, act, window):
    blues = [{"initiative": 15}, {"initiative": 17}, {"initiative": 16}]
    battle = begun(quick_of(red=[{}, {"initiative": 10}], blue=blues, stage=Stage.TURN_START))
    order = []
    while window(battle) == "interrupt":
        order.append(int(battle.to_act))
        if len(order) == 1:
            battle.fighters[0].initiative = 15
        act(battle, "wait")
    assert order == [3, 4]


@pytest.mark.rule("TW3", "XW3", "RW16", "H6")
@pytest.mark.parametrize(("lots", "first"), [((7, 5), 1), ((5, 7), 2)])
def test_TW3_ties_are_settled_by_draw_among_those_asked(quick_of, window, load, begun, lots, first):
    battle = quick_of(blue=[{}, {}, {"action_points": 0}], stage=Stage.TURN_START)
    load(battle, lots)
    begun(battle)
    assert window(battle) == "interrupt"
    assert battle.to_act == first
    assert [int(one.tie_roll) for one in battle.fighters[:4]] == [0, *lots, 0]


# --- What it cancels (W59, H1, H3, RW14) ----------------------------------------------------------


@pytest.mark.rule("W59", "RW14")
def test_W59_an_interrupted_declaration_does_not_happen_and_costs_nothing(
    quick_of, begun, act, window, events
):
    battle = begun(quick_of())
    act(battle, "posture", CROUCHING)
    act(battle, "defend")
    red = battle.fighters[0]
    assert (red.posture, red.action_points) == (Posture.STANDING, 12)
    assert events(battle, "cancelled") == [("cancelled", 0, 1, Act.POSTURE, 0, 0)]
    assert window(battle) == "turn"
    assert battle.to_act == 0
    act(battle, "posture", CROUCHING)
    assert (red.posture, red.action_points) == (Posture.CROUCHING, 10)


@pytest.mark.rule("W59", "W58")
def test_W59_after_an_action_nothing_is_cancelled(quick_of, begun, act, events):
    battle = begun(quick_of())
    act(battle, "posture", CROUCHING)
    act(battle, "wait")
    act(battle, "defend")
    assert battle.fighters[0].action_points == 10
    assert events(battle, "cancelled") == []


@pytest.mark.rule("H3", "W58")
def test_H3_nobody_else_is_asked_about_what_is_cancelled(quick_of, begun, act, window):
    battle = begun(quick_of(blue=[{"initiative": 30}, {"initiative": 18}]))
    act(battle, "posture", CROUCHING)
    assert battle.to_act == 1
    act(battle, "defend")
    assert window(battle) == "turn"


@pytest.mark.rule("H1", "RW15", "W59")
def test_H1_a_cancelled_interrupt_cancels_nothing(quick_of, begun, act, window):
    battle = begun(quick_of(red=[{}, {"initiative": 20}]))
    act(battle, "posture", CROUCHING)
    assert battle.to_act == 1
    act(battle, "wait")
    assert battle.to_act == 2
    act(battle, "defend")  # blue_0 with 16, 14 from now on
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    act(battle, "defend")  # red_1 cancels that
    assert battle.fighters[2].initiative == 14
    assert battle.fighters[2].action_points == 12
    assert not battle.fighters[2].defending
    assert battle.fighters[0].posture == Posture.CROUCHING


@pytest.mark.rule("H1", "W59", "RW38")
def test_H1_an_interrupt_that_has_become_impossible_cancels_nothing(quick_of, begun, act):
    battle = begun(quick_of(red=[{}, {"initiative": 20}]))
    act(battle, "posture", CROUCHING)
    act(battle, "wait")
    act(battle, "defend")
    battle.fighters[2].defending = True
    act(battle, "wait")
    assert battle.fighters[0].posture == Posture.CROUCHING
    assert (battle.fighters[2].initiative, battle.fighters[2].action_points) == (14, 12)


# --- Interrupts of interrupts (RW15) --------------------------------------------------------------


@pytest.mark.rule("RW15")
def test_RW15_the_active_one_is_then_the_interrupter(quick_of, begun, act, window):
    battle = begun(quick_of(red=[{}, {"initiative": 15}, {"initiative": 14}], blue=[{}]))
    act(battle, "posture", CROUCHING)
    assert battle.to_act == 3
    act(battle, "defend")  # 16 becomes 14
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    assert interrupts.active_initiative(battle) == 14
    assert not interrupts.may_interrupt(battle, 2)


@pytest.mark.rule("RW15")
@pytest.mark.parametrize(("under_way", "asked"), [(1, True), (2, True), (3, False)])
def test_RW15_to_a_depth_of_3(quick_of, under_way, asked):
    battle = quick_of(red=[{"initiative": 1}], blue=[{"initiative": 1}] * 3 + [{"initiative": 9}])
    action_stack.push(battle, Role.TURN, Act.DEFEND, 0, -1, 0)
    for number in range(under_way):
        action_stack.push(battle, Role.INTERRUPT, Act.DEFEND, 1 + number, -1, 0)
    assert interrupts.ask_interrupter(battle) == asked
    assert battle.to_act == (4 if asked else -1)


@pytest.mark.rule("RW15", "W60", "H2")
def test_RW15_reactions_cannot_be_interrupted(quick_of, begun, act, window):
    battle = begun(
        quick_of(red=[{}], blue=[{"initiative": 16}, {"initiative": 3, "readied": Act.DEFEND}])
    )
    act(battle, "posture", CROUCHING)
    act(battle, "wait")
    assert (window(battle), battle.to_act) == ("readied", 2)
    act(battle, "defend")
    assert battle.fighters[2].defending
    assert (window(battle), battle.to_act) == ("interrupt", 1)
    assert battle.top == 0  # the end of red's action, not of the reaction
    assert battle.frames[battle.top].step == Step.RESOLVED


# --- The unseen (XW1, H26) ------------------------------------------------------------------------


@pytest.mark.rule("XW1", "H26", "W58")
@pytest.mark.parametrize("hidden", [False, True])
def test_XW1_nobody_interrupts_an_action_that_he_does_not_see(quick_of, begun, act, window, hidden):
    reds = [{"hidden": hidden, "at": (1, 3)}, {"initiative": 10, "at": (1, 5)}]
    battle = begun(quick_of(red=reds, blue=[{"at": (20, 3)}]))
    act(battle, "posture", CROUCHING)
    assert (window(battle), battle.to_act) == ("interrupt", 2)
    step = battle.frames[battle.top].step
    assert step == (Step.RESOLVED if hidden else Step.DECLARED)  # it has shown itself by then
    assert not battle.fighters[0].hidden


@pytest.mark.rule("XW1", "H26", "W58")
@pytest.mark.parametrize("stage", [Stage.TURN_START, Stage.TURN_END])
@pytest.mark.parametrize("hidden", [False, True])
def test_XW1_the_turn_of_the_hidden_opens_no_window_of_an_enemy(
    quick_of, begun, window, stage, hidden
):
    reds = [{"hidden": hidden, "at": (1, 3)}, {"initiative": 10, "at": (1, 5)}]
    battle = begun(quick_of(red=reds, blue=[{"at": (9, 3)}], stage=stage))
    assert ((window(battle), battle.to_act) == ("interrupt", 2)) != hidden


@pytest.mark.rule("XW1", "H26")
@pytest.mark.parametrize(("friend", "asked"), [({"initiative": 20}, 1), ({}, -1)])
def test_XW1_its_own_side_sees_who_hides(quick_of, begun, act, friend, asked):
    reds = [{"hidden": True, "at": (1, 3)}, {"initiative": 10, "at": (1, 5), **friend}]
    battle = begun(quick_of(red=reds, blue=[{"at": (20, 3)}]))
    act(battle, "posture", CROUCHING)
    declared = battle.frames[battle.top].step == Step.DECLARED
    assert (battle.to_act if declared else -1) == asked
