"""Movement: distance, Charge, obstacles (P14, P50 to P53, P60, RP20, RP26, RP32 to RP34)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import Act, Life, Verb
from quintain.envs.platemail.navigation.pathfinding import steps_allowed
from quintain.envs.platemail.rules.attacks import can_strike
from quintain.envs.platemail.rules.modifiers import charged_far
from quintain.envs.platemail.state import LEFT_LEG, NET, RIGHT_LEG
from quintain.envs.platemail.tables import MOVE_STEPS

from .movement_phase import IDLE, NE, NW, SE, STILL, SW, E, N, S, W, at, field

pytestmark = [pytest.mark.interpreted]


# --- How far (P14, P50 to P53, P60) ---------------------------------------------------------------


@pytest.mark.rule("P50", "P51", "P53", "P60", "RP13", "RP32")
@pytest.mark.parametrize(
    ("verb", "steps"),
    [(Verb.MOVE_TO, 3), (Verb.SPRINT_TO, 6), (Verb.SKULK_TO, 3), (Verb.CHARGE, 3)],
)
def test_P50_15_feet_or_30_towards_an_enemy(moved, verb, steps):
    battle = moved([{"at": (2, 3), "does": verb, "to": 1}], [{"at": (20, 3), **STILL}])
    assert at(battle) == (2 + steps, 3)
    assert battle.phases[0].steps == steps
    assert battle.phases[0].left == 0


@pytest.mark.rule("RP32")
@pytest.mark.parametrize(("gap", "steps"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_RP32_the_mover_stops_when_adjacent(moved, gap, steps):
    battle = moved([{"at": (4, 3), "does": Verb.MOVE_TO, "to": 1}], [{"at": (4 + gap, 3)}])
    assert at(battle) == (4 + steps, 3)
    assert battle.phases[0].left == MOVE_STEPS - steps


@pytest.mark.rule("RP32", "P25")
@pytest.mark.parametrize(("hand", "square"), [("pike", 6), ("sword", 7)])
@pytest.mark.parametrize("verb", [Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH])
def test_RP32_with_reach_one_may_stop_at_10_feet(moved, verb, hand, square):
    battle = moved(
        [{"at": (5, 3), "hand": hand, "does": verb, "to": 1}],
        [{"at": (8, 3), "ready": 0}],
    )
    assert at(battle) == (square, 3)


@pytest.mark.rule("P14")
@pytest.mark.parametrize(
    ("side", "square"),
    [
        (N, (9, 5)), (NE, (12, 5)), (E, (12, 8)), (SE, (12, 11)),
        (S, (9, 11)), (SW, (6, 11)), (W, (6, 8)), (NW, (6, 5)),
    ],
)  # fmt: skip
def test_P14_15_feet_in_a_direction(moved, side, square):
    battle = moved([{"at": (9, 8), "does": Verb.MOVE_STRAIGHT, "to": side}], [{"at": (31, 0)}])
    assert at(battle) == square


@pytest.mark.rule("P14", "RP30")
def test_RP30_the_edge_of_the_map_is_a_wall(moved):
    battle = moved([{"at": (1, 0), "does": Verb.MOVE_STRAIGHT, "to": W}], [{"at": (31, 0)}])
    assert at(battle) == (0, 0)
    assert battle.phases[0].steps == 1


@pytest.mark.rule("RP32")
def test_RP32_each_step_is_aimed_anew_at_where_the_target_stands(moved):
    battle = moved(
        [{"at": (3, 8), "does": Verb.MOVE_TO, "to": 1}],
        [{"at": (8, 8), "does": Verb.MOVE_STRAIGHT, "to": S}],
    )
    assert at(battle, 1) == (8, 11)
    assert at(battle) == (6, 9)  # the last step is no longer due east


@pytest.mark.rule("RP32")
def test_RP32_who_is_adjacent_follows_with_the_steps_that_are_left(moved):
    battle = moved(
        [{"at": (4, 3), "does": Verb.MOVE_TO, "to": 1, "ready": 0}],
        [{"at": (5, 3), "does": Verb.MOVE_AWAY, "to": 0}],
    )
    assert at(battle, 1) == (8, 3)
    assert at(battle) == (7, 3)


@pytest.mark.rule("RP31")
def test_RP31_without_a_target_nobody_moves(moved):
    battle = moved([{"at": (4, 3), "does": Verb.MOVE_TO, "to": -1}], [{"at": (20, 3)}])
    assert at(battle) == (4, 3)
    assert battle.fighters[0].moved == 0


@pytest.mark.rule("RP16")
def test_RP16_who_has_moved_is_noted_and_told(moved, events):
    battle = moved([{"at": (4, 3), "does": Verb.MOVE_TO, "to": 1}], [{"at": (7, 3)}])
    assert [int(battle.fighters[0].moved), int(battle.fighters[1].moved)] == [1, 0]
    assert events(battle) == [("moved", 0, -1, 2, 6 + 32 * 3, 0)]


@pytest.mark.rule("P61", "P62", "P63", "P67", "P74", "P82")
@pytest.mark.parametrize(
    "act",
    [
        Act.FULL_ATTACK, Act.COUNTER, Act.RANGED_ATTACK, Act.RAPID_FIRE, Act.AIM, Act.DEFEND,
        Act.PREPARE_SPELL, Act.RELEASE_SPELL, Act.FOCUS_SPELL, Act.QUICK_ITEM, Act.COMPLEX_ITEM,
        Act.STABILIZE, Act.DAZED, Act.CARRIED, Act.NOTHING,
    ],
)  # fmt: skip
def test_P61_stationary_actions_go_nowhere(moved, act):
    battle = moved([{"at": (4, 3), "does": Verb.MOVE_TO, "to": 1, "act": act}], [{"at": (9, 3)}])
    assert at(battle) == (4, 3)


# --- Those who cannot, or hardly (RP10, RP20, RP47) -----------------------------------------------


@pytest.mark.rule("RP10")
@pytest.mark.parametrize("verb", [Verb.MOVE_TO, Verb.SPRINT_TO, Verb.CHARGE, Verb.STAND_UP])
def test_RP10_the_prone_go_nowhere(moved, verb):
    battle = moved([{"at": (4, 3), "prone": 1, "does": verb, "to": 1}], [{"at": (9, 3)}])
    assert at(battle) == (4, 3)
    assert battle.fighters[0].prone == 1


@pytest.mark.rule("RP10")
def test_RP10_standing_up_costs_all_the_steps(moved):
    battle = moved([{"at": (4, 3), "does": Verb.STAND_UP, "to": 1}], [{"at": (9, 3)}])
    assert at(battle) == (4, 3)


@pytest.mark.rule("RP20")
@pytest.mark.parametrize("leg", [LEFT_LEG, RIGHT_LEG])
@pytest.mark.parametrize(
    ("verb", "steps"),
    [(Verb.MOVE_TO, 1), (Verb.STAND_UP, 0), (Verb.SPRINT_TO, 0), (Verb.CHARGE, 0)],
)
def test_RP20_with_a_lost_leg_one_crawls_5_feet_with_move_only(moved, leg, verb, steps):
    battle = moved(
        [{"at": (4, 3), "prone": 1, "limbs": leg, "does": verb, "to": 1}], [{"at": (9, 3)}]
    )
    assert at(battle) == (4 + steps, 3)


@pytest.mark.rule("RP47", "P122")
@pytest.mark.parametrize("bits", [NET, 1 << 2])
def test_RP47_the_entrapped_go_nowhere(moved, bits):
    battle = moved(
        [{"at": (4, 3), "entrapped": bits, "does": Verb.SPRINT_TO, "to": 1}], [{"at": (9, 3)}]
    )
    assert at(battle) == (4, 3)
    assert steps_allowed(battle, 0) == 0


@pytest.mark.rule("RP9")
def test_RP9_who_was_not_able_to_act_goes_nowhere(moved):
    battle = moved(
        [{"at": (4, 3), "life": Life.STABLE, "does": Verb.MOVE_TO, "to": 1}], [{"at": (9, 3)}]
    )
    assert at(battle) == (4, 3)


# --- Charge (P60, RP26, RP34) ---------------------------------------------------------------------


@pytest.mark.rule("P60")
@pytest.mark.parametrize(("gap", "is_far"), [(2, False), (3, True), (4, True)])
def test_P60_a_charge_of_10_feet_earns_favor(moved, gap, is_far):
    battle = moved([{"at": (4, 3), "does": Verb.CHARGE, "to": 1}], [{"at": (4 + gap, 3)}])
    assert charged_far(battle, 0) == is_far


@pytest.mark.rule("RP26")
@pytest.mark.parametrize(("hand", "square"), [("sword", 5), ("pike", 4)])
def test_RP26_who_starts_in_reach_of_the_target_does_not_run(moved, hand, square):
    battle = moved([{"at": (4, 3), "hand": hand, "does": Verb.CHARGE, "to": 1}], [{"at": (6, 3)}])
    assert at(battle) == (square, 3)


@pytest.mark.rule("RP26")
def test_RP26_a_charge_goes_straight_if_it_can(moved):
    battle = moved([{"at": (4, 3), "does": Verb.CHARGE, "to": 1}], [{"at": (8, 7)}])
    assert at(battle) == (7, 6)


@pytest.mark.rule("RP26")
def test_RP26_a_charge_goes_round_what_stands_in_the_way(moved):
    battle = moved(
        [{"at": (4, 1), "does": Verb.CHARGE, "to": 1}],
        [{"at": (8, 1), **IDLE}],
        map=field(".........", ".....#...", "........."),
    )
    assert at(battle)[0] == 7
    assert battle.phases[0].steps == 3


@pytest.mark.rule("RP26", "RP32", "P31", "P60")
@pytest.mark.parametrize(
    ("verb", "wall", "steps"),
    [
        (Verb.CHARGE, ".", 0),
        (Verb.CHARGE, "#", 1),
        (Verb.CHARGE_TO_REACH, "#", 1),
        (Verb.MOVE_TO_REACH, "#", 1),
    ],
)
def test_RP26_nobody_is_within_reach_through_a_wall(moved, verb, wall, steps):
    battle = moved(
        [{"at": (2, 1), "hand": "pike", "does": verb, "to": 1}],
        [{"at": (4, 1), **IDLE}],
        map=field("........", f"...{wall}....", "........"),
    )
    assert battle.phases[0].steps == steps
    assert can_strike(battle, 0, 1)


# --- Round walls and people (RP32, RP33, RP40) ----------------------------------------------------


@pytest.mark.rule("RP40")
def test_RP40_high_squares_are_no_way_and_low_squares_are(moved):
    rows = field("......", ".##...", ".oo...", ".##...")
    battle = moved(
        [{"at": (0, 1), "does": Verb.MOVE_TO, "to": 1}], [{"at": (5, 2), **IDLE}], map=rows
    )
    assert at(battle) == (3, 2)


@pytest.mark.rule("RP40", "RP31")
def test_RP31_who_is_walled_off_goes_as_near_as_he_can(moved):
    rows = field("....#...", "....#...", "....#...")
    battle = moved([{"at": (0, 1), "does": Verb.SPRINT_TO, "to": 1}], [{"at": (7, 1)}], map=rows)
    assert at(battle)[0] == 3
    assert battle.phases[0].steps == 3


@pytest.mark.rule("RP33")
def test_RP33_a_stationary_enemy_in_a_passage_blocks_it(moved, events):
    rows = field("########", "........", "########")
    battle = moved(
        [{"at": (1, 1), "does": Verb.SPRINT_TO, "to": 2}],
        [{"at": (4, 1), **STILL}, {"at": (7, 1), **STILL}],
        map=rows,
    )
    assert at(battle) == (3, 1)
    assert events(battle, "clash") == []
    assert battle.phases[1].ready == 1


@pytest.mark.rule("RP33")
@pytest.mark.parametrize(("steps", "verb"), [(3, Verb.MOVE_TO), (4, Verb.SPRINT_TO)])
def test_RP33_a_stationary_ally_is_passed_but_not_stopped_in(moved, steps, verb):
    rows = field("########", "........", "########")
    battle = moved(
        [{"at": (1, 1), "does": verb, "to": 2}, {"at": (3, 1), **STILL}],
        [{"at": (6, 1), **IDLE}],
        map=rows,
    )
    assert at(battle) == (min(1 + steps, 5), 1)


@pytest.mark.rule("RP33")
def test_RP33_who_cannot_get_past_an_ally_stops_before_him(moved):
    rows = field("########", "........", "########")
    battle = moved(
        [{"at": (1, 1), "does": Verb.MOVE_TO, "to": 2}, {"at": (4, 1), **STILL}],
        [{"at": (7, 1), **IDLE}],
        map=rows,
    )
    assert at(battle) == (3, 1)
    assert battle.phases[0].left == 1


@pytest.mark.rule("RP33", "P14")
@pytest.mark.parametrize(("ally", "square"), [(3, 4), (4, 3)])
def test_RP33_the_same_on_a_course(moved, ally, square):
    battle = moved(
        [{"at": (1, 1), "does": Verb.MOVE_STRAIGHT, "to": E}, {"at": (ally, 1), **STILL}],
        [{"at": (20, 1), **IDLE}],
    )
    assert at(battle) == (square, 1)


@pytest.mark.rule("RP12", "RP33")
@pytest.mark.parametrize("life", [Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
def test_RP12_the_fallen_do_not_block_squares(moved, life):
    battle = moved(
        [{"at": (1, 1), "does": Verb.MOVE_STRAIGHT, "to": E}],
        [{"at": (4, 1), "life": life}, {"at": (9, 9)}],
    )
    assert at(battle) == (4, 1)


@pytest.mark.rule("RP33")
def test_RP33_a_file_moves_on_together(moved):
    rows = field("########", "........", "########")
    battle = moved(
        [{"at": (x, 1), "does": Verb.MOVE_STRAIGHT, "to": E} for x in (1, 2, 3)],
        [{"at": (7, 1), **IDLE}],
        map=rows,
    )
    assert [at(battle, number)[0] for number in range(3)] == [4, 5, 6]


@pytest.mark.rule("RP33")
@pytest.mark.parametrize(("faces", "square"), [((9, 5), 0), ((5, 9), 1), ((7, 7, 2, 8), 1)])
def test_RP33_a_die_decides_who_of_two_ready_allies_gets_a_last_square(moved, faces, square):
    rows = field("..#", "#..", "..#")
    battle = moved(
        [
            {"at": (1, 0), "does": Verb.MOVE_TO, "to": 2},
            {"at": (1, 2), "does": Verb.MOVE_TO, "to": 2},
        ],
        [{"at": (2, 1), "ready": 0, "hand": "unarmed"}],
        map=rows,
    )
    assert [at(battle, 0), at(battle, 1)] == [(1, 0), (1, 2)]  # next to the target already
    battle = moved(
        [
            {"at": (0, 0), "does": Verb.MOVE_STRAIGHT, "to": SE},
            {"at": (0, 2), "does": Verb.MOVE_STRAIGHT, "to": NE},
        ],
        [{"at": (2, 1), **IDLE}],
        map=rows,
        faces=[*faces][::-1] if len(faces) == 2 else [7, 7, 8, 2],
    )
    winner = square
    assert at(battle, winner) == (1, 1)
    assert at(battle, 1 - winner) == ((0, 0), (0, 2))[1 - winner]
