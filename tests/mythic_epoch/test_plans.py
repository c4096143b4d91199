"""Moves that are planned square by square, and the weapon to pick up (QM2, M18, RM8, RM27)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from quintain.envs.mythic_epoch.enums import Act
from quintain.envs.mythic_epoch.rules import movement
from quintain.envs.mythic_epoch.state import BATTLE, NO_ITEM
from quintain.envs.mythic_epoch.tables import NO_WEAPON, WEAPON_NAMES

from .movement import SPENT

pytestmark = pytest.mark.interpreted

STEPS = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
MAP = """
.........
.o.......
..#......
.........
......#..
.........
"""
RED = ({"at": (2, 3)}, {"at": (3, 3)}, {"at": (3, 4)})
BLUE = ({"at": (2, 5)}, {"at": (8, 0)})


def square(battle, fighter=0):
    """Where a fighter stands."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def routes(battle):
    """Shortest paths, as words of directions, to each square at most 4 steps from red_0."""
    walls = np.asarray(battle.low) | np.asarray(battle.high)
    standing = {square(battle, number): number for number in range(battle.num_fighters)}
    found, border = {square(battle): ()}, [square(battle)]
    for _ in range(4):
        reached = []
        for x, y in border:
            for word, (dx, dy) in STEPS.items():
                to = (x + dx, y + dy)
                inside = 0 <= to[0] < battle.width and 0 <= to[1] < battle.height
                if to in found or not inside or int(walls[to[1]]) >> to[0] & 1:
                    continue
                if to in standing and battle.side[standing[to]] != 0:
                    continue
                found[to] = (*found[(x, y)], word)
                reached.append(to)
        border = reached
    return {to: words for to, words in found.items() if to not in standing}


def plan(act, battle, words):
    """Plan a Move along a path and announce it."""
    act(battle, "move_by_steps")
    for word in words:
        act(battle, f"step_{word}")
    if movement.is_planning(battle):
        act(battle, "wait")


@pytest.mark.rule("QM2", "M18", "RM8", "RM32")
def test_QM2_every_square_within_a_move_can_be_planned(fight, act):
    """Through allies too, and around obstacles and enemies."""
    goals = routes(fight(RED, BLUE, map=MAP))
    assert len(goals) > 30
    for goal, words in goals.items():
        battle = fight(RED, BLUE, map=MAP)
        plan(act, battle, words)
        while battle.action == Act.MOVE:
            act(battle, "wait")  # nobody reacts
        assert square(battle) == goal
        assert battle.fighters[0].action_points == 10


@pytest.mark.rule("QM2", "RM33")
@pytest.mark.parametrize("goal", ["move_towards", "move_away", "move_to_ally", "move_e"])
def test_QM2_a_planned_path_leaves_the_record_of_the_move_that_goes_there(fight, act, goal):
    red, blue = ({"at": (2, 3)}, {"at": (2, 9)}), ({"at": (9, 5), "hand": "bow"},)
    one, other = fight(red, blue), fight(red, blue)
    for battle in (one, other):
        battle.log = False
        battle.events = np.zeros((), BATTLE)["events"]
    act(one, goal)
    path = [square(other), *zip(one.path_x, one.path_y, strict=True)][: int(one.path_length) + 1]
    words = [
        next(word for word, step in STEPS.items() if step == (x2 - x1, y2 - y1))
        for (x1, y1), (x2, y2) in itertools.pairwise(path)
    ]
    plan(act, other, words)
    other.path_x[len(words) :] = one.path_x[len(words) :]
    other.decisions = one.decisions
    assert other.tobytes() == one.tobytes()


@pytest.mark.rule("QM2", "M4", "M5", "RM13")
def test_QM2_opponents_answer_the_whole_announced_path(fight, act, legal, who, points):
    """Nothing is paid or asked while the mover plans; the path is final when they are asked."""
    battle = fight([{"at": (2, 3)}], [{"at": (5, 4)}])
    act(battle, "move_by_steps")
    act(battle, "step_e")
    assert who(battle) == ("red_0", "step")
    assert points(battle) == (12, 12)
    assert square(battle) == (2, 3)
    act(battle, "step_se")
    act(battle, "wait")
    assert who(battle) == ("blue_0", "reaction")
    assert points(battle) == (10, 12)
    assert "counter_attack" in legal(battle)
    act(battle, "counter_attack", faces=[0, 1, 1])
    assert square(battle) == (4, 4)
    assert who(battle) == ("red_0", "turn")


@pytest.mark.rule("QM2", "RM8", "M18")
def test_QM2_a_plan_takes_one_square_at_least_and_four_at_most(fight, act, legal, who):
    battle = fight([{"at": (2, 3)}], [{"at": (20, 9)}])
    act(battle, "move_by_steps")
    assert legal(battle) == {"wait", *(f"step_{word}" for word in STEPS)}
    for _ in range(4):
        assert who(battle) == ("red_0", "step")
        act(battle, "step_s")
    assert who(battle) == ("red_0", "turn")
    assert square(battle) == (2, 7)


