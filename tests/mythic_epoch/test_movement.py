"""Moves, Combat Moves and Retreats, and the reactions to them."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.maps.square_grid import distance
from quintain.envs.mythic_epoch.enums import (
    Act,
    Stage,
    Status,
)
from quintain.envs.mythic_epoch.navigation import pathfinding
from quintain.envs.mythic_epoch.rules import movement_actions
from quintain.envs.mythic_epoch.tables import (
    WEAPON_NAMES,
)

pytestmark = pytest.mark.interpreted

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
SPENT = {"action_points": 0}  # cannot react


def at(battle, fighter=0):
    """The square of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def gap(battle, one, other):
    """Distance between two fighters."""
    return distance(*at(battle, one), *at(battle, other))


def steps(names):
    """The directions in which a step is legal."""
    return {name.removeprefix("step_") for name in names if name.startswith("step_")}


def moved(log):
    """The squares that a fighter entered, in order."""
    return [(event[1], event[4], event[5]) for event in log if event[0] == "moved"]


def lay(battle, name, x, y):
    """Put a weapon on the ground."""
    battle.ground_weapon[0] = WEAPON_NAMES.index(name)
    battle.ground_x[0], battle.ground_y[0] = x, y


# --- Move (M18, RM8, RM33) ------------------------------------------------------------------------


@pytest.mark.rule("M18", "RM8", "RM33")
def test_M18_an_unopposed_move_succeeds_without_dice_for_2_points(duel, act, who, events):
    battle = duel({"at": (4, 3)}, {"at": (12, 3), **SPENT})
    act(battle, "move_towards")
    assert moved(events(battle)) == [(0, 5, 3), (0, 6, 3), (0, 7, 3), (0, 8, 3)]
    assert battle.fighters[0].action_points == 10
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("M18", "RM20", "M29")
def test_M18_off_guard_moves_too_and_stays_off_guard(duel, act):
    battle = duel({"at": (4, 3), "status": "off_guard"}, {"at": (12, 3), **SPENT})
    act(battle, "move_towards")
    assert at(battle) == (8, 3)
    assert battle.fighters[0].status == Status.OFF_GUARD


@pytest.mark.rule("RM8", "RM33")
@pytest.mark.parametrize(
    ("distance_before", "squares"), [(2, 1), (3, 2), (4, 3), (5, 4), (6, 4), (9, 4)]
)
def test_RM8_up_to_4_squares_and_no_nearer_than_next_to_the_goal(
    duel, act, distance_before, squares
):
    battle = duel({"at": (4, 3)}, {"at": (4 + distance_before, 3), **SPENT})
    act(battle, "move_towards")
    assert at(battle) == (4 + squares, 3)


@pytest.mark.rule("RM8", "RM18")
@pytest.mark.parametrize(("distance_before", "squares"), [(3, 1), (5, 3), (6, 4), (8, 4)])
def test_RM18_a_long_weapon_may_stop_at_its_reach(duel, act, legal, distance_before, squares):
    battle = duel({"hand": "spear"}, {"at": (4 + distance_before, 3), **SPENT})
    act(battle, "move_to_reach")
    assert at(battle) == (4 + squares, 3)
    assert "move_to_reach" not in legal(duel({}, {"at": (8, 3)}))
    assert "move_to_reach" not in legal(duel({"hand": "spear"}, {"at": (6, 3)}))


@pytest.mark.rule("RM8", "QM2")
@pytest.mark.parametrize("side", DIRECTIONS)
def test_QM2_a_move_may_be_a_single_step_in_8_directions(duel, act, side):
    battle = duel({"at": (4, 3)}, {"at": (20, 9), **SPENT})
    act(battle, f"move_{side}")
    dx = ("e" in side) - ("w" in side)
    dy = ("s" in side) - ("n" in side)
    assert at(battle) == (4 + dx, 3 + dy)


