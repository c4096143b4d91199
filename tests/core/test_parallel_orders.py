"""Whole orders in parallel give the same battle as orders clause by clause."""

from __future__ import annotations

import copy
import pickle

import numba
import numpy as np
import pytest

from quintain.envs.core.adapters.parallel_orders import OrdersParallel
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.session.battle_view import rounds_of
from quintain.envs.core.session.match import Match

pytestmark = pytest.mark.interpreted


@pytest.fixture(params=[name for name in system_names() if get_system(name).order_choices])
def system(request):
    """Each system with written orders."""
    return get_system(request.param)


def clauses(env, mask):
    """The masks of the clauses in a flat mask."""
    return np.split(mask, np.cumsum(env.action_space("red_0").nvec)[:-1])


def random_orders(env, observations, draw):
    """A legal order for every fighter."""
    return {
        agent: np.array(
            [draw.choice(np.flatnonzero(mask)) for mask in clauses(env, seen["action_mask"])]
        )
        for agent, seen in observations.items()
    }


def write_out(env, orders):
    """The orders as ids of the system's table of actions: `[fighters, clauses]`."""
    return np.array(
        [
            [choices[choice] for choices, choice in zip(env.choices, orders[agent], strict=True)]
            for agent in env.agents
        ]
    )


# --- Spaces ---------------------------------------------------------------------------------------


def test_spaces_contain_observations_and_samples(v0):
    env = v0.parallel_env(scenario="skirmish")
    observations, infos = env.reset(seed=1)
    for agent in env.agents:
        space, seen = env.action_space(agent), observations[agent]
        assert env.observation_space(agent).contains(seen)
        mask = seen["action_mask"]
        assert mask.dtype == np.int8
        assert len(mask) == space.nvec.sum()
        assert (infos[agent]["action_mask"] == mask).all()
        assert all(clause[0] == 1 for clause in clauses(env, mask))  # to pass is always legal
        space.seed(0)
        order = space.sample(mask)
        assert space.contains(order)
        space.seed(0)
        assert (space.sample(tuple(clauses(env, mask))) == order).all()
        assert all(legal[it] for legal, it in zip(clauses(env, mask), order, strict=True))
    assert set(infos) == set(env.agents) == set(env.possible_agents)


def test_masks_may_be_tuples(v0):
    flat, env = v0.parallel_env(), v0.parallel_env(mask_form="tuple")
    vectors, infos = flat.reset(seed=1)
    observations, _ = env.reset(seed=1)
    for agent, seen in observations.items():
        assert env.observation_space(agent).contains(seen)
        assert env.action_space(agent).contains(env.action_space(agent).sample(seen["action_mask"]))
        joined = np.concatenate(seen["action_mask"])
        assert (joined == vectors[agent]["action_mask"]).all()
        assert (joined == infos[agent]["action_mask"]).all()
    with pytest.raises(ValueError, match="mask_form must be 'flat' or 'tuple', got 'list'"):
        v0.parallel_env(mask_form="list")


def test_masks_are_those_of_the_single_clauses(system, v0):
    env = v0.parallel_env(scenario="skirmish")
    observations, _ = env.reset(seed=3)
    match, draw = env.match, np.random.default_rng(3)
    twin = Match(system, "skirmish")
    twin.reset(seed=3)
    while twin.battle.round_number == 0 and not twin.is_over:
        clause = int(twin.system.order_clause(twin.battle))
        mask = clauses(env, observations[twin.agents[twin.to_act]]["action_mask"])[clause]
        legal = set(env.choices[clause][np.flatnonzero(mask)].tolist())
        assert legal == set(np.flatnonzero(twin.mask).tolist())
        twin.step(int(draw.choice(np.flatnonzero(twin.mask))))
    assert match.battle.decisions == 0


def test_only_systems_with_written_orders_have_it():
    for name in set(system_names()):
        if not get_system(name).order_choices:
            with pytest.raises(ValueError, match="has no written orders"):
                OrdersParallel(name)


