"""Alpha-rank and Nash averaging give what OpenSpiel computes for the same pay-offs."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.evaluation.games import alpha_rank, nash_mixture

pyspiel = pytest.importorskip("pyspiel", reason="needs .[openspiel]")

POPULATION = 50
NOISE = 1e-7
"""OpenSpiel's rate at which a population moves to an agent that loses, relative to the others."""


def payoffs(agents: int, seed: int, even: int = 0) -> np.ndarray:
    """Random mean scores `[N, N]`, of which some pairings are exactly even."""
    draw = np.random.default_rng(seed)
    upper = np.triu(draw.random((agents, agents)), 1)
    for _ in range(even):
        one, other = sorted(draw.choice(agents, 2, replace=False))
        upper[one, other] = 0.5
    scores = upper + np.tril(1 - upper.T, -1)
    np.fill_diagonal(scores, 0.5)
    return scores


@pytest.mark.parametrize("agents", [3, 4, 6, 9])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("even", [0, 2])
def test_alpha_rank_is_openspiels_in_the_limit_of_strong_selection(agents, seed, even):
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    scores = payoffs(agents, seed, even)
    *_, shares, _, _ = alpharank.compute(
        [scores], m=POPULATION, use_inf_alpha=True, inf_alpha_eps=NOISE
    )
    np.testing.assert_allclose(alpha_rank(scores), shares, atol=1e-4)


def test_alpha_rank_of_a_cycle_is_openspiels_for_a_large_alpha():
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    scores = np.array([[0.5, 0.7, 0.3], [0.3, 0.5, 0.8], [0.7, 0.2, 0.5]])
    with np.errstate(over="ignore"):
        *_, shares, _, _ = alpharank.compute([scores], m=POPULATION, alpha=100)
    np.testing.assert_allclose(alpha_rank(scores), shares, atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_nash_averaging_is_openspiels(seed):
    pytest.importorskip("cvxpy", reason="OpenSpiel's Nash averaging needs cvxpy")
    nash_averaging = pytest.importorskip("open_spiel.python.algorithms.nash_averaging")
    scores = payoffs(6, seed)
    gain = scores - scores.T
    mixture, _ = nash_averaging.nash_averaging(pyspiel.create_matrix_game(gain, -gain))
    np.testing.assert_allclose(nash_mixture(scores), mixture.ravel(), atol=2e-4)