@pytest.mark.rule("RM8", "QM2")
def test_QM2_a_move_away_gets_farther_with_every_square(duel, act, events):
    battle = duel({"at": (10, 8)}, {"at": (11, 9), **SPENT})
    act(battle, "move_away")
    squares = [(x, y) for _, x, y in moved(events(battle))]
    assert len(squares) == 4
    assert [distance(*square, 11, 9) for square in squares] == [2, 3, 4, 5]


@pytest.mark.rule("RM8", "RM32", "QM2")
def test_QM2_a_move_away_that_must_turn_aside_goes_on_all_the_same(duel, act, events):
    rows = "\n".join(["." * 10] * 5 + ["....o.....", "....o.....", "." * 10])
    battle = duel({"at": (5, 5)}, {"at": (7, 4), **SPENT}, map=rows)
    act(battle, "move_away")  # neither south-west nor west, and south is no farther
    squares = [(x, y) for _, x, y in moved(events(battle))]
    assert squares == [(4, 4), (3, 4), (2, 4), (1, 4)]


@pytest.mark.rule("RM32", "QM2")
def test_QM2_a_move_away_ends_at_the_edge_and_is_no_choice_there(duel, act, legal):
    battle = duel({"at": (1, 8)}, {"at": (2, 8), **SPENT})
    act(battle, "move_away")
    assert at(battle) == (0, 8)
    act(battle, "wait", faces=[0, 0])
    assert gap(battle, 0, 1) == 2
    assert "move_away" not in legal(battle)


@pytest.mark.rule("RM32")
def test_RM32_the_map_ends_and_obstacles_stand(duel, legal):
    rows = "...\n.#.\no..\n...\n...\n..."
    battle = duel({"at": (0, 1)}, {"at": (2, 5)}, map=rows)
    names = {name for name in legal(battle) if name in {f"move_{side}" for side in DIRECTIONS}}
    assert names == {"move_n", "move_ne", "move_se"}


@pytest.mark.rule("RM32", "RM33")
def test_RM32_a_move_goes_round_obstacles(duel, act, events):
    rows = "\n".join(["......", "..#...", "..#...", "..#...", "......"])
    battle = duel({"at": (1, 2)}, {"at": (4, 2), **SPENT}, map=rows)
    act(battle, "move_towards")
    squares = [(x, y) for _, x, y in moved(events(battle))]
    assert len(squares) == 3  # two past the end of the wall, and one to stand next to blue
    assert all(rows.split()[y][x] == "." for x, y in squares)
    assert gap(battle, 0, 1) == 1


@pytest.mark.rule("RM8", "RM32", "QM2")
def test_RM8_a_shortest_way_heeds_what_stands_beyond_its_4_squares(duel, act):
    wall = "........#....."
    rows = "\n".join([wall] * 4 + ["." * 14] * 2)
    battle = duel({"at": (2, 0)}, {"at": (12, 0), **SPENT}, map=rows)
    act(battle, "move_towards")
    assert distance(*at(battle), 8, 4) == 2  # 6 squares to the end of the wall, 4 are gone


@pytest.mark.rule("RM8", "RM32", "QM2")
def test_RM8_a_move_does_not_enter_a_dead_end(duel, act):
    rows = "\n".join(["......######....", *["...........#...."] * 3, "......######...."])
    rows = "\n".join(["." * 16, rows, "." * 16])
    battle = duel({"at": (2, 3)}, {"at": (14, 3), **SPENT}, map=rows)
    for _ in range(3):
        act(battle, "move_towards")
    assert gap(battle, 0, 1) == 1


@pytest.mark.rule("RM8", "RM32", "QM2")
@pytest.mark.parametrize(("start", "squares"), [(0, 4), (1, 4), (2, 1)])
def test_RM8_where_no_way_leads_the_move_goes_straight_on_if_4_squares_are_free(
    duel, act, start, squares
):
    rows = "\n".join(["......#..."] * 3)
    battle = duel({"at": (start, 1)}, {"at": (9, 1), **SPENT}, map=rows)
    act(battle, "move_towards")
    assert at(battle)[0] == start + squares


