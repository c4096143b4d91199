"""Paths that meet: Crash of allies, Clash of opponents (P16, P17, P83 to P88, P137)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.actions.table import ACTS
from quintain.envs.platemail.enums import (
    Act,
    Verb,
)
from quintain.envs.platemail.rules.modifiers import charged_far
from quintain.envs.platemail.rules.movement import move_all
from quintain.envs.platemail.tables import (
    IS_READY,
)

pytestmark = [pytest.mark.interpreted]

NE, E, SE, S, W = 1, 2, 3, 4, 6
OWN = ("does", "to", "act", "ready", "opportunity")
LANE = "########\n........\n########"


def step(x, y, side, **more):
    """A fighter who Moves straight on."""
    return {"at": (x, y), "does": Verb.MOVE_STRAIGHT, "to": side, **more}


def run_at(x, y, target, verb=Verb.CHARGE, **more):
    """A fighter who moves at an enemy, by default without attacks of opportunity."""
    return {"at": (x, y), "does": verb, "to": target, **more}


@pytest.fixture
def moved(fight, loaded):
    """``moved(red, blue, map=None, faces=[])``: a battle after its movement."""

    def run(red, blue, map=None, faces=()):
        people = [*red, *blue]
        plain = [{key: one[key] for key in one if key not in OWN} for one in people]
        battle = fight(plain[: len(red)], plain[len(red) :], map=map)
        battle.phase = 1
        for number, one in enumerate(people):
            phase = battle.phases[number]
            verb = one.get("does", Verb.FULL_ATTACK)
            act = one.get("act", ACTS[verb])
            phase.verb, phase.act, phase.target = verb, act, one.get("to", -1)
            phase.second_target = phase.ward = -1
            phase.able = 1
            phase.ready = one.get("ready", IS_READY[act])
            phase.slips = act == Act.FALL_BACK
            phase.opportunity = one.get("opportunity", 0)
        with loaded(battle, faces):
            move_all(battle)
        return battle

    return run


def at(battle, fighter=0):
    """The square of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def state(battle, fighter, *fields):
    """Some of the fields about a fighter in the phase."""
    return [int(battle.phases[fighter][key]) for key in fields]


# --- Crash (P16, P83 to P85, RP35) ----------------------------------------------------------------


@pytest.mark.rule("P16", "RP35")
def test_P16_two_ready_allies_pass_freely(moved, events):
    battle = moved(
        [step(1, 1, E), step(2, 1, W)], [{"at": (7, 0)}], map="........\n" * 2 + "........"
    )
    assert [at(battle, 0), at(battle, 1)] == [(4, 1), (0, 1)]
    assert events(battle, "crash", "save") == []


@pytest.mark.rule("P83", "P85", "RP17")
@pytest.mark.parametrize(
    ("readiness", "faces", "saved"),
    [
        (((1, 0)), (8, 14), (1, 1)),  # Favor: 8 + 3 > 10; Disfavor: 14 - 3 > 10
        (((1, 0)), (7, 14), (0, 1)),
        (((1, 0)), (8, 13), (1, 0)),
        (((0, 0)), (14, 13), (1, 0)),
        (((0, 1)), (13, 7), (0, 0)),
    ],
)
def test_P83_both_save_on_dexterity_ready_with_favor(moved, events, readiness, faces, saved):
    red = [step(1, 1, E, ready=readiness[0]), step(2, 1, W, ready=readiness[1])]
    battle = moved(red, [{"at": (7, 1)}], map=LANE, faces=faces)
    assert [event[3] for event in events(battle, "crash")] == list(saved)


@pytest.mark.rule("P83")
@pytest.mark.parametrize(("dexterity", "stays_up"), [(1, 0), (2, 1)])
def test_P83_the_save_is_one_on_dexterity(moved, events, dexterity, stays_up):
    red = [step(1, 1, E, ready=0, dexterity=dexterity), step(2, 1, W)]
    battle = moved(red, [{"at": (7, 1)}], map=LANE, faces=[12, 20])
    assert events(battle, "crash")[0][3] == stays_up


@pytest.mark.rule("P84", "P85")
def test_P84_a_ready_one_that_fails_stops_not_ready(moved):
    battle = moved(
        [step(1, 1, E), step(2, 1, W, ready=0)], [{"at": (7, 1)}], map=LANE, faces=[1, 20]
    )
    assert at(battle, 0) == (1, 1)
    assert state(battle, 0, "ready", "left") == [0, 0]
    assert battle.fighters[0].prone == 0
    assert battle.fighters[1].prone == 0
    assert at(battle, 1) == (0, 1)  # who saves goes on, past who has stopped


