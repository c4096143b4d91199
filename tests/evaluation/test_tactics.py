"""Tactics: the definitions, the counts and what is forbidden agree; the tests keep their level."""

from __future__ import annotations

import tracemalloc
from itertools import product

import numpy as np
import pytest

from quintain.agents.base import Agent, strongest
from quintain.agents.registry import make_agent
from quintain.agents.roles import Role, action_roles
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.loading import load_templates
from quintain.evaluation import shares
from quintain.evaluation.field import streams_of
from quintain.evaluation.shares import loss_interval, share_by_pair
from quintain.evaluation.statistics import mean_interval
from quintain.evaluation.tactics import comparison
from quintain.evaluation.tactics.comparison import holm, permutation_p, profile, profile_agents
from quintain.evaluation.tactics.counting import Counts, joined, plan_counted
from quintain.evaluation.tactics.definitions import TACTICS, WORDS, ActionTactic

PLACES = {one.name: at for at, one in enumerate(TACTICS)}


def play_counted(*arguments):
    """The counts of the battles that `plan_counted` plans."""
    return joined([task.do() for task in plan_counted(*arguments).tasks()])


def counts_of(hits, cases, scores=None) -> Counts:
    """Counts in which every tactic has the same hits and cases `[P]`."""
    table = [np.tile(np.asarray(one, np.int64), (len(TACTICS), 1)) for one in (hits, cases)]
    return Counts(*table, np.ones((len(hits), 2)) if scores is None else scores)


# --- Definitions ----------------------------------------------------------------------------------


def test_the_names_differ():
    assert len(WORDS) == len(TACTICS)


@pytest.mark.parametrize("system", sorted(system_names()))
@pytest.mark.parametrize("tactic", [one for one in TACTICS if isinstance(one, ActionTactic)])
def test_the_verbs_of_a_tactic_exist_and_are_no_alternative_to_themselves(tactic, system):
    verbs, roles = np.array(get_system(system).verbs), action_roles(system, 2)
    follow, others = tactic.actions(system, verbs[roles.verb], roles)
    assert not (follow & others).any()
    named = (tactic.verbs or {}).get(system, "").split()
    assert set(named) <= set(verbs)
    assert follow.any() == bool(named) or tactic.verbs is None


# --- Counting -------------------------------------------------------------------------------------


class Loyal(Agent):
    """Attacks the enemy that its side attacked last whenever it attacks."""

    def choose(self, observations, masks):
        """The first attack of each row, else the first action."""
        roles = action_roles(self.system.name, 3)
        attacks = masks & (roles.role == Role.ATTACK) & (roles.slot >= 0)
        return np.where(attacks.any(1), attacks.argmax(1), masks.argmax(1))


def skirmish(name):
    """A system and its skirmish, of six rounds at most."""
    system = get_system(name)
    templates = load_templates(system, "skirmish", 0)[1].copy()
    templates["round_limit"] = 6
    return system, templates


@pytest.mark.compiled
def test_an_agent_that_always_takes_the_first_enemy_focuses_until_it_falls():
    system, templates = skirmish("mythic_epoch")
    agent, other = Loyal("loyal", system), make_agent("berserker", system, seed=1)
    found = play_counted(agent, other, system, templates, 10, 0)
    at = PLACES["focus fire"]
    assert found.cases[at].sum() > 50
    assert found.hits[at].sum() / found.cases[at].sum() > 0.9


@pytest.mark.compiled
@pytest.mark.parametrize("name", sorted(system_names()))
def test_a_forbidden_tactic_is_never_followed_and_the_others_are(name):
    system, templates = skirmish(name)
    best = strongest(system)
    cast = make_agent(best, system), make_agent(best, system, seed=1)
    free = play_counted(*cast, system, templates, 4, 0)
    assert (free.hits <= free.cases).all()
    for at in np.flatnonzero(free.hits.sum(1)):
        held = play_counted(*cast, system, templates, 2, 0, int(at))
        assert held.hits[at].sum() == 0, TACTICS[at].name
        assert held.hits.sum() > 0


