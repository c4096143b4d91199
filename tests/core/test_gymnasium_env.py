"""One side as a Gymnasium environment: Gymnasium's checker, opponents, sides, masks."""

from __future__ import annotations

import copy
import importlib
import pickle
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import quintain
from quintain.agents.base import HeuristicAgent
from quintain.agents.registry import make_agent
from quintain.envs.core.adapters import gymnasium_env
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.battle import SIDES
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.inputs.arguments import IllegalActionWarning
from quintain.envs.core.scenarios.loading import find_policy
from quintain.envs.core.session.agent_query import AgentError
from quintain.registration import gymnasium_id

pytestmark = pytest.mark.interpreted

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "my_tactic.py"


class Waiter:
    """Waits, and remembers the calls."""

    def __init__(self):
        """Create it without calls."""
        self.asked = []

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """Wait in every battle of the batch."""
        self.asked.append((observation, state, episode_start, action_masks))
        return np.zeros(len(observation), np.int64), len(self.asked)


def warned_of(recwarn):
    """The warnings, except those of the illegal actions that checkers take on purpose."""
    return [str(one.message) for one in recwarn if one.category is not IllegalActionWarning]


def play(env, draw, limit=1000):
    """Play an episode randomly: all rewards, the last info, and the deciding fighters."""
    rewards, deciders = [], []
    for _ in range(limit):
        deciders.append(env.unwrapped.match.to_act)
        action = int(draw.choice(np.flatnonzero(env.unwrapped.action_masks())))
        _, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
        if terminated or truncated:
            return rewards, info, deciders
    raise AssertionError("the battle does not end")


@pytest.mark.compiled
def test_gymnasium_make(system):
    env = gymnasium.make(gymnasium_id(system.name), scenario="duel", side="blue", opponent=Waiter())
    observation, info = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    assert info["side"] == 1
    rewards, info, _ = play(env, np.random.default_rng(0))
    assert set(rewards[:-1]) == {0.0}
    assert rewards[-1] == {1: 1.0, 0: -1.0, -1: 0.0}[info["winner"]]


def test_stable_baselines_check(v0, recwarn):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(v0.single_env())
    assert warned_of(recwarn) == []


def test_gymnasium_makes_a_vector_of_it(system):
    envs = gymnasium.make_vec(gymnasium_id(system.name), num_envs=2, vectorization_mode="sync")
    observations, infos = envs.reset(seed=[1, 2])
    assert observations.shape[0] == 2
    assert infos["action_mask"].shape == (2, envs.single_action_space.n)
    envs.step(np.zeros(2, np.int64))
    envs.close()


@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_agent_plays_one_side_only(v0, side):
    env = v0.single_env(scenario="duel", side=side)
    env.reset(seed=3)
    _, info, deciders = play(env, np.random.default_rng(0))
    assert set(deciders) == {0 if side == "red" else 1}
    assert SIDES[info["side"]] == side


def test_sides_alternate(v0):
    env = v0.single_env(side="alternate")
    assert [env.reset(seed=s)[1]["side"] for s in (0, None, None, None, 5)] == [
        0, 1, 0, 1, 0
    ]  # fmt: skip
    assert env.reset(options={"side": "blue"})[1]["side"] == 1


def test_an_unknown_side_is_refused(v0):
    with pytest.raises(ValueError, match=r"side must be one of \('red', 'blue', 'alternate'\)"):
        v0.single_env(side="green")
    with pytest.raises(ValueError, match="side must be one of"):
        v0.single_env().reset(options={"side": "green"})


def test_masks_are_those_of_the_deciding_fighter(v0):
    env = v0.single_env()
    _, info = env.reset(seed=0)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert (masks == info["action_mask"]).all()
    masks[:] = False
    assert env.action_masks().sum() > 1


# --- Opponents ------------------------------------------------------------------------------------


def test_an_object_plays_the_other_side(v0):
    waiter = Waiter()
    env = v0.single_env(opponent=waiter)
    env.reset(seed=0)
    play(env, np.random.default_rng(0))
    observation, state, start, masks = waiter.asked[0]
    assert observation.shape == (1, *env.observation_space.shape)
    assert masks.shape == (1, env.action_space.n)
    assert masks.dtype == np.bool_
    assert (state, start.tolist()) == (None, [True])
    assert [(state, start.tolist()) for _, state, start, _ in waiter.asked[1:3]] == [
        (1, [False]),
        (2, [False]),
    ]


@pytest.fixture
def mythic():
    """The environments of one system."""
    return importlib.import_module("quintain.envs.mythic_epoch_v0")


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["mythic_epoch-duel", "search:3", f"{EXAMPLE}:Sly"])
def test_any_agent_plays_the_other_side_by_its_name(mythic, name):
    """The same battle as with the agent itself, also after a copy; and `make` takes the names."""
    made = [
        mythic.single_env(opponent=name),
        mythic.single_env(opponent=make_agent(name, "mythic_epoch")),
        quintain.make("mythic_epoch", "single", opponent=name),
        gymnasium.make("quintain/MythicEpoch-v0", opponent=name, disable_env_checker=True),
    ]
    ends = set()
    for env in made:
        env.reset(seed=2)
        env.step(0)
    made.append(pickle.loads(pickle.dumps(made[0])))
    for env in made:
        play(env, np.random.default_rng(0))
        ends.add(env.unwrapped.get_state())
    assert len(ends) == 1


