"""Intervals of results: closed forms, coverage in simulations, and inputs with little evidence."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats

from quintain.evaluation.figures import figures
from quintain.evaluation.independent import share_interval
from quintain.evaluation.statistics import (
    OUTCOME_SCORE,
    Interval,
    PairResult,
    decided_share_interval,
    mean_interval,
    pair_outcome_counts,
    percentile_interval,
    proportion_interval,
    summarize_pair,
    win_rate_interval,
)

WON, DRAWN, LOST = [1, 1], [0.5, 0.5], [0, 0]


def test_a_number_that_rounds_to_0_has_no_sign():
    assert figures(Interval(-0.01, -0.04, 0.04)) == "0.0 [0.0, 0.0]"
    assert figures(Interval(-0.0, -0.0, 0.0), 0, 100) == "0 [0, 0]"
    assert figures(Interval(1.25, -0.5, 3.0)) == "1.2 [-0.5, 3.0]"


def holds(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


# Counts


def test_result_counts_the_battles_of_the_first_agent():
    result = PairResult.from_scores("a", "b", [[1, 0], [1, 0.5], [1, 1]], [[2, 4], [6, 8], [1, 3]])
    assert (result.wins, result.losses, result.draws, result.battles) == (4, 1, 1, 6)
    assert result.mean_rounds == 4
    assert result.distinct == 6
    assert result.mean_score == pytest.approx(4.5 / 6)


def test_swapped_result_is_the_other_agents_view():
    result = PairResult.from_scores("a", "b", [[1, 0.5], [1, 1]], [[2, 4], [6, 8]], distinct=3)
    swapped = result.swapped()
    assert (swapped.a, swapped.b, swapped.wins, swapped.losses, swapped.draws) == (
        "b",
        "a",
        0,
        3,
        1,
    )
    assert (swapped.mean_rounds, swapped.distinct) == (5, 3)
    assert swapped.swapped() == result


def test_result_keeps_its_own_read_only_copy():
    scores = np.ones((2, 2))
    result = PairResult.from_scores("a", "b", scores)
    scores[:] = 0
    assert result.scores.sum() == 4
    with pytest.raises(ValueError, match="read-only"):
        result.scores[0, 0] = 0


def test_result_without_battles_is_valid_json():
    result = PairResult.from_scores("a", "b", [])
    assert math.isnan(result.mean_score)
    assert json.loads(json.dumps(result.to_json(), allow_nan=False)) == {
        "a": "a", "b": "b", "wins": 0, "losses": 0, "draws": 0, "battles": 0,
        "mean_rounds": None, "distinct": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a", "a", [WON]), "an agent cannot be paired with itself, got 'a' twice"),
        (("a", "b", [1, 1, 0]), r"scores must be an array \[pairs, 2\], got shape \(3,\)"),
        (("a", "b", [[2, 1]]), r"scores must be 0, 0.5 or 1, got 2.0"),
        (("a", "b", [[np.nan, 1]]), r"scores must be 0, 0.5 or 1, got nan"),
        (("a", "b", [WON], [[1, 2], [3, 4]]), r"rounds must have the shape \(1, 2\) of scores"),
    ],
)
def test_wrong_scores_are_refused_with_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        PairResult.from_scores(*arguments)


def test_outcomes_keep_the_points_of_every_pair():
    scores = np.random.default_rng(1).choice([0, 0.5, 1], size=(500, 2))
    counts = pair_outcome_counts(scores)
    assert counts.sum() == 500
    assert counts @ OUTCOME_SCORE == scores.sum()
    assert np.array_equal(pair_outcome_counts(1 - scores), counts[::-1])


# Intervals


@pytest.mark.parametrize(("wins", "pairs"), [(0, 30), (3, 30), (15, 30), (30, 30), (1, 1)])
def test_interval_of_whole_pairs_is_that_of_jeffreys(wins, pairs):
    scores = [WON] * wins + [LOST] * (pairs - wins)
    interval = win_rate_interval(scores, resamples=200_000)
    low, high = stats.beta.ppf([0.025, 0.975], wins + 0.5, pairs - wins + 0.5)
    assert interval.estimate == wins / pairs
    assert interval.low == pytest.approx(0 if wins == 0 else low, abs=0.004)
    assert interval.high == pytest.approx(1 if wins == pairs else high, abs=0.004)


def test_a_hundred_wins_of_a_hundred_have_an_interval():
    interval = win_rate_interval([WON] * 50)
    assert (interval.estimate, interval.high) == (1, 1)
    assert 0.92 < interval.low < 0.97
    mirrored = win_rate_interval([LOST] * 50)
    assert (mirrored.estimate, mirrored.low) == (0, 0)
    assert mirrored.high == pytest.approx(1 - interval.low, abs=0.01)


def test_opposite_battles_in_pairs_are_more_evidence_than_independent_ones():
    """Each agent wins once in every pair: all pairs are alike, and the score is certain."""
    paired = win_rate_interval([[1, 0]] * 200)
    independent = proportion_interval(200, 400)
    assert 0 < paired.high - paired.low < (independent.high - independent.low) / 4
    assert holds(paired, 0.5)


def test_equal_battles_in_pairs_are_less_evidence_than_independent_ones():
    agreeing = win_rate_interval([WON] * 100 + [LOST] * 100)
    independent = proportion_interval(200, 400)
    ratio = (agreeing.high - agreeing.low) / (independent.high - independent.low)
    assert ratio == pytest.approx(math.sqrt(2), rel=0.05)


@pytest.mark.parametrize("luck", [0.0, 0.7], ids=["independent", "shared luck"])
@pytest.mark.parametrize(("win", "draw", "pairs"), [(0.5, 0.2, 40), (0.9, 0.05, 40), (0.6, 0, 20)])
def test_intervals_contain_the_truth_with_their_confidence(win, draw, pairs, luck):
    generator = np.random.default_rng(7)
    held = np.zeros(2)
    for _ in range(300):
        chance = generator.random((pairs, 2))
        chance[:, 1] = np.where(generator.random(pairs) < luck, chance[:, 0], chance[:, 1])
        scores = np.where(chance < win, 1, np.where(chance < win + draw, 0.5, 0))
        score = win_rate_interval(scores, resamples=500)
        decided = decided_share_interval(scores, resamples=500)
        held += holds(score, win + draw / 2), holds(decided, win / (1 - draw))
    assert np.all(held / 300 > 0.89)


def test_draws_count_for_neither_among_the_decided():
    scores = [[1, 0.5], [0.5, 0.5], [1, 0], [0.5, 1]]
    decided, score = decided_share_interval(scores), win_rate_interval(scores)
    assert decided.estimate == 3 / 4
    assert score.estimate == 5 / 8


def test_without_decided_battles_their_share_is_unknown():
    summary = summarize_pair(PairResult.from_scores("a", "b", [DRAWN] * 20))
    assert math.isnan(summary.decided.estimate)
    assert (summary.decided.low, summary.decided.high) == (0, 1)
    assert summary.score.estimate == 0.5
    assert 0.4 < summary.score.low < 0.5 < summary.score.high < 0.6


def test_without_battles_everything_is_unknown():
    summary = summarize_pair(PairResult.from_scores("a", "b", np.empty((0, 2)), np.empty((0, 2))))
    nothing = {"estimate": None, "low": 0.0, "high": 1.0, "confidence": 0.95}
    unbounded = {**nothing, "low": None, "high": None}
    assert summary.to_json() == {
        "score": nothing,
        "decided": nothing,
        "rounds": unbounded,
        "wins_first": nothing,
        "wins_second": nothing,
    }


def test_wins_are_split_by_the_battle_of_the_pair():
    scores = [[1, 0]] * 6 + [[1, 0.5]] * 2 + [[0, 1]] * 2
    summary = summarize_pair(PairResult.from_scores("a", "b", scores))
    assert (summary.wins_first.estimate, summary.wins_second.estimate) == (0.8, 0.2)
    assert summary.wins_first == proportion_interval(8, 10)


def test_interval_does_not_depend_on_the_order_of_the_pairs():
    scores = np.random.default_rng(3).choice([0, 0.5, 1], size=(60, 2))
    assert win_rate_interval(scores[::-1], seed=5) == win_rate_interval(scores, seed=5)


def test_seed_fixes_the_interval_and_another_moves_it_little():
    scores = np.random.default_rng(3).choice([0, 0.5, 1], size=(60, 2))
    first, again, other = (win_rate_interval(scores, seed=seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other
    assert other.low == pytest.approx(first.low, abs=0.01)


def test_more_confidence_is_a_wider_interval():
    scores = [WON] * 30 + [LOST] * 20
    widths = [
        interval.high - interval.low
        for interval in (win_rate_interval(scores, confidence) for confidence in (0.5, 0.9, 0.99))
    ]
    assert widths == sorted(widths)


# Wilson and Student


@pytest.mark.parametrize(("successes", "trials"), [(0, 100), (100, 100), (37, 100), (1, 1)])
def test_proportion_is_that_of_wilson(successes, trials):
    limits = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    interval = proportion_interval(successes, trials)
    assert interval.estimate == successes / trials
    assert (interval.low, interval.high) == pytest.approx((limits.low, limits.high))
    assert 0 <= interval.low < interval.high <= 1


def test_proportion_of_nothing_is_unknown():
    interval = proportion_interval(0, 0)
    assert math.isnan(interval.estimate)
    assert (interval.low, interval.high) == (0, 1)


@pytest.mark.parametrize(("successes", "trials"), [(11, 10), (-1, 10)])
def test_impossible_counts_are_refused(successes, trials):
    with pytest.raises(ValueError, match="successes must be between 0 and 10, the trials"):
        proportion_interval(successes, trials)


def test_mean_is_that_of_student_over_pairs():
    rounds = np.random.default_rng(2).integers(1, 20, size=(25, 2))
    interval = mean_interval(rounds, confidence=0.9)
    limits = stats.ttest_1samp(rounds.mean(axis=1), 0).confidence_interval(0.9)
    assert interval.estimate == pytest.approx(rounds.mean())
    assert (interval.low, interval.high) == pytest.approx((limits.low, limits.high))


def test_mean_of_one_pair_has_no_limits_and_of_equal_pairs_no_width():
    one = mean_interval([[3, 5]])
    assert one.estimate == 4
    assert math.isnan(one.low)
    assert math.isnan(one.high)
    equal = mean_interval([[3, 5]] * 9)
    assert (equal.estimate, equal.low, equal.high) == (4, 4, 4)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_confidence_outside_0_and_1_is_refused(confidence):
    for call in (
        lambda: win_rate_interval([WON], confidence),
        lambda: decided_share_interval([], confidence),
        lambda: proportion_interval(1, 2, confidence),
        lambda: mean_interval([[1, 2]], confidence),
        lambda: percentile_interval(0.0, np.zeros(3), confidence),
    ):
        with pytest.raises(ValueError, match=f"between 0 and 1, got {confidence}"):
            call()


# Shares of battles on common dice


def test_equal_shares_leave_doubt():
    """All or nothing gives Jeffreys' limits, within the bootstrap's own noise."""
    low, high = stats.beta.ppf([0.025, 0.975], 100.5, 0.5)
    found = share_interval(np.ones(100))
    assert found.estimate == 1
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.005)
    assert share_interval(np.full(100, 0.5)).low < 0.5 < share_interval(np.full(100, 0.5)).high
    assert share_interval([]).to_json()["estimate"] is None


def test_battles_that_repeat_each_other_tell_no_more_than_one_of_them():
    single = np.random.default_rng(1).random(200) < 0.3
    repeated = np.repeat(single[:, None], 6, axis=1).mean(axis=1)
    assert share_interval(repeated) == share_interval(single)
    wide = proportion_interval(int(single.sum()), 200)
    assert share_interval(single).low == pytest.approx(wide.low, abs=0.01)
    assert share_interval(single).high == pytest.approx(wide.high, abs=0.01)