@pytest.mark.compiled
def test_counts_do_not_depend_on_the_blocks(monkeypatch):
    system, templates = skirmish("wildroll")
    cast = make_agent("marshal", system), make_agent("aggressor", system, seed=1)
    whole = play_counted(*cast, system, templates, 6, 3)
    monkeypatch.setattr("quintain.evaluation.tactics.counting.BLOCK", 2)
    parts = play_counted(*cast, system, templates, 6, 3)
    assert (whole.hits == parts.hits).all()
    assert (whole.cases == parts.cases).all()
    assert (whole.scores == parts.scores).all()


@pytest.mark.compiled
def test_heuristics_do_what_their_names_say():
    system = get_system("mythic_epoch")
    agents = [make_agent(one, system) for one in ("fencer", "skirmisher", "berserker")]
    fencer, skirmisher, berserker = profile_agents(
        system, "skirmish", agents, [], [make_agent("tactician", system)], pairs=15
    )
    profiles = fencer, skirmisher, berserker
    shares = [{one.tactic: one.share.estimate for one in each.habits} for each in profiles]
    assert shares[0]["feint"] > 0.15 > shares[2]["feint"] == 0
    assert shares[1]["keep away"] > shares[2]["keep away"] == 0
    assert shares[2]["hold back"] == 0


@pytest.mark.compiled
def test_agents_share_their_dice_and_opponents_and_seeds_do_not(monkeypatch):
    """Seed 1 against the first opponent had the dice of seed 0 against the second one."""
    system, found, numbers = get_system("mythic_epoch"), {}, []
    opponents = [make_agent(one, system) for one in ("fencer", "berserker")]

    def plan(agent, opponent, system, templates, pairs, seed, forbidden):
        dice = streams_of(seed, pairs)[0].tobytes()
        found.setdefault((opponent.name, numbers[-1]), set()).add(dice)
        return plan_counted(agent, opponent, system, templates, pairs, seed, forbidden)

    monkeypatch.setattr(comparison, "plan_counted", plan)
    for number in (0, 1, 2):
        numbers.append(number)
        cast = [make_agent("patient", system)], [make_agent("random", system)], opponents
        profile_agents(system, "duel", *cast, pairs=2, seed=number)
    assert len(found) == 6
    assert all(len(each) == 1 for each in found.values())
    assert len(set.union(*found.values())) == 6


# --- Statistics -----------------------------------------------------------------------------------


def test_p_of_all_permutations(monkeypatch):
    monkeypatch.setattr(comparison, "fisher_p", lambda *_: 0.0)
    mine, other = counts_of([30, 25, 28], [30, 30, 30]), counts_of([10, 20, 27], [30, 30, 30])
    swapped = [
        abs(sum((20, 5, 1)[pair] * sign for pair, sign in enumerate(signs)))
        for signs in product((1, -1), repeat=3)
    ]
    exact = np.mean([one >= 26 for one in swapped])  # 2 of 8
    assert permutation_p(mine, other)[0] == pytest.approx(exact, abs=0.02)


def test_equal_counts_give_p_of_one_and_few_cases_are_not_judged():
    mine = counts_of([5] * 20, [10] * 20)
    assert (permutation_p(mine, mine) == 1).all()
    few = comparison.FEWEST - 1
    assert (permutation_p(counts_of([few, 0], [few, 0]), counts_of([0, 0], [few, 0])) == 1).all()


@pytest.mark.parametrize("fewer", [1, 10])
def test_chance_is_found_as_often_as_the_level_says(fewer):
    generator = np.random.default_rng(0)
    rates = generator.beta(2, 2, (len(TACTICS), 60, 1))  # pairs differ, and their cases with them
    cases = generator.integers(1, 31, (2, len(TACTICS), 60))
    cases[1] = generator.binomial(cases[1], 1 / fewer)  # the other agent may have far fewer
    found = 0
    for _ in range(10):
        hits = generator.binomial(cases, rates[..., 0])
        both = [Counts(hits[one], cases[one], np.ones((60, 2))) for one in (0, 1)]
        found += (permutation_p(*both) < 0.05).sum()
    assert 0.02 < found / (10 * len(TACTICS)) < 0.09