@pytest.mark.compiled
def test_an_opponent_that_does_not_fit_is_refused(mythic):
    with pytest.raises(ValueError, match=r"needs 3 slots a side, .* have 1: give max_side=3"):
        mythic.single_env(opponent="mythic_epoch-skirmish")
    with pytest.raises(ValueError, match=r"needs 1 slot a side, .* have 3: choose one that"):
        mythic.single_env(scenario="skirmish", opponent="mythic_epoch-duel")
    env = mythic.single_env(opponent="mythic_epoch-skirmish", max_side=3)
    env.reset(seed=0)
    assert play(env, np.random.default_rng(0))[0]
    with pytest.raises(ValueError, match="was trained for Platemail, not for Mythic Epoch"):
        mythic.single_env(opponent="platemail-duel")
    with pytest.raises(FileNotFoundError, match="no NPC file 'x\\.npc'"):
        mythic.single_env(opponent="x.npc")


class Vandal(Waiter):
    """Overwrites all arguments, or fails."""

    name = "vandal"

    def watch(self, battles, rng_state):
        """Overwrite the record."""
        battles.view(np.uint8)[:] = 255

    def predict(self, observation, action_masks, **more):
        """Overwrite the rest."""
        actions = np.zeros(1, np.int64)
        observation[:], action_masks[:] = np.nan, True
        return actions, None


def test_an_opponent_that_overwrites_its_arguments_changes_nothing(v0):
    ends = set()
    for opponent in (Waiter(), Vandal()):
        env = v0.single_env(opponent=opponent)
        env.reset(seed=1)
        for _ in range(10):
            if env.step(0)[2]:
                break
        ends.add(env.get_state())
    assert len(ends) == 1


def test_an_opponent_that_fails_is_named_and_ends_the_battle(v0):
    vandal = Vandal()
    env = v0.single_env(opponent=vandal)
    env.reset(seed=1)
    for answer in (np.zeros(1), np.zeros(2, np.int64), None, np.full(1, 10**6)):
        vandal.predict = lambda observation, answer=answer, **more: (answer, None)
        with pytest.raises(AgentError, match="vandal"):
            play(env, np.random.default_rng(0))
        with pytest.raises(ValueError, match="the opponent failed in its turn: call reset first"):
            env.step(0)
        del vandal.predict
        env.reset(seed=1)
        env.step(0)


def test_an_unknown_opponent_is_refused_with_the_nearest(v0):
    with pytest.raises(KeyError, match="no agent 'randon': did you mean random"):
        v0.single_env(opponent="randon")
    with pytest.raises(TypeError, match="an opponent is a name or has a method predict, got 7"):
        v0.single_env(opponent=7)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["random", "heuristic", "agent"])
def test_it_plays_the_same_battles_as_a_batch_with_an_opponent(system, v0, kind):
    find_policy(system, "random")
    opponent = "random" if kind == "random" else list(system.policies)[-1]
    agent = HeuristicAgent(opponent, system) if kind == "agent" else opponent
    env = v0.single_env(opponent=agent)
    vector = BattleVector(system, 1, "duel", seed=6, opponents=[(None, opponent)])
    observation, _ = env.reset(seed=6)
    draw = np.random.default_rng(0)
    for _ in range(60):
        assert vector.battles.tobytes() == env.match.battles.tobytes()
        assert (vector.observations[0] == observation).all()
        action = int(draw.choice(np.flatnonzero(vector.action_masks[0])))
        vector.step([action])
        observation, reward, terminated, truncated, _ = env.step(action)
        assert vector.rewards[0, 0] == reward
        assert (vector.terminated[0], vector.truncated[0]) == (terminated, truncated)
        if terminated or truncated:
            observation, _ = env.reset()


def test_a_skipped_battle_is_followed_by_one_of_the_same_scenario(system, v0, monkeypatch):
    env = v0.single_env()
    other = system.load_scenario("duel").model_copy(update={"title": "Other"})
    reset, begun = env.match.reset, []

    def over_at_first(*args, **options):
        reset(*args, **options)
        begun.append(env.match.beginning.scenario.title)
        env.match.to_act = env.match.to_act if len(begun) > 1 else -1

    monkeypatch.setattr(env.match, "reset", over_at_first)
    env.reset(seed=0, options={"scenario": other})
    assert begun == ["Other", "Other"]


# --- Infos, and arguments of the wrong kind -------------------------------------------------------


