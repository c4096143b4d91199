"""Algorithms of OpenSpiel on its games: CFR against the exact value of a small fight, searches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quintain.envs.core.engine.system import get_system
from quintain.evaluation.exact_value import GameValue

pyspiel = pytest.importorskip("pyspiel", reason="needs .[openspiel]")

KNIVES = str(Path(__file__).parents[2] / "bench" / "small_fights" / "knives.yaml")
SMALL = {"scenario": KNIVES, "choices": "quick", "chance": "merged"}
pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def tree():
    """A small fight as a game whose states OpenSpiel keeps."""
    return pyspiel.convert_to_cached_tree(pyspiel.load_game("quintain_mythic_epoch", SMALL))


@pytest.fixture(scope="module")
def solver(tree):
    """CFR+, in which its average policy lives."""
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    return solver


def test_cfr_finds_the_exact_value_of_a_small_fight(tree, solver):
    equilibrium = solver.average_policy()
    gap = pyspiel.nash_conv(tree, equilibrium)
    assert 0 <= gap < 1e-3
    red, blue = pyspiel.expected_returns(tree.new_initial_state(), equilibrium, -1, True)
    assert red == -blue
    value = GameValue(get_system("mythic_epoch"), KNIVES).value()
    assert red == pytest.approx(value, abs=gap)


def test_the_uniform_policy_is_exploitable(tree, solver):
    equilibrium = solver.average_policy()
    uniform = pyspiel.UniformRandomPolicy(tree)
    assert pyspiel.exploitability(tree, uniform) > 0.1
    # No policy of blue holds an equilibrium of red below the value.
    mixed = pyspiel.expected_returns(tree.new_initial_state(), [equilibrium, uniform], -1, True)
    value = pyspiel.expected_returns(tree.new_initial_state(), equilibrium, -1, True)
    assert mixed[0] > value[0] - pyspiel.nash_conv(tree, equilibrium)


def fight(game, bots, seed):
    """The returns of a battle between two bots; None plays at random."""
    draw, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(draw.choice(outcomes, p=chances)))
        else:
            bot = bots[state.current_player()]
            state.apply_action(bot.step(state) if bot else int(draw.choice(state.legal_actions())))
    return state.returns()


@pytest.mark.slow
def test_mcts_takes_more_from_random_play_than_random_play_does(tree):
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("quintain_mythic_epoch", SMALL)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(2, random)
    bot = mcts.MCTSBot(game, 1.4, 60, evaluator, random_state=random)
    won = [fight(game, (None, bot), seed)[1] for seed in range(30)]
    uniform = pyspiel.UniformRandomPolicy(tree)
    by_chance = pyspiel.expected_returns(tree.new_initial_state(), uniform, -1, True)[1]
    assert np.mean(won) > by_chance + 3 * np.std(won) / np.sqrt(len(won))


@pytest.mark.slow
def test_ismcts_takes_more_from_random_play_than_random_play_does(tree):
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("quintain_mythic_epoch", {**SMALL, "chance": "sampled"})
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(2, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 60, random_state=random)
    won = [fight(game, (None, bot), seed)[1] for seed in range(30)]
    uniform = pyspiel.UniformRandomPolicy(tree)
    by_chance = pyspiel.expected_returns(tree.new_initial_state(), uniform, -1, True)[1]
    assert np.mean(won) > by_chance + 3 * np.std(won) / np.sqrt(len(won))


def test_mcts_searches_a_battle_die_by_die():
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    params = {"scenario": KNIVES, "choices": "quick", "chance": "explicit"}
    game = pyspiel.load_game("quintain_mythic_epoch", params)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 30, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_ismcts_searches_a_battle_with_hidden_facts(chance):
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    params = {"scenario": "duel", "choices": "quick", "chance": chance}
    game = pyspiel.load_game("quintain_mythic_epoch", params)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, random), 1.4, 8, random_state=random
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    assert bot.step(state) in state.legal_actions()
