"""Paths: the goals of movement, and where they lead."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.maps.hex_grid import hex_distance
from quintain.envs.wildroll.enums import (
    Life,
    Posture,
    Verb,
)
from quintain.envs.wildroll.navigation import move_targets, pathfinding
from quintain.envs.wildroll.rules.flanking import flanking, lines
from quintain.envs.wildroll.rules.movement import spaces
from quintain.envs.wildroll.state import (
    PATH,
)
from quintain.envs.wildroll.tables import ITEM_NAMES

pytestmark = pytest.mark.interpreted

SPEAR = {"base": "spearman"}
RIDERS = [{"base": "lancer", "rides": 1}, {"base": "warhorse", "at": (4, 3)}]
ROWS = "\n".join(["." * 20] * 7)


def way(battle, verb, target=-1, argument=0, actor=0):
    """The hexes of a planned path."""
    length = pathfinding.plan_way(battle, actor, verb, argument, target)
    return [(int(battle.path_x[at]), int(battle.path_y[at])) for at in range(length)]


def may(battle, verb, target=-1, argument=0, actor=0):
    """Whether a movement may be chosen; the question changes nothing."""
    before = battle.copy()
    answer = bool(pathfinding.may_go(battle, actor, verb, argument, target))
    assert battle.tobytes() == before.tobytes()
    return answer


# --- Steps and nearness (QW1, QW12, RW32) ---------------------------------------------------------


@pytest.mark.rule("QW12", "W65")
def test_QW12_a_step_is_a_way_of_one_yard(battle_of):
    battle = battle_of(red=[{"action_points": 1}])
    assert way(battle, Verb.STEP, argument=4) == [(3, 3)]
    assert way(battle, Verb.STEP, argument=1) == []  # the enemy stands there
    assert (battle.path_x[PATH - 1], battle.path_y[PATH - 1]) == (4, 3)


@pytest.mark.rule("QW12", "RW32")
@pytest.mark.parametrize(
    ("person", "verb", "ends"),
    [
        ({}, Verb.TOWARD, 11), ({}, Verb.TO_REACH, 10), (SPEAR, Verb.TO_REACH, 9),
        (SPEAR, Verb.TOWARD, 11), ({"held": ["dagger"]}, Verb.TO_REACH, None),
        ({"base": "giant", "at": (4, 3)}, Verb.TOWARD, 10),
    ],
)  # fmt: skip
def test_QW12_ways_end_beside_or_where_the_weapon_reaches(battle_of, person, verb, ends):
    battle = battle_of(red=[person], blue=[{"at": (12, 3)}])
    hexes = way(battle, verb, 1)
    assert may(battle, verb, 1) == (ends is not None)
    assert (hexes[-1] if hexes else None) == ((ends, 3) if ends else None)


@pytest.mark.rule("W106", "QW12")
def test_W106_a_rider_reaches_a_yard_less_far(battle_of):
    battle = battle_of(red=RIDERS, blue=[{"at": (12, 3)}])
    assert way(battle, Verb.TO_REACH, 2)[-1] == (10, 3)  # the spear has a reach of 2
    battle = battle_of(red=RIDERS, blue=[{"base": "ogre", "at": (12, 3)}])
    assert way(battle, Verb.TOWARD, 2)[-1] == (11, 3)


@pytest.mark.rule("QW12")
@pytest.mark.parametrize(
    ("verb", "x", "legal"),
    [
        (Verb.TOWARD, 5, False), (Verb.TOWARD, 6, True), (Verb.TO_REACH, 6, False),
        (Verb.TO_REACH, 7, True), (Verb.AWAY, 6, True), (Verb.FLANK, 6, False),
        (Verb.COVER, 6, False),
    ],
)  # fmt: skip
def test_QW12_only_ways_that_are_of_use(battle_of, verb, x, legal):
    battle = battle_of(blue=[{"at": (x, 3)}])
    assert may(battle, verb, 1) == legal


@pytest.mark.rule("QW12")
@pytest.mark.parametrize(
    "state", [{"life": Life.DEAD}, {"hidden": True}, {"at": (5, 3), "life": Life.UNCONSCIOUS}]
)
def test_QW12_nobody_goes_to_the_dead_and_the_unseen(battle_of, state):
    battle = battle_of(blue=[{"at": (9, 3), **state}])
    assert not may(battle, Verb.TOWARD, 1)


@pytest.mark.rule("QW12")
@pytest.mark.parametrize("state", [{"underwater": True}, {"holding": [1]}, {"helpless_rounds": 1}])
def test_QW12_under_water_and_grappling_one_goes_by_steps(battle_of, state):
    battle = battle_of(red=[{**state, "drag_points": 4}], blue=["fighter", {"at": (12, 3)}])
    assert not may(battle, Verb.TOWARD, 2)


@pytest.mark.rule("QW12", "W67")
def test_QW12_to_an_ally(battle_of):
    battle = battle_of(red=["fighter", {"at": (9, 3)}])
    assert way(battle, Verb.TO_ALLY, 1)[-1] in {(8, 3), (8, 4), (8, 2), (9, 4), (9, 2)}
    assert spaces.gap_from(battle, 0, *way(battle, Verb.TO_ALLY, 1)[-1], 1) == 0


# --- Round what is between (H8, H21, H22, W68) ----------------------------------------------------


@pytest.mark.rule("H21", "H22", "QW12")
@pytest.mark.parametrize("wall", ["#", "o", "p", "+"])
def test_H22_ways_lead_round_walls_and_pits(battle_of, wall):
    rows = "\n".join(["......", f"..{wall}...", f"..{wall}...", f"..{wall}...", "......"])
    battle = battle_of(red=[{"at": (1, 2)}], blue=[{"at": (5, 2)}], map=rows)
    hexes = way(battle, Verb.TOWARD, 1)
    assert hexes
    assert all(rows.split()[y][x] == "." for x, y in hexes)
    assert spaces.gap_from(battle, 0, *hexes[-1], 1) == 0


@pytest.mark.rule("W68", "QW12")
def test_W68_the_cheapest_way_goes_round_bad_ground(battle_of):
    rows = "\n".join([".......", ".uuuuu.", ".uuuuu.", "uuuuuuu"])
    battle = battle_of(red=[{"at": (0, 2)}], blue=[{"at": (6, 2)}], map=rows)
    hexes = way(battle, Verb.TOWARD, 1)
    assert len(hexes) == 8  # as far as 8 points lead
    assert all(rows.split()[y][x] == "." for x, y in hexes)


@pytest.mark.rule("W105", "H22", "QW12")
@pytest.mark.parametrize(("posture", "ends"), [(Posture.STANDING, 2), (Posture.PRONE, 1)])
def test_W105_nobody_crawls_up_a_cliff(battle_of, posture, ends):
    red = [{"at": (0, 0), "posture": posture}]
    battle = battle_of(red=red, blue=[{"at": (7, 0)}], map="..cc....")
    assert way(battle, Verb.TOWARD, 1)[-1] == (ends, 0)
    battle.fighters[0].x = 1
    assert may(battle, Verb.STEP, argument=1) == (ends == 2)
    assert may(battle, Verb.TOWARD, 1) == (ends == 2)


@pytest.mark.rule("W68", "H8", "RW12")
@pytest.mark.parametrize(
    ("state", "yards"),
    [
        ({}, 4), ({"posture": Posture.PRONE}, 2), ({"action_points": 1}, 1),
        ({"hobbled": True}, 2), ({"dash": 1}, 6), ({"action_points": 0, "move_quarters": 16}, 2),
    ],
)  # fmt: skip
def test_H8_as_far_as_the_points_of_4_ap_lead(battle_of, state, yards):
    red = [{"at": (0, 0), **state}]
    battle = battle_of(red=red, blue=[{"at": (13, 0)}], map="." + "m" * 6 + "." * 7)
    hexes = way(battle, Verb.TOWARD, 1)
    assert len(hexes) == (10 if state == {"dash": 1} else yards)


@pytest.mark.rule("H21")
def test_H21_allies_are_passed_and_not_stopped_at(battle_of):
    lane = "\n".join(["#" * 10, "." * 10, "#" * 10])
    friends = [{"at": (0, 1)}, {"at": (2, 1)}]
    battle = battle_of(red=friends, blue=[{"at": (9, 1)}], map=lane)
    assert way(battle, Verb.TOWARD, 2)[-1] == (8, 1)
    battle.fighters[0].action_points = 1  # 2 points: it would end on the ally
    assert way(battle, Verb.TOWARD, 2) == [(1, 1)]
    battle.fighters[0].x = 1
    assert way(battle, Verb.TOWARD, 2) == [(2, 1), (3, 1)]  # past it for no more


@pytest.mark.rule("H21", "QW12")
@pytest.mark.parametrize("friend", [(5, 3), (4, 4)])
def test_H21_with_an_ally_in_its_way_one_goes_past_it(battle_of, friend):
    me = {"at": (4, 3), "action_points": 0, "move_quarters": 4}
    battle = battle_of(red=[me, {"at": friend}], blue=[{"at": (9, 6)}])
    assert len(way(battle, Verb.TOWARD, 2)) == 1
    assert may(battle, Verb.TOWARD, 2)


@pytest.mark.rule("H21", "XW1")
@pytest.mark.parametrize(
    ("state", "length"), [({}, 1), ({"hidden": True}, 7), ({"life": Life.DEAD}, 7)]
)
def test_H21_enemies_are_passed_if_they_are_dead_or_unknown(battle_of, state, length):
    lane = "\n".join(["#" * 10, "." * 10, "#" * 10])
    blue = [{"at": (2, 1), **state}, {"at": (8, 1)}]
    battle = battle_of(red=[{"at": (0, 1)}], blue=blue, map=lane)
    assert len(way(battle, Verb.TOWARD, 2)) == length


@pytest.mark.rule("QW12", "H21")
def test_QW12_where_nothing_is_free_beside_the_goal_it_goes_as_near_as_it_gets(battle_of):
    friends = [{"at": (0, 3)}]
    ring = [(x, y) for y in range(7) for x in range(20) if hex_distance(x, y, 10, 3) == 1]
    friends += [{"at": place} for place in ring[:5]]
    walls = [list(row) for row in ROWS.split()]
    walls[ring[5][1]][ring[5][0]] = "#"
    battle = battle_of(
        red=friends, blue=[{"at": (10, 3)}], map="\n".join("".join(row) for row in walls)
    )
    hexes = way(battle, Verb.TOWARD, 6)
    assert hex_distance(*hexes[-1], 10, 3) == 2


@pytest.mark.rule("QW12")
def test_QW12_the_rider_s_ways_are_its_animal_s(battle_of):
    battle = battle_of(red=RIDERS, blue=[{"at": (30, 3)}])
    assert len(way(battle, Verb.TOWARD, 2)) == 16
    battle.fighters[0].action_points = 2
    assert len(way(battle, Verb.TOWARD, 2)) == 8
    battle.fighters[1].uncontrolled = True
    assert not may(battle, Verb.TOWARD, 2)


# --- Away (QW12) ----------------------------------------------------------------------------------


@pytest.mark.rule("QW12")
def test_QW12_away_gets_farther_with_every_yard(battle_of):
    battle = battle_of(red=[{"at": (12, 7)}], blue=[{"at": (13, 7)}])
    hexes = way(battle, Verb.AWAY, 1)
    far = [hex_distance(x, y, 13, 7) for x, y in hexes]
    assert far == list(range(2, 10))


@pytest.mark.rule("QW12")
def test_QW12_in_a_corner_no_way_leads_away(battle_of):
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (3, 2)}])
    assert not may(battle, Verb.AWAY, 1)
    assert may(battle, Verb.AWAY, 0, actor=1)


# --- Flanks (W32) ---------------------------------------------------------------------------------


@pytest.mark.rule("W32", "QW12")
@pytest.mark.parametrize("person", [{}, SPEAR, {"held": ["dagger"]}])
def test_W32_a_way_to_flank(battle_of, person):
    red = [{"at": (5, 3), **person}, {"at": (9, 3)}]
    battle = battle_of(red=red, blue=[{"at": (10, 3)}])
    x, y = way(battle, Verb.FLANK, 2)[-1]
    battle.fighters[0].x, battle.fighters[0].y = x, y
    flanking.update_flanked(battle)
    assert flanking.is_flanked(battle, 2)


@pytest.mark.rule("W32", "W34", "QW12")
@pytest.mark.parametrize(
    ("mine", "friend", "foe"),
    [
        ({}, {"at": (7, 3)}, {}), ({"base": "archer", "held": ["bow"], "race": "wolf"}, {}, None),
        ({"ignoring": [2]}, {}, {}), ({}, {}, {"ignoring": [0]}), ({}, {}, {"ignoring": [1]}),
        ({}, {"life": Life.UNCONSCIOUS}, {}),
    ],
)  # fmt: skip
def test_W32_without_another_there_is_no_flank(battle_of, mine, friend, foe):
    red = [{"at": (5, 3), **mine}, {"at": (9, 3), **friend}]
    battle = battle_of(red=red, blue=[{"at": (10, 3), **(foe or {})}])
    assert may(battle, Verb.FLANK, 2) == (foe is None)  # a bite flanks as well as a sword


@pytest.mark.rule("W32", "QW12")
def test_W32_who_is_flanked_already_needs_no_more(battle_of):
    red = [{"at": (9, 3)}, {"at": (11, 3)}, {"at": (5, 3)}]
    battle = battle_of(red=red, blue=[{"at": (10, 3)}])
    assert may(battle, Verb.FLANK, 3, actor=2)
    flanking.update_flanked(battle)
    assert not may(battle, Verb.FLANK, 3, actor=2)


# --- Cover (W31, H22) -----------------------------------------------------------------------------


@pytest.mark.rule("W31", "QW12")
@pytest.mark.parametrize("letter", ["o", "#", "u"])
def test_W31_a_way_behind_cover(battle_of, letter):
    rows = ROWS.split()
    rows[3] = "." * 5 + letter + "." * 14
    battle = battle_of(red=[{"at": (7, 3)}], blue=[{"base": "archer", "at": (15, 3)}], map=ROWS)
    assert not may(battle, Verb.COVER, 1)
    battle = battle_of(
        red=[{"at": (7, 3)}], blue=[{"base": "archer", "at": (15, 3)}], map="\n".join(rows)
    )
    x, y = way(battle, Verb.COVER, 1)[-1]
    assert (
        move_targets.shelter_at(battle, 0, 1, x, y)
        > move_targets.shelter_at(battle, 0, 1, 7, 3)
        == 0
    )
    if letter == "u":
        assert (x, y) == (5, 3)
    else:
        assert x < 5


@pytest.mark.rule("W31", "QW12")
@pytest.mark.parametrize(
    ("foe", "legal"),
    [({"base": "archer"}, True), ({"base": "mage"}, True), ({"base": "fighter"}, False)],
)
def test_W31_cover_is_sought_from_those_who_shoot(battle_of, foe, legal):
    rows = "......o.......\n" + "." * 14
    battle = battle_of(red=[{"at": (8, 0)}], blue=[{"at": (13, 0), **foe}], map=rows)
    assert may(battle, Verb.COVER, 1) == legal


@pytest.mark.rule("H22", "W31")
def test_H22_behind_a_wall_is_better_than_any_cover(battle_of):
    battle = battle_of(red=[{"at": (0, 0)}], blue=[{"at": (3, 0)}], map=".#..")
    assert move_targets.shelter_at(battle, 0, 1, 0, 0) == move_targets.HIDDEN_BY_WALLS
    assert lines.cover_at(battle, 3, 0, 0, 0, 0) < move_targets.HIDDEN_BY_WALLS


# --- Things and firm ground (H24, H29) ------------------------------------------------------------


@pytest.mark.rule("H29", "QW12")
def test_H29_a_way_to_the_nearest_thing(battle_of):
    battle = battle_of(blue=[{"at": (20, 3)}])
    assert not may(battle, Verb.TO_ITEM)
    for place, (x, y) in enumerate([(12, 3), (8, 3)]):
        battle.ground_item[place] = ITEM_NAMES.index("sword")
        battle.ground_x[place], battle.ground_y[place] = x, y
    assert way(battle, Verb.TO_ITEM)[-1] == (8, 3)
    battle.fighters[0].x = 8
    assert not may(battle, Verb.TO_ITEM)


@pytest.mark.rule("H24", "W105", "QW12")
@pytest.mark.parametrize(
    ("row", "person", "ends"),
    [
        ("ddk..", {}, (3, 0)), ("ccc..", {}, (3, 0)), (".dk..", {}, None),
        ("ddk..", {"race": "merfolk"}, None), ("kkk..", {}, (3, 0)),
        ("ccc..", {"race": "merfolk"}, (3, 0)),
    ],
)  # fmt: skip
def test_H24_a_way_out_of_the_water_and_off_the_cliff(battle_of, row, person, ends):
    red = [{"at": (0, 0), "dash": 1, **person}]
    battle = battle_of(red=red, blue=[{"at": (4, 0)}], map=row)
    hexes = way(battle, Verb.TO_GROUND)
    assert (hexes[-1] if hexes else None) == ends


@pytest.mark.rule("QW12")
def test_QW12_a_flight_is_as_long_as_the_points(battle_of):
    red = [RIDERS[0], {**RIDERS[1], "uncontrolled": True, "at": (30, 3)}]
    battle = battle_of(red=red, blue=[{"at": (31, 3)}])
    assert pathfinding.plan_flight(battle, 1, 2, np.int64(12)) == PATH - 1
    assert pathfinding.plan_flight(battle, 1, 2, np.int64(1)) == 4