def test_every_info_has_winner_ending_and_rounds(v0):
    env, draw = v0.single_env(), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    match, is_over = env.match, False
    while not is_over:
        assert (info["winner"], info["ending"]) == (-1, 0)
        assert info["rounds"] == int(match.battle.round_number) + 1
        *_, terminated, truncated, info = env.step(int(draw.choice(np.flatnonzero(match.mask))))
        is_over = terminated or truncated
    assert info["winner"] == (-1 if match.winner is None else SIDES.index(match.winner))
    assert match.system.endings[info["ending"]] == match.ending != "none"
    assert info["rounds"] == match.rounds


def test_wrong_calls_and_arguments_are_refused(v0):
    env = v0.single_env()
    for early in (lambda: env.step(0), env.action_masks):
        with pytest.raises(ValueError, match="no battle is going on: call reset first"):
            early()
    env.reset(seed=1)
    before = env.get_state()
    for bad in ("a", -1, 1.5, True):
        with pytest.raises(ValueError, match="seed must be an integer of 0 or more, or None"):
            env.reset(seed=bad)
    for options in ({"side": ["red"]}, {"side": np.zeros(2)}, {"loaded_dice": 1}, ["red"]):
        with pytest.raises(ValueError, match=r"side must be|loaded_dice must be|options must be"):
            env.reset(options=options)
    assert env.get_state() == before


# --- Illegal actions, ends, copies ----------------------------------------------------------------


def test_an_illegal_action_counts_as_wait_and_is_counted(v0):
    env, other = v0.single_env(), v0.single_env()
    env.reset(seed=0)
    other.reset(seed=0)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.warns(IllegalActionWarning, match="MaskablePPO") as caught:
        info = env.step(illegal)[-1]
    assert [one.filename for one in caught] == [__file__]
    assert info["illegal_actions"] == 1
    fine = other.step(0)[-1]
    assert fine["illegal_actions"] == 0
    assert env.get_state() == other.get_state()


@pytest.mark.parametrize("mode", ["wait", "random", "lose"])
@pytest.mark.parametrize("action", [None, "5", 5.0, True, np.array([5])])
def test_an_action_that_is_no_whole_number_is_an_error_in_every_mode(v0, mode, action):
    env = v0.single_env(illegal_actions=mode)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(IllegalAction, match="an action is a whole number, got"):
        env.step(action)
    assert env.get_state() == before
    env.step(np.array(0))  # as SB3's `predict` gives it


def test_illegal_actions_raise_on_request(v0):
    env = v0.single_env(illegal_actions="raise")
    env.reset(seed=0)
    before = env.get_state()
    for action in (int(np.flatnonzero(~env.action_masks())[0]), -1, None):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert env.get_state() == before
    with pytest.raises(ValueError, match=r"illegal_actions must be 'raise', .* got 'ignore'"):
        v0.single_env(illegal_actions="ignore")


def test_the_round_limit_truncates(system, v0):
    scenario = system.load_scenario("duel").model_copy(update={"round_limit": 1})
    env = v0.single_env(scenario=scenario, opponent=Waiter())
    env.reset(seed=0)
    results = []
    while not results or not (results[2] or results[3]):
        results = env.step(0)
    observation, reward, terminated, truncated, info = results
    assert env.observation_space.contains(observation)
    assert (reward, terminated, truncated, info["winner"]) == (0.0, False, True, -1)
    with pytest.raises(ValueError, match="call reset first"):
        env.step(0)


def test_copies_continue_the_same_battle(v0):
    env = v0.single_env()
    env.reset(seed=0)
    for _ in range(3):
        env.step(0)
    twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)), v0.single_env()]
    twins[3].reset(seed=1)
    twins[3].set_state(env.get_state())
    ends = {(*play(one, np.random.default_rng(0))[0], one.get_state()) for one in twins}
    assert len(ends) == 1


def test_the_end_of_a_smaller_battle_is_a_state_too(v0):
    small = v0.single_env(scenario="duel", max_side=6)
    small.reset(seed=1)
    while small.match.to_act >= 0:
        small.step(int(np.flatnonzero(small.action_masks())[-1]))
    env = v0.single_env(scenario="skirmish", max_side=6, side="blue")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[-1]))
    assert env.match.to_act >= len(small.match.agents)
    observation, info = env.set_state(small.get_state())
    assert env.observation_space.contains(observation)
    assert info["winner"] == small.match.result()["winner"]


@pytest.mark.parametrize(("mode", "kind"), [("ansi", str), ("rgb_array", np.ndarray)])
def test_render(v0, mode, kind):
    env = v0.single_env(render_mode=mode, log=True)
    env.reset(seed=0)
    env.step(0)
    assert isinstance(env.render(), kind)
    env.close()


def test_a_side_that_never_decides_raises_an_error(monkeypatch):
    """No known scenario has this problem: here the opponent plays both sides."""
    env = quintain.make("mythic_epoch", "single")
    monkeypatch.setattr(env, "_side_of", lambda fighter: 1 - env._mine)
    monkeypatch.setattr(gymnasium_env, "IDLE_BATTLES", 3)
    with pytest.raises(RuntimeError, match="your side had no decision in many battles"):
        env.reset(seed=1)
