"""Ratings: closed forms, simulated strengths, and inputs with little evidence."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest
from scipy import optimize, special

from quintain.evaluation.games import payoff_matrix
from quintain.evaluation.ratings import ELO_PER_LOGIT, fit_ratings, refitted_payoffs
from quintain.evaluation.statistics import PairResult, win_rate_interval


def expected_score(elo_difference):
    """Mean score, 0 to 1, that the model expects at a given Elo difference."""
    return special.expit(elo_difference / ELO_PER_LOGIT)


def result(a: str, b: str, wins: int, losses: int, draws: int = 0) -> PairResult:
    """A result in which equal battles are paired as far as possible."""
    scores = np.repeat([1, 0, 0.5], [wins, losses, draws])
    return PairResult.from_scores(a, b, scores.reshape(-1, 2))


def simulate(elo: dict[str, float], pairs: int, seed: int, luck: float = 0.0) -> list[PairResult]:
    """Battles of all pairings; in a share `luck` of the pairs both battles have equal luck."""
    generator = np.random.default_rng(seed)
    results = []
    for a, b in itertools.combinations(elo, 2):
        win = expected_score(elo[a] - elo[b])
        draw = 0.2 * min(win, 1 - win)
        chance = generator.random((pairs, 2))
        chance[:, 1] = np.where(generator.random(pairs) < luck, chance[:, 0], chance[:, 1])
        scores = np.where(chance < win - draw / 2, 1, np.where(chance < win + draw / 2, 0.5, 0))
        results.append(PairResult.from_scores(a, b, scores))
    return results


def rating(ratings, agent: str) -> float:
    return ratings.elo[ratings.agents.index(agent)]


# Closed forms


@pytest.mark.parametrize(("difference", "score"), [(0, 1 / 2), (400, 10 / 11), (-400, 1 / 11)])
def test_expected_score_is_the_elo_formula(difference, score):
    assert expected_score(difference) == pytest.approx(score)


@pytest.mark.parametrize(("wins", "losses", "draws"), [(60, 40, 0), (10, 90, 0), (50, 20, 30)])
def test_two_agents_differ_by_the_log_odds_of_their_scores(wins, losses, draws):
    ratings = fit_ratings([result("a", "b", wins, losses, draws)], prior=1e-9, resamples=10)
    odds = (wins + draws / 2) / (losses + draws / 2)
    assert ratings.difference("a", "b").estimate == pytest.approx(400 * math.log10(odds), abs=0.01)


def test_prior_is_one_battle_won_and_one_lost_against_an_agent_rated_0():
    """Unbeaten in 100: 100 * (1 - s(2 x)) + 1 = 2 * s(x), where s(x) = 1 / (1 + exp(-x))."""
    logit = optimize.brentq(
        lambda x: 100 / (1 + math.exp(2 * x)) + 1 - 2 / (1 + math.exp(-x)), 0, 20
    )
    ratings = fit_ratings([result("a", "b", 100, 0)], resamples=10)
    assert ratings.elo == pytest.approx([logit * ELO_PER_LOGIT, -logit * ELO_PER_LOGIT], abs=1e-3)


def test_expected_points_are_the_points_taken():
    elo = {"a": 0, "b": 100, "c": -50, "d": 220}
    results = simulate(elo, 60, seed=4)
    ratings = fit_ratings(results, prior=1e-9, resamples=10)
    for agent in elo:
        taken, expected = 0.0, 0.0
        for seen in (view for one in results for view in (one, one.swapped())):
            if seen.a == agent:
                taken += seen.scores.sum()
                apart = ratings.difference(agent, seen.b).estimate
                expected += seen.battles * expected_score(apart)
        assert expected == pytest.approx(taken, abs=1e-4)


def test_draws_are_half_wins():
    drawn = fit_ratings([result("a", "b", 40, 20, 40)], resamples=10)
    decided = fit_ratings([result("a", "b", 60, 40)], resamples=10)
    assert drawn.elo == pytest.approx(decided.elo, abs=1e-6)


def test_interval_of_two_agents_is_that_of_the_delta_method():
    """Pairs won or lost whole: the log odds have the variance 1 / (pairs * p * (1 - p))."""
    ratings = fit_ratings([result("a", "b", 1200, 800)], resamples=4000)
    interval = ratings.difference("a", "b")
    half = 1.96 * ELO_PER_LOGIT / math.sqrt(1000 * 0.6 * 0.4)
    assert (interval.high - interval.low) / 2 == pytest.approx(half, rel=0.08)


# Simulated strengths


@pytest.mark.parametrize("luck", [0.0, 1.0], ids=["independent", "shared luck"])
@pytest.mark.parametrize("spread", [100, 500])
def test_intervals_contain_the_true_ratings_with_their_confidence(spread, luck):
    elo = dict(zip("abcde", np.linspace(-spread, spread, 5), strict=True))
    held = []
    for seed in range(60):
        ratings = fit_ratings(simulate(elo, 40, seed, luck), resamples=300, seed=seed)
        truth = np.array([elo[agent] for agent in ratings.agents])
        held.append((ratings.low <= truth) & (truth <= ratings.high))
    assert 0.88 < np.mean(held) < 0.99


@pytest.mark.parametrize(("pairs", "split"), [(10, 0.75), (20, 0.75), (100, 0.95)])
def test_the_interval_holds_where_most_pairs_are_split(pairs, split):
    """Dice that favour a side: an agent wins one battle of a pair and loses the other."""
    generator = np.random.default_rng(4)
    held = 0
    for seed in range(200):
        first = generator.integers(0, 2, pairs)
        second = np.where(generator.random(pairs) < split, 1 - first, first)
        found = [PairResult.from_scores("a", "b", np.column_stack([first, second]))]
        apart = fit_ratings(found, resamples=200, seed=seed).difference("a", "b")
        held += apart.low <= 0 <= apart.high
    assert held / 200 > 0.92


@pytest.mark.parametrize("pairs", [10, 100, 500])
def test_an_unbeaten_agent_has_the_lower_limit_of_its_score(pairs):
    battles = result("a", "b", 2 * pairs, 0)
    low = win_rate_interval(battles.scores).low
    assert expected_score(fit_ratings([battles]).difference("a", "b").low) < low


def test_the_interval_holds_for_an_agent_far_below_all_others():
    """Of five agents, 200 battles a pairing: the doubt of all pairings together stays small."""
    elo = {"strongest": 0, "second": -150, "third": -200, "patient": -990, "random": -1070}
    held = []
    for seed in range(100):
        ratings = fit_ratings(
            simulate(elo, 100, seed), resamples=200, seed=seed, anchor="strongest"
        )
        true = np.array([elo[agent] for agent in ratings.agents[-2:]])
        held.append((ratings.low[-2:] <= true) & (true <= ratings.high[-2:]))
    assert np.mean(held) > 0.9


def test_ratings_near_the_truth_in_a_large_tournament():
    elo = {"random": -450, "berserker": -100, "fencer": 50, "search": 500}
    ratings = fit_ratings(simulate(elo, 5000, seed=8))
    assert ratings.agents == ("search", "fencer", "berserker", "random")
    assert ratings.elo == pytest.approx([500, 50, -100, -450], abs=25)
    assert ratings.battles.tolist() == [30_000] * 4


def test_a_difference_is_known_better_than_the_ratings_with_a_distant_outsider():
    elo = {"a": 0, "b": 40, "outsider": -1500}
    ratings = fit_ratings(simulate(elo, 400, seed=2))
    apart = ratings.difference("b", "a")
    own = ratings.high - ratings.low
    assert apart.high - apart.low < own[:2].sum()
    assert apart.low <= 40 <= apart.high


# Changes without effect


def test_the_order_of_results_and_agents_has_no_effect():
    results = simulate({"a": 0, "b": 100, "c": -50, "d": 220}, 30, seed=5)
    shuffled = [one.swapped() for one in results[::-1]]
    ratings, again = fit_ratings(results, seed=3), fit_ratings(shuffled, seed=3)
    assert again.to_json() == ratings.to_json()
    assert np.array_equal(again.samples, ratings.samples)


def test_one_pairing_in_two_parts_is_that_pairing():
    whole = [result("a", "b", 60, 40), result("b", "c", 30, 70)]
    parts = [result("a", "b", 20, 20), result("b", "a", 20, 40), result("c", "b", 70, 30)]
    assert fit_ratings(parts).to_json() == fit_ratings(whole).to_json()
    assert np.array_equal(payoff_matrix(parts)[1], payoff_matrix(whole)[1], equal_nan=True)


def test_names_only_decide_ties_and_chance():
    names = dict(zip("abcd", "zxyw", strict=True))
    results = simulate({"a": 0, "b": 100, "c": -50, "d": 220}, 200, seed=5)
    renamed = [PairResult.from_scores(names[r.a], names[r.b], r.scores) for r in results]
    ratings, others = fit_ratings(results), fit_ratings(renamed)
    assert others.agents == tuple(names[agent] for agent in ratings.agents)
    assert others.elo == pytest.approx(ratings.elo, abs=1e-3)
    assert others.low == pytest.approx(ratings.low, abs=6)


def test_seed_fixes_the_intervals_and_not_the_estimate():
    results = simulate({"a": 0, "b": 100, "c": -50}, 30, seed=5)
    first, again, other = (fit_ratings(results, seed=seed) for seed in (1, 1, 2))
    assert first.to_json() == again.to_json()
    assert np.array_equal(first.elo, other.elo)
    assert not np.array_equal(first.low, other.low)


def test_anchor_is_rated_0_without_doubt_and_the_mean_otherwise():
    results = simulate({"random": -300, "b": 100, "c": 200}, 100, seed=5)
    free, anchored = fit_ratings(results), fit_ratings(results, anchor="random")
    assert free.elo.mean() == pytest.approx(0, abs=1e-9)
    assert (anchored.elo[2], anchored.low[2], anchored.high[2]) == (0, 0, 0)
    apart, likewise = (ratings.difference("c", "b") for ratings in (free, anchored))
    assert (likewise.low, likewise.high) == pytest.approx((apart.low, apart.high))
    assert anchored.elo - free.elo == pytest.approx(-free.elo[2])


# Inputs with little evidence


def test_unbeaten_agent_stays_finite_with_a_wide_interval():
    ratings = fit_ratings(
        [result("a", "b", 100, 0), result("a", "c", 100, 0), result("b", "c", 60, 40)]
    )
    assert ratings.agents[0] == "a"
    assert np.isfinite([ratings.elo, ratings.low, ratings.high]).all()
    assert ratings.difference("a", "b").low > 250
    unbeaten, others = ratings.difference("a", "b"), ratings.difference("b", "c")
    assert unbeaten.high - unbeaten.low > 2 * (others.high - others.low)


def test_more_wins_without_a_loss_are_rated_higher():
    short, long = (fit_ratings([result("a", "b", n, 0)], resamples=100) for n in (10, 1000))
    assert long.elo[0] > short.elo[0] + 200
    assert long.low[0] > short.low[0]


def test_agents_without_battles_are_rated_0_and_unknown():
    ratings = fit_ratings([result("a", "b", 500, 500)], agents=["new"])
    assert rating(ratings, "new") == pytest.approx(0, abs=1e-6)
    index = ratings.agents.index("new")
    assert ratings.battles[index] == 0
    apart = ratings.difference("new", "a")
    assert apart.low < -400
    assert apart.high > 400


def test_groups_that_never_met_have_wide_intervals():
    ratings = fit_ratings([result("a", "b", 600, 400), result("c", "d", 600, 400)])
    within, across = ratings.difference("a", "b"), ratings.difference("a", "c")
    assert across.estimate == pytest.approx(0, abs=1e-6)
    assert across.high - across.low > 5 * (within.high - within.low)


def test_one_agent_alone_is_rated_0():
    ratings = fit_ratings([], agents=["a"])
    assert ratings.to_json() == [{"agent": "a", "elo": 0.0, "low": 0.0, "high": 0.0, "battles": 0}]


def test_pairing_without_battles_is_no_evidence():
    empty = PairResult.from_scores("a", "b", [])
    ratings = fit_ratings([empty])
    assert ratings.elo == pytest.approx([0, 0])
    assert ratings.battles.tolist() == [0, 0]
    assert np.isnan(payoff_matrix([empty])[1]).all()


def test_wrong_arguments_are_refused_with_a_sentence():
    results = [result("a", "b", 2, 2)]
    with pytest.raises(ValueError, match="there are no agents to rate"):
        fit_ratings([])
    with pytest.raises(ValueError, match="prior must be above 0, got 0"):
        fit_ratings(results, prior=0)
    with pytest.raises(ValueError, match="confidence must be between 0 and 1, got 95"):
        fit_ratings(results, confidence=95)
    with pytest.raises(KeyError, match="anchor 'x' is not among the agents a, b"):
        fit_ratings(results, anchor="x")
    with pytest.raises(KeyError, match="no ratings of 'x', only of a, b"):
        fit_ratings(results).difference("a", "x")


def test_ratings_are_valid_json():
    rows = json.loads(json.dumps(fit_ratings([result("a", "b", 60, 40)]).to_json()))
    assert [row["agent"] for row in rows] == ["a", "b"]
    assert all(row["low"] <= row["elo"] <= row["high"] for row in rows)
    assert [row["battles"] for row in rows] == [100, 100]


def test_refitted_payoffs_are_the_models_own_and_cannot_show_a_cycle():
    elo = np.array([0, 100, -50, 220])
    expected = expected_score(elo[:, None] - elo[None, :])
    battles = 10_000 * (1 - np.eye(4))
    cycle = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])
    refitted = refitted_payoffs(expected[None], battles)
    assert refitted[0] == pytest.approx(expected, abs=1e-3)
    assert refitted_payoffs(cycle[None], 100 * (1 - np.eye(3)))[0] == pytest.approx(0.5)
