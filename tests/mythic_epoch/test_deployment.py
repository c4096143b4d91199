"""Deployment, the switches of a scenario, and what a scenario may say (RM38, RM40, RM5, RM30)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.core.engine.dice import load_dice, seed_rng_states
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.mythic_epoch import deploy as deployment
from quintain.envs.mythic_epoch import scenario as scenarios
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch.enums import (
    Status,
    Window,
)
from quintain.envs.mythic_epoch.state import (
    BATTLE,
)
from quintain.envs.mythic_epoch.tables import (
    UNARMED,
    WEAPON_NAMES,
    WEAPON_RANGE,
    WEAPON_REACH,
)

pytestmark = pytest.mark.interpreted


def deploy(scenario, seed=0, faces=(), battle=None):
    """A battle at its first decision."""
    if battle is None:
        battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    load_dice(battle, list(faces))
    deployment.deploy(battle, scenarios.make_template(scenario)[0])
    return battle


# --- Places ---------------------------------------------------------------------------------------


@pytest.mark.rule("RM32")
def test_RM32_zones_are_filled_at_random_with_one_fighter_a_free_square(parse, squares):
    scenario = parse(
        red=[{"fighter": "swordsman", "zone": [2, 1, 3, 3]} for _ in range(3)],
        blue=[{"fighter": "swordsman", "zone": [2, 1, 3, 3]} for _ in range(1)],
    )
    free = {(2, 1), (3, 1), (2, 3), (3, 3)}  # the zone without its two obstacles
    first = set()
    for seed in range(60):
        battle = deploy(scenario, seed)
        assert set(squares(battle)) == free
        first.add(squares(battle)[0])
    assert first == free


@pytest.mark.rule("RM40")
def test_RM40_fixed_places_are_kept(parse, squares):
    assert squares(deploy(parse())) == [(0, 0), (1, 0)]


def test_a_place_may_be_drawn_from_several_of_the_cast(parse):
    scenario = parse(red=[{"fighter": ["swordsman", "axeman", "archer"], "at": [0, 0]}])
    hands = {WEAPON_NAMES[deploy(scenario, seed).fighters[0].hand] for seed in range(40)}
    assert hands == {"sword", "axe", "bow"}


def test_equal_dice_give_equal_bytes_whatever_was_fought_in_the_record_before():
    skirmish, duel = (scenarios.load_scenario(name) for name in ("skirmish", "duel"))
    used = deploy(skirmish, 1)
    for _ in range(200):
        engine.advance(used, 0)
    used.ground_weapon[:] = 3
    used.ground_x[:] = 4
    used.path_x[:] = 2
    used.result, used.opposition, used.path_length, used.stepper = 5, 6, 3, 1
    for scenario in (skirmish, duel):
        fresh, again = deploy(scenario, 7), deploy(scenario, 7, battle=used)
        fighters = range(fresh.num_fighters)
        for name in fresh.dtype.names:
            if name in ("events", "events_lost", "fighters", "order", "scenario"):
                continue
            assert np.array_equal(fresh[name], again[name]), name
        for number in fighters:
            assert fresh.fighters[number].tobytes() == again.fighters[number].tobytes()
            assert fresh.order[number] == again.order[number]


@pytest.mark.rule("RM15", "RM9", "M14")
def test_M14_fighters_begin_on_guard_whole_loaded_and_with_12_points(parse):
    battle = deploy(parse(red=[{"fighter": "pistoleer", "at": [0, 0]}]))
    fighter = battle.fighters[0]
    assert fighter.status == Status.ON_GUARD
    assert (fighter.damage, fighter.action_points, fighter.partner) == (0, 12, -1)
    assert (fighter.loaded, fighter.carried_loaded, fighter.aim_target) == (True, True, -1)


@pytest.mark.rule("RM19", "M13")
def test_RM19_a_scenario_may_surprise_somebody(parse):
    blue = [{"fighter": "swordsman", "at": [1, 0], "status": "off_guard"}]
    battle = deploy(parse(blue=blue), faces=[9, 0])
    assert battle.fighters[1].status == Status.OFF_GUARD
    assert battle.fighters[0].status == Status.ON_GUARD


# --- Scenarios that come with quintain (RM40) -----------------------------------------------------


@pytest.mark.rule("RM40")
@pytest.mark.parametrize("name", scenarios.scenario_names())
def test_RM40_duels_of_melee_weapons_begin_on_guard_within_the_shorter_reach(name, squares):
    scenario = scenarios.load_scenario(name)
    template = scenarios.make_template(scenario)[0]
    hands = {
        int(template.people[choice].hand)
        for seat in template.seats[:2]
        for choice in seat.choices[: seat.num_choices]
    }
    is_duel = len(scenario.red) == len(scenario.blue) == 1
    if not is_duel or any(WEAPON_RANGE[hand] > 0 or hand == UNARMED for hand in hands):
        return
    reach = min(int(WEAPON_REACH[hand]) for hand in hands)
    for seed in range(10):
        battle = deploy(scenario, seed)
        (x, y), (to_x, to_y) = squares(battle)
        assert max(abs(x - to_x), abs(y - to_y)) <= reach
        assert Status.OFF_GUARD not in [battle.fighters[number].status for number in (0, 1)]


@pytest.mark.parametrize("name", scenarios.scenario_names())
def test_every_scenario_deploys(name, squares):
    scenario = scenarios.load_scenario(name)
    for seed in range(5):
        battle = deploy(scenario, seed)
        assert battle.window == Window.TURN
        assert len(set(squares(battle))) == battle.num_fighters <= MAX_FIGHTERS
        rows = scenario.map.split()
        assert all(rows[y][x] == "." for x, y in squares(battle))


@pytest.mark.rule("RM40")
def test_RM40_the_duel_is_within_reach(squares):
    assert squares(deploy(scenarios.load_scenario("duel"))) == [(4, 3), (5, 3)]


# --- Bound or Grappled from the beginning (RM38) --------------------------------------------------


@pytest.mark.rule("RM38", "RM20")
@pytest.mark.parametrize("status", ["bound", "grappled"])
def test_RM38_a_scenario_may_begin_held(status, parse):
    held = [{"red": 0, "blue": 1, "status": status}]
    blue = [
        {"fighter": "swordsman", "at": [4, 3]},
        {"fighter": "swordsman", "at": [1, 1]},
    ]
    battle = deploy(parse(blue=blue, held=held), faces=[9, 1, 0])
    one, free, other = (battle.fighters[number] for number in range(3))
    assert (one.status, other.status) == (Status[status.upper()],) * 2
    assert (one.partner, other.partner, free.partner) == (2, 0, -1)
    assert free.status == Status.ON_GUARD


@pytest.mark.rule("RM38")
@pytest.mark.parametrize(
    ("held", "message"),
    [
        (
            [{"red": 0, "blue": 1, "status": "bound"}],
            "held 1.blue: must be between 0 and 0, .* got 1",
        ),
        (
            [{"red": 1, "blue": 0, "status": "bound"}],
            "held 1.red: must be between 0 and 0, .* got 1",
        ),
        ([{"red": 0, "blue": 0, "status": "bound"}] * 2, "held 2.red: fighter 0 is held twice"),
        ([{"red": 0, "blue": 0, "status": "pinned"}], "status"),
        ([{"red": -1, "blue": 0, "status": "bound"}], "red"),
    ],
)
def test_RM38_pairs_must_exist(held, message, parse):
    with pytest.raises(ScenarioError, match=message):
        parse(held=held)


@pytest.mark.rule("RM38", "RM20")
def test_RM38_pairs_must_be_adjacent_and_placed(parse):
    held = [{"red": 0, "blue": 0, "status": "bound"}]
    for at, may in (([1, 1], True), ([2, 0], False)):
        blue = [{"fighter": "swordsman", "at": at}]
        if may:
            parse(blue=blue, held=held)
        else:
            with pytest.raises(ScenarioError, match="adjacent"):
                parse(blue=blue, held=held)
    with pytest.raises(ScenarioError, match="fixed place"):
        parse(blue=[{"fighter": "swordsman", "zone": [1, 0, 1, 1]}], held=held)


@pytest.mark.rule("RM38")
def test_RM38_who_is_bound_is_not_surprised_and_somebody_holds_a_weapon(parse):
    held = [{"red": 0, "blue": 0, "status": "bound"}]
    surprised = [{"fighter": "swordsman", "at": [1, 0], "status": "off_guard"}]
    with pytest.raises(ScenarioError, match="off_guard"):
        parse(blue=surprised, held=held)
    with pytest.raises(ScenarioError, match="melee weapon"):
        parse(red=[{"fighter": "brawler", "at": [0, 0]}],
              blue=[{"fighter": "archer", "at": [1, 0]}], held=held)  # fmt: skip


@pytest.mark.rule("RM38")
def test_RM38_wrestlers_may_bind_at_will():
    assert deploy(scenarios.load_scenario("wrestlers")).bind_at_will


# --- Switches -------------------------------------------------------------------------------------


@pytest.mark.rule("RM5", "RM30", "RM38")
@pytest.mark.parametrize(
    "switch", ["bind_at_will", "counter_attack_unopposed", "recovery_adds_pool"]
)
def test_switches_are_off_and_reach_the_battle_one_by_one(switch, parse):
    names = ("bind_at_will", "counter_attack_unopposed", "recovery_adds_pool")
    assert not any(deploy(parse())[name] for name in names)
    battle = deploy(parse(rules={switch: True}))
    assert [name for name in names if battle[name]] == [switch]


@pytest.mark.rule("RM5", "M44")
@pytest.mark.parametrize(("adds", "regained"), [(False, 6), (True, 12)])
def test_RM5_the_pool_is_subtracted_or_by_switch_added(duel, act, adds, regained):
    battle = duel({"action_points": 0}, recovery_adds_pool=adds)
    act(battle, "wait", faces=[9])  # 5 - 9 = -4 gives 6; 5 + 9 gives 12
    assert battle.fighters[0].action_points == regained


@pytest.mark.rule("RM5", "RM10")
@pytest.mark.parametrize(("pool", "regained"), [(0, 8), (3, 12)])
def test_RM5_with_the_switch_penalties_still_count(duel, act, pool, regained):
    battle = duel({"action_points": 0, "armour": "heavy", "endurance": 0}, recovery_adds_pool=True)
    act(battle, "wait", faces=[pool])  # 0 - 3 + pool
    assert battle.fighters[0].action_points == regained


@pytest.mark.rule("RM30", "M32")
@pytest.mark.parametrize("unopposed", [False, True])
@pytest.mark.parametrize(
    ("pools", "hits"), [((0, 2), (False, True)), ((2, 0), (True, False)), ((1, 1), (True, True))]
)
def test_RM30_a_counter_attack_is_opposed_unless_the_switch_says_no(
    duel, act, unopposed, pools, hits
):
    battle = duel(counter_attack_unopposed=unopposed)
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    red_hits, blue_hits = (True, True) if unopposed else hits
    act(battle, "wait", faces=[*pools, *([1, 1] * (red_hits + blue_hits))])
    assert (battle.fighters[1].damage > 0, battle.fighters[0].damage > 0) == (red_hits, blue_hits)


@pytest.mark.rule("RM30", "M42")
def test_RM30_a_ct_parry_opposes_it_all_the_same(duel, act):
    battle = duel(counter_attack_unopposed=True)
    act(battle, "melee_attack")
    act(battle, "counter_attack")
    act(battle, "ct_parry", faces=[1, 0])
    assert battle.fighters[0].damage == 0


@pytest.mark.rule("RM38", "M37")
@pytest.mark.parametrize(("pool", "is_bound"), [(0, True), (5, True)])
def test_RM38_any_success_of_a_parry_to_bind_binds(duel, act, pool, is_bound):
    battle = duel(bind_at_will=True)
    act(battle, "melee_attack")
    act(battle, "parry_to_bind", faces=[0, pool])
    assert (battle.fighters[0].status == Status.BOUND) == is_bound


# --- What a scenario may say ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"red": [{"fighter": "swordman", "at": [0, 0]}]}, "swordsman"),
        ({"red": [{"fighter": {"base": "archer", "hand": "bwo"}, "at": [0, 0]}]}, "weapon 'bwo'"),
        ({"red": [{"fighter": {"base": "archer", "armour": "lite"}, "at": [0, 0]}]}, "light"),
        ({"red": [{"fighter": {"base": "archer", "skills": {"luck": 1}}, "at": [0, 0]}]}, "luck"),
        (
            {"red": [{"fighter": {"base": "archer", "skills": {"agility": 11}}, "at": [0, 0]}]},
            "agility: must be between 0 and 10, got 11",
        ),
        ({"red": [{"fighter": {"base": "archer", "carried": "unarmed"}, "at": [0, 0]}]}, "carried"),
        ({"red": [{"fighter": "archer", "at": [0, 0], "status": "bound"}]}, "on_guard"),
        ({"max_side": 1, "red": [{"fighter": "archer", "at": [x, 3]} for x in (0, 1)]}, "max_side"),
        ({"rules": {"no_such_switch": True}}, "no_such_switch"),
        ({"red": [{"fighter": "archer", "at": [2, 2]}]}, "obstacle"),
        ({"red": []}, "red"),
    ],
)
def test_a_wrong_scenario_is_refused_in_one_sentence(changes, message, parse):
    with pytest.raises(ScenarioError, match=message):
        parse(**changes)


@pytest.mark.rule("RM29")
@pytest.mark.parametrize("rating", [0, 10])
def test_RM29_ratings_go_from_0_to_10(rating, parse):
    person = {"base": "archer", "skills": {"agility": rating}}
    assert deploy(parse(red=[{"fighter": person, "at": [0, 0]}])).fighters[0].skills[7] == rating
