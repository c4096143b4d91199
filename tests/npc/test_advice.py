"""The advice of an NPC in words: the most probable action, alternatives, and its observation."""

from __future__ import annotations

import json

import numpy as np
import pytest

from quintain.agents.advice import advise
from quintain.agents.base import strongest
from quintain.agents.npc import NpcAgent
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import system_names
from quintain.envs.core.session.match import Match

each_system = pytest.mark.parametrize("system", system_names())


def at_a_choice(system, seed=5, least=3):
    """A match at its first decision with several legal actions."""
    match = Match(system, "duel")
    match.reset(seed)
    generator = np.random.default_rng(seed)
    while match.mask.sum() < least:
        match.step(int(generator.choice(np.flatnonzero(match.mask))))
    return match


@each_system
def test_it_names_the_most_probable_actions(npc_file, system):
    agent, match = NpcAgent(npc_file(system)), at_a_choice(system)
    before = match.get_state()
    advice = advise(agent, match)
    assert match.get_state() == before
    chances = agent.chances(match.observation[None], match.mask[None])[0]
    best = sorted(np.flatnonzero(match.mask), key=lambda action: -chances[action])[:3]
    options = (advice.choice, *advice.others)
    assert [option.action for option in options] == best
    assert [option.probability for option in options] == [chances[action] for action in best]
    assert [option.sentence for option in options] == [match.describe(a) for a in best]
    assert (
        advice.choice.action
        == agent.predict(match.observation, deterministic=True, action_masks=match.mask)[0]
    )
    assert advice.legal == match.mask.sum()
    assert advice.choice.sentence.endswith(".")


@each_system
def test_it_names_the_deciding_fighter_and_its_observation(npc_file, system):
    match = at_a_choice(system)
    advice = advise(NpcAgent(npc_file(system)), match)
    assert advice.side == match.agents[match.to_act].partition("_")[0]
    assert advice.round == match.battle.round_number + 1
    assert advice.window == match.window
    assert advice.fighter == match.system.fighter_names(match.battle)[match.to_act]
    numbers = np.hstack([np.ravel(one) for one in advice.sees.values()])
    assert np.abs(numbers - match.observation).max() <= 1e-4
    assert list(advice.sees) == [piece.name for piece in match.layout.pieces]
    assert json.loads(json.dumps(advice.to_json()))["agent"] == "novice"


def test_with_one_legal_action_there_are_no_others(novice):
    match = at_a_choice("mythic_epoch")
    match.mask = np.arange(len(match.mask)) == 0
    advice = advise(novice, match)
    assert (advice.choice.action, advice.choice.probability, advice.others) == (0, 1.0, ())


def test_requests_without_an_answer_are_refused(novice):
    match = Match("mythic_epoch", "duel")
    with pytest.raises(ValueError, match="there is no decision"):
        advise(novice, match)
    with pytest.raises(ValueError, match="fights by Mythic Epoch, not Martial"):
        advise(novice, at_a_choice("martial"))
    match = Match("mythic_epoch", "skirmish")
    match.reset(0)
    with pytest.raises(ValueError, match="begin it with max_side=1"):
        advise(novice, match)


@each_system
def test_any_agent_advises(system):
    """A heuristic is asked a hundred times, search once, and the battle stays as it is."""
    match = at_a_choice(system)
    before = match.get_state()
    for name, shares in (("random", 100), (strongest(match.system), 100), ("search:4", 1)):
        advice = advise(make_agent(name, system), match)
        options = (advice.choice, *advice.others)
        assert all(match.mask[option.action] for option in options)
        assert all(option.probability > 0 for option in options)
        assert {round(option.probability * shares, 6) % 1 for option in options} == {0}
        assert advice.agent == name
        assert advice.legal == match.mask.sum()
    assert match.get_state() == before
