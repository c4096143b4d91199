"""Reactions to a Move, and Retreat (M19, M38, M49, RM12, RM13, RM25, RM33, RM34)."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Act, Stage, Status

from .movement import SPENT, at, gap, moved, steps

pytestmark = pytest.mark.interpreted


# --- Who may answer a Move (RM13, M49) ------------------------------------------------------------


@pytest.mark.rule("RM13", "M32", "M49", "RM18")
@pytest.mark.parametrize(
    ("move", "start", "hand", "may"),
    [
        ("move_w", (4, 3), "sword", True),  # begins in reach
        ("move_e", (2, 3), "sword", False),  # ends at 2 squares
        ("move_e", (3, 3), "sword", True),  # ends in reach
        ("move_e", (2, 3), "spear", True),
        ("move_w", (3, 3), "spear", True),
        ("move_w", (2, 3), "spear", False),
        ("move_e", (1, 3), "spear", False),
    ],
)
def test_RM13_counter_attack_answers_a_move_that_touches_the_reach(
    duel, act, legal, who, move, start, hand, may
):
    battle = duel({"at": start}, {"at": (5, 3), "hand": hand})
    act(battle, move)
    asked = who(battle) == ("blue_0", "reaction")
    assert (asked and "counter_attack" in legal(battle)) == may


@pytest.mark.rule("RM13", "RM33", "M49")
def test_RM13_passing_through_the_reach_is_enough(fight, act, who, legal, events):
    # blue_1 stands beside the way; it begins and ends 2 squares from him.
    battle = fight([{"at": (4, 3)}], [{"at": (9, 3), **SPENT}, {"at": (6, 4)}])
    act(battle, "move_towards")
    assert who(battle) == ("blue_1", "reaction")
    assert legal(battle) == {"wait", "counter_attack", "unarmed_counter_attack"}  # no nearer
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert at(battle) == (5, 3)  # the first square in his reach


@pytest.mark.rule("RM13", "M38")
@pytest.mark.parametrize(
    ("move", "may"), [("move_e", True), ("move_w", False), ("move_n", False), ("move_ne", True)]
)
def test_RM13_retreat_answers_a_move_that_would_end_nearer(duel, act, legal, who, move, may):
    battle = duel({"at": (1, 5)}, {"at": (8, 5)})
    act(battle, move)
    asked = who(battle) == ("blue_0", "reaction")
    assert (asked and "retreat" in legal(battle)) == may


@pytest.mark.rule("RM14", "TM5", "RM19")
@pytest.mark.parametrize("status", ["off_guard", "bound", "grappled"])
def test_TM5_only_those_on_guard_answer_a_move(fight, act, who, status):
    battle = fight([{"at": (4, 3)}, {"at": (6, 3)}], [{"at": (5, 3)}])
    battle.fighters[2].status = Status[status.upper()]
    if status != "off_guard":
        battle.fighters[1].status = battle.fighters[2].status
        battle.fighters[1].partner, battle.fighters[2].partner = 2, 1
    act(battle, "move_w")
    assert who(battle) == ("red_0", "turn")


# --- Counter-Attack on a Move (M19, M49, RM25, RM33) ----------------------------------------------


@pytest.mark.rule("M49", "M19", "RM25", "M18")
def test_M49_to_enter_a_threatened_area_is_to_be_struck_as_if_unopposed(duel, act, events):
    battle = duel({"at": (1, 3)}, {"at": (6, 3), "hand": "spear"})
    act(battle, "move_towards")
    act(battle, "counter_attack", faces=[4, 3, 4])
    assert ("check", 1, 0, Act.COUNTER_ATTACK, 9, 4) in events(battle)  # 5 + 4, against 0
    assert battle.fighters[0].damage == 7
    assert at(battle) == (4, 3)  # two squares from the spear, not the (5, 3) of the way


@pytest.mark.rule("RM25", "M19", "RM24")
@pytest.mark.parametrize(("pool", "is_hit"), [(0, False), (1, False), (2, True)])
def test_RM25_the_mover_counts_0_so_a_result_of_0_strikes(duel, act, pool, is_hit):
    # 0 skill, 0 accuracy, -2 for wounds: -2 + pool against Combat Defence 0.
    blue = {"at": (6, 3), "hand": "spear", "spears": 0, "damage": 15}
    battle = duel({"at": (1, 3)}, blue)
    act(battle, "move_towards")
    act(battle, "counter_attack", faces=[pool, 1, 1] if is_hit else [pool])
    assert at(battle) == ((4, 3) if is_hit else (5, 3))
    assert battle.fighters[0].damage == (2 if is_hit else 0)


@pytest.mark.rule("RM25", "RM6", "RM19")
@pytest.mark.parametrize(("pool", "is_hit"), [(0, True), (1, True)])
def test_RM6_a_mover_off_guard_is_struck_at_minus_2(duel, act, pool, is_hit):
    blue = {"at": (6, 3), "hand": "spear", "spears": 0, "damage": 15}
    battle = duel({"at": (1, 3), "status": "off_guard"}, blue)
    act(battle, "move_towards")
    act(battle, "counter_attack", faces=[pool, 1, 1])
    assert at(battle) == (4, 3)


@pytest.mark.rule("M19", "RM33")
def test_M19_a_move_that_begins_in_reach_and_is_hit_does_not_begin(duel, act, events):
    battle = duel()
    act(battle, "move_away")
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert at(battle) == (4, 3)
    assert moved(events(battle)) == []


@pytest.mark.rule("M19", "RM33", "RM14")
def test_RM33_each_answer_comes_in_the_first_square_in_its_reach(fight, act, events):
    # blue_1's spear reaches (5, 3) and misses; blue_0's sword reaches (7, 3) and hits.
    poor = {"hand": "spear", "spears": 0, "damage": 15}
    battle = fight([{"at": (4, 3)}], [{"at": (8, 3)}, {"at": (7, 5), **poor}])
    act(battle, "move_towards")
    act(battle, "counter_attack")
    act(battle, "counter_attack", faces=[0, 0, 1, 1])
    kinds = [(kind, actor) for kind, actor, *_ in events(battle) if kind in ("moved", "check")]
    assert kinds == [("moved", 0), ("check", 2), ("moved", 0), ("moved", 0), ("check", 1)]
    assert at(battle) == (7, 3)


@pytest.mark.rule("RM33", "M5", "TM3")
def test_RM33_who_waits_for_a_mover_that_never_comes_has_paid_for_nothing(fight, act, who):
    # blue_1's spear stops red_0 at (5, 3); blue_0's sword never reaches it.
    battle = fight([{"at": (4, 3)}], [{"at": (8, 3)}, {"at": (7, 5), "hand": "spear"}])
    act(battle, "move_towards")
    act(battle, "counter_attack")
    act(battle, "counter_attack", faces=[0, 1, 1])  # no die for blue_0
    assert at(battle) == (5, 3)
    assert battle.fighters[1].action_points == 8
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM33", "RM14")
def test_RM33_two_answers_in_the_same_square_both_come_in_initiative_order(fight, act, events):
    battle = fight([{"at": (4, 3)}], [{"at": (6, 2)}, {"at": (6, 4)}])
    battle.order[1:3] = [2, 1]
    act(battle, "move_e")
    act(battle, "counter_attack")
    act(battle, "counter_attack", faces=[0, 1, 1, 0, 2, 2])
    blows = [(event[1], event[4]) for event in events(battle) if event[0] == "critical"]
    assert blows == [(2, 2), (1, 4)]


@pytest.mark.rule("RM39", "RM33")
def test_RM39_a_mover_who_drops_is_not_struck_again(fight, act, who):
    battle = fight([{"at": (4, 3), "damage": 29}, {"at": (1, 9)}], [{"at": (6, 2)}, {"at": (6, 4)}])
    act(battle, "move_e")
    act(battle, "counter_attack")
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert who(battle) == ("red_1", "turn")
    assert battle.fighters[0].damage == 31


@pytest.mark.rule("M19", "RM33", "RM32")
def test_M19_hit_in_an_allys_square_the_mover_stops_in_the_next_free_one(fight, act, events):
    red = [{"at": (0, 0)}, {"at": (3, 0)}]
    battle = fight(red, [{"at": (5, 0), "hand": "spear"}], map="." * 9)
    act(battle, "move_towards")
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert moved(events(battle)) == [(0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 4, 0)]
    assert at(battle) == (4, 0)


@pytest.mark.rule("M19", "RM33", "RM32")
def test_M19_hit_in_an_allys_square_the_mover_goes_no_farther_than_the_next(fight, act):
    red = [{"at": (0, 0)}, {"at": (2, 0)}]
    blue = [{"at": (8, 0), **SPENT}, {"at": (4, 1), "hand": "spear"}]
    battle = fight(red, blue, map="." * 9 + "\n####.####")
    act(battle, "move_towards")
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert at(battle) == (3, 0)  # the way went on to (4, 0)


@pytest.mark.rule("M19", "RM33")
def test_M19_hit_before_the_allys_square_the_mover_stops_at_once(fight, act):
    red = [{"at": (0, 0)}, {"at": (3, 0)}]
    battle = fight(red, [{"at": (4, 1), "hand": "spear"}, {"at": (8, 0), **SPENT}],
                   map="." * 9 + "\noooo.oooo")  # fmt: skip
    act(battle, "move_towards", slot=1)
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert at(battle) == (2, 0)


@pytest.mark.rule("RM39", "RM33", "RM32")
def test_RM39_a_mover_who_drops_in_an_allys_square_lies_where_it_fell(fight, act, events):
    red = [{"at": (0, 0), "damage": 29}, {"at": (3, 0)}]
    battle = fight(red, [{"at": (5, 0), "hand": "spear"}], map="." * 9)
    act(battle, "move_towards")
    act(battle, "counter_attack", faces=[0, 1, 1])
    log = events(battle)
    down = [event[0] for event in log].index("down")
    assert moved(log[down:]) == []
    assert (battle.ground_x[0], battle.ground_y[0]) == at(battle)


# --- Retreat (M38, RM12, RM33, RM34) --------------------------------------------------------------


@pytest.mark.rule("M38", "RM33")
def test_M38_a_retreat_comes_before_the_first_step_of_the_move(duel, act, who, events):
    battle = duel({"at": (4, 3)}, {"at": (8, 3)})
    act(battle, "move_towards")
    act(battle, "retreat", faces=[0])
    assert at(battle) == (4, 3)
    assert who(battle) == ("blue_0", "step")
    act(battle, "step_e")
    act(battle, "wait")
    assert at(battle, 1) == (9, 3)
    assert at(battle) == (7, 3)  # the way was fixed when the Move was declared
    assert battle.fighters[1].action_points == 9


@pytest.mark.rule("M38")
@pytest.mark.parametrize(
    ("pool", "outcome"),
    [(0, "failed"), (1, "failed"), (2, "success"), (10, "success"), (11, "critical")],
)
def test_M38_thresholds_1_and_10_against_the_movers_0(duel, act, who, pool, outcome):
    # Agility 1 - 2 for wounds; the fist gives no melee skill.
    blue = {"at": (8, 3), "hand": "unarmed", "agility": 1, "damage": 15}
    battle = duel({"at": (4, 3)}, blue)
    act(battle, "move_towards")
    act(battle, "retreat", faces=[pool])
    if outcome == "failed":
        assert who(battle) == ("red_0", "turn")
        assert (at(battle), at(battle, 1)) == ((7, 3), (8, 3))
    else:
        assert who(battle) == ("blue_0", "step")
        assert (battle.free_steps > 0) == (outcome == "critical")


@pytest.mark.rule("M38", "RM34", "QM6")
def test_M38_contradiction_a_retreat_leads_away_and_sideways_never_towards(duel, act, legal):
    battle = duel({"at": (4, 8)}, {"at": (8, 8)})
    act(battle, "move_towards")
    act(battle, "retreat", faces=[0])
    assert steps(legal(battle)) == {"n", "ne", "e", "se", "s"}  # not towards the mover
    act(battle, "step_e")
    assert steps(legal(battle)) == {"n", "s"}  # the one square away is spent
    for _ in range(4):
        assert gap(battle, 0, 1) == 5
        act(battle, "step_n")
    assert battle.stage != Stage.REACTORS
    assert at(battle, 1) == (9, 4)


@pytest.mark.rule("RM12", "M38", "QM6")
def test_RM12_a_critical_retreat_is_up_to_4_squares_never_nearer(duel, act, legal, who):
    battle = duel({"at": (4, 8)}, {"at": (8, 8)})
    act(battle, "move_towards")
    act(battle, "retreat", faces=[4])
    for squares in range(4):
        assert gap(battle, 0, 1) == 4 + squares
        assert steps(legal(battle)) == {"n", "ne", "e", "se", "s"}
        act(battle, "step_e")
    assert at(battle, 1) == (12, 8)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM12", "M38", "RM34")
@pytest.mark.parametrize("pool", [0, 4])
def test_RM12_at_the_edge_of_the_map_a_critical_retreat_leads_aside_too(
    duel, act, legal, who, pool
):
    battle = duel({"at": (27, 8)}, {"at": (31, 8)})
    act(battle, "move_towards")
    act(battle, "retreat", faces=[pool])
    assert who(battle) == ("blue_0", "step")
    assert steps(legal(battle)) == {"n", "s"}


@pytest.mark.rule("RM32", "M38", "RM12")
@pytest.mark.parametrize(("pool", "ends"), [(0, 9), (4, 11)])
def test_RM32_a_retreat_passes_an_ally_within_its_terms(fight, act, legal, pool, ends):
    # On a plain success, two squares away are one too many.
    blue = [{"at": (9, 0)}, {"at": (10, 0), **SPENT}]
    battle = fight([{"at": (4, 0)}], blue, map="." * 16)
    act(battle, "move_towards")
    act(battle, "retreat", faces=[pool])
    if "e" in steps(legal(battle)):
        act(battle, "step_e")
    assert at(battle, 1) == (ends, 0)


@pytest.mark.rule("M38", "RM32")
def test_M38_a_retreat_with_no_room_is_paid_for_nothing(duel, act, who):
    battle = duel({"at": (4, 0)}, {"at": (8, 0)}, map="." * 9)
    act(battle, "move_towards")
    act(battle, "retreat", faces=[0])
    assert at(battle) == (7, 0)
    assert battle.fighters[1].action_points == 9
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM33", "RM32", "M38")
def test_RM33_a_retreat_into_the_way_blocks_it(fight, act, who, events):
    red = [{"at": (0, 0)}, {"at": (2, 0)}]
    blue = [{"at": (5, 0), **SPENT}, {"at": (3, 1)}]
    battle = fight(red, blue, map=".........\n.........")
    act(battle, "move_towards")
    act(battle, "retreat", faces=[0])
    act(battle, "step_n")  # sideways, onto the third square of the way
    act(battle, "wait")
    # Blocked in its ally's square, the mover ends in the last square that was free.
    assert moved(events(battle)) == [(0, 1, 0), (0, 2, 0), (0, 1, 0)]
    assert at(battle, 3) == (3, 0)


@pytest.mark.rule("RM14", "RM33", "M38")
def test_RM14_several_retreats_in_initiative_order(fight, act, who):
    battle = fight([{"at": (4, 3)}], [{"at": (9, 3)}, {"at": (9, 5)}])
    battle.order[1:3] = [2, 1]
    act(battle, "move_towards")
    act(battle, "retreat")
    act(battle, "retreat", faces=[0])
    assert who(battle) == ("blue_1", "step")
    act(battle, "wait", faces=[0])
    assert who(battle) == ("blue_0", "step")


@pytest.mark.rule("RM13", "RM33", "M19")
def test_RM33_the_retreat_of_one_does_not_spare_the_mover_the_blow_of_another(fight, act):
    battle = fight([{"at": (4, 3)}], [{"at": (9, 3)}, {"at": (6, 4)}])
    act(battle, "move_towards")
    act(battle, "retreat")
    act(battle, "counter_attack", faces=[0])
    act(battle, "step_e")
    act(battle, "wait", faces=[0, 1, 1])
    assert at(battle) == (5, 3)
