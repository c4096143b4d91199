"""Pairings have dice of their own, so that intervals over several pairings hold what they say."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.evaluation import unseen
from quintain.evaluation.field import pairing_seed
from quintain.evaluation.luck import divide_variance
from quintain.evaluation.ratings import fit_ratings
from quintain.evaluation.tournament import run_tournament
from quintain.training.evaluator import Evaluator

SYSTEM = "mythic_epoch"
NAMES = ("berserker", "fencer", "guardian", "tactician")
REPEATS, PAIRS = 80, 60


@pytest.fixture(scope="module")
def tournaments():
    agents = [make_agent(name, SYSTEM) for name in NAMES]
    return [run_tournament(SYSTEM, "duel", agents, 2 * PAIRS, seed) for seed in range(REPEATS)]


def test_a_pairing_has_the_same_dice_in_any_company():
    assert pairing_seed(1, "a", "b") == pairing_seed(1, "b", "a")
    assert len({pairing_seed(seed, *pair) for seed in (1, 2) for pair in ("ab", "ac", "bc")}) == 6
    agents = [make_agent(name, SYSTEM) for name in ("fencer", "berserker", "guardian")]
    many, few = (run_tournament(SYSTEM, "duel", some, 20, 3) for some in (agents, agents[:2]))
    assert (many.results[0].scores == few.results[0].scores).all()


def test_pairings_do_not_vary_together(tournaments):
    """Berserker against fencer and against guardian had a correlation of 0.75 on the same dice."""
    points = [{(one.a, one.b): one.scores.sum() for one in it.results} for it in tournaments]
    totals = np.array([list(one.values()) for one in points])
    for one, other in itertools.combinations(totals.T, 2):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.4  # 3.6 standard errors of no correlation


def covered(estimates, intervals):
    """The share of intervals that hold the mean of all estimates."""
    middle = np.mean(estimates)
    return np.mean([one.low <= middle <= one.high for one in intervals])


def test_intervals_of_differences_cover_what_they_say(tournaments):
    ratings = [fit_ratings(one.results, resamples=300) for one in tournaments]
    for a, b in itertools.combinations(NAMES, 2):
        found = [one.difference(a, b) for one in ratings]
        assert covered([one.estimate for one in found], found) >= 0.86, (a, b)


def test_intervals_of_the_shares_of_luck_cover_what_they_say(tournaments):
    found = [divide_variance(one.results) for one in tournaments]
    for name in ("skill", "dice", "play"):
        parts = [getattr(one, name) for one in found]
        assert covered([one.estimate for one in parts], parts) >= 0.86, name


def test_pooled_pairings_have_dice_of_their_own(monkeypatch):
    seeds = []

    def plan(system, scenario, one, other, pairs, seed):
        seeds.append(seed)

    def fought(pairings, executor, report):
        return [SimpleNamespace(scores=np.zeros((2, 2))) for _ in pairings]

    monkeypatch.setattr(unseen, "pair_up", plan)
    monkeypatch.setattr(unseen, "final_results", fought)
    system = get_system(SYSTEM)
    for name in ("berserker", "tactician"):  # the second one is the yardstick too
        seeds.clear()
        unseen.fight_unseen(system, "duel", make_agent(name, system), battles=20, seed=1)
        assert len(set(seeds)) == len(seeds) > 20


def test_an_evaluation_has_other_dice_against_each_baseline():
    evaluator = Evaluator(SYSTEM, "duel", ["berserker", "fencer"], 3)
    dice = evaluator._deploy().battles["dice"]
    assert len(np.unique(dice, axis=0)) == 6
    assert (dice[::2] == dice[1::2]).all()
