"""Movement: distance, goals, obstacles; attacks of opportunity; carrying (P14 to P90)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.action_table import Target
from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.core.maps.square_grid import distance
from quintain.envs.platemail.actions.table import ACTS, TARGETS
from quintain.envs.platemail.enums import (
    Act,
    Life,
    Verb,
)
from quintain.envs.platemail.navigation.pathfinding import steps_allowed
from quintain.envs.platemail.rules.attacks import can_strike
from quintain.envs.platemail.rules.modifiers import charged_far
from quintain.envs.platemail.rules.movement import move_all
from quintain.envs.platemail.rules.phase_setup import begin_phase, set_stances
from quintain.envs.platemail.rules.targets import resolve_early
from quintain.envs.platemail.state import (
    LEFT_LEG,
    NET,
    RIGHT_LEG,
)
from quintain.envs.platemail.tables import (
    IS_READY,
    MOVE_STEPS,
    SPRINT_STEPS,
)

pytestmark = [pytest.mark.interpreted]

N, NE, E, SE, S, SW, W, NW = range(8)
STILL = {"does": Verb.DEFEND}
IDLE = {"does": Verb.FULL_ATTACK}  # stationary and Not Ready
NUMBERS = ("target", "ward")
OWN = ("does", "to", "act", "ready", "opportunity", "slips", "stand")


def march(battle, people):
    """Set every fighter's actions as the first steps of a phase would, and move."""
    battle.phase = 1
    for number, one in enumerate(people):
        phase = battle.phases[number]
        verb = one.get("does", Verb.DEFEND)
        act = one.get("act", ACTS[verb])
        phase.verb = verb
        phase.act = act
        phase.target = one.get("to", -1)
        phase.second_target = -1
        phase.ward = phase.target if act == Act.GUARD else -1
        phase.able = battle.fighters[number].life == Life.ABLE
        phase.ready = one.get("ready", IS_READY[act] and battle.fighters[number].entrapped == 0)
        phase.slips = act == Act.FALL_BACK
        phase.opportunity = one.get("opportunity", 0)
        phase.start_x = battle.fighters[number].x
        phase.start_y = battle.fighters[number].y
        battle.orders[number].stand = one.get("stand", 1)
    move_all(battle)


@pytest.fixture
def moved(fight, loaded):
    """``moved(red, blue, map=None, faces=[])``: a battle after its movement.

    A fighter is a dict as for `fight`, with ``does`` a Verb and ``to`` its target. ``act``,
    ``ready``, ``opportunity`` and ``stand`` replace the values that follow from the verb.
    """

    def run(red, blue, map=None, faces=()):
        people = [*red, *blue]
        plain = [{key: one[key] for key in one if key not in OWN} for one in people]
        battle = fight(plain[: len(red)], plain[len(red) :], map=map)
        with loaded(battle, faces):
            march(battle, people)
        return battle

    return run