@pytest.mark.rule("RM32", "RM33")
def test_RM32_allies_may_be_passed_but_not_stood_upon(fight, act, events):
    battle = fight([{"at": (0, 0)}, {"at": (2, 0)}], [{"at": (7, 0), **SPENT}], map="." * 9)
    act(battle, "move_towards")
    assert moved(events(battle)) == [(0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 4, 0)]
    # The fourth square is an ally's: the way ends before it.
    battle = fight([{"at": (0, 0)}, {"at": (4, 0)}], [{"at": (7, 0), **SPENT}], map="." * 9)
    act(battle, "move_towards")
    assert at(battle) == (3, 0)


@pytest.mark.rule("RM32")
def test_RM32_opponents_may_not_be_passed_but_the_fallen_may(fight, act, legal):
    row = "." * 9
    blue = [{"at": (2, 0), **SPENT}, {"at": (6, 0), **SPENT}]
    battle = fight([{"at": (0, 0)}], blue, map=row)
    act(battle, "move_towards", slot=1)
    assert at(battle) == (1, 0)
    battle = fight([{"at": (0, 0)}], [{**blue[0], "damage": 30}, blue[1]], map=row)
    act(battle, "move_towards", slot=1)
    assert at(battle) == (4, 0)


@pytest.mark.rule("RM32", "RM8", "QM2")
@pytest.mark.parametrize(("guard", "end"), [({}, (6, 4)), ({"damage": 30}, (7, 2))])
def test_RM32_a_way_is_planned_around_opponents_but_through_the_fallen(fight, act, guard, end):
    wall, gap_in_wall = ".....#....", ".........."
    rows = "\n".join([wall, wall, gap_in_wall, wall, wall, gap_in_wall])
    blue = [{"at": (5, 2), **SPENT, **guard}, {"at": (9, 2), **SPENT}]
    battle = fight([{"at": (3, 2)}], blue, map=rows)
    act(battle, "move_towards", slot=1)
    assert at(battle) == end


@pytest.mark.rule("RM32", "QM2")
def test_QM2_a_move_to_an_ally(fight, act, legal):
    battle = fight([{"at": (4, 3)}, {"at": (4, 9)}], [{"at": (20, 3), **SPENT}])
    act(battle, "move_to_ally")
    assert at(battle) == (4, 7)
    act(battle, "move_to_ally")
    assert at(battle) == (4, 8)
    assert "move_to_ally" not in legal(battle)


@pytest.mark.rule("RM27", "RM32", "QM2")
def test_QM2_a_move_to_the_nearest_weapon_on_the_ground(duel, act, legal):
    battle = duel({"hand": "unarmed"}, {"at": (20, 9), **SPENT})
    assert "move_to_weapon" not in legal(battle)
    lay(battle, "axe", 8, 3)
    act(battle, "move_to_weapon")
    assert at(battle) == (7, 3)
    assert "move_to_weapon" not in legal(battle)
    assert "pick_up_weapon" in legal(battle)


@pytest.mark.rule("RM6", "RM32", "QM2")
def test_QM2_a_move_to_cover_puts_an_obstacle_before_the_nearest_archer(duel, act, legal):
    rows = "\n".join(["." * 20] * 2 + ["......o" + "." * 13] + ["." * 20] * 2)
    battle = duel({"at": (3, 2)}, {"at": (18, 2), "hand": "bow", **SPENT}, map=rows)
    act(battle, "move_to_cover")
    assert at(battle) == (5, 2)  # next to the obstacle, on the far side of it
    assert "move_to_cover" not in legal(battle)
    assert "move_to_cover" not in legal(duel({"at": (3, 2)}, {"at": (18, 2)}, map=rows))


