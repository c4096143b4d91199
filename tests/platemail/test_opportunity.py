"""Attacks of opportunity, and Guard (P24 to P27, P52, P68, RP18)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import Life, Verb

from .movement_phase import IDLE, STILL, E, N, W, at, field

pytestmark = [pytest.mark.interpreted]


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


@pytest.mark.rule("P24", "P26", "P30", "RP40")
@pytest.mark.parametrize(("row", "total"), [
    (".....o.........", 10),  # he leaves an open square for a low one
    ("....o..........", 10),  # a low one beside his attacker, who strikes past it
    ("...............", 10),
])  # fmt: skip
def test_P24_cover_where_the_mover_goes_does_not_help_him(moved, events, row, total):
    rows = field(*["." * 15] * 4, row, *["." * 15] * 4)
    mover = {"at": (4, 4), "does": Verb.MOVE_STRAIGHT, "to": E}
    battle = moved([{"at": (3, 4)}], [mover], map=rows, faces=[10])
    assert [event[4:] for event in events(battle, "attack")] == [(total, 10)]


@pytest.mark.rule("P24", "P30", "P134", "RP28")
@pytest.mark.parametrize(("shield_at", "total"), [((5, 5), 8), ((6, 5), 10), ((3, 5), 8)])
def test_P24_a_tower_shield_beside_the_square_he_leaves_covers_him(moved, events, shield_at, total):
    mover = {"at": (4, 4), "does": Verb.MOVE_STRAIGHT, "to": E}
    bearer = {"at": shield_at, "shield": "tower_shield", **STILL}
    battle = moved([{"at": (3, 4)}], [mover, bearer], faces=[10])
    assert [event[4:] for event in events(battle, "attack")] == [(total, 10)]
