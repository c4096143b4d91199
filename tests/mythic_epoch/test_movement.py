"""Moves and Reach (M18, RM8, RM18, RM33)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.maps.square_grid import distance
from quintain.envs.mythic_epoch.enums import Act, Status
from quintain.envs.mythic_epoch.navigation import pathfinding
from quintain.envs.mythic_epoch.rules import movement_actions
from quintain.envs.mythic_epoch.tables import WEAPON_NAMES

from .movement import DIRECTIONS, SPENT, at, gap, moved

pytestmark = pytest.mark.interpreted


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


# --- Reach (RM18) ---------------------------------------------------------------------------------


@pytest.mark.rule("RM18", "RM32", "RM33")
def test_RM18_the_answer_comes_where_the_mover_is_in_reach(duel):
    battle = duel({"at": (4, 3)}, {"at": (6, 3), "hand": "spear"})
    battle.fighters[1].reaction = Act.COUNTER_ATTACK
    assert movement_actions.reaches_mover(battle, 1)
    battle.fighters[1].reaction = Act.UNARMED_COUNTER_ATTACK  # 1 square
    assert not movement_actions.reaches_mover(battle, 1)


@pytest.mark.rule("RM32", "RM18", "RM37")
@pytest.mark.parametrize(("between", "may"), [(".", True), ("o", True), ("#", False)])
def test_RM32_a_long_weapon_needs_a_line_past_high_obstacles(duel, legal, between, may):
    spears = ({"at": (0, 0), "hand": "spear"}, {"at": (2, 0), "hand": "spear"})
    battle = duel(*spears, map=f".{between}.")
    assert ({"melee_attack", "feint"} <= legal(battle)) == may
    battle = duel(*spears, map=f".{between}.", held="bound")
    assert ("press" in legal(battle)) == may
    assert "withdraw" in legal(battle)


@pytest.mark.rule("RM32", "RM13", "RM33", "M32")
def test_RM32_a_mover_behind_a_wall_is_struck_where_it_comes_out(duel, act, who, events):
    rows = ".#...\n.#...\n.#...\n....."
    battle = duel({"at": (0, 0)}, {"at": (2, 0), "hand": "spear"}, map=rows)
    act(battle, "move_s")
    assert who(battle) == ("red_0", "turn")  # two squares off all the way, behind the wall
    battle = duel({"at": (0, 1)}, {"at": (2, 3), "hand": "spear"}, map=rows)
    act(battle, "move_s")
    act(battle, "counter_attack", faces=[0, 1, 1])
    kinds = [event[0] for event in events(battle)]
    assert kinds.index("moved") < kinds.index("check")


@pytest.mark.rule("RM32", "RM37", "M35")
def test_RM32_a_double_needs_the_same_line(duel, act, legal):
    spears = ({"at": (0, 0), "hand": "spear"}, {"at": (2, 0), "hand": "spear"})
    battle = duel(*spears, map=".#.", held="bound")
    act(battle, "withdraw")
    assert legal(battle) == {"wait", "wind"}


@pytest.mark.rule("RM32", "RM18")
def test_RM32_neighbours_strike_past_the_corners_of_two_obstacles(duel, legal):
    battle = duel({"at": (0, 0)}, {"at": (1, 1)}, map=".#\n#.")
    assert "melee_attack" in legal(battle)
