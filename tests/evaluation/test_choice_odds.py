"""The odds of choices: copies of the battle continue on common dice, and it stays unchanged."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.session.match import Match
from quintain.evaluation.advice import moments, odds_after
from quintain.evaluation.next_decision import Decision
from quintain.evaluation.odds import find_odds

pytestmark = pytest.mark.interpreted

each_system = pytest.mark.parametrize("system", system_names())


def begun(system, scenario="duel", seed=3):
    match = Match(system, scenario)
    match.reset(seed)
    return match


def odds_of(match, actions, count):
    """The chances that the deciding fighter's side wins and loses after each of some choices."""
    decision = Decision(match, match.to_act, match.battles[:1].copy())
    starts, groups = moments(decision, np.zeros(1, np.int64), count, 0)
    return [odds_after(decision, starts, groups, (action,), 0) for action in actions]


@each_system
def test_the_odds_change_nothing_and_are_the_same_again(system):
    match = begun(system)
    before = match.get_state()
    actions = np.flatnonzero(match.mask)[:2].tolist()
    found = odds_of(match, actions, 3)
    assert match.get_state() == before
    assert found == odds_of(match, actions, 3)
    assert len(found) == len(actions)
    for wins, loses in found:
        assert wins.estimate + loses.estimate <= 1


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 1])
def test_the_best_choice_of_the_player_has_the_odds_of_the_whole_fight(seed):
    """Its own choice first and then itself: as if nobody had asked. Red wins 88 % of the fights."""
    system = get_system("mythic_epoch")
    match = begun(system, "two_on_one", seed)
    agent = make_agent(strongest(system), system)
    agent.watch(match.battles)
    action, _ = agent.predict(match.observation, action_masks=match.mask)
    ((wins, loses),) = odds_of(match, [int(action)], 2000)
    red = wins if match.to_act < match.num_red else loses
    scenario = system.load_scenario("two_on_one")
    whole = find_odds(system, scenario, [agent] * 3, 2000).red
    assert abs(red.estimate - whole.estimate) < 0.05


def test_a_blow_that_decides_is_worth_the_battle():
    """The last enemy is one wound from falling: to strike wins more often than to wait."""
    match = begun("mythic_epoch", "duel", 1)
    match.battle.fighters[1 - match.to_act].damage = 11
    names = {match.describe(int(action)): int(action) for action in np.flatnonzero(match.mask)}
    strike = next(action for text, action in names.items() if " makes a Melee Attack " in text)
    wait = next(action for text, action in names.items() if "ends the turn" in text)
    (struck, _), (waited, _) = odds_of(match, [strike, wait], 60)
    assert struck.estimate > waited.estimate
