"""The masks: each window's choices, and those of turns against a slow reading of the rows.

Maneuvers, flanks and cover have separate tests.
"""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.martial import deploy
from quintain.envs.martial import step as battle_step
from quintain.envs.martial.actions import masks
from quintain.envs.martial.actions.table import decode, num_actions, verb_of
from quintain.envs.martial.enums import Verb, Window
from quintain.envs.martial.scenario import load_scenario, make_template, scenario_names
from quintain.envs.martial.state import BATTLE
from quintain.envs.martial.tables import MANEUVER_NAMES

from .reading import Reading

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

BATTLES = 1 if numba.config.DISABLE_JIT else 3
DECISIONS = 120 if numba.config.DISABLE_JIT else 3000
PLAIN = {"armour": "none", "held": ["sword"]}
FAR = {**PLAIN, "at": (20, 3)}

# --- Turns, against `Reading` ---------------------------------------------------------------------

READ = set(Verb) - {Verb.MANEUVER, Verb.FLANK, Verb.COVER}


def names(ids, max_side):
    """Actions in words, for the message."""
    return [decode(action, max_side) for action in sorted(ids)]


def verbs_of(max_side):
    """The verb of each action id."""
    return np.array([int(verb_of(action)) for action in range(num_actions(max_side))])


@pytest.mark.compiled
@pytest.mark.rule(
    "QD1", "QD2", "D69", "D71", "D72", "D79", "D83", "D84", "RD13", "RD15", "RD39", "QD9"
)
@pytest.mark.parametrize("name", scenario_names())
def test_QD1_the_mask_of_a_turn_is_what_the_rows_allow(name):
    template = make_template(load_scenario(name))[0]
    if template.high.any():
        template.high[:] = 0  # lines of sight are tested in tests/core/test_square_grid.py
    choose = random.Random(0)
    for seed in range(BATTLES):
        battle = np.zeros(1, BATTLE)[0]
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        deploy.deploy(battle, template)
        max_side = int(battle.max_side)
        mask, verbs = np.zeros(num_actions(max_side), np.bool_), verbs_of(max_side)
        read = np.isin(verbs, [int(verb) for verb in READ])
        while not battle.over and battle.decisions < DECISIONS:
            masks.legal_action_mask(battle, mask)
            if battle.window == Window.TURN:
                found = {int(action) for action in np.flatnonzero(mask & read)}
                expected = Reading(battle).read()
                assert found == expected, (
                    names(found - expected, max_side),
                    names(expected - found, max_side),
                )
            battle_step.advance(battle, choose.choice(np.flatnonzero(mask)))


@pytest.mark.compiled
@pytest.mark.rule("QD1")
@pytest.mark.parametrize("name", scenario_names())
def test_QD1_nobody_is_asked_who_can_only_wait(name):
    template = make_template(load_scenario(name))[0]
    choose = random.Random(1)
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(1, 1)[0]
    deploy.deploy(battle, template)
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    while not battle.over and battle.decisions < 2 * DECISIONS:
        masks.legal_action_mask(battle, mask)
        legal = np.flatnonzero(mask)
        assert len(legal) > 1, Window(int(battle.window))
        battle_step.advance(battle, choose.choice(legal))


# --- The other windows (QD3 to QD10) --------------------------------------------------------------


@pytest.mark.rule("QD3", "D73", "D74")
def test_QD3_riders_by_martial_bonus_and_stamina(battle_of, begun, act, legal):
    rich = {**PLAIN, "level": 10}  # martial bonus 3
    battle = begun(battle_of([rich], [PLAIN]))
    act(battle, "strike")
    assert legal(battle) == {"wait", *(f"riders {both}" for both in range(1, 28))}
    poor = {**PLAIN, "stamina": 0, "exhaustion": 2}  # martial bonus 1
    battle = begun(battle_of([poor], [PLAIN]))
    act(battle, "strike")
    assert legal(battle) == {"wait", "riders 1", "riders 2", "riders 7", "riders 8"}


@pytest.mark.rule("QD4", "D20", "D21")
def test_QD4_a_part_of_an_open_class_then_more_injuries_of_it(battle_of, begun, act, legal):
    battle = begun(battle_of([PLAIN], [{**PLAIN, "reactions": 0, "held": []}]))
    act(battle, "strike")
    act(battle, "wait", faces=[18])  # 22 against 13: one degree
    assert battle.window == Window.PART
    minor, major = {"part", "part 1", "part 2"}, {f"part {part}" for part in (3, 4, 5, 6, 7, 8, 9)}
    assert legal(battle) == {"wait"} | minor | major
    act(battle, "part", 0)
    assert battle.window == Window.EXTRA
    assert legal(battle) == {"wait", "extra 1"}


@pytest.mark.rule("QD5", "D70")
def test_QD5_cleave_names_another_opponent(battle_of, begun, act, legal):
    foes = [{**PLAIN, "held": [], "reactions": 0, "at": (5, y)} for y in (3, 2)]
    battle = begun(battle_of([PLAIN], foes))
    act(battle, "strike")
    act(battle, "wait", faces=[13])
    act(battle, "part", 0)
    assert battle.window == Window.CLEAVE
    assert legal(battle) == {"wait", "cleave 0 1"}


@pytest.mark.rule("QD6", "D92")
def test_QD6_parry_with_what_one_holds(battle_of, begun, act, legal):
    foe = {**PLAIN, "held": ["axe", "shield"]}
    battle = begun(battle_of([PLAIN], [foe]))
    act(battle, "strike")
    act(battle, "wait", faces=[18])
    assert legal(battle) == {"wait", "parry", "parry 1"}


@pytest.mark.rule("QD8", "RD17")
def test_QD8_where_a_maneuver_leads(battle_of, begun, act, legal):
    battle = begun(battle_of([PLAIN], [{**PLAIN, "held": [], "reactions": 0}]))
    act(battle, "maneuver", MANEUVER_NAMES.index("shove"), faces=[18])
    assert battle.window == Window.DIRECTION
    assert legal(battle) == {"wait", "direction 1", "direction 2", "direction 3"}


@pytest.mark.rule("QD1")
def test_QD1_only_waiting_is_left_when_nobody_decides(battle_of, legal):
    assert legal(battle_of([PLAIN], [FAR])) == {"wait"}