@pytest.mark.rule("P84")
def test_P84_a_not_ready_one_that_fails_stops_and_falls_prone(moved, events):
    battle = moved(
        [step(1, 1, E, ready=0), step(2, 1, W)], [{"at": (7, 1)}], map=LANE, faces=[1, 20]
    )
    assert at(battle, 0) == (1, 1)
    assert battle.fighters[0].prone == 1
    assert events(battle, "prone") == [("prone", 0, -1, 0, 0, 0)]
    assert state(battle, 1, "ready") == [1]  # RP35: the Crash alone costs no readiness


@pytest.mark.rule("P85", "RP17")
def test_P85_who_fails_lies_where_the_paths_crossed(moved):
    red = [step(1, 0, SE, ready=0), step(1, 2, NE)]
    battle = moved(red, [{"at": (9, 1)}], map="..........\n" * 2 + "..........", faces=[1, 20])
    assert at(battle, 0) == (2, 1)
    assert battle.fighters[0].prone == 1
    assert at(battle, 1) == (3, 0)  # past him


@pytest.mark.rule("P85", "RP33")
@pytest.mark.parametrize(("lots", "there"), [((9, 5), 1), ((5, 9), 0)])
def test_P85_of_two_who_fail_in_one_square_a_die_says_who_lies_there(moved, lots, there):
    red = [step(1, 0, SE, ready=0), step(1, 2, NE, ready=0)]
    rows = "..........\n" * 2 + ".........."
    battle = moved(red, [{"at": (9, 1)}], map=rows, faces=[1, 1, *lots])
    assert at(battle, there) == (2, 1)
    assert at(battle, 1 - there) == ((1, 0), (1, 2))[1 - there]
    assert [int(battle.fighters[number].prone) for number in (0, 1)] == [1, 1]


@pytest.mark.rule("RP35")
def test_RP35_once_per_pair_and_phase(moved, events):
    battle = moved(
        [step(1, 1, E, ready=0), step(2, 1, W)], [{"at": (7, 1)}], map=LANE, faces=[20, 20]
    )
    assert len(events(battle, "crash")) == 2
    assert [at(battle, 0), at(battle, 1)] == [(4, 1), (0, 1)]
    assert state(battle, 0, "crashed") == [2]
    assert state(battle, 1, "crashed") == [1]


@pytest.mark.rule("RP17")
def test_RP17_a_stationary_ally_is_not_crossed(moved, events):
    battle = moved([step(1, 1, E, ready=0), {"at": (2, 1)}], [{"at": (7, 1)}], map=LANE)
    assert at(battle, 0) == (4, 1)
    assert events(battle, "crash") == []


@pytest.mark.rule("RP17")
def test_RP17_who_follows_an_ally_does_not_cross_him(moved, events):
    battle = moved([step(1, 1, E, ready=0), step(2, 1, E, ready=0)], [{"at": (7, 1)}], map=LANE)
    assert [at(battle, 0), at(battle, 1)] == [(4, 1), (5, 1)]
    assert events(battle, "crash") == []


# --- Clash (P17, P86 to P88, P137, RP33, RP34) ----------------------------------------------------


@pytest.mark.rule("P17", "P86", "RP17", "RP33")
@pytest.mark.parametrize(("lots", "winner"), [((9, 5), 1), ((5, 9), 0)])
def test_P86_a_die_decides_who_gets_the_square_between(moved, events, lots, winner):
    battle = moved([run_at(1, 1, 1)], [run_at(3, 1, 0)], faces=lots)
    assert at(battle, winner) == (2, 1)
    assert at(battle, 1 - winner) == ((1, 1), (3, 1))[1 - winner]
    assert events(battle, "clash") == [("clash", 0, 1, 0, 0, 0)]
    for number in (0, 1):
        assert state(battle, number, "clashed", "ready", "left") == [1, 0, 0]


@pytest.mark.rule("RP33", "P86")
def test_RP33_who_meet_with_an_even_gap_stop_side_by_side(moved, events):
    battle = moved([run_at(1, 1, 1)], [run_at(4, 1, 0)])
    assert [at(battle, 0), at(battle, 1)] == [(2, 1), (3, 1)]
    assert len(events(battle, "clash")) == 1


@pytest.mark.rule("RP17", "P86")
def test_RP17_who_would_swap_squares_stay(moved, events):
    battle = moved([step(3, 1, E, opportunity=1)], [step(4, 1, W, opportunity=1)])
    assert [at(battle, 0), at(battle, 1)] == [(3, 1), (4, 1)]
    assert len(events(battle, "clash")) == 1


