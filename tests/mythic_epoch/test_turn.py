"""The round, the order of turns, and the three steps of an action."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Status
from quintain.envs.mythic_epoch.tables import WEAPON_NAMES

from .deployments import REST, deploy

pytestmark = pytest.mark.interpreted

SWORD = WEAPON_NAMES.index("sword")


def order(battle):
    """Fighters in the order of their turns."""
    return battle.order[: battle.num_fighters].tolist()


# --- Initiative (RM4) -----------------------------------------------------------------------------


@pytest.mark.rule("RM4", "M2", "TM1")
@pytest.mark.parametrize(
    ("agilities", "faces", "expected"),
    [
        (((4,), (4,)), [3, 2], [0, 1]),
        (((4,), (4,)), [2, 3], [1, 0]),
        (((4,), (5,)), [3, 3], [1, 0]),  # the skill counts
        (((0,), (5,)), [6, 0], [0, 1]),  # and so does the pool
        (((4, 4), (4, 4)), [1, 7, 3, 5], [1, 3, 2, 0]),
        (((4, 4, 4), (4,)), [0, 1, 2, 3], [3, 2, 1, 0]),
    ],
)
def test_RM4_turns_go_by_agility_and_pool_descending(agilities, faces, expected):
    assert order(deploy(*agilities, faces)) == expected


@pytest.mark.rule("RM4", "RM10")
@pytest.mark.parametrize(
    ("armour", "load"), [("none", 0), ("light", 1), ("medium", 2), ("heavy", 4)]
)
def test_RM4_armour_loads_initiative(armour, load):
    red = {"armour": armour, "skills": {"agility": 4}}
    assert order(deploy([red], [4], [load + 1, 0])) == [0, 1]
    tied = deploy([red], [4], [load, 0, load, 1])  # equal: both roll again
    assert order(tied) == [1, 0]
    assert tied.fighters[0].initiative == tied.fighters[1].initiative == 4


@pytest.mark.rule("RM4")
@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ([3, 3, 1, 2], [1, 0]),
        ([3, 3, 2, 1], [0, 1]),
        ([3, 3, 2, 2, 0, 0, 7, 6], [0, 1]),  # and once more, as often as it takes
        ([3, 3, 2, 2, 0, 0, 6, 7], [1, 0]),
    ],
)
def test_RM4_equal_initiative_is_rolled_again(faces, expected):
    assert order(deploy([4], [4], faces)) == expected


@pytest.mark.rule("RM4")
def test_RM4_only_the_equal_roll_again_and_keep_their_place_before_the_others():
    # red_1 and blue_0 share 7; blue_0 wins the re-roll with 30, yet stays behind red_0's 14.
    assert order(deploy([4, 4], [4], [10, 3, 3, 0, 26])) == [0, 2, 1]


@pytest.mark.rule("RM4")
def test_RM4_two_ties_are_rolled_one_after_the_other_the_higher_first():
    # 14: red_0, blue_0; 7: red_1, blue_1.
    assert order(deploy([4, 4], [4, 4], [10, 3, 10, 3, 0, 1, 5, 4])) == [2, 0, 1, 3]


@pytest.mark.rule("RM4")
def test_RM4_after_a_second_tie_all_of_that_total_roll_again():
    # Three share 7. First re-roll: red_0 9, the others tie at 6. All three roll once more (H1).
    assert order(deploy([4, 4], [4], [3, 3, 3, 5, 2, 2, 0, 1, 2])) == [2, 1, 0]


@pytest.mark.rule("RM4", "RM10")
def test_RM4_the_order_holds_for_the_whole_battle(duel, act, who):
    battle = duel({"at": (1, 1)}, {"at": (20, 9), "damage": 0})
    battle.fighters[0].skills[:] = 0  # whatever happens to skills later on
    for _ in range(3):
        assert who(battle) == ("red_0", "turn")
        act(battle, "wait", faces=[REST])
        assert who(battle) == ("blue_0", "turn")
        act(battle, "wait", faces=[REST])


# --- Rounds and turns (M1-M3, M8, M9, RM15) -------------------------------------------------------


@pytest.mark.rule("M1", "RM15", "M9")
def test_M1_everybody_begins_with_12_action_points_in_round_0(fight):
    battle = fight([{}, {"hand": "bow"}], [{"status": "off_guard"}])
    assert [battle.fighters[number].action_points for number in range(3)] == [12, 12, 12]
    assert battle.round_number == 0


@pytest.mark.rule("M2", "M9", "TM1")
def test_M9_the_counter_rises_after_each_full_round(fight, act, who):
    battle = fight([{"at": (1, 1)}, {"at": (1, 3)}], [{"at": (20, 1)}])
    seen = []
    for _ in range(7):
        seen.append((*who(battle), int(battle.round_number)))
        act(battle, "wait", faces=[REST])
    names = ["red_0", "red_1", "blue_0"] * 2 + ["red_0"]
    assert seen == [(name, "turn", number // 3) for number, name in enumerate(names)]


@pytest.mark.rule("M3")
def test_M3_a_turn_is_one_action_after_another_until_the_points_are_spent(duel, act, who):
    battle = duel(blue={"status": "off_guard"})
    for left in (8, 4):
        act(battle, "melee_attack", faces=[0, 1, 1])
        assert who(battle) == ("red_0", "turn")
        assert battle.fighters[0].action_points == left
    act(battle, "melee_attack", faces=[0, 1, 1, 20])  # the last die is Recover Stamina: -15
    assert battle.fighters[0].action_points == 0
    assert battle.turn == 1


@pytest.mark.rule("M3", "QM7")
def test_M3_a_turn_ends_by_choice_and_keeps_its_points(duel, act, who):
    battle = duel(red={"action_points": 7})
    act(battle, "wait", faces=[20])  # nothing recovered
    assert who(battle) == ("blue_0", "turn")
    assert battle.fighters[0].action_points == 7


@pytest.mark.rule("M3", "M18", "M29")
@pytest.mark.parametrize(
    ("status", "before", "is_over"),
    [
        ("on_guard", 4, False),
        ("on_guard", 3, True),
        ("off_guard", 3, False),
        ("off_guard", 2, True),
    ],
)
def test_M3_a_turn_ends_by_itself_when_no_action_can_be_paid(
    duel, act, who, status, before, is_over
):
    # After one Move (2 AP): On Guard needs 2 for another, Off Guard 1 for Ready.
    battle = duel({"at": (1, 1), "status": status}, {"at": (20, 9)})
    battle.fighters[0].action_points = before
    act(battle, "move_n", faces=[20] if is_over else [])
    assert battle.turn == int(is_over)
    if not is_over:
        assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M3")
def test_M3_who_cannot_pay_for_anything_has_no_window_but_a_turn_with_recovery(fight, act, who):
    battle = fight([{"at": (1, 1)}], [{"at": (20, 1), "action_points": 0}, {"at": (20, 3)}])
    act(battle, "wait", faces=[REST, 3])  # blue_0's turn passes: 5 - 3 gives 12 points
    assert who(battle) == ("blue_1", "turn")
    assert battle.fighters[1].action_points == 12


@pytest.mark.rule("M8", "M43", "TM4")
@pytest.mark.parametrize("held", [None, "bound", "grappled", "pinned"])
def test_M8_the_turn_ends_with_recover_stamina_in_every_status(duel, act, held):
    battle = duel(red={"action_points": 2}, held=held)
    act(battle, "wait", faces=[12])  # 5 - 12 = -7 gives 3
    assert battle.fighters[0].action_points == 5
    battle.fighters[1].action_points = 4
    act(battle, "wait", faces=[13])  # -8 gives 3; blue_0 is Pinned in the last case
    assert battle.fighters[1].action_points == 7


@pytest.mark.rule("M8", "M43", "TM4")
def test_M8_off_guard_recovers_too(duel, act):
    battle = duel(red={"status": "off_guard", "action_points": 2})
    act(battle, "wait", faces=[12])
    assert battle.fighters[0].action_points == 5


@pytest.mark.rule("RM15")
@pytest.mark.parametrize(("left", "after"), [(0, 10), (1, 11), (2, 12), (3, 12), (12, 12)])
def test_RM15_the_pool_never_exceeds_12(duel, act, left, after):
    battle = duel(red={"action_points": left})
    act(battle, "wait", faces=[7])  # 5 - 7 = -2 gives 10
    assert battle.fighters[0].action_points == after


@pytest.mark.rule("RM15", "TM3", "QM7")
def test_RM15_what_is_left_after_the_turn_pays_for_reactions_until_the_next(duel, act, who):
    battle = duel(red={"action_points": 2})
    act(battle, "wait", faces=[20])
    act(battle, "melee_attack")
    assert who(battle) == ("red_0", "reaction")
    act(battle, "evade", faces=[0, 9])
    assert battle.fighters[0].action_points == 0
    act(battle, "melee_attack", faces=[0, 1, 1])  # nothing left: no window
    assert who(battle) == ("blue_0", "turn")


# --- The steps of an action (M4-M7, TM2, TM3, TM6) ------------------------------------------------


@pytest.mark.rule("M4", "M5", "M6", "TM2", "TM3", "TM8")
def test_TM2_declared_answered_replaced_and_only_then_rolled(duel, act, who, events):
    battle = duel()
    act(battle, "melee_attack")  # `act` sees to it that no die is rolled before its faces
    assert (battle.fighters[0].action_points, battle.fighters[1].action_points) == (8, 12)
    assert who(battle) == ("blue_0", "reaction")
    act(battle, "counter_attack")
    assert (battle.fighters[0].action_points, battle.fighters[1].action_points) == (8, 8)
    assert who(battle) == ("red_0", "counter_tempo")
    act(battle, "ct_parry", faces=[3, 0])
    assert [event[0] for event in events(battle)] == ["replace", "check", "check", "stopped"]
    assert (battle.fighters[0].action_points, battle.fighters[1].action_points) == (8, 8)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M5")
def test_M5_allies_are_not_asked(fight, act, who):
    battle = fight([{}, {"hand": "bow"}], [{}, {"action_points": 0}])
    act(battle, "melee_attack")
    assert who(battle) == ("blue_0", "reaction")
    act(battle, "wait", faces=[0, 1, 1])
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM14", "TM6")
def test_RM14_an_attack_is_answered_by_its_target_alone(fight, act, who):
    battle = fight([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (5, 4)}, {"at": (4, 4)}])
    act(battle, "melee_attack", slot=1)
    assert who(battle) == ("blue_1", "reaction")
    act(battle, "wait", faces=[0, 1, 1])
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM14", "XM4", "M5")
def test_RM14_each_opponent_is_asked_once_in_initiative_order(fight, act, who):
    battle = fight([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (5, 4)}, {"at": (4, 4)}])
    battle.order[1:4] = [3, 1, 2]
    act(battle, "combat_move", slot=1)
    for name in ("blue_2", "blue_0", "blue_1"):
        assert who(battle) == (name, "reaction")
        act(battle, "wait", faces=[0] if name == "blue_1" else [])
    assert who(battle) == ("red_0", "step")


@pytest.mark.rule("TM6", "RM14", "M7")
def test_TM6_each_answer_meets_the_same_result_and_the_highest_counts_against_it(
    fight, act, events
):
    # Combat Move 6 + 2 = 8; answers 6 + 1 = 7 (net -1, a miss) and 6 + 2 = 8 (net 0, a hit).
    battle = fight([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (5, 4)}])
    act(battle, "combat_move")
    act(battle, "counter_attack")
    act(battle, "counter_attack", faces=[2, 1, 2, 3, 3])
    blows = [event for event in events(battle) if event[0] in ("miss", "critical", "failed")]
    assert [(kind, actor, amount) for kind, actor, _, _, amount, _ in blows] == [
        ("miss", 1, -1),
        ("critical", 2, 6),
        ("failed", 0, 0),  # 8 - 8, not 8 - 7 - 8
    ]


@pytest.mark.rule("RM14", "TM6")
def test_RM14_the_movers_own_result_is_less_the_highest_not_the_sum(fight, act, who):
    # 6 + 3 = 9 against 7 and 8: net 1 succeeds, although both opposed it.
    battle = fight([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (5, 4)}])
    act(battle, "combat_move")
    act(battle, "counter_attack")
    act(battle, "counter_attack", faces=[3, 1, 2])
    assert who(battle) == ("red_0", "step")


@pytest.mark.rule("RM14", "M7", "M20")
@pytest.mark.parametrize("pools", [(2, 0), (0, 2)])
def test_RM14_the_highest_answer_opposes_in_whatever_order_they_come(fight, act, who, pools):
    # 6 + 2 = 8 against 8 and 6: a net of 0 fails, though against the 6 it would succeed.
    battle = fight([{"at": (4, 3)}], [{"at": (5, 3)}, {"at": (5, 4)}])
    act(battle, "combat_move")
    act(battle, "counter_attack")
    damage = [[1, 1] if pool == 2 else [] for pool in pools]
    faces = [2, pools[0], *damage[0], pools[1], *damage[1]]
    act(battle, "counter_attack", faces=faces)
    assert battle.opposition == 8
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("TM7", "M10")
def test_TM7_a_new_status_limits_the_next_declaration(duel, act, legal):
    battle = duel()
    act(battle, "melee_attack")
    act(battle, "parry", faces=[0, 0])  # equal: a Bind
    assert battle.fighters[0].status == Status.BOUND
    assert legal(battle) == {
        "wait", "disarm", "grapple", "press", "unarmed_press", "withdraw"
    }  # fmt: skip


# --- Reactions by status (TM5, RM19, RM22) --------------------------------------------------------


@pytest.mark.rule("TM5", "RM19", "M13")
def test_RM19_who_is_surprised_is_not_asked_and_easier_to_hit(duel, act, who, events):
    battle = duel(red={"swords": 0, "damage": 15}, blue={"status": "off_guard", "armour": "heavy"})
    # 0 + 1 - 2 + 0 = -1 hits a Combat Defence of -2.
    act(battle, "melee_attack", faces=[0, 3, 4])
    assert ("hit", 0, 1, SWORD, 1, 7) in events(battle)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM22", "M29", "RM19")
def test_RM22_ready_on_the_own_turn_makes_on_guard_for_1_point(duel, act, who):
    battle = duel(red={"status": "off_guard"})
    act(battle, "ready")
    assert battle.fighters[0].status == Status.ON_GUARD
    assert battle.fighters[0].action_points == 11
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM22")
def test_RM22_neither_rest_nor_being_hit_nor_moving_ends_off_guard(duel, act):
    battle = duel({"at": (4, 3)}, {"status": "off_guard", "at": (5, 3)})
    act(battle, "melee_attack", faces=[0, 1, 1])
    act(battle, "wait", faces=[REST])
    battle.fighters[0].action_points = 0
    act(battle, "move_e")
    act(battle, "wait", faces=[REST, REST])  # red_0 cannot pay for anything either
    assert battle.fighters[1].status == Status.OFF_GUARD


@pytest.mark.rule("TM5", "RM21", "M15")
def test_TM5_the_pinned_and_those_held_by_others_have_no_reaction(fight, act, who):
    held = {"bound": 2, "grappled": 2, "pinned": 2}
    for status in held:
        battle = fight([{"at": (4, 4)}, {"at": (4, 3)}], [{"at": (5, 3)}])
        one, other = battle.fighters[1], battle.fighters[2]
        one.partner, other.partner = 2, 1
        other.status = Status[status.upper()]
        one.status = Status.GRAPPLED if status == "pinned" else other.status
        act(battle, "melee_attack", faces=[0, 1, 1])
        assert who(battle) == ("red_0", "turn")


# --- Dropped in one's own turn (RM39) -------------------------------------------------------------


@pytest.mark.rule("RM39")
def test_RM39_who_drops_in_the_own_turn_ends_it_without_recovery(fight, act, who):
    battle = fight([{"damage": 25, "at": (4, 3)}, {"at": (1, 9)}], [{"at": (5, 3)}])
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    act(battle, "wait", faces=[0, 1, 6, 6])  # net -1 misses; +1 hits for 12
    assert battle.fighters[0].damage == 37
    assert battle.fighters[0].action_points == 8
    assert who(battle) == ("red_1", "turn")


@pytest.mark.rule("RM39", "M7")
def test_RM39_what_the_dropped_one_had_declared_still_counts(fight, act, who):
    battle = fight([{"damage": 29, "at": (4, 3)}, {"at": (1, 9)}], [{"at": (5, 3)}])
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    act(battle, "wait", faces=[2, 0, 4, 5, 1, 1])  # 6 - 2 + 2 = 6, equal: both are hit
    assert (battle.fighters[0].damage, battle.fighters[2].damage) == (31, 9)
    assert who(battle) == ("red_1", "turn")


@pytest.mark.rule("RM39")
def test_RM39_so_does_the_reaction_of_one_who_drops(fight, act, who):
    battle = fight([{"at": (4, 3)}], [{"damage": 29, "at": (5, 3)}, {"at": (20, 9)}])
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    act(battle, "wait", faces=[0, 2, 4, 5, 1, 1])
    assert (battle.fighters[0].damage, battle.fighters[1].damage) == (2, 38)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM39", "M9", "M2")
def test_RM39_the_fallen_have_no_turn_and_rounds_go_on(fight, act, who):
    battle = fight([{}, {"at": (1, 9)}], [{"at": (5, 3)}, {"damage": 30, "at": (20, 9)}])
    assert who(battle) == ("red_0", "turn")
    for name in ("red_1", "blue_0"):
        act(battle, "wait", faces=[REST])
        assert who(battle) == (name, "turn")
    act(battle, "wait", faces=[REST])  # blue_1 rolls nothing
    assert who(battle) == ("red_0", "turn")
    assert battle.round_number == 1


# --- The log --------------------------------------------------------------------------------------


def test_events_that_find_no_room_are_counted(fight, act):
    """Twelve spent fighters: two rounds without a window hold more events than the log."""
    columns = (1, 9)
    everybody = [
        [{"at": (x, y), "action_points": 0, "endurance": 0} for y in range(6)] for x in columns
    ]
    battle = fight(*everybody)
    act(battle, "wait", faces=[40] * 12 + [0] + [40] * 11)  # only red_0 recovers, in round 1
    assert (battle.round_number, battle.turn) == (2, 0)
    # A turn begins, ends and recovers: 3 events. red_0's first has begun before, its third begins.
    assert battle.num_events == len(battle.events)
    assert battle.num_events + battle.events_lost == 24 * 3 - 1 + 2 + 1
