"""Whose turn it is in a league, who fights whom, who joins and who leaves."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from quintain.envs.core.engine.system import system_names
from quintain.training.config import CONFIGS
from quintain.training.league_config import LeagueConfig, load_league
from quintain.training.matchmaking import (
    EXPLOITER,
    LEAGUE_EXPLOITER,
    MAIN,
    Copy,
    Learner,
    Payoff,
    copy_to_leave,
    hard,
    mix,
    next_learner,
    plan_opponents,
    plan_round,
    reason_to_join,
    targets_of,
)

SHIPPED = sorted(CONFIGS.glob("*/league/*.yaml"))
CONFIG = LeagueConfig(training="mythic_epoch/duel", networks=2, priority=2.0)
MAINS = Learner("main", MAIN, live="main.5")
HUNTER = Learner("exploiter", EXPLOITER)
SPY = Learner("league_exploiter", LEAGUE_EXPLOITER)
NAMED = {"fencer": 1.0, "guardian": 3.0}


def copies_of(learner, count):
    return [Copy(f"{learner.name}-{n}", learner.name, learner.role, n, "") for n in range(count)]


def table(**results):
    """Pay-offs of `main`, by opponent, as wins, draws and losses."""
    names = {name.replace("_", "-"): counts for name, counts in results.items()}
    return Payoff({("main", name): np.array(counts, float) for name, counts in names.items()})


def plan(learner, copies, payoff, config=CONFIG, seed=0):
    generator = np.random.default_rng(seed)
    everybody = [MAINS, HUNTER, SPY]
    return plan_opponents(config, learner, everybody, copies, NAMED, payoff, generator)


# --- Pay-offs -------------------------------------------------------------------------------------


def test_results_count_for_both_players_whoever_of_them_learned():
    payoff = table(exploiter=(6, 2, 2))
    payoff.counts["exploiter", "main"] = np.array([10.0, 0, 0])
    assert payoff.between("main", "exploiter").tolist() == [6, 2, 12]
    assert payoff.between("exploiter", "main").tolist() == [12, 2, 6]
    assert payoff.score("main", "exploiter") == pytest.approx(8 / 22)
    assert payoff.score("main", "nobody") == 0.5


def test_the_interval_of_a_mean_score_covers_it_as_often_as_it_says():
    generator, hits = np.random.default_rng(0), 0
    for _ in range(1000):
        won = generator.binomial(200, [0.55, 0.7])
        found = table(a=(won[0], 0, 200 - won[0]), b=(won[1], 0, 200 - won[1])).mean_score(
            "main", ["a", "b"]
        )
        hits += found.low <= 0.625 <= found.high
    assert 930 <= hits <= 970


def test_an_opponent_without_battles_makes_the_interval_wide():
    payoff = table(a=(990, 0, 10))
    assert payoff.mean_score("main", ["a"]).low > 0.95
    assert payoff.mean_score("main", ["a", "unknown"]).low < 0.6
    assert math.isnan(payoff.mean_score("main", []).estimate)


# --- Whose turn -----------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.25, 0.6])
def test_learners_get_their_shares_of_the_decisions(share):
    config = CONFIG.model_copy(
        update={"exploiter_share": share, "exploiters_from": 1000, "slice": 100}
    )
    learners = [MAINS, HUNTER, SPY]
    for number in range(200):
        chosen = next_learner(config, learners)
        if number < 10:
            assert chosen.name == "main"
        place = learners.index(chosen)
        learners[place] = replace(chosen, total=chosen.total + 100)
    expected = [20_000 - share * 19_000, share * 9_500, share * 9_500]
    np.testing.assert_allclose([one.total for one in learners], expected, atol=200)


def rounds_of(config, learners, count):
    """Names of the learners in each of the first rounds, slices of 100 that are rounded up."""
    found = []
    for _ in range(count):
        turns = plan_round(config, learners, 64)
        found.append([turn.learner.name for turn in turns])
        for turn in turns:
            total = turn.learner.total + -(-(turn.goal - turn.learner.decisions) // 64) * 64
            after = replace(turn.learner, total=total, decisions=total, live="live")
            learners[learners.index(turn.learner)] = after
    return found, learners


def test_a_round_has_the_turns_of_different_learners_in_the_order_of_single_slices():
    config = CONFIG.model_copy(
        update={"exploiter_share": 0.25, "exploiters_from": 0, "slice": 100, "decisions": 10**4}
    )
    mains = [Learner("main_1", MAIN, live="a"), Learner("main_2", MAIN, live="b")]
    found, after = rounds_of(config, [*mains, HUNTER, SPY], 8)
    both = ["main_1", "main_2"]
    every = [*both, "exploiter", "league_exploiter"]
    assert found[:6] == [every, both, both, every, both, both]
    assert all(len(set(names)) == len(names) for names in found)
    alone = [*mains, HUNTER, SPY]
    for name in [name for names in found for name in names]:
        chosen = next_learner(config, alone)
        assert chosen.name == name
        alone[alone.index(chosen)] = replace(chosen, total=chosen.total + 128)
    assert [one.total for one in after] == [one.total for one in alone]


def test_an_exploiter_waits_for_the_first_slice_of_a_main_agent():
    config = CONFIG.model_copy(
        update={"exploiter_share": 1.0, "exploiters_from": 0, "slice": 100, "decisions": 1000}
    )
    found, _ = rounds_of(config, [Learner("main", MAIN), HUNTER], 3)
    assert found == [["main"], ["exploiter"], ["exploiter"]]


def test_a_round_ends_with_the_decisions_of_the_league():
    config = CONFIG.model_copy(update={"slice": 100, "decisions": 1000, "exploiters_from": 0})
    learners = [replace(MAINS, total=640, decisions=640), replace(HUNTER, total=320)]
    (turn,) = plan_round(config, learners, 64)
    assert (turn.learner.name, turn.goal, turn.before) == ("main", 680, 960)
    assert plan_round(config, [replace(learners[0], total=704), learners[1]], 64) == []


# --- Opponents ------------------------------------------------------------------------------------


def test_a_main_agent_fights_three_kinds_of_opponents_by_weight():
    found = plan(MAINS, copies_of(MAINS, 3), table(fencer=(50, 0, 50)))
    assert sum(found.values()) == pytest.approx(1)
    assert found["fencer"] + found["guardian"] == pytest.approx(CONFIG.named)
    assert found["main"] == pytest.approx(CONFIG.self_play)
    stored = [name for name in found if name.startswith("main-")]
    assert len(stored) == 2
    assert "main-2" in stored  # the newest
    assert found[stored[0]] == pytest.approx(CONFIG.copies / 2)


def test_hard_opponents_are_fought_more_often():
    found = plan(MAINS, [], table(fencer=(10, 0, 990), guardian=(990, 0, 10)))
    assert found["fencer"] > 300 * found["guardian"] > 0  # though its weight is a third
    even = plan(MAINS, [], table(fencer=(10, 0, 990)), CONFIG.model_copy(update={"priority": 0.0}))
    assert even["guardian"] == pytest.approx(3 * even["fencer"])
    assert hard(1.0, 2.0) > 0


def test_copies_are_drawn_by_priority():
    copies = [*copies_of(HUNTER, 4), *copies_of(MAINS, 1)]
    payoff = table(exploiter_0=(5, 0, 995), exploiter_1=(999, 0, 1), exploiter_2=(999, 0, 1),
                   exploiter_3=(999, 0, 1))  # fmt: skip
    drawn = [plan(MAINS, copies, payoff, seed=seed) for seed in range(50)]
    assert sum("exploiter-0" in one for one in drawn) > 45
    assert all("main-0" in one for one in drawn)


def test_an_exploiter_fights_the_main_agents_alone_unless_it_is_hopeless():
    copies = copies_of(MAINS, 3)
    assert plan(HUNTER, copies, table()) == {"main": 1}
    found = plan(HUNTER, copies, table(exploiter=(95, 0, 5)))
    assert found["main"] == 0.5
    assert len(found) == 1 + CONFIG.networks


def test_a_league_exploiter_fights_everybody_but_no_main_agent_as_it_is_now():
    assert set(plan(SPY, copies_of(MAINS, 1), table())) == {"fencer", "guardian", "main-0"}


def test_a_group_without_players_leaves_its_weight_to_the_others():
    groups = [(2.0, {"a": 1.0, "b": 3.0}), (1.0, {}), (0.0, {"c": 1.0}), (2.0, {"d": 5.0})]
    assert mix(groups) == pytest.approx({"a": 0.125, "b": 0.375, "d": 0.5})


# --- Joining and leaving --------------------------------------------------------------------------


def test_the_targets_of_each_role():
    copies, learners = [*copies_of(MAINS, 2), *copies_of(SPY, 1)], [MAINS, HUNTER, SPY]
    assert targets_of(MAINS, learners, copies, list(NAMED)) == ["main-1"]
    assert targets_of(MAINS, learners, [], list(NAMED)) == []
    assert targets_of(HUNTER, learners, copies, list(NAMED)) == ["main"]
    assert targets_of(SPY, learners, copies, list(NAMED)) == [*NAMED, "main-0", "main-1"]


@pytest.mark.parametrize(
    ("decisions", "counts", "reason"),
    [
        (CONFIG.least_decisions - 1, (900, 0, 100), ""),
        (CONFIG.least_decisions, (900, 0, 100), "it takes 90 [88, 92] % of the points from main-1"),
        (CONFIG.least_decisions, (6, 0, 4), ""),  # too few battles to be sure
        (CONFIG.least_decisions, (520, 0, 480), ""),  # surely no more than `beats`
        (CONFIG.main_copy_every, (1, 0, 9), "it has learned from 250,000 decisions"),
    ],
)
def test_a_copy_joins_when_it_is_surely_better_or_after_a_time(decisions, counts, reason):
    learner = replace(MAINS, decisions=decisions + 7, copied_at=7)
    assert reason_to_join(CONFIG, learner, table(main_1=counts), ["main-1"]) == reason


def test_a_reason_counts_many_targets():
    payoff = table(a=(900, 0, 100), b=(900, 0, 100))
    told = reason_to_join(CONFIG, replace(MAINS, decisions=10**6), payoff, ["a", "b"])
    assert re.fullmatch(r"it takes 90 \[\d\d, \d\d\] % of the points from 2 players", told)


def test_the_copy_leaves_from_which_the_main_agents_take_most():
    config = CONFIG.model_copy(update={"most_copies": 3})
    copies = [*copies_of(MAINS, 3), *copies_of(HUNTER, 1)]
    payoff = table(main_0=(1, 0, 9), main_1=(6, 0, 4), main_2=(10, 0, 0), exploiter_0=(10, 0, 0))
    assert copy_to_leave(config, [MAINS, HUNTER], copies, payoff).name == "main-1"
    assert copy_to_leave(config, [MAINS, HUNTER], copies[1:], payoff) is None
    assert copy_to_leave(config, [MAINS, HUNTER], copies, table()).name == "main-0"  # the oldest


# --- Configs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_shipped_leagues_can_be_used_and_hold_out_what_is_held_out(file):
    config = load_league(file)
    assert config.learner_config().system == file.parts[-3]
    assert load_league(f"{file.parts[-3]}/{file.stem}") == config


def test_every_system_has_a_league():
    assert {file.parts[-3] for file in SHIPPED} == set(system_names())


def test_every_key_of_a_league_has_a_description():
    text = (LeagueConfig.__doc__ or "").partition("Attributes:")[2]
    documented = re.findall(r"^        (\w+): \S.*", text, re.MULTILINE)
    assert documented == list(LeagueConfig.model_fields)
