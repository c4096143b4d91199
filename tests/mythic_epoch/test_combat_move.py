"""Combat Moves and the reactions to them (M20, RM12, RM34)."""

from __future__ import annotations

import pytest

from quintain.envs.mythic_epoch.enums import Act

from .movement import DIRECTIONS, SPENT, at, gap, steps

pytestmark = pytest.mark.interpreted


# --- Combat Move (M20, RM12, RM34) ----------------------------------------------------------------


@pytest.mark.rule("M20", "QM6")
@pytest.mark.parametrize(
    ("pool", "outcome"),
    [(0, "failed"), (1, "failed"), (2, "success"), (10, "success"), (11, "critical")],
)
def test_M20_thresholds_1_and_10(duel, act, who, pool, outcome):
    battle = duel({"hand": "unarmed", "agility": 1, "damage": 15}, SPENT)
    act(battle, "combat_move", faces=[pool])
    assert battle.fighters[0].action_points == 9
    if outcome == "failed":
        assert who(battle) == ("red_0", "turn")
        assert at(battle) == (4, 3)
    else:
        assert who(battle) == ("red_0", "step")
        assert (battle.free_steps > 0) == (outcome == "critical")


@pytest.mark.rule("M20", "RM34", "QM6")
def test_M20_one_square_away_and_up_to_4_sideways_in_any_order(duel, act, legal, who):
    battle = duel({"at": (10, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[0])
    assert steps(legal(battle)) == {"n", "ne", "se", "s", "sw", "w", "nw"}  # not into blue
    act(battle, "step_ne")  # sideways: still adjacent
    assert steps(legal(battle)) == set(DIRECTIONS) - {"s"}
    act(battle, "step_n")  # away
    assert gap(battle, 0, 1) == 2
    assert steps(legal(battle)) == {"e", "w"}
    for _ in range(2):
        act(battle, "step_e")
    assert steps(legal(battle)) == {"w", "s"}
    act(battle, "step_s")
    assert who(battle) == ("red_0", "turn")  # 4 sideways, 1 away: all spent
    assert at(battle) == (13, 7)


@pytest.mark.rule("M20", "RM34")
def test_M20_or_one_square_towards(duel, act, legal):
    battle = duel({"at": (8, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[0])
    assert steps(legal(battle)) == set(DIRECTIONS)
    act(battle, "step_e")
    assert steps(legal(battle)) == {"n", "s"}  # neither nearer nor back again


@pytest.mark.rule("QM6", "M20")
def test_QM6_the_steps_may_be_left_undone(duel, act, who):
    battle = duel({"at": (8, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[0])
    act(battle, "wait")
    assert at(battle) == (8, 8)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM12", "M20")
def test_RM12_a_critical_combat_move_goes_anywhere_within_4_squares(duel, act, legal, who):
    battle = duel({"at": (8, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[4])
    for squares in range(4):
        assert battle.free_steps == 4 - squares
        assert steps(legal(battle)) >= {"w", "nw", "sw"}
        act(battle, "step_w")
    assert at(battle) == (4, 8)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM12", "RM32", "M20")
def test_RM12_it_may_end_beyond_the_opponent_which_takes_2_squares(duel, act, legal):
    battle = duel({"at": (10, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[4])
    act(battle, "step_e")
    assert at(battle) == (12, 8)
    assert battle.free_steps == 2
    act(battle, "step_w")  # and back again
    assert at(battle) == (10, 8)


@pytest.mark.rule("RM12", "RM8")
def test_RM12_with_one_square_left_nobody_is_passed(duel, act, legal):
    battle = duel({"at": (10, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[4])
    for side in ("n", "s", "w"):
        act(battle, f"step_{side}")
    assert battle.free_steps == 1
    act(battle, "wait")
    battle = duel({"at": (9, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[4])
    for side in ("w", "e", "e"):
        act(battle, f"step_{side}")
    assert (at(battle), battle.free_steps) == ((10, 8), 1)
    assert "e" not in steps(legal(battle))


@pytest.mark.rule("RM12", "RM32")
def test_RM12_nobody_is_passed_onto_an_obstacle_another_or_off_the_map(fight, act, legal):
    for red, blue, rows in (
        ([{"at": (0, 0)}], [{"at": (1, 0), **SPENT}], ".."),
        ([{"at": (0, 0)}], [{"at": (1, 0), **SPENT}], "..#."),
        ([{"at": (0, 0)}], [{"at": (1, 0), **SPENT}, {"at": (2, 0), **SPENT}], "...."),
    ):
        battle = fight(red, blue, map=rows + "\n" + "." * len(rows))
        act(battle, "combat_move", faces=[4])
        assert steps(legal(battle)) & {"e"} == set()


@pytest.mark.rule("RM32", "M20")
def test_RM32_short_of_a_critical_success_nobody_is_passed(duel, act, legal):
    battle = duel({"at": (10, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[3])  # 9
    assert "e" not in steps(legal(battle))


@pytest.mark.rule("RM13", "M32", "RM34")
@pytest.mark.parametrize(
    ("squares", "hand", "may"),
    [
        (1, "sword", True),
        (2, "sword", True),
        (5, "sword", True),  # a critical success leads 4 squares any way
        (6, "sword", False),
        (6, "spear", True),
        (7, "spear", False),
    ],
)
def test_RM13_counter_attack_on_a_combat_move_that_may_come_within_reach(
    duel, act, legal, who, squares, hand, may
):
    battle = duel({"at": (10, 8)}, {"at": (10 + squares, 8), "hand": hand})
    act(battle, "combat_move")
    assert who(battle) == ("blue_0", "reaction")  # a Retreat is possible from 2 squares on
    assert ("counter_attack" in legal(battle)) == may
    assert ("retreat" in legal(battle)) == (squares > 1)


@pytest.mark.rule("RM13", "RM14", "RM34")
@pytest.mark.parametrize(("squares", "may"), [(1, True), (5, True), (6, False)])
def test_RM13_all_whom_its_steps_may_reach_answer_a_combat_move(
    fight, act, who, legal, squares, may
):
    blue = [{"at": (20, 8), **SPENT}, {"at": (10 - squares, 8)}]
    battle = fight([{"at": (10, 8)}], blue)
    act(battle, "combat_move", faces=[] if may else [0])
    assert (who(battle) == ("blue_1", "reaction")) == may
    if may:
        assert "retreat" not in legal(battle)  # it names somebody else


@pytest.mark.rule("RM13", "RM33", "M32", "RM34")
def test_RM33_a_step_into_the_reach_of_another_is_struck(fight, act, who, points):
    battle = fight([{"at": (4, 3)}], [{"at": (10, 3), **SPENT}, {"at": (4, 5)}])
    act(battle, "combat_move")
    assert who(battle) == ("blue_1", "reaction")
    act(battle, "counter_attack", faces=[0])
    act(battle, "step_s", faces=[0, 1, 1])  # 6 against 6
    assert battle.fighters[0].damage == 2
    assert who(battle) == ("red_0", "turn")
    battle = fight([{"at": (4, 3)}], [{"at": (10, 3), **SPENT}, {"at": (4, 5)}])
    act(battle, "combat_move")
    act(battle, "counter_attack", faces=[0])
    act(battle, "step_n")
    act(battle, "wait")
    assert battle.fighters[2].action_points == 8  # paid for nothing


@pytest.mark.rule("RM13", "RM34", "RM12")
@pytest.mark.parametrize(
    ("other", "may"),
    [
        ((11, 15), True),  # four squares south, then one nearer to blue_0
        ((9, 15), True),  # or farther
        ((17, 8), False),  # five squares nearer are too many
    ],
)
def test_RM13_the_fifth_square_of_a_plain_success_counts(fight, act, who, other, may):
    blue = [{"at": (24, 8), **SPENT}, {"at": other, "hand": "spear"}]
    battle = fight([{"at": (10, 8)}], blue)
    act(battle, "combat_move", faces=[] if may else [0])
    assert (who(battle) == ("blue_1", "reaction")) == may


@pytest.mark.rule("RM13", "RM32")
def test_RM13_walls_bar_the_way_to_the_reach_of_another(fight, act, who):
    rows = "\n".join(["." * 12] * 4 + ["#" * 12] + ["." * 12] * 4)
    battle = fight([{"at": (4, 3)}], [{"at": (10, 3), **SPENT}, {"at": (4, 6)}], map=rows)
    act(battle, "combat_move", faces=[0])
    assert who(battle) == ("red_0", "step")


@pytest.mark.rule("M20", "M7", "RM14")
@pytest.mark.parametrize(("pools", "is_open"), [((0, 0), False), ((1, 0), True)])
def test_M20_an_opposed_combat_move_needs_1_more_than_the_answer(duel, act, who, pools, is_open):
    # 6 + pool against 6 + pool; equal results hit the mover (Combat Defence 0).
    battle = duel()
    act(battle, "combat_move")
    act(battle, "counter_attack", faces=[*pools] if is_open else [*pools, 1, 1])
    assert (who(battle) == ("red_0", "step")) == is_open
    assert battle.fighters[0].damage == (0 if is_open else 2)


@pytest.mark.rule("M38", "M20", "M7", "RM14")
@pytest.mark.parametrize(
    ("pools", "decides"),
    [
        ((0, 0), ("red_0", "turn")),  # neither gains the upper hand
        ((1, 0), ("red_0", "step")),
        ((0, 1), ("blue_0", "step")),
    ],
)
def test_M38_retreat_and_combat_move_oppose_each_other(duel, act, who, pools, decides):
    battle = duel({"at": (4, 3)}, {"at": (7, 3)})
    act(battle, "combat_move")
    act(battle, "retreat", faces=pools)
    assert who(battle) == decides


@pytest.mark.rule("M38", "M20", "RM12")
@pytest.mark.parametrize(("pools", "free"), [((0, 9), 0), ((0, 10), 4)])
def test_RM12_a_retreat_is_critical_at_a_net_of_10(duel, act, pools, free):
    battle = duel({"at": (4, 3)}, {"at": (7, 3)})
    act(battle, "combat_move")
    act(battle, "retreat", faces=pools)
    assert battle.free_steps == free


@pytest.fixture
def answered(duel, play):
    """Red's Combat Move, 6 + pool, at two squares from blue, whose Counter-Attack, 6, waits."""

    def build(pool=0, red=(), **rules):
        battle = duel({"at": (4, 3), **dict(red)}, {"at": (6, 3)}, **rules)
        play(battle, "combat_move", "counter_attack", faces=[pool])
        return battle

    return build


@pytest.mark.rule("RM33", "RM37", "M20", "RM13")
def test_RM37_a_combat_move_is_not_struck_from_beyond_reach(answered, act, who, points, wounds):
    battle = answered()  # blue rolls nothing, so that nothing opposes it
    assert who(battle) == ("red_0", "step")
    act(battle, "step_n")
    act(battle, "wait")
    assert at(battle) == (4, 2)
    assert wounds(battle) == (0, 0)
    assert points(battle) == (9, 8)  # the answer is paid for all the same
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM33", "RM37", "M20", "M7")
@pytest.mark.parametrize(("pool", "is_hit"), [(0, False), (1, True), (2, True)])
def test_RM33_the_step_into_reach_is_struck_and_ends_if_hit(answered, act, who, pool, is_hit):
    battle = answered(pool=1)  # 7, a Counter-Attack of 7 is enough
    act(battle, "step_e", faces=[pool, 1, 1] if is_hit else [pool])
    assert at(battle) == (5, 3)
    assert battle.fighters[0].damage == (2 if is_hit else 0)
    assert who(battle) == ("red_0", "turn" if is_hit else "step")


@pytest.mark.rule("RM33", "M20")
def test_M20_a_failed_combat_move_never_comes_within_reach(answered, who, wounds):
    battle = answered(red={"swords": 0, "agility": 0, "damage": 15})  # 0 + 1 - 2
    assert who(battle) == ("red_0", "turn")
    assert wounds(battle) == (15, 0)


@pytest.mark.rule("RM14", "RM33", "M20")
def test_RM14_a_combat_move_is_counter_attacked_once(answered, duel, act, play):
    battle = answered(pool=4)  # critical: 4 squares any way
    act(battle, "step_e", faces=[0])
    act(battle, "step_w")
    act(battle, "step_e")  # within reach again, and nobody rolls
    battle = duel()
    play(battle, "combat_move", "counter_attack", faces=[4, 0])
    act(battle, "step_n")
    assert at(battle) == (4, 2)


@pytest.mark.rule("RM33", "RM18", "RM34")
def test_RM33_a_long_weapon_strikes_a_combat_move_before_its_steps(duel, act, who):
    battle = duel({"at": (4, 3)}, {"at": (6, 3), "hand": "spear"})
    act(battle, "combat_move")
    act(battle, "counter_attack", faces=[0, 1, 1, 1])  # 6 against 6
    assert at(battle) == (4, 3)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM30", "RM33", "M20")
def test_RM30_unopposed_a_combat_move_goes_on_after_the_hit(answered, act, who):
    battle = answered(counter_attack_unopposed=True)
    act(battle, "step_e", faces=[0, 1, 1])
    assert battle.fighters[0].damage == 2
    assert who(battle) == ("red_0", "step")


@pytest.mark.rule("RM39", "RM33", "M20")
def test_RM39_a_mover_who_drops_on_its_steps_goes_no_farther(answered, act, who):
    battle = answered(red={"damage": 29}, counter_attack_unopposed=True)
    act(battle, "step_e", faces=[0, 1, 1])
    assert who(battle) == ("nobody", "none")


@pytest.mark.rule("RM33", "M20")
def test_RM33_a_combat_move_into_reach_is_told_step_by_step(answered, act, told):
    battle = answered(pool=1)
    answer = "Blue reacts with Counter-Attack (4 AP)."
    assert told(battle) == f"{answer} Red's Combat Move 6 + 1 = 7: Red gains ground on Blue."
    act(battle, "step_e", faces=[2, 1, 1])
    blow = (
        "Blue's Counter-Attack 6 + 2 = 8 against the Combat Move's 7 gives 1 against Combat Defence"
    )
    assert told(battle) == (
        f"Red steps east, next to Blue. {blow} 0, Armoured 0: it is a Critical Hit on Red for 2."
        " Red can step no farther (1 needed, -1 left)."
    )


@pytest.mark.rule("RM39", "M20")
def test_RM39_who_drops_in_a_combat_move_goes_nowhere(fight, act, who):
    battle = fight([{"damage": 29}, {"at": (1, 9)}], [{"at": (5, 3)}])
    act(battle, "combat_move")
    act(battle, "counter_attack", faces=[0, 9, 1, 1])
    assert at(battle) == (4, 3)
    assert who(battle) == ("red_1", "turn")


@pytest.mark.rule("RM30", "M20", "RM14")
def test_RM30_unopposed_neither_result_takes_from_the_other(duel, act, who):
    battle = duel(counter_attack_unopposed=True)
    act(battle, "combat_move")
    act(battle, "counter_attack", faces=[0, 0, 1, 1])  # 6 each, both succeed
    assert battle.fighters[0].damage == 2
    assert who(battle) == ("red_0", "step")


@pytest.mark.rule("RM12", "RM34", "M20")
def test_RM12_a_critical_combat_move_keeps_the_plain_terms(duel, act, legal, who):
    battle = duel({"at": (8, 8)}, {"at": (11, 8), **SPENT})
    act(battle, "combat_move", faces=[4])
    for side in "nnn":
        act(battle, f"step_{side}")
    act(battle, "step_e")  # the one square nearer
    assert battle.free_steps == 0
    assert steps(legal(battle)) >= {"n", "s"}  # the fourth aside
    act(battle, "step_n")
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("RM12", "RM34", "M20")
def test_RM12_beyond_the_plain_terms_a_critical_combat_move_has_4_squares(duel, act, who):
    battle = duel({"at": (8, 8)}, {"at": (14, 8), **SPENT})
    act(battle, "combat_move", faces=[4])
    for side in "eenn":
        act(battle, f"step_{side}")
    assert who(battle) == ("red_0", "turn")


# --- Allies (RM32) --------------------------------------------------------------------------------


@pytest.mark.rule("RM32", "RM34", "M20")
def test_RM32_an_ally_is_passed_at_the_price_of_two_squares(fight, act, told):
    red = [{"at": (4, 3)}, {"at": (4, 2)}]
    battle = fight(red, [{"at": (8, 3), **SPENT}])
    act(battle, "combat_move", faces=[0])
    act(battle, "step_n")
    assert at(battle) == (4, 1)
    assert (battle.straight_steps, battle.sideways_steps) == (1, 2)
    assert "slips past" in told(battle)


@pytest.mark.rule("RM32", "RM34", "M20")
def test_RM32_an_ally_is_not_passed_beyond_the_terms(fight, act, legal):
    # Straight on past the ally would be two squares nearer, or farther.
    red = [{"at": (4, 3)}, {"at": (5, 3)}, {"at": (3, 3)}]
    battle = fight(red, [{"at": (9, 3), **SPENT}])
    act(battle, "combat_move", faces=[0])
    assert steps(legal(battle)) & {"e", "w"} == set()
    battle = fight(red, [{"at": (9, 3), **SPENT}])
    act(battle, "combat_move", faces=[4])  # critical: any way
    assert steps(legal(battle)) >= {"e", "w"}


@pytest.mark.rule("RM32", "M20")
def test_RM32_nobody_stops_in_the_square_of_an_ally(fight, act, legal):
    red = [{"at": (4, 3)}, {"at": (4, 2)}, {"at": (4, 1)}]
    battle = fight(red, [{"at": (5, 3), **SPENT}])
    act(battle, "combat_move", faces=[0])
    assert "n" not in steps(legal(battle))


@pytest.mark.rule("RM13", "RM33", "RM12", "M32")
def test_RM33_past_somebody_the_square_between_counts(fight, act, who):
    # Only the square of blue_0 lies within the reach of blue_1.
    blue = [{"at": (5, 4), **SPENT}, {"at": (4, 5)}]
    battle = fight([{"at": (4, 3)}], blue)
    battle.fighters[2].reaction = Act.COUNTER_ATTACK
    battle.fighters[2].action_points = 0
    act(battle, "combat_move", faces=[4])
    battle.fighters[2].reaction = Act.COUNTER_ATTACK
    act(battle, "step_se", faces=[6, 1, 1])
    assert at(battle) == (6, 5)  # hit between, it goes on to the next square
    assert battle.fighters[0].damage == 2
    assert who(battle) == ("red_0", "turn")
