"""Deploying: positions, equipment, and the first state of a battle (W52, W56, RW22, H26)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.wildroll import deploy, step
from quintain.envs.wildroll.actions.table import WAIT
from quintain.envs.wildroll.enums import (
    Life,
    Posture,
    Stage,
    Step,
    Window,
)
from quintain.envs.wildroll.scenario import (
    Scenario,
    load_scenario,
    make_template,
    scenario_names,
)
from quintain.envs.wildroll.state import (
    BATTLE,
    NO_FRAME,
)
from quintain.envs.wildroll.tables import CAST_NAMES, ITEM_NAMES

pytestmark = pytest.mark.interpreted

ROWS = "\n".join(["........"] * 4)
THREE = [3, 3, 3]
"""Dice of a check that shows 9."""


def template_of(red, blue, rows=ROWS, **more):
    """A template for a test."""
    said = {"title": "Test", "description": "Test.", "map": rows, "red": red, "blue": blue, **more}
    return make_template(Scenario.model_validate(said))[0]


def deployed(template, seed=0, faces=()):
    """A deployed battle; the faces are the first dice."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    load_dice(battle, list(faces))
    deploy.deploy(battle, template)
    assert loaded_left(battle) == []
    return battle


RED, BLUE = [{"fighter": "swordsman", "at": [1, 1]}], [{"fighter": "archer", "at": [6, 2]}]


@pytest.mark.rule("W11", "W15", "RW4", "RW7")
def test_RW4_a_fighter_has_what_the_cast_says_and_full_pools():
    red = [{"fighter": "healer", "at": [1, 1]}]
    fighter = deployed(template_of(red, BLUE)).fighters[0]
    assert CAST_NAMES[fighter.cast] == "healer"
    assert [ITEM_NAMES[item] for item in fighter.held if item >= 0] == ["healing_kit"]
    assert [ITEM_NAMES[item] for item in fighter.pack if item >= 0] == ["dagger"]
    assert (fighter.x, fighter.y, fighter.posture) == (1, 1, Posture.STANDING)
    assert (fighter.stamina, fighter.mana, fighter.fatigue, fighter.invested) == (10, 12, 0, 0)
    assert (fighter.potions, fighter.mount, fighter.rider) == (1, -1, -1)
    assert (fighter.life, fighter.dying) == (Life.ALIVE, False)
    assert fighter.loaded


@pytest.mark.rule("W13", "RW12")
def test_W13_who_begins_worn_out_has_less_stamina():
    tired = {"base": "swordsman", "fatigue": 4, "bleeding": 2, "wounds": {"severe": 1}}
    fighter = deployed(template_of([{"fighter": tired, "at": [1, 1]}], BLUE)).fighters[0]
    assert (fighter.stamina, fighter.fatigue) == (11 - 4, 4)
    assert (fighter.bleeding, list(fighter.wounds)) == (2, [0, 0, 1, 0, 0])


@pytest.mark.rule("RW22", "W44", "W46", "W52", "RW13")
def test_RW22_ap_begin_at_0_and_come_with_the_first_round():
    battle = deployed(template_of(RED, BLUE), faces=[*THREE, 6, 5, 4])
    assert [int(one.initiative) for one in battle.fighters[:2]] == [14, 15 + 5 + 1 + 1]
    assert [int(one.action_points) for one in battle.fighters[:2]] == [6, 7]
    assert (battle.to_act, battle.window, battle.stage) == (1, Window.TURN, Stage.TURN)
    assert [bool(one.acted) for one in battle.fighters[:2]] == [False, True]


@pytest.mark.rule("RW22", "W56")
def test_RW22_the_surprised_gain_nothing_before_their_first_turn():
    """Stealth of red, its notice by blue, then initiative by number."""
    template = template_of(RED, BLUE, hiding="red", wary="blue")
    battle = deployed(template, faces=[*THREE, 1, 1, 1, *THREE, 2, 2, 2])
    red, blue = battle.fighters[:2]
    assert (red.surprised, red.hidden, red.action_points) == (False, True, 6)
    assert (blue.surprised, blue.action_points) == (True, 0)
    assert blue.initiative == 6 + 5 + 1 + 1 - (5 - 1)
    assert (battle.to_act, battle.window) == (0, Window.TURN)


