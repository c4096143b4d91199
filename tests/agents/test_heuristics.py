"""All compiled heuristics choose legal actions, use no hidden facts, and are repeatable."""

from __future__ import annotations

import functools

import numba
import numpy as np
import pytest

from quintain.agents.base import HeuristicAgent, RandomAgent, strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.mythic_epoch.enums import (
    Act,
    Skill,
    Window,
)
from quintain.evaluation.arena import final_result, play_pairs

SCENARIOS = {
    "heimr": ("duel_mixed", "forest_ambush", "castle_wall", "chase"),
    "martial": ("duel_mixed", "ambush", "dragonling", "beasts"),
    "mythic_epoch": ("duel_mixed", "skirmish", "wrestlers", "bridge"),
    "platemail": ("duel_mixed", "caster", "ambush"),
    "wildroll": ("duel_mixed", "healers", "surprise", "marsh"),
}
LIVELY = {
    "heimr": ("random",),
    "martial": ("random",),
    "mythic_epoch": ("random", "fencer", "tactician"),
    "platemail": ("random", "duelist", "bodyguard"),
    "wildroll": ("random",),
}
"""Some heuristics that use random numbers."""
PLAYERS = [(system, name) for system in system_names() for name in get_system(system).policies]
BOUTS = [(*player, scenario) for player in PLAYERS for scenario in SCENARIOS[player[0]]]
SWORDS = [name for system, name in PLAYERS if system == "mythic_epoch"]
SLOW = bool(numba.config.DISABLE_JIT)
BATTLES = 2 if SLOW else 32
"""Number of battles in a walk; without the compiler heuristics are a thousand times slower."""


@pytest.fixture(scope="module")
def states(walk):
    """``states(system, scenario, count, steps)``: a walk, made once for all heuristics."""

    @functools.cache
    def build(system, scenario, count=64, steps=30):
        return walk(scenario, count, steps, steps, system)

    return build


def choices(player, walk, battles=None):
    """A heuristic's actions in all battles of a walk, or in given battles."""
    agent = HeuristicAgent(player[1], get_system(player[0]))
    agent.watch(walk.battles if battles is None else battles, walk.rng_state.copy())
    return agent.predict(walk.observations, action_masks=walk.masks)[0]


def test_every_system_has_heuristics():
    assert {system for system, _ in PLAYERS} == set(system_names()) == set(SCENARIOS)
    for system in system_names():
        assert "random" in get_system(system).policies


@pytest.mark.parametrize(("system", "name", "scenario"), BOUTS)
@pytest.mark.interpreted
def test_every_choice_is_legal(states, system, name, scenario):
    for steps in (7,) if SLOW else (0, 7, 40):
        walk = states(system, scenario, BATTLES, steps)
        actions = choices((system, name), walk)
        assert walk.masks[np.arange(len(actions)), actions].all()


@pytest.mark.parametrize("player", PLAYERS)
def test_a_choice_does_not_change_the_battle(states, player):
    walk = states(player[0], "skirmish")
    before = walk.battles.tobytes()
    choices(player, walk)
    assert walk.battles.tobytes() == before


def concealed(system, walk):
    """The battles with another sample of what the deciding fighter cannot know."""
    battles = walk.battles.copy()
    rng_state = seed_rng_states(99, len(battles))
    for battle, own in zip(battles, rng_state, strict=True):
        get_system(system).conceal(battle, int(battle.to_act), own)
    return battles


@pytest.mark.parametrize(("system", "name", "scenario"), BOUTS)
@pytest.mark.interpreted
def test_hidden_facts_do_not_change_the_choices(states, system, name, scenario):
    for steps in (7,) if SLOW else (5, 25):
        walk = states(system, scenario, BATTLES, steps)
        other = concealed(system, walk)
        assert other.tobytes() != walk.battles.tobytes()
        player = (system, name)
        np.testing.assert_array_equal(choices(player, walk), choices(player, walk, other))


@pytest.mark.parametrize("name", SWORDS)
def test_an_enemys_feint_flag_does_not_change_the_choices(walk, name):
    states, player = walk("duel_mixed", 2048), ("mythic_epoch", name)
    blows = np.isin(states.battles["action"], (Act.MELEE_ATTACK, Act.FEINT))
    asked = (states.battles["window"] == Window.REACTION) & blows
    assert asked.sum() > 20
    other = states.battles.copy()
    flipped = np.where(other["action"] == Act.FEINT, Act.MELEE_ATTACK, Act.FEINT)
    other["action"] = np.where(asked, flipped, other["action"])
    np.testing.assert_array_equal(choices(player, states), choices(player, states, other))