# --- The same battle ------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["duel", "skirmish"])
def test_the_same_orders_clause_by_clause_give_the_same_battle(v0, scenario):
    """The whole battle; without the compiler only two rounds."""
    one, other = v0.raw_env(scenario), v0.parallel_env(scenario)
    assert other.possible_agents == one.possible_agents
    one.reset(seed=4)
    observations, _ = other.reset(seed=4)
    draw, rounds = np.random.default_rng(4), 0
    while other.agents and not (numba.config.DISABLE_JIT and rounds == 2):
        rounds += 1
        for fighter, agent in enumerate(other.agents):
            assert (observations[agent]["observation"] == one.match.observe(fighter)).all()
        assert (one.state() == other.state()).all()
        orders = random_orders(other, observations, draw)
        numbers, begun = write_out(other, orders), int(one.match.battle.round_number)
        while one.match.to_act >= 0 and one.match.battle.round_number == begun:
            clause = int(one.match.system.order_clause(one.match.battle))
            one.step(int(numbers[one.match.to_act, clause]))
        observations, rewards, terminations, truncations, _ = other.step(orders)
        assert other.get_state() == one.get_state()
        assert rewards == one.rewards
        assert terminations == one.terminations
        assert truncations == one.truncations
        assert other.match.actions == one.match.actions
    assert rounds >= 2


def test_a_step_is_a_round_and_all_stay_to_the_end(v0):
    env = v0.parallel_env()
    observations, _ = env.reset(seed=0)
    draw, everybody, count = np.random.default_rng(0), list(env.agents), 0
    while env.agents:
        assert env.agents == everybody
        assert env.match.battle.round_number == count
        observations, rewards, terminations, truncations, infos = env.step(
            random_orders(env, observations, draw)
        )
        count += 1
    assert list(observations) == list(rewards) == everybody
    assert set(terminations.values()) != set(truncations.values())
    ends = {env.match.system.endings[info["ending"]] for info in infos.values()}
    assert ends == {env.match.ending} != {"none"}
    assert {info["winner"] for info in infos.values()} == {env.match.result()["winner"]}
    rounds = {info["rounds"] for info in infos.values()}
    assert rounds == {int(rounds_of(env.match.battle))} <= {count, count + 1}
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_the_round_limit_truncates(system, v0):
    scenario = system.load_scenario("duel").model_copy(update={"round_limit": 1})
    env = v0.parallel_env(scenario=scenario)
    env.reset(seed=0)
    _, rewards, terminations, truncations, infos = env.step({})
    assert set(rewards.values()) == {0.0}
    assert not any(terminations.values())
    assert all(truncations.values())
    assert infos["red_0"]["winner"] == -1
    assert env.agents == []


# --- Illegal choices ------------------------------------------------------------------------------


def test_illegal_choices_count_as_passing_and_are_counted(v0):
    env, other = v0.parallel_env(), v0.parallel_env()
    observations, _ = env.reset(seed=0)
    other.reset(seed=0)
    masks = clauses(env, observations["red_0"]["action_mask"])
    wrong = np.array([np.flatnonzero(mask == 0)[0] if (mask == 0).any() else 0 for mask in masks])
    assert wrong[0] > 0
    right = random_orders(env, observations, np.random.default_rng(0))["red_0"]
    mixed, meant = right.copy(), right.copy()
    mixed[0], meant[0] = wrong[0], 0
    *_, infos = env.step({"red_0": mixed, "blue_0": right * 0})
    *_, fine = other.step({"red_0": meant})
    assert env.get_state() == other.get_state()
    assert [infos[agent]["illegal_actions"] for agent in ("red_0", "blue_0")] == [1, 0]
    assert {info["illegal_actions"] for info in fine.values()} == {0}