@pytest.mark.rule("RW22", "W56", "W57")
def test_RW22_their_first_turn_passes_and_brings_their_first_ap():
    template = template_of(RED, BLUE, hiding="red", wary="blue")
    battle = deployed(template, faces=[*THREE, 1, 1, 1, *THREE, 6, 5, 4])
    blue = battle.fighters[1]
    assert (battle.active, battle.to_act, battle.window) == (1, 1, Window.TURN)
    assert (blue.surprised, blue.action_points) == (True, 0)  # free choices only
    step.advance(battle, WAIT)
    # With 18 against 14 it could interrupt the next turn (W57), were that not of a hidden enemy.
    assert (battle.active, battle.to_act, battle.window) == (0, 0, Window.TURN)
    assert (blue.acted, blue.surprised, blue.action_points) == (True, False, 7)


@pytest.mark.rule("H26", "W56")
def test_H26_who_is_noticed_is_no_longer_hidden():
    template = template_of(RED, BLUE, hiding="red", wary="blue")
    battle = deployed(template, faces=[*THREE, 6, 6, 6, *THREE, *THREE])
    assert not battle.fighters[0].hidden
    assert not battle.fighters[1].surprised


@pytest.mark.rule("H26", "XW1")
def test_H26_who_begins_next_to_an_enemy_is_seen():
    red = [{"fighter": "thug", "at": [5, 2]}, {"fighter": "thug", "at": [1, 1]}]
    battle = deployed(template_of(red, BLUE, hiding="red"))
    assert [bool(one.hidden) for one in battle.fighters[:3]] == [False, True, False]


@pytest.mark.rule("W106", "H25")
def test_W106_riders_take_the_hex_of_their_mount():
    red = [{"fighter": "knight", "rides": 1}, {"fighter": "horse", "zone": [0, 0, 3, 3]}]
    battle = deployed(template_of(red, BLUE), 3)
    rider, mount = battle.fighters[:2]
    assert (rider.x, rider.y) == (mount.x, mount.y)
    assert (rider.mount, mount.rider) == (1, 0)


@pytest.mark.rule("W30", "W82")
def test_W30_one_may_begin_prone_but_not_in_deep_water():
    rows = "dd......\n........\n........\n........"
    places = [[0, 0], [0, 1]]
    red = [{"fighter": "thug", "at": at, "posture": "prone"} for at in places]
    battle = deployed(template_of(red, BLUE, rows))
    assert [int(one.posture) for one in battle.fighters[:2]] == [Posture.STANDING, Posture.PRONE]


@pytest.mark.rule("W32", "RW17")
def test_W32_who_stands_between_two_is_flanked_from_the_start():
    red = [{"fighter": "thug", "at": [x, 2]} for x in (5, 7)]
    assert deployed(template_of(red, BLUE)).flanked == 0b100


@pytest.mark.rule("W67", "H22")
@pytest.mark.parametrize("name", scenario_names())
def test_W67_everybody_begins_in_its_zone_alone(name):
    template = make_template(load_scenario(name))[0]
    for seed in range(6):
        battle = np.zeros(1, BATTLE)[0]
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        deploy.deploy_fighters(battle, template)
        places = set()
        for actor in range(battle.num_fighters):
            one, seat = battle.fighters[actor], template.seats[actor]
            if one.mount >= 0:
                continue
            x, y = int(one.x), int(one.y)
            assert seat.left <= x <= seat.right
            assert seat.top <= y <= seat.bottom
            assert not (int(battle.low[y]) | int(battle.high[y])) >> x & 1
            assert (x, y) not in places
            places.add((x, y))


@pytest.mark.rule("H22")
def test_H22_nobody_is_put_into_a_pit():
    red = [{"fighter": "thug", "zone": [0, 0, 3, 0]}]
    template = template_of(red, BLUE, "pp.pp...\n........\n........\n........")
    assert {int(deployed(template, seed).fighters[0].x) for seed in range(5)} == {2}


@pytest.mark.rule("TW1")
def test_TW1_a_battle_leaves_nothing_behind_for_the_next():
    template = make_template(load_scenario("marsh"))[0]
    battle = np.zeros(1, BATTLE)
    battle.view(np.uint8)[:] = 17
    battle[0].dice[:] = seed_rng_states(5, 1)[0]
    for field in (
        "num_loaded",
        "next_loaded",
        "fault",
        "fault_face",
        "log",
        "scenario",
        "quick_sides",
    ):
        battle[field] = 0
    battle["loaded"] = 0
    battle["memory"] = 1
    battle["events"] = np.zeros((), battle["events"].dtype)
    deploy.deploy(battle[0], template)
    clean = deployed(template, 5)
    for field in BATTLE.names:
        if field != "memory":
            assert battle[0][field].tobytes() == clean[field].tobytes(), field
    assert clean.top == NO_FRAME
    assert all(frame.step == Step.OVER for frame in clean.frames)
