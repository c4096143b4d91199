"""The maneuvers that move somebody: Shove, Drag, Reposition, Overrun (D49, H15, RD14, RD17).

The attacker has +6 with Athletics, +7 with Acrobatics and Thievery, +4 with Sunder; the DV is 11.
"""

from __future__ import annotations

import pytest

from quintain.envs.core.maps.square_grid import DX, DY
from quintain.envs.martial.enums import Kind, Life, Maneuver, Step, Window
from quintain.envs.martial.rules.maneuvers import directions, maneuvers
from quintain.envs.martial.rules.rounds_and_actions import attack_steps

pytestmark = [pytest.mark.interpreted]

N, NE, E, SE, S, SW, W, NW = range(8)


def sides(battle, maneuver):
    """The directions in which red_0 can move blue_0."""
    mask = directions.possible_directions(battle, 0, 1, Maneuver[maneuver.upper()])
    return {side for side in range(8) if mask >> side & 1}


def at(battle, fighter):
    """The position of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


# --- Shove (RD17) ---------------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
@pytest.mark.parametrize(
    ("place", "possible"),
    [((5, 3), {NE, E, SE}), ((5, 4), {E, SE, S}), ((4, 2), {NW, N, NE}), ((3, 2), {W, NW, N})],
)
def test_RD17_shove_leads_away(maneuver_battle, place, possible):
    assert sides(maneuver_battle(blue={"at": place}), "shove") == possible


@pytest.mark.rule("RD17", "RD47")
def test_RD17_shove_only_into_free_squares(maneuver_battle):
    battle = maneuver_battle(more=[{"at": (6, 3)}])
    assert sides(battle, "shove") == {NE, SE}
    battle.fighters[2].life = Life.COMA
    assert sides(battle, "shove") == {NE, SE}
    battle.fighters[2].life = Life.DEAD  # the dead leave room
    assert sides(battle, "shove") == {NE, E, SE}
    walled = maneuver_battle(
        map="........\n.........\n......o..\n......#..\n......#..".replace("........\n", "", 1)
    )
    assert sides(walled, "shove") <= {NE, E, SE}


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("degrees", "squares"), [(0, 1), (1, 2), (3, 4)])
@pytest.mark.parametrize("side", [NE, E, SE])
def test_RD17_shove_5_feet_and_5_for_each_degree(maneuver_battle, succeed, degrees, squares, side):
    battle = maneuver_battle({"at": (4, 7)}, {"at": (5, 7)})
    succeed(battle, "shove", degrees, side)
    assert at(battle, 1) == (5 + squares * DX[side], 7 + squares * DY[side])
    assert at(battle, 0) == (4, 7)


@pytest.mark.rule("RD17")
def test_RD17_shove_stops_where_no_square_is_free(maneuver_battle, succeed):
    battle = maneuver_battle(more=[{"at": (8, 3)}])
    succeed(battle, "shove", 5, E)
    assert at(battle, 1) == (7, 3)
    edge = maneuver_battle({"at": (29, 3)}, {"at": (30, 3)})
    succeed(edge, "shove", 5, E)
    assert at(edge, 1) == (31, 3)


@pytest.mark.rule("RD17")
def test_RD17_nobody_is_moved_where_it_cannot_be(maneuver_battle, succeed):
    battle = maneuver_battle()
    succeed(battle, "shove", 0, W)
    assert at(battle, 1) == (5, 3)


# --- Drag (RD17) ----------------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
def test_RD17_drag_wherever_the_dragger_can_go(maneuver_battle):
    assert sides(maneuver_battle(), "drag") == {N, NE, SE, S, SW, W, NW}
    assert sides(maneuver_battle({"at": (0, 0)}, {"at": (1, 0)}), "drag") == {SE, S}
    assert sides(maneuver_battle({"prone": True}), "drag") == set()


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("degrees", "squares"), [(0, 1), (2, 3)])
def test_RD17_drag_takes_the_target_along(maneuver_battle, succeed, degrees, squares):
    battle = maneuver_battle({"at": (8, 8)}, {"at": (9, 8)})
    succeed(battle, "drag", degrees, W)
    assert (at(battle, 0), at(battle, 1)) == ((8 - squares, 8), (9 - squares, 8))


@pytest.mark.rule("RD17")
def test_RD17_drag_follows_into_the_squares_that_are_left(maneuver_battle, succeed):
    battle = maneuver_battle({"at": (8, 8)}, {"at": (9, 8)})
    succeed(battle, "drag", 0, N)
    assert (at(battle, 0), at(battle, 1)) == ((8, 7), (8, 8))


@pytest.mark.rule("RD17")
def test_RD17_drag_goes_as_far_as_squares_are_free(maneuver_battle, succeed):
    battle = maneuver_battle({"at": (2, 3)}, {"at": (3, 3)})
    succeed(battle, "drag", 4, W)
    assert (at(battle, 0), at(battle, 1)) == ((0, 3), (1, 3))


@pytest.mark.rule("RD17", "D32", "D36")
@pytest.mark.parametrize(("body", "squares"), [("human", 0), ("tentacled_horror", 2)])
def test_RD17_drag_takes_nobody_onto_what_it_cannot_climb(maneuver_battle, succeed, body, squares):
    climber = {"body": "tentacled_horror", "held": [], "at": (4, 3)}
    battle = maneuver_battle(
        climber, {"at": (5, 3), "body": body}, map="\n".join(["." * 12] * 3 + ["....o......."])
    )
    succeed(battle, "drag", 1, W)
    assert (at(battle, 0), at(battle, 1)) == ((4 - squares, 3), (5 - squares, 3))


@pytest.mark.rule("RD17", "H6", "H15")
@pytest.mark.parametrize(
    ("body", "offered"), [("human", set()), ("tentacled_horror", {N, NE, SE, S, SW, W, NW})]
)
def test_RD17_no_drag_from_where_the_target_cannot_stand(maneuver_battle, body, offered):
    climber = {"body": "tentacled_horror", "held": []}
    rows = "\n".join(["." * 12] * 3 + ["....o......."] + ["." * 12])
    battle = maneuver_battle(climber, {"body": body}, map=rows)
    assert sides(battle, "drag") == offered
    assert bool(maneuvers.may_maneuver(battle, 0, 1, Maneuver.DRAG)) == bool(offered)


# --- Drag and Overrun lead out of threatened squares (RD14) ---------------------------------------


@pytest.fixture
def set_out():
    """Begin a successful maneuver; record the provoked fighters before each square."""

    def go(battle, maneuver, side, degrees=0, reactive=False, stop=None):
        attack = battle.attacks[0]
        attack.attacker, attack.target, attack.reactive = 0, 1, reactive
        attack.kind, attack.maneuver = Kind.MANEUVER, Maneuver[maneuver.upper()]
        attack.degrees, attack.escape = degrees, False
        battle.frame = 0
        attack_steps.choose_direction(battle, side)
        asked = []
        while attack.step == Step.GO:
            attack_steps.attack_step(battle)
            if battle.window == Window.REACTIVE_ATTACK:
                asked.append((int(battle.to_act), at(battle, 0)))
                battle.window, battle.to_act = Window.NONE, -1
                if stop:
                    stop(battle.fighters[0])
        return asked

    return go


@pytest.mark.rule("RD14", "RD17", "D50")
@pytest.mark.parametrize(
    ("place", "asked"),
    [
        ((4, 4), [(2, (4, 3))]),  # once, though it threatens two squares that are left
        ((3, 3), [(2, (4, 3))]),
        ((6, 4), [(2, (5, 3))]),  # the target's square, run through
        ((7, 5), []),
    ],
)
def test_RD14_overrun_leaves_threatened_squares(maneuver_battle, set_out, place, asked):
    battle = maneuver_battle(more=[{"at": place}])
    assert set_out(battle, "overrun", E, degrees=1) == asked
    assert (at(battle, 0), at(battle, 1)) == ((6, 3), (5, 3))
    assert battle.fighters[1].prone


@pytest.mark.rule("RD14", "RD17", "D50")
def test_RD14_drag_leaves_threatened_squares(maneuver_battle, set_out):
    battle = maneuver_battle({"at": (8, 8)}, {"at": (9, 8)}, more=[{"at": (6, 7)}, {"at": (8, 7)}])
    assert set_out(battle, "drag", W, degrees=2) == [(3, (8, 8)), (2, (7, 8))]
    assert (at(battle, 0), at(battle, 1)) == ((5, 8), (6, 8))


@pytest.mark.rule("RD14", "RD42")
def test_RD14_nobody_reacts_to_a_reaction(maneuver_battle, set_out):
    battle = maneuver_battle(more=[{"at": (4, 4)}])
    assert set_out(battle, "overrun", E, reactive=True) == []
    assert at(battle, 0) == (6, 3)


@pytest.mark.rule("RD14", "RD17", "D88")
@pytest.mark.parametrize("place", [(4, 4), (6, 4)])
def test_D88_who_falls_to_the_reaction_goes_no_farther(maneuver_battle, set_out, place):
    def fall(fighter):
        fighter.prone = True

    battle = maneuver_battle(more=[{"at": place}])
    assert len(set_out(battle, "overrun", E, degrees=1, stop=fall)) == 1
    assert at(battle, 0) == (4, 3)  # nobody stays in another's square
    assert not battle.fighters[1].prone  # the attacker has not passed


@pytest.mark.rule("RD17", "RD46")
def test_RD17_an_overrun_that_passes_nobody_fells_nobody(maneuver_battle, succeed):
    battle = maneuver_battle(more=[{"at": (6, 3), "hidden": True}])
    succeed(battle, "overrun", 3, E)
    assert at(battle, 0) == (4, 3)
    assert not battle.fighters[1].prone


@pytest.mark.rule("RD14", "RD17")
def test_RD14_an_overrun_in_play_is_answered_before_it_goes(battle_of, begun, act):
    me = {"at": (4, 3), "trained": ["athletics"], "strength": 4}
    battle = begun(battle_of([me], [{"at": (5, 3)}, {"at": (4, 4), "acted": True}]))
    act(battle, "maneuver", Maneuver.OVERRUN, faces=[19])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert (battle.to_act, battle.window) == (2, Window.REACTIVE_ATTACK)
    assert at(battle, 0) == (4, 3)
    act(battle, "wait")
    assert at(battle, 0) == (6, 3)
    assert battle.window == Window.TURN


# --- Reposition (RD17) ----------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
def test_RD17_reposition_to_another_square_within_reach(maneuver_battle, succeed):
    battle = maneuver_battle()
    assert sides(battle, "reposition") == {N, S, NW, SW}
    succeed(battle, "reposition", 3, NW)
    assert at(battle, 1) == (4, 2)


@pytest.mark.rule("RD17", "H15")
def test_RD17_reposition_farther_with_a_long_reach(maneuver_battle):
    battle = maneuver_battle({"held": ["spear"]}, more=[{"at": (6, 3)}])
    assert sides(battle, "reposition") == {N, NE, SE, S, SW, NW}


# --- Overrun (RD17) -------------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
@pytest.mark.parametrize(("degrees", "prone"), [(0, False), (1, True)])
def test_RD17_overrun_passes_through(maneuver_battle, succeed, degrees, prone):
    battle = maneuver_battle()
    assert sides(battle, "overrun") == {E}
    succeed(battle, "overrun", degrees, E)
    assert (at(battle, 0), at(battle, 1)) == ((6, 3), (5, 3))
    assert battle.fighters[1].prone == prone


@pytest.mark.rule("RD17", "RD47", "H15")
def test_RD17_overrun_needs_the_square_behind(maneuver_battle):
    assert sides(maneuver_battle(more=[{"at": (6, 3)}]), "overrun") == set()
    assert sides(maneuver_battle({"at": (30, 3)}, {"at": (31, 3)}), "overrun") == set()
    assert sides(maneuver_battle({"at": (8, 8)}, {"at": (7, 7)}), "overrun") == {NW}
    assert sides(maneuver_battle({"prone": True}), "overrun") == set()


@pytest.mark.rule("RD17", "H6")
@pytest.mark.parametrize(("body", "expected"), [("human", set()), ("tentacled_horror", {E})])
def test_RD17_overrun_only_across_what_the_attacker_can_climb(maneuver_battle, body, expected):
    battle = maneuver_battle(
        {"body": body, "held": [], "at": (4, 3)},
        {"body": "tentacled_horror", "held": [], "at": (5, 3)},
        map="\n".join(["........"] * 3 + [".....o.."] + ["........"]),
    )
    assert sides(battle, "overrun") == expected


# --- Directions are asked for (H15, QD8) ----------------------------------------------------------


@pytest.mark.rule("QD8", "RD17")
def test_QD8_the_direction_is_chosen_after_the_roll(maneuver_battle, attack, answer, window):
    battle = maneuver_battle(blue={"reactions": 0})
    attack(battle, "maneuver", maneuver="shove", faces=[15])  # 21 against 11: 2 degrees
    assert window(battle) == "direction"
    answer(battle, "direction", SE)
    assert at(battle, 1) == (8, 6)


@pytest.mark.rule("QD8", "RD17")
def test_QD8_an_only_direction_is_taken_unasked(maneuver_battle, attack, window):
    battle = maneuver_battle(blue={"reactions": 0})
    attack(battle, "maneuver", maneuver="overrun", faces=[10])
    assert window(battle) == "none"
    assert at(battle, 0) == (6, 3)