@pytest.mark.rule("RP33")
def test_RP33_walking_at_a_stationary_enemy_is_no_clash(moved, events):
    battle = moved([run_at(1, 1, 1)], [{"at": (4, 1), "does": Verb.DEFEND}])
    assert at(battle) == (3, 1)
    assert state(battle, 1, "ready", "clashed") == [1, 0]
    assert events(battle, "clash") == []


@pytest.mark.rule("RP33")
def test_RP33_coming_beside_an_enemy_who_goes_elsewhere_is_no_clash(moved, events):
    battle = moved([run_at(1, 5, 1, Verb.MOVE_TO, opportunity=1)], [step(4, 4, S, opportunity=1)])
    assert events(battle, "clash") == []
    assert state(battle, 0, "ready", "clashed") == [1, 0]


@pytest.mark.rule("P87", "P137", "RP34", "P26")
def test_P87_the_ready_in_a_clash_attack_and_are_then_not_ready(moved, events):
    battle = moved([run_at(1, 1, 1, Verb.MOVE_TO)], [run_at(4, 1, 0)], faces=[1])
    assert [event[0] for event in events(battle)[:3]] == ["clash", "opportunity", "attack"]
    assert [event[1:3] for event in events(battle, "opportunity")] == [(0, 1)]  # a Charge is NR
    assert state(battle, 0, "ready", "opportunity") == [0, 1]


@pytest.mark.rule("P87", "RP34", "P52", "P27")
@pytest.mark.parametrize(
    ("mine", "its"),
    [
        ({"hand": "unarmed"}, {}),
        ({"opportunity": 1}, {}),
        ({"ready": 0}, {}),
        ({}, {"act": Act.FALL_BACK, "ready": 0}),
    ],
)
def test_P87_but_not_who_could_not_take_one_anyway(moved, events, mine, its):
    red = run_at(1, 1, 1, Verb.MOVE_TO, **mine)
    battle = moved([red], [run_at(4, 1, 0, opportunity=1, **its)])
    assert len(events(battle, "clash")) == 1
    assert events(battle, "opportunity") == []


@pytest.mark.rule("P87", "P57", "RP34")
def test_P87_nobody_strikes_an_enemy_of_whom_he_is_unaware(moved, events):
    hidden = run_at(3, 1, 0, opportunity=1, hidden_from=1)
    battle = moved([run_at(1, 1, 1, Verb.MOVE_TO)], [hidden], faces=[90, 20])
    assert len(events(battle, "clash")) == 1
    assert events(battle, "opportunity") == []


@pytest.mark.rule("P27", "RP34")
def test_RP34_one_attack_of_opportunity_in_a_clash_with_two(moved, events):
    red = [run_at(1, 4, 1, Verb.MOVE_TO)]
    blue = [run_at(4, 3, 0), run_at(4, 5, 0)]
    battle = moved(red, blue, faces=[70, 60, 1])
    assert len(events(battle, "clash")) == 2
    assert [event[1:3] for event in events(battle, "opportunity")] == [(0, 2)]
    assert [state(battle, number, "clashed")[0] for number in range(3)] == [1, 1, 1]


@pytest.mark.rule("P86", "RP33")
@pytest.mark.parametrize(
    ("lots", "clashes"),
    [((5, 9, 7, 8), {(0, 2)}), ((9, 5, 7, 8), {(1, 2)}), ((5, 9, 8, 7), {(0, 2), (1, 2)})],
)
def test_P86_of_three_who_claim_a_square_one_gets_it_and_his_neighbours_clash(
    moved, events, lots, clashes
):
    red = [step(1, 1, SE, ready=0), step(1, 3, NE, ready=0)]
    battle = moved(red, [step(3, 2, W, ready=0)], faces=lots)
    assert {event[1:3] for event in events(battle, "clash")} == clashes
    assert events(battle, "crash") == []
    assert len({at(battle, number) for number in range(3)}) == 3


@pytest.mark.rule("P60", "P88", "RP34")
def test_P88_a_charger_in_a_clash_keeps_his_favor_however_short_the_run(moved):
    battle = moved([run_at(1, 1, 1)], [run_at(3, 1, 0)], faces=[5, 9])
    assert state(battle, 0, "steps") == [1]
    assert state(battle, 1, "steps") == [0]
    assert charged_far(battle, 0)
    assert charged_far(battle, 1)


@pytest.mark.rule("P86")
def test_P86_a_clash_ends_a_sprint(moved):
    battle = moved([run_at(1, 1, 1, Verb.SPRINT_TO)], [step(6, 1, W, ready=0)])
    assert [at(battle, 0), at(battle, 1)] == [(3, 1), (4, 1)]
    assert state(battle, 0, "steps", "left") == [2, 0]
