"""Moves, Steps, provocation, crawling, standing up, flying (D29, RD13, RD14, RD40, RD47)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Life, Window
from quintain.envs.martial.rules.positioning import sight, squares
from quintain.envs.martial.rules.rounds_and_actions import movement

from .movement import FAR, PLAIN, E, N, S, W, at

pytestmark = pytest.mark.interpreted


def alone(**more):
    """A fighter far from its opponent."""
    return [{**PLAIN, "at": (4, 3), **more}], [{**PLAIN, "at": (20, 3)}]


# --- Speed (RD13, RD19, RD40, D29) ----------------------------------------------------------------


@pytest.mark.rule("RD13", "RD19", "RD40", "D29")
@pytest.mark.parametrize(
    ("fields", "squares_of_a_move"),
    [
        ({}, 6),
        ({"armour": "heavy"}, 4),
        ({"prone": True}, 1),
        ({"base": "wolf"}, 8),
        ({"base": "sprite"}, 4),
        ({"base": "sprite", "flying": True}, 8),
    ],
)
def test_RD13_pace_is_speed_crawling_one_square(battle_of, fields, squares_of_a_move):
    battle = battle_of([fields])
    assert movement.move_squares(battle.fighters[0]) == squares_of_a_move


@pytest.mark.rule("RD13", "D63")
def test_RD13_move_straight_on_as_far_as_the_speed(battle_of, begun, act):
    battle = begun(battle_of(*alone()))
    act(battle, "move", E)
    assert at(battle) == (10, 3)
    assert battle.fighters[0].action_points == 2


@pytest.mark.rule("RD13")
def test_RD13_step_is_one_square(battle_of, begun, act):
    battle = begun(battle_of(*alone()))
    act(battle, "step", S)
    assert at(battle) == (4, 4)
    assert battle.fighters[0].action_points == 2


@pytest.mark.rule("RD13", "RD27")
def test_RD13_move_toward_ends_next_to_the_enemy(battle_of, begun, act):
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], [{**PLAIN, "at": (8, 5)}]))
    act(battle, "toward")
    assert sight.squares_between(battle, 0, 1) == 1


@pytest.mark.rule("RD27", "RD18")
def test_RD18_move_to_reach_ends_where_the_spear_reaches(battle_of, begun, act, legal):
    spear = {**PLAIN, "held": ["spear"], "at": (4, 3)}
    battle = begun(battle_of([spear], [{**PLAIN, "at": (9, 3)}]))
    act(battle, "to_reach")
    assert at(battle) == (7, 3)
    assert legal(battle, "to_reach") == set()
    assert legal(battle, "toward") == {"toward"}


@pytest.mark.rule("RD13")
def test_RD13_away_gets_farther_with_every_square(battle_of, begun, act):
    battle = begun(battle_of([{**PLAIN, "at": (6, 3)}], [{**PLAIN, "at": (9, 3)}]))
    act(battle, "away")
    assert at(battle) == (0, 3)


# --- Squares (RD47, H5, H6) -----------------------------------------------------------------------


@pytest.mark.rule("RD47")
def test_RD47_one_creature_a_square_and_the_dead_leave_room(battle_of):
    battle = battle_of(["fighter"], [{"at": (5, 3)}])
    assert not squares.is_free_for(battle, 0, 5, 3)
    battle.fighters[1].life = Life.EXHAUSTION
    assert not squares.is_free_for(battle, 0, 5, 3)
    battle.fighters[1].life = Life.DEAD
    assert squares.is_free_for(battle, 0, 5, 3)


@pytest.mark.rule("RD47")
def test_RD47_allies_are_passed_and_enemies_are_not(battle_of, begun, act, legal):
    rows = "\n".join(["########", "........", "########"])
    friends = [{**PLAIN, "at": (0, 1)}, {**PLAIN, "at": (2, 1)}]
    battle = begun(battle_of(friends, [{**PLAIN, "at": (7, 1)}], map=rows))
    act(battle, "move", E)
    assert at(battle) == (6, 1)
    foes = [{**PLAIN, "at": (2, 1), "acted": False}]
    battle = begun(battle_of([{**PLAIN, "at": (0, 1)}], foes, map=rows))
    act(battle, "move", E)
    assert at(battle) == (1, 1)
    assert "move 2" not in legal(battle)


@pytest.mark.rule("RD47", "QD1")
@pytest.mark.parametrize(
    ("friend", "pace", "moves"),
    [((1, 1), {}, {"move 2"}), ((1, 1), {"prone": True}, set()), ((2, 1), {}, {"move 2"})],
)
def test_RD47_a_move_leads_past_a_neighbour_too(battle_of, begun, act, legal, friend, pace, moves):
    """A Step does not, and a crawl of one square stops short of it."""
    rows = "\n".join(["########", "........", "########"])
    friends = [{**PLAIN, "at": (0, 1), **pace}, {**PLAIN, "at": friend}]
    battle = begun(battle_of(friends, [{**PLAIN, "at": (7, 1)}], map=rows))
    assert legal(battle, "move") == moves
    assert legal(battle, "step") == ({"step 2"} if friend == (2, 1) else set())
    if moves:
        act(battle, "move", E)
        assert at(battle) == (6, 1)


@pytest.mark.rule("RD47", "D15")
def test_RD47_an_unconscious_enemy_is_not_passed_either(battle_of, begun, act):
    rows = "\n".join(["########", "........", "########"])
    down = {**PLAIN, "at": (3, 1), "life": Life.COMA, "prone": True}
    battle = begun(battle_of([{**PLAIN, "at": (0, 1)}], [down, {**PLAIN, "at": (7, 1)}], map=rows))
    act(battle, "move", E)
    assert at(battle) == (2, 1)


@pytest.mark.rule("RD47")
def test_RD47_nobody_stops_in_an_allys_square(battle_of, begun, act):
    friends = [{**PLAIN, "at": (0, 3)}, {**PLAIN, "at": (6, 3)}]
    battle = begun(battle_of(friends, [{**PLAIN, **FAR}]))
    act(battle, "move", E)
    assert at(battle) == (5, 3)


@pytest.mark.rule("RD47")
def test_RD47_who_falls_in_an_allys_square_goes_back(battle_of, begun, act):
    """Here as if something had stopped it one square from where it began."""
    friends = [{**PLAIN, "at": (1, 3)}, {**PLAIN, "at": (1, 3)}]
    battle = battle_of(friends, [{**PLAIN, **FAR}], path_at=1, path_length=3, from_y=3)
    battle.path_x[0], battle.path_y[0] = 1, 3
    movement.leave_shared_square(battle, 0)
    assert at(battle) == (0, 3)
    taken = battle_of([*friends, {**PLAIN, "at": (0, 3)}], [{**PLAIN, **FAR}], from_y=3)
    movement.leave_shared_square(taken, 0)
    assert at(taken) == (0, 2)  # the nearest free square


@pytest.mark.rule("RD47")
def test_RD47_way_round_a_wall(battle_of, begun, act):
    rows = "\n".join([".......", "..###..", "..###..", ".......", "......."])
    battle = begun(battle_of([{**PLAIN, "at": (1, 1)}], [{**PLAIN, "at": (5, 1)}], map=rows))
    act(battle, "toward")
    assert at(battle) == (4, 0)


@pytest.mark.rule("RD27", "H5", "H6")
def test_RD27_obstacles_stop_walkers_but_not_climbers_and_flyers(battle_of, begun, legal):
    rows = "\n".join(["...", "ooo", "..."])
    for base, fields, passes in [
        ("fighter", {}, False),
        ("horror", {}, True),
        ("sprite", {}, False),
        ("sprite", {"flying": True}, True),
    ]:
        one = {"base": base, "at": (0, 0), **fields}
        battle = begun(battle_of([one], [{"at": (2, 2)}], map=rows))
        assert ("move 4" in legal(battle, "move")) == passes, base


@pytest.mark.rule("D29", "H5")
def test_D29_flyers_pass_over_those_on_the_ground(battle_of, begun, act):
    flyer = {"base": "sprite", "flying": True, "at": (0, 3)}
    foes = [{**PLAIN, "at": (2, 3)}, {**PLAIN, "at": (20, 3)}]
    battle = begun(battle_of([flyer], foes))
    act(battle, "move", E)
    assert at(battle) == (8, 3)


# --- What provokes (RD14, TD3) --------------------------------------------------------------------


@pytest.mark.rule("RD14", "D93", "TD3")
def test_RD14_leaving_a_threatened_square_provokes_once_a_move(battle_of, begun, act):
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], [{**PLAIN, "at": (5, 4)}]))
    act(battle, "move", E)
    assert (battle.to_act, battle.window) == (1, Window.REACTIVE_ATTACK)
    assert at(battle) == (4, 3)  # before the effect (D88)
    act(battle, "wait")
    assert (battle.to_act, battle.window) == (0, Window.TURN)
    assert at(battle) == (10, 3)  # (5, 3) and (6, 3) were threatened too


@pytest.mark.rule("RD13", "RD14")
def test_RD13_step_provokes_nobody(battle_of, begun, act):
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], [{**PLAIN, "at": (5, 4)}]))
    act(battle, "step", W)
    assert battle.to_act == 0
    assert at(battle) == (3, 3)


@pytest.mark.rule("RD14", "TD3")
def test_TD3_all_who_are_provoked_are_asked_in_initiative_order(battle_of, begun, act):
    foes = [{**PLAIN, "at": (5, 4)}, {**PLAIN, "at": (3, 4)}]
    battle = battle_of([{**PLAIN, "at": (4, 3)}], foes)
    battle.order[1], battle.order[2] = 2, 1
    battle = begun(battle)
    act(battle, "move", N)
    assert battle.to_act == 2
    act(battle, "wait")
    assert battle.to_act == 1
    act(battle, "wait")
    assert at(battle) == (4, 0)


@pytest.mark.rule("RD14")
@pytest.mark.parametrize(
    "fields",
    [
        {"reactions": 0},
        {"acted": False},
        {"dazed": 1},
        {"stunned": 1},
        {"tricked": True},
        {"held": ["bow"], "at": (20, 3)},
    ],
)
def test_RD14_who_cannot_react_is_not_asked(battle_of, begun, act, fields):
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], [{**PLAIN, "at": (5, 4), **fields}]))
    act(battle, "move", N)
    assert battle.to_act == 0


@pytest.mark.rule("RD14")
def test_RD14_who_falls_on_the_way_stops_there(battle_of, begun, act, events):
    """The Trip succeeds with 20 against any DV here; the Move is over before the first square."""
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], [{**PLAIN, "at": (5, 3)}]))
    act(battle, "move", N)
    act(battle, "maneuver", 9, faces=[20])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert battle.fighters[0].prone
    assert at(battle) == (4, 3)
    assert events(battle, "moves") == []
    assert (battle.to_act, battle.window) == (0, Window.TURN)
    assert battle.fighters[0].action_points == 2


@pytest.mark.rule("RD14", "RD13", "D88")
def test_RD14_standing_up_provokes_before_one_stands(battle_of, begun, act):
    lying = {**PLAIN, "at": (4, 3), "prone": True}
    battle = begun(battle_of([lying], [{**PLAIN, "at": (5, 3)}]))
    act(battle, "stand_up")
    assert (battle.to_act, battle.window) == (1, Window.REACTIVE_ATTACK)
    assert battle.fighters[0].prone
    act(battle, "wait")
    assert not battle.fighters[0].prone
    assert battle.fighters[0].action_points == 2


@pytest.mark.rule("RD17")
def test_RD17_the_grappled_leave_their_square_by_nothing(battle_of, begun, legal):
    battle = battle_of([PLAIN], [PLAIN])
    battle.fighters[0].grapple, battle.fighters[1].grapple = 1, 0
    battle.fighters[1].is_grappler = True
    assert legal(begun(battle), "move", "step", "charge", "toward", "away") == set()


# --- Lying and standing (RD13, RD40, D32, D36) ----------------------------------------------------


@pytest.mark.rule("RD40")
def test_RD40_prone_crawls_one_square_and_takes_no_step(battle_of, begun, act, legal):
    battle = begun(battle_of(*alone(prone=True)))
    assert legal(battle, "step", "charge") == set()
    act(battle, "move", E)
    assert at(battle) == (5, 3)
    assert battle.fighters[0].prone


@pytest.mark.rule("D32", "D36", "RD13")
@pytest.mark.parametrize(
    ("injuries", "points", "may"),
    [
        ({}, 1, True),
        ({"foot": [1, 0]}, 1, False),
        ({"foot": [1, 0]}, 2, True),
        ({"leg": [1, 0]}, 2, False),
        ({"leg": [1, 0]}, 3, True),
        ({"leg": [3, 0]}, 3, True),
        ({"leg": [1, 0], "foot": [1, 0]}, 2, False),
        ({"leg": [1, 0], "foot": [1, 0]}, 3, True),
        ({"leg": [1, 1]}, 3, False),
        ({"foot": [1, 1]}, 3, False),
    ],
)
def test_D32_standing_up_costs_more_with_hurt_feet_and_legs(
    battle_of, begun, legal, injuries, points, may
):
    battle = battle_of(*alone(prone=True, injuries=injuries, action_points=points))
    assert ("stand_up" in legal(begun(battle))) == may


@pytest.mark.rule("RD40", "RD21", "D63")
def test_RD40_dropping_prone_is_free_once_a_turn(battle_of, begun, act, legal):
    archer = [{"base": "archer", "at": (20, 3)}]
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], archer))
    act(battle, "drop_prone")
    assert battle.fighters[0].prone
    assert battle.fighters[0].action_points == 3
    act(battle, "stand_up")
    assert "drop_prone" not in legal(battle)


@pytest.mark.rule("RD40", "D77", "H12")
@pytest.mark.parametrize(
    ("ally", "may"),
    [
        ({"base": "archer"}, True),
        ({"base": "knife_fighter"}, True),
        ({"base": "archer", "hidden": True}, True),  # its own side knows of it
        ({"base": "archer", "life": Life.COMA, "prone": True}, False),
        ({"base": "archer", "body": "sprite", "flying": True}, False),  # it shoots over the fighter
        ({"base": "swordsman"}, False),
    ],
)
def test_RD40_dropping_prone_clears_the_line_of_shot_of_an_ally(battle_of, begun, legal, ally, may):
    red = [{**PLAIN, "at": (4, 3)}, {"looked": -1, "at": (2, 3), **ally}]
    battle = begun(battle_of(red, [{**PLAIN, "at": (20, 3)}]))
    assert ("drop_prone" in legal(battle)) == may
    battle.fighters[0].action_points = 0
    assert ("drop_prone" in legal(battle)) == may


# --- Flying (D29, H5) -----------------------------------------------------------------------------


@pytest.mark.rule("D29", "RD14", "H5")
def test_D29_taking_off_and_landing_cost_an_action_point_and_provoke(battle_of, begun, act):
    flyer = {"base": "sprite", "at": (4, 3)}
    battle = begun(battle_of([flyer], [{**PLAIN, "at": (5, 3)}]))
    act(battle, "take_off")
    assert battle.window == Window.REACTIVE_ATTACK
    act(battle, "wait")
    assert battle.fighters[0].flying
    assert battle.fighters[0].action_points == 2
    act(battle, "land")
    assert battle.window == Window.TURN  # out of reach at 10 feet
    assert not battle.fighters[0].flying


@pytest.mark.rule("D29", "H5", "H6")
def test_D29_no_landing_on_obstacles(battle_of, begun, legal):
    flyer = {"base": "sprite", "flying": True, "at": (1, 0)}
    battle = begun(battle_of([flyer], [{**PLAIN, "at": (2, 0)}], map="...\n..."))
    assert "land" in legal(battle)
    battle = begun(battle_of([flyer], [{**PLAIN, "at": (2, 0)}], map=".o.\n..."))
    assert "land" not in legal(battle)