@pytest.mark.rule("QM2", "M4")
def test_QM2_to_wait_before_the_first_square_gives_up_the_plan(fight, act, legal, who, points):
    battle = fight([{"at": (2, 3)}], [{"at": (20, 9)}])
    before = legal(battle)
    act(battle, "move_by_steps")
    act(battle, "wait")
    assert who(battle) == ("red_0", "turn")
    assert (square(battle), points(battle)) == ((2, 3), (12, 12))
    assert before - legal(battle) == {"move_by_steps"}  # no endless loop
    act(battle, "move_s")
    assert points(battle) == (10, 12)
    assert "move_by_steps" in legal(battle)


@pytest.mark.rule("QM2", "M4", "RM32")
def test_QM2_to_wait_in_the_square_of_an_ally_gives_up_the_plan(fight, act, who, points, legal):
    battle = fight([{"at": (2, 3)}, {"at": (3, 3)}], [{"at": (20, 9)}])
    act(battle, "move_by_steps")
    act(battle, "step_e")
    act(battle, "wait")
    assert who(battle) == ("red_0", "turn")
    assert (square(battle), points(battle)) == ((2, 3), (12, 12))
    act(battle, "wait", faces=[0])
    assert who(battle) == ("red_1", "turn")
    assert "move_by_steps" in legal(battle)


@pytest.mark.rule("QM2", "M3")
def test_QM2_who_can_do_nothing_but_plan_ends_the_turn_by_giving_up(fight, act, who, legal):
    red = [{"at": (0, 0), "action_points": 2}, {"at": (1, 0)}]
    battle = fight(red, [{"at": (7, 0), **SPENT}], map="....#...\n##.#####")
    act(battle, "move_by_steps")
    act(battle, "wait", faces=[0])
    assert who(battle) == ("red_1", "turn")
    act(battle, "wait", faces=[0, 0])  # blue_0 has no points, and its turn ends by itself
    assert who(battle) == ("red_0", "turn")
    assert "move_by_steps" in legal(battle)


@pytest.mark.rule("QM2", "RM32")
def test_QM2_a_plan_leads_out_of_a_corner_through_an_ally(fight, act, legal):
    """The step to the ally is the only one, so nobody is asked for it; no path ends there."""
    battle = fight([{"at": (0, 0)}, {"at": (1, 0)}], [{"at": (7, 0)}], map="....#...\n##.#####")
    assert {"move_by_steps"} == {name for name in legal(battle) if name.startswith("move")}
    act(battle, "move_by_steps")
    assert legal(battle) == {"wait", "step_e", "step_se", "step_w"}
    act(battle, "step_se")
    act(battle, "wait")
    act(battle, "wait")  # blue does not retreat
    assert square(battle) == (2, 1)


@pytest.mark.rule("QM2", "RM27")
def test_quick_choices_plan_no_moves_and_take_the_nearest_weapon(fight, legal):
    battle = fight([{"hand": "unarmed"}], [{"at": (9, 3)}])
    lay(battle, "sword", "axe")
    full = legal(battle)
    battle.quick_sides = 1
    assert full - legal(battle) == {"move_by_steps", "pick_up_axe"}
    battle.quick_sides = 2
    assert legal(battle) == full


# --- Which weapon to pick up (RM27) ---------------------------------------------------------------


def lay(battle, *names, loaded=True):
    """Put weapons on the ground from red_0's square on, one column farther each."""
    x, y = square(battle)
    for item, name in enumerate(names):
        battle.ground_weapon[item] = WEAPON_NAMES.index(name)
        battle.ground_x[item], battle.ground_y[item] = x + item, y
        battle.ground_loaded[item] = loaded


@pytest.mark.rule("RM27", "QM2")
def test_RM27_a_farther_weapon_at_hand_can_be_picked_up(fight, act, legal, points):
    battle = fight([{"hand": "unarmed"}], [{"at": (9, 3)}])
    lay(battle, "sword", "axe", "spear")
    assert {name for name in legal(battle) if name.startswith("pick_up")} == {
        "pick_up_weapon",
        "pick_up_axe",
    }
    act(battle, "pick_up_axe")
    assert WEAPON_NAMES[battle.fighters[0].hand] == "axe"
    assert battle.ground_weapon[1] == NO_WEAPON
    assert battle.ground_item == NO_ITEM
    assert points(battle) == (8, 12)


@pytest.mark.rule("RM27", "RM9")
def test_RM27_of_two_pistols_the_loaded_one_can_be_picked_up(fight, act):
    battle = fight([{"hand": "unarmed"}], [{"at": (9, 3)}])
    lay(battle, "pistol", "pistol", loaded=False)
    battle.ground_loaded[1] = 1
    act(battle, "pick_up_pistol")
    assert battle.fighters[0].loaded
    assert battle.ground_weapon[0] == WEAPON_NAMES.index("pistol")


# --- In words -------------------------------------------------------------------------------------


@pytest.mark.rule("QM2", "RM27")
def test_plans_and_weapons_are_described(fight, act, system, legal_actions):
    def described(battle):
        return [system.describe(battle, action) for action in legal_actions(battle)]

    battle = fight([{"hand": "unarmed"}], [{"at": (9, 3)}])
    lay(battle, "sword", "axe")
    texts = described(battle)
    assert "The red brawler picks up the axe (4 AP)." in texts
    assert "The red brawler moves step by step (2 AP)." in texts
    act(battle, "move_by_steps")
    assert "The red brawler plans no Move after all." in described(battle)
    act(battle, "step_n")
    texts = described(battle)
    assert "The red brawler plans a step north." in texts
    assert "The red brawler moves along this path." in texts
