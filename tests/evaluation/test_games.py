"""The game of choosing an agent: closed forms of Nash averaging, alpha-rank and cycles."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

from quintain.evaluation.games import (
    alpha_rank,
    cyclic_triples,
    nash_mixture,
    nash_mixtures,
    payoff_matrix,
)
from quintain.evaluation.ratings import ELO_PER_LOGIT
from quintain.evaluation.statistics import PairResult

ROCK_PAPER_SCISSORS = np.array([[np.nan, 0, 1], [1, np.nan, 0], [0, 1, np.nan]])


def scores_against_mixture(payoff, mixture):
    """Mean score `[N]` of each agent against a mixture `[N]`; an agent takes 0.5 from itself."""
    return np.where(np.eye(len(payoff)), 0.5, payoff) @ mixture


def result(a: str, b: str, wins: int, losses: int, draws: int = 0) -> PairResult:
    """A result in which equal battles are paired as far as possible."""
    scores = np.repeat([1, 0, 0.5], [wins, losses, draws])
    return PairResult.from_scores(a, b, scores.reshape(-1, 2))


def test_payoff_is_the_rows_mean_score():
    results = [result("b", "a", 50, 30, 20), result("c", "a", 10, 0)]
    agents, payoff = payoff_matrix(results)
    assert agents == ("a", "b", "c")
    expected = [[np.nan, 0.4, 0], [0.6, np.nan, np.nan], [1, np.nan, np.nan]]
    np.testing.assert_allclose(payoff, expected)


def test_payoff_follows_the_order_asked_for():
    agents, payoff = payoff_matrix([result("b", "a", 50, 50), result("c", "a", 10, 0)], ["c", "a"])
    assert agents == ("c", "a")
    np.testing.assert_allclose(payoff, [[np.nan, 1], [0, np.nan]])


def test_nash_mixture_of_rock_paper_scissors_is_even():
    mixture = nash_mixture(ROCK_PAPER_SCISSORS)
    assert mixture == pytest.approx([1 / 3] * 3)
    assert scores_against_mixture(ROCK_PAPER_SCISSORS, mixture) == pytest.approx([0.5] * 3)


def test_nash_mixture_of_biased_rock_paper_scissors_is_the_closed_form():
    """Rock over scissors by x, paper over rock by y, scissors over paper by z: z to x to y."""
    x, y, z = 0.2, 0.4, 0.8
    advantage = np.array([[0, -y, x], [y, 0, -z], [-x, z, 0]])
    mixture = nash_mixture(0.5 + advantage / 2)
    assert mixture == pytest.approx(np.array([z, x, y]) / (x + y + z), abs=1e-6)


def test_nash_mixture_is_the_best_agent_where_one_beats_all():
    payoff = np.array([[np.nan, 0.6, 0.7], [0.4, np.nan, 0.9], [0.3, 0.1, np.nan]])
    assert nash_mixture(payoff) == pytest.approx([1, 0, 0])


def test_equal_agents_share_and_copies_do_not_change_the_others():
    order = [0, 0, 1, 2]
    filled = np.where(np.isnan(ROCK_PAPER_SCISSORS), 0.5, ROCK_PAPER_SCISSORS)
    mixture = nash_mixture(filled[np.ix_(order, order)])
    assert mixture == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-5)


def test_order_of_agents_moves_the_nash_mixture_with_it():
    generator = np.random.default_rng(6)
    upper = np.triu(generator.random((8, 8)), 1)
    payoff = upper + np.tril(1 - upper.T, -1)
    order = generator.permutation(8)
    shuffled = nash_mixture(payoff[np.ix_(order, order)])
    assert shuffled == pytest.approx(nash_mixture(payoff)[order], abs=1e-5)


@pytest.mark.parametrize("seed", range(10))
def test_no_agent_beats_the_nash_mixture(seed):
    upper = np.triu(np.random.default_rng(seed).random((10, 10)), 1)
    payoff = upper + np.tril(1 - upper.T, -1)
    mixture = nash_mixture(payoff)
    assert mixture.sum() == pytest.approx(1)
    assert mixture.min() >= 0
    assert scores_against_mixture(payoff, mixture).max() < 0.5 + 1e-5


def test_many_mixtures_at_once_are_those_of_each():
    generator = np.random.default_rng(2)
    upper = np.triu(0.5 + 0.2 * generator.standard_normal((60, 6, 6)), 1)
    lower = np.tril(np.ones((6, 6)), -1) - upper.transpose(0, 2, 1)
    payoffs = np.where(np.tri(6, k=-1), lower, upper)
    payoffs[7] = payoffs[30] = 0.5
    together = nash_mixtures(payoffs)
    assert together == pytest.approx(np.array([nash_mixture(one) for one in payoffs]), abs=1e-6)
    assert together[30] == pytest.approx([1 / 6] * 6)


def test_one_agent_is_the_whole_mixture():
    assert nash_mixture([[np.nan]]) == pytest.approx([1])


def test_incomplete_payoffs_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match="payoff lacks row 0 against column 1"):
        nash_mixture([[np.nan, np.nan], [np.nan, np.nan]])
    for wrong in ([[0.5, 0.5]], [], [0.5]):
        with pytest.raises(ValueError, match=r"payoff must be an array \[N, N\]"):
            nash_mixture(wrong)


def test_cycle_is_found_once_and_in_its_direction():
    assert cyclic_triples(ROCK_PAPER_SCISSORS) == [(0, 2, 1)]
    assert cyclic_triples(ROCK_PAPER_SCISSORS.T) == [(0, 1, 2)]


def test_ranked_agents_make_no_cycle():
    elo = np.array([0, 100, -50, 220, 20])
    assert cyclic_triples(special.expit((elo[:, None] - elo) / ELO_PER_LOGIT)) == []


def test_of_all_even_mixtures_nash_averaging_takes_the_one_of_most_entropy():
    assert nash_mixture(np.full((4, 4), 0.5)) == pytest.approx([1 / 4] * 4)
    # Two games of rock, paper, scissors side by side: every mixture of the two is even.
    twice = np.full((6, 6), 0.5)
    filled = np.where(np.isnan(ROCK_PAPER_SCISSORS), 0.5, ROCK_PAPER_SCISSORS)
    twice[:3, :3] = twice[3:, 3:] = filled
    assert nash_mixture(twice) == pytest.approx([1 / 6] * 6, abs=1e-5)


def test_the_mixture_of_most_entropy_may_be_at_a_limit_of_the_even_ones():
    """The first beats the third, the second beats nobody: the third has no share."""
    payoff = np.array([[0.5, 0.5, 0.7], [0.5, 0.5, 0.5], [0.3, 0.5, 0.5]])
    assert nash_mixture(payoff) == pytest.approx([0.5, 0.5, 0], abs=1e-6)
    # And here the fourth agent beats the second: at most half of the mixture can be the second.
    payoff = np.full((4, 4), 0.5)
    payoff[3, 1], payoff[3, 0], payoff[1, 3], payoff[0, 3] = 0.8, 0.35, 0.2, 0.65
    shares = nash_mixture(payoff)
    assert shares[3] == 0
    assert scores_against_mixture(payoff, shares).max() <= 0.5 + 1e-6
    expected = best_by_grid(payoff)
    assert shares == pytest.approx(expected, abs=0.01)


def best_by_grid(payoff: np.ndarray) -> np.ndarray:
    """The unbeaten mixture of three agents of most entropy, among multiples of 1 %."""
    grid = np.array([(i, j, 100 - i - j, 0) for i in range(101) for j in range(101 - i)]) / 100
    unbeaten = grid[(grid @ (payoff - payoff.T)).min(axis=1) >= -1e-12]
    return unbeaten[np.argmax(special.entr(unbeaten).sum(axis=1))]


def test_alpha_rank_of_rock_paper_scissors_is_even_and_a_dominated_agent_has_nothing():
    assert alpha_rank(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3)
    beaten = np.full((4, 4), 0.9)
    beaten[:3, :3], beaten[3] = ROCK_PAPER_SCISSORS, 0.1
    assert alpha_rank(beaten) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_alpha_rank_is_the_best_agent_where_one_beats_all():
    elo = np.array([0, 100, -50, 220, 20])
    payoff = special.expit((elo[:, None] - elo) / ELO_PER_LOGIT)
    assert alpha_rank(payoff) == pytest.approx([0, 0, 0, 1, 0])


def test_alpha_rank_is_the_stationary_distribution_of_its_chain():
    """Four agents in a cycle, with two more wins: solved as linear equations."""
    wins = np.array([[0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1], [1, 0, 0, 0]])
    rates = wins.T / 3
    chain = rates + np.diag(1 - rates.sum(axis=1))
    equations = np.vstack([chain.T - np.eye(4), np.ones(4)])
    expected = np.linalg.lstsq(equations, np.array([0, 0, 0, 0, 1]), rcond=None)[0]
    assert alpha_rank(wins.astype(float)) == pytest.approx(expected, abs=1e-6)


def test_even_agents_share_alpha_rank_and_order_moves_with_it():
    assert alpha_rank(np.full((3, 3), 0.5)) == pytest.approx([1 / 3] * 3)
    generator = np.random.default_rng(6)
    upper = np.triu(generator.random((12, 12)), 1)
    payoff = upper + np.tril(1 - upper.T, -1)
    order = generator.permutation(12)
    shuffled = alpha_rank(payoff[np.ix_(order, order)])
    assert shuffled == pytest.approx(alpha_rank(payoff)[order], abs=1e-6)