@pytest.mark.parametrize("order", [None, 0, [0, 0], [0] * 32, [0.5] * 31, [[1], [2, 3]], "charge"])
def test_a_value_that_is_no_order_is_refused(v0, order):
    env = v0.parallel_env()
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(IllegalAction, match="order of red_0 is a list of 31 whole numbers, got "):
        env.step({"red_0": order})
    assert env.get_state() == before


@pytest.mark.parametrize("order", [[-1] + [0] * 30, [0] * 30 + [10_000]])
def test_a_choice_that_does_not_exist_counts_as_passing(v0, order):
    env, other = v0.parallel_env(), v0.parallel_env()
    assert len(env.choices) == 31
    env.reset(seed=0)
    other.reset(seed=0)
    *_, infos = env.step({"red_0": order})
    assert infos["red_0"]["illegal_actions"] == 1
    other.step({})
    assert env.get_state() == other.get_state()


def test_an_order_for_an_unknown_agent_is_refused(v0):
    env = v0.parallel_env()
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(ValueError, match="there is no agent 'red_7'; there are"):
        env.step({"red_7": [0] * 5})
    assert env.get_state() == before


def refusal(env, orders):
    """The error with which the environment refuses the orders."""
    try:
        env.step(orders)
    except ValueError as error:
        return str(error)
    return ""


def test_impossible_loaded_dice_change_nothing(v0):
    """The fault occurs during the round, after all orders are written."""
    env = v0.parallel_env()
    for seed in range(20):  # until somebody attacks
        observations, _ = env.reset(seed=seed, options={"loaded_dice": [127]})
        orders = random_orders(env, observations, np.random.default_rng(seed))
        before, actions = env.get_state(), list(env.match.actions)
        seen = {agent: env.match.observe(number) for number, agent in enumerate(env.agents)}
        message = refusal(env, orders)
        if message:
            break
    assert "loaded face 127 is impossible" in message
    assert env.get_state() == before
    assert env.match.actions == actions
    assert env.agents
    assert env.match.to_act >= 0
    for number, agent in enumerate(env.agents):
        assert (env.match.observe(number) == seen[agent]).all()
    assert (env.match.mask == env.match.mask.astype(bool)).all()
    env.step({})  # passing rolls no dice


# --- Snapshots and data ---------------------------------------------------------------------------


def test_copies_continue_the_same_battle(v0):
    env = v0.parallel_env(scenario="duel_mixed")
    observations, _ = env.reset(seed=2)
    env.step(random_orders(env, observations, np.random.default_rng(1)))
    state = env.get_state()
    twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    twins.append(v0.parallel_env(scenario="duel_mixed"))
    ends = set()
    for one in twins:
        draw = np.random.default_rng(2)
        observations, _ = one.set_state(state)
        for _ in range(2):
            if one.agents:
                observations, *_ = one.step(random_orders(one, observations, draw))
        ends.add(one.get_state())
    assert len(ends) == 1


def test_a_state_between_two_clauses_can_be_continued(v0):
    """Sealed orders stay sealed; a second order of their fighters has no effect."""
    one, env = v0.raw_env(), v0.parallel_env()
    one.reset(seed=0)
    mask = one.observe("red_0")["action_mask"]
    one.step(int(np.flatnonzero(mask)[-1]))
    observations, _ = env.set_state(one.get_state())
    env.step(random_orders(env, observations, np.random.default_rng(0)))
    assert env.match.battle.round_number == 1


def test_observations_belong_to_the_caller(v0):
    env = v0.parallel_env()
    observations, infos = env.reset(seed=0)
    kept = copy.deepcopy((observations, infos))
    given, draw = observations, np.random.default_rng(0)
    for _ in range(3):
        given, *_ = env.step(random_orders(env, given, draw))
    for agent in env.agents:
        for key in ("observation", "action_mask"):
            assert (observations[agent][key] == kept[0][agent][key]).all()
        assert (infos[agent]["action_mask"] == kept[1][agent]["action_mask"]).all()