@pytest.mark.rule("RM8", "QM2")
@pytest.mark.parametrize(
    ("squares", "hands", "nearest"),
    [
        ((9, 7), ("bow", "bow"), 2),
        ((7, 9), ("bow", "bow"), 1),
        ((8, 8), ("bow", "bow"), 1),  # the first of equals
        ((7, 9), ("sword", "pistol"), 2),
        ((7, 9), ("sword", "sword"), NOBODY),
    ],
)
def test_QM2_cover_is_sought_from_the_nearest_archer(fight, squares, hands, nearest):
    blue = [{"at": (4 + far, 3), "hand": hand} for far, hand in zip(squares, hands, strict=True)]
    blue[1]["at"] = (4, 3 + squares[1])
    battle = fight([{"at": (4, 3)}], blue)
    assert pathfinding.nearest_archer(battle, 0) == nearest


@pytest.mark.rule("RM20", "M18")
@pytest.mark.parametrize("held", ["bound", "grappled", "pinned"])
def test_RM20_who_is_held_cannot_move(duel, legal, held):
    names = legal(duel(held=held))
    assert not any(name.startswith(("move", "combat", "step")) for name in names)


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
                   map="." * 9 + "\n####.####")  # fmt: skip
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
def test_RM12_a_critical_retreat_is_up_to_4_squares_away_only(duel, act, legal, who):
    battle = duel({"at": (4, 8)}, {"at": (8, 8)})
    act(battle, "move_towards")
    act(battle, "retreat", faces=[4])
    for squares in range(4):
        assert gap(battle, 0, 1) == 4 + squares
        assert steps(legal(battle)) == {"ne", "e", "se"}
        act(battle, "step_e")
    assert at(battle, 1) == (12, 8)
    assert who(battle) == ("red_0", "turn")


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
        (3, "sword", False),
        (3, "spear", True),
        (4, "spear", False),
    ],
)
def test_RM13_counter_attack_on_a_combat_move_one_step_nearer_counts_for_the_named(
    duel, act, legal, who, squares, hand, may
):
    battle = duel({"at": (10, 8)}, {"at": (10 + squares, 8), "hand": hand})
    act(battle, "combat_move")
    assert who(battle) == ("blue_0", "reaction")  # a Retreat is possible from 2 squares on
    assert ("counter_attack" in legal(battle)) == may
    assert ("retreat" in legal(battle)) == (squares > 1)


@pytest.mark.rule("RM13", "RM14", "RM34")
@pytest.mark.parametrize(("squares", "may"), [(1, True), (2, False)])
def test_RM13_for_the_others_the_square_where_a_combat_move_begins(
    fight, act, who, legal, squares, may
):
    blue = [{"at": (20, 8), **SPENT}, {"at": (10 - squares, 8)}]
    battle = fight([{"at": (10, 8)}], blue)
    act(battle, "combat_move", faces=[] if may else [0])
    assert (who(battle) == ("blue_1", "reaction")) == may
    if may:
        assert "retreat" not in legal(battle)  # it names somebody else


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
    blow = "Blue's Counter-Attack 6 + 2 = 8 against the Combat Move's 7"
    assert (
        told(battle) == f"Red steps east, next to Blue. {blow}: it is a Critical Hit on Red for 2."
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


@pytest.mark.rule("RM12", "RM32", "M20")
def test_RM32_after_the_steps_nobody_shares_a_square(fight, act, legal):
    battle = fight([{"at": (4, 3)}, {"at": (4, 2)}], [{"at": (5, 3), **SPENT}])
    act(battle, "combat_move", faces=[0])
    assert "n" not in steps(legal(battle))


# --- Reach (RM18) ---------------------------------------------------------------------------------


@pytest.mark.rule("RM18", "RM32", "RM33")
def test_RM18_the_answer_comes_where_the_mover_is_in_reach(duel):
    battle = duel({"at": (4, 3)}, {"at": (6, 3), "hand": "spear"})
    battle.fighters[1].reaction = Act.COUNTER_ATTACK
    assert movement_actions.reaches_mover(battle, 1)
    battle.fighters[1].reaction = Act.UNARMED_COUNTER_ATTACK  # 1 square
    assert not movement_actions.reaches_mover(battle, 1)
