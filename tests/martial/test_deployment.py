"""Deploying: places, equipment and pools at the start of a battle (D2, D3, D11, RD5, D96)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.martial import deploy
from quintain.envs.martial.enums import (
    Life,
    Stage,
    Step,
    Window,
)
from quintain.envs.martial.scenario import (
    Scenario,
    load_scenario,
    make_template,
    scenario_names,
)
from quintain.envs.martial.state import (
    BATTLE,
    NO_FRAME,
)
from quintain.envs.martial.tables import CAST_NAMES, ITEM_NAMES

pytestmark = pytest.mark.interpreted

ROWS = "\n".join(["........"] * 4)


def template_of(red, blue, rows=ROWS, **more):
    """A template for a test."""
    said = {"title": "Test", "description": "Test.", "map": rows, "red": red, "blue": blue, **more}
    return make_template(Scenario.model_validate(said))[0]


def deployed(template, seed=0):
    """A deployed battle."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    deploy.deploy(battle, template)
    return battle


RED, BLUE = [{"fighter": "swordsman", "at": [1, 1]}], [{"fighter": "archer", "at": [6, 2]}]


@pytest.mark.rule("D11", "RD5", "RD7", "RD18", "RD19", "RD24")
def test_RD5_a_fighter_has_what_the_cast_says_and_full_pools():
    fighter = deployed(template_of(RED, BLUE)).fighters[0]
    assert CAST_NAMES[fighter.cast] == "swordsman"
    assert [ITEM_NAMES[item] for item in fighter.held] == ["sword", "shield"]
    assert list(fighter.pack) == [-1] * 4
    assert (fighter.level, fighter.x, fighter.y) == (3, 1, 1)
    assert fighter.stamina == fighter.max_stamina == 10 + 2 * 3
    assert fighter.exhaustion == 5 + 2
    assert (fighter.strain, fighter.bleed, fighter.grapple, fighter.life) == (0, 0, -1, Life.ALIVE)


@pytest.mark.rule("RD5")
def test_RD5_training_adds_to_stamina():
    red = [{"fighter": {"base": "swordsman", "training": 7}, "at": [1, 1]}]
    assert deployed(template_of(red, BLUE)).fighters[0].max_stamina == 10 + 2 * 3 + 7


@pytest.mark.rule("D1", "D2", "RD26")
def test_D2_the_first_turn_is_that_of_the_highest_initiative():
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(0, 1)[0]
    load_dice(battle, [10, 9, 1])  # Dexterity 2 and 4: 12 against 13, then a Lore check
    deploy.deploy(battle, template_of(RED, BLUE))
    assert loaded_left(battle) == []
    assert [int(one.initiative) for one in battle.fighters[:2]] == [12, 13]
    assert (battle.to_act, battle.window, battle.stage) == (1, Window.TURN, Stage.TURN)
    assert list(battle.order[:2]) == [1, 0]
    assert [int(one.seat) for one in battle.fighters[:2]] == [1, 0]


@pytest.mark.rule("D2")
def test_D2_without_readiness_dexterity_is_not_added():
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(0, 1)[0]
    load_dice(battle, [10, 9, 1])
    deploy.deploy(battle, template_of(RED, BLUE, ready=False))
    assert [int(one.initiative) for one in battle.fighters[:2]] == [10, 9]


@pytest.mark.rule("D3", "QD10")
def test_D3_an_ambush_begins_with_the_question_who_hides():
    battle = deployed(template_of(RED, BLUE, hiding="blue"))
    assert (battle.to_act, battle.window, battle.stage) == (1, Window.HIDE, Stage.HIDING)
    assert battle.is_ambush
    assert not battle.is_ready


@pytest.mark.rule("D59", "D60")
def test_D60_one_may_begin_prone_or_aloft():
    red = [{"fighter": "sprite", "at": [1, 1], "flying": True}]
    blue = [{"fighter": "archer", "at": [6, 2], "prone": True}]
    battle = deployed(template_of(red, blue))
    assert battle.fighters[0].flying
    assert battle.fighters[1].prone


@pytest.mark.rule("D96", "D32", "D30")
def test_D96_old_injuries_have_their_effects_from_the_start():
    legs = {"base": "swordsman", "injuries": {"leg": 1, "eye": 1}}
    wolf = {"base": "wolf", "injuries": {"foot": 1}}
    red = [{"fighter": legs, "at": [1, 1]}, {"fighter": wolf, "at": [1, 2]}]
    battle = deployed(template_of(red, BLUE))
    assert list(battle.fighters[0].injuries[:8]) == [0, 0, 0, 1, 0, 0, 0, 0]
    assert not battle.fighters[0].prone  # one leg is whole
    assert battle.fighters[0].injured_count == 2


@pytest.mark.rule("RD27", "RD47")
@pytest.mark.parametrize("name", scenario_names())
def test_RD47_everybody_begins_on_floor_of_its_zone_alone(name):
    template = make_template(load_scenario(name))[0]
    for seed in range(10):
        battle = deployed(template, seed)
        places = set()
        for actor in range(battle.num_fighters):
            one, seat = battle.fighters[actor], template.seats[actor]
            x, y = int(one.x), int(one.y)
            assert seat.left <= x <= seat.right
            assert seat.top <= y <= seat.bottom
            assert not (int(battle.low[y]) | int(battle.high[y])) >> x & 1
            places.add((x, y))
        assert len(places) == battle.num_fighters


@pytest.mark.rule("TD2")
def test_TD2_a_battle_leaves_nothing_behind_for_the_next():
    template = template_of(RED, BLUE)
    battle = np.zeros(1, BATTLE)
    battle.view(np.uint8)[:] = 17
    battle[0].dice[:] = seed_rng_states(5, 1)[0]
    for field in (
        "num_loaded",
        "next_loaded",
        "fault",
        "fault_face",
        "log",
        "memory",
        "quick_sides",
        "scenario",
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
    assert clean.frame == NO_FRAME
    assert all(attack.step == Step.OVER for attack in clean.attacks)