@pytest.mark.parametrize("name", SWORDS)
def test_an_enemys_skills_do_not_change_the_choices(walk, name):
    states, player = walk("skirmish", 256), ("mythic_epoch", name)
    other = states.battles.copy()
    for battle in other:
        mine = battle.side[battle.to_act]
        for fighter in range(int(battle.num_fighters)):
            if battle.side[fighter] != mine:
                for skill in set(Skill) - {Skill.ENDURANCE}:
                    battle.fighters[fighter].skills[skill] = 9
    np.testing.assert_array_equal(choices(player, states), choices(player, states, other))


@pytest.mark.parametrize("player", PLAYERS)
def test_the_coming_dice_do_not_change_the_choices(states, player):
    walk = states(player[0], "skirmish", 256)
    other = walk.battles.copy()
    other["dice"] = seed_rng_states(7, len(other))
    np.testing.assert_array_equal(choices(player, walk), choices(player, walk, other))


@pytest.mark.parametrize("player", PLAYERS)
def test_a_batch_chooses_as_its_rows_do_one_by_one(states, player):
    walk = states(player[0], "skirmish")
    together = choices(player, walk)
    agent = HeuristicAgent(player[1], get_system(player[0]))
    rng_state = walk.rng_state.copy()
    for row, action in enumerate(together):
        agent.watch(walk.battles[row : row + 1], rng_state[row : row + 1])
        alone, _ = agent.predict(walk.observations[row], action_masks=walk.masks[row])
        assert alone == action


@pytest.mark.parametrize(
    ("system", "name"), [(system, name) for system in LIVELY for name in LIVELY[system]]
)
def test_the_same_seed_chooses_the_same_and_another_one_not_always(states, system, name):
    walk = states(system, "duel_mixed", 256)

    def chosen(seed):
        agent = HeuristicAgent(name, get_system(system), seed)
        agent.watch(walk.battles)
        return agent.predict(walk.observations, action_masks=walk.masks)[0].tolist()

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


@pytest.mark.parametrize("watches", [False, True])
@pytest.mark.parametrize("system", system_names())
def test_random_is_uniform_over_the_legal_actions(states, system, watches):
    walk = states(system, "skirmish", 1, 0)
    rows = 10000
    mask = np.repeat(walk.masks, rows, axis=0)
    agent = RandomAgent("random", get_system(system), 5)
    if watches:
        agent.watch(np.repeat(walk.battles, rows), seed_rng_states(5, rows))
    seen = np.repeat(walk.observations, rows, axis=0)
    actions, _ = agent.predict(seen, action_masks=mask)
    legal = np.flatnonzero(walk.masks[0])
    counts = np.bincount(actions, minlength=mask.shape[1])
    assert counts.sum() == counts[legal].sum() == rows
    expected = rows / len(legal)
    chi_squared = ((counts[legal] - expected) ** 2 / expected).sum()
    degrees = len(legal) - 1
    assert abs(chi_squared - degrees) < 5 * (2 * degrees) ** 0.5


@pytest.mark.boundscheck
@pytest.mark.skipif(not numba.config.BOUNDSCHECK, reason="looks for indices out of bounds")
@pytest.mark.parametrize("system", system_names())
def test_whole_battles_use_no_index_out_of_bounds(system):
    """Every heuristic in every scenario, against the next one."""
    names = list(get_system(system).policies)
    for scenario in get_system(system).scenario_names():
        for name, other in zip(names, names[1:] + names[:1], strict=True):
            pair = make_agent(name, system), make_agent(other, system)
            assert final_result(play_pairs(system, scenario, *pair, 20)).battles == 40


@pytest.mark.boundscheck
@pytest.mark.skipif(not numba.config.BOUNDSCHECK, reason="looks for indices out of bounds")
@pytest.mark.parametrize("system", system_names())
def test_searches_use_no_index_out_of_bounds(system):
    """A search tries what no heuristic chooses, and its heuristic has to answer."""
    best = make_agent(strongest(get_system(system)), system)
    pairs = play_pairs(system, "skirmish", make_agent("search:50", system), best, 4)
    assert final_result(pairs).battles == 8