@pytest.mark.parametrize(("share", "numbers", "together"), [(0.01, (20, 1), 1), (0.02, (20, 2), 5)])
def test_few_cases_of_a_rare_tactic_are_no_finding(share, numbers, together):
    """An agent that follows it in none of 100 cases may do so in one of a hundred as the other."""
    generator = np.random.default_rng(1)
    size, found = (len(TACTICS), 100), 0
    for _ in range(10):
        cases = [generator.poisson(one / together, size) for one in numbers]
        hits = [generator.binomial(one, share) for one in cases]
        mine, other = (
            Counts(together * one, together * of, np.ones((100, 2)))
            for one, of in zip(hits, cases, strict=True)
        )
        found += (permutation_p(mine, other) < 0.05).sum()
    assert found / (10 * len(TACTICS)) < 0.07


def test_holm():
    assert holm(np.array([0.01, 0.04, 0.03])).tolist() == pytest.approx([0.03, 0.06, 0.06])
    assert holm(np.array([[0.6], [0.7]])).tolist() == [[1.0], [1.0]]


def test_a_share_by_pair_has_the_wider_interval():
    even = share_by_pair([5] * 40, [10] * 40)
    uneven = share_by_pair([10, 0] * 20, [10] * 40)
    assert even.estimate == uneven.estimate == 0.5
    assert uneven.high - uneven.low > 2 * (even.high - even.low)
    assert share_by_pair([10] * 40, [10] * 40).low < 1
    none = share_by_pair([0], [0])
    assert (none.low, none.high) == (0, 1)


def test_a_share_of_many_pairs_needs_little_memory(monkeypatch):
    generator = np.random.default_rng(1)
    hits = generator.integers(0, 3, 40_000)
    tracemalloc.start()
    found = share_by_pair(hits, np.full(40_000, 3), resamples=100)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 20_000_000
    monkeypatch.setattr(shares, "MOST_AT_ONCE", 10**9)  # all at once: the same draws
    assert found == share_by_pair(hits, np.full(40_000, 3), resamples=100)


@pytest.mark.parametrize("pairs", [2, 100])
def test_a_worth_that_is_equal_in_all_pairs_leaves_doubt(pairs):
    """The tactic matters in one pair of a hundred: in 100 pairs it often matters in none."""
    nothing = loss_interval(np.zeros((pairs, 2)))
    assert nothing.low < -0.005 < 0.005 < nothing.high
    always = loss_interval(np.full((pairs, 2), 0.5))
    assert always.low < 0.5 == always.estimate < always.high
    assert always.low < 0 or pairs > 2


def test_a_worth_that_varies_has_students_interval():
    losses = np.array([[1, 0], [0, 0], [0.5, 0], [0, -0.5]])
    assert loss_interval(losses) == mean_interval(losses)


def test_a_profile_has_at_most_as_many_pairs_as_a_tournament():
    agents = [make_agent(name, "mythic_epoch") for name in ("berserker", "random")]
    with pytest.raises(ValueError, match="pairs must be a whole number between 2 and 1000000"):
        profile_agents(
            get_system("mythic_epoch"), "duel", agents[:1], [], agents[1:], pairs=1_000_001
        )


def test_a_profile_names_what_sets_an_agent_apart_from_all_others():
    generator = np.random.default_rng(1)
    cases = np.full(60, 10)
    high, low = generator.binomial(10, 0.8, 60), generator.binomial(10, 0.3, 60)
    mine = counts_of(high, cases)
    one = profile("x", mine, [("y", counts_of(low, cases)), ("x", mine)], {})
    assert {habit.direction for habit in one.habits} == {1}
    assert [each.than for each in one.habits[0].differences] == ["y"]
    between = [("y", counts_of(low, cases)), ("z", counts_of(cases, cases))]
    assert {habit.direction for habit in profile("x", mine, between, {}).habits} == {0}
    assert profile("x", mine, [], {}).habits[0].direction == 0