def at(battle, fighter=0):
    """The square of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def field(*rows):
    """A map from rows of text."""
    return "\n".join(rows)


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


# --- Away (P50, P51, P52, RP43) -------------------------------------------------------------------


@pytest.mark.rule("P50", "P51")
@pytest.mark.parametrize(
    ("verb", "steps"), [(Verb.MOVE_AWAY, MOVE_STEPS), (Verb.SPRINT_AWAY, SPRINT_STEPS)]
)
def test_P50_away_from_an_enemy_straight(moved, verb, steps):
    battle = moved([{"at": (6, 8), "does": verb, "to": 1}], [{"at": (5, 8), **IDLE}])
    x, y = at(battle)
    assert x == 6 + steps
    assert abs(y - 8) <= steps


@pytest.mark.rule("P50")
def test_P50_away_stays_where_no_step_gains(moved):
    battle = moved([{"at": (0, 0), "does": Verb.MOVE_AWAY, "to": 1}], [{"at": (3, 3), **IDLE}])
    assert at(battle) == (0, 0)


@pytest.mark.rule("P52", "RP43")
def test_P52_fall_back_leads_15_feet_from_hostiles_and_is_not_answered(moved, events):
    battle = moved([{"at": (6, 8), "does": Verb.FALL_BACK}], [{"at": (5, 8), **STILL}])
    assert at(battle)[0] == 9
    assert events(battle, "opportunity") == []


@pytest.mark.rule("RP43")
def test_RP43_between_two_hostiles_he_stands(moved):
    battle = moved(
        [{"at": (6, 8), "does": Verb.FALL_BACK}],
        [{"at": (5, 8), **IDLE}, {"at": (7, 8), **IDLE}],
        map="\n".join(["#" * 15] * 8 + ["." * 15] + ["#" * 15]),
    )
    assert at(battle) == (6, 8)
    assert battle.fighters[0].moved == 0


@pytest.mark.rule("RP43")
@pytest.mark.parametrize(("second", "square"), [((11, 0), 6), ((12, 0), 6)])
def test_RP43_no_step_comes_nearer_to_any_hostile(moved, second, square):
    battle = moved(
        [{"at": (6, 0), "does": Verb.FALL_BACK}],
        [{"at": (5, 0), **IDLE}, {"at": second, **IDLE}],
        map="." * 15,
    )
    assert at(battle) == (square, 0)


@pytest.mark.rule("RP43")
@pytest.mark.parametrize(
    "other", [{"hidden_from": 1}, {"life": Life.STABLE}, {"life": Life.FATALLY_WOUNDED}]
)
def test_RP43_only_known_hostiles_able_to_act_count(moved, other):
    battle = moved(
        [{"at": (6, 0), "does": Verb.FALL_BACK}],
        [{"at": (5, 0), **IDLE}, {"at": (12, 0), **IDLE, **other}],
        map="." * 15,
    )
    assert at(battle) == (9, 0)


@pytest.mark.rule("RP43", "P52")
def test_RP43_with_no_known_hostile_he_stands(moved):
    battle = moved(
        [{"at": (6, 0), "does": Verb.FALL_BACK}], [{"at": (5, 0), "hidden_from": 1, **IDLE}]
    )
    assert at(battle) == (6, 0)


@pytest.mark.rule("P90", "RP43")
@pytest.mark.parametrize("stand", [0, 1])
def test_P90_terror_leads_30_feet_from_hostiles(moved, stand):
    battle = moved(
        [{"at": (8, 0), "act": Act.TERROR, "does": Verb.CHARGE, "to": 1, "stand": stand}],
        [{"at": (5, 0), **STILL}],
        map="." * 30,
    )
    assert at(battle) == (14, 0)


@pytest.mark.rule("P90", "RP43", "QP10")
@pytest.mark.parametrize(
    ("stand", "guarded", "square"), [(1, STILL, 6), (0, STILL, 12), (1, IDLE, 12)]
)
def test_P90_who_would_be_struck_at_the_first_step_may_stand(moved, stand, guarded, square):
    battle = moved(
        [{"at": (6, 0), "act": Act.TERROR, "stand": stand}],
        [{"at": (5, 0), **guarded}],
        map="." * 30,
        faces=[10] if square == 12 and guarded is STILL else [],
    )
    assert at(battle) == (square, 0)


@pytest.mark.rule("P90", "RP43", "RP36", "XP2")
@pytest.mark.parametrize(("unaware", "square"), [(0, 6), (1, 12)])
def test_P90_nobody_stands_in_terror_for_one_he_is_unaware_of(moved, unaware, square):
    battle = moved(
        [{"at": (6, 0), "act": Act.TERROR}],
        [{"at": (5, 0), **STILL, "hidden_from": unaware}, {"at": (4, 0), **IDLE}],
        map="." * 30,
        faces=[10] if unaware else [],
    )
    assert at(battle) == (square, 0)


# --- To cover (P30, P31, P53) ---------------------------------------------------------------------

WALL = field("..........", "....o.....", "..........", "..........", "..........")


@pytest.mark.rule("P53", "P54", "P30")
@pytest.mark.parametrize(
    ("verb", "start", "square"),
    [
        (Verb.MOVE_TO_COVER, (3, 3), (3, 2)),  # the line to (3, 2) crosses the low square
        (Verb.SKULK_TO_COVER, (2, 1), (2, 1)),  # covered already
        (Verb.MOVE_TO_COVER, (5, 1), (4, 1)),  # into the low square
    ],
)
def test_P53_to_the_nearest_square_in_cover_from_the_nearest_enemy(moved, verb, start, square):
    enemy = (9, 1) if start != (3, 3) else (6, 0)
    battle = moved([{"at": start, "does": verb}], [{"at": enemy, **IDLE}], map=WALL)
    assert at(battle) == square


@pytest.mark.rule("P53", "P31")
@pytest.mark.parametrize(("verb", "x"), [(Verb.MOVE_TO_COVER, 0), (Verb.SPRINT_TO_COVER, 4)])
def test_P53_the_search_ends_with_the_steps_of_the_action(moved, verb, x):
    rows = field("............", "....#.......", "............")
    battle = moved([{"at": (0, 0), "does": verb}], [{"at": (0, 2), **IDLE}], map=rows)
    assert at(battle)[0] >= x
    assert (at(battle) == (0, 0)) == (x == 0)


@pytest.mark.rule("P53")
def test_P53_without_an_enemy_in_sight_nobody_seeks_cover(moved):
    battle = moved(
        [{"at": (5, 1), "does": Verb.MOVE_TO_COVER}],
        [{"at": (9, 1), "hidden_from": 1, **IDLE}],
        map=WALL,
    )
    assert at(battle) == (5, 1)


# --- Attacks of opportunity (P24 to P27, P52, RP18) -----------------------------------------------

LEAVES = {"at": (6, 3), "does": Verb.MOVE_STRAIGHT, "to": E}


@pytest.mark.rule("P24", "P26", "RP18", "RP9")
def test_P24_a_ready_enemy_attacks_who_leaves_and_stops_nobody(moved, events):
    battle = moved([LEAVES], [{"at": (5, 3), **STILL}], faces=[20])
    assert [event[1:3] for event in events(battle, "opportunity")] == [(1, 0)]
    assert [event[0] for event in events(battle)[:2]] == ["opportunity", "attack"]
    assert battle.phases[1].opportunity == 1
    assert battle.phases[0].hits == 1
    assert at(battle) == (9, 3)


@pytest.mark.rule("P24", "RP33")
@pytest.mark.parametrize(("enemy", "is_open"), [((3, 4), True), ((3, 5), False)])
def test_P24_who_passes_allies_comes_through_the_range_on_the_way(moved, events, enemy, is_open):
    """Past three at one go, out of the range before and after it."""
    file = [{"at": (x, 3), **STILL} for x in (2, 3, 4)]
    runner = {"at": (1, 3), "does": Verb.SPRINT_TO, "to": 5}
    wall = "#" * 15
    rows = field(wall, wall, wall, "." * 15, "###.###########", "###.###########")
    blue = [{"at": enemy, **STILL}, {"at": (12, 3), **IDLE}]
    battle = moved([runner, *file], blue, map=rows, faces=[1] * is_open)
    assert at(battle)[0] >= 5
    assert [event[1:3] for event in events(battle, "opportunity")] == [(4, 0)] * is_open


@pytest.mark.rule("P24", "RP18")
@pytest.mark.parametrize(
    "mind",
    [
        IDLE,  # P12: Not Ready
        {"hand": "unarmed"},  # RP39
        {"hand": "long_bow"},
        {"opportunity": 1},  # P27: it is used, or he does not want one
        {"life": Life.STABLE, "ready": 1},
        {"ready": 0},
    ],
)
def test_P24_only_the_ready_and_armed_who_want_it(moved, events, mind):
    battle = moved([LEAVES], [{"at": (5, 3), **STILL, **mind}, {"at": (31, 15)}])
    assert events(battle, "opportunity") == []


@pytest.mark.rule("RP18", "P57")
def test_RP18_not_against_someone_he_is_unaware_of(moved, events):
    battle = moved([{**LEAVES, "hidden_from": 1 << 1}], [{"at": (5, 3), **STILL}])
    assert events(battle, "opportunity") == []


@pytest.mark.rule("RP18")
def test_RP18_steps_within_the_range_do_not_count(moved, events):
    battle = moved(
        [{"at": (6, 3), "does": Verb.MOVE_TO, "to": 2}],
        [{"at": (5, 3), **STILL}, {"at": (6, 5), **IDLE}],
    )
    assert events(battle, "opportunity") == []
    battle = moved(
        [{"at": (4, 2), "does": Verb.MOVE_STRAIGHT, "to": E}], [{"at": (5, 3), **STILL}], faces=[1]
    )
    assert len(events(battle, "opportunity")) == 1  # at the third step


@pytest.mark.rule("P25", "RP19")
@pytest.mark.parametrize(
    ("hand", "start", "count"), [("pike", 6, 1), ("pike", 7, 1), ("sword", 7, 0)]
)
def test_P25_with_reach_the_range_is_10_feet(moved, events, hand, start, count):
    battle = moved(
        [{**LEAVES, "at": (start, 3)}],
        [{"at": (5, 3), "hand": hand, **STILL}],
        faces=[1] * count,
    )
    assert len(events(battle, "opportunity")) == count


@pytest.mark.rule("P25", "RP19")
def test_P25_a_step_from_5_to_10_feet_is_within_reach(moved, events):
    battle = moved(
        [{"at": (6, 3), "does": Verb.MOVE_TO, "to": 2}],
        [{"at": (5, 3), "hand": "pike", **STILL}, {"at": (8, 3), **IDLE}],
    )
    assert at(battle) == (7, 3)
    assert events(battle, "opportunity") == []


@pytest.mark.rule("RP18")
def test_RP18_range_is_measured_from_where_both_then_stand(moved, events):
    battle = moved([LEAVES], [{"at": (5, 3), "does": Verb.MOVE_STRAIGHT, "to": E}])
    assert events(battle, "opportunity") == []  # he keeps pace
    battle = moved([LEAVES], [{"at": (5, 3), "does": Verb.MOVE_STRAIGHT, "to": W}], faces=[1, 1])
    assert {event[1] for event in events(battle, "opportunity")} == {0, 1}  # both leave


@pytest.mark.rule("RP18")
def test_RP18_not_when_the_attacker_himself_goes_away(moved, events):
    battle = moved(
        [{"at": (6, 3), **IDLE}], [{"at": (5, 3), "does": Verb.MOVE_STRAIGHT, "to": W}]
    )  # the one who leaves is not Ready's to strike: red is Not Ready, blue left by himself
    assert events(battle, "opportunity") == []


@pytest.mark.rule("P27")
def test_P27_one_a_phase_by_lot_among_those_who_leave_in_the_same_step(moved, events):
    red = [
        {"at": (6, 2), "does": Verb.MOVE_STRAIGHT, "to": E},
        {"at": (6, 4), "does": Verb.MOVE_STRAIGHT, "to": E},
    ]
    for faces, struck in (((80, 20), 1), ((20, 80), 0)):
        battle = moved(red, [{"at": (5, 3), **STILL}], faces=[*faces, 1])
        assert [event[1:3] for event in events(battle, "opportunity")] == [(2, struck)]


@pytest.mark.rule("P27")
def test_P27_one_a_phase_even_if_others_leave_later(moved, events):
    red = [
        {"at": (6, 3), "does": Verb.MOVE_STRAIGHT, "to": E},
        {"at": (5, 2), "does": Verb.MOVE_STRAIGHT, "to": E},
    ]
    battle = moved(red, [{"at": (5, 3), **STILL}], faces=[1])
    assert [event[1:3] for event in events(battle, "opportunity")] == [(2, 0)]


@pytest.mark.rule("P31", "P24")
def test_P31_no_reach_through_a_wall(moved, events):
    rows = field("###.....", "..#.....", "........")
    battle = moved(
        [{"at": (3, 0), "does": Verb.MOVE_STRAIGHT, "to": E}],
        [{"at": (1, 1), "hand": "pike", **STILL}],
        map=rows,
    )
    assert events(battle, "opportunity") == []


@pytest.mark.rule("P72", "RP41", "P27")
def test_RP41_several_at_once_on_somebody_guarded_are_tried_by_lot(moved, events):
    red = [
        {"at": (6, 3), "does": Verb.MOVE_STRAIGHT, "to": E},
        {"at": (7, 3), "does": Verb.GUARD, "to": 0},
    ]
    red[0]["to"] = N
    blue = [{"at": (5, 4), **STILL}, {"at": (6, 4), **STILL}]
    battle = moved(red, blue, faces=[20, 80, 2, 2])
    assert [event[1] for event in events(battle, "opportunity")] == [2, 3]


# --- Guard (P68) ----------------------------------------------------------------------------------


@pytest.mark.rule("P68")
def test_P68_a_guard_goes_to_his_ward_and_stays_adjacent(moved):
    battle = moved(
        [
            {"at": (4, 3), "does": Verb.GUARD, "to": 1},
            {"at": (5, 3), "does": Verb.MOVE_STRAIGHT, "to": E},
        ],
        [{"at": (20, 9), **IDLE}],
    )
    assert at(battle, 1) == (8, 3)
    assert at(battle, 0) == (7, 3)
    battle = moved(
        [{"at": (4, 3), "does": Verb.GUARD_ONCE, "to": 1}, {"at": (7, 3), **STILL}],
        [{"at": (20, 9), **IDLE}],
    )
    assert at(battle, 0) == (6, 3)


@pytest.mark.rule("P68")
def test_P68_a_guard_has_15_feet_and_no_more(moved):
    battle = moved(
        [
            {"at": (4, 3), "does": Verb.GUARD, "to": 1},
            {"at": (5, 3), "does": Verb.SPRINT_AWAY, "to": 2},
        ],
        [{"at": (0, 3), **IDLE}],
    )
    assert at(battle, 1)[0] == 11
    assert battle.phases[0].steps == 3


@pytest.mark.rule("P50", "P51")
@pytest.mark.parametrize("verb", [Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO])
def test_P50_next_to_an_ally(moved, verb):
    battle = moved(
        [{"at": (4, 3), "does": verb, "to": 1}, {"at": (8, 3), **STILL}], [{"at": (20, 9)}]
    )
    assert at(battle) == (7, 3)


# --- Rescue (P81, RP42) ---------------------------------------------------------------------------

RESCUER = {"at": (4, 3), "does": Verb.RESCUE, "to": 1}
FALLEN = {"life": Life.FATALLY_WOUNDED}


@pytest.mark.rule("P81", "RP42")
@pytest.mark.parametrize(("x", "end"), [(5, 1), (6, 3), (7, 5)])
def test_RP42_15_feet_in_all_to_the_one_picked_up_and_on(moved, events, x, end):
    battle = moved(
        [RESCUER, {"at": (x, 3), **FALLEN}],
        [{"at": (12, 3), **IDLE}],
        map="\n".join(["." * 20] * 9),
    )
    assert at(battle)[0] == end
    assert battle.phases[0].steps == 3
    assert at(battle, 1) == at(battle)
    assert [int(battle.fighters[0].carrying), int(battle.fighters[1].carried_by)] == [1, 0]
    assert events(battle, "picked_up") == [("picked_up", 0, 1, 0, 0, 0)]
    assert battle.fighters[1].moved == 0


@pytest.mark.rule("RP42")
@pytest.mark.parametrize(("x", "carried"), [(8, 1), (9, -1)])
def test_RP42_who_is_not_reached_is_not_picked_up(moved, x, carried):
    battle = moved([RESCUER, {"at": (x, 3), **FALLEN}], [{"at": (31, 3), **IDLE}])
    assert at(battle) == (7, 3)
    assert battle.fighters[0].carrying == carried


@pytest.mark.rule("RP42")
def test_RP42_a_second_rescue_carries_on(moved, events):
    battle = moved(
        [{**RESCUER, "carrying": 1}, {"at": (9, 9), "x": 4, "y": 3, "carried_by": 0, **FALLEN}],
        [{"at": (3, 3), **IDLE}],
    )
    assert at(battle)[0] == 7
    assert at(battle, 1) == at(battle)
    assert events(battle, "picked_up") == []


@pytest.mark.rule("RP42")
def test_RP42_a_conscious_ally_loses_his_action(moved):
    battle = moved(
        [RESCUER, {"at": (5, 3), "does": Verb.COUNTER, "to": 2}], [{"at": (9, 3), **IDLE}]
    )
    phase = battle.phases[1]
    assert [int(phase.act), int(phase.verb), int(phase.ready)] == [Act.CARRIED, -1, 0]
    assert at(battle, 1) == at(battle) == (1, at(battle)[1])


@pytest.mark.rule("RP42", "P62", "P67")
@pytest.mark.parametrize("verb", [Verb.DEFEND, Verb.COUNTER, Verb.PREPARE, Verb.FALL_BACK])
def test_RP42_who_is_picked_up_loses_the_stance_of_his_action_too(fight, loaded, verb):
    carrier = {"order": {"verb": [Verb.RESCUE, -1, -1], "target": [1, -1, -1]}}
    ally = {"order": {"verb": [verb, -1, -1], "target": [2, -1, -1]}, "spells": ["bolt"]}
    battle = fight([carrier, ally], [{"at": (20, 3)}])
    battle.phase = 1
    begin_phase(battle, np.zeros(MAX_FIGHTERS, np.int64))
    resolve_early(battle)
    set_stances(battle)
    phase = battle.phases[1]
    assert phase.melee != 0
    with loaded(battle, []):
        move_all(battle)
    assert phase.act == Act.CARRIED
    assert [int(phase[key]) for key in ("melee", "missiles", "saves", "slips")] == [0] * 4


@pytest.mark.rule("RP42")
@pytest.mark.parametrize(
    "other",
    [
        {"life": Life.DEAD},
        {"does": Verb.RESCUE, "to": 0},  # each wants to lift the other
        {"carried_by": 2, **FALLEN},
    ],
)
def test_RP42_who_cannot_be_lifted(moved, other):
    battle = moved(
        [RESCUER, {"at": (5, 3), **other}, {"at": (5, 4), "life": Life.DEAD}],
        [{"at": (20, 3), **IDLE}],
    )
    assert battle.fighters[0].carrying == -1
    assert at(battle) == (4, 3)


@pytest.mark.rule("RP42")
@pytest.mark.parametrize(("faces", "carrier"), [((80, 20), 2), ((20, 80), 0)])
def test_RP42_of_two_rescuers_one_by_lot(moved, faces, carrier):
    battle = moved(
        [RESCUER, {"at": (5, 3), **FALLEN}, {"at": (5, 4), "does": Verb.RESCUE, "to": 1}],
        [{"at": (20, 3), "life": Life.STABLE}, {"at": (30, 3), "hidden_from": 5, **IDLE}],
        faces=faces,
    )
    assert battle.fighters[1].carried_by == carrier


@pytest.mark.rule("RP42", "RP18")
def test_RP18_who_is_carried_out_of_range_is_not_struck(moved, events):
    battle = moved(
        [RESCUER, {"at": (5, 3), **FALLEN}],
        [{"at": (6, 3), **STILL}],
    )
    assert at(battle, 1)[0] == 1
    assert events(battle, "opportunity") == []


# --- Many (RP9, RP32) -----------------------------------------------------------------------------

VERBS = [
    Verb.DEFEND, Verb.FALL_BACK, Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.MOVE_STRAIGHT,
    Verb.MOVE_TO,
    Verb.MOVE_TO_REACH, Verb.MOVE_AWAY, Verb.SPRINT_TO, Verb.SPRINT_AWAY, Verb.SKULK_TO,
    Verb.CHARGE, Verb.CHARGE_TO_REACH, Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO, Verb.GUARD,
    Verb.RESCUE,
]  # fmt: skip


def crowd(fight, random):
    """A random battle on a small map, with every fighter's actions."""
    width, height = int(random.integers(3, 12)), int(random.integers(2, 8))
    sizes = random.integers(1, 7, 2).tolist()
    tiles = random.choice([".", ".", ".", ".", "o", "#"], (height, width))
    squares = [(x, y) for y in range(height) for x in range(width) if tiles[y, x] != "#"]
    if len(squares) < sum(sizes):
        tiles[:] = "."
        squares = [(x, y) for y in range(height) for x in range(width)]
    sizes = [min(size, len(squares) // 2) for size in sizes]
    places = random.permutation(len(squares))
    people = []
    for number in range(sum(sizes)):
        side = range(sizes[0]) if number < sizes[0] else range(sizes[0], sum(sizes))
        foes = [other for other in range(sum(sizes)) if other not in side]
        allies = [other for other in side if other != number] or [-1]
        verb = VERBS[random.integers(len(VERBS))]
        to = random.integers(8) if verb == Verb.MOVE_STRAIGHT else random.choice(foes)
        if TARGETS[verb] == Target.ALLY:
            to = random.choice(allies)
        people.append(
            {
                "at": squares[places[number]],
                "hand": str(random.choice(["sword", "pike", "long_bow"])),
                "dexterity": int(random.integers(-3, 4)),
                "does": verb,
                "to": int(to),
                "life": int(random.choice([Life.ABLE] * 6 + [Life.STABLE])),
                "entrapped": int(random.choice([0] * 8 + [NET])),
                "hidden_from": sum(1 << foe for foe in foes if random.random() < 0.1),
            }
        )
        if random.random() < 0.1:
            people[-1]["act"] = Act.TERROR
            people[-1]["stand"] = int(random.integers(2))
    rows = "\n".join("".join(row) for row in tiles)
    plain = [{key: one[key] for key in one if key not in OWN} for one in people]
    battle = fight(plain[: sizes[0]], plain[sizes[0] :], map=rows)
    battle.dice[:] = random.integers(1, 1 << 32, 4, dtype=np.uint64)
    return battle, people


def renumber_mask(mask, order):
    """A mask of fighters after each fighter `order[i]` has become fighter i."""
    return sum(1 << new for new, old in enumerate(order) if mask >> old & 1)


def renumber(battle, order):
    """Make each fighter `order[i]` fighter i, in everything that names fighters, dice apart."""
    place = {old: new for new, old in enumerate(order)}
    place[-1] = -1
    for records in (battle.fighters, battle.phases, battle.orders):
        records[: len(order)] = records[: len(order)][order]
    for number in range(len(order)):
        fighter, phase = battle.fighters[number], battle.phases[number]
        for key in ("carrying", "carried_by", "focus"):
            fighter[key] = place[int(fighter[key])]
        for key in ("hidden_from", "struck", "attacked", "assailants"):
            fighter[key] = renumber_mask(int(fighter[key]), order)
        phase.crashed = renumber_mask(int(phase.crashed), order)
        phase.second_target = place[int(phase.second_target)]
        phase.ward = place[int(phase.ward)]
        if phase.verb != Verb.MOVE_STRAIGHT:
            phase.target = place[int(phase.target)]


def told(battle, order):
    """The log without its order, in the numbers before `renumber`."""
    order = [*order, -1]
    return sorted(
        (int(one.kind), order[one.actor], order[one.target], *one.tolist()[3:])
        for one in battle.events[: battle.num_events]
    )


@pytest.mark.rule("RP9", "RP15", "RP33")
@pytest.mark.parametrize("seed", range(60))
def test_RP9_no_movement_hangs_on_the_numbering(fight, seed):
    random = np.random.default_rng(seed)
    battle, people = crowd(fight, random)
    red = int(battle.side_size[0])
    order = [*random.permutation(red), *(red + random.permutation(len(people) - red))]
    order = [int(number) for number in order]
    other = np.array([battle], battle.dtype)[0]
    march(battle, people)
    renumbered = [dict(people[number]) for number in order]
    place = {old: new for new, old in enumerate(order)}
    renumber(other, order)
    for one in renumbered:
        if one["does"] != Verb.MOVE_STRAIGHT:
            one["to"] = place.get(one["to"], -1)
    march(other, renumbered)
    assert told(battle, list(range(len(people)))) == told(other, order)
    renumber(battle, order)
    for records in ("fighters", "phases"):
        for number in range(len(people)):
            assert battle[records][number].tobytes() == other[records][number].tobytes()


@pytest.mark.rule("RP13", "RP33", "RP40")
@pytest.mark.parametrize("seed", range(60))
def test_RP33_nobody_shares_a_square_or_stands_in_a_wall(fight, seed):
    battle, people = crowd(fight, np.random.default_rng(1000 + seed))
    before = [at(battle, number) for number in range(len(people))]
    march(battle, people)
    stand = []
    for number in range(len(people)):
        fighter, phase = battle.fighters[number], battle.phases[number]
        x, y = at(battle, number)
        assert 0 <= x < battle.width
        assert 0 <= y < battle.height
        assert int(battle.high[y]) >> x & 1 == 0
        assert phase.steps + phase.left <= SPRINT_STEPS
        if fighter.carried_by < 0:
            assert distance(*before[number], x, y) <= phase.steps
            if fighter.life == Life.ABLE:
                stand.append((x, y))
        else:
            assert (x, y) == at(battle, int(fighter.carried_by))
    assert len(stand) == len(set(stand))
