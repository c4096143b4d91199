"""The search with a network is fair and repeatable, keeps its time, and writes whole orders."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.chances import ChanceAgent, draw
from quintain.agents.policy_search import REPLIES, PolicySearchAgent, plan_key
from quintain.agents.registry import make_agent
from quintain.envs.core.engine import hidden_checks
from quintain.envs.core.engine.loops import advance_active
from quintain.envs.core.engine.memory_layout import layout_of
from quintain.envs.core.engine.system import get_system

BATTLES = [
    ("mythic_epoch", "duel_mixed"),
    ("mythic_epoch", "skirmish"),
    ("platemail", "duel"),
    ("wildroll", "duel"),
]
each_battle = pytest.mark.parametrize(("name", "scenario"), BATTLES)


class Network(ChanceAgent):
    """Equal probabilities, or nearly all of it for one action where that is legal.

    Attributes:
        favourite: this action, -1 for none.
        batches: the number of rows of each call.
    """

    def __init__(self, system, max_side, favourite=-1, memory=0):
        """A network of a size."""
        super().__init__("network", system, max_side, memory=memory)
        self.favourite, self.batches = favourite, []

    def compute_chances(self, observations, masks):
        """Probabilities `[B, A]`."""
        self.batches.append(len(masks))
        weights = masks.astype(float)
        if self.favourite >= 0:
            weights[:, self.favourite] *= 1e6
        return weights / weights.sum(1, keepdims=True)


def network_for(states, system, **options):
    return Network(system, int(states.battles["max_side"][0]), **options)


def choices(states, system, battles=None, favourite=-1, **options):
    """The choices of a new search in the states of a walk, or in given battles."""
    options = {"budget": 24, **options}
    agent = PolicySearchAgent(network_for(states, system, favourite=favourite), **options)
    agent.watch(states.battles if battles is None else battles, states.rng_state.copy())
    return agent.predict(states.observations, action_masks=states.masks)[0]


@each_battle
def test_the_choices_are_legal_and_the_battles_stay(walk, name, scenario):
    states = walk(scenario, 8, system=name)
    before = states.battles.tobytes()
    actions = choices(states, name)
    assert states.masks[np.arange(8), actions].all()
    assert states.battles.tobytes() == before


@each_battle
def test_a_seed_gives_the_same_choices_and_a_batch_those_of_its_rows(walk, name, scenario):
    states = walk(scenario, 6, system=name)
    together = choices(states, name)
    np.testing.assert_array_equal(together, choices(states, name))
    for row, action in enumerate(together):
        agent = PolicySearchAgent(network_for(states, name), budget=24)
        agent.watch(states.battles[row : row + 1], states.rng_state[row : row + 1].copy())
        assert agent.predict(states.observations[row], action_masks=states.masks[row])[0] == action


@each_battle
def test_hidden_facts_and_dice_change_no_choice(walk, name, scenario):
    system = get_system(name)
    states = walk(scenario, 32, steps=20, system=name)
    other = hidden_checks.redrawn(states.battles, system.hidden, np.random.default_rng(3))
    assert (other["dice"] != states.battles["dice"]).any()
    np.testing.assert_array_equal(choices(states, name), choices(states, name, other))


def test_what_others_remember_changes_no_choice(walk):
    states = walk("skirmish", 8)
    states.battles["memory"] = 4
    size = int(states.battles["max_side"][0])
    states.observations, _ = hidden_checks.look(get_system("mythic_epoch"), states.battles)
    agent = Network("mythic_epoch", size, memory=4)
    assert states.observations.shape[1] == layout_of(agent.system, size, 4).length
    found = []
    for kind in (1, 2):
        for row, battle in enumerate(states.battles):
            others = np.arange(len(battle["memory_kinds"])) != states.battles["to_act"][row]
            battle["memory_kinds"][others] = kind
        search = PolicySearchAgent(agent, budget=24)
        search.watch(states.battles, states.rng_state.copy())
        found.append(search.predict(states.observations, action_masks=states.masks)[0])
    np.testing.assert_array_equal(*found)


def test_without_evidence_it_plays_the_favourite_of_its_network(walk):
    states = walk("skirmish", 24)
    favourite = int(np.bincount(np.flatnonzero(states.masks) % states.masks.shape[1]).argmax())
    legal = states.masks[:, favourite]
    assert legal.sum() > 5
    actions = choices(states, "mythic_epoch", budget=1, favourite=favourite)
    assert (actions[legal] == favourite).mean() > 0.8


def test_a_single_legal_action_asks_nobody(walk):
    states = walk("duel", 4)
    first = states.masks.argmax(1)
    states.masks = np.arange(states.masks.shape[1]) == first[:, None]
    network = network_for(states, "mythic_epoch")
    agent = PolicySearchAgent(network)
    agent.watch(states.battles)
    actions = agent.predict(states.observations, action_masks=states.masks)[0]
    np.testing.assert_array_equal(actions, first)
    assert not network.batches


def test_the_network_plays_all_copies_in_one_batch(walk):
    states = walk("duel", 1)
    network = network_for(states, "mythic_epoch")
    agent = PolicySearchAgent(network, budget=200, replies=3)
    agent.watch(states.battles)
    agent.predict(states.observations, action_masks=states.masks)
    assert max(network.batches) > 30
    assert len(network.batches) < 60


def test_it_finds_the_attack_that_its_network_never_makes(table):
    dying = {"damage": 29}
    board = table([{"action_points": 4, **dying}], [{"action_points": 0, **dying}])
    network = Network("mythic_epoch", 1, favourite=0)
    agent = PolicySearchAgent(network, budget=300, rounds=2)
    agent.watch(board.battles)
    action, _ = agent.predict(board.observations[0], action_masks=board.masks[0])
    verb = network.system.decode(int(action), 1)["verb"]
    assert verb in ("melee_attack", "unarmed_attack")


# --- Time -----------------------------------------------------------------------------------------


def timed_search(states, seconds, **options):
    """A search whose play-outs take `seconds` each, its numbers of play-outs, and its clock."""
    agent = PolicySearchAgent(network_for(states, "mythic_epoch"), **options)
    played, play_out = [], agent._play_out

    def slow(moment, plans, samples):
        played.append(samples * len(plans))
        return play_out(moment, plans, samples)

    agent._play_out, agent.clock = slow, lambda: sum(played) * seconds
    return agent, played, agent.clock


def test_a_time_budget_is_kept_and_used(walk):
    states = walk("duel", 1)
    agent, played, clock = timed_search(states, 1e-3, milliseconds=200)
    for _ in range(3):
        began = clock()
        agent.watch(states.battles)
        agent.predict(states.observations, action_masks=states.masks)
        assert 0.15 < clock() - began < 0.25
    assert len(played) > 6


@pytest.mark.parametrize(("clear", "factor"), [(1, 2), (2, 3), (9, 4)])
def test_clear_choices_leave_their_time_to_the_next_one(walk, clear, factor):
    states = walk("duel", 1)
    agent, played, clock = timed_search(states, 1e-3, milliseconds=100)
    candidates = agent._candidates
    agent._candidates = lambda moment: {(int(moment.mask.argmax()),): 0.0}  # nothing to compare
    for number in range(clear + 1):
        if number == clear:
            agent._candidates = candidates
        agent.watch(states.battles)
        agent.predict(states.observations, action_masks=states.masks)
    assert 0.8 * factor < clock() / 0.1 < 1.2 * factor
    assert played


def test_a_time_that_is_too_short_allows_one_sample(walk):
    states = walk("duel", 1)
    agent, played, _ = timed_search(states, 1.0, milliseconds=1)
    agent.watch(states.battles)
    agent.predict(states.observations, action_masks=states.masks)
    assert len(played) == 1


# --- Orders ---------------------------------------------------------------------------------------


@pytest.mark.rule("P9")
def test_the_clauses_follow_the_order_that_was_chosen(walk):
    """After its first clause an order is written without another play-out."""
    states = walk("duel", 1, steps=0, system="platemail")
    network = network_for(states, "platemail")
    agent = PolicySearchAgent(network, budget=12)
    battles, writer, clauses = states.battles.copy(), int(states.battles["to_act"][0]), 0
    while battles["to_act"][0] == writer and battles["round_number"][0] == 0:
        network.batches.clear()
        observations, masks = hidden_checks.look(network.system, battles)
        agent.watch(battles)
        action = int(agent.predict(observations, action_masks=masks)[0][0])
        assert masks[0, action]
        assert bool(network.batches) == (clauses == 0)
        advance_active(battles, np.array([action]), np.ones(1, np.bool_))
        clauses += 1
    assert clauses > 1


def test_battles_that_look_alike_keep_their_own_orders(walk, monkeypatch):
    """Eight duels begin with one observation; each second clause follows its own first one."""
    states = walk("duel", 8, steps=0, system="platemail")
    assert len({one.tobytes() for one in states.observations}) == 1
    agent = PolicySearchAgent(network_for(states, "platemail"), budget=12)
    plans = []

    def draw(moment, chances, start):
        longer = sorted(plan for plan in chances if len(plan) > 1)
        plans.append(longer[len(plans) % len(longer)])
        return plans[-1]

    monkeypatch.setattr(agent, "_best_of", draw)
    agent.watch(states.battles)
    first = agent.predict(states.observations, action_masks=states.masks)[0]
    battles = states.battles.copy()
    advance_active(battles, first, np.ones(8, np.bool_))
    seen = hidden_checks.look(agent.system, battles)
    monkeypatch.setattr(agent, "_best_of", None)  # nothing is chosen again
    agent.watch(battles)
    second = agent.predict(seen.observations, action_masks=seen.masks)[0]
    assert [plan[:2] for plan in plans] == list(zip(first.tolist(), second.tolist(), strict=True))
    assert len(set(plans)) > 1


def test_a_clause_that_became_illegal_is_chosen_again(walk):
    states = walk("duel", 1, steps=0, system="platemail")
    agent = PolicySearchAgent(network_for(states, "platemail"), budget=12)
    agent.watch(states.battles)
    action = agent.predict(states.observations, action_masks=states.masks)[0]
    advance_active(states.battles, action, np.ones(1, np.bool_))
    seen = hidden_checks.look(agent.system, states.battles)
    assert seen.masks.sum() > 1
    planned = agent._following[plan_key(states.battles[0], seen.observations[0])]
    seen.masks[0, planned] = False
    agent.watch(states.battles)
    other = int(agent.predict(seen.observations, action_masks=seen.masks)[0][0])
    assert seen.masks[0, other]


@pytest.mark.parametrize("most", [1, 1000])
def test_old_plans_are_forgotten(walk, monkeypatch, most):
    monkeypatch.setattr("quintain.agents.policy_search.MOST_PLANS", most)
    states = walk("duel", 12, steps=20, system="platemail")
    agent = PolicySearchAgent(network_for(states, "platemail"), budget=1)
    agent.watch(states.battles)
    agent.predict(states.observations, action_masks=states.masks)
    assert (len(agent._following) == 1) == (most == 1)


# --- Names ----------------------------------------------------------------------------------------


def test_names():
    agent = make_agent("search:20ms:mythic_epoch-duel", "mythic_epoch", seed=1)
    assert (agent.milliseconds, agent.network.name, agent.max_side) == (20, "mythic_epoch-duel", 1)
    agent = make_agent("search:50:mythic_epoch-skirmish", "mythic_epoch")
    assert (agent.budget, agent.milliseconds, agent.max_side) == (50, None, 3)
    agent = make_agent("search:5:mythic_epoch-duel?caution=0.8", "mythic_epoch")
    assert (agent.inner.name, agent.max_side) == ("search:5:mythic_epoch-duel", 1)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("search:9:mythic_epoch-dual", KeyError, "did you mean mythic_epoch-duel"),
        ("search:9:heimr-duel", ValueError, "heimr-duel was trained for Heimr, not for"),
        ("search:9:missing.npc", FileNotFoundError, "no NPC file 'missing.npc'"),
        ("search:9:runs/missing", FileNotFoundError, "no trained agent in 'runs/missing'"),
        ("search:9:search", ValueError, "'search' is neither"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(name, error, message):
    with pytest.raises(error, match=message):
        make_agent(name, "mythic_epoch")


def test_a_draw_follows_the_probabilities():
    chances = np.array([[0.0, 0.25, 0.0, 0.75]] * 4)
    assert draw(chances, np.array([0.0, 0.2, 0.25, 0.999])).tolist() == [1, 1, 3, 3]


def test_the_network_replies_in_duels_alone():
    assert PolicySearchAgent(Network("mythic_epoch", 1)).replies == REPLIES > 0
    assert PolicySearchAgent(Network("mythic_epoch", 3)).replies == 0


@pytest.mark.parametrize("replies", [-1, 30_001, 1.5])
def test_invalid_replies_are_refused(replies):
    with pytest.raises(ValueError, match="replies must be"):
        PolicySearchAgent(Network("mythic_epoch", 1), replies=replies)


@pytest.mark.slow
def test_the_search_beats_the_network_alone():
    """By three standard errors."""
    from quintain.evaluation.arena import final_result, play_pairs

    agents = [
        make_agent(f"{name}mythic_epoch-duel", "mythic_epoch") for name in ("search:200:", "")
    ]
    result = final_result(play_pairs("mythic_epoch", "duel", *agents, 200, seed=1))
    decided = result.wins + result.losses
    assert result.wins - result.losses > 3 * decided**0.5
