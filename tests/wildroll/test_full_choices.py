"""Choices of a side that is asked all of them (W65, W80, W83, W86, W88, W91, W94, W99 to W101)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.wildroll.actions.table import argument_of, slot_in, verb_of
from quintain.envs.wildroll.enums import Act, Life, Verb, Window
from quintain.envs.wildroll.rules.movement.movement import points_left
from quintain.envs.wildroll.tables import READIABLE

pytestmark = pytest.mark.interpreted
WAIT = 0
EAST = 1
HORSE = {"base": "warhorse"}


def where(battle, actor=0):
    """The hex of a fighter."""
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


@pytest.mark.rule("W65", "W66", "H8")
def test_W65_movement_is_bought_ahead_and_serves_later(battle_of, begun, act):
    battle = begun(battle_of(red=[{"at": (0, 3)}], blue=[{"at": (9, 3), "initiative": 1}]))
    for _ in range(4):
        act(battle, "buy")
    assert battle.window == Window.TURN
    assert battle.fighters[0].action_points == 8
    assert points_left(battle.fighters[0]) == 8
    act(battle, "step", EAST)
    assert (battle.fighters[0].action_points, points_left(battle.fighters[0])) == (8, 7)


@pytest.mark.rule("W65")
def test_W65_a_walk_by_steps_leaves_what_the_planned_one_leaves(battle_of, begun, act):
    sides = ([{"at": (0, 3)}], [{"at": (6, 3), "initiative": 1}])
    planned, walked = begun(battle_of(*sides)), begun(battle_of(*sides))
    act(planned, "to_reach")
    act(walked, "steps")
    for _ in range(4):
        assert walked.window == Window.STEP
        act(walked, "step", EAST)
    act(walked, "wait")
    for field in ("x", "y", "action_points", "move_quarters", "move_used", "run", "initiative"):
        assert (planned["fighters"][field] == walked["fighters"][field]).all(), field
    assert (planned.window, planned.to_act) == (walked.window, walked.to_act)


@pytest.mark.rule("W65", "QW12")
def test_W65_a_walk_by_steps_is_asked_for_the_open_sides(battle_of, begun, act, legal_actions):
    battle = begun(battle_of([{"at": (0, 3)}], [{"at": (1, 3), "initiative": 1}]))
    sides = [action for action in legal_actions(battle) if verb_of(action) == Verb.STEP]
    assert 0 < len(sides) < 5, "an edge of the map, and an enemy to the east"
    act(battle, "steps")
    assert legal_actions(battle) == [WAIT, *sides]


@pytest.mark.rule("W65", "H21")
def test_H21_a_walk_by_steps_passes_an_ally(battle_of, begun, act):
    red = [{"at": (0, 3)}, {"at": (1, 3), "initiative": 2}]
    battle = begun(battle_of(red, [{"at": (9, 3), "initiative": 1}]))
    act(battle, "steps")
    act(battle, "step", EAST)
    act(battle, "step", EAST)
    act(battle, "wait")
    assert where(battle) == (2, 3)
    act(battle, "steps")
    act(battle, "step", 4)
    act(battle, "wait")
    assert where(battle) == (2, 3), "nobody ends a way on an ally"


@pytest.mark.rule("W65")
def test_W65_a_walk_by_steps_goes_a_step_and_ends_without_points(battle_of, begun, act, system):
    battle = begun(
        battle_of(red=[{"at": (0, 3), "action_points": 1}], blue=[{"at": (9, 3), "initiative": 1}])
    )
    act(battle, "steps")
    mask = np.zeros(system.num_actions(1), np.bool_)
    system.legal_action_mask(battle, mask)
    act(battle, "wait")
    assert mask[0], "waiting begins the walk"
    assert where(battle) == (1, 2), "north-east is the first open side"
    act(battle, "step", EAST)
    assert battle.window != Window.STEP
    assert where(battle) == (2, 2)


@pytest.mark.rule("W88", "H18")
def test_W88_the_weapon_of_a_grapple(battle_of, begun, act):
    battle = begun(battle_of(red=[{"held": ["dagger"]}]))
    act(battle, "grapple")
    assert battle.window == Window.MANNER
    act(battle, "with", 2, faces=None)
    battle = begun(battle_of(red=[{"held": ["dagger"]}], quick_sides=3))
    act(battle, "grapple", faces=None)
    assert battle.window != Window.MANNER


@pytest.mark.rule("W83", "W88", "W94", "H18")
@pytest.mark.parametrize(
    ("verb", "apart", "slots"),
    [("grapple", 0, [1, 2]), ("opening", 4, [0, 1, 2]), ("disarm", 0, [0, 1, 2])],
)
def test_H18_the_weapons_that_serve(battle_of, begun, act, legal_actions, verb, apart, slots):
    red = [{"held": ["sword", "dagger"]}]
    battle = begun(battle_of(red, [{"at": (5 + apart, 3), "initiative": 1}]))
    act(battle, verb)
    assert battle.window == Window.MANNER
    assert [int(argument_of(action)) for action in legal_actions(battle) if action] == slots


@pytest.mark.rule("W94", "H18")
def test_H18_a_single_weapon_that_serves_is_no_choice(battle_of, begun, act):
    red = [{"held": ["sword", "dagger"]}]
    battle = begun(battle_of(red, [{"at": (6, 3), "initiative": 1}]))
    act(battle, "disarm", faces=None)  # a hex between the two: only the sword reaches
    assert battle.window != Window.MANNER


@pytest.mark.rule("W86", "H25")
def test_W86_where_a_rider_gets_down(battle_of, begun, act, legal_actions):
    friend = {"at": (4, 3), "initiative": 2}
    battle = begun(
        battle_of(
            red=[{"base": "knight", "rides": 1}, HORSE, friend],
            blue=[{"at": (12, 9), "initiative": 1}],
        )
    )
    act(battle, "dismount")
    sides = [int(argument_of(action)) for action in legal_actions(battle) if action]
    assert sides == [1, 2, 3, 4, 5], "the friend stands in the north-east"
    act(battle, "side", EAST)
    assert where(battle) == (where(battle, 1)[0] + 1, where(battle, 1)[1])


@pytest.mark.rule("W86")
def test_W86_which_mount(battle_of, begun, act, legal_actions):
    red = [{"at": (4, 3)}, {**HORSE, "at": (3, 3)}, {**HORSE, "at": (5, 3)}]
    battle = begun(battle_of(red=red, blue=[{"at": (12, 9), "initiative": 1}]))
    act(battle, "mount")
    assert [int(slot_in(action)) for action in legal_actions(battle) if action] == [0, 1]
    act(battle, "ride", 0, 1)
    assert battle.fighters[0].mount == 2


@pytest.mark.rule("W80", "H14")
def test_W80_all_that_can_wait_for_an_event_is_readied(battle_of, begun, legal):
    battle = begun(battle_of())
    assert f"ready {READIABLE.index(Act.POSTURE)}" in legal(battle, "ready")
    battle = begun(battle_of(quick_sides=1))
    assert f"ready {READIABLE.index(Act.POSTURE)}" not in legal(battle, "ready")


@pytest.mark.rule("W99", "W101")
def test_W99_a_dying_enemy_is_stabilized(battle_of, begun, legal):
    dying = {"life": Life.UNCONSCIOUS, "dying": True, "posture": 2}
    battle = begun(battle_of(red=["medic"], blue=[dying, {"at": (12, 9), "initiative": 1}]))
    assert "stabilize_enemy" in legal(battle, "stabilize_enemy")
    assert not legal(
        begun(battle_of(["medic"], [dying, {"at": (12, 9), "initiative": 1}], quick_sides=3)),
        "stabilize_enemy",
    )
