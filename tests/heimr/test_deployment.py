"""Deploying: positions, equipment, and the first state of a battle."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.heimr import deploy
from quintain.envs.heimr.enums import (
    Life,
    Stage,
)
from quintain.envs.heimr.scenario import Scenario, load_scenario, make_template, scenario_names
from quintain.envs.heimr.state import (
    BATTLE,
    NO_FRAME,
)
from quintain.envs.heimr.tables import CAST_NAMES, ITEM_NAMES

pytestmark = pytest.mark.interpreted


def template_of(red, blue, rows="...\n..t\n...", **more):
    """A template for a test."""
    said = {"title": "Test", "map": rows, "red": red, "blue": blue, **more}
    return make_template(Scenario.model_validate(said))[0]


def deployed(template, seed=0, faces=()):
    """A deployed battle; the faces are the first dice."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    load_dice(battle, list(faces))
    deploy.deploy(battle, template)
    assert loaded_left(battle) == []
    return battle


RED, BLUE = [{"fighter": "archer", "at": [0, 0]}], [{"fighter": "shieldman", "at": [2, 1]}]


@pytest.mark.rule("RH59", "RH1", "RH13")
def test_RH59_weapons_in_hand_a_missile_drawn_fatigue_at_base():
    battle = deployed(template_of(RED, BLUE))
    archer, shieldman = battle.fighters[:2]
    assert CAST_NAMES[archer.cast] == "archer"
    assert [ITEM_NAMES[item] for item in archer.held if item >= 0] == ["bow"]
    assert [ITEM_NAMES[item] for item in archer.pack if item >= 0] == ["light"]
    assert (archer.missile, archer.missiles, shieldman.missile) == (True, 12, False)
    assert [int(one.fatigue) for one in battle.fighters[:2]] == [4, 5]
    assert [(int(one.hp), int(one.wp)) for one in battle.fighters[:2]] == [(3, 8), (4, 8)]
    for one in battle.fighters[:2]:
        assert (one.life, one.prone, one.hidden, one.cluster) == (Life.AWAKE, False, False, -1)
    assert [int(one.location) for one in battle.fighters[:2]] == [0, 7]


@pytest.mark.rule("H44", "RH8", "RH12", "TH1")
def test_RH8_RH12_TH1_initiative_once_and_a_first_defence_of_everybody():
    battle = deployed(template_of(RED, BLUE), faces=[1, 2, 3, 4, 5])
    assert battle.order[:3].tolist() == [1, 0, -1]
    assert (battle.stage, battle.top, battle.owed, battle.place) == (Stage.PREROLL, NO_FRAME, 3, 0)


@pytest.mark.rule("RH50", "RH59")
def test_RH50_who_stands_openly_has_been_seen():
    battle = deployed(template_of(RED, BLUE))
    assert [(int(one.known_by), int(one.last_seen)) for one in battle.fighters[:2]] == [
        (2, 0),
        (1, 7),
    ]


@pytest.mark.rule("HH3", "H95")
def test_HH3_who_lies_in_ambush_is_hidden_and_unknown():
    blue = [{"fighter": "scout", "at": [2, 1], "hidden": True}]
    battle = deployed(template_of(RED, blue), faces=[3, 4, 9, 8, 1, 1, 1, 1, 1, 1])
    scout = battle.fighters[1]
    assert (scout.hidden, scout.hide) == (True, 9 + 1 + 2)
    assert (scout.known_by, scout.last_seen, scout.fatigue) == (0, -1, 3)


@pytest.mark.rule("H151", "H127", "RH59")
def test_RH59_on_top_of_a_tree_or_prone():
    red = [{"fighter": "fighter", "at": [0, 0], "prone": True}]
    blue = [{"fighter": "scout", "at": [2, 1], "on_top": True}]
    battle = deployed(template_of(red, blue, heights="100\n001\n000"))
    assert [int(one.height) for one in battle.fighters[:2]] == [1, 1 + 4]
    assert battle.fighters[0].prone


@pytest.mark.rule("H5", "RH18")
def test_RH18_in_the_zone_never_in_rock():
    red = [{"fighter": "fighter", "zone": [0, 0, 0, 2]}]
    template = template_of(red, BLUE, rows="...\n#..\n...")
    found = {int(deployed(template, seed).fighters[0].location) for seed in range(20)}
    assert found == {0, 10}


@pytest.mark.rule("RH59")
@pytest.mark.parametrize("name", scenario_names())
def test_RH59_equal_dice_give_equal_bytes_whatever_was_before(name):
    template = make_template(load_scenario(name))[0]
    battle = deployed(template, 5)
    again = deployed(make_template(load_scenario("skirmish"))[0], 9)
    again.dice[:] = seed_rng_states(5, 1)[0]
    deploy.deploy(again, template)
    assert again.tobytes() == battle.tobytes()
