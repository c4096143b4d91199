"""The search is fair, repeatable, and better than the heuristic of its play-outs."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import HeuristicAgent
from quintain.agents.heuristics.mythic_epoch import POLICIES
from quintain.agents.rollouts import (
    DOUBT,
    drop_worse_half,
    is_clearly_better,
    list_legal,
    stages_of,
)
from quintain.agents.search import SearchAgent
from quintain.envs.core.engine.system import get_system
from quintain.envs.mythic_epoch.enums import (
    Act,
    Window,
)

SYSTEM = get_system("mythic_epoch")


def choices(walk, battles=None, **options):
    """The choices of a search in the states of a walk, or in given states."""
    options = {"system": SYSTEM, "budget": 24, "policy": "berserker", **options}
    agent = SearchAgent(**options)
    agent.watch(walk.battles if battles is None else battles, walk.rng_state.copy())
    return agent.predict(walk.observations, action_masks=walk.masks)[0]


@pytest.mark.interpreted
@pytest.mark.parametrize(("count", "stages"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (30, 6)])
def test_halving_leaves_two(count, stages):
    assert stages_of(count) == stages
    candidates, results = np.arange(count), np.zeros((3, count))
    for _ in range(stages - 1):
        assert count > 2
        count = drop_worse_half(candidates, results, count)
    assert count == min(2, count)


@pytest.mark.interpreted
def test_the_worse_half_is_dropped_and_the_first_choice_stays():
    candidates = np.array([7, 8, 9, 3, 4])
    results = np.array([[-9.0, -1.0, 2.0, 0.5, 1.0], [0, 1, 2, 3, 4], [0, 10, 20, 30, 40]])
    assert drop_worse_half(candidates, results, 5) == 3
    assert candidates.tolist() == [7, 9, 4, 3, 8]
    assert results[:, 1].tolist() == [2.0, 2, 20]
    assert results[:, 4].tolist() == [-1.0, 1, 10]


@pytest.mark.interpreted
def test_a_choice_must_be_clearly_better():
    rng = np.random.default_rng(1)
    lucky = sum(
        bool(is_clearly_better(draw.sum(), (draw**2).sum(), 50, DOUBT))
        for draw in rng.choice([-2.0, 0.0, 2.0], (2000, 50))
    )
    assert 0.04 < lucky / 2000 < 0.09  # one tail beyond 1.5 standard errors is 6.7 %
    assert is_clearly_better(20.0, 40.0, 50, DOUBT)  # 10 of 50 battles won that were lost
    assert not is_clearly_better(-20.0, 40.0, 50, DOUBT)
    assert not is_clearly_better(2.0, 4.0, 1, DOUBT)
    assert not is_clearly_better(4.0, 8.0, 2, DOUBT)
    assert not is_clearly_better(20.0, 40.0, 50, 4.0)


def test_without_evidence_it_plays_as_its_heuristic(walk):
    states = walk("skirmish", 24)
    heuristic = HeuristicAgent("berserker", SYSTEM)
    heuristic.watch(states.battles, states.rng_state.copy())
    own = heuristic.predict(states.observations, action_masks=states.masks)[0]
    legal = states.masks.sum(1)
    same = choices(states, budget=1) == own
    assert same[legal < 3].all()  # one sample proves nothing
    assert same.mean() > 0.8


@pytest.mark.interpreted
def test_the_legal_actions_are_tried_and_no_others():
    candidates = np.zeros(6, np.int64)
    assert list_legal(np.array([True, False, True, True, False, False]), candidates) == 3
    assert candidates[:3].tolist() == [0, 2, 3]


@pytest.mark.parametrize("scenario", ["duel_mixed", "skirmish", "wrestlers"])
def test_the_search_is_legal_and_leaves_the_battles_alone(walk, scenario):
    states = walk(scenario, 24)
    before = states.battles.tobytes()
    actions = choices(states)
    assert states.masks[np.arange(24), actions].all()
    assert states.battles.tobytes() == before


def test_the_search_repeats_itself_and_a_batch_chooses_as_its_rows(walk):
    states = walk("skirmish", 12)
    together = choices(states)
    np.testing.assert_array_equal(together, choices(states))
    agent = SearchAgent(SYSTEM, budget=24, policy="berserker")
    for row, action in enumerate(together):
        agent.watch(states.battles[row : row + 1], states.rng_state[row : row + 1].copy())
        assert agent.predict(states.observations[row], action_masks=states.masks[row])[0] == action


def test_the_search_does_not_see_the_feint_flag(walk):
    states = walk("duel", 768)
    blows = np.isin(states.battles["action"], (Act.MELEE_ATTACK, Act.FEINT))
    asked = (states.battles["window"] == Window.REACTION) & blows
    assert asked.sum() > 10
    other = states.battles.copy()
    flipped = np.where(other["action"] == Act.FEINT, Act.MELEE_ATTACK, Act.FEINT)
    other["action"] = np.where(asked, flipped, other["action"])
    np.testing.assert_array_equal(choices(states), choices(states, other))


def test_the_search_does_not_see_the_dice_or_the_condition_of_enemies(walk):
    states = walk("duel", 64)
    other = states.battles.copy()
    other["dice"] ^= np.uint32(12345)
    for battle in other:
        enemy = battle.fighters[1 - int(battle.to_act)]
        enemy.damage += 1 if enemy.damage == 0 else 0  # still fresh
    np.testing.assert_array_equal(choices(states), choices(states, other))


@pytest.mark.rule("XP1", "P9")
def test_the_search_does_not_see_sealed_orders(walk):
    """Blue writes after red: other sealed orders of red change nothing for blue."""
    states = walk("duel", 256, steps=20, system="platemail")
    writes = states.battles["to_act"] == 1
    other = states.battles.copy()
    other["orders"][writes, 0] = states.battles["orders"][np.roll(np.flatnonzero(writes), 1), 0]
    changed = (other["orders"] != states.battles["orders"]).any(axis=1)
    assert (changed & writes).sum() > 50
    platemail = {"system": "platemail", "policy": "captain"}
    np.testing.assert_array_equal(choices(states, **platemail), choices(states, other, **platemail))


def test_the_search_attacks_an_enemy_who_cannot_answer(table):
    dying = {"damage": 29}
    board = table([{"action_points": 4, **dying}], [{"action_points": 0, **dying}])
    agent = SearchAgent(SYSTEM, budget=300, rounds=2)
    agent.watch(board.battles)
    action, _ = agent.predict(board.observations[0], action_masks=board.masks[0])
    assert SYSTEM.decode(int(action), 1)["verb"] in ("melee_attack", "unarmed_attack")


def test_the_search_learns_how_many_play_outs_fit_a_time(walk):
    states = walk("duel", 1)
    agent = SearchAgent(SYSTEM, budget=8, milliseconds=1e6)
    agent.watch(states.battles)
    agent.predict(states.observations, action_masks=states.masks)
    assert agent.budget == 16
    agent.milliseconds = 1e-6
    agent.predict(states.observations, action_masks=states.masks)
    assert agent.budget == 8


@pytest.mark.parametrize("what", ["budget", "rounds", "milliseconds"])
@pytest.mark.parametrize("bad", [0, -1, 10**12, float("nan")])
def test_a_search_with_an_invalid_budget_is_refused(what, bad):
    with pytest.raises(ValueError, match=rf"{what} must be .* (1|0) and (at most )?\d+"):
        SearchAgent(SYSTEM, **{what: bad})


CONTESTS = [
    *(("mythic_epoch", "duel", name, 200, -3) for name in POLICIES),
    *(("mythic_epoch", "skirmish", name, 200, 3) for name in POLICIES),
    *(("platemail", "skirmish", name, 50, 1) for name in ("charger", "captain")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "other", "budget", "margin"), CONTESTS)
def test_the_search_beats_every_heuristic(name, scenario, other, budget, margin):
    """By a number of standard errors; the duel, which luck decides, it does not lose."""
    from quintain.evaluation.arena import final_result, play_pairs

    system = get_system(name)
    players = SearchAgent(system, budget=budget), HeuristicAgent(other, system)
    result = final_result(play_pairs(system, scenario, *players, 100, seed=1))
    decided = result.wins + result.losses
    assert result.wins - result.losses > margin * decided**0.5
