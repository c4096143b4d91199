"""All compiled heuristics: legal, fair (they see no more than they may), and repeatable."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from quintain.agents.base import HeuristicAgent, RandomAgent
from quintain.agents.heuristics.mythic_epoch import POLICIES
from quintain.envs.core.dice import seed_words
from quintain.envs.core.system import get_system
from quintain.envs.mythic_epoch.play import conceal
from quintain.envs.mythic_epoch.state import Window
from quintain.envs.mythic_epoch.tables import Act, Skill

SYSTEM = get_system("mythic_epoch")
SCENARIOS = ("duel_mixed", "skirmish", "wrestlers", "bridge")
NAMES = tuple(POLICIES)
BATTLES = 2 if numba.config.DISABLE_JIT else 32
"""Battles a walk: without the compiler a heuristic weighs its choices a thousand times slower."""


def choices(name, walk, battles=None):
    """A heuristic's actions in all battles of a walk, or in others that look like them."""
    agent = HeuristicAgent(name, SYSTEM)
    agent.watch(walk.battles if battles is None else battles, walk.words.copy())
    return agent.predict(walk.observations, action_masks=walk.masks)[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.interpreted
def test_every_choice_is_legal(walk, name, scenario):
    for steps in (0, 7, 40):
        states = walk(scenario, BATTLES, steps, steps)
        actions = choices(name, states)
        assert states.masks[np.arange(len(actions)), actions].all()


@pytest.mark.parametrize("name", NAMES)
def test_choosing_changes_nothing_in_the_battle(walk, name):
    states = walk("skirmish", 64)
    before = states.battles.tobytes()
    choices(name, states)
    assert states.battles.tobytes() == before


def concealed(states):
    """The battles with another sample of what the deciding fighter cannot know."""
    battles = states.battles.copy()
    words = seed_words(99, len(battles))
    for battle, own in zip(battles, words, strict=True):
        conceal(battle, int(battle.to_act), own)
    return battles


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.interpreted
def test_another_sample_of_the_hidden_leaves_every_choice(walk, name, scenario):
    for steps in (5, 25):
        states = walk(scenario, BATTLES, steps, steps)
        other = concealed(states)
        assert other.tobytes() != states.battles.tobytes()
        np.testing.assert_array_equal(choices(name, states), choices(name, states, other))


@pytest.mark.parametrize("name", NAMES)
def test_an_enemys_feint_flag_leaves_every_choice(walk, name):
    states = walk("duel_mixed", 2048)
    blows = np.isin(states.battles["action"], (Act.MELEE_ATTACK, Act.FEINT))
    asked = (states.battles["window"] == Window.REACTION) & blows
    assert asked.sum() > 20
    other = states.battles.copy()
    flipped = np.where(other["action"] == Act.FEINT, Act.MELEE_ATTACK, Act.FEINT)
    other["action"] = np.where(asked, flipped, other["action"])
    np.testing.assert_array_equal(choices(name, states), choices(name, states, other))


@pytest.mark.parametrize("name", NAMES)
def test_an_enemys_skills_leave_every_choice(walk, name):
    states = walk("skirmish", 256)
    other = states.battles.copy()
    for battle in other:
        mine = battle.side[battle.to_act]
        for fighter in range(int(battle.num_fighters)):
            if battle.side[fighter] != mine:
                for skill in set(Skill) - {Skill.ENDURANCE}:
                    battle.fighters[fighter].skills[skill] = 9
    np.testing.assert_array_equal(choices(name, states), choices(name, states, other))


@pytest.mark.parametrize("name", NAMES)
def test_the_dice_to_come_leave_every_choice(walk, name):
    states = walk("skirmish", 256)
    other = states.battles.copy()
    other["dice"] = seed_words(7, len(other))
    np.testing.assert_array_equal(choices(name, states), choices(name, states, other))


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_chooses_as_its_rows_do_one_by_one(walk, name):
    states = walk("skirmish", 40)
    together = choices(name, states)
    agent = HeuristicAgent(name, SYSTEM)
    words = states.words.copy()
    for row, action in enumerate(together):
        agent.watch(states.battles[row : row + 1], words[row : row + 1])
        alone, _ = agent.predict(states.observations[row], action_masks=states.masks[row])
        assert alone == action


@pytest.mark.parametrize("name", ["random", "fencer", "tactician"])
def test_the_same_seed_chooses_the_same_and_another_one_not_always(walk, name):
    states = walk("duel_mixed", 256)

    def chosen(seed):
        agent = HeuristicAgent(name, SYSTEM, seed)
        agent.watch(states.battles)
        return agent.predict(states.observations, action_masks=states.masks)[0].tolist()

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


@pytest.mark.parametrize("watches", [False, True])
def test_random_is_uniform_over_the_legal_actions(walk, watches):
    states = walk("skirmish", 1, 3, 0)
    rows = 20000
    mask = np.repeat(states.masks, rows, axis=0)
    agent = RandomAgent("random", SYSTEM, 5)
    if watches:
        agent.watch(np.repeat(states.battles, rows), seed_words(5, rows))
    actions, _ = agent.predict(np.zeros((rows, 1)), action_masks=mask)
    legal = np.flatnonzero(states.masks[0])
    counts = np.bincount(actions, minlength=mask.shape[1])
    assert counts.sum() == counts[legal].sum() == rows
    expected = rows / len(legal)
    chi_squared = ((counts[legal] - expected) ** 2 / expected).sum()
    degrees = len(legal) - 1
    assert abs(chi_squared - degrees) < 5 * (2 * degrees) ** 0.5
